# SPDX-License-Identifier: GPL-3.0-or-later
# halt_where, in the process itself: of the program, of a shared object and of one
# that is loaded later, the function is the one that the routine returns to; files
# and lines are those of the map.  Where there is no map, nothing is known.

>>> inside.c
int inside (int n);
int
inside (int n)
{
  return n > 3 ? n : -n;
}

>>> later.c
int later (int n);
int
later (int n)
{
  return n > 5 ? n : -n;
}

>>> prog.c
#include <dlfcn.h>
int inside (int n);
int own (int n);
__attribute__ ((noipa)) int
own (int n)
{
  return n & 1 ? n : -n;
}
int
main (void)
{
  int sum = inside (3) + own (5);
  void *object = dlopen ("./later.so", RTLD_NOW);
  int (*later) (int) = object ? (int (*) (int)) dlsym (object, "later") : own;
  return sum + later (2) > 100;
}

>>> where.c
#define _GNU_SOURCE
#include <dlfcn.h>
#include <ghalt.h>
#include <halt/halt.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void *code[100];
static int early;

void
_record_entry (unsigned long id)
{
  struct halt_where w;
  if (id < 100)
    code[id] = __builtin_return_address (0);
  /* While the program runs, before the last object is there.  */
  if (early++ == 1 && halt_where (id, &w))
    printf ("second: %s\n", w.function);
}

static void *
ask (void *good)
{
  struct halt_where w;
  Dl_info info;
  for (unsigned long id = 0; id < 100; id++)
    if (code[id] && halt_where (id, &w))
      {
	/* It has no name where the call goes by way of our code that aligns the stack.  */
	const char *name = dladdr (code[id], &info) ? info.dli_sname : NULL;
	*(int *) good += !name || strcmp (name, w.function) == 0;
      }
  return NULL;
}

__attribute__ ((destructor)) static void
finish (void)
{
  struct halt_where w;
  pthread_t threads[4];
  int good[4] = { 0 };
  for (int i = 0; i < 4; i++)
    pthread_create (threads + i, NULL, ask, good + i);
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
  printf ("right: %d %d %d %d\n", good[0], good[1], good[2], good[3]);
  for (unsigned long id = 0; id < 100; id++)
    if (code[id] && halt_where (id, &w))
      printf ("%s %s:%u\n", w.function, w.file, w.line);
  printf ("99: %d\n", halt_where (99, &w));
}

>>> run
lib=${HALT%/*}
plugin="$PLUGIN $(arg entry)"
$CC -O1 -g $plugin -shared -fPIC inside.c -o inside.so
$CC -O1 -g $plugin -shared -fPIC later.c -o later.so
$CC -O1 -g -I "$TESTS/../include" -c where.c
$CC -O1 -g -rdynamic $plugin prog.c where.o ./inside.so "$lib/libghalt.so.0" \
  -Wl,-rpath,"$lib" -o prog
./prog
echo "-- stripped"
strip prog inside.so later.so
./prog

>>> out
second: inside
right: 4 4 4 4
own prog.c:5
main prog.c:10
inside inside.c:3
later later.c:3
99: 0
-- stripped
right: 0 0 0 0
99: 0
