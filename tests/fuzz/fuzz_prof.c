/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile, or what a process wrote.  */

#include "tests/fuzz/fuzz.h"

size_t
fuzz_seal (uint8_t *data, size_t size, size_t max)
{
  (void) max;
  if (live_is (data, size))
    {
      fuzz_seal_all (data, size);
      return size;
    }
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
  bool made = live_is (data, size);
  void *image = NULL, *copy = made ? fuzz_copy (data, size) : NULL;
  bool good = !made
	      || live_settle (copy, size, false, NULL, &image, &size, &f);
  if (good && prof_view (&p, made ? image : data, size, &f))
    fuzz_use_prof (&p);
  else
    FUZZ_CHECK (f.text[0]);
  free (image);
  free (copy);
}
