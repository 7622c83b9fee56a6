/* SPDX-License-Identifier: MIT */
/* What the routines of runtime/known/record.c call where there is no room for an event:
   a function that may change what any function may, and nothing is changed.  */

#include "runtime/runtime.h"

#ifdef __aarch64__

/* The block, from the stack pointer up: x29 and x30, x0 to x18, NZCV, FPSR, q0 to q31.  In
   x16 is the function, in x17 where the routine returns to, in x30 where in the routine
   this returns to.  */
#define SIZE "704"
#define PAIR(op, kind, one, other, at) \
  "\t" op "\t" kind #one ", " kind #other ", [sp, " #at "]\n"
#define GENERAL(op) \
  PAIR (op, "x", 0, 1, 16) PAIR (op, "x", 2, 3, 32) PAIR (op, "x", 4, 5, 48) \
  PAIR (op, "x", 6, 7, 64) PAIR (op, "x", 8, 9, 80) PAIR (op, "x", 10, 11, 96) \
  PAIR (op, "x", 12, 13, 112) PAIR (op, "x", 14, 15, 128) \
  PAIR (op, "x", 16, 17, 144)
#define VECTORS(op) \
  PAIR (op, "q", 0, 1, 192) PAIR (op, "q", 2, 3, 224) PAIR (op, "q", 4, 5, 256) \
  PAIR (op, "q", 6, 7, 288) PAIR (op, "q", 8, 9, 320) PAIR (op, "q", 10, 11, 352) \
  PAIR (op, "q", 12, 13, 384) PAIR (op, "q", 14, 15, 416) \
  PAIR (op, "q", 16, 17, 448) PAIR (op, "q", 18, 19, 480) \
  PAIR (op, "q", 20, 21, 512) PAIR (op, "q", 22, 23, 544) \
  PAIR (op, "q", 24, 25, 576) PAIR (op, "q", 26, 27, 608) \
  PAIR (op, "q", 28, 29, 640) PAIR (op, "q", 30, 31, 672)

__asm__(
  "\t.text\n\t.globl\t__halt_keep\n\t.hidden\t__halt_keep\n"
  "\t.type\t__halt_keep, %function\n"
  "__halt_keep:\n\t.cfi_startproc\n"
  "\tsub\tsp, sp, " SIZE "\n\t.cfi_def_cfa_offset\t" SIZE "\n"
  "\tstp\tx29, x30, [sp]\n\t.cfi_offset\t29, -" SIZE
  "\n\t.cfi_offset\t30, 8 - " SIZE "\n"
  "\tmov\tx29, sp\n\t.cfi_def_cfa_register\t29\n" GENERAL (
    "stp") "\t.cfi_offset\t17, 152 - " SIZE "\n"
	   "\tmrs\tx9, nzcv\n\tstp\tx18, x9, [sp, 160]\n"
	   "\tmrs\tx9, fpsr\n\tstr\tx9, [sp, 176]\n" VECTORS ("stp") "\tblr\tx16\n" VECTORS (
	     "ldp") "\tldr\tx9, [sp, 176]\n\tmsr\tfpsr, x9\n"
		    "\tldp\tx18, x9, [sp, 160]\n\tmsr\tnzcv, x9\n" GENERAL (
		      "ldp") "\t.cfi_restore\t17\n"
			     "\tldp\tx29, x30, [sp]\n\t.cfi_restore\t29\n\t.cfi_restore\t30\n"
			     "\t.cfi_def_cfa_register\tsp\n"
			     "\tadd\tsp, sp, " SIZE
			     "\n\t.cfi_def_cfa_offset\t0\n\tret\n"
			     "\t.cfi_endproc\n\t.size\t__halt_keep, .-__halt_keep");

#else

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

#endif
