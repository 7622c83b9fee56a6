# SPDX-License-Identifier: GPL-3.0-or-later
# Points that are on now and then: what was counted, times the scale that is reported, is
# what the program did, as it says itself.
#
# How far it may be off: 5 times the standard error that is reported, and 3 % for
# what the points themselves cost.  Windows are at independent random places, one
# in each interval, so that the estimate has no bias but that, and is normally
# distributed nearly: one of a million is farther off than 5 times.  It is told to be less
# than 30 %.  A processor that is taken away within a window may do more: an estimate that
# is off is made again, for longer; one with a bias is off each time.  A call here takes
# 500 ns and more, its point 10 ns at most: while it is on the program does 2 % less.

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

>>> check.awk
# The program's calls and time; what was counted; the line that tells the scale.
NR == 1 { calls = $1; time = $2 }
NR == 2 { counted = $1 }
NR == 3 {
  for (i = 1; i < NF; i++) {
    if ($i == "times,") windows = $(i - 1)
    if ($i == "for" && $(i + 3) == "of") { on = $(i + 1); all = $(i + 4) }
    if ($i == "scale") scale = $(i + 1) + 0
    if ($i == "error") error = $(i + 1) / 100
  }
  off = counted * scale / calls - 1
  bound = 5 * error + 0.03
  good = windows >= 10 && (off < 0 ? -off : off) <= bound && error > 0 && error < 0.3
  good = good && all >= 0.95 * time && all <= 1.1 * time + 0.1
  # Both times are rounded to a millisecond.
  good = good && scale >= (all - 6e-4) / (on + 6e-4) && scale <= (all + 6e-4) / (on - 6e-4)
  print good ? "within the error" : "off by " off ", allowed " bound ", " $0
}

>>> run
# try HOW THREADS CONTEXT; for longer where it is off.
try ()
{
  $CC -O2 -g -pthread $PLUGIN $(arg switch entry $1) prog.c $LIBHALT -o prog
  for time in 0.5 2 4; do
    $HALT run --context="$3" -o part ./prog $2 $time >told 2>said || skip "processes may not be traced"
    $HALT report --format=csv prog part 2>/dev/null | awk -F, '/,call,/ { n += $14 } END { print n + 0 }' >>told
    cat told said | awk -f check.awk >is
    ! grep -qx 'within the error' is || break
  done
  cat is
}
try count=atomic 0 'every 20ms for 4ms on entry@call'
try count=thread 2 'every 7ms for 500us on entry'
try '' 2 'every 10ms for 2ms on entry@call'
try '' 0 'every 7ms for 500us on entry'
# The program ends in a window, in which it adds its cells to its tables.
try count=plain 0 'every 20ms for 19900us on entry@call'
# What was before is no part of it.
./prog 0 1 >told &
pid=$!
until [ "$(awk '{ print $14 + $15 }' /proc/$pid/stat)" -ge 40 ]; do sleep 0.01; done
$HALT attach $pid --context='every 7ms for 1ms on entry@call' -o part >said
wait $pid
cat told said | awk 'NR == 1 { time = $2 } NR == 2 { sub (/.*, for [0-9.]* s of /, ""); print ($1 > 0 && $1 <= time - 0.35) ? "since then" : $0 " of " time }'

>>> out
within the error
within the error
within the error
within the error
within the error
since then
