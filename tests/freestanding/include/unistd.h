/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef _UNISTD_H
#define _UNISTD_H 1
#define F_OK 0
int access (const char *, int);
#include <stddef.h>
#include <sys/types.h>
/* GCC has a <limits.h>, without this.  */
#define PATH_MAX 4096
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define SEEK_SET 0
#define SEEK_END 2
long syscall (long, ...);
ssize_t read (int, void *, size_t);
off_t lseek (int, off_t, int);
ssize_t write (int, const void *, size_t);
int close (int);
int unlink (const char *);
pid_t getpid (void);
char *getcwd (char *, size_t);
ssize_t readlink (const char *, char *, size_t);
void _exit (int) __attribute__ ((noreturn));
#endif
