/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What branches are called.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/branch.h"

/* A branch of whose function another has its place, too.  */
struct twin
{
  uint32_t kind, block;
  size_t number;		/* among those of the kind */
  size_t function;
  struct ghalt_place place;
  struct ghalt_place taken;	/* where it leads to if it is taken */
  bool by_block;		/* that does not tell it from the others */
};

struct branch_names
{
  const struct ghalt_report *report;
  struct twin *list;		/* by kind and number */
  size_t n;
};

/* Whether points of KIND are branches, of which there may be several in a place.  */
static bool
is_branch (uint32_t kind)
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

/* By function and place.  */
static int
compare_twins (const void *a, const void *b)
{
  const struct twin *x = a, *y = b;
  if (x->function != y->function)
    return x->function < y->function ? -1 : 1;
  int c = compare_places (&x->place, &y->place);
  return c ? c : compare_places (&x->taken, &y->taken);
}

static int
compare_numbers (const void *a, const void *b)
{
  const struct twin *x = a, *y = b;
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* Any branch, in little memory.  */
struct spot
{
  const char *file;
  uint32_t line, column, function, kind;
  size_t number;
};

static int
compare_spots (const void *a, const void *b)
{
  const struct spot *x = a, *y = b;
  if (x->function != y->function)
    return x->function < y->function ? -1 : 1;
  return compare_places (&(struct ghalt_place) { x->file, x->line, x->column,
						 0 },
			 &(struct ghalt_place) {
			   y->file, y->line, y->column, 0 });
}

/* List all branches of the functions in CHOSEN; *N says how many.  */
static struct spot *
list_branches (const struct ghalt_report *r, const unsigned char *chosen,
	       size_t *n, struct fault *f)
{
  size_t all = 0;
  struct ghalt_point p;
  struct ghalt_place at;
  *n = 0;
  for (uint32_t kind = 0; kind < ghalt_kinds_end (); kind++)
    all += is_branch (kind) ? ghalt_n_counted (r, kind) : 0;
  struct spot *list = fresh (all, sizeof *list, f);
  for (uint32_t kind = 0; list && kind < ghalt_kinds_end (); kind++)
    for (size_t i = 0; is_branch (kind) && ghalt_counted (r, kind, i, &p); i++)
      if (chosen[p.function] && ghalt_point_place (r, &p, &at))
	list[(*n)++] = (struct spot) {
	  at.file, at.line, at.column, (uint32_t) p.function, kind, i
	};
  if (*n > 1)
    qsort (list, *n, sizeof *list, compare_spots);
  return list;
}

/* Keep those of the N branches at LIST that share their places.  */
static bool
keep_twins (struct branch_names *names, const struct spot *list, size_t n,
	    struct fault *f)
{
  for (size_t i = 0; i < n; i++)
    if ((i > 0 && compare_spots (list + i - 1, list + i) == 0)
	|| (i + 1 < n && compare_spots (list + i, list + i + 1) == 0))
      {
	struct ghalt_point p;
	if (!another (&names->list, names->n, sizeof *names->list, f))
	  return false;
	struct twin *t = names->list + names->n++;
	ghalt_counted (names->report, list[i].kind, list[i].number, &p);
	*t = (struct twin) { .kind = list[i].kind,
			     .block = p.block,
			     .number = list[i].number,
			     .function = p.function };
	ghalt_point_place (names->report, &p, &t->place);
      }
  return true;
}

/* Find where the N branches at T, all of one function, lead to.  */
static bool
find_taken (const struct ghalt_report *r, struct twin *t, size_t n,
	    struct fault *f)
{
  struct ghalt_error *error = NULL;
  struct ghalt_edge e;
  struct ghalt_graph *g = ghalt_graph_open (r, t->function, 0, &error);
  if (!g)
    {
      fault (f, "%s", ghalt_error_text (error));
      ghalt_error_free (error);
      return false;
    }
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

/* Find out what tells them apart.  */
static bool
tell_apart (struct branch_names *names, struct fault *f)
{
  struct twin *t = names->list;
  for (size_t i = 0, end; i < names->n; i = end)
    {
      for (end = i + 1; end < names->n && t[end].function == t[i].function;)
	end++;
      if (!find_taken (names->report, t + i, end - i, f))
	return false;
    }
  if (names->n > 1)
    qsort (t, names->n, sizeof *t, compare_twins);
  for (size_t i = 0; i < names->n; i++)
    t[i].by_block = t[i].taken.line == 0
		    || (i > 0 && compare_twins (t + i - 1, t + i) == 0)
		    || (i + 1 < names->n
			&& compare_twins (t + i, t + i + 1) == 0);
  if (names->n > 1)
    qsort (t, names->n, sizeof *t, compare_numbers);
  return true;
}

struct branch_names *
branch_names_open (const struct ghalt_report *r, const unsigned char *chosen,
		   struct fault *f)
{
  struct branch_names *names = fresh (1, sizeof *names, f);
  if (!names)
    return NULL;
  names->report = r;
  size_t n;
  struct spot *list = list_branches (r, chosen, &n, f);
  bool ok = list && keep_twins (names, list, n, f);
  free (list);
  if (ok && tell_apart (names, f))
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

size_t
branch_put (FILE *out, const struct branch_names *names, uint32_t kind,
	    size_t number, const struct ghalt_place *place, size_t limit)
{
  const struct ghalt_report *r = names->report;
  struct twin key = { .kind = kind, .number = number };
  const struct twin *t = names->n > 0 ? bsearch (&key, names->list, names->n,
						 sizeof key, compare_numbers)
				      : NULL;
  struct ghalt_point p = { 0 };
  struct ghalt_function fn = { 0 };
  ghalt_counted (r, kind, number, &p);
  ghalt_function (r, p.function, &fn);
  size_t twin = t ? put_twin (NULL, r, fn.unit, t, SIZE_MAX) : 0;
  size_t half = twin < limit - limit / 2 ? twin : limit - limit / 2;
  size_t n = put_at (out, r, fn.unit, place, limit - half);
  return t ? n + put_twin (out, r, fn.unit, t, limit > n ? limit - n : 0) : n;
}
