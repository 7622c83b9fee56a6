# SPDX-License-Identifier: GPL-3.0-or-later
# A dump changes no code: how an address reads is needed without one too, where
# a multiway branch counts at the read of its jump table.

>>> x86_64 what it compiles

>>> f.c
extern int a (int), b (int), c (int), d (int), e (int), f (int);
int total;
int
choose (int way, int x)
{
  total += x;
  switch (way)
    {
    case 0: return a (x);
    case 1: return b (x);
    case 2: return c (x);
    case 3: return d (x);
    case 4: return e (x);
    case 5: return f (x);
    }
  return x;
}

>>> run
for options in -fpie -fno-pie "-m32 -fpie" "-m32 -fno-pie"; do
  for kinds in "mbr cbr count" "mbr cbr load store entry exit bb"; do
    for dump in "" dump=label dump=pot; do
      $CC -O2 $options $PLUGIN $(arg $kinds $dump) -S f.c -o "f${dump#*=}.s" 2>dump
    done
    same f.s flabel.s
    same f.s fpot.s
  done
done

>>> out
