# SPDX-License-Identifier: MIT
# The registers with which the analysis is entered, for calls outside of the program (start.c):
# by their numbers in recipes/x86/regs.c.

	.macro	entered name, to
	.globl	\name
	.hidden	\name
	.type	\name, @function
\name:
	.cfi_startproc
	.set	slot, __halt_registers
	.irp	reg, ax, dx, cx, bx, si, di, bp, sp, 8, 9, 10, 11, 12, 13, 14, 15
	movq	%r\reg, slot(%rip)
	.set	slot, slot + 8
	.endr
	.irp	reg, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	movq	%xmm\reg, slot(%rip)
	.set	slot, slot + 8
	.endr
	movq	(%rsp), %rax
	movq	%rax, __halt_registers+512(%rip)
	addq	$8, __halt_registers+56(%rip)
	movq	__halt_registers(%rip), %rax
	jmp	\to
	.cfi_endproc
	.size	\name, .-\name
	.endm

	.text
	entered	__halt_atom_start, __halt_start
	entered	__halt_atom_after, __halt_after
