/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decisions as they are written: which vectors of their conditions there are, how they
   are numbered, and what a set of them shows (MC/DC).

   A decision's shape is its expression in postfix: `.' is the next condition, `!', `&' and
   `|' are C's operators.  `a && (b || !c)' is "...!|&".  Conditions are evaluated from left
   to right, each once at most, and what decides leaves the rest out: the shape is a graph
   without cycles, whose paths are numbered as Ball and Larus number those of a function
   (Efficient Path Profiling, 1996).  A path is a vector.  */

#ifndef HALT_DECISION_H
#define HALT_DECISION_H 1

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where evaluation goes on instead of to a condition: the decision is false, or true.  */
#define COVER_FALSE (-1)
#define COVER_TRUE (-2)

/* A condition that was not evaluated.  */
#define COVER_NOT 2

/* What is decided at once: conditions of a decision.  */
#define COVER_CONDITIONS_MAX 4096

struct cover_condition
{
  int next[2];			/* by its value: a condition, or COVER_... */
  uint64_t ways[2];		/* vectors that go on there; UINT64_MAX: more than fit */
  unsigned from;		/* ways by which evaluation comes to it: edges */
};

struct cover_shape
{
  int n;			/* conditions */
  int first;			/* that is evaluated; 0 */
  uint64_t n_vectors;		/* UINT64_MAX: more than fit */
  struct cover_condition *conditions; /* owned */
  const char *text;		/* the caller's */
};

/* Read TEXT; false if it is no shape, or there is no memory.  */
bool cover_shape_read (struct cover_shape *s, const char *text);
void cover_shape_release (struct cover_shape *s);

/* What is added to a vector's number where CONDITION is VALUE.  */
uint64_t cover_step (const struct cover_shape *s, int condition, int value);

/* The values of the conditions in VECTOR: 0, 1 or COVER_NOT; returns the outcome.  */
int cover_values (const struct cover_shape *s, uint64_t vector, unsigned char *values);

/* Mark the conditions whose value alone makes the outcome of VALUES what it is: no other
   condition that was evaluated masks it.  */
void cover_decides (const struct cover_shape *s, const unsigned char *values, bool *decides);

/* Which of the two kinds of MC/DC.  */
enum cover_criterion
{
  /* The condition decides in a vector where it is true and in one where it is false.  */
  COVER_MASKING,
  /* Two vectors of different outcomes differ in this condition; the others that both
     evaluate are the same.  */
  COVER_UNIQUE,
  COVER_CRITERIA
};

/* What shows that a condition decides by itself: two vectors, where it is false and where
   it is true.  */
struct cover_pair
{
  uint64_t vector[2];
  bool shown;			/* both were seen; else, both are to be seen */
};

/* For each condition of S: what shows it, of the vectors that SEEN[] says were seen, or,
   where they do not do, what a test must add: as few vectors as possible are to be added,
   chosen one condition after the other.  S has at most COVER_VECTORS_MAX vectors.  False if
   there is no memory.  */
bool cover_mcdc (const struct cover_shape *s, enum cover_criterion criterion,
		 const bool *seen, struct cover_pair *pairs);
#define COVER_VECTORS_MAX 4096

/* Whether S has more: then not its vectors are counted, but for each condition C how often it
   was false and true, 2 * C and 2 * C + 1, then the same of the decision, and then how often
   each decided so, as cover_decides has it.  */
static inline bool
cover_many (const struct cover_shape *s)
{
  return s->n_vectors > COVER_VECTORS_MAX;
}

/* Where it is counted that C decided and was VALUE, if there are many vectors.  */
static inline uint64_t
cover_decided (const struct cover_shape *s, int c, int value)
{
  return 2 * ((uint64_t) s->n + 1 + (uint64_t) c) + (uint64_t) value;
}

/* How many numbers are counted of S.  */
static inline uint64_t
cover_numbers (const struct cover_shape *s)
{
  return cover_many (s) ? cover_decided (s, s->n, 0) : s->n_vectors;
}

#ifdef __cplusplus
}
#endif

#endif /* HALT_DECISION_H */
