/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two or three profiles, one behind the other: their sum does not depend on
   the order.  */

#include "tests/fuzz/fuzz.h"

size_t
fuzz_seal (uint8_t *data, size_t size, size_t max)
{
  (void) max;
  fuzz_seal_all (data, size);
  return size;
}

struct input
{
  void *bytes;
  struct prof prof;
  bool good;
};

/* Read a profile from the *LEFT bytes at *DATA.  */
static void
take (struct input *in, const uint8_t **data, size_t *left)
{
  size_t size = fuzz_prof_size (*data, *left);
  struct fault f;
  in->bytes = fuzz_copy (*data, size);
  in->good = prof_view (&in->prof, in->bytes, size, &f);
  *data += size;
  *left -= size;
}

/* A + B; NULL if they do not belong together.  */
static struct prof *
add (const struct prof *a, const struct prof *b)
{
  struct fault f = { "" };
  struct prof *sum = malloc (sizeof *sum);
  FUZZ_CHECK (sum);
  if (a && b && prof_merge (sum, a, "a", b, "b", &f))
    {
      fuzz_use_prof (sum);
      return sum;
    }
  FUZZ_CHECK (!a || !b || f.text[0]);
  free (sum);
  return NULL;
}

/* A and B, which are released, must be the same.  */
static void
compare (struct prof *a, struct prof *b)
{
  FUZZ_CHECK (!a == !b);
  if (!a)
    return;
  FUZZ_CHECK (a->header->size == b->header->size);
  FUZZ_CHECK (memcmp (a->data, b->data, a->header->size) == 0);
  prof_close (a);
  prof_close (b);
  free (a);
  free (b);
}

/* True if all ids of P are those of its units.  */
static bool
no_constants (const struct prof *p)
{
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    for (uint64_t i = 0; i < p->n_rows[kind]; i++)
      {
	uint64_t id = p->rows[kind][i * (kind_cells (kind) + 1)];
	uint32_t k = 0;
	while (k < p->header->n_units
	       && id - p->units[k].base >= p->units[k].count)
	  k++;
	if (k == p->header->n_units)
	  return false;
      }
  return true;
}

/* How many shared objects P has with a build-id, and without.  */
static void
count_ids (const struct prof *p, size_t *with, size_t *without)
{
  for (uint32_t i = 1; i < p->header->n_objects; i++)
    ++*(p->strings[p->objects[i].build_id] ? with : without);
}

/* True if a shared object without a build-id might be one of several that have
   one.  */
static bool
ambiguous (const struct prof *a, const struct prof *b, const struct prof *c)
{
  size_t with = 0, without = 0;
  count_ids (a, &with, &without);
  count_ids (b, &with, &without);
  count_ids (c, &with, &without);
  return with > 0 && without > 0;
}

static void
release (struct prof *p)
{
  if (p)
    prof_close (p);
  free (p);
}

void
fuzz_one (const uint8_t *data, size_t size)
{
  struct input in[3] = { 0 };
  for (int i = 0; i < 3; i++)
    take (in + i, &data, &size);
  const struct prof *a = &in[0].prof, *b = &in[1].prof;
  const struct prof *c = in[2].good ? &in[2].prof : a;
  if (in[0].good && in[1].good)
    {
      compare (add (a, b), add (b, a));
      if (no_constants (a) && no_constants (b) && no_constants (c)
	  && !ambiguous (a, b, c))
	{
	  struct prof *ab = add (a, b), *bc = add (b, c), *ac = add (a, c);
	  struct prof *all = ab && bc && ac ? add (ab, c) : NULL;
	  if (all)
	    compare (all, add (a, bc));
	  release (ab);
	  release (bc);
	  release (ac);
	}
    }
  for (int i = 0; i < 3; i++)
    free (in[i].bytes);
}
