/* SPDX-License-Identifier: MIT */
/* inline: see inline.inst.c.  */

#include "output.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SITES 1000		/* that are printed */

struct site
{
  char *from, *to;
  int line;
  long calls;
};
static struct site *sites;

struct procedure
{
  char *name;
  int size;
};
static struct procedure *procedures;

static long *count;
static int n_sites, n_procedures;

void
Open (int n, int n_procs)
{
  count = calloc (n, sizeof *count);
  sites = calloc (n, sizeof *sites);
  procedures = calloc (n_procs, sizeof *procedures);
}

void
Count (long n)
{
  count[n]++;
}

void
Site (int n, char *from, int line, char *to)
{
  sites[n_sites++] = (struct site) { from, to, line, count[n] };
}

void
Procedure (char *name, int size)
{
  procedures[n_procedures++] = (struct procedure) { name, size };
}

static int
Compare (const void *a, const void *b)
{
  const struct site *s = a, *t = b;
  return (s->calls < t->calls) - (s->calls > t->calls);
}

/* How many instructions procedure NAME has; how many sites call it.  */
static int
Size (const char *name)
{
  for (int p = 0; p < n_procedures; p++)
    if (strcmp (procedures[p].name, name) == 0)
      return procedures[p].size;
  return 0;
}

static int
Sites (const char *name)
{
  int n = 0;
  for (int s = 0; s < n_sites; s++)
    n += strcmp (sites[s].to, name) == 0;
  return n;
}

void
Close (void)
{
  FILE *file = OutputOpen ("inline.out");
  qsort (sites, n_sites, sizeof *sites, Compare);
  fprintf (file, "%12s %12s %8s  %s\n", "calls", "instructions", "sites",
	   "from:line -> to");
  int n = n_sites < MOST_SITES ? n_sites : MOST_SITES;
  for (struct site *s = sites; s < sites + n && s->calls; s++)
    fprintf (file, "%12ld %12d %8d  %s:%d -> %s%s\n", s->calls, Size (s->to),
	     Sites (s->to), s->from, s->line, s->to,
	     strcmp (s->from, s->to) == 0 ? " (recursive)" : "");
  OutputClose (file);
}
