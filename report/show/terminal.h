/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as text.  Each column is as wide as it needs, unless the terminal has too few:
   then names of files and functions, which end the rows, lose their middle.

   Rows are told twice.  First they are measured and nothing is written; then there is a
   line with the titles, and the rows are written:

     struct grid g = grid_begin (out, columns, colour);
     while (grid_pass (&g))
       for (...)
	 {
	   grid_row (&g, false);
	   grid_number (&g, "executions", n);
	   grid_function (&g, put_where (grid_where (&g), ..., g.limit), &named);
	 }  */

#ifndef HALT_TERMINAL_H
#define HALT_TERMINAL_H 1

#include "report/show/show.h"

#define BOLD "\033[1m"
#define FAINT "\033[2m"
#define PLAIN "\033[0m"

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

/* N in COLUMNS, or whole if that is SIZE_MAX.  */
void put_named (FILE *out, const struct named *n, size_t columns);

struct grid
{
  FILE *out;			/* NULL: rows are measured */
  size_t limit;			/* of what grid_function is told; SIZE_MAX: none */
  size_t rest;			/* columns that are left for the last one; so, too */
  size_t indent;		/* spaces before the first column */
  /* What follows is its own.  */
  FILE *to;
  size_t columns;		/* 0: any number */
  bool colour, faint;
  unsigned pass, at, n;		/* the next column; all */
  struct grid_column
  {
    const char *title;
    size_t width, gap;		/* that is in it, on the left */
    bool left;
  } column[16];
  size_t least;			/* of the next one */
  const char *last;		/* title of the last one, or NULL */
  bool functions;		/* another one follows, with them */
  size_t where, longest, name;	/* widths: of that column, of all where, of names */
};

struct grid grid_begin (FILE *out, size_t columns, bool colour);

/* True twice, or once if there are no rows.  */
bool grid_pass (struct grid *g);

/* A row begins.  */
void grid_row (struct grid *g, bool faint);

/* The next column is no less than WIDTH wide.  */
void grid_least (struct grid *g, size_t width);

/* The next column, called TITLE: on the right, a number, a text, or a share as
   share_text has it, or a dash if there is no whole; a text on the left; one in so many
   columns, whatever is in it.  */
void grid_number (struct grid *g, const char *title, uint64_t n);
void grid_text (struct grid *g, const char *title, const char *text);
void grid_percent (struct grid *g, const char *title, uint64_t part,
		   uint64_t whole);
void grid_left (struct grid *g, const char *title, const char *text);
void grid_fixed (struct grid *g, const char *title, const char *text,
		 size_t width);

/* The end of a row: where something is, and its function.  Between the two calls WHERE
   columns are written to what the first one returns, which may be NULL.  */
FILE *grid_where (struct grid *g);
void grid_function (struct grid *g, size_t where, const struct named *n);

/* The same where anything may end it, under TITLE, to be written between the two.  */
FILE *grid_last (struct grid *g, const char *title);
void grid_end (struct grid *g);

#endif /* HALT_TERMINAL_H */
