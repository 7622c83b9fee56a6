/* SPDX-License-Identifier: MIT */
/* callgraph: see callgraph.inst.c.

   Cycles are inclusive: those of what is called are among them.  Of a procedure that
   calls itself, also by others, the outermost call has them.  A procedure that the C
   library calls, qsort's for instance, is called by the one that called the library.  */

#include "output.h"
#include <stdio.h>
#include <stdlib.h>

struct procedure
{
  char *name;
  long calls, cycles, self, active;
};
static struct procedure *procedures; /* the last one: what calls main */
static int n_procedures;

struct arc
{
  int from, to;
  long calls, cycles;
};
static struct arc *arcs;	/* a hash table */
static unsigned room, n_arcs;

struct frame
{
  int procedure;
  struct arc *arc;
  unsigned long sp;
  long start, callees;
};
static struct frame *stack;
static int depth, most;
static int jumped;		/* the caller, if any, does not come back */

void
Open (int n)
{
  n_procedures = n;
  procedures = calloc (n + 1, sizeof *procedures);
  procedures[n].name = "(start)";
  room = 16 * n + 1024;
  arcs = calloc (room, sizeof *arcs);
  stack = malloc ((most = 1024) * sizeof *stack);
}

static struct arc *
FindArc (int from, int to)
{
  unsigned k = (from * 0x9e3779b1u + to) % room;
  while (arcs[k].calls && (arcs[k].from != from || arcs[k].to != to))
    k = (k + 1) % room;
  if (!arcs[k].calls && ++n_arcs == room)
    abort ();
  arcs[k].from = from;
  arcs[k].to = to;
  return &arcs[k];
}

static void
Pop (long now)
{
  struct frame *f = &stack[--depth];
  struct procedure *p = &procedures[f->procedure];
  long cycles = now - f->start;
  p->self += cycles - f->callees;
  if (--p->active == 0)
    {
      p->cycles += cycles;
      f->arc->cycles += cycles;
    }
  if (depth)
    stack[depth - 1].callees += cycles;
}

void
Enter (int n, unsigned long sp, long now)
{
  while (depth && stack[depth - 1].sp < sp + !jumped)
    Pop (now);
  jumped = 0;
  if (depth == most)
    stack = realloc (stack, (most *= 2) * sizeof *stack);
  struct arc *a = FindArc (depth ? stack[depth - 1].procedure : n_procedures,
			   n);
  a->calls++;
  procedures[n].calls++;
  procedures[n].active++;
  stack[depth++] = (struct frame) { n, a, sp, now, 0 };
}

void
Leave (unsigned long sp, long now)
{
  while (depth && stack[depth - 1].sp <= sp)
    Pop (now);
}

void
Jump (void)
{
  jumped = 1;
}

#if defined __x86_64__ || defined __i386__
# define PUSHES 1
#else
# define PUSHES 0
#endif

/* A call has returned.  Where that puts the return address on the stack, what was called was
   entered below this; elsewhere here, and who called has a frame above this.  */
void
Return (unsigned long sp, long now)
{
  Leave (sp - PUSHES, now);
  jumped = 0;
}

void
Name (int n, char *name)
{
  procedures[n].name = name;
}

static int
CompareArcs (const void *a, const void *b)
{
  const struct arc *x = a, *y = b;
  return (x->cycles < y->cycles) - (x->cycles > y->cycles);
}

static int
CompareProcedures (const void *a, const void *b)
{
  const struct procedure *x = a, *y = b;
  return (x->cycles < y->cycles) - (x->cycles > y->cycles);
}

void
Close (void)
{
  FILE *file = OutputOpen ("callgraph.out");
  while (depth)
    Pop (stack[depth - 1].start + stack[depth - 1].callees);
  qsort (arcs, room, sizeof *arcs, CompareArcs);
  fprintf (file, "%14s %12s  %s\n", "cycles", "calls", "from -> to");
  for (unsigned k = 0; k < room; k++)
    if (arcs[k].calls)
      fprintf (file, "%14ld %12ld  %s -> %s\n", arcs[k].cycles, arcs[k].calls,
	       procedures[arcs[k].from].name, procedures[arcs[k].to].name);
  qsort (procedures, n_procedures, sizeof *procedures, CompareProcedures);
  fprintf (file, "\n%14s %14s %12s  %s\n", "cycles", "self", "calls",
	   "procedure");
  for (int p = 0; p < n_procedures; p++)
    if (procedures[p].calls)
      fprintf (file, "%14ld %14ld %12ld  %s\n", procedures[p].cycles,
	       procedures[p].self, procedures[p].calls, procedures[p].name);
  OutputClose (file);
}
