# SPDX-License-Identifier: GPL-3.0-or-later
# Threads that are cancelled while librecord records, at points where they may be and
# anywhere, the main thread among them: the trace is whole, and has what their cleanup did.

>>> on aarch64 riscv64

>>> cancel.c
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static volatile long sum;
static volatile int begun;
static void __attribute__ ((noinline))
work (long n)
{
  for (long i = 0; i < n; i++)
    if (i % 3)
      sum += i;
}
static void
cleanup (void *n)
{
  work (*(long *) n);
}
static void *
thread (void *how)
{
  long n = 1000;
  pthread_setcanceltype (*(char *) how == 'a' ? PTHREAD_CANCEL_ASYNCHRONOUS
					       : PTHREAD_CANCEL_DEFERRED,
			 NULL);
  pthread_cleanup_push (cleanup, &n);
  for (;;)
    {
      begun = 1;
      work (1000);
      if (*(char *) how == 'd')
	pthread_testcancel ();
    }
  pthread_cleanup_pop (0);
  return NULL;
}
static pthread_t self;
static void *
canceller (void *n)
{
  while (!begun)
    usleep (100);
  pthread_cancel (self);
  pthread_join (self, NULL);
  work (1000);
  return n;
}
int
main (int argc, char **argv)
{
  pthread_t id;
  void *how = argv[1], *result;
  for (int i = 0; i < 20; i++)
    {
      begun = 0;
      pthread_create (&id, NULL, thread, how);
      while (!begun)
	usleep (100);
      usleep (i * 100);
      pthread_cancel (id);
      pthread_join (id, &result);
      if (result != PTHREAD_CANCELED)
	puts ("it was not cancelled");
    }
  work (1000);
  if (argc > 2)
    {
      begun = 0;
      self = pthread_self ();
      pthread_create (&id, NULL, canceller, NULL);
      thread (how);
    }
  return 0;
}

>>> run
recording
for copies in "" "$(arg routines=$lib)"; do
  $CC -w -O2 -pthread $PLUGIN $(arg cbr entry) $copies cancel.c "$lib" $zstd -o cancel
  for how in "deferred" "asynchronous" "deferred main" "asynchronous main"; do
    HALT_FILE=it.trace $RUN ./cancel $how
    "$HALT" play --check it.trace cancel >check
    echo "$how: $(grep -c '^thread' check) threads, $(tail -n 1 check)," \
      "$("$HALT" play --kind=entry --function=cleanup it.trace cancel | wc -l) cleaned up"
  done
done

>>> out
deferred: 21 threads, complete, 20 cleaned up
asynchronous: 21 threads, complete, 20 cleaned up
deferred main: 22 threads, complete, 21 cleaned up
asynchronous main: 22 threads, complete, 21 cleaned up
deferred: 21 threads, complete, 20 cleaned up
asynchronous: 21 threads, complete, 20 cleaned up
deferred main: 22 threads, complete, 21 cleaned up
asynchronous main: 22 threads, complete, 21 cleaned up
