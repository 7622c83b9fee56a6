/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared objects that come and go.  */

#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include "program.h"

static void *
must_open (const char *name)
{
  void *object = dlopen (name, RTLD_NOW);
  if (!object)
    {
      fprintf (stderr, "%s\n", dlerror ());
      exit (1);
    }
  return object;
}

static struct halt_unit *
call (void *object, const char *name, int n)
{
  struct halt_unit *(*function) (int);
  *(void **) &function = dlsym (object, name);
  return function (n);
}

static void
expect (const struct halt_unit *one_unit, int n)
{
  for (uint64_t id = 0; id < one_unit->count; id++)
    row (one_unit->base + id, id & 1 ? 0 : n, id & 1 ? n : 0);
  printf ("base %lu\n", (unsigned long) one_unit->base);
}

/* Open, close, open again, in another order, in another directory.  */
void
mode_loads (void)
{
  for (int i = 1; i < 4; i++)
    {
      void *a = must_open (i % 2 ? "./a.so" : "./b.so");
      void *b = must_open (i % 2 ? "./b.so" : "./a.so");
      expect (call (a, i % 2 ? "a" : "b", i), i);
      expect (call (b, i % 2 ? "b" : "a", 10 * i), 10 * i);
      dlclose (i == 2 ? b : a);
      dlclose (i == 2 ? a : b);
    }
  must_open ("./a.so");
  if (chdir ("/") != 0)
    exit (1);
}

/* Eight threads that open and close objects at the same time.  */
static void *
loader (void *name)
{
  for (int i = 0; i < 50; i++)
    {
      void *object = must_open (name);
      const struct halt_unit *loaded = call (object, "a", 1);
      uint64_t base = loaded->base;
      flockfile (stdout);
      for (uint64_t id = 0; id < loaded->count; id++)
	row (base + id, !(id & 1), id & 1);
      funlockfile (stdout);
      dlclose (object);
    }
  return NULL;
}

void
mode_races (void)
{
  pthread_t thread[8];
  char name[8][16];
  for (int i = 0; i < 8; i++)
    {
      snprintf (name[i], sizeof name[i], "./a%d.so", i);
      pthread_create (&thread[i], NULL, loader, name[i]);
    }
  for (int i = 0; i < 8; i++)
    pthread_join (thread[i], NULL);
}

/* An object that brings its own runtime, used by a thread that outlives
   it.  */
static pthread_barrier_t barrier;

static void *
outlive (void *object)
{
  call (object, "own", 5);
  pthread_barrier_wait (&barrier);
  pthread_barrier_wait (&barrier);
  return NULL;
}

void
mode_own (void)
{
  pthread_t thread;
  void *object = must_open ("./own.so");
  pthread_barrier_init (&barrier, NULL, 2);
  pthread_create (&thread, NULL, outlive, object);
  pthread_barrier_wait (&barrier);
  printf ("base %lu\n", (unsigned long) call (object, "own", 2)->base);
  times (3, 1, 0);
  row (program_base (), 0, 3);
  dlclose (object);
  pthread_barrier_wait (&barrier);
  pthread_join (thread, NULL);
}

/* Events of unit "other", which an object has that brings its own runtime.  */
void
mode_mixed (void)
{
  void *object = must_open ("./mixed.so");
  call (object, "mixed", 4);
  times (3, 1, 0);
  row (0, 0, 3);
  also (HALT_LOAD, 5, 4, 64);
}

/* An object whose ids are all constants, again and again.  */
void
mode_constants (void)
{
  for (int i = 0; i < 3; i++)
    {
      void *object = must_open (i < 2 ? "./none.so" : "./copy.so");
      call (object, "none_of_its_own", 1);
      dlclose (object);
    }
  also (HALT_BLOCK, 1000000007, 3, 0);
}
