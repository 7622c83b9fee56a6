/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which objects of two profiles are the same.

   The build-id says so, whatever their files are called.  Where one has none, their
   units do: these have the same addresses, numbers of ids and checksums.  Where
   both have none, their files must have the same name, too, unless they are the
   programs.  Units must agree in any case, because ids are theirs: a build-id may
   have been made up (--build-id=0x1234).  */

#include <stdlib.h>
#include <string.h>
#include "summarize/merge/merge.h"

struct place
place_of (const struct prof *p, uint32_t i)
{
  const struct halt_prof_object *o = p->objects + i;
  return (struct place) {
    p->strings + o->path, p->strings + o->build_id,
    (struct halt_prof_unit *) p->units + (o->n_units ? o->first_unit : 0),
    o->n_units
  };
}

/* Let *KEPT, which is freed, be a copy of TEXT.  */
static bool
keep_text (const char **kept, const char *text, struct fault *f)
{
  char *copy = copy_text (text, strlen (text), f);
  if (!copy)
    return false;
  free ((char *) *kept);
  *kept = copy;
  return true;
}

struct place *
place_keep (const struct place *p, struct fault *f)
{
  struct place *kept = fresh (1, sizeof *kept, f);
  if (!kept)
    return NULL;
  kept->n_units = p->n_units;
  if (!keep_text (&kept->path, p->path, f)
      || !keep_text (&kept->build_id, p->build_id, f)
      || !enlarge (&kept->units, p->n_units, sizeof *kept->units, f))
    {
      place_free (kept);
      return NULL;
    }
  for (uint32_t i = 0; i < p->n_units; i++)
    {
      kept->units[i] = p->units[i];
      kept->units[i].reserved = 0;
    }
  return kept;
}

void
place_free (struct place *p)
{
  FREE_ALL ((char *) p->path, (char *) p->build_id, p->units, p);
}

static int
compare_numbers (uint64_t a, uint64_t b)
{
  return a < b ? -1 : a > b;
}

static int
compare_unit (const struct halt_prof_unit *a, const struct halt_prof_unit *b)
{
  int c = compare_numbers (a->address, b->address);
  c = c ? c : compare_numbers (a->count, b->count);
  c = c ? c : compare_numbers (a->checksum, b->checksum);
  return c ? c
	   : compare_numbers (a->flags & ~HALT_UNIT_SWITCHED,
			      b->flags & ~HALT_UNIT_SWITCHED);
}

int
place_compare_units (const struct place *a, const struct place *b)
{
  int c = compare_numbers (a->n_units, b->n_units);
  for (uint32_t i = 0; !c && i < a->n_units; i++)
    c = compare_unit (a->units + i, b->units + i);
  return c;
}

int
place_compare (const struct place *a, const struct place *b)
{
  int c = strcmp (a->build_id, b->build_id);
  if (!c && !*a->build_id)
    c = strcmp (basename (a->path), basename (b->path));
  return c ? c : place_compare_units (a, b);
}

int
place_compare_known (const struct place *a, const struct place *b)
{
  int c = place_compare_units (a, b);
  return c ? c : strcmp (a->build_id, b->build_id);
}

int
place_compare_order (const struct place *a, const struct place *b)
{
  int c = strcmp (basename (a->path), basename (b->path));
  return c ? c : place_compare_known (a, b);
}

bool
place_same (const struct place *a, const struct place *b, bool program)
{
  if (place_compare_units (a, b) != 0)
    return false;
  if (*a->build_id && *b->build_id)
    return strcmp (a->build_id, b->build_id) == 0;
  return (a->n_units > 0 && (program || *a->build_id || *b->build_id))
	 || strcmp (basename (a->path), basename (b->path)) == 0;
}

bool
place_choose_name (struct place *a, const struct place *b, struct fault *f)
{
  /* A live profile does not say what was off.  */
  for (uint32_t i = 0; i < a->n_units && i < b->n_units; i++)
    a->units[i].flags |= b->units[i].flags & HALT_UNIT_SWITCHED;
  return (strcmp (a->path, b->path) <= 0 || keep_text (&a->path, b->path, f))
	 && (*a->build_id || !*b->build_id
	     || keep_text (&a->build_id, b->build_id, f));
}

bool
place_refuse (const struct place *a, const char *a_name, const struct place *b,
	      const char *b_name, struct fault *f)
{
  struct fault what = { "" };
  uint32_t n = a->n_units;
  if ((n == 0 || b->n_units == 0) && strcmp (a->build_id, b->build_id) == 0
      && strcmp (a->path, b->path) == 0)
    return prof_early (n == 0 ? a_name : b_name, f);
  if (n != b->n_units)
    fault (&what, ": %u and %u instrumented units", n, b->n_units);
  for (uint32_t i = 0; i < n && !what.text[0]; i++)
    {
      const struct halt_prof_unit *x = a->units + i, *y = b->units + i;
      if (x->checksum != y->checksum)
	fault (&what, ": unit %u has checksum %016llx and %016llx", i,
	       (unsigned long long) x->checksum,
	       (unsigned long long) y->checksum);
      else if (x->address != y->address)
	fault (&what, ": unit %u is at %#llx and %#llx", i,
	       (unsigned long long) x->address,
	       (unsigned long long) y->address);
      else if (compare_unit (x, y) != 0)
	fault (&what, ": unit %u has %llu and %llu ids", i,
	       (unsigned long long) x->count, (unsigned long long) y->count);
    }
  return fault (f,
		"%s and %s are of different builds: of %s (build-id %s) and "
		"%s (build-id %s)%s",
		a_name, b_name, a->path, *a->build_id ? a->build_id : "none",
		b->path, *b->build_id ? b->build_id : "none", what.text);
}
