/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Write how many events the routines have seen to the file named by
   HALT_BENCH_EVENTS, if any, when the program ends.  */

#include <stdio.h>
#include <stdlib.h>
#include "events.h"

static void __attribute__ ((destructor, no_instrument_function))
write_events (void)
{
  const char *name = getenv ("HALT_BENCH_EVENTS");
  FILE *file = name ? fopen (name, "w") : NULL;
  if (file)
    {
      fprintf (file, "%lu\n", events ());
      fclose (file);
    }
}
