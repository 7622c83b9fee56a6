/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Test of runtime/: the start-up code of the units, and the default runtime.

   This file is three programs.  By itself it is the test.  With PROGRAM it is
   the main unit of the programs that the test builds and runs; with UNIT, a
   further unit of them, a part of the program or a shared object.  Each has
   the descriptor and the note of an instrumented unit, its assembler text is
   followed by the start-up code as the plugin would pour it, and it reports
   events by calling the routine, as a pot does.

   A program prints what has to be in its profile, one line for each row, and
   further lines that begin with a word: `ID NOT-TAKEN TAKEN' is a row of cbr,
   `+ KIND CELL...' one of KIND.  */

#if defined PROGRAM || defined UNIT

#include <stdint.h>
#include "halt/format.h"
#include "halt/halt.h"

#ifndef COUNT
# define COUNT 4
#endif
#ifndef FLAGS
# define FLAGS 0
#endif
#define TEXT_(x) #x
#define TEXT(x) TEXT_ (x)
#ifdef __x86_64__
# define WORD "8"
#else
# define WORD "4"
#endif

__asm__ (".pushsection .data.halt_unit,\"aw\",%progbits\n"
	 ".balign 8\n"
	 "halt_test_unit: .8byte 0, " TEXT (COUNT) ", 77, 0\n"
	 ".4byte 1, " TEXT (FLAGS) "\n"
	 ".section .note.halt,\"a\",%note\n"
	 ".balign 4\n"
	 ".4byte 5, " WORD ", 1\n"
	 ".asciz \"HALT\"\n"
	 ".balign 4\n"
	 "." WORD "byte halt_test_unit - .\n"
	 ".popsection");
extern struct halt_unit unit __asm__ ("halt_test_unit")
  __attribute__ ((visibility ("hidden")));

#endif

#ifdef UNIT

struct halt_unit *UNIT (int n);

/* Report N events of each id, the odd ones taken; or what CALLS says.  */
struct halt_unit *
UNIT (int n)
{
  for (int i = 0; i < n; i++)
#ifdef CALLS
    CALLS;
#else
    for (uint64_t id = 0; id < unit.count; id++)
      _record_cbr (id & 1, unit.base + id);
#endif
  return &unit;
}

#elif defined PROGRAM

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;
struct halt_unit *second (int n);
extern void _halt_units_loaded (void) __attribute__ ((weak));
extern void __halt_startup (void) __attribute__ ((visibility ("hidden")));

#define EVENT(cond, number) _record_cbr (cond, unit.base + (number))

static void
row (uint64_t id, unsigned long not_taken, unsigned long taken)
{
  printf ("%lu %lu %lu\n", (unsigned long) id, not_taken, taken);
}

/* A row of another kind.  */
static void
also (int kind, uint64_t id, unsigned long a, unsigned long b)
{
  printf ("+ %d %lu %lu %lu\n", kind, (unsigned long) id, a, b);
}

static void
times (int n, unsigned long cond, unsigned long number)
{
  while (n--)
    EVENT (cond, number);
}

/* Every id of both units, in a way of its own.  */
static void
plain (void)
{
  times (5, 0, 0);
  times (7, 1, 0);
  times (1, 1, 3);
  row (unit.base, 5, 7);
  row (unit.base + 3, 0, 1);
  const struct halt_unit *other = second (3);
  row (other->base, 3, 0);
  row (other->base + 1, 0, 3);
  row (other->base + 2, 3, 0);
  printf ("bases %lu %lu next %lu %lu\n", (unsigned long) unit.base,
	  (unsigned long) other->base, (unsigned long) unit.next,
	  (unsigned long) other->next);
}

/* FEW: a program that has no kind but cbr.  */
#ifdef FEW
# define each_kind(id, index) ((void) (id), (void) (index))
# define _record_mbr(...)
# define _record_entry(...)
# define _record_load(...)
# define _record_block(...)
#else

/* One event of every kind.  */
static void
each_kind (unsigned long id, unsigned long index)
{
  _record_cbr (id & 1, id);
  _record_mbr (index, id);
  _record_entry (id);
  _record_exit (id);
  _record_setjmp (1, id);
  _record_longjmp (1, 2, id);
  _record_load (8, 1, id);
  _record_store (3, 1, id);
  _record_block (id);
  _record_cycle (id);
}

#endif

/* The rows of N of them, but for those of mbr.  */
static void
each_row (unsigned long id, unsigned long n)
{
  row (id, id & 1 ? 0 : n, id & 1 ? n : 0);
  also (HALT_ENTRY, id, n, 0);
  also (HALT_EXIT, id, n, 0);
  also (HALT_SETJMP, id, n, 0);
  also (HALT_LONGJMP, id, n, 0);
  also (HALT_LOAD, id, n, 8 * n);
  also (HALT_STORE, id, n, 3 * n);
  also (HALT_BLOCK, id, n, 0);
  also (HALT_CYCLE, id, n, 0);
}

/* Every kind in a way of its own; every index of a table, the last first in
   another one.  */
static void
kinds (void)
{
  static const unsigned long far_ids[] = { 0, 999, 1ul << 20, 5ul << 20 };
  for (unsigned long i = 0; i < 4; i++)
    {
      for (unsigned long n = 0; n <= i; n++)
	each_kind (far_ids[i], 7 * n);
      each_row (far_ids[i], i + 1);
      for (unsigned long n = 0; n <= i; n++)
	also (HALT_MBR, far_ids[i], 7 * n, 1);
    }
  for (unsigned long index = 0; index < 5000; index++)
    {
      _record_mbr (index, 1);
      _record_mbr (4999 - index, 2);
      _record_mbr (index, 2);
      also (HALT_MBR, 1, index, 1);
      also (HALT_MBR, 2, index, 2);
    }
  _record_load (0, 0, 3);
  _record_load (1 << 30, 0, 3);
  _record_load (1 << 30, 0, 3);
  _record_load (1 << 30, 0, 3);
  _record_load (1 << 30, 0, 3);
  printf ("+ %d 3 5 4294967296\n", HALT_LOAD);
}

static void *
all_kinds (void *arg)
{
  for (unsigned long i = 0; i < 100000; i++)
    each_kind (i % 3 ? i % 500 : 3000000 + i % 2, i % 1000);
  return arg;
}

/* In eight threads at a time, twice, so that shards change their owners.  */
static void
kind_threads (void)
{
  static unsigned long n[500], n_far[2], index[502][1000];
  for (int again = 0; again < 2; again++)
    {
      pthread_t thread[8];
      for (int i = 0; i < 8; i++)
	pthread_create (&thread[i], NULL, all_kinds, NULL);
      for (int i = 0; i < 8; i++)
	pthread_join (thread[i], NULL);
    }
  for (unsigned long i = 0; i < 100000; i++)
    if (i % 3)
      {
	n[i % 500] += 16;
	index[i % 500][i % 1000] += 16;
      }
    else
      {
	n_far[i % 2] += 16;
	index[500 + i % 2][i % 1000] += 16;
      }
  for (int i = 0; i < 502; i++)
    {
      unsigned long id = i < 500 ? i : 3000000 + i - 500;
      each_row (id, i < 500 ? n[i] : n_far[i - 500]);
      for (int k = 0; k < 1000; k++)
	if (index[i][k])
	  also (HALT_MBR, id, k, index[i][k]);
    }
}

