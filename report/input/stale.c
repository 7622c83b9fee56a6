/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles of other builds: what became of them, for people.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "report/options.h"
#include "summarize/stale/stale.h"
#include "report/tables/table.h"

/* Functions that are named: those that lost most.  */
#define NAMED 10

static uint64_t
lost (const struct stale_function *fn)
{
  return fn->events - fn->kept;
}

ORDER_POINTERS (compare_lost, struct stale_function,
		ORDER_OF (lost (y), lost (x)) ?: ORDER_OF (x, y));

/* N of EVENTS in percent; nothing is all of nothing.  */
static const char *
kept (char *text, uint64_t n, uint64_t events)
{
  return events ? share_text (text, n, events) : "100.0";
}

/* List those that are not the same, and had events.  */
static size_t
list_changed (const struct stale_result *o, const struct stale_function **list)
{
  size_t n = 0;
  for (size_t i = 0; i < o->n; i++)
    if (o->functions[i].how != STALE_SAME && o->functions[i].events > 0)
      list[n++] = o->functions + i;
  qsort (list, n, sizeof *list, compare_lost);
  return n;
}

void
stale_note (const struct stale_result *o, const char *name,
	    const struct program *to)
{
  struct fault f;
  const struct stale_function **list = fresh (o->n, sizeof *list, &f);
  size_t n = list ? list_changed (o, list) : 0;
  char text[SHARE_SIZE];
  note ("%s%% of the counts of %s have a place in %s; of its functions %zu %s "
	"the same, %zu changed, %zu renamed, %zu new, %zu gone",
	kept (text, o->kept, o->events), name, to->path, o->n_same,
	by_number (o->n_same, "is", "are"), o->n_changed, o->n_renamed,
	o->n_new, o->n_gone);
  for (size_t i = 0; i < n && i < NAMED; i++)
    {
      bool renamed = strcmp (list[i]->name, list[i]->was) != 0;
      note ("%s%s%s%s: %s%% of %" PRIu64 " count%s", list[i]->name,
	    renamed ? " (was " : "", renamed ? list[i]->was : "",
	    renamed ? ")" : "", kept (text, list[i]->kept, list[i]->events),
	    list[i]->events, plural (list[i]->events));
    }
  if (n > NAMED)
    note ("%zu more %s changed", n - NAMED,
	  by_number (n - NAMED, "has", "have"));
  if (o->elsewhere > 0)
    note ("%" PRIu64 " counter%s of shared objects %s left out", o->elsewhere,
	  plural (o->elsewhere), by_number (o->elsewhere, "is", "are"));
  if (o->paths > 0)
    note ("%" PRIu64 " counter%s of paths %s left out", o->paths,
	  plural (o->paths), by_number (o->paths, "is", "are"));
  free (list);
}

bool
stale_take (struct prof *p, const char *name, const struct program *from,
	    const struct program *to, struct fault *f)
{
  struct stale_result all;
  struct prof out;
  if (stale_fits (to, p))
    return true;
  bool ok = stale_move (&out, &all, p, name, from, to, f);
  if (ok)
    {
      stale_note (&all, name, to);
      prof_close (p);
      *p = out;
    }
  stale_release (&all);
  return ok;
}
