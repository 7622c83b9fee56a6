/* SPDX-License-Identifier: MIT */
/* printf and wprintf of an analysis print what glibc's print: musl's do, but for what
   the C standard leaves open.

     %a	the first digit of a number that is denormal, or a long double
     %p		of NULL, with a precision, with a wide format
     %s %ls	of NULL
     %lc	of 0

   A call that has any of these is printed piece by piece; all others, and what has
   positions (%1$d), are the library's.  Compiled twice, the second time with WIDE.  */

#define _GNU_SOURCE 1
#include <fenv.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#ifdef WIDE
typedef wchar_t character;
# define TEXT(S) L##S
# define PRINT __wrap_vfwprintf
# define LIBRARY __real_vfwprintf
# define FIND wcschr
# define LENGTH wcslen
# define PUT(C, F) (fputwc (C, F) == WEOF)
#else
typedef char character;
# define TEXT(S) S
# define PRINT __wrap_vfprintf
# define LIBRARY __real_vfprintf
# define FIND strchr
# define LENGTH strlen
# define PUT(C, F) (fputc (C, F) == EOF)
#endif

int PRINT (FILE *f, const character *format, va_list arguments);
int LIBRARY (FILE *f, const character *format, va_list arguments);

/* What begins with %, and its argument.  */
struct directive
{
  character flags[8];		/* once each */
  int width, precision;		/* -1: none */
  char length;			/* of lengths: 'H' hh, 'q' ll; or 0 */
  char conversion;
  bool is_odd;			/* glibc prints it otherwise */
  union
  {
    intmax_t number;		/* of d i o u x X c */
    long double real;
    double narrow;		/* of a A without L */
    const void *pointer;
  } value;
};

static void
add_flag (struct directive *d, character flag)
{
  size_t n = LENGTH (d->flags);
  if (!FIND (d->flags, flag) && n < 7)
    d->flags[n] = flag;
}

/* The number at *P, or the argument that * stands for; INT_MAX is too much.  */
static int
read_number (const character **p, va_list *arguments)
{
  int n = 0;
  if (**p == '*')
    {
      ++*p;
      return va_arg (*arguments, int);
    }
  for (; **p >= '0' && **p <= '9'; ++*p)
    n = n > (INT_MAX - 9) / 10 ? INT_MAX : 10 * n + (int) (**p - '0');
  return n;
}

/* The argument of a conversion of integers.  */
static intmax_t
read_integer (char length, bool is_signed, va_list *arguments)
{
#define TAKE(SIGNED, UNSIGNED, AS) \
  (is_signed ? (intmax_t) (SIGNED) va_arg (*arguments, AS) \
	     : (intmax_t) (UNSIGNED) va_arg (*arguments, AS))
  switch (length)
    {
    case 'H':
      return TAKE (signed char, unsigned char, int);
    case 'h':
      return TAKE (short, unsigned short, int);
    case 'l':
    case 'z':
    case 't':
      return TAKE (long, unsigned long, long);
    case 'q':
    case 'j':
      return TAKE (long long, unsigned long long, long long);
    default:
      return TAKE (int, unsigned, int);
    }
#undef TAKE
}

/* Read the argument of D, and say whether it is odd; false: its conversion is not
   known.  */
static bool
read_value (struct directive *d, va_list *arguments)
{
  bool is_long = d->length == 'l';
  switch (d->conversion)
    {
    case 'd':
    case 'i':
      d->value.number = read_integer (d->length, true, arguments);
      return true;
    case 'o':
    case 'u':
    case 'x':
    case 'X':
      d->value.number = read_integer (d->length, false, arguments);
      return true;
    case 'c':
      d->value.number = is_long ? (intmax_t) va_arg (*arguments, wint_t)
				: va_arg (*arguments, int);
      d->is_odd = is_long && d->value.number == 0;
      return true;
    case 's':
    case 'p':
    case 'n':
      d->value.pointer = va_arg (*arguments, void *);
      d->is_odd = d->conversion == 'p'
		  || (d->conversion == 's' && !d->value.pointer);
      return true;
    case 'a':
    case 'A':
      if (d->length == 'L')
	d->is_odd = isfinite (d->value.real = va_arg (*arguments, long double));
      else
	d->is_odd = isfinite (d->value.narrow = va_arg (*arguments, double));
      return true;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      d->value.real = d->length == 'L' ? va_arg (*arguments, long double)
				       : va_arg (*arguments, double);
      return true;
    default:
      return d->conversion == '%' || d->conversion == 'm';
    }
}

