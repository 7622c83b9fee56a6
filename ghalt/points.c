/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt points: the points of a running process that can be switched, and which are
   on.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "halt/switch.h"
#include "report/show/branch.h"
#include "ghalt/command.h"
#include "summarize/library/process.h"

static const struct option_row options[] = {
  FUNCTION_OPTION,
  KIND_OPTION (0),
  HELP, END
};

/* What an object's file knows of its points.  */
struct known
{
  struct ghalt_program *program;
  struct ghalt_report *report;
  struct branch_names *names;
};

/* Where a point is.  */
struct where
{
  uint64_t checksum, id;	/* of the unit; in it */
  const struct known *known;
  uint32_t kind, function, number;
};

struct places
{
  struct known *known;		/* for each object */
  size_t n_known;
  struct where *where;
  size_t n;
};

ORDER (compare_where, struct where, UP (checksum) ?: UP (id) ?: UP (kind));

/* Add the points of K.  */
static bool
add_points (struct places *places, const struct known *k, struct fault *f)
{
  struct ghalt_function fn;
  struct ghalt_unit u;
  struct ghalt_point p;
  for (size_t i = 0; ghalt_function (k->report, i, &fn); i++)
    for (uint32_t n = 0; ghalt_unit (k->report, fn.unit, &u)
			 && ghalt_point (k->report, i, n, &p);
	 n++)
      {
	if (!another (&places->where, places->n, sizeof *places->where, f))
	  return false;
	places->where[places->n++] = (struct where) {
	  u.checksum,
	  p.flags & GHALT_POINT_FIXED ? p.id : p.id - u.base,
	  k,
	  p.kind,
	  (uint32_t) i,
	  n
	};
      }
  return true;
}

/* Read what the file PATH knows.  It may be gone.  */
static bool
know (struct places *places, struct known *k, const char *path, struct fault *f)
{
  struct ghalt_report_facts facts;
  k->program = ghalt_program_open (path, NULL);
  k->report = k->program ? ghalt_report_open (k->program, NULL, NULL) : NULL;
  if (!k->report)
    return true;
  ghalt_report_facts (k->report, &facts);
  unsigned char *all = fresh (facts.n_functions, 1, f);
  if (all)
    k->names = branch_names_open (k->report, memset (all, 1, facts.n_functions),
				  f);
  free (all);
  return k->names && add_points (places, k, f);
}

/* What the files of P know of its points.  */
static bool
find_places (const struct live_process *p, struct places *places,
	     struct fault *f)
{
  char name[4096], root[LIVE_ROOT];
  bool ok = true;
  *places = (struct places) {
    .known = fresh (p->n_objects, sizeof *places->known, f),
    .n_known = p->n_objects
  };
  ok = places->known != NULL;
  for (size_t i = 0; ok && i < p->n_functions; i++)
    {
      size_t object = p->functions[i].object;
      const char *path = p->objects[object].path;
      snprintf (name, sizeof name, "%s%s", live_root (p->pid, path, root),
		path);
      ok = (i > 0 && p->functions[i - 1].object == object)
	   || places->known[object].program
	   || know (places, places->known + object, name, f);
    }
  if (ok && places->n > 1)
    qsort (places->where, places->n, sizeof *places->where, compare_where);
  return ok;
}

static void
release_places (struct places *places)
{
  for (size_t i = 0; places->known && i < places->n_known; i++)
    {
      branch_names_close (places->known[i].names);
      ghalt_report_close (places->known[i].report);
      ghalt_program_close (places->known[i].program);
    }
  free (places->known);
  free (places->where);
}

static const struct where *
where_is (const struct places *places, uint64_t checksum,
	  const struct halt_switch_point *p)
{
  const struct where key = { .checksum = checksum,
			     .id = p->id[0] | (uint64_t) p->id[1] << 32,
			     .kind = p->kind };
  return places->n == 0 ? NULL
			: bsearch (&key, places->where, places->n, sizeof key,
				   compare_where);
}

/* Put those points of F that O asks for.  */
static void
put_function (const struct live_process *p, const struct live_function *f,
	      const struct options *o, const unsigned char *on,
	      const struct places *places)
{
  const char *path = p->objects[f->object].path, *slash = strrchr (path, '/');
  struct halt_unit unit = { 0 };
  live_read (p, f->unit, &unit, sizeof unit);
  for (uint32_t i = 0; i < f->n_points; i++)
    {
      uint32_t kind = f->points[i].kind;
      const struct where *w = where_is (places, unit.checksum, f->points + i);
      struct ghalt_function fn = { .pretty = f->name };
      struct ghalt_point point;
      if (w)
	ghalt_function (w->known->report, w->function, &fn);
      if (!options_choose (o, f->name, fn.pretty)
	  || (o->kinds != 0
	      && (kind >= HALT_KIND_END || !(o->kinds >> kind & 1))))
	continue;
      char *text
	= w && ghalt_point (w->known->report, w->function, w->number, &point)
	    ? branch_text (w->known->names, &point)
	    : NULL;
      printf ("%-4s%-11s", on[i] ? "on" : "off", halt_switch_kind (kind));
      put_printable (stdout, fn.pretty);
      if (text)
	{
	  put_text (stdout, "  ");
	  put_printable (stdout, text);
	}
      put_text (stdout, "  ");
      put_printable (stdout, slash ? slash + 1 : path);
      put_text (stdout, "\n");
      free (text);
    }
}

/* Put those that O asks for; first how many there are.  */
static void
put_points (const struct live_process *p, const struct options *o,
	    const unsigned char *on, struct fault *f)
{
  struct places places;
  size_t n_on = 0, n = live_n_points (p);
  bool ok = find_places (p, &places, f);
  for (size_t i = 0; i < n; i++)
    n_on += on[i];
  if (ok)
    printf ("process %d: %zu of %zu point%s %s on\n", (int) p->pid, n_on, n,
	    plural (n), by_number (n_on, "is", "are"));
  for (size_t i = 0; ok && i < p->n_functions; i++)
    put_function (p, p->functions + i, o, on + p->functions[i].first, &places);
  release_places (&places);
}

static int
run_points (const struct options *o, struct fault *f)
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
      put_points (&p, o, on, f);
    }
  free (on);
  live_close (&p);
  return 0;
}

const struct command cmd_points = {
  .name = "points",
  .synopsis = "[OPTION]... PID",
  .text = "list the points of process PID, compiled with `switch', and which are on",
  .options = options,
  .min_operands = 1,
  .max_operands = 1,
  .run = run_points
};
