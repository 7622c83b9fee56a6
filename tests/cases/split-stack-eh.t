# SPDX-License-Identifier: GPL-3.0-or-later
# With -fsplit-stack the stack stands as it does in the body where control comes
# in from elsewhere: landing pads, nonlocal labels.

>>> x86_64 what it compiles

>>> prog.cc
#include <cstdio>
#include <string>

struct guard { int *n; ~guard () { ++*n; } };

__attribute__ ((noinline)) static int
thrower (int n)
{
  if (n % 3 == 0)
    throw n;
  return n * 2;
}

__attribute__ ((noinline)) static int
middle (int n, int *count)
{
  guard g = { count };
  int local[5] = { n, 1, 2, 3, 4 };
  asm volatile ("" :: "r" (local) : "memory");
  try
    {
      return thrower (n) + local[n % 5];
    }
  catch (int k)
    {
      return k + local[2] + *count;
    }
}

int
main ()
{
  int count = 0, sum = 0;
  for (int i = 0; i < 20; i++)
    sum += middle (i, &count);
  std::printf ("%d %d\n", count, sum);
}

>>> run
hostile
for level in -O0 -O2 -Os; do
  for side in plain hostile; do
    if [ $side = plain ]; then
      $CXX $level -fsplit-stack prog.cc -o $side
    else
      $CXX $level -fsplit-stack $PLUGIN $(arg bb load store cbr) prog.cc hostile.o -o $side
    fi
    code ./$side
  done
done

>>> out
20 436
20 436
20 436
20 436
20 436
20 436
