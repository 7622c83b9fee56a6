/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tests/bench-samples samples: it does the same in every run.  Phases that
   instrumentation slows down much and little, a function that is called most of the time,
   bursts; with threads that do the same, or, given a third argument, other things.

     samples THREADS ROUNDS [other]  */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1600

static int rounds, other;

__attribute__ ((noipa)) static unsigned
leaf (unsigned x)
{
  return x * 2654435761u ^ x >> 7;
}

/* Little is done between two branches.  */
__attribute__ ((noipa)) static unsigned
dense (unsigned *a, unsigned n, unsigned x)
{
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++)
    {
      if (a[i] & 1)
	s += a[i];
      else
	s ^= x;
      if (s & 4)
	x += leaf (s);
      if (s & 16)
	s = s >> 1 | s << 31;
      a[i] = s;
    }
  return s;
}

/* Much is.  */
__attribute__ ((noipa)) static unsigned
sparse (unsigned x)
{
  for (int i = 0; i < 200; i++)
    {
#define SOME x = (x << 13 ^ x) * 5 + (x >> 17);
      SOME SOME SOME SOME
    }
  return x;
}

__attribute__ ((noipa)) static int
compare (const void *p, const void *q)
{
  unsigned a = *(const unsigned *) p, b = *(const unsigned *) q;
  return a < b ? -1 : a > b;
}

__attribute__ ((noipa)) static unsigned
turn (unsigned *a, int k)
{
  unsigned n = 1000 + (unsigned) (k % 7) * 100, s = dense (a, n, (unsigned) k);
  if (k / 400 % 2)
    for (int i = 0; i < 60; i++)
      s += sparse (s);
  if (k % 8 == 0)
    qsort (a, n, sizeof *a, compare);
  return s;
}

static void *
work (void *p)
{
  unsigned *a = malloc (N * sizeof *a), number = (unsigned) (size_t) p;
  unsigned s = number + 7;
  for (int i = 0; i < N; i++)
    a[i] = s = s * 1103515245 + 12345;
  for (int k = 0; k < rounds; k++)
    if (other && number % 2)
      for (int i = 0; i < 90; i++)
	s += sparse (s);
    else
      s += turn (a, k);
  free (a);
  return (void *) (size_t) s;
}

int
main (int argc, char **argv)
{
  pthread_t thread[16];
  size_t n = argc > 1 ? (size_t) atoi (argv[1]) : 0, sum = 0;
  void *result;
  rounds = argc > 2 ? atoi (argv[2]) : 1000;
  other = argc > 3;
  if (n > 16)
    return 2;
  if (n == 0)
    sum += (size_t) work (NULL);
  for (size_t i = 0; i < n; i++)
    pthread_create (&thread[i], NULL, work, (void *) i);
  for (size_t i = 0; i < n; i++)
    {
      pthread_join (thread[i], &result);
      sum += (size_t) result;
    }
  printf ("%zu\n", sum);
  return 0;
}
