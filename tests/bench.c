/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The least that an analysis can do with branches and blocks: count them, in
   arrays that are large enough for the programs of tests/bench.  */

#include "../include/halt/halt.h"

#define LIMIT 65536

unsigned long cbr_count[LIMIT][2];
unsigned long block_count[LIMIT];

void
_record_cbr (unsigned long cond, unsigned long id)
{
  cbr_count[id][cond]++;
}

void
_record_block (unsigned long id)
{
  block_count[id]++;
}
