// SPDX-License-Identifier: MIT
// count=thread on AArch64: how a thread that comes to a unit for the first time
// gets cells of its own.

// The unit's struct halt_threads in x16; then the thread's cells.  Nothing else is
// changed but x17, x30 and the flags.
	.ifndef	__halt_thread_cells
	.section	.text.halt_thread,"axG",%progbits,__halt_thread,comdat
	.globl	__halt_thread_cells
	.hidden	__halt_thread_cells
	.type	__halt_thread_cells, %function
__halt_thread_cells:
	.cfi_startproc
	sub	sp, sp, 672
	.cfi_def_cfa_offset 672
	str	x30, [sp, 144]
	.cfi_rel_offset 30, 144
	.irp	saved, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	str	x\saved, [sp, 8*\saved]
	.endr
	str	x18, [sp, 136]
	.irp	saved, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	str	q\saved, [sp, 160+16*\saved]
	.endr
	mov	x0, x16
	bl	__halt3_thread_cells
	mov	x16, x0
	.irp	saved, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	ldr	q\saved, [sp, 160+16*\saved]
	.endr
	.irp	saved, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	ldr	x\saved, [sp, 8*\saved]
	.endr
	ldr	x18, [sp, 136]
	ldr	x30, [sp, 144]
	.cfi_restore 30
	add	sp, sp, 672
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
	.size	__halt_thread_cells, .-__halt_thread_cells
	.endif

// What pots jump to, the address to return to in x16, which alone is changed:
// .LHALT_mine is filled in.
	.section	.text.halt_enter,"ax",%progbits
	.type	.LHALT_enter, %function
.LHALT_enter:
	.cfi_startproc
	.cfi_return_column 16
	stp	x16, x30, [sp, -48]!
	.cfi_def_cfa_offset 48
	.cfi_rel_offset 16, 0
	.cfi_rel_offset 30, 8
	stp	x0, x17, [sp, 16]
	mrs	x17, nzcv
	str	x17, [sp, 32]
	adrp	x16, .LHALT_threads
	add	x16, x16, :lo12:.LHALT_threads
	bl	__halt_thread_cells
	adrp	x17, :gottprel:.LHALT_mine
	ldr	x17, [x17, :gottprel_lo12:.LHALT_mine]
	mrs	x0, tpidr_el0
	str	x16, [x0, x17]
	ldr	x17, [sp, 32]
	msr	nzcv, x17
	ldp	x0, x17, [sp, 16]
	ldp	x16, x30, [sp], 48
	.cfi_restore 30
	.cfi_restore 16
	.cfi_def_cfa_offset 0
	ret	x16
	.cfi_endproc
	.size	.LHALT_enter, .-.LHALT_enter
