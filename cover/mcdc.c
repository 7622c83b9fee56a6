/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Modified condition/decision coverage: which conditions the vectors of a decision show to
   decide by themselves.  Masking and unique cause as in Hayhurst and others, A Practical
   Tutorial on Modified Condition/Decision Coverage (NASA/TM-2001-210876).  */

#include <stdlib.h>
#include <string.h>
#include "cover/decision.h"

/* Whether OUTCOME can be had from NEXT on, if the conditions after it can or not, as COULD
   says.  */
static bool
could_end (int next, int outcome, const unsigned char *could)
{
  return next < 0 ? (next == COVER_TRUE) == outcome : could[next];
}

static int
outcome_of (const struct cover_shape *s, const unsigned char *values)
{
  int c = 0;
  while (c >= 0)
    c = s->conditions[c].next[values[c]];
  return c == COVER_TRUE;
}

void
cover_decides (const struct cover_shape *s, const unsigned char *values, bool *decides)
{
  unsigned char could[COVER_CONDITIONS_MAX];
  int other = !outcome_of (s, values);
  /* Conditions are read once: one decides if, were it otherwise, evaluation could go on to
     the other outcome.  What was evaluated stays as it is, what was not may be anything.  */
  for (int c = s->n; c-- > 0;)
    {
      const int *next = s->conditions[c].next;
      bool ways[2] = { could_end (next[0], other, could), could_end (next[1], other, could) };
      decides[c] = values[c] != COVER_NOT && ways[!values[c]];
      could[c] = values[c] == COVER_NOT ? ways[0] || ways[1] : ways[values[c]];
    }
}

/* All vectors of a decision.  */
struct table
{
  const struct cover_shape *s;
  size_t n;
  unsigned char *values;	/* n rows */
  unsigned char *outcome;
  bool *decides;		/* n rows */
  bool *there;			/* seen, or to be added */
};

static const unsigned char *
values_in (const struct table *t, size_t vector)
{
  return t->values + vector * (size_t) t->s->n;
}

/* Whether A and B, in which C has other values, are the same in all others that both
   evaluate.  */
static bool
is_unique (const struct table *t, size_t a, size_t b, int c)
{
  const unsigned char *x = values_in (t, a), *y = values_in (t, b);
  bool unique = t->outcome[a] != t->outcome[b];
  for (int i = 0; unique && i < t->s->n; i++)
    unique = i == c || x[i] == y[i] || x[i] == COVER_NOT || y[i] == COVER_NOT;
  return unique;
}

/* Whether vector A is one half of what shows C where C has VALUE.  */
static bool
is_half (const struct table *t, size_t a, int c, int value, enum cover_criterion criterion)
{
  size_t n = (size_t) t->s->n;
  return t->values[a * n + (size_t) c] == value
	 && (criterion == COVER_UNIQUE || t->decides[a * n + (size_t) c]);
}

/* The pair for C of which most is there.  */
static struct cover_pair
best_pair (const struct table *t, int c, enum cover_criterion criterion)
{
  struct cover_pair best = { { 0, 0 }, false };
  int most = -1;
  for (size_t a = 0; a < t->n && most < 2; a++)
    if (is_half (t, a, c, 0, criterion) && t->there[a] + 1 > most)
      for (size_t b = 0; b < t->n && most < 2; b++)
	if (t->there[a] + t->there[b] > most && is_half (t, b, c, 1, criterion)
	    && (criterion == COVER_MASKING ? t->outcome[a] != t->outcome[b]
		: is_unique (t, a, b, c)))
	  {
	    most = t->there[a] + t->there[b];
	    best = (struct cover_pair) { { a, b }, most == 2 };
	  }
  return best;
}

bool
cover_mcdc (const struct cover_shape *s, enum cover_criterion criterion,
	    const bool *seen, struct cover_pair *pairs)
{
  size_t n = s->n_vectors, width = (size_t) s->n;
  struct table t = { s, n, malloc (n * width), malloc (n),
		     malloc (n * width * sizeof (bool)), malloc (n * sizeof (bool)) };
  bool good = t.values && t.outcome && t.decides && t.there;
  if (good)
    {
      for (size_t v = 0; v < n; v++)
	{
	  t.outcome[v] = (unsigned char) cover_values (s, v, t.values + v * width);
	  cover_decides (s, values_in (&t, v), t.decides + v * width);
	}
      memcpy (t.there, seen, n * sizeof *seen);
      for (int c = 0; c < s->n; c++)
	pairs[c] = best_pair (&t, c, criterion);
      for (int c = 0; c < s->n; c++)
	if (!pairs[c].shown)
	  {
	    /* Others may need fewer now.  */
	    pairs[c] = best_pair (&t, c, criterion);
	    pairs[c].shown = false;
	    t.there[pairs[c].vector[0]] = t.there[pairs[c].vector[1]] = true;
	  }
    }
  free (t.values);
  free (t.outcome);
  free (t.decides);
  free (t.there);
  return good;
}
