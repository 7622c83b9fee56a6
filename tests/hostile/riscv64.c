/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The RISC-V half of hostile.c: see there.

   Destroyed are the caller-saved registers of both kinds, the floating-point exception
   flags, and the stack from 512 bytes below the stack pointer upwards to it.  */

#include "hostile.h"

asm (
"	.text\n"

"	.macro	hostile name, event, words\n"
"	.globl	\\name\n"
"	.type	\\name, @function\n"
"\\name:\n"
"	.cfi_startproc\n"
"	addi	sp, sp, -16\n"
"	.cfi_adjust_cfa_offset 16\n"
"	sd	ra, 0(sp)\n"
"	.cfi_rel_offset 1, 0\n"
"	andi	t0, sp, 15\n"
"	bnez	t0, 9f\n"
"	call	\\event\n"
"	ld	ra, 0(sp)\n"
"	.cfi_restore 1\n"
"	li	t0, -0x2152415321524153\n"
"	li	t1, 66\n"
"	mv	t2, sp\n"
"1:	addi	t2, t2, -8\n"
"	sd	t0, 16(t2)\n"
"	addi	t1, t1, -1\n"
"	bnez	t1, 1b\n"
"	addi	sp, sp, 16\n"
"	.cfi_adjust_cfa_offset -16\n"
"	fsflags	t0\n"
"	.irp	r,t1,t2,t3,t4,t5,t6,a0,a1,a2,a3,a4,a5,a6,a7\n"
"	mv	\\r, t0\n"
"	.endr\n"
"	.irp	r,0,1,2,3,4,5,6,7,8,9,10,11\n"
"	fmv.d.x	ft\\r, t0\n"
"	.endr\n"
"	.irp	r,0,1,2,3,4,5,6,7\n"
"	fmv.d.x	fa\\r, t0\n"
"	.endr\n"
"	mv	a1, ra\n"
"	li	ra, -1\n"
"	jr	a1\n"
"	.cfi_adjust_cfa_offset 16\n"
"	.cfi_rel_offset 1, 0\n"
"9:	andi	sp, sp, -16\n"
"	li	a0, 0\n"
"	call	hostile_bad\n"
"	.cfi_endproc\n"
"	.size	\\name, .-\\name\n"
"	.endm\n"

#include "routines.def"
);
