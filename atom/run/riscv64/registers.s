# SPDX-License-Identifier: MIT
# The registers with which the analysis is entered, for calls outside of the program (start.c):
# by their numbers in recipes/riscv64.  t1 is nobody's there.

	.macro	entered name, to
	.globl	\name
	.hidden	\name
	.type	\name, @function
\name:
	.cfi_startproc
	lla	t1, __halt_registers
	.irp	reg, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	sd	x\reg, \reg*8(t1)
	fsd	f\reg, 256+\reg*8(t1)
	.endr
	sd	ra, 512(t1)
	tail	\to
	.cfi_endproc
	.size	\name, .-\name
	.endm

	.text
	entered	__halt_atom_start, __halt_start
	entered	__halt_atom_after, __halt_after
