/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two samples of a process: what its functions, points and lines have gained.  */

#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "report/show/branch.h"
#include "report/show/show.h"
#include "ghalt/top/top.h"

static bool
no_memory (struct fault *f)
{
  fault (f, "out of memory");
  return false;
}

/* A point now and what it was before, both of a kind and by id.  */
struct pair
{
  const struct top *top;
  uint32_t kind;
  size_t i, k;
  bool was;			/* BEFORE is the same id's or a later one's */
  struct ghalt_point now, before;
};

static bool
next_pair (struct pair *p)
{
  const struct ghalt_report *before = p->top->before.report;
  if (!ghalt_counted (p->top->now.report, p->kind, p->i++, &p->now))
    return false;
  while (before && !(p->was && p->before.id >= p->now.id)
	 && (p->was = ghalt_counted (before, p->kind, p->k, &p->before)))
    p->k++;
  return true;
}

/* What P has gained.  Where there is no sample before this one, or nobody counts now:
   nothing.  */
static struct top_count
gained (const struct pair *p, uint64_t was, uint64_t now)
{
  if (p->top->off >> p->kind & 1)
    return (struct top_count) { now, 0, true, false, true };
  if (!p->top->before.report)
    return (struct top_count) { now, 0, true, false, false };
  return top_gain (p->was && p->before.id == p->now.id ? was : 0, now);
}

static void
add_count (struct top_count *sum, struct top_count c)
{
  sum->now += c.now;
  sum->gained += c.gained;
  sum->off = c.off && (!sum->known || sum->off);
  sum->known = true;
  sum->rated = c.rated;
}

/* --- functions -------------------------------------------------------------- */

static uint32_t
tells (uint32_t kind)
{
  return ghalt_kind (kind) ? ghalt_kind (kind)->tells : GHALT_TELLS_NOTHING;
}

/* The kinds of KINDS that tell WHAT, or WHICH.  */
static uint32_t
those (uint32_t kinds, uint32_t what, uint32_t which)
{
  uint32_t all = 0;
  for (uint32_t kind = 0; kind < ghalt_kinds_end (); kind++)
    if ((kinds >> kind & 1) && (tells (kind) == what || tells (kind) == which))
      all |= 1u << kind;
  return all;
}

/* The word of the one kind in KINDS, or what several are called.  */
static const char *
kinds_name (uint32_t kinds)
{
  for (uint32_t kind = 0; kind < ghalt_kinds_end (); kind++)
    if (kinds == 1u << kind && ghalt_kind (kind))
      return ghalt_kind (kind)->word;
  return "events";
}

/* The kinds whose events are what a function does, and their name: blocks if they
   are counted, or else branches, calls, anything.  */
static uint32_t
busy_kinds (const struct top *t, const char **name)
{
  static const struct
  {
    uint32_t what, which;
    const char *name;
  } first[] = {
    { GHALT_TELLS_BLOCK, GHALT_TELLS_BLOCK, "blocks" },
    { GHALT_TELLS_BRANCH, GHALT_TELLS_TABLE, "branches" },
    { GHALT_TELLS_ENTRY, GHALT_TELLS_ENTRY, "calls" },
  };
  uint32_t recorded = t->recorded;
  *name = kinds_name (t->kinds);
  if (t->kinds)
    return t->kinds & (recorded | t->off);
  for (size_t i = 0; i < sizeof first / sizeof *first; i++)
    {
      uint32_t kinds = those (recorded, first[i].what, first[i].which);
      if (kinds)
	{
	  *name = first[i].name;
	  return kinds;
	}
    }
  return recorded;
}

/* Add the events of KINDS to the COUNTS of all functions.  */
static void
add_kinds (const struct top *t, uint32_t kinds, struct top_count *counts)
{
  for (uint32_t kind = 0; kind < ghalt_kinds_end (); kind++)
    if (kinds >> kind & 1)
      {
	struct pair p = { .top = t, .kind = kind };
	while (next_pair (&p))
	  if (p.now.recorded)
	    add_count (&counts[p.now.function],
		       gained (&p, p.before.events, p.now.events));
	  else if (!counts[p.now.function].known)
	    counts[p.now.function].off = true;
      }
}

