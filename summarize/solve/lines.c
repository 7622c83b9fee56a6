/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts of source lines from the counts of blocks.

   A line has blocks in its graph, and others of which it only knows how often
   they were executed.  Its count is what line_graph says of its graph.  If
   that is empty, it is the sum of the others.

   A point that comes later in its block may be behind a call that did not return.  Its
   line is then executed as often as the point.

   Code of a line that is in the middle of a block is not always there because the line
   was come to: GCC moves code.  A function that has no more of a line says how often
   it was executed, if the line has blocks in others: inlined code often begins none.

   Where gcov's table is (at=gimple), the rule is gcov's: of the lines of one
   file that stand together in a block's list the largest has the block in its
   graph.  The last block of a function is in no graph: gcov takes it for the
   exit.  Elsewhere a block is in the graph of every line that its first
   instruction or a point of it is at, and in the last GIMPLE (blpp) of all in
   its list.

   The line on which a function begins knows how often it was called: its first
   block may be come to again, by longjmp.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "summarize/solve/lines.h"

/* A block's mention of a line.  */
struct mention
{
  uint32_t file, line, block;
  uint32_t order;
  const struct halt_map_point *late; /* it is in the middle of the block; or NULL */
  bool adds;			/* its count is in the sum */
  bool ends;			/* it is in the graph */
  bool branches;		/* and its branches are the line's */
  bool inside;			/* its code is somewhere in the block */
};

/* What one function says about one line.  */
struct record
{
  uint32_t file, line;
  uint32_t group;		/* in the whole report: sum up what has one */
  uint32_t order;
  struct ghalt_count graph, sum;
  bool has_graph;
  bool idle;			/* some block was never executed */
  bool inside;			/* no block begins with it, nor is a point on it */
  bool own;			/* it is of a copy of a function that was never entered;
				   there are other copies */
  size_t first_branch, n_branches;
};

/* Everything while it is collected.  */
struct line_work
{
  const struct join *join;
  struct fault *fault;		/* of the call */
  struct lines *lines;
  struct record *records;
  size_t n_records;
  uint32_t n_groups;
  /* Of the unit: */
  const struct unit *unit;	/* NULL before the first */
  size_t number;
  uint64_t base;
  uint32_t *file_ids;		/* by string: number + 1, or 0 */
  uint32_t *own_end;		/* for each function: 0, or if another begins
				   on its line, where the next one begins */
  uint32_t unit_group;
  /* Of the function: */
  uint32_t found;		/* enum ghalt_found */
  bool own;			/* its lines tell nothing if they have no count */
  struct flow flow;
  struct mention *mentions;
  uint32_t n_mentions;
  uint32_t *member, *list;	/* numbers for each block; for each mention */
  struct ghalt_count *saved;	/* for each mention */
  bool *exceptional;		/* for each block */
};

static bool
file_id (struct line_work *k, uint32_t string, uint32_t *id)
{
  const struct map *m = &k->unit->map;
  *id = k->file_ids[string] - 1;
  if (k->file_ids[string])
    return true;
  if (!line_files_add (&k->lines->files, id, m->strings + m->header->directory,
		       m->strings + string, k->fault))
    return false;
  k->file_ids[string] = *id + 1;
  return true;
}

/* There is room for it.  */
static struct mention *
mention_block (struct line_work *k, uint32_t file, uint32_t line,
	       uint32_t block)
{
  struct mention *t = k->mentions + k->n_mentions;
  *t = (struct mention) {
    .file = file, .line = line, .block = block, .order = k->n_mentions++
  };
  return t;
}

/* The N lines at LINE are BLOCK's, as gcov has them; LAST_BLOCK if no block
   follows.  gcov does not write a line down if the one before it, in another
   file, has the same number; if that leaves a file without lines, the block is
   once more in the graph of the last line there was.  */
static bool
mention_table (struct line_work *k, uint32_t block,
	       const struct halt_map_line *line, uint32_t n, bool last_block)
{
  uint32_t last = UINT32_MAX;
  for (uint32_t i = 0, end; i < n; i = end)
    {
      uint32_t file, most = UINT32_MAX;
      if (!file_id (k, line[i].file, &file))
	return false;
      for (end = i; end < n && line[end].file == line[i].file; end++)
	if (end == 0 || line[end].line != line[end - 1].line)
	  {
	    mention_block (k, file, line[end].line, block)->adds = true;
	    if (most == UINT32_MAX || line[end].line > k->mentions[most].line)
	      most = k->n_mentions - 1;
	  }
      if (last_block)
	continue;
      if (most == UINT32_MAX && last != UINT32_MAX)
	{
	  mention_block (k, k->mentions[last].file, k->mentions[last].line,
			 block);
	  most = k->n_mentions - 1;
	}
      if (most != UINT32_MAX)
	k->mentions[most].ends = k->mentions[most].branches = true;
      last = most;
    }
  return true;
}

