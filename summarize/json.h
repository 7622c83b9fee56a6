/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON, written as it comes: a program may have millions of points.  What
   summary, report and difference have in common is here, too.  */

#ifndef HALT_JSON_H
#define HALT_JSON_H 1

#include "summarize/report.h"

/* --- json.c: values ----------------------------------------------------- */

struct json
{
  FILE *out;			/* or NULL: it stays in TEXT */
  struct fault *fault;		/* empty at first */
  bool more;			/* a comma comes before the next value */
  char *text;			/* not written yet */
  size_t size, room;
};

/* Begin to write to OUT.  F is filled if something is missing in it.  */
struct json json_begin (FILE *out, struct fault *f);

/* Write what is left, and free all.  */
void json_end (struct json *w);

/* The N bytes at TEXT as they are.  */
void json_raw (struct json *w, const char *text, size_t n);

/* In all that follows a value is a member of an object, with the ASCII text
   KEY for a name, or an element of an array if KEY is NULL.  */

/* A value that is an object or an array, by its BRACKET, up to json_close.  */
void json_open (struct json *w, const char *key, char bracket);
void json_close (struct json *w, char bracket);

/* The next element begins a line.  */
void json_line (struct json *w);

/* TEXT; what is not UTF-8 in it becomes U+FFFD.  */
void json_text (struct json *w, const char *key, const char *text);

/* A number, as JSON has it.  */
void json_number (struct json *w, const char *key, const char *digits);

/* N; the largest integer of 64 bits if it is larger.  */
void json_count (struct json *w, const char *key, uint64_t n);

/* N; as a string of digits if it is larger than the largest integer.  */
void json_wide (struct json *w, const char *key, unsigned __int128 n);
void json_id (struct json *w, const char *key, uint64_t n);

/* N, which may be negative.  */
void json_signed (struct json *w, const char *key, int64_t n);

/* N as 16 hexadecimal digits.  */
void json_hex (struct json *w, const char *key, uint64_t n);

void json_truth (struct json *w, const char *key, bool yes);
void json_nothing (struct json *w, const char *key);

/* --- json_map.c: members of the open object, of what a map has ----------- */

void json_unit (struct json *w, const struct ghalt_unit *u);
void json_function (struct json *w, const struct ghalt_function *fn);
void json_block (struct json *w, const struct ghalt_graph *g,
		 const struct ghalt_block *b);
void json_edge (struct json *w, const struct ghalt_edge *e);
void json_point (struct json *w, const struct ghalt_report *r,
		 const struct ghalt_point *p);

/* --- json_flow.c: members blocks and edges, with counts ------------------- */

void json_flow (struct json *w, const struct ghalt_graph *g);

/* --- json_parts.c: functions, several at the same time ---------------------- */

/* The texts of all functions that are chosen, one after the other.  Other threads
   make them ahead, as many as there are processors.  */
struct parts;

/* PUT writes function number NUMBER of R, with DATA; it may be called by any thread.
   NULL: there is no memory, R->fault says so.  */
struct parts *parts_begin (const struct report *r,
			   void (*put) (struct json *w, const struct report *r,
					size_t number, const void *data),
			   const void *data);
void parts_end (struct parts *p);

/* Write the next one.  */
void parts_put (struct parts *p, struct json *w);

/* --- json_report.c: what several reports begin with ----------------------- */

/* Members program, build_id, profiles, lost and lost_by_threads.  */
void json_sources (struct json *w, const struct report *r);

/* Member objects.  */
void json_objects (struct json *w, const struct ghalt_report *r);

#endif /* HALT_JSON_H */
