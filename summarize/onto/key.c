/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a point is called in every build of its program.  */

#include <string.h>
#include "summarize/onto.h"

static uint64_t
add_number (uint64_t key, uint64_t n)
{
  unsigned char bytes[8];
  for (unsigned i = 0; i < sizeof bytes; i++)
    bytes[i] = (unsigned char) (n >> 8 * i);
  return halt_checksum (key, bytes, sizeof bytes);
}

uint64_t
point_key (const struct map *m, const struct halt_map_function *fn,
	   const struct halt_map_point *p)
{
  const struct halt_map_point *first = m->points + fn->first_point;
  const char *name = m->strings + fn->name;
  uint64_t key = halt_checksum (HALT_CHECKSUM_START, name, strlen (name) + 1);
  uint32_t before = 0;
  for (const struct halt_map_point *q = p;
       q-- > first && q->block == p->block && q->insn == p->insn;)
    before += q->kind == p->kind;
  key = add_number (key, fn->cfg_checksum);
  key = add_number (key, (uint64_t) p->kind << 32 | p->block);
  key = add_number (key, (uint64_t) p->insn << 32 | before);
  return key ? key : 1;
}
