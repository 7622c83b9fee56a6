/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops that the compiler makes vectors of, with conditions (masked loads and
   stores) and indices (gathers), and their leftovers; of each element size.  */
/* test: events rest -O2 */
/* test: events rest -O3 -march=x86-64-v3 */
/* test: events rest -O3 -march=x86-64-v4 -mprefer-vector-width=512 */
/* test: steps rest */

#include <stdio.h>

#define N 133

static double d[N], e[N];
static float f[N], g[N];
static int a[N], b[N], index_of[N];
static long l[N], m[N];
static short s[N], t[N];
static unsigned char c[N], u[N];
volatile int length = N;

__attribute__ ((noinline)) static double
sums (int n)
{
  double total = 0;
  for (int i = 0; i < n; i++)
    d[i] = e[i] * 1.5 + f[i];
  for (int i = 0; i < n; i++)
    total += d[i] > 3 ? d[i] : -e[i];
  for (int i = 0; i < n; i++)
    g[i] = f[i] * f[i] + 0.25f;
  return total;
}

__attribute__ ((noinline)) static void
masked (int n, int k)
{
  for (int i = 0; i < n; i++)
    if (a[i] > k)
      b[i] += a[i];
  for (int i = 0; i < n; i++)
    if (l[i] & 1)
      m[i] = l[i] - k;
  for (int i = 0; i < n; i++)
    if (f[i] > k)
      g[i] = f[i];
  for (int i = 0; i < n; i++)
    if (e[i] < k)
      d[i] = e[i] + g[i];
}

__attribute__ ((noinline)) static long
gathered (int n)
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    b[i] = a[index_of[i]];
  for (int i = 0; i < n; i++)
    e[i] = d[index_of[i]] + e[i];
  for (int i = 0; i < n; i++)
    m[i] = l[index_of[i]];
  for (int i = 0; i < n; i++)
    g[i] = a[i] > 3 ? f[index_of[i]] : 0;
  for (int i = 0; i < n; i++)
    sum += l[m[i] & 127];
  return sum;
}

__attribute__ ((noinline)) static int
narrow (int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    s[i] = t[i] * 3 + c[i];
  for (int i = 0; i < n; i++)
    u[i] = (c[i] + u[i] + 1) >> 1;
  for (int i = 0; i < n; i++)
    sum += s[i] * t[i];
  for (int i = 0; i < n; i++)
    a[i] = u[i];
  for (int i = 0; i < n; i++)
    c[i] = a[n - 1 - i];
  for (int i = 0; i < n / 2; i++)
    t[i] = s[2 * i] - s[2 * i + 1];
  return sum;
}

int
main (void)
{
  double total = 0;
  for (int i = 0; i < N; i++)
    {
      d[i] = i * 0.25;
      e[i] = 50 - i;
      f[i] = i % 11;
      a[i] = i * 7 % 31;
      l[i] = i * i % 97;
      t[i] = 3 * i;
      c[i] = 255 - i;
      index_of[i] = (i * 37 + 5) % N;
    }
  for (int k = 0; k < 12; k++)
    {
      int n = length - 5 * k;
      total += sums (n) + gathered (n) + narrow (n);
      masked (n, 2 * k);
    }
  for (int i = 0; i < N; i++)
    total += d[i] + g[i] + b[i] + m[i] + s[i] + u[i] + t[i] + c[i];
  printf ("%.3f\n", total);
  return 0;
}
