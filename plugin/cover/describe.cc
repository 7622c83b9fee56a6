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
static expanded_location
place_of (location_t where)
{
  expanded_location at = expand_location (get_start (where));
  return at.file ? at : expand_location (where);
}

static void
put_place (expanded_location at)
{
  fprintf (unit.written, " %d:%d", at.line, at.column);
}

static void
add_place (location_t where)
{
  put_place (place_of (where));
}

static tree
without_conversions (tree expr)
{
  while (CONVERT_EXPR_P (expr))
    expr = TREE_OPERAND (expr, 0);
  return expr;
}

/* The operator of C of which what is written at WHERE is an operand, or 0: where an operand
   has no place of its own, as a variable, or where C asks whether it is 0, it has the
   operator's.  */
static char
operator_at (location_t where)
{
  if (lang_GNU_CXX () || where <= BUILTINS_LOCATION
      || get_start (where) != get_pure_location (where)
      || linemap_location_from_macro_expansion_p (line_table, where))
    return 0;
  expanded_location at = expand_location (where);
  size_t size;
  const char *line = at.file ? source_line (at.file, at.line, &size) : NULL;
  if (!line || at.column < 1 || (size_t) at.column >= size)
    return 0;
  const char *op = line + at.column - 1;
  return *op == '?' || ((*op == '&' || *op == '|') && op[1] == *op) ? *op : 0;
}

/* Let *AT, the place of the operator OP, be that of its operand, which is on its left for
   `?', else on its right, and has a NAME or NULL; if that can be seen in the source.  */
static void
find_operand (expanded_location *at, char op, const char *name)
{
  size_t size, length = name ? strlen (name) : 0;
  int line = at->line, column = op == '?' ? at->column - 1 : at->column + 2;
  const char *text = source_line (at->file, line, &size);
  while (text && line > at->line - 10 && line < at->line + 10)
    {
      char c = column < 1 || (size_t) column > size ? '\n' : text[column - 1];
      if (c == '\n')
	{
	  line += op == '?' ? -1 : 1;
	  text = line > 0 ? source_line (at->file, line, &size) : NULL;
	  column = op != '?' ? 1 : text ? (int) size : 0;
	  continue;
	}
      if (ISSPACE (c) || c == (op == '?' ? ')' : '('))
	{
	  column += op == '?' ? -1 : 1;
	  continue;
	}
      if (op != '?' && c == '/' && (size_t) column < size
	  && text[column] == '*')
	{
	  for (column += 3; (size_t) column <= size; column++)
	    if (text[column - 2] == '*' && text[column - 1] == '/')
	      break;
	  column++;
	  continue;
	}
      int from = op == '?' ? column - (int) length + 1 : column;
      if (!name ? op == '?' || c == '/' || c == '#'
		: from < 1 || from - 1 + length > size
		    || memcmp (text + from - 1, name, length)
		    || (from > 1 && ISIDNUM (text[from - 2]))
		    || (from - 1 + length < size
			&& ISIDNUM (text[from - 1 + length])))
	return;
      at->line = line;
      at->column = from;
      return;
    }
}

/* Whether EXPR, a `?:', `&&' or `||' of C, was made anew as an operand, where that is one.  */
static bool
is_rebuilt (tree expr)
{
  location_t where = EXPR_LOCATION (expr);
  return (TREE_CODE (expr) == COND_EXPR || TREE_CODE (expr) == TRUTH_ANDIF_EXPR
	  || TREE_CODE (expr) == TRUTH_ORIF_EXPR)
	 && !lang_GNU_CXX () && get_start (where) == get_pure_location (where);
}

bool
cover_written (tree choice)
{
  tree test = TREE_OPERAND (choice, 0);
  location_t where = EXPR_LOCATION (test), end = get_finish (where);
  if (lang_GNU_CXX () || !COMPARISON_CLASS_P (test)
      || TREE_CODE (TREE_OPERAND (choice, 1)) != INTEGER_CST
      || TREE_CODE (TREE_OPERAND (choice, 2)) != INTEGER_CST
      || end <= BUILTINS_LOCATION || end == get_pure_location (where)
      || linemap_location_from_macro_expansion_p (line_table, end))
    return true;
  /* What has no place of its own, as a variable, has that of `?' or `:'.  */
  expanded_location at = expand_location (get_pure_location (where));
  size_t size, column = (size_t) at.column;
  const char *line = source_line (at.file, at.line, &size);
  if (line && column > 0 && column <= size
      && (line[column - 1] == '?' || line[column - 1] == ':'))
    return true;
  at = expand_location (end);
  column = (size_t) at.column;
  line = source_line (at.file, at.line, &size);
  while (line && column < size
	 && (ISSPACE (line[column]) || line[column] == ')'))
    column++;
  return !line || column >= size || !strchr (";,:]*+-<>&|^%=", line[column]);
}

/* Whether the variable VARIABLE is what comes next after the `:' at WHERE.  */
static bool
is_after (location_t where, tree variable)
{
  if (where <= BUILTINS_LOCATION || !DECL_P (variable) || !DECL_NAME (variable)
      || linemap_location_from_macro_expansion_p (line_table, where))
    return false;
  expanded_location at = expand_location (where), from = at;
  at.column--;
  find_operand (&at, ':', IDENTIFIER_POINTER (DECL_NAME (variable)));
  return at.line != from.line || at.column > from.column;
}

