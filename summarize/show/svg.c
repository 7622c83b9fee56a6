/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures: Graphviz lays out what dot.c writes.  */

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "summarize/command.h"

extern char **environ;

static FILE *
scratch (void)
{
  FILE *f = tmpfile ();
  if (!f)
    die ("cannot make a temporary file: %m");
  return f;
}

FILE *
svg_begin (void)
{
  return scratch ();
}

/* The first line of what dot complained about.  */
static void
complaint (FILE *errors, struct fault *f)
{
  rewind (errors);
  if (!fgets (f->text, sizeof f->text, errors))
    f->text[0] = 0;
  f->text[strcspn (f->text, "\n")] = 0;
}

void
svg_end (FILE *graph)
{
  static char *const words[] = { (char *) "dot", (char *) "-Tsvg", NULL };
  FILE *errors = scratch ();
  posix_spawn_file_actions_t files;
  struct fault f;
  pid_t child;
  int status;
  if (fflush (graph) != 0 || fflush (stdout) != 0 || ferror (graph))
    die ("cannot write a temporary file: %m");
  rewind (graph);
  posix_spawn_file_actions_init (&files);
  posix_spawn_file_actions_adddup2 (&files, fileno (graph), STDIN_FILENO);
  posix_spawn_file_actions_adddup2 (&files, fileno (errors), STDERR_FILENO);
  int error = posix_spawnp (&child, words[0], &files, NULL, words, environ);
  posix_spawn_file_actions_destroy (&files);
  if (error)
    die ("cannot run 'dot', which is of Graphviz: %s; --format=dot writes "
	 "what it would draw", strerror (error));
  while (waitpid (child, &status, 0) < 0)
    if (errno != EINTR)
      die ("cannot wait for 'dot': %m");
  complaint (errors, &f);
  if (WIFSIGNALED (status))
    die ("'dot' was killed by signal %d", WTERMSIG (status));
  if (WEXITSTATUS (status) != 0)
    die ("'dot' failed with status %d: %s", WEXITSTATUS (status),
	 f.text[0] ? f.text : "it does not say why");
  fclose (errors);
  fclose (graph);
}
