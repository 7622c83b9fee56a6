/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the source calls things: functions that were inlined, main, setjmp.  */

#include "base/file.h"
#include "plugin/core/core.h"

/* A source file, and where its lines begin; the last begins at its end.  */
struct source_text
{
  char *text;
  auto_vec<size_t> lines;
};

static source_text *
read_source (const char *file)
{
  source_text *s = new source_text ();
  size_t size = 0, at;
  s->text = file_read (file, &size);
  at = size >= 3 && memcmp (s->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  while (at < size)
    {
      s->lines.safe_push (at);
      char *end = (char *) memchr (s->text + at, '\n', size - at);
      at = end ? end + 1 - s->text : size;
    }
  s->lines.safe_push (size);
  return s;
}

const char *
source_line (const char *file, int line, size_t *size)
{
  bool known;
  source_text *&s = unit.sources.get_or_insert (file, &known);
  if (!known)
    s = read_source (file);
  if (line < 1 || (unsigned) line >= s->lines.length ())
    return NULL;
  size_t begin = s->lines[line - 1], end = s->lines[line];
  if (s->text[end - 1] == '\n')
    end--;
  *size = end - begin;
  return s->text + begin;
}

const char *
inlined_from (location_t where)
{
  tree block = LOCATION_BLOCK (where);
  while (block && TREE_CODE (block) == BLOCK)
    {
      if (inlined_function_outer_scope_p (block))
	{
	  tree fn = block_ultimate_origin (block);
	  return TREE_CODE (fn) == FUNCTION_DECL ? unit_pretty_of (fn) : NULL;
	}
      block = BLOCK_SUPERCONTEXT (block);
    }
  return NULL;
}

const char *
origin_symbol (tree fndecl)
{
  tree origin = DECL_ORIGIN (fndecl);
  return unit_symbol_of (DECL_ASSEMBLER_NAME_SET_P (origin) ? origin : fndecl);
}

void
inlined_in::add (location_t where)
{
  tree block = LOCATION_BLOCK (where);
  if (block == m_last)
    return;
  m_last = block;
  for (; block && TREE_CODE (block) == BLOCK;
       block = BLOCK_SUPERCONTEXT (block))
    {
      tree fn = inlined_function_outer_scope_p (block)
		  ? block_ultimate_origin (block)
		  : NULL_TREE;
      if (fn && TREE_CODE (fn) == FUNCTION_DECL && !m_list.contains (fn))
	m_list.safe_push (fn);
    }
}

void
inlined_in::describe (uint32_t block)
{
  for (unsigned i = 0; i < m_list.length (); i++)
    {
      tree fn = m_list[i];
      expanded_location at = expand_location (DECL_SOURCE_LOCATION (fn));
      const char *symbol = HAS_DECL_ASSEMBLER_NAME_P (fn)
			       && DECL_ASSEMBLER_NAME_SET_P (fn)
			     ? unit_symbol_of (fn)
			     : NULL;
      struct halt_map_inlined inlined = {};
      inlined.origin = map_string (unit.map, symbol);
      inlined.file = unit_file (at.file);
      inlined.line = at.line;
      inlined.block = block;
      map_inlined (unit.map, &inlined);
    }
  m_list.truncate (0);
  m_last = NULL_TREE;
}

void
block_lines::add (location_t where)
{
  expanded_location at = expand_location (where);
  if (!at.file || (at.file == m_file && at.line == m_line))
    return;
  m_file = at.file;
  m_line = at.line;
  struct halt_map_line line = { unit_file (at.file),
				(uint32_t) MAX (1, at.line) };
  if (!m_have.add ((int64_t) line.file << 32 | line.line))
    list.safe_push (line);
}

void
block_lines::describe ()
{
  for (unsigned i = 0; i < list.length (); i++)
    map_line (unit.map, list[i].file, list[i].line);
  list.truncate (0);
  m_have.empty ();
  m_file = NULL;
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
