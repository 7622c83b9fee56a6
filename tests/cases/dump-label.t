# SPDX-License-Identifier: GPL-3.0-or-later
# dump=label: a line for each point and for what is left out; on standard error,
# or in the pass's own dump file if GCC was asked for that.

>>> a.c
#include <stdlib.h>
static int
f (int n)
{
  if (n > 3)
    return n & 1 ? 4 : 5;
  return 0;
}
int
main (int argc, char **argv)
{
  while (argc-- > 0)
    f (atoi (argv[argc]));
  asm goto ("" :::: out);
out:
  return 0;
}

>>> run
$CC -O0 $PLUGIN $(arg cbr dump=label) -S a.c -o a.s
ls
$CC -O0 $PLUGIN $(arg cbr dump=label) -fdump-rtl-all -S a.c -o a.s
grep -c '^label cbr' a.*halt_label
$CC -O0 $PLUGIN $(arg cbr dump=label) -S -x c - -o a.s <a.c 2>&1 | sed -n 1p

>>> out
label cbr 0 f block 2 a.c:5:6
label cbr 1 f block 3 a.c:6:22
label cbr 2 main block 4 a.c:12:17
a.c
a.s
3
label cbr 0 f block 2 <stdin>:5:6
