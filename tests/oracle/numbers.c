/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers: matrix product, elimination with pivots, prime sieve, integer
   square roots; what -O3 unrolls and vectorises.  */

#include <stdio.h>

#define N 12
#define LIMIT 1500
volatile int offset = 3;
static unsigned char composite[LIMIT];

static void
multiply (double (*a)[N], double (*b)[N], double (*c)[N])
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	double s = 0;
	for (int k = 0; k < N; k++)
	  s += a[i][k] * b[k][j];
	c[i][j] = s;
      }
}

static int
eliminate (double (*a)[N])
{
  int swaps = 0;
  for (int k = 0; k < N; k++)
    {
      int best = k;
      for (int i = k + 1; i < N; i++)
	if (a[i][k] * a[i][k] > a[best][k] * a[best][k])
	  best = i;
      if (best != k)
	{
	  swaps++;
	  for (int j = 0; j < N; j++)
	    {
	      double t = a[k][j];
	      a[k][j] = a[best][j];
	      a[best][j] = t;
	    }
	}
      if (a[k][k] == 0)
	continue;
      for (int i = k + 1; i < N; i++)
	{
	  double f = a[i][k] / a[k][k];
	  for (int j = k; j < N; j++)
	    a[i][j] -= f * a[k][j];
	}
    }
  return swaps;
}

static int
sieve (void)
{
  int primes = 0;
  for (int i = 2; i < LIMIT; i++)
    {
      if (composite[i])
	continue;
      primes++;
      for (int j = i * i; j < LIMIT; j += i)
	composite[j] = 1;
    }
  return primes;
}

static unsigned
isqrt (unsigned x)
{
  unsigned r = 0;
  for (unsigned bit = 1u << 14; bit; bit >>= 1)
    if ((r | bit) * (r | bit) <= x)
      r |= bit;
  return r;
}

static int
peak (const int *a, int n)
{
  int best = a[0];
  for (int i = 1; i < n; i++)
    best = a[i] > best ? a[i] : best;
  return best;
}

int
main (void)
{
  double a[N][N], b[N][N], c[N][N];
  int v[100];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	a[i][j] = (i * 7 + j * offset) % 11 - 5;
	b[i][j] = (i + j * j) % 5;
      }
  multiply (a, b, c);
  int swaps = eliminate (c);
  for (int i = 0; i < 100; i++)
    v[i] = isqrt (i * 1234567u >> 4) % 97;
  /* Machines evaluate arguments in different orders.  */
  int primes = sieve (), top = peak (v, 60 + offset);
  printf ("%d %d %d\n", swaps, primes, top);
  return 0;
}
