/* SPDX-License-Identifier: MIT */
/* unalign: see unalign.inst.c.  */

#include "output.h"
#include <stdio.h>
#include <stdlib.h>

static FILE *file;
static long *unaligned, all;

void
Open (int n)
{
  unaligned = calloc (n, sizeof *unaligned);
}

static void
Begin (void)
{
  if (file)
    return;
  file = OutputOpen ("unalign.out");
  fprintf (file, "%-10s %12s %5s %-5s  %s\n", "pc", "unaligned", "bytes", "",
	   "procedure:line");
}

#define ACCESS(BYTES) \
  void Access##BYTES (unsigned long address, long n) \
  { \
    if (address % BYTES != 0) \
      unaligned[n]++; \
  }
ACCESS (2)
ACCESS (4)
ACCESS (8)
ACCESS (16)
ACCESS (32)
ACCESS (64)

void
Print (int n, long pc, char *procedure, int line, int bytes, int store)
{
  Begin ();
  if (unaligned[n])
    fprintf (file, "0x%-8lx %12ld %5d %-5s  %s:%d\n", pc, unaligned[n], bytes,
	     store ? "store" : "load", procedure, line);
  all += unaligned[n];
}

void
Close (void)
{
  Begin ();
  fprintf (file, "%-10s %12ld\n", "all", all);
  OutputClose (file);
}
