# SPDX-License-Identifier: GPL-3.0-or-later
# tools/atom/stacks with threads: each thread's calls are its own, also where they end inside of
# others and where later ones have their stacks; with what the kernel says of them, too.

>>> x86_64 ghalt atom

>>> t.c
#include <pthread.h>
#define ALONE __attribute__ ((noinline, noclone)) static void
ALONE work (int volatile *p, int k) { for (int i = 0; i < k; i++) ++*p; }
ALONE deep (int volatile *p, int k) { if (k) deep (p, k - 1); else work (p, 10); ++*p; }
ALONE quit (int volatile *p) { work (p, 3); pthread_exit (NULL); }
static void *one (void *p) { work (p, 20000); deep (p, 30); return NULL; }
static void *two (void *p) { work (p, 10000); quit (p); return NULL; }
int
main (void)
{
  static int volatile count[8][64];
  for (int r = 0; r < 20; r++)
    {
      pthread_t t[8];
      for (int i = 0; i < 8; i++)
	pthread_create (t + i, NULL, i & 1 ? one : two, (void *) count[i]);
      work (count[0] + 1, 7);
      for (int i = 0; i < 8; i++)
	pthread_join (t[i], NULL);
    }
  return 0;
}

>>> see.py
import sys
stacks = dict(line.rsplit(" ", 1) for line in open("stacks.out"))
n = {name: int(stacks[name]) for name in stacks}
print(" ".join(sorted(n)))
# So many instructions a turn of the loop, and a call.
turn = (n["one;work"] - n["two;work"]) / 80 / 10000
call = n["two;work"] / 80 - 10000 * turn
print(n["main;work"] == 20 * (7 * turn + call), n["two;quit;work"] == 80 * (3 * turn + call),
      n["one;deep;work"] == 80 * (10 * turn + call), n["one;deep"] % 80, n["two"] % 80)

>>> run
$CC -O1 -g -fno-optimize-sibling-calls $PLUGIN $(arg atom) t.c -o prog -pthread
tools=$TESTS/../tools/atom
cp "$tools/output.h" .
sed 's/^  fsbase = .*/  fsbase = 0;/' "$tools/stacks.anal.c" >kernel.anal.c
for analysis in "$tools/stacks.anal.c" kernel.anal.c; do
  $HALT atom -DTHREADS prog "$tools/stacks.inst.c" "$analysis" -o prog.stacks
  for i in 1 2 3 4 5; do
    ./prog.stacks
    python3 see.py
  done | LC_ALL=C sort -u
done
$HALT atom prog "$tools/stacks.inst.c" "$tools/stacks.anal.c" -o prog.stacks
rm -f stacks.out
./prog.stacks
ls stacks.out 2>/dev/null || :

>>> out
True True True 0 0
main main;work one one;deep one;deep;work one;work two two;quit two;quit;work two;work
True True True 0 0
main main;work one one;deep one;deep;work one;work two two;quit two;quit;work two;work
stacks: the program has several threads, and nothing is written; give 'ghalt atom' -DTHREADS
