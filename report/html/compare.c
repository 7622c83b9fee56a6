/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The profile that a site is compared with: all that is counted, once more, of the same
   points, functions and lines.  */

#include <string.h>
#include "report/diff/pair.h"
#include "report/html/website.h"

/* Whether the lines of both are the same.  */
static bool
same_lines (const struct coverage *a, const struct coverage *b)
{
  bool same = a->n_files == b->n_files && a->n_lines == b->n_lines
	      && a->n_branches == b->n_branches;
  for (size_t i = 0; same && i < a->n_lines; i++)
    same = a->lines[i].file == b->lines[i].file
	   && a->lines[i].line == b->lines[i].line
	   && a->lines[i].first_branch == b->lines[i].first_branch;
  return same;
}

bool
website_same_lines (const struct website *s)
{
  return !s->old || same_lines (&s->cover->coverage, &s->old->cover->coverage)
	 || fault (s->report->fault, "%s: the lines of both profiles differ",
		   s->report->path);
}

/* The same with both reports that PAIR has, the older one first.  */
static void
use_pair (struct report *r, const struct diff_pair *pair,
	  void (*use) (struct report *r, const struct ghalt_profile *profile,
		       const struct website *old))
{
  struct report old = *r;
  struct suite suite = { .n_parts = 0 };
  struct cover c = { .suite = &suite };
  struct website s = { .report = &old, .cover = &c };
  const char *const name = r->options->old;
  old.data = pair->reports[0];
  old.profiles = &name;
  old.n_profiles = 1;
  r->data = pair->reports[1];
  if (report_choose (&old, pair->profiles) && suite_one (&suite, &old)
      && cover_count (&c, NULL) && website_add_up (&s))
    use (r, pair->profiles + 1, &s);
  website_release (&s);
  suite_close (&suite);
  report_release (&old);
}

void
website_compare (struct report *r, const struct ghalt_profile *profile,
		 void (*use) (struct report *r,
			      const struct ghalt_profile *profile,
			      const struct website *old))
{
  const char *const names[2] = { r->options->old, profile->name };
  struct prof old = { 0 };
  const struct prof *const both[2] = { &old, &profile->prof };
  struct diff_pair pair = { 0 };
  if (!names[0])
    use (r, profile, NULL);
  else if (prof_open (&old, names[0], r->fault)
	   && diff_pair_open (&pair, r->data->program, both, names, r->fault))
    use_pair (r, &pair, use);
  diff_pair_close (&pair);
  prof_close (&old);
}
