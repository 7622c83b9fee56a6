/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The map of one unit: everything is checked here, once, so that nobody else
   has to.  Beyond what format.h says, the blocks, edges, points and arguments
   must stand in the order of what owns them, without gaps: every output is
   then linear in the size of the map.  */

#include <string.h>
#include "map/map.h"

static bool
check_header (const struct halt_map *h, size_t size, struct fault *f)
{
  if (size < sizeof *h)
    return fault (f, "truncated: %zu bytes are no header", size);
  if (h->magic == __builtin_bswap64 (HALT_MAP_MAGIC))
    return fault (f, "the byte order of another machine");
  if (h->magic != HALT_MAP_MAGIC)
    return fault (f, "not a map: wrong magic number");
  if (h->version != HALT_MAP_VERSION)
    return fault (f, "version %u, this is the reader of version %u", h->version,
		  HALT_MAP_VERSION);
  if (h->header_size != sizeof *h)
    return fault (f, "header of %u bytes instead of %zu", h->header_size,
		  sizeof *h);
  if (h->size > size)
    return fault (f, "truncated: %zu bytes of %llu", size,
		  (unsigned long long) h->size);

  /* Counts have 32 bits, so the sum is far from an overflow.  */
  uint64_t need
    = sizeof *h + h->n_functions * (uint64_t) sizeof (uint64_t)
      + h->n_functions * (uint64_t) sizeof (struct halt_map_function)
      + h->n_blocks * (uint64_t) sizeof (struct halt_map_block)
      + h->n_edges * (uint64_t) sizeof (struct halt_map_edge)
      + h->n_points * (uint64_t) sizeof (struct halt_map_point)
      + h->n_args * (uint64_t) sizeof (int64_t)
      + h->n_lines * (uint64_t) sizeof (struct halt_map_line)
      + h->n_inlined * (uint64_t) sizeof (struct halt_map_inlined)
      + h->strings_size;
  if (h->size != ((need + 7) & ~(uint64_t) 7))
    return fault (f, "size %llu, but the tables need %llu",
		  (unsigned long long) h->size, (unsigned long long) need);
  if (!flags_known (unit_flags, h->flags))
    return fault (f, "unknown unit flags %#x", h->flags);
  return true;
}

/* Set the views.  The sizes are known to be right.  */
static void
view_records (struct map *m, const struct halt_map *h)
{
  m->header = h;
  m->addresses = (const void *) (h + 1);
  m->functions = (const void *) (m->addresses + h->n_functions);
  m->blocks = (const void *) (m->functions + h->n_functions);
  m->edges = (const void *) (m->blocks + h->n_blocks);
  m->points = (const void *) (m->edges + h->n_edges);
  m->args = (const void *) (m->points + h->n_points);
  m->lines = (const void *) (m->args + h->n_args);
  m->inlined = (const void *) (m->lines + h->n_lines);
  m->strings = (const char *) (m->inlined + h->n_inlined);
  m->folder = m->place = NULL;
}

static bool
check_strings (const struct map *m, struct fault *f)
{
  const struct halt_map *h = m->header;
  const char *end = (const char *) h + h->size;
  if (h->strings_size == 0 || m->strings[0] || m->strings[h->strings_size - 1])
    return fault (f, "string table does not begin and end with NUL");
  for (const char *p = m->strings + h->strings_size; p < end; p++)
    if (*p)
      return fault (f, "padding is not NUL");
  if (h->source >= h->strings_size || h->directory >= h->strings_size
      || h->producer >= h->strings_size)
    return fault (f, "string offset of the header is out of range");
  return true;
}

/* The N records from FIRST on must be the next ones of TOTAL: *NEXT says
   which that is.  */
static bool
take_records (uint32_t *next, uint32_t first, uint32_t n, uint32_t total)
{
  if (n == 0)
    return true;
  if (first != *next || n > total - *next)
    return false;
  *next += n;
  return true;
}

