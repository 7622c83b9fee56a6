# SPDX-License-Identifier: MIT
# count=thread on i386: how a thread that comes to a unit for the first time gets
# cells of its own.

# The unit's struct halt_threads in eax; then the thread's cells.  The stack
# pointer stands anywhere; nothing else is changed but the flags.
	.ifndef	__halt_thread_cells
	.section	.text.halt_thread,"axG",@progbits,__halt_thread,comdat
	.globl	__halt_thread_cells
	.hidden	__halt_thread_cells
	.type	__halt_thread_cells, @function
__halt_thread_cells:
	.cfi_startproc
	pushl	%ebp
	.cfi_def_cfa_offset 8
	.cfi_offset 5, -8
	movl	%esp, %ebp
	.cfi_def_cfa_register 5
	pushl	%ecx
	pushl	%edx
	andl	$-16, %esp
	subl	$12, %esp
	pushl	%eax
	call	__halt_get_pc
	addl	$_GLOBAL_OFFSET_TABLE_, %ecx
	call	*__halt3_thread_cells@GOT(%ecx)
	leal	-8(%ebp), %esp
	popl	%edx
	popl	%ecx
	popl	%ebp
	.cfi_def_cfa 4, 4
	ret
	.cfi_endproc
	.size	__halt_thread_cells, .-__halt_thread_cells
	.endif

# What pots call: .LHALT_mine is filled in.
	.section	.text.halt_enter,"ax",@progbits
	.type	.LHALT_enter, @function
.LHALT_enter:
	.cfi_startproc
	pushl	%eax
	.cfi_def_cfa_offset 8
	pushl	%ecx
	.cfi_def_cfa_offset 12
	call	__halt_get_pc
	addl	$_GLOBAL_OFFSET_TABLE_, %ecx
	leal	.LHALT_threads@GOTOFF(%ecx), %eax
	call	__halt_thread_cells
	.if	.LHALT_shared
	movl	.LHALT_mine@gotntpoff(%ecx), %ecx
	movl	%eax, %gs:(%ecx)
	.else
	movl	%eax, %gs:.LHALT_mine@ntpoff
	.endif
	popl	%ecx
	.cfi_def_cfa_offset 8
	popl	%eax
	.cfi_def_cfa_offset 4
	ret
	.cfi_endproc
	.size	.LHALT_enter, .-.LHALT_enter
