/* SPDX-License-Identifier: MIT */
/* What the routines of runtime/known/record.c call where there is no room for an event:
   a function that may change what any function may, and nothing is changed.  */

#include "runtime/runtime.h"

/* The components of the state that functions change: x87, SSE, AVX, masks, the upper
   halves and the upper half of the registers of AVX-512.  */
#define COMPONENTS "0xe7"
enum
{
  HEADER = 576,			/* the first two, and what says which are there */
  FIRST = 2,
  END = 8
};

/* What the processor says of leaf A, C: registers a to d.  */
struct answer
{
  unsigned int a, b, c, d;
};

static struct answer
ask (unsigned int a, unsigned int c)
{
  struct answer is = { a, 0, c, 0 };
  __asm__("cpuid" : "+a"(is.a), "=b"(is.b), "+c"(is.c), "=d"(is.d));
  return is;
}

/* The bytes that `xsave' needs for those, or 0 if there is none.  */
static __attribute__ ((used)) unsigned int
area_size (void)
{
  static unsigned int known = 1;
  unsigned int size = 0;
  if (known != 1)
    return known;
  if (ask (1, 0).c & 1u << 27)
    {
      size = HEADER;
      for (unsigned int i = FIRST; i < END; i++)
	{
	  struct answer is = ask (13, i);
	  if (is.a + is.b > size)
	    size = is.a + is.b;
	}
    }
  return known = size;
}

/* On the stack there is, over the address to return to, that of the function; its
   arguments are where they were.  */
__asm__("\t.text\n\t.globl\t__halt_keep\n\t.hidden\t__halt_keep\n"
	"\t.type\t__halt_keep, @function\n"
	"__halt_keep:\n\t.cfi_startproc\n\t.cfi_def_cfa_offset\t16\n"
	"\tpushq\t%rbp\n\t.cfi_def_cfa_offset\t24\n\t.cfi_offset\t%rbp, -24\n"
	"\tmovq\t%rsp, %rbp\n\t.cfi_def_cfa_register\t%rbp\n"
	"\tpushq\t%rax\n\tpushq\t%rcx\n\tpushq\t%rdx\n\tpushq\t%rsi\n"
	"\tpushq\t%rdi\n\tpushq\t%r8\n\tpushq\t%r9\n\tpushq\t%r10\n"
	"\tpushq\t%r11\n\tpushq\t%rbx\n\t.cfi_offset\t%rbx, -104\n"
	"\tandq\t$-64, %rsp\n\tcld\n\tcall\tarea_size\n\tmovl\t%eax, %ebx\n"
	"\ttestl\t%eax, %eax\n\tjne\t1f\n"
	"\tsubq\t$512, %rsp\n\tfxsave64\t(%rsp)\n\tjmp\t2f\n"
	"1:\tsubq\t%rax, %rsp\n\tandq\t$-64, %rsp\n"
	"\tleaq\t512(%rsp), %rdi\n\txorl\t%eax, %eax\n\tmovl\t$8, %ecx\n"
	"\trep stosq\n"
	"\tmovl\t$" COMPONENTS ", %eax\n\txorl\t%edx, %edx\n\txsave64\t(%rsp)\n"
	"2:\tmovq\t-24(%rbp), %rdx\n\tmovq\t-32(%rbp), %rsi\n"
	"\tmovq\t-40(%rbp), %rdi\n\tcall\t*8(%rbp)\n"
	"\ttestl\t%ebx, %ebx\n\tjne\t3f\n\tfxrstor64\t(%rsp)\n\tjmp\t4f\n"
	"3:\tmovl\t$" COMPONENTS
	", %eax\n\txorl\t%edx, %edx\n\txrstor64\t(%rsp)\n"
	"4:\tleaq\t-80(%rbp), %rsp\n\tpopq\t%rbx\n\t.cfi_restore\t%rbx\n"
	"\tpopq\t%r11\n\tpopq\t%r10\n\tpopq\t%r9\n\tpopq\t%r8\n"
	"\tpopq\t%rdi\n\tpopq\t%rsi\n\tpopq\t%rdx\n\tpopq\t%rcx\n"
	"\tpopq\t%rax\n\tpopq\t%rbp\n\t.cfi_def_cfa\t%rsp, 16\n"
	"\t.cfi_restore\t%rbp\n"
	"\tleaq\t8(%rsp), %rsp\n\t.cfi_def_cfa_offset\t8\n\tret\n"
	"\t.cfi_endproc\n\t.size\t__halt_keep, .-__halt_keep");
