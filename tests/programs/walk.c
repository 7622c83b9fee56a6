/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Routines that walk the stack and say whether all have found main.  */

#include <stdio.h>
#include <unwind.h>
static unsigned long calls, bad;
static int inside, found;
extern int main ();
static _Unwind_Reason_Code
frame (struct _Unwind_Context *c, void *n)
{
  found |= _Unwind_FindEnclosingFunction ((void *) (_Unwind_GetIP (c) - 1))
	   == (void *) main;
  return ++*(int *) n > 100 ? _URC_END_OF_STACK : _URC_NO_REASON;
}
static void
walk (void)
{
  int n = 0;
  if (inside)
    return;
  inside = 1;
  found = 0;
  _Unwind_Backtrace (frame, &n);
  calls++;
  bad += !found;
  inside = 0;
}
typedef unsigned long word;
#define ROUTINE(name, ...) void name (__VA_ARGS__) { walk (); }
ROUTINE (_record_cbr, word a, word b)
ROUTINE (_record_mbr, word a, word b)
ROUTINE (_record_entry, word a)
ROUTINE (_record_exit, word a)
ROUTINE (_record_block, word a)
ROUTINE (_record_load, long a, word b, word c)
ROUTINE (_record_store, long a, word b, word c)
ROUTINE (_record_setjmp, word a, word b)
ROUTINE (_record_longjmp, word a, word b, word c)
__attribute__ ((destructor)) static void
end (void)
{
  fprintf (stderr, "%s\n", calls < 1000 ? "few calls" : bad ? "bad" : "good");
}