static bool
branches (uint32_t kind)
{
  return kind_tells (kind) == TELLS_BRANCH || kind_tells (kind) == TELLS_TABLE;
}

/* BLOCK is on the line NUMBER of the file NAME.  */
static struct mention *
mention_position (struct line_work *k, uint32_t name, uint32_t number,
		  uint32_t block)
{
  uint32_t file;
  if (!file_id (k, name, &file))
    return NULL;
  struct mention *t = mention_block (k, file, number, block);
  t->adds = t->ends = true;
  return t;
}

/* Not gcov's table: the positions of FN's blocks and their points, and the lines
   of the blocks from LINE on, if they have any.  */
static bool
mention_positions (struct line_work *k, const struct halt_map_function *fn,
		   const struct halt_map_line *line)
{
  const struct map *m = &k->unit->map;
  for (uint32_t i = 0; i < fn->n_blocks; i++)
    {
      const struct halt_map_block *b = m->blocks + fn->first_block + i;
      uint32_t block = i + HALT_BLOCK_FIRST;
      if (b->line && !mention_position (k, b->file, b->line, block))
	return false;
      for (uint32_t n = 0; n < b->n_lines; n++, line++)
	{
	  struct mention *t = mention_position (k, line->file, line->line,
						block);
	  if (!t)
	    return false;
	  t->inside = !(m->header->flags & HALT_MAP_PATHS);
	}
    }
  for (uint32_t i = 0; i < fn->n_points; i++)
    {
      const struct halt_map_point *p = m->points + fn->first_point + i;
      struct mention *t;
      if (!p->line)
	continue;
      if (!(t = mention_position (k, p->file, p->line, p->block)))
	return false;
      t->branches = branches (p->kind);
      if (p->insn > 0 || (p->flags & HALT_POINT_AFTER))
	t->late = p;
    }
  return true;
}

/* List all the mentions of lines in FN; GCOV if they are in gcov's table.  */
static bool
mention_all (struct line_work *k, const struct halt_map_function *fn, bool gcov)
{
  const struct map *m = &k->unit->map;
  const struct halt_map_block *b = m->blocks + fn->first_block;
  const struct halt_map_line *line = m->lines + fn->first_line;
  size_t n = fn->n_blocks + (size_t) fn->n_points;
  for (uint32_t i = 0; i < fn->n_blocks; i++)
    n += 2 * (size_t) b[i].n_lines;
  k->n_mentions = 0;
  if (!enlarge (&k->mentions, n, sizeof *k->mentions, k->fault))
    return false;
  if (!gcov)
    return mention_positions (k, fn, line);
  for (uint32_t i = 0; i < fn->n_blocks; i++, b++)
    {
      if (!mention_table (k, i + HALT_BLOCK_FIRST, line, b->n_lines,
			  i + 1 == fn->n_blocks))
	return false;
      line += b->n_lines;
    }
  return true;
}

ORDER (compare_mentions, struct mention,
       UP (file) ?: UP (line) ?: UP (block) ?: UP (order));

static bool
same_line (const struct mention *x, const struct mention *y)
{
  return x->file == y->file && x->line == y->line;
}

/* Not in gcov's table: a block is on a line once, however often it says so.  */
static void
merge_mentions (struct line_work *k)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < k->n_mentions; i++)
    {
      struct mention *t = k->mentions + i, *last = k->mentions + n - 1;
      if (n == 0 || !same_line (last, t) || last->block != t->block)
	k->mentions[n++] = *t;
      else if (last->inside)
	*last = *t;
      else
	last->branches |= t->branches;
    }
  k->n_mentions = n;
}

/* Blocks in which a line only is do not count where it has others.  */
static void
drop_inside (struct line_work *k)
{
  uint32_t n = 0;
  for (uint32_t i = 0, end; i < k->n_mentions; i = end)
    {
      const struct mention *first = k->mentions + i;
      bool inside = true;
      for (end = i; end < k->n_mentions && same_line (first, k->mentions + end);
	   end++)
	inside &= k->mentions[end].inside;
      for (uint32_t t = i; t < end; t++)
	if (inside || !k->mentions[t].inside)
	  k->mentions[n++] = k->mentions[t];
    }
  k->n_mentions = n;
}

