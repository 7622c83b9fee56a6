/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Children.  */

#include <pthread.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program.h"

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
  row (program_base () + 1, 0, 3);
  printf ("child %d %d\n", (int) child, status);
}

/* A child counts every kind from zero, in what it has from its parent.  */
void
mode_kind_fork (void)
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
    each_index (i % 2 ? 4000000 : 1, child ? i : 20 * i, 1);
  printf ("child %d %d\n", (int) child, status);
}

/* An instrumented program by posix_spawn.  */
void
mode_spawns (void)
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
void
mode_fork_threads (void)
{
  pthread_t thread, other;
  int stop = 0;
  pthread_create (&other, NULL, busy, &stop);
  pthread_create (&thread, NULL, forks, NULL);
  pthread_join (thread, NULL);
  stop = 1;
  pthread_join (other, NULL);
}

void
mode_vforks (void)
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
  row (program_base (), 1, 0);
  row (program_base () + 1, 0, 2);
}

void
mode_forked (void)
{
  child_and_parent (fork);
}

void
mode_raw (void)
{
  child_and_parent (_Fork);
}
