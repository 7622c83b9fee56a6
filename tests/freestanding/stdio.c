/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of <stdio.h> that write.  */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libc.h"

/* A file, or with FD < 0 a string of SIZE bytes, NUL included; N counts what
   does not fit as well.  */
struct freestanding_file
{
  int fd;
  char *buffer;
  size_t size, n;
  struct freestanding_file *next;
};

static char out_buffer[4096], error_buffer[1];
static FILE error = { 2, error_buffer, 1, 0, NULL };
static FILE out = { 1, out_buffer, sizeof out_buffer, 0, &error };
static FILE *files = &out;
FILE *stdout = &out, *stderr = &error;

int
fflush (FILE *f)
{
  if (!f)
    {
      freestanding_flush ();
      return 0;
    }
  for (size_t done = 0; done < f->n;)
    {
      long written = CALL (write, f->fd, f->buffer + done, f->n - done);
      if (written <= 0)
	return EOF;
      done += written;
    }
  f->n = 0;
  return 0;
}

void
freestanding_flush (void)
{
  for (FILE *f = files; f; f = f->next)
    fflush (f);
}

int
fputc (int c, FILE *f)
{
  if (f->fd < 0)
    {
      if (f->n + 1 < f->size)
	f->buffer[f->n] = c;
      f->n++;
      return (unsigned char) c;
    }
  f->buffer[f->n++] = c;
  return f->n == f->size && fflush (f) ? EOF : (unsigned char) c;
}

size_t
fwrite (const void *from, size_t size, size_t n, FILE *f)
{
  const char *p = from;
  for (size_t i = 0; i < size * n; i++)
    if (fputc (p[i], f) == EOF)
      return i / size;
  return n;
}

/* For writing alone: O_WRONLY, O_CREAT, O_TRUNC.  */
FILE *
fopen (const char *name, const char *mode)
{
  if (*mode != 'w')
    return NULL;
  long fd = CALL (open, name, 1 | 0100 | 01000, 0666);
  FILE *f = fd < 0 ? NULL : malloc (sizeof *f);
  if (f)
    files = memcpy (f, &(FILE) { fd, malloc (4096), 4096, 0, files }, sizeof *f);
  return f;
}

int
fclose (FILE *f)
{
  int status = fflush (f);
  CALL (close, f->fd, 0, 0);
  for (FILE **p = &files; *p; p = &(*p)->next)
    if (*p == f)
      {
	*p = f->next;
	break;
      }
  return status;
}

int putc (int c, FILE *f) { return fputc (c, f); }
int putchar (int c) { return fputc (c, stdout); }

int
fputs (const char *s, FILE *f)
{
  return fwrite (s, 1, strlen (s), f) == strlen (s) ? 1 : EOF;
}

int
puts (const char *s)
{
  return fputs (s, stdout) == EOF ? EOF : putchar ('\n');
}

int
rename (const char *from, const char *to)
{
  return CALL (rename, from, to, 0) < 0 ? -1 : 0;
}

int
remove (const char *name)
{
  return CALL (unlink, name, 0, 0) < 0 ? -1 : 0;
}

/* What a directive says.  */
struct form
{
  int left, plus, space, other, zero;
  int width, precision;		/* precision -1: none */
};

/* SIGN may be empty; N bytes of TEXT; zeros between them, if FORM says so.  */
static int
put_padded (FILE *f, const struct form *form, const char *sign, const char *text,
	    int n, int zeros)
{
  int signs = strlen (sign), all = signs + zeros + n;
  int pad = form->width > all ? form->width - all : 0;
  if (form->zero && !form->left)
    {
      zeros += pad;
      pad = 0;
    }
  for (int i = 0; !form->left && i < pad; i++)
    fputc (' ', f);
  fwrite (sign, 1, signs, f);
  for (int i = 0; i < zeros; i++)
    fputc ('0', f);
  fwrite (text, 1, n, f);
  for (int i = 0; form->left && i < pad; i++)
    fputc (' ', f);
  return form->width > all ? form->width : all;
}

static int
put_integer (FILE *f, struct form *form, const char *sign, unsigned long n,
	     unsigned int base, int capital)
{
  char text[32], *p = text + sizeof text;
  const char *digits = capital ? "0123456789ABCDEF" : "0123456789abcdef";
  if (form->precision >= 0)
    form->zero = 0;
  if (form->other && base == 16 && n)
    sign = capital ? "0X" : "0x";
  for (; n; n /= base)
    *--p = digits[n % base];
  if (p == text + sizeof text && form->precision != 0)
    *--p = '0';
  if (form->other && base == 8 && *p != '0')
    *--p = '0';
  int length = text + sizeof text - p;
  return put_padded (f, form, sign, p, length,
		     form->precision > length ? form->precision - length : 0);
}