/* Add the ways out of BLOCK to the branches, if it has several.  */
static bool
add_branches (struct line_work *k, uint32_t block)
{
  const struct flow *w = &k->flow;
  struct lines *l = k->lines;
  uint32_t n;
  const uint32_t *list = line_edges (w, block, &n);
  for (uint32_t i = 0; n > 1 && i < n; i++)
    {
      const struct halt_map_edge *e = w->edges + list[i];
      if (!another (&l->branches, l->n_branches, sizeof *l->branches, k->fault))
	return false;
      l->branches[l->n_branches++] = (struct ghalt_branch) {
	w->edge_counts[list[i]],
	w->block_counts[block],
	e->flags,
	e->index,
	false,
	i == 0
      };
    }
  return true;
}

/* Whether the function catches exceptions.  */
static bool
catches (const struct flow *w)
{
  for (uint32_t b = 0; b < w->n_blocks; b++)
    for (uint32_t i = w->out.first[b]; i < w->out.first[b + 1]; i++)
      {
	const struct halt_map_edge *e = w->edges + w->out.edges[i];
	if ((e->flags & HALT_EDGE_EH) && e->to != HALT_BLOCK_EXIT)
	  return true;
      }
  return false;
}

/* Blocks that are reached by exceptions alone do not make a line idle.  Where none are
   caught, gcov takes no block for one, not even what computed gotos alone reach.  */
static void
find_exceptional (struct line_work *k)
{
  const struct flow *w = &k->flow;
  bool *exceptional = k->exceptional;
  uint32_t *work = k->member, n = 0;
  memset (exceptional, catches (w), w->n_blocks);
  exceptional[HALT_BLOCK_ENTRY] = false;
  work[n++] = HALT_BLOCK_ENTRY;
  while (n > 0)
    {
      uint32_t b = work[--n];
      for (uint32_t i = w->out.first[b]; i < w->out.first[b + 1]; i++)
	{
	  const struct halt_map_edge *e = w->edges + w->out.edges[i];
	  if ((e->flags & (HALT_EDGE_EH | HALT_EDGE_ABNORMAL))
	      || !exceptional[e->to])
	    continue;
	  exceptional[e->to] = false;
	  work[n++] = e->to;
	}
    }
  memset (work, 0, w->n_blocks * sizeof *work);
}

/* Whether edges that gcov has not lead to BLOCK.  */
static bool
comes_again (const struct flow *w, uint32_t block)
{
  for (uint32_t i = w->in.first[block]; i < w->in.first[block + 1]; i++)
    if (w->edges[w->in.edges[i]].flags & HALT_EDGE_ABNORMAL)
      return true;
  return false;
}

/* How often the place of T was come to.  */
static struct ghalt_count
mention_count (const struct line_work *k, const struct mention *t)
{
  const struct ghalt_count *lost = k->flow.losses + t->block;
  struct ghalt_count c = k->flow.block_counts[t->block];
  if ((!t->late && !t->inside) || (lost->how != GHALT_UNKNOWN && lost->n == 0)
      || (t->inside && c.how != GHALT_UNKNOWN && c.n == 0))
    return c;
  const struct halt_map_point *p = t->late;
  const struct counted *own
    = p && kind_counted (p->kind)
	? join_find (k->join, p->kind, point_id (p, k->base))
	: NULL;
  if (own && !own->off && !own->shared && k->join->prof->rows[p->kind])
    return (struct ghalt_count) { own->events, GHALT_MEASURED, 0, 0 };
  return (struct ghalt_count) {
    0, GHALT_UNKNOWN, c.how == GHALT_UNKNOWN ? c.why : REASON_CALL, t->block
  };
}

/* Make records of the mentions of one line, N at T; BEGINS if the function does
   there.  */
