/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Alpha half of hostile.c: see there.

   Destroyed are the caller-saved registers of both kinds, the global pointer and
   the stack from 512 bytes below the stack pointer upwards to it.  They do not begin with
   their global pointer, which the linker would take for a promise to leave the caller's alone.  */

#include "hostile.h"

asm (
"	.text\n"
"	.set	macro\n"
"	.set	noat\n"

"	.macro	hostile name, event, words\n"
"	.globl	\\name\n"
"	.ent	\\name\n"
"\\name:\n"
"	.frame	$30, 16, $26, 0\n"
"	.cfi_startproc\n"
"	nop\n"
"	ldgp	$29, 4($27)\n"
"	.prologue 2\n"
"	lda	$30, -16($30)\n"
"	.cfi_adjust_cfa_offset 16\n"
"	stq	$26, 0($30)\n"
"	.cfi_rel_offset 26, 0\n"
"	and	$30, 15, $0\n"
"	bne	$0, 9f\n"
"	jsr	$26, \\event\n"
"	ldgp	$29, 0($26)\n"
"	ldq	$26, 0($30)\n"
"	.cfi_restore 26\n"
"	lda	$0, -0x2153($31)\n"
"	sll	$0, 32, $1\n"
"	bis	$0, $1, $0\n"
"	lda	$1, 66($31)\n"
"	mov	$30, $2\n"
"1:	lda	$2, -8($2)\n"
"	stq	$0, 16($2)\n"
"	lda	$1, -1($1)\n"
"	bne	$1, 1b\n"
"	lda	$30, 16($30)\n"
"	.cfi_adjust_cfa_offset -16\n"
"	.irp	r,1,2,3,4,5,6,7,8,16,17,18,19,20,21,22,23,24,25,27,28,29\n"
"	lda	$\\r, \\r($0)\n"
"	.endr\n"
"	.irp	r,0,1,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30\n"
"	ldt	$f\\r, -16($30)\n"
"	.endr\n"
"	ret	$31, ($26), 1\n"
"	.cfi_adjust_cfa_offset 16\n"
"	.cfi_rel_offset 26, 0\n"
"9:	mov	$31, $16\n"
"	lda	$0, 15($31)\n"
"	bic	$30, $0, $30\n"
"	jsr	$26, hostile_bad\n"
"	.cfi_endproc\n"
"	.end	\\name\n"
"	.endm\n"

#include "routines.def"
"	.set	nomacro\n"
);
