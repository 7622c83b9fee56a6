/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Analysis routines that count branches in plain arrays, indexed by id, as a
   user's first try would.  At exit a line for every branch that executed goes
   to the file HALT_COUNTS: id, times taken, times not taken.  */

#include <stdio.h>
#include <stdlib.h>

#include "../../include/halt/halt.h"

#define LIMIT 100000

static unsigned long counts[LIMIT][2];
static unsigned long wild;

void
_record_cbr (unsigned long cond, unsigned long id)
{
  if (id < LIMIT && cond < 2)
    counts[id][cond]++;
  else
    wild++;
}

/* After the destructors of the program.  */
__attribute__ ((destructor (101))) static void
end (void)
{
  const char *name = getenv ("HALT_COUNTS");
  FILE *file = name ? fopen (name, "w") : stdout;
  if (!file)
    return;
  for (int id = 0; id < LIMIT; id++)
    if (counts[id][0] || counts[id][1])
      fprintf (file, "%d %lu %lu\n", id, counts[id][1], counts[id][0]);
  if (wild)
    fprintf (file, "wild %lu 0\n", wild);
  fclose (file);
}
