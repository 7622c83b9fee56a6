/* SPDX-License-Identifier: MIT */
/* branch: see branch.inst.c.

   A counter is in one of four states: from 0, surely not taken, to 3, surely taken.
   For each branch we count how often it was met in each state and went each way:
   that is one addition, and tells the rest.  */

#include <stdio.h>
#include <stdlib.h>

/* The state after each: by twice the state, and whether the branch is taken.  All
   are kept doubled.  */
static const unsigned char next[8] = { 0, 2, 0, 4, 2, 6, 4, 6 };
static unsigned char state[4096];

static long (*count)[8];
static long all_taken, all_not, all_wrong;
static FILE *file;

void
Open (int n)
{
  count = calloc (n, sizeof *count);
  file = fopen ("branch.out", "w");
  fprintf (file, "%-10s %12s %12s %12s  %s\n", "pc", "taken", "not taken",
	   "mispredicted", "procedure:line");
}

void
Branch (long n, long counter, long taken)
{
  long way = state[counter] + (taken != 0);
  count[n][way]++;
  state[counter] = next[way];
}

void
Print (int n, long pc, char *procedure, int line)
{
  long *c = count[n];
  long taken = c[1] + c[3] + c[5] + c[7];
  long not_taken = c[0] + c[2] + c[4] + c[6];
  long wrong = c[1] + c[3] + c[4] + c[6];
  fprintf (file, "0x%-8lx %12ld %12ld %12ld  %s:%d\n", pc, taken, not_taken,
	   wrong, procedure, line);
  all_taken += taken;
  all_not += not_taken;
  all_wrong += wrong;
}

void
Close (void)
{
  fprintf (file, "%-10s %12ld %12ld %12ld\n", "all", all_taken, all_not,
	   all_wrong);
  fclose (file);
}
