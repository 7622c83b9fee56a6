/* SPDX-License-Identifier: MIT */
/* Ends of the process at which no destructor runs.  */

#ifndef HALT_ENDING_H
#define HALT_ENDING_H 1

#pragma GCC visibility push(hidden)

enum
{
  HALT_ENDS,			/* when this returns */
  HALT_ENDS_HERE,		/* with nothing of the program before */
  HALT_ENDS_SOON,		/* or later, if that is better */
  HALT_GOES_ON			/* it may end, or not */
};

/* Who is told.  FUNCTION is called with all signals blocked, anywhere: by signal SIG, or
   0; and HOW.  If it returns 0 when the process ends soon, SIG has to be sent
   again.  */
struct halt_ending
{
  int (*function) (int sig, int how);
  struct halt_ending *next;
};

/* Tell ENDING; with SIGNAL, also when that comes, at which the process goes on.  No
   more.  */
void __halt_ending_add (struct halt_ending *ending, int signal);
void __halt_ending_remove (struct halt_ending *ending);

/* Tell of quick_exit, too: for all copies of this library, as the C library may call what is
   being unloaded.  */
void __halt_ending_quick (void);

/* Another copy of this library has caught signals until now, and goes.  */
void __halt_ending_again (void);

/* Nonzero while daemon makes a child that goes on in place of its parent.  */
extern int __halt_to_daemon;

/* The signal that VALUE names, with SIG or without, or by its number; 0: it cannot be
   caught.  */
int __halt_signal_number (const char *value);

/* Let the thread that CONTEXT (ucontext_t) is of go on after a breakpoint that who traced
   the process has left.  0: there was none.  NULL while there are no such points.  */
extern int (*__halt_pass_break) (void *context);

#pragma GCC visibility pop

#endif /* HALT_ENDING_H */
