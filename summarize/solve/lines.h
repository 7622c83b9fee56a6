/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts of source lines.  What a line's count is stands in docs/format.md.  */

#ifndef HALT_LINES_H
#define HALT_LINES_H 1

#include "summarize/summarize.h"

/* Files that lines are of.  */
struct line_files
{
  struct ghalt_file *files;
  size_t n;
  uint32_t *slots;		/* a hash table: file + 1, or 0 */
  size_t n_slots;		/* a power of 2 */
};

/* Of one profile: of all functions that were added.  */
struct lines
{
  struct line_files files;
  struct ghalt_line *lines;	/* sorted by file and line */
  size_t n_lines;
  struct ghalt_branch *branches;
  size_t n_branches;
  struct ghalt_line_function *functions; /* sorted by file, line and name */
  size_t n_functions;
  struct line_work *work;	/* until they are summed up */
  const uint8_t *found;		/* for each function of the join, enum ghalt_found;
				   or NULL */
};

/* Begin with none, of J, with what was FOUND of functions elsewhere, which stays.
   Undone by lines_release, also if something fails.  */
bool lines_begin (struct lines *l, const struct join *j, const uint8_t *found,
		  struct fault *f);

/* What follows is of J, with what was FOUND; the functions that are added begin anew.  What
   has come before must stay open.  */
void lines_more (struct lines *l, const struct join *j, const uint8_t *found);

/* Add those of function number FUNCTION of unit number UNIT of the join.  Both
   ascend from one call to the next.  */
bool lines_add (struct lines *l, size_t unit, uint32_t function,
		struct fault *f);

/* Sum up: the arrays are right now.  */
bool lines_sum (struct lines *l, struct fault *f);
void lines_release (struct lines *l);

/* --- line_files.c: their files ------------------------------------------- */

/* Let *NUMBER be that of the file NAME, relative to DIRECTORY.  */
bool line_files_add (struct line_files *s, uint32_t *number,
		     const char *directory, const char *name, struct fault *f);

/* Find what that would be; false: there is none, or no memory, as F says.  */
bool line_files_find (const struct line_files *s, uint32_t *number,
		      const char *directory, const char *name, struct fault *f);
void line_files_release (struct line_files *s);

/* --- line_graph.c: how often control came to some blocks ------------------- */

/* Let *SUM be how often control came to the N blocks of W in LIST from another
   block, and how often around a cycle of them.  MEMBER has a 0 for each block of
   W, and has so again afterwards.  */
bool line_graph (struct ghalt_count *sum, const struct flow *w,
		 const uint32_t *list, size_t n, uint32_t *member,
		 struct fault *f);

/* The edges out of BLOCK, sorted by where they lead: *N of them, in W->scratch.
   Those that gcov has not are left out.  */
const uint32_t *line_edges (const struct flow *w, uint32_t block, uint32_t *n);

#endif /* HALT_LINES_H */
