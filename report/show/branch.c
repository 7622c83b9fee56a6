/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What branches are called.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "report/show/branch.h"
#include "report/report.h"

/* A branch; what is kept has its place with another of its function.  */
struct twin
{
  size_t function;
  uint32_t number, block;	/* in the function */
  struct ghalt_place place;
  struct ghalt_place taken;	/* where it leads to if it is taken */
  bool by_block;		/* that does not tell it from the others */
};

struct branch_names
{
  const struct ghalt_report *report;
  struct twin *list;		/* by function and number */
  size_t n;
};

bool
branch_is (uint32_t kind)
{
  return kind_tells (kind) == TELLS_BRANCH || kind_tells (kind) == TELLS_TABLE;
}

static int
compare_places (const struct ghalt_place *a, const struct ghalt_place *b)
{
  if (a->file != b->file)
    return a->file < b->file ? -1 : 1;
  if (a->line != b->line)
    return a->line < b->line ? -1 : 1;
  return a->column < b->column ? -1 : a->column > b->column;
}

ORDER (compare_twins, struct twin,
       compare_places (&x->place, &y->place)
	 ?: compare_places (&x->taken, &y->taken));

ORDER (compare_numbers, struct twin, UP (function) ?: UP (number));

/* Add the branches of FUNCTION whose places are known.  */
static bool
add_branches (struct branch_names *names, size_t function, struct fault *f)
{
  struct ghalt_point p;
  struct ghalt_place at;
  for (uint32_t i = 0; ghalt_point (names->report, function, i, &p); i++)
    if (branch_is (p.kind) && ghalt_point_place (names->report, &p, &at))
      {
	if (!another (&names->list, names->n, sizeof *names->list, f))
	  return false;
	names->list[names->n++] = (struct twin) {
	  .function = function, .number = i, .block = p.block, .place = at
	};
      }
  return true;
}

/* Drop those of the N branches at T, all of one function, that have a place of their own.
   Returns how many are left.  */
static size_t
keep_twins (struct twin *t, size_t n)
{
  size_t kept = 0;
  if (n > 1)
    qsort (t, n, sizeof *t, compare_twins);
  for (size_t i = 0, end; i < n; i = end)
    {
      for (end = i + 1; end < n && compare_twins (t + i, t + end) == 0;)
	end++;
      if (end - i > 1)
	{
	  memmove (t + kept, t + i, (end - i) * sizeof *t);
	  kept += end - i;
	}
    }
  return kept;
}

/* Find where the N branches at T, all of one function, lead to.  */
static bool
find_taken (const struct ghalt_report *r, struct twin *t, size_t n,
	    struct fault *f)
{
  struct ghalt_edge e;
  struct ghalt_graph *g = open_graph (r, t->function, 0, f);
  if (!g)
    return false;
  uint32_t *to = fresh (ghalt_graph_blocks (g), sizeof *to, f);
  for (uint32_t i = 0; to && ghalt_edge (g, i, &e); i++)
    if (e.flags == GHALT_EDGE_TAKEN)
      to[e.from] = e.to;
  for (size_t i = 0; to && i < n; i++)
    if (to[t[i].block] >= GHALT_BLOCK_FIRST)
      ghalt_block_place (g, to[t[i].block], &t[i].taken);
  free (to);
  ghalt_graph_close (g);
  return to != NULL;
}

/* Find out what tells the branches of FUNCTION apart that share their places.  */
static bool
name_function (struct branch_names *names, size_t function, struct fault *f)
{
  size_t first = names->n;
  if (!add_branches (names, function, f))
    return false;
  struct twin *t = names->list + first;
  size_t n = keep_twins (t, names->n - first);
  names->n = first + n;
  if (n == 0)
    return true;
  if (!find_taken (names->report, t, n, f))
    return false;
  qsort (t, n, sizeof *t, compare_twins);
  for (size_t i = 0; i < n; i++)
    t[i].by_block = t[i].taken.line == 0
		    || (i > 0 && compare_twins (t + i - 1, t + i) == 0)
		    || (i + 1 < n && compare_twins (t + i, t + i + 1) == 0);
  qsort (t, n, sizeof *t, compare_numbers);
  return true;
}

