/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The summary of one unit as text: one line a thing, in the order of the map.
   The grammar is in docs/format.md; what changes it changes its version.  The
   plugin writes it as well (summary=FILE).  */

#include <stdlib.h>
#include "map/make.h"
#include "map/map.h"

static void
put_named_number (FILE *out, const char *name, uint64_t n)
{
  put_text (out, name);
  put_number (out, n);
}

static void
put_named_text (FILE *out, const char *name, const char *text)
{
  put_text (out, name);
  put_word (out, text);
}

void
text_unit_line (FILE *out, const struct unit *u, size_t i)
{
  const struct halt_map *h = u->map.header;
  put_named_number (out, "unit ", i);
  put_named_number (out, " base ", u->base);
  put_named_number (out, " ids ", h->n_ids);
  put_text (out, " checksum ");
  put_hex (out, h->checksum, 16);
  put_text (out, " flags ");
  put_flags (out, unit_flags, h->flags);
  put_named_text (out, " source ", u->map.strings + h->source);
  put_named_text (out, " directory ", u->map.strings + h->directory);
  put_named_text (out, " producer ", u->map.strings + h->producer);
  if (u->member)
    put_named_text (out, " member ", u->member);
  put_text (out, "\n");
}

static void
function_line (FILE *out, const struct unit *u, uint32_t i)
{
  const struct map *m = &u->map;
  const struct halt_map_function *fn = m->functions + i;
  put_named_text (out, "function ", m->strings + fn->name);
  put_text (out, " address ");
  if (u->discarded[i])
    put_text (out, "discarded");
  else if (m->addresses[i] == 0)
    put_text (out, "-");
  else
    {
      put_text (out, "0x");
      put_hex (out, m->addresses[i], 16);
    }
  put_text (out, " cfg ");
  put_hex (out, fn->cfg_checksum, 16);
  put_text (out, " flags ");
  put_flags (out, function_flags, fn->flags);
  put_named_number (out, " blocks ", fn->n_blocks);
  put_named_number (out, " edges ", fn->n_edges);
  put_named_number (out, " points ", fn->n_points);
  put_text (out, " at ");
  put_position (out, m->strings + fn->file, fn->line, 0);
  put_named_text (out, " pretty ", m->strings + fn->pretty);
  put_text (out, "\n");
}

/* LINE is the block's first.  */
static void
block_line (FILE *out, const struct map *m, const struct halt_map_block *b,
	    uint32_t i, const struct halt_map_line *line)
{
  put_named_number (out, " block ", i);
  put_named_number (out, " insns ", b->n_insns);
  put_text (out, " flags ");
  put_flags (out, block_flags, b->flags);
  put_text (out, " at ");
  put_position (out, m->strings + b->file, b->line, 0);
  if (b->line && b->last_line && b->last_line != b->line)
    put_named_number (out, "-", b->last_line);
  for (uint32_t k = 0; k < b->n_lines; k++)
    {
      put_text (out, k ? " " : " lines ");
      if (line[k].file == b->file)
	put_number (out, line[k].line);
      else
	put_position (out, m->strings + line[k].file, line[k].line, 0);
    }
  put_text (out, "\n");
}

static void
edge_line (FILE *out, const struct halt_map_edge *e)
{
  put_text (out, " edge ");
  put_block (out, e->from);
  put_text (out, " ");
  put_block (out, e->to);
  put_text (out, " ");
  put_text (out, edge_kind_name (e->flags));
  if (e->flags == HALT_EDGE_INDEX)
    put_named_number (out, " ", e->index);
  put_text (out, "\n");
}

static void
point_line (FILE *out, const struct unit *u, const struct halt_map_point *p)
{
  const struct map *m = &u->map;
  if (p->kind == HALT_STARTUP)
    put_text (out, " point -");
  else
    put_named_number (out, " point ", point_id (p, u->base));
  put_text (out, " ");
  put_kind (out, p->kind);
  put_named_number (out, " block ", p->block);
  put_named_number (out, " insn ", p->insn);
  put_text (out, p->flags & HALT_POINT_AFTER ? " after at " : " before at ");
  put_position (out, m->strings + p->file, p->line, p->column);
  for (uint32_t i = 0; i < map_n_args (p); i++)
    {
      int64_t arg = map_arg (m, p, i).number;
      put_text (out, i ? " " : " args ");
      if (arg < 0)
	put_text (out, "-");
      put_number (out, arg < 0 ? 0 - (uint64_t) arg : (uint64_t) arg);
    }
  if (p->flags & HALT_POINT_FIXED)
    put_text (out, " id fixed");
  if (p->flags & HALT_POINT_TARGETS)
    put_text (out, " by target");
  if (p->flags & HALT_POINT_OURS)
    put_text (out, " by halt");
  if (m->strings[p->inlined])
    put_named_text (out, " inlined ", m->strings + p->inlined);
  for (uint32_t i = 0; i < map_n_args (p); i++)
    {
      struct map_arg arg = map_arg (m, p, i);
      if (!arg.text)
	continue;
      put_text (out, " ");
      put_text (out, arg_form_name (arg.form));
      put_named_number (out, "-", i + 1);
      put_named_text (out, " ", arg.form == HALT_ARG_PC ? "here" : arg.text);
    }
  put_text (out, "\n");
}

void
text_function (FILE *out, const struct unit *u, uint32_t i)
{
  const struct map *m = &u->map;
  const struct halt_map_function *fn = m->functions + i;
  const struct halt_map_line *line = m->lines + fn->first_line;
  function_line (out, u, i);
  for (uint32_t k = 0; k < fn->n_blocks; k++)
    {
      const struct halt_map_block *b = m->blocks + fn->first_block + k;
      block_line (out, m, b, k + HALT_BLOCK_FIRST, line);
      line += b->n_lines;
    }
  for (uint32_t k = 0; k < fn->n_edges; k++)
    edge_line (out, m->edges + fn->first_edge + k);
  for (uint32_t k = 0; k < fn->n_points; k++)
    point_line (out, u, m->points + fn->first_point + k);
}

int
text_write (FILE *out, const void *data, size_t size)
{
  struct unit u = { .base = 0 };
  struct fault f;
  if (!map_read (&u.map, data, size, &f))
    return -1;
  uint32_t n = u.map.header->n_functions;
  uint8_t *discarded = calloc (n + (size_t) 1, 1);
  if (!discarded)
    return -1;
  u.discarded = discarded;
  put_text (out, TEXT_VERSION);
  text_unit_line (out, &u, 0);
  for (uint32_t i = 0; i < n; i++)
    text_function (out, &u, i);
  free (discarded);
  return 0;
}
