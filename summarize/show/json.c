/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of JSON.  Text that needs more than quotes is left to jansson; to
   make an object of its own for every number and word, too, would take most of
   the time.  */

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include "summarize/json.h"

struct json
json_begin (FILE *out, struct fault *f)
{
  return (struct json) { .out = out, .fault = f };
}

/* What comes before a value.  */
static void
lead (struct json *w, const char *key)
{
  if (w->more)
    putc_unlocked (',', w->out);
  w->more = true;
  if (!key)
    return;
  putc_unlocked ('"', w->out);
  put_text (w->out, key);
  putc_unlocked ('"', w->out);
  putc_unlocked (':', w->out);
}

void
json_open (struct json *w, const char *key, char bracket)
{
  lead (w, key);
  putc_unlocked (bracket, w->out);
  w->more = false;
}

void
json_close (struct json *w, char bracket)
{
  putc_unlocked (bracket, w->out);
  w->more = true;
}

void
json_line (struct json *w)
{
  put_text (w->out, w->more ? ",\n" : "\n");
  w->more = false;
}

/* The length of TEXT if it can stand between quotes as it is; else 0.  */
static size_t
plain (const char *text)
{
  const unsigned char *c = (const unsigned char *) text;
  for (; *c; c++)
    if (*c < ' ' || *c >= 0x7f || *c == '"' || *c == '\\')
      return 0;
  return (size_t) (c - (const unsigned char *) text);
}

/* What cannot be written is found out when standard output is closed.  */
static int
append (const char *text, size_t n, void *out)
{
  fwrite_unlocked (text, 1, n, out);
  return 0;
}

static void
put_escaped (const struct json *w, const char *text)
{
  size_t length = strlen (text);
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
  if (!made || json_dump_callback (made, append, w->out, JSON_ENCODE_ANY) != 0)
    fault (w->fault, "out of memory");
  json_decref (made);
  free (copy);
}

void
json_text (struct json *w, const char *key, const char *text)
{
  size_t n = plain (text);
  lead (w, key);
  if (n == 0)
    {
      put_escaped (w, text);
      return;
    }
  putc_unlocked ('"', w->out);
  fwrite_unlocked (text, 1, n, w->out);
  putc_unlocked ('"', w->out);
}

void
json_number (struct json *w, const char *key, const char *digits)
{
  lead (w, key);
  put_text (w->out, digits);
}

void
json_count (struct json *w, const char *key, uint64_t n)
{
  lead (w, key);
  put_number (w->out, n > INT64_MAX ? INT64_MAX : n);
}

void
json_wide (struct json *w, const char *key, unsigned __int128 n)
{
  char text[WIDE_DIGITS];
  const char *quote = n > INT64_MAX ? "\"" : "";
  lead (w, key);
  put_text (w->out, quote);
  put_text (w->out, wide_digits (text, n));
  put_text (w->out, quote);
}

void
json_id (struct json *w, const char *key, uint64_t n)
{
  const char *quote = n > INT64_MAX ? "\"" : "";
  lead (w, key);
  put_text (w->out, quote);
  put_number (w->out, n);
  put_text (w->out, quote);
}

void
json_signed (struct json *w, const char *key, int64_t n)
{
  lead (w, key);
  put_text (w->out, n < 0 ? "-" : "");
  put_number (w->out, n < 0 ? -(uint64_t) n : (uint64_t) n);
}

void
json_hex (struct json *w, const char *key, uint64_t n)
{
  lead (w, key);
  putc_unlocked ('"', w->out);
  put_hex (w->out, n, 16);
  putc_unlocked ('"', w->out);
}

void
json_truth (struct json *w, const char *key, bool yes)
{
  lead (w, key);
  put_text (w->out, yes ? "true" : "false");
}

void
json_nothing (struct json *w, const char *key)
{
  lead (w, key);
  put_text (w->out, "null");
}
