/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors as the library's users have them.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/library/library.h"

struct ghalt_error
{
  char *text;
};

/* When there is none for another one.  It is never written to.  */
static char no_memory_text[] = "out of memory";
static struct ghalt_error no_memory = { no_memory_text };

int
error_set (struct ghalt_error **error, const struct fault *f)
{
  if (!error)
    return 0;
  struct ghalt_error *e = malloc (sizeof *e);
  char *text = strdup (f->text);
  if (e && text)
    {
      e->text = text;
      *error = e;
      return 0;
    }
  free (e);
  free (text);
  *error = &no_memory;
  return 0;
}

const char *
ghalt_error_text (const struct ghalt_error *error)
{
  return error->text;
}

void
ghalt_error_free (struct ghalt_error *error)
{
  if (!error || error == &no_memory)
    return;
  free (error->text);
  free (error);
}

const char *
ghalt_version (void)
{
  return HALT_VERSION;
}
