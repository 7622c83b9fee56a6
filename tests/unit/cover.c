/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decisions: every expression of up to six conditions, evaluated as C evaluates it; what
   vectors show, by definition.  */

#include <stdlib.h>
#include <string.h>
#include "cover/decision.h"
#include "tests/unit/run.h"

enum { MOST = 6, VECTORS = 1 << MOST };

static unsigned seed = 1;

static unsigned
draw (unsigned n)
{
  seed = seed * 1103515245 + 12345;
  return (seed >> 16) % n;
}

/* Append a random expression of N conditions.  */
static void
make_shape (char *text, int n)
{
  if (n == 1)
    strcat (text, ".");
  else
    {
      int left = 1 + (int) draw ((unsigned) n - 1);
      make_shape (text, left);
      make_shape (text, n - left);
      strcat (text, draw (2) ? "&" : "|");
    }
  if (draw (4) == 0)
    strcat (text, "!");
}

/* Evaluate the expression that ends at *P, the last condition of which is *C, by the bits
   of X, from right to left; what is not evaluated is not known before: so twice.  */
static int
evaluate (const char *text, const char **p, int *c, unsigned x, bool live,
	  unsigned char *values)
{
  char op = *--*p;
  if (op == '.')
    {
      int i = (*c)--;
      if (live)
	values[i] = x >> i & 1;
      return x >> i & 1;
    }
  if (op == '!')
    return !evaluate (text, p, c, x, live, values);
  const char *right = *p;
  int right_c = *c;
  evaluate (text, p, c, x, false, values);
  int left = evaluate (text, p, c, x, live, values);
  if (op == '&' ? !left : left)
    return left;
  return evaluate (text, &right, &right_c, x, live, values);
}

static int
evaluate_all (const char *text, unsigned x, unsigned char *values)
{
  const char *p = text + strlen (text);
  int c = -1;
  for (const char *q = text; *q; q++)
    c += *q == '.';
  memset (values, COVER_NOT, MOST);
  return evaluate (text, &p, &c, x, true, values);
}

/* Whether the assignment X has the VALUES.  */
static bool
fits (const unsigned char *values, int n, unsigned x)
{
  for (int i = 0; i < n; i++)
    if (values[i] != COVER_NOT && values[i] != (x >> i & 1))
      return false;
  return true;
}

/* By definition: there is an assignment in which C alone makes the outcome another.  */
static bool
decides (const char *text, const unsigned char *values, int n, int c)
{
  unsigned char unused[MOST];
  for (unsigned x = 0; values[c] != COVER_NOT && x < 1u << n; x++)
    if (fits (values, n, x)
	&& evaluate_all (text, x, unused) != evaluate_all (text, x ^ 1u << c, unused))
      return true;
  return false;
}

/* By definition: whether A and B show C.  */
static bool
shows (const struct cover_shape *s, enum cover_criterion how, uint64_t a, uint64_t b, int c)
{
  unsigned char x[MOST], y[MOST];
  int p = cover_values (s, a, x), q = cover_values (s, b, y);
  if (p == q || x[c] + y[c] != 1)
    return false;
  if (how == COVER_MASKING)
    return decides (s->text, x, s->n, c) && decides (s->text, y, s->n, c);
  for (int i = 0; i < s->n; i++)
    if (i != c && x[i] + y[i] == 1)
      return false;
  return true;
}

static bool
shown (const struct cover_shape *s, enum cover_criterion how, const bool *seen, int c)
{
  for (uint64_t a = 0; a < s->n_vectors; a++)
    for (uint64_t b = 0; b < s->n_vectors; b++)
      if (seen[a] && seen[b] && shows (s, how, a, b, c))
	return true;
  return false;
}

static void
check_vectors (const struct cover_shape *s)
{
  bool found[VECTORS] = { false };
  uint64_t n = 0;
  unsigned bad = 0;
  for (unsigned x = 0; x < 1u << s->n; x++)
    {
      unsigned char is[MOST], has[MOST];
      int outcome = evaluate_all (s->text, x, is);
      uint64_t vector = 0;
      for (int i = 0; i < s->n; i++)
	if (is[i] != COVER_NOT)
	  vector += cover_step (s, i, is[i]);
      bad += vector >= s->n_vectors || cover_values (s, vector, has) != outcome
	     || memcmp (has, is, (size_t) s->n) != 0;
      n += !found[vector];
      found[vector] = true;
    }
  CU_ASSERT_EQUAL (bad, 0);
  CU_ASSERT_EQUAL (n, s->n_vectors);
}

static void
check_criterion (const struct cover_shape *s, enum cover_criterion how)
{
  struct cover_pair pairs[MOST];
  bool seen[VECTORS], then[VECTORS];
  unsigned bad = 0, dense = 1 + draw (4);
  for (uint64_t v = 0; v < s->n_vectors; v++)
    seen[v] = then[v] = draw (dense + 1) == 0;
  CU_ASSERT_FATAL (cover_mcdc (s, how, seen, pairs));
  for (int c = 0; c < s->n; c++)
    {
      uint64_t a = pairs[c].vector[0], b = pairs[c].vector[1];
      bad += pairs[c].shown != shown (s, how, seen, c) || !shows (s, how, a, b, c);
      bad += pairs[c].shown && !(seen[a] && seen[b]);
      then[a] = then[b] = true;
    }
  for (int c = 0; c < s->n; c++)
    bad += !shown (s, how, then, c);
  CU_ASSERT_EQUAL (bad, 0);
}

