# SPDX-License-Identifier: MIT
# RISC-V's part of what instrumented programs carry (start.c).

	.text
# long __halt_syscall (n, a, b, c, d, e, f)
	.globl	__halt_syscall
	.hidden	__halt_syscall
	.type	__halt_syscall, @function
__halt_syscall:
	.cfi_startproc
	mv	a7, a0
	mv	a0, a1
	mv	a1, a2
	mv	a2, a3
	mv	a3, a4
	mv	a4, a5
	mv	a5, a6
	ecall
	ret
	.cfi_endproc
	.size	__halt_syscall, .-__halt_syscall

	.macro	enter
	.cfi_startproc
	addi	sp, sp, -16
	.cfi_def_cfa_offset 16
	sd	ra, 8(sp)
	sd	s0, 0(sp)
	.cfi_offset 1, -8
	.cfi_offset 8, -16
	addi	s0, sp, 16
	.cfi_def_cfa 8, 0
	.endm

	.macro	leave
	addi	sp, s0, -16
	.cfi_def_cfa 2, 16
	ld	ra, 8(sp)
	ld	s0, 0(sp)
	.cfi_restore 1
	.cfi_restore 8
	addi	sp, sp, 16
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
	.endm

# void __halt_invoke (routine, n, words)
	.globl	__halt_invoke
	.hidden	__halt_invoke
	.type	__halt_invoke, @function
__halt_invoke:
	enter
	mv	t0, a0
	mv	t1, a1
	mv	t2, a2
# What does not fit in registers, the last first.
	addi	t3, t1, -8
	blez	t3, 2f
	addi	t4, t3, 1
	andi	t4, t4, -2
	slli	t4, t4, 3
	sub	sp, sp, t4
	slli	t3, t3, 3
1:	addi	t3, t3, -8
	add	t4, t2, t3
	ld	t5, 64(t4)
	add	t4, sp, t3
	sd	t5, 0(t4)
	bnez	t3, 1b
2:	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7
	beqz	t1, 3f
	ld	a\n, \n*8(t2)
	addi	t1, t1, -1
	.endr
3:	jalr	t0
	leave
	.size	__halt_invoke, .-__halt_invoke

# void __halt_on_stack (function, argument, top)
	.globl	__halt_on_stack
	.hidden	__halt_on_stack
	.type	__halt_on_stack, @function
__halt_on_stack:
	enter
	mv	sp, a2
	mv	t0, a0
	mv	a0, a1
	jalr	t0
	leave
	.size	__halt_on_stack, .-__halt_on_stack

# void __halt_new_code (from, to): instructions that were written there are executed, on all
# processors.
	.globl	__halt_new_code
	.hidden	__halt_new_code
	.type	__halt_new_code, @function
__halt_new_code:
	.cfi_startproc
	fence.i
	li	a2, 0
	li	a7, 259
	ecall
	ret
	.cfi_endproc
	.size	__halt_new_code, .-__halt_new_code

# What handlers of signals return to.
	.globl	__halt_return
	.hidden	__halt_return
	.type	__halt_return, @function
__halt_return:
	li	a7, 139
	ecall
	.size	__halt_return, .-__halt_return