static bool
record_line (struct line_work *k, const struct mention *t, uint32_t n,
	     uint32_t group, bool begins)
{
  const struct flow *w = &k->flow;
  struct ghalt_count *first = w->block_counts + HALT_BLOCK_FIRST;
  uint32_t n_list = 0;
  bool ok = another (&k->records, k->n_records, sizeof *k->records, k->fault);
  struct record r = {
    .file = t->file,
    .line = t->line,
    .group = group,
    .order = (uint32_t) k->n_records,
    .own = k->own,
    .inside = t->inside,
    .sum.how = GHALT_MEASURED,
    .first_branch = k->lines->n_branches
  };
  /* Until the record is made.  */
  for (uint32_t i = 0; i < n; i++)
    k->saved[i] = w->block_counts[t[i].block];
  for (uint32_t i = 0; i < n; i++)
    if (t[i].late || t[i].inside)
      w->block_counts[t[i].block] = mention_count (k, t + i);
  struct ghalt_count begun = *first;
  if (begins && comes_again (w, HALT_BLOCK_FIRST))
    *first = w->block_counts[HALT_BLOCK_ENTRY];
  for (uint32_t i = 0; ok && i < n; i++)
    {
      const struct ghalt_count *c = w->block_counts + t[i].block;
      if (t[i].adds)
	{
	  r.sum = ghalt_count_add (r.sum, *c);
	  r.idle |= c->how != GHALT_UNKNOWN && c->n == 0
		    && !k->exceptional[t[i].block];
	}
      if (t[i].ends)
	k->list[n_list++] = t[i].block;
      if (t[i].branches)
	ok = add_branches (k, t[i].block);
    }
  r.has_graph = n_list > 0;
  if (ok && r.has_graph)
    ok = line_graph (&r.graph, w, k->list, n_list, k->member, k->fault);
  *first = begun;
  for (uint32_t i = 0; i < n; i++)
    w->block_counts[t[i].block] = k->saved[i];
  r.n_branches = k->lines->n_branches - r.first_branch;
  if (ok && !(r.inside && r.graph.how != GHALT_UNKNOWN && r.graph.n == 0))
    k->records[k->n_records++] = r;
  return ok;
}

/* Add the records of the lines of FN, which are mentioned in their order, and
   FN itself.  FILE is its own; UINT32_MAX: it has none.  */
static bool
record_all (struct line_work *k, const struct halt_map_function *fn,
	    uint32_t file, bool gcov)
{
  struct lines *l = k->lines;
  const struct map *m = &k->unit->map;
  uint32_t own_end = k->own_end[fn - m->functions];
  uint32_t own = own_end ? k->n_groups++ : k->unit_group;
  bool ok = true;
  if (file != UINT32_MAX)
    {
      if (!another (&l->functions, l->n_functions, sizeof *l->functions,
		    k->fault))
	return false;
      l->functions[l->n_functions++] = (struct ghalt_line_function) {
	file,
	fn->line,
	m->strings + fn->name,
	function_name (m, fn),
	k->flow.block_counts[HALT_BLOCK_ENTRY],
	k->found
      };
    }
  find_exceptional (k);
  for (uint32_t i = 0, end; ok && i < k->n_mentions; i = end)
    {
      const struct mention *t = k->mentions + i;
      for (end = i + 1; end < k->n_mentions; end++)
	if (!same_line (k->mentions + end, t))
	  break;
      ok = record_line (k, t, end - i,
			t->file == file && t->line >= fn->line
			    && t->line < own_end
			  ? own
			  : k->unit_group,
			gcov && t->file == file && t->line == fn->line);
    }
  return ok;
}

static bool
add_function (struct line_work *k, const struct joined_unit *ju,
	      uint32_t number)
{
  const struct map *m = &ju->unit->map;
  const struct halt_map_function *fn = m->functions + number;
  bool gcov = (m->header->flags & (HALT_UNIT_GIMPLE | HALT_MAP_PATHS))
	      == HALT_UNIT_GIMPLE;
  uint32_t file = UINT32_MAX;
  k->found = k->lines->found ? k->lines->found[ju->first_function + number] : 0;
  k->own = !gcov && k->found != GHALT_FOUND_NOTHING;
  if (!mention_all (k, fn, gcov) || (fn->line && !file_id (k, fn->file, &file)))
    return false;
  if (k->n_mentions > 0)
    qsort (k->mentions, k->n_mentions, sizeof *k->mentions, compare_mentions);
  if (!gcov)
    {
      merge_mentions (k);
      drop_inside (k);
    }
  if (!measure_function (&k->flow, k->join, ju, number, k->fault))
    return false;
  k->exceptional = fresh (k->flow.n_blocks, sizeof *k->exceptional, k->fault);
  k->member = fresh (k->flow.n_blocks, sizeof *k->member, k->fault);
  k->list = fresh (k->n_mentions, sizeof *k->list, k->fault);
  k->saved = fresh (k->n_mentions, sizeof *k->saved, k->fault);
  bool ok = k->exceptional && k->member && k->list && k->saved
	    && record_all (k, fn, file, gcov);
  FREE_ALL (k->exceptional, k->member, k->list, k->saved);
  flow_release (&k->flow);
  return ok;
}

