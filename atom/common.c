/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program, memory, and what tools do wrong: what every part needs.  */

#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/grow.h"
#include "atom/atom.h"

struct atom the;

void
atom_at (const char *file, int line)
{
  the.file = file;
  the.line = line;
}

/* Say LINE, which was asked for by vasprintf; NULL if that had no memory.  */
_Noreturn static void
say (const char *line)
{
  if (!line)
    line = "memory exhausted";
  if (the.fail_says)
    the.fail_says (line);
  fprintf (stderr, "ghalt: %s\n", line);
  _exit (2);
}

_Noreturn void
fail (const char *format, ...)
{
  char *line;
  va_list args;
  va_start (args, format);
  if (vasprintf (&line, format, args) < 0)
    line = NULL;
  va_end (args);
  say (line);
}

_Noreturn void
tool_fail (const char *format, ...)
{
  char *line;
  va_list args;
  va_start (args, format);
  if (vasprintf (&line, format, args) < 0)
    line = NULL;
  va_end (args);
  if (the.file)
    fail ("%s:%d: %s", the.file, the.line, line ? line : "");
  fail ("%s", line ? line : "");
}

void *
fresh_memory (size_t size)
{
  void *p = calloc (1, size ? size : 1);
  if (!p)
    fail ("memory exhausted");
  return p;
}

char *
string (const char *format, ...)
{
  char *text;
  va_list args;
  va_start (args, format);
  if (vasprintf (&text, format, args) < 0)
    fail ("memory exhausted");
  va_end (args);
  return text;
}

void
more (void *list, size_t n, size_t size)
{
  if (!grow (list, n, size))
    fail ("memory exhausted");
}
