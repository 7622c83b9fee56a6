/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files share that add up profiles.

     objects.c   which objects of two profiles are the same
     rows.c      rows of one kind: translated, added up
     merge.c     those: the sum, and the profile it is  */

#ifndef HALT_MERGE_H
#define HALT_MERGE_H 1

#include "summarize/summarize.h"

/* --- merge/objects.c --------------------------------------------------- */

/* An object, and where its ids begin: the bases of its units.  */
struct place
{
  const char *path, *build_id;
  struct halt_prof_unit *units;
  uint32_t n_units;
};

/* Object I of P, as it lies there.  */
struct place place_of (const struct prof *p, uint32_t i);

/* A copy of P, to be freed with place_free.  */
struct place *place_keep (const struct place *p, struct fault *f);
void place_free (struct place *p);

/* Compare what makes the units of two objects, which is not their bases.  */
int place_compare_units (const struct place *a, const struct place *b);

/* Compare all that tells objects apart: the build-id, or the file name of those
   without; and the units.  0: they are the same.  */
int place_compare (const struct place *a, const struct place *b);

/* In the order in which they stand in a sum: by file name, units, build-id.  */
int place_compare_order (const struct place *a, const struct place *b);

/* By units, those without a build-id first.  */
int place_compare_known (const struct place *a, const struct place *b);

/* True if A and B are the same, also where one has no build-id.  PROGRAM: they are
   the programs of two profiles, whose names do not count.  */
bool place_same (const struct place *a, const struct place *b, bool program);

/* Let A have the name that comes first, and a build-id, if B has one.  */
bool place_choose_name (struct place *a, const struct place *b,
			struct fault *f);

/* Say how two builds of a program differ, those of A_NAME and B_NAME.  False.  */
bool place_refuse (const struct place *a, const char *a_name,
		   const struct place *b, const char *b_name, struct fault *f);

/* --- merge/rows.c ------------------------------------------------------ */

/* Rows of one kind, ascending.  */
struct rows
{
  uint64_t *cells;
  uint64_t n, room;
  bool there;			/* the kind was recorded */
};

/* Add N ascending rows of KIND at CELLS to R.  */
bool rows_add (struct rows *r, uint32_t kind, const uint64_t *cells, uint64_t n,
	       struct fault *f);

/* Take the N ascending rows of KIND at CELLS from R; rows that have nothing then are
   dropped, unless KEEP: then a row of each id stays that is in the N_ON rows at ON, if
   that is not NULL.  False: R had less of some, which it keeps.  */
bool rows_subtract (struct rows *r, uint32_t kind, const uint64_t *cells,
		    uint64_t n, bool keep, const uint64_t *on, uint64_t n_on);

/* Ids from FIRST on, N of them, begin at TO in the sum.  */
struct shift
{
  uint64_t first, n, to;
  uint64_t begin, end;		/* rows with such ids */
};

/* Sort N shifts, and let none begin within another: an id belongs to the last
   that begins before it.  */
void shifts_sort (struct shift *shifts, size_t n);

/* Add N ascending rows of KIND at CELLS to R, with their ids translated; to
   CONSTANT those with ids that none of the shifts has.  */
bool rows_translate (struct rows *r, struct rows *constant, uint32_t kind,
		     const uint64_t *cells, uint64_t n, struct shift *shifts,
		     size_t n_shifts, struct fault *f);

/* --- merge/merge.c ----------------------------------------------------- */

/* Make OUT the profile that has N objects, PLACES, and for each kind ROWS.  */
bool prof_make (struct prof *out, uint64_t pid, uint64_t lost, uint32_t flags,
		const char *label, struct place *const *places, uint32_t n,
		const struct rows *rows, struct fault *f);

#endif /* HALT_MERGE_H */
