/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points as the library's users have them.  */

#include "summarize/library/library.h"

_Static_assert(sizeof (struct ghalt_index) == 3 * sizeof (uint64_t),
	       "a row of a profile");

/* Fill POINT with P, of function number FUNCTION of JU.  C is what was counted of
   it, or NULL.  */
static void
fill_point (struct ghalt_point *point, const struct join *j,
	    const struct joined_unit *ju, uint32_t function,
	    const struct halt_map_point *p, const struct counted *c)
{
  const struct map *m = &ju->unit->map;
  *point = (struct ghalt_point) {
    .kind = p->kind,
    .flags = p->flags,
    .id = p->kind == HALT_STARTUP ? 0 : point_id (p, ju->base),
    .function = ju->first_function + function,
    .number = (uint32_t) (p - m->points) - m->functions[function].first_point,
    .block = p->block,
    .insn = p->insn,
    .line = p->line,
    .column = p->column,
    .file = m->strings + p->file,
    .inlined = m->strings + p->inlined,
    .n_args = map_n_args (p)
  };
  if (!c)
    return;
  point->shared = c->shared;
  if (!j->prof->rows[p->kind] || c->off)
    return;
  point->recorded = true;
  point->events = c->events;
  if (kind_indexed (p->kind))
    {
      point->indices = (const struct ghalt_index *) c->rows;
      point->n_indices = c->n_rows;
    }
  else
    {
      point->counters[0] = c->counters[0];
      point->counters[1] = c->counters[1];
    }
}

static void
fill_counted (struct ghalt_point *point, const struct join *j,
	      const struct counted *c)
{
  fill_point (point, j, j->units + c->unit, c->function, c->point, c);
}

int
ghalt_point (const struct ghalt_report *report, size_t function, uint32_t i,
	     struct ghalt_point *point)
{
  const struct join *j = &report->join;
  uint32_t number;
  const struct joined_unit *ju = library_unit (j, function, &number);
  if (!ju || i >= ju->unit->map.functions[number].n_points)
    return 0;
  const struct map *m = &ju->unit->map;
  const struct halt_map_point *p = m->points + m->functions[number].first_point
				   + i;
  fill_point (point, j, ju, number, p,
	      kind_counted (p->kind)
		? join_find (j, p->kind, point_id (p, ju->base))
		: NULL);
  return 1;
}

/* The record of POINT in its map, *M, and its function, *FN; NULL if no map of REPORT
   has it.  */
static const struct halt_map_point *
mapped (const struct ghalt_report *report, const struct ghalt_point *point,
	const struct map **m, const struct halt_map_function **fn)
{
  uint32_t number;
  const struct joined_unit *ju = library_unit (&report->join, point->function,
					       &number);
  if (!ju || point->number >= ju->unit->map.functions[number].n_points)
    return NULL;
  *m = &ju->unit->map;
  *fn = (*m)->functions + number;
  return (*m)->points + (*fn)->first_point + point->number;
}

uint64_t
ghalt_key (const struct ghalt_report *report, const struct ghalt_point *point)
{
  const struct map *m;
  const struct halt_map_function *fn;
  const struct halt_map_point *p = mapped (report, point, &m, &fn);
  return p ? point_key (m, fn, p) : 0;
}

size_t
ghalt_n_counted (const struct ghalt_report *report, uint32_t kind)
{
  const struct join *j = &report->join;
  return kind < HALT_KIND_END ? j->first[kind + 1] - j->first[kind] : 0;
}

uint64_t
ghalt_recorded (const struct ghalt_report *report, uint32_t kind)
{
  return kind < HALT_KIND_END ? report->join.prof->n_rows[kind] : 0;
}

int
ghalt_counted (const struct ghalt_report *report, uint32_t kind, size_t i,
	       struct ghalt_point *point)
{
  const struct join *j = &report->join;
  if (i >= ghalt_n_counted (report, kind))
    return 0;
  fill_counted (point, j, j->points + j->first[kind] + i);
  return 1;
}

