/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells of CSV.  */

#include <string.h>
#include "report/exchange/csv.h"

struct csv
csv_begin (FILE *out, const char *columns)
{
  put_text (out, columns);
  put_text (out, "\n");
  return (struct csv) { .out = out };
}

static void
lead (struct csv *w)
{
  if (w->more)
    putc_unlocked (',', w->out);
  w->more = true;
}

void
csv_text (struct csv *w, const char *text)
{
  size_t length = strlen (text);
  bool quote = text[strcspn (text, ",\"\r\n")] != '\0';
  lead (w);
  if (quote)
    putc_unlocked ('"', w->out);
  for (size_t i = 0; i < length;)
    {
      size_t one = utf8_length (text + i, length - i);
      if (text[i] == '"')
	putc_unlocked ('"', w->out);
      if (one > 0)
	fwrite_unlocked (text + i, 1, one, w->out);
      else
	put_text (w->out, "\xef\xbf\xbd");
      i += one ? one : 1;
    }
  if (quote)
    putc_unlocked ('"', w->out);
}

void
csv_number (struct csv *w, uint64_t n)
{
  lead (w);
  put_number (w->out, n);
}

FILE *
csv_plain (struct csv *w)
{
  lead (w);
  return w->out;
}

void
csv_nothing (struct csv *w)
{
  lead (w);
}

void
csv_end (struct csv *w)
{
  putc_unlocked ('\n', w->out);
  w->more = false;
}

/* --- cells of several outputs ------------------------------------------- */

void
csv_function (struct csv *w, const struct ghalt_report *r,
	      const struct ghalt_function *fn)
{
  struct ghalt_unit u;
  struct ghalt_object o;
  ghalt_unit (r, fn->unit, &u);
  ghalt_object (r, u.object, &o);
  csv_text (w, o.path);
  csv_text (w, fn->name);
  csv_text (w, fn->pretty);
}

/* N, unless it is 0 and so not known.  */
static void
put_known (struct csv *w, uint32_t n)
{
  if (n > 0)
    csv_number (w, n);
  else
    csv_nothing (w);
}

void
csv_point (struct csv *w, const struct ghalt_report *r,
	   const struct ghalt_function *fn, const struct ghalt_point *p)
{
  if (kind_name (p->kind))
    csv_text (w, kind_name (p->kind));
  else
    put_kind (csv_plain (w), p->kind);
  if (p->kind == HALT_STARTUP)
    csv_nothing (w);
  else
    csv_number (w, p->id);
  csv_function (w, r, fn);
  csv_text (w, p->line > 0 ? p->file : "");
  put_known (w, p->line);
  put_known (w, p->column);
  csv_number (w, p->block);
  csv_number (w, p->insn);
  csv_text (w, p->flags & GHALT_POINT_AFTER ? "after" : "before");
  csv_text (w, p->inlined);
}

static void
put_indices (FILE *out, const struct ghalt_point *p)
{
  for (uint64_t i = 0; i < p->n_indices; i++)
    {
      fprintf (out, "%s%" PRIu64 ":%" PRIu64, i > 0 ? " " : "",
	       p->indices[i].index, p->indices[i].count);
    }
}

void
csv_count (struct csv *w, const struct ghalt_point *p, enum csv_count what)
{
  enum cells cells = p->recorded ? kind_counts (p->kind) : CELLS_NONE;
  if (p->recorded && what == CSV_EVENTS)
    csv_number (w, p->events);
  else if (cells == CELLS_WAYS && (what == CSV_NOT_TAKEN || what == CSV_TAKEN))
    csv_number (w, p->counters[what == CSV_TAKEN]);
  else if (cells == CELLS_BYTES && what == CSV_BYTES)
    csv_number (w, p->counters[1]);
  else if (cells == CELLS_INDICES && what == CSV_INDICES)
    put_indices (csv_plain (w), p);
  else
    csv_nothing (w);
}
