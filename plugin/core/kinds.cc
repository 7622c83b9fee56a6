/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kinds, a user's own as well: name, routine, recipe.  */

#include "plugin/core/core.h"

struct user_kind
{
  const char *word, *routine;
  halt_recipe *recipe;
};

static auto_vec<user_kind> kinds;

/* Kind KIND of a user, or NULL.  */
static const user_kind *
find_kind (int kind)
{
  unsigned i = kind - HALT_KIND_USER;
  return kind >= HALT_KIND_USER && i < kinds.length () ? &kinds[i] : NULL;
}

const char *
kind_word (int kind)
{
  const user_kind *user = find_kind (kind);
  return user ? user->word : halt_kind_word (kind);
}

const char *
kind_routine (int kind)
{
  const user_kind *user = find_kind (kind);
  if (user)
    return user->routine;
  return halt_kind_args (kind) == HALT_ARGS_START
	   ? STARTUP_SYMBOL
	   : halt_kind_routine (kind);
}

halt_recipe *
kind_recipe (int kind)
{
  const user_kind *user = find_kind (kind);
  return user ? user->recipe : halt_recipe_own;
}

int
halt_register_kind (const char *word, const char *routine,
		    int (*recipe) (struct pot *pot))
{
  user_kind k = { xstrdup (word), xstrdup (routine), recipe };
  kinds.safe_push (k);
  return HALT_KIND_USER + kinds.length () - 1;
}
