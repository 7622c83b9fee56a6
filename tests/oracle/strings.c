/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strings: own loops over them, and those that the compiler makes of strlen,
   memcmp, strcmp and memset of small constant sizes.  */
/* test: events -m32 -O0 */
/* test: cfi all */

#include <stdio.h>
#include <string.h>

static const char *const words[] = {
  "alpha", "beta", "gamma", "", "delta", "epsilon", "beta", "zeta", "a",
  "gamma ray", "eta", "theta", "iota", "kappa", "beta", "lambda",
};
#define N ((int) (sizeof words / sizeof *words))

__attribute__ ((noinline)) static int
compare (const char *a, const char *b)
{
  while (*a && *a == *b)
    a++, b++;
  return (unsigned char) *a - (unsigned char) *b;
}

__attribute__ ((noinline)) static int
known (const char *s)
{
  if (!strcmp (s, "beta"))
    return 1;
  if (!strncmp (s, "gam", 3))
    return 2;
  if (strlen (s) > 5 && !memcmp (s, "lamb", 4))
    return 3;
  return *s ? 4 : 5;
}

__attribute__ ((noinline)) static int
match (const char *pattern, const char *s)
{
  for (; *pattern; pattern++, s++)
    {
      if (*pattern == '*')
	{
	  do
	    if (match (pattern + 1, s))
	      return 1;
	  while (*s++);
	  return 0;
	}
      if (!*s || (*pattern != '?' && *pattern != *s))
	return 0;
    }
  return !*s;
}

__attribute__ ((noinline)) static int
palindrome (const char *s, int n)
{
  char copy[32];
  memset (copy, 0, sizeof copy);
  for (int i = 0; i < n; i++)
    copy[n - 1 - i] = s[i];
  return !memcmp (copy, s, n);
}

int
main (void)
{
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    {
      for (int j = 0; j < N; j++)
	sum = sum * 3 + (compare (words[i], words[j]) < 0);
      sum += known (words[i]);
      sum += match ("*a*", words[i]) + 2 * match ("?eta*", words[i])
	     + 4 * match ("*ma*r?y", words[i]);
      sum += palindrome (words[i], strlen (words[i]));
    }
  printf ("%u\n", sum);
  return 0;
}
