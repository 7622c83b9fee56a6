/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words, strings, files.  */

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static void *
grow (void *memory, size_t size)
{
  void *larger = realloc (memory, size);
  if (!larger)
    die ("out of memory");
  return larger;
}

void
add (struct list *list, const char *word)
{
  if (list->n + 1 >= list->room)
    {
      list->room = list->room ? 2 * list->room : 64;
      list->at = grow (list->at, list->room * sizeof *list->at);
    }
  list->at[list->n++] = (char *) word;
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
      char *word = grow (NULL, strlen (p) + 1), *to = word, quote = 0;
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

char *
slurp (const char *path, size_t *size)
{
  FILE *f = fopen (path, "rb");
  size_t n = 0, room = 4096, got;
  char *data = f ? grow (NULL, room) : NULL;
  while (f && (got = fread (data + n, 1, room - n - 1, f)) > 0)
    if ((n += got) == room - 1)
      data = grow (data, room *= 2);
  if (!f || ferror (f))
    {
      int saved = errno;
      if (f)
	fclose (f);
      free (data);
      errno = saved;
      return NULL;
    }
  fclose (f);
  data[n] = '\0';
  if (size)
    *size = n;
  return data;
}
