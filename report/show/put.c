/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output for people and for what draws.  */

#include <string.h>
#include "report/show/show.h"

const char *
wide_digits (char *text, unsigned __int128 n)
{
  char *p = text + WIDE_DIGITS - 1;
  *p = '\0';
  do
    *--p = (char) ('0' + (int) (n % 10));
  while (n /= 10);
  return p;
}

void
put_grouped (FILE *out, uint64_t n)
{
  char text[WIDE_DIGITS];
  const char *end = text + sizeof text - 1;
  for (const char *p = wide_digits (text, n); p < end; p++)
    {
      putc_unlocked (*p, out);
      if (p + 1 < end && (end - p - 1) % 3 == 0)
	putc_unlocked (',', out);
    }
}

void
put_spaces (FILE *out, size_t n)
{
  while (n--)
    putc_unlocked (' ', out);
}

void
put_printable (FILE *out, const char *text)
{
  for (; *text; text++)
    {
      unsigned char c = (unsigned char) *text;
      putc_unlocked (c < ' ' || c == 0x7f ? '?' : c, out);
    }
}

size_t
utf8_length (const char *text, size_t n)
{
  const unsigned char *p = (const unsigned char *) text;
  size_t length = p[0] < 0x80			? 1
		  : p[0] >= 0xc2 && p[0] < 0xe0 ? 2
		  : (p[0] & 0xf0) == 0xe0	? 3
		  : p[0] >= 0xf0 && p[0] < 0xf5 ? 4
						: 0;
  if (length > n)
    return 0;
  for (size_t i = 1; i < length; i++)
    if ((p[i] & 0xc0) != 0x80)
      return 0;
  if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] >= 0xa0)
      || (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] >= 0x90))
    return 0;
  return length;
}

/* The length of the character at TEXT, whatever it is.  */
static size_t
one_length (const char *text)
{
  size_t n = (unsigned char) *text < 0x80
	       ? 1
	       : utf8_length (text, strnlen (text, 4));
  return n ? n : 1;
}

size_t
text_width (const char *text)
{
  size_t n = 0;
  for (; *text; text += one_length (text))
    n++;
  return n;
}

size_t
text_bytes (const char *text, size_t n)
{
  const char *p = text;
  for (; n > 0 && *p; n--)
    p += one_length (p);
  return (size_t) (p - text);
}

const char *
text_short (const char *text, size_t columns, size_t *head)
{
  size_t width = text_width (text), first = columns < 3 ? 0 : (columns - 2) / 2;
  size_t last = columns < 3 ? 0 : columns - 3 - first;
  if (width <= columns)
    return NULL;
  *head = text_bytes (text, first);
  return text + text_bytes (text, width - last);
}

void
put_short (FILE *out, const char *text, size_t columns)
{
  size_t head = 0;
  const char *tail = text_short (text, columns, &head);
  for (const char *end = text + head; text < end; text++)
    putc_unlocked ((unsigned char) *text < ' ' || *text == 0x7f ? '?' : *text,
		   out);
  put_text (out, tail ? "..." : "");
  put_printable (out, tail ? tail : text);
}

/* One character of markup; returns its bytes.  */
static size_t
put_character (FILE *out, const char *text, size_t n)
{
  size_t length = utf8_length (text, n);
  unsigned char c = (unsigned char) *text;
  if (c == '&' || c == '<' || c == '>' || c == '"')
    put_text (out, c == '&'   ? "&amp;"
		   : c == '<' ? "&lt;"
		   : c == '>' ? "&gt;"
			      : "&quot;");
  else if (length == 0 || c < ' ' || c == 0x7f)
    putc_unlocked ('?', out);
  else
    fwrite_unlocked (text, 1, length, out);
  return length ? length : 1;
}

void
put_markup (FILE *out, const char *text, size_t length, size_t skip,
	    size_t columns)
{
  size_t column = 0, end = skip + columns;
  for (size_t i = 0; i < length;)
    {
      if (column >= end)
	{
	  put_text (out, "...");
	  return;
	}
      if (text[i] == ' ' || text[i] == '\t')
	{
	  size_t to = text[i] == ' ' ? column + 1 : (column | 7) + 1;
	  for (; column < to; column++)
	    if (column >= skip && column < end)
	      put_text (out, "&#160;");
	  i++;
	}
      else
	{
	  i += put_character (out, text + i, length - i);
	  column++;
	}
    }
}

void
put_xml (FILE *out, const char *text)
{
  for (size_t left = strlen (text), n; left > 0; text += n, left -= n)
    n = put_character (out, text, left);
}

void
put_quoted (FILE *out, const char *text)
{
  size_t length = strlen (text);
  putc_unlocked ('"', out);
  for (size_t i = 0; i < length;)
    {
      size_t n = utf8_length (text + i, length - i);
      unsigned char c = (unsigned char) text[i];
      if (c == '"' || c == '\\')
	putc_unlocked ('\\', out);
      if (n == 0 || c < ' ' || c == 0x7f)
	putc_unlocked ('?', out);
      else
	fwrite_unlocked (text + i, 1, n, out);
      i += n ? n : 1;
    }
  putc_unlocked ('"', out);
}
