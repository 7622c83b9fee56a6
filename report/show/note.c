/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said beside the output.  */

#include <stdarg.h>
#include "report/options.h"

void
note (const char *format, ...)
{
  char text[2048];
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  fflush (stdout);
  fputs ("ghalt: note: ", stderr);
  put_printable (stderr, text);
  fputc ('\n', stderr);
}

void
note_losses (const struct prof *prof, const char *names, size_t n_names)
{
  struct fault why;
  for (unsigned i = 0; prof_losses (prof, names, n_names, i, &why); i++)
    note ("%s", why.text);
}
