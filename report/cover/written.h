/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is written in the source, and what was executed of it: `cover', docs/coverage.md.

     written.c        texts, points      -> functions, statements, decisions, cases, and their
					    counts
     written_lines.c  those              -> lines, branches
     show_written.c   those              -> text, JSON  */

#ifndef HALT_WRITTEN_H
#define HALT_WRITTEN_H 1

#include "cover/decision.h"
#include "report/input/suite.h"

struct written_place
{
  uint32_t line, column;
};

/* A condition of a decision, or a case of a switch.  */
struct written_part
{
  struct written_place at;
  const char *text;		/* as the compiler writes it; of a case, its value, `default',
				   or `other': there is no default, and no case fits */
};

struct written_item
{
  enum written_sort
  {
    WRITTEN_FUNCTION,
    WRITTEN_STATEMENT,
    WRITTEN_CALL,
    WRITTEN_DECISION,
    WRITTEN_SWITCH,
    WRITTEN_LEFT_OUT		/* a function or decision that is not counted */
  } sort;
  const char *file;		/* absolute, as far as known */
  const char *function;		/* in which it is: one of them */
  const char *symbol;		/* of a function */
  size_t home;			/* that function's number, of all units' */
  size_t index;			/* as it was read; of the same things of its function, in
				   one place, as a macro makes them: which */
  struct written_place at;
  const char *kind;		/* of a decision: if, while, do, for, choice, value; of a
				   call: what is called; left out: what that is */
  const char *why;		/* of what is left out */
  bool apart;			/* instances of a template are */
  struct cover_shape shape;	/* of a decision; its text is the shape's */
  struct written_part *parts;
  size_t n_parts;
  uint64_t *counts;		/* of a function, statement or call: one; of a decision: a vector's
				   each, or as cover_many says; of a switch: a case's each */
  size_t n_counts;
  uint64_t *outcomes;		/* of a decision whose vectors are counted: how often each
				   condition, and last all, was false and true */
};

/* Found and executed, of each sort of thing.  */
enum written_measure
{
  WRITTEN_FUNCTIONS,
  WRITTEN_STATEMENTS,
  WRITTEN_CALLS,
  WRITTEN_OUTCOMES,		/* decisions, false and true */
  WRITTEN_CONDITIONS,		/* the same of each condition */
  WRITTEN_CASES,
  WRITTEN_MASKING,		/* conditions that decide by themselves */
  WRITTEN_UNIQUE,
  WRITTEN_MEASURES
};
extern const char *const written_words[WRITTEN_MEASURES];

struct written_sum
{
  uint64_t found[WRITTEN_MEASURES], hit[WRITTEN_MEASURES];
};

struct written
{
  const struct suite *suite;
  struct written_item *items;	/* by file and place */
  size_t n_items;
  char **texts;			/* what they are made of */
  size_t n_texts;
  struct written_sum sum;
};

/* Fill W, of which the suite is there.  Undone by written_release, also if it fails, as
   the suite's fault says.  */
bool written_find (struct written *w);
void written_release (struct written *w);

/* Add to SUM what the item I has.  */
void written_add (struct written_sum *sum, const struct written_item *i);

/* Which outcomes of condition C of the decision I were seen: how often false, true; of the
   decision itself if C is -1.  */
void written_outcomes (const struct written_item *i, int c, uint64_t *counts);

/* VECTOR of the decision I: the values of its conditions, `-' where one was not evaluated, and
   the outcome; or, where there are too many, the value of the one that decided.  TEXT has
   room for three more than conditions.  */
const char *written_vector (const struct written_item *i, uint64_t vector,
			    char *text);

/* The first condition of the decision I that tests the same as C: one cannot be changed
   without the other.  C if there is none before it.  */
int written_coupled (const struct written_item *i, int c);

/* What shows the conditions of the decision I, to be freed; NULL if it has too many vectors
   for that, or there is no memory.  Where there are many, counts of which decided are in
   place of those of vectors, and nothing shows unique cause.  */
struct cover_pair *written_pairs (const struct written_item *i,
				  enum cover_criterion how);

/* written_lines.c: let C have the lines, branches and functions of W, too.  */
struct coverage;
bool written_lines (struct coverage *c, const struct written *w);

void written_text (FILE *out, const struct written *w);
void written_json (FILE *out, const struct written *w);

#endif /* HALT_WRITTEN_H */
