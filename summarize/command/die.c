/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How things go wrong: messages, the end of the program.  */

#include <stdarg.h>
#include <stdlib.h>
#include "summarize/summarize.h"

static void
say (const char *prefix, const char *format, va_list args)
{
  char text[2048];
  vsnprintf (text, sizeof text, format, args);
  fflush (stdout);
  fprintf (stderr, "ghalt: %s", prefix);
  put_printable (stderr, text);
  fputc ('\n', stderr);
}

void
die (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  say ("", format, args);
  va_end (args);
  exit (2);
}

void
note (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  say ("note: ", format, args);
  va_end (args);
}

void *
grow (void *old, size_t n, size_t size)
{
  void *p = reallocarray (old, n ? n : 1, size);
  if (!p)
    die ("out of memory");
  return p;
}

void *
zeroed (size_t n, size_t size)
{
  void *p = calloc (n ? n : 1, size);
  if (!p)
    die ("out of memory");
  return p;
}
