/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the outputs of `ghalt paths' share: paths/rows.c text.c detail.c json.c
   csv.c dot.c.  */

#ifndef HALT_PATH_REPORT_H
#define HALT_PATH_REPORT_H 1

#include "summarize/library/library.h"
#include "report/report.h"

/* --- paths/rows.c ------------------------------------------------------ */

/* Print N of them, with the file where it is another than FILE, a string of the
   map, or the last one, WHOLE or as it is shown.  Returns the number of
   bytes.  */
size_t paths_put_spans (FILE *out, const struct map *m,
			const struct span *spans, size_t n, uint32_t file,
			bool whole);

/* How PATH ends, in words that go on where its lines end.  */
void paths_put_end (FILE *out, const struct path_function *f,
		    const struct blpp_path *path);

/* True if O selects F.  */
bool paths_select (const struct options *o, const struct path_function *f);

/* --- a path as an output needs it --------------------------------------- */

struct path_row
{
  const struct path_function *f;
  uint32_t region;
  uint64_t id, n, insns;
};

/* The executed paths of the functions that O selects, costliest first: *N of
   them, to be freed.  */
struct path_row *paths_rows (const struct paths *s, const struct options *o,
			     size_t *n, struct fault *why);

/* What the outputs are given.  */
struct path_report
{
  const struct report *report;
  const struct ghalt_paths *handle;
  const struct paths *paths;	/* what is in that */
  const struct path_row *rows;
  size_t n_rows;		/* those to show */
  size_t n_all;
};

/* --- paths/text.c ------------------------------------------------------- */

/* Tables of functions and of paths.  */
void paths_text (FILE *out, const struct path_report *r);

/* What the costs of R are.  */
const char *paths_insns (const struct path_report *r);

/* Where F is; returns the width, at most LIMIT if possible.  OUT may be NULL.  */
size_t paths_where (FILE *out, const struct path_function *f, size_t limit);

/* The number of ROW's path, with its region if there are several, in the PATHS_NAME
   bytes at TEXT, which is returned.  */
#define PATHS_NAME 32
const char *paths_name (char *text, const struct path_row *row);

/* True if O selects F, which was executed or is named.  */
bool paths_shown (const struct options *o, const struct path_function *f);

/* --- paths/detail.c ----------------------------------------------------- */

/* The edges of each function that is shown.  */
void paths_edges (FILE *out, const struct path_report *r);

/* The path of the first row, block by block.  */
void paths_one (FILE *out, const struct path_report *r);

/* --- other outputs, each in the file of its name ------------------------- */

void paths_json (FILE *out, const struct path_report *r);
void paths_csv (FILE *out, const struct path_report *r);

/* The flow graph of each row's function with its path, one after the other.  */
void paths_dot (FILE *out, const struct path_report *r);

#endif /* HALT_PATH_REPORT_H */
