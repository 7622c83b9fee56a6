/* SPDX-License-Identifier: MIT */
/* pipe: see pipe.inst.c.  */

#include "output.h"
#include <stdio.h>
#include <stdlib.h>

struct procedure
{
  char *name;
  long stalls;
};
static struct procedure *procedures;
static int n_procedures;
static long *count, sum, total;

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
Add (int n, int stalls)
{
  sum += count[n] * stalls;
}

/* Its blocks were added.  */
void
Procedure (char *name)
{
  procedures[n_procedures++] = (struct procedure) { name, sum };
  total += sum;
  sum = 0;
}

static int
Compare (const void *a, const void *b)
{
  const struct procedure *p = a, *q = b;
  return (p->stalls < q->stalls) - (p->stalls > q->stalls);
}

void
Close (void)
{
  FILE *file = OutputOpen ("pipe.out");
  qsort (procedures, n_procedures, sizeof *procedures, Compare);
  fprintf (file, "%14s  %s\n", "stalls", "procedure");
  for (struct procedure *p = procedures; p < procedures + n_procedures; p++)
    if (p->stalls)
      fprintf (file, "%14ld  %s\n", p->stalls, p->name);
  fprintf (file, "%14ld  all\n", total);
  OutputClose (file);
}
