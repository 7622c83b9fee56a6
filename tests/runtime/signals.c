/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signal handlers that are instrumented.  */

#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

#include "program.h"

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
void
mode_signals (void)
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
  row (program_base () + 1, 0, plain_events + interrupts);
  row (program_base () + 2, threads_started, 0);
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

void
mode_single (void)
{
  struct sigaction action = { .sa_handler = step };
  sigaction (SIGTRAP, &action, NULL);
  for (int i = 0; i < 50; i++)
    {
      pthread_t thread;
      pthread_create (&thread, NULL, stepped, NULL);
      pthread_join (thread, NULL);
    }
  row (program_base () + 1, 0, 50 * 20 + steps);
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

void
mode_single_kinds (void)
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
	each_index (i < 2 ? i : 2000000, k, by_handler[i][k]);
  printf ("steps %lu\n", steps);
}
