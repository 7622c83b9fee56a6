# SPDX-License-Identifier: GPL-3.0-or-later
# -fchecking=2, as in compilers of GCC's own developers: the compiler checks its graphs
# after every pass.

>>> cleanup.c
void g (int *);
int h (int);
static void drop (int *p) { g (p); }
int
f (int x)
{
  __attribute__ ((cleanup (drop))) int y = x;
  for (int i = 0; i < x; i++)
    h (i);
  return h (y);
}

>>> object.cc
struct S { S (); ~S (); int v; };
int h (int);
int f (int x) { S s; h (x); if (h (2)) return s.v; h (3); return 1; }
int g (int x) { try { S s; return f (x); } catch (int i) { return h (i); } }

>>> table.c
int h (int);
int *p;
int
f (int x, int y)
{
  switch (x)
    {
    case 0: return h (1);
    case 1: *p = 4; break;
    case 2: return y > 3 ? h (y) : *p;
    case 3: x = h (3);
    case 4: y++; break;
    case 5: return -1;
    }
  return x > y && y > *p ? h (y) : x;
}

>>> run
check ()
{
  for f in cleanup.c object.cc table.c; do
    case $f in *.cc) compiler=$CXX ;; *) compiler=$CC ;; esac
    for o in -O0 "-O2 -fexceptions -g"; do
      $compiler -w -fchecking=2 $o -S -o /dev/null $PLUGIN $(arg "$@") $f >log 2>&1 ||
	{ echo "$o $* $f:"; grep -m 2 error log || head -n 2 log; }
    done
  done
}
for kind in cbr mbr bb proc ret load store call callret; do
  check $kind
done
all="cbr mbr bb proc ret load store call callret"
check $all
check $all count
check $all count=thread
for pair in "cbr bb" "call callret" "load store" "proc mbr" "$all"; do
  check $pair switch
done
check atom
check blpp count
check at=gimple $all
check at=gimple pgo count
