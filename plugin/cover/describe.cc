/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover: what marks mean, as text for readers.  */

#include "plugin/core/core.h"
#include "plugin/cover/cover.h"

/* Made in memory.  */
static FILE *out;
static char *text;
static size_t text_size;

static FILE *
begin (void)
{
  if (!out && !(out = open_memstream (&text, &text_size)))
    fatal_error (UNKNOWN_LOCATION, "halt: out of memory");
  return out;
}

/* A place: the line and column where it begins.  What a macro expands to is where that
   stands.  */
static void
add_place (location_t where)
{
  expanded_location at = expand_location (get_start (where));
  fprintf (out, " %d:%d", at.line, at.column);
}

void
cover_add_function (tree fndecl)
{
  expanded_location at = expand_location (DECL_SOURCE_LOCATION (fndecl));
  fprintf (begin (), "function %d:%d\t%s\t%s\t%s\n", at.line, at.column,
       IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl)),
       lang_hooks.decl_printable_name (fndecl, 2), remap_debug_filename (at.file));
}

void
cover_add_statements (uint32_t number, const location_t *where, unsigned n)
{
  fprintf (begin (), "statements %u", number);
  for (unsigned i = 0; i < n; i++)
    add_place (where[i]);
  fputc ('\n', out);
}

/* What EXPR compares with 0, by way of __builtin_expect; or EXPR.  */
static tree
without_guess (tree expr)
{
  tree e = TREE_CODE (expr) == NE_EXPR ? TREE_OPERAND (expr, 0) : expr;
  STRIP_NOPS (e);
  if (TREE_CODE (e) != CALL_EXPR
      || !fndecl_built_in_p (get_callee_fndecl (e), BUILT_IN_EXPECT))
    return expr;
  e = CALL_EXPR_ARG (e, 0);
  STRIP_NOPS (e);
  return e;
}

/* Write at most 60 characters of the N at WORDS, in one line.  */
static void
put_words (const char *words, size_t n)
{
  for (size_t i = 0; i < n && i < 60; i++)
    fputc (ISSPACE (words[i]) ? ' ' : words[i], out);
  if (n > 60)
    fputs ("...", out);
}

/* Write EXPR as the source has it, if that is one line and no macro's; else as the
   compiler would say it.  */
static void
put_operand (tree expr)
{
  location_t where = EXPR_LOCATION (expr);
  expanded_location from = expand_location (get_start (where));
  expanded_location to = expand_location (get_finish (where));
  if (where > BUILTINS_LOCATION && !linemap_location_from_macro_expansion_p (line_table, where)
      && from.file && from.line == to.line && from.column > 0)
    {
      char_span line = halt_source_line (from.file, from.line);
      if (line && from.column <= to.column && (size_t) to.column <= line.length ())
	{
	  put_words (line.get_buffer () + from.column - 1, to.column - from.column + 1);
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
  fputc (' ', out);
  if (COMPARISON_CLASS_P (expr))
    {
      tree left = TREE_OPERAND (expr, 0);
      STRIP_NOPS (left);
      put_operand (left);
      fprintf (out, " %s ", op_symbol_code (TREE_CODE (expr)));
      expr = TREE_OPERAND (expr, 1);
      STRIP_NOPS (expr);
    }
  put_operand (expr);
  fputc ('\n', out);
}

void
cover_add_decision (const char *kind, uint32_t number, location_t where,
		    const char *shape, const vec<tree *> &conditions)
{
  fprintf (begin (), "decision %u", number);
  add_place (where);
  fprintf (out, " %s %s\n", kind, shape);
  for (unsigned i = 0; i < conditions.length (); i++)
    {
      location_t at = EXPR_LOCATION (*conditions[i]);
      fputs ("condition", out);
      add_place (at > BUILTINS_LOCATION ? at : where);
      add_text (*conditions[i]);
    }
}

void
cover_add_switch (uint32_t number, location_t where, const vec<tree> &labels)
{
  fprintf (begin (), "switch %u", number);
  add_place (where);
  fprintf (out, " %u\n", labels.length ());
  for (unsigned i = 0; i < labels.length (); i++)
    {
      location_t at = EXPR_LOCATION (labels[i]);
      fputs ("case", out);
      add_place (at > BUILTINS_LOCATION ? at : where);
      if (!CASE_LOW (labels[i]))
	fputs (at == where ? " other\n" : " default\n", out);
      else
	add_text (CASE_LOW (labels[i]));
    }
}

bool
cover_found (void)
{
  return out != NULL;
}

void
cover_write (FILE *f, const struct halt_map *header)
{
  struct halt_cover h = {};
  fclose (out);
  size_t padded = ROUND_UP (text_size, 8);
  char *words = XCNEWVEC (char, padded);
  memcpy (words, text, text_size);
  h.magic = HALT_COVER_MAGIC;
  h.version = HALT_COVER_VERSION;
  h.map = header->checksum;
  h.size = text_size;
  fprintf (f, "\t.section\t" HALT_COVER_SECTION ",\"\",%%progbits\n\t.balign\t8\n");
  unit_write_words (f, &h, sizeof h);
  unit_write_words (f, words, padded);
  free (words);
  free (text);
  out = NULL;
}