/* Functions that have no points of those kinds are left out.  */
static bool
fill_functions (struct top_rows *r, const struct top *t, struct fault *f)
{
  size_t n = t->of.n_functions;
  struct top_count *counts = calloc (n + 1, sizeof *counts);
  struct top_count *calls = calloc (n + 1, sizeof *calls);
  bool ok = counts && calls;
  if (ok)
    {
      uint32_t kinds = busy_kinds (t, &r->events);
      add_kinds (t, kinds, counts);
      r->off = !(kinds & t->recorded);
      add_kinds (t,
		 those (t->recorded | t->off, GHALT_TELLS_ENTRY,
			GHALT_TELLS_ENTRY),
		 calls);
    }
  for (size_t i = 0; ok && i < n; i++)
    if (counts[i].now > 0 || calls[i].now > 0)
      {
	struct ghalt_function fn;
	struct top_row *row = top_add (r);
	ok = row && ghalt_function (t->now.report, i, &fn);
	if (!ok)
	  break;
	row->count = counts[i];
	/* One that has none of those points has no such events.  */
	row->count.known |= !row->count.off;
	row->count.rated = t->before.report && !row->count.off;
	row->other = calls[i];
	row->function = row->key = i;
	row->name = fn.pretty;
	r->all += counts[i].gained;
	r->total += counts[i].now;
      }
  free (counts);
  free (calls);
  return ok || no_memory (f);
}

/* --- points ----------------------------------------------------------------- */

/* Kinds of branches, or those that were asked for, or any.  */
static uint32_t
point_kinds (const struct top *t)
{
  uint32_t recorded = t->recorded;
  uint32_t branches = those (recorded, GHALT_TELLS_BRANCH, GHALT_TELLS_TABLE);
  return t->kinds ? t->kinds & recorded : branches ? branches : recorded;
}

static bool
fill_points (struct top_rows *r, const struct top *t, struct fault *f)
{
  uint32_t kinds = point_kinds (t);
  bool branches = true;
  for (uint32_t kind = 0; kind < ghalt_kinds_end (); kind++)
    {
      struct pair p = { .top = t, .kind = kind };
      struct ghalt_function fn;
      if (!(kinds >> kind & 1))
	continue;
      branches &= tells (kind) == GHALT_TELLS_BRANCH
		  || tells (kind) == GHALT_TELLS_TABLE;
      while (next_pair (&p))
	{
	  if (p.now.events == 0)
	    continue;
	  struct top_row *row = top_add (r);
	  if (!row)
	    return no_memory (f);
	  row->count = gained (&p, p.before.events, p.now.events);
	  row->function = p.now.function;
	  row->kind = kind;
	  row->key = p.now.id;
	  row->number = p.now.number;
	  if (ghalt_function (t->now.report, row->function, &fn))
	    row->name = fn.pretty;
	  r->all += row->count.gained;
	  r->total += row->count.now;
	  if (ghalt_kind (kind)->cells == GHALT_CELLS_WAYS)
	    {
	      row->took = p.now.counters[1];
	      row->of = p.now.events;
	      row->taken = (double) row->took / (double) row->of;
	    }
	  if (ghalt_kind (kind)->cells == GHALT_CELLS_WAYS
	      || ghalt_kind (kind)->cells == GHALT_CELLS_INDICES)
	    row->other = gained (&p, p.was ? ghalt_point_misses (&p.before) : 0,
				 ghalt_point_misses (&p.now));
	}
    }
  r->events = t->kinds || !branches ? kinds_name (t->kinds ? t->kinds : kinds)
				    : "branches";
  r->off = kinds == 0;
  return true;
}

/* --- lines ------------------------------------------------------------------ */

ORDER (compare_heat, struct top_row, DOWN (count.gained) ?: DOWN (count.now));

ORDER (compare_total, struct top_row, DOWN (count.now));

