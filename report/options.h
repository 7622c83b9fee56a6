/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of a command, and what all that is shown shares with them.  */

#ifndef HALT_OPTIONS_H
#define HALT_OPTIONS_H 1

#include <stddef.h>
#include "report/show/show.h"

/* --- options.c: the command line ---------------------------------------- */

/* What is written, formats.def; up to FORMAT_WORDS what --format may say.  */
enum
{
#define FORMAT(NAME, word) FORMAT_##NAME,
#include "report/formats.def"
  FORMAT_WORDS,
#define PAGE(NAME, option, write) FORMAT_##NAME,
#include "report/formats.def"
  FORMAT_END
};

enum
{
  SORT_COUNT,
  SORT_UNPREDICTABLE,
  SORT_RATE,
  SORT_ID,
  SORTS
};

struct options
{
  bool help;
  unsigned format;		/* FORMAT_* */
  unsigned sort;		/* SORT_* */
  uint64_t top;			/* rows of each table */
  uint32_t kinds;		/* bit for each kind; none selects all */
  uint32_t measure;		/* bit for each enum measure */
  bool brief;			/* nothing says which text is wanted */
  bool all_indices;
  bool conditions;		/* of ghalt cover: as they are written */
  bool instances;		/* the same: those of templates apart */
  bool paths;			/* the same: of functions */
  bool wide;
  const char *output;		/* file to write, or NULL */
  const char *only;		/* program whose profiles are taken, or NULL */
  bool annotate, branches, hot;
  bool between;			/* what was counted from one profile to the next */
  bool describe, edges;
  bool assembler;
  bool histogram;
  const char *path;		/* [REGION:]ID, or NULL */
  const char **functions;	/* names and globs; none selects all */
  size_t n_functions;
  const char *link;		/* a link line, or NULL */
  const char *onto;		/* another build of the program, or NULL */
  const char *change, *fail_under; /* of ghalt cover; or NULL */
  const char *root, *baseline;	/* the same */
  const char **excluded;	/* the same: globs of files */
  size_t n_excluded;
  unsigned by;			/* the same: COVER_BY_* */
  bool exceptions, ratchet, selftest; /* the same */
  struct live_pattern *switches; /* struct attach's */
  size_t n_switches;
  const char *time, *module, *lines; /* the same, or NULL */
  const char *context;		/* a context, or @FILE; or NULL */
  bool starts;			/* the command that is given starts the program */
  const char *zoom, *delay;	/* struct top_options', or NULL */
  unsigned view, order;		/* the same */
  uint64_t iterations;
  bool batch;
  bool check, merge;		/* of ghalt play */
  bool single_file;		/* of ghalt html */
  const char *old, *stacks;	/* the same; or NULL */
  uint64_t from, to, thread;	/* THREAD is UINT64_MAX if it is not given */
  const char *from_store;	/* URL of a store, "" being the user's; or NULL */
  const char *build, *since, *until; /* what of it, or NULL */
  const char *keep;		/* of ghalt store; or NULL */
  bool once, remove;		/* the same */
  uint64_t every;		/* the same: seconds, or 0 */
  const char **labels;
  size_t n_labels;
  char *found[2];		/* operands that were not given: newest.c; or
				   NULL */
  const char **operands;
  size_t n_operands;
  size_t n_before;		/* of those, before "--" */
};

enum option_type
{
  TYPE_FLAG,			/* bool */
  TYPE_CHOICE,			/* unsigned: index of the word */
  TYPE_FORMAT,			/* unsigned: FORMAT_* */
  TYPE_NUMBER,			/* uint64_t */
  TYPE_LIST,			/* added to functions */
  TYPE_COMPILER,		/* a letter, for the compiler: so, too */
  TYPE_KINDS,			/* uint32_t */
  TYPE_SET,			/* uint32_t: a bit for each word of a list */
  TYPE_TEXT,			/* const char * */
  TYPE_FOLDER,			/* one more where objects are looked for */
  TYPE_SWITCH,			/* added to switches */
  TYPE_LABEL,			/* added to labels */
  TYPE_GLOB			/* added to excluded */
};

