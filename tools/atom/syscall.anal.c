/* SPDX-License-Identifier: MIT */
/* syscall: see syscall.inst.c.  */

#include "output.h"
#include <stdio.h>

static struct
{
  long calls, failed, left, cycles;
} calls[128];

static long start;
static FILE *file;

void
Before (long cycles)
{
  start = cycles;
}

/* Procedures return -1 if they fail, the system itself -4095 to -1; an address that
   is returned is none of these, and an int fills half a register.  */
void
After (int n, long result, long cycles)
{
  calls[n].calls++;
  calls[n].failed += (result < 0 && result >= -4095) || result == 0xffffffff;
  calls[n].cycles += cycles - start;
}

/* A call that is a jump: what it returns is not seen.  */
void
Left (int n)
{
  calls[n].calls++;
  calls[n].left++;
}

void
Print (int n, char *name)
{
  if (!file)
    {
      file = OutputOpen ("syscall.out");
      fprintf (file, "%-20s %10s %8s %8s %14s\n", "system call", "calls",
	       "failed", "unseen", "cycles");
    }
  if (calls[n].calls)
    fprintf (file, "%-20s %10ld %8ld %8ld %14ld\n", name, calls[n].calls,
	     calls[n].failed, calls[n].left, calls[n].cycles);
}

void
Close (void)
{
  if (file)
    OutputClose (file);
}
