# SPDX-License-Identifier: GPL-3.0-or-later
# unique=N: ids are constants from N up, and the next unused one is printed.

>>> a.c
int b (int);
int
main (int argc, char **argv)
{
  (void) argv;
  return argc > 1 ? 0 : b (argc);
}

>>> b.c
int
b (int n)
{
  while (n < 10)
    if (n++ == 5)
      n++;
  return n != 11;
}

>>> run
$CC -O2 -c "$TESTS/routines/count.c" -o count.o
next=$($CC -O0 $PLUGIN $(arg cbr unique=500) -c a.c)
echo next $next
next=$($CC -O0 $PLUGIN $(arg cbr unique=$next) -c b.c)
echo next $next
$CC a.o b.o count.o -o prog
HALT_COUNTS=counts code ./prog
cat counts
$HALT summarize prog | awk '$1 == "function" { f = $2 } $1 == "point" { print $2, f }'
objdump -d --no-show-raw-insn prog | grep -c 'mov.*[$#]0x1f[4-6]'

>>> out
next 501
next 503
exit 1
500 0 1
501 7 1
502 8 1
500 main
501 b
502 b
3
