/* SPDX-License-Identifier: MIT */
/* malloc: see malloc.inst.c.  */

#include "output.h"
#include <stdio.h>

/* Sizes with the same number of bits are one bin.  */
static struct
{
  long allocations, bytes;
} bins[65];

static long calls[32];
static FILE *file;

void
Call (int n)
{
  calls[n]++;
}

void
Allocate (unsigned long size)
{
  int bits = size ? 64 - __builtin_clzl (size) : 0;
  bins[bits].allocations++;
  bins[bits].bytes += size;
}

void
AllocateItems (unsigned long n, unsigned long size)
{
  Allocate (n * size);
}

static void
Open (void)
{
  if (!file)
    file = OutputOpen ("malloc.out");
}

void
Print (int n, char *name)
{
  Open ();
  if (calls[n])
    fprintf (file, "%-16s %12ld\n", name, calls[n]);
}

void
Close (void)
{
  static const char stars[] = "****************************************";
  long allocations = 0, bytes = 0;
  for (int b = 0; b < 65; b++)
    {
      allocations += bins[b].allocations;
      bytes += bins[b].bytes;
    }
  fprintf (file, "\n%16s %12s %16s\n", "below", "allocations", "bytes in all");
  for (int b = 0; b < 65; b++)
    if (bins[b].allocations)
      fprintf (file, "%16lu %12ld %16ld %.*s\n", b < 64 ? 1ul << b : 0ul,
	       bins[b].allocations, bins[b].bytes,
	       (int) (40 * bins[b].allocations / allocations), stars);
  fprintf (file, "%16s %12ld %16ld\n", "all", allocations, bytes);
  if (file)
    OutputClose (file);
}
