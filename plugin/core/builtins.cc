/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Built-in functions: whether control comes back from them.  */

#include "plugin/core/core.h"

/* What GCC says of these, that they throw nothing, does not mean that they
   return.  */
static bool
ends_process (const_tree fndecl)
{
  if (!fndecl_built_in_p (fndecl, BUILT_IN_NORMAL))
    return false;
  switch (DECL_FUNCTION_CODE (fndecl))
    {
    case BUILT_IN_EXECL:
    case BUILT_IN_EXECLE:
    case BUILT_IN_EXECLP:
    case BUILT_IN_EXECV:
    case BUILT_IN_EXECVE:
    case BUILT_IN_EXECVP:
      return true;
    default:
      return false;
    }
}

/* Names, less "__builtin_", of those that call the program's code, wait for it, or
   may be told to end the process.  */
static bool
is_hook (const_tree fndecl)
{
  static const char *const prefixes[] = {
    "GOMP_", "GOACC_", "__asan_report_", "__hwasan_tag_mismatch",
    "__ubsan_handle_"
  };
  static const char builtin[] = "__builtin_";
  const char *name = IDENTIFIER_POINTER (DECL_NAME (fndecl));
  if (startswith (name, builtin))
    name += sizeof builtin - 1;
  for (size_t i = 0; i < ARRAY_SIZE (prefixes); i++)
    if (startswith (name, prefixes[i]))
      return true;
  return false;
}

bool
builtin_forks (const_tree fndecl)
{
  return fndecl && TREE_CODE (fndecl) == FUNCTION_DECL
	 && fndecl_built_in_p (fndecl, BUILT_IN_FORK);
}

/* One that the program defines itself does what the program says.  */
bool
builtin_returns (const_tree fndecl)
{
  if (!fndecl || TREE_CODE (fndecl) != FUNCTION_DECL
      || !fndecl_built_in_p (fndecl) || !DECL_EXTERNAL (fndecl))
    return false;
  int flags = flags_from_decl_or_type (fndecl);
  return (flags & ECF_NOTHROW) && !(flags & ECF_RETURNS_TWICE)
	 && !builtin_forks (fndecl) && !ends_process (fndecl)
	 && !is_hook (fndecl);
}
