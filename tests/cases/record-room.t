# SPDX-License-Identifier: GPL-3.0-or-later
# Of two who look for room at the same time, one finds nothing to do, as the other has
# made room: no event is lost.

>>> on aarch64 riscv64

>>> work.c
#define _GNU_SOURCE
#include <sched.h>
static volatile long sum;
int
main (void)
{
  /* On one processor nobody else makes room.  */
  cpu_set_t set, one;
  sched_getaffinity (0, sizeof set, &set);
  CPU_ZERO (&one);
  for (int i = 0; i < CPU_SETSIZE && !CPU_COUNT (&one); i++)
    if (CPU_ISSET (i, &set))
      CPU_SET (i, &one);
  sched_setaffinity (0, sizeof one, &one);
  for (int i = 0; i < 200000; i++)
    if (i % 3)
      sum += i;
  return 0;
}

>>> other.c
/* Of the 16 granules that are in use one becomes free, otherwise than by this.  */
#include "record/run/record.h"
extern void __real___halt_trace_more (void *ring);
void
__wrap___halt_trace_more (void *ring)
{
  static char granule[HALT_TRACE_GRANULE] __attribute__ ((aligned (4096)));
  static int done;
  struct trace_ring *r = ring;
  if (r->n < 16 || done)
    __real___halt_trace_more (ring);
  else
    {
      done = 1;
      r->place[0] = (struct halt_trace_granule *) granule;
    }
}

>>> run
recording
$CC -w -O1 $INCLUDE -I"$TESTS/.." -c other.c
$CC -w -O1 $PLUGIN $(arg cbr) work.c other.o "$lib" -Wl,--wrap=__halt_trace_more $zstd -o work
HALT_FILE=it.trace $RUN ./work
"$HALT" play --check it.trace work | sed 's/thread 1: 4[0-9]* events, .* blocks.*, \([0-9]*\) events missing/4xx, \1 lost/'

>>> out
4xx, 0 lost
complete
