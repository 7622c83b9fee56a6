/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For one thread, which never ends before the program does.  */
#ifndef _PTHREAD_H
#define _PTHREAD_H 1
typedef unsigned int pthread_key_t;
int pthread_key_create (pthread_key_t *, void (*) (void *));
int pthread_key_delete (pthread_key_t);
int pthread_setspecific (pthread_key_t, const void *);
int pthread_atfork (void (*) (void), void (*) (void), void (*) (void));
int sched_yield (void);
#endif
