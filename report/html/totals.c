/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What happened in each function of a profile.  */

#include <stdlib.h>
#include "report/html/website.h"

bool
website_add_up (struct website *s)
{
  const struct report *r = s->report;
  struct ghalt_error *error = NULL;
  struct ghalt_point p;
  size_t n = ghalt_n_counted (r->data, HALT_CBR);
  s->totals = fresh (r->facts.n_functions, sizeof *s->totals, r->fault);
  s->list = fresh (n, sizeof *s->list, r->fault);
  s->elsewhere = ghalt_elsewhere_open (r->data, &error);
  if (!s->elsewhere)
    return take_error (r->fault, error);
  s->names = branch_names_open (r->data, r->chosen, r->fault);
  if (!s->totals || !s->list || !s->names)
    return false;
  for (uint32_t kind = 0; kind < ghalt_kinds_end (); kind++)
    for (size_t i = 0; ghalt_counted (r->data, kind, i, &p); i++)
      {
	struct totals *h = s->totals + p.function;
	enum tells tells = kind_tells (kind);
	if (!p.recorded)
	  continue;
	if (tells == TELLS_ENTRY)
	  {
	    s->calls = h->recorded = true;
	    h->calls = add_counts (h->calls, p.events);
	  }
	else if (tells == TELLS_BLOCK)
	  {
	    s->blocks = h->recorded = true;
	    h->blocks = add_counts (h->blocks, p.events);
	    h->found++;
	    h->hit += p.events > 0;
	  }
	else if (tells == TELLS_BRANCH || tells == TELLS_TABLE)
	  {
	    s->branches = h->recorded = true;
	    h->branches = add_counts (h->branches, p.events);
	    h->misses = add_counts (h->misses, ghalt_point_misses (&p));
	  }
	if (kind == HALT_CBR && p.events > 0)
	  s->list[s->n_list++] = (struct branch) { i, p.events,
						   ghalt_point_misses (&p) };
      }
  return true;
}

void
website_release (struct website *s)
{
  line_files_release (&s->files);
  free (s->totals);
  ghalt_elsewhere_close (s->elsewhere);
  free (s->path_of);
  ghalt_paths_close (s->paths);
  free (s->list);
  branch_names_close (s->names);
  free (s->owners);
  free (s->stacks);
  cover_release (s->cover);
}
