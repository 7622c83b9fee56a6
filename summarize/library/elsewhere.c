/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a function of the source was executed though its own code was not: where it
   was inlined, or in another copy of it.  What is one in the source has one place and,
   up to the first dot, one symbol: what follows that is GCC's, of a clone.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "summarize/library/library.h"

/* A mention of a function of the source: its code is in BLOCK of FUNCTION; in all of
   it, if BLOCK is HALT_BLOCK_ENTRY.  */
struct mention
{
  const char *symbol;
  size_t length;		/* up to the dot */
  uint32_t file, line;
  size_t function;
  uint32_t block;
  bool part;			/* of it only: its own count says something */
  struct ghalt_count count;
};

ORDER (compare_mentions, struct mention,
       UP (file) ?: UP (line) ?: UP (length)
	 ?: memcmp (x->symbol, y->symbol, x->length));

ORDER_POINTERS (compare_functions, struct mention, UP (function) ?: UP (block));

/* --- who is mentioned ----------------------------------------------------- */

static bool
mention_line (struct ghalt_elsewhere *e, struct line_files *files,
	      const struct map *m, const char *origin, uint32_t file,
	      uint32_t line, size_t function, uint32_t block, struct fault *f)
{
  struct mention t = { .symbol = origin,
		       .length = strcspn (origin, "."),
		       .line = line,
		       .function = function,
		       .block = block };
  if (!line_files_add (files, &t.file, m->strings + m->header->directory,
		       m->strings + file, f)
      || !another (&e->list, e->n, sizeof *e->list, f))
    return false;
  e->list[e->n++] = t;
  return true;
}

static bool
mention_all (struct ghalt_elsewhere *e, const struct join *j, struct fault *f)
{
  struct line_files files = { 0 };
  bool ok = true;
  for (size_t u = 0; ok && u < j->n_units; u++)
    {
      const struct joined_unit *ju = j->units + u;
      const struct map *m = &ju->unit->map;
      for (uint32_t i = 0; ok && i < m->header->n_functions; i++)
	{
	  const struct halt_map_function *fn = m->functions + i;
	  const struct halt_map_inlined *in = m->inlined + fn->first_inlined;
	  size_t number = ju->first_function + i;
	  if (ju->unit->discarded[i] || (fn->flags & HALT_FN_SKIPPED))
	    continue;
	  ok = !fn->line
	       || mention_line (e, &files, m, m->strings + fn->origin, fn->file,
				fn->line, number, HALT_BLOCK_ENTRY, f);
	  if (ok && fn->line)
	    e->list[e->n - 1].part = strstr (m->strings + fn->name, ".part.")
				     != NULL;
	  for (uint32_t k = 0; ok && k < fn->n_inlined; k++, in++)
	    ok = mention_line (e, &files, m, m->strings + in->origin, in->file,
			       in->line, number, in->block, f);
	}
    }
  line_files_release (&files);
  return ok;
}

/* --- what is known of them ------------------------------------------------ */

/* For each function whether nothing happened in it.  */
static bool *
find_idle (const struct ghalt_report *r, struct fault *f)
{
  struct ghalt_point p;
  bool *idle = fresh (r->join.n_functions, sizeof *idle, f);
  if (!idle)
    return NULL;
  memset (idle, true, r->join.n_functions);
  for (uint32_t kind = 0; kind < ghalt_kinds_end (); kind++)
    for (size_t i = 0; ghalt_counted (r, kind, i, &p); i++)
      if (p.events > 0)
	idle[p.function] = false;
  return idle;
}

/* Find the counts of the N mentions at LIST, all of one function.  */
static bool
count_function (const struct ghalt_report *r, struct mention *const *list,
		size_t n, struct ghalt_error **error)
{
  struct ghalt_block b;
  struct ghalt_graph *g = ghalt_graph_open (r, list[0]->function, 1, error);
  for (size_t i = 0; g && i < n; i++)
    if (ghalt_block (g, list[i]->block, &b))
      list[i]->count = b.count;
  ghalt_graph_close (g);
  return g;
}

/* Those of a group, from FROM to END, matter if a function in it was idle, and there are
   others.  */
static bool
matters (const struct mention *from, const struct mention *end,
	 const bool *idle)
{
  if (end - from > 1)
    for (const struct mention *t = from; t < end; t++)
      if (t->block == HALT_BLOCK_ENTRY && !t->part && idle[t->function])
	return true;
  return false;
}

