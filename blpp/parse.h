/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What parse.c and check.c share.  */

#ifndef HALT_BLPP_PARSE_H
#define HALT_BLPP_PARSE_H 1

#include "blpp/graph.h"

struct reader
{
  const char *at, *end;		/* what is left of the text */
  size_t edges;			/* line of the procedure's edge 0 */
  const char *word, *stop;	/* what is left of the line */
  size_t line;			/* its number */
  struct blpp_fault *fault;
};

/* Say what is wrong with the line; false.  */
bool blpp_fail (struct reader *r, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
bool blpp_no_memory (struct reader *r);

/* Number B, which has the roles that were read, in REGIONS regions.  BEGIN:
   the regions of begins at blocks, then of those before them; NONE where
   there is none.  LINE: the procedure's.  */
bool blpp_renumber (struct reader *r, struct blpp *b, uint32_t regions,
		    const uint32_t *begin, size_t line);

/* The text from START on, which begins at LINE, must be that of P.  */
bool blpp_compare (struct reader *r, const struct blpp_procedure *p,
		   const char *start, size_t line);

#endif /* HALT_BLPP_PARSE_H */
