/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as a guide, by which the plugin places counters (include/halt/guide.h).  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "halt/guide.h"
#include "report/report.h"

/* What is said of a function: KEY and UNIT of its line, and the counts.  */
struct guided
{
  uint64_t key, unit;
  char *counts;
};

ORDER (compare_guided, struct guided, UP (key) ?: UP (unit));

/* Write COUNT.  Whether something was executed, as far as it says.  */
static bool
put_count (FILE *out, struct ghalt_count count)
{
  put_text (out, " ");
  if (count.how == GHALT_UNKNOWN)
    put_text (out, "-");
  else
    put_number (out, count.n);
  return count.n > 0;
}

/* The counts of GRAPH, to be freed; NULL if nothing was executed, or there is no
   memory, as F says.  */
static char *
counts_of (const struct ghalt_graph *graph, struct fault *f)
{
  char *text = NULL;
  size_t size;
  bool executed = false;
  struct ghalt_block b;
  struct ghalt_edge e;
  FILE *out = open_memstream (&text, &size);
  if (!out)
    {
      fault (f, "out of memory");
      return NULL;
    }
  for (uint32_t i = 0; ghalt_block (graph, i, &b); i++)
    executed |= put_count (out, b.count);
  for (uint32_t i = 0; ghalt_edge (graph, i, &e); i++)
    executed |= put_count (out, e.count);
  if (fclose (out) != 0)
    {
      fault (f, "out of memory");
      executed = false;
    }
  if (executed)
    return text;
  free (text);
  return NULL;
}

/* Add FN to the *N that are LIST.  False after a fault.  */
static bool
add_function (struct guided **list, size_t *n, const struct report *r,
	      const struct ghalt_function *fn)
{
  struct ghalt_unit unit = report_unit (r, fn);
  if (unit.flags & GHALT_UNIT_GIMPLE)
    return true;
  struct ghalt_graph *g = open_graph (r->data, fn->number, 1, r->fault);
  if (!g)
    return false;
  char *counts = counts_of (g, r->fault);
  ghalt_graph_close (g);
  if (!counts)
    return !r->fault->text[0];
  if (!another (list, *n, sizeof **list, r->fault))
    {
      free (counts);
      return false;
    }
  (*list)[(*n)++] = (struct guided) {
    halt_guide_key (fn->name, strlen (fn->name) + 1, fn->cfg),
    halt_guide_unit (unit.source, strlen (unit.source) + 1), counts
  };
  return true;
}

static void
put_guide (FILE *out, struct guided *list, size_t n)
{
  qsort (list, n, sizeof *list, compare_guided);
  fprintf (out, HALT_GUIDE_MAGIC " %d %zu\n", HALT_GUIDE_VERSION, n);
  for (size_t i = 0; i < n; i++)
    {
      put_hex (out, list[i].key, 16);
      put_text (out, " ");
      put_hex (out, list[i].unit, 16);
      put_text (out, list[i].counts);
      put_text (out, "\n");
    }
}

void
guide_report (FILE *out, const struct report *r)
{
  struct guided *list = NULL;
  struct ghalt_function fn;
  size_t n = 0;
  bool ok = true;
  progress_begin ("function", r->facts.n_functions);
  for (size_t i = 0; ok && report_next (r, &i, &fn);)
    {
      ok = add_function (&list, &n, r, &fn);
      progress_step ();
    }
  progress_end ();
  if (ok && n == 0)
    fault (r->fault,
	   "%s: nothing was recorded of machine code that counters "
	   "could be placed by",
	   r->profiles[0]);
  else if (ok)
    put_guide (out, list, n);
  while (n > 0)
    free (list[--n].counts);
  free (list);
}
