/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples as text, one after the other, and as lines of JSON.  */

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "ghalt/top/top.h"

/* --- waiting ---------------------------------------------------------------- */

volatile int top_caught;
static sigset_t before;

static void
caught (int number)
{
  top_caught = number;
}

void
top_catch (void)
{
  static const int ends[] = { SIGINT, SIGTERM, SIGHUP };
  const struct sigaction action = { .sa_handler = caught };
  sigset_t ours;
  sigemptyset (&ours);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    {
      struct sigaction old;
      sigaddset (&ours, ends[i]);
      if (sigaction (ends[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
	sigaction (ends[i], &action, NULL);
    }
  /* They come while we wait, and at no other time.  */
  sigprocmask (SIG_BLOCK, &ours, &before);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    sigdelset (&before, ends[i]);
}

bool
top_wait (const struct top *t, double seconds, bool keys)
{
  const struct timespec time = { (time_t) seconds,
				 (long) ((seconds - floor (seconds)) * 1e9) };
  struct pollfd files[2] = {
    { keys ? STDIN_FILENO : -1, POLLIN, 0 },
    { t->facts.ended == GHALT_RUNS ? t->gone : -1, POLLIN, 0 }
  };
  ppoll (files, 2, seconds >= 0 ? &time : NULL, &before);
  /* A terminal that is gone has nothing to say any more.  */
  return top_caught == 0
	 && !(files[0].revents & (POLLHUP | POLLERR | POLLNVAL));
}

/* --- JSON ------------------------------------------------------------------- */

/* A text that may be no UTF-8.  */
static json_t *
json_text (const char *text)
{
  json_t *value = text ? json_string (text) : json_null ();
  char *copy = value ? NULL : strdup (text);
  for (char *p = copy; p && *p; p++)
    if (*p & 0x80)
      *p = '?';
  if (copy)
    value = json_string (copy);
  free (copy);
  return value;
}

static json_t *
json_number (uint64_t n)
{
  return json_integer (n > INT64_MAX ? INT64_MAX : (json_int_t) n);
}

/* Null if it is not known.  */
static json_t *
json_rate (bool known, uint64_t gained, double seconds)
{
  return known && seconds > 0 ? json_real ((double) gained / seconds)
			      : json_null ();
}

static json_t *
json_row (const struct top *t, const struct top_row *row, enum top_view view)
{
  json_t *o = json_object ();
  double interval = top_interval (t), age = top_age (t);
  bool line = view == TOP_LINES || view == TOP_SOURCE;
  json_object_set_new (o, "rate",
		       json_rate (row->count.rated, row->count.gained,
				  interval));
  json_object_set_new (o, "count",
		       row->count.known ? json_number (row->count.now)
					: json_null ());
  json_object_set_new (o, "since_start",
		       json_rate (row->count.known, row->count.now, age));
  if (row->other.known)
    {
      const char *name = view == TOP_POINTS ? "misses" : "calls";
      json_object_set_new (o, name, json_number (row->other.now));
      json_object_set_new (o, view == TOP_POINTS ? "miss_rate" : "call_rate",
			   json_rate (row->other.rated, row->other.gained,
				      interval));
    }
  if (row->taken >= 0)
    json_object_set_new (o, "taken", json_real (row->taken));
  if (row->kind != TOP_NO_KIND)
    {
      json_object_set_new (o, "kind", json_text (ghalt_kind (row->kind)->word));
      json_object_set_new (o, "id", json_number (row->key));
    }
  if (!line)
    json_object_set_new (o, "function", json_text (row->name));
  json_object_set_new (o, "where", json_text (row->where));
  if (line)
    json_object_set_new (o, "text", json_text (row->text));
  return o;
}

void
top_put_json (FILE *out, const struct top *t, const struct top_rows *r,
	      enum top_order order, size_t n)
{
  char text[512];
  json_t *o = json_object (), *rows = json_array (), *notes = json_array ();
  json_object_set_new (o, "program", json_text (t->name));
  json_object_set_new (o, "pid", json_integer (t->pid));
  json_object_set_new (o, "state",
		       json_text (top_state (t, text, sizeof text)));
  json_object_set_new (o, "running",
		       json_boolean (t->facts.ended == GHALT_RUNS));
  json_object_set_new (o, "age", json_real (top_age (t)));
  json_object_set_new (o, "interval", json_real (top_interval (t)));
  json_object_set_new (o, "view", json_text (top_view_name (r->view)));
  json_object_set_new (o, "sort", json_text (top_order_name (order, r->view)));
  json_object_set_new (o, "events", json_text (r->events));
  json_object_set_new (o, "rate",
		       json_rate (t->before.report && !r->off, r->all,
				  top_interval (t)));
  json_object_set_new (o, "count",
		       r->off ? json_null () : json_number (r->total));
  if (t->switched.on + t->switched.off > 0)
    {
      json_object_set_new (o, "points_on", json_number (t->switched.on));
      json_object_set_new (o, "points_off", json_number (t->switched.off));
    }
  for (size_t i = 0; i < r->n && i < n; i++)
    if (r->view != TOP_SOURCE || r->rows[i].code)
      json_array_append_new (rows, json_row (t, r->rows + i, r->view));
  for (size_t i = 0; top_note (t, i, text, sizeof text); i++)
    json_array_append_new (notes, json_text (text));
  json_object_set_new (o, "rows", rows);
  json_object_set_new (o, "notes", notes);
  json_dumpf (o, out, JSON_COMPACT | JSON_REAL_PRECISION (12));
  fputc ('\n', out);
  json_decref (o);
}

/* --- text ------------------------------------------------------------------- */

/* TEXT with a question mark for what would upset a terminal.  */
static void
put_visible (FILE *out, const char *text)
{
  for (; text && *text; text++)
    fputc ((unsigned char) *text < ' ' || *text == 0x7f ? '?' : *text, out);
}

static void
put_head (FILE *out, const struct top *t, const struct top_rows *r)
{
  char line[1024];
  for (size_t i = 0; top_head (t, r, i, line, sizeof line); i++)
    {
      put_visible (out, line);
      fputc ('\n', out);
    }
}

static void
put_rows (FILE *out, struct top *t, struct top_rows *r, size_t n)
{
  char line[2048];
  struct top_columns c = { .columns = 0 };
  top_layout (&c, r, 0, n);
  fprintf (out, "%s\n", top_title (&c, r, line, sizeof line));
  for (size_t i = 0; i < n; i++)
    {
      put_visible (out, top_line (&c, t, r, i, line, sizeof line));
      fputc ('\n', out);
    }
}

/* Fill R with what W asks for.  */
static bool
fill_rows (struct top_rows *r, struct top *t, const struct top_wish *w,
	   struct fault *f)
{
  size_t number;
  if (w->function)
    return top_find_function (t, w->function, &number, f)
	   && top_fill_source (r, t, number, f);
  r->view = w->view;
  if (!top_fill (r, t, w->order, w->rows < 1000000 ? w->rows : 1000000, f))
    return false;
  top_sort (r, w->order);
  return true;
}

static bool
put_sample (struct top *t, struct top_rows *r, const struct top_wish *w,
	    bool first, struct fault *f)
{
  if (!fill_rows (r, t, w, f))
    return false;
  size_t n = w->rows < r->n ? (size_t) w->rows : r->n;
  top_describe (r, 0, n, t);
  if (w->json)
    top_put_json (stdout, t, r, w->order, n);
  else
    {
      if (!first)
	fputc ('\n', stdout);
      put_head (stdout, t, r);
      put_rows (stdout, t, r, n);
    }
  return fflush (stdout) == 0 && !ferror (stdout);
}

bool
top_batch (struct top *t, const struct top_wish *w, struct fault *f)
{
  struct top_rows r = { .view = w->view };
  bool ok = true;
  top_catch ();
  for (uint64_t i = 0; ok && i < w->iterations; i++)
    {
      bool runs = t->facts.ended == GHALT_RUNS;
      if (!runs && i > 0)
	break;
      if (runs && !top_wait (t, w->delay, false))
	break;
      if (runs && !top_sample (t, f))
	{
	  ok = false;
	  break;
	}
      if (!put_sample (t, &r, w, i == 0, f))
	{
	  /* That the output cannot be written is said by who called.  */
	  ok = ferror (stdout);
	  break;
	}
    }
  top_release (&r);
  return ok && (!w->output || top_write (t, w->output, f));
}
