# SPDX-License-Identifier: GPL-3.0-or-later
# A timer interrupts a program that records, anywhere: not one event of the program's or of
# the handler's is missing, made up or torn, also where granules end.

>>> on aarch64 riscv64

>>> timer.c
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
static volatile int got, done;
static volatile long table[64];
static void __attribute__ ((noinline))
handle (int n)
{
  for (int i = 0; i < n; i++)
    table[i & 7] += n;
}
static void
on_timer (int sig)
{
  handle (3 + got % 50);
  got++;
}
static void __attribute__ ((noinline))
work (int n)
{
  for (int i = 0; i < n; i++)
    table[8 + i % 50]++;
}
int
main (void)
{
  const struct itimerval often = { { 0, 300 }, { 0, 300 } }, never = { { 0 } };
  int rounds = 0;
  signal (SIGALRM, on_timer);
  setitimer (ITIMER_REAL, &often, NULL);
  for (; got < 300 && rounds < 4000; rounds++)
    work (100);
  setitimer (ITIMER_REAL, &never, NULL);
  printf ("%d %d\n", got, rounds);
  return 0;
}

>>> check.awk
# What the program said, then events: the entry of handle, then stores of 3, 4, ... rounds.
FNR == NR { got = $1; rounds = $2; next }
$2 == "entry" { entered[$3]++; next }
$2 == "store" { stored[$3]++; last[$3] = $4 }
END {
  for (id in entered) entries = entries " " entered[id]
  for (i = 0; i < got; i++) stores += 3 + i % 50
  for (id in stored) {
    if (stored[id] == stores) handled = 1
    if (stored[id] == 100 * rounds) worked = 1
  }
  for (id in entered) {
    if (entered[id] == got) n += 1
    if (entered[id] == rounds) m += 1
  }
  print (handled && worked && n == 2 && m == 1 ? "all are there" : got " " rounds ":" entries)
}

>>> run
recording
for known in "" "$(arg routines=$lib)"; do
  $CC -w -O1 $PLUGIN $(arg entry store) $known timer.c "$lib" $zstd -o timer
  for i in 1 2; do
    rm -f it.trace
    HALT_FILE=it.trace $RUN ./timer >said
    "$HALT" play --check it.trace timer | tail -n 1
    "$HALT" play --function=handle --function=work --function=on_timer it.trace timer | awk -f check.awk said -
  done
done | sort | uniq -c | sed 's/^ *//; s/ *$//'

>>> out
4 all are there
4 complete
