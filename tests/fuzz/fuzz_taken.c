/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile and, behind it, the program it may be of: its paths.  */

#include "summarize/paths/paths.h"
#include "tests/fuzz/fuzz.h"

size_t
fuzz_seal (uint8_t *data, size_t size, size_t max)
{
  (void) max;
  fuzz_seal_all (data, size);
  return size;
}

/* A path is in the graph, and has its number.  */
static void
use_path (const struct path_function *f, const struct blpp_count *c)
{
  struct blpp_path path = { 0 };
  uint32_t region;
  uint64_t id;
  size_t n;
  struct fault why;
  FUZZ_CHECK (paths_get (f, c->region, c->id, &path, &why));
  FUZZ_CHECK (blpp_path_id (f->paths, &path, &region, &id) == 0
	      && region == c->region && id == c->id);
  const struct map *m = &f->unit->map;
  const struct halt_map_function *fn = m->functions + f->function;
  for (uint32_t i = 0; i < path.n_edges; i++)
    {
      const struct halt_map_edge *e = m->edges + fn->first_edge
				      + f->edges[path.edges[i]];
      FUZZ_CHECK (e->from == path.blocks[i] + HALT_BLOCK_FIRST);
      FUZZ_CHECK (i + 1 == path.n_blocks
		  || e->to == path.blocks[i + 1] + HALT_BLOCK_FIRST);
    }
  struct span *spans = paths_spans (f, &path, &n, &why);
  FUZZ_CHECK (spans);
  for (size_t i = 0; i < n; i++)
    FUZZ_CHECK (spans[i].first > 0 && spans[i].last >= spans[i].first
		&& strlen (m->strings + spans[i].file) < SIZE_MAX);
  free (spans);
  blpp_path_release (&path);
}

static void
use (const struct paths *s)
{
  for (size_t i = 0; i < s->n_functions; i++)
    {
      const struct path_function *f = s->functions + i;
      struct flow w;
      struct fault why;
      FUZZ_CHECK (paths_flow (&w, f, &why));
      flow_release (&w);
      for (size_t k = 0; k < f->n; k++)
	{
	  FUZZ_CHECK (k == 0 || f->insns[k] <= f->insns[k - 1]);
	  use_path (f, f->counts + k);
	}
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
  struct paths s;
  struct fault f;
  if (program_open (&program, fuzz_file (0, data + split, size - split), &f))
    {
      if (paths_read (&s, &program, &f))
	use (&s);
      else
	FUZZ_CHECK (f.text[0]);
      paths_release (&s);
      if (prof_view (&prof, bytes, split, &f)
	  && join_open (&j, &prof, "profile", &program, &f))
	{
	  if (paths_join (&s, &j, "profile", &f))
	    use (&s);
	  paths_release (&s);
	  join_close (&j);
	}
      program_close (&program);
    }
  free (bytes);
}
