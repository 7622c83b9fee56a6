/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The main unit of a program that has no kind but cbr, alone or with an object
   that brings its own runtime.  */

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "unit.h"

struct halt_unit *second (int n);
extern void __halt_startup (void) __attribute__ ((visibility ("hidden")));

int
main (int argc, char **argv)
{
  __halt_startup ();
  _record_cbr (1, unit.base);
  printf ("%lu 0 1\n", (unsigned long) unit.base);
  if (argc == 2 && strcmp (argv[1], "mixed") == 0)
    {
      void *object = dlopen ("./mixed.so", RTLD_NOW);
      struct halt_unit *(*function) (int);
      if (!object)
	return 1;
      *(void **) &function = dlsym (object, "mixed");
      function (4);
      printf ("+ %d 5 4 64\n", HALT_LOAD);
    }
  return 0;
}
