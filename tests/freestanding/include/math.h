/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the compiler does without a library.  */
#ifndef _MATH_H
#define _MATH_H 1
#define INFINITY __builtin_inff ()
#define NAN __builtin_nanf ("")
#define HUGE_VAL __builtin_huge_val ()
#define isnan(x) __builtin_isnan (x)
#define isinf(x) __builtin_isinf_sign (x)
#define isfinite(x) __builtin_isfinite (x)
#define signbit(x) __builtin_signbit (x)
#define fabs(x) __builtin_fabs (x)
#define isgreater(x, y) __builtin_isgreater (x, y)
#define isgreaterequal(x, y) __builtin_isgreaterequal (x, y)
#define isless(x, y) __builtin_isless (x, y)
#define islessequal(x, y) __builtin_islessequal (x, y)
#define islessgreater(x, y) __builtin_islessgreater (x, y)
#define isunordered(x, y) __builtin_isunordered (x, y)
#endif
