/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorts for some seconds, and is killed meanwhile (record-kill.py).  */

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static unsigned a[1000];
static int compare (const void *x, const void *y)
{ return *(unsigned *) x < *(unsigned *) y ? -1 : *(unsigned *) x > *(unsigned *) y; }
int main (void)
{
  unsigned r = 1;
  for (int i = 0; i < 40; i++)
    {
      for (int k = 0; k < 1000; k++)
	a[k] = r = r * 1664525 + 1013904223;
      qsort (a, 1000, sizeof *a, compare);
      usleep (1000);
    }
  return printf ("%u\n", a[17]) < 0;
}
