/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The targets that have recipes.  Adding one: its folder and its row here.  */

#include <string.h>

#include "recipes/recipe.h"
#include "recipes/aarch64/aarch64.h"
#include "recipes/alpha/alpha.h"
#include "recipes/ia64/ia64.h"
#include "recipes/riscv64/riscv64.h"
#include "recipes/x86/x86.h"

const struct halt_target *const halt_targets[] = {
  &x86_64_target,
  &i386_target,
  &aarch64_target,
  &alpha_target,
  &ia64_target,
  &riscv64_target,
  NULL
};

/* Whether WORD is one of the space-separated words of LIST.  */
static bool
word_in_list (const char *word, const char *list)
{
  size_t n = strlen (word);
  for (const char *p = list; (p = strstr (p, word)) != NULL; p += n)
    if ((p == list || p[-1] == ' ') && (p[n] == ' ' || p[n] == '\0'))
      return true;
  return false;
}

const struct halt_target *
halt_target_find (const char *machine, int word_bits, int pointer_bits)
{
  for (const struct halt_target *const *t = halt_targets; *t; t++)
    if (word_in_list (machine, (*t)->machines) && (*t)->word_bits == word_bits
	&& (*t)->pointer_bits == pointer_bits)
      return *t;
  return NULL;
}
