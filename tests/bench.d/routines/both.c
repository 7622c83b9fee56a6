/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cache.c, which writes its counters to the file COUNTERS names.  With BOTH, for a program
   that is linked with librecord and --wrap: the same accesses are recorded as well.  */

#ifdef BOTH
# define _record_load live_load
# define _record_store live_store
#endif
#include "cache.c"
#undef _record_load
#undef _record_store

#include <stdio.h>
#include <stdlib.h>

#ifdef BOTH
void __real__record_load (long bytes, unsigned long ea, unsigned long id);
void __real__record_store (long bytes, unsigned long ea, unsigned long id);

void
__wrap__record_load (long bytes, unsigned long ea, unsigned long id)
{
  live_load (bytes, ea, id);
  __real__record_load (bytes, ea, id);
}

void
__wrap__record_store (long bytes, unsigned long ea, unsigned long id)
{
  live_store (bytes, ea, id);
  __real__record_store (bytes, ea, id);
}
#endif

static __attribute__ ((destructor)) void
end (void)
{
  FILE *out = fopen (getenv ("COUNTERS"), "w");
  fprintf (out, "%lu accesses, %lu misses\n", accesses, misses);
  fclose (out);
}
