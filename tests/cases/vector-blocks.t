# SPDX-License-Identifier: GPL-3.0-or-later
# Machines with vector modes of several registers.

>>> prog.c
double f (double x, int n, int *p)
{
  for (int i = 0; i < n; i++)
    if (p[i] > 3)
      x = x * 2 + p[i];
    else
      x -= p[i];
  return x;
}

>>> run
$CC -march=knm -E -x c /dev/null >/dev/null 2>&1 || skip "a compiler without -march=knm"
$CC -O2 -march=knm $PLUGIN $(arg cbr dump=pot) -c prog.c 2>&1 | grep -o "vector=[0-9]*" | sort -u

>>> out
vector=64
