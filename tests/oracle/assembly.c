/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inline assembly before, after and between compares and jumps: flags as an
   output, registers clobbered, barriers.  */
/* test: not alpha/ ia64/ aarch64/ riscv64/ */

#include <stdio.h>

#ifdef __x86_64__
#define MORE "r8", "r9", "r10", "r11",
#else
#define MORE
#endif

volatile unsigned seed = 4711;

__attribute__ ((noinline)) static int
carry (unsigned a, unsigned b)
{
  int c;
  asm ("add %2, %1" : "=@ccc" (c), "+r" (a) : "r" (b));
  if (c)
    return a & 3;
  return a > b ? 5 : 6;
}

__attribute__ ((noinline)) static int
parity (unsigned char x)
{
  int p, s;
  asm ("test %2, %2" : "=@ccp" (p), "=@ccs" (s) : "q" (x));
  if (p && s)
    return 1;
  if (p)
    return 2;
  return s ? 3 : 4;
}

__attribute__ ((noinline)) static int
barrier (int a, int b)
{
  int r = 0;
  for (int i = 0; i < 8; i++)
    {
      asm volatile ("" ::: "memory");
      if (a > b)
	{
	  asm volatile ("" ::: "ax", "cx", "dx", "si", "di", MORE "cc");
	  a -= i;
	}
      else
	b -= 2 * i;
      asm volatile ("xor %0, %0\n\tnot %0" : "=r" (r));
      if (a == b)
	break;
    }
  return a - b + r;
}

__attribute__ ((noinline)) static int
rotate (unsigned x, int n)
{
  asm ("rol %%cl, %0" : "+r" (x) : "c" (n) : "cc");
  return (int) x < 0 ? n : -n;
}

int
main (void)
{
  unsigned s = seed;
  int sum = 0;
  for (int i = 0; i < 400; i++)
    {
      s = s * 1664525 + 1013904223;
      sum += carry (s, s << (i % 7)) + parity (s >> 24)
	     + barrier (s >> 28, s >> 16 & 15) + rotate (s, i % 32);
    }
  printf ("%d\n", sum);
  return 0;
}
