/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All units of a file: their maps, and the ids they get when it runs.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "summarize/summarize.h"

/* True if no descriptor is that of a unit of the program.  */
static bool
no_units (const struct image *im)
{
  struct halt_unit d;
  for (size_t i = 0; i < im->n_descriptors; i++)
    if (!image_descriptor (im, im->descriptors[i], &d)
	|| !(d.flags & HALT_UNIT_RUNTIME))
      return false;
  return true;
}

/* Find the file with the maps: P's own, or its debug file.  */
static bool
find_maps (struct program *p, struct fault *f)
{
  struct fault why;
  if (p->image.maps.n > 0)
    return true;
  if (no_units (&p->image))
    return why_no_map (p, f);
  p->debug_path = debug_find (&p->image, p->path, f);
  if (!p->debug_path)
    return false;
  if (!image_open (&p->debug, p->debug_path, &why))
    return fault (f, "its debug file %s: %s", p->debug_path, why.text);
  if (p->debug.maps.n == 0)
    return fault (f, "no HALT map, and none in its debug file %s",
		  p->debug_path);
  return true;
}

static bool
read_units (struct program *p, struct fault *f)
{
  const struct image *im = p->debug_path ? &p->debug : &p->image;
  for (size_t c = 0; c < im->maps.n; c++)
    {
      const struct chunk *chunk = im->maps.chunks + c;
      const char *data = chunk->data, *member = chunk->member;
      size_t size = chunk->size;
      for (size_t at = 0; at < size;)
	{
	  struct fault why;
	  if (!another (&p->units, p->n_units, sizeof *p->units, f))
	    return false;
	  struct unit *u = p->units + p->n_units;
	  memset (u, 0, sizeof *u);
	  if (!map_read (&u->map, data + at, size - at, &why))
	    return fault (f,
			  "%s%s%sunit %zu at offset %zu of " HALT_MAP_SECTION
			  ": %s",
			  p->debug_path ? p->debug_path : "",
			  member ? member : "",
			  p->debug_path || member ? ": " : "", p->n_units, at,
			  why.text);
	  u->member = member;
	  u->place = p->n_units;
	  at += u->map.header->size;
	  p->n_units++;
	}
    }
  if (p->n_units > UINT32_MAX)
    return fault (f, "too many units");
  return true;
}

static int
compare_address (const void *a, const void *b, void *units)
{
  const struct unit *u = units;
  uint64_t x = u[*(const uint32_t *) a].map.header->unit;
  uint64_t y = u[*(const uint32_t *) b].map.header->unit;
  return x < y ? -1 : x > y;
}

static bool
sort_by_address (struct program *p, struct fault *f)
{
  for (size_t i = 0; i < p->n_units; i++)
    p->by_address[i] = (uint32_t) i;
  qsort_r (p->by_address, p->n_units, sizeof *p->by_address, compare_address,
	   p->units);
  for (size_t i = 1; !p->image.relocatable && i < p->n_units; i++)
    if (compare_address (p->by_address + i - 1, p->by_address + i, p->units)
	== 0)
      return fault (f, "units %u and %u of the map have the same descriptor",
		    p->by_address[i - 1], p->by_address[i]);
  return true;
}

/* Number of the unit whose descriptor is at ADDRESS, or UINT32_MAX.  */
static uint32_t
find_unit (const struct program *p, uint64_t address)
{
  size_t low = 0, high = p->n_units;
  BISECT (low, high, i, p->units[p->by_address[i]].map.header->unit < address);
  if (low < p->n_units
      && p->units[p->by_address[low]].map.header->unit == address)
    return p->by_address[low];
  return UINT32_MAX;
}

/* Refuse two notes that lead to one descriptor.  */
static bool
notes_differ (const struct image *im, struct fault *f)
{
  size_t n = im->n_descriptors;
  uint64_t *sorted = fresh (n, sizeof *sorted, f);
  bool repeat = false;
  if (!sorted)
    return false;
  memcpy (sorted, im->descriptors, n * sizeof *sorted);
  qsort (sorted, n, sizeof *sorted, order_u64);
  for (size_t i = 1; i < n; i++)
    repeat |= sorted[i - 1] == sorted[i];
  free (sorted);
  return !repeat || fault (f, "two HALT notes lead to the same descriptor");
}

/* Give out ids from *NEXT as the start-up code does.  */
static bool
take_ids (uint64_t *next, uint64_t *base, uint64_t count, struct fault *f)
{
  *base = *next;
  *next += count;
  return *next >= *base || fault (f, "ids overflow");
}

