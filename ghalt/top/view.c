/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows and what stands above them, as lines of text.  */

#include <stdarg.h>
#include <string.h>

#include "report/tables/table.h"
#include "ghalt/top/top.h"

/* A line that text is added to; what does not fit is cut off.  */
struct line
{
  char *text;
  size_t size, n;
};

static void __attribute__ ((format (printf, 2, 3)))
print_text (struct line *l, const char *format, ...)
{
  va_list args;
  if (l->n >= l->size)
    return;
  va_start (args, format);
  int n = vsnprintf (l->text + l->n, l->size - l->n, format, args);
  va_end (args);
  l->n = n < 0 || (size_t) n >= l->size - l->n ? l->size : l->n + (size_t) n;
}

size_t
top_width (const char *text)
{
  size_t n = 0;
  for (; text && *text; text++)
    n += (*text & 0xc0) != 0x80;
  return n;
}

/* TEXT, and spaces up to WIDTH.  */
static void
put_left (struct line *l, const char *text, size_t width)
{
  size_t is = top_width (text);
  print_text (l, "%s%*s", text ? text : "", is < width ? (int) (width - is) : 0,
	      "");
}

/* With tabs as spaces.  */
static void
put_source (struct line *l, const char *text)
{
  size_t column = 0;
  for (; text && *text; text++)
    if (*text == '\t')
      do
	print_text (l, " ");
      while (++column % 8 != 0);
    else
      {
	print_text (l, "%c", *text);
	column += (*text & 0xc0) != 0x80;
      }
}

/* --- above the rows ----------------------------------------------------------- */

bool
top_head (const struct top *t, const struct top_rows *r, size_t i, char *text,
	  size_t size)
{
  char time[TOP_NUMBER], points[TOP_NUMBER], rate[TOP_NUMBER], all[TOP_NUMBER],
    state[64];
  struct line l = { text, size, 0 };
  if (i == 0)
    {
      print_text (&l, "%s (process %d) %s, up %s; %zu object%s, %s point%s",
		  t->name, (int) t->pid, top_state (t, state, sizeof state),
		  top_time_text (time, top_age (t)), t->of.n_objects,
		  plural (t->of.n_objects),
		  top_number_text (points, t->n_points), plural (t->n_points));
      return true;
    }
  if (i == 1)
    {
      double interval = top_interval (t);
      if (r->off)
	{
	  print_text (&l, "%s: not counted, as the points that tell are off",
		      r->events);
	  return true;
	}
      print_text (&l, "%s %s/s",
		  top_rate_text (rate, top_rate (r->all, interval)), r->events);
      if (interval > 0)
	print_text (&l, " in %.1f s", interval);
      print_text (&l, ", %s/s since the start, %s in all",
		  top_rate_text (rate, top_rate (r->total, top_age (t))),
		  top_number_text (all, r->total));
      return true;
    }
  return top_note (t, i - 2, text, size);
}

/* --- rows --------------------------------------------------------------------- */

#define RATE 8			/* columns for a rate, and what separates it */
#define SHARE 7
#define NARROW 80		/* columns of a terminal that has no room for all */
#define LINED_UP 60		/* columns of names that are, where there is no terminal */

void
top_layout (struct top_columns *c, const struct top_rows *r, size_t first,
	    size_t n)
{
  char number[TOP_NUMBER];
  size_t most = 0;
  c->count = strlen (r->events) + 2;
  for (size_t i = first; i < r->n && i < first + n; i++)
    {
      const struct top_row *row = r->rows + i;
      const char *text = r->view == TOP_FUNCTIONS ? row->name : row->where;
      size_t is = strlen (top_number_text (number, row->count.now)) + 2;
      c->count = is > c->count ? is : c->count;
      is = top_width (text);
      most = is > most ? is : most;
    }
  c->text = most > LINED_UP ? LINED_UP : most;
  c->narrow = c->columns > 0 && c->columns < NARROW;
  if (c->columns > 0)
    {
      size_t left = (c->narrow ? 2 : 3) * RATE + SHARE + c->count;
      size_t room = c->columns > left + 30 ? c->columns - left - 20 : 10;
      c->text = most < room ? most : room;
    }
}

/* TEXT in WIDTH columns of C: on a terminal it loses its beginning or its end.  */
static void
put_fitted (struct line *l, const struct top_columns *c, const char *text,
	    size_t width, bool end)
{
  size_t is = top_width (text);
  if (is <= width || width < 4 || c->columns == 0)
    {
      put_left (l, text, width);
      return;
    }
  if (!end)
    {
      /* Of a place the end is what tells.  */
      for (size_t skip = is - width + 3; skip > 0; text++)
	skip -= (*text & 0xc0) != 0x80;
      while ((*text & 0xc0) == 0x80)
	text++;
      print_text (l, "...%s", text);
      return;
    }
  for (size_t left = width - 3; left > 0; text++)
    {
      print_text (l, "%c", *text);
      left -= (text[1] & 0xc0) != 0x80;
    }
  print_text (l, "...");
}

