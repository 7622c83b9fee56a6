/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of `ghalt html' share.

     html/website.c      the pages, the index, source files
     html/data.c      what all parts write with
     html/totals.c    what happened in each function
     html/owners.c    which function a line is in
     html/compare.c   the profile that it is compared with
     html/flame.c     who called whom, and stacks
     html/code.c html/match.c   machine code, and how often it was executed
     html/branches.c  branches
     html/graphs.c    flow graphs and paths
     html/loops.c     the hottest loop of each function  */

#ifndef HALT_WEBSITE_H
#define HALT_WEBSITE_H 1

#include "report/show/branch.h"
#include "report/cover/cover.h"
#include "report/json/json.h"
#include "summarize/solve/lines.h"

/* A loop: its first block, how often that was begun, and how often from outside.  */
struct loop
{
  uint64_t n, entered;		/* 0: there is none; not known */
  const char *file;		/* where the block is; NULL: not known */
  uint32_t block, line;
};

/* What happened in a function.  */
struct totals
{
  uint64_t calls, blocks, branches, misses;
  uint64_t paths, cost, executed; /* executions of paths, their instructions, how many
				     different ones */
  uint32_t row, part;		/* in the index; which file has its graph */
  uint64_t found, hit;		/* blocks, and those that were executed */
  struct loop loop;		/* the hottest */
  bool recorded;
  bool even;			/* each call goes the same way through its blocks */
  unsigned code;		/* what machine code there is: 1, and 2 for what is
				   cold */
};

/* A branch, by its number among those that were counted.  */
struct branch
{
  size_t number;
  uint64_t n, misses;
};

/* What begins at a line: a function, or code that was inlined in it.  */
struct owner
{
  uint32_t file, line, row;	/* the function's, in the index */
  uint64_t events;
};

struct website
{
  const struct report *report;
  struct cover *cover;
  struct line_files files;	/* those of the coverage come first */
  struct totals *totals;	/* for each function */
  struct ghalt_elsewhere *elsewhere;
  bool calls, blocks, branches;	/* recorded, and there are points */
  struct ghalt_paths *paths;	/* or NULL: none were counted */
  size_t *path_of;		/* for each function: number in those, plus 1; or 0 */
  struct branch_names *names;
  struct branch *list;
  size_t n_list;
  struct owner *owners;		/* sorted by file and line, one for each */
  size_t n_owners;
  const struct website *old;	/* what it is compared with: the same functions and
				   lines; or NULL */
  struct fault no_code;		/* why there is no machine code, or empty */
  char *stacks;			/* the lines of --stacks, or NULL */
  FILE *page;			/* of --single-file, or NULL */
};

/* --- data.c --------------------------------------------------------------------- */

/* N, as text if JavaScript has no such number.  */
void website_count (struct json *w, const char *key, uint64_t n);

/* The same of a count, null if it is unknown.  */
void website_known (struct json *w, const char *key,
		    const struct ghalt_count *c);

/* The member old_KEY: N, a count of the older profile.  Nothing if there is none, or the
   count is not KNOWN.  */
void website_old_count (struct json *w, const struct website *s,
			const char *key, bool known, uint64_t n);

/* Find the number of the file NAME, as UNIT calls it, in the index: false if it is not there.  */
bool website_file (struct website *s, uint32_t *file, size_t unit,
		   const char *name, struct fault *f);

/* What was FOUND of a function elsewhere, if that is something: a word.  */
void website_found (struct json *w, const char *key, enum ghalt_found found);

/* The members file and line of what is at LINE of it.  */
void website_place (struct json *w, struct website *s, size_t unit,
		    const char *name, uint32_t line);

/* Write DATA, as NAME in the site; or into the page.  */
bool website_part (const struct website *s, const char *name, const char *data,
		   size_t size);

/* Write what W has as a script that says it is NAME.  */
bool website_data (const struct website *s, struct json *w, const char *name);

/* --- totals.c ----------------------------------------------------------------- */

/* Add up what happened in each function, and list the branches.  */
bool website_add_up (struct website *s);

/* Undo that, and what was added to the files.  */
void website_release (struct website *s);

/* --- owners.c ------------------------------------------------------------------- */

/* Find which functions lines are in.  */
bool website_find_owners (struct website *s);

/* Put those of file number FILE.  */
void website_put_owners (struct json *w, const struct website *s,
			 uint32_t file);

/* --- compare.c ------------------------------------------------------------------ */

/* Call USE with R, whose profile is PROFILE, and the site of the profile that the options
   compare it with, or NULL.  */
void website_compare (struct report *r, const struct ghalt_profile *profile,
		      void (*use) (struct report *r,
				   const struct ghalt_profile *profile,
				   const struct website *old));

/* Refuse if S and what it is compared with have other lines.  */
bool website_same_lines (const struct website *s);

/* --- flame.c -------------------------------------------------------------------- */

/* Read the file of --stacks, if there is one.  */
bool website_read_stacks (struct website *s);

/* Write what flame graphs are drawn of; the text of those is changed.  */
bool website_flame (const struct website *s);

/* --- code.c --------------------------------------------------------------------- */

/* Write the machine code of the functions, and note which have some.  */
bool website_code (struct website *s);

/* --- branches.c ----------------------------------------------------------------- */

/* What the branch P is called, as in all tables.  */
void website_put_name (struct json *w, const char *key, const struct website *s,
		       const struct ghalt_point *p);

/* The index's members about branches.  */
void website_put_branches (struct json *w, struct website *s);

/* Write all of them.  */
bool website_branches (struct website *s);

/* --- graphs.c ------------------------------------------------------------------- */

/* Find the hottest loop of G, the graph of what H is of.  */
bool website_find_loop (struct totals *h, const struct ghalt_graph *g,
			struct fault *f);

/* Whether each call of the function of G goes the same way through its blocks.  */
bool website_is_even (const struct ghalt_graph *g);

/* Find what was counted of paths.  */
bool website_find_paths (struct website *s);

/* Write the graphs, and note where each is.  */
bool website_graphs (struct website *s);

/* The index's members about paths.  */
void website_put_paths (struct json *w, const struct website *s);

/* For report_of: write the site of R to the folder that its options name.  */
int website_show (struct report *r, const struct ghalt_profile *profile,
		  void *data);

#endif /* HALT_WEBSITE_H */