static int
compare_starts (const void *a, const void *b, void *all)
{
  const struct halt_map_function *functions = all;
  const struct halt_map_function *x = functions + *(const uint32_t *) a;
  const struct halt_map_function *y = functions + *(const uint32_t *) b;
  if (x->file != y->file)
    return x->file < y->file ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

/* True if FN's lines count: what the compiler made has none.  */
static bool
has_lines (const struct halt_map_function *fn)
{
  return !(fn->flags & (HALT_FN_SKIPPED | HALT_FN_ARTIFICIAL));
}

/* Find the functions of the unit that begin on one line, instances of a
   template for example, and where they end at the latest.  */
static bool
find_groups (struct line_work *k)
{
  const struct halt_map_function *fns = k->unit->map.functions;
  uint32_t n = 0, next = UINT32_MAX;
  uint32_t *list = fresh (k->unit->map.header->n_functions, sizeof *list,
			  k->fault);
  if (!list)
    return false;
  for (uint32_t i = 0; i < k->unit->map.header->n_functions; i++)
    if (!(fns[i].flags & HALT_FN_ARTIFICIAL))
      list[n++] = i;
  if (n > 1)
    qsort_r (list, n, sizeof *list, compare_starts, (void *) fns);
  for (uint32_t i = n; i-- > 1;)
    {
      const struct halt_map_function *x = fns + list[i - 1], *y = fns + list[i];
      if (x->file == y->file && x->line == y->line)
	k->own_end[list[i - 1]] = k->own_end[list[i]] = next;
      else
	next = x->file == y->file ? y->line : UINT32_MAX;
    }
  free (list);
  return true;
}

static void
end_unit (struct line_work *k)
{
  free (k->file_ids);
  free (k->own_end);
  k->unit = NULL;
  k->file_ids = k->own_end = NULL;
}

/* What follows is of unit NUMBER.  */
static bool
begin_unit (struct line_work *k, size_t number)
{
  end_unit (k);
  k->unit = k->join->units[number].unit;
  k->base = k->join->units[number].base;
  k->number = number;
  k->unit_group = k->n_groups++;
  const struct halt_map *h = k->unit->map.header;
  k->file_ids = fresh (h->strings_size, sizeof *k->file_ids, k->fault);
  k->own_end = fresh (h->n_functions, sizeof *k->own_end, k->fault);
  if (k->file_ids && k->own_end && find_groups (k))
    return true;
  end_unit (k);
  return false;
}

ORDER (compare_records, struct record,
       UP (file) ?: UP (line) ?: UP (group) ?: UP (order));

ORDER (compare_functions, struct ghalt_line_function,
       UP (file) ?: UP (line) ?: BY_TEXT (name));

/* Add the branches of N records, all of one group, to those of L after TO,
   which came from other groups: the first to the first, and so on.  */
static void
fold_branches (struct line_work *k, struct ghalt_line *l,
	       const struct record *r, size_t n,
	       const struct ghalt_branch *from, bool never)
{
  size_t at = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t b = 0; b < r[i].n_branches; b++, at++)
      {
	struct ghalt_branch one = from[r[i].first_branch + b];
	one.never = never;
	if (at == l->n_branches)
	  {
	    k->lines->branches[k->lines->n_branches++] = one;
	    l->n_branches++;
	    continue;
	  }
	struct ghalt_branch *sum = k->lines->branches + l->first_branch + at;
	sum->count = ghalt_count_add (sum->count, one.count);
	sum->of = ghalt_count_add (sum->of, one.of);
	sum->never &= never;
      }
}

/* Fold the N records at R, all of one group and line, into L.  */
static void
fold_group (struct line_work *k, struct ghalt_line *l, const struct record *r,
	    size_t n, const struct ghalt_branch *from)
{
  struct ghalt_count c = { .how = GHALT_MEASURED };
  bool has_graph = false, idle = false;
  for (size_t i = 0; i < n; i++)
    {
      has_graph |= r[i].has_graph;
      idle |= r[i].idle;
    }
  for (size_t i = 0; i < n; i++)
    if (!has_graph)
      c = ghalt_count_add (c, r[i].sum);
    else if (r[i].has_graph)
      c = ghalt_count_add (c, r[i].graph);
  fold_branches (k, l, r, n, from, idle && c.how != GHALT_UNKNOWN && c.n == 0);
  l->count = ghalt_count_add (l->count, c);
}

