/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile and the programs it is of: what every id of the profile means.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/summarize.h"

uint64_t
add_counts (uint64_t a, uint64_t b)
{
  return a + b < a ? UINT64_MAX : a + b;
}

/* True if object O of PROF was loaded from a file with the maps of PROGRAM:
   the units of one are those of the other.  Units without ids and units
   without maps do not count.  */
static bool
fits (const struct prof *prof, const struct halt_prof_object *o,
      const struct program *program)
{
  size_t found = 0, blind = 0, expected = 0;
  for (uint32_t i = 0; i < o->n_units; i++)
    {
      const struct halt_prof_unit *pu = prof->units + o->first_unit + i;
      const struct unit *u = program_find (program, pu->address);
      if (!u)
	blind += pu->count != 0;
      else if (u->map.header->checksum != pu->checksum
	       || u->map.header->n_ids != pu->count)
	return false;
      else
	found += pu->count != 0;
    }
  for (size_t i = 0; i < program->n_units; i++)
    expected += program->units[i].map.header->n_ids != 0;
  return found > 0 && found == expected && blind <= program->n_blind;
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

static bool
refuse (const struct prof *prof, const char *profile,
	const struct program *program, struct fault *f)
{
  if (prof->header->n_objects == 0)
    return fault (f, "%s: profile of no program at all", profile);
  const struct halt_prof_object *o = suspect (prof, program);
  const char *theirs = prof->strings + o->build_id;
  const char *ours = program->image.build_id;
  return fault (f, "%s was recorded from another build: from %s (build-id %s)"
		", but the program is %s (build-id %s)", profile,
		prof->strings + o->path, *theirs ? theirs : "none",
		program->path, *ours ? ours : "none");
}

/* Count the rows with ids of the units of object NUMBER.  */
static uint64_t
count_rows (const struct prof *prof, uint32_t number)
{
  const struct halt_prof_object *o = prof->objects + number;
  uint64_t n = 0;
  for (uint32_t i = 0; i < o->n_units; i++)
    {
      const struct halt_prof_unit *u = prof->units + o->first_unit + i;
      for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
	n = add_counts (n, prof_lower (prof, kind, u->base + u->count)
			   - prof_lower (prof, kind, u->base));
    }
  return n;
}

/* Find the program of every object of the profile.  */
static bool
find_programs (struct join *j, const char *profile,
	       const struct program *program, struct fault *f)
{
  const struct prof *prof = j->prof;
  uint32_t n = prof->header->n_objects;
  bool found = false;
  for (uint32_t i = 0; i < n; i++)
    if (fits (prof, prof->objects + i, program))
      {
	j->objects[i].program = program;
	found = true;
      }
  if (!found)
    return refuse (prof, profile, program, f);

  j->opened = zeroed (n, sizeof *j->opened);
  for (uint32_t i = 0; i < n; i++)
    {
      struct joined_object *o = j->objects + i;
      struct program *other = j->opened + j->n_opened;
      const char *path = prof->strings + prof->objects[i].path;
      if (o->program || prof->objects[i].n_units == 0)
	continue;
      if (program_open (other, path, &o->why))
	{
	  if (fits (prof, prof->objects + i, other))
	    {
	      o->program = other;
	      j->n_opened++;
	      continue;
	    }
	  fault (&o->why, "%s: is not the build that was profiled", path);
	  program_close (other);
	}
      o->unresolved = count_rows (prof, i);
    }
  return true;
}

/* List the units of the objects that have a program.  */
static void
list_units (struct join *j)
{
  const struct prof *prof = j->prof;
  j->units = grow (NULL, prof->header->n_units, sizeof *j->units);
  for (uint32_t i = 0; i < prof->header->n_objects; i++)
    {
      const struct halt_prof_object *o = prof->objects + i;
      for (uint32_t k = 0; j->objects[i].program && k < o->n_units; k++)
	{
	  const struct halt_prof_unit *pu = prof->units + o->first_unit + k;
	  const struct unit *u = program_find (j->objects[i].program,
					       pu->address);
	  if (!u)
	    continue;
	  j->units[j->n_units++]
	    = (struct joined_unit) { u, pu->base, i, j->n_functions };
	  j->n_functions += u->map.header->n_functions;
	}
    }
}

static size_t
count_branches (const struct join *j)
{
  size_t n = 0;
  for (size_t i = 0; i < j->n_units; i++)
    {
      const struct map *m = &j->units[i].unit->map;
      for (uint32_t k = 0; k < m->header->n_points; k++)
	n += m->points[k].kind == HALT_CBR;
    }
  return n;
}

/* Count the branches of unit NUMBER.  Rows of ids that follow one another
   mostly do so, too: try the row behind the last one first.  */
static void
add_branches (struct join *j, size_t number)
{
  const struct joined_unit *ju = j->units + number;
  const struct map *m = &ju->unit->map;
  const uint64_t *rows = j->prof->rows[HALT_CBR];
  uint64_t n_rows = j->prof->n_rows[HALT_CBR], next = 0;
  const unsigned cells = kind_cells (HALT_CBR) + 1;
  for (uint32_t i = 0; i < m->header->n_functions; i++)
    {
      const struct halt_map_function *fn = m->functions + i;
      const struct halt_map_point *p = m->points + fn->first_point;
      for (uint32_t k = 0; k < fn->n_points && !ju->unit->discarded[i];
	   k++, p++)
	{
	  if (p->kind != HALT_CBR)
	    continue;
	  uint64_t id = ju->base + p->id;
	  struct branch *b = j->branches + j->n_branches++;
	  *b = (struct branch) { .point = p, .id = id, .function = i,
				 .unit = (uint32_t) number };
	  if ((next < n_rows && rows[next * cells] < id)
	      || (next > 0 && rows[(next - 1) * cells] >= id))
	    next = prof_lower (j->prof, HALT_CBR, id);
	  if (next < n_rows && rows[next * cells] == id)
	    {
	      b->not_taken = rows[next * cells + 1];
	      b->taken = rows[next * cells + 2];
	      next++;
	    }
	}
    }
}

/* Branches with one id keep the order of their units and functions.  */
static int
compare_branch (const void *a, const void *b)
{
  const struct branch *x = a, *y = b;
  if (x->id != y->id)
    return x->id < y->id ? -1 : 1;
  if (x->unit != y->unit)
    return x->unit < y->unit ? -1 : 1;
  return x->point < y->point ? -1 : x->point > y->point;
}

/* Sort the branches by id, mark those that share one, and count the rows that
   neither they nor the unresolved objects explain.  */
static void
finish_branches (struct join *j)
{
  bool sorted = true;
  struct branch *b = j->branches;
  for (size_t i = 1; sorted && i < j->n_branches; i++)
    sorted = compare_branch (b + i - 1, b + i) <= 0;
  if (!sorted)
    qsort (b, j->n_branches, sizeof *b, compare_branch);

  uint64_t explained = 0, rows = j->prof->n_rows[HALT_CBR];
  for (size_t i = 0; i < j->n_branches; i++)
    {
      bool again = i > 0 && b[i].id == b[i - 1].id;
      b[i].shared = again || (i + 1 < j->n_branches && b[i].id == b[i + 1].id);
      explained += !again && (b[i].taken || b[i].not_taken);
    }
  for (uint32_t i = 0; i < j->prof->header->n_objects; i++)
    explained = add_counts (explained, j->objects[i].unresolved);
  j->strays = rows > explained ? rows - explained : 0;
}

bool
join_open (struct join *j, const struct prof *prof, const char *profile,
	   const struct program *program, struct fault *f)
{
  memset (j, 0, sizeof *j);
  j->prof = prof;
  j->objects = zeroed (prof->header->n_objects, sizeof *j->objects);
  if (!find_programs (j, profile, program, f))
    {
      join_close (j);
      return false;
    }
  list_units (j);
  j->branches = grow (NULL, count_branches (j), sizeof *j->branches);
  for (size_t i = 0; i < j->n_units; i++)
    add_branches (j, i);
  finish_branches (j);
  return true;
}

void
join_close (struct join *j)
{
  for (size_t i = 0; i < j->n_opened; i++)
    program_close (j->opened + i);
  free (j->opened);
  free (j->objects);
  free (j->units);
  free (j->branches);
  memset (j, 0, sizeof *j);
}

const struct branch *
join_find (const struct join *j, uint64_t id)
{
  size_t low = 0, high = j->n_branches;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (j->branches[middle].id < id)
	low = middle + 1;
      else
	high = middle;
    }
  if (low < j->n_branches && j->branches[low].id == id)
    return j->branches + low;
  return NULL;
}
