/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output without printf: a map may have millions of lines.  */

#include <string.h>
#include "map/map.h"

void
put_text (FILE *out, const char *text)
{
  fputs_unlocked (text, out);
}

void
put_number (FILE *out, uint64_t n)
{
  char text[20], *p = text + sizeof text;
  do
    *--p = (char) ('0' + n % 10);
  while (n /= 10);
  fwrite_unlocked (p, 1, (size_t) (text + sizeof text - p), out);
}

void
put_hex (FILE *out, uint64_t n, unsigned width)
{
  for (unsigned shift = 4 * width; shift; shift -= 4)
    putc_unlocked ("0123456789abcdef"[n >> (shift - 4) & 15], out);
}

unsigned
number_width (uint64_t n)
{
  unsigned width = 1;
  while (n /= 10)
    width++;
  return width;
}

/* True if TEXT can stand between spaces without quotes.  */
static bool
plain (const char *text)
{
  if (!*text || strcmp (text, "-") == 0)
    return false;
  for (; *text; text++)
    if ((unsigned char) *text <= ' ' || *text == 0x7f || *text == '"'
	|| *text == '\\')
      return false;
  return true;
}

void
put_word (FILE *out, const char *text)
{
  if (plain (text))
    {
      put_text (out, text);
      return;
    }
  putc_unlocked ('"', out);
  for (; *text; text++)
    {
      unsigned char c = (unsigned char) *text;
      if (c == '"' || c == '\\')
	putc_unlocked ('\\', out);
      if (c >= ' ' && c != 0x7f)
	putc_unlocked (c, out);
      else
	{
	  putc_unlocked ('\\', out);
	  for (int shift = 6; shift >= 0; shift -= 3)
	    putc_unlocked ('0' + (c >> shift & 7), out);
	}
    }
  putc_unlocked ('"', out);
}

size_t
put_position (FILE *out, const char *file, uint32_t line, uint32_t column)
{
  if (line == 0)
    {
      if (out)
	putc_unlocked ('-', out);
      return 1;
    }
  if (out)
    {
      put_word (out, file);
      putc_unlocked (':', out);
      put_number (out, line);
      if (column)
	{
	  putc_unlocked (':', out);
	  put_number (out, column);
	}
    }
  return strlen (file) + 1 + number_width (line)
	 + (column ? 1 + number_width (column) : 0);
}

void
put_flags (FILE *out, const struct flag_name *table, uint32_t flags)
{
  const char *before = "";
  for (; table->bit; table++)
    if (flags & table->bit)
      {
	put_text (out, before);
	put_text (out, table->name);
	before = ",";
      }
  if (!*before)
    putc_unlocked ('-', out);
}

void
put_kind (FILE *out, uint32_t kind)
{
  const char *name = kind_name (kind);
  put_text (out, name ? name : "kind-");
  if (!name)
    put_number (out, kind);
}

void
put_block (FILE *out, uint32_t block)
{
  if (block == HALT_BLOCK_ENTRY)
    put_text (out, "entry");
  else if (block == HALT_BLOCK_EXIT)
    put_text (out, "exit");
  else
    put_number (out, block);
}