/* Read the directive at P, after its %; what comes after it, or NULL: what it is the
   library knows.  */
static const character *
read_directive (const character *p, struct directive *d, va_list *arguments)
{
  *d = (struct directive) { .width = -1, .precision = -1 };
  for (; *p && FIND (TEXT ("-+ #0'"), *p); p++)
    add_flag (d, *p);
  if (*p == '*' || (*p >= '1' && *p <= '9'))
    d->width = read_number (&p, arguments);
  if (d->width < -1 || (d->width == -1 && p[-1] == '*'))
    {
      add_flag (d, '-');
      d->width = d->width == INT_MIN ? INT_MAX : -d->width;
    }
  if (*p == '.')
    {
      p++;
      d->precision = read_number (&p, arguments);
      if (d->precision < 0)
	d->precision = -1;
    }
  if (d->width == INT_MAX || d->precision == INT_MAX)
    return NULL;
  if (*p && FIND (TEXT ("hljztLq"), *p))
    {
      d->length = *p++;
      if (d->length == *p && (*p == 'h' || *p == 'l'))
	d->length = *p++ == 'h' ? 'H' : 'q';
    }
  /* X/Open's.  */
  if (*p == 'C' || *p == 'S')
    d->length = 'l';
  d->conversion = *p == 'C' ? 'c' : *p == 'S' ? 's' : *p < 128 ? (char) *p : 0;
  return read_value (d, arguments) ? p + 1 : NULL;
}

/* --- piece by piece -------------------------------------------------------------- */

static int
print_library (FILE *f, const character *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  int n = LIBRARY (f, format, arguments);
  va_end (arguments);
  return n;
}

/* Print as the library does what D says, as a CONVERSION of LENGTH.  */
#define PRINT_AS(F, D, LENGTH_TEXT, CONVERSION, VALUE) \
  print_library (F, spell (text, D, TEXT (LENGTH_TEXT), CONVERSION), VALUE)

/* Spell D in TO.  */
static const character *
spell (character *to, const struct directive *d, const character *length,
       char conversion)
{
  character *p = to, digits[16];
  *p++ = '%';
  for (const character *q = d->flags; *q; q++)
    *p++ = *q;
  for (int precision = 0; precision < 2; precision++)
    {
      int n = precision ? d->precision : d->width, k = 0;
      if (n < 0)
	continue;
      if (precision)
	*p++ = '.';
      do
	digits[k++] = '0' + n % 10;
      while (n /= 10);
      while (k)
	*p++ = digits[--k];
    }
  while (*length)
    *p++ = *length++;
  *p++ = conversion;
  *p = 0;
  return to;
}

static int
put_many (FILE *f, char c, int n)
{
  for (int i = 0; i < n; i++)
    if (PUT (c, f))
      return -1;
  return 0;
}

#if LDBL_MANT_DIG == 113
typedef unsigned __int128 bits;
#else
typedef uint64_t bits;
#endif
#define BITS (8 * (int) sizeof (bits))

/* A number as %a has it.  */
struct hex
{
  bool is_negative;
  unsigned first;		/* the digit before the point */
  bits rest;			/* those after it, the first in the highest four bits */
  int digits, exponent;
};

static struct hex
split_double (double value)
{
  uint64_t all;
  memcpy (&all, &value, sizeof all);
  int exponent = all >> 52 & 0x7ff;
  uint64_t rest = all << 12;
  return (struct hex) {
    .is_negative = all >> 63,
    .first = exponent != 0,
    .rest = (bits) rest << (BITS - 64),
    .digits = 13,
    .exponent = exponent ? exponent - 1023
		: rest	 ? -1022
			 : 0
  };
}

