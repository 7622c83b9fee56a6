/* SPDX-License-Identifier: MIT */
/* stacks: see stacks.inst.c.

   A context is a procedure and the context that it was called in.  A procedure that the C
   library calls, qsort's for instance, is called by the one that called the library.
   What calls itself, also by others, is in the context of its first call.  */

#include "output.h"
#include <stdio.h>
#include <stdlib.h>

struct context
{
  int procedure;
  long instructions;
  struct context *up, *calls, *next;	/* the first that it calls; its callers' next */
};

struct frame
{
  struct context *context;
  unsigned long sp;
  int outermost;		/* of its procedure */
};

static struct context start;
static struct frame *stack;
static int depth, most;
static int jumped;		/* the caller, if any, does not come back */
static char **names;
static struct context **active;	/* for each procedure its first call, or NULL */

static struct context *
Here (void)
{
  return depth ? stack[depth - 1].context : &start;
}

void
Open (int n)
{
  names = calloc (n, sizeof *names);
  active = calloc (n, sizeof *active);
  stack = malloc ((most = 1024) * sizeof *stack);
}

static void
Pop (void)
{
  struct frame *f = &stack[--depth];
  if (f->outermost)
    active[f->context->procedure] = NULL;
}

void
Enter (int n, unsigned long sp)
{
  struct context *up, **c;
  while (depth && stack[depth - 1].sp < sp + !jumped)
    Pop ();
  jumped = 0;
  if (depth == most)
    stack = realloc (stack, (most *= 2) * sizeof *stack);
  if (active[n])
    {
      stack[depth++] = (struct frame) { active[n], sp, 0 };
      return;
    }
  up = Here ();
  for (c = &up->calls; *c && (*c)->procedure != n; c = &(*c)->next)
    ;
  if (!*c)
    {
      *c = calloc (1, sizeof **c);
      (*c)->procedure = n;
      (*c)->up = up;
    }
  active[n] = *c;
  stack[depth++] = (struct frame) { *c, sp, 1 };
}

void
Count (int instructions, unsigned long sp)
{
  while (depth && stack[depth - 1].sp < sp)
    Pop ();
  Here ()->instructions += instructions;
}

void
Leave (unsigned long sp)
{
  while (depth && stack[depth - 1].sp <= sp)
    Pop ();
}

void
Jump (void)
{
  jumped = 1;
}

/* A call has returned.  */
void
Return (unsigned long sp)
{
  Leave (sp - 1);
  jumped = 0;
}

void
Name (int n, char *name)
{
  names[n] = name;
}

static void
Put (FILE *file, struct context *c)
{
  if (c->up != &start)
    Put (file, c->up);
  fprintf (file, "%s%s", c->up != &start ? ";" : "", names[c->procedure]);
}

void
Close (void)
{
  FILE *file = OutputOpen ("stacks.out");
  struct context *c = start.calls;
  while (c)
    {
      if (c->instructions)
	{
	  Put (file, c);
	  fprintf (file, " %ld\n", c->instructions);
	}
      if (c->calls)
	c = c->calls;
      else
	{
	  while (c != &start && !c->next)
	    c = c->up;
	  c = c->next;
	}
    }
  OutputClose (file);
}