/* Nothing is known of L but what copies say that were never entered.  */
static void
forget (struct line_work *k, struct ghalt_line *l)
{
  l->count = (struct ghalt_count) { 0, GHALT_UNKNOWN, 0, 0 };
  for (size_t i = 0; i < l->n_branches; i++)
    {
      struct ghalt_branch *b = k->lines->branches + l->first_branch + i;
      b->count = b->of = l->count;
      b->never = false;
    }
}

/* Drop the records of lines that no function has more of.  */
static void
drop_lines_inside (struct line_work *k)
{
  struct record *r = k->records;
  size_t n = 0;
  for (size_t i = 0, end; i < k->n_records; i = end)
    {
      bool inside = true;
      uint32_t file = r[i].file, line = r[i].line;
      for (end = i;
	   end < k->n_records && r[end].file == file && r[end].line == line;
	   end++)
	inside &= r[end].inside;
      for (size_t t = i; !inside && t < end; t++)
	r[n++] = r[t];
    }
  k->n_records = n;
}

static bool
fold (struct line_work *k)
{
  struct lines *l = k->lines;
  struct ghalt_branch *from = l->branches;
  const struct record *r = k->records;
  l->lines = fresh (k->n_records, sizeof *l->lines, k->fault);
  l->branches = fresh (l->n_branches, sizeof *l->branches, k->fault);
  l->n_branches = 0;
  bool ok = l->lines && l->branches, own = true;
  for (size_t i = 0, end; ok && i < k->n_records; i = end)
    {
      struct ghalt_line *line = l->lines + l->n_lines;
      if (l->n_lines == 0 || line[-1].file != r[i].file
	  || line[-1].line != r[i].line)
	{
	  *line = (struct ghalt_line) { .file = r[i].file,
					.line = r[i].line,
					.count.how = GHALT_MEASURED,
					.first_branch = l->n_branches };
	  l->n_lines++;
	  own = true;
	}
      else
	line--;
      for (end = i + 1; end < k->n_records; end++)
	if (r[end].file != r[i].file || r[end].line != r[i].line
	    || r[end].group != r[i].group)
	  break;
      for (size_t t = i; t < end; t++)
	own &= r[t].own;
      fold_group (k, line, r + i, end - i, from);
      if (own
	  && (end == k->n_records || r[end].file != r[i].file
	      || r[end].line != r[i].line))
	forget (k, line);
    }
  free (from);
  return ok;
}

bool
lines_begin (struct lines *l, const struct join *j, const uint8_t *found,
	     struct fault *f)
{
  memset (l, 0, sizeof *l);
  l->found = found;
  l->work = fresh (1, sizeof *l->work, f);
  if (!l->work)
    return false;
  l->work->join = j;
  l->work->lines = l;
  return true;
}

void
lines_more (struct lines *l, const struct join *j, const uint8_t *found)
{
  end_unit (l->work);
  l->work->join = j;
  l->found = found;
}

bool
lines_add (struct lines *l, size_t unit, uint32_t function, struct fault *f)
{
  struct line_work *k = l->work;
  const struct joined_unit *ju = k->join->units + unit;
  k->fault = f;
  if (ju->unit->discarded[function]
      || !has_lines (ju->unit->map.functions + function))
    return true;
  return ((k->unit && k->number == unit) || begin_unit (k, unit))
	 && add_function (k, ju, function);
}

static void
work_free (struct lines *l)
{
  if (!l->work)
    return;
  end_unit (l->work);
  FREE_ALL (l->work->records, l->work->mentions, l->work);
  l->work = NULL;
}

bool
lines_sum (struct lines *l, struct fault *f)
{
  struct line_work *k = l->work;
  k->fault = f;
  if (k->n_records > 0)
    qsort (k->records, k->n_records, sizeof *k->records, compare_records);
  drop_lines_inside (k);
  bool ok = fold (k);
  if (l->n_functions > 0)
    qsort (l->functions, l->n_functions, sizeof *l->functions,
	   compare_functions);
  work_free (l);
  return ok;
}

void
lines_release (struct lines *l)
{
  work_free (l);
  line_files_release (&l->files);
  FREE_ALL (l->lines, l->branches, l->functions);
  memset (l, 0, sizeof *l);
}
