/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Switches: dense ones (jump tables), sparse ones (trees of compares), small
   ones (bit tests), with ranges, falling through, and inside a loop.  */
/* test: events -O2 */
/* test: events rest -m32 -O2 */
/* test: events rest -m32 -O0 */
/* test: events -m32 -O2 -fPIC */
/* test: events rest -m32 -Os -fno-pie */
/* test: steps rest */

#include <stdio.h>

volatile unsigned seed = 12345;

static int
dense (int x)
{
  switch (x)
    {
    case 0: return 3;
    case 1: return x * 7;
    case 2: return 11;
    case 3: return -x;
    case 4: return x ^ 5;
    case 5: return 8;
    case 6: return x << 3;
    case 7: return 1;
    default: return 0;
    }
}

static int
sparse (unsigned x)
{
  switch (x)
    {
    case 3: return 1;
    case 90: return 2;
    case 777: return 3;
    case 5000: return 4;
    case 70000: return 5;
    case 600000: return 6;
    case 0x7fffffff: return 7;
    default: return x > 1000 ? 8 : 9;
    }
}

static int
letters (char c)
{
  switch (c)
    {
    case 'a': case 'e': case 'i': case 'o': case 'u':
      return 1;
    case 'b' ... 'd': case 'f' ... 'h':
      return 2;
    case '0' ... '9':
      return 3;
    case ' ': case '\t':
      return 4;
    default:
      return 5;
    }
}

static int
through (int n)
{
  int r = 0;
  switch (n % 6)
    {
    case 5: r += 1; /* fall through */
    case 4: r += 10; /* fall through */
    case 3: if (n > 20) break;
	    r += 100; /* fall through */
    case 2: r += 1000; break;
    case 1: r = -1;
    }
  return r;
}

int
main (void)
{
  static const unsigned values[] = { 3, 90, 777, 5000, 70000, 600000,
				     0x7fffffff, 17, 4242 };
  unsigned state = seed;
  long sum = 0;
  for (int i = 0; i < 1000; i++)
    {
      state = state * 1103515245 + 12345;
      unsigned r = state >> 16;
      sum += dense (r % 11) + sparse (values[r % 9]) + letters (r & 127);
      sum += through (r % 40);
    }
  printf ("%ld\n", sum);
  return 0;
}
