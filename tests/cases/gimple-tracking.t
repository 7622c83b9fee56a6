# SPDX-License-Identifier: GPL-3.0-or-later
# at=gimple, blpp: while variables are tracked, which -g does, pots are no calls, and their
# ids no values: so GCC's tables do not grow with the number of pots.  The code is that
# without -g, and variables are where they were.

>>> run
ifs () { for i in $(seq $1); do echo "  if (a[$i] > $i) x += $i;"; done; }
switches ()
{
  for i in $(seq $1); do
    echo "  switch (a[$i] & 3) { case 0: x += $i; break; case 1: x ^= $i; break; case 2: a[$i] = $i; }"
  done
}
for shape in ifs switches; do
  { echo 'int x; void f (volatile int *a) {'; $shape 300; echo '}'; } >$shape.c
done
# The largest table of a block's variables and values.
largest ()
{
  rm -f *.vartrack
  $CC -O2 -g -S -o x.s -fdump-rtl-vartrack "$@"
  sed -n 's/^BB .*: in .*, out \([0-9]*\) .*/\1/p' *.vartrack | sort -n | tail -n 1
}
few ()
{
  n=$(largest "$@")
  [ "${n:-0}" -gt 0 ] && [ "$n" -lt 150 ] || echo "$*: $n"
}
for shape in ifs switches; do
  n=$(largest $shape.c)
  [ "${n:-0}" -gt 0 ] || { echo "this compiler does not say how large its tables are"; exit 77; }
  for kinds in "cbr mbr" bb "load store" "proc setlongjmp"; do
    few $PLUGIN $(arg at=gimple $kinds) $shape.c
  done
  few $PLUGIN $(arg blpp bb) $shape.c
  few -fPIC $PLUGIN $(arg at=gimple bb) $shape.c
done
case $($CC -dumpmachine) in
  x86_64-*)
    few -m32 $PLUGIN $(arg at=gimple cbr load) ifs.c
    few -m32 -fPIC $PLUGIN $(arg at=gimple bb) switches.c ;;
esac

cat >real.c <<'EOF'
int g (int, int);
static int sum;
int
f (int *a, int n)
{
  int best = 0;
  for (int i = 0; i < n; i++)
    {
      int it = a[i] * 3;
      if (it > best)
	best = g (it, sum);
      switch (it & 7)
	{
	case 1: sum += it; break;
	case 2: sum -= best; break;
	case 4: a[i] = best; break;
	case 5: return g (best, it);
	}
    }
  return best + sum;
}
EOF
for o in -O1 -O2 -O3 "-O2 -fPIC"; do
  for kinds in "at=gimple bb cbr mbr load store call callret" "blpp bb cbr"; do
    for g in -g0 -g; do
      $CC $o $g $PLUGIN $(arg $kinds) -S -o - real.c |
	grep -v '^	\.\(loc\|file\)\|^\.L[^0-9HC]*[0-9]*:$' | sed -n '/^f:/,/\.size	f/p' |
	sed 's/\.L[0-9]*/.L/' >$g.s
    done
    cmp -s ./-g0.s ./-g.s || echo "$o $kinds: -g makes other code"
  done
done
$CC -O2 -g -fchecking=2 $PLUGIN $(arg at=gimple bb cbr mbr load store call callret) -c real.c
# A variable that lives in a register across pots is still known there.
$CC -O2 -g $PLUGIN $(arg at=gimple bb) -c real.c
objdump --dwarf=loc,info real.o | grep -q 'DW_OP_reg[0-9]' || echo "no variable is in a register"
