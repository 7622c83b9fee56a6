/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a map has, as JSON.  The schemas are in docs/schema.  */

#include "report/json/json.h"

static void
names_of (struct json *w, enum ghalt_flags what, uint32_t flags)
{
  json_open (w, "flags", '[');
  for (uint32_t bit = 1; bit; bit <<= 1)
    if (flags & bit)
      json_word (w, NULL, ghalt_flag_name (what, bit));
  json_close (w, ']');
}

/* Where the open object is; nothing if that is not known.  */
static void
position (struct json *w, const char *file, uint32_t line, uint32_t column)
{
  if (line == 0)
    return;
  json_text (w, "file", file);
  json_count (w, "line", line);
  if (column)
    json_count (w, "column", column);
}

void
json_unit (struct json *w, const struct ghalt_unit *u)
{
  json_id (w, "base", u->base);
  json_id (w, "ids", u->n_ids);
  json_hex (w, "checksum", u->checksum);
  json_word (w, "at", u->flags & GHALT_UNIT_GIMPLE ? "gimple" : "rtl");
  json_text (w, "source", u->source);
  json_text (w, "directory", u->directory);
  json_text (w, "producer", u->producer);
  if (u->member)
    json_text (w, "member", u->member);
}

void
json_function (struct json *w, const struct ghalt_function *fn)
{
  json_text (w, "name", fn->name);
  json_text (w, "pretty", fn->pretty);
  if (fn->discarded || fn->address == 0)
    json_nothing (w, "address");
  else
    json_hex (w, "address", fn->address);
  json_truth (w, "discarded", fn->discarded);
  json_hex (w, "cfg", fn->cfg);
  names_of (w, GHALT_FLAGS_FUNCTION, fn->flags);
  position (w, fn->file, fn->line, 0);
}

void
json_block (struct json *w, const struct ghalt_graph *g,
	    const struct ghalt_block *b)
{
  struct ghalt_place line;
  json_count (w, "block", b->number);
  json_count (w, "insns", b->n_insns);
  if (b->flags)
    names_of (w, GHALT_FLAGS_BLOCK, b->flags);
  position (w, b->file, b->line, 0);
  if (b->line && b->last_line)
    json_count (w, "last_line", b->last_line);
  if (b->n_lines == 0)
    return;
  json_open (w, "lines", '[');
  for (uint32_t i = 0; ghalt_block_line (g, b->number, i, &line); i++)
    {
      json_open (w, NULL, '{');
      position (w, line.file, line.line, 0);
      json_close (w, '}');
    }
  json_close (w, ']');
}

void
json_edge (struct json *w, const struct ghalt_edge *e)
{
  json_count (w, "from", e->from);
  json_count (w, "to", e->to);
  json_word (w, "kind", ghalt_flag_name (GHALT_FLAGS_EDGE, e->flags));
  if (e->flags == GHALT_EDGE_INDEX)
    json_count (w, "index", e->index);
}

static void
kind_text (struct json *w, uint32_t kind)
{
  char own[24];
  const char *name = kind_name (kind);
  if (!name)
    snprintf (own, sizeof own, "kind-%" PRIu32, kind);
  json_word (w, "kind", name ? name : own);
}

void
json_point (struct json *w, const struct ghalt_report *r,
	    const struct ghalt_point *p)
{
  struct ghalt_arg arg;
  if (p->kind == HALT_STARTUP)
    json_nothing (w, "id");
  else
    json_id (w, "id", p->id);
  kind_text (w, p->kind);
  json_hex (w, "key", ghalt_key (r, p));
  json_truth (w, "fixed", p->flags & GHALT_POINT_FIXED);
  json_count (w, "block", p->block);
  json_count (w, "insn", p->insn);
  json_word (w, "when", p->flags & GHALT_POINT_AFTER ? "after" : "before");
  position (w, p->file, p->line, p->column);
  if (*p->inlined)
    json_text (w, "inlined", p->inlined);
  if (p->n_args == 0)
    return;
  json_open (w, "args", '[');
  for (uint32_t i = 0; ghalt_arg (r, p, i, &arg); i++)
    json_signed (w, NULL, arg.number);
  json_close (w, ']');
  if (!(p->flags & GHALT_POINT_FORMS))
    return;
  json_open (w, "addresses", '[');
  for (uint32_t i = 0; ghalt_arg (r, p, i, &arg); i++)
    {
      if (!arg.text)
	continue;
      json_open (w, NULL, '{');
      json_count (w, "arg", i + 1);
      if (arg.form == GHALT_ARG_PC)
	json_truth (w, arg_form_name (arg.form), true);
      else
	json_text (w, arg_form_name (arg.form), arg.text);
      json_close (w, '}');
    }
  json_close (w, ']');
}
