/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How anything is shown: notes, numbers, places, lines of sources, flow graphs.  */

#ifndef HALT_SHOW_H
#define HALT_SHOW_H 1

#include <inttypes.h>
#include "summarize/summarize.h"

/* --- note.c --------------------------------------------------------------- */

/* Print `ghalt: note: ' and one line on standard error.  */
void note (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

/* --- put.c: output for people; what is plain is in map/put.c --------------- */

/* N in decimal, in the WIDE_DIGITS bytes at TEXT; where it begins there.  */
#define WIDE_DIGITS 40
const char *wide_digits (char *text, unsigned __int128 n);

/* N with commas between the thousands.  */
void put_grouped (FILE *out, uint64_t n);

/* Length of the UTF-8 character at TEXT, of which N > 0 bytes are left; 0 if
   it is none.  */
size_t utf8_length (const char *text, size_t n);

/* N spaces.  */
void put_spaces (FILE *out, size_t n);

/* TEXT with a question mark for what would upset a terminal.  */
void put_printable (FILE *out, const char *text);

/* Characters of TEXT, and bytes of the first N of them.  */
size_t text_width (const char *text);
size_t text_bytes (const char *text, size_t n);

/* How TEXT is shown in COLUMNS characters: the first *HEAD bytes, then `...' and the
   text that is returned.  If it fits as it is, NULL.  */
const char *text_short (const char *text, size_t columns, size_t *head);

/* As put_printable; so shortened if need be.  */
void put_short (FILE *out, const char *text, size_t columns);

/* The LENGTH bytes at TEXT as markup of Graphviz, cut after COLUMNS: valid
   UTF-8, spaces kept, tabs expanded.  SKIP leading columns are left out.  */
void put_markup (FILE *out, const char *text, size_t length, size_t skip,
		 size_t columns);

/* TEXT as XML has it, also between quotes: valid UTF-8.  */
void put_xml (FILE *out, const char *text);

/* TEXT as a quoted name of Graphviz.  */
void put_quoted (FILE *out, const char *text);

/* --- place.c: a place as it is shown --------------------------------------- */

/* As put_position, with PLACE's file called FILE; marked ~ if it is only near.
   The name is shortened if the width is more than LIMIT.  Some names cannot be
   shortened that much.  */
size_t put_place (FILE *out, const char *file, const struct ghalt_place *place,
		  size_t limit);

/* --- source.c: lines of source files ------------------------------------ */

/* FAULT, empty at first, is filled if there was no memory for some line.  */
struct sources
{
  struct source_file *files;
  struct fault *fault;
  const struct ghalt_report *report; /* for source_doubt */
  const char *program;		/* its path */
  bool several;			/* there are other reports: what this one knows nothing of is
				   no doubt */
  struct ghalt_sources *compiled;
};

void sources_release (struct sources *s);

/* Line LINE of FILE, which is looked for in DIRECTORY if it is relative.  Not
   terminated: *LENGTH says how long.  NULL if it cannot be read.  */
const char *source_line (struct sources *s, const char *directory,
			 const char *file, uint32_t line, size_t *length);

/* Why FILE, as source_line takes it, whose full path is PATH, may not be what was
   compiled; NULL if it is that, or cannot be read.  */
const char *source_doubt (struct sources *s, const char *directory,
			  const char *file, const char *path);

/* --- progress.c: how far long work is ------------------------------------ */

/* TOTAL pieces of work begin, called WHAT.  Nothing is shown unless standard
   error is a terminal and standard output is none.  */
void progress_begin (const char *what, size_t total);

/* One of them is done.  */
void progress_step (void);

/* The line is gone.  Comes before anything else is written there.  */
void progress_end (void);

struct options;			/* options.h */

/* --- outputs: F, empty at first, is filled if something is missing -------- */

/* tables/summary.c: the summary, grammar in docs/format.md.  */
void text_summary (FILE *out, const struct program *p, const struct options *o);

/* json/summary.c: the same as JSON, schema in docs/schema/summary.json.  */
void json_summary (FILE *out, const struct ghalt_program *p,
		   const struct ghalt_report *r, const struct options *o,
		   struct fault *f);

/* A way through a function, to be drawn stronger than all else.  */
struct way
{
  const char *title;
  const bool *blocks, *edges;	/* by their numbers in the function: are on
				   it */
  uint32_t begin;		/* block; 0 if that is clear */
};

/* graph/dot.c: one digraph, of function number FUNCTION, whose graph is GRAPH.  Its counts
   are shown if it is COUNTED.  S and WAY may be NULL: no source text, no way.  */
void dot_function (FILE *out, const struct ghalt_report *r, size_t function,
		   const struct ghalt_graph *graph, bool counted,
		   struct sources *s, const struct way *way, struct fault *f);

#endif /* HALT_SHOW_H */
