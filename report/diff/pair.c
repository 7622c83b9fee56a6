/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two profiles that can be compared point by point.

   Both are given the same objects at the same ids first, by adding to each
   what the other has but its counts; every point is then at the same place of
   both joins.  */

#include <string.h>
#include "report/diff/pair.h"

bool
diff_pair_open (struct diff_pair *pair, const struct ghalt_program *program,
		const struct prof *const profiles[2],
		const char *const names[2], struct fault *f)
{
  struct ghalt_error *error = NULL;
  memset (pair, 0, sizeof *pair);
  for (int i = 0; i < 2; i++)
    {
      struct ghalt_profile *p = pair->profiles + i;
      p->name = p->names = (char *) names[i];
      p->n_names = 1;
      if (!prof_align (&p->prof, profiles[i], names[i], profiles[!i], names[!i],
		       f))
	return false;
    }
  for (int i = 0; i < 2; i++)
    {
      pair->reports[i] = ghalt_report_open (program, pair->profiles + i,
					    &error);
      if (!pair->reports[i])
	return take_error (f, error);
    }
  const struct join *a = &pair->reports[0]->join, *b = &pair->reports[1]->join;
  return memcmp (a->first, b->first, sizeof a->first) == 0
	 || fault (f,
		   "%s: the program or its shared objects changed while "
		   "they were read",
		   program->program.path);
}

void
diff_pair_close (struct diff_pair *pair)
{
  for (int i = 0; i < 2; i++)
    {
      ghalt_report_close (pair->reports[i]);
      prof_close (&pair->profiles[i].prof);
    }
}
