/* SPDX-License-Identifier: MIT */
/* Functions are called on a stack that is large enough, whatever the thread's is, and on
   x86-64 with all registers kept that slow.c leaves alone.  */

#include "runtime/kernel.h"

#include "record/run/record.h"

#define STACK ((size_t) 1 << 18)

#ifdef __x86_64__

/* What is kept lies above the stack.  */
static uint64_t has_xsave;

/* How many bytes that takes.  */
static size_t
area_size (void)
{
  unsigned a = 1, b, c, d;
  __asm__("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d));
  size_t size = 4096;
  has_xsave = c >> 27 & 1;
  if (has_xsave)
    {
      a = 13, c = 0;
      __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
      size += b;
    }
  return size;
}

/* Call FUNCTION with DATA on STACK; XSAVE: there is such an instruction.  */
__attribute__ ((naked, noinline)) static void
call_on (void (*function) (void *) __attribute__ ((unused)),
	 void *data __attribute__ ((unused)),
	 char *stack __attribute__ ((unused)),
	 uint64_t xsave __attribute__ ((unused)))
{
  __asm__("pushq\t%rbx\n\tpushq\t%rbp\n\tpushq\t%r12\n\tpushq\t%r13\n"
	  "\tmovq\t%rsp, %rbp\n\tmovq\t%rdx, %rbx\n\tmovq\t%rcx, %r12\n"
	  "\tmovq\t%rdi, %r13\n\tmovq\t%rsi, %rdi\n\tmovq\t%rdx, %rsp\n"
	  "\tmovl\t$-1, %eax\n\tmovl\t$-1, %edx\n\ttestq\t%r12, %r12\n"
	  "\tje\t1f\n\txsave64\t(%rbx)\n\tjmp\t2f\n1:\tfxsave64\t(%rbx)\n"
	  "2:\tcall\t*%r13\n"
	  "\tmovl\t$-1, %eax\n\tmovl\t$-1, %edx\n\ttestq\t%r12, %r12\n"
	  "\tje\t3f\n\txrstor64\t(%rbx)\n\tjmp\t4f\n3:\tfxrstor64\t(%rbx)\n"
	  "4:\tmovq\t%rbp, %rsp\n\tpopq\t%r13\n\tpopq\t%r12\n"
	  "\tpopq\t%rbp\n\tpopq\t%rbx\n\tret");
}

#else

enum
{
  has_xsave
};

static size_t
area_size (void)
{
  return 0;
}

void __halt_trace_call_on (void (*function) (void *), void *data, char *stack,
			   uint64_t unused);
#define call_on __halt_trace_call_on

__asm__("\t.text\n\t.globl\t__halt_trace_call_on\n"
	"\t.hidden\t__halt_trace_call_on\n"
	"\t.type\t__halt_trace_call_on, %function\n"
	"__halt_trace_call_on:\n\t.cfi_startproc\n"
#if defined __aarch64__
	"\tstp\tx29, x30, [sp, -16]!\n\t.cfi_def_cfa_offset\t16\n"
	"\t.cfi_offset\t29, -16\n\t.cfi_offset\t30, -8\n"
	"\tmov\tx29, sp\n\t.cfi_def_cfa_register\t29\n"
	"\tmov\tx3, x0\n\tmov\tx0, x1\n\tmov\tsp, x2\n\tblr\tx3\n"
	"\tmov\tsp, x29\n\tldp\tx29, x30, [sp], 16\n"
	"\t.cfi_def_cfa\t31, 0\n\t.cfi_restore\t29\n\t.cfi_restore\t30\n"
#else /* RISC-V */
	"\taddi\tsp, sp, -16\n\t.cfi_def_cfa_offset\t16\n"
	"\tsd\tra, 8(sp)\n\tsd\ts0, 0(sp)\n"
	"\t.cfi_offset\t1, -8\n\t.cfi_offset\t8, -16\n"
	"\tmv\ts0, sp\n\t.cfi_def_cfa_register\t8\n"
	"\tmv\tt0, a0\n\tmv\ta0, a1\n\tmv\tsp, a2\n\tjalr\tt0\n"
	"\tmv\tsp, s0\n\tld\ts0, 0(sp)\n\tld\tra, 8(sp)\n"
	"\taddi\tsp, sp, 16\n"
	"\t.cfi_def_cfa\t2, 0\n\t.cfi_restore\t1\n\t.cfi_restore\t8\n"
#endif
	"\tret\n\t.cfi_endproc\n"
	"\t.size\t__halt_trace_call_on, .-__halt_trace_call_on");

#endif

int
__halt_trace_call (void (*function) (void *), void *data)
{
  if (!__halt_trace.stack)
    {
      char *memory = halt_kernel_map (STACK + area_size ());
      if (!memory)
	return 0;
      __halt_trace.stack = memory + STACK;
    }
  call_on (function, data, __halt_trace.stack, has_xsave);
  return 1;
}
