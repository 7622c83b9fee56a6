/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The process does not know what is done to it: that points were switched on; and live
   profiles that it keeps (halt/live.h) say which.  */

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "halt/live.h"
#include "live/live.h"
#include "live/stop.h"

/* What the point is that is described at P, of F; BASE is its unit's.  */
static struct halt_live_point
point_of (const struct halt_switch_point *p, uint64_t base)
{
  return (struct halt_live_point) {
    .id = (p->id[0] | (uint64_t) p->id[1] << 32)
	  + (p->flags & HALT_POINT_FIXED ? 0 : base),
    .kind = p->kind,
    .on = 1
  };
}

/* How many points OBJECT has; whether one of them is ON.  */
static size_t
count_points (const struct live_process *p, size_t object,
	      const unsigned char *on, bool *any)
{
  size_t count = 0;
  *any = false;
  for (size_t i = 0; i < p->n_functions; i++)
    if (p->functions[i].object == object)
      {
	const struct live_function *f = &p->functions[i];
	count += f->n_points;
	*any |= memchr (on + f->first, 1, f->n_points) != NULL;
      }
  return count;
}

/* Note in the points of OBJECT at ADDRESS, where all of them are, which are on.  */
static void
mark_points (const struct live_process *p, size_t object, uint64_t address,
	     const unsigned char *on)
{
  for (size_t i = 0; i < p->n_functions; i++)
    {
      const struct live_function *f = &p->functions[i];
      struct halt_unit unit;
      if (f->object != object || !memchr (on + f->first, 1, f->n_points)
	  || !live_read (p, f->unit, &unit, sizeof unit))
	{
	  address += f->object == object
		       ? f->n_points * sizeof (struct halt_live_point)
		       : 0;
	  continue;
	}
      for (uint32_t k = 0; k < f->n_points;
	   k++, address += sizeof (struct halt_live_point))
	{
	  struct halt_live_point point = point_of (&f->points[k], unit.base);
	  if (on[f->first + k])
	    (void) !pwrite (p->memory, &point, sizeof point, (off_t) address);
	}
    }
}

/* Whether OBJECT is what the record R at ADDRESS says: has one of its units.  */
static bool
is_object (const struct live_process *p, size_t object, uint64_t address,
	   const struct halt_live_record *r)
{
  for (size_t i = 0; i < p->n_functions; i++)
    if (p->functions[i].object == object)
      {
	struct halt_prof_unit unit;
	address += sizeof *r;
	for (uint64_t k = 0;
	     k < r->n && live_read (p, address, &unit, sizeof unit);
	     k++, address += sizeof unit)
	  if (unit.address == p->functions[i].unit - p->objects[object].bias)
	    return true;
	return false;
      }
  return false;
}

/* The live profile at START, of SIZE bytes, has nothing of the points of OBJECT, of which
   some are on: as the process itself would, add a record of COPY's.  Returns where the
   points go, or 0 if there is no room.  */
static uint64_t
add_record (const struct live_process *p, uint64_t start, uint64_t size,
	    size_t object, uint64_t n, uint64_t copy)
{
  struct halt_live h;
  if (!live_read (p, start, &h, sizeof h))
    return 0;
  uint64_t at = (uint64_t) h.end * HALT_LIVE_LINE;
  struct halt_live_record r = {
    .next = h.newest,
    .type = HALT_LIVE_POINTS,
    .id = p->objects[object].bias,
    .n = n,
    .data = at + sizeof r,
    .size = n * sizeof (struct halt_live_point),
    .copy = copy
  };
  if (at > size || size - at < sizeof r || r.size > size - at - sizeof r)
    return 0;
  h.newest = h.end;
  h.end = (uint32_t) ((r.data + r.size + HALT_LIVE_LINE - 1) / HALT_LIVE_LINE);
  if (pwrite (p->memory, &h.end, sizeof h.end,
	      (off_t) (start + offsetof (struct halt_live, end)))
	!= sizeof h.end
      || pwrite (p->memory, &r, sizeof r, (off_t) (start + at)) != sizeof r
      || pwrite (p->memory, &h.newest, sizeof h.newest,
		 (off_t) (start + offsetof (struct halt_live, newest)))
	   != sizeof h.newest)
    return 0;
  return start + r.data;
}

/* Note in the live profile at START which points of OBJECT are on.  */
static void
mark_object (const struct live_process *p, uint64_t start, uint64_t end,
	     size_t object, const unsigned char *on)
{
  struct halt_live h;
  struct halt_live_record r;
  bool any, known = false, noted = false;
  uint64_t copy = 0, n = count_points (p, object, on, &any), address;
  if (!any || !live_read (p, start, &h, sizeof h))
    return;
  uint32_t line = h.newest;
  for (uint32_t left = h.end; line && left; line = r.next, left--)
    {
      address = start + (uint64_t) line * HALT_LIVE_LINE;
      if (!live_read (p, address, &r, sizeof r))
	return;
      if (r.type == HALT_LIVE_POINTS && r.id == p->objects[object].bias
	  && r.n == n && r.data < end - start)
	{
	  mark_points (p, object, start + r.data, on);
	  noted = true;
	}
      if (r.type == HALT_LIVE_OBJECT && is_object (p, object, address, &r))
	{
	  copy = r.copy;
	  known = true;
	}
    }
  if (known && !noted
      && (address = add_record (p, start, end - start, object, n, copy)))
    mark_points (p, object, address, on);
}

/* What is mapped from START to END may be a live profile.  */
static void
mark_file (const struct live_process *p, uint64_t start, uint64_t end,
	   const unsigned char *on)
{
  struct halt_live h;
  if (end - start < sizeof h || !live_read (p, start, &h, sizeof h)
      || h.magic != HALT_LIVE_MAGIC || h.version != HALT_LIVE_VERSION)
    return;
  for (size_t i = 0; i < p->n_objects; i++)
    mark_object (p, start, end, i, on);
}

void
live_mark (const struct live_process *p)
{
  const uint32_t yes = 1;
  for (size_t i = 0; i < p->n_libraries; i++)
    (void) !pwrite (p->memory, &yes, sizeof yes,
		    (off_t) p->libraries[i].switched);
  char path[64], *line = NULL, access[8];
  size_t room = 0;
  unsigned char *on = NULL;
  snprintf (path, sizeof path, "/proc/%d/maps", (int) stop_thread_of (p->pid));
  FILE *f = fopen (path, "r");
  while (f && getline (&line, &room, f) > 0)
    {
      uint64_t start, end, offset;
      if (sscanf (line, "%" SCNx64 "-%" SCNx64 " %7s %" SCNx64, &start, &end,
		  access, &offset)
	    != 4
	  || strcmp (access, "rw-s") != 0 || offset != 0)
	continue;
      if (!on && (on = calloc (live_n_points (p) + 1, 1)))
	live_find_on (p, on);
      if (on)
	mark_file (p, start, end, on);
    }
  if (f)
    fclose (f);
  free (line);
  free (on);
}
