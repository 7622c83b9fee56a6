/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The objects that JSON summaries and reports are made of.  Their schemas are
   docs/schema/summary.json and report.json.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "summarize/json.h"

static void *
allocate (size_t size)
{
  return grow (NULL, size, 1);
}

void
json_start (void)
{
  json_set_alloc_funcs (allocate, free);
}

void
json_put (json_t *object, const char *key, json_t *value)
{
  json_object_set_new_nocheck (object, key, value);
}

json_t *
json_text (const char *text)
{
  size_t length = strlen (text), n = 0;
  for (size_t i = 0; i < length; n++)
    {
      size_t one = utf8_length (text + i, length - i);
      if (one == 0)
	break;
      i += one;
      if (i == length)
	return json_string_nocheck (text);
    }
  char *copy = grow (NULL, 3 * length + 1, 1), *end = copy;
  for (size_t i = 0; i < length;)
    {
      size_t one = utf8_length (text + i, length - i);
      end = mempcpy (end, one ? text + i : "\xef\xbf\xbd", one ? one : 3);
      i += one ? one : 1;
    }
  json_t *made = json_stringn_nocheck (copy, (size_t) (end - copy));
  free (copy);
  return made;
}

json_t *
json_count (uint64_t n)
{
  return json_integer (n > INT64_MAX ? INT64_MAX : (json_int_t) n);
}

json_t *
json_id (uint64_t n)
{
  char digits[24];
  if (n <= INT64_MAX)
    return json_integer ((json_int_t) n);
  snprintf (digits, sizeof digits, "%" PRIu64, n);
  return json_string_nocheck (digits);
}

json_t *
json_hex (uint64_t n)
{
  char digits[20];
  snprintf (digits, sizeof digits, "%016" PRIx64, n);
  return json_string_nocheck (digits);
}

static int
append (const char *text, size_t n, void *out)
{
  return fwrite_unlocked (text, 1, n, out) == n ? 0 : -1;
}

/* What cannot be written is found out when standard output is closed.  */
void
json_write (FILE *out, json_t *object)
{
  json_dump_callback (object, append, out, JSON_COMPACT);
  json_decref (object);
}

void
json_open (FILE *out, json_t *object, const char *key)
{
  char *text = json_dumps (object, JSON_COMPACT);
  text[strlen (text) - 1] = 0;
  put_text (out, text);
  put_text (out, text[1] ? ",\"" : "\"");
  put_text (out, key);
  put_text (out, "\":[");
  free (text);
  json_decref (object);
}

static json_t *
names_of (const struct flag_name *table, uint32_t flags)
{
  json_t *list = json_array ();
  for (; table->bit; table++)
    if (flags & table->bit)
      json_array_append_new (list, json_text (table->name));
  return list;
}

/* Where O is; nothing if that is not known.  */
static void
position (json_t *o, const struct map *m, uint32_t file, uint32_t line,
	  uint32_t column)
{
  if (line == 0)
    return;
  json_put (o, "file", json_text (m->strings + file));
  json_put (o, "line", json_integer (line));
  if (column)
    json_put (o, "column", json_integer (column));
}

json_t *
json_unit (const struct unit *u, uint64_t base)
{
  const struct halt_map *h = u->map.header;
  const char *s = u->map.strings;
  json_t *o = json_object ();
  json_put (o, "base", json_id (base));
  json_put (o, "ids", json_id (h->n_ids));
  json_put (o, "checksum", json_hex (h->checksum));
  json_put (o, "at", json_text (h->flags & HALT_UNIT_GIMPLE ? "gimple"
				: "rtl"));
  json_put (o, "source", json_text (s + h->source));
  json_put (o, "directory", json_text (s + h->directory));
  json_put (o, "producer", json_text (s + h->producer));
  if (u->member)
    json_put (o, "member", json_text (u->member));
  return o;
}

json_t *
json_function (const struct unit *u, uint32_t function)
{
  const struct map *m = &u->map;
  const struct halt_map_function *fn = m->functions + function;
  uint64_t address = m->addresses[function];
  json_t *o = json_object ();
  json_put (o, "name", json_text (m->strings + fn->name));
  json_put (o, "pretty", json_text (function_name (m, fn)));
  json_put (o, "address", u->discarded[function] || address == 0
	    ? json_null () : json_hex (address));
  json_put (o, "discarded", json_boolean (u->discarded[function]));
  json_put (o, "cfg", json_hex (fn->cfg_checksum));
  json_put (o, "flags", names_of (function_flags, fn->flags));
  position (o, m, fn->file, fn->line, 0);
  return o;
}

json_t *
json_block (const struct map *m, const struct halt_map_block *b,
	    uint32_t number, const struct halt_map_line *line)
{
  json_t *o = json_object ();
  json_put (o, "block", json_integer (number));
  json_put (o, "insns", json_integer (b->n_insns));
  if (b->flags)
    json_put (o, "flags", names_of (block_flags, b->flags));
  position (o, m, b->file, b->line, 0);
  if (b->line && b->last_line)
    json_put (o, "last_line", json_integer (b->last_line));
  if (b->n_lines == 0)
    return o;
  json_t *lines = json_array ();
  for (uint32_t i = 0; i < b->n_lines; i++)
    {
      json_t *one = json_object ();
      position (one, m, line[i].file, line[i].line, 0);
      json_array_append_new (lines, one);
    }
  json_put (o, "lines", lines);
  return o;
}

json_t *
json_edge (const struct halt_map_edge *e)
{
  json_t *o = json_object ();
  json_put (o, "from", json_integer (e->from));
  json_put (o, "to", json_integer (e->to));
  json_put (o, "kind", json_text (edge_kind_name (e->flags)));
  if (e->flags == HALT_EDGE_INDEX)
    json_put (o, "index", json_integer (e->index));
  return o;
}

static json_t *
kind_text (uint32_t kind)
{
  char own[24];
  const char *name = kind_name (kind);
  snprintf (own, sizeof own, "kind-%" PRIu32, kind);
  return json_text (name ? name : own);
}

json_t *
json_point (const struct map *m, const struct halt_map_point *p,
	    uint64_t base)
{
  json_t *o = json_object ();
  json_put (o, "id", p->kind == HALT_STARTUP ? json_null ()
	    : json_id (point_id (p, base)));
  json_put (o, "kind", kind_text (p->kind));
  json_put (o, "fixed", json_boolean (p->flags & HALT_POINT_FIXED));
  json_put (o, "block", json_integer (p->block));
  json_put (o, "insn", json_integer (p->insn));
  json_put (o, "when", json_text (p->flags & HALT_POINT_AFTER ? "after"
				  : "before"));
  position (o, m, p->file, p->line, p->column);
  if (m->strings[p->inlined])
    json_put (o, "inlined", json_text (m->strings + p->inlined));
  if (p->n_args == 0)
    return o;
  json_t *args = json_array ();
  for (uint32_t i = 0; i < p->n_args; i++)
    json_array_append_new (args, json_integer (m->args[p->first_arg + i]));
  json_put (o, "args", args);
  return o;
}
