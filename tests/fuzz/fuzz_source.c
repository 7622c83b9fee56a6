/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A source file, whose lines graphs show, whatever bytes it has.  */

#include "tests/fuzz/fuzz.h"

size_t
fuzz_seal (uint8_t *data, size_t size, size_t max)
{
  (void) data, (void) max;
  return size;
}

void
fuzz_one (const uint8_t *data, size_t size)
{
  static FILE *out;
  if (!out)
    out = fopen ("/dev/null", "w");
  const char *name = fuzz_file (0, data, size);
  struct fault f = { "" };
  struct sources s = { .fault = &f };
  for (uint32_t line = 0; line < 20; line++)
    {
      size_t length;
      const char *text = source_line (&s, "", name, line, &length);
      if (text)
	put_markup (out, text, length, line % 4, 12 + 4 * line);
    }
  char *word = strndup ((const char *) data, size);
  put_word (out, word);
  put_printable (out, word);
  put_quoted (out, word);
  free (word);
  sources_release (&s);
  FUZZ_CHECK (!f.text[0]);
}
