# SPDX-License-Identifier: GPL-3.0-or-later
# `ghalt atom' for AArch64 and RISC-V: branches and memory accesses are those that the plugin
# counts in the emulator; hostile routines everywhere: around locked sequences, in code that
# signs return addresses and lands on bti, where branches and tables reach no farther, between
# what finds thread-local variables.

>>> rest
>>> on riscv64

>>> locked.c
#include <stdio.h>
static long total;
static int most, calls;
#ifdef __riscv /* there are no atomic instructions for two bytes */
static int narrow;
#else
static short narrow;
#endif
__attribute__ ((noinline)) static long
add (long n)
{
  __atomic_fetch_add (&narrow, n, __ATOMIC_SEQ_CST);
  __atomic_fetch_xor (&most, (int) n, __ATOMIC_SEQ_CST);
  long old = total;
  while (!__atomic_compare_exchange_n (&total, &old, old + n, 0, __ATOMIC_SEQ_CST,
				       __ATOMIC_SEQ_CST))
    continue;
  return old + n;
}
int
main (void)
{
  long sum = 0;
  for (int i = 0; i < 100; i++)
    sum += add (i) + __sync_fetch_and_add (&calls, 1);
  printf ("%ld %ld %d %d %d\n", sum, total, most, narrow, calls);
  return 0;
}
>>> far.c
#include <stdio.h>
static _Thread_local int own;
extern _Thread_local int others;
_Thread_local int others = 5;
#define A(n) x = x * 31 + (x >> 7 & n); p[x & 63] += n;
#define B(n) A (n) A (n + 1) A (n + 2) A (n + 3) A (n + 4) A (n + 5) A (n + 6) A (n + 7)
#define C(n) B (n) B (n + 10) B (n + 20) B (n + 30) B (n + 40) B (n + 50) B (n + 60)
#define D(n) C (n) C (n + 100) C (n + 200) C (n + 300) C (n + 400) C (n + 500)
__attribute__ ((noipa)) unsigned
near (unsigned x, unsigned *p)
{
  if (x & 4)
    { C (1) C (2) }
  if (x)
    { B (5) }
  return x;
}
__attribute__ ((noipa)) unsigned
far (unsigned x, unsigned *p)
{
  if (x & 8)
    { D (1) D (2) D (3) D (4) D (5) D (6) }
  return x;
}
__attribute__ ((noipa)) int
table (unsigned n, unsigned *p)
{
  unsigned x = n;
  switch (n)
    {
    case 0: B (1) break;
    case 1: p[1]++; return p[2];
    case 2: B (2) break;
    case 3: puts ("three"); return 3;
    case 4: B (4) own++; break;
    case 5: return others++;
    case 6: own += 2; return own;
    case 7: B (5) others--; break;
    case 8: return n + p[3];
    }
  return x;
}
static int
label (int i)
{
  static void *const labels[] = { &&one, &&two, &&three };
  int n = 0;
  goto *labels[i % 3];
one:
  n++;
two:
  n += 2;
three:
  return n + own;
}
int
main (void)
{
  unsigned p[64] = { 0 }, sum = 0;
  for (unsigned i = 0; i < 20; i++)
    sum = sum * 7 + near (i, p) + far (i, p) + table (i % 11, p) + label (i);
  for (int i = 0; i < 64; i++)
    sum = sum * 3 + p[i];
  printf ("%u\n", sum);
  return 0;
}

>>> run
[ -n "$RUN" ] || machine $MACHINE
atom_library
tools=$TESTS/../tools/atom
for program in sorting memory fields; do
  source=$TESTS/oracle/$program.c
  $CC -w -O2 $source -o plain -lm
  $CC -w -O2 $PLUGIN $(arg atom) $source -o p -lm
  $RUN ./plain >plain.out
  for tool in branch cache; do
    "$HALT" atom p $tools/$tool.inst.c $tools/$tool.anal.c -o p.$tool
    $RUN ./p.$tool >p.out
    same plain.out p.out
  done
  $CC -w -O2 $PLUGIN $(arg cbr load store) $source "$LIBHALT" -o own -lm
  HALT_FILE=own.prof $RUN ./own >own.out
  "$HALT" report --format=csv --kind=cbr own own.prof | awk -F , '
    $1 == "cbr" && $14 { print $4, $16, $15 }' | sort >theirs
  sed -n 's/^0x//p' branch.out | awk '$2 + $3 { sub (/:.*/, "", $5); print $5, $2, $3 }' |
    sort >ours
  test -s ours
  same ours theirs
  for kind in load store; do
    "$HALT" report --format=csv --kind=$kind own own.prof | awk -F , -v kind=$kind '
      $1 == kind { n += $14 } END { print kind "s", n }'
  done >theirs
  awk '$1 == "loads" || $1 == "stores" { print $1, $2 }' cache.out >ours
  same ours theirs
done
# hostile_to SOURCE WHERE OPTION...: the plain program and one with hostile routines WHERE.
hostile_to ()
{
  source=$1 where=$2
  shift 2
  $CC -w "$@" $source -o plain -lm
  $CC -w "$@" $PLUGIN $(arg atom) $source -o p -lm
  $RUN ./plain >plain.out
  "$HALT" atom p $TESTS/hostile/atom.inst.c $TESTS/hostile/atom.anal.c -o p.hostile -- $where 2>&1 |
    grep -v 'heap begins higher' || :
  rm -f events
  HALT_EVENTS=events code $RUN ./p.hostile >p.out
  same plain.out p.out
  awk '$1 < 100 { print "events:", $1 }' events
}
locked= armed= signed= medany=
case $MACHINE in
  aarch64) locked=-mno-outline-atomics armed=-march=armv8.1-a signed=-mbranch-protection=standard ;;
  riscv64) armed=-mcmodel=medany medany="-mcmodel=medany -mno-relax" ;;
esac
hostile_to locked.c "inst block proc" -O2 $locked
hostile_to locked.c "" -O2 $armed -static
hostile_to far.c "" -O2
hostile_to far.c edge -O2 $signed -no-pie
hostile_to far.c "" -O0 $signed $medany
hostile_to $TESTS/oracle/floats.c "" -O2 -static
# What a branch inside a locked sequence tests is known nowhere else.
[ $MACHINE = aarch64 ] || exit 0
$CC -w -O2 $locked $PLUGIN $(arg atom) locked.c -o p
! "$HALT" atom p $TESTS/hostile/atom.inst.c $TESTS/hostile/atom.anal.c -o p.hostile 2>said ||
  echo "it is called there"
grep -q "_record_cbr cannot be called before 'bne .*: nothing may come between" said || cat said
