# SPDX-License-Identifier: GPL-3.0-or-later
# count=thread loses no event, however threads begin and end: the program adds up
# itself how often it calls hit.

>>> x86_64 what it compiles

>>> prog.c
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

static unsigned long expected;
static pthread_key_t key, late_key;
extern void *unknown (void *);		/* not instrumented */
static sem_t ready;
static pthread_t main_thread;

__attribute__ ((noipa)) void
hit (void)
{
}

static void
hits (int n)
{
  __atomic_fetch_add (&expected, n, __ATOMIC_RELAXED);
  while (n-- > 0)
    hit ();
}

static void *
returns (void *argument)
{
  hits (400000);
  return argument;
}

static void *
exits (void *argument)
{
  hits (20);
  pthread_exit (argument);
}

static void
clean_up (void *unused)
{
  hits (3);
}

static void *
is_cancelled (void *argument)
{
  pthread_cleanup_push (clean_up, NULL);
  hits (40);
  sem_post (&ready);
  for (;;)
    pause ();
  pthread_cleanup_pop (1);
  return argument;
}

static int
of_c11 (void *unused)
{
  hits (50);
  return 0;
}

/* In all of the rounds that the C library makes, in the last one too.  */
static void
late (void *value)
{
  hits (7);
  pthread_setspecific (late_key, value);
}

static void *
ends_late (void *argument)
{
  pthread_setspecific (late_key, argument);
  hits (1);
  return argument;
}

/* All that is instrumented of its thread.  */
static void
destroy (void *unused)
{
  hits (13);
}

void
set_key (void *value)
{
  pthread_setspecific (key, value);
}

static void *
detached (void *argument)
{
  hits (70);
  sem_post (&ready);
  return argument;
}

/* Is there when the program ends.  */
static void *
stays (void *argument)
{
  hits (80);
  sem_post (&ready);
  for (;;)
    pause ();
  return argument;
}

/* Past the C library, as far as that goes.  */
static int
of_clone (void *unused)
{
  hits (90);
  return 0;
}

/* Its child counts 50 from zero, in threads that find what others left.  */
static void *
forks (void *argument)
{
  pthread_t thread;
  hits (5);
  if (fork () == 0)
    {
      hits (8);
      for (int i = 0; i < 2; i++)
	{
	  pthread_create (&thread, NULL, exits, &thread);
	  pthread_join (thread, NULL);
	}
      hits (2);
      exit (0);
    }
  wait (NULL);
  hits (6);
  return argument;
}

static void
on_signal (int number)
{
  hits (5);
}

static void *
is_interrupted (void *argument)
{
  for (int i = 0; i < 100; i++)
    {
      raise (SIGUSR1);
      hits (3);
    }
  return argument;
}

static void
run (void *(*start) (void *))
{
  pthread_t thread;
  pthread_create (&thread, NULL, start, &thread);
  if (start == is_cancelled)
    {
      sem_wait (&ready);
      pthread_cancel (thread);
    }
  if (start == detached || start == stays)
    {
      pthread_detach (thread);
      sem_wait (&ready);
    }
  else
    pthread_join (thread, NULL);
}

static void
together (int n, void *(*start) (void *))
{
  pthread_t thread[64];
  for (int i = 0; i < n; i++)
    pthread_create (&thread[i], NULL, start, &thread);
  for (int i = 0; i < n; i++)
    pthread_join (thread[i], NULL);
}

static void *
leaves_last (void *argument)
{
  pthread_join (main_thread, NULL);
  hits (1000);
  printf ("%lu\n", expected);
  exit (0);
  return argument;
}

int
main (int argc, char **argv)
{
  static char stack[65536] __attribute__ ((aligned (16)));
  pthread_attr_t small;
  pthread_t thread;
  thrd_t other;
  sem_init (&ready, 0, 0);
  pthread_key_create (&key, destroy);
  pthread_key_create (&late_key, late);
  signal (SIGUSR1, on_signal);
  together (8, returns);
  for (int i = 0; i < 20; i++)
    {
      run (exits);
      run (is_cancelled);
      run (ends_late);
      run (unknown);
      run (detached);
      run (is_interrupted);
      thrd_create (&other, of_c11, NULL);
      thrd_join (other, NULL);
    }
  together (64, exits);
  together (8, is_interrupted);
  run (forks);
  for (int i = 0; i < 3; i++)
    run (stays);
  pthread_attr_init (&small);
  pthread_attr_setstacksize (&small, 16384);
  pthread_create (&thread, &small, exits, NULL);
  pthread_join (thread, NULL);
  if (vfork () == 0)
    {
      hits (17);
      _exit (0);
    }
  int pid = clone (of_clone, stack + sizeof stack, CLONE_VM | SIGCHLD, NULL);
  waitpid (pid, NULL, 0);
  if (argc > 1)
    {
      main_thread = pthread_self ();
      pthread_create (&thread, NULL, leaves_last, NULL);
      pthread_exit (NULL);
    }
  printf ("%lu\n", expected);
  return 0;
}

>>> unknown.c
extern void set_key (void *value);

void *
unknown (void *argument)
{
  set_key (argument);
  return argument;
}

>>> run
# The C library creates set_key's thread; only set_key, uninstrumented here, and
# a destructor run in it.
check ()
{
  lib=$LIBHALT
  case "$*" in *-m32*) lib=${LIBHALT%/*}/32/libhalt.a ;; esac
  $CC -w "$@" -pthread -c unknown.c
  $CC -w "$@" -pthread $PLUGIN $(arg count=thread entry cbr bb exclude=set_key) prog.c \
    unknown.o "$lib" -o prog
  for way in "" last; do
    rm -f halt.prof.*
    timeout 50 ./prog $way >sum
    $HALT report --kind=entry --top=100 prog | awk '$4 == "hit" { print $1 }' >hits
    child=$($HALT report --kind=entry --top=100 prog halt.prof.* | awk '$4 == "hit" { print $1 }')
    [ "$child" = 50 ] || echo "$* $way: child counted $child"
    cmp -s sum hits || echo "$* $way: $(cat sum) hits, counted $(cat hits)"
  done
}
check -O0
check -O2
check -O2 -fPIC
check -O2 -static
check -O1 -fno-pie -no-pie
check -m32 -O2
check -m32 -O1 -fPIC
check -m32 -O0 -static -fno-pie
