/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What branches are called, the same wherever one is shown: by their place and, where others of
   the function have that, too, by where they lead.  */

#ifndef HALT_BRANCH_H
#define HALT_BRANCH_H 1

#include "report/show/show.h"

struct branch_names;

/* Whether points of KIND are branches.  */
bool branch_is (uint32_t kind);

/* Those of the branches of R whose function is in CHOSEN, a byte for each.  */
struct branch_names *
branch_names_open (const struct ghalt_report *r, const unsigned char *chosen,
		   struct fault *f);

/* Those of FUNCTION alone.  */
struct branch_names *branch_names_of (const struct ghalt_report *r,
				      size_t function, struct fault *f);
void branch_names_close (struct branch_names *names);

/* Put what P, a point of a chosen function, at PLACE, is called; returns its width, at most
   LIMIT if possible.  OUT may be NULL.  A point that is no branch is called by its place.  */
size_t branch_put (FILE *out, const struct branch_names *names,
		   const struct ghalt_point *p, const struct ghalt_place *place,
		   size_t limit);

/* The same of P, wherever it is, as a text, to be freed; NULL if its place is not known, or
   there is no memory.  */
char *branch_text (const struct branch_names *names,
		   const struct ghalt_point *p);

/* The part of that which tells P from others in its place; NULL if there are none.  */
char *branch_twin (const struct branch_names *names,
		   const struct ghalt_point *p);

#endif /* HALT_BRANCH_H */
