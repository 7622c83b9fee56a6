# SPDX-License-Identifier: MIT
# What pots call whose routine has more arguments than registers, from a place
# where the stack pointer's alignment is not known.

# The routine's address is in rax.  Up to 18 words of arguments on the stack are
# copied; r11 changes.
	.text
	.globl	__halt_call_aligned_args
	.hidden	__halt_call_aligned_args
	.type	__halt_call_aligned_args, @function
__halt_call_aligned_args:
	.cfi_startproc
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset 6, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register 6
	subq	$144, %rsp
	andq	$-64, %rsp
	.irp	at, 0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136
	movq	16+\at(%rbp), %r11
	movq	%r11, \at(%rsp)
	.endr
	call	*%rax
	leave
	.cfi_def_cfa 7, 8
	ret
	.cfi_endproc
	.size	__halt_call_aligned_args, .-__halt_call_aligned_args
