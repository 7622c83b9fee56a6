# SPDX-License-Identifier: MIT
# i386's part of the start-up code (unit_start.c): what pots call that C cannot say.

# Call the routine whose address is in eax, with copies of up to twelve words
# of arguments, from a place where the stack pointer's alignment is not known.
	.section	.text.halt_start,"ax",@progbits
	.globl	__halt_call_aligned
	.hidden	__halt_call_aligned
	.type	__halt_call_aligned, @function
__halt_call_aligned:
	.cfi_startproc
	pushl	%ebp
	.cfi_def_cfa_offset 8
	.cfi_offset 5, -8
	movl	%esp, %ebp
	.cfi_def_cfa_register 5
	subl	$48, %esp
	andl	$-64, %esp
	.irp	at, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44
	movl	8+\at(%ebp), %ecx
	movl	%ecx, \at(%esp)
	.endr
	call	*%eax
	leave
	.cfi_def_cfa 4, 4
	ret
	.cfi_endproc
	.size	__halt_call_aligned, .-__halt_call_aligned

# The address after the call, into ecx.
	.globl	__halt_get_pc
	.hidden	__halt_get_pc
	.type	__halt_get_pc, @function
__halt_get_pc:
	.cfi_startproc
	movl	(%esp), %ecx
	ret
	.cfi_endproc
	.size	__halt_get_pc, .-__halt_get_pc

# Pots that verify call it where a routine has changed what its summary does not
# name.
	.globl	__halt_wrong_summary
	.hidden	__halt_wrong_summary
	.type	__halt_wrong_summary, @function
__halt_wrong_summary:
	ud2
	.size	__halt_wrong_summary, .-__halt_wrong_summary
