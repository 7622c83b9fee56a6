/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words of commands.  */

#ifndef HALT_WORDS_H
#define HALT_WORDS_H 1

#include <stdbool.h>
#include <stddef.h>

/* Once there are some AT[N] is NULL.  What AT points to is not freed.  */
struct words
{
  char **at;
  size_t n;
};

/* Add WORD itself.  False: there is no memory.  */
bool words_put (struct words *w, const char *word);

/* Add copies of the words of TEXT: separated by white space, with '...', "..." and \ as in
   GCC's @FILE.  With COMMAS a comma outside of quotes and before a word's `=' separates,
   too: cbr,entry,only=a.c,b.c is cbr, entry and only=a.c,b.c.  False: there is no
   memory.  */
bool words_take (struct words *w, const char *text, bool commas);

/* Whether the value of OPTION of GCC is the next word, as nothing is joined to it.  */
bool words_have_value (const char *option);

#endif /* HALT_WORDS_H */
