# SPDX-License-Identifier: GPL-3.0-or-later
# cover: C swaps the values of `?:', and negates what is tested, where that is simpler; what
# is written is shown all the same, as C++ has it.

>>> turned.c
struct q { int v; };
#define M(x, y) ((x) ? 1 : (y) + 2)
int g (int a) { return a; }
int f (int a, int b, int y, struct q *q, double d)
{ int r = 0;
 r += a > 5 ? 1 : y;
 r += a < 0 ? -1 : 0;
 r += a && b ? 1 : y;
 r += a ? 3 : g (a);
 r += a ? g (b) : 3;
 r += a && b ? y : g (3);
 r += a && b ? y : 3;
 r += a && b ? y :
      b + 3;
 r += q ? 0 : q->v;
 r += d > 1.0 ? 2 : y;
 r += M (a && b, y);
 r += M (a || b, g (y));
 r += a ? (b ? 4 : y) : y;
 r += a && b ? 'x' : /* hm */ y;
 return r; }
int main (int argc, char **argv) { struct q q = { 3 }; f (1, 2, 3, &q, 2.0); return f (0, 2, 3, &q, .5) * 0; }

>>> run
for compile in "$CC" "$CXX -x c++"; do
  for o in -O0 -O2; do
    $compile $o $PLUGIN $(arg cover count) -c turned.c -o turned.o
    $CC turned.o $LIBHALT -o turned
    HALT_FILE=prof ./turned
    $HALT cover --conditions --format=json turned prof >found.json
    python3 show.py >"found-$o-${compile##* }"
  done
done
mv found--O0-c++ found
cat found
for f in found-*; do cmp found "$f"; done

>>> show.py
import json
for i in json.load (open ("found.json"))["items"]:
    if i["sort"] == "decision":
        print (i["line"], i["kind"], [(c["false"], c["true"]) for c in i["conditions"]],
               [v["count"] for v in i["vectors"]] if "!" not in i["shape"] else "")

>>> out
6 choice [(2, 0)] [2, 0]
7 choice [(2, 0)] [2, 0]
8 choice [(1, 1), (0, 1)] [1, 0, 1]
9 choice [(1, 1)] [1, 1]
10 choice [(1, 1)] [1, 1]
11 choice [(1, 1), (0, 1)] [1, 0, 1]
12 choice [(1, 1), (0, 1)] [1, 0, 1]
13 choice [(1, 1), (0, 1)] [1, 0, 1]
15 choice [(0, 2)] [0, 2]
16 choice [(1, 1)] [1, 1]
17 choice [(1, 1), (0, 1)] [1, 0, 1]
18 choice [(1, 1), (0, 1)] [0, 1, 1]
19 choice [(1, 1)] [1, 1]
19 choice [(0, 1)] [0, 1]
20 choice [(1, 1), (0, 1)] [1, 0, 1]