static void *
million (void *arg)
{
  uintptr_t self = (uintptr_t) arg;
  for (int i = 0; i < 1000000; i++)
    EVENT (i % 4 == 0, i % 2 ? 0 : self % 3 + 1);
  return NULL;
}

static void
threads (void)
{
  pthread_t thread[8];
  for (uintptr_t i = 0; i < 8; i++)
    pthread_create (&thread[i], NULL, million, (void *) i);
  for (int i = 0; i < 8; i++)
    pthread_join (thread[i], NULL);
  row (unit.base, 4000000, 0);
  row (unit.base + 1, 750000, 750000);
  row (unit.base + 2, 750000, 750000);
  row (unit.base + 3, 500000, 500000);
}

static pthread_key_t keys[2];

static void
late (void *arg)
{
  uintptr_t left = (uintptr_t) arg;
  EVENT (1, 1);
  if (left > 1)
    pthread_setspecific (keys[0], (void *) (left - 1));
}

static void *
brief (void *arg)
{
  pthread_setspecific (keys[0], arg);
  times (10, 0, 0);
  EVENT (0, 5000);
  return NULL;
}

static void
churn (void)
{
  pthread_key_create (&keys[0], late);
  for (int i = 0; i < 2500; i++)
    {
      pthread_t thread[4];
      for (int t = 0; t < 4; t++)
	pthread_create (&thread[t], NULL, brief, (void *) (uintptr_t) 2);
      for (int t = 0; t < 4; t++)
	pthread_join (thread[t], NULL);
    }
  row (unit.base, 100000, 0);
  row (unit.base + 1, 0, 20000);
  row (unit.base + 5000, 10000, 0);
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  FILE *maps = fopen ("/proc/self/maps", "r");
  int c, lines = 0;
  while ((c = getc (maps)) != EOF)
    lines += c == '\n';
  fclose (maps);
  printf ("kilobytes %ld\nmaps %d\n", usage.ru_maxrss, lines);
}

static unsigned long interrupts;

static void
handler (int number)
{
  (void) number;
  for (int i = 0; i < 3; i++)
    EVENT (1, 1);
  __atomic_add_fetch (&interrupts, 3, __ATOMIC_RELAXED);
}

static void *
one (void *arg)
{
  EVENT (0, 2);
  return arg;
}

/* A handler at every point of the routine, and of its slow path: new threads
   take that, one after the other.  */
static void
signals (void)
{
  struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };
  struct itimerval fast = { { 0, 200 }, { 0, 200 } };
  struct itimerval stop = { { 0, 0 }, { 0, 0 } };
  unsigned long plain_events = 0, threads_started = 0;
  struct timespec now;
  sigaction (SIGALRM, &action, NULL);
  setitimer (ITIMER_REAL, &fast, NULL);
  clock_gettime (CLOCK_MONOTONIC, &now);
  for (time_t end = now.tv_sec + 2; now.tv_sec < end;
       clock_gettime (CLOCK_MONOTONIC, &now))
    {
      for (int i = 0; i < 10000; i++)
	EVENT (1, 1);
      plain_events += 10000;
      pthread_t thread;
      if (pthread_create (&thread, NULL, one, NULL) == 0)
	{
	  pthread_join (thread, NULL);
	  threads_started++;
	}
    }
  setitimer (ITIMER_REAL, &stop, NULL);
  row (unit.base + 1, 0, plain_events + interrupts);
  row (unit.base + 2, threads_started, 0);
}

/* A signal handler that a single step lands at every instruction of the
   routine.  */
static unsigned long steps;

static void
step (int number)
{
  (void) number;
  EVENT (1, 1);
  steps++;
}

static void *
stepped (void *arg)
{
#ifdef __x86_64__
  __asm__ volatile ("pushfq\n\torl $0x100, (%%rsp)\n\tpopfq"
		    : : : "cc", "memory");
#endif
  for (int i = 0; i < 20; i++)
    EVENT (1, 1);
#ifdef __x86_64__
  __asm__ volatile ("pushfq\n\tandl $~0x100, (%%rsp)\n\tpopfq"
		    : : : "cc", "memory");
#endif
  return arg;
}

static void
single (void)
{
  struct sigaction action = { .sa_handler = step };
  sigaction (SIGTRAP, &action, NULL);
  for (int i = 0; i < 50; i++)
    {
      pthread_t thread;
      pthread_create (&thread, NULL, stepped, NULL);
      pthread_join (thread, NULL);
    }
  row (unit.base + 1, 0, 50 * 20 + steps);
  printf ("steps %lu\n", steps);
}

/* The same with every kind, the slow paths above all: in each thread, indices
   that ask for longer rows come from the handler and from what it
   interrupts.  */
static unsigned long by_handler[3][4096], handled[3];

static void
step_kinds (int number)
{
  (void) number;
  unsigned long n = steps++;
  unsigned long id = n % 3 == 2 ? 2000000 : n % 3, index = n % 97 * (n % 11);
  each_kind (id, index);
  by_handler[n % 3][index]++;
  handled[n % 3]++;
}

static void *
stepped_kinds (void *arg)
{
#ifdef __x86_64__
  __asm__ volatile ("pushfq\n\torl $0x100, (%%rsp)\n\tpopfq"
		    : : : "cc", "memory");
#endif
  each_kind (0, 1);
  each_kind (2000000, 30);
  each_kind (1, 20);
  each_kind (0, 300);
#ifdef __x86_64__
  __asm__ volatile ("pushfq\n\tandl $~0x100, (%%rsp)\n\tpopfq"
		    : : : "cc", "memory");
#endif
  return arg;
}

static void
single_kinds (void)
{
  struct sigaction action = { .sa_handler = step_kinds };
  sigaction (SIGTRAP, &action, NULL);
  pthread_t thread[1];
  for (int i = 0; i < 10; i++)
    {
      pthread_create (&thread[0], NULL, stepped_kinds, NULL);
      pthread_join (thread[0], NULL);
    }
  by_handler[0][1] += 10;
  by_handler[2][30] += 10;
  by_handler[1][20] += 10;
  by_handler[0][300] += 10;
  each_row (0, handled[0] + 20);
  each_row (1, handled[1] + 10);
  each_row (2000000, handled[2] + 10);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 4096; k++)
      if (by_handler[i][k])
	also (HALT_MBR, i < 2 ? i : 2000000, k, by_handler[i][k]);
  printf ("steps %lu\n", steps);
}

/* The child's profile has to have one event of id 0, and of id 2 if its own
   child has; the parent's, three of id 1.  HOW makes the child.  */
