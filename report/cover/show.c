/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coverage as a table, as Markdown for a review's comment, and as JSON.  */

#include <string.h>
#include "report/cover/cover.h"
#include "report/json/json.h"
#include "report/tables/table.h"

#define LEAST 12		/* columns for the lines that were never executed */

/* Lines FIRST to LAST.  */
static int
put_range (FILE *out, uint32_t first, uint32_t last, bool more)
{
  return fprintf (out, first == last ? "%s%u" : "%s%u-%u", more ? ", " : "",
		  (unsigned) first, (unsigned) last);
}

/* The lines of FILE that were never executed, in so many COLUMNS; 0: any number.  Lines
   without code are between those of a range.  */
static void
put_never (FILE *out, const struct cover *c, const struct cover_file *file,
	   size_t columns)
{
  const struct coverage *l = &c->coverage;
  const uint32_t *never = c->never + file->first;
  size_t line = 0, used = 0;
  while (line < l->n_lines && l->lines[line].file != file->file)
    line++;
  for (size_t i = 0, end; i < file->n; i = end)
    {
      char text[64];
      while (l->lines[line].line != never[i])
	line++;
      for (end = i + 1; end < file->n; end++)
	if (++line == l->n_lines || l->lines[line].file != file->file
	    || l->lines[line].line != never[end])
	  break;
      FILE *size = fmemopen (text, sizeof text, "w");
      int n = size ? put_range (size, never[i], never[end - 1], i > 0) : 0;
      if (size)
	fclose (size);
      if (columns > 0 && used + (size_t) n + strlen (", ...") > columns
	  && (end < file->n || used + (size_t) n > columns))
	{
	  put_text (out, i > 0 ? ", ..." : "...");
	  return;
	}
      used += (size_t) n;
      put_range (out, never[i], never[end - 1], i > 0);
    }
}

/* --- text -------------------------------------------------------------------- */

/* The width of `hit/found', of all.  */
static unsigned
pair_width (const struct cover_count *n)
{
  return number_width (n->hit) + 1 + number_width (n->found);
}

bool
cover_shown (const struct cover *c, unsigned k)
{
  return k <= COVER_FUNCTIONS
	 || (c->counts[k].found > 0 && k != COVER_FUNCTIONS + WRITTEN_CASES
	     && k != COVER_FUNCTIONS + WRITTEN_CONDITIONS
	     && k != COVER_FUNCTIONS + WRITTEN_STATEMENTS
	     && k != COVER_FUNCTIONS + WRITTEN_CALLS
	     && k != COVER_FUNCTIONS + WRITTEN_UNIQUE);
}

const char *
cover_title (unsigned k)
{
  return k == COVER_FUNCTIONS + WRITTEN_MASKING ? "MC/DC" : cover_words[k];
}

static void
put_counts (FILE *out, const struct cover *c, const struct cover_count *counts,
	    const unsigned *widths)
{
  for (unsigned k = 0; k < COVER_SORTS; k++)
    {
      if (!cover_shown (c, k))
	continue;
      put_spaces (out, widths[k] - pair_width (counts + k));
      fprintf (out, "%" PRIu64 "/%" PRIu64, counts[k].hit, counts[k].found);
      put_percent (out, counts[k].hit, counts[k].found);
      put_text (out, "  ");
    }
}

void
cover_text (FILE *out, const struct cover *c)
{
  const struct suite *r = c->suite;
  unsigned widths[COVER_SORTS], front = 0;
  size_t name = strlen ("file"), columns = r->columns;
  for (unsigned k = 0; k < COVER_SORTS; k++)
    {
      /* The share has 8 columns.  */
      widths[k] = pair_width (c->counts + k);
      if (widths[k] + 8 < strlen (cover_title (k)))
	widths[k] = (unsigned) strlen (cover_title (k)) - 8;
      front += cover_shown (c, k) ? widths[k] + 10 : 0;
    }
  for (size_t i = 0; i < c->n_files; i++)
    if (text_width (c->files[i].shown) > name)
      name = text_width (c->files[i].shown);
  if (columns > 0 && front + name + LEAST > columns)
    name = columns > front + 2 * LEAST ? columns - front - LEAST : LEAST;
  put_text (out, r->colour ? BOLD : "");
  for (unsigned k = 0; k < COVER_SORTS; k++)
    if (cover_shown (c, k))
      {
	put_spaces (out, widths[k] + 8 - strlen (cover_title (k)));
	put_text (out, cover_title (k));
	put_text (out, "  ");
      }
  put_text (out, "file");
  put_spaces (out, name - strlen ("file"));
  put_text (out,
	    r->colour ? "  never executed" PLAIN "\n" : "  never executed\n");
  for (size_t i = 0; i < c->n_files; i++)
    {
      const struct cover_file *f = c->files + i;
      size_t width = text_width (f->shown);
      put_counts (out, c, f->counts, widths);
      put_short (out, f->shown, name);
      if (f->n > 0)
	{
	  put_spaces (out, (width < name ? name - width : 0) + 2);
	  put_never (out, c, f,
		     columns == 0 ? 0
		     : columns > front + name + LEAST
		       ? columns - front - name - 2
		       : LEAST);
	}
      put_text (out, "\n");
    }
  put_counts (out, c, c->counts, widths);
  put_text (out, c->change ? "all that the change touches\n" : "all\n");
}