static bool
check_edges (const struct map *m, const struct halt_map_function *fn,
	     uint32_t number, struct fault *f)
{
  uint64_t end = (uint64_t) fn->n_blocks + HALT_BLOCK_FIRST;
  for (uint32_t i = 0; i < fn->n_edges; i++)
    {
      const struct halt_map_edge *e = m->edges + fn->first_edge + i;
      if (e->from >= end || e->to >= end || e->from == HALT_BLOCK_EXIT
	  || e->to == HALT_BLOCK_ENTRY)
	return fault (f, "edge %u of function %u: block out of range", i,
		      number);
      if (!edge_kind_name (e->flags))
	return fault (f, "edge %u of function %u: unknown kind %#x", i, number,
		      e->flags);
    }
  return true;
}

/* Whether the static arguments of P, which has forms, are well-formed.  */
static bool
check_forms (const struct map *m, const struct halt_map_point *p)
{
  const int64_t *word = m->args + p->first_arg;
  for (uint32_t i = 0; i + 1 < p->n_args; i += 2)
    if (word[i] < 0 || word[i] >= HALT_ARG_FORMS
	|| (word[i] != HALT_ARG_NUMBER
	    && (uint64_t) word[i + 1] >= m->header->strings_size))
      return false;
  return p->n_args % 2 == 0;
}

static bool
check_points (const struct map *m, const struct halt_map_function *fn,
	      uint32_t number, uint32_t *next_arg, struct fault *f)
{
  const struct halt_map *h = m->header;
  uint64_t end = (uint64_t) fn->n_blocks + HALT_BLOCK_FIRST;
  for (uint32_t i = 0; i < fn->n_points; i++)
    {
      const struct halt_map_point *p = m->points + fn->first_point + i;
      if (!flags_known (point_flags, p->flags))
	return fault (f, "point %u of function %u: unknown flags %#x", i,
		      number, p->flags);
      if (p->kind != HALT_STARTUP && !(p->flags & HALT_POINT_FIXED)
	  && p->id >= h->n_ids)
	return fault (f, "point %u of function %u: id %llu out of range", i,
		      number, (unsigned long long) p->id);
      if (p->block < HALT_BLOCK_FIRST || p->block >= end)
	return fault (f, "point %u of function %u: block %u out of range", i,
		      number, p->block);
      if (p->file >= h->strings_size || p->inlined >= h->strings_size)
	return fault (f, "point %u of function %u: string offset out of range",
		      i, number);
      if (!take_records (next_arg, p->first_arg, p->n_args, h->n_args))
	return fault (f,
		      "point %u of function %u: arguments out of range or "
		      "out of order",
		      i, number);
      if ((p->flags & HALT_POINT_FORMS) && !check_forms (m, p))
	return fault (f, "point %u of function %u: arguments of no known form",
		      i, number);
    }
  return true;
}

/* The same of what was inlined in FN; *NEXT is the first that may be.  */
static bool
check_inlined (const struct map *m, const struct halt_map_function *fn,
	       uint32_t number, uint32_t *next, struct fault *f)
{
  const struct halt_map *h = m->header;
  uint64_t end = (uint64_t) fn->n_blocks + HALT_BLOCK_FIRST;
  uint32_t block = HALT_BLOCK_FIRST;
  if (!take_records (next, fn->first_inlined, fn->n_inlined, h->n_inlined))
    return fault (f,
		  "function %u: inlined functions out of range or out of "
		  "order",
		  number);
  for (uint32_t i = 0; i < fn->n_inlined; i++)
    {
      const struct halt_map_inlined *in = m->inlined + fn->first_inlined + i;
      if (in->block < block || in->block >= end || in->origin >= h->strings_size
	  || in->file >= h->strings_size)
	return fault (f,
		      "function %u: inlined function %u: block or string "
		      "offset out of range",
		      number, i);
      block = in->block;
    }
  return true;
}