/* The functions whose points have events, those with most of them first.  */
static bool
busiest (struct top_rows *all, const struct top *t, bool rates, struct fault *f)
{
  struct top_count *counts = calloc (t->of.n_functions + 1, sizeof *counts);
  bool ok = counts;
  if (ok)
    add_kinds (t, t->recorded, counts);
  for (size_t i = 0; ok && i < t->of.n_functions; i++)
    if (counts[i].now > 0)
      {
	struct top_row *row = top_add (all);
	ok = row;
	if (row)
	  {
	    row->function = i;
	    row->count = counts[i];
	  }
      }
  if (ok && all->n > 1)
    qsort (all->rows, all->n, sizeof *all->rows,
	   rates ? compare_heat : compare_total);
  free (counts);
  return ok || no_memory (f);
}

/* Fill R with the lines of the functions that are CHOSEN.  */
static bool
solve_chosen (struct top_rows *r, struct top *t, const bool *chosen,
	      struct fault *f)
{
  size_t n = 0;
  size_t *list = calloc (t->of.n_functions + 1, sizeof *list);
  for (size_t i = 0; list && i < t->of.n_functions; i++)
    if (chosen[i])
      list[n++] = i;
  top_release (r);
  r->all = r->total = 0;
  bool ok = list ? top_fill_lines (r, t, list, n, f) : no_memory (f);
  free (list);
  return ok;
}

/* What a line cannot exceed: of all events that tell of blocks, those of its function.
   So the hottest lines are in the functions that have most of them, and only those are
   solved: twice as many until N lines have more than any function that is left.  */
static bool
solve_busiest (struct top_rows *r, struct top *t, const struct top_rows *all,
	       bool rates, size_t n, bool *chosen, struct fault *f)
{
  for (size_t some = 32;; some *= 2)
    {
      size_t functions = some < all->n ? some : all->n;
      for (size_t i = 0; i < functions; i++)
	chosen[all->rows[i].function] = true;
      if (!solve_chosen (r, t, chosen, f))
	return false;
      top_sort (r, rates ? TOP_BY_RATE : TOP_BY_COUNT);
      const struct top_count *next = functions < all->n
				       ? &all->rows[functions].count
				       : NULL;
      const struct top_count *last = r->n > n ? &r->rows[n].count : NULL;
      if (!next
	  || (last
	      && (rates ? last->gained >= next->gained
			: last->now >= next->now)))
	return true;
    }
}

/* Choose the executed functions that have one of the first N lines of R, too; how many
   that are.  */
static size_t
choose_more (const struct top_rows *r, const struct top *t, size_t n,
	     const struct top_rows *all, bool *chosen)
{
  size_t more = 0;
  bool *executed = calloc (t->of.n_functions + 1, sizeof *executed);
  for (size_t i = 0; executed && i < all->n; i++)
    executed[all->rows[i].function] = true;
  for (size_t i = 0; executed && i < r->n && i < n; i++)
    {
      size_t low = 0, high = t->n_mentions;
      BISECT (low, high, k, t->mentions[k].line < r->rows[i].key);
      for (; low < t->n_mentions && t->mentions[low].line == r->rows[i].key;
	   low++)
	{
	  size_t function = t->mentions[low].function;
	  if (!chosen[function] && executed[function])
	    {
	      chosen[function] = true;
	      more++;
	    }
	}
    }
  free (executed);
  return more;
}

static bool
fill_lines (struct top_rows *r, struct top *t, enum top_order order, size_t n,
	    struct fault *f)
{
  struct top_rows all = { .view = TOP_FUNCTIONS };
  bool rates = order == TOP_BY_RATE && t->before.report;
  bool *chosen = calloc (t->of.n_functions + 1, sizeof *chosen);
  bool ok = chosen ? busiest (&all, t, rates, f) && top_mention (t, f)
		   : no_memory (f);
  ok = ok && solve_busiest (r, t, &all, rates, n, chosen, f);
  /* A line may be in functions that are less busy: its count is that of all.  */
  while (ok && choose_more (r, t, n, &all, chosen) > 0)
    {
      ok = solve_chosen (r, t, chosen, f);
      top_sort (r, rates ? TOP_BY_RATE : TOP_BY_COUNT);
    }
  r->events = "executions";
  top_lines_off (r, t);
  if (ok && r->n > n)
    top_cut (r, n);
  free (chosen);
  top_release (&all);
  return ok;
}

