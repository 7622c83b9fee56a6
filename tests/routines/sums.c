/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small routines, which may be copied: they sum up what they are called with, and write
   that into file $SUMS.  */

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
