/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt cover: how much of the lines, branches and functions was executed, of a program
   or of what a change touches.

     change.c    the text of a change        -> lines of files
     count.c     the lines of a report       -> what was found and executed
     show.c      that                        -> text, Markdown, JSON  */

#ifndef HALT_COVER_H
#define HALT_COVER_H 1

#include "report/coverage.h"

/* --- change.c: what `git diff' writes ---------------------------------------- */

/* A line of a file as it is after the change.  */
struct changed_line
{
  uint32_t file;		/* which of the paths */
  uint32_t line;
};

struct change
{
  char **paths;			/* as the change has them, without a/ or b/ */
  size_t n_paths;
  struct changed_line *lines;	/* those that it adds or replaces, in its order */
  size_t n_lines;
};

/* Read the change in the file PATH, or standard input if it is "-".  Undone by
   change_release, also if it fails.  */
bool change_read (struct change *c, const char *path, struct fault *f);
void change_release (struct change *c);

/* --- count.c --------------------------------------------------------------- */

enum
{
  COVER_LINES,
  COVER_BRANCHES,
  COVER_FUNCTIONS,
  COVER_SORTS
};

extern const char *const cover_words[COVER_SORTS];

struct cover_count
{
  uint64_t found, hit;
};

struct cover_file
{
  uint32_t file;		/* of the coverage */
  const char *shown;		/* its name for people */
  bool machine;			/* machine code has lines in it */
  struct cover_count counts[COVER_SORTS];
  size_t first, n;		/* of the lines that were never executed, in LINES */
};

struct cover
{
  const struct report *report;
  struct coverage coverage;
  const char *change;		/* its name; or NULL: all lines */
  struct cover_file *files;	/* those that have lines */
  size_t n_files;
  struct cover_count counts[COVER_SORTS];
  uint32_t *never;		/* lines that were never executed */
  size_t n_never;
  size_t n_unknown;		/* lines and functions that nothing is known of */
};

/* Fill C, of which the report is there, with all lines; or with those of CHANGE,
   unless it is NULL.  Undone by cover_release, also if it fails.  */
bool cover_count (struct cover *c, const struct change *change);
void cover_release (struct cover *c);

/* What is known of the functions that begin at LINE of FILE and whose own code was never
   entered: the most that was found of one elsewhere; nothing if one was entered.  */
enum ghalt_found cover_found (const struct coverage *c, uint32_t file,
			      uint32_t line);

/* --- show.c ------------------------------------------------------------------- */

void cover_text (FILE *out, const struct cover *c);
void cover_markdown (FILE *out, const struct cover *c);
void cover_json (FILE *out, const struct cover *c);

#endif /* HALT_COVER_H */