static struct mention *
end_of (const struct ghalt_elsewhere *e, struct mention *from)
{
  struct mention *end = from + 1;
  while (end < e->list + e->n && compare_mentions (from, end) == 0)
    end++;
  return end;
}

/* Find the counts of all that matter, a function's at once.  */
static bool
count_all (struct ghalt_elsewhere *e, const struct ghalt_report *r,
	   const bool *idle, struct ghalt_error **error)
{
  struct fault f;
  struct mention **list = fresh (e->n, sizeof *list, &f);
  size_t n = 0;
  bool ok = list || error_set (error, &f);
  for (struct mention *t = e->list, *end; ok && t < e->list + e->n; t = end)
    {
      end = end_of (e, t);
      for (bool all = matters (t, end, idle); all && t < end; t++)
	list[n++] = t;
    }
  if (n > 1)
    qsort (list, n, sizeof *list, compare_functions);
  for (size_t i = 0, end; ok && i < n; i = end)
    {
      for (end = i + 1; end < n && list[end]->function == list[i]->function;)
	end++;
      ok = count_function (r, list + i, end - i, error);
    }
  free (list);
  return ok;
}

/* What T says about its function.  If T is in a block of another function that was
   executed, it may have been executed there; certainly so if that is the first block.  */
static enum ghalt_found
say_mention (const struct ghalt_elsewhere *e, const struct mention *t)
{
  bool inlined = t->block != HALT_BLOCK_ENTRY;
  if (t->count.n > 0)
    return inlined ? GHALT_FOUND_INLINED : GHALT_FOUND_COPY;
  if (!inlined)
    return GHALT_FOUND_NOTHING;
  if (t->block == HALT_BLOCK_FIRST && e->found[t->function] >= GHALT_FOUND_COPY)
    return GHALT_FOUND_INLINED;
  return t->count.how == GHALT_UNKNOWN
	     || e->found[t->function] != GHALT_FOUND_NOTHING
	   ? GHALT_FOUND_PERHAPS
	   : GHALT_FOUND_NOTHING;
}

/* Note what the group from FROM to END says of its functions that were idle; whether
   that is new.  */
static bool
conclude (struct ghalt_elsewhere *e, const struct mention *from,
	  const struct mention *end, const bool *idle)
{
  uint8_t found = GHALT_FOUND_NOTHING;
  bool more = false;
  for (const struct mention *t = from; t < end; t++)
    if (say_mention (e, t) > found)
      found = say_mention (e, t);
  for (const struct mention *t = from; t < end; t++)
    if (t->block == HALT_BLOCK_ENTRY && !t->part && idle[t->function]
	&& e->found[t->function] != found)
      {
	e->found[t->function] = found;
	more = true;
      }
  return more;
}

/* The same of all groups.  */
static bool
conclude_all (struct ghalt_elsewhere *e, const bool *idle)
{
  bool more = false;
  for (struct mention *t = e->list, *end; t < e->list + e->n; t = end)
    {
      end = end_of (e, t);
      if (matters (t, end, idle))
	more |= conclude (e, t, end, idle);
    }
  return more;
}

struct ghalt_elsewhere *
ghalt_elsewhere_open (const struct ghalt_report *report,
		      struct ghalt_error **error)
{
  struct fault f;
  struct ghalt_elsewhere *e = fresh (1, sizeof *e, &f);
  bool *idle = find_idle (report, &f);
  bool ok = e && idle && mention_all (e, &report->join, &f);
  if (ok)
    {
      e->n_functions = report->join.n_functions;
      e->found = fresh (e->n_functions, sizeof *e->found, &f);
      ok = e->found;
    }
  if (!ok)
    error_set (error, &f);
  if (ok && e->n > 0)
    {
      qsort (e->list, e->n, sizeof *e->list, compare_mentions);
      ok = count_all (e, report, idle, error);
    }
  while (ok && conclude_all (e, idle))
    ;
  free (idle);
  if (ok)
    return e;
  ghalt_elsewhere_close (e);
  return NULL;
}

enum ghalt_found
ghalt_elsewhere (const struct ghalt_elsewhere *elsewhere, size_t function)
{
  return function < elsewhere->n_functions ? elsewhere->found[function]
					   : GHALT_FOUND_NOTHING;
}

void
ghalt_elsewhere_close (struct ghalt_elsewhere *elsewhere)
{
  if (!elsewhere)
    return;
  FREE_ALL (elsewhere->list, elsewhere->found, elsewhere);
}
