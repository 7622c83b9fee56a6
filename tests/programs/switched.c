/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points of digits.c are switched on and off.  */

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "halt/halt.h"
#ifdef PLAIN
# define halt_switch(pattern, on) 0
#endif

int digits (unsigned n);
int table (int n);
extern char __executable_start, etext;

static int
work (void)
{
  int sum = 0;
  for (int i = 0; i < 1000; i++)
    sum += digits (i) + table (i);
  return sum;
}

int
main (int argc, char **argv)
{
  (void) argv;
  if (argc > 1)
    return printf ("%d\n", work ()) < 0;
  size_t size = &etext - &__executable_start;
  char *before = malloc (size);
  memcpy (before, &__executable_start, size);
  int sum = work ();
  const char *patterns[] = { "cbr@digits", "entry,exit", "dig*", "*", "store@table", "cbr@x" };
  for (int i = 0; i < 6; i++)
    {
      int n = halt_switch (patterns[i], 1);
      if (work () != sum)
	puts ("another sum");
      if (halt_switch (patterns[i], 0) != n)
	puts ("not as many");
      if (memcmp (before, &__executable_start, size) != 0)
	puts ("not as it was");
    }
  return 0;
}
