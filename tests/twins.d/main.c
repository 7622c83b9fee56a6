/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random programs and their twins: tests/twins runs this.

     twins print SEED                   the C of a program
     twins check SEED (NAME DIR)...     compare what DIR/prog and DIR/prof
					say with the twin; NAME is how it was
					compiled, `/lines' at its end if its
					lines can be trusted  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/twins.d/twins.h"

static int
check (const struct twin *t, int n, char **words)
{
  struct twin_counts counts;
  struct twin_result r = { 0 };
  if (!twin_count (t, &counts))
    {
      printf ("seed %llu: no twin\n", (unsigned long long) t->seed);
      return 1;
    }
  for (int i = 0; i + 1 < n; i += 2)
    {
      char program[500], profile[500];
      snprintf (program, sizeof program, "%s/prog", words[i + 1]);
      snprintf (profile, sizeof profile, "%s/prof", words[i + 1]);
      if (!twin_compare (t, &counts, words[i], program, profile,
			 strstr (words[i], "/lines") != NULL, &r))
	return 1;
    }
  printf ("result %llu %llu %llu %llu %llu %llu %llu\n",
	  (unsigned long long) r.compared, (unsigned long long) r.different,
	  (unsigned long long) r.unknown, (unsigned long long) r.unmapped,
	  (unsigned long long) r.checked, (unsigned long long) r.edges,
	  (unsigned long long) r.edges_unknown);
  return r.different > 0 || r.edges_unknown > 0;
}

int
main (int argc, char **argv)
{
  struct twin t;
  if (argc < 3)
    {
      fprintf (stderr, "usage: twins print|check SEED ...\n");
      return 2;
    }
  twin_make (&t, strtoull (argv[2], NULL, 10));
  if (strcmp (argv[1], "print") == 0)
    {
      twin_print (&t);
      return 0;
    }
  return check (&t, argc - 3, argv + 3);
}
