/* SPDX-License-Identifier: MIT */
/* gprof: see gprof.inst.c.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct procedure
{
  char *name;
  long self, calls;
  double total;			/* with what it calls, as gprof has it */
};
static struct procedure *procedures;

struct arc
{
  int from, to;			/* TO is -1: NAME, which is not instrumented */
  char *name;
  long calls;
};
static struct arc *arcs;

static long *count, *entered;	/* ENTERED: by site and procedure */
static long site;		/* the indirect call that is under way, from 1 */
static int n_procedures, n_arcs, now;
static long all;

void
Open (int n, int n_procs, int sites)
{
  n_procedures = n_procs;
  count = calloc (n, sizeof *count);
  procedures = calloc (n_procs, sizeof *procedures);
  entered = calloc ((sites + 1) * (long) n_procs, sizeof *entered);
}

void
Count (long n)
{
  count[n]++;
}

void
Site (long s)
{
  site = s;
}

void
Enter (long procedure)
{
  if (site)
    {
      entered[site * n_procedures + procedure]++;
      site = 0;
    }
}

/* --- after the program -------------------------------------------------------- */

void
Name (int procedure, char *name)
{
  procedures[procedure].name = name;
}

/* What comes next is of this procedure.  */
void
Procedure (int procedure, int n)
{
  now = procedure;
  procedures[now].calls = count[n];
}

void
Add (int n, int size)
{
  procedures[now].self += count[n] * size;
  all += count[n] * size;
}

static void
Arc (int to, char *name, long calls)
{
  for (int k = n_arcs - 1; k >= 0 && arcs[k].from == now; k--)
    if (strcmp (arcs[k].name, name) == 0)
      {
	arcs[k].calls += calls;
	return;
      }
  arcs = realloc (arcs, (n_arcs + 1) * sizeof *arcs);
  arcs[n_arcs++] = (struct arc) { now, to, name, calls };
}

void
Call (int n, char *name)
{
  int to = n_procedures - 1;
  if (count[n] == 0)
    return;
  while (to >= 0 && strcmp (procedures[to].name, name) != 0)
    to--;
  Arc (to, name, count[n]);
}

void
Indirect (int s)
{
  for (int p = 0; p < n_procedures; p++)
    if (entered[s * (long) n_procedures + p])
      Arc (p, procedures[p].name, entered[s * (long) n_procedures + p]);
}

/* A procedure's total is its own, and of what it calls a share: that of its calls.
   Rounds lead it up through the graph; round and round in cycles.  */
static void
Propagate (void)
{
  double *next = calloc (n_procedures, sizeof *next);
  for (int round = 0; round < 100; round++)
    {
      for (int p = 0; p < n_procedures; p++)
	next[p] = procedures[p].self;
      for (struct arc *a = arcs; a < arcs + n_arcs; a++)
	if (a->to >= 0 && a->to != a->from)
	  next[a->from] += procedures[a->to].total * a->calls
			   / procedures[a->to].calls;
      for (int p = 0; p < n_procedures; p++)
	procedures[p].total = next[p] < all ? next[p] : all;
    }
  free (next);
}

static int
Compare (const void *a, const void *b)
{
  const struct procedure *p = &procedures[*(const int *) a];
  const struct procedure *q = &procedures[*(const int *) b];
  return (p->total < q->total) - (p->total > q->total);
}

void
Close (void)
{
  FILE *file = fopen ("gprof.out", "w");
  int *order = malloc (n_procedures * sizeof *order);
  Propagate ();
  for (int p = 0; p < n_procedures; p++)
    order[p] = p;
  qsort (order, n_procedures, sizeof *order, Compare);
  fprintf (file, "%7s %14s %14s %12s  %s\n", "total", "instructions", "self",
	   "calls", "procedure");
  for (int k = 0; k < n_procedures; k++)
    {
      struct procedure *p = &procedures[order[k]];
      if (p->calls == 0 && p->self == 0)
	continue;
      fprintf (file, "%6.2f%% %14.0f %14ld %12ld  %s\n", 100 * p->total / all,
	       p->total, p->self, p->calls, p->name);
      for (struct arc *a = arcs; a < arcs + n_arcs; a++)
	if (a->from == order[k])
	  fprintf (file, "%38s %12ld      -> %s\n", "", a->calls, a->name);
	else if (a->to == order[k])
	  fprintf (file, "%38s %12ld      <- %s\n", "", a->calls,
		   procedures[a->from].name);
    }
  fclose (file);
}
