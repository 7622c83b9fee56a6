# SPDX-License-Identifier: MIT
# x86-64's part of the start-up code (unit_start.c): what pots call that C cannot say.

# Call the routine whose address is in rax, its arguments in registers, from
# a place where the stack pointer's alignment is not known.
	.section	.text.halt_start,"ax",@progbits
	.globl	__halt_call_aligned
	.hidden	__halt_call_aligned
	.type	__halt_call_aligned, @function
__halt_call_aligned:
	.cfi_startproc
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset 6, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register 6
	andq	$-64, %rsp
	call	*%rax
	leave
	.cfi_def_cfa 7, 8
	ret
	.cfi_endproc
	.size	__halt_call_aligned, .-__halt_call_aligned

# Pots that verify call it where a routine has changed what its summary does not
# name.
	.globl	__halt_wrong_summary
	.hidden	__halt_wrong_summary
	.type	__halt_wrong_summary, @function
__halt_wrong_summary:
	ud2
	.size	__halt_wrong_summary, .-__halt_wrong_summary
