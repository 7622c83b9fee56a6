/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that count for themselves beside HALT: in a file of their own, how often
   each was about to call step, and how often it had come back.  */
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct own
{
  volatile uint64_t begun, ended, room[6];
};

__attribute__ ((noipa)) static int
odd (int i)
{
  return i % 3 ? i : -i;
}

__attribute__ ((noipa)) static int
even (int i)
{
  int s = 0;
  for (int k = 0; k < (i & 6); k++)
    s += k & 2 ? i : k;
  return s;
}

__attribute__ ((noipa)) static int
step (int i)
{
  return i & 1 ? odd (i) : even (i);
}

static void *
work (void *argument)
{
  struct own *own = argument;
  for (int i = 0;; i++)
    {
      own->begun++;
      step (i);
      own->ended++;
    }
  return argument;
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 1;
  int fd = open ("own", O_RDWR | O_CREAT | O_TRUNC, 0600);
  ftruncate (fd, n * sizeof (struct own));
  struct own *own = mmap (0, n * sizeof *own, PROT_READ | PROT_WRITE,
			  MAP_SHARED, fd, 0);
  pthread_t thread;
  close (fd);
  for (int i = 1; i < n; i++)
    pthread_create (&thread, 0, work, &own[i]);
  write (1, "\n", 1);
  work (&own[0]);
}
