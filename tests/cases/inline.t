# SPDX-License-Identifier: GPL-3.0-or-later
# Small routines are copied into pots instead of being called, and do what they do
# when they are called: for every kind, however the program is compiled.

>>> routines.c
#include <stdio.h>
#include <stdlib.h>

static unsigned long table[64], sum[12], last;

/* Orders count, so that a copy that is left out or done twice is seen.  */
#define MIX(x) (sum[0] = sum[0] * 31 + (x))

void _record_cbr (unsigned long cond, unsigned long id) { sum[1] += cond; MIX (id * 2 + cond); }
void _record_mbr (unsigned long index, unsigned long id) { table[index % 64]++; MIX (id); }
void _record_entry (unsigned long id) { sum[2]++; MIX (id); }
void _record_exit (unsigned long id) { sum[3]++; MIX (id); }
void _record_setjmp (void *buf, unsigned long id) { sum[4] += buf != 0; MIX (id); }
void _record_longjmp (void *buf, long status, unsigned long id) { sum[5] += status; MIX (id); }
void _record_load (long bytes, unsigned long ea, unsigned long id) { sum[6] += bytes; if (ea < 4096) last = ea; MIX (id); }
void _record_store (long bytes, unsigned long ea, unsigned long id)
{
  sum[7] += bytes;
  for (unsigned long at = ea; at / 64 != (ea + bytes - 1) / 64; at += 64)
    sum[8]++;
  MIX (id);
}
void _record_block (unsigned long id) { if (id != last) sum[9]++; last = id; MIX (id); }
void _record_cycle (unsigned long id) { sum[10] ^= id; MIX (id); }

__attribute__ ((destructor)) static void
end (void)
{
  FILE *f = fopen (getenv ("SUMS"), "w");
  for (int i = 0; i < 12; i++)
    if (i != 8)
      fprintf (f, "%d %lu\n", i, sum[i]);
  for (int i = 0; i < 64; i++)
    fprintf (f, "%lu\n", table[i]);
  fclose (f);
}

>>> run
unrandomised
$CC -O2 -Wall $PLUGIN -c routines.c -o routines.o
readelf -p .debug.halt_routine routines.o | grep -c 'copy [0-9]*:'
# try OPTION...: compile both ways.  What is known of a function's registers changes
# what its callers are compiled to.
try ()
{
  cpu_runs "$@" || return 0
  cycle=cycle
  case " $* " in *" -O0 "*|*" -O1 "*) cycle= ;; esac
  for inline in yes no; do
    ${LANGUAGE:-$CC} -w -fno-ipa-ra "$@" -z execstack $PLUGIN $(arg cbr mbr entry exit setlongjmp load \
      store bb $cycle routines=routines.o inline=$inline) ${FILE:-$TESTS/programs/features.c} -c -o prog.o &&
      ${LANGUAGE:-$CC} -w "$@" -z execstack prog.o routines.o -o $inline -lm || return 0
    cp $inline prog
    SUMS=$inline.sums setarch -R ./prog >$inline.out 2>&1 || echo "$*: exit $?"
  done
  same yes.out no.out
  cmp -s yes.sums no.sums || { echo "$*:"; diff yes.sums no.sums; }
  calls=$(objdump -d yes | grep -c 'call.*<_record_' || :)
  calls_no=$(objdump -d no | grep -c 'call.*<_record_')
  [ "${calls_no:-0}" -gt 9 ] || echo "$*: only $calls_no calls without copies"
  # Where control hardly ever comes, some are.
  [ $((calls * 4)) -lt "${calls_no:-0}" ] || echo "$*: $calls of $calls_no calls are left"
}
for options in -O0 -O1 -O2 '-O3 -march=x86-64-v3' '-O2 -fno-pie -no-pie' '-O2 -fPIC' \
    '-O2 -masm=intel' '-O1 -masm=intel -fno-omit-frame-pointer' \
    '-O2 -ffunction-sections -fdata-sections -Wl,--gc-sections' '-O2 -g3 -fno-plt'; do
  try $options
done

>>> out
10
