/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What table.c and indices.c share.  */

#ifndef HALT_TABLE_H
#define HALT_TABLE_H 1

#include "report/show/branch.h"
#include "report/show/terminal.h"
#include "report/report.h"

/* PART in WHOLE, which is not 0, in percent with one digit after the point.
   0.0 and 100.0 mean exactly that: what would be rounded to them is `<0.1' and
   `>99.9'.  */
void put_share (FILE *out, uint64_t part, uint64_t whole);

/* The same as text, which may be in the SHARE_SIZE bytes at TEXT.  */
#define SHARE_SIZE 16
const char *share_text (char *text, uint64_t part, uint64_t whole);

/* The same in 8 characters; a dash if WHOLE is 0.  */
void put_percent (FILE *out, uint64_t part, uint64_t whole);

/* A table of points.  */
struct table
{
  uint32_t kind;
  unsigned sort;		/* SORT_* */
  uint64_t top;			/* rows */
  const char *title;		/* NULL: the usual one */
  bool (*shows) (const struct ghalt_point *p);
  /* NULL: all that are selected */
  const struct branch_names *names;
};

void table_put (FILE *out, const struct report *r, const struct table *t);

/* What is above all tables.  */
void table_totals (FILE *out, const struct report *r);

/* A line over a table.  */
void table_title (FILE *out, const char *text, const char *kinds);

/* Say how many of TOTAL rows are not among the first TOP.  */
void table_rest (FILE *out, size_t total, uint64_t top);

/* Function number FUNCTION.  */
struct named table_named (const struct report *r, size_t function);

/* PLACE, of that unit, as put_place does it.  */
size_t table_place (FILE *out, const struct report *r, size_t unit,
		    const struct ghalt_place *place, size_t limit);

/* Where that function is; returns its width, at most LIMIT if possible.  OUT may be
   NULL.  */
size_t table_function_where (FILE *out, const struct report *r, size_t function,
			     size_t limit);

/* For each of some multiway branches the indices to show, and where they
   lead.  */
struct indices;

/* Find them for the N points of KIND whose numbers SHOWN has: all of them, or the
   most frequent ones.  Linear in the maps and the profile but for sorting.  */
struct indices *indices_new (const struct report *r, uint32_t kind,
			     const size_t *shown, size_t n);
void indices_free (struct indices *s);

/* Print the lines of number I; the first column is WIDTH wide.  */
void indices_put (FILE *out, const struct indices *s, size_t i, size_t width);

#endif /* HALT_TABLE_H */
