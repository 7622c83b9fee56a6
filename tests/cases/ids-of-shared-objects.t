# SPDX-License-Identifier: GPL-3.0-or-later
# Ids go on in shared objects: first those that are loaded with the program,
# then those of dlopen, in the order of loading; none is given out twice.

>>> main.c
#include <dlfcn.h>
#include <stdio.h>

extern int in_library (int);
volatile int n = 3;

static void
load (const char *name, int times)
{
  void *so = dlopen (name, RTLD_NOW);
  int (*f) (int) = so ? (int (*) (int)) dlsym (so, "f") : 0;
  if (!f)
    printf ("%s\n", dlerror ());
  for (int i = 0; f && i < times; i++)
    f (i);
}

int
main (void)
{
  in_library (n);
  load ("./one.so", 10);
  load ("./two.so", 20);
  load ("./one.so", 10);
  return 0;
}

>>> library.c
int
in_library (int n)
{
  return n > 2 ? 5 : 6;
}

>>> f.c
int
f (int n)
{
  if (n == 7)
    return 1;
  return n < MANY ? 2 : 3;
}

>>> run
$CC -O2 -c "$TESTS/routines/count.c" -o count.o
make="$CC -O0 $PLUGIN $(arg cbr)"
$make -fPIC -shared library.c -o liblibrary.so
$make -fPIC -shared -DMANY=2 f.c -o one.so
$make -fPIC -shared -DMANY=4 f.c -o two.so
$make -rdynamic main.c count.o ./liblibrary.so -o prog
HALT_COUNTS=counts ./prog
cat counts
ids prog

>>> out
0 0 3
1 3 0
2 0 43
3 40 3
4 0 1
5 18 2
6 14 4
7 19 1
8 15 4
4 ids, dense
