/* SPDX-License-Identifier: MIT */
/* In place of ending.c and live.c where the C library has neither signals nor
   processes: a program ends by exit, and its profile is written then.  */

#include "runtime/runtime.h"

int __halt_to_daemon;

void
__halt_ending_add (struct halt_ending *ending, int signal)
{
  (void) ending, (void) signal;
}

void
__halt_ending_remove (struct halt_ending *ending)
{
  (void) ending;
}

void
__halt_ending_quick (void)
{
}

void
__halt_ending_again (void)
{
}

int
__halt_signal_number (const char *value)
{
  return (void) value, 0;
}

void
__halt_live_started (void)
{
}

void
__halt_live_lost (long more)
{
  (void) more;
}

void
__halt_live_object (struct halt_known_object *object)
{
  (void) object;
}

void
__halt_live_forked (void)
{
}

int
__halt_live_end (int how, uint32_t ended)
{
  return (void) how, (void) ended, 0;
}

int
__halt_live_over (int how, uint32_t ended)
{
  return (void) how, (void) ended, 0;
}

const unsigned int __halt_meeting_page = 0;
