/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The process that runs this: what its points are, and where.  Ids are those that
   its start-up code gave out, which the descriptors of its units have.  */

#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "summarize/library/library.h"

#define SELF "/proc/self/exe"

/* A profile of the process, without counts, while it is made.  */
struct self
{
  struct halt_prof header;
  struct halt_prof_object *objects;
  struct halt_prof_unit *units;
  char *strings;
  size_t n_strings;
  bool failed;
  struct fault *fault;
};

/* Append TEXT, if there is memory; its offset.  */
static uint32_t
add_string (struct self *s, const char *text)
{
  size_t at = s->n_strings, n = strlen (text) + 1;
  if (!enlarge (&s->strings, at + n, 1, s->fault))
    {
      s->failed = true;
      return 0;
    }
  memcpy (s->strings + at, text, n);
  s->n_strings += n;
  return (uint32_t) at;
}

/* The SIZE bytes at ADDRESS of the object INFO, where they are now; NULL if they
   are not loaded.  */
static const void *
loaded_bytes (const struct dl_phdr_info *info, uint64_t address, size_t size)
{
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *p = info->dlpi_phdr + i;
      if (p->p_type == PT_LOAD && address >= p->p_vaddr
	  && address - p->p_vaddr <= p->p_memsz
	  && p->p_memsz - (address - p->p_vaddr) >= size)
	return (const void *) (info->dlpi_addr + (uintptr_t) address);
    }
  return NULL;
}

/* Add the units of P, which INFO is loaded from; false if it is another build.  */
static bool
add_units (struct self *s, const struct program *p,
	   const struct dl_phdr_info *info)
{
  uint32_t first = s->header.n_units;
  for (size_t i = 0; i < p->n_units; i++)
    {
      const struct halt_map *h = p->units[i].map.header;
      const struct halt_unit *d = loaded_bytes (info, h->unit, sizeof *d);
      if (!d || d->checksum != h->checksum || d->count != h->n_ids)
	{
	  s->header.n_units = first;
	  return false;
	}
      if (!another (&s->units, s->header.n_units, sizeof *s->units, s->fault))
	{
	  s->failed = true;
	  return false;
	}
      s->units[s->header.n_units++] = (struct halt_prof_unit) {
	.address = h->unit,
	.base = d->base,
	.count = d->count,
	.checksum = d->checksum
      };
    }
  return p->n_units > 0;
}

/* Add what INFO is of, if it has maps.  */
static int
add_object (struct dl_phdr_info *info, size_t size, void *all)
{
  struct self *s = all;
  struct program p;
  struct fault ignored;
  char own[PATH_MAX];
  const char *path = info->dlpi_name;
  (void) size;
  if (!*path)
    {
      ssize_t n = readlink (SELF, own, sizeof own - 1);
      own[n > 0 ? n : 0] = 0;
      path = n > 0 && access (own, R_OK) == 0 ? own : SELF;
    }
  if (!program_open (&p, path, &ignored))
    return s->failed;
  uint32_t first = s->header.n_units;
  if (!p.image.relocatable && add_units (s, &p, info))
    {
      struct halt_prof_object o = {
	.path = add_string (s, path),
	.build_id = add_string (s, p.image.build_id),
	.first_unit = first,
	.n_units = s->header.n_units - first
      };
      if (another (&s->objects, s->header.n_objects, sizeof o, s->fault))
	s->objects[s->header.n_objects++] = o;
      else
	s->failed = true;
    }
  program_close (&p);
  return s->failed;
}

/* Let R be the report of S, which gives it what it has.  */
static bool
join_self (struct ghalt_report *r, struct self *s)
{
  struct ghalt_error *error = NULL;
  if (s->header.n_objects == 0)
    return fault (s->fault, "nothing that is loaded here has a HALT map");
  /* All of it in one piece: it lives as long as the report.  */
  size_t units = s->header.n_units * sizeof *s->units,
	 objects = s->header.n_objects * sizeof *s->objects;
  char *all = fresh (sizeof s->header + objects + units + s->n_strings, 1,
		     s->fault);
  r->owned = all;
  if (!all)
    return false;
  char *at = all;
  r->bare.header = memcpy (at, &s->header, sizeof s->header);
  r->bare.objects = memcpy (at += sizeof s->header, s->objects, objects);
  r->bare.units = memcpy (at += objects, s->units, units);
  r->bare.strings = memcpy (at += units, s->strings, s->n_strings);
  const char *path = r->bare.strings + r->bare.objects[0].path;
  r->main = ghalt_program_open (path, &error);
  r->program = r->main;
  if (r->main)
    return join_open (&r->join, &r->bare, path, &r->main->program, s->fault);
  fault (s->fault, "%s", ghalt_error_text (error));
  ghalt_error_free (error);
  return false;
}

struct ghalt_report *
ghalt_report_self (struct ghalt_error **error)
{
  struct fault f;
  struct self s = { .fault = &f };
  struct ghalt_report *r = fresh (1, sizeof *r, &f);
  bool ok = r;
  if (ok)
    {
      add_string (&s, "");
      dl_iterate_phdr (add_object, &s);
      ok = !s.failed && join_self (r, &s);
    }
  FREE_ALL (s.objects, s.units, s.strings);
  if (ok)
    {
      folder_share (&r->program->program, &r->join);
      return r;
    }
  ghalt_report_close (r);
  error_set (error, &f);
  return NULL;
}

/* --- halt_where ----------------------------------------------------------- */

/* How many objects have been loaded so far, and unloaded.  */
static int
count_loads (struct dl_phdr_info *info, size_t size, void *loads)
{
  (void) size;
  *(unsigned long long *) loads = info->dlpi_adds + info->dlpi_subs;
  return 1;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const struct ghalt_report *newest;

/* Find ID and let POINT be its point, one of the newest report; under the lock.  */
static bool
find_here (uint64_t id, struct ghalt_point *point)
{
  static unsigned long long seen = -1ull;
  unsigned long long loads = 0;
  if (newest && ghalt_find (newest, GHALT_ANY, id, point))
    return true;
  dl_iterate_phdr (count_loads, &loads);
  if (loads == seen)
    return false;
  /* Reports that were made before stay: somebody may have their texts.  */
  struct ghalt_report *report = ghalt_report_self (NULL);
  seen = loads;
  newest = report ? report : newest;
  return report && ghalt_find (report, GHALT_ANY, id, point);
}

int
halt_where (uint64_t id, struct halt_where *where)
{
  struct ghalt_point point;
  struct ghalt_function function;
  struct ghalt_place place;
  pthread_mutex_lock (&lock);
  bool found = find_here (id, &point);
  if (found)
    {
      ghalt_function (newest, point.function, &function);
      bool known = ghalt_point_place (newest, &point, &place);
      *where = (struct halt_where) {
	.function = function.name,
	.pretty = function.pretty,
	.file = known ? place.file : "",
	.line = known ? place.line : 0,
	.column = known ? place.column : 0,
	.kind = point.kind
      };
    }
  pthread_mutex_unlock (&lock);
  return found;
}

uint64_t
halt_key (uint64_t id)
{
  struct ghalt_point point;
  pthread_mutex_lock (&lock);
  uint64_t key = find_here (id, &point) ? ghalt_key (newest, &point) : 0;
  pthread_mutex_unlock (&lock);
  return key;
}
