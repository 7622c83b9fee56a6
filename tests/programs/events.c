/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An analysis that writes every event as `ghalt play' prints those of thread 1, to
   standard error or the file EVENTS names.  Addresses of code are not told.  */

#include <stdio.h>
#include <stdlib.h>
#include "halt/halt.h"

static FILE *out;

static void
open_out (void)
{
  const char *name = getenv ("EVENTS");
  if (!out)
    out = name ? fopen (name, "w") : stderr;
}

#define EVENT(...) (open_out (), fprintf (out, __VA_ARGS__))

void
_record_cbr (unsigned long cond, unsigned long id)
{
  EVENT ("1 cbr %lu %lu\n", id, cond);
}

void
_record_mbr (unsigned long index, unsigned long id)
{
  EVENT ("1 mbr %lu %lu\n", id, index);
}

void
_record_entry (unsigned long id)
{
  EVENT ("1 entry %lu\n", id);
}

void
_record_exit (unsigned long id)
{
  EVENT ("1 exit %lu\n", id);
}

void
_record_setjmp (unsigned long buf, unsigned long id)
{
  EVENT ("1 setjmp %lu 0x%lx\n", id, buf);
}

void
_record_longjmp (unsigned long buf, unsigned long status, unsigned long id)
{
  EVENT ("1 longjmp %lu 0x%lx %lu\n", id, buf, status);
}

void
_record_load (long bytes, unsigned long ea, unsigned long id)
{
  EVENT ("1 load %lu 0x%lx %ld\n", id, ea, bytes);
}

void
_record_store (long bytes, unsigned long ea, unsigned long id)
{
  EVENT ("1 store %lu 0x%lx %ld\n", id, ea, bytes);
}

void
_record_block (unsigned long id)
{
  EVENT ("1 block %lu\n", id);
}

void
_record_call (void *callee, unsigned long id)
{
  (void) callee;
  EVENT ("1 call %lu 0x\n", id);
}

void
_record_callret (unsigned long id)
{
  EVENT ("1 callret %lu\n", id);
}

void
_record_path_sum_read (unsigned long path_sum, unsigned long id,
		       unsigned long proc_id)
{
  EVENT ("1 path_sum_read %lu %lu %lu\n", id, path_sum, proc_id);
}
