/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said beside the output.  */

#include <inttypes.h>
#include <stdarg.h>
#include "halt/live.h"
#include "summarize/command.h"

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
note_losses (const struct prof *prof, const char *name)
{
  if (prof->header->lost > 0)
    note ("%" PRIu64 " events were lost when %s was recorded",
	  prof->header->lost, name);
  if (prof->header->flags & HALT_PROF_THREADS)
    note (
      "counts of %s may be too small: plain 'count' loses events in a "
      "process with several threads; compile with 'count=thread', which loses "
      "none",
      name);
  if (prof->header->flags & HALT_PROF_RUNNING)
    note ("counts of %s are those of a process that is still running", name);
  if (prof->header->flags & HALT_PROF_KILLED)
    note (
      "counts of %s are those of the moment in which the process was ended, "
      "by SIGKILL or what cannot be caught either",
      name);
  if (prof->header->flags & HALT_PROF_PARTLY)
    note ("counts of %s are too small: the file had no room for all of them",
	  name);
}
