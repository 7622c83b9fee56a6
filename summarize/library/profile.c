/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles as the library's users have them.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "halt/live.h"
#include "summarize/library/library.h"

/* Make P's names those of N files, of which NAME is the first.  */
static bool
set_names (struct ghalt_profile *p, const char *name, size_t n, struct fault *f)
{
  struct fault text;
  fault (&text, n > 1 ? "%s and %zu more" : "%s", name, n - 1);
  p->n_names = n;
  p->name = copy_text (name, strlen (name), f);
  p->names = p->name ? copy_text (text.text, strlen (text.text), f) : NULL;
  return p->names;
}

/* P if OK; else it is closed, and *ERROR is F.  */
static struct ghalt_profile *
finish_profile (struct ghalt_profile *p, bool ok, const struct fault *f,
		struct ghalt_error **error)
{
  if (ok)
    return p;
  ghalt_profile_close (p);
  error_set (error, f);
  return NULL;
}

static bool
no_profiles (struct fault *f)
{
  return fault (f, "no profile given");
}

struct ghalt_profile *
ghalt_profile_open (const char *const *paths, size_t n,
		    struct ghalt_error **error)
{
  struct fault f;
  struct ghalt_profile *p = fresh (1, sizeof *p, &f);
  bool ok = p && (n > 0 || no_profiles (&f))
	    && profiles_open (&p->prof, paths, n, &f)
	    && set_names (p, paths[0], n, &f);
  return finish_profile (p, ok, &f, error);
}

struct ghalt_profile *
ghalt_profile_merge (const struct ghalt_profile *const *profiles, size_t n,
		     struct ghalt_error **error)
{
  struct fault f;
  size_t n_names = 0;
  struct ghalt_profile *p = fresh (1, sizeof *p, &f);
  struct sum *s = p && (n > 0 || no_profiles (&f)) ? sum_new (&f) : NULL;
  bool ok = s;
  for (size_t i = 0; ok && i < n; i++)
    {
      ok = sum_add (s, &profiles[i]->prof, profiles[i]->name, &f);
      n_names += profiles[i]->n_names;
    }
  if (!ok)
    sum_free (s);
  ok = ok && sum_finish (s, &p->prof, &f)
       && set_names (p, profiles[0]->name, n_names, &f);
  return finish_profile (p, ok, &f, error);
}

struct ghalt_profile *
ghalt_profile_between (const struct ghalt_profile *a,
		       const struct ghalt_profile *b,
		       struct ghalt_error **error)
{
  struct fault f;
  struct ghalt_profile *p = fresh (1, sizeof *p, &f);
  bool ok = p
	    && prof_between (&p->prof, &a->prof, a->name, &b->prof, b->name,
			     false, NULL, &f)
	    && set_names (p, b->name, b->n_names, &f);
  return finish_profile (p, ok, &f, error);
}

struct ghalt_profile *
ghalt_profile_onto (const struct ghalt_profile *profile,
		    const struct ghalt_program *from,
		    const struct ghalt_program *to, struct ghalt_error **error)
{
  struct fault f;
  struct ghalt_profile *p = fresh (1, sizeof *p, &f);
  bool ok = p && (p->onto = fresh (1, sizeof *p->onto, &f))
	    && stale_move (&p->prof, p->onto, &profile->prof, profile->name,
			   from ? &from->program : NULL, &to->program, &f)
	    && set_names (p, profile->name, profile->n_names, &f);
  return finish_profile (p, ok, &f, error);
}

int
ghalt_profile_moved (const struct ghalt_profile *profile,
		     struct ghalt_onto *onto)
{
  const struct stale_result *o = profile->onto;
  if (!o)
    return 0;
  *onto = (struct ghalt_onto) {
    .events = o->events,
    .kept = o->kept,
    .elsewhere = add_counts (o->elsewhere, o->paths),
    .n_functions = o->n,
    .n_same = o->n_same,
    .n_changed = o->n_changed,
    .n_renamed = o->n_renamed,
    .n_gone = o->n_gone,
    .n_new = o->n_new
  };
  return 1;
}

