/* SPDX-License-Identifier: MIT */
/* prof: see prof.inst.c.  */

#include "output.h"
#include <stdio.h>
#include <stdlib.h>

struct procedure
{
  long instructions, calls;
  char *name, *file;
};
static struct procedure *procedures;

static long *count;
static long total, sum;		/* of all; of one procedure's stretches so far */
static int n_procedures;

void
Open (int n, int n_procs)
{
  count = calloc (n, sizeof *count);
  procedures = calloc (n_procs, sizeof *procedures);
}

void
Count (long n)
{
  count[n]++;
}

void
Add (int n, int size)
{
  sum += count[n] * size;
}

/* Its stretches were added.  */
void
Procedure (int n, char *name, char *file)
{
  procedures[n_procedures++] = (struct procedure) { sum, count[n], name, file };
  total += sum;
  sum = 0;
}

static int
Compare (const void *a, const void *b)
{
  const struct procedure *p = a, *q = b;
  return (p->instructions < q->instructions)
	 - (p->instructions > q->instructions);
}

void
Close (void)
{
  FILE *file = OutputOpen ("prof.out");
  qsort (procedures, n_procedures, sizeof *procedures, Compare);
  fprintf (file, "%7s %14s %12s %9s  %s\n", "", "instructions", "calls",
	   "per call", "procedure");
  for (struct procedure *p = procedures; p < procedures + n_procedures; p++)
    if (p->calls || p->instructions)
      fprintf (file, "%6.2f%% %14ld %12ld %9.1f  %s (%s)\n",
	       100.0 * p->instructions / total, p->instructions, p->calls,
	       p->calls ? (double) p->instructions / p->calls : 0.0, p->name,
	       p->file);
  fprintf (file, "%7s %14ld\n", "all", total);
  OutputClose (file);
}
