/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How things go wrong: faults of the readers, the end of the program.  */

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "summarize/summarize.h"

/* One message is one line, whatever a file name contains.  */
static void
one_line (char *text)
{
  for (; *text; text++)
    if ((unsigned char) *text < ' ' || *text == 0x7f)
      *text = '?';
}

bool
fault (struct fault *f, const char *format, ...)
{
  struct fault made;
  va_list args;
  va_start (args, format);
  vsnprintf (made.text, sizeof made.text, format, args);
  va_end (args);
  one_line (made.text);
  *f = made;			/* F's own text may be an argument */
  return false;
}

static void
say (const char *prefix, const char *format, va_list args)
{
  char text[2048];
  vsnprintf (text, sizeof text, format, args);
  one_line (text);
  fflush (stdout);
  fprintf (stderr, "ghalt: %s%s\n", prefix, text);
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
