# SPDX-License-Identifier: MIT
# AArch64's part of what instrumented programs carry (start.c).

	.text
# long __halt_syscall (n, a, b, c, d, e, f)
	.globl	__halt_syscall
	.hidden	__halt_syscall
	.type	__halt_syscall, %function
__halt_syscall:
	.cfi_startproc
	mov	x8, x0
	mov	x0, x1
	mov	x1, x2
	mov	x2, x3
	mov	x3, x4
	mov	x4, x5
	mov	x5, x6
	svc	0
	ret
	.cfi_endproc
	.size	__halt_syscall, .-__halt_syscall

# void __halt_invoke (routine, n, words)
	.globl	__halt_invoke
	.hidden	__halt_invoke
	.type	__halt_invoke, %function
__halt_invoke:
	.cfi_startproc
	stp	x29, x30, [sp, -16]!
	.cfi_def_cfa_offset 16
	.cfi_offset 29, -16
	.cfi_offset 30, -8
	mov	x29, sp
	.cfi_def_cfa_register 29
	mov	x16, x0
	mov	x9, x1
	mov	x10, x2
# What does not fit in registers, the last first.
	subs	x11, x9, 8
	b.le	2f
	add	x12, x11, 1
	and	x12, x12, -2
	sub	sp, sp, x12, lsl 3
	add	x13, x10, 64
1:	sub	x11, x11, 1
	ldr	x12, [x13, x11, lsl 3]
	str	x12, [sp, x11, lsl 3]
	cbnz	x11, 1b
2:	cbz	x9, 3f
	ldr	x0, [x10]
	cmp	x9, 2
	b.lt	3f
	ldr	x1, [x10, 8]
	b.eq	3f
	ldr	x2, [x10, 16]
	cmp	x9, 4
	b.lt	3f
	ldr	x3, [x10, 24]
	b.eq	3f
	ldr	x4, [x10, 32]
	cmp	x9, 6
	b.lt	3f
	ldr	x5, [x10, 40]
	b.eq	3f
	ldr	x6, [x10, 48]
	cmp	x9, 8
	b.lt	3f
	ldr	x7, [x10, 56]
3:	blr	x16
	mov	sp, x29
	.cfi_def_cfa_register 31
	ldp	x29, x30, [sp], 16
	.cfi_restore 29
	.cfi_restore 30
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
	.size	__halt_invoke, .-__halt_invoke

# void __halt_on_stack (function, argument, top)
	.globl	__halt_on_stack
	.hidden	__halt_on_stack
	.type	__halt_on_stack, %function
__halt_on_stack:
	.cfi_startproc
	stp	x29, x30, [sp, -16]!
	.cfi_def_cfa_offset 16
	.cfi_offset 29, -16
	.cfi_offset 30, -8
	mov	x29, sp
	.cfi_def_cfa_register 29
	mov	sp, x2
	mov	x16, x0
	mov	w0, w1
	blr	x16
	mov	sp, x29
	.cfi_def_cfa_register 31
	ldp	x29, x30, [sp], 16
	.cfi_restore 29
	.cfi_restore 30
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
	.size	__halt_on_stack, .-__halt_on_stack

# void __halt_new_code (from, to): instructions that were written there are executed.
	.globl	__halt_new_code
	.hidden	__halt_new_code
	.type	__halt_new_code, %function
__halt_new_code:
	.cfi_startproc
	mrs	x9, ctr_el0
	mov	x10, 4
	ubfx	x11, x9, 16, 4
	lsl	x11, x10, x11
	neg	x12, x11
	and	x12, x0, x12
1:	dc	cvau, x12
	add	x12, x12, x11
	cmp	x12, x1
	b.lo	1b
	dsb	ish
	and	x11, x9, 15
	lsl	x11, x10, x11
	neg	x12, x11
	and	x12, x0, x12
2:	ic	ivau, x12
	add	x12, x12, x11
	cmp	x12, x1
	b.lo	2b
	dsb	ish
	isb
	ret
	.cfi_endproc
	.size	__halt_new_code, .-__halt_new_code

# What handlers of signals return to.
	.globl	__halt_return
	.hidden	__halt_return
	.type	__halt_return, %function
__halt_return:
	mov	x8, 139
	svc	0
	.size	__halt_return, .-__halt_return
