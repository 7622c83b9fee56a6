/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows, whatever they are of: gains, rates, order, search, numbers as text.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "ghalt/top/top.h"

struct top_row *
top_add (struct top_rows *r)
{
  if (!grow (&r->rows, r->n, sizeof *r->rows))
    return NULL;
  r->rows[r->n] = (struct top_row) { .taken = -1 };
  return &r->rows[r->n++];
}

void
top_release (struct top_rows *r)
{
  for (size_t i = 0; i < r->n; i++)
    {
      free (r->rows[i].where);
      free (r->rows[i].text);
    }
  free (r->rows);
  *r = (struct top_rows) { .view = r->view };
}

void
top_cut (struct top_rows *r, size_t n)
{
  while (r->n > n)
    {
      free (r->rows[--r->n].where);
      free (r->rows[r->n].text);
    }
}

struct top_count
top_gain (uint64_t before, uint64_t now)
{
  uint64_t gained = now >= before ? now - before : now < before / 2 ? now : 0;
  return (struct top_count) { now, gained, true, true, false };
}

/* --- order ------------------------------------------------------------------ */

static int
compare_counts (uint64_t a, uint64_t b)
{
  return a > b ? -1 : a < b;
}

static int
compare_numbers (uint64_t a, uint64_t b)
{
  return a < b ? -1 : a > b;
}

static int
compare_places (const struct top_row *x, const struct top_row *y)
{
  int c = compare_numbers (x->kind, y->kind);
  c = c ? c : compare_numbers (x->function, y->function);
  c = c ? c : compare_numbers (x->number, y->number);
  return c ? c : compare_numbers (x->key, y->key);
}

static int
compare_rows (const void *a, const void *b, void *order)
{
  const struct top_row *x = a, *y = b;
  int c = 0;
  switch (*(const enum top_order *) order)
    {
    case TOP_BY_OTHER:
      c = compare_counts (x->other.gained, y->other.gained);
      c = c ? c : compare_counts (x->other.now, y->other.now);
      break;
    case TOP_BY_NAME:
      c = strcmp (x->name ? x->name : "", y->name ? y->name : "");
      return c ? c : compare_places (x, y);
    case TOP_BY_RATE:
      c = compare_counts (x->count.gained, y->count.gained);
      break;
    default:
      break;
    }
  c = c ? c : compare_counts (x->count.now, y->count.now);
  return c ? c : compare_places (x, y);
}

void
top_sort (struct top_rows *r, enum top_order order)
{
  if (r->n > 1 && r->view != TOP_SOURCE)
    qsort_r (r->rows, r->n, sizeof *r->rows, compare_rows, &order);
}

/* --- search ----------------------------------------------------------------- */

static bool
has (const char *text, const char *part, bool exact)
{
  return text && (exact ? strstr (text, part) : strcasestr (text, part));
}

size_t
top_search (const struct top_rows *r, const char *text, size_t from, int step)
{
  bool exact = false;
  for (const char *p = text; *p; p++)
    exact |= *p >= 'A' && *p <= 'Z';
  for (size_t i = 0, at = from; i < r->n; i++)
    {
      at = at == SIZE_MAX ? r->n - 1 : at % r->n;
      const struct top_row *row = r->rows + at;
      if (has (row->name, text, exact) || has (row->where, text, exact)
	  || has (row->text, text, exact))
	return at;
      at += (size_t) step;
    }
  return r->n;
}

size_t
top_same (const struct top_rows *r, const struct top_row *row)
{
  for (size_t i = 0; i < r->n; i++)
    {
      const struct top_row *x = r->rows + i;
      if (x->key == row->key && x->kind == row->kind
	  && x->function == row->function && x->file == row->file
	  && (x->kind == TOP_NO_KIND || x->number == row->number))
	return i;
    }
  return r->n;
}

/* --- text ------------------------------------------------------------------- */

double
top_rate (uint64_t n, double seconds)
{
  return seconds > 0 ? (double) n / seconds : -1;
}

const char *
top_rate_text (char *text, double rate)
{
  static const char units[] = " kMGTPE";
  size_t unit = 0;
  if (rate < 0)
    return strcpy (text, "-");
  /* What would be rounded to four digits gets the next unit.  */
  for (; rate >= 999.95 && units[unit + 1]; unit++)
    rate /= 1000;
  snprintf (text, TOP_NUMBER, rate > 0 && rate < 0.05 ? "%.2f%c" : "%.1f%c",
	    rate, units[unit]);
  if (unit == 0)
    text[strlen (text) - 1] = '\0';
  return strcmp (text, "0.0") == 0 ? strcpy (text, "0") : text;
}

const char *
top_number_text (char *text, uint64_t n)
{
  char digits[TOP_NUMBER];
  size_t length = (size_t) snprintf (digits, sizeof digits, "%" PRIu64, n);
  char *p = text;
  for (size_t i = 0; i < length; i++)
    {
      if (i > 0 && (length - i) % 3 == 0)
	*p++ = ',';
      *p++ = digits[i];
    }
  *p = '\0';
  return text;
}

const char *
top_time_text (char *text, double seconds)
{
  uint64_t s = seconds > 0 ? (uint64_t) seconds : 0;
  if (s >= 3600)
    snprintf (text, TOP_NUMBER, "%" PRIu64 ":%02" PRIu64 ":%02" PRIu64,
	      s / 3600, s / 60 % 60, s % 60);
  else
    snprintf (text, TOP_NUMBER, "%" PRIu64 ":%02" PRIu64, s / 60, s % 60);
  return text;
}

const char *
top_view_name (enum top_view view)
{
  static const char *const names[TOP_VIEWS] = { "functions", "branches",
						"lines", "source" };
  return names[view];
}

const char *
top_order_name (enum top_order order, enum top_view view)
{
  static const char *const names[TOP_ORDERS] = { "rate", "count", "calls",
						 "name" };
  if (view == TOP_POINTS && order == TOP_BY_OTHER)
    return "misses";
  return names[order];
}
