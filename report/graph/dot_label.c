/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands in the box of a block: a table in the markup of Graphviz.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "report/graph/dot.h"

#define LINES 6			/* source lines in a block */
#define COLUMNS 60		/* characters in such a line */
#define POINTS 12		/* points in a block */

void
dot_count (const struct drawing *d, const struct ghalt_count *c)
{
  if (c->how == GHALT_UNKNOWN)
    {
      put_text (d->out, "?");
      return;
    }
  put_text (d->out, c->how == GHALT_DERIVED ? "~" : "");
  put_grouped (d->out, c->n);
}

void
dot_markup (const struct drawing *d, const char *text)
{
  put_markup (d->out, text, strlen (text), 0, 100);
}

/* Choose the source lines to show of block B: all, or if
   they are too many or not in order its first, its last and those of its
   points.  */
static size_t
choose_lines (const struct drawing *d, const struct ghalt_block *b,
	      uint32_t *lines)
{
  size_t n = 0;
  uint32_t last = b->last_line ? b->last_line : b->line;
  if (last - b->line < LINES)
    while (n <= last - b->line)
      {
	lines[n] = b->line + (uint32_t) n;
	n++;
      }
  else
    {
      lines[n++] = b->line;
      lines[n++] = last;
      for (uint32_t i = d->first[b->number];
	   i < d->first[b->number + 1] && n < LINES; i++)
	{
	  struct ghalt_point p = dot_point (d, i);
	  if (p.line && strcmp (p.file, b->file) == 0)
	    lines[n++] = p.line;
	}
    }
  qsort (lines, n, sizeof *lines, order_u32);
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    if (kept == 0 || lines[kept - 1] != lines[i])
      lines[kept++] = lines[i];
  return kept;
}

/* Columns of white space that the N bytes at TEXT begin with; as many as can
   be if there is nothing else.  */
static size_t
indentation (const char *text, size_t n)
{
  size_t column = 0;
  for (size_t i = 0; i < n; i++)
    if (text[i] == '\t')
      column = (column | 7) + 1;
    else if (text[i] == ' ')
      column++;
    else
      return column;
  return SIZE_MAX;
}

static void
put_source (const struct drawing *d, const struct ghalt_block *b)
{
  if (!d->sources || b->line == 0)
    return;
  const char *texts[LINES];
  size_t lengths[LINES], indent = SIZE_MAX;
  uint32_t lines[LINES];
  size_t n = choose_lines (d, b, lines);
  for (size_t i = 0; i < n; i++)
    {
      texts[i] = source_line (d->sources, d->unit.directory, b->file, lines[i],
			      lengths + i);
      if (!texts[i])
	return;
      size_t own = indentation (texts[i], lengths[i]);
      indent = own < indent ? own : indent;
    }
  for (size_t i = 0; i < n; i++)
    {
      if (i > 0 && lines[i] != lines[i - 1] + 1)
	put_text (d->out, "<tr><td align=\"left\">...</td></tr>");
      fprintf (d->out,
	       "<tr><td align=\"left\"><font face=\"monospace\" "
	       "point-size=\"10\">%u&#160;&#160;",
	       lines[i]);
      put_markup (d->out, texts[i], lengths[i], indent == SIZE_MAX ? 0 : indent,
		  COLUMNS);
      put_text (d->out, "</font></td></tr>");
    }
}

/* Points; where a way is drawn they would only distract.  */
static void
put_points (const struct drawing *d, uint32_t block)
{
  if (d->way)
    return;
  for (uint32_t i = d->first[block]; i < d->first[block + 1]; i++)
    {
      struct ghalt_point p = dot_point (d, i);
      put_text (d->out, "<tr><td align=\"left\">");
      uint32_t left = d->first[block + 1] - i;
      if (i - d->first[block] == POINTS - 1 && left > 1)
	{
	  fprintf (d->out, "and %u more points</td></tr>", left);
	  return;
	}
      put_kind (d->out, p.kind);
      if (p.kind != HALT_STARTUP)
	fprintf (d->out, " %" PRIu64, p.id);
      if (p.line)
	{
	  fprintf (d->out, "&#160; line %u", p.line);
	  if (p.column)
	    fprintf (d->out, ":%u", p.column);
	  char *twin = branch_twin (d->names, &p);
	  dot_markup (d, twin ? twin : "");
	  free (twin);
	}
      put_text (d->out, "</td></tr>");
    }
}

/* The first line of a block: number, lines, instructions, flags.  */
static void
put_title (const struct drawing *d, const struct ghalt_block *b)
{
  fprintf (d->out, "<tr><td align=\"left\"><b>%u&#160;&#160;</b>", b->number);
  if (b->line)
    {
      dot_markup (d, basename (b->file));
      fprintf (d->out, ":%u", b->line);
      if (b->last_line && b->last_line != b->line)
	fprintf (d->out, "-%u", b->last_line);
      put_text (d->out, "&#160;&#160;");
    }
  fprintf (d->out, "%u %s%s", b->n_insns,
	   d->unit.flags & GHALT_UNIT_GIMPLE ? "stmt" : "insn",
	   plural (b->n_insns));
  if (b->flags)
    {
      put_text (d->out, "&#160;&#160;");
      put_flags (d->out, block_flags, b->flags);
    }
  put_text (d->out, "</td></tr>");
}

/* How often control was lost in a block.  */
static void
put_loss (const struct drawing *d, const struct ghalt_count *c)
{
  if (c->how == GHALT_UNKNOWN || c->n == 0)
    return;
  put_text (d->out, "not left: ");
  dot_count (d, c);
}

void
dot_label (const struct drawing *d, const struct ghalt_block *b)
{
  put_text (d->out, "<<table border=\"0\" cellspacing=\"0\" "
		    "cellpadding=\"1\">");
  put_title (d, b);
  if (d->counted)
    {
      put_text (d->out, "<tr><td align=\"left\"><font point-size=\"13\"><b>");
      dot_count (d, &b->count);
      put_text (d->out, "&#160;&#160;</b></font>");
      put_loss (d, &b->lost);
      put_text (d->out, "</td></tr>");
    }
  put_source (d, b);
  put_points (d, b->number);
  put_text (d->out, "</table>>");
}
