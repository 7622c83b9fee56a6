/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of JSON.  Text that needs more than quotes is left to jansson; to
   make an object of its own for every number and word, too, would take most of
   the time.  */

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include "summarize/json.h"

#define PIECE (64u << 10)	/* bytes that are written at once */

struct json
json_begin (FILE *out, struct fault *f)
{
  return (struct json) { .out = out, .fault = f };
}

/* What cannot be written is found out when standard output is closed.  */
static void
flush (struct json *w)
{
  if (w->out && w->size > 0)
    fwrite_unlocked (w->text, 1, w->size, w->out);
  w->size = 0;
}

void
json_end (struct json *w)
{
  flush (w);
  free (w->text);
  w->text = NULL;
  w->room = 0;
}

/* See that there is room for N more bytes; false if there is no memory.  */
static bool
make_room (struct json *w, size_t n)
{
  if (w->out)
    flush (w);
  size_t room = w->room > PIECE ? w->room : PIECE;
  while (room - w->size < n)
    room *= 2;
  char *text = room > w->room ? realloc (w->text, room) : w->text;
  if (!text)
    return fault (w->fault, "out of memory");
  w->text = text;
  w->room = room;
  return true;
}

static inline bool
has_room (struct json *w, size_t n)
{
  return w->room - w->size >= n || make_room (w, n);
}

/* Add the N bytes at TEXT; there is room for them.  */
static inline void
add (struct json *w, const char *text, size_t n)
{
  memcpy (w->text + w->size, text, n);
  w->size += n;
}

void
json_raw (struct json *w, const char *text, size_t n)
{
  if (has_room (w, n))
    add (w, text, n);
}

/* What comes before a value, for which there is room then: N bytes.  */
static inline bool
lead (struct json *w, const char *key, size_t n)
{
  size_t length = key ? strlen (key) : 0;
  if (!has_room (w, n + length + 4))
    return false;
  char *p = w->text + w->size;
  if (w->more)
    *p++ = ',';
  w->more = true;
  if (key)
    {
      *p++ = '"';
      p = mempcpy (p, key, length);
      *p++ = '"';
      *p++ = ':';
    }
  w->size = (size_t) (p - w->text);
  return true;
}

void
json_open (struct json *w, const char *key, char bracket)
{
  if (lead (w, key, 1))
    w->text[w->size++] = bracket;
  w->more = false;
}

void
json_close (struct json *w, char bracket)
{
  if (has_room (w, 1))
    w->text[w->size++] = bracket;
  w->more = true;
}

void
json_line (struct json *w)
{
  json_raw (w, &",\n"[!w->more], 1 + w->more);
  w->more = false;
}

#define BYTES(c) (0x0101010101010101u * (c))

/* Whether there is a byte in WORD that cannot stand between quotes as it is.  */
static inline bool
is_odd (uint64_t word)
{
  uint64_t quote = word ^ BYTES ('"'), backslash = word ^ BYTES ('\\');
  return (word | (word - BYTES (' ')) | (word + BYTES (1)) | (quote - BYTES (1))
	  | (backslash - BYTES (1)))
	 & BYTES (0x80);
}

/* True if the N bytes at TEXT are plain ASCII without quotes.  */
static bool
is_plain (const char *text, size_t n)
{
  uint64_t word;
  for (; n >= sizeof word; text += sizeof word, n -= sizeof word)
    {
      memcpy (&word, text, sizeof word);
      if (is_odd (word))
	return false;
    }
  word = BYTES ('a');
  memcpy (&word, text, n);
  return !is_odd (word);
}

static int
append (const char *text, size_t n, void *w)
{
  json_raw (w, text, n);
  return 0;
}

static void
put_escaped (struct json *w, const char *text, size_t length)
{
  char *copy = fresh (3 * length + 1, 1, w->fault), *end = copy;
  if (!copy)
    return;
  for (size_t i = 0; i < length;)
    {
      size_t one = utf8_length (text + i, length - i);
      end = mempcpy (end, one ? text + i : "\xef\xbf\xbd", one ? one : 3);
      i += one ? one : 1;
    }
  json_t *made = json_stringn_nocheck (copy, (size_t) (end - copy));
  if (!made || json_dump_callback (made, append, w, JSON_ENCODE_ANY) != 0)
    fault (w->fault, "out of memory");
  json_decref (made);
  free (copy);
}

void
json_text (struct json *w, const char *key, const char *text)
{
  size_t n = strlen (text);
  if (!lead (w, key, n + 2))
    return;
  if (!is_plain (text, n))
    {
      put_escaped (w, text, n);
      return;
    }
  w->text[w->size++] = '"';
  add (w, text, n);
  w->text[w->size++] = '"';
}

void
json_number (struct json *w, const char *key, const char *digits)
{
  size_t n = strlen (digits);
  if (lead (w, key, n))
    add (w, digits, n);
}

/* N as it is, or between quotes.  */
static void
put_digits (struct json *w, const char *key, uint64_t n, bool minus,
	    bool quoted)
{
  char text[24], *p = text + sizeof text;
  if (quoted)
    *--p = '"';
  do
    *--p = (char) ('0' + n % 10);
  while (n /= 10);
  if (minus)
    *--p = '-';
  if (quoted)
    *--p = '"';
  if (lead (w, key, sizeof text))
    add (w, p, (size_t) (text + sizeof text - p));
}

void
json_count (struct json *w, const char *key, uint64_t n)
{
  put_digits (w, key, n > INT64_MAX ? INT64_MAX : n, false, false);
}

void
json_wide (struct json *w, const char *key, unsigned __int128 n)
{
  char text[WIDE_DIGITS + 2], *p = text;
  bool quoted = n > INT64_MAX;
  if (quoted)
    *p++ = '"';
  char digits[WIDE_DIGITS];
  p = stpcpy (p, wide_digits (digits, n));
  strcpy (p, quoted ? "\"" : "");
  json_number (w, key, text);
}

void
json_id (struct json *w, const char *key, uint64_t n)
{
  put_digits (w, key, n, false, n > INT64_MAX);
}

void
json_signed (struct json *w, const char *key, int64_t n)
{
  put_digits (w, key, n < 0 ? -(uint64_t) n : (uint64_t) n, n < 0, false);
}

void
json_hex (struct json *w, const char *key, uint64_t n)
{
  if (!lead (w, key, 18))
    return;
  char *p = w->text + w->size;
  *p++ = '"';
  for (unsigned shift = 64; shift; shift -= 4)
    *p++ = "0123456789abcdef"[n >> (shift - 4) & 15];
  *p++ = '"';
  w->size += 18;
}

void
json_truth (struct json *w, const char *key, bool yes)
{
  json_number (w, key, yes ? "true" : "false");
}

void
json_nothing (struct json *w, const char *key)
{
  json_number (w, key, "null");
}