struct option_row
{
  const char *name;
  enum option_type type;
  size_t offset;		/* in struct options */
  const char *const *words;	/* TYPE_CHOICE, whose default is the first, and
				   TYPE_SET; then a NULL */
  const char *value;		/* for people, but of TYPE_CHOICE and _FORMAT */
  const char *text;
  unsigned formats;		/* bits of those it goes with; none: all.  TYPE_FORMAT:
				   those that the command has */
};

/* A command: NAME, the synopsis of what follows it, one line for people.  */
struct command
{
  const char *name;
  const char *synopsis;
  const char *text;
  const struct option_row *options;
  size_t min_operands, max_operands;
  bool newest;			/* without operands: those of newest.c */
  bool starts;			/* operands are another program's command line */
  /* Returns the status.  F is empty; if it is filled, the status is 2.  */
  int (*run) (const struct options *o, struct fault *f);
};

/* Parse the N words at ARGS, which are what follows the name of C.  Undone by
   options_release, also if it fails.  */
bool options_parse (struct options *o, const struct command *c, int n,
		    char **args, struct fault *f);
void options_release (struct options *o);
void options_help (FILE *out, const struct option_row *row);

/* The one of NAMES (N of them, STRIDE bytes apart) that WORD may have been
   meant to be, or NULL.  */
const char *nearest (const char *word, const char *const *names, size_t n,
		     size_t stride);

/* True if O selects the function with these names.  */
bool options_choose (const struct options *o, const char *name,
		     const char *pretty);

/* True if O selects KIND, one of ours.  */
bool options_kind (const struct options *o, uint32_t kind);

/* --- note.c --------------------------------------------------------------- */

/* Say what PROF, the sum of N_NAMES profiles called NAMES, may have lost.  */
void note_losses (const struct prof *prof, const char *names, size_t n_names);

/* --- pager.c ------------------------------------------------------------ */

/* If standard output is a terminal, have what is written from now on, notes as well,
   shown by a pager: $GHALT_PAGER, $PAGER or less.  What depends on the terminal has
   to be asked before.  */
void pager_begin (void);

/* All is written: wait until it was read.  */
void pager_end (void);

/* --- newest.c ----------------------------------------------------------- */

/* What the runtime has not finished yet begins so.  */
#define TEMPORARY ".halt-"

/* True if the file NAME begins as profiles do.  */
bool has_profile (const char *name);

/* The program that the file PROFILE is of, to be freed; or NULL.  */
char *profile_program (const char *profile, struct fault *f);

/* Let the operands of O, which has none, be the program of the newest profile in the
   working directory, and that profile, for COMMAND.  A note says which.  */
bool newest_operands (struct options *o, const char *command, struct fault *f);

/* --- svg.c: pictures ------------------------------------------------------ */

/* Say so if FN is too large for dot to lay it out soon, and O has it do that.  */
void drawing_warn (const struct options *o, const struct ghalt_function *fn);

/* Where to write the graphs that O wants, as dot.c does: standard output, or a
   file for one picture.  */
FILE *drawing_begin (const struct options *o, struct fault *f);

/* Have that one drawn on standard output, unless F is filled already.  F is if
   Graphviz is not there or fails.  */
void drawing_end (FILE *out, struct fault *f);

/* --- replace.c --------------------------------------------------------- */

/* Write the file PATH whole or not at all.  What is no regular file (a device,
   a pipe) is written to.  */
bool replace_file (const char *path, const void *data, size_t size,
		   struct fault *f);

/* Create a file beside PATH, so that it can be renamed; *NAME is its own, to be freed.
   Returns a descriptor, or -1: errno says why.  */
int create_beside (const char *path, char **name, struct fault *f);

/* --- gather.c: profiles in folders ---------------------------------------- */

/* Make P the sum of the profiles that O names, in folders as well, of the program
   that it names.  A note says what was passed over.  */
bool gather_profiles (struct prof *p, const struct options *o, bool whole,
		      struct fault *f);

/* --- stale.c: profiles of other builds ------------------------------------- */

/* Let P, called NAME, be a profile of TO.  If it is one of another build, that is FROM;
   if FROM is NULL, it is looked for where it was.  A note says what became of the counts.
   If this fails, P is unchanged.  */
bool stale_take (struct prof *p, const char *name, const struct program *from,
		 const struct program *to, struct fault *f);

/* Say what became of a profile called NAME.  */
struct stale_result;
void stale_note (const struct stale_result *onto, const char *name,
		 const struct program *to);

#endif /* HALT_OPTIONS_H */
