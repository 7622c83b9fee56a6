/* SPDX-License-Identifier: MIT */
/* What was on of the points that can be switched (halt/format.h, struct halt_switches): a
   point that counted nothing is in a profile if it was, and else nothing is known of
   it.

   It is read from the code.  The dynamic linker is not asked, so that it may be in a
   signal handler, and in a child of a process with several threads.  Of an object that
   is unloaded it is noted before.  */

#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>

#include "halt/live.h"
#include "halt/switch.h"
#include "runtime/runtime.h"
#include "runtime/units.h"

const struct halt_switches *
__halt_next_switches (struct __halt_notes *notes)
{
  while (__halt_next_note (notes, HALT_NOTE_SWITCHES))
    {
      const struct halt_switches *s
	= (const struct halt_switches *) notes->desc;
      if (notes->descsz > sizeof *s && s->version == HALT_SWITCHES_VERSION
	  && s->n_points <= (notes->descsz - 1 - sizeof *s)
			      / sizeof (struct halt_switch_point)
	  && notes->desc[notes->descsz - 1] == 0)
	return s;
    }
  return NULL;
}

unsigned int __halt_switched;

/* The unit of the points of S, whose note was MOVED after the link.  */
static const struct halt_unit *
unit_of (const struct halt_switches *s, uintptr_t moved)
{
  return (const struct halt_unit *) ((uintptr_t) &s->unit + s->unit + moved);
}

int
__halt_unit_there (const struct halt_unit *unit, uint64_t checksum)
{
  uintptr_t page = (uintptr_t) unit & -(uintptr_t) getauxval (AT_PAGESZ);
  return msync ((void *) page, (uintptr_t) (unit + 1) - page, MS_ASYNC) == 0
	 && unit->version == HALT_UNIT_VERSION && unit->checksum == checksum;
}

/* True if OBJECT is still loaded.  */
static int
is_there (const struct halt_known_object *object)
{
  const struct halt_known_unit *unit = object->unit;
  return !object->gone && object->n_units > 0
	 && __halt_unit_there ((const struct halt_unit
				  *) (uintptr_t) (object->info.dlpi_addr
						  + unit->address),
			       unit->checksum);
}

size_t
__halt_count_points (struct halt_known_object *object)
{
  struct __halt_notes notes = { .object = &object->info };
  const struct halt_switches *s;
  size_t n = 0;
  if (object->n_points > 0 || !object->has_points || !is_there (object))
    return object->n_points;
  while ((s = __halt_next_switches (&notes)))
    n += s->n_points;
  object->n_points = n;
  return n;
}

static void
read_code (void *data __attribute__ ((unused)), uint64_t at,
	   unsigned char *code)
{
  memcpy (code, (const void *) (uintptr_t) at, HALT_SITE_BYTES);
}

/* Tell of the points at S.  */
static void
tell_points (const struct halt_switches *s, uintptr_t moved,
	     __halt_point_fn *tell, void *data)
{
  const struct halt_switching how = { NULL, NULL, read_code, NULL };
  const struct halt_switch_point *p
    = (const struct halt_switch_point *) (s + 1);
  unsigned char on[32];
  for (uint32_t at = 0, n; at < s->n_points; at += n)
    {
      n = halt_switch_together (p + at, s->n_points - at);
      n = n > sizeof on ? sizeof on : n;
      halt_find_on (&how, p + at, (uintptr_t) (p + at) + moved, n, on);
      for (uint32_t i = 0; i < n; i++)
	{
	  const struct halt_switch_point *q = p + at + i;
	  struct halt_live_point point = { .kind = q->kind, .on = on[i] };
	  point.id = q->id[0] | (uint64_t) q->id[1] << 32;
	  if (!(q->flags & HALT_POINT_FIXED))
	    point.id += unit_of (s, moved)->base;
	  tell (data, &point);
	}
    }
}

static void
tell_object (const struct halt_known_object *object, __halt_point_fn *tell,
	     void *data)
{
  struct __halt_notes notes = { .object = &object->info };
  const struct halt_switches *s;
  while ((s = __halt_next_switches (&notes)))
    tell_points (s, notes.moved, tell, data);
}

void
__halt_each_point (const struct halt_known_object *object,
		   __halt_point_fn *tell, void *data)
{
  if (object->n_points > 0 && is_there (object))
    tell_object (object, tell, data);
  else
    for (size_t i = 0; object->points && i < object->n_points; i++)
      tell (data, &object->points[i]);
}

/* --- notes of them ----------------------------------------------------------- */

struct noting
{
  struct halt_live_point *next, *end;
  int anew;
};

static void
keep_point (void *data, const struct halt_live_point *point)
{
  struct noting *n = data;
  struct halt_live_point *to = n->next;
  if (to == n->end)
    return;
  uint32_t on = point->on | (n->anew ? 0 : to->on);
  *to = *point;
  to->on = on;
  n->next++;
}

void
__halt_points_keep (const struct halt_known_object *object, int anew)
{
  struct noting n = { object->points, object->points + object->n_points, anew };
  tell_object (object, keep_point, &n);
}

void
__halt3_points_changed (int anew)
{
  if (!__halt_switched)
    return;
  for (struct halt_known_object *object = __atomic_load_n (&__halt_objects,
							   __ATOMIC_ACQUIRE);
       object; object = object->next)
    if (is_there (object))
      {
	if (!object->points)
	  __halt_live_points (object);
	if (object->points)
	  __halt_points_keep (object, anew);
      }
}

void
__halt_points_unloading (const void *inside)
{
  for (struct halt_known_object *object = __halt_objects; object;
       object = object->next)
    if (!object->gone && object->has_points
	&& __halt_mapped (&object->info, (uintptr_t) inside, 1, PF_R))
      {
	if (!object->points && __halt_switched)
	  __halt_live_points (object);
	if (!object->points && __halt_switched)
	  object->points = __halt_alloc (__halt_count_points (object)
					 * sizeof *object->points);
	if (object->points && __halt_switched)
	  __halt_points_keep (object, 0);
	object->gone = 1;
      }
}
