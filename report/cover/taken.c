/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths that were taken, and those that were not.  */

#include <stdlib.h>
#include <string.h>
#include "base/grow.h"
#include "base/order.h"
#include "report/cover/taken.h"
#include "report/paths/path_report.h"

const char *const taken_words[TAKEN_SORTS] = { "prime", "acyclic" };

/* Add FN of R; *F is NULL if it is left out.  */
static bool
add_function (struct taken *t, struct taken_function **f, enum taken_sort sort,
	      const struct report *r, const struct ghalt_function *fn)
{
  struct ghalt_unit u;
  *f = NULL;
  if (!ghalt_unit (r->data, fn->unit, &u))
    return true;
  char *file = path_join (u.directory, fn->file, r->fault);
  if (!file)
    return false;
  if (exclude_file (t->suite->exclude, file))
    {
      free (file);
      return true;
    }
  if (!grow (&t->functions, t->n_functions, sizeof *t->functions))
    {
      free (file);
      return fault (r->fault, "%m");
    }
  *f = t->functions + t->n_functions++;
  **f = (struct taken_function) {
    .sort = sort, .report = r, .fn = *fn, .file = file, .map = u.checksum
  };
  return true;
}

/* --- prime paths ------------------------------------------------------------------ */

/* Add FN, if its prime paths were counted.  */
static bool
add_prime (struct taken *t, const struct report *r,
	   const struct ghalt_function *fn)
{
  struct taken_function *f = NULL;
  struct ghalt_point p;
  struct ghalt_arg arg;
  for (uint32_t i = 0; ghalt_point (r->data, fn->number, i, &p); i++)
    {
      if (p.kind != HALT_PRIME)
	continue;
      if (!f)
	{
	  if (!add_function (t, &f, TAKEN_PRIME, r, fn))
	    return false;
	  if (!f)
	    return true;
	  f->counts = calloc (fn->n_points, sizeof *f->counts);
	  if (!f->counts)
	    return fault (r->fault, "%m");
	}
      uint64_t n = p.recorded ? p.events : 0;
      f->too_many |= p.n_args == 0;
      if (f->too_many)
	f->entered = n;
      else if (ghalt_arg (r->data, &p, 0, &arg) && arg.number >= 0
	       && arg.number < fn->n_points)
	{
	  f->counts[arg.number] = n;
	  f->found++;
	}
    }
  return true;
}

ORDER (compare_functions, struct taken_function,
       BY_TEXT (file) ?: UP (fn.line) ?: BY_TEXT (fn.pretty) ?: UP (sort)
       ?: UP (fn.cfg) ?: UP (found) ?: UP (map) ?: UP (report) ?: UP (fn.number));
ORDER (compare_counts, struct blpp_count, UP (region) ?: UP (id));

/* Whether A and B, which are next to each other, are one: several units have a function of a
   header, several programs a unit.  Acyclic paths have the numbers of that compilation.  */
static bool
are_one (const struct taken_function *a, const struct taken_function *b)
{
  return a->sort == b->sort && (a->sort == TAKEN_PRIME || a->map == b->map)
	 && a->fn.line == b->fn.line && a->fn.cfg == b->fn.cfg
	 && a->found == b->found && strcmp (a->file, b->file) == 0
	 && strcmp (a->fn.pretty, b->fn.pretty) == 0;
}

static void
release_function (struct taken_function *f)
{
  free ((char *) f->file);
  free (f->counts);
  free (f->taken);
}

/* Let F have the acyclic paths that B has, too.  */
static bool
add_taken (struct taken_function *f, const struct blpp_count *counts,
	   size_t n_counts)
{
  size_t all = f->n_taken + n_counts, n = 0;
  struct blpp_count *taken = reallocarray (f->taken, all + 1, sizeof *taken);
  if (!taken)
    return false;
  f->taken = taken;
  if (n_counts > 0)
    memcpy (taken + f->n_taken, counts, n_counts * sizeof *taken);
  if (all > 0)
    qsort (taken, all, sizeof *taken, compare_counts);
  for (size_t i = 0; i < all; i++)
    if (n == 0 || compare_counts (taken + n - 1, taken + i) != 0)
      taken[n++] = taken[i];
  f->n_taken = n;
  return true;
}

static bool
merge_functions (struct taken *t)
{
  bool good = true;
  size_t n = 0;
  if (t->n_functions > 0)
    qsort (t->functions, t->n_functions, sizeof *t->functions,
	   compare_functions);
  for (size_t i = 0; i < t->n_functions; i++)
    {
      struct taken_function *last = t->functions + n - 1, *f = t->functions + i;
      if (n == 0 || !are_one (last, f))
	t->functions[n++] = *f;
      else
	{
	  for (size_t k = 0; f->counts && k < (size_t) f->found; k++)
	    last->counts[k] += f->counts[k];
	  last->entered += f->entered;
	  good = good && add_taken (last, f->taken, f->n_taken);
	  release_function (f);
	}
    }
  t->n_functions = n;
  return good || fault (t->suite->fault, "%m");
}

