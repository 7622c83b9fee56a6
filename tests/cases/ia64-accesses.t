# SPDX-License-Identifier: GPL-3.0-or-later
# What IA-64's loads and stores report of volatile objects, predicated ones and such
# whose addresses step on, too, is what the program says, as at=gimple on this
# machine; and nothing of the global offset table.

>>> prog.c
#define N __attribute__ ((noipa))
struct arena
{
  volatile char c[64];
  volatile short s[64];
  volatile int i[64];
  volatile long l[64];
  volatile float f[64];
  volatile double d[64];
} A __attribute__ ((aligned (64)));

N int
choose (int n, int k)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    if (A.i[i] > k)
      A.s[i] = A.c[i];
    else if (A.c[i] & 1)
      s += A.l[i];
  return s;
}

N void
fill (volatile char *p, int n)
{
  while (n--)
    *p++ = n;
}

N int
sum (volatile short *p, int n)
{
  int s = 0;
  while (n--)
    s += *p++;
  return s;
}

N void
steps (volatile int *p, volatile long *q, int n)
{
  int s = 0;
  for (; n; n--, p += 3, q--)
    {
      if (*p)
	s++;
      *q = s;
    }
}

N void
numbers (volatile float *p, volatile double *q, int n, int m)
{
  for (int i = 0; i < n; i += m)
    {
      float x = p[i];
      if (x > 2)
	q[i] = x;
      p[i] = x + 1;
    }
}

N int
branches (int a, int b)
{
  int r = 0;
  if (a)
    r = A.i[3];
  if (b)
    A.i[4] = r;
  if (a > b)
    A.l[5] = a;
  if (a == b)
    r += A.c[6];
  return r;
}

N void
stride (volatile int *p, int by, int n)
{
  for (int i = 0; i < n; i++, p += by)
    *p = i;
}

N int
atomic (volatile int *p, int n)
{
  int s = 0;
  for (int i = n; i-- > 0;)
    {
      A.i[i] = s;
      s += __sync_fetch_and_add (&A.i[40], 1);
      s += A.i[p[i] & 7];
    }
  return s;
}

N int
select (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      int c = A.c[i & 31];
      s += c > 3 ? A.s[c] : c < -3 ? A.i[-c] : 0;
      if (c == 2 || A.l[i & 31] > 9)
	A.d[i & 31] = c;
    }
  return s;
}

int
main (void)
{
  for (int i = 0; i < 64; i++)
    {
      A.i[i] = i * 7 % 11;
      A.c[i] = i * 5 % 13 - 6;
      A.l[i] = i % 17;
    }
  choose (20, 5);
  fill (A.c, 9);
  sum (A.s, 9);
  steps (A.i, A.l + 20, 12);
  numbers (A.f, A.d, 30, 3);
  for (int i = 0; i < 9; i++)
    branches (i / 3, i % 3);
  atomic (A.i, 20);
  stride (A.i, 3, 9);
  stride (A.i + 40, -2, 9);
  select (60);
  return 0;
}

>>> routine.c
#include <stdio.h>

extern char A[];

static void
event (char kind, long bytes, unsigned long ea)
{
  unsigned long offset = ea - (unsigned long) A;
  if (offset < 64 * 27)
    printf ("%c %ld %lu\n", kind, bytes, offset);
}

void _record_load (long bytes, unsigned long ea, unsigned long id) { event ('l', bytes, ea); }
void _record_store (long bytes, unsigned long ea, unsigned long id) { event ('s', bytes, ea); }

>>> run
kinds=$(arg load store)
$CC -O2 -c routine.c
$CC -w -O1 $PLUGIN $kinds $(arg at=gimple) prog.c routine.o -o here
./here >expected
machine ia64
$CC -O2 -c routine.c
for o in -O0 -O1 -O2 -O3 -Os "-O2 -fPIC" "-O3 -funroll-loops -fmodulo-sched" \
  "-O2 -mregister-names" "-O2 -fselective-scheduling2 -msched-br-data-spec"; do
  $CC -w $o $PLUGIN $kinds prog.c routine.o -o prog
  code $RUN ./prog >events
  same expected events
done
awk 'END { print (NR > 600) }' expected

>>> out
1