struct branch_names *
branch_names_open (const struct ghalt_report *r, const unsigned char *chosen,
		   struct fault *f)
{
  struct branch_names *names = fresh (1, sizeof *names, f);
  struct ghalt_report_facts facts;
  if (!names)
    return NULL;
  names->report = r;
  ghalt_report_facts (r, &facts);
  for (size_t i = 0; i < facts.n_functions; i++)
    if (chosen[i] && !name_function (names, i, f))
      {
	branch_names_close (names);
	return NULL;
      }
  return names;
}

struct branch_names *
branch_names_of (const struct ghalt_report *r, size_t function, struct fault *f)
{
  struct branch_names *names = fresh (1, sizeof *names, f);
  if (!names)
    return NULL;
  names->report = r;
  if (name_function (names, function, f))
    return names;
  branch_names_close (names);
  return NULL;
}

void
branch_names_close (struct branch_names *names)
{
  if (names)
    free (names->list);
  free (names);
}

/* PLACE, of UNIT.  */
static size_t
put_at (FILE *out, const struct ghalt_report *r, size_t unit,
	const struct ghalt_place *place, size_t limit)
{
  char shown[SHOWN_SIZE];
  return put_place (out,
		    ghalt_unit_file (r, unit, place->file, shown, sizeof shown),
		    place, limit);
}

/* What tells T from others in its place.  */
static size_t
put_twin (FILE *out, const struct ghalt_report *r, size_t unit,
	  const struct twin *t, size_t limit)
{
  static const char arrow[] = " taken -> ", block[] = " block ";
  const struct ghalt_place *to = &t->taken;
  size_t n = strlen (arrow);
  if (out)
    put_text (out, t->by_block ? block : arrow);
  if (t->by_block)
    {
      if (out)
	put_number (out, t->block);
      return strlen (block) + number_width (t->block);
    }
  if (to->file != t->place.file)
    return n + put_at (out, r, unit, to, limit > n ? limit - n : 0);
  if (out)
    {
      put_text (out, to->near ? "~" : "");
      put_number (out, to->line);
    }
  return n + to->near + number_width (to->line);
}

static const struct twin *
find_twin (const struct branch_names *names, const struct ghalt_point *p)
{
  struct twin key = { .function = p->function, .number = p->number };
  return names->n > 0
	   ? bsearch (&key, names->list, names->n, sizeof key, compare_numbers)
	   : NULL;
}

size_t
branch_put (FILE *out, const struct branch_names *names,
	    const struct ghalt_point *p, const struct ghalt_place *place,
	    size_t limit)
{
  const struct ghalt_report *r = names->report;
  const struct twin *t = find_twin (names, p);
  struct ghalt_function fn = { 0 };
  ghalt_function (r, p->function, &fn);
  size_t twin = t ? put_twin (NULL, r, fn.unit, t, SIZE_MAX) : 0;
  size_t half = twin < limit - limit / 2 ? twin : limit - limit / 2;
  size_t n = put_at (out, r, fn.unit, place, limit - half);
  return t ? n + put_twin (out, r, fn.unit, t, limit > n ? limit - n : 0) : n;
}

char *
branch_text (const struct branch_names *names, const struct ghalt_point *p)
{
  struct ghalt_place at;
  char *text = NULL;
  size_t size;
  FILE *out = ghalt_point_place (names->report, p, &at)
		? open_memstream (&text, &size)
		: NULL;
  if (!out)
    return NULL;
  branch_put (out, names, p, &at, SIZE_MAX);
  fclose (out);
  return text;
}

char *
branch_twin (const struct branch_names *names, const struct ghalt_point *p)
{
  const struct twin *t = find_twin (names, p);
  struct ghalt_function fn = { 0 };
  char *text = NULL;
  size_t size;
  FILE *out = t ? open_memstream (&text, &size) : NULL;
  if (!out)
    return NULL;
  ghalt_function (names->report, p->function, &fn);
  put_twin (out, names->report, fn.unit, t, SIZE_MAX);
  fclose (out);
  return text;
}
