/* SPDX-License-Identifier: MIT */
/* io: see io.inst.c.  */

#include "output.h"
#include <stdio.h>

/* As in io.inst.c.  */
enum
{
  NONE,
  RESULT,
  INT_RESULT,
  ITEMS,
  CHARACTER,
  POINTER
};

static struct
{
  long calls, left, failed, bytes, cycles;
} procedures[128];

static long size, start;	/* of the call that is under way */
static FILE *file;

void
Before (long argument, long cycles)
{
  size = argument;
  start = cycles;
}

void
After (int n, int kind, long result, long cycles)
{
  procedures[n].calls++;
  procedures[n].cycles += cycles - start;
  if (kind == POINTER)
    {
      procedures[n].failed += result == 0;
      return;
    }
  if (kind == NONE || kind == INT_RESULT || kind == CHARACTER)
    result = (int) result;
  if (result < 0)
    procedures[n].failed++;
  else if (kind == CHARACTER)
    procedures[n].bytes++;
  else if (kind != NONE)
    procedures[n].bytes += kind == ITEMS ? result * size : result;
}

/* A call that is a jump: what it returns is not seen.  */
void
Left (int n)
{
  procedures[n].calls++;
  procedures[n].left++;
}

void
Print (int n, char *name)
{
  if (!file)
    {
      file = OutputOpen ("io.out");
      fprintf (file, "%-16s %10s %14s %8s %8s %14s\n", "procedure", "calls",
	       "bytes", "failed", "unseen", "cycles");
    }
  if (procedures[n].calls)
    fprintf (file, "%-16s %10ld %14ld %8ld %8ld %14ld\n", name,
	     procedures[n].calls, procedures[n].bytes, procedures[n].failed,
	     procedures[n].left, procedures[n].cycles);
}

void
Close (void)
{
  if (file)
    OutputClose (file);
}
