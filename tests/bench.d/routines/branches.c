/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The least that an analysis can do with branches: count them.  */

#include "../../../include/halt/halt.h"
#include "events.h"

static unsigned long count[POINTS][2];

void
_record_cbr (unsigned long cond, unsigned long id)
{
  count[id][cond]++;
}

unsigned long
events (void)
{
  unsigned long sum = 0;
  for (int id = 0; id < POINTS; id++)
    sum += count[id][0] + count[id][1];
  return sum;
}
