# SPDX-License-Identifier: GPL-3.0-or-later
# count=thread with C++'s threads and destructors, OpenMP, a malloc of the
# program's own, stacks that move between threads, sanitizers.  Each program
# adds up itself how often it calls hit.

>>> x86_64 what it compiles

>>> rest

>>> hit.h
extern
#ifdef __cplusplus
"C"
#endif
unsigned long expected;
#ifdef __cplusplus
extern "C"
#endif
__attribute__ ((noipa)) void hit (void);

static void
hits (int n)
{
  __atomic_fetch_add (&expected, n, __ATOMIC_RELAXED);
  while (n-- > 0)
    hit ();
}

>>> hit.c
unsigned long expected;
__attribute__ ((noipa)) void hit (void) { asm volatile (""); }

>>> cxx.cc
#include <cstdio>
#include <future>
#include <thread>
#include <vector>
#include "hit.h"

struct outer { ~outer () { hits (3); } };
thread_local outer last;

/* Its destructor is the last code of its thread.  */
struct inner
{
  int n = 0;
  inner () { hits (2); }
  ~inner () { hits (5); throws (); }
  static void throws ()
  {
    try { hits (1); throw 1; }
    catch (int) { hits (1); }
  }
};
thread_local inner first;

int
main ()
{
  std::vector<std::thread> threads;
  for (int i = 0; i < 30; i++)
    threads.emplace_back ([i] {
	first.n++;
	outer *used = &last;
	asm volatile ("" : : "r" (used));
	hits (1000 * i);
      });
  for (auto &t : threads)
    t.join ();
  auto f = std::async (std::launch::async, [] { hits (77); return first.n; });
  f.get ();
  printf ("%lu\n", expected);
}

>>> openmp.c
#include <stdio.h>
#include "hit.h"

int
main (void)
{
  int sum = 0;
#pragma omp parallel for num_threads (8) reduction (+: sum)
  for (int i = 0; i < 4000; i++)
    {
      hits (i % 100);
      sum += i;
    }
#pragma omp parallel sections num_threads (3)
  {
#pragma omp section
    hits (10000);
#pragma omp section
    hits (20000);
#pragma omp section
    hits (30000);
  }
  printf ("%lu\n", expected);
  return 0;
}

>>> malloc.c
/* The C library calls these when a thread begins, and when all of its
   destructors are over: the 40th key's place was allocated.  */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "hit.h"

static _Alignas (16) char arena[1 << 24];
static size_t used;
static pthread_key_t key[40];
static int said;		/* what the C library's end does is not counted */

void *
malloc (size_t size)
{
  hits (!said);
  size = (size + 31) & ~(size_t) 15;
  return arena + __atomic_fetch_add (&used, size, __ATOMIC_RELAXED);
}

void
free (void *block)
{
  hits (!said);
}

void *
calloc (size_t n, size_t size)
{
  return memset (malloc (n * size), 0, n * size);
}

void *
realloc (void *block, size_t size)
{
  void *fresh = malloc (size);
  return block ? memmove (fresh, block, size) : fresh;
}

extern void *unknown (void *);

void
set_key (void *value)
{
  pthread_setspecific (key[39], value);
}

int
main (void)
{
  pthread_t thread[8];
  char text[40];
  for (int i = 0; i < 40; i++)
    pthread_key_create (&key[i], NULL);
  for (int n = 0; n < 20; n++)
    {
      for (int i = 0; i < 8; i++)
	pthread_create (&thread[i], NULL, unknown, &thread);
      for (int i = 0; i < 8; i++)
	pthread_join (thread[i], NULL);
    }
  said = 1;
  sprintf (text, "%lu\n", expected);
  write (1, text, strlen (text));
  return 0;
}

>>> contexts.c
/* The only instrumented code of a thread is the rest of a function that another
   thread has begun.  */
#include <pthread.h>
#include <stdio.h>
#include <ucontext.h>
#include "hit.h"

#define N 6
ucontext_t inside[N], outside[N];
static char stack[N][65536];
extern void *resume (void *);
extern void pass_on (ucontext_t *from, ucontext_t *to);

static void
body (int i)
{
  for (int n = 0; n < 3; n++)
    {
      hits (10);
      pass_on (&inside[i], &outside[i]);
      if (i & 1)
	hit (), __atomic_fetch_add (&expected, 1, __ATOMIC_RELAXED);
    }
  hits (100000);
  pass_on (&inside[i], &outside[i]);
}

int
main (void)
{
  pthread_t thread[N];
  for (int i = 0; i < N; i++)
    {
      getcontext (&inside[i]);
      inside[i].uc_stack.ss_sp = stack[i];
      inside[i].uc_stack.ss_size = sizeof stack[i];
      makecontext (&inside[i], (void (*) (void)) body, 1, i);
      pass_on (&outside[i], &inside[i]);
    }
  for (int n = 0; n < 3; n++)
    {
      for (long i = 0; i < N; i++)
	pthread_create (&thread[i], NULL, resume, (void *) i);
      for (int i = 0; i < N; i++)
	pthread_join (thread[i], NULL);
    }
  printf ("%lu\n", expected);
  return 0;
}

>>> malloc-plain.c
extern void set_key (void *value);

void *
unknown (void *argument)
{
  set_key (argument);
  return argument;
}

>>> contexts-plain.c
#include <ucontext.h>
extern ucontext_t inside[], outside[];

void
pass_on (ucontext_t *from, ucontext_t *to)
{
  swapcontext (from, to);
}

void *
resume (void *i)
{
  swapcontext (&outside[(long) i], &inside[(long) i]);
  return i;
}

>>> run
# FILE, OPTIONs.  What is in FILE-plain.c is not instrumented.
check ()
{
  file=$1
  shift
  compiler=$CC
  [ "$file" != cxx.cc ] || compiler=$CXX
  lib=$LIBHALT
  case "$*" in *-m32*) lib=${LIBHALT%/*}/32/libhalt.a ;; esac
  instrument="$* -w -pthread -fno-builtin $PLUGIN $(arg count=thread entry cbr bb exclude=set_key)"
  rm -f ./*.o
  $CC $instrument -c hit.c
  $compiler $instrument -c "$file" -o prog.o
  [ ! -f "${file%.*}-plain.c" ] || $CC "$@" -c "${file%.*}-plain.c" -o plain.o
  $compiler "$@" -pthread ./*.o "$lib" -o prog
  code timeout 50 ./prog >sum
  $HALT report --kind=entry --top=100 prog 2>/dev/null | awk '$4 == "hit" { print $1 }' >hits
  cmp -s sum hits || echo "$file $*: $(cat sum) hits, counted $(cat hits)"
}
for options in -O0 -O2 "-O2 -fPIC" "-O2 -static" \
    "-m32 -O2 -idirafter /usr/include/$($CC -print-multiarch)"; do
  check cxx.cc $options
  check malloc.c $options
  check contexts.c $options
  case $options in
    *-static*|*-m32*) ;;
    *) check openmp.c $options -fopenmp ;;
  esac
done
for sanitizer in address thread undefined; do
  check cxx.cc -O1 -fsanitize=$sanitizer
done
