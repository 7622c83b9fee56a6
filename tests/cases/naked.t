# SPDX-License-Identifier: GPL-3.0-or-later
# A naked function has no frame: it is left out, and dump=label says so.

>>> x86_64 what it compiles

>>> a.c
__attribute__ ((naked)) int
naked (int n)
{
  (void) n;
  asm ("test %edi, %edi\n\tjs 1f\n\tmov $5, %eax\n1:\tret");
}

int
main (int argc, char **argv)
{
  (void) argv;
  return argc > 1 ? naked (argc) : 0;
}

>>> run
$CC -O2 -S $PLUGIN $(arg cbr dump=label) a.c -o a.s 2>&1 | grep 'left out'
sed -n '/^naked:/,/size.*naked/p' a.s | grep -c _record_cbr || true
both -O2 a.c

>>> out
left out: function naked: attribute naked: it has no frame
0
