/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV as RFC 4180 has it, with the line ends of this system: a line of names, then a
   row for each point or path.  Names are whole, numbers exact; what a row does not
   have is empty.  */

#ifndef HALT_CSV_H
#define HALT_CSV_H 1

#include "ghalt.h"
#include "report/options.h"

struct csv
{
  FILE *out;
  bool more;			/* a comma comes before the next cell */
};

/* Begin with the names of the columns, which have commas between them.  */
struct csv csv_begin (FILE *out, const char *columns);

/* A cell.  What is not UTF-8 in TEXT becomes U+FFFD.  */
void csv_text (struct csv *w, const char *text);
void csv_number (struct csv *w, uint64_t n);
void csv_nothing (struct csv *w);

/* A cell begins, of text that needs no quotes: where to write that.  */
FILE *csv_plain (struct csv *w);

/* The row ends.  */
void csv_end (struct csv *w);

/* --- cells of several outputs ------------------------------------------- */

/* Function FN and its object.  */
#define CSV_FUNCTION "object,function,pretty"
void csv_function (struct csv *w, const struct ghalt_report *r,
		   const struct ghalt_function *fn);

/* Point P of function FN.  */
#define CSV_POINT "kind,id," CSV_FUNCTION \
  ",file,line,column,block,insn,when,inlined"
void csv_point (struct csv *w, const struct ghalt_report *r,
		const struct ghalt_function *fn, const struct ghalt_point *p);

/* A number of those that P was counted with, if it was; an index and its count are
   INDEX:COUNT, with spaces between them.  */
enum csv_count
{
  CSV_EVENTS,
  CSV_NOT_TAKEN,
  CSV_TAKEN,
  CSV_BYTES,
  CSV_INDICES,
  CSV_COUNTS
};
void csv_count (struct csv *w, const struct ghalt_point *p,
		enum csv_count what);

#endif /* HALT_CSV_H */
