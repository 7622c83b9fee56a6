/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as folded stacks, which flame graphs are drawn from: object,
   function, line.  */

#include <string.h>
#include "report/exchange/costs.h"

/* A frame: TEXT without what separates frames and lines.  */
static void
put_frame (FILE *out, const char *text)
{
  for (; *text; text++)
    {
      unsigned char c = (unsigned char) *text;
      putc_unlocked (c == ';' ? ':' : c < ' ' || c == 0x7f ? '?' : c, out);
    }
}

/* The columns whose sum is a line's width: those of --kind, or else that of the
   first kind here that was recorded, if there is one.  */
static uint64_t
choose_columns (const struct report *r)
{
  static const enum tells order[] = { TELLS_BLOCK, TELLS_BRANCH, TELLS_TABLE,
				      TELLS_ENTRY };
  uint64_t all = 0;
  _Static_assert(COST_COLUMNS <= 64, "a bit for each column");
  for (unsigned k = 0; k < COST_COLUMNS; k++)
    if (cost_column (k).events && costs_known (r, k))
      all |= UINT64_C (1) << k;
  for (size_t i = 0; i < sizeof order / sizeof *order; i++)
    for (unsigned k = 0; r->options->kinds == 0 && k < COST_COLUMNS; k++)
      if (kind_tells (cost_column (k).kind) == order[i] && (all >> k & 1))
	return UINT64_C (1) << k;
  return all;
}

static void
put_function (FILE *out, const struct report *r,
	      const struct ghalt_function *fn, const struct costs *c,
	      uint64_t columns)
{
  for (size_t i = 0; i < c->n; i++)
    {
      uint64_t n = 0;
      for (unsigned k = 0; k < COST_COLUMNS; k++)
	if (columns >> k & 1)
	  n = add_counts (n, c->rows[i].values[k]);
      if (n == 0)
	continue;
      put_frame (out, basename (report_object (r, fn).path));
      put_text (out, ";");
      put_frame (out, fn->pretty);
      if (c->rows[i].line)
	{
	  put_text (out, ";");
	  put_frame (out, c->rows[i].file);
	  put_text (out, ":");
	  put_number (out, c->rows[i].line);
	}
      fprintf (out, " %" PRIu64 "\n", n);
    }
}

void
folded_report (FILE *out, const struct report *r)
{
  struct costs c = { 0 };
  struct ghalt_function fn;
  uint64_t columns = choose_columns (r);
  if (columns == 0)
    {
      fault (r->fault, "%s: nothing was recorded that folded stacks could show",
	     r->profiles[0]);
      return;
    }
  progress_begin ("function", r->facts.n_functions);
  for (size_t i = 0; report_next (r, &i, &fn);)
    {
      costs_find (&c, r, &fn);
      progress_step ();
      put_function (out, r, &fn, &c, columns);
    }
  progress_end ();
  costs_release (&c);
}
