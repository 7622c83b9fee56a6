/* SPDX-License-Identifier: MIT */
/* What the run-time libraries say on standard error, and when they may.  */

#ifndef HALT_SAY_H
#define HALT_SAY_H 1

#include <signal.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

/* The process starts: remember what standard error is.  */
void __halt_say_init (void);

/* One line to standard error, at once: LINE ends with a newline.  Nothing if its
   descriptor may be something else by now.  */
void __halt_say_line (const char *line);

/* The same of WHAT went wrong with NAME, and the reason, if ERROR is not 0.  */
void __halt_say (const char *what, const char *name, int error);

/* All or -1 with errno.  */
int __halt_write_all (int fd, const char *data, size_t size);

/* All signals are blocked between the two, and what writes to a pipe that nobody
   reads, or passes a limit to the size of files, does not end the process.  */
struct halt_quiet
{
  sigset_t before, pending;
};
void __halt_quiet (struct halt_quiet *quiet);
void __halt_loud (const struct halt_quiet *quiet);

#pragma GCC visibility pop

#endif /* HALT_SAY_H */
