/* SPDX-License-Identifier: MIT */
/* stacks: see stacks.inst.c.

   A context is a procedure and the context that it was called in.  A procedure that the C
   library calls, qsort's for instance, is called by the one that called the library.
   What calls itself, also by others, is in the context of its first call.  With -DTHREADS each
   thread has contexts of its own; in the end those of the same calls are one.  To find a
   thread's takes more time; without it a program that has several is told so.  */

#include "output.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#ifdef __x86_64__
# include <sys/auxv.h>
#endif

#define FAR (1 << 24)		/* no procedure moves the stack pointer so far */
#define SLOTS 1024		/* of threads */

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

struct thread
{
  struct thread *next;		/* in its slot */
  long self;
  struct context start;
  struct frame *stack;
  int depth, most;
  int jumped;			/* the caller, if any, does not come back */
  unsigned long sp;		/* where something was entered last */
  struct context **active;	/* for each procedure its first call, or NULL */
};

static struct thread first;	/* the only one until SEVERAL */
static int several, fsbase;
static struct thread *threads[SLOTS], *holder;
static char **names;
static int n_names;

/* The library knows nothing of threads.  What interrupts who holds it may go on.  */
static void *
Memory (struct thread *t, void *old, size_t n, size_t size)
{
  struct thread *nobody = NULL;
  int mine = __atomic_load_n (&holder, __ATOMIC_ACQUIRE) == t;
  while (!mine
	 && !__atomic_compare_exchange_n (&holder, &nobody, t, 0,
					  __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
    nobody = NULL;
  void *p = old ? realloc (old, n * size) : calloc (n, size);
  if (!mine)
    __atomic_store_n (&holder, NULL, __ATOMIC_RELEASE);
  return p;
}

/* What this thread has that no other has: where its own data are, if that can be read
   without the kernel, which an analysis cannot do through %fs.  Here and in what is called
   for each stretch of code nothing is called: that would cost all pots many registers.  */
static inline long
Self (void)
{
#if defined __x86_64__
  long self = SYS_gettid;
  if (fsbase)
    asm volatile ("rdfsbase %0" : "=r" (self));
  else
    asm volatile ("syscall" : "+a" (self) : : "rcx", "r11", "memory");
  return self;
#elif defined __i386__
  long self = SYS_gettid;
  asm volatile ("int $0x80" : "+a" (self) : : "memory");
  return self;
#else
  return gettid ();
#endif
}

static inline int
SlotOf (long self)
{
  return (unsigned long) (self ^ self >> 12) % SLOTS;
}

/* The thread that this is: the first one is known before it asks.  */
static inline struct thread *
Thread (void)
{
#ifdef THREADS
  if (several)
    {
      long self = Self ();
      struct thread *t = __atomic_load_n (&threads[SlotOf (self)],
					  __ATOMIC_ACQUIRE);
      while (t && t->self != self)
	t = t->next;
      if (t)
	return t;
    }
#endif
  return &first;
}

static int
IsFirst (void)
{
#ifdef __dietlibc__
  return gettid () == getpid ();
#else
  return syscall (SYS_gettid) == getpid ();
#endif
}

#ifdef THREADS
/* The same of one that is not known yet: the first, or a new one.  */
static struct thread *
Known (void)
{
  struct thread *t, **slot, new = { .self = Self () };
  if (IsFirst ())
    t = &first;
  else
    {
      t = Memory (&new, NULL, 1, sizeof *t);
      t->active = Memory (&new, NULL, n_names, sizeof *t->active);
      t->stack = Memory (&new, NULL, t->most = 64, sizeof *t->stack);
    }
  t->self = new.self;
  slot = &threads[SlotOf (t->self)];
  t->next = __atomic_load_n (slot, __ATOMIC_ACQUIRE);
  while (!__atomic_compare_exchange_n (slot, &t->next, t, 0, __ATOMIC_ACQ_REL,
				       __ATOMIC_ACQUIRE))
    ;
  return t;
}
#else
/* Nothing is entered any more, and from here on nothing is left: what is counted is of no
   interest, and threads do not disturb each other.  */
static struct thread *
Known (void)
{
  struct thread new = { .depth = 0 };
  struct frame *stack = Memory (&new, NULL, first.most, sizeof *stack);
  for (int i = 0; i < first.most; i++)
    stack[i] = (struct frame) { &first.start, -1ul, 0 };
  first.stack = stack;
  return NULL;
}
#endif

static struct context *
Here (struct thread *t)
{
  return t->depth ? t->stack[t->depth - 1].context : &t->start;
}

void
Open (int n)
{
#ifdef __x86_64__
  fsbase = getauxval (AT_HWCAP2) >> 1 & 1;
#endif
  names = calloc (n_names = n, sizeof *names);
  first.active = calloc (n, sizeof *first.active);
  first.stack = malloc ((first.most = 1024) * sizeof *first.stack);
}

static void
Pop (struct thread *t)
{
  struct frame *f = &t->stack[--t->depth];
  if (f->outermost)
    t->active[f->context->procedure] = NULL;
}

/* The context of procedure N that is called in UP.  */
static struct context *
Called (struct thread *t, struct context *up, int n)
{
  struct context **c;
  for (c = &up->calls; *c && (*c)->procedure != n; c = &(*c)->next)
    ;
  if (!*c)
    {
      *c = Memory (t, NULL, 1, sizeof **c);
      (*c)->procedure = n;
      (*c)->up = up;
    }
  return *c;
}

void
Enter (int n, unsigned long sp)
{
  struct thread *t = Thread ();
  /* Another stack may be another thread's.  */
  if (!several && (!t->sp || sp - t->sp + FAR > 2ul * FAR) && !IsFirst ())
    {
      several = 1;
      t = Known ();
    }
#ifdef THREADS
  else if (several && t == &first && first.self != Self ())
    t = Known ();
#else
  if (several)
    return;
#endif
  t->sp = sp;
  while (t->depth && t->stack[t->depth - 1].sp < sp + !t->jumped)
    Pop (t);
  t->jumped = 0;
  if (t->depth == t->most)
    t->stack = Memory (t, t->stack, t->most *= 2, sizeof *t->stack);
  if (t->active[n])
    {
      t->stack[t->depth++] = (struct frame) { t->active[n], sp, 0 };
      return;
    }
  t->active[n] = Called (t, Here (t), n);
  t->stack[t->depth++] = (struct frame) { t->active[n], sp, 1 };
}

void
Count (int instructions, unsigned long sp)
{
  struct thread *t = Thread ();
  while (t->depth && t->stack[t->depth - 1].sp < sp)
    Pop (t);
  Here (t)->instructions += instructions;
}

void
Leave (unsigned long sp)
{
  struct thread *t = Thread ();
  while (t->depth && t->stack[t->depth - 1].sp <= sp)
    Pop (t);
}

void
Jump (void)
{
  Thread ()->jumped = 1;
}

#if defined __x86_64__ || defined __i386__
# define PUSHES 1
#else
# define PUSHES 0
#endif

/* A call has returned.  Where that puts the return address on the stack, what was called was
   entered below this; elsewhere here, and who called has a frame above this.  */
void
Return (unsigned long sp)
{
  Leave (sp - PUSHES);
  Thread ()->jumped = 0;
}

void
Name (int n, char *name)
{
  names[n] = name;
}

/* Add FROM, and what it calls, to TO, the same calls of the first thread.  */
static void
Add (struct context *to, const struct context *from)
{
  to->instructions += from->instructions;
  for (const struct context *c = from->calls; c; c = c->next)
    Add (Called (&first, to, c->procedure), c);
}

static void
Put (FILE *file, struct context *c)
{
  if (c->up != &first.start)
    Put (file, c->up);
  fprintf (file, "%s%s", c->up != &first.start ? ";" : "",
	   names[c->procedure]);
}

void
Close (void)
{
#ifndef THREADS
  if (several)
    {
      fprintf (stderr, "stacks: the program has several threads, and nothing "
		       "is written; give 'ghalt atom' -DTHREADS\n");
      return;
    }
#endif
  FILE *file = OutputOpen ("stacks.out");
  for (int i = 0; i < SLOTS; i++)
    for (struct thread *t = threads[i]; t; t = t->next)
      if (t != &first)
	Add (&first.start, &t->start);
  struct context *c = first.start.calls;
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
	  while (c != &first.start && !c->next)
	    c = c->up;
	  c = c->next;
	}
    }
  OutputClose (file);
}
