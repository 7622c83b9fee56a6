# SPDX-License-Identifier: GPL-3.0-or-later
# Points that are on now and then: what was counted, times the scale that is reported, is
# what the program did, as it says itself.
#
# What is told is true in 19 of 20 runs, or it is `no scale', which is right at any time: how
# many windows there are, and what is seen in them, is a matter of what else the machine
# does.  So a truth that is farther off than 3 times what is told, and 1 %, is looked for
# once more; one with a bias is off again.  A scale that can be none is wrong at once.
# dense.c is several times as slow while its points are on: that must not matter.
# tests/bench-samples counts how often it is within what was told, and how often there is
# no scale.

>>> x86_64 ghalt attach

>>> prog.c
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static unsigned long calls;
static double most;

static double
seconds (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

__attribute__ ((noipa)) static void
call (int n)
{
  __asm__ volatile ("1: dec %0; jnz 1b" : "+r" (n));
}

/* Phases: calls that are three times as long as others.  */
static void *
work (void *unused)
{
  unsigned long n = 0;
  for (double now; (now = seconds ()) < most; n += 100)
    for (int i = 0; i < 100; i++)
      call ((int) (now * 20) & 1 ? 2000 : 6000);
  __atomic_fetch_add (&calls, n, __ATOMIC_RELAXED);
  return unused;
}

int
main (int argc, char **argv)
{
  pthread_t threads[2];
  int n = atoi (argv[1]);
  most = argc > 2 ? atof (argv[2]) : 1;
  for (int i = 0; i < n; i++)
    pthread_create (&threads[i], NULL, work, NULL);
  if (n == 0)
    work (NULL);
  for (int i = 0; i < n; i++)
    pthread_join (threads[i], NULL);
  printf ("%lu %f\n", calls, seconds ());
  return 0;
}

>>> dense.c
#include <stdio.h>
#include <stdlib.h>

static unsigned a[1000];

__attribute__ ((noipa)) static unsigned
dense (unsigned s)
{
  for (int i = 0; i < 1000; i++)
    {
      if (a[i] & 1)
	s += a[i];
      else
	s ^= a[i] >> 3;
      if (s & 4)
	a[i] = s;
      if (s & 16)
	s = s >> 1 | s << 31;
    }
  return s;
}

int
main (int argc, char **argv)
{
  unsigned s = (unsigned) argc;
  for (int i = 0; i < 1000; i++)
    a[i] = s = s * 1103515245 + 12345;
  for (int i = (int) (100000 * atof (argv[1])); i > 0; i--)
    s += dense (s);
  return s == 0;
}

>>> check.awk
# The program's calls and time; what was counted; the line that tells the scale.
NR == 1 { calls = $1; time = $2 }
NR == 2 { counted = $1 }
NR == 3 {
  line = $0
  for (i = 1; i < NF; i++) {
    if ($i == "times,") windows = $(i - 1)
    if ($i == "for" && $(i + 3) == "of") { on = $(i + 1); all = $(i + 4) }
    if ($i == "scale") scale = $(i + 1)
    if ($i == "within") bound = $(i + 1)
  }
}
function number(s) { return s ~ /^[0-9]+\.[0-9]+,?$/ }
END {
  if (NR != 3 || windows < 1 || on == "" || on + 0 > all + 0 \
      || (time && (all < 0.95 * time - 0.05 || all > 1.1 * time + 0.1)))
    print "nonsense of " calls " in " time " s, " counted " counted: " line
  else if (line ~ /; no scale: too little is known of what was done between$/)
    print (counted <= calls) ? "true" : "nonsense: " counted " of " calls
  else if (!number(scale) || !number(bound) || line !~ / % in 19 of 20 runs$/ \
	   || windows < 48 || scale < 1 || bound > 51 || counted < 1)
    print "nonsense: " counted " counted: " line
  else {
    # So many times the estimate is the truth.
    truth = calls / (counted * scale)
    allowed = 1.01 + 3 * bound / 100
    print (truth <= allowed && truth * allowed >= 1) ? "true" \
      : "off: the truth is " truth " of the estimate: " line
  }
}

>>> run
unsampled () { grep -q 'may not be traced' said && skip "processes may not be traced" >&2; cat said >&2; exit 1; }
# twice COMMAND: it prints what is wrong, or "true"; again if it is off.
twice ()
{
  "$@" >is
  ! grep -q '^off' is || "$@" >>is
  tail -n 1 is | grep -qx true && echo true || cat is
}
: >scales
counted () { $HALT report --format=csv $1 $2 2>/dev/null | awk -F, -v what="$3" '$0 ~ what { n += $14 } END { print n + 0 }'; }
# sample RULE THREADS: prog for half a second.
sample ()
{
  $HALT run --context="$1" -o part ./prog $2 ${3:-0.5} >told 2>said || unsampled
  ! grep -q '; scale' said || echo scale >>scales
  counted prog part ,call, >>told
  cat told said | awk -f check.awk
}
# try HOW THREADS RULE: how the points count.
try ()
{
  $CC -O2 -g -pthread $PLUGIN $(arg switch entry $1) prog.c $LIBHALT -o prog
  twice sample "$3" $2
}
sample_dense ()
{
  $HALT run --context='every 20ms for 4ms on bb' -o part ./dense 0.6 2>said || unsampled
  { counted dense whole '^block,'; counted dense part '^block,'; cat said; } | awk -f check.awk
}
$CC -O2 -g $PLUGIN $(arg switch bb entry count=atomic) dense.c $LIBHALT -o dense
HALT_ON=bb HALT_FILE=whole ./dense 0.6 &
whole=$!
try count=atomic 0 'every 20ms for 4ms on entry@call'
try count=thread 2 'every 7ms for 500us on entry'
try '' 2 'every 10ms for 2ms on entry@call'
try '' 0 'every 7ms for 500us on entry'
# The program ends in a window, in which it adds its cells to its tables.
try count=plain 0 'every 20ms for 19900us on entry@call'
wait $whole
twice sample_dense
# A scale comes now and then, unless the machine is too busy for any.
for i in 1 2 3 4 5 6 7 8; do
  [ ! -s scales ] || break
  sample 'every 20ms for 4ms on entry' 0 1.5 >is
done
[ -s scales ] || skip "never a scale, in 14 runs" >&2
# What was before is no part of it.
used () { awk '{ print ($14 + $15) / '$(getconf CLK_TCK)' }' /proc/$pid/stat; }
./prog 0 1000 &
pid=$!
until awk "BEGIN { exit !($(used) >= 0.2) }"; do sleep 0.1; done
before=$(used)
$HALT attach $pid --context='every 7ms for 1ms on entry@call; after 500ms stop' -o part >said || cat said
after=$(used)
kill $pid
awk -v most=$(awk "BEGIN { print $after - $before + 0.05 }") '{
  line = $0
  sub (/.*, for [0-9.]* s of /, "")
  print ($1 > 0 && $1 + 0 <= most) ? "since then" : line ": more than " most }' said

>>> out
true
true
true
true
true
true
since then
