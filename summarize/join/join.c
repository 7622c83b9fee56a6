/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile and the programs it is of: what every id of the profile means.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "summarize/summarize.h"

uint64_t
add_counts (uint64_t a, uint64_t b)
{
  return a + b < a ? UINT64_MAX : a + b;
}

/* True if both have a build-id, and not the same.  */
static bool
other_build (const struct prof *prof, const struct halt_prof_object *o,
	     const struct program *program)
{
  const char *theirs = prof->strings + o->build_id;
  const char *ours = program->image.build_id;
  return *theirs && *ours && strcmp (theirs, ours) != 0;
}

/* The units of one are those of the other; those without maps do not count.  */
bool
program_fits (const struct program *program, const struct prof *prof,
	      const struct halt_prof_object *o)
{
  size_t found = 0, blind = 0;
  if (other_build (prof, o, program))
    return false;
  for (uint32_t i = 0; i < o->n_units; i++)
    {
      const struct halt_prof_unit *pu = prof->units + o->first_unit + i;
      const struct unit *u = program_find (program, pu->address);
      if (!u)
	blind++;
      else if (u->map.header->checksum != pu->checksum
	       || u->map.header->n_ids != pu->count)
	return false;
      else
	found++;
    }
  return found == program->n_units && blind <= program->n_blind;
}

/* The object of the profile to name when none of them fits: the one with the
   file name of PROGRAM, or the first.  */
static const struct halt_prof_object *
suspect (const struct prof *prof, const struct program *program)
{
  const char *name = basename (program->path);
  for (uint32_t i = 0; i < prof->header->n_objects; i++)
    if (strcmp (basename (prof->strings + prof->objects[i].path), name) == 0)
      return prof->objects + i;
  return prof->objects;
}

/* Say in F how the units of O differ from those of PROGRAM.  */
static void
compare_units (const struct prof *prof, const struct halt_prof_object *o,
	       const struct program *program, struct fault *f)
{
  size_t found = 0;
  for (uint32_t i = 0; i < o->n_units; i++)
    {
      const struct halt_prof_unit *pu = prof->units + o->first_unit + i;
      const struct unit *u = program_find (program, pu->address);
      const struct map *m = u ? &u->map : NULL;
      found += u != NULL;
      if (m && m->header->checksum != pu->checksum)
	{
	  fault (f, "the unit of %s has checksum %016llx there, %016llx here",
		 m->strings + m->header->source,
		 (unsigned long long) pu->checksum,
		 (unsigned long long) m->header->checksum);
	  return;
	}
    }
  if (found == o->n_units && found == program->n_units)
    fault (f, "it was linked again since; run this one, or use --onto");
  else
    fault (f, "%u instrumented units there, %zu here, %zu at the same address",
	   o->n_units, program->n_units, found);
}

static bool
refuse_profile (const struct prof *prof, const char *profile,
		const struct program *program, struct fault *f)
{
  if (prof->header->n_objects == 0)
    return fault (f, "%s: profile of no program at all", profile);
  const struct halt_prof_object *o = suspect (prof, program);
  const char *theirs = prof->strings + o->build_id;
  const char *ours = program->image.build_id;
  struct fault what;
  if (o->n_units == 0 && !other_build (prof, o, program)
      && strcmp (basename (prof->strings + o->path), basename (program->path))
	   == 0)
    return prof_early (profile, f);
  compare_units (prof, o, program, &what);
  return fault (f,
		"%s was recorded from another build: from %s (build-id %s)"
		", but the program is %s (build-id %s): %s",
		profile, prof->strings + o->path, *theirs ? theirs : "none",
		program->path, *ours ? ours : "none", what.text);
}

/* Count the rows with ids of U.  */
static uint64_t
unit_rows (const struct prof *prof, const struct halt_prof_unit *u)
{
  uint64_t n = 0;
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    n = add_counts (n, prof_lower (prof, kind, u->base + u->count)
			 - prof_lower (prof, kind, u->base));
  return n;
}

