/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows that are as wide as the terminal.  */

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "report/table.h"

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

struct ends
ends_begin (size_t columns)
{
  return (struct ends) {
    .columns = columns, .limit = SIZE_MAX, .where = strlen ("where")
  };
}

void
ends_fit (struct ends *e, size_t where, const struct named *n)
{
  if (e->columns == 0)
    {
      if (where <= ALIGNED)
	e->where = table_larger (e->where, where);
      return;
    }
  size_t name = text_width (n->function) + put_suffix (NULL, n);
  e->longest = where > e->longest ? where : e->longest;
  e->name = name > e->name ? name : e->name;
}

/* What both need is given to both; if that is not there, either has half of what
   is, or what the other leaves.  */
void
ends_fitted (struct ends *e, size_t front)
{
  size_t gaps = 4;
  e->front = front;
  if (e->columns == 0)
    return;
  size_t rest = e->columns > front + gaps ? e->columns - front - gaps : 0;
  size_t name = e->name < rest / 2 ? e->name : rest / 2;
  e->limit = rest - name > LEAST_WHERE ? rest - name : LEAST_WHERE;
  e->where = table_larger (strlen ("where"),
			   e->longest < e->limit ? e->longest : e->limit);
}

void
ends_title (FILE *out, const struct ends *e, bool colour)
{
  put_text (out, "  where");
  put_spaces (out, e->where - strlen ("where"));
  put_text (out, colour ? "  function" PLAIN "\n" : "  function\n");
}

void
ends_put (FILE *out, const struct ends *e, size_t where, const struct named *n)
{
  size_t width = table_larger (where, e->where), before = e->front + width + 4;
  put_spaces (out, width - where + 2);
  put_named (out, n,
	     e->columns == 0	   ? SIZE_MAX
	     : e->columns > before ? e->columns - before
				   : 0);
}
