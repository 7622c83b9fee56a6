/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures: Graphviz lays out what dot.c writes.  */

#include <string.h>
#include <sys/wait.h>
#include "base/run.h"
#include "report/options.h"

#define MANY 500		/* blocks: more take dot long */

FILE *
drawing_begin (const struct options *o, struct fault *f)
{
  FILE *out = o->format == FORMAT_SVG ? tmpfile () : stdout;
  if (!out)
    fault (f, "cannot make a temporary file: %m");
  return out;
}

void
drawing_warn (const struct options *o, const struct ghalt_function *fn)
{
  if (o->format == FORMAT_SVG && fn->n_blocks > MANY)
    note (
      "%s has %" PRIu32 " blocks: dot takes minutes for such a graph, or "
      "does not end; ghalt html shows the counts of its lines, and --format=dot "
      "what it draws",
      fn->pretty, fn->n_blocks);
}

/* Let Graphviz read GRAPH and complain to ERRORS.  */
static void
run_dot (FILE *graph, FILE *errors, struct fault *f)
{
  static const char *const words[] = { "dot", "-Tsvg", NULL };
  char complaint[1024];
  pid_t child;
  int error = run_start (&child, words,
			 (const int[]) { fileno (graph), -1, fileno (errors) });
  if (error)
    {
      fault (f,
	     "cannot run 'dot', which is of Graphviz: %s; --format=dot "
	     "writes what it would draw",
	     strerror (error));
      return;
    }
  int status = run_wait (child);
  if (status < 0)
    {
      fault (f, "cannot wait for 'dot': %m");
      return;
    }
  rewind (errors);
  if (!fgets (complaint, sizeof complaint, errors))
    complaint[0] = 0;
  complaint[strcspn (complaint, "\n")] = 0;
  if (WIFSIGNALED (status))
    fault (f, "'dot' was killed by signal %d", WTERMSIG (status));
  else if (WEXITSTATUS (status) != 0)
    fault (f, "'dot' failed with status %d: %s", WEXITSTATUS (status),
	   complaint[0] ? complaint : "it does not say why");
}

void
drawing_end (FILE *out, struct fault *f)
{
  if (out == stdout)
    return;
  FILE *errors = NULL;
  if (!f->text[0] && !(errors = tmpfile ()))
    fault (f, "cannot make a temporary file: %m");
  if (errors && (fflush (out) != 0 || fflush (stdout) != 0 || ferror (out)))
    fault (f, "cannot write a temporary file: %m");
  if (!f->text[0])
    {
      rewind (out);
      run_dot (out, errors, f);
    }
  if (errors)
    fclose (errors);
  fclose (out);
}
