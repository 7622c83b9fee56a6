/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs as files, and what a target does with what was read.  */

#include <sys/mman.h>
#include <unistd.h>
#include "tests/fuzz/fuzz.h"

#define FILES 4

const char *
fuzz_file (unsigned i, const void *data, size_t size)
{
  static struct
  {
    int fd;
    char name[32];
  } files[FILES];
  FUZZ_CHECK (i < FILES);
  if (!files[i].name[0])
    {
      files[i].fd = memfd_create ("fuzz", 0);
      FUZZ_CHECK (files[i].fd >= 0);
      snprintf (files[i].name, sizeof files[i].name, "/proc/self/fd/%d",
		files[i].fd);
    }
  FUZZ_CHECK (ftruncate (files[i].fd, 0) == 0
	      && pwrite (files[i].fd, data, size, 0) == (ssize_t) size);
  return files[i].name;
}

size_t
fuzz_prof_size (const uint8_t *data, size_t size)
{
  struct halt_prof h;
  if (size < sizeof h)
    return size;
  memcpy (&h, data, sizeof h);
  return h.size < size ? h.size : size;
}

void *
fuzz_copy (const void *data, size_t size)
{
  void *copy = malloc (size ? size : 1);
  FUZZ_CHECK (copy);
  if (size)
    memcpy (copy, data, size);
  return copy;
}

/* What is read must not be optimized away.  */
static volatile uint64_t sum;

static void
use_map_text (const struct map *m, uint32_t offset)
{
  sum += strlen (m->strings + offset);
}

void
fuzz_use_map (const struct map *m)
{
  const struct halt_map *h = m->header;
  use_map_text (m, h->source);
  use_map_text (m, h->directory);
  use_map_text (m, h->producer);
  for (uint32_t i = 0; i < h->n_functions; i++)
    {
      const struct halt_map_function *fn = m->functions + i;
      const struct halt_map_line *line = m->lines + fn->first_line;
      sum += m->addresses[i] + strlen (function_name (m, fn));
      for (uint32_t k = 0; k < fn->n_blocks; k++)
	{
	  const struct halt_map_block *b = m->blocks + fn->first_block + k;
	  use_map_text (m, b->file);
	  for (uint32_t n = 0; n < b->n_lines; n++, line++)
	    use_map_text (m, line->file);
	}
      for (uint32_t k = 0; k < fn->n_edges; k++)
	{
	  const struct halt_map_edge *e = m->edges + fn->first_edge + k;
	  FUZZ_CHECK (e->to < fn->n_blocks + HALT_BLOCK_FIRST);
	  FUZZ_CHECK (e->from < fn->n_blocks + HALT_BLOCK_FIRST);
	}
      for (uint32_t k = 0; k < fn->n_points; k++)
	{
	  const struct halt_map_point *p = m->points + fn->first_point + k;
	  use_map_text (m, p->file);
	  use_map_text (m, p->inlined);
	  sum += point_id (p, 1);
	  for (uint32_t n = 0; n < p->n_args; n++)
	    sum += (uint64_t) m->args[p->first_arg + n];
	}
    }
}

void
fuzz_use_program (const struct program *p)
{
  for (size_t i = 0; i < p->n_units; i++)
    {
      const struct unit *u = p->units + i;
      fuzz_use_map (&u->map);
      const struct unit *found = program_find (p, u->map.header->unit);
      FUZZ_CHECK (p->image.relocatable ? !found : found == u);
      for (uint32_t k = 0; k < u->map.header->n_functions; k++)
	sum += u->discarded[k];
    }
}

void
fuzz_use_prof (const struct prof *p)
{
  for (uint32_t i = 0; i < p->header->n_objects; i++)
    sum += strlen (p->strings + p->objects[i].path)
	   + strlen (p->strings + p->objects[i].build_id);
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    for (uint64_t i = 0; i < p->n_rows[kind]; i++)
      {
	unsigned cells = kind_cells (kind) + 1;
	uint64_t n;
	const uint64_t *row = p->rows[kind] + i * cells;
	const uint64_t *rows = prof_find (p, kind, row[0], &n);
	FUZZ_CHECK (rows && rows <= row && row < rows + n * cells);
      }
}
