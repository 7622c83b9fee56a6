# SPDX-License-Identifier: GPL-3.0-or-later
# A sequence of statements with more paths than can be counted: it is halved until each part
# has few enough, 54 to 62 bits of them.  In a function of more than 4,096 blocks, and in no
# other, GCC does not look for chains that are to be vectors.

>>> run
# sequence N: N statements.
sequence ()
{
  echo 'void h (int); void f (volatile int *a) {'
  for i in $(seq $1); do echo "  if (a[$i]) h ($i);"; done
  echo '}'
}
sequence 9000 >f.c
$CC -O0 $PLUGIN $(arg blpp dump=label) -S -o f.s f.c 2>&1 | grep -c path_sum_read
sequence 2100 >g.c
echo 'int small (int *a) { int s = 0; for (int i = 0; i < 9; i++) if (a[i]) s += i; return s; }' >>g.c
case $($CC -dumpmachine) in
  x86_64*) $CC -O2 $PLUGIN $(arg blpp) -fdump-rtl-stv -S -o g.s g.c && cat g*.stv? ;;
  *) echo "Function small" ;;
esac | grep -o "Function [a-z]*" | sort -u
>>> out
512
Function small
