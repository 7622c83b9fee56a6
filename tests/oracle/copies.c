/* SPDX-License-Identifier: GPL-3.0-or-later */
/* String instructions: with a repeat count known or not, of each width, whole
   and partial; structures copied, cleared and passed by value.  */
/* test: events -O2 */
/* test: events -m32 -O2 -fPIC */
/* test: not alpha/steps- aarch64/steps- riscv64/steps- */

#include <stdio.h>
#include <string.h>

/* -Os makes them of some of this by itself.  events: -minline-all-stringops */

struct small { char c[13]; };
struct large { long a[40]; char tail[5]; };

volatile int sizes[] = { 0, 1, 7, 8, 31, 64, 100, 255, 256, 300, 333, 512 };
static char text[600], from[600], to[600];
static struct large one, two[3];

__attribute__ ((noinline)) static void
copy (char *d, const char *s, size_t n)
{
  memcpy (d, s, n);
}

__attribute__ ((noinline)) static void
clear (char *d, size_t n)
{
  memset (d, 0, n);
}

__attribute__ ((noinline)) static void
paint (char *d, int c, size_t n)
{
  memset (d, c, n);
}

__attribute__ ((noinline)) static size_t
length (const char *s)
{
  return strlen (s);
}

__attribute__ ((noinline)) static int
differ (const char *a, const char *b)
{
  return memcmp (a, b, 23) != 0;
}

__attribute__ ((noinline)) static int
greeting (const char *a)
{
  return strcmp (a, "how do you do") == 0;
}

__attribute__ ((noinline)) static struct large
pass (struct large l, struct small s, int i)
{
  l.a[i] += s.c[i % 13];
  l.tail[i % 5] ^= i;
  return l;
}

__attribute__ ((noinline)) static long
words (long *d, const long *s, size_t n)
{
  memcpy (d, s, n * sizeof *d);
  return d[n / 2];
}

/* The instructions themselves, as the compiler does not see them.  */
static void
fill_words (int *d, int x, size_t n)
{
  for (size_t i = 0; i < n; i++)
    d[i] = x;
}

int
main (void)
{
  long sum = 0;
  for (int i = 0; i < 599; i++)
    text[i] = 'a' + i * i % 26;
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
      int n = sizes[k];
      copy (from, text, n);
      copy (to, from + k, n);
      paint (to + k, k, n / 2);
      clear (from, n / 3);
      from[n] = 0;
      sum += length (text + n) + length (from) + differ (text, from);
      sum += greeting (k % 3 ? "how do you do" : text + n);
      struct small s;
      memcpy (s.c, text + k, sizeof s);
      one = pass (one, s, k);
      two[k % 3] = one;
      struct large local = two[(k + 1) % 3], empty = { { 0 }, "" };
      empty.a[k] = local.a[k];
      two[(k + 2) % 3] = empty;
      sum += words (local.a, one.a, k) + local.tail[k % 5];
      fill_words ((int *) to, k, k + 3);
      sum += to[n];
    }
  printf ("%ld\n", sum);
  return 0;
}
