/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a random program and its twin call.  */

#include <setjmp.h>
#include <stdlib.h>
#include <unistd.h>
#include "tests/twins.d/twins.h"

unsigned long twin_state;
long twin_fuel;
volatile int twin_mark;
int twin_top;
jmp_buf twin_buffers[FUNCTIONS + 2];

/* The twin is run in a child of the test.  */
void
twin_exit (void)
{
#ifdef TWIN_MAIN
  exit (0);
#else
  _exit (0);
#endif
}

static unsigned
decide (unsigned of)
{
  twin_state = twin_state * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned) ((twin_state >> 33) % of);
}

/* May leave the function that calls, or the program.  */
void
twin_leave (void)
{
  twin_fuel--;
  if (decide (6) || twin_fuel <= 0)
    return;
  if (decide (20) == 0)
    twin_exit ();
  _longjmp (twin_buffers[twin_top], 1);
}

void
twin_drive (void (*f) (void))
{
  for (volatile unsigned long seed = 0; seed < SEEDS; seed++)
    {
      twin_state = seed * 77777 + 5;
      twin_fuel = 40 + 200 * (long) seed;
      twin_top = 0;
      if (!_setjmp (twin_buffers[0]))
	f ();
    }
}

#ifdef TWIN_MAIN
void f0 (void);

int
main (void)
{
  twin_drive (f0);
  return 0;
}
#endif
