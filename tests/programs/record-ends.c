/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Record and end, in the way that the first argument says (record-ends.t,
   record-processes.t); the second one says how much there is to record.  */

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile long sum;
static void __attribute__ ((noinline))
work (long n)
{
  for (long i = 0; i < n; i++)
    if (((i * 0x9e3779b97f4a7c15 >> 20) * i >> 30) % 7 > 2)
      sum += i;
}
static void *
thread (void *n)
{
  work ((long) n);
  return NULL;
}
int
main (int argc, char **argv)
{
  long n = atol (argv[2]);
  pthread_t id[4];
  if (strcmp (argv[1], "close") == 0)
    for (int fd = 3; fd < 1024; fd++)
      close (fd);
  work (n);
  switch (argv[1][0])
    {
    case '_':
      _exit (0);
    case 'e':
      if (argv[1][1] == 'x')
	execvp (argv[3], argv + 3);
      break;
    case 'f':
      if (fork () == 0)
	{
	  work (2 * n);
	  _exit (0);
	}
      wait (NULL);
      work (n);
      break;
    case 'C':
      if (syscall (SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0)
	{
	  work (2 * n);
	  _exit (0);
	}
      wait (NULL);
      work (n);
      break;
    case 's':
      raise (SIGSTOP);
      break;
    case 'k':
      raise (SIGKILL);
    case 't':
      raise (SIGTERM);
    case 'p':
      for (long i = 0; i < 4; i++)
	pthread_create (id + i, NULL, thread, (void *) (n * (i + 1)));
      for (int i = 0; i < 4; i++)
	pthread_join (id[i], NULL);
      break;
    case 'm':
      pthread_create (id, NULL, thread, (void *) n);
      pthread_exit (NULL);
    }
  return 0;
}
