/* SPDX-License-Identifier: MIT */
/* In place of ending.c and live.c where the C library has neither signals nor
   processes: a program ends by exit, and its profile is written then.  */

#include "runtime/runtime.h"

void
__halt_ending_init (void)
{
}

void
__halt_ending_release (void)
{
}

void
__halt_live_start (void)
{
}

void
__halt_live_started (void)
{
}

int
__halt_is_live (void)
{
  return 0;
}

void *
__halt_live_counters (const struct halt_live_record *what, size_t size)
{
  return (void) what, (void) size, NULL;
}

uint32_t
__halt_live_unit (const struct halt_threads *threads)
{
  return (void) threads, 0;
}

void
__halt_live_lost (void)
{
}

void
__halt_live_object (const struct halt_known_object *object)
{
  (void) object;
}

int
__halt_live_claimed (const struct dl_phdr_info *info)
{
  return (void) info, 0;
}

int
__halt_live_cells (const struct dl_phdr_info *info,
		   const struct __halt_cells *cells, size_t n, const int *gone)
{
  return (void) info, (void) cells, (void) n, (void) gone, 0;
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
