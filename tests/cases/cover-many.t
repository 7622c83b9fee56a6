# SPDX-License-Identifier: GPL-3.0-or-later
# Decisions with more vectors than are counted: their conditions are, and the outcome.

>>> make.py
# N pairs `(a[i] || a[j])' with `&&' between them have more than 2 to the N vectors.
n = 14
pairs = " && ".join(f"(a[{2 * i}] || !a[{2 * i + 1}])" for i in range(n))
print(f"""#include <stdio.h>
#include <stdlib.h>
static int f (const int *a) {{ return ({pairs}) ? 1 : 2; }}
static int g (const int *a) {{ while ({pairs}) return 3; return 4; }}
int main (void)
{{
  unsigned seed = 1;
  int sum = 0;
  for (int i = 0; i < 500; i++)
    {{
      int a[{2 * n}];
      for (int k = 0; k < {2 * n}; k++)
        {{
          seed = seed * 1103515245 + 12345;
          a[k] = (seed >> 16) % 8 > 0;
        }}
      for (int k = 1; k < {2 * n}; k += 2)
        a[k] = !a[k];
      sum += f (a) + g (a);
    }}
  printf ("%d\\n", sum);
}}""")

>>> model.py
import json, sys
n, seed, counts, outcomes = 14, 1, [[0, 0] for _ in range(28)], [0, 0]
for i in range(500):
    a = []
    for k in range(2 * n):
        seed = (seed * 1103515245 + 12345) & 0xffffffff
        a.append(int((seed >> 16) % 8 > 0))
    for k in range(1, 2 * n, 2):
        a[k] = 1 - a[k]
    all_ = 1
    for k in range(0, 2 * n, 2):
        counts[k][a[k]] += 1
        if not a[k]:
            counts[k + 1][1 - a[k + 1]] += 1	# a[i] == 0
            if a[k + 1]:
                all_ = 0
                break
    outcomes[all_] += 1
for item in json.load(sys.stdin)["items"]:
    if item["sort"] == "decision" and len(item["conditions"]) == 28:
        # The condition is `a[i] != 0', or `a[i] == 0' where it is negated.
        ours = [[c["false"], c["true"]] for c in item["conditions"]]
        good = all(x in (y, y[::-1]) for x, y in zip(ours, counts))
        print(item["kind"], good, item["vectors"], "masking" in item["conditions"][0])
print(outcomes[0] > 0, outcomes[1] > 0)

>>> run
python3 make.py >many.c
$CC -O2 many.c -o plain
./plain
for o in -O0 -O2; do
  $CC $o $PLUGIN $(arg cover count) many.c "$LIBHALT" -o many
  ./many
  $HALT cover --conditions --format=json many | python3 model.py
done
$HALT cover --conditions many | grep -A2 'choice\|while' | cut -d: -f2-
$HALT cover --format=lcov many 2>/dev/null | grep -c MCDC || :

>>> out
2212
2212
choice True [] True
while True [] True
True True
2212
choice True [] True
while True [] True
True True
3:38: choice: false 106, true 394
40 a[0] != 0: false 69, true 431, masking: false true
48 a[1] == 0: false 5, true 64, masking: false true
--
4:37: while: false 106, true 394
39 a[0] != 0: false 69, true 431, masking: false true
47 a[1] == 0: false 5, true 64, masking: false true
112
