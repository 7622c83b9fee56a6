/* SPDX-License-Identifier: MIT */
/* cache: see cache.inst.c.  */

#include "output.h"
#include <stdio.h>
#include <stdlib.h>

#define LINE_BYTES 32
#define LINES (8192 / LINE_BYTES)

/* Which line of memory each line of the cache holds.  */
static unsigned long cached[LINES];
static long load_misses, store_misses;

static long *count;
static long loads, stores;

void
Open (int n)
{
  count = calloc (n, sizeof *count);
}

void
Count (long n)
{
  count[n]++;
}

void
Load (unsigned long address)
{
  unsigned long line = address / LINE_BYTES;
  if (cached[line % LINES] != line)
    {
      cached[line % LINES] = line;
      load_misses++;
    }
}

void
Store (unsigned long address)
{
  unsigned long line = address / LINE_BYTES;
  if (cached[line % LINES] != line)
    {
      cached[line % LINES] = line;
      store_misses++;
    }
}

void
Add (int n, int l, int s)
{
  loads += count[n] * l;
  stores += count[n] * s;
}

static void
Row (FILE *file, const char *what, long references, long misses)
{
  fprintf (file, "%-7s %14ld %14ld %8.3f%%\n", what, references, misses,
	   references ? 100.0 * misses / references : 0.0);
}

void
Close (void)
{
  FILE *file = OutputOpen ("cache.out");
  fprintf (file, "%-7s %14s %14s %9s\n", "", "references", "misses", "rate");
  Row (file, "loads", loads, load_misses);
  Row (file, "stores", stores, store_misses);
  Row (file, "all", loads + stores, load_misses + store_misses);
  OutputClose (file);
}
