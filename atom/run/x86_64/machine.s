# SPDX-License-Identifier: MIT
# x86-64's part of what instrumented programs carry (start.c).

	.text
# long __halt_syscall (n, a, b, c, d, e, f)
	.globl	__halt_syscall
	.hidden	__halt_syscall
	.type	__halt_syscall, @function
__halt_syscall:
	.cfi_startproc
	movq	%rdi, %rax
	movq	%rsi, %rdi
	movq	%rdx, %rsi
	movq	%rcx, %rdx
	movq	%r8, %r10
	movq	%r9, %r8
	movq	8(%rsp), %r9
	syscall
	ret
	.cfi_endproc
	.size	__halt_syscall, .-__halt_syscall

# void __halt_invoke (routine, n, words)
	.globl	__halt_invoke
	.hidden	__halt_invoke
	.type	__halt_invoke, @function
__halt_invoke:
	.cfi_startproc
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset 6, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register 6
	movq	%rdi, %rax
	movq	%rdx, %r11
	movq	%rsi, %rcx
	subq	$6, %rcx
	jle	2f
# What does not fit in registers, the last first.
	leaq	1(%rcx), %rdx
	andq	$-2, %rdx
	shlq	$3, %rdx
	subq	%rdx, %rsp
1:	movq	40(%r11,%rcx,8), %rdx
	movq	%rdx, -8(%rsp,%rcx,8)
	decq	%rcx
	jnz	1b
2:	andq	$-16, %rsp
	xorl	%r10d, %r10d
	testq	%rsi, %rsi
	jle	3f
	movq	(%r11), %rdi
	cmpq	$2, %rsi
	jl	3f
	movq	%rsi, %r10
	movq	8(%r11), %rsi
	cmpq	$3, %r10
	jl	3f
	movq	16(%r11), %rdx
	jle	3f
	movq	24(%r11), %rcx
	cmpq	$5, %r10
	jl	3f
	movq	32(%r11), %r8
	jle	3f
	movq	40(%r11), %r9
3:	movq	%rax, %r11
	xorl	%eax, %eax
	call	*%r11
	leave
	.cfi_def_cfa 7, 8
	ret
	.cfi_endproc
	.size	__halt_invoke, .-__halt_invoke

# void __halt_on_stack (function, argument, top)
	.globl	__halt_on_stack
	.hidden	__halt_on_stack
	.type	__halt_on_stack, @function
__halt_on_stack:
	.cfi_startproc
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset 6, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register 6
	movq	%rdx, %rsp
	movq	%rdi, %rax
	movl	%esi, %edi
	call	*%rax
	leave
	.cfi_def_cfa 7, 8
	ret
	.cfi_endproc
	.size	__halt_on_stack, .-__halt_on_stack

# What handlers of signals return to.
	.globl	__halt_return
	.hidden	__halt_return
	.type	__halt_return, @function
__halt_return:
	movl	$15, %eax
	syscall
	.size	__halt_return, .-__halt_return
