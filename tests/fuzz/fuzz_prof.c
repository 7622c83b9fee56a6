/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile.  */

#include "tests/fuzz/fuzz.h"

size_t
fuzz_seal (uint8_t *data, size_t size, size_t max)
{
  (void) max;
  struct halt_prof *h = (struct halt_prof *) data;
  if (size >= sizeof *h)
    h->size = size;
  fuzz_seal_prof (data, size);
  return size;
}

void
fuzz_one (const uint8_t *data, size_t size)
{
  struct prof p;
  struct fault f = { "" };
  if (prof_view (&p, data, size, &f))
    fuzz_use_prof (&p);
  else
    FUZZ_CHECK (f.text[0]);
}
