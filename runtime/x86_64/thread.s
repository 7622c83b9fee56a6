# SPDX-License-Identifier: MIT
# count=thread on x86-64: how a thread that comes to a unit for the first time
# gets cells of its own.

# The unit's struct halt_threads in rax; then the thread's cells.  The stack
# pointer stands anywhere; nothing else is changed but the flags.
	.ifndef	__halt_thread_cells
	.section	.text.halt_thread,"axG",@progbits,__halt_thread,comdat
	.globl	__halt_thread_cells
	.hidden	__halt_thread_cells
	.type	__halt_thread_cells, @function
__halt_thread_cells:
	.cfi_startproc
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset 6, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register 6
	.irp	saved, rdi, rsi, rdx, rcx, r8, r9, r10, r11
	pushq	%\saved
	.endr
	andq	$-16, %rsp
	movq	%rax, %rdi
	call	*__halt3_thread_cells@GOTPCREL(%rip)
	leaq	-64(%rbp), %rsp
	.irp	saved, r11, r10, r9, r8, rcx, rdx, rsi, rdi
	popq	%\saved
	.endr
	popq	%rbp
	.cfi_def_cfa 7, 8
	ret
	.cfi_endproc
	.size	__halt_thread_cells, .-__halt_thread_cells
	.endif

# What pots call: .LHALT_mine is filled in.
	.section	.text.halt_enter,"ax",@progbits
	.type	.LHALT_enter, @function
.LHALT_enter:
	.cfi_startproc
	pushq	%rax
	.cfi_def_cfa_offset 16
	pushq	%rcx
	.cfi_def_cfa_offset 24
	leaq	.LHALT_threads(%rip), %rax
	call	__halt_thread_cells
	movq	.LHALT_mine@gottpoff(%rip), %rcx
	movq	%rax, %fs:(%rcx)
	popq	%rcx
	.cfi_def_cfa_offset 16
	popq	%rax
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
	.size	.LHALT_enter, .-.LHALT_enter
