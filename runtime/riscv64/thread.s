# SPDX-License-Identifier: MIT
# count=thread on RISC-V: how a thread that comes to a unit for the first time gets
# cells of its own.

# The unit's struct halt_threads in t0; then the thread's cells.  Nothing else is
# changed but ra.
	.ifndef	__halt_thread_cells
	.section	.text.halt_thread,"axG",@progbits,__halt_thread,comdat
	.globl	__halt_thread_cells
	.hidden	__halt_thread_cells
	.type	__halt_thread_cells, @function
__halt_thread_cells:
	.cfi_startproc
	addi	sp, sp, -288
	.cfi_def_cfa_offset 288
	sd	ra, 0(sp)
	.cfi_rel_offset 1, 0
	.irp	at, 0, 1, 2, 3, 4, 5, 6, 7
	sd	a\at, 8+8*\at(sp)
	fsd	ft\at, 72+8*\at(sp)
	fsd	fa\at, 136+8*\at(sp)
	.endr
	.irp	at, 8, 9, 10, 11
	fsd	ft\at, 136+8*\at(sp)
	.endr
	.irp	at, 1, 2, 3, 4, 5, 6
	sd	t\at, 224+8*\at(sp)
	.endr
	mv	a0, t0
	call	__halt3_thread_cells
	mv	t0, a0
	.irp	at, 0, 1, 2, 3, 4, 5, 6, 7
	ld	a\at, 8+8*\at(sp)
	fld	ft\at, 72+8*\at(sp)
	fld	fa\at, 136+8*\at(sp)
	.endr
	.irp	at, 8, 9, 10, 11
	fld	ft\at, 136+8*\at(sp)
	.endr
	.irp	at, 1, 2, 3, 4, 5, 6
	ld	t\at, 224+8*\at(sp)
	.endr
	ld	ra, 0(sp)
	.cfi_restore 1
	addi	sp, sp, 288
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
	.size	__halt_thread_cells, .-__halt_thread_cells
	.endif

# What pots call, the return address in t0, which alone is changed: .LHALT_mine is
# filled in.
	.section	.text.halt_enter,"ax",@progbits
	.type	.LHALT_enter, @function
.LHALT_enter:
	.cfi_startproc
	.cfi_return_column 5
	addi	sp, sp, -32
	.cfi_def_cfa_offset 32
	sd	t0, 0(sp)
	.cfi_rel_offset 5, 0
	sd	ra, 8(sp)
	.cfi_rel_offset 1, 8
	sd	t1, 16(sp)
	.cfi_rel_offset 6, 16
	lla	t0, .LHALT_threads
	call	__halt_thread_cells
	la.tls.ie	t1, .LHALT_mine
	add	t1, t1, tp
	sd	t0, 0(t1)
	ld	t1, 16(sp)
	.cfi_restore 6
	ld	ra, 8(sp)
	.cfi_restore 1
	ld	t0, 0(sp)
	.cfi_restore 5
	addi	sp, sp, 32
	.cfi_def_cfa_offset 0
	jr	t0
	.cfi_endproc
	.size	.LHALT_enter, .-.LHALT_enter
