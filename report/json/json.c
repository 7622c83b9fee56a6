/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of JSON.  Text that needs more than quotes is left to jansson; to
   make an object of its own for every number and word, too, would take most of
   the time.  */

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include "report/json/json.h"

#define PIECE (64u << 10)	/* bytes that are written at once */

struct json
json_begin (FILE *out, struct fault *f)
{
  return (struct json) { .out = out, .fault = f };
}

/* What cannot be written is found out when standard output is closed.  */
static void
flush_output (struct json *w)
{
  if (w->out && w->size > 0)
    fwrite_unlocked (w->text, 1, w->size, w->out);
  w->size = 0;
}

void
json_end (struct json *w)
{
  flush_output (w);
  free (w->text);
  w->text = NULL;
  w->room = 0;
}

void
json_finish (struct json *w)
{
  json_raw (w, "\n", 1);
  json_end (w);
}

bool
json_room (struct json *w, size_t n)
{
  if (w->out)
    flush_output (w);
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

void
json_raw (struct json *w, const char *text, size_t n)
{
  if (w->room - w->size < n && !json_room (w, n))
    return;
  memcpy (w->text + w->size, text, n);
  w->size += n;
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
append_text (const char *text, size_t n, void *w)
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
  if (!made || json_dump_callback (made, append_text, w, JSON_ENCODE_ANY) != 0)
    fault (w->fault, "out of memory");
  json_decref (made);
  free (copy);
}

void
json_text (struct json *w, const char *key, const char *text)
{
  size_t n = strlen (text);
  char *p = json_lead (w, key, n + 2);
  if (!p)
    return;
  if (!is_plain (text, n))
    {
      json_after (w, p);
      put_escaped (w, text, n);
      return;
    }
  *p++ = '"';
  p = mempcpy (p, text, n);
  *p++ = '"';
  json_after (w, p);
}

char *
json_digits (char *p, uint64_t n)
{
  static const char pairs[]
    = "00010203040506070809101112131415161718192021222324"
      "25262728293031323334353637383940414243444546474849"
      "50515253545556575859606162636465666768697071727374"
      "75767778798081828384858687888990919293949596979899";
  unsigned length = 1;
  for (uint64_t limit = 10; length < 20 && n >= limit; limit *= 10)
    length++;
  char *const end = p + length;
  for (p = end; n >= 100; n /= 100)
    p = memcpy (p - 2, pairs + 2 * (n % 100), 2);
  if (n >= 10)
    memcpy (p - 2, pairs + 2 * n, 2);
  else
    p[-1] = (char) ('0' + n);
  return end;
}

void
json_wide (struct json *w, const char *key, unsigned __int128 n)
{
  char room[WIDE_DIGITS];
  const char *digits = wide_digits (room, n);
  if (n > INT64_MAX)
    json_word (w, key, digits);
  else
    json_number (w, key, digits);
}

void
json_id (struct json *w, const char *key, uint64_t n)
{
  if (n > INT64_MAX)
    json_wide (w, key, n);
  else
    json_count (w, key, n);
}

void
json_signed (struct json *w, const char *key, int64_t n)
{
  char *p = json_lead (w, key, JSON_DIGITS + 1);
  if (!p)
    return;
  *p = '-';
  json_after (w,
	      json_digits (p + (n < 0), n < 0 ? -(uint64_t) n : (uint64_t) n));
}

void
json_hex (struct json *w, const char *key, uint64_t n)
{
  char *p = json_lead (w, key, 18);
  if (!p)
    return;
  *p++ = '"';
  for (unsigned shift = 64; shift; shift -= 4)
    *p++ = "0123456789abcdef"[n >> (shift - 4) & 15];
  *p++ = '"';
  json_after (w, p);
}