static bool
check_functions (const struct map *m, struct fault *f)
{
  const struct halt_map *h = m->header;
  uint32_t block = 0, edge = 0, point = 0, arg = 0, line = 0;
  uint32_t inlined = 0;
  for (uint32_t i = 0; i < h->n_functions; i++)
    {
      const struct halt_map_function *fn = m->functions + i;
      if (fn->name >= h->strings_size || fn->pretty >= h->strings_size
	  || fn->file >= h->strings_size || fn->origin >= h->strings_size)
	return fault (f, "function %u: string offset out of range", i);
      if (!flags_known (function_flags, fn->flags))
	return fault (f, "function %u: unknown flags %#x", i, fn->flags);
      if (!take_records (&block, fn->first_block, fn->n_blocks, h->n_blocks)
	  || !take_records (&edge, fn->first_edge, fn->n_edges, h->n_edges)
	  || !take_records (&point, fn->first_point, fn->n_points, h->n_points))
	return fault (f,
		      "function %u: blocks, edges or points out of range "
		      "or out of order",
		      i);
      if (fn->n_blocks > UINT32_MAX - HALT_BLOCK_FIRST)
	return fault (f, "function %u: too many blocks", i);
      uint32_t first_line = fn->first_line;
      for (uint32_t k = 0; k < fn->n_blocks; k++)
	{
	  uint32_t n = m->blocks[fn->first_block + k].n_lines;
	  if (!take_records (&line, first_line, n, h->n_lines))
	    return fault (f, "function %u: lines out of range or out of order",
			  i);
	  first_line += n;
	}
      if (!check_edges (m, fn, i, f) || !check_points (m, fn, i, &arg, f)
	  || !check_inlined (m, fn, i, &inlined, f))
	return false;
    }
  if (block != h->n_blocks || edge != h->n_edges || point != h->n_points
      || arg != h->n_args || line != h->n_lines || inlined != h->n_inlined)
    return fault (f, "blocks, edges, points, arguments, lines or inlined "
		     "functions that belong to nothing");
  return true;
}

static bool
check_blocks (const struct map *m, struct fault *f)
{
  for (uint32_t i = 0; i < m->header->n_blocks; i++)
    {
      const struct halt_map_block *b = m->blocks + i;
      if (b->file >= m->header->strings_size)
	return fault (f, "block record %u: string offset out of range", i);
      if (!flags_known (block_flags, b->flags))
	return fault (f, "block record %u: unknown flags %#x", i, b->flags);
    }
  for (uint32_t i = 0; i < m->header->n_lines; i++)
    if (m->lines[i].file >= m->header->strings_size)
      return fault (f, "line record %u: string offset out of range", i);
  return true;
}

bool
map_read (struct map *m, const void *data, size_t size, struct fault *f)
{
  const struct halt_map *h = data;
  if (!check_header (h, size, f))
    return false;
  view_records (m, h);
  const char *body = (const char *) m->functions;
  size_t body_size = (size_t) ((const char *) h + h->size - body);
  if (halt_checksum (HALT_CHECKSUM_START, body, body_size) != h->checksum)
    return fault (f, "damaged: the checksum does not fit");
  return check_strings (m, f) && check_blocks (m, f) && check_functions (m, f);
}

uint64_t
point_id (const struct halt_map_point *p, uint64_t base)
{
  return p->flags & HALT_POINT_FIXED ? p->id : base + p->id;
}

const char *
function_name (const struct map *m, const struct halt_map_function *fn)
{
  const char *pretty = m->strings + fn->pretty;
  return *pretty ? pretty : m->strings + fn->name;
}

uint32_t
map_n_args (const struct halt_map_point *p)
{
  return p->flags & HALT_POINT_FORMS ? p->n_args / 2 : p->n_args;
}

struct map_arg
map_arg (const struct map *m, const struct halt_map_point *p, uint32_t i)
{
  const int64_t *word = m->args + p->first_arg;
  struct map_arg a = { HALT_ARG_NUMBER, 0, NULL };
  if (p->flags & HALT_POINT_FORMS)
    {
      a.form = word[2 * i];
      word += i + 1;
    }
  if (a.form == HALT_ARG_NUMBER)
    a.number = word[i];
  else
    a.text = m->strings + word[i];
  return a;
}