static struct hex
split (const struct directive *d)
{
#if LDBL_MANT_DIG == 64
  struct
  {
    uint64_t mantissa;
    uint16_t exponent;
  } value;
  if (d->length == 'L')
    {
      memcpy (&value, &d->value.real, 10);
      int exponent = value.exponent & 0x7fff;
      return (struct hex) {
	.is_negative = value.exponent >> 15,
	.first = value.mantissa >> 60,
	.rest = value.mantissa << 4,
	.digits = 15,
	.exponent = exponent	     ? exponent - 16386
		    : value.mantissa ? -16385
				     : 0
      };
    }
#elif LDBL_MANT_DIG == 113
  bits value;
  if (d->length == 'L')
    {
      memcpy (&value, &d->value.real, sizeof value);
      int exponent = (int) (value >> 112) & 0x7fff;
      return (struct hex) {
	.is_negative = (bool) (value >> 127),
	.first = exponent != 0,
	.rest = value << 16,
	.digits = 28,
	.exponent = exponent	 ? exponent - 16383
		    : value << 1 ? -16382
				 : 0
      };
    }
#else
  if (d->length == 'L')
    return split_double (d->value.real);
#endif
  return split_double (d->value.narrow);
}

/* Round X to PRECISION digits, less than it has.  */
static void
round_hex (struct hex *x, int precision)
{
  unsigned shift = BITS - 4 * precision;
  bits kept = precision ? x->rest >> shift : 0;
  bits cut = x->rest << 4 * precision, half = (bits) 1 << (BITS - 1);
  bool is_odd = (precision ? kept : x->first) & 1, up = false;
  switch (fegetround ())
    {
    case FE_TONEAREST:
      up = cut > half || (cut == half && is_odd);
      break;
#ifdef FE_UPWARD
    case FE_UPWARD:
      up = cut && !x->is_negative;
      break;
    case FE_DOWNWARD:
      up = cut && x->is_negative;
      break;
#endif
    }
  kept += up;
  if (precision == 0 ? up : kept >> 4 * precision)
    {
      kept = 0;
      x->first++;
    }
  if (x->first == 16)
    {
      x->first = 1;
      x->exponent += 4;
    }
  x->rest = precision ? kept << shift : 0;
  x->digits = precision;
}

/* Print D's finite number.  */
static int
print_hex (FILE *f, const struct directive *d)
{
  bool upper = d->conversion == 'A', left = FIND (d->flags, '-');
  const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
  struct hex x = split (d);
  char sign, tail[16], body[40];
  int n = 0, zeros = 0, pad;
  sign = x.is_negative		? '-'
	 : FIND (d->flags, '+') ? '+'
	 : FIND (d->flags, ' ') ? ' '
				: 0;
  if (d->precision >= 0 && d->precision < x.digits)
    round_hex (&x, d->precision);
  else if (d->precision >= 0)
    zeros = d->precision - x.digits;
  else
    while (x.digits && !(x.rest >> (BITS - 4 * x.digits) & 15))
      x.digits--;
  body[n++] = digits[x.first];
  if (x.digits || zeros || FIND (d->flags, '#'))
    body[n++] = '.';
  for (int i = 0; i < x.digits; i++)
    body[n++] = digits[x.rest >> (BITS - 4 - 4 * i) & 15];
  int tail_length = snprintf (tail, sizeof tail, "%c%+d", upper ? 'P' : 'p',
			      x.exponent);
  int length = (sign != 0) + 2 + n + zeros + tail_length;
  pad = d->width > length ? d->width - length : 0;
  bool zero_pad = !left && FIND (d->flags, '0');
  if ((!left && !zero_pad && put_many (f, ' ', pad))
      || (sign && put_many (f, sign, 1)) || put_many (f, '0', 1)
      || put_many (f, upper ? 'X' : 'x', 1)
      || (zero_pad && put_many (f, '0', pad)))
    return -1;
  for (int i = 0; i < n; i++)
    if (put_many (f, body[i], 1))
      return -1;
  if (put_many (f, '0', zeros))
    return -1;
  for (int i = 0; i < tail_length; i++)
    if (put_many (f, tail[i], 1))
      return -1;
  return left && put_many (f, ' ', pad) ? -1 : length + pad;
}

