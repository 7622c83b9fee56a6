/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Four threads that count.  */

#include <pthread.h>
#include <stdio.h>
extern int table (int);
static int sums[4];
/* By registers that step.  */
static __attribute__ ((noipa)) long
find (const long *p, const long *end, long a)
{
  long i = 0;
  for (; p < end; p++, i -= 2)
    if (*p == a)
      return i;
  return i + 1;
}
static void *
work (void *p)
{
  int *sum = p;
  long a[30];
  for (int i = 0; i < 30; i++)
    a[i] = i * 7 % 31;
  for (int i = 0; i < 40; i++)
    *sum += find (a, a + i % 31, i);
  for (int i = 0; i < 3000; i++)
    *sum += i % 3 ? table (i) : table (i + 1) - 1;
  return 0;
}
int
main (void)
{
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&t[i], 0, work, &sums[i]);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], 0);
  printf ("%d %d\n", sums[0], sums[3]);
  return 0;
}
