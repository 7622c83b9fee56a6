/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Other programs.  */

#ifndef HALT_RUN_H
#define HALT_RUN_H 1

#include <sys/types.h>

/* Start WORDS, a program as the shell finds it and its arguments, then NULL; *CHILD is the
   process.  FDS are its standard input, output and errors, -1 for ours; NULL: all are
   ours.  Returns 0, or an errno.  */
int run_start (pid_t *child, const char *const *words, const int fds[3]);

/* Wait until CHILD ends: its status, as waitpid has it, or -1.  */
int run_wait (pid_t child);

/* Both.  *OUT is what it writes to its standard output, with a NUL after it, to be freed;
   OUT may be NULL.  -1: it cannot be run or read, as errno says, and *OUT is NULL.  */
int run_to_end (const char *const *words, const int fds[3], char **out);

#endif /* HALT_RUN_H */