static void
child_and_parent (pid_t (*how) (void))
{
  times (2, 1, 1);
  fflush (stdout);
  pid_t child = how ();
  if (child == 0)
    {
      times (1, 0, 0);
      exit (3);
    }
  int status;
  waitpid (child, &status, 0);
  times (1, 1, 1);
  row (unit.base + 1, 0, 3);
  printf ("child %d %d\n", (int) child, status);
}

/* A child counts every kind from zero, in what it has from its parent.  */
static void
kind_fork (void)
{
  for (unsigned long i = 0; i < 100; i++)
    each_kind (i % 2 ? 4000000 : 1, i);
  fflush (stdout);
  pid_t child = fork ();
  int status = 0;
  if (child)
    waitpid (child, &status, 0);
  else
    {
      if (!freopen ("child", "w", stdout))
	exit (1);
      for (unsigned long i = 0; i < 10; i++)
	each_kind (i % 2 ? 4000000 : 1, 20 * i);
    }
  unsigned long n = child ? 50 : 5;
  each_row (1, n);
  each_row (4000000, n);
  for (unsigned long i = 0; i < 2 * n; i++)
    also (HALT_MBR, i % 2 ? 4000000 : 1, child ? i : 20 * i, 1);
  printf ("child %d %d\n", (int) child, status);
}

/* An instrumented program by posix_spawn.  */
static void
spawns (void)
{
  pid_t child;
  int status;
  char *argv[] = { "./prog", "plain", NULL };
  each_kind (1, 1);
  fflush (stdout);
  if (posix_spawn (&child, "./prog", NULL, NULL, argv, environ) == 0)
    waitpid (child, &status, 0);
  each_kind (1, 1);
  printf ("child %d %d\n", (int) child, status);
}

static void *
forks (void *arg)
{
  child_and_parent (fork);
  return arg;
}

static void *
busy (void *stop)
{
  while (!__atomic_load_n ((int *) stop, __ATOMIC_RELAXED))
    EVENT (0, 3);
  return NULL;
}

/* Fork in one thread while another one counts.  */
static void
fork_threads (void)
{
  pthread_t thread, other;
  int stop = 0;
  pthread_create (&other, NULL, busy, &stop);
  pthread_create (&thread, NULL, forks, NULL);
  pthread_join (thread, NULL);
  stop = 1;
  pthread_join (other, NULL);
}

static void
vforks (void)
{
  times (2, 1, 1);
  pid_t child = vfork ();
  if (child == 0)
    {
      times (1, 0, 0);
      _exit (0);
    }
  waitpid (child, NULL, 0);
  char *argv[] = { "true", NULL };
  if (posix_spawnp (&child, "true", NULL, NULL, argv, environ) == 0)
    waitpid (child, NULL, 0);
  row (unit.base, 1, 0);
  row (unit.base + 1, 0, 2);
}

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
static void
loads (void)
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

static void
races (void)
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

static void
own (void)
{
  pthread_t thread;
  void *object = must_open ("./own.so");
  pthread_barrier_init (&barrier, NULL, 2);
  pthread_create (&thread, NULL, outlive, object);
  pthread_barrier_wait (&barrier);
  printf ("base %lu\n", (unsigned long) call (object, "own", 2)->base);
  times (3, 1, 0);
  row (unit.base, 0, 3);
  dlclose (object);
  pthread_barrier_wait (&barrier);
  pthread_join (thread, NULL);
}

/* The largest ids there are, and more than there may be.  */
static void
far (void)
{
  static const unsigned long ids[]
    = { 99999, (1ul << 20) - 1, 1ul << 20, ~0ul >> 2, ~0ul >> 1, ~0ul };
  int n = sizeof ids / sizeof *ids;
  errno = 0;
  for (int i = 0; i < n; i++)
    {
      times (3, 0, ids[i] - unit.base);
      row (ids[i], 3, 0);
    }
  _record_mbr (1 << 20, 1);
  _record_mbr (~0ul, 1);
  _record_mbr ((1 << 20) - 1, 1);
  also (HALT_MBR, 1, (1 << 20) - 1, 1);
  unsigned long lost = 2;
  for (unsigned long i = 0; i < 10000; i++)
    {
      unsigned long id = 0x40000000 + 0x10000 * i + i % 2000;
      _record_block (id);
      if (i < 4096 - 4)
	also (HALT_BLOCK, id, 1, 0);
      else
	lost++;
    }
  printf ("errno %d\nlost %lu\n", errno, lost);
}

/* Events of unit "other", which an object has that brings its own runtime.  */
static void
mixed (void)
{
  void *object = must_open ("./mixed.so");
  call (object, "mixed", 4);
  times (3, 1, 0);
  row (0, 0, 3);
  also (HALT_LOAD, 5, 4, 64);
}

/* An object whose ids are all constants, again and again.  */
static void
constants (void)
{
  for (int i = 0; i < 3; i++)
    {
      void *object = must_open (i < 2 ? "./none.so" : "./copy.so");
      call (object, "none_of_its_own", 1);
      dlclose (object);
    }
  also (HALT_BLOCK, 1000000007, 3, 0);
}

static void
none (void)
{
}

static void
moved (void)
{
  times (1, 1, 1);
  row (unit.base + 1, 0, 1);
  if (mkdir ("elsewhere", 0777) != 0 || chdir ("elsewhere") != 0)
    exit (1);
}

static void
closed (void)
{
  times (1, 1, 1);
  row (unit.base + 1, 0, 1);
  fflush (stdout);
  close (0);
  close (1);
  close (2);
  exit (9);
}

static void
limited (void)
{
  struct rlimit small = { 100, 100 };
  times (1, 1, 1);
  fflush (stdout);
  setrlimit (RLIMIT_FSIZE, &small);
  exit (6);
}

static void
seven (void)
{
  times (1, 1, 1);
  exit (7);
}

static void
forked (void)
{
  child_and_parent (fork);
}

static void
raw (void)
{
  child_and_parent (_Fork);
}

#define PRICE(kind, call) \
  static void * \
  price_of_##kind (void *arg) \
  { \
    for (unsigned long i = 0; i < 100000000; i++) \
      call; \
    return arg; \
  }
PRICE (cbr, _record_cbr (i % 4 == 0, i % 2))
PRICE (mbr, _record_mbr (i % 64, i % 2))
PRICE (entry, _record_entry (i % 2))
PRICE (load, _record_load (8, i, i % 2))
PRICE (far, _record_entry (i % 2 + 2000000))

