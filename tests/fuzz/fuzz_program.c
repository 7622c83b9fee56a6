/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An ELF file or an archive, and the maps in it.  */

#include "tests/fuzz/fuzz.h"

size_t
fuzz_seal (uint8_t *data, size_t size, size_t max)
{
  (void) max;
  fuzz_seal_all (data, size);
  return size;
}

void
fuzz_one (const uint8_t *data, size_t size)
{
  struct program p;
  struct fault f = { "" };
  if (program_open (&p, fuzz_file (0, data, size), &f))
    {
      fuzz_use_program (&p);
      program_close (&p);
    }
  else
    FUZZ_CHECK (f.text[0]);
}
