/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points by the lines of the source.  A process does not know them: its files do, or
   their debug files.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/grow.h"
#include "base/order.h"
#include "halt/switch.h"
#include "live/live.h"
#include "live/stop.h"

/* FILE:FIRST-LAST.  */
struct part
{
  const char *text;
  size_t length;		/* of the whole */
  size_t file;			/* of the file's name */
  uint64_t first, last;
  bool any;			/* a point is there */
  uint32_t near;		/* a line of that file with points, or 0 */
};

/* A point in these lines.  */
struct spot
{
  uint64_t unit;		/* address of the descriptor */
  uint64_t id;
  uint32_t kind;
};

struct live_lines
{
  bool whole;			/* a file alone is all of it */
  struct part *part;
  size_t n_parts;
  struct spot *spot;
  size_t n_spots;
  bool no_memory;		/* not all was found */
  char file[64];		/* a name that one may have meant, or "" */
  char why[LIVE_WHY];		/* what could not be read, or "" */
};

/* --- what is asked for ----------------------------------------------------- */

/* The part at TEXT, of LENGTH characters.  */
static bool
read_part (struct live_lines *l, const char *text, size_t length, char *why)
{
  struct part part = { .text = text, .length = length };
  const char *end = text + length, *colon = memrchr (text, ':', length);
  char *after = NULL;
  if (colon && colon > text && colon[1] >= '1' && colon[1] <= '9')
    {
      part.file = (size_t) (colon - text);
      part.first = part.last = strtoull (colon + 1, &after, 10);
      if (*after == '-' && after[1] >= '1' && after[1] <= '9')
	part.last = strtoull (after + 1, &after, 10);
    }
  else if (l->whole)
    {
      part.file = length;
      part.last = UINT64_MAX;
      after = (char *) end;
    }
  if (after != end || part.last < part.first)
    {
      snprintf (why, LIVE_WHY,
		"'%.*s' is no line, as in file.c:12 or file.c:10-40",
		(int) length, text);
      return false;
    }
  if (!grow (&l->part, l->n_parts, sizeof part))
    {
      snprintf (why, LIVE_WHY, LIVE_NO_MEMORY);
      return false;
    }
  l->part[l->n_parts++] = part;
  return true;
}

static bool
read_parts (struct live_lines *l, const char *lines, char *why)
{
  for (const char *p = lines;; p++)
    {
      size_t length = strcspn (p, ",");
      if (!read_part (l, p, length, why))
	return false;
      p += length;
      if (!*p)
	return true;
    }
}

/* Whether PATH is or ends with what PART calls the file.  */
static bool
is_file (const struct part *part, const char *path)
{
  for (const char *p = path;; p++)
    {
      if (halt_glob (part->text, part->file, p))
	return true;
      p = strchr (p, '/');
      if (!p)
	return false;
    }
}

static uint64_t
distance (const struct part *part, uint32_t line)
{
  return line < part->first  ? part->first - line
	 : line > part->last ? line - part->last
			     : 0;
}

/* Whether a point at LINE of FILE is in one of the parts.  */
static bool
wanted (struct live_lines *l, const char *file, uint32_t line)
{
  const char *slash = strrchr (file, '/');
  const char *name = slash ? slash + 1 : file;
  bool any = false;
  for (size_t i = 0; i < l->n_parts; i++)
    {
      struct part *part = &l->part[i];
      if (is_file (part, file))
	{
	  uint64_t far = distance (part, line);
	  if (part->near == 0 || far < distance (part, part->near))
	    part->near = line;
	  part->any |= far == 0;
	  any |= far == 0;
	}
      else if (!*l->file
	       && halt_spelled (part->text, part->file, name)
		    <= 1 + part->file / 3)
	snprintf (l->file, sizeof l->file, "%s", name);
    }
  return any;
}

/* --- what there is -------------------------------------------------------------- */

/* A unit that runs.  */
struct running
{
  uint64_t address, checksum;
  bool found;			/* its lines are known */
};

/* An object whose points are looked at.  */
struct looking
{
  struct live_lines *lines;
  struct running *unit;
  size_t n;
};

/* The same unit may be there several times.  */
static void
point_at (void *data, uint64_t checksum, uint64_t id, uint32_t kind,
	  const char *file, uint32_t line)
{
  struct looking *k = data;
  struct live_lines *l = k->lines;
  for (size_t i = 0; i < k->n; i++)
    if (k->unit[i].checksum == checksum)
      {
	k->unit[i].found = true;
	if (line == 0 || !wanted (l, file, line))
	  continue;
	if (grow (&l->spot, l->n_spots, sizeof *l->spot))
	  l->spot[l->n_spots++] = (struct spot) { k->unit[i].address, id,
						  kind };
	else
	  l->no_memory = true;
      }
}

