/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything that contexts have events for.  It says what it has counted itself at each
   moment at which ALL_CONTEXT of contexts.sh makes a snapshot.  */

#include <dlfcn.h>
#include <halt/halt.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
extern char __executable_start, etext;
static int calls;

__attribute__ ((noipa)) static void
step (void)
{
  __atomic_fetch_add (&calls, 1, __ATOMIC_RELAXED);
}

__attribute__ ((noipa)) static void
steps (int n)
{
  for (int i = 0; i < n; i++)
    step ();
}

__attribute__ ((noipa)) static void
last (void)
{
  __asm__ volatile ("");
}

static void
told (const char *what)
{
  printf ("%s %d\n", what, calls);
}

static void
on_signal (int sig)
{
  (void) sig;
  step ();
}

static void *
work (void *unused)
{
  steps (1000);
  return unused;
}

static void
wait_for (pid_t child, const char *what)
{
  int status;
  if (waitpid (child, &status, 0) == child)
    printf ("# %s ended with %d\n", what, WEXITSTATUS (status));
}

int
main (int argc, char **argv)
{
  pthread_t threads[2];
  pid_t child;
  setvbuf (stdout, NULL, _IONBF, 0);
  signal (SIGUSR1, on_signal);
  told ("begin");
  halt_event ("begin");
  for (int i = 0; i < 3; i++)
    {
      steps (i);
      told ("request");
      halt_event ("request done");
    }
  steps (6);
  told ("call of last");
  last ();
  last ();
  told ("signal");
  raise (SIGUSR1);
  for (int i = 0; i < 2; i++)
    {
      /* When the second one comes the first is counting.  */
      if (i == 0)
	told ("clone");
      else
	puts ("clone -1");
      pthread_create (&threads[i], NULL, work, NULL);
    }
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  told ("fork");
  if ((child = fork ()) == 0)
    {
      steps (7);
      _exit (3);
    }
  wait_for (child, "fork");
  told ("fork");
  if ((child = vfork ()) == 0)
    {
      step ();
      _exit (4);
    }
  wait_for (child, "vfork");
  told ("fork");
  char *const words[] = { "sh", "-c", "exit 5", NULL };
  posix_spawn (&child, "/bin/sh", NULL, NULL, words, environ);
  wait_for (child, "posix_spawn");
#ifdef LIBRARY
  void *library = dlopen (LIBRARY, RTLD_NOW);
  void (*plug) (int) = (void (*) (int)) dlsym (library, "plug");
  plug (5);
  told ("dlopen");
  halt_event ("plugged");
  dlclose (library);
#endif
  steps (3);
  told ("exit");
  return argc == 2 ? execv (argv[1], argv) : 9;
}
