# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt report measures by paths, where none was lost, what the other kinds say
# in the same flow graph.

>>> a.c
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf back;
int volatile sink;

/* Leaves by a block that does not return.  */
__attribute__ ((noinline)) static int
divide (int a, int b)
{
  if (b == 0)
    longjmp (back, 1);
  return a / b;
}

/* Loses paths: at its entry, and behind a loop's edge.  */
__attribute__ ((noinline)) static int
all (int n)
{
  int s = 0;
  for (int i = 0; i < 10; i++)
    if (i & n)
      s += divide (100, n - i);
  return s;
}

__attribute__ ((noinline)) static int
leaf (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    switch (i % 7)
      {
      case 0: s += 2; break;
      case 1: s ^= n; break;
      case 2: if (s > 5) s -= 3; break;
      case 3: s *= 3; break;
      case 5: sink = s; break;
      default: s--;
      }
  return s;
}

int
main (void)
{
  for (volatile int i = 0; i < 20; i++)
    if (setjmp (back) == 0)
      sink += all (i);
    else
      sink += leaf (i);
  exit (0);
}

>>> none.c
void _record_path_sum_read (unsigned long sum, unsigned long id, unsigned long proc) { (void) sum, (void) id, (void) proc; }

>>> compare.py
import json, sys
a, b = (json.load(open(n)) for n in sys.argv[1:3])
functions = lambda r: [f for u in r["units"] for f in u["functions"] if f["name"][0] != "_"]
for f, g in zip(functions(a), functions(b)):
    known = equal = 0
    for part in "blocks", "edges":
        for x, y in zip(f[part], g[part]):
            if x["count"] is not None and y["count"] is not None:
                known += 1
                equal += x["count"] == y["count"]
    every = sum(x["count"] is not None for part in ("blocks", "edges") for x in f[part])
    print(f["name"], f["cfg"] == g["cfg"], equal == known,
          "all" if every == len(f["blocks"]) + len(f["edges"]) else "some" if every else "none",
          "contradiction" in f)

>>> run
$CC -g -O1 $PLUGIN -c none.c
for kinds in "" entry; do
  $CC -g -O1 $PLUGIN $(arg blpp $kinds) a.c "$LIBHALT" -o prog
  ./prog
  $HALT report --format=json prog >paths.json 2>notes
  cat notes
  $CC -g -O1 $PLUGIN $(arg blpp entry exit cbr mbr bb) a.c none.o "$LIBHALT" -o prog
  ./prog
  $HALT report --format=json prog >kinds.json
  python3 compare.py paths.json kinds.json
  "$TESTS/tools/flow-check" paths.json >checked || cat checked
done

>>> out
ghalt: note: halt.prof counts paths alone; 'ghalt paths' shows them
leaf True True all False
divide True True all False
all True True none False
main True True some False
leaf True True all False
divide True True all False
all True True some False
main True True some False
