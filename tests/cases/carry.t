# SPDX-License-Identifier: GPL-3.0-or-later
# Where 64 bits cannot be added to at once, the routines add to both halves: the second
# when the first is full.  No event of a test is the 2^32nd; here counters begin before.

>>> carry.c
#include <stdio.h>
#include "runtime/record.h"
static uint64_t n[] = { 0xffffffff, 0xfffffffe, 0x1fffffffful, 0xffffffff };
int
main (void)
{
  halt_add (n, 1);
  halt_add (n + 1, 1);
  halt_add (n + 2, 5);
  halt_add (n + 3, 0xffffffff);
  for (int i = 0; i < 4; i++)
    printf ("%llx\n", (unsigned long long) n[i]);
}

>>> run
echo 'int main (void) { }' | $CC -m32 -x c - -o m32 2>/dev/null || skip "$CC has no -m32"
# As on a machine that is no x86 and has no such operation.
$CC -m32 -O2 -w -std=c11 -D_GNU_SOURCE -U__i386__ -D__GCC_ATOMIC_LLONG_LOCK_FREE=1 \
  -I"$TESTS/.." -I"$TESTS/../include" carry.c -o carry
./carry

>>> out
100000000
ffffffff
200000004
1fffffffe