/* Nanoseconds for one event, in one thread and in two.  */
static void
price (void)
{
  static const struct { const char *name; void *(*function) (void *); } of[] = {
    { "cbr", price_of_cbr }, { "mbr", price_of_mbr },
    { "entry", price_of_entry }, { "load", price_of_load },
    { "entry, far", price_of_far },
  };
  for (size_t k = 0; k < sizeof of / sizeof *of; k++)
    for (int n = 1; n <= 2; n++)
      {
	struct timespec from, to;
	pthread_t thread[2];
	clock_gettime (CLOCK_MONOTONIC, &from);
	for (int i = 0; i < n; i++)
	  pthread_create (&thread[i], NULL, of[k].function, NULL);
	for (int i = 0; i < n; i++)
	  pthread_join (thread[i], NULL);
	clock_gettime (CLOCK_MONOTONIC, &to);
	printf ("%s %d: %.2f ns\n", of[k].name, n,
		((to.tv_sec - from.tv_sec) * 1e9
		 + (to.tv_nsec - from.tv_nsec)) / 1e8);
      }
}

int
main (int argc, char **argv)
{
  static const struct { const char *name; void (*function) (void); } modes[] = {
#define MODE(name) { #name, name }
    MODE (plain), MODE (threads), MODE (churn), MODE (signals), MODE (single),
    MODE (forked), MODE (raw), MODE (fork_threads), MODE (vforks),
    MODE (loads), MODE (races), MODE (own), MODE (far), MODE (none),
    MODE (kinds), MODE (kind_threads), MODE (single_kinds), MODE (kind_fork),
    MODE (spawns), MODE (mixed), MODE (constants),
    MODE (moved), MODE (closed), MODE (limited), MODE (seven), MODE (price),
  };
  __halt_startup ();
  for (size_t i = 0; argc == 2 && i < sizeof modes / sizeof *modes; i++)
    if (strcmp (modes[i].name, argv[1]) == 0)
      {
	modes[i].function ();
	return 0;
      }
  return 100;
}

#else /* the test */

#include <CUnit/Basic.h>
#include <glob.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "halt/format.h"
#include "halt/halt.h"

static char top[PATH_MAX], dir[] = "/tmp/halt-runtime-XXXXXX";

/* Run a shell command; return its exit status, or minus the signal.  */
static int __attribute__ ((format (printf, 1, 2)))
run (const char *format, ...)
{
  char command[4096];
  va_list args;
  va_start (args, format);
  vsnprintf (command, sizeof command, format, args);
  va_end (args);
  fflush (NULL);
  int status = system (command);
  return WIFEXITED (status) ? WEXITSTATUS (status) : -WTERMSIG (status);
}

/* The contents of a file, with a NUL behind, or ""; *SIZE may be wanted.  They
   are kept to the end.  */
static char *
slurp (const char *name, size_t *size)
{
  static struct text { struct text *older; uint64_t data[1 << 15]; } *kept;
  struct text *text = calloc (1, sizeof *text);
  FILE *file = fopen (name, "rb");
  size_t n = 0;
  if (!text)
    abort ();
  text->older = kept;
  kept = text;
  if (file)
    {
      n = fread (text->data, 1, sizeof text->data - 1, file);
      fclose (file);
    }
  if (size)
    *size = n;
  return (char *) text->data;
}

/* One profile, checked against its grammar.  */
struct profile
{
  const struct halt_prof *header;
  const struct halt_prof_object *object;
  const struct halt_prof_unit *unit;
  const uint64_t *row;		/* of CBR */
  uint64_t n_rows;
  const uint64_t *rows[HALT_KIND_END];	/* of all, NULL without a table */
  uint64_t n[HALT_KIND_END];
  const char *strings;
};

static const unsigned int cells[HALT_KIND_END] = {
#define HALT_KIND(NAME, number, word, routine, when, params, n, text) \
  [number] = n < 0 ? 3 : n + 1,
#include "halt/kinds.def"
};

