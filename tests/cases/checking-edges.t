# SPDX-License-Identifier: GPL-3.0-or-later
# at=gimple: functions that others jump into, whose calls have edges; with arp, too:
# transactions.

>>> jumped.c
int h (int);
extern int *p;
int
nest (int x)
{
  __label__ out;
  int in (int k) { if (k > x) goto out; return h (k); }
  for (int i = 0; i < 10; i++)
    if (p[i])
      x += in (i);
  return x;
out:
  return -1;
}
int
builtin (int x)
{
  void *b[5];
  if (__builtin_setjmp (b))
    return p[x];
  h (x);
  __builtin_longjmp (b, 1);
}

>>> tm.c
int x, *p;
__attribute__ ((transaction_safe)) int safe (int n) { return n > 3 ? x : p[n]; }
int
f (int n)
{
  __transaction_atomic { if (n) x++; else p[n] = safe (n); }
  __transaction_relaxed { for (int i = 0; i < n; i++) p[i] = i; }
  return x;
}

>>> marked.c
int x;
__attribute__ ((transaction_safe)) static int leaf (int n) { ato_kernel_leaf: { x += n; } return n; }
int
f (int n)
{
  __transaction_atomic
    {
      for (int i = 0; i < n; i++)
	leaf (i);
    ato_kernel_here:
      x++;
    }
  return x;
}

>>> run
compile () { $CC -w -fchecking=2 -S -o /dev/null "$@" 2>&1 | grep -m 2 error || true; }
for o in -O0 -O1 -O2 "-O2 -g" "-O3 -g" "-O2 -g -fPIC"; do
  for kinds in "load store" "cbr bb proc call callret setlongjmp" "arc first callee value"; do
    compile $o $PLUGIN $(arg at=gimple $kinds) jumped.c
    compile $o -fgnu-tm $PLUGIN $(arg at=gimple $kinds) tm.c
  done
  compile $o $PLUGIN $(arg blpp cbr load) jumped.c
  compile $o -fgnu-tm $PLUGIN $(arg blpp cbr load) tm.c
  compile $o -fgnu-tm $PLUGIN $(arg arp) marked.c
done