int
ghalt_profile_moved_function (const struct ghalt_profile *profile, size_t i,
			      struct ghalt_onto_function *function)
{
  const struct stale_result *o = profile->onto;
  if (!o || i >= o->n)
    return 0;
  const struct stale_function *fn = o->functions + i;
  *function = (struct ghalt_onto_function) { fn->name,	 fn->was,  fn->how,
					     fn->events, fn->kept, fn->sure };
  return 1;
}

ORDER (compare_places, struct stale_function, UP (unit) ?: UP (number));

int
ghalt_function_moved (const struct ghalt_report *report, size_t i,
		      struct ghalt_onto_function *function)
{
  const struct program *to = &report->program->program;
  const struct stale_result *o = report->profile ? report->profile->onto : NULL;
  struct stale_function key;
  const struct joined_unit *ju
    = o ? library_unit (&report->join, i, &key.number) : NULL;
  if (!ju || ju->unit < to->units || ju->unit >= to->units + to->n_units)
    return 0;
  key.unit = (size_t) (ju->unit - to->units);
  const struct stale_function *fn = bsearch (&key, o->functions, o->n,
					     sizeof key, compare_places);
  return fn
	 && ghalt_profile_moved_function (report->profile,
					  (size_t) (fn - o->functions),
					  function);
}

struct ghalt_profile *
profile_take (void *image, size_t size, const char *name, struct fault *f)
{
  struct fault why;
  struct ghalt_profile *p = fresh (1, sizeof *p, f);
  bool ok = p;
  if (ok && !prof_view (&p->prof, image, size, &why))
    {
      memset (&p->prof, 0, sizeof p->prof);
      ok = fault (f, "%s: %s", name, why.text);
    }
  if (ok)
    p->prof.data = image;
  else
    free (image);
  if (ok && set_names (p, name, 1, f))
    return p;
  ghalt_profile_close (p);
  return NULL;
}

struct ghalt_profile *
ghalt_profile_read (const void *data, size_t size, const char *name,
		    struct ghalt_error **error)
{
  struct fault f;
  void *copy = fresh (size, 1, &f);
  if (copy && size > 0)
    memcpy (copy, data, size);
  if (copy && live_is (copy, size))
    {
      void *raw = copy;
      struct fault why;
      copy = NULL;
      if (!live_settle (raw, size, false, NULL, &copy, &size, &why))
	fault (&f, "%s: %s", name, why.text);
      free (raw);
    }
  struct ghalt_profile *p = copy ? profile_take (copy, size, name, &f) : NULL;
  if (!p)
    error_set (error, &f);
  return p;
}

void
ghalt_profile_close (struct ghalt_profile *profile)
{
  if (!profile)
    return;
  prof_close (&profile->prof);
  if (profile->onto)
    stale_release (profile->onto);
  FREE_ALL (profile->onto, profile->name, profile->names, profile);
}

const void *
ghalt_profile_data (const struct ghalt_profile *profile, size_t *size)
{
  *size = (size_t) profile->prof.header->size;
  return profile->prof.header;
}

void
ghalt_profile_facts (const struct ghalt_profile *profile,
		     struct ghalt_profile_facts *facts)
{
  const struct prof *p = &profile->prof;
  *facts = (struct ghalt_profile_facts) {
    .name = profile->name,
    .names = profile->names,
    .n_names = profile->n_names,
    .pid = p->header->pid,
    .lost = p->header->lost,
    .lost_by_threads = (p->header->flags & HALT_PROF_THREADS) != 0,
    .running = (p->header->flags & HALT_PROF_RUNNING) != 0,
    .killed = (p->header->flags & HALT_PROF_KILLED) != 0,
    .partly = (p->header->flags & HALT_PROF_PARTLY) != 0,
    .n_objects = p->header->n_objects
  };
  _Static_assert(HALT_KIND_END <= 32, "a bit for each kind");
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    if (p->rows[kind])
      facts->recorded |= 1u << kind;
}

const char *
ghalt_profile_label (const struct ghalt_profile *profile)
{
  return profile->prof.strings + profile->prof.header->label;
}

int
ghalt_profile_object (const struct ghalt_profile *profile, uint32_t i,
		      struct ghalt_profile_object *object)
{
  const struct prof *p = &profile->prof;
  if (i >= p->header->n_objects)
    return 0;
  *object = (struct ghalt_profile_object) {
    p->strings + p->objects[i].path, p->strings + p->objects[i].build_id,
    p->objects[i].n_units
  };
  return 1;
}
