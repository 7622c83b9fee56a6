/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts of source lines.  What a line's count is stands in docs/format.md.  */

#ifndef HALT_LINES_H
#define HALT_LINES_H 1

#include "summarize/report.h"

/* A file that lines are of.  NAME and DIRECTORY are in the maps.  */
struct line_file
{
  char *path;			/* as far as known absolute, without . and .. */
  const char *name, *directory;
};

/* Such files.  */
struct line_files
{
  struct line_file *files;
  size_t n;
  uint32_t *slots;		/* a hash table: file + 1, or 0 */
  size_t n_slots;		/* a power of 2 */
};

/* One way out of a block that has several.  */
struct line_branch
{
  struct count count;
  struct count of;		/* of the block */
  uint32_t flags;		/* HALT_EDGE_* */
  uint32_t index;
  bool never;			/* the line was never executed */
};

struct line
{
  uint32_t file;		/* index */
  uint32_t line;
  struct count count;
  size_t first_branch, n_branches;
};

struct line_function
{
  uint32_t file, line;		/* where it is defined */
  const char *name;		/* the symbol */
  const char *pretty;
  struct count count;		/* how often it was entered */
};

/* Of one profile: all that O of the report selects.  */
struct lines
{
  struct line_files files;
  struct line *lines;		/* sorted by file and line */
  size_t n_lines;
  struct line_branch *branches;
  size_t n_branches;
  struct line_function *functions; /* sorted by file, line and name */
  size_t n_functions;
};

/* Find the lines of the report; ONLY_GIMPLE: of units that have gcov's table
   alone.  Undone by lines_release, also if it fails, as R->fault says.  */
bool lines_find (struct lines *l, const struct report *r, bool only_gimple);
void lines_release (struct lines *l);

/* --- line_files.c: their files ------------------------------------------- */

/* Let *NUMBER be that of the file NAME, relative to DIRECTORY.  */
bool line_files_add (struct line_files *s, uint32_t *number,
		     const char *directory, const char *name, struct fault *f);
void line_files_release (struct line_files *s);

/* --- line_graph.c: how often control came to some blocks ------------------- */

/* Let *SUM be how often control came to the N blocks of W in LIST from another
   block, and how often around a cycle of them.  MEMBER has a 0 for each block of
   W, and has so again afterwards.  */
bool line_graph (struct count *sum, const struct flow *w, const uint32_t *list,
		 size_t n, uint32_t *member, struct fault *f);

/* The least certain of A and B, with the sum of their numbers.  */
struct count line_sum (struct count a, struct count b);

/* The edges out of BLOCK, sorted by where they lead: *N of them, in W->scratch.
   Those that gcov has not are left out.  */
const uint32_t *line_edges (const struct flow *w, uint32_t block, uint32_t *n);

#endif /* HALT_LINES_H */