/* The same of the units of object NUMBER.  */
static uint64_t
count_rows (const struct prof *prof, uint32_t number)
{
  const struct halt_prof_object *o = prof->objects + number;
  uint64_t n = 0;
  for (uint32_t i = 0; i < o->n_units; i++)
    n = add_counts (n, unit_rows (prof, prof->units + o->first_unit + i));
  return n;
}

/* If KNOWN has looked for object I of PROF, which is the same there, its result.  */
static const struct joined_object *
find_known (const struct join *known, const struct prof *prof, uint32_t i)
{
  if (!known || i >= known->prof->header->n_objects)
    return NULL;
  const struct prof *before = known->prof;
  const struct halt_prof_object *o = prof->objects + i;
  const struct halt_prof_object *p = before->objects + i;
  bool same
    = o->n_units == p->n_units
      && strcmp (prof->strings + o->path, before->strings + p->path) == 0
      && (o->n_units == 0
	  || memcmp (prof->units + o->first_unit, before->units + p->first_unit,
		     o->n_units * sizeof *prof->units)
	       == 0);
  return same ? known->objects + i : NULL;
}

/* Find the program of every object of the profile; KNOWN may be NULL.  */
static bool
find_programs (struct join *j, const char *profile,
	       const struct program *program, const struct join *known,
	       struct fault *f)
{
  const struct prof *prof = j->prof;
  uint32_t n = prof->header->n_objects;
  bool found = false;
  for (uint32_t i = 0; i < n; i++)
    if (program_fits (program, prof, prof->objects + i))
      {
	j->objects[i].program = program;
	found = true;
      }
  if (!found)
    return refuse_profile (prof, profile, program, f);

  j->opened = fresh (n, sizeof *j->opened, f);
  if (!j->opened)
    return false;
  for (uint32_t i = 0; i < n; i++)
    {
      struct joined_object *o = j->objects + i;
      struct program *other = j->opened + j->n_opened;
      if (o->program || prof->objects[i].n_units == 0)
	continue;
      const struct joined_object *same = find_known (known, prof, i);
      if (same)
	{
	  o->program = same->program;
	  o->why = same->why;
	  o->unresolved = o->program ? 0 : count_rows (prof, i);
	  continue;
	}
      if (objects_find (other, prof, prof->objects + i, program->path, &o->why))
	{
	  o->program = other;
	  j->n_opened++;
	  continue;
	}
      o->unresolved = count_rows (prof, i);
    }
  return true;
}

/* List the units of the objects that have a program.  */
static bool
list_units (struct join *j, struct fault *f)
{
  const struct prof *prof = j->prof;
  if (!enlarge (&j->units, prof->header->n_units, sizeof *j->units, f))
    return false;
  for (uint32_t i = 0; i < prof->header->n_objects; i++)
    {
      const struct halt_prof_object *o = prof->objects + i;
      for (uint32_t k = 0; j->objects[i].program && k < o->n_units; k++)
	{
	  const struct halt_prof_unit *pu = prof->units + o->first_unit + k;
	  const struct unit *u = program_find (j->objects[i].program,
					       pu->address);
	  if (!u)
	    {
	      j->blind = add_counts (j->blind, unit_rows (prof, pu));
	      continue;
	    }
	  j->units[j->n_units++] = (struct joined_unit) {
	    .unit = u,
	    .switched = pu->flags & HALT_UNIT_SWITCHED,
	    .base = pu->base,
	    .object = i,
	    .first_function = j->n_functions
	  };
	  j->n_functions += u->map.header->n_functions;
	}
    }
  return true;
}

/* Find out how many points of each kind there are: where they begin.  */
static void
count_points (struct join *j)
{
  for (size_t i = 0; i < j->n_units; i++)
    {
      const struct map *m = &j->units[i].unit->map;
      for (uint32_t k = 0; k < m->header->n_functions; k++)
	{
	  const struct halt_map_function *fn = m->functions + k;
	  const struct halt_map_point *p = m->points + fn->first_point;
	  if (j->units[i].unit->discarded[k])
	    continue;
	  for (uint32_t n = 0; n < fn->n_points; n++)
	    if (kind_counted (p[n].kind))
	      j->first[p[n].kind + 1]++;
	    else
	      j->n_foreign += !kind_name (p[n].kind);
	}
    }
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    j->first[kind + 1] += j->first[kind];
}

