# SPDX-License-Identifier: GPL-3.0-or-later
# tools/atom/stacks: instructions by calling context, exactly: whoever called what did how much,
# through pointers, from the C library, by recursion, past longjmp; and all that as a flame graph.

>>> x86_64 ghalt atom

>>> a.c
#include <setjmp.h>
#include <stdlib.h>
int volatile n;
jmp_buf out;
#define ALONE __attribute__ ((noinline, noclone)) static void
ALONE work (int k) { for (int i = 0; i < k; i++) n++; }
ALONE init (void) { work (1); }
ALONE run (void) { work (1000000); }
ALONE pointed (int k) { work (k); }
void (*volatile by) (int) = pointed;
ALONE deep (int k) { n++; if (k) deep (k - 1); else longjmp (out, 1); n++; }
ALONE even (int k);
ALONE odd (int k) { n++; if (k) even (k - 1); n++; }
ALONE even (int k) { n++; if (k) odd (k - 1); n++; }
static int compare (const void *a, const void *b) { n++; return *(const int *) a - *(const int *) b; }
ALONE sort (void) { int list[100]; for (int i = 0; i < 100; i++) list[i] = i * 37 % 101; qsort (list, 100, sizeof *list, compare); }
int
main (void)
{
  init ();
  run ();
  by (2000);
  if (!setjmp (out))
    deep (100000);
  work (5);
  even (100000);
  sort ();
  return 0;
}

>>> see.py
import collections, re
stacks = {}
for line in open("stacks.out"):
    name, n = line.rsplit(" ", 1)
    assert name not in stacks
    stacks[name] = int(n)
for name in sorted(stacks):
    print(name)
sums = collections.Counter()
for name, n in stacks.items():
    sums[name.split(";")[-1]] += n
prof = {m[2]: int(m[1]) for m in re.finditer(r"^ *[\d.]+% +(\d+) +\d+ +[\d.]+ +(\w+) ", open("prof.out").read(), re.M)}
print("as prof", {k: (v, prof.get(k)) for k, v in sums.items() if prof.get(k) != v} or True, len(prof) == len(sums))

>>> on aarch64 riscv64
>>> run
$CC -O1 -g -fno-optimize-sibling-calls $PLUGIN $(arg atom) a.c -o prog
for tool in stacks prof; do
  $HALT atom prog "$TESTS/../tools/atom/$tool.inst.c" "$TESTS/../tools/atom/$tool.anal.c" -o prog.$tool
  $RUN ./prog.$tool
done
python3 see.py
$CC -O1 -g $PLUGIN $(arg bb) a.c "$LIBHALT" -o counted
$RUN ./counted
$HALT html --stacks=stacks.out -o site counted
grep -c 'main;run;work' site/data/flame.js

>>> out
main
main;deep
main;even
main;even;odd
main;init
main;init;work
main;pointed
main;pointed;work
main;run
main;run;work
main;sort
main;sort;compare
main;work
as prof True True
site/index.html
1
