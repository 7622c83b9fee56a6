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
  struct line_file *files;
  size_t n_files;
  struct line *lines;		/* sorted by file and line */
  size_t n_lines;
  struct line_branch *branches;
  size_t n_branches;
  struct line_function *functions;	/* sorted by file, line and name */
  size_t n_functions;
};

/* Find the lines of the report; ONLY_GIMPLE: of units that have gcov's table
   alone.  Undone by lines_free.  */
struct lines *lines_new (const struct report *r, bool only_gimple);
void lines_free (struct lines *l);

/* --- line_files.c: their files ------------------------------------------- */

struct line_files;

struct line_files *line_files_new (void);

/* The number of the file NAME, relative to DIRECTORY.  */
uint32_t line_files_add (struct line_files *s, const char *directory,
			 const char *name);

/* Release S and return its N files, which begin at the returned pointer.  */
struct line_file *line_files_take (struct line_files *s, size_t *n);

/* --- line_graph.c: how often control came to some blocks ------------------- */

/* How often control came to the N blocks of W in LIST from another block, and
   how often around a cycle of them.  MEMBER has a 0 for each block of W, and
   has so again afterwards.  */
struct count line_graph (const struct flow *w, const uint32_t *list, size_t n,
			 uint32_t *member);

/* The least certain of A and B, with the sum of their numbers.  */
struct count line_sum (struct count a, struct count b);

/* The edges out of BLOCK, sorted by where they lead: *N of them in LIST, which
   has room for all of W's.  Those that gcov has not are left out.  */
void line_edges (const struct flow *w, uint32_t block, uint32_t *list,
		 uint32_t *n);

#endif /* HALT_LINES_H */
