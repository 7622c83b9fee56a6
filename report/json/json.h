/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON, written as it comes: a program may have millions of points.  What
   summary, report and difference have in common is here, too.  */

#ifndef HALT_JSON_H
#define HALT_JSON_H 1

#include <string.h>
#include "report/report.h"

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

/* The same after a newline.  */
void json_finish (struct json *w);

/* The N bytes at TEXT as they are.  */
void json_raw (struct json *w, const char *text, size_t n);

/* See that there is room for N more bytes; false if there is no memory.  */
bool json_room (struct json *w, size_t n);

/* Write what comes before a value, KEY as below: it ends where the value begins, which is
   returned, with room for N bytes; or NULL.  What is of a constant is known where
   this is used, as a report has millions of values.  */
static inline char *
json_lead (struct json *w, const char *key, size_t n)
{
  size_t length = key ? strlen (key) : 0;
  if (w->room - w->size < n + length + 4 && !json_room (w, n + length + 4))
    return NULL;
  char *p = w->text + w->size;
  *p = ',';
  p += w->more;
  w->more = true;
  if (key)
    {
      *p++ = '"';
      p = (char *) memcpy (p, key, length) + length;
      *p++ = '"';
      *p++ = ':';
    }
  return p;
}

/* The value's text ends at END.  */
static inline void
json_after (struct json *w, const char *end)
{
  w->size = (size_t) (end - w->text);
}

/* In all that follows a value is a member of an object, with the ASCII text
   KEY for a name, or an element of an array if KEY is NULL.  */

/* A value that is an object or an array, by its BRACKET, up to json_close.  */
static inline void
json_open (struct json *w, const char *key, char bracket)
{
  char *p = json_lead (w, key, 1);
  if (p)
    {
      *p++ = bracket;
      json_after (w, p);
    }
  w->more = false;
}

static inline void
json_close (struct json *w, char bracket)
{
  if (w->size < w->room || json_room (w, 1))
    w->text[w->size++] = bracket;
  w->more = true;
}

/* The next element begins a line.  */
void json_line (struct json *w);

/* WORD, which has none of what JSON has other signs for.  */
static inline void
json_word (struct json *w, const char *key, const char *word)
{
  size_t n = strlen (word);
  char *p = json_lead (w, key, n + 2);
  if (!p)
    return;
  *p++ = '"';
  p = (char *) memcpy (p, word, n) + n;
  *p++ = '"';
  json_after (w, p);
}

/* The same of any TEXT; what is not UTF-8 in it becomes U+FFFD.  */
void json_text (struct json *w, const char *key, const char *text);

/* A number, as JSON has it.  */
static inline void
json_number (struct json *w, const char *key, const char *digits)
{
  size_t n = strlen (digits);
  char *p = json_lead (w, key, n);
  if (p)
    json_after (w, (char *) memcpy (p, digits, n) + n);
}

#define JSON_DIGITS 24		/* bytes that must be there for json_digits */

/* Write N at P, where JSON_DIGITS bytes are; returns where it ends.  */
char *json_digits (char *p, uint64_t n);

/* N; the largest integer of 64 bits if it is larger.  */
static inline void
json_count (struct json *w, const char *key, uint64_t n)
{
  char *p = json_lead (w, key, JSON_DIGITS);
  if (p)
    json_after (w, json_digits (p, n > INT64_MAX ? INT64_MAX : n));
}

/* N; as a string of digits if it is larger than the largest integer.  */
void json_wide (struct json *w, const char *key, unsigned __int128 n);
void json_id (struct json *w, const char *key, uint64_t n);

/* N, which may be negative.  */
void json_signed (struct json *w, const char *key, int64_t n);

/* N as 16 hexadecimal digits.  */
void json_hex (struct json *w, const char *key, uint64_t n);

static inline void
json_truth (struct json *w, const char *key, bool yes)
{
  if (yes)
    json_number (w, key, "true");
  else
    json_number (w, key, "false");
}

static inline void
json_nothing (struct json *w, const char *key)
{
  json_number (w, key, "null");
}

/* --- map.c: members of the open object, of what a map has ----------- */

void json_unit (struct json *w, const struct ghalt_unit *u);
void json_function (struct json *w, const struct ghalt_function *fn);
void json_block (struct json *w, const struct ghalt_graph *g,
		 const struct ghalt_block *b);
void json_edge (struct json *w, const struct ghalt_edge *e);
void json_point (struct json *w, const struct ghalt_report *r,
		 const struct ghalt_point *p);

/* --- flow.c: members blocks and edges, with counts ------------------- */

void json_flow (struct json *w, const struct ghalt_graph *g);

/* --- parts.c: functions, several at the same time ---------------------- */

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

/* --- report.c: what several reports begin with ----------------------- */

/* Members program, build_id, profiles, lost and lost_by_threads.  */
void json_sources (struct json *w, const struct report *r);

/* The same of all parts of S, in an array if there are several.  */
struct suite;
void json_suite (struct json *w, const struct suite *s);

/* Member objects.  */
void json_objects (struct json *w, const struct ghalt_report *r);

#endif /* HALT_JSON_H */
