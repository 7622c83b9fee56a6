# SPDX-License-Identifier: GPL-3.0-or-later
# The hostile routines of the other tests do notice a bad call, and do destroy
# what they say.

>>> x86_64 what it compiles

>>> calls.c
#include <stdio.h>
#include <stdlib.h>

extern void _record_cbr (unsigned long, unsigned long);

static void
misaligned (void)
{
  asm volatile ("and $-16, %%rsp\n\tsub $8, %%rsp\n\txor %%edi, %%edi\n\t"
		"xor %%esi, %%esi\n\tcall _record_cbr" ::: "memory");
}

static void
direction (void)
{
  asm volatile ("and $-16, %%rsp\n\tstd\n\txor %%edi, %%edi\n\t"
		"xor %%esi, %%esi\n\tcall _record_cbr" ::: "memory");
}

static void
x87 (void)
{
  asm volatile ("and $-16, %%rsp\n\tfld1\n\txor %%edi, %%edi\n\t"
		"xor %%esi, %%esi\n\tcall _record_cbr" ::: "memory");
}

/* How many of the caller-saved registers keep their value.  */
static int
kept (void)
{
  int n = 0;
#define GENERAL(r)							\
  {									\
    long v = 0x1234567;							\
    asm volatile ("mov %%rsp, %%rbx\n\tand $-16, %%rsp\n\t"		\
		  "xor %%edi, %%edi\n\txor %%esi, %%esi\n\t"		\
		  "mov %0, %%r12\n\tmov %0, %%" #r "\n\t"		\
		  "xor %%edi, %%edi\n\tcall _record_cbr\n\t"		\
		  "mov %%rbx, %%rsp\n\tsub %%r12, %%" #r "\n\t"		\
		  "mov %%" #r ", %0"					\
		  : "+S" (v) :: "rax", "rcx", "rdx", "rdi", "r8", "r9",	\
		    "r10", "r11", "rbx", "r12", "memory", "cc");	\
    n += !v;								\
  }
  GENERAL (rax) GENERAL (rcx) GENERAL (rdx) GENERAL (r8) GENERAL (r9)
  GENERAL (r10) GENERAL (r11)
#define VECTOR(r)							\
  {									\
    double v = 7;							\
    asm volatile ("mov %%rsp, %%rbx\n\tand $-16, %%rsp\n\t"		\
		  "xor %%edi, %%edi\n\txor %%esi, %%esi\n\t"		\
		  "movsd %0, %%xmm" #r "\n\tcall _record_cbr\n\t"	\
		  "mov %%rbx, %%rsp\n\tmovsd %%xmm" #r ", %0"		\
		  : "+m" (v) :: "rax", "rcx", "rdx", "rsi", "rdi", "r8", \
		    "r9", "r10", "r11", "rbx", "memory", "cc");		\
    n += v == 7;							\
  }
  VECTOR (0) VECTOR (1) VECTOR (7) VECTOR (8) VECTOR (15)
  return n;
}

int
main (int argc, char **argv)
{
  (void) argc;
  switch (argv[1][0])
    {
    case 'm': misaligned (); break;
    case 'd': direction (); break;
    case 'x': x87 (); break;
    case 'c': _record_cbr (2, 0); break;
    case 'i': _record_cbr (0, -1ul); break;
    case 'k': printf ("%d kept\n", kept ()); break;
    }
  return 0;
}

>>> run
hostile
$CC -O2 -mno-red-zone -fno-omit-frame-pointer calls.c hostile.o -o calls
for bad in m d x c i k; do
  sh -c 'HALT_EVENTS=events ./calls '$bad' >log 2>&1 || echo "exit $?" >>log' 2>/dev/null
  grep -v Aborted log
done
tail -n 1 events

>>> out
hostile: stack not aligned as at a call
exit 134
hostile: direction flag set
exit 134
hostile: x87 stack not empty
exit 134
hostile: condition neither 0 nor 1
exit 134
hostile: no such id
exit 134
0 kept
12
