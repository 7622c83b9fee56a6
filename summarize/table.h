/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What table.c and indices.c share.  */

#ifndef HALT_TABLE_H
#define HALT_TABLE_H 1

#include "summarize/report.h"

#define BOLD "\033[1m"
#define FAINT "\033[2m"
#define PLAIN "\033[0m"

/* Of the columns of a table.  */
struct widths
{
  unsigned count, column[4], id, block, where;
};

/* PART in WHOLE, which is not 0, in percent with one digit behind the point.
   0.0 and 100.0 mean exactly that.  */
void put_share (FILE *out, uint64_t part, uint64_t whole);

/* The same in 8 characters; WHOLE may be 0.  */
void put_percent (FILE *out, uint64_t part, uint64_t whole);

/* For each of some multiway branches the indices to show, and where they
   lead.  */
struct indices;

/* Find them for the N points SHOWN: ALL of them, or the most frequent ones.
   Linear in the maps and the profile but for sorting.  */
struct indices *indices_new (const struct join *j,
			     const struct counted *const *shown, size_t n,
			     bool all);
void indices_free (struct indices *s);

/* Print the lines of number I.  */
void indices_put (FILE *out, const struct indices *s, size_t i,
		  const struct widths *w);

#endif /* HALT_TABLE_H */
