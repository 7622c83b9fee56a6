/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorting: qsort with a callback from the C library, heap sort, insertion sort
   and quicksort of our own, binary search.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 100
volatile unsigned seed = 7;

static int
callback (const void *a, const void *b)
{
  int x = *(const int *) a, y = *(const int *) b;
  if (x % 10 != y % 10)
    return x % 10 < y % 10 ? -1 : 1;
  return x < y ? -1 : x > y;
}

static void
insertion (int *a, int n)
{
  for (int i = 1; i < n; i++)
    {
      int x = a[i], j = i;
      for (; j > 0 && a[j - 1] > x; j--)
	a[j] = a[j - 1];
      a[j] = x;
    }
}

static void
sift (int *a, int i, int n)
{
  for (int child; (child = 2 * i + 1) < n; i = child)
    {
      if (child + 1 < n && a[child + 1] > a[child])
	child++;
      if (a[i] >= a[child])
	return;
      int t = a[i];
      a[i] = a[child];
      a[child] = t;
    }
}

static void
heap (int *a, int n)
{
  for (int i = n / 2; i-- > 0;)
    sift (a, i, n);
  while (n-- > 1)
    {
      int t = a[0];
      a[0] = a[n];
      a[n] = t;
      sift (a, 0, n);
    }
}

static void
quick (int *a, int low, int high)
{
  if (low >= high)
    return;
  int pivot = a[(low + high) / 2], i = low, j = high;
  while (i <= j)
    {
      while (a[i] < pivot)
	i++;
      while (a[j] > pivot)
	j--;
      if (i <= j)
	{
	  int t = a[i];
	  a[i++] = a[j];
	  a[j--] = t;
	}
    }
  quick (a, low, j);
  quick (a, i, high);
}

static int
search (const int *a, int n, int x)
{
  int low = 0;
  while (n > 0)
    {
      int half = n / 2;
      if (a[low + half] < x)
	low += half + 1, n -= half + 1;
      else
	n = half;
    }
  return low;
}

int
main (void)
{
  int a[N], b[N], c[N], d[N];
  unsigned s = seed;
  for (int i = 0; i < N; i++)
    a[i] = (s = s * 1103515245 + 12345) >> 20;
  memcpy (b, a, sizeof a);
  memcpy (c, a, sizeof a);
  memcpy (d, a, sizeof a);
  qsort (a, N, sizeof *a, callback);
  insertion (b, N);
  heap (c, N);
  quick (d, 0, N - 1);
  int found = 0;
  for (int i = 0; i < 4096; i += 97)
    found += search (b, N, i);
  printf ("%d %d %d %d %d\n", a[N / 2], found, !memcmp (b, c, sizeof b),
	  !memcmp (b, d, sizeof b), a[0] % 10);
  return 0;
}
