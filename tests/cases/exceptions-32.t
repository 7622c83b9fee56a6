# SPDX-License-Identifier: GPL-3.0-or-later
# The stack stands right in landing pads when the prologue's last adjustment was
# merged with that for the first arguments.

>>> x86_64 what it compiles

>>> prog.cc
extern "C" int printf (const char *, ...);

struct guard { int *n; ~guard () { ++*n; } };

__attribute__ ((noipa)) int
thrower (int a, int b, int c)
{
  if (a % 3 == 0)
    throw a;
  return a * 2 + b + c;
}

__attribute__ ((noipa)) int
middle (int n, int *count)
{
  guard g = { count };
  int local[5] = { n, 1, 2, 3, 4 };
  asm volatile ("" :: "r" (local) : "memory");
  try
    {
      return thrower (n, 1, 2) + local[n % 5];
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
  printf ("%d %d\n", count, sum);
}

>>> run
LANGUAGE=$CXX
for machine in -m64 -m32; do
  rm -f hostile.o
  hostile $machine
  $CXX $machine prog.cc -o prog 2>/dev/null || skip "no C++ library for $machine"
  for level in -O0 -O1 -O2 -Os; do
    $CXX $machine $level $PLUGIN $(arg bb load store cbr entry exit) prog.cc hostile.o -o prog
    code ./prog
  done
done

>>> out
20 475
20 475
20 475
20 475
20 475
20 475
20 475
20 475
