/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of the rows of a table: where something is, and its function.  Both are as
   wide as they are, unless there are that many columns only; then names of files
   and functions lose their middle.  */

#ifndef HALT_ENDS_H
#define HALT_ENDS_H 1

#include "report/show.h"

/* How many columns there are for a row: what COLUMNS says or the terminal has; 0 if
   rows may have any width, as with WIDE.  */
size_t ends_columns (bool wide);

/* Whether standard output is a terminal that may have colours.  */
bool ends_colour (void);

/* A function as it is shown.  */
struct named
{
  const char *function;
  const char *object;		/* path; NULL: the program */
  bool shared;			/* the id is */
};

struct ends
{
  size_t columns;		/* 0: any number */
  size_t front;			/* of what is left of all this */
  size_t limit;			/* of where; SIZE_MAX: none */
  unsigned where;		/* width of that column */
  size_t longest, name;		/* of where, of names */
};

/* Begin for rows of so many COLUMNS, or of any width if it is 0.  */
struct ends ends_begin (size_t columns);

/* There is a row with a position of width WHERE and with N.  */
void ends_fit (struct ends *e, size_t where, const struct named *n);

/* No more; FRONT columns are left of them all.  */
void ends_fitted (struct ends *e, size_t front);

/* The end of the line with the names of columns.  */
void ends_title (FILE *out, const struct ends *e, bool colour);

/* The end of a row, without its newline, of which the position was written: it took
   WHERE.  */
void ends_put (FILE *out, const struct ends *e, size_t where,
	       const struct named *n);

/* N in COLUMNS, or whole if that is SIZE_MAX.  */
void put_named (FILE *out, const struct named *n, size_t columns);

#endif /* HALT_ENDS_H */
