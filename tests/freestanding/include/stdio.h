/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files are written only, and floating-point numbers are printed as %f.  */
#ifndef _STDIO_H
#define _STDIO_H 1
#include <stdarg.h>
#include <stddef.h>
#define EOF (-1)
typedef struct freestanding_file FILE;
extern FILE *stdout, *stderr;
#define stdout stdout
#define stderr stderr
FILE *fopen (const char *name, const char *mode);
int fclose (FILE *);
int fflush (FILE *);
size_t fwrite (const void *, size_t, size_t, FILE *);
int fputc (int, FILE *);
int putc (int, FILE *);
int putchar (int);
int fputs (const char *, FILE *);
int puts (const char *);
int printf (const char *, ...);
int fprintf (FILE *, const char *, ...);
int sprintf (char *, const char *, ...);
int snprintf (char *, size_t, const char *, ...);
int vprintf (const char *, va_list);
int vfprintf (FILE *, const char *, va_list);
int vsprintf (char *, const char *, va_list);
int vsnprintf (char *, size_t, const char *, va_list);
int rename (const char *, const char *);
int remove (const char *);
#endif
