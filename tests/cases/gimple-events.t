# SPDX-License-Identifier: GPL-3.0-or-later
# at=gimple: the events of every kind, in order, as counted by hand; the same at
# every optimisation level, but for what GCC does before gcov's pass (a switch
# that becomes a table is none to gcov either).

>>> a.c
#include <setjmp.h>
struct pair { int a, b; } from = { 1, 2 }, to;
struct bits { unsigned a : 3, b : 7, c : 30; } bits;
volatile int n = 3;
volatile char bytes[4];
int word;
static jmp_buf buf;

__attribute__ ((noipa)) int
pick (int k)
{
  switch (k)
    {
    case 10: case 30: return 5;
    case 20: return 6;
    default: return 7;
    case 40: return 8;
    }
}

__attribute__ ((noipa)) void
copy (void)
{
  to = from;
  bits.b = 5;
  __atomic_fetch_add (&word, 1, __ATOMIC_RELAXED);
}

int
main (void)
{
  for (int i = 0; i < 2; i++)
    bytes[i] = n;
  pick (10); pick (20); pick (30); pick (40); pick (50);
  copy ();
  if (!setjmp (buf))
    longjmp (buf, 4);
  return 0;
}

>>> routines.c
#include <stdio.h>
extern struct pair from, to;
extern struct bits bits;
extern volatile int n;
extern volatile char bytes[4];
extern int word;
static const char *
where (unsigned long ea)
{
  static char text[32];
  const struct { volatile void *at; unsigned long size; const char *name; } all[] = {
    { &from, 8, "from" }, { &to, 8, "to" }, { &bits, 8, "bits" },
    { &n, 4, "n" }, { bytes, 4, "bytes" }, { &word, 4, "word" }
  };
  for (int i = 0; i < 6; i++)
    if (ea - (unsigned long) all[i].at < all[i].size)
      {
	sprintf (text, "%s+%lu", all[i].name, ea - (unsigned long) all[i].at);
	return text;
      }
  return "elsewhere";
}
void _halt_startup (void) { printf ("startup\n"); }
void _record_cbr (unsigned long c, unsigned long id) { printf ("cbr %lu\n", c); }
void _record_mbr (unsigned long i, unsigned long id) { printf ("mbr %lu\n", i); }
void _record_entry (unsigned long id) { printf ("entry\n"); }
void _record_exit (unsigned long id) { printf ("exit\n"); }
void _record_setjmp (unsigned long buf, unsigned long id) { printf ("setjmp\n"); }
void _record_longjmp (unsigned long buf, unsigned long s, unsigned long id) { printf ("longjmp %lu\n", s); }
void _record_load (long b, unsigned long ea, unsigned long id) { printf ("load %ld %s\n", b, where (ea)); }
void _record_store (long b, unsigned long ea, unsigned long id) { printf ("store %ld %s\n", b, where (ea)); }

>>> run
kinds="cbr mbr entry exit load store setlongjmp"
for o in -O0 -O1 -O2 -O3 -Os "-O2 -fPIC" "-O1 -flto"; do
  $CC -w $o -fno-tree-switch-conversion $PLUGIN $(arg at=gimple $kinds) a.c routines.c -o a
  # The optimizer may peel the loop, or turn it: how often it asks is its own.
  ./a >"out $o"
  grep -v '^cbr' "out $o" >"rest $o"
  same "rest -O0" "rest $o"
done
cat "out -O0"

>>> out
startup
entry
cbr 1
load 4 n+0
store 1 bytes+0
cbr 1
load 4 n+0
store 1 bytes+1
cbr 0
entry
mbr 0
exit
entry
mbr 1
exit
entry
mbr 0
exit
entry
mbr 2
exit
entry
mbr 3
exit
entry
load 8 from+0
store 8 to+0
store 2 bits+0
load 4 word+0
store 4 word+0
exit
setjmp
cbr 1
longjmp 4
cbr 0
exit
