/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shapes of decisions, and the numbers of their vectors.  */

#include <stdlib.h>
#include <string.h>
#include "cover/decision.h"


/* Where the expression that ends before END starts in TEXT.  */
static size_t
start_of (const char *text, size_t end)
{
  size_t missing = 1;
  while (missing > 0)
    {
      char c = text[--end];
      missing += c == '&' || c == '|';
      missing -= c == '.';
    }
  return end;
}

/* Whether TEXT is one expression; *N becomes how many conditions it has.  */
static bool
is_shape (const char *text, int *n)
{
  int depth = 0;
  *n = 0;
  for (const char *p = text; *p; p++)
    if (*p == '.')
      {
	depth++;
	if (++*n > COVER_CONDITIONS_MAX)
	  return false;
      }
    else if (*p == '!' ? depth < 1 : depth < 2 || (*p != '&' && *p != '|'))
      return false;
    else
      depth -= *p != '!';
  return depth == 1;
}

static uint64_t
ways (const struct cover_shape *s, int next)
{
  if (next < 0)
    return 1;
  const uint64_t *w = s->conditions[next].ways;
  return w[0] > UINT64_MAX - w[1] ? UINT64_MAX : w[0] + w[1];
}

/* An expression that has to be linked: where its text ends, its last condition, and where
   evaluation goes on by its outcome.  */
struct link
{
  size_t end;
  int last;
  int next[2];
};

/* Link the conditions of S from the last to the first, so that what a condition leads to
   is known.  STACK has room for two links a condition.  */
static void
link_conditions (struct cover_shape *s, struct link *stack)
{
  size_t depth = 1;
  stack[0] = (struct link) { strlen (s->text), s->n - 1, { COVER_FALSE, COVER_TRUE } };
  while (depth > 0)
    {
      struct link l = stack[--depth];
      while (s->text[l.end - 1] == '!')
	{
	  int t = l.next[0];
	  l.next[0] = l.next[1];
	  l.next[1] = t;
	  l.end--;
	}
      char op = s->text[l.end - 1];
      if (op == '.')
	{
	  struct cover_condition *c = s->conditions + l.last;
	  for (int v = 0; v < 2; v++)
	    {
	      c->next[v] = l.next[v];
	      c->ways[v] = ways (s, l.next[v]);
	      if (l.next[v] >= 0)
		s->conditions[l.next[v]].from++;
	    }
	  continue;
	}
      size_t start = start_of (s->text, l.end - 1);
      int n = 0;
      for (size_t i = start; i < l.end; i++)
	n += s->text[i] == '.';
      /* What is on the right begins with this condition.  */
      int right = l.last - n + 1;
      struct link left = { start, right - 1, { l.next[0], l.next[1] } };
      left.next[op == '&'] = right;
      stack[depth++] = left;
      l.end--;
      stack[depth++] = l;
    }
}

bool
cover_shape_read (struct cover_shape *s, const char *text)
{
  struct link *stack;
  *s = (struct cover_shape) { .text = text };
  if (!is_shape (text, &s->n))
    return false;
  s->conditions = calloc ((size_t) s->n, sizeof *s->conditions);
  stack = malloc (2 * (size_t) s->n * sizeof *stack);
  if (s->conditions && stack)
    {
      link_conditions (s, stack);
      s->conditions[0].from = 1;
      s->n_vectors = ways (s, 0);
    }
  free (stack);
  return s->n_vectors > 0;
}

void
cover_shape_release (struct cover_shape *s)
{
  free (s->conditions);
  *s = (struct cover_shape) { .n = 0 };
}

uint64_t
cover_step (const struct cover_shape *s, int condition, int value)
{
  return value ? s->conditions[condition].ways[0] : 0;
}

int
cover_values (const struct cover_shape *s, uint64_t vector, unsigned char *values)
{
  int c = 0;
  memset (values, COVER_NOT, (size_t) s->n);
  while (c >= 0)
    {
      const struct cover_condition *at = s->conditions + c;
      values[c] = vector >= at->ways[0];
      if (values[c])
	vector -= at->ways[0];
      c = at->next[values[c]];
    }
  return c == COVER_TRUE;
}
