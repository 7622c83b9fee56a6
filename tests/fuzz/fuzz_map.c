/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The map of one unit.  */

#include "tests/fuzz/fuzz.h"

size_t
fuzz_seal (uint8_t *data, size_t size, size_t max)
{
  return fuzz_seal_map (data, size, max);
}

void
fuzz_one (const uint8_t *data, size_t size)
{
  struct map m;
  struct fault f = { "" };
  if (map_read (&m, data, size, &f))
    fuzz_use_map (&m);
  else
    FUZZ_CHECK (f.text[0]);
}
