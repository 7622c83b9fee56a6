/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line: words that end with a line or a NUL.  The first byte
   chooses the command.  */

#include "tests/fuzz/fuzz.h"

#define MOST_WORDS 40

size_t
fuzz_seal (uint8_t *data, size_t size, size_t max)
{
  (void) data, (void) max;
  return size;
}

void
fuzz_one (const uint8_t *data, size_t size)
{
  char *args[MOST_WORDS];
  int n = 0;
  if (size == 0)
    return;
  size_t n_commands = 0;
  while (commands[n_commands])
    n_commands++;
  char *text = malloc (size);
  FUZZ_CHECK (text);
  memcpy (text, data + 1, size - 1);
  text[size - 1] = 0;
  for (char *p = text; p < text + size && n < MOST_WORDS; p += strlen (p) + 1)
    {
      p[strcspn (p, "\n")] = 0;
      args[n++] = p;
    }
  struct options o;
  struct fault f = { "" };
  if (!options_parse (&o, commands[*data % n_commands], n, args, &f))
    FUZZ_CHECK (f.text[0] && !strchr (f.text, '\n'));
  options_release (&o);
  free (text);
}
