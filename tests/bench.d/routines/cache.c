/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A direct-mapped cache of 32 KiB in lines of 64 bytes: how many accesses hit
   and miss.  An access across lines looks up each of them.  */

#include "../../../include/halt/halt.h"
#include "events.h"

#define LINE_BITS 6
#define LINES (32768 >> LINE_BITS)

/* The number of the line that each place holds; line 0 is never mapped.  */
static unsigned long held[LINES];
static unsigned long accesses, misses;

static inline void
look_up (unsigned long line)
{
  accesses++;
  if (held[line % LINES] != line)
    {
      held[line % LINES] = line;
      misses++;
    }
}

/* The same where it is rare: an access's further lines.  Not inlined, it needs
   few registers.  */
static void __attribute__ ((noinline))
look_up_another (unsigned long line)
{
  look_up (line);
}

static inline void
access_memory (long bytes, unsigned long ea)
{
  unsigned long line = ea >> LINE_BITS;
  unsigned long last = (ea + (unsigned long) bytes - 1) >> LINE_BITS;
  look_up (line);
  while (line != last)
    look_up_another (++line);
}

void
_record_load (long bytes, unsigned long ea, unsigned long id)
{
  (void) id;
  access_memory (bytes, ea);
}

void
_record_store (long bytes, unsigned long ea, unsigned long id)
{
  (void) id;
  access_memory (bytes, ea);
}

unsigned long
events (void)
{
  return accesses;
}
