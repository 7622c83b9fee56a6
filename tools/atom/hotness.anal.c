/* SPDX-License-Identifier: MIT */
/* hotness: see hotness.inst.c.  A line for each instruction: "PC COUNT", the PC in
   hexadecimal, in the order of the code.  */

#include "output.h"
#include <stdio.h>
#include <stdlib.h>

static FILE *file;
static long *count;

void
Open (int n)
{
  count = calloc (n, sizeof *count);
}

static void
Begin (void)
{
  if (!file)
    file = OutputOpen ("hotness.out");
}

void
Count (long n)
{
  count[n]++;
}

void
Print (int n, int size, long *pcs)
{
  Begin ();
  for (int k = 0; k < size; k++)
    fprintf (file, "%lx %ld\n", pcs[k], count[n]);
}

void
Close (void)
{
  Begin ();
  OutputClose (file);
}
