/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ghalt top': what a process does now, from its live profile.

     find.c     a word of the command line -> a process, started if need be
     sample.c   a process                  -> its counts now and a moment ago
     rows.c     those                      -> functions, points, lines
     source.c   ... of one function        -> its lines with their source
     model.c    rows                       -> sorted, searched; numbers as text
     view.c     rows                       -> lines of text
     batch.c screen.c                      -> where people and programs see them

   What fails fills its fault and returns false.  Numbers come from ghalt.h alone.  */

#ifndef HALT_TOP_H
#define HALT_TOP_H 1

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "ghalt.h"
#include "live/live.h"
#include "summarize/summarize.h"

/* --- model.c ---------------------------------------------------------------- */

enum top_view
{
  TOP_FUNCTIONS,
  TOP_POINTS,
  TOP_LINES,
  TOP_SOURCE,			/* the lines of one function, as they stand */
  TOP_VIEWS
};

enum top_order
{
  TOP_BY_RATE,			/* of the interval */
  TOP_BY_COUNT,
  TOP_BY_OTHER,			/* calls of functions, misses of points; their rates
				   first */
  TOP_BY_NAME,
  TOP_ORDERS
};

/* Events: since the process started, and since the interval began.  */
struct top_count
{
  uint64_t now, gained;
  bool known, rated;		/* whether NOW and GAINED are */
  bool off;			/* not, as what would tell is off */
};

/* Kinds have numbers below this.  */
#define TOP_KINDS 32

/* No kind has this number.  */
#define TOP_NO_KIND 0u

struct top_file;		/* source.c */

struct top_row
{
  struct top_count count;
  struct top_count other;	/* of functions their calls, of points their misses */
  double taken;			/* share of a branch, 0 to 1; -1: it is none */
  uint64_t took, of;		/* the same: how often, of how many */
  size_t function;
  uint64_t key;			/* the same in the next sample: of points the id, of
				   lines the number */
  uint32_t kind;		/* of points */
  uint32_t number;		/* of points, in the function; of lines, here */
  bool code;			/* of lines: something of it is in the program */
  const char *name;		/* of a function */
  struct top_file *file;	/* of a line */
  char *where;			/* "file.c:7"; or NULL */
  char *text;			/* of a source line; or NULL */
};

struct top_rows
{
  enum top_view view;
  struct top_row *rows;
  size_t n;
  uint64_t all, total;		/* events that all of them gained, and had */
  const char *events;		/* "branches", what the counts are of */
  bool off;			/* all of what is asked for is off */
};

/* One more row, all 0; NULL if there is no memory.  */
struct top_row *top_add (struct top_rows *r);
void top_release (struct top_rows *r);
/* All but the first N are dropped.  */
void top_cut (struct top_rows *r, size_t n);

/* What was BEFORE is NOW.  A counter that was set to 0 has gained what it has; one
   that is a little less than before, because it is the difference of two that were
   not read at once, nothing.  */
struct top_count top_gain (uint64_t before, uint64_t now);

/* Sort by ORDER; what is equal stays in its order.  The lines of TOP_SOURCE stay
   where they are.  */
void top_sort (struct top_rows *r, enum top_order order);

/* The first row from FROM on, or before it if STEP is -1, in whose name, place or
   text TEXT is, the first one coming after the last; N if there is none.  Capitals in
   TEXT are told from others, else not.  */
size_t top_search (const struct top_rows *r, const char *text, size_t from,
		   int step);

/* Where the row like ROW is in R; N if it is not there.  */
size_t top_same (const struct top_rows *r, const struct top_row *row);

/* N events in SECONDS a second; -1 if SECONDS is 0.  */
double top_rate (uint64_t n, double seconds);

#define TOP_NUMBER 32
/* RATE in at most 6 characters: "12.3k"; "-" if it is negative.  Returns TEXT.  */
const char *top_rate_text (char *text, double rate);
/* N with commas.  */
const char *top_number_text (char *text, uint64_t n);
/* SECONDS as "1:01:03" or "0:03".  */
const char *top_time_text (char *text, double seconds);

const char *top_view_name (enum top_view view);
/* What ORDER is called where VIEW is shown.  */
const char *top_order_name (enum top_order order, enum top_view view);

/* --- sample.c --------------------------------------------------------------- */

/* A function has something on a line with this number, of whatever file.  */
struct top_mention
{
  uint32_t line, function;
};

/* A moment of a process.  */
struct top_sample
{
  struct ghalt_profile *profile;
  struct ghalt_report *report;
  double time;			/* seconds since the machine started */
  bool kept;			/* these are another's, too */
};

struct top
{
  pid_t pid;
  pid_t child;			/* we have started it; or 0 */
  int gone;			/* a descriptor that says that it has ended, or -1 */
  struct ghalt_live *live;
  struct ghalt_program *program;
  char *name;			/* of its file, without folders */
  struct top_sample *bases;	/* what later ones were opened with */
  size_t n_bases;
  struct top_sample now, before; /* BEFORE may have no report */
  struct ghalt_live_facts facts; /* now */
  struct ghalt_report_facts of;	/* the same */
  size_t n_points;
  uint32_t recorded, off;	/* kinds of which points are counted; all are off:
				   a bit each */
  struct live_count switched;	/* points that can be; both 0: none */
  size_t n_off[TOP_KINDS];	/* of them, of each kind */
  struct live_process looked;
  bool can_look;
  double looked_at;
  uint32_t kinds;		/* a bit for each that is shown; 0: what tells most */
  struct top_mention *mentions;	/* by line; of so many functions: */
  size_t n_mentions, n_mentioning;
  struct top_file **files;	/* sources that were asked for */
  size_t n_files;
};