/* Find the counters of C.  Rows of ids that follow one another mostly do so,
   too: try the one after the last one first, *NEXT.  */
static void
find_counters (const struct prof *prof, struct counted *c, uint64_t *next)
{
  uint32_t kind = c->point->kind;
  unsigned cells = kind_cells (kind) + 1;
  if (kind_indexed (kind))
    {
      c->rows = prof_find (prof, kind, c->id, &c->n_rows);
      c->n_found = c->n_rows;
      /* That it was on is all that this one says.  */
      if (c->n_rows > 0 && c->rows[2] == 0)
	{
	  c->rows += 3;
	  c->n_rows--;
	}
      return;
    }
  const uint64_t *rows = prof->rows[kind];
  uint64_t n_rows = prof->n_rows[kind];
  if ((*next < n_rows && rows[*next * cells] < c->id)
      || (*next > 0 && rows[(*next - 1) * cells] >= c->id))
    *next = prof_lower (prof, kind, c->id);
  if (*next < n_rows && rows[*next * cells] == c->id)
    {
      for (unsigned i = 1; i < cells; i++)
	c->counters[i - 1] = rows[*next * cells + i];
      c->n_found = 1;
      ++*next;
    }
}

/* Add the points of unit NUMBER, those of each kind at AT.  */
static void
add_points (struct join *j, size_t number, size_t *at)
{
  const struct joined_unit *ju = j->units + number;
  const struct map *m = &ju->unit->map;
  uint64_t next[HALT_KIND_END] = { 0 };
  for (uint32_t i = 0; i < m->header->n_functions; i++)
    {
      const struct halt_map_function *fn = m->functions + i;
      const struct halt_map_point *p = m->points + fn->first_point;
      for (uint32_t k = 0; k < fn->n_points && !ju->unit->discarded[i];
	   k++, p++)
	{
	  if (!kind_counted (p->kind))
	    continue;
	  struct counted *c = j->points + at[p->kind]++;
	  *c = (struct counted) { .point = p,
				  .id = point_id (p, ju->base),
				  .unit = (uint32_t) number,
				  .function = i };
	  if (j->prof->n_rows[p->kind] > 0)
	    find_counters (j->prof, c, next + p->kind);
	  c->off = ju->switched && c->n_found == 0;
	  j->n_off += c->off;
	}
    }
}

/* Points with one id keep the order of their units and functions.  */
ORDER (compare_points, struct counted, UP (id) ?: UP (unit) ?: UP (point));

static uint64_t
count_events (const struct counted *c)
{
  uint32_t kind = c->point->kind;
  uint64_t n = 0;
  if (kind_indexed (kind))
    for (uint64_t i = 0; i < c->n_rows; i++)
      n = add_counts (n, c->rows[3 * i + 2]);
  else if (kind_counts (kind) == CELLS_WAYS)
    n = add_counts (c->counters[0], c->counters[1]);
  else
    n = c->counters[0];
  return n;
}

/* Sort the N points at P, all of one kind, by id, mark those that share one,
   and count their events.  Returns how many rows they explain.  */
static uint64_t
finish_kind (struct counted *p, size_t n)
{
  uint64_t explained = 0;
  bool sorted = true;
  for (size_t i = 1; sorted && i < n; i++)
    sorted = compare_points (p + i - 1, p + i) <= 0;
  if (!sorted)
    qsort (p, n, sizeof *p, compare_points);
  for (size_t i = 0; i < n; i++)
    {
      bool again = i > 0 && p[i].id == p[i - 1].id;
      p[i].shared = again || (i + 1 < n && p[i].id == p[i + 1].id);
      p[i].events = again ? p[i - 1].events : count_events (p + i);
      if (!again)
	explained += p[i].n_found;
    }
  return explained;
}