const char *
top_title (const struct top_columns *c, const struct top_rows *r, char *text,
	   size_t size)
{
  struct line l = { text, size, 0 };
  bool source = r->view == TOP_SOURCE;
  print_text (&l, "%*s", RATE - 1, "rate/s");
  if (!source)
    print_text (&l, "%*s", SHARE, "%");
  print_text (&l, "%*s", (int) c->count, r->events);
  if (!c->narrow)
    print_text (&l, "%*s", RATE, "avg/s");
  switch (r->view)
    {
    case TOP_FUNCTIONS:
      print_text (&l, "%*s  ", RATE, "calls/s");
      put_left (&l, "function", c->text);
      print_text (&l, "  where");
      break;
    case TOP_POINTS:
      print_text (&l, "%*s%*s  ", RATE, "miss/s", SHARE, "taken%");
      put_left (&l, "where", c->text);
      print_text (&l, "  function");
      break;
    case TOP_LINES:
      print_text (&l, "  ");
      put_left (&l, "where", c->text);
      print_text (&l, "  source");
      break;
    default:
      print_text (&l, "%7s  source", "line");
    }
  return text;
}

/* A rate of something that may not be known, or OFF.  */
static const char *
rate_of (char *text, bool known, bool off, uint64_t n, double seconds,
	 bool code)
{
  if (!code)
    return "";
  if (off)
    return "off";
  if (!known)
    return seconds > 0 ? "?" : "-";
  return top_rate_text (text, top_rate (n, seconds));
}

static void
put_numbers (struct line *l, const struct top_columns *c, const struct top *t,
	     const struct top_rows *r, const struct top_row *row)
{
  char text[TOP_NUMBER], share[SHARE_SIZE];
  double interval = top_interval (t);
  bool code = r->view != TOP_SOURCE || row->code;
  bool blind = !t->before.report;
  print_text (l, "%*s", RATE - 1,
	      rate_of (text, row->count.rated, row->count.off,
		       row->count.gained, interval, code));
  if (r->view != TOP_SOURCE && (blind || r->all == 0))
    print_text (l, "%*s", SHARE, "-");
  else if (r->view != TOP_SOURCE && row->count.off)
    print_text (l, "%*s", SHARE, "off");
  else if (r->view != TOP_SOURCE)
    print_text (l, "%*s", SHARE, share_text (share, row->count.gained, r->all));
  print_text (l, "%*s", (int) c->count,
	      !code		 ? ""
	      : row->count.known ? top_number_text (text, row->count.now)
	      : row->count.off	 ? "off"
				 : "?");
  if (!c->narrow)
    print_text (l, "%*s", RATE,
		rate_of (text, row->count.known,
			 row->count.off && !row->count.known, row->count.now,
			 top_age (t), code));
}

const char *
top_line (const struct top_columns *c, const struct top *t,
	  const struct top_rows *r, size_t i, char *text, size_t size)
{
  struct line l = { text, size, 0 };
  char rate[TOP_NUMBER], share[SHARE_SIZE];
  const struct top_row *row = r->rows + i;
  const char *where = row->where ? row->where : "";
  put_numbers (&l, c, t, r, row);
  switch (r->view)
    {
    case TOP_FUNCTIONS:
      print_text (&l, "%*s  ", RATE,
		  row->other.known || row->other.off
		    ? rate_of (rate, row->other.rated, row->other.off,
			       row->other.gained, top_interval (t), true)
		    : "-");
      put_fitted (&l, c, row->name, c->text, true);
      print_text (&l, "  %s", where);
      break;
    case TOP_POINTS:
      print_text (&l, "%*s", RATE,
		  row->other.known || row->other.off
		    ? rate_of (rate, row->other.rated, row->other.off,
			       row->other.gained, top_interval (t), true)
		    : "-");
      if (row->taken >= 0)
	print_text (&l, "%*s  ", SHARE, share_text (share, row->took, row->of));
      else
	print_text (&l, "%*s  ", SHARE, "-");
      put_fitted (&l, c, where, c->text, false);
      print_text (&l, "  %s", row->name ? row->name : "");
      break;
    case TOP_LINES:
      print_text (&l, "  ");
      put_fitted (&l, c, where, c->text, false);
      print_text (&l, "  ");
      put_source (&l, row->text ? row->text + strspn (row->text, " \t") : "");
      break;
    default:
      print_text (&l, "%7u  ", (unsigned) row->key);
      put_source (&l, row->text);
    }
  return text;
}
