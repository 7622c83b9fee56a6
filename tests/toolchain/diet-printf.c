/* SPDX-License-Identifier: GPL-3.0-or-later */
/* printf and its like for dietlibc, whose own know little of floating-point numbers: musl's,
   of its sources, and what makes them glibc's (atom/run/print.c), over dietlibc's files.

   Compiled by tests/toolchain/diet with MUSL, the file of musl's vfprintf, and
   PRINT, ours; a long double is a double.  */

#define _GNU_SOURCE 1
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

typedef FILE diet_file;

/* Where to print: to a file, a descriptor, or memory, of which ROOM is left.  The other
   members are what musl's function looks at.  */
struct sink
{
  int flags, mode;
  unsigned char *buf, *wpos, *wbase, *wend;
  size_t buf_size;
  size_t (*write) (struct sink *, const unsigned char *, size_t);
  diet_file *file;
  int fd;
  char *to;
  size_t room;
};

#define F_ERR 1

static size_t
sink_write (struct sink *s, const void *text, size_t n)
{
  size_t fits = n < s->room ? n : s->room;
  if (s->file && n && fwrite (text, 1, n, s->file) != n)
    s->flags |= F_ERR;
  if (s->fd >= 0 && write (s->fd, text, n) != (ssize_t) n)
    s->flags |= F_ERR;
  if (s->to)
    {
      memcpy (s->to, text, fits);
      s->to += fits;
      s->room -= fits;
    }
  return n;
}

static int
sink_put (int c, struct sink *s)
{
  char character = c;
  sink_write (s, &character, 1);
  return s->flags & F_ERR ? EOF : c;
}

static double
split_number (double value, int *exponent)
{
  union
  {
    double value;
    uint64_t bits;
  } u = { value };
  int e = u.bits >> 52 & 0x7ff;
  *exponent = 0;
  if (e == 0 && value != 0)
    {
      value = split_number (value * 0x1p64, exponent);
      *exponent -= 64;
      return value;
    }
  if (e == 0 || e == 0x7ff)
    return value;
  *exponent = e - 0x3fe;
  u.bits = (u.bits & ~(UINT64_C (0x7ff) << 52)) | UINT64_C (0x3fe) << 52;
  return u.value;
}

#undef signbit
#undef isfinite
#undef isnan
#define signbit(X) __builtin_signbit (X)
#define isfinite(X) __builtin_isfinite (X)
#define isnan(X) __builtin_isnan (X)
#define frexpl split_number
#ifndef NL_ARGMAX
# define NL_ARGMAX 9
#endif
#ifndef FE_TONEAREST
# define FE_TONEAREST 0
#endif
#define fegetround() FE_TONEAREST
#define FILE struct sink
#define FLOCK(F) ((void) 0)
#define FUNLOCK(F) ((void) 0)
#define __towrite(F) 0
#define __fwritex(TEXT, N, F) sink_write (F, TEXT, N)
#define fputc sink_put
#define vfprintf __real_vfprintf
#include MUSL
#undef vfprintf
#undef fputc
#define fputc sink_put
#include PRINT
#undef FILE

static int
print (struct sink sink, const char *format, va_list arguments)
{
  unsigned char nothing[1];
  va_list copy;
  sink.mode = 1;
  sink.buf_size = 1;
  sink.buf = sink.wend = nothing;
  va_copy (copy, arguments);
  int n = __wrap_vfprintf (&sink, format, copy);
  va_end (copy);
  return n;
}

int
vfprintf (diet_file *f, const char *format, va_list arguments)
{
  return print ((struct sink) { .file = f, .fd = -1 }, format, arguments);
}

int
vdprintf (int fd, const char *format, va_list arguments)
{
  return print ((struct sink) { .fd = fd }, format, arguments);
}

int
vfdprintf (int fd, const char *format, va_list arguments)
{
  return vdprintf (fd, format, arguments);
}

int
vsnprintf (char *to, size_t room, const char *format, va_list arguments)
{
  char none[1];
  struct sink sink = { .fd = -1, .to = room ? to : none };
  sink.room = room ? room - 1 : 0;
  if (room)
    memset (to, 0, 1);
  int n = print (sink, format, arguments);
  if (room && n >= 0)
    to[(size_t) n < room ? (size_t) n : room - 1] = '\0';
  return n;
}

int
vprintf (const char *format, va_list arguments)
{
  return vfprintf (stdout, format, arguments);
}

int
vsprintf (char *to, const char *format, va_list arguments)
{
  return vsnprintf (to, INT_MAX, format, arguments);
}

int
vasprintf (char **to, const char *format, va_list arguments)
{
  int n = vsnprintf (NULL, 0, format, arguments);
  *to = n < 0 ? NULL : malloc (n + 1);
  return *to ? vsnprintf (*to, n + 1, format, arguments) : -1;
}

#define LISTED(NAME, PARAMETERS, CALL) \
  int NAME PARAMETERS \
  { \
    va_list list; \
    va_start (list, format); \
    int printed = CALL; \
    va_end (list); \
    return printed; \
  }
LISTED (printf, (const char *format, ...), vprintf (format, list))
LISTED (fprintf, (diet_file * f, const char *format, ...),
	vfprintf (f, format, list))
LISTED (dprintf, (int fd, const char *format, ...), vdprintf (fd, format, list))
LISTED (fdprintf, (int fd, const char *format, ...),
	vdprintf (fd, format, list))
LISTED (sprintf, (char *to, const char *format, ...),
	vsprintf (to, format, list))
LISTED (snprintf, (char *to, size_t room, const char *format, ...),
	vsnprintf (to, room, format, list))
LISTED (asprintf, (char **to, const char *format, ...),
	vasprintf (to, format, list))
