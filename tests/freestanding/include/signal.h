/* SPDX-License-Identifier: GPL-3.0-or-later */
/* There are no signals; what asks for them is told so.  */
#ifndef _SIGNAL_H
#define _SIGNAL_H 1
#include <time.h>
#define SIGABRT 6
#define SIGPIPE 13
#define SIGXFSZ 25
#define SIG_BLOCK 0
#define SIG_SETMASK 2
typedef unsigned long sigset_t;
int sigemptyset (sigset_t *);
int sigfillset (sigset_t *);
int sigaddset (sigset_t *, int);
int sigdelset (sigset_t *, int);
int sigismember (const sigset_t *, int);
int sigprocmask (int, const sigset_t *, sigset_t *);
int sigpending (sigset_t *);
int sigtimedwait (const sigset_t *, void *, const struct timespec *);
#endif