static void
check_decides (const struct cover_shape *s)
{
  unsigned bad = 0;
  for (uint64_t v = 0; v < s->n_vectors; v++)
    {
      unsigned char values[MOST];
      bool is[MOST];
      cover_values (s, v, values);
      cover_decides (s, values, is);
      for (int c = 0; c < s->n; c++)
	bad += is[c] != decides (s->text, values, s->n, c);
    }
  CU_ASSERT_EQUAL (bad, 0);
}

static void
test_random (void)
{
  for (int i = 0; i < 10000; i++)
    {
      char text[4 * MOST] = "";
      struct cover_shape s;
      make_shape (text, 1 + (int) draw (MOST));
      CU_ASSERT_FATAL (cover_shape_read (&s, text));
      check_vectors (&s);
      check_decides (&s);
      check_criterion (&s, COVER_MASKING);
      check_criterion (&s, COVER_UNIQUE);
      cover_shape_release (&s);
    }
}

/* How many vectors: one more than conditions, where evaluation comes to each of them in
   one way.  */
static void
test_known (void)
{
  static const struct
  {
    const char *text;
    uint64_t n;
  } known[] = {
    { ".", 2 }, { ".!", 2 }, { "..&", 3 }, { "..|.&", 5 }, { "..&.|", 5 }, { "...|&", 4 },
    { "..|..|&", 7 }, { "..|..|&..|&..|&..|&..|&..|&..|&", 511 }
  };
  struct cover_shape s;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    {
      CU_ASSERT_FATAL (cover_shape_read (&s, known[i].text));
      CU_ASSERT_EQUAL (s.n_vectors, known[i].n);
      cover_shape_release (&s);
    }
}

/* Of a chain one vector more than there are conditions is enough.  */
static void
test_few (void)
{
  bool seen[MOST + 1] = { false };
  struct cover_pair pairs[MOST];
  struct cover_shape s;
  CU_ASSERT_FATAL (cover_shape_read (&s, "......&&&&&"));
  for (int c = 0; c < MOST; c++)
    {
      unsigned more = 0;
      CU_ASSERT_FATAL (cover_mcdc (&s, COVER_MASKING, seen, pairs));
      more += !seen[pairs[c].vector[0]];
      more += !seen[pairs[c].vector[1]];
      CU_ASSERT_EQUAL (more, c == 0 ? 2 : 1);
      seen[pairs[c].vector[0]] = seen[pairs[c].vector[1]] = true;
    }
  bool wanted[MOST + 1] = { false }, none[MOST + 1] = { false };
  unsigned n = 0;
  CU_ASSERT_FATAL (cover_mcdc (&s, COVER_MASKING, none, pairs));
  for (int c = 0; c < MOST; c++)
    for (int v = 0; v < 2; v++)
      {
	n += !wanted[pairs[c].vector[v]];
	wanted[pairs[c].vector[v]] = true;
      }
  CU_ASSERT_EQUAL (n, MOST + 1);
  cover_shape_release (&s);
}

static void
test_bad (void)
{
  static const char *const bad[] = { "", "!", "&", "..", ".&", "..&&", "..&.", ".&.", "a", ". .&" };
  struct cover_shape s;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    {
      CU_ASSERT_FALSE (cover_shape_read (&s, bad[i]));
      cover_shape_release (&s);
    }
}

/* More conditions than anyone writes, in both directions, and more vectors than fit.  */
static void
test_large (void)
{
  enum { N = 4096 };
  static char text[2 * N + 4];
  struct cover_shape s;
  memset (text, '.', N);
  memset (text + N, '&', N - 1);
  CU_ASSERT_FATAL (cover_shape_read (&s, text));
  CU_ASSERT_EQUAL (s.n_vectors, N + 1);
  cover_shape_release (&s);
  strcpy (text, ".");
  for (int i = 1; i < N; i++)
    {
      text[2 * i - 1] = '.';
      text[2 * i] = i & 1 ? '|' : '&';
      text[2 * i + 1] = 0;
    }
  CU_ASSERT (cover_shape_read (&s, text));
  CU_ASSERT_EQUAL (s.n_vectors, UINT64_MAX);
  cover_shape_release (&s);
  strcat (text, ".&");
  CU_ASSERT_FALSE (cover_shape_read (&s, text));
  cover_shape_release (&s);
}

int
main (void)
{
  static CU_TestInfo tests[] = {
    { "known", test_known }, { "few", test_few },   { "random", test_random }, { "bad", test_bad },
    { "large", test_large },   CU_TEST_INFO_NULL
  };
  return run_tests ("cover", tests) != 0;
}