/* Look at the process PID.  *T is to be closed even if this fails.  */
bool top_open (struct top *t, pid_t pid, struct fault *f);
void top_close (struct top *t);

/* Take the next sample: what was now is before.  */
bool top_sample (struct top *t, struct fault *f);

/* Seconds between the two, or 0.  */
double top_interval (const struct top *t);
/* How long it has run, or 0.  */
double top_age (const struct top *t);
/* "runs", "was ended by signal 9".  */
const char *top_state (const struct top *t, char *text, size_t size);
/* Note number I for people, in TEXT; false if there is none.  */
bool top_note (const struct top *t, size_t i, char *text, size_t size);

/* --- rows.c source.c --------------------------------------------------------- */

/* Fill R, which has a view that is not TOP_SOURCE, with all functions or points that
   were executed, or with the N hottest lines by ORDER.  */
bool top_fill (struct top_rows *r, struct top *t, enum top_order order,
	       size_t n, struct fault *f);

/* Fill R with the lines of function number FUNCTION, those between them, too.  */
bool top_fill_source (struct top_rows *r, struct top *t, size_t function,
		      struct fault *f);

/* The lines of the N functions at NUMBER, which ascend.  */
bool top_fill_lines (struct top_rows *r, struct top *t, const size_t *number,
		     size_t n, struct fault *f);

/* None of the lines R is known, and points are off: then R->off.  */
void top_lines_off (struct top_rows *r, const struct top *t);

/* Fill T->mentions, which are kept until there are more functions.  */
bool top_mention (struct top *t, struct fault *f);

/* Fill in what people see of N rows of R from FIRST on besides numbers: name, place, text.  */
void top_describe (struct top_rows *r, size_t first, size_t n, struct top *t);

/* The text of line number LINE of FILE, *LENGTH bytes; NULL if it cannot be read.  */
const char *top_line_text (struct top_file *file, uint64_t line,
			   size_t *length);
const char *top_file_path (const struct top_file *file);
void top_release_files (struct top *t);

/* The busiest function that has the line of ROW.  */
bool top_line_function (const struct top_row *row, struct top *t,
			size_t *number, struct fault *f);

/* The function called NAME, as a symbol or as in the source, the first one that
   was not discarded; false if there is none.  */
bool top_find_function (const struct top *t, const char *name, size_t *number,
			struct fault *f);

/* --- view.c ------------------------------------------------------------------ */

/* How wide columns are.  */
struct top_columns
{
  size_t columns;		/* of the terminal; 0: any number */
  size_t count, text;
  bool narrow;			/* there is no room for all of them */
};

/* Line I of what stands above the rows; false if there is none.  */
bool top_head (const struct top *t, const struct top_rows *r, size_t i,
	       char *text, size_t size);
/* For N rows from FIRST on, which are described; C->columns is filled.  */
void top_layout (struct top_columns *c, const struct top_rows *r, size_t first,
		 size_t n);
/* Both return TEXT, of SIZE bytes.  */
const char *top_title (const struct top_columns *c, const struct top_rows *r,
		       char *text, size_t size);
const char *top_line (const struct top_columns *c, const struct top *t,
		      const struct top_rows *r, size_t i, char *text,
		      size_t size);

/* Characters of TEXT, of UTF-8.  */
size_t top_width (const char *text);

/* --- find.c ------------------------------------------------------------------ */

/* The process that WORD names: by its number, or by its program.  */
bool top_find (pid_t *pid, const char *word, struct fault *f);

/* Start the program WORDS with a live profile and without our terminal, and wait
   until it has the profile.  */
bool top_start (pid_t *pid, char *const *words, struct fault *f);

/* End a process that we have started.  */
void top_end (pid_t child);

/* --- batch.c screen.c --------------------------------------------------------- */

/* What is asked for.  */
struct top_wish
{
  enum top_view view;
  enum top_order order;
  const char *function;		/* its source, or NULL */
  const char *output;		/* profile to write; or NULL */
  double delay;			/* seconds */
  uint64_t rows, iterations;	/* UINT64_MAX: as many as there are */
  bool json;
};

bool top_batch (struct top *t, const struct top_wish *wish, struct fault *f);
bool top_screen (struct top *t, const struct top_wish *wish, struct fault *f);

/* One line of JSON with the first N rows.  */
void top_put_json (FILE *out, const struct top *t, const struct top_rows *r,
		   enum top_order order, size_t n);

/* Wait for SECONDS, or until T ends; with KEYS for input, too.  False if we were told
   to end, by a signal, or there is no terminal any more.  */
bool top_wait (const struct top *t, double seconds, bool keys);
/* From here on signals let top_wait return.  */
void top_catch (void);
extern volatile int top_caught;

/* Write what is shown to the new file PATH.  */
bool top_write (const struct top *t, const char *path, struct fault *f);

#endif /* HALT_TOP_H */
