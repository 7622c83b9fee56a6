/* SPDX-License-Identifier: MIT */
/* Writes down for calls.py which function each call reaches, and how often: to the file
   calls, when the program ends.  For programs with up to 1000 such pairs; the others
   are left out.  */

#include <halt/halt.h>
#include <stdio.h>

static struct
{
  unsigned long id, n;
  void *callee;
} calls[1000];
static int used;

void
_record_call (void *callee, unsigned long id)
{
  int i = 0;
  while (i < used && (calls[i].id != id || calls[i].callee != callee))
    i++;
  if (i == 1000)
    return;
  used += i == used;
  calls[i].id = id;
  calls[i].callee = callee;
  calls[i].n++;
}

__attribute__ ((destructor)) static void
finish (void)
{
  FILE *out = fopen ("calls", "w");
  for (int i = 0; out && i < used; i++)
    fprintf (out, "%lu %p %lu\n", calls[i].id, calls[i].callee, calls[i].n);
  if (out)
    fclose (out);
}
