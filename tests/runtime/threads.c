/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads, many at a time and many after each other.  */

#include <pthread.h>
#include <sys/resource.h>

#include "program.h"

static void *
million (void *arg)
{
  uintptr_t self = (uintptr_t) arg;
  for (int i = 0; i < 1000000; i++)
    EVENT (i % 4 == 0, i % 2 ? 0 : self % 3 + 1);
  return NULL;
}

void
mode_threads (void)
{
  pthread_t thread[8];
  for (uintptr_t i = 0; i < 8; i++)
    pthread_create (&thread[i], NULL, million, (void *) i);
  for (int i = 0; i < 8; i++)
    pthread_join (thread[i], NULL);
  row (program_base (), 4000000, 0);
  row (program_base () + 1, 750000, 750000);
  row (program_base () + 2, 750000, 750000);
  row (program_base () + 3, 500000, 500000);
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

void
mode_churn (void)
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
  row (program_base (), 100000, 0);
  row (program_base () + 1, 0, 20000);
  row (program_base () + 5000, 10000, 0);
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  FILE *maps = fopen ("/proc/self/maps", "r");
  int c, lines = 0;
  while ((c = getc (maps)) != EOF)
    lines += c == '\n';
  fclose (maps);
  printf ("kilobytes %ld\nmaps %d\n", usage.ru_maxrss, lines);
}
