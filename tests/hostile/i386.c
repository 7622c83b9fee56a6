/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The i386 half of hostile.c: see there.

   Destroyed are the three caller-saved general registers, the six arithmetic
   flags, every vector and mask register the processor has in this mode, the
   x87 and MMX registers, and the stack from 128 bytes below the stack pointer
   upwards to the return address, and above that the arguments: they are the
   called function's.  */

#include "hostile.h"

/* Which vector registers there are: 0 xmm, 1 ymm, 2 zmm and masks.  */
__attribute__ ((visibility ("hidden"))) int hostile_width;

__attribute__ ((constructor)) static void
find_width (void)
{
  __builtin_cpu_init ();
  hostile_width = __builtin_cpu_supports ("avx512f") ? 2
		  : __builtin_cpu_supports ("avx") ? 1 : 0;
}

asm (
"	.text\n"

/* The frame: 0-11 the arguments again, 16-43 the x87 environment, 44-299 junk,
   the return address is at 300, the arguments are at 304.  Flags are set all
   or none, without a pattern that a loop could be in step with.  */
"	.macro	hostile name, event, words\n"
"	.globl	\\name\n"
"	.type	\\name, @function\n"
"\\name:\n"
"	.cfi_startproc\n"
"	sub	$300, %esp\n"
"	.cfi_adjust_cfa_offset 300\n"
"	mov	$0, %eax\n"
"	test	$15, %esp\n"
"	jnz	9f\n"
"	pushfl\n"
"	.cfi_adjust_cfa_offset 4\n"
"	popl	%edx\n"
"	.cfi_adjust_cfa_offset -4\n"
"	mov	$1, %eax\n"
"	test	$0x400, %edx\n"
"	jnz	9f\n"
"	fnstenv	16(%esp)\n"
"	mov	$2, %eax\n"
"	cmpw	$0xffff, 24(%esp)\n"
"	jne	9f\n"
"	.rept	8\n"
"	fldpi\n"
"	.endr\n"
"	fldenv	16(%esp)\n"
"	.irp	at,0,4,8\n"
"	mov	304+\\at(%esp), %eax\n"
"	mov	%eax, \\at(%esp)\n"
"	.endr\n"
"	call	\\event\n"
"	mov	$(128 + 300) / 4, %ecx\n"
"5:	movl	$0xdeaddead, -132(%esp,%ecx,4)\n"
"	dec	%ecx\n"
"	jnz	5b\n"
"	mov	$\\words, %ecx\n"
"6:	dec	%ecx\n"
"	js	7f\n"
"	movl	$0xdeaddead, 304(%esp,%ecx,4)\n"
"	jmp	6b\n"
"7:	call	8f\n"
"8:	.cfi_adjust_cfa_offset 4\n"
"	popl	%edx\n"
"	.cfi_adjust_cfa_offset -4\n"
"	cmpl	$1, hostile_width - 8b(%edx)\n"
"	jl	1f\n"
"	jg	2f\n"
"	.irp	r,0,1,2,3,4,5,6,7\n"
"	vcmptrueps %ymm\\r, %ymm\\r, %ymm\\r\n"
"	.endr\n"
"	jmp	3f\n"
"1:\n"
"	.irp	r,0,1,2,3,4,5,6,7\n"
"	pcmpeqd	%xmm\\r, %xmm\\r\n"
"	.endr\n"
"	jmp	3f\n"
"2:\n"
"	.irp	r,0,1,2,3,4,5,6,7\n"
"	vpternlogd $0xff, %zmm\\r, %zmm\\r, %zmm\\r\n"
"	kxnorw	%k\\r, %k\\r, %k\\r\n"
"	.endr\n"
"3:\n"
"	imul	$0x9e3779b1, hostile_events - 8b(%edx), %eax\n"
"	pushfl\n"
"	.cfi_adjust_cfa_offset 4\n"
"	andl	$~0x8d5, (%esp)\n"
"	test	$0x80000000, %eax\n"
"	jz	4f\n"
"	orl	$0x8d5, (%esp)\n"
"4:\n"
"	mov	$0xdead0001, %eax\n"
"	mov	$0xdead0002, %ecx\n"
"	mov	$0xdead0003, %edx\n"
"	popfl\n"
"	.cfi_adjust_cfa_offset -4\n"
"	lea	300(%esp), %esp\n"
"	.cfi_adjust_cfa_offset -300\n"
"	ret\n"
"	.cfi_adjust_cfa_offset 300\n"
"9:	cld\n"
"	and	$-16, %esp\n"
"	sub	$12, %esp\n"
"	push	%eax\n"
"	call	hostile_bad\n"
"	.cfi_endproc\n"
"	.size	\\name, . - \\name\n"
"	.endm\n"

#include "routines.def"
);
