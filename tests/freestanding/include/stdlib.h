/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef _STDLIB_H
#define _STDLIB_H 1
#include <stddef.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define alloca(size) __builtin_alloca (size)
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
/* What is freed is not given out again.  */
void *malloc (size_t);
void *calloc (size_t, size_t);
void *realloc (void *, size_t);
void free (void *);
void abort (void) __attribute__ ((noreturn));
void exit (int) __attribute__ ((noreturn));
void _Exit (int) __attribute__ ((noreturn));
int atexit (void (*) (void));
char *getenv (const char *);
/* None: names stay what they are.  */
char *realpath (const char *, char *);
char *secure_getenv (const char *);
int abs (int);
long labs (long);
int atoi (const char *);
/* Declared as in other libraries, since it tells where a block may end.  */
div_t div (int, int) __attribute__ ((nothrow, leaf, const));
ldiv_t ldiv (long, long) __attribute__ ((nothrow, leaf, const));
void qsort (void *, size_t, size_t, int (*) (const void *, const void *));
#endif
