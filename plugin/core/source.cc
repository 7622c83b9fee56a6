/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the source calls things: functions that were inlined, main, setjmp.  */

#include "plugin/plugin.h"

const char *
inlined_from (location_t where)
{
  tree block = LOCATION_BLOCK (where);
  while (block && TREE_CODE (block) == BLOCK)
    {
      if (inlined_function_outer_scope_p (block))
	{
	  tree fn = block_ultimate_origin (block);
	  return TREE_CODE (fn) == FUNCTION_DECL
		   ? lang_hooks.decl_printable_name (fn, 1)
		   : NULL;
	}
      block = BLOCK_SUPERCONTEXT (block);
    }
  return NULL;
}

bool
is_main (void)
{
  tree name = DECL_ASSEMBLER_NAME (current_function_decl);
  return TREE_PUBLIC (current_function_decl)
	 && strcmp (targetm.strip_name_encoding (IDENTIFIER_POINTER (name)),
		    "main")
	      == 0;
}

int
jump_kind (const char *name)
{
  static const struct
  {
    const char *name;
    enum halt_kind kind;
  } functions[] = {
    { "setjmp", HALT_SETJMP }, { "_setjmp", HALT_SETJMP },
    { "__setjmp", HALT_SETJMP }, { "sigsetjmp", HALT_SETJMP },
    { "__sigsetjmp", HALT_SETJMP }, { "longjmp", HALT_LONGJMP },
    { "_longjmp", HALT_LONGJMP }, { "siglongjmp", HALT_LONGJMP },
    { "__longjmp_chk", HALT_LONGJMP }, { "____longjmp_chk", HALT_LONGJMP }
  };
  for (size_t i = 0; i < ARRAY_SIZE (functions); i++)
    if (strcmp (functions[i].name, name) == 0)
      return functions[i].kind;
  return -1;
}