/* The units of OBJECT that have ids.  */
static void
find_units (struct looking *k, const struct live_process *p, size_t object)
{
  struct halt_unit unit;
  for (size_t i = 0; i < p->n_units; i++)
    if (p->units[i].object == object
	&& live_read (p, p->units[i].address, &unit, sizeof unit)
	&& !(unit.flags & HALT_UNIT_RUNTIME) && unit.count != 0)
      {
	if (grow (&k->unit, k->n, sizeof *k->unit))
	  k->unit[k->n++] = (struct running) { p->units[i].address,
					       unit.checksum, false };
	else
	  k->lines->no_memory = true;
      }
}

/* What the kernel adds to the name of a file that is not there any more.  */
static const char gone[] = " (deleted)";

/* The name by which OBJECT's file is opened, in NAME of SIZE bytes; or there is none any
   more: false.  */
static bool
file_of (const struct live_process *p, size_t object, char *name, size_t size)
{
  char program[4096], root[LIVE_ROOT];
  const char *path = p->objects[object].path;
  size_t length = strlen (path), end = strlen (gone);
  snprintf (name, size, "/proc/%d/exe", (int) stop_thread_of (p->pid));
  ssize_t n = readlink (name, program, sizeof program - 1);
  program[n > 0 ? n : 0] = '\0';
  if (length <= end || strcmp (path + length - end, gone) != 0)
    snprintf (name, size, "%s%s", live_root (p->pid, path, root), path);
  else
    return strcmp (program, path) == 0;
  return true;
}

static void
look_at_object (struct live_lines *l, const struct live_process *p,
		size_t object, live_points_of *points_of)
{
  char name[4096], why[LIVE_WHY];
  const char *path = p->objects[object].path;
  struct looking k = { .lines = l };
  bool there = file_of (p, object, name, sizeof name), same = there;
  find_units (&k, p, object);
  if (there && !points_of (name, point_at, &k, why))
    snprintf (l->why, sizeof l->why, "lines are not known: %.400s", why);
  else
    {
      for (size_t i = 0; i < k.n; i++)
	same &= k.unit[i].found;
      if (!same)
	snprintf (l->why, sizeof l->why,
		  "lines are not known: '%.*s' is not what process %d runs, "
		  "which is of an older build; start it again",
		  (int) (strlen (path) - (there ? 0 : strlen (gone))), path,
		  (int) p->pid);
    }
  free (k.unit);
}

/* Something is in each part, or say why not.  */
static bool
check_parts (const struct live_lines *l, char *why)
{
  for (size_t i = 0; i < l->n_parts; i++)
    {
      const struct part *part = &l->part[i];
      char hint[128] = "";
      if (part->any)
	continue;
      if (part->near)
	snprintf (hint, sizeof hint, "; the nearest line with points is %u",
		  part->near);
      else if (*l->file)
	snprintf (hint, sizeof hint, "; did you mean '%s'?", l->file);
      if (*l->why && !part->near)
	snprintf (why, LIVE_WHY, "%s", l->why);
      else
	snprintf (why, LIVE_WHY, "no point is in '%.*s'%s", (int) part->length,
		  part->text, hint);
      return false;
    }
  return true;
}

ORDER (compare_spots, struct spot, UP (unit) ?: UP (id) ?: UP (kind));

struct live_lines *
live_lines_read (const struct live_process *p, const char *lines, bool whole,
		 live_points_of *points_of, char *why)
{
  struct live_lines *l = calloc (1, sizeof *l);
  if (l)
    l->whole = whole;
  bool good = l && read_parts (l, lines, why);
  if (!l)
    snprintf (why, LIVE_WHY, LIVE_NO_MEMORY);
  for (size_t i = 0; good && i < p->n_objects; i++)
    for (size_t n = 0; n < p->n_functions; n++)
      if (p->functions[n].object == i)
	{
	  look_at_object (l, p, i, points_of);
	  break;
	}
  if (good && l->no_memory)
    {
      snprintf (why, LIVE_WHY, LIVE_NO_MEMORY);
      good = false;
    }
  if (!good || !check_parts (l, why))
    {
      live_lines_free (l);
      return NULL;
    }
  if (l->n_spots > 1)
    qsort (l->spot, l->n_spots, sizeof *l->spot, compare_spots);
  return l;
}

bool
live_lines_have (const struct live_lines *l,
		 const struct live_function *function,
		 const struct halt_switch_point *point)
{
  const struct spot key = {
    function->unit, point->id[0] | (uint64_t) point->id[1] << 32, point->kind
  };
  return l->n_spots > 0
	 && bsearch (&key, l->spot, l->n_spots, sizeof key, compare_spots);
}

void
live_lines_free (struct live_lines *l)
{
  if (l)
    {
      free (l->part);
      free (l->spot);
    }
  free (l);
}
