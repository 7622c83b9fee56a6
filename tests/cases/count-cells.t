# SPDX-License-Identifier: GPL-3.0-or-later
# count takes few cells, and adds to cells that are seldom added to.  A
# flow graph whose end leads back to its beginning has edges - blocks + 1
# independent flows, and each needs a cell; a way out of a loop is hardly ever
# taken, and what is RARE neither.  What all cells come to is how often something
# was added, be it to the register of a loop.  It is done where no flags need to be
# kept, and off the ways that are often gone.  A loop with free registers counts its
# turns, not a way over a part of it, to which it would have to jump.

>>> x86_64 what it compiles

>>> f.c
#define RARE(x) __builtin_expect (x, 0)
#define NOT_OURS __attribute__ ((no_instrument_function))
extern int other (int);
static volatile int a, b, c;

#if defined straight
int f (int n) { return n * 3; }
#elif defined choice
int f (int n) { if (RARE (n == 7)) a++; else b += n; return n; }
#elif defined choices
int
f (int n)
{
  if (RARE (n == 7)) a++; else b += n;
  if (RARE (n == 8)) b++; else c ^= n;
  if (RARE (n == 9)) c++; else a -= n;
  return n;
}
#elif defined loop
int
f (int n)
{
  for (int i = 0; i < 20; i++)
    if (RARE ((i ^ n) == 7)) a++; else b += i;
  return a;
}
#elif defined loops
int
f (int n)
{
  for (int i = 0; i < 10; i++)
    {
      for (int j = 0; j < 10; j++)
	if (RARE ((i ^ j) == 7)) a++; else b += j;
      c ^= n;
    }
  return b;
}
#elif defined way_out
/* Four branches.  */
int
f (int n)
{
  for (int i = 0; i < 100; i++)
    {
      a += i;
      if (RARE (a == n)) return 1;
      b ^= a;
      if (RARE (b == n)) return 2;
      c -= b;
      if (RARE (c == n)) return 3;
    }
  return 4;
}
#elif defined skips
/* Its ways out lead to where another way leads, too.  */
int
f (int n)
{
  if (RARE (n == 7))
    goto out;
  a++;
  if (RARE (n == a))
    goto out;
  b++;
out:
  c--;
  return n;
}
#elif defined many_ways
int
f (int n)
{
  switch (n % 8)
    {
    case 0: a++; break;
    case 1: b++; break;
    case 2: c++; break;
    case 3: a--; break;
    case 4: b--; break;
    case 5: c--; break;
    case 6: a = b; break;
    default: b = c;
    }
  return n;
}
#elif defined gotos
/* Which way a computed goto goes is not known: each of its targets has a cell,
   but what begins is what ends.  */
int
f (int n)
{
  static void *const to[] = { &&more, &&less, &&done, &&done };
  goto *to[n & 3];
more:
  a++;
  goto *to[(a ^ n) & 3];
less:
  b--;
  goto *to[(b ^ n) & 3];
done:
  return n;
}
#elif defined returns
/* Who calls what returns for certain needs no other cell behind it.  */
static __attribute__ ((noipa)) int leaf (int n) { return n * 5; }
int f (int n) { return leaf (n) + leaf (n + 1); }
#elif defined calls
/* These may not come back.  What is between them is not wanted.  */
int f (int n) { return other (n) + other (n + 1); }
#endif

NOT_OURS unsigned long
additions (unsigned n)
{
  const unsigned long *cell;
  unsigned long sum = 0;
  asm ("leaq .LHALT_counters(%%rip), %0" : "=r" (cell));
  while (n-- > 0)
    sum += cell[n];
  return sum + 0 * (a + b + c);
}

>>> over.c
int
f (const float *x, float y, const int *from, int *to, int n)
{
  for (int i = 0; i < n; i++)
    to[i] = x[i] >= y ? from[i] : 0;
  return n;
}

>>> main.c
#include <stdio.h>
#include <stdlib.h>
extern int f (int);
extern unsigned long additions (unsigned n);
int other (int n) { return n; }

int
main (int argc, char **argv)
{
  unsigned n = argc > 1 ? atoi (argv[1]) : 0;
  for (int i = 0; i < 1000; i++)
    f (i);
  printf ("%u cells, %lu additions\n", n, additions (n));
  return 0;
}

>>> run
$CC -O2 -c main.c
for function in straight choice choices loop loops way_out skips many_ways \
		gotos returns calls; do
  $CC -O1 -fno-if-conversion -fno-if-conversion2 -fno-tree-ch -D$function \
    $PLUGIN $(arg entry exit cbr mbr bb count) -S f.c -o $function.s
  $CC -c $function.s -o f.o
  $CC main.o f.o "$LIBHALT" -o prog
  # 16 bytes: the cell, and what was written of it before.
  size=$(objdump -h f.o | awk '$2 == "halt_cells" { print $3 }' | tail -1)
  echo "$function: $(HALT_FILE=/dev/null ./prog $((0x$size / 16)))"
done
grep -l lahf ./*.s || :
sed -n '/^f:/,/\.size/p' skips.s | awk '
  $1 == "ret" { behind = 1 }
  $1 == "addq" { n[behind + 0]++ }
  $1 == "jmp" { jumps[behind + 0]++ }
  END { print n[0] + 0, jumps[0] + 0, n[1] + 0, jumps[1] + 0 }'
$CC -O2 $PLUGIN $(arg cbr count) -S over.c
echo "over: $(sed -n '/^f:/,/\.size/p' over.s | grep -cw jmp) jumps"

>>> out
straight: 1 cells, 1000 additions
choice: 2 cells, 1000 additions
choices: 4 cells, 1000 additions
loop: 3 cells, 21000 additions
loops: 4 cells, 110000 additions
way_out: 5 cells, 100602 additions
skips: 3 cells, 1000 additions
many_ways: 8 cells, 1000 additions
gotos: 3 cells, 1997 additions
returns: 2 cells, 3000 additions
calls: 2 cells, 2000 additions
1 0 2 2
over: 1 jumps
