/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt cover: how much of the lines, branches and functions was executed, of a program
   or of what a change touches.

     change.c    the text of a change        -> lines of files
     count.c     the lines of a suite        -> what was found and executed
     show.c      that                        -> text, Markdown, JSON
     exchange.c  that                        -> what other programs read
     site.c      that                        -> pages
     tests.c     that, for each test         -> which tests are enough
     thresholds.c  that                      -> whether it is enough  */

#ifndef HALT_COVER_H
#define HALT_COVER_H 1

#include "report/cover/written.h"
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

/* The measures from COVER_FUNCTIONS on are those of what is written.  */
enum
{
  COVER_LINES,
  COVER_BRANCHES,
  COVER_FUNCTIONS,
  COVER_SORTS = COVER_FUNCTIONS + WRITTEN_MEASURES
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
  const struct suite *suite;
  struct coverage coverage;
  const char *change;		/* its name; or NULL: all lines */
  struct cover_file *files;	/* those that have lines, by number; of several parts, by
				   name */
  size_t n_files;
  struct cover_count counts[COVER_SORTS];
  uint32_t *never;		/* lines that were never executed */
  size_t n_never;
  size_t n_unknown;		/* lines and functions that nothing is known of */
};

/* Fill C, of which the suite is there, with all lines; or with those of CHANGE,
   unless it is NULL.  Undone by cover_release, also if it fails.  */
bool cover_count (struct cover *c, const struct change *change);
void cover_release (struct cover *c);

/* What is known of the functions that begin at LINE of FILE and whose own code was never
   entered: the most that was found of one elsewhere; nothing if one was entered.  */
enum ghalt_found cover_found (const struct coverage *c, uint32_t file,
			      uint32_t line);

/* --- show.c ------------------------------------------------------------------- */

/* Whether tables show measure K of C: it is not one of those that only JSON has room for.
   What it is called there.  */
bool cover_shown (const struct cover *c, unsigned k);
const char *cover_title (unsigned k);

void cover_text (FILE *out, const struct cover *c);
void cover_markdown (FILE *out, const struct cover *c);
void cover_json (FILE *out, const struct cover *c);

/* --- exchange.c: for other programs --------------------------------------------- */

void cover_gcovr (FILE *out, const struct cover *c);
void cover_sonarqube (FILE *out, const struct cover *c);
void cover_github (FILE *out, const struct cover *c);
void cover_gitlab (FILE *out, const struct cover *c);

/* --- site.c: pages in the folder that the options name ----------------------------- */

void cover_site (const struct cover *c, struct fault *f);

/* --- tests.c ------------------------------------------------------------------------- */

enum
{
  COVER_BY_FILE,
  COVER_BY_TEST,
  COVER_BYS
};

/* What each test executes of C, whose suite has a part for each, and which of them are
   enough.  */
void cover_tests (FILE *out, const struct cover *c);

/* --- thresholds.c -------------------------------------------------------------------- */

struct threshold
{
  unsigned what;		/* COVER_* */
  uint64_t least;		/* in thousandths of a percent */
  const char *folder;		/* not terminated; of length 0: all */
  size_t folder_length;
};

/* Read TEXT: `80', `80,branches=60,mcdc=100:src' or the like; NULL: none.  *LIST is to be
   freed, also if it fails.  */
bool thresholds_read (struct threshold **list, size_t *n, const char *text,
		      struct fault *f);

/* True if C has what the N thresholds want; notes say what it has not.  */
bool thresholds_reached (const struct cover *c, const struct threshold *list,
			 size_t n);

/* True if C has no less than the file says that its options name, which --ratchet writes
   anew.  False, too, if that cannot be read, as F says.  */
bool baseline_reached (const struct cover *c, struct fault *f);

#endif /* HALT_COVER_H */
