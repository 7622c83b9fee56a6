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
	.irp	reg, ax, dx, cx, bx, si, di, bp, sp
	movl	%e\reg, slot
	.set	slot, slot + 4
	.endr
	movl	(%esp), %eax
	movl	%eax, __halt_registers+256
	addl	$4, __halt_registers+28
	movl	__halt_registers, %eax
	jmp	\to
	.cfi_endproc
	.size	\name, .-\name
	.endm

	.text
	entered	__halt_atom_start, __halt_start
	entered	__halt_atom_after, __halt_after