bool
top_line_function (const struct top_row *row, struct top *t, size_t *number,
		   struct fault *f)
{
  struct top_rows all = { .view = TOP_FUNCTIONS };
  bool found = false, ok = busiest (&all, t, t->before.report, f);
  for (size_t i = 0; ok && !found && i < all.n; i++)
    {
      struct top_rows lines = { .view = TOP_LINES };
      *number = all.rows[i].function;
      ok = top_fill_lines (&lines, t, number, 1, f);
      for (size_t k = 0; ok && !found && k < lines.n; k++)
	found = lines.rows[k].key == row->key
		&& lines.rows[k].file == row->file;
      top_release (&lines);
    }
  top_release (&all);
  if (ok && !found)
    fault (f, "no function has that line any more");
  return found;
}

bool
top_fill (struct top_rows *r, struct top *t, enum top_order order, size_t n,
	  struct fault *f)
{
  top_release (r);
  r->all = r->total = 0;
  switch (r->view)
    {
    case TOP_FUNCTIONS:
      return fill_functions (r, t, f);
    case TOP_POINTS:
      return fill_points (r, t, f);
    default:
      return fill_lines (r, t, order, n, f);
    }
}

/* --- what is shown of a row ------------------------------------------------- */

/* ROW is of a line.  */
static void
describe_line (struct top_row *row, const struct top *t)
{
  size_t length;
  const char *text = row->text ? NULL
			       : top_line_text (row->file, row->key, &length);
  const char *folder = ghalt_program_folder (t->program);
  const char *path = top_file_path (row->file);
  size_t n = strlen (folder);
  if (text)
    row->text = strndup (text, length);
  if (n > 0 && strncmp (path, folder, n) == 0 && path[n] == '/')
    path += n + 1;
  if (!row->where
      && asprintf (&row->where, "%s:%u", path, (unsigned) row->key) < 0)
    row->where = NULL;
}

/* ROW is of a function.  */
static void
describe_function (struct top_row *row, const struct top *t)
{
  char shown[SHOWN_SIZE];
  struct ghalt_function f;
  if (!row->where && ghalt_function (t->now.report, row->function, &f)
      && f.line > 0
      && asprintf (&row->where, "%s:%u",
		   ghalt_unit_file (t->now.report, f.unit, f.file, shown,
				    sizeof shown),
		   f.line)
	   < 0)
    row->where = NULL;
}

/* The N rows at ROW are of points.  */
static void
describe_points (struct top_row *row, size_t n, const struct top *t)
{
  struct fault f;
  struct ghalt_point p;
  struct branch_names *names = NULL;
  unsigned char *chosen = NULL;
  for (size_t i = 0; i < n; i++)
    if (!row[i].where
	&& (chosen || (chosen = fresh (t->of.n_functions, 1, &f))))
      chosen[row[i].function] = 1;
  if (chosen)
    names = branch_names_open (t->now.report, chosen, &f);
  for (size_t i = 0; names && i < n; i++)
    if (!row[i].where
	&& ghalt_point (t->now.report, row[i].function, row[i].number, &p))
      row[i].where = branch_text (names, &p);
  branch_names_close (names);
  free (chosen);
}

void
top_describe (struct top_rows *r, size_t first, size_t n, struct top *t)
{
  size_t left = first < r->n ? r->n - first : 0,
	 end = first + (n < left ? n : left);
  if (r->view == TOP_POINTS)
    describe_points (r->rows + first, end - first, t);
  for (size_t i = first; i < end && r->view != TOP_POINTS; i++)
    if (r->rows[i].file)
      describe_line (r->rows + i, t);
    else
      describe_function (r->rows + i, t);
}

bool
top_find_function (const struct top *t, const char *name, size_t *number,
		   struct fault *f)
{
  struct ghalt_function fn;
  const char *near = NULL;
  for (size_t i = 0; ghalt_function (t->now.report, i, &fn); i++)
    if (!fn.discarded && name_fits (name, fn.name, fn.pretty))
      {
	*number = i;
	return true;
      }
    else if (!near && !fn.discarded && strcasestr (fn.pretty, name))
      near = fn.pretty;
  fault (f, "%s has no function '%s'%s%s%s", t->name, name,
	 near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
  return false;
}
