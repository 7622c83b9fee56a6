/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Structures of two, three and four, in loops that a compiler may let load and store
   several registers at once; pairs, and pointers that step on.  */

/* test: events -O3 -march=x86-64-v3 */
/* test: steps rest */
/* test: cfi all */

#include <stdio.h>

enum { N = 37 };

#define STRUCTURES(TYPE, name) \
  struct name##2 { TYPE x, y; }; \
  struct name##3 { TYPE x, y, z; }; \
  struct name##4 { TYPE x, y, z, w; }; \
  static struct name##2 two_##name[N]; \
  static struct name##3 three_##name[N]; \
  static struct name##4 four_##name[N]; \
  static void __attribute__ ((noinline)) \
  fill_##name (TYPE start) \
  { \
    for (int i = 0; i < N; i++) \
      { \
	two_##name[i].x = start + i; \
	two_##name[i].y = start - i; \
      } \
    for (int i = 0; i < N; i++) \
      { \
	three_##name[i].x = two_##name[i].x + two_##name[i].y; \
	three_##name[i].y = two_##name[i].x; \
	three_##name[i].z = two_##name[i].y + 1; \
      } \
    for (int i = 0; i < N; i++) \
      { \
	four_##name[i].x = three_##name[i].z; \
	four_##name[i].y = three_##name[i].y + three_##name[i].x; \
	four_##name[i].z = two_##name[i].x; \
	four_##name[i].w = two_##name[i].y + 3; \
      } \
  } \
  static TYPE __attribute__ ((noinline)) \
  sum_##name (void) \
  { \
    TYPE sum = 0; \
    for (int i = 0; i < N; i++) \
      sum += four_##name[i].x + four_##name[i].y + four_##name[i].z \
	     + four_##name[i].w; \
    for (int i = 0; i < N; i++) \
      sum += three_##name[i].x - three_##name[i].z; \
    return sum; \
  }

STRUCTURES (unsigned char, byte)
STRUCTURES (unsigned short, half)
STRUCTURES (unsigned, word)
STRUCTURES (unsigned long long, twice)
STRUCTURES (float, single)
STRUCTURES (double, real)

struct large { long long at[9]; char last; };

static struct large __attribute__ ((noinline))
change (struct large l, int i)
{
  l.at[i % 9] += i;
  l.last ^= i;
  return l;
}

/* Pointers that step on by more than what they lead to, or backwards.  */
static long long __attribute__ ((noinline))
walk (const struct large *l, int n)
{
  long long sum = 0;
  const long long *p = l[n - 1].at + 8;
  for (; n-- > 0; p -= sizeof *l / sizeof *p)
    sum += *p - p[-1] * p[-8];
  return sum;
}

#ifdef __SIZEOF_INT128__
typedef __int128 widest;
#else
typedef long long widest;
#endif

static widest wide[N];

static widest __attribute__ ((noinline))
widen (widest start)
{
  widest *p = wide, sum = 0;
  for (int i = 0; i < N; i++)
    *p++ = start *= 3;
  while (p > wide)
    sum ^= *--p;
  return sum;
}

int
main (void)
{
  struct large many[5] = { 0 };
  long long checks = 0;
  for (int i = 0; i < 4; i++)
    {
      fill_byte (i);
      checks += sum_byte ();
      fill_half (i);
      checks += sum_half ();
      fill_word (i);
      checks += sum_word ();
      fill_twice (i);
      checks += sum_twice ();
      fill_single (i);
      checks += sum_single ();
      fill_real (i);
      checks += sum_real ();
      many[i + 1] = change (many[i], i + 7);
      checks += walk (many, i + 2);
      checks += (long long) widen (i + 1);
    }
  printf ("%lld\n", checks);
  return 0;
}
