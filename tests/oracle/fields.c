/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bit fields, packed and misaligned members, unions, arrays of structures,
   thread-local variables, variable-length arrays and alloca.  The linker replaces
   other ways to reach the variables.  events: -ftls-model=local-exec */
/* test: events -O2 */
/* test: events -m32 -O2 */
/* test: cfi rest */
/* test: not alpha/steps- */

#include <stdio.h>
#include <string.h>

struct bits
{
  unsigned a : 3, b : 7, c : 13, d : 1;
  signed e : 5;
  unsigned long long f : 40, g : 24;
};

struct __attribute__ ((packed)) odd
{
  char c;
  int i;
  short s;
  double d;
  long l;
};

union view
{
  double d;
  unsigned long long u;
  unsigned char c[8];
  struct { unsigned short low, high; } h;
};

static struct bits bits[9];
static struct odd odd[7];
static union view views[5];
static __thread int counter = 3;
static __thread long per_thread[5];
__thread struct bits own;
static __thread char name[20];

__attribute__ ((noinline)) static int
set (struct bits *p, int k)
{
  p->a = k;
  p->b += k;
  p->c ^= 0x155;
  p->d = p->a > 3;
  p->e--;
  p->f = p->f * 5 + k;
  p->g = p->f >> 8;
  return p->a + p->b + p->c + p->d + p->e + (int) (p->f ^ p->g);
}

__attribute__ ((noinline)) static double
misaligned (struct odd *p, int k)
{
  p->i += k;
  p->s = p->i >> 3;
  p->d = p->d / 2 + p->s;
  p->l ^= p->i;
  p->c++;
  return p->d + p->l;
}

__attribute__ ((noinline)) static int
look (union view *v, double x)
{
  v->d = x;
  v->c[3] = v->h.high;
  v->u ^= 0xff;
  return v->c[7] + v->h.low;
}

__attribute__ ((noinline)) static long
local (int k)
{
  counter += k;
  per_thread[k % 5] -= counter;
  own.e = k;
  own.f += counter;
  name[k % 20] = 'a' + k % 26;
  int *p = &counter;
  *p ^= 1;
  return per_thread[(k + 1) % 5] + own.f + name[(k + 3) % 20];
}

__attribute__ ((noinline)) static int
room (int n)
{
  int v[n + 1][3];
  char *p = __builtin_alloca (n * 2 + 1);
  memset (p, n, n * 2 + 1);
  for (int i = 0; i <= n; i++)
    for (int j = 0; j < 3; j++)
      v[i][j] = i * j + p[i];
  return v[n][2] + v[n / 2][1];
}

int
main (void)
{
  double sum = 0;
  for (int k = 0; k < 18; k++)
    {
      sum += set (&bits[k % 9], k) + set (&own, k + 1);
      sum += misaligned (&odd[k % 7], k);
      sum += look (&views[k % 5], k * 0.125) + local (k) + room (k % 13);
    }
  printf ("%.3f\n", sum);
  return 0;
}
