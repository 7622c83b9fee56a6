/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt points: the points of a running process that can be switched, and which are
   on.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "halt/switch.h"
#include "summarize/command.h"
#include "summarize/process.h"

/* Where a point is in the source.  */
struct where
{
  uint64_t checksum, id;	/* of the unit; in it */
  uint32_t kind, line;
  char *file;
};

struct places
{
  struct where *where;
  size_t n;
  bool no_memory;
};

static int
compare_where (const void *a, const void *b)
{
  const struct where *x = a, *y = b;
  return x->checksum != y->checksum ? (x->checksum < y->checksum ? -1 : 1)
	 : x->id != y->id	    ? (x->id < y->id ? -1 : 1)
				    : (x->kind > y->kind) - (x->kind < y->kind);
}

static void
add_where (void *data, uint64_t checksum, uint64_t id, uint32_t kind,
	   const char *file, uint32_t line)
{
  struct places *p = data;
  char *copy = strdup (file);
  if (copy && live_another (&p->where, p->n, sizeof *p->where))
    p->where[p->n++] = (struct where) { checksum, id, kind, line, copy };
  else
    {
      p->no_memory = true;
      free (copy);
    }
}

/* What the files of P know of its points.  They may be gone.  */
static void
find_places (const struct live_process *p, struct places *places)
{
  char name[4096], root[LIVE_ROOT], why[LIVE_WHY];
  for (size_t i = 0; i < p->n_objects; i++)
    for (size_t f = 0; f < p->n_functions; f++)
      if (p->functions[f].object == i)
	{
	  const char *path = p->objects[i].path;
	  snprintf (name, sizeof name, "%s%s", live_root (p->pid, path, root),
		    path);
	  library_points_of (name, add_where, places, why);
	  break;
	}
  if (places->n > 1)
    qsort (places->where, places->n, sizeof *places->where, compare_where);
}

static void
put_point (const struct live_process *p, const struct live_function *f,
	   uint32_t i, bool on, const struct places *places)
{
  const struct halt_switch_point *point = &f->points[i];
  const char *path = p->objects[f->object].path, *slash = strrchr (path, '/');
  struct halt_unit unit = { 0 };
  live_read (p, f->unit, &unit, sizeof unit);
  const struct where key = { .checksum = unit.checksum,
			     .id = point->id[0] | (uint64_t) point->id[1] << 32,
			     .kind = point->kind };
  const struct where *w = places->n == 0
			    ? NULL
			    : bsearch (&key, places->where, places->n,
				       sizeof key, compare_where);
  printf ("%-4s%-11s%s", on ? "on" : "off", halt_switch_kind (point->kind),
	  f->name);
  if (w && w->line > 0)
    printf (" %s:%u", w->file, w->line);
  printf (" %s\n", slash ? slash + 1 : path);
}

/* Put those that O asks for; first how many there are.  */
static void
put_points (const struct live_process *p, const struct options *o,
	    const unsigned char *on)
{
  struct places places = { NULL, 0, false };
  size_t n_on = 0, n = live_n_points (p);
  find_places (p, &places);
  for (size_t i = 0; i < n; i++)
    n_on += on[i];
  printf ("process %d: %zu of %zu points are on\n", (int) p->pid, n_on, n);
  for (size_t i = 0; i < p->n_functions; i++)
    {
      const struct live_function *f = &p->functions[i];
      for (uint32_t k = 0; k < f->n_points; k++)
	if (options_choose (o, f->name, f->name)
	    && (o->kinds == 0
		|| (f->points[k].kind < HALT_KIND_END
		    && (o->kinds >> f->points[k].kind & 1))))
	  put_point (p, f, k, on[f->first + k], &places);
    }
  for (size_t i = 0; i < places.n; i++)
    free (places.where[i].file);
  free (places.where);
}

int
points_command (const struct options *o, struct fault *f)
{
  char *end, why[LIVE_WHY];
  long pid = strtol (o->operands[0], &end, 10);
  struct live_process p;
  if (*end || end == o->operands[0] || pid <= 0 || pid != (pid_t) pid)
    {
      fault (f, "'%s' is no process id", o->operands[0]);
      return 0;
    }
  bool good = live_look (&p, (pid_t) pid, why) && live_has_points (&p, why);
  unsigned char *on = good ? fresh (live_n_points (&p), 1, f) : NULL;
  if (!good)
    fault (f, "%s", why);
  else if (on)
    {
      live_find_on (&p, on);
      put_points (&p, o, on);
    }
  free (on);
  live_close (&p);
  return 0;
}