/* Put the units in the order of the notes and give out bases.  */
static bool
order_by_notes (struct program *p, struct fault *f)
{
  struct unit *ordered = fresh (p->n_units, sizeof *ordered, f);
  size_t n = 0;
  uint64_t next = 0, base = 0;
  bool ok = ordered && notes_differ (&p->image, f);
  for (size_t i = 0; ok && i < p->image.n_descriptors; i++)
    {
      struct halt_unit d;
      uint64_t address = p->image.descriptors[i];
      uint32_t number = find_unit (p, address);
      bool have = image_descriptor (&p->image, address, &d);
      if (have && d.version != HALT_UNIT_VERSION)
	ok = fault (f,
		    "descriptor at %#llx: version %u, this is the reader "
		    "of version %u",
		    (unsigned long long) address, d.version, HALT_UNIT_VERSION);
      else if (number == UINT32_MAX)
	{
	  p->n_blind++;
	  if (!have)
	    p->n_guessed++;
	  else
	    ok = take_ids (&next, &base, d.count, f);
	}
      else
	{
	  const struct halt_map *h = p->units[number].map.header;
	  if (have && (d.checksum != h->checksum || d.count != h->n_ids))
	    ok = fault (f,
			"the map of the unit at %#llx is not that of the "
			"program: checksum or number of ids differ",
			(unsigned long long) address);
	  else
	    ok = take_ids (&next, &base, h->n_ids, f);
	  ordered[n] = p->units[number];
	  ordered[n++].base = base;
	}
    }
  if (ok && n < p->n_units)
    ok = fault (f, "%zu unit%s of the map %s not in the program",
		p->n_units - n, plural (p->n_units - n),
		by_number (p->n_units - n, "is", "are"));
  if (ok)
    memcpy (p->units, ordered, n * sizeof *ordered);
  free (ordered);
  return ok;
}

/* Without notes the order is that of the section.  */
static bool
order_by_section (struct program *p, struct fault *f)
{
  uint64_t next = 0;
  for (size_t i = 0; i < p->n_units; i++)
    if (!take_ids (&next, &p->units[i].base, p->units[i].map.header->n_ids, f))
      return false;
  return true;
}

struct copy
{
  uint64_t address;
  uint64_t order;		/* in the link, over all functions */
};

ORDER (compare_copy, struct copy, UP (address) ?: UP (order));

/* Find the functions that the linker dropped: their address is 0 or, where it
   resolved the symbol to the copy it kept, that of an earlier COMDAT copy.  */
static bool
find_discarded (struct program *p, struct fault *f)
{
  size_t n = 0, n_copies = 0;
  for (size_t i = 0; i < p->n_units; i++)
    n += p->units[i].map.header->n_functions;
  p->discarded = fresh (n, 1, f);
  struct copy *copies = fresh (n, sizeof *copies, f);
  if (!p->discarded || !copies)
    {
      free (copies);
      return false;
    }
  n = 0;
  for (size_t i = 0; i < p->n_units; i++)
    {
      struct map *m = &p->units[i].map;
      p->units[i].discarded = p->discarded + n;
      for (uint32_t k = 0; k < m->header->n_functions; k++, n++)
	if (p->image.relocatable)
	  continue;
	else if (m->header->flags & HALT_UNIT_GIMPLE)
	  continue;		/* what has no code may still be inlined elsewhere */
	else if (m->addresses[k] == 0)
	  p->discarded[n] = 1;
	else if (m->functions[k].flags & HALT_FN_COMDAT)
	  copies[n_copies++] = (struct copy) { m->addresses[k], n };
    }
  qsort (copies, n_copies, sizeof *copies, compare_copy);
  for (size_t i = 1; i < n_copies; i++)
    if (copies[i].address == copies[i - 1].address)
      p->discarded[copies[i].order] = 1;
  free (copies);
  return true;
}

bool
program_open (struct program *p, const char *path, struct fault *f)
{
  struct fault why;
  memset (p, 0, sizeof *p);
  if (!image_open (&p->image, path, &why))
    return fault (f, "%s: %s", path, why.text);
  bool noted = p->image.n_descriptors > 0;
  p->path = copy_text (path, strlen (path), &why);
  bool ok = p->path && find_maps (p, &why) && read_units (p, &why)
	    && enlarge (&p->by_address, p->n_units, sizeof *p->by_address, &why)
	    && sort_by_address (p, &why)
	    && (noted ? order_by_notes (p, &why) : order_by_section (p, &why))
	    && sort_by_address (p, &why) && find_discarded (p, &why)
	    && cells_offer (path, &why);
  if (ok)
    return true;
  fault (f, "%s: %s", path, why.text);
  program_close (p);
  return false;
}

void
program_close (struct program *p)
{
  image_close (&p->image);
  image_close (&p->debug);
  FREE_ALL (p->path, p->debug_path, p->folder, p->units, p->by_address,
	    p->discarded);
  memset (p, 0, sizeof *p);
}

const struct unit *
program_find (const struct program *p, uint64_t address)
{
  uint32_t number = p->image.relocatable ? UINT32_MAX : find_unit (p, address);
  return number == UINT32_MAX ? NULL : p->units + number;
}
