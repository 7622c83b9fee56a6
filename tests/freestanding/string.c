/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of <string.h> and some of <stdlib.h>.  Compiled so that GCC makes no
   calls of themselves of their loops.  */

#include <stdlib.h>
#include <string.h>

void *
memcpy (void *to, const void *from, size_t n)
{
  char *p = to;
  for (const char *q = from; n; n--)
    *p++ = *q++;
  return to;
}

void *
mempcpy (void *to, const void *from, size_t n)
{
  return (char *) memcpy (to, from, n) + n;
}

void *
memmove (void *to, const void *from, size_t n)
{
  char *p = to;
  const char *q = from;
  if (p <= q)
    return memcpy (to, from, n);
  while (n--)
    p[n] = q[n];
  return to;
}

void *
memset (void *to, int c, size_t n)
{
  for (char *p = to; n; n--)
    *p++ = c;
  return to;
}

void *
memchr (const void *in, int c, size_t n)
{
  for (const unsigned char *p = in; n; n--, p++)
    if (*p == (unsigned char) c)
      return (void *) p;
  return NULL;
}

int
memcmp (const void *a, const void *b, size_t n)
{
  const unsigned char *p = a, *q = b;
  for (; n; n--, p++, q++)
    if (*p != *q)
      return *p - *q;
  return 0;
}

size_t
strlen (const char *s)
{
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}

size_t
strnlen (const char *s, size_t limit)
{
  size_t n = 0;
  while (n < limit && s[n])
    n++;
  return n;
}

int
strncmp (const char *a, const char *b, size_t n)
{
  for (; n; n--, a++, b++)
    if (*a != *b || !*a)
      return (unsigned char) *a - (unsigned char) *b;
  return 0;
}

int
strcmp (const char *a, const char *b)
{
  return strncmp (a, b, -1);
}

char *
stpcpy (char *to, const char *from)
{
  while ((*to = *from++))
    to++;
  return to;
}

char *
strcpy (char *to, const char *from)
{
  stpcpy (to, from);
  return to;
}

char *
strncpy (char *to, const char *from, size_t n)
{
  size_t i = 0;
  for (; i < n && from[i]; i++)
    to[i] = from[i];
  for (; i < n; i++)
    to[i] = 0;
  return to;
}

char *
strcat (char *to, const char *from)
{
  stpcpy (to + strlen (to), from);
  return to;
}

char *
strchr (const char *s, int c)
{
  for (;; s++)
    if (*s == (char) c)
      return (char *) s;
    else if (!*s)
      return NULL;
}

char *
strrchr (const char *s, int c)
{
  const char *found = NULL;
  for (; (s = strchr (s, c)); s++)
    {
      found = s;
      if (!*s)
	break;
    }
  return (char *) found;
}

char *
strstr (const char *in, const char *s)
{
  for (size_t n = strlen (s); *in || !n; in++)
    if (!strncmp (in, s, n))
      return (char *) in;
  return NULL;
}

char *
strerror (int error)
{
  (void) error;
  return "system call failed";
}

/* Each block follows its size.  */
static char heap[16 << 20] __attribute__ ((aligned (16)));
static size_t heap_used;

void *
malloc (size_t size)
{
  size_t whole = (size + 31) & -16;
  if (size > sizeof heap || whole > sizeof heap - heap_used)
    return NULL;
  char *p = heap + heap_used + 16;
  heap_used += whole;
  *(size_t *) (p - 16) = size;
  return p;
}

void *
calloc (size_t n, size_t size)
{
  return size && n > sizeof heap / size ? NULL : malloc (n * size);
}

void
free (void *p)
{
  (void) p;
}

void *
realloc (void *old, size_t size)
{
  void *p = malloc (size);
  if (p && old)
    {
      size_t had = *(size_t *) ((char *) old - 16);
      memcpy (p, old, had < size ? had : size);
    }
  return p;
}

int
abs (int n)
{
  return n < 0 ? -n : n;
}

long
labs (long n)
{
  return n < 0 ? -n : n;
}

div_t
div (int a, int b)
{
  return (div_t) { a / b, a % b };
}

ldiv_t
ldiv (long a, long b)
{
  return (ldiv_t) { a / b, a % b };
}

int
atoi (const char *s)
{
  int negative = *s == '-', n = 0;
  for (s += negative; *s >= '0' && *s <= '9'; s++)
    n = 10 * n + (*s - '0');
  return negative ? -n : n;
}

/* Sort the N elements at A by merging, with room at SPARE.  Comparisons are made
   in the order in which the GNU C library makes them, so that programs' events
   can be compared with those of one that has it.  */
static void
sort (char *a, size_t n, size_t size, char *spare,
      int (*compare) (const void *, const void *))
{
  if (n <= 1)
    return;
  size_t left = n / 2, right = n - left;
  char *p = a, *q = a + left * size, *to = spare;
  sort (p, left, size, spare, compare);
  sort (q, right, size, spare, compare);
  while (left && right)
    if (compare (p, q) <= 0)
      {
	to = mempcpy (to, p, size);
	p += size;
	left--;
      }
    else
      {
	to = mempcpy (to, q, size);
	q += size;
	right--;
      }
  memcpy (to, p, left * size);
  memcpy (a, spare, (n - right) * size);
}

void
qsort (void *array, size_t n, size_t size,
       int (*compare) (const void *, const void *))
{
  char *spare = malloc (n * size);
  if (!spare)
    abort ();
  sort (array, n, size, spare, compare);
}
