# SPDX-License-Identifier: GPL-3.0-or-later
# --onto: what the points of a function that has changed count.  Calls as often as their
# block, bytes where as many were; what is known by its shape alone is not sure; of two that
# are alike, and of what was written anew, nothing is said.

>>> prog.c
#include <stdio.h>
int list[64], other[64];
__attribute__ ((noipa)) void a (int n) { list[n & 63] += n; }
__attribute__ ((noipa)) void b (int n) { other[n & 63] -= n; }

/* a is called 60 times of 100; then as often as b, and the flow says how often.  */
__attribute__ ((noipa)) void
moves (int n)
{
#ifdef NEW
  if (n % 5 < 3)
    {
      a (n * 7);
      b (n);
    }
#else
  if (n % 5 < 3)
    a (n * 7);
  b (n);
#endif
}

/* What is written in the block of that call is not the same any more.  */
__attribute__ ((noipa)) void
more (int n)
{
  if (n & 1)
    {
#ifdef NEW
      list[3] = n; other[7] = 5; list[9] = 3;
#else
      list[3] = n; other[7] = 5;
#endif
      a (n);
    }
}

/* One block is known by its shape alone.  */
__attribute__ ((noipa)) int
shape (int n)
{
  if (n % 7 == 3)
#ifdef NEW
    list[n & 7] = n * 9 ^ n >> 3;
#else
    list[5] = n;
#endif
  if (n % 9 == 2)
    b (3);
  return n + 1;
}

#ifdef NEW
# define TWIN twin1
# include "twin.c"
# undef TWIN
# define TWIN twin2
# include "twin.c"
#else
# define TWIN twin
# include "twin.c"
#endif

/* Nothing of it is left.  */
__attribute__ ((noipa)) int
rewritten (int n)
{
#ifdef NEW
  unsigned s = n;
  do
    {
      s = s * 3 + 1;
      switch (s & 3)
	{
	case 0: other[s & 31]++; break;
	case 1: s ^= 77; list[2] = s; break;
	case 2: if (s > 40000) return s; other[0] = s << 2; break;
	}
    }
  while (s % 100 > 3 && s < 1000000);
  return s & 15;
#else
  for (int i = 0; i < n; i++)
    if (list[i & 63] > 3)
      a (i);
    else if (n > 70)
      b (i);
    else
      list[i & 63] += 2;
  return n ? list[1] : list[2];
#endif
}

/* Less than half of it is.  */
__attribute__ ((noipa)) int
half (int n)
{
  int s = 0;
#ifdef NEW
  if (n < 0)
    return s - 1;
  do
    {
      if (n % 3)
        s += list[s & 7] * 2;
      else
        while (s & 1)
          s = s / 2 + 40;
    }
  while (++list[3] < 80 && s < 500);
#else
  for (int i = 0; i < n; i++)
    if (list[i & 63] == 3)
      s ^= 3;
    else if (n > 70)
      other[s & 7] = 3;
#endif
  if (n > 50)
    a (3);
  else
    b (4);
  if (n == 77)
    a (9);
  return n;
}

int
main (void)
{
  int s = 0;
  for (int i = 0; i < 100; i++)
    {
      moves (i);
      more (i);
#ifdef NEW
      s += twin1 (i) + twin2 (i);
#else
      s += twin (i);
#endif
      s += shape (i) + rewritten (i) + half (i);
    }
  return s == 3;
}

>>> twin.c
__attribute__ ((noipa)) int
TWIN (int n)
{
  int s = n;
  for (int i = 0; i < n; i++)
    if (i % 3 == 1)
      s += other[i & 63];
    else if (i % 5 == 2)
      s ^= other[3];
#ifdef NEW
  if (s > 77 && n > 5)
    s -= 70;
#endif
  return n > 8 ? s : other[4];
}

>>> check.py
import json
functions = {f["name"]: f for u in json.load(open("report.json"))["units"] for f in u["functions"]}
def events(name, kind):
    return [p["events"] for p in functions[name]["points"] if p["kind"] == kind]
print("calls", events("moves", "call"))
print("stores", events("more", "store"), "call", events("more", "call"))
print("alike", [functions["twin%d" % i].get("onto") for i in (1, 2)])
for name in "shape", "rewritten", "half":
    o = functions[name]["onto"]
    print(name, "not all sure" if 0 < o["sure"] < o["kept"] else o["kept"])

>>> run
for new in "" -DNEW; do
  $CC -O1 -g $PLUGIN $(arg at=gimple cbr mbr entry bb store call) $new prog.c "$LIBHALT" -o prog$new
done
HALT_FILE=old.prof ./prog
"$HALT" report --format=json --onto=prog-DNEW prog old.prof >report.json 2>notes
python3 check.py
sed -n 's/^ghalt: note: \(more:\)/\1/p' notes

>>> out
calls [100, 100]
stores [0, 0, 0] call [50]
alike [None, None]
shape not all sure
rewritten 0
half not all sure
more: 83.3% of 600 counts