/* Find the first point of KIND with ID in the unit that has it, whatever KIND is.  */
static int
search_point (const struct join *j, uint32_t kind, uint64_t id,
	      struct ghalt_point *point)
{
  for (size_t i = 0; i < j->n_units; i++)
    {
      const struct joined_unit *ju = j->units + i;
      const struct map *m = &ju->unit->map;
      if (id - ju->base >= m->header->n_ids)
	continue;
      for (uint32_t k = 0; k < m->header->n_functions; k++)
	for (uint32_t n = 0; n < m->functions[k].n_points; n++)
	  {
	    const struct halt_map_point *p = m->points
					     + m->functions[k].first_point + n;
	    if ((kind == GHALT_ANY || p->kind == kind)
		&& p->kind != HALT_STARTUP && point_id (p, ju->base) == id
		&& !ju->unit->discarded[k])
	      {
		fill_point (point, j, ju, k, p, NULL);
		return 1;
	      }
	  }
    }
  return 0;
}

int
ghalt_find (const struct ghalt_report *report, uint32_t kind, uint64_t id,
	    struct ghalt_point *point)
{
  const struct join *j = &report->join;
  for (uint32_t k = 0; k < HALT_KIND_END; k++)
    {
      const struct counted *c = kind == GHALT_ANY || k == kind
				  ? join_find (j, k, id)
				  : NULL;
      if (c)
	{
	  fill_counted (point, j, c);
	  return 1;
	}
    }
  return kind == GHALT_ANY || !kind_counted (kind)
	   ? search_point (j, kind, id, point)
	   : 0;
}

int
ghalt_point_place (const struct ghalt_report *report,
		   const struct ghalt_point *point, struct ghalt_place *place)
{
  const struct map *m;
  const struct halt_map_function *fn;
  const struct halt_map_point *p = mapped (report, point, &m, &fn);
  if (!p)
    return 0;
  struct position at = point_place (m, fn, p);
  *place = (struct ghalt_place) { m->strings + at.file, at.line, at.column,
				  at.near };
  return at.line > 0;
}

uint64_t
ghalt_point_misses (const struct ghalt_point *point)
{
  uint64_t most = 0, others = 0;
  if (kind_counts (point->kind) == CELLS_WAYS)
    return point->counters[0] < point->counters[1]
	     ? point->counters[0]
	     : point->counters[1];
  if (kind_counts (point->kind) == CELLS_INDICES)
    for (uint64_t i = 0; i < point->n_indices; i++)
      {
	uint64_t n = point->indices[i].count;
	others = add_counts (others, n < most ? n : most);
	most = n > most ? n : most;
      }
  return others;
}

int
ghalt_arg (const struct ghalt_report *report, const struct ghalt_point *point,
	   uint32_t i, struct ghalt_arg *arg)
{
  uint32_t number;
  const struct joined_unit *ju = library_unit (&report->join, point->function,
					       &number);
  if (!ju || point->number >= ju->unit->map.functions[number].n_points)
    return 0;
  const struct map *m = &ju->unit->map;
  const struct halt_map_point *p = m->points + m->functions[number].first_point
				   + point->number;
  if (i >= map_n_args (p))
    return 0;
  struct map_arg a = map_arg (m, p, i);
  *arg = (struct ghalt_arg) { a.form, a.number, a.text };
  return 1;
}

void
ghalt_totals (const struct ghalt_report *report, uint32_t kind,
	      const unsigned char *chosen, struct ghalt_totals *totals)
{
  const struct join *j = &report->join;
  const struct counted *last = NULL;
  struct ghalt_totals t = { 0 };
  size_t n_off = 0;
  for (size_t i = kind < HALT_KIND_END ? j->first[kind] : 0;
       kind < HALT_KIND_END && i < j->first[kind + 1]; i++)
    {
      const struct counted *c = j->points + i;
      if (chosen && !chosen[j->units[c->unit].first_function + c->function])
	continue;
      n_off += c->off;
      t.points += !c->off;
      t.executed += c->events > 0;
      if (last && last->id == c->id)
	continue;
      last = c;
      t.events = add_counts (t.events, c->events);
      if (kind_counts (kind) == CELLS_BYTES)
	t.bytes = add_counts (t.bytes, c->counters[1]);
    }
  t.recorded = kind < HALT_KIND_END && j->prof->rows[kind]
	       && (t.points > 0 || n_off == 0);
  if (!t.recorded)
    t.points += n_off;
  *totals = t;
}