/* --- both ------------------------------------------------------------------------- */

static bool
add_acyclic (struct taken *t, const struct report *r, const struct paths *s)
{
  for (size_t i = 0; i < s->n_functions; i++)
    {
      const struct path_function *a = s->functions + i;
      struct ghalt_function fn = report_function (r, a->number);
      struct taken_function *f;
      if (!r->chosen[a->number])
	continue;
      if (!add_function (t, &f, TAKEN_ACYCLIC, r, &fn))
	return false;
      if (!f)
	continue;
      f->acyclic = a;
      f->found = paths_possible (a);
      if (!add_taken (f, a->counts, a->n))
	return fault (r->fault, "%m");
    }
  return true;
}

/* Add what R has, part number PART.  */
static bool
add_report (struct taken *t, const struct report *r, size_t part)
{
  struct ghalt_error *error = NULL;
  struct ghalt_function fn;
  struct ghalt_unit u;
  bool paths = false;
  for (size_t i = 0; report_next (r, &i, &fn);)
    if (!add_prime (t, r, &fn))
      return false;
  for (size_t i = 0; ghalt_unit (r->data, i, &u); i++)
    paths |= u.flags & GHALT_UNIT_PATHS;
  if (!paths)
    return true;
  t->acyclic[part] = ghalt_paths_open (r->data, &error);
  return t->acyclic[part] ? add_acyclic (t, r, t->acyclic[part]->paths)
			  : take_error (r->fault, error);
}

bool
taken_find (struct taken *t)
{
  const struct suite *s = t->suite;
  t->acyclic = calloc (s->n_parts + 1, sizeof *t->acyclic);
  if (!t->acyclic)
    return fault (s->fault, "%m");
  for (size_t i = 0; i < s->n_parts; i++)
    if (!add_report (t, &s->parts[i].report, i))
      return false;
  if (!merge_functions (t))
    return false;
  for (size_t i = 0; i < t->n_functions; i++)
    {
      struct taken_function *f = t->functions + i;
      f->hit = f->n_taken;
      for (size_t k = 0; f->counts && k < f->found; k++)
	f->hit += f->counts[k] > 0;
    }
  return true;
}

void
taken_release (struct taken *t)
{
  for (size_t i = 0; i < t->n_functions; i++)
    release_function (t->functions + i);
  free (t->functions);
  for (size_t i = 0; t->acyclic && i < t->suite->n_parts; i++)
    ghalt_paths_close (t->acyclic[i]);
  free (t->acyclic);
  t->functions = NULL;
  t->acyclic = NULL;
  t->n_functions = 0;
}

/* --- lines ------------------------------------------------------------------------ */

/* Let M's last step say how block FROM is left for TO.  */
static void
add_way (struct taken_missing *m, uint32_t from, uint32_t to)
{
  struct ghalt_edge e, way = { 0 };
  bool branch = false;
  uint32_t n;
  const uint32_t *out = ghalt_edges_out (m->graph, from, &n);
  for (uint32_t i = 0; i < n; i++)
    if (ghalt_edge (m->graph, out[i], &e))
      {
	branch |= e.flags == GHALT_EDGE_TAKEN;
	if (e.to == to)
	  way = e;
      }
  char *text = m->steps[m->n_steps - 1].way;
  size_t room = sizeof m->steps->way;
  if (way.flags == GHALT_EDGE_INDEX)
    snprintf (text, room, "%" PRIu32, way.index);
  else if (branch)
    snprintf (text, room, "%s",
	      way.flags == GHALT_EDGE_TAKEN ? "true" : "false");
}

/* Add LINE, unless the last step has it, and no way on from there.  */
static bool
add_line (struct taken_missing *m, const char *file, uint32_t line)
{
  const struct taken_step *last = m->steps + m->n_steps - 1;
  if (m->n_steps > 0 && !last->way[0] && last->line == line
      && strcmp (last->file, file) == 0)
    return true;
  if (!grow (&m->steps, m->n_steps, sizeof *m->steps))
    return fault (m->fault, "%m");
  m->steps[m->n_steps++] = (struct taken_step) { file, line, "" };
  return true;
}

/* Find the steps of M's blocks.  */
static bool
find_steps (struct taken_missing *m)
{
  m->n_steps = 0;
  for (size_t i = 0; i < m->n_blocks; i++)
    {
      struct ghalt_block b;
      struct ghalt_place at;
      uint32_t k = 0;
      for (; ghalt_block_line (m->graph, m->blocks[i], k, &at); k++)
	if (!add_line (m, at.file, at.line))
	  return false;
      if (k == 0 && ghalt_block (m->graph, m->blocks[i], &b) && b.line > 0
	  && !add_line (m, b.file, b.line))
	return false;
      if (i + 1 < m->n_blocks && m->n_steps > 0)
	add_way (m, m->blocks[i], m->blocks[i + 1]);
    }
  return true;
}

