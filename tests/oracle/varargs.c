/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variable arguments, many arguments, arguments by value; a small formatter.  */
/* test: events -m32 -O2 */
/* test: steps rest */
/* test: cfi rest */

#include <stdarg.h>
#include <stdio.h>

struct pair { long a; double b; };
struct big { int v[20]; };

static int
sum (int n, ...)
{
  va_list args;
  int total = 0;
  va_start (args, n);
  while (n-- > 0)
    {
      int x = va_arg (args, int);
      if (x < 0)
	break;
      total += x;
    }
  va_end (args);
  return total;
}

static double
mixed (const char *types, ...)
{
  va_list args;
  double total = 0;
  va_start (args, types);
  for (; *types; types++)
    if (*types == 'i')
      total += va_arg (args, int);
    else if (*types == 'd')
      total += va_arg (args, double);
    else if (*types == 'p')
      {
	struct pair p = va_arg (args, struct pair);
	total += p.a > p.b ? p.a : p.b;
      }
    else
      total += va_arg (args, struct big).v[7];
  va_end (args);
  return total;
}

__attribute__ ((noinline)) static int
many (int a, long b, char c, double d, int e, int f, int g, int h, float i,
      long double j, struct big k)
{
  if (a > b && c < d)
    return e + f;
  if (i > j || g == h)
    return k.v[a & 15];
  return k.v[0] ? h : -h;
}

static int
format (char *to, const char *how, ...)
{
  char *start = to;
  va_list args;
  va_start (args, how);
  for (; *how; how++)
    {
      if (*how != '%')
	{
	  *to++ = *how;
	  continue;
	}
      unsigned n = va_arg (args, unsigned), base = *++how == 'x' ? 16 : 10;
      char digits[32];
      int k = 0;
      do
	digits[k++] = "0123456789abcdef"[n % base];
      while (n /= base);
      while (k)
	*to++ = digits[--k];
    }
  va_end (args);
  *to = 0;
  return to - start;
}

int
main (void)
{
  struct big big = { { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 } };
  int total = 0;
  for (int i = 0; i < 14; i++)
    {
      char text[64];
      struct pair p = { i, 100 - i };
      total += sum (i % 9, 1, 2, i, 4, i - 75, 6, 7, 8, 9);
      total += mixed ("idpbi", i, i * 0.5, p, big, 3);
      total += many (i, 70, i % 50, i / 3.0, 1, 2, i % 4, i % 3, i / 2, 40, big);
      total += format (text, "%d is %x, or %d", i * i, i * i, -i);
    }
  printf ("%d\n", total);
  return 0;
}
