# SPDX-License-Identifier: MIT
# The registers with which the analysis is entered, for calls outside of the program (start.c):
# by their numbers in recipes/alpha.  $28 is nobody's there.

	.macro	entered name, to
	.globl	\name
	.hidden	\name
	.ent	\name
\name:
	.frame	$30, 0, $26, 0
	ldgp	$29, 0($27)
	.prologue 1
	.set	noat
	lda	$28, __halt_registers
	.irp	reg, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	stq	$\reg, \reg*8($28)
	.endr
	.irp	reg, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	stt	$f\reg, 256+\reg*8($28)
	.endr
	stq	$26, 512($28)
	.set	at
	lda	$27, \to
	jmp	$31, ($27), \to
	.end	\name
	.endm

	.text
	entered	__halt_atom_start, __halt_start
	entered	__halt_atom_after, __halt_after
