/* SPDX-License-Identifier: MIT */
/* HALT for GCC: what an analysis may include.

   An analysis is a C (or, with this header, C++) file that defines the
   routines it wants called.  Compile it beside the program:

     gcc -O2 -fplugin=.../halt.so -fplugin-arg-halt-cbr prog.c analysis.c

   Every conditional branch of prog.c then calls _record_cbr.  Routines are
   found by name.  They are never instrumented themselves, and neither is what
   they call in their own file.  A routine that is missing is a link error that
   names it; _halt_startup alone is optional.  That one is called once, before
   any event and any constructor.

   A routine is an ordinary function.  It may use every register its ABI lets
   a function use, and finds the stack aligned as at any call.  It may call
   anything that is safe at an arbitrary point of the program.  (That excludes
   what the interrupted code may be in the middle of: malloc for instance, if
   malloc itself is instrumented.)  It must not throw, must not longjmp out, and
   must leave the floating-point control modes (rounding, exception masks) as it
   found them.

   Arguments: dynamic ones first (known when the program runs), then static
   ones, of which the id is the first.  Ids of a process are dense: 0 up to
   the number of points in all instrumented units loaded so far, so that a
   routine can index an array.  -fplugin-arg-halt-unique=N gives constant ids
   from N up instead.

   Source of names and meanings: the HALT manual, sections "Label Pass" and
   "Instrument Pass".  */

#ifndef HALT_HALT_H
#define HALT_HALT_H 1

#ifdef __cplusplus
extern "C" {
#endif

/* As large as the largest number of a kind, and one more.  */
union halt_kind_numbers
{
#define HALT_KIND(NAME, number, ...) char NAME[number + 1];
#include "kinds.def"
};

/* The kinds, with the manual's numbers.  */
enum halt_kind
{
#define HALT_KIND(NAME, number, ...) HALT_##NAME = number,
#include "kinds.def"
  HALT_KIND_END = sizeof (union halt_kind_numbers),
  HALT_KIND_USER = 256		/* users' own have this number and up */
};

/* The parameters of a routine, by the column `args' of kinds.def.  */
#define HALT_PARAMS_NONE (unsigned long id)
#define HALT_PARAMS_START (void)
#define HALT_PARAMS_CONDITION (unsigned long cond, unsigned long id)
#define HALT_PARAMS_INDEX (unsigned long index, unsigned long id)
#define HALT_PARAMS_BUFFER (unsigned long buf, unsigned long id)
#define HALT_PARAMS_JUMP \
  (unsigned long buf, unsigned long status, unsigned long id)
#define HALT_PARAMS_CALLEE (void *callee, unsigned long id)
#define HALT_PARAMS_ACCESS (long bytes, unsigned long ea, unsigned long id)
#define HALT_PARAMS_VALUE (unsigned long long value, unsigned long id)
#define HALT_PARAMS_PATH \
  (unsigned long path_sum, unsigned long id, unsigned long proc_id)

/* The analysis routines, one for each kind that has one.  */
#define HALT_INLINE_KIND(NAME, number, word, text)
#define HALT_KIND(NAME, number, word, routine, when, args, ...) \
  void routine HALT_PARAMS_##args;
#include "kinds.def"

/* Of the default runtime, libhalt; not there without it.

   Write the profile now: whole, in place of the one that is there, under the name
   that it has at the end, when it is written anew.  Other threads go on
   counting.  Nothing happens if it cannot be written (HALT_DEBUG=1 says why).
   errno is kept.  Not for signal handlers: HALT_SIGNAL names a signal.  */
void halt_dump (void);

/* Set all counters of the process to 0.  What other threads count meanwhile may
   be lost or not.  */
void halt_reset (void);

/* Say TEXT to who listens: rules `at event TEXT' of a context (ghalt run, ghalt attach),
   which are carried out before this returns.  If nobody does it is a call that does
   nothing.  From any thread, and in signal handlers.  */
void halt_event (const char *text);

/* libhalt.a: switch the points that PATTERN names on, or off, in all that is loaded and
   was compiled with -fplugin-arg-halt-switch, while other threads run.  PATTERN is a
   list with commas of KIND@FUNCTION, KIND or FUNCTION; both may have globs.  Return how
   many points it names; -1 with errno, and nothing is switched, if the code cannot be
   changed: EBUSY, if it is being changed by who called this, too.  */
int halt_switch (const char *pattern, int on);

#ifdef __cplusplus
}
#endif

#endif /* HALT_HALT_H */
