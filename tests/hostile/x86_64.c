/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The x86-64 half of hostile.c: see there.

   Destroyed are the nine caller-saved general registers, the six arithmetic
   flags, every vector and mask register the processor has, the x87 and MMX
   registers, and the stack from 128 bytes below the stack pointer upwards to
   the return address.  */

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

/* The frame: 0-27 the x87 environment, 32-287 junk, the return address is at
   296.  Flags are set all or none, without a pattern that a loop could be in
   step with.  */
"	.macro	hostile name, event, words\n"
"	.globl	\\name\n"
"	.type	\\name, @function\n"
"\\name:\n"
"	.cfi_startproc\n"
"	sub	$296, %rsp\n"
"	.cfi_adjust_cfa_offset 296\n"
"	mov	$0, %eax\n"
"	test	$15, %spl\n"
"	jnz	9f\n"
"	pushfq\n"
"	.cfi_adjust_cfa_offset 8\n"
"	popq	%r11\n"
"	.cfi_adjust_cfa_offset -8\n"
"	mov	$1, %eax\n"
"	test	$0x400, %r11d\n"
"	jnz	9f\n"
"	fnstenv	(%rsp)\n"
"	mov	$2, %eax\n"
"	cmpw	$0xffff, 8(%rsp)\n"
"	jne	9f\n"
"	.rept	8\n"
"	fldpi\n"
"	.endr\n"
"	fldenv	(%rsp)\n"
"	call	\\event\n"
"	mov	$0xdeaddeaddeaddead, %rax\n"
"	lea	-128(%rsp), %rdi\n"
"	mov	$(128 + 296) / 8, %ecx\n"
"	rep stosq\n"
"	cmpl	$1, hostile_width(%rip)\n"
"	jl	1f\n"
"	jg	2f\n"
"	.irp	r,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n"
"	vcmptrueps %ymm\\r, %ymm\\r, %ymm\\r\n"
"	.endr\n"
"	jmp	3f\n"
"1:\n"
"	.irp	r,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n"
"	pcmpeqd	%xmm\\r, %xmm\\r\n"
"	.endr\n"
"	jmp	3f\n"
"2:\n"
"	.irp	r,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n"
"	vpternlogd $0xff, %zmm\\r, %zmm\\r, %zmm\\r\n"
"	.endr\n"
"	.irp	r,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n"
"	vpternlogd $0xff, %zmm\\r, %zmm\\r, %zmm\\r\n"
"	.endr\n"
"	.irp	r,0,1,2,3,4,5,6,7\n"
"	kxnorw	%k\\r, %k\\r, %k\\r\n"
"	.endr\n"
"3:\n"
"	imul	$0x9e3779b1, hostile_events(%rip), %eax\n"
"	pushfq\n"
"	.cfi_adjust_cfa_offset 8\n"
"	andq	$~0x8d5, (%rsp)\n"
"	test	$0x80000000, %eax\n"
"	jz	4f\n"
"	orq	$0x8d5, (%rsp)\n"
"4:\n"
"	mov	$0xdead0001dead0001, %rax\n"
"	mov	$0xdead0002dead0002, %rcx\n"
"	mov	$0xdead0003dead0003, %rdx\n"
"	mov	$0xdead0004dead0004, %rsi\n"
"	mov	$0xdead0005dead0005, %rdi\n"
"	mov	$0xdead0006dead0006, %r8\n"
"	mov	$0xdead0007dead0007, %r9\n"
"	mov	$0xdead0008dead0008, %r10\n"
"	mov	$0xdead0009dead0009, %r11\n"
"	popfq\n"
"	.cfi_adjust_cfa_offset -8\n"
"	lea	296(%rsp), %rsp\n"
"	.cfi_adjust_cfa_offset -296\n"
"	ret\n"
"	.cfi_adjust_cfa_offset 296\n"
"9:	cld\n"
"	mov	%eax, %edi\n"
"	and	$-16, %rsp\n"
"	call	hostile_bad\n"
"	.cfi_endproc\n"
"	.size	\\name, . - \\name\n"
"	.endm\n"

#include "routines.def"
);
