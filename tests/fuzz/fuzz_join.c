/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile and, behind it, the program it may be of.  */

#include "tests/fuzz/fuzz.h"

size_t
fuzz_seal (uint8_t *data, size_t size, size_t max)
{
  (void) max;
  fuzz_seal_all (data, size);
  return size;
}

static void
use (const struct join *j)
{
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    for (size_t i = j->first[kind]; i < j->first[kind + 1]; i++)
      {
	const struct counted *c = j->points + i;
	FUZZ_CHECK (c->point->kind == kind && c->unit < j->n_units);
	FUZZ_CHECK (j->units[c->unit].first_function + c->function
		    < j->n_functions);
	const struct counted *found = join_find (j, kind, c->id);
	FUZZ_CHECK (found && found->id == c->id && found <= c);
	FUZZ_CHECK (found == c || c->shared);
      }
}

void
fuzz_one (const uint8_t *data, size_t size)
{
  size_t split = fuzz_prof_size (data, size);
  void *bytes = fuzz_copy (data, split);
  struct prof prof;
  struct program program;
  struct join j;
  struct fault f;
  if (prof_view (&prof, bytes, split, &f)
      && program_open (&program, fuzz_file (0, data + split, size - split), &f))
    {
      if (join_open (&j, &prof, "profile", &program, &f))
	{
	  use (&j);
	  join_close (&j);
	}
      program_close (&program);
    }
  free (bytes);
}