/* Count the units' rows of KIND.  */
static uint64_t
rows_of (const struct join *j, uint32_t kind)
{
  uint64_t n = 0;
  for (size_t i = 0; i < j->n_units; i++)
    {
      uint64_t base = j->units[i].base;
      uint64_t end = base + j->units[i].unit->map.header->n_ids;
      n += prof_lower (j->prof, kind, end) - prof_lower (j->prof, kind, base);
    }
  return n;
}

/* Count the rows that neither the points nor paths nor the unresolved objects
   explain.  */
static void
finish_points (struct join *j)
{
  uint64_t explained = 0, rows = 0;
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    {
      size_t first = j->first[kind];
      if (kind_indexed (kind) && !kind_counted (kind))
	explained += rows_of (j, kind);
      explained = add_counts (explained,
			      finish_kind (j->points + first,
					   j->first[kind + 1] - first));
      rows = add_counts (rows, j->prof->n_rows[kind]);
    }
  for (uint32_t i = 0; i < j->prof->header->n_objects; i++)
    explained = add_counts (explained, j->objects[i].unresolved);
  j->strays = rows > explained ? rows - explained : 0;
  j->blind = j->blind < j->strays ? j->blind : j->strays;
}

/* The units of J are listed: find their points, and what was counted of them.  */
static bool
find_points (struct join *j, struct fault *f)
{
  size_t at[HALT_KIND_END];
  count_points (j);
  if (!enlarge (&j->points, j->first[HALT_KIND_END], sizeof *j->points, f))
    return false;
  memcpy (at, j->first, sizeof at);
  for (size_t i = 0; i < j->n_units; i++)
    add_points (j, i, at);
  j->path_rows = rows_of (j, HALT_PATH_SUM_READ);
  finish_points (j);
  return true;
}

/* Begin to join PROF.  */
static bool
begin_join (struct join *j, const struct prof *prof, struct fault *f)
{
  memset (j, 0, sizeof *j);
  j->prof = prof;
  j->objects = fresh (prof->header->n_objects, sizeof *j->objects, f);
  return j->objects;
}

bool
join_again (struct join *j, const struct prof *prof, const char *profile,
	    const struct program *program, const struct join *known,
	    struct fault *f)
{
  if (begin_join (j, prof, f) && find_programs (j, profile, program, known, f)
      && list_units (j, f) && find_points (j, f))
    return true;
  join_close (j);
  return false;
}

bool
join_open (struct join *j, const struct prof *prof, const char *profile,
	   const struct program *program, struct fault *f)
{
  return join_again (j, prof, profile, program, NULL, f);
}

bool
join_program (struct join *j, const struct prof *none,
	      const struct program *program, struct fault *f)
{
  bool ok = begin_join (j, none, f)
	    && enlarge (&j->units, program->n_units, sizeof *j->units, f);
  for (size_t i = 0; ok && i < program->n_units; i++)
    {
      const struct unit *u = program->units + i;
      j->units[j->n_units++] = (struct joined_unit) {
	.unit = u, .base = u->base, .first_function = j->n_functions
      };
      j->n_functions += u->map.header->n_functions;
    }
  if (ok)
    j->objects[0].program = program;
  if (ok && find_points (j, f))
    return true;
  join_close (j);
  return false;
}

void
join_close (struct join *j)
{
  for (size_t i = 0; i < j->n_opened; i++)
    program_close (j->opened + i);
  FREE_ALL (j->opened, j->objects, j->units, j->points);
  memset (j, 0, sizeof *j);
}

const struct counted *
join_find (const struct join *j, uint32_t kind, uint64_t id)
{
  size_t low = j->first[kind], end = j->first[kind + 1], high = end;
  const struct counted *all = j->points;
  /* Where it is if the kind has all ids.  */
  size_t guess = low < end && id >= all[low].id ? low + (id - all[low].id)
						: end;
  if (guess < end && all[guess].id == id
      && (guess == low || all[guess - 1].id < id))
    return all + guess;
  BISECT (low, high, i, j->points[i].id < id);
  return low < end && j->points[low].id == id ? j->points + low : NULL;
}
