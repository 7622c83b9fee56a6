/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Analysis routines that take a backtrace at every branch and see whether it
   arrives at the very first frame, _start.  Prints a line when the program
   ends only if one did not, or if there was none.  */

#include <stdio.h>
#include <unwind.h>

extern char _start[];
static unsigned long events, complete;

static _Unwind_Reason_Code
look (struct _Unwind_Context *context, void *last)
{
  *(unsigned long *) last = _Unwind_GetRegionStart (context);
  return _URC_NO_REASON;
}

void
_record_cbr (unsigned long cond, unsigned long id)
{
  unsigned long last = 0;
  (void) cond;
  (void) id;
  events++;
  if (_Unwind_Backtrace (look, &last) == _URC_END_OF_STACK
      && last == (unsigned long) _start)
    complete++;
}

__attribute__ ((destructor)) static void
end (void)
{
  if (complete != events || !events)
    printf ("%lu of %lu backtraces complete\n", complete, events);
}
