/* SPDX-License-Identifier: MIT */
/* What the routines of runtime/known/record.c call where there is no room for an event,
   and those of record/run/hot.c: a function that may change what any function may, and
   nothing is changed.  */

#include "runtime/runtime.h"

#ifdef __aarch64__

#include <sys/auxv.h>

/* Whether there are SVE's registers, which are q0 to q31 and more.  */
static __attribute__ ((used)) unsigned long
has_sve (void)
{
  return getauxval (AT_HWCAP) >> 22 & 1;
}

/* The block, from the stack pointer up: x29 and x30, x0 to x18, NZCV, FPSR, whether there is
   SVE, q0 to q31; below it SVE's.  In x16 is the function, in x17 where the routine returns
   to, in x30 where in the routine this returns to.  */
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
#define SCALABLE(op, kind, numbers) \
  "\t.irp\tat, " numbers "\n\t" op "\t" kind "\\at, [sp, \\at, mul vl]\n\t.endr\n"
#define TO_15 "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15"
#define TO_31 TO_15 ", 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31"
#define SAVE_GENERAL GENERAL ("stp")
#define LOAD_GENERAL GENERAL ("ldp")
#define SAVE_VECTORS VECTORS ("stp")
#define LOAD_VECTORS VECTORS ("ldp")
#define SAVE_SCALABLE \
  "\taddvl\tsp, sp, -32\n" SCALABLE ("str", "z", TO_31) \
  "\taddpl\tsp, sp, -32\n" SCALABLE ("str", "p", TO_15) \
  "\trdffr\tp0.b\n\tstr\tp0, [sp, 16, mul vl]\n"
#define LOAD_SCALABLE \
  "\tldr\tp0, [sp, 16, mul vl]\n\twrffr\tp0.b\n" SCALABLE ("ldr", "p", TO_15) \
  "\taddpl\tsp, sp, 16\n\taddpl\tsp, sp, 16\n" SCALABLE ("ldr", "z", TO_31)

__asm__("\t.text\n\t.globl\t__halt_keep\n\t.hidden\t__halt_keep\n"
	"\t.type\t__halt_keep, %function\n"
	"__halt_keep:\n\t.cfi_startproc\n"
	"\tsub\tsp, sp, " SIZE "\n\t.cfi_def_cfa_offset\t" SIZE "\n"
	"\tstp\tx29, x30, [sp]\n\t.cfi_offset\t29, -" SIZE
	"\n\t.cfi_offset\t30, 8 - " SIZE "\n"
	"\tmov\tx29, sp\n\t.cfi_def_cfa_register\t29\n" SAVE_GENERAL
	"\t.cfi_offset\t17, 152 - " SIZE "\n"
	"\tmrs\tx9, nzcv\n\tstp\tx18, x9, [sp, 160]\n"
	"\tmrs\tx9, fpsr\n\tstr\tx9, [sp, 176]\n" SAVE_VECTORS
	"\tbl\thas_sve\n\tstr\tx0, [x29, 184]\n\tcbz\tx0, 1f\n"
	"\t.arch_extension\tsve\n" SAVE_SCALABLE
	"1:\tldp\tx0, x1, [x29, 16]\n\tldp\tx2, x3, [x29, 32]\n"
	"\tldr\tx16, [x29, 144]\n\tblr\tx16\n"
	"\tldr\tx9, [x29, 184]\n\tcbz\tx9, 2f\n" LOAD_SCALABLE
	"\t.arch_extension\tnosve\n\tmov\tsp, x29\n\tb\t3f\n"
	"2:\n" LOAD_VECTORS "3:\tldr\tx9, [sp, 176]\n\tmsr\tfpsr, x9\n"
	"\tldp\tx18, x9, [sp, 160]\n\tmsr\tnzcv, x9\n" LOAD_GENERAL
	"\t.cfi_restore\t17\n"
	"\tldp\tx29, x30, [sp]\n\t.cfi_restore\t29\n\t.cfi_restore\t30\n"
	"\t.cfi_def_cfa_register\tsp\n"
	"\tadd\tsp, sp, " SIZE "\n\t.cfi_def_cfa_offset\t0\n\tret\n"
	"\t.cfi_endproc\n\t.size\t__halt_keep, .-__halt_keep");

#elif defined __riscv

/* The block, from the stack pointer up: t0, ra, the arguments, t1 to t6, what floating
   point has said, fa0 to fa7, ft0 to ft11.  In t1 is the function, in t0 where in the
   routine this returns to.  */
#define SIZE "304"
#define ALL(general, floating) \
  "\t.irp\tat, 0, 1, 2, 3, 4, 5, 6, 7\n" \
  "\t" general "\ta\\at, 16+8*\\at(sp)\n" \
  "\t" floating "\tfa\\at, 136+8*\\at(sp)\n" \
  "\t" floating "\tft\\at, 200+8*\\at(sp)\n\t.endr\n" \
  "\t.irp\tat, 8, 9, 10, 11\n\t" floating "\tft\\at, 200+8*\\at(sp)\n\t.endr\n" \
  "\t.irp\tat, 2, 3, 4, 5, 6\n\t" general "\tt\\at, 72+8*\\at(sp)\n\t.endr\n"
#define SAVE_ALL ALL ("sd", "fsd")
#define LOAD_ALL ALL ("ld", "fld")

__asm__("\t.text\n\t.globl\t__halt_keep\n\t.hidden\t__halt_keep\n"
	"\t.type\t__halt_keep, @function\n"
	"__halt_keep:\n\t.cfi_startproc\n\t.cfi_return_column\t5\n"
	"\taddi\tsp, sp, -" SIZE "\n\t.cfi_def_cfa_offset\t" SIZE "\n"
	"\tsd\tt0, 0(sp)\n\t.cfi_rel_offset\t5, 0\n"
	"\tsd\tra, 8(sp)\n\t.cfi_rel_offset\t1, 8\n"
	"\tsd\tt1, 80(sp)\n" SAVE_ALL "\tfrflags\tt0\n\tsd\tt0, 128(sp)\n"
	"\tjalr\tt1\n"
	"\tld\tt0, 128(sp)\n\tfsflags\tt0\n" LOAD_ALL
	"\tld\tt1, 80(sp)\n\tld\tra, 8(sp)\n\t.cfi_restore\t1\n"
	"\tld\tt0, 0(sp)\n\t.cfi_restore\t5\n"
	"\taddi\tsp, sp, " SIZE "\n\t.cfi_def_cfa_offset\t0\n\tjr\tt0\n"
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