/* --- Markdown ------------------------------------------------------------------ */

/* A name as code in a table.  */
static void
put_code (FILE *out, const char *text)
{
  put_text (out, "`");
  for (; *text; text++)
    {
      unsigned char c = (unsigned char) *text;
      if (c == '|')
	put_text (out, "\\");
      putc_unlocked (c < ' ' || c == 0x7f || c == '`' ? '?' : c, out);
    }
  put_text (out, "`");
}

static void
put_cells (FILE *out, const struct cover *c, const struct cover_count *counts)
{
  for (unsigned k = 0; k < COVER_SORTS; k++)
    if (!cover_shown (c, k))
      continue;
    else if (counts[k].found == 0)
      put_text (out, " | ");
    else
      {
	fprintf (out, " | %" PRIu64 " of %" PRIu64 " (", counts[k].hit,
		 counts[k].found);
	put_share (out, counts[k].hit, counts[k].found);
	put_text (out, "%)");
      }
}

void
cover_markdown (FILE *out, const struct cover *c)
{
  const struct cover_count *n = c->counts + COVER_LINES;
  put_text (out, c->change ? "### Coverage of the change: " : "### Coverage: ");
  if (n->found == 0)
    {
      put_text (out, "it touches no lines with code\n");
      return;
    }
  fprintf (out, "%" PRIu64 " of %" PRIu64 " lines (", n->hit, n->found);
  put_share (out, n->hit, n->found);
  put_text (out, "%)\n\n| file ");
  for (unsigned k = 0; k < COVER_SORTS; k++)
    if (cover_shown (c, k))
      fprintf (out, "| %s ", cover_title (k));
  put_text (out, "| never executed |\n|---|");
  for (unsigned k = 0; k < COVER_SORTS; k++)
    put_text (out, cover_shown (c, k) ? "---:|" : "");
  put_text (out, "---|\n");
  for (size_t i = 0; i < c->n_files; i++)
    {
      put_text (out, "| ");
      put_code (out, c->files[i].shown);
      put_cells (out, c, c->files[i].counts);
      put_text (out, " | ");
      put_never (out, c, c->files + i, 200);
      put_text (out, " |\n");
    }
  put_text (out, "| **all**");
  put_cells (out, c, c->counts);
  put_text (out, " | |\n");
}

/* --- JSON ------------------------------------------------------------------------ */

static void
put_members (struct json *w, const struct cover_count *counts)
{
  for (unsigned k = 0; k < COVER_SORTS; k++)
    {
      json_open (w, cover_words[k], '{');
      json_count (w, "found", counts[k].found);
      json_count (w, "hit", counts[k].hit);
      json_close (w, '}');
    }
}

void
cover_json (FILE *out, const struct cover *c)
{
  struct json w = json_begin (out, c->suite->fault);
  json_open (&w, NULL, '{');
  json_count (&w, "halt_cover", 1);
  json_suite (&w, c->suite);
  if (c->change)
    json_text (&w, "change", c->change);
  else
    json_nothing (&w, "change");
  json_count (&w, "unknown", c->n_unknown);
  put_members (&w, c->counts);
  json_open (&w, "files", '[');
  for (size_t i = 0; i < c->n_files; i++)
    {
      const struct cover_file *f = c->files + i;
      json_line (&w);
      json_open (&w, NULL, '{');
      json_text (&w, "path", c->coverage.files[f->file].path);
      json_text (&w, "shown", f->shown);
      json_text (&w, "at", f->machine ? "rtl" : "gimple");
      put_members (&w, f->counts);
      json_open (&w, "never", '[');
      for (size_t k = 0; k < f->n; k++)
	json_count (&w, NULL, c->never[f->first + k]);
      json_close (&w, ']');
      json_close (&w, '}');
    }
  json_close (&w, ']');
  json_close (&w, '}');
  json_finish (&w);
}
