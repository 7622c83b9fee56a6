/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Live profiles that a process keeps (halt/live.h): they say which points were on, and
   the process does not know what is done to it.  */

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "halt/live.h"
#include "live/live.h"
#include "live/stop.h"

/* Note in the N points at ADDRESS those of OBJECT that are on, from number FIRST of all;
   unless OBJECT has another number of them.  */
static void
mark_points (const struct live_process *p, size_t object, uint64_t address,
	     uint64_t n, const unsigned char *on)
{
  size_t first = 0, count = 0;
  for (size_t i = 0; i < p->n_functions; i++)
    if (p->functions[i].object == object)
      {
	first = count ? first : p->functions[i].first;
	count += p->functions[i].n_points;
      }
  struct halt_live_point *point = n == count ? calloc (n + 1, sizeof *point)
					     : NULL;
  if (point && live_read (p, address, point, n * sizeof *point))
    for (size_t i = 0; i < n; i++)
      {
	const uint32_t is = 1;
	uint64_t at = address + i * sizeof *point
		      + offsetof (struct halt_live_point, on);
	if (on[first + i] && !point[i].on)
	  (void) !pwrite (p->memory, &is, sizeof is, (off_t) at);
      }
  free (point);
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
