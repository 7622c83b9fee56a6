# SPDX-License-Identifier: MIT
# Alpha's part of what instrumented programs carry (start.c).

	.set	macro
	.set	noat
	.text
# long __halt_syscall (n, a, b, c, d, e, f)
	.globl	__halt_syscall
	.hidden	__halt_syscall
	.type	__halt_syscall, @function
	.align	4
__halt_syscall:
	.cfi_startproc
	mov	$16, $0
	mov	$17, $16
	mov	$18, $17
	mov	$19, $18
	mov	$20, $19
	mov	$21, $20
	ldq	$21, 0($30)
	callsys
# Whether it failed is in $19.
	beq	$19, 1f
	subq	$31, $0, $0
1:	ret	$31, ($26), 1
	.cfi_endproc
	.size	__halt_syscall, .-__halt_syscall

# void __halt_invoke (routine, n, words)
	.globl	__halt_invoke
	.hidden	__halt_invoke
	.type	__halt_invoke, @function
	.align	4
__halt_invoke:
	.cfi_startproc
	lda	$30, -16($30)
	.cfi_def_cfa_offset 16
	stq	$26, 0($30)
	.cfi_offset 26, -16
	stq	$15, 8($30)
	.cfi_offset 15, -8
	mov	$30, $15
	.cfi_def_cfa_register 15
	mov	$16, $27
	mov	$17, $2
	mov	$18, $1
# What does not fit in registers.
	subq	$2, 6, $3
	ble	$3, 2f
	addq	$3, 1, $4
	bic	$4, 1, $4
	s8addq	$4, $31, $4
	subq	$30, $4, $30
1:	s8addq	$3, $1, $4
	s8addq	$3, $30, $5
	ldq	$6, 40($4)
	stq	$6, -8($5)
	subq	$3, 1, $3
	bgt	$3, 1b
2:	ble	$2, 3f
	ldq	$16, 0($1)
	cmple	$2, 1, $3
	bne	$3, 3f
	ldq	$17, 8($1)
	cmple	$2, 2, $3
	bne	$3, 3f
	ldq	$18, 16($1)
	cmple	$2, 3, $3
	bne	$3, 3f
	ldq	$19, 24($1)
	cmple	$2, 4, $3
	bne	$3, 3f
	ldq	$20, 32($1)
	cmple	$2, 5, $3
	bne	$3, 3f
	ldq	$21, 40($1)
3:	jsr	$26, ($27), 0
	mov	$15, $30
	.cfi_def_cfa_register 30
	ldq	$26, 0($30)
	ldq	$15, 8($30)
	lda	$30, 16($30)
	.cfi_restore 26
	.cfi_restore 15
	.cfi_def_cfa_offset 0
	ret	$31, ($26), 1
	.cfi_endproc
	.size	__halt_invoke, .-__halt_invoke

# void __halt_on_stack (function, argument, top)
	.globl	__halt_on_stack
	.hidden	__halt_on_stack
	.type	__halt_on_stack, @function
	.align	4
__halt_on_stack:
	.cfi_startproc
	lda	$30, -16($30)
	.cfi_def_cfa_offset 16
	stq	$26, 0($30)
	.cfi_offset 26, -16
	stq	$15, 8($30)
	.cfi_offset 15, -8
	mov	$30, $15
	.cfi_def_cfa_register 15
	mov	$18, $30
	mov	$16, $27
	mov	$17, $16
	jsr	$26, ($27), 0
	mov	$15, $30
	.cfi_def_cfa_register 30
	ldq	$26, 0($30)
	ldq	$15, 8($30)
	lda	$30, 16($30)
	.cfi_restore 26
	.cfi_restore 15
	.cfi_def_cfa_offset 0
	ret	$31, ($26), 1
	.cfi_endproc
	.size	__halt_on_stack, .-__halt_on_stack

# What handlers of signals return to.
	.globl	__halt_return
	.hidden	__halt_return
	.type	__halt_return, @function
	.align	4
__halt_return:
	mov	$30, $16
	lda	$0, 351($31)
	callsys
	.size	__halt_return, .-__halt_return
