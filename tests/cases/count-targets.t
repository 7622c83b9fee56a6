# SPDX-License-Identifier: GPL-3.0-or-later
# count: of the entries of a jump table that lead to one block the first stands for
# all; the sums are those of the events, and so is what follows from them.  mbr=index
# tells the entries apart.

>>> x86_64 instructions that it looks for

>>> f.c
#define R(n) case n: case n + 3: s += n; break;
/* Targets that several ways lead to, into and out of each other, the loop's own
   head, a cold one, and one that leaves.  */
extern void rare (int) __attribute__ ((cold));
static int volatile s;
__attribute__ ((noinline)) int
interpret (const unsigned char *p, int n)
{
  for (int i = 0; i < n; i++)
    switch (p[i])
      {
      R (0) R (1) R (2)
      case 6: s += 6;
      case 7: s += 7;
      case 8: if (s & 1) s += 8; break;
      case 9: continue;
      case 10: i += s & 1; break;
      case 11: rare (s); break;
      case 12: if (s & 2) goto in; s--; break;
      case 13: in: s += 13; break;
      case 14: return s;
      case 17: case 19: s ^= 5;
      }
  return -s;
}
/* Nothing but a table: each target is the same number's.  */
__attribute__ ((noinline)) int
number (int n)
{
  switch (n)
    {
    case 0: s = 7; return n;
    case 1: case 2: case 3: case 5: s = 8; return 1;
    case 4: case 6: s = 9; return 2;
    default: return 3;
    }
}

>>> main.c
#include <stdio.h>
extern int interpret (const unsigned char *, int), number (int);
static int rarely;
__attribute__ ((cold)) void rare (int n) { rarely += n; }
int
main (void)
{
  unsigned char p[1000];
  int s = 0;
  for (int i = 0; i < 1000; i++)
    p[i] = i * i % 23 > 19 ? 3 : i * i * 7 % 23 % 20 == 14 && i % 11 ? 13 : i * i * 7 % 23 % 20;
  for (int i = 0; i < 100; i++)
    s += interpret (p + 9 * i, 100) + number (i % 9);
  return printf ("%d %d\n", s, rarely) < 0;
}

>>> by-target
# Events of each multiway branch by where its entries lead to.
/^multiway/ { on = 1 }
/^function/ { on = 0 }
on && / index / { n[branch " " $6] += $1; next }
on && /^ *[0-9]/ { branch = $3; all[branch] = $1 }
END {
  for (b in all) print b, all[b]
  for (t in n) print t, n[t]
}

>>> run
# profile NAME OPTION...: what a program counts.
profile ()
{
  name=$1
  shift
  $CC $PLUGIN $(arg mbr cbr entry bb) "$@" f.c main.c -pthread "$LIBHALT" -o prog
  HALT_FILE=prof ./prog >said
  $HALT report --all-indices prog prof >$name
  $HALT report --format=json prog prof >$name.json
}
profile calls -O2
awk -f by-target calls | sort >sums
awk 'NF == 3' sums | grep -c .
for way in count=plain count=atomic count=thread; do
  profile targets -O2 $(arg $way)
  awk -f by-target targets | sort | diff sums - >/dev/null && echo same
  # One row for each target, and what the calls say of blocks.
  awk '/ index /' targets | grep -c .
  for which in calls targets; do
    python3 -c '
import json, sys
for unit in json.load(open(sys.argv[1]))["units"]:
    for f in unit["functions"]:
        for b in f["blocks"]:
            print(f["name"], b)' $which.json >$which.blocks
  done
  same calls.blocks targets.blocks
  # No edge of a table has what the entries of its target have together.
  python3 -c '
import json
def edges(name):
    return {(f["name"], i): e["count"] for unit in json.load(open(name))["units"]
            for f in unit["functions"] for i, e in enumerate(f["edges"])}
calls, targets = edges("calls.json"), edges("targets.json")
print([e for e in targets if targets[e] is not None and targets[e] != calls[e]])'
  profile indices -O2 $(arg $way mbr=index)
  same calls indices
done
for options in -O1 -O3 -Os "-O2 -fPIC" "-O2 -fno-pie -no-pie" "-O2 -fno-reorder-blocks-and-partition"; do
  profile calls $options
  awk -f by-target calls | sort >sums
  profile targets $options $(arg count=plain)
  awk -f by-target targets | sort | diff sums - >/dev/null && echo same
done

>>> out
10
same
10
[]
same
10
[]
same
10
[]
same
same
same
same
same
same
