/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Other programs.  */

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/file.h"
#include "base/run.h"

int
run_start (pid_t *child, const char *const *words, const int fds[3])
{
  posix_spawn_file_actions_t files;
  int error = posix_spawn_file_actions_init (&files);
  if (error)
    return error;
  for (int i = 0; fds && !error && i < 3; i++)
    if (fds[i] >= 0)
      error = posix_spawn_file_actions_adddup2 (&files, fds[i], i);
  if (!error)
    error = posix_spawnp (child, words[0], &files, NULL, (char *const *) words,
			  environ);
  posix_spawn_file_actions_destroy (&files);
  return error;
}

int
run_wait (pid_t child)
{
  int status;
  pid_t got;
  while ((got = waitpid (child, &status, 0)) < 0 && errno == EINTR)
    continue;
  return got < 0 ? -1 : status;
}

int
run_to_end (const char *const *words, const int fds[3], char **out)
{
  int ends[2] = { -1, -1 }, mine[3], status;
  pid_t child;
  if (!out)
    return (errno = run_start (&child, words, fds)) ? -1 : run_wait (child);
  *out = NULL;
  if (pipe2 (ends, O_CLOEXEC) != 0)
    return -1;
  for (int i = 0; i < 3; i++)
    mine[i] = i == 1 ? ends[1] : fds ? fds[i] : -1;
  int why = run_start (&child, words, mine);
  close (ends[1]);
  if (!why)
    {
      *out = file_read_fd (ends[0], NULL);
      why = *out ? 0 : errno;
      status = run_wait (child);
    }
  close (ends[0]);
  errno = why;
  return why ? -1 : status;
}
