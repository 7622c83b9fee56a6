/* SPDX-License-Identifier: MIT */
/* dyninst: see dyninst.inst.c.  */

#include "output.h"
#include <stdio.h>
#include <stdlib.h>

#define CLASSES 19

/* By IClassType.  */
static const char *const names[CLASSES] = {
  "load",	    "fp load",	     "store",	"fp store",
  "branch",	    "fp branch",     "call",	"arithmetic",
  "multiply (32)",  "multiply (64)", "logical", "shift",
  "cond. move",	    "compare",	     "fp",	"fp divide (32)",
  "fp divide (64)", "null",	     "memory"
};

static long *count, stretches, total, classes[CLASSES];

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
Add (int n, const int *of_class)
{
  stretches += count[n];
  for (int c = 0; c < CLASSES; c++)
    {
      classes[c] += count[n] * of_class[c];
      total += count[n] * of_class[c];
    }
}

void
Close (void)
{
  FILE *file = OutputOpen ("dyninst.out");
  for (int c = 0; c < CLASSES; c++)
    if (classes[c])
      fprintf (file, "%-15s %14ld %6.2f%%\n", names[c], classes[c],
	       100.0 * classes[c] / total);
  fprintf (file, "%-15s %14ld\n", "all", total);
  fprintf (file, "%-15s %14ld\n", "stretches", stretches);
  OutputClose (file);
}
