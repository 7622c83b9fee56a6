/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows that are as wide as the terminal.  */

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "report/tables/table.h"

#define ALIGNED 40		/* longer positions are not, in rows of any width */
#define LEAST_WHERE 10
#define LEAST_NAME 8

size_t
ends_columns (bool wide)
{
  const char *wish = getenv ("COLUMNS");
  struct winsize size;
  unsigned long n = wish ? strtoul (wish, NULL, 10) : 0;
  if (wide)
    return 0;
  if (n > 0)
    return n;
  return isatty (STDOUT_FILENO) && ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) == 0
	   ? size.ws_col
	   : 0;
}

bool
ends_colour (void)
{
  const char *no = getenv ("NO_COLOR"), *terminal = getenv ("TERM");
  return isatty (STDOUT_FILENO) && !(no && *no)
	 && !(terminal && strcmp (terminal, "dumb") == 0);
}

/* Write to OUT what stands after the name.  Returns its width.  OUT may be
   NULL.  */
static size_t
put_suffix (FILE *out, const struct named *n)
{
  const char *object = n->object ? basename (n->object) : NULL;
  if (out && object)
    {
      put_text (out, " [");
      put_printable (out, object);
      put_text (out, "]");
    }
  if (out && n->shared)
    put_text (out, " (shared id)");
  return (object ? text_width (object) + strlen (" []") : 0)
	 + (n->shared ? strlen (" (shared id)") : 0);
}

void
put_named (FILE *out, const struct named *n, size_t columns)
{
  size_t suffix = put_suffix (NULL, n);
  if (columns == SIZE_MAX)
    put_printable (out, n->function);
  else
    put_short (out, n->function,
	       columns > suffix + LEAST_NAME ? columns - suffix : LEAST_NAME);
  put_suffix (out, n);
}

/* --- tables ----------------------------------------------------------------- */

struct grid
grid_begin (FILE *out, size_t columns, bool colour)
{
  return (struct grid) { .to = out,
			 .columns = columns,
			 .colour = colour,
			 .limit = SIZE_MAX,
			 .rest = SIZE_MAX,
			 .where = strlen ("where") };
}

static size_t
larger (size_t a, size_t b)
{
  return a > b ? a : b;
}

/* Share the columns after FRONT between places and names.  Both get what they need if
   there is room.  Else each gets half, or more if the other needs less than half.  */
static void
share_rest (struct grid *g, size_t front)
{
  if (g->columns == 0)
    return;
  g->rest = g->columns > front + 2 ? g->columns - front - 2 : 0;
  size_t rest = g->columns > front + 4 ? g->columns - front - 4 : 0;
  size_t name = g->name < rest / 2 ? g->name : rest / 2;
  g->limit = larger (rest - name, LEAST_WHERE);
  g->where = larger (g->where, g->longest < g->limit ? g->longest : g->limit);
}

static void
put_right (FILE *out, const char *text, size_t width)
{
  size_t own = strlen (text);
  put_spaces (out, width > own ? width - own : 0);
  put_text (out, text);
}

static void
put_left (FILE *out, const char *text, const struct grid_column *c)
{
  size_t own = c->gap + text_width (text);
  put_spaces (out, c->gap);
  put_text (out, text);
  put_spaces (out, c->width > own ? c->width - own : 0);
}

bool
grid_pass (struct grid *g)
{
  size_t front = 0;
  if (g->pass++ != 1)
    return g->pass == 1;
  if (g->n == 0 && !g->last)
    return false;
  g->out = g->to;
  put_text (g->out, g->colour ? BOLD : "");
  for (const struct grid_column *c = g->column; c < g->column + g->n; c++)
    {
      front += c->width;
      if (c->left)
	put_left (g->out, c->title, c);
      else
	put_right (g->out, c->title, c->width);
    }
  share_rest (g, front);
  if (g->last)
    put_text (g->out, "  ");
  put_text (g->out, g->last ? g->last : "");
  if (g->functions)
    {
      put_spaces (g->out, g->where - strlen (g->last));
      put_text (g->out, "  function");
    }
  put_text (g->out, g->colour ? PLAIN "\n" : "\n");
  return true;
}

void
grid_row (struct grid *g, bool faint)
{
  g->at = 0;
  g->faint = faint && g->colour;
  if (g->out && g->faint)
    put_text (g->out, FAINT);
}

void
grid_least (struct grid *g, size_t width)
{
  g->least = width;
}

/* The next column, called TITLE, in which OWN columns are needed, now or when they are
   written.  */
static struct grid_column *
next_column (struct grid *g, const char *title, size_t own)
{
  struct grid_column *c = g->column + g->at++;
  if (g->at > g->n)
    {
      size_t gap = g->n++ > 0 ? 2 : g->indent;
      *c = (struct grid_column) { title, gap + strlen (title), gap, false };
    }
  if (!g->out)
    c->width = larger (c->width, c->gap + larger (own, g->least));
  g->least = 0;
  return c;
}

void
grid_number (struct grid *g, const char *title, uint64_t n)
{
  size_t own = number_width (n);
  const struct grid_column *c = next_column (g, title, own);
  if (!g->out)
    return;
  put_spaces (g->out, c->width > own ? c->width - own : 0);
  put_number (g->out, n);
}

void
grid_text (struct grid *g, const char *title, const char *text)
{
  const struct grid_column *c = next_column (g, title, strlen (text));
  if (g->out)
    put_right (g->out, text, c->width);
}

void
grid_percent (struct grid *g, const char *title, uint64_t part, uint64_t whole)
{
  char text[SHARE_SIZE];
  grid_fixed (g, title, whole ? share_text (text, part, whole) : "-", 8);
}

void
grid_left (struct grid *g, const char *title, const char *text)
{
  struct grid_column *c = next_column (g, title, text_width (text));
  c->left = true;
  if (g->out)
    put_left (g->out, text, c);
}

void
grid_fixed (struct grid *g, const char *title, const char *text, size_t width)
{
  struct grid_column *c = next_column (g, title, 0);
  c->width = width;
  if (g->out)
    put_right (g->out, text, width);
}

FILE *
grid_where (struct grid *g)
{
  g->functions = true;
  return grid_last (g, "where");
}

void
grid_function (struct grid *g, size_t where, const struct named *n)
{
  if (g->out)
    {
      size_t width = larger (where, g->where);
      put_spaces (g->out, width - where + 2);
      put_named (g->out, n,
		 g->columns == 0       ? SIZE_MAX
		 : g->rest > width + 2 ? g->rest - width - 2
				       : 0);
    }
  else if (g->columns > 0)
    {
      g->longest = larger (g->longest, where);
      g->name = larger (g->name,
			text_width (n->function) + put_suffix (NULL, n));
    }
  else if (where <= ALIGNED)
    g->where = larger (g->where, where);
  grid_end (g);
}

FILE *
grid_last (struct grid *g, const char *title)
{
  g->last = title;
  if (g->out)
    put_text (g->out, "  ");
  return g->out;
}

void
grid_end (struct grid *g)
{
  if (g->out)
    put_text (g->out, g->faint ? PLAIN "\n" : "\n");
}
