/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Make checksums fit again.  */

#include "halt/live.h"
#include "tests/fuzz/fuzz.h"

/* Put NEW wherever OLD stands.  */
static void
replace (uint8_t *data, size_t size, uint64_t old, uint64_t new)
{
  if (old == 0 || old == new)
    return;
  for (uint8_t *p = data, *found; p < data + size; p = found + sizeof old)
    {
      found = memmem (p, (size_t) (data + size - p), &old, sizeof old);
      if (!found)
	break;
      memcpy (found, &new, sizeof new);
    }
}

/* The map at AT, LEFT bytes to the end; false if nothing was done.  */
static bool
seal_one (uint8_t *data, size_t size, size_t at)
{
  struct halt_map h;
  if (size - at < sizeof h)
    return false;
  memcpy (&h, data + at, sizeof h);
  uint64_t body = sizeof h + h.n_functions * (uint64_t) sizeof (uint64_t);
  if (h.size > size - at || body > h.size)
    return false;
  replace (data, size, h.checksum,
	   halt_checksum (HALT_CHECKSUM_START, data + at + body,
			  h.size - body));
  return true;
}

/* Call SEAL for every place where MAGIC stands.  */
static void
each (uint8_t *data, size_t size, uint64_t magic,
      bool (*seal) (uint8_t *data, size_t size, size_t at))
{
  for (uint8_t *p = data, *found; p < data + size; p = found + 1)
    {
      found = memmem (p, (size_t) (data + size - p), &magic, sizeof magic);
      if (!found)
	break;
      seal (data, size, (size_t) (found - data));
    }
}

static bool
seal_prof (uint8_t *data, size_t size, size_t at)
{
  struct halt_prof h;
  if (size - at < sizeof h)
    return false;
  memcpy (&h, data + at, sizeof h);
  if (h.size > size - at || h.size < sizeof h)
    return false;
  h.checksum = halt_sum_words (HALT_CHECKSUM_START, data + at + sizeof h,
			      h.size - sizeof h);
  memcpy (data + at, &h, sizeof h);
  return true;
}

static bool
seal_packed (uint8_t *data, size_t size, size_t at)
{
  struct halt_packed h;
  if (size - at < sizeof h)
    return false;
  memcpy (&h, data + at, sizeof h);
  if (h.size > size - at - sizeof h)
    return false;
  h.checksum
    = halt_sum_words (HALT_CHECKSUM_START, data + at + sizeof h, h.size);
  memcpy (data + at, &h, sizeof h);
  return true;
}

void
fuzz_seal_all (uint8_t *data, size_t size)
{
  each (data, size, HALT_MAP_MAGIC, seal_one);
  each (data, size, HALT_PROF_MAGIC, seal_prof);
  each (data, size, HALT_PACKED_MAGIC, seal_packed);
}

size_t
fuzz_seal_map (uint8_t *data, size_t size, size_t max)
{
  struct halt_map h;
  if (size < sizeof h)
    return size;
  memcpy (&h, data, sizeof h);
  uint64_t rest = sizeof h
    + h.n_functions * (uint64_t) (8 + sizeof (struct halt_map_function))
    + h.n_blocks * (uint64_t) sizeof (struct halt_map_block)
    + h.n_edges * (uint64_t) sizeof (struct halt_map_edge)
    + h.n_points * (uint64_t) sizeof (struct halt_map_point)
    + h.n_args * (uint64_t) sizeof (int64_t)
    + h.n_lines * (uint64_t) sizeof (struct halt_map_line)
    + h.n_inlined * (uint64_t) sizeof (struct halt_map_inlined);
  size_t whole = (size + 7) & ~(size_t) 7;
  if (whole > max)
    size = whole = size & ~(size_t) 7;
  if (rest < size && h.strings_size <= UINT32_MAX - 8
      && (rest + h.strings_size + 7) / 8 != whole / 8)
    h.strings_size = (uint32_t) (size - rest);
  memset (data + size, 0, whole - size);
  h.size = whole;
  memcpy (data, &h, sizeof h);
  seal_one (data, whole, 0);
  return whole;
}

void
fuzz_seal_prof (uint8_t *data, size_t size)
{
  struct halt_prof h;
  if (size < sizeof h)
    return;
  memcpy (&h, data, sizeof h);
  if (h.size > size || h.size < sizeof h)
    h.size = size;
  memcpy (data, &h, sizeof h);
  seal_prof (data, size, 0);
}
