/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory: variable-length arrays, alloca in a loop, copies of structs of every
   size, nested functions that reach into their parent's frame.  */
/* test: cfi all */
/* test: switched */

#include <alloca.h>
#include <stdio.h>
#include <string.h>

struct s3 { char c[3]; };
struct s40 { long l[5]; };
struct s300 { int i[75]; };

__attribute__ ((noinline)) static int
vla (int n)
{
  int a[n], sum = 0;
  for (int i = 0; i < n; i++)
    a[i] = i * i % 7;
  for (int i = 1; i < n; i++)
    if (a[i] > a[i - 1])
      sum += a[i];
  return sum;
}

__attribute__ ((noinline)) static int
stack (int n)
{
  char *last = NULL;
  int sum = 0;
  for (int i = 1; i < n; i++)
    {
      char *p = alloca (i);
      memset (p, i, i);
      if (last && last[0] + 1 != p[i - 1])
	sum += 1000;
      if (i % 3 == 0)
	sum += p[i / 2];
      last = p;
    }
  return sum;
}

__attribute__ ((noinline)) static struct s300
copies (struct s3 a, struct s40 *b, struct s300 c, int n)
{
  struct s300 result = c;
  struct s40 other = *b;
  if (a.c[n % 3] == n % 5)
    result.i[n % 75] = other.l[n % 5];
  else if (other.l[0] > n)
    result = c;
  return result;
}

__attribute__ ((noinline)) static int
nested (int n)
{
  int count = 0;
  void visit (int depth)
  {
    if (depth > n)
      return;
    count++;
    if (depth % 2)
      visit (depth + 1);
    visit (depth + 3);
  }
  visit (0);
  return count;
}

int
main (void)
{
  struct s3 a = { { 1, 2, 3 } };
  struct s40 b = { { 30, 20, 10, 5, 1 } };
  struct s300 c = { { 7 } };
  long sum = 0;
  for (int i = 1; i < 60; i++)
    {
      sum += vla (i) + stack (i % 30 + 1) + nested (i % 17);
      c = copies (a, &b, c, i);
      sum += c.i[i % 75];
    }
  printf ("%ld\n", sum);
  return 0;
}
