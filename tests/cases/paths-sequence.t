# SPDX-License-Identifier: GPL-3.0-or-later
# A sequence of statements with more paths than can be counted: it is halved until each part
# has few enough, 54 to 62 bits of them.

>>> run
{ echo 'void h (int); void f (volatile int *a) {'
  for i in $(seq 9000); do echo "  if (a[$i]) h ($i);"; done
  echo '}'; } >f.c
$CC -O0 $PLUGIN $(arg blpp dump=label) -S -o f.s f.c 2>&1 | grep -c path_sum_read
>>> out
512
