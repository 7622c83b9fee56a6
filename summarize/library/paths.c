/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counted paths as the library's users have them.  */

#include <stdlib.h>
#include "summarize/library/library.h"

struct ghalt_paths *
ghalt_paths_open (const struct ghalt_report *report, struct ghalt_error **error)
{
  struct fault f;
  struct ghalt_paths *p = fresh (1, sizeof *p, &f);
  if (p)
    {
      const char *name = report->profile ? report->profile->name : "";
      p->report = report;
      p->paths = report->join.paths;
      if (p->paths)
	return p;
      p->paths = &p->own;
      if (report->no_paths.text[0])
	f = report->no_paths;
      else if (paths_join (&p->own, &report->join, name, &f))
	return p;
      ghalt_paths_close (p);
    }
  error_set (error, &f);
  return NULL;
}

void
ghalt_paths_close (struct ghalt_paths *paths)
{
  if (!paths)
    return;
  paths_release (&paths->own);
  blpp_path_release (&paths->path);
  free (paths);
}

void
ghalt_paths_facts (const struct ghalt_paths *paths,
		   struct ghalt_paths_facts *facts)
{
  const struct paths *s = paths->paths;
  *facts = (struct ghalt_paths_facts) { s->n_functions, s->total, s->strays,
					s->gimple };
}

int
ghalt_path_function (const struct ghalt_paths *paths, size_t i,
		     struct ghalt_path_function *function)
{
  if (i >= paths->paths->n_functions)
    return 0;
  const struct path_function *f = paths->paths->functions + i;
  *function = (struct ghalt_path_function) {
    .function = f->number,
    .id = f->id,
    .n_regions = blpp_n_regions (f->paths),
    .n_executed = f->n,
    .executions = f->executions,
    .insns = f->total
  };
  return 1;
}

uint64_t
ghalt_path_possible (const struct ghalt_paths *paths, size_t function,
		     uint32_t region)
{
  const struct paths *s = paths->paths;
  return function < s->n_functions
	     && region < blpp_n_regions (s->functions[function].paths)
	   ? blpp_n_paths (s->functions[function].paths, region)
	   : 0;
}

int
ghalt_path (struct ghalt_paths *paths, size_t function, size_t i,
	    struct ghalt_path *path, struct ghalt_error **error)
{
  const struct path_function *f = paths->paths->functions + function;
  struct blpp_path *p = &paths->path;
  struct fault why;
  if (function >= paths->paths->n_functions || i >= f->n)
    return 0;
  const struct blpp_count *c = f->counts + i;
  if (!paths_get (f, c->region, c->id, p, &why))
    return error_set (error, &why);
  /* As the graph numbers them.  */
  for (uint32_t k = 0; k < p->n_blocks; k++)
    p->blocks[k] += HALT_BLOCK_FIRST;
  for (uint32_t k = 0; k < p->n_edges; k++)
    p->edges[k] = f->edges[p->edges[k]];
  *path = (struct ghalt_path) {
    .region = c->region,
    .number = c->id,
    .count = c->n,
    .insns = f->insns[i],
    .begin = p->begin + HALT_BLOCK_FIRST,
    .end = p->end,
    .n_blocks = p->n_blocks,
    .n_edges = p->n_edges,
    .blocks = p->blocks,
    .edges = p->edges
  };
  return 1;
}
