/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words, strings, files.  */

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "wrap/wrap.h"

static void
say_all (const char *format, va_list args)
{
  fprintf (stderr, "%s: ", program_invocation_short_name);
  vfprintf (stderr, format, args);
  fputc ('\n', stderr);
}

void
say (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  say_all (format, args);
  va_end (args);
}

void
die (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  say_all (format, args);
  va_end (args);
  exit (2);
}

char *
text (const char *format, ...)
{
  char *string;
  va_list args;
  va_start (args, format);
  if (vasprintf (&string, format, args) < 0)
    die ("out of memory");
  va_end (args);
  return string;
}

void
add (struct words *list, const char *word)
{
  if (!words_put (list, word))
    die ("out of memory");
}

void
add_words (struct words *list, const char *text)
{
  if (!words_take (list, text, false))
    die ("out of memory");
}

void
add_flags (struct words *list, const char *text)
{
  if (!words_take (list, text, true))
    die ("out of memory");
}
