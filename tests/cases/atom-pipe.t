# SPDX-License-Identifier: GPL-3.0-or-later
# tools/atom/pipe: blocks whose stalls can be counted by hand, by the latencies of
# pipe.inst.c.

>>> x86_64 ghalt atom

>>> a.c
#define NO __attribute__ ((noinline, noipa))
/* mov, mov, mov: 2 + 2 */
NO long chase (long ***p) { return ***p; }
/* imul, imul, mov: 3 + 3 */
NO long fourth (long a) { long b = a * a; return b * b; }
/* mulsd, mulsd: 3 */
NO double square (double a, double b) { double c = a * b; return c * c; }
/* lea: none */
NO long add (long a, long b) { return a + b; }
/* movl, addl: 2 */
NO int loaded (int *p, int *q) { return *p + *q; }
int
main (void)
{
  long a = 3, *b = &a, **c = &b;
  int n = 1;
  for (int i = 0; i < 10; i++)
    a = chase (&c) & 3;
  for (int i = 0; i < 20; i++)
    a = fourth (a) & 7;
  for (volatile int i = 0; i < 5; i++)
    square (i, a);
  for (int i = 0; i < 6; i++)
    n = add (n, loaded (&n, &n));
  return 0;
}
>>> run
choices 12 "instructions"
$CC -O2 $PLUGIN $(arg atom) a.c -o p
atom_tool pipe p
./p.pipe
awk '$2 !~ /^(main|all)$/' pipe.out
>>> out
        stalls  procedure
           120  fourth
            40  chase
            15  square
            12  loaded