/* Whether VALUE of CHOICE, a `?:', is written after its `:'; 1, 0, or -1: that is not known.  */
static int
comes_last (tree choice, tree value)
{
  location_t colon = get_pure_location (EXPR_LOCATION (choice));
  location_t at
    = get_pure_location (EXPR_LOCATION (without_conversions (value)));
  return at <= BUILTINS_LOCATION || at == colon
	   ? -1
	   : linemap_location_before_p (line_table, colon, at);
}

bool
cover_turned_round (tree choice)
{
  tree first = TREE_OPERAND (choice, 1), last = TREE_OPERAND (choice, 2);
  if (lang_GNU_CXX () || is_rebuilt (choice)
      || VOID_TYPE_P (TREE_TYPE (choice)))
    return false;
  if (int turned = comes_last (choice, first); turned >= 0)
    return turned;
  if (int not_turned = comes_last (choice, last); not_turned >= 0)
    return !not_turned;
  return CONSTANT_CLASS_P (last)
	 && is_after (get_pure_location (EXPR_LOCATION (choice)),
		      without_conversions (first));
}

/* Where EXPR begins, which is a condition or has one.  */
static expanded_location
start_of (tree expr, location_t otherwise)
{
  location_t where = EXPR_LOCATION (expr);
  expanded_location at = place_of (where > BUILTINS_LOCATION ? where
							     : otherwise);
  if (is_rebuilt (expr))
    return start_of (TREE_OPERAND (expr, 0), where);
  char op = operator_at (where);
  if (!op)
    return at;
  tree operand = TREE_CODE (expr) == NE_EXPR || TREE_CODE (expr) == EQ_EXPR
		   ? TREE_OPERAND (expr, 0)
		   : expr;
  STRIP_NOPS (operand);
  if (EXPR_LOCATION (operand) > BUILTINS_LOCATION
      && EXPR_LOCATION (operand) != where)
    return start_of (operand, otherwise);
  if (TREE_CODE (operand) == COMPOUND_EXPR)
    return start_of (TREE_OPERAND (operand, 0), where);
  find_operand (&at, op,
		DECL_P (operand) && DECL_NAME (operand)
		  ? IDENTIFIER_POINTER (DECL_NAME (operand))
		  : NULL);
  return at;
}

void
cover_add_function (uint32_t number, tree fndecl)
{
  expanded_location at = expand_location (DECL_SOURCE_LOCATION (fndecl));
  unit.written_file = at.file;
  fprintf (begin (), "function %u %d:%d\t%s\t%s\t%s\n", number, at.line,
	   at.column, IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl)),
	   lang_hooks.decl_printable_name (fndecl, 2),
	   remap_debug_filename (at.file));
}

void
cover_add_left_out (tree fndecl, location_t where, const char *what,
		    const char *why)
{
  expanded_location at = expand_location (where);
  fprintf (begin (), "left %d:%d\t%s\t%s\t%s\t%s\n", at.line, at.column, what,
	   why, lang_hooks.decl_printable_name (fndecl, 2),
	   remap_debug_filename (at.file ? at.file : ""));
}

/* The file of WHERE if what was written last is in another: a function may include files;
   or NULL.  */
static const char *
other_file (location_t where)
{
  const char *file = place_of (where).file;
  return file && strcmp (file, unit.written_file) ? file : NULL;
}

/* What follows is at WHERE.  */
static void
use_file (location_t where)
{
  const char *file = other_file (where);
  if (!file)
    return;
  unit.written_file = file;
  fprintf (begin (), "file %s\n", remap_debug_filename (file));
}

void
cover_add_statements (uint32_t number, const location_t *where, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    {
      use_file (where[i]);
      fprintf (unit.written, "statements %u", number);
      for (add_place (where[i]); i + 1 < n && !other_file (where[i + 1]); i++)
	add_place (where[i + 1]);
      fputc ('\n', unit.written);
    }
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
  if (where > BUILTINS_LOCATION && !operator_at (where) && !is_rebuilt (expr)
      && !linemap_location_from_macro_expansion_p (line_table, where)
      && from.file && from.line == to.line && from.column > 0)
    {
      size_t size;
      const char *line = source_line (from.file, from.line, &size);
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
cover_add_call (uint32_t number, tree call, tree callee, location_t where)
{
  use_file (where);
  fprintf (begin (), "call %u", number);
  add_place (where);
  fputc (' ', unit.written);
  /* Instances of a template are alike.  */
  if (callee)
    {
      const char *name = lang_hooks.decl_printable_name (callee, 0);
      put_words (name, startswith (name, "operator") ? strlen (name)
						     : strcspn (name, "<"));
    }
  else
    put_operand (call);
  fputc ('\n', unit.written);
}

void
cover_add_decision (const char *kind, uint32_t number, tree of,
		    location_t where, const char *shape,
		    const vec<tree *> &conditions)
{
  use_file (where);
  fprintf (unit.written, "decision %u", number);
  put_place (TREE_CODE (of) == COND_EXPR && !VOID_TYPE_P (TREE_TYPE (of))
	       ? start_of (of, where)
	       : place_of (where));
  fprintf (unit.written, " %s %s\n", kind, shape);
  for (unsigned i = 0; i < conditions.length (); i++)
    {
      fputs ("condition", unit.written);
      put_place (start_of (*conditions[i], where));
      add_text (*conditions[i]);
    }
}

void
cover_add_switch (uint32_t number, location_t where, const vec<tree> &labels)
{
  use_file (where);
  fprintf (unit.written, "switch %u", number);
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
