/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover: what marks mean, as text for readers.  */

#include "plugin/core/core.h"
#include "plugin/cover/cover.h"

static FILE *
begin (void)
{
  if (!unit.written
      && !(unit.written = open_memstream (&unit.written_text,
					  &unit.written_size)))
    fatal_error (UNKNOWN_LOCATION, "halt: out of memory");
  return unit.written;
}

/* A place: the line and column where it begins.  What a macro expands to is where that
   stands.  */
static void
add_place (location_t where)
{
  expanded_location at = expand_location (get_start (where));
  fprintf (unit.written, " %d:%d", at.line, at.column);
}

void
cover_add_function (tree fndecl)
{
  expanded_location at = expand_location (DECL_SOURCE_LOCATION (fndecl));
  fprintf (begin (), "function %d:%d\t%s\t%s\t%s\n", at.line, at.column,
	   IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl)),
	   lang_hooks.decl_printable_name (fndecl, 2),
	   remap_debug_filename (at.file));
}

void
cover_add_statements (uint32_t number, const location_t *where, unsigned n)
{
  fprintf (begin (), "statements %u", number);
  for (unsigned i = 0; i < n; i++)
    add_place (where[i]);
  fputc ('\n', unit.written);
}

static tree
without_conversions (tree expr)
{
  while (CONVERT_EXPR_P (expr))
    expr = TREE_OPERAND (expr, 0);
  return expr;
}

/* What EXPR compares with 0, by way of __builtin_expect; or EXPR.  */
static tree
without_guess (tree expr)
{
  tree e = without_conversions (TREE_CODE (expr) == NE_EXPR
				  ? TREE_OPERAND (expr, 0)
				  : expr);
  tree callee = TREE_CODE (e) == CALL_EXPR ? get_callee_fndecl (e) : NULL_TREE;
  if (!callee || !fndecl_built_in_p (callee, BUILT_IN_EXPECT))
    return expr;
  return without_conversions (CALL_EXPR_ARG (e, 0));
}

/* Write at most 60 characters of the N at WORDS, in one line.  */
static void
put_words (const char *words, size_t n)
{
  for (size_t i = 0; i < n && i < 60; i++)
    fputc (ISSPACE (words[i]) ? ' ' : words[i], unit.written);
  if (n > 60)
    fputs ("...", unit.written);
}

/* Write EXPR as the source has it, if that is one line and no macro's; else as the
   compiler would say it.  */
static void
put_operand (tree expr)
{
  location_t where = EXPR_LOCATION (expr);
  expanded_location from = expand_location (get_start (where));
  expanded_location to = expand_location (get_finish (where));
  if (where > BUILTINS_LOCATION
      && !linemap_location_from_macro_expansion_p (line_table, where)
      && from.file && from.line == to.line && from.column > 0)
    {
      size_t size;
      const char *line = halt_source_line (from.file, from.line, &size);
      if (line && from.column <= to.column && (size_t) to.column <= size)
	{
	  put_words (line + from.column - 1, to.column - from.column + 1);
	  return;
	}
    }
  char *words = print_generic_expr_to_str (expr);
  put_words (words, strlen (words));
  free (words);
}

/* What is compared, and how, is as the compiler has it: `!(a == b)' is `a != b'.  */
static void
add_text (tree expr)
{
  expr = without_guess (expr);
  STRIP_NOPS (expr);
  fputc (' ', unit.written);
  if (COMPARISON_CLASS_P (expr))
    {
      tree left = TREE_OPERAND (expr, 0);
      STRIP_NOPS (left);
      put_operand (left);
      fprintf (unit.written, " %s ", op_symbol_code (TREE_CODE (expr)));
      expr = TREE_OPERAND (expr, 1);
      STRIP_NOPS (expr);
    }
  put_operand (expr);
  fputc ('\n', unit.written);
}

void
cover_add_decision (const char *kind, uint32_t number, location_t where,
		    const char *shape, const vec<tree *> &conditions)
{
  fprintf (begin (), "decision %u", number);
  add_place (where);
  fprintf (unit.written, " %s %s\n", kind, shape);
  for (unsigned i = 0; i < conditions.length (); i++)
    {
      location_t at = EXPR_LOCATION (*conditions[i]);
      fputs ("condition", unit.written);
      add_place (at > BUILTINS_LOCATION ? at : where);
      add_text (*conditions[i]);
    }
}

void
cover_add_switch (uint32_t number, location_t where, const vec<tree> &labels)
{
  fprintf (begin (), "switch %u", number);
  add_place (where);
  fprintf (unit.written, " %u\n", labels.length ());
  for (unsigned i = 0; i < labels.length (); i++)
    {
      location_t at = EXPR_LOCATION (labels[i]);
      fputs ("case", unit.written);
      add_place (at > BUILTINS_LOCATION ? at : where);
      if (!CASE_LOW (labels[i]))
	fputs (at == where ? " other\n" : " default\n", unit.written);
      else
	add_text (CASE_LOW (labels[i]));
    }
}

bool
cover_found (void)
{
  return unit.written != NULL;
}

void
cover_write (FILE *f, const struct halt_map *header)
{
  struct halt_cover h = {};
  fclose (unit.written);
  size_t padded = ROUND_UP (unit.written_size, 8);
  char *words = XCNEWVEC (char, padded);
  memcpy (words, unit.written_text, unit.written_size);
  h.magic = HALT_COVER_MAGIC;
  h.version = HALT_COVER_VERSION;
  h.map = header->checksum;
  h.size = unit.written_size;
  fprintf (f, "\t.section\t" HALT_COVER_SECTION
	      ",\"\",%%progbits\n\t.balign\t8\n");
  unit_write_words (f, &h, sizeof h);
  unit_write_words (f, words, padded);
  free (words);
  free (unit.written_text);
  unit.written = NULL;
}
