/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts.  */

#ifndef HALT_TEXT_H
#define HALT_TEXT_H 1

#include <stdbool.h>
#include <string.h>

static inline bool
begins (const char *text, const char *with)
{
  return strncmp (text, with, strlen (with)) == 0;
}

static inline bool
ends (const char *text, const char *with)
{
  size_t n = strlen (text), m = strlen (with);
  return n >= m && strcmp (text + n - m, with) == 0;
}

/* What comes after WORD in TEXT, or NULL if that does not begin so.  */
static inline const char *
after_word (const char *text, const char *word)
{
  return begins (text, word) ? text + strlen (word) : NULL;
}

/* Whether TEXT is in LIST, which ends with NULL.  */
static inline bool
is_one_of (const char *text, const char *const *list)
{
  while (*list && strcmp (text, *list) != 0)
    list++;
  return *list;
}

#endif /* HALT_TEXT_H */
