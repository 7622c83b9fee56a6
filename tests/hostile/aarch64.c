/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The AArch64 half of hostile.c: see there.

   Destroyed are the caller-saved registers of both kinds, the upper halves of v8 to v15,
   with SVE all above them, too, predicates and what is said of faults, the flags and the
   stack from 512 bytes below the stack pointer upwards to it.  */

#include <elf.h>

#include "hostile.h"

__attribute__ ((visibility ("hidden"))) int hostile_sve;

__attribute__ ((constructor)) static void
find_sve (int argc, char **argv, char **envp)
{
  (void) argc;
  (void) argv;
  while (*envp)
    envp++;
  for (const Elf64_auxv_t *a = (const void *) (envp + 1); a->a_type; a++)
    if (a->a_type == AT_HWCAP)
      hostile_sve = a->a_un.a_val >> 22 & 1;
}

asm (
"	.text\n"
"	.arch_extension	sve\n"

"	.macro	hostile name, event, words\n"
"	.globl	\\name\n"
"	.type	\\name, %function\n"
"\\name:\n"
"	.cfi_startproc\n"
"	mov	x9, sp\n"
"	tst	x9, 15\n"
"	bne	9f\n"
"	str	x30, [sp, -16]!\n"
"	.cfi_adjust_cfa_offset 16\n"
"	.cfi_rel_offset 30, 0\n"
"	bl	\\event\n"
"	ldr	x30, [sp], 16\n"
"	.cfi_restore 30\n"
"	.cfi_adjust_cfa_offset -16\n"
"	ldr	x0, =0xdeadbeefdeadbeef\n"
"	mov	x1, 64\n"
"	mov	x2, sp\n"
"1:	str	x0, [x2, -8]!\n"
"	subs	x1, x1, 1\n"
"	bne	1b\n"
"	.irp	v,v0.2d,v1.2d,v2.2d,v3.2d,v4.2d,v5.2d,v6.2d,v7.2d,"
"v16.2d,v17.2d,v18.2d,v19.2d,v20.2d,v21.2d,v22.2d,v23.2d,"
"v24.2d,v25.2d,v26.2d,v27.2d,v28.2d,v29.2d,v30.2d,v31.2d\n"
"	dup	\\v, x0\n"
"	.endr\n"
"	.irp	v,v8.d[1],v9.d[1],v10.d[1],v11.d[1],v12.d[1],v13.d[1],v14.d[1],v15.d[1]\n"
"	mov	\\v, x0\n"
"	.endr\n"
"	.irp	r,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18\n"
"	add	x\\r, x0, \\r\n"
"	.endr\n"
"	adrp	x1, hostile_sve\n"
"	ldr	w1, [x1, :lo12:hostile_sve]\n"
"	cbz	w1, 2f\n"
"	.irp	p,p0.b,p1.b,p2.b,p3.b,p4.b,p5.b,p6.b,p7.b,p8.b,p9.b,p10.b,p11.b,"
"p12.b,p13.b,p14.b,p15.b\n"
"	pfalse	\\p\n"
"	.endr\n"
"	wrffr	p0.b\n"
"2:	mov	x1, 0x50000000\n"
"	msr	nzcv, x1\n"
"	ret\n"
"9:	mov	w0, 0\n"
"	and	x9, x9, -16\n"
"	mov	sp, x9\n"
"	bl	hostile_bad\n"
"	.cfi_endproc\n"
"	.size	\\name, .-\\name\n"
"	.endm\n"

#include "routines.def"
);
