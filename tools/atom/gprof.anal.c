/* SPDX-License-Identifier: MIT */
/* gprof: see gprof.inst.c.  */

#include "output.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct procedure
{
  char *name;
  long self, calls;
  struct arc *arcs;		/* to what it calls, one after the other */
  int order, low;		/* in depth-first search */
  int cycle;			/* of procedures that call each other, from 1 */
  int members;			/* of that */
  long entered;			/* how often the cycle was entered */
  double total;			/* its instructions and those of what it calls */
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

/* As gprof does, procedures that call each other are a cycle, which is one: its total
   is its own and of what it calls a share, by calls.  What is called comes first in
   depth-first search (Tarjan's).  */

static int *stack, depth, n_visited, n_cycles;

/* The cycle from P up on the stack is complete.  */
static void
Sum (int p)
{
  int first = depth;
  long entries = 0;
  double total = 0;
  n_cycles++;
  do
    procedures[stack[--first]].cycle = n_cycles;
  while (stack[first] != p);
  for (int k = first; k < depth; k++)
    {
      struct procedure *q = &procedures[stack[k]];
      total += q->self;
      entries += q->calls;
      for (struct arc *a = q->arcs; a && a->from == stack[k]; a++)
	if (a->to >= 0 && procedures[a->to].cycle == n_cycles)
	  entries -= a->calls;
	else if (a->to >= 0)
	  total += procedures[a->to].total * a->calls
		   / procedures[a->to].entered;
    }
  for (int k = first; k < depth; k++)
    {
      procedures[stack[k]].total = total;
      procedures[stack[k]].members = depth - first;
      procedures[stack[k]].entered = entries > 0 ? entries : 1;
    }
  depth = first;
}

static void
Visit (int p)
{
  struct procedure *q = &procedures[p];
  q->order = q->low = ++n_visited;
  stack[depth++] = p;
  for (struct arc *a = q->arcs; a && a->from == p; a++)
    if (a->to >= 0)
      {
	struct procedure *t = &procedures[a->to];
	if (!t->order)
	  Visit (a->to);
	if (!t->cycle && t->low < q->low)
	  q->low = t->low;
      }
  if (q->low == q->order)
    Sum (p);
}

static void
Propagate (void)
{
  stack = malloc (n_procedures * sizeof *stack);
  arcs = realloc (arcs, (n_arcs + 1) * sizeof *arcs);
  arcs[n_arcs].from = -1;
  for (int k = n_arcs - 1; k >= 0; k--)
    procedures[arcs[k].from].arcs = &arcs[k];
  for (int p = 0; p < n_procedures; p++)
    if (!procedures[p].order)
      Visit (p);
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
  FILE *file = OutputOpen ("gprof.out");
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
      fprintf (file, "%6.2f%% %14.0f %14ld %12ld  %s", 100 * p->total / all,
	       p->total, p->self, p->calls, p->name);
      if (p->members > 1)
	fprintf (file, " (cycle %d)", p->cycle);
      fputc ('\n', file);
      for (struct arc *a = arcs; a < arcs + n_arcs; a++)
	if (a->from == order[k])
	  fprintf (file, "%38s %12ld      -> %s\n", "", a->calls, a->name);
	else if (a->to == order[k])
	  fprintf (file, "%38s %12ld      <- %s\n", "", a->calls,
		   procedures[a->from].name);
    }
  OutputClose (file);
}
