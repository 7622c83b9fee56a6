# SPDX-License-Identifier: MIT
# count=thread on Alpha: how a thread that comes to a unit for the first time
# gets cells of its own.
	.set	macro
	.set	noat

# The unit's struct halt_threads in $28; then the thread's cells.  Nothing else is
# changed but $26, $27 and $29.
	.ifndef	__halt_thread_cells
	.section	.text.halt_thread,"axG",@progbits,__halt_thread,comdat
	.globl	__halt_thread_cells
	.hidden	__halt_thread_cells
	.ent	__halt_thread_cells
__halt_thread_cells:
	.frame	$30, 352, $26, 0
	.cfi_startproc
	ldgp	$29, 0($27)
	.prologue 1
	lda	$30, -352($30)
	.cfi_def_cfa_offset 352
	stq	$26, 0($30)
	.cfi_rel_offset 26, 0
	.irp	saved, 0, 1, 2, 3, 4, 5, 6, 7, 8
	stq	$\saved, 8+8*\saved($30)
	.endr
	.irp	saved, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25
	stq	$\saved, 80+8*(\saved-16)($30)
	.endr
	.irp	saved, 0, 1
	stt	$f\saved, 160+8*\saved($30)
	.endr
	.irp	saved, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
	stt	$f\saved, 176+8*(\saved-10)($30)
	.endr
	mov	$28, $16
	jsr	$26, __halt3_thread_cells
	ldgp	$29, 0($26)
	mov	$0, $28
	.irp	saved, 0, 1, 2, 3, 4, 5, 6, 7, 8
	ldq	$\saved, 8+8*\saved($30)
	.endr
	.irp	saved, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25
	ldq	$\saved, 80+8*(\saved-16)($30)
	.endr
	.irp	saved, 0, 1
	ldt	$f\saved, 160+8*\saved($30)
	.endr
	.irp	saved, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
	ldt	$f\saved, 176+8*(\saved-10)($30)
	.endr
	ldq	$26, 0($30)
	.cfi_restore 26
	lda	$30, 352($30)
	.cfi_def_cfa_offset 0
	ret	$31, ($26), 1
	.cfi_endproc
	.end	__halt_thread_cells
	.endif

# What pots call, the return address in $28, which alone is changed:
# .LHALT_mine is filled in.
	.section	.text.halt_enter,"ax",@progbits
	.ent	.LHALT_enter
.LHALT_enter:
	.frame	$30, 48, $28, 0
	.cfi_startproc
	.cfi_return_column 28
	.prologue 0
	lda	$30, -48($30)
	.cfi_def_cfa_offset 48
	stq	$28, 0($30)
	.cfi_rel_offset 28, 0
	stq	$26, 8($30)
	.cfi_rel_offset 26, 8
	stq	$27, 16($30)
	.cfi_rel_offset 27, 16
	stq	$29, 24($30)
	.cfi_rel_offset 29, 24
	stq	$0, 32($30)
	.cfi_rel_offset 0, 32
	br	$27, 1f
1:	ldgp	$29, 0($27)
	ldah	$28, .LHALT_threads($29)	!gprelhigh
	lda	$28, .LHALT_threads($28)	!gprellow
	jsr	$26, __halt_thread_cells
	ldgp	$29, 0($26)
	ldq	$27, .LHALT_mine($29)	!gottprel
	call_pal	0x9e
	addq	$27, $0, $27
	stq	$28, 0($27)
	ldq	$0, 32($30)
	ldq	$29, 24($30)
	ldq	$27, 16($30)
	ldq	$26, 8($30)
	ldq	$28, 0($30)
	.cfi_restore 0
	.cfi_restore 29
	.cfi_restore 27
	.cfi_restore 26
	.cfi_restore 28
	lda	$30, 48($30)
	.cfi_def_cfa_offset 0
	jmp	$31, ($28), 0
	.cfi_endproc
	.end	.LHALT_enter
	.set	nomacro
