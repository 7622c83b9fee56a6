/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Atomic operations of each size, read-modify-write operations, exchanges,
   compare and exchange that succeeds and fails; volatile.  */
/* test: events -O2 */
/* test: steps */
/* Without optimisation a locked sequence of Alpha's is one instruction to GCC.  On RISC-V it
   calls libatomic for bytes, and has other blocks.  */
/* test: not alpha/steps-atomics-O0 riscv64/streams-atomics */

#include <stdatomic.h>
#include <stdio.h>

#ifdef __SIZEOF_INT128__
typedef __int128 widest;
#else
typedef long long widest;
#endif

static _Atomic char a8 = 1;
static _Atomic short a16 = 2;
static _Atomic int a32 = 3;
static _Atomic long long a64 = 4;
static _Atomic unsigned flags;
static double real = 0.5;
static int plain[8];
static long long wide[4];
static short narrow[4];
static unsigned char bytes[8];
static volatile int hot;

__attribute__ ((noinline)) static long
exchange (int k)
{
  long long old = atomic_exchange (&a64, k);
  old += atomic_exchange (&a8, k) + atomic_exchange (&a16, k);
  int expected = k % 3 ? atomic_load (&a32) : -1;
  if (atomic_compare_exchange_strong (&a32, &expected, k))
    old += 1000;
  long long other = 7;
  while (!atomic_compare_exchange_weak (&a64, &other, other * 3 + 1))
    old++;
  short e16 = k;
  char e8 = 5;
  old += atomic_compare_exchange_strong (&a16, &e16, 9);
  return old + atomic_compare_exchange_strong (&a8, &e8, 9) + expected;
}

__attribute__ ((noinline)) static long
fetch (int k)
{
  long r = atomic_fetch_add (&a32, k) + atomic_fetch_sub (&a64, 3);
  atomic_fetch_add (&a8, 1);
  atomic_fetch_or (&a16, k);
  r += atomic_fetch_and (&flags, ~(1u << k % 32));
  r += atomic_fetch_xor (&a16, 5);
  if (atomic_fetch_or (&flags, 8) & 8)
    r++;
  if (atomic_fetch_sub (&a32, 1) == 1)
    r += 2;
  double old = real, new;
  do
    new = old + 0.25;
  while (!__atomic_compare_exchange (&real, &old, &new, 0, __ATOMIC_SEQ_CST,
				     __ATOMIC_SEQ_CST));
  atomic_store (&a8, r);
  return r;
}

__attribute__ ((noinline)) static void
modify (int k)
{
  plain[k & 7] += k;
  plain[(k + 1) & 7]++;
  plain[(k + 2) & 7] = ~plain[(k + 2) & 7];
  plain[(k + 3) & 7] <<= k & 3;
  plain[(k + 4) & 7] ^= 0x55;
  wide[k & 3] -= 12;
  wide[(k + 1) & 3] = -wide[(k + 1) & 3];
  wide[(k + 2) & 3] |= 1ll << 40;
  narrow[k & 3] += 300;
  narrow[(k + 1) & 3] >>= 1;
  bytes[k & 7]--;
  bytes[(k + 1) & 7] &= 0x7e;
  bytes[(k + 2) & 7] = plain[k & 7] > wide[k & 3];
  hot += k;
  hot = hot;
  widest big = (widest) wide[k & 3] * wide[(k + 1) & 3];
  wide[(k + 3) & 3] += (long long) (big >> 3) + (plain[0] == 0);
}


int
main (void)
{
  long sum = 0;
  for (int k = 0; k < 50; k++)
    {
      sum += exchange (k) + fetch (k);
      modify (k);
      sum += plain[k & 7] + wide[k & 3] + narrow[k & 3] + bytes[k & 7];
      atomic_thread_fence (memory_order_seq_cst);
      __builtin_prefetch (&plain[k & 7]);
    }
  printf ("%ld %.2f %d\n", sum, real, hot);
  return 0;
}
