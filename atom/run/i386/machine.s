# SPDX-License-Identifier: MIT
# i386's part of what instrumented programs carry (start.c).

	.text
# long __halt_syscall (n, a, b, c, d, e, f)
	.globl	__halt_syscall
	.hidden	__halt_syscall
	.type	__halt_syscall, @function
__halt_syscall:
	pushl	%ebp
	pushl	%edi
	pushl	%esi
	pushl	%ebx
	movl	20(%esp), %eax
	movl	24(%esp), %ebx
	movl	28(%esp), %ecx
	movl	32(%esp), %edx
	movl	36(%esp), %esi
	movl	40(%esp), %edi
	movl	44(%esp), %ebp
	int	$0x80
	popl	%ebx
	popl	%esi
	popl	%edi
	popl	%ebp
	ret
	.size	__halt_syscall, .-__halt_syscall

# void __halt_invoke (routine, n, words)
	.globl	__halt_invoke
	.hidden	__halt_invoke
	.type	__halt_invoke, @function
__halt_invoke:
	.cfi_startproc
	pushl	%ebp
	.cfi_def_cfa_offset 8
	.cfi_offset 5, -8
	movl	%esp, %ebp
	.cfi_def_cfa_register 5
	movl	12(%ebp), %ecx
	movl	16(%ebp), %edx
	leal	0(,%ecx,4), %eax
	subl	%eax, %esp
	andl	$-16, %esp
	jmp	2f
1:	movl	-4(%edx,%ecx,4), %eax
	movl	%eax, -4(%esp,%ecx,4)
	decl	%ecx
2:	testl	%ecx, %ecx
	jnz	1b
	call	*8(%ebp)
	leave
	.cfi_def_cfa 4, 4
	ret
	.cfi_endproc
	.size	__halt_invoke, .-__halt_invoke

# void __halt_on_stack (function, argument, top)
	.globl	__halt_on_stack
	.hidden	__halt_on_stack
	.type	__halt_on_stack, @function
__halt_on_stack:
	.cfi_startproc
	pushl	%ebp
	.cfi_def_cfa_offset 8
	.cfi_offset 5, -8
	movl	%esp, %ebp
	.cfi_def_cfa_register 5
	movl	8(%ebp), %eax
	movl	12(%ebp), %ecx
	movl	16(%ebp), %esp
	subl	$16, %esp
	movl	%ecx, (%esp)
	call	*%eax
	leave
	.cfi_def_cfa 4, 4
	ret
	.cfi_endproc
	.size	__halt_on_stack, .-__halt_on_stack

# What handlers of signals return to.
	.globl	__halt_return
	.hidden	__halt_return
	.type	__halt_return, @function
__halt_return:
	movl	$173, %eax
	int	$0x80
	.size	__halt_return, .-__halt_return
