# SPDX-License-Identifier: GPL-3.0-or-later
# Paths counted in cells, in code that can lie anywhere: the sum is the cell's
# address, made where it is needed, and no other register is.

>>> x86_64 instructions

>>> loop.c
int g (int);
int
f (int n, const int *a)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      if (a[i] & 1)
	s += g (i);
      else
	s -= a[i] & 4;
      s ^= i;
    }
  return s;
}

>>> run
$CC -O2 -fPIE $PLUGIN -fplugin-arg-halt-blpp -fplugin-arg-halt-count -S loop.c -o loop.s
# In f: how sums are set and cells added to.  How many there are is the compiler's to
# say.
sed -n '/^f:/,/\.size/s/%r[a-z0-9]*/REG/gp' loop.s | tr '\t' ' ' |
  sed -n 's/^ leaq\{0,1\} [0-9+]*\.LHALT_counters(REG), REG$/lea CELL, REG/p
	  s/^ addq $1, [0-9-]*(REG\(.*\))$/addq $1, N(REG\1)/p' | sort -u

>>> out
addq $1, N(REG)
lea CELL, REG