static int
print_pointer (FILE *f, const struct directive *d)
{
  character text[48];
  struct directive other = *d;
  if (d->value.pointer)
    {
      add_flag (&other, '#');
      return PRINT_AS (f, &other, "j", 'x',
		       (uintmax_t) (uintptr_t) d->value.pointer);
    }
  other.precision = -1;
  return PRINT_AS (f, &other, "", 's', "(nil)");
}

/* Print the string NULL.  */
static int
print_null (FILE *f, const struct directive *d)
{
  character text[48];
  return PRINT_AS (f, d, "", 's',
		   d->precision < 0 || d->precision >= 6 ? "(null)" : "");
}

static void
store_count (const struct directive *d, int n)
{
  void *to = (void *) d->value.pointer;
  switch (d->length)
    {
    case 'H':
      *(signed char *) to = n;
      break;
    case 'h':
      *(short *) to = n;
      break;
    case 'l':
    case 'z':
    case 't':
      *(long *) to = n;
      break;
    case 'q':
    case 'j':
      *(long long *) to = n;
      break;
    default:
      *(int *) to = n;
    }
}

/* Print D, after N characters; how many it is, or -1.  */
static int
print_directive (FILE *f, const struct directive *d, int n)
{
  character text[48];
  bool is_long = d->length == 'l';
  if (d->is_odd)
    switch (d->conversion)
      {
      case 'c':
	return PRINT_AS (f, d, "", 'c', 0);
      case 'p':
	return print_pointer (f, d);
      case 's':
	return print_null (f, d);
      default:
	return print_hex (f, d);
      }
  switch (d->conversion)
    {
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
      return PRINT_AS (f, d, "j", d->conversion, d->value.number);
    case 'c':
      return is_long ? PRINT_AS (f, d, "l", 'c', (wint_t) d->value.number)
		     : PRINT_AS (f, d, "", 'c', (int) d->value.number);
    case 's':
      return print_library (f,
			    spell (text, d, is_long ? TEXT ("l") : TEXT (""),
				   d->conversion),
			    d->value.pointer);
    case 'n':
      store_count (d, n);
      return 0;
    case 'a':
    case 'A':
      if (d->length != 'L')
	return PRINT_AS (f, d, "", d->conversion, d->value.narrow);
      /* fallthrough */
    default:
      return PRINT_AS (f, d, "L", d->conversion, d->value.real);
    case '%':
      return PUT ('%', f) ? -1 : 1;
    case 'm':
      return PRINT_AS (f, d, "", 'm', 0);
    }
}

/* Whether what FORMAT asks for has to be printed here.  */
static bool
is_ours (const character *format, va_list arguments)
{
  struct directive d;
  bool odd = false;
  va_list copy;
  va_copy (copy, arguments);
  while (format && (format = FIND (format, '%')))
    {
      format = read_directive (format + 1, &d, &copy);
      odd |= format && d.is_odd;
      if (!format)
	odd = false;
    }
  va_end (copy);
  return odd;
}

int
PRINT (FILE *f, const character *format, va_list arguments)
{
  int n = 0;
  if (!is_ours (format, arguments))
    return LIBRARY (f, format, arguments);
  va_list copy;
  va_copy (copy, arguments);
  while (*format && n >= 0)
    {
      struct directive d;
      int more = 1;
      if (*format != '%')
	more = PUT (*format++, f) ? -1 : 1;
      else
	{
	  format = read_directive (format + 1, &d, &copy);
	  more = print_directive (f, &d, n);
	}
      n = more < 0 || n > INT_MAX - more ? -1 : n + more;
    }
  va_end (copy);
  return n;
}
