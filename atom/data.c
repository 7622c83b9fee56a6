/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data that a tool passes: what is constant and the same is there once.  */

#include <stdlib.h>
#include <string.h>

#include "atom/atom.h"

/* Constant data by what they are.  */
static struct
{
  struct data **slots;
  size_t n, used;		/* N is a power of 2, or 0 */
} constants;

static struct data **
slot_of (const void *bytes, size_t size, int align)
{
  const unsigned char *b = bytes;
  size_t hash = 5381 + align;
  for (size_t i = 0; i < size; i++)
    hash = 33 * hash + b[i];
  for (hash ^= hash >> 15;; hash++)
    {
      struct data **slot = &constants.slots[hash & (constants.n - 1)];
      const struct data *d = *slot;
      if (!d
	  || (d->size == size && d->align == align
	      && memcmp (d->bytes, bytes, size) == 0))
	return slot;
    }
}

static void
more_slots (void)
{
  struct data **old = constants.slots;
  size_t n = constants.n;
  constants.n = n ? 2 * n : 256;
  constants.slots = fresh_memory (constants.n * sizeof *constants.slots);
  for (size_t i = 0; i < n; i++)
    if (old[i])
      *slot_of (old[i]->bytes, old[i]->size, old[i]->align) = old[i];
  free (old);
}

struct data *
data_of (const void *bytes, size_t size, int align, bool constant)
{
  static int n;
  struct data **slot = NULL;
  if (constant)
    {
      if (2 * constants.used >= constants.n)
	more_slots ();
      slot = slot_of (bytes, size, align);
      if (*slot)
	return *slot;
      constants.used++;
    }
  struct data *d = fresh_memory (sizeof *d);
  d->bytes = bytes;
  d->size = size;
  d->align = align;
  d->constant = constant;
  snprintf (d->label, sizeof d->label, "__halt_data_%d", n++);
  *(the.last_data ? &the.last_data->next : &the.data) = d;
  the.last_data = d;
  if (slot)
    *slot = d;
  return d;
}
