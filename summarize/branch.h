/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What branches are called, the same wherever one is shown: by their place and, where others of
   the function have that, too, by where they lead.  */

#ifndef HALT_BRANCH_H
#define HALT_BRANCH_H 1

#include "summarize/summarize.h"

struct branch_names;

/* Those of the branches of R whose function is in CHOSEN, a byte for each.  */
struct branch_names *
branch_names_open (const struct ghalt_report *r, const unsigned char *chosen,
		   struct fault *f);
void branch_names_close (struct branch_names *names);

/* Put what number NUMBER of those of KIND, at PLACE, is called; returns its width, at most
   LIMIT if possible.  OUT may be NULL.  A point that is no branch is called by its place.  */
size_t branch_put (FILE *out, const struct branch_names *names, uint32_t kind,
		   size_t number, const struct ghalt_place *place,
		   size_t limit);

#endif /* HALT_BRANCH_H */
