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

/* Note in the N points at ADDRESS those of OBJECT that are on, unless OBJECT has another
   number of them.  */
static void
mark_points (const struct live_process *p, size_t object, uint64_t address,
	     uint64_t n, const unsigned char *on)
{
  size_t count = 0;
  for (size_t i = 0; i < p->n_functions; i++)
    count += p->functions[i].object == object ? p->functions[i].n_points : 0;
  for (size_t i = 0; n == count && i < p->n_functions; i++)
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

/* What is mapped from START to END may be a live profile.  */
static void
mark_file (const struct live_process *p, uint64_t start, uint64_t end,
	   const unsigned char *on)
{
  struct halt_live h;
  struct halt_live_record r;
  if (end - start < sizeof h || !live_read (p, start, &h, sizeof h)
      || h.magic != HALT_LIVE_MAGIC || h.version != HALT_LIVE_VERSION)
    return;
  uint32_t line = h.newest;
  for (uint32_t left = h.end; line && left; line = r.next, left--)
    {
      if (!live_read (p, start + (uint64_t) line * HALT_LIVE_LINE, &r,
		      sizeof r))
	return;
      for (size_t i = 0; r.type == HALT_LIVE_POINTS && i < p->n_objects; i++)
	if (p->objects[i].bias == r.id && r.data < end - start)
	  mark_points (p, i, start + r.data, r.n, on);
    }
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