#define BAD(condition) \
  do { if (condition) { fprintf (stderr, "%s: %s\n", name, #condition); \
			return 0; } } while (0)

static int
read_profile (const char *name, struct profile *p)
{
  size_t size;
  char *data = slurp (name, &size);
  BAD (size < sizeof *p->header);
  p->header = (const struct halt_prof *) data;
  BAD (p->header->magic != HALT_PROF_MAGIC);
  BAD (p->header->version != HALT_PROF_VERSION);
  BAD (p->header->header_size != sizeof *p->header);
  BAD (p->header->size != size);
  BAD (p->header->checksum
       != halt_checksum (HALT_CHECKSUM_START, p->header + 1,
			 size - sizeof *p->header));
  p->object = (const struct halt_prof_object *) (p->header + 1);
  p->unit = (const struct halt_prof_unit *) (p->object + p->header->n_objects);
  const struct halt_prof_table *table
    = (const struct halt_prof_table *) (p->unit + p->header->n_units);
  const uint64_t *row = (const uint64_t *) (table + p->header->n_tables);
  memset (p->rows, 0, sizeof p->rows);
  memset (p->n, 0, sizeof p->n);
  for (uint32_t t = 0; t < p->header->n_tables; t++, table++)
    {
      BAD (table->kind >= HALT_KIND_END || table->cells == 1);
      BAD (table->cells != cells[table->kind] || p->rows[table->kind]);
      BAD (t && table[-1].kind >= table->kind);
      p->rows[table->kind] = row;
      p->n[table->kind] = table->n_rows;
      int indexed = table->kind == HALT_MBR;
      for (uint64_t i = 0; i < table->n_rows; i++, row += table->cells)
	{
	  const uint64_t *before = row - table->cells;
	  uint64_t any = 0;
	  for (uint32_t c = indexed ? 2 : 1; c < table->cells; c++)
	    any |= row[c];
	  BAD (!any);
	  BAD (i && row[0] < before[0]);
	  BAD (i && row[0] == before[0] && (!indexed || row[1] <= before[1]));
	}
    }
  p->row = p->rows[HALT_CBR];
  p->n_rows = p->n[HALT_CBR];
  p->strings = (const char *) row;
  BAD (p->strings + p->header->strings_size != data + size);
  BAD (p->strings[0] || p->strings[p->header->strings_size - 1]);
  uint32_t units = 0;
  for (uint32_t i = 0; i < p->header->n_objects; i++)
    {
      BAD (p->object[i].first_unit != units);
      BAD (p->object[i].path >= p->header->strings_size);
      BAD (p->object[i].build_id >= p->header->strings_size);
      units += p->object[i].n_units;
    }
  BAD (units != p->header->n_units);
  return 1;
}

/* The row of KIND that begins with the cells ID and, if it is indexed, INDEX,
   or NULL.  */
static const uint64_t *
find (const struct profile *p, unsigned int kind, uint64_t id, uint64_t index)
{
  uint64_t low = 0, high = p->n[kind];
  while (low < high)
    {
      uint64_t middle = (low + high) / 2;
      const uint64_t *row = p->rows[kind] + middle * cells[kind];
      if (row[0] < id || (kind == HALT_MBR && row[0] == id && row[1] < index))
	low = middle + 1;
      else
	high = middle;
    }
  const uint64_t *row = p->rows[kind] + low * cells[kind];
  return low < p->n[kind] && row[0] == id
	 && (kind != HALT_MBR || row[1] == index) ? row : NULL;
}

/* True if the rows of the profile NAME are those that the program printed to
   the file OUT.  */
static int
same_as (const char *name, const char *out)
{
  struct profile p;
  if (!read_profile (name, &p))
    return 0;
  uint64_t n = 0, rows = 0;
  char *save, *text = slurp (out, NULL);
  for (char *line = strtok_r (text, "\n", &save); line;
       line = strtok_r (NULL, "\n", &save))
    {
      unsigned long id, a, b;
      unsigned int kind = HALT_CBR;
      if (sscanf (line, "+ %u %lu %lu %lu", &kind, &id, &a, &b) != 4
	  && sscanf (line, "%lu %lu %lu", &id, &a, &b) != 3)
	continue;
      BAD (kind >= HALT_KIND_END);
      const uint64_t *row = find (&p, kind, id, a);
      if (!row || row[1] != a || (cells[kind] > 2 && row[2] != b))
	{
	  fprintf (stderr, "%s: %s: has %lu %lu\n", name, line,
		   row ? (unsigned long) row[1] : 0,
		   row && cells[kind] > 2 ? (unsigned long) row[2] : 0);
	  return 0;
	}
      n++;
    }
  for (int kind = 0; kind < HALT_KIND_END; kind++)
    rows += p.n[kind];
  BAD (n != rows);
  return 1;
}

static int
same (const char *name)
{
  return same_as (name, "out");
}

/* The number behind a word that the program printed.  */
static unsigned long
printed (const char *word)
{
  const char *at = strstr (slurp ("out", NULL), word);
  return at ? strtoul (at + strlen (word), NULL, 10) : ULONG_MAX;
}

/* Run PROGRAM MODE in the clean directory and return its status.  */
static int
start (const char *program, const char *mode)
{
  run ("rm -rf halt.prof* *.prof elsewhere .halt-*");
  return run ("./%s %s >out 2>err", program, mode);
}

/* The run was silent and left one profile, which says what was printed.  */
static int
fine (const char *program, const char *mode)
{
  return start (program, mode) == 0 && *slurp ("err", NULL) == 0
	 && same ("halt.prof") && run ("test -z \"$(ls -A | grep '^.halt-')\"") == 0;
}

static int
files (const char *pattern)
{
  glob_t found;
  int n = glob (pattern, 0, NULL, &found) == 0 ? (int) found.gl_pathc : 0;
  globfree (&found);
  return n;
}

/* The one file of PATTERN.  */
static const char *
file (const char *pattern)
{
  static char name[PATH_MAX];
  glob_t found;
  *name = 0;
  if (glob (pattern, 0, NULL, &found) == 0)
    snprintf (name, sizeof name, "%s", found.gl_pathv[0]);
  globfree (&found);
  return name;
}

/* Compile a unit to OBJECT.o: this file, then the start-up code.  */
static int
unit (const char *object, const char *options)
{
  return run ("gcc-12 -std=c11 -D_GNU_SOURCE -O2 -I%s/include %s -S -o %s.s"
	      " %s/tests/test_runtime.c"
	      " && cat %s/build/unit_start.s >>%s.s && gcc-12 -c %s.s",
	      top, options, object, top, top, object, object);
}

static int
program (const char *name, const char *options)
{
  /* The linker warns about dlopen in a static program.  */
  return run ("gcc-12 -o %s main.o second.o %s %s/build/libhalt.a 2>ld.err"
	      " || { cat ld.err >&2; false; }", name, options, top);
}

static int
set_up (void)
{
  if (!getcwd (top, sizeof top) || !mkdtemp (dir) || chdir (dir) != 0)
    return 1;
  unsetenv ("HALT_FILE");
  return unit ("main", "-DPROGRAM -fPIE") != 0
	 || unit ("second", "-DUNIT=second -DCOUNT=3 -fPIE") != 0
	 || unit ("a", "-DUNIT=a -DCOUNT=5 -fPIC") != 0
	 || unit ("b", "-DUNIT=b -DCOUNT=6 -fPIC") != 0
	 || unit ("own", "-DUNIT=own -DCOUNT=6 -fPIC") != 0
	 || run ("gcc-12 -shared -o a.so a.o") != 0
	 || run ("gcc-12 -shared -o b.so b.o") != 0
	 || run ("gcc-12 -shared -o own.so own.o %s/build/libhalt.a", top) != 0
	 || program ("prog", "-rdynamic") != 0;
}

static int
clean_up (void)
{
  return chdir ("/") != 0 || run ("rm -rf '%s'", dir) != 0;
}

/* However it is linked: one copy of the start-up code, ids from 0.  */
static void
test_links (void)
{
  static const char *const options[] = {
    "-pie", "-no-pie", "-static", "-static-pie", "-rdynamic",
    "-Wl,--gc-sections", "-static -Wl,--gc-sections", "-Wl,-z,now -Wl,-z,relro",
    "-fuse-ld=gold", "-fuse-ld=gold -Wl,--gc-sections",
  };
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    {
      CU_ASSERT_EQUAL (program ("linked", options[i]), 0);
      int good = fine ("linked", "plain");
      if (!good)
	fprintf (stderr, "linked with %s\n", options[i]);
      CU_ASSERT (good);
      CU_ASSERT_EQUAL (printed ("bases "), 0);
      CU_ASSERT_EQUAL (printed ("bases 0 "), 4);
      CU_ASSERT_EQUAL (printed ("bases 0 4 next 7 "), 7);
      CU_ASSERT_EQUAL (run ("test $(nm linked | grep -c ' __halt_start$') = 1"
			    " && test $(nm linked | grep -c __halt_give_bases)"
			    " = 1"), 0);
    }
}

/* The start-up code alone: no library of ours, no dl_iterate_phdr, two units;
   an object whose notes make no sense is passed over.  */
static void
test_alone (void)
{
  FILE *source = fopen ("alone.c", "w");
  fputs ("#include <unistd.h>\n"
	 "#include \"halt/halt.h\"\n"
	 "static unsigned long sum, startups;\n"
	 "struct halt_unit *second (int n);\n"
	 "void *a (int n);\n"
	 "void _record_cbr (unsigned long cond, unsigned long id)\n"
	 "{ sum += 10 * id + cond; }\n"
	 "void _halt_startup (void) { startups++; }\n"
	 "extern void __halt_startup (void);\n"
	 "__asm__ (\".pushsection .note.bad,\\\"a\\\",%note\\n.balign 4\\n\"\n"
	 "  \".4byte 5,8,1\\n.asciz \\\"HALT\\\"\\n.balign 4\\n.8byte 1\\n\"\n"
	 "  \".4byte 5,8,1\\n.asciz \\\"HALT\\\"\\n.balign 4\\n.8byte -64\\n\"\n"
	 "  \".4byte 5,8,1\\n.asciz \\\"HALT\\\"\\n.balign 4\\n.8byte 1<<40\\n\"\n"
	 "  \".4byte 5,4,1\\n.asciz \\\"HALT\\\"\\n.balign 4\\n.4byte 8\\n\"\n"
	 "  \".popsection\");\n"
	 "int main (void)\n"
	 "{ __halt_startup (); second (1); a (1);\n"
	 "  return sum != 10 * 28 + 1 + 2 || startups != 1; }\n", source);
  fclose (source);
  static const char *const options[] = {
    "-pie", "-no-pie", "-static", "-static-pie", "-static -Wl,--gc-sections",
  };
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    {
      CU_ASSERT_EQUAL (run ("gcc-12 -O2 -fPIE -I%s/include alone.c second.o"
			    " a.o %s -o alone", top, options[i]), 0);
      CU_ASSERT_EQUAL (run ("./alone"), 0);
    }
}

/* Units whose ids are all constants are there, and do not disturb others.  */
static void
test_constants (void)
{
  struct profile p;
  CU_ASSERT_EQUAL (unit ("constant", "-DUNIT=none_of_its_own -DCOUNT=0 -fPIC"
			 " '-DCALLS=_record_block (1000000007)'"), 0);
  CU_ASSERT_EQUAL (run ("gcc-12 -o linked constant.o main.o second.o"
			" %s/build/libhalt.a", top), 0);
  CU_ASSERT (fine ("linked", "plain"));
  CU_ASSERT_EQUAL (printed ("bases 0 4 next 7 "), 7);
  CU_ASSERT (read_profile ("halt.prof", &p));
  CU_ASSERT_EQUAL (p.header->n_units, 3);
  CU_ASSERT_EQUAL (p.unit[0].count, 0);
  CU_ASSERT_EQUAL (p.unit[0].base, 0);
  CU_ASSERT_EQUAL (p.unit[1].base, 0);
  CU_ASSERT_EQUAL (p.unit[1].count, 4);

  /* The same object again is the same; a copy of the file is not.  */
  CU_ASSERT_EQUAL (run ("gcc-12 -shared -o none.so constant.o"
			" && cp none.so copy.so"), 0);
  CU_ASSERT (fine ("prog", "constants"));
  CU_ASSERT (read_profile ("halt.prof", &p));
  CU_ASSERT_EQUAL (p.header->n_objects, 3);
  CU_ASSERT_EQUAL (p.header->n_units, 4);

  /* Nobody has an id.  */
  CU_ASSERT_EQUAL (unit ("empty", "-DPROGRAM -DCOUNT=0 -fPIE"), 0);
  CU_ASSERT_EQUAL (unit ("empty2", "-DUNIT=second -DCOUNT=0 -fPIE"), 0);
  CU_ASSERT_EQUAL (run ("gcc-12 -rdynamic -o linked empty.o empty2.o"
			" %s/build/libhalt.a", top), 0);
  CU_ASSERT (fine ("linked", "constants"));
  CU_ASSERT (read_profile ("halt.prof", &p));
  CU_ASSERT_EQUAL (p.header->n_objects, 3);
  CU_ASSERT_EQUAL (p.header->n_units, 4);
}

/* Every routine is there; a user's own takes the place of one and no other,
   whatever it comes in; what nobody calls has no table.  */
static void
test_kinds (void)
{
  struct profile p;
  static const char routines[] =
#define HALT_KIND(NAME, number, word, routine, when, params, n, text) \
    #routine "\n"
#include "halt/kinds.def"
    ;
  CU_ASSERT_EQUAL (run ("nm %s/build/libhalt.a | sed -n 's/.* W _/_/p' | sort"
			" >have && echo '%s' | sed '/^$/d' | sort | cmp - have",
			top, routines), 0);
  CU_ASSERT (fine ("prog", "kinds"));
  CU_ASSERT (fine ("prog", "kind_threads"));
  CU_ASSERT (fine ("prog", "single_kinds"));
#ifdef __x86_64__
  CU_ASSERT (printed ("steps ") > 5000);
#endif

  CU_ASSERT_EQUAL (run ("cat >one.c <<'E'\n"
			"extern void _record_load (long, long, long);\n"
			"extern void _record_cycle (unsigned long);\n"
			"int main (void)\n"
			"{ _record_load (8, 0, 3); _record_cycle (1); }\nE\n"
			"cat >own.c <<'E'\n"
			"#include <unistd.h>\n"
			"void _record_load (long bytes, long ea, long id)\n"
			"{ if (bytes == 8 && !ea && id == 3)\n"
			"    (void) !write (1, \"mine\\n\", 5); }\nE\n"
			"gcc-12 -O2 -fPIC -c own.c -o mine.o &&"
			" gcc-12 -shared -o libmine.so mine.o && ar rc mine.a mine.o"),
		   0);
  static const char *const places[] = {
    "mine.o %s", "%s mine.o", "mine.a %s", "./libmine.so %s",
    "-Wl,--whole-archive %s -Wl,--no-whole-archive mine.o",
    "-static mine.o %s",
  };
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    {
      char archive[PATH_MAX + 32], command[2 * PATH_MAX];
      snprintf (archive, sizeof archive, "%s/build/libhalt.a", top);
      strcpy (command, "gcc-12 -o one one.c ");
      char *at = strstr (strcat (command, places[i]), "%s");
      memmove (at + strlen (archive), at + 2, strlen (at + 2) + 1);
      memcpy (at, archive, strlen (archive));
      CU_ASSERT_EQUAL (run ("%s", command), 0);
      CU_ASSERT_EQUAL (start ("one", ""), 0);
      CU_ASSERT_STRING_EQUAL (slurp ("out", NULL), "mine\n");
      CU_ASSERT (read_profile ("halt.prof", &p));
      CU_ASSERT_EQUAL (p.n[HALT_CYCLE], 1);
      CU_ASSERT (!p.rows[HALT_LOAD]);
    }
}

/* What the profile says of the objects is true.  */
static void
test_objects (void)
{
  struct profile p;
  char path[PATH_MAX + 8], text[PATH_MAX + 256];
  CU_ASSERT (fine ("prog", "plain"));
  CU_ASSERT (read_profile ("halt.prof", &p));
  CU_ASSERT_EQUAL (p.header->n_objects, 1);
  CU_ASSERT_EQUAL (p.header->n_units, 2);
  CU_ASSERT_EQUAL (p.header->lost, 0);
  snprintf (path, sizeof path, "%s/prog", dir);
  CU_ASSERT_STRING_EQUAL (p.strings + p.object[0].path, path);
  snprintf (text, sizeof text, "test \"$(readelf -n prog | sed -n"
	    " 's/.*Build ID: //p')\" = '%s'", p.strings + p.object[0].build_id);
  CU_ASSERT_EQUAL (run ("%s", text), 0);
  for (int i = 0; i < 2; i++)
    {
      CU_ASSERT_EQUAL (p.unit[i].count, i ? 3 : 4);
      CU_ASSERT_EQUAL (p.unit[i].checksum, 77);
      CU_ASSERT_EQUAL (run ("nm prog | grep -q '^%016lx . halt_test_unit$'",
			    (unsigned long) p.unit[i].address), 0);
    }

  /* Even if it is the dynamic linker that is told to run it.  */
  CU_ASSERT_EQUAL (run ("$(readelf -l prog | sed -n 's/.*interpreter: "
			"\\(.*\\)]/\\1/p') ./prog plain >out"), 0);
  CU_ASSERT (read_profile ("halt.prof", &p));
  CU_ASSERT_STRING_EQUAL (p.strings + p.object[0].path, path);
}

static void
test_loads (void)
{
  struct profile p;
  CU_ASSERT (fine ("prog", "loads"));
  CU_ASSERT (read_profile ("halt.prof", &p));
  /* The program; a and b three times; a once more.  */
  CU_ASSERT_EQUAL (p.header->n_objects, 8);
  CU_ASSERT_EQUAL (p.header->n_units, 9);
  uint64_t next = 0;
  for (uint32_t i = 0; i < p.header->n_units; i++)
    {
      CU_ASSERT_EQUAL (p.unit[i].base, next);
      next += p.unit[i].count;
    }
  for (uint32_t i = 1; i < p.header->n_objects; i++)
    {
      char path[PATH_MAX];
      snprintf (path, sizeof path, "%s/%s.so", dir,
		p.unit[p.object[i].first_unit].count == 5 ? "a" : "b");
      CU_ASSERT_STRING_EQUAL (p.strings + p.object[i].path, path);
    }

  CU_ASSERT_EQUAL (run ("for i in 0 1 2 3 4 5 6 7; do cp a.so a$i.so; done"),
		   0);
  CU_ASSERT (fine ("prog", "races"));
  CU_ASSERT (read_profile ("halt.prof", &p));
  CU_ASSERT_EQUAL (p.header->n_objects, 401);
  CU_ASSERT_EQUAL (p.n_rows, 400 * 5);

  /* Ids stay unique even if nothing but the runtime stays.  */
  CU_ASSERT_EQUAL (run ("for i in main second; do sed"
			" 's/asciz \"HALT\"/asciz \"NONE\"/'"
			" $i.s >bare-$i.s; done && gcc-12 -rdynamic -o bare"
			" bare-*.s %s/build/libhalt.a", top), 0);
  CU_ASSERT (fine ("bare", "loads"));
}

static void
test_threads (void)
{
  CU_ASSERT (fine ("prog", "threads"));
}

static void
test_churn (void)
{
  CU_ASSERT (fine ("prog", "churn"));
  CU_ASSERT (printed ("kilobytes ") < 20000);
  CU_ASSERT (printed ("maps ") < 150);
}

static void
test_signals (void)
{
  CU_ASSERT (fine ("prog", "signals"));
  CU_ASSERT (fine ("prog", "single"));
#ifdef __x86_64__
  CU_ASSERT (printed ("steps ") > 10000);
#endif
}

static void
fork_case (const char *mode, int rows)
{
  struct profile p;
  char name[64];
  CU_ASSERT_EQUAL (start ("prog", mode), 0);
  CU_ASSERT_STRING_EQUAL (slurp ("err", NULL), "");
  CU_ASSERT (rows > 1 || same ("halt.prof"));
  CU_ASSERT_EQUAL (files ("halt.prof*"), 2);
  unsigned long pid = printed ("child ");
  snprintf (name, sizeof name, "halt.prof.%lu", pid);
  if (!read_profile (name, &p))
    {
      CU_FAIL ("no profile of the child");
      return;
    }
  CU_ASSERT_EQUAL (p.header->pid, pid);
  CU_ASSERT_EQUAL (p.n_rows, 1);
  CU_ASSERT_EQUAL (p.row[0], 0);
  CU_ASSERT_EQUAL (p.row[1], 1);
  CU_ASSERT_EQUAL (p.row[2], 0);
  CU_ASSERT (read_profile ("halt.prof", &p));
  CU_ASSERT (p.header->pid != pid);
}

static void
test_fork (void)
{
  fork_case ("forked", 1);
  fork_case ("raw", 1);
  fork_case ("fork_threads", 2);
  CU_ASSERT (fine ("prog", "vforks"));
  CU_ASSERT_EQUAL (files ("halt.prof*"), 1);

  CU_ASSERT (fine ("prog", "kind_fork"));
  CU_ASSERT_EQUAL (files ("halt.prof*"), 2);
  CU_ASSERT (same_as (file ("halt.prof.*"), "child"));

  /* A program of its own, with a name of its own only if it is asked for.  */
  setenv ("HALT_FILE", "of-%p.prof", 1);
  CU_ASSERT_EQUAL (start ("prog", "spawns"), 0);
  unsetenv ("HALT_FILE");
  CU_ASSERT_EQUAL (files ("of-*.prof"), 2);
  char name[64];
  struct profile p;
  snprintf (name, sizeof name, "of-%lu.prof", printed ("child "));
  CU_ASSERT (same (name));
  CU_ASSERT_EQUAL (run ("rm %s", name), 0);
  CU_ASSERT (read_profile (file ("of-*.prof"), &p));
  CU_ASSERT (p.n[HALT_MBR] == 1 && p.rows[HALT_MBR][2] == 2);
  CU_ASSERT_EQUAL (run ("rm of-*.prof"), 0);
}

static void
test_names (void)
{
  CU_ASSERT (fine ("prog", "moved"));
  CU_ASSERT_EQUAL (files ("elsewhere/*"), 0);

  setenv ("HALT_FILE", "x%p-%%-%q.prof", 1);
  CU_ASSERT_EQUAL (start ("prog", "forked"), 0);
  CU_ASSERT_EQUAL (files ("x*-%-%q.prof"), 2);
  CU_ASSERT_EQUAL (files ("*.prof*"), 2);

  setenv ("HALT_FILE", "/dev/null", 1);
  CU_ASSERT_EQUAL (start ("prog", "none"), 0);
  struct stat null;
  CU_ASSERT (stat ("/dev/null", &null) == 0 && S_ISCHR (null.st_mode));
  CU_ASSERT_EQUAL (run ("mkfifo pipe; cat pipe >piped & HALT_FILE=pipe; sleep"
			" .2; export HALT_FILE; ./prog plain >out; wait"), 0);
  CU_ASSERT (same ("piped"));
  setenv ("HALT_FILE", "pipe", 1);
  CU_ASSERT_EQUAL (start ("prog", "seven"), 7);
  setenv ("HALT_FILE", "", 1);
  CU_ASSERT (fine ("prog", "plain"));
  unsetenv ("HALT_FILE");

  /* The mode is that of any new file.  */
  CU_ASSERT_EQUAL (run ("rm -f halt.prof; umask 027; ./prog none"), 0);
  CU_ASSERT (stat ("halt.prof", &null) == 0 && (null.st_mode & 0777) == 0640);

  /* No units, no events: no file.  */
  FILE *source = fopen ("idle.c", "w");
  fputs ("int main (int argc, char **argv)\n"
	 "{ void _record_cbr (unsigned long, unsigned long);\n"
	 "  if (argc > 1) _record_cbr (0, argc); (void) argv; }\n", source);
  fclose (source);
  CU_ASSERT_EQUAL (run ("gcc-12 idle.c -o idle %s/build/libhalt.a", top), 0);
  CU_ASSERT_EQUAL (start ("idle", ""), 0);
  CU_ASSERT_EQUAL (files ("halt.prof"), 0);
  CU_ASSERT_EQUAL (start ("idle", "x"), 0);
  CU_ASSERT_EQUAL (files ("halt.prof"), 1);
}

/* Whatever happens: the program's exit status, and one line.  */
static void
test_failures (void)
{
  char expected[PATH_MAX + 128];
  setenv ("HALT_FILE", "no/such/halt.prof", 1);
  CU_ASSERT_EQUAL (start ("prog", "seven"), 7);
  snprintf (expected, sizeof expected, "halt: cannot write profile "
	    "'%s/no/such/halt.prof': No such file or directory\n", dir);
  CU_ASSERT_STRING_EQUAL (slurp ("err", NULL), expected);

  CU_ASSERT_EQUAL (run ("./prog seven 2>&-"), 7);
  CU_ASSERT_EQUAL (run ("{ ./prog seven 2>&1 >/dev/null; echo $? >status; }"
			" | true"), 0);
  CU_ASSERT_STRING_EQUAL (slurp ("status", NULL), "7\n");

  run ("mkdir -p taken");
  setenv ("HALT_FILE", "taken", 1);
  CU_ASSERT_EQUAL (start ("prog", "seven"), 7);
  snprintf (expected, sizeof expected, "halt: cannot write profile "
	    "'%s/taken': Is a directory\n", dir);
  CU_ASSERT_STRING_EQUAL (slurp ("err", NULL), expected);

  setenv ("HALT_FILE", "/dev/full", 1);
  CU_ASSERT_EQUAL (start ("prog", "seven"), 7);
  CU_ASSERT_STRING_EQUAL (slurp ("err", NULL), "halt: cannot write profile "
			  "'/dev/full': No space left on device\n");
  unsetenv ("HALT_FILE");

  CU_ASSERT_EQUAL (start ("prog", "limited"), 6);
  snprintf (expected, sizeof expected, "halt: cannot write profile "
	    "'%s/halt.prof': File too large\n", dir);
  CU_ASSERT_STRING_EQUAL (slurp ("err", NULL), expected);
  CU_ASSERT_EQUAL (files ("halt.prof") + files (".halt-*"), 0);

  CU_ASSERT_EQUAL (start ("prog", "closed"), 9);
  CU_ASSERT (same ("halt.prof"));
  CU_ASSERT_EQUAL (run ("ulimit -v 100000; ./prog plain >out 2>err"), 0);
  CU_ASSERT (same ("halt.prof"));

  CU_ASSERT (fine ("prog", "far"));
  struct profile p;
  CU_ASSERT (read_profile ("halt.prof", &p));
  CU_ASSERT_EQUAL (p.header->lost, printed ("lost "));
  CU_ASSERT_EQUAL (printed ("errno "), 0);

  /* Other rights than the caller's: the environment has no say.  */
  if (geteuid () == 0)
    {
      run ("mkdir -p -m 777 safe && cp prog safe && chown 65534 safe/prog"
	   " && chmod 4755 safe/prog && chmod 755 .");
      CU_ASSERT_EQUAL (run ("cd safe && HALT_FILE=evil ./prog none"), 0);
      CU_ASSERT_EQUAL (files ("safe/evil"), 0);
      CU_ASSERT_EQUAL (files ("safe/halt.prof"), 1);
    }
}

/* Several copies of the runtime in one process.  */
static void
test_copies (void)
{
  struct profile p;

  /* One serves all.  */
  CU_ASSERT_EQUAL (run ("gcc-12 -o linked main.o second.o %s/build/libhalt.a"
			" -Wl,--no-as-needed own.so -Wl,-rpath,.", top), 0);
  CU_ASSERT (fine ("linked", "plain"));
  CU_ASSERT_EQUAL (files ("halt.prof*"), 1);

  /* The object's serves the program as well.  */
  CU_ASSERT_EQUAL (unit ("few", "-DPROGRAM -DFEW -fPIE"), 0);
  CU_ASSERT_EQUAL (run ("gcc-12 -o linked few.o second.o -Wl,--no-as-needed"
			" own.so -Wl,-rpath,."), 0);
  CU_ASSERT (fine ("linked", "plain"));
  CU_ASSERT_EQUAL (files ("halt.prof*"), 1);

  /* The program's serves an object with a kind that the program does not
     have: the object's routine counts for it.  */
  CU_ASSERT_EQUAL (unit ("mixed", "-DUNIT=mixed -DCOUNT=2 -fPIC"
			 " '-DCALLS=_record_load (16, 0, 5)'"), 0);
  CU_ASSERT_EQUAL (run ("gcc-12 -shared -o mixed.so mixed.o %s/build/libhalt.a"
			" && gcc-12 -rdynamic -o linked few.o second.o"
			" %s/build/libhalt.a", top, top), 0);
  CU_ASSERT (run ("nm linked | grep -q _record_load") == 1);
  CU_ASSERT (fine ("linked", "mixed"));
  CU_ASSERT_EQUAL (files ("halt.prof*"), 1);

  /* Each its own: the program's, then the one of an object that is closed
     while a thread that it counted lives on.  */
  CU_ASSERT_EQUAL (program ("linked", "-pie"), 0);
  CU_ASSERT (fine ("linked", "own"));
  CU_ASSERT_EQUAL (files ("halt.prof*"), 2);
  int good = read_profile (file ("halt.prof-*"), &p);
  CU_ASSERT (good && p.n_rows == 6);
  for (int i = 0; i < 6 && good; i++)
    {
      CU_ASSERT_EQUAL (p.row[3 * i], printed ("base ") + i);
      CU_ASSERT_EQUAL (p.row[3 * i + 1 + (i & 1)], 7);
    }
}

int
main (void)
{
  CU_pSuite suite;
  if (CU_initialize_registry () != CUE_SUCCESS
      || !(suite = CU_add_suite ("runtime", set_up, clean_up)))
    return CU_get_error ();
#define TEST(name) CU_add_test (suite, #name, test_##name)
  TEST (links);
  TEST (alone);
  TEST (constants);
  TEST (kinds);
  TEST (objects);
  TEST (loads);
  TEST (threads);
  TEST (churn);
  TEST (signals);
  TEST (fork);
  TEST (names);
  TEST (failures);
  TEST (copies);
  CU_basic_run_tests ();
  int failed = CU_get_number_of_failures ()
	       || CU_get_number_of_suites_failed ();
  CU_cleanup_registry ();
  return failed != 0;
}

#endif
