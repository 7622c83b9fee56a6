/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Order: comparisons for qsort and bsearch, and a place in what is sorted.  */

#ifndef HALT_ORDER_H
#define HALT_ORDER_H 1

#include <stdint.h>
#include <string.h>

/* Define NAME, a comparison of two TYPEs by the steps that follow, the first one that
   tells them apart:

     ORDER (compare_lines, struct line, BY_TEXT (file) ?: UP (number));

   A step may be any expression of X and Y, pointers to the two.  */
#define ORDER(NAME, TYPE, ...) \
  static int NAME (const void *a, const void *b) \
  { \
    const TYPE *x = a, *y = b; \
    return __VA_ARGS__; \
  } \
  static int NAME (const void *a, const void *b)

/* The same where what is sorted are pointers to a TYPE.  */
#define ORDER_POINTERS(NAME, TYPE, ...) \
  static int NAME (const void *a, const void *b) \
  { \
    const TYPE *x = *(const TYPE *const *) a, *y = *(const TYPE *const *) b; \
    return __VA_ARGS__; \
  } \
  static int NAME (const void *a, const void *b)

/* Steps: by a number or pointer, by a larger one first, by a text.  */
#define UP(MEMBER) ORDER_OF (x->MEMBER, y->MEMBER)
#define DOWN(MEMBER) ORDER_OF (y->MEMBER, x->MEMBER)
#define BY_TEXT(MEMBER) strcmp (x->MEMBER, y->MEMBER)

/* -1, 0, or 1: A is less than B, is the same, is more.  */
#define ORDER_OF(A, B) (((A) > (B)) - ((A) < (B)))

/* Numbers by themselves.  */
static inline int
order_u32 (const void *a, const void *b)
{
  const uint32_t *x = a, *y = b;
  return ORDER_OF (*x, *y);
}

static inline int
order_u64 (const void *a, const void *b)
{
  const uint64_t *x = a, *y = b;
  return ORDER_OF (*x, *y);
}

/* Texts by themselves.  */
static inline int
order_texts (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Of the numbers from LOW up to HIGH, two variables, let LOW be the first one I for which
   BEFORE, an expression of I, is false, else HIGH; it is true for all that are less.  */
#define BISECT(LOW, HIGH, I, BEFORE) \
  while ((LOW) < (HIGH)) \
    { \
      size_t I = (LOW) + ((HIGH) - (LOW)) / 2; \
      if (BEFORE) \
	(LOW) = I + 1; \
      else \
	(HIGH) = I; \
    }

#endif /* HALT_ORDER_H */
