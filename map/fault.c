/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What went wrong, in one line.  */

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "base/grow.h"
#include "map/map.h"

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
  *f = made; /* F's own text may be an argument */
  return false;
}

void *
fresh (size_t n, size_t size, struct fault *f)
{
  void *p = calloc (n ? n : 1, size);
  if (!p)
    fault (f, "out of memory");
  return p;
}

bool
enlarge (void *list, size_t n, size_t size, struct fault *f)
{
  return grow_to (list, n, size) || fault (f, "out of memory");
}

bool
another (void *list, size_t n, size_t size, struct fault *f)
{
  return grow (list, n, size) || fault (f, "out of memory");
}

char *
copy_text (const char *text, size_t length, struct fault *f)
{
  char *copy = fresh (length + 1, 1, f);
  return copy ? memcpy (copy, text, length) : NULL;
}
