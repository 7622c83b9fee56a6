/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is written to a terminal, page by page, as git does it.  */

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/run.h"
#include "report/options.h"

static pid_t pager;		/* 0: there is none */

/* Start what WISH says, or less if it is NULL, to read FD.  False if it cannot be
   started.  */
static bool
start_pager (const char *wish, int fd)
{
  const char *words[] = { "sh", "-c", wish, NULL };
  const char *usual[] = { "less", NULL };
  setenv ("LESS", "FRX", 0);
  setenv ("LV", "-c", 0);
  return !run_start (&pager, wish ? words : usual,
		     (const int[]) { fd, -1, -1 });
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
  if (start_pager (wish, fds[0]))
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
  run_wait (pager);
  pager = 0;
}
