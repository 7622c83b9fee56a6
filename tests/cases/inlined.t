# SPDX-License-Identifier: GPL-3.0-or-later
# Points in code that was inlined say from where, with and without -g; so do the
# names of clones.

>>> prog.c
static inline int
half (int n)
{
  return n & 1 ? 3 * n + 1 : n / 2;
}

static inline int
steps (int n)
{
  int s = 0;
  while (n != 1)
    {
      n = half (n);
      s++;
    }
  return s;
}

int
f (int n)
{
  return n > 3 ? steps (n) : 7;
}

static int __attribute__ ((noinline))
cloned (int n, int way)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += way == 3 ? i * sum : i;
  return sum;
}

int
g (int n)
{
  return cloned (n, 3) + cloned (n + 1, 3);
}

>>> run
show ()
{
  "$HALT" summarize prog.o |
    awk '/^function/ { print $2, $NF } $1 == "point" { $2 = $5 = $7 = ""; print }' |
    tr -s ' ' | sed 's/ block insn before//' | sort -u
}
$CC -O2 -g0 $PLUGIN $(arg cbr) -c prog.c
show | tee plain
$CC -O2 -g $PLUGIN $(arg cbr) -c prog.c
show | diff plain -
echo gimple
$CC -O2 $PLUGIN $(arg at=gimple cbr) -c prog.c
show

>>> out
cloned.constprop.0 cloned.constprop
f f
g g
point cbr at prog.c:11:12 inlined steps
point cbr at prog.c:22:28
point cbr at prog.c:4:28 inlined half
gimple
cloned cloned
f f
g g
point cbr at prog.c:11:12 inlined steps
point cbr at prog.c:22:28
point cbr at prog.c:29:21
point cbr at prog.c:30:31
point cbr at prog.c:4:28 inlined half
