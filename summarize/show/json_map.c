/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a map has, as JSON.  The schemas are in docs/schema.  */

#include <inttypes.h>
#include "summarize/json.h"

static void
names_of (struct json *w, const struct flag_name *table, uint32_t flags)
{
  json_open (w, "flags", '[');
  for (; table->bit; table++)
    if (flags & table->bit)
      json_text (w, NULL, table->name);
  json_close (w, ']');
}

/* Where the open object is; nothing if that is not known.  */
static void
position (struct json *w, const struct map *m, uint32_t file, uint32_t line,
	  uint32_t column)
{
  if (line == 0)
    return;
  json_text (w, "file", m->strings + file);
  json_count (w, "line", line);
  if (column)
    json_count (w, "column", column);
}

void
json_unit (struct json *w, const struct unit *u, uint64_t base)
{
  const struct halt_map *h = u->map.header;
  const char *s = u->map.strings;
  json_id (w, "base", base);
  json_id (w, "ids", h->n_ids);
  json_hex (w, "checksum", h->checksum);
  json_text (w, "at", h->flags & HALT_UNIT_GIMPLE ? "gimple" : "rtl");
  json_text (w, "source", s + h->source);
  json_text (w, "directory", s + h->directory);
  json_text (w, "producer", s + h->producer);
  if (u->member)
    json_text (w, "member", u->member);
}

void
json_function (struct json *w, const struct unit *u, uint32_t function)
{
  const struct map *m = &u->map;
  const struct halt_map_function *fn = m->functions + function;
  uint64_t address = m->addresses[function];
  json_text (w, "name", m->strings + fn->name);
  json_text (w, "pretty", function_name (m, fn));
  if (u->discarded[function] || address == 0)
    json_nothing (w, "address");
  else
    json_hex (w, "address", address);
  json_truth (w, "discarded", u->discarded[function]);
  json_hex (w, "cfg", fn->cfg_checksum);
  names_of (w, function_flags, fn->flags);
  position (w, m, fn->file, fn->line, 0);
}

void
json_block (struct json *w, const struct map *m, const struct halt_map_block *b,
	    uint32_t number, const struct halt_map_line *line)
{
  json_count (w, "block", number);
  json_count (w, "insns", b->n_insns);
  if (b->flags)
    names_of (w, block_flags, b->flags);
  position (w, m, b->file, b->line, 0);
  if (b->line && b->last_line)
    json_count (w, "last_line", b->last_line);
  if (b->n_lines == 0)
    return;
  json_open (w, "lines", '[');
  for (uint32_t i = 0; i < b->n_lines; i++)
    {
      json_open (w, NULL, '{');
      position (w, m, line[i].file, line[i].line, 0);
      json_close (w, '}');
    }
  json_close (w, ']');
}

void
json_edge (struct json *w, const struct halt_map_edge *e)
{
  json_count (w, "from", e->from);
  json_count (w, "to", e->to);
  json_text (w, "kind", edge_kind_name (e->flags));
  if (e->flags == HALT_EDGE_INDEX)
    json_count (w, "index", e->index);
}

static void
kind_text (struct json *w, uint32_t kind)
{
  char own[24];
  const char *name = kind_name (kind);
  if (!name)
    snprintf (own, sizeof own, "kind-%" PRIu32, kind);
  json_text (w, "kind", name ? name : own);
}

void
json_point (struct json *w, const struct map *m, const struct halt_map_point *p,
	    uint64_t base)
{
  if (p->kind == HALT_STARTUP)
    json_nothing (w, "id");
  else
    json_id (w, "id", point_id (p, base));
  kind_text (w, p->kind);
  json_truth (w, "fixed", p->flags & HALT_POINT_FIXED);
  json_count (w, "block", p->block);
  json_count (w, "insn", p->insn);
  json_text (w, "when", p->flags & HALT_POINT_AFTER ? "after" : "before");
  position (w, m, p->file, p->line, p->column);
  if (m->strings[p->inlined])
    json_text (w, "inlined", m->strings + p->inlined);
  if (p->n_args == 0)
    return;
  json_open (w, "args", '[');
  for (uint32_t i = 0; i < map_n_args (p); i++)
    json_signed (w, NULL, map_arg (m, p, i).number);
  json_close (w, ']');
  if (!(p->flags & HALT_POINT_FORMS))
    return;
  json_open (w, "addresses", '[');
  for (uint32_t i = 0; i < map_n_args (p); i++)
    {
      struct map_arg arg = map_arg (m, p, i);
      if (!arg.text)
	continue;
      json_open (w, NULL, '{');
      json_count (w, "arg", i + 1);
      if (arg.form == HALT_ARG_PC)
	json_truth (w, arg_form_name (arg.form), true);
      else
	json_text (w, arg_form_name (arg.form), arg.text);
      json_close (w, '}');
    }
  json_close (w, ']');
}
