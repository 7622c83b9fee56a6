/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a point is called in every build of its program.  */

#include <string.h>
#include "halt/guide.h"
#include "summarize/stale/stale.h"

uint64_t
point_key (const struct map *m, const struct halt_map_function *fn,
	   const struct halt_map_point *p)
{
  const struct halt_map_point *first = m->points + fn->first_point;
  const char *name = m->strings + fn->name;
  uint64_t key = halt_guide_key (name, strlen (name) + 1, fn->cfg_checksum);
  uint32_t before = 0;
  for (const struct halt_map_point *q = p;
       q-- > first && q->block == p->block && q->insn == p->insn;)
    before += q->kind == p->kind;
  key = halt_checksum_number (key, (uint64_t) p->kind << 32 | p->block);
  key = halt_checksum_number (key, (uint64_t) p->insn << 32 | before);
  return key ? key : 1;
}
