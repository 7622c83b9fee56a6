# SPDX-License-Identifier: GPL-3.0-or-later
# Functions that do not know how their stack is aligned, or that keep it aligned
# otherwise than the ABI: routines always find it aligned.

>>> x86_64 what it compiles

>>> prog.c
#ifdef FA
__attribute__ ((force_align_arg_pointer))
#endif
int sum (int a, int *b) { int s = 0; for (int i = 0; i < a; i++) s += b[i]; return s; }
int main (int c, char **v) { int q[4] = { 1, 2, 3, 4 }; (void) v; return sum (c + 1, q) == 7; }

>>> run
for o in -mstackrealign -mpreferred-stack-boundary=5 \
  -mpreferred-stack-boundary=8 -mincoming-stack-boundary=3 \
  -mpreferred-stack-boundary=3 -DFA; do
  both -O2 $o prog.c
  both -O0 $o prog.c
done

>>> out