static int
put_float (FILE *f, struct form *form, const char *sign, long double x)
{
  char text[64], *p = text + 32, *q = p + 1;
  int precision = form->precision < 0 ? 6
		  : form->precision > 20 ? 20 : form->precision;
  if (x != x || x > 1e18L)
    {
      form->zero = 0;
      return put_padded (f, form, sign, x != x ? "nan" : "inf", 3, 0);
    }
  long double unit = 1;
  for (int i = 0; i < precision; i++)
    unit *= 10;
  unsigned long whole = x;
  long double scaled = (x - whole) * unit;
  unsigned long rest = scaled;
  long double over = scaled - rest;
  if (over > .5L || (over == .5L && ((precision ? rest : whole) & 1)))
    rest++;
  if (rest >= unit)
    {
      whole++;
      rest = 0;
    }
  if (precision)
    {
      *p = '.';
      for (int i = precision; i > 0; i--, rest /= 10)
	p[i] = '0' + rest % 10;
      q = p + precision + 1;
    }
  else
    q = p;
  do
    *--p = '0' + whole % 10;
  while (whole /= 10);
  return put_padded (f, form, sign, p, q - p, 0);
}

int
vfprintf (FILE *f, const char *s, va_list arguments)
{
  int written = 0;
  for (; *s; s++)
    {
      if (*s != '%')
	{
	  fputc (*s, f);
	  written++;
	  continue;
	}
      struct form form = { .precision = -1 };
      for (s++;; s++)
	if (*s == '-') form.left = 1;
	else if (*s == '+') form.plus = 1;
	else if (*s == ' ') form.space = 1;
	else if (*s == '#') form.other = 1;
	else if (*s == '0') form.zero = 1;
	else break;
      if (*s == '*')
	{
	  s++;
	  form.width = va_arg (arguments, int);
	  if (form.width < 0)
	    {
	      form.left = 1;
	      form.width = -form.width;
	    }
	}
      for (; *s >= '0' && *s <= '9'; s++)
	form.width = 10 * form.width + (*s - '0');
      if (*s == '.')
	{
	  form.precision = 0;
	  if (*++s == '*')
	    {
	      s++;
	      form.precision = va_arg (arguments, int);
	    }
	  for (; *s >= '0' && *s <= '9'; s++)
	    form.precision = 10 * form.precision + (*s - '0');
	}
      int longs = 0, shorts = 0, wide = 0;
      for (;; s++)
	if (*s == 'l' || *s == 'z' || *s == 'j' || *s == 't') longs++;
	else if (*s == 'h') shorts++;
	else if (*s == 'L') wide = 1;
	else break;
      const char *plus = form.plus ? "+" : form.space ? " " : "";
      switch (*s)
	{
	case 'd': case 'i':
	  {
	    long n = longs ? va_arg (arguments, long) : va_arg (arguments, int);
	    n = shorts == 1 ? (short) n : shorts ? (signed char) n : n;
	    written += put_integer (f, &form, n < 0 ? "-" : plus,
				    n < 0 ? -(unsigned long) n : (unsigned long) n,
				    10, 0);
	    break;
	  }
	case 'u': case 'x': case 'X': case 'o':
	  {
	    unsigned long n = longs ? va_arg (arguments, unsigned long)
			      : va_arg (arguments, unsigned int);
	    n = shorts == 1 ? (unsigned short) n : shorts ? (unsigned char) n : n;
	    written += put_integer (f, &form, "", n,
				    *s == 'u' ? 10 : *s == 'o' ? 8 : 16, *s == 'X');
	    break;
	  }
	case 'p':
	  form.other = 1;
	  written += put_integer (f, &form, "",
				  (unsigned long) va_arg (arguments, void *), 16, 0);
	  break;
	case 'c':
	  {
	    char c = va_arg (arguments, int);
	    form.zero = 0;
	    written += put_padded (f, &form, "", &c, 1, 0);
	    break;
	  }
	case 's':
	  {
	    const char *text = va_arg (arguments, const char *);
	    text = text ? text : "(null)";
	    form.zero = 0;
	    written += put_padded (f, &form, "", text,
				   strnlen (text, form.precision), 0);
	    break;
	  }
	case 'f': case 'F': case 'g': case 'e':
	  {
	    long double x = wide ? va_arg (arguments, long double)
			    : va_arg (arguments, double);
	    int negative = __builtin_signbit (x) != 0;
	    written += put_float (f, &form, negative ? "-" : plus,
				  negative ? -x : x);
	    break;
	  }
	case '%':
	  fputc ('%', f);
	  written++;
	  break;
	default:
	  abort ();
	}
    }
  return written;
}

int
vsnprintf (char *to, size_t size, const char *s, va_list arguments)
{
  FILE f = { -1, to, size, 0, NULL };
  int n = vfprintf (&f, s, arguments);
  if (size)
    to[f.n < size ? f.n : size - 1] = 0;
  return n;
}

int
vsprintf (char *to, const char *s, va_list arguments)
{
  return vsnprintf (to, (size_t) 1 << 40, s, arguments);
}

int
vprintf (const char *s, va_list arguments)
{
  return vfprintf (stdout, s, arguments);
}

/* The same with arguments of their own.  */
#define WITH(call) \
  va_list arguments; \
  va_start (arguments, s); \
  int n = call; \
  va_end (arguments); \
  return n

int printf (const char *s, ...) { WITH (vprintf (s, arguments)); }
int fprintf (FILE *f, const char *s, ...) { WITH (vfprintf (f, s, arguments)); }
int sprintf (char *to, const char *s, ...) { WITH (vsprintf (to, s, arguments)); }
int
snprintf (char *to, size_t size, const char *s, ...)
{
  WITH (vsnprintf (to, size, s, arguments));
}
