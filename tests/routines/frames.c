/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Analysis routines for every kind that take a backtrace at every event and
   compare it with the calls that entries and exits told of: each function that
   was entered and not left must be there with the frame address that it had
   at its entry, and no other; and the backtrace must arrive at the first
   frame.  Needs the kinds entry and exit, and one thread.  Prints a line when
   the program ends only if a backtrace was wrong, or if there was none; with
   FRAMES_VERBOSE in the environment how many there were.  */

#include <stdio.h>
#include <stdlib.h>
#include <unwind.h>

#define MAX 4096

extern char _start[];
extern char __halt_call_aligned[]
  __attribute__ ((weak, visibility ("hidden")));
static unsigned long events, bad;
static unsigned long entered[MAX];	/* frame addresses, outermost first */
static int n_entered;

struct walk
{
  int n;
  unsigned long region[MAX], cfa[MAX];
};

static _Unwind_Reason_Code
look (struct _Unwind_Context *context, void *data)
{
  struct walk *w = data;
  if (w->n < MAX)
    {
      w->region[w->n] = _Unwind_GetRegionStart (context);
      /* That of the frame before.  */
      w->cfa[w->n] = _Unwind_GetCFA (context);
      w->n++;
    }
  return _URC_NO_REASON;
}

static void
wrong (const char *what, unsigned long id)
{
  if (bad++ < 3)
    printf ("event %lu, id %lu: %s\n", events, id, what);
}

/* The backtrace has this function, the routine, perhaps __halt_call_aligned,
   then the function with the pot.  */
static void __attribute__ ((noinline))
event (unsigned long id, int step)
{
  static struct walk w;
  w.n = 0;
  events++;
  if (_Unwind_Backtrace (look, &w) != _URC_END_OF_STACK || w.n < 4
      || w.region[w.n - 1] != (unsigned long) _start)
    {
      wrong ("the backtrace ends early", id);
      return;
    }
  int at = w.region[2] == (unsigned long) __halt_call_aligned ? 4 : 3;
  unsigned long own = w.cfa[at];
  /* What was left by an exception or a jump.  */
  while (n_entered > 0 && entered[n_entered - 1] < own + (step > 0))
    n_entered--;
  if (step > 0 && n_entered < MAX)
    entered[n_entered++] = own;
  else if (n_entered == 0 || entered[n_entered - 1] != own)
    wrong ("its own frame is not the one that was entered", id);
  for (int i = n_entered; i-- > 0; )
    {
      while (at < w.n && w.cfa[at] < entered[i])
	at++;
      if (at == w.n || w.cfa[at] != entered[i])
	{
	  wrong ("a frame is missing", id);
	  break;
	}
    }
  if (step < 0 && n_entered > 0)
    n_entered--;
}

#define PLACE(name, step) \
  void _record_##name (unsigned long id) { event (id, step); asm (""); }
PLACE (entry, 1) PLACE (exit, -1) PLACE (block, 0) PLACE (cycle, 0)
#define TWO(name) \
  void _record_##name (unsigned long a, unsigned long id) \
  { (void) a; event (id, 0); asm (""); }
TWO (cbr) TWO (mbr) TWO (setjmp)
#define THREE(name) \
  void _record_##name (unsigned long a, unsigned long b, unsigned long id) \
  { (void) a; (void) b; event (id, 0); asm (""); }
THREE (load) THREE (store) THREE (longjmp)

__attribute__ ((destructor)) static void
end (void)
{
  if (bad || !events || getenv ("FRAMES_VERBOSE"))
    printf ("%lu of %lu backtraces wrong\n", bad, events);
}