/* --- what is missing -------------------------------------------------------------- */

/* The graph that the plugin saw, which is that of the map.  */
static bool
find_primes (struct taken_missing *m)
{
  uint32_t n = ghalt_graph_blocks (m->graph) - GHALT_BLOCK_FIRST;
  struct prime_edge *edges = calloc (ghalt_graph_edges (m->graph) + 1,
				     sizeof *edges);
  struct prime_graph g = { n, 0, edges };
  struct ghalt_edge e;
  for (uint32_t i = 0; edges && ghalt_edge (m->graph, i, &e); i++)
    if (e.from >= GHALT_BLOCK_FIRST && e.to != GHALT_BLOCK_ENTRY)
      edges[g.n_edges++] = (struct prime_edge) {
	e.from - GHALT_BLOCK_FIRST,
	e.to == GHALT_BLOCK_EXIT ? n : e.to - GHALT_BLOCK_FIRST,
	e.flags == GHALT_EDGE_EH	 ? PRIME_THROW
	: e.flags == GHALT_EDGE_ABNORMAL ? PRIME_ABNORMAL
					 : PRIME_STEP
      };
  bool good = edges && prime_find (&m->paths, &g, (size_t) m->f->found);
  free (edges);
  if (!good)
    return fault (m->fault, "%m");
  return m->paths.n == (size_t) m->f->found
	 || fault (m->fault,
		   "%s:%" PRIu32
		   ": the paths of %s are not those that were counted",
		   m->f->file, m->f->fn.line, m->f->fn.pretty);
}

bool
taken_begin (struct taken_missing *m, const struct taken_function *f)
{
  *m = (struct taken_missing) { .f = f, .fault = f->report->fault };
  m->graph = open_graph (f->report->data, f->fn.number, 0, m->fault);
  if (!m->graph || f->sort != TAKEN_PRIME)
    return m->graph;
  m->blocks = calloc (ghalt_graph_blocks (m->graph) + 1, sizeof *m->blocks);
  return (m->blocks || fault (m->fault, "%m")) && find_primes (m);
}

static bool
next_prime (struct taken_missing *m)
{
  const struct prime_paths *p = &m->paths;
  while (m->tried < p->n && m->f->counts[m->tried] > 0)
    m->tried++;
  if (m->tried >= p->n)
    return false;
  m->number = m->tried++;
  m->n_blocks = p->starts[m->number + 1] - p->starts[m->number];
  for (size_t i = 0; i < m->n_blocks; i++)
    m->blocks[i] = p->blocks[p->starts[m->number] + i] + GHALT_BLOCK_FIRST;
  return true;
}

/* Let M have the blocks of its acyclic path.  */
static bool
take_acyclic (struct taken_missing *m)
{
  struct blpp_path path = { 0 };
  bool good = paths_get (m->f->acyclic, m->region, m->number, &path, m->fault);
  uint32_t *blocks = good ? realloc (m->blocks, ((size_t) path.n_blocks + 2)
						  * sizeof *blocks)
			  : NULL;
  m->n_blocks = 0;
  if (blocks)
    {
      m->blocks = blocks;
      for (uint32_t i = 0; i < path.n_blocks; i++)
	blocks[m->n_blocks++] = path.blocks[i] + GHALT_BLOCK_FIRST;
      if (path.end == BLPP_END_EDGE)
	blocks[m->n_blocks++] = paths_next (m->f->acyclic, &path)
				+ GHALT_BLOCK_FIRST;
    }
  blpp_path_release (&path);
  return blocks || (good && fault (m->fault, "%m"));
}

static bool
next_acyclic (struct taken_missing *m)
{
  const struct path_function *a = m->f->acyclic;
  for (;; m->tried++)
    {
      while (m->region < blpp_n_regions (a->paths)
	     && m->tried >= blpp_n_paths (a->paths, m->region))
	{
	  m->region++;
	  m->tried = 0;
	}
      if (m->region >= blpp_n_regions (a->paths))
	return false;
      const struct blpp_count *c = m->f->taken + m->next;
      if (m->next >= m->f->n_taken || c->region != m->region
	  || c->id != m->tried)
	break;
      m->next++;
    }
  m->number = m->tried++;
  return take_acyclic (m);
}

bool
taken_next (struct taken_missing *m)
{
  return (m->f->sort == TAKEN_PRIME ? next_prime (m) : next_acyclic (m))
	 && find_steps (m);
}

void
taken_end (struct taken_missing *m)
{
  ghalt_graph_close (m->graph);
  prime_release (&m->paths);
  free (m->blocks);
  free (m->steps);
}
