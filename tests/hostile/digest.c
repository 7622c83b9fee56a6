/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An analysis that makes one number of all events and their order, and writes it at the
   end to the file that DIGEST names.  Addresses do not count.  */

#include <stdio.h>
#include <stdlib.h>
#include "halt/halt.h"

static unsigned long n, digest;

static void
add (unsigned long kind, unsigned long id, unsigned long more)
{
  n++;
  digest = (digest ^ kind) * 0x100000001b3;
  digest = (digest ^ id) * 0x100000001b3;
  digest = (digest ^ more) * 0x100000001b3;
}

static __attribute__ ((destructor)) void
end (void)
{
  FILE *out = fopen (getenv ("DIGEST"), "w");
  fprintf (out, "%lu %lx\n", n, digest);
  fclose (out);
}

void
_record_cbr (unsigned long cond, unsigned long id)
{
  add (HALT_CBR, id, cond);
}

void
_record_mbr (unsigned long index, unsigned long id)
{
  add (HALT_MBR, id, index);
}

void
_record_entry (unsigned long id)
{
  add (HALT_ENTRY, id, 0);
}

void
_record_exit (unsigned long id)
{
  add (HALT_EXIT, id, 0);
}

void
_record_setjmp (unsigned long buf, unsigned long id)
{
  (void) buf;
  add (HALT_SETJMP, id, 0);
}

void
_record_longjmp (unsigned long buf, unsigned long status, unsigned long id)
{
  (void) buf;
  add (HALT_LONGJMP, id, status);
}

void
_record_load (long bytes, unsigned long ea, unsigned long id)
{
  (void) ea;
  add (HALT_LOAD, id, bytes);
}

void
_record_store (long bytes, unsigned long ea, unsigned long id)
{
  (void) ea;
  add (HALT_STORE, id, bytes);
}

void
_record_block (unsigned long id)
{
  add (HALT_BLOCK, id, 0);
}

void
_record_cycle (unsigned long id)
{
  add (HALT_CYCLE, id, 0);
}

void
_record_call (void *callee, unsigned long id)
{
  (void) callee;
  add (HALT_CALL, id, 0);
}

void
_record_callret (unsigned long id)
{
  add (HALT_CALLRET, id, 0);
}
