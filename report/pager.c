/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is written to a terminal, page by page, as git does it.  */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "report/options.h"

extern char **environ;

static pid_t pager;		/* 0: there is none */

/* Start what WISH says, or less if it is NULL, to read FD.  False if it cannot be
   started.  */
static bool
start (const char *wish, int fd)
{
  char *words[] = { (char *) "sh", (char *) "-c", (char *) wish, NULL };
  char *usual[] = { (char *) "less", NULL };
  char **argv = wish ? words : usual;
  posix_spawn_file_actions_t files;
  setenv ("LESS", "FRX", 0);
  setenv ("LV", "-c", 0);
  if (posix_spawn_file_actions_init (&files))
    return false;
  bool ok = !posix_spawn_file_actions_adddup2 (&files, fd, STDIN_FILENO)
	    && !posix_spawnp (&pager, argv[0], &files, NULL, argv, environ);
  posix_spawn_file_actions_destroy (&files);
  return ok;
}

void
pager_begin (void)
{
  const char *wish = getenv ("GHALT_PAGER"), *terminal = getenv ("TERM");
  int fds[2];
  wish = wish ? wish : getenv ("PAGER");
  if (pager || !isatty (STDOUT_FILENO) || !terminal
      || strcmp (terminal, "dumb") == 0
      || (wish && (!*wish || strcmp (wish, "cat") == 0)) || fflush (stdout) != 0
      || pipe2 (fds, O_CLOEXEC) != 0)
    return;
  if (start (wish, fds[0]))
    {
      /* The keys are the pager's.  If it ends, SIGPIPE ends us.  */
      signal (SIGINT, SIG_IGN);
      signal (SIGQUIT, SIG_IGN);
      dup2 (fds[1], STDOUT_FILENO);
      if (isatty (STDERR_FILENO))
	dup2 (fds[1], STDERR_FILENO);
    }
  else
    pager = 0;
  close (fds[0]);
  close (fds[1]);
}

void
pager_end (void)
{
  if (!pager)
    return;
  fflush (stdout);
  close (STDOUT_FILENO);
  close (STDERR_FILENO);
  while (waitpid (pager, NULL, 0) < 0)
    if (errno != EINTR)
      break;
  pager = 0;
}
