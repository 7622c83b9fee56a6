# SPDX-License-Identifier: GPL-3.0-or-later
# A trace is read while the program goes on writing it, in two threads: what has happened
# so far, in order, without a gap.

>>> on aarch64 riscv64

>>> prog.c
#include <pthread.h>
#include <unistd.h>
static volatile unsigned long n[2][16];
static void *
run (void *which)
{
  volatile unsigned long *d = n[(long) which];
  for (unsigned long i = 0;; i++)
    if (i * i % 7 == 2)
      d[1]++;
    else
      d[0]++;
  return NULL;
}
int
main (void)
{
  pthread_t t;
  alarm (100);
  pthread_create (&t, NULL, run, (void *) 1);
  run (0);
}

>>> analysis.c
/* The branch goes one way where i % 7 is 3 or 4.  */
#include <stdio.h>
static unsigned long events, other;
void
_record_cbr (unsigned long cond, unsigned long id)
{
  unsigned long i = events++ % 7;
  (void) id;
  other += !cond != (i == 3 || i == 4);
}
__attribute__ ((destructor)) static void
end (void)
{
  if (other && other != events)
    printf ("%lu of %lu\n", other, events);
}

>>> run
recording
$CC -w -O1 -pthread $PLUGIN $(arg cbr routines=$lib) prog.c "$lib" $zstd -o prog
$host -w -O2 -fPIC -shared analysis.c -o analysis.so
# One play for each run: it writes faster than that reads.
for how in --check --check --check "--thread=1" "--thread=2" "--thread=1" "--thread=2"; do
  rm -f it.trace
  HALT_FILE=it.trace $RUN ./prog &
  pid=$!
  until [ -s it.trace ]; do kill -0 $pid && sleep 0.01; done
  sleep 0.05
  case $how in
    --check) "$HALT" play --check it.trace 2>&1 | tail -n 1 ;;
    *) "$HALT" play $how it.trace prog -- ./analysis.so 2>&1 || echo "$?" ;;
  esac
  kill -9 $pid
  wait $pid 2>/dev/null || true
done | sort | uniq -c | sed 's/^ *//'

>>> out
3 the process was killed, or called exec, or runs
