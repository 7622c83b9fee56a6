/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words, strings, files.  */

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/grow.h"
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
add (struct list *list, const char *word)
{
  if (!grow (&list->at, list->n, sizeof *list->at))
    die ("out of memory");
  list->at[list->n++] = (char *) word;
  if (!grow (&list->at, list->n, sizeof *list->at))
    die ("out of memory");
  list->at[list->n] = NULL;
}

static void
split (struct list *list, const char *p, bool commas)
{
  for (;;)
    {
      while (isspace ((unsigned char) *p) || (commas && *p == ','))
	p++;
      if (!*p)
	return;
      char *word = text ("%s", p), *to = word, quote = 0;
      bool value = false;
      for (; *p; p++)
	if (*p == '\\')
	  {
	    if (p[1])
	      *to++ = *++p;
	  }
	else if (quote)
	  {
	    if (*p == quote)
	      quote = 0;
	    else
	      *to++ = *p;
	  }
	else if (*p == '\'' || *p == '"')
	  quote = *p;
	else if (isspace ((unsigned char) *p)
		 || (commas && *p == ',' && !value))
	  break;
	else
	  {
	    value |= *p == '=';
	    *to++ = *p;
	  }
      *to = '\0';
      add (list, word);
    }
}

void
add_words (struct list *list, const char *text)
{
  split (list, text, false);
}

void
add_flags (struct list *list, const char *text)
{
  split (list, text, true);
}
