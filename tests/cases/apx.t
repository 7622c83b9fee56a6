# SPDX-License-Identifier: GPL-3.0-or-later
# The registers of APX have no recipes: the option is refused, a function with the
# attribute is left out by name and compiled as without the plugin, and others of
# its unit have their points.  at=gimple needs no recipes.

>>> a.c
volatile int v[20];
int g (int);
__attribute__ ((target ("apxf"))) int
apx (int n)
{
  int a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5], h = v[6];
  int i = v[7], j = v[8], k = v[9], l = v[10], m = v[11], o = v[12], p = v[13];
  int q = v[14], r = v[15], s = v[16], t = v[17], u = v[18], w = v[19];
  if (n > 3)
    v[0] = n;
  v[19] = a; v[18] = b; v[17] = c; v[16] = d; v[15] = e; v[14] = f; v[13] = h;
  v[12] = i; v[11] = j; v[10] = k; v[9] = l; v[8] = m; v[7] = o; v[6] = p;
  v[5] = q; v[4] = r; v[3] = s; v[2] = t; v[1] = u; v[0] = w;
  return n;
}
int
plain (int n)
{
  return n > 3 ? g (n - 1) : 7;
}

>>> run
echo "int a;" | $CC -mapxf -S -x c - -o /dev/null 2>/dev/null ||
  skip "$CC knows no APX"

code $CC -O2 -mapxf -S $PLUGIN $(arg cbr) a.c -o /dev/null 2>&1

# body FILE: apx's instructions.
body () { sed -n '/^apx:/,/^	.size	apx/p' "$1"; }
# new FILE: how often a register is named that only APX has.
new () { grep -c '%r\(1[6-9]\|2[0-9]\|3[01]\)' "$1" || :; }

for option in -O0 -O2 "-O2 -fPIC"; do
  $CC $option -S a.c -o without.s
  $CC $option $PLUGIN $(arg cbr load store bb dump=label) -S a.c -o with.s 2>labels
  body without.s >without
  body with.s >with
  same without with
  [ "$option" = -O0 ] || [ "$(new without)" -gt 0 ] || echo "$option: nothing of APX"
  [ "$(new with.s)" = "$(new without)" ] || echo "$option: APX outside apx"
  grep 'left out: function' labels
  awk '$1 == "label" && $2 == "cbr" { print $2, $4 }' labels
done
$CC -O2 -mapxf $PLUGIN $(arg at=gimple cbr) -c a.c -o a.o
nm a.o | grep _cbr

>>> out
cc1: error: halt: cannot instrument code for -mapxf, whose registers have no recipes; give -mno-apxf
exit 1
left out: function apx: it may use APX, whose registers have no recipes
cbr plain
left out: function apx: it may use APX, whose registers have no recipes
cbr plain
left out: function apx: it may use APX, whose registers have no recipes
cbr plain
                 U _record_cbr
