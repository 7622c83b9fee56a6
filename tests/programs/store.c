/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a store is tried with: one function is in a shared object.  */

#include <stdlib.h>

int so (int n);

static int
collatz (unsigned n)
{
  int steps = 0;
  for (; n != 1; steps++)
    n = n % 2 ? 3 * n + 1 : n / 2;
  return steps;
}

int
main (int argc, char **argv)
{
  int sum = 0;
#ifdef NEWER
  if (argc > 5)
    sum = 7;
#endif
  for (int i = 1; i < argc; i++)
    sum += collatz ((unsigned) atoi (argv[i])) + so (i);
  return sum == 1;
}
