/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the source marks as a section: a statement by its label or by a pragma, a
   function by an attribute.  And the bodies of loops, where those are still
   loops.  */

#include "plugin/arp/arp.h"
#include "plugin/core/core.h"
#include "plugin/routines/routines.h"

vec<arp_section *> sections;

/* Of the front ends of C and C++; others do not have them.  */
extern tree add_stmt (tree) __attribute__ ((weak));
extern void c_register_pragma (const char *, const char *, pragma_handler_1arg)
  __attribute__ ((weak));
extern enum cpp_ttype pragma_lex (tree *, location_t *) __attribute__ ((weak));

#define MARK_FUNCTION "__arp_mark"

bool
arp_leaves_out (tree fndecl)
{
  tree attrs = DECL_ATTRIBUTES (fndecl);
  if (lookup_attribute ("halt", attrs)
      || lookup_attribute ("no_instrument_function", attrs)
      || lookup_attribute ("naked", attrs) || choice_leaves_out (fndecl)
      || is_routine (fndecl))
    return true;
  const vec<const char *> *lists[] = {
    &config->arp_enter, &config->arp_leave, &config->arp_spawn,
    &config->arp_join,	&config->arp_lock,  &config->arp_unlock,
    &config->arp_error
  };
  for (const vec<const char *> *list : lists)
    for (unsigned i = 0; i < list->length (); i++)
      if (DECL_NAME (fndecl)
	  && strcmp ((*list)[i], IDENTIFIER_POINTER (DECL_NAME (fndecl))) == 0)
	return true;
  return false;
}

/* --- sections --------------------------------------------------------------- */

unsigned
section_new (section_kind kind, const char *name, tree fndecl, location_t where)
{
  static const char *const kinds[] = { "call", "loop", "jump", "kernel",
				       "profile" };
  arp_section *s = new arp_section ();
  expanded_location at = expand_location (where);
  char line[24];
  snprintf (line, sizeof line, ":%d", at.line);
  s->kind = kind;
  s->text = concat (kinds[kind], " ", name && *name ? name : "-", " ",
		    unit_pretty_of (fndecl), " ",
		    at.file ? unit_path (at.file) : "?", line, NULL);
  for (char *p = s->text; *p; p++)
    if (*p == '\n')
      *p = ' ';
  sections.safe_push (s);
  return sections.length () - 1;
}

void
section_calls (arp_section *s, tree fndecl)
{
  if (!fndecl)
    s->any = true;
  else if (!s->callees.contains (DECL_UID (fndecl)))
    s->callees.safe_push (DECL_UID (fndecl));
}

bool
is_function_pointer (tree type)
{
  return POINTER_TYPE_P (type) && FUNC_OR_METHOD_TYPE_P (TREE_TYPE (type));
}

bool
leads_nowhere (tree fndecl)
{
  const char *name = DECL_NAME (fndecl)
		       ? IDENTIFIER_POINTER (DECL_NAME (fndecl))
		       : "";
  return fndecl_built_in_p (fndecl) || startswith (name, "arp_")
	 || startswith (name, "__arp_") || startswith (name, "__cxa_");
}

/* A function NAME of TYPE that does not throw, as the front end has them: C++'s looks
   at what its language adds to a function's declaration.  Transactions call it as it
   is.  */
static tree
front_end_function (const char *name, tree type)
{
  if (flag_tm)
    type = build_type_attribute_variant (
      type, tree_cons (get_identifier ("transaction_pure"), NULL_TREE,
		       TYPE_ATTRIBUTES (type)));
  tree fn = build_fn_decl (name, type);
  TREE_NOTHROW (fn) = 1;
  DECL_LANG_SPECIFIC (fn)
    = DECL_LANG_SPECIFIC (builtin_decl_explicit (BUILT_IN_EXPECT));
  lang_hooks.dup_lang_specific_decl (fn);
  return fn;
}

/* The number of section K.  */
static tree
section_number (unsigned k)
{
  tree type = build_function_type_list (short_unsigned_type_node,
					unsigned_type_node, NULL_TREE);
  tree fn = front_end_function (SID_FUNCTION, type);
  return build_call_expr (fn, 1, build_int_cst (unsigned_type_node, k));
}

static tree
section_test (unsigned k, tree code)
{
  tree zero = build_zero_cst (short_unsigned_type_node);
  tree test = build2 (NE_EXPR, boolean_type_node, section_number (k), zero);
  if (sections[k]->kind < SECTION_KERNEL)
    {
      tree expect = builtin_decl_explicit (BUILT_IN_EXPECT);
      tree n = build_call_expr (expect, 2,
				fold_convert (long_integer_type_node, test),
				build_zero_cst (long_integer_type_node));
      test = build2 (NE_EXPR, boolean_type_node, n,
		     build_zero_cst (long_integer_type_node));
    }
  return build3 (COND_EXPR, void_type_node, test, code,
		 build_empty_stmt (UNKNOWN_LOCATION));
}

/* A function of the library with N parameters.  */
static tree
library_function (const char *name, tree result, unsigned n)
{
  tree types[] = { short_unsigned_type_node, short_unsigned_type_node,
		   integer_type_node };
  if (startswith (name, "arp_unwind"))
    types[1] = unsigned_type_node;
  return front_end_function (name,
			     build_function_type_array (result, n, types));
}

tree
section_call (unsigned k, const char *name, tree to, tree rest)
{
  tree fn = library_function (name, to ? unsigned_type_node : void_type_node,
			      rest ? 2 : 1);
  tree self = build_zero_cst (short_unsigned_type_node);
  tree call = rest ? build_call_expr (fn, 2, self, rest)
		   : build_call_expr (fn, 1, self);
  return section_test (k, to ? build2 (MODIFY_EXPR, void_type_node, to, call)
			     : call);
}

tree
section_enter (unsigned k)
{
  static const char *const names[] = {
    "arp_enter", "arp_enter", NULL, "arp_enter_kernel", "arp_enter_profiled"
  };
  tree fn = library_function (names[sections[k]->kind], void_type_node, 3);
  return section_test (
    k, build_call_expr (fn, 3, build_zero_cst (short_unsigned_type_node),
			section_number (k), integer_zero_node));
}

tree
section_leave (unsigned k)
{
  static const char *const names[] = {
    "arp_leave", "arp_leave", NULL, "arp_leave_kernel", "arp_leave_profiled"
  };
  tree fn = library_function (names[sections[k]->kind], void_type_node, 2);
  return section_test (
    k, build_call_expr (fn, 2, build_zero_cst (short_unsigned_type_node),
			section_number (k)));
}

/* BODY as section K.  */
static tree
wrap (unsigned k, tree body)
{
  tree list = alloc_stmt_list ();
  append_to_statement_list_force (section_enter (k), &list);
  append_to_statement_list_force (build2 (TRY_FINALLY_EXPR, void_type_node,
					  body, section_leave (k)),
				  &list);
  TREE_SIDE_EFFECTS (list) = 1;
  return list;
}

/* --- what is in a loop -------------------------------------------------------- */

/* For walk_tree: note what is called.  */
static tree
find_calls (tree *tp, int *, void *data)
{
  arp_section *s = (arp_section *) data;
  tree t = *tp;
  /* A call, or what C++ has for one that makes an object.  */
  if (TREE_CODE_CLASS (TREE_CODE (t)) == tcc_vl_exp)
    {
      tree fn = TREE_OPERAND (t, 1);
      tree callee = NULL_TREE;
      if (fn && TREE_CODE (fn) == ADDR_EXPR
	  && TREE_CODE (TREE_OPERAND (fn, 0)) == FUNCTION_DECL)
	callee = TREE_OPERAND (fn, 0);
      if (!fn)
	return NULL_TREE;
      if (!callee || !leads_nowhere (callee))
	section_calls (s, callee);
      for (int i = 3; i < TREE_OPERAND_LENGTH (t); i++)
	if (TREE_OPERAND (t, i)
	    && is_function_pointer (TREE_TYPE (TREE_OPERAND (t, i))))
	  s->any = true;
    }
  return NULL_TREE;
}

/* Make the body of a loop at *BODY, in FNDECL, a section if it may lead to one.  What
   is marked in the body itself counts its executions alone.  */
static void
wrap_body (tree *body, tree fndecl, location_t where)
{
  if (!*body)
    return;
  unsigned k = section_new (SECTION_LOOP, NULL, fndecl, where);
  walk_tree_without_duplicates (body, find_calls, sections[k]);
  if (sections[k]->any || sections[k]->callees.length () > 0)
    {
      *body = wrap (k, *body);
      return;
    }
  delete sections.pop ();
}

/* --- statements ------------------------------------------------------------------ */

/* What a name says: a kind of section, or -1.  *REST is what follows.  */
static int
kind_of_name (const char *name, const char **rest)
{
  static const struct
  {
    const char *begin;
    section_kind kind;
  } names[] = { { "ato_kernel", SECTION_KERNEL },
		{ "arp_kernel", SECTION_KERNEL },
		{ "ato_profile", SECTION_PROFILE },
		{ "arp_profile", SECTION_PROFILE } };
  for (size_t i = 0; i < ARRAY_SIZE (names); i++)
    if (startswith (name, names[i].begin))
      {
	*rest = name + strlen (names[i].begin);
	if (**rest == '_')
	  ++*rest;
	return names[i].kind;
      }
  return -1;
}

/* The kind of section that T, a statement, begins; -1: it does not.  *NAME is what
   it is called, *WHERE where its mark is.  */
static int
mark_of (tree t, const char **name, location_t *where)
{
  *where = EXPR_LOCATION (t);
  if (TREE_CODE (t) == LABEL_EXPR)
    {
      tree label = LABEL_EXPR_LABEL (t);
      *where = DECL_SOURCE_LOCATION (label);
      /* In a copy, as C++ makes of constructors, it marks what is marked.  */
      return DECL_NAME (label) && !DECL_ABSTRACT_ORIGIN (label)
	       ? kind_of_name (IDENTIFIER_POINTER (DECL_NAME (label)), name)
	       : -1;
    }
  /* C++ has more around it.  */
  while (TREE_CODE (t) == CLEANUP_POINT_EXPR || TREE_CODE (t) == CONVERT_EXPR
	 || TREE_CODE (t) == NOP_EXPR || TREE_CODE (t) == EXPR_STMT)
    t = TREE_OPERAND (t, 0);
  if (TREE_CODE (t) != CALL_EXPR || !CALL_EXPR_FN (t)
      || TREE_CODE (CALL_EXPR_FN (t)) != ADDR_EXPR)
    return -1;
  tree fn = TREE_OPERAND (CALL_EXPR_FN (t), 0);
  if (TREE_CODE (fn) != FUNCTION_DECL || !DECL_NAME (fn)
      || !startswith (IDENTIFIER_POINTER (DECL_NAME (fn)), MARK_FUNCTION))
    return -1;
  *where = EXPR_LOCATION (t);
  return kind_of_name (IDENTIFIER_POINTER (DECL_NAME (fn))
			 + strlen (MARK_FUNCTION "_"),
		       name);
}

/* Whether A comes before line LINE, column COLUMN.  */
static bool
is_before (location_t a, int line, int column)
{
  expanded_location at = expand_location (a);
  return at.line < line || (at.line == line && at.column < column);
}

/* Whether A comes before B; in what a macro makes, there.  */
static bool
is_before (location_t a, location_t b)
{
  expanded_location at = expand_location (b);
  if (linemap_location_from_macro_expansion_p (line_table, a)
      && linemap_location_from_macro_expansion_p (line_table, b))
    {
      at = expand_location_to_spelling_point (b);
      a = linemap_resolve_location (line_table, a, LRK_SPELLING_LOCATION, NULL);
    }
  return is_before (a, at.line, at.column);
}

/* Whether T says nothing.  */
static bool
is_debug (tree t)
{
  return TREE_CODE (t) == DEBUG_BEGIN_STMT;
}

/* Whether the statement that T belongs to is still to come.  */
static bool
is_in_front (tree t)
{
  const char *name;
  location_t where;
  return is_debug (t) || TREE_CODE (t) == LABEL_EXPR
	 || TREE_CODE (t) == CASE_LABEL_EXPR || mark_of (t, &name, &where) >= 0;
}

/* Where T begins.  C++ says of a block with declarations where it ends.  */
static location_t
begin_of (tree t)
{
  location_t at = UNKNOWN_LOCATION;
  switch (TREE_CODE (t))
    {
    case BIND_EXPR:
      if (BIND_EXPR_VARS (t))
	return DECL_SOURCE_LOCATION (BIND_EXPR_VARS (t));
      return begin_of (BIND_EXPR_BODY (t));
    case STATEMENT_LIST:
      for (tree_stmt_iterator i = tsi_start (t);
	   !tsi_end_p (i) && at == UNKNOWN_LOCATION; tsi_next (&i))
	if (!is_debug (tsi_stmt (i)))
	  at = begin_of (tsi_stmt (i));
      return at;
    default:
      return EXPR_LOCATION (t);
    }
}

static void find_sections (tree *tp, tree fndecl);

/* Of LIST, make the statement from I on that label WHERE marks one, and return it;
   a place for it is left at I.  */
static tree
take_statement (tree_stmt_iterator *i, location_t where)
{
  tree body = alloc_stmt_list ();
  int column = 0, line = block_end (where, &column);
  bool first = true, loop = false;
  while (!tsi_end_p (*i))
    {
      tree t = tsi_stmt (*i);
      location_t at = begin_of (t);
      bool known = at != UNKNOWN_LOCATION;
      if (line)
	{
	  if (known && !is_before (at, line, column))
	    break;
	}
      else if (!first && !is_debug (t))
	{
	  /* What stands before a loop may be the loop's.  */
	  if (!loop)
	    break;
	}
      append_to_statement_list_force (t, &body);
      tsi_delink (i);
      if (is_in_front (t))
	continue;
      if (!line)
	{
	  bool was_loop = loop;
	  loop = false;
	  if (first && !was_loop && known)
	    {
	      tree_stmt_iterator next = *i;
	      while (!tsi_end_p (next) && is_debug (tsi_stmt (next)))
		tsi_next (&next);
	      loop = !tsi_end_p (next)
		     && TREE_CODE (tsi_stmt (next)) == FOR_STMT
		     && is_before (EXPR_LOCATION (tsi_stmt (next)), at);
	    }
	}
      first = false;
    }
  return body;
}

/* The sections of the statements of LIST.  */
static void
find_in_list (tree list, tree fndecl)
{
  for (tree_stmt_iterator i = tsi_start (list); !tsi_end_p (i);)
    {
      const char *name = NULL;
      location_t where;
      tree t = tsi_stmt (i);
      int kind = mark_of (t, &name, &where);
      if (kind < 0)
	{
	  find_sections (tsi_stmt_ptr (i), fndecl);
	  tsi_next (&i);
	  continue;
	}
      bool label = TREE_CODE (t) == LABEL_EXPR;
      if (label)
	tsi_next (&i);
      else
	tsi_delink (&i);
      name = xstrdup (name);
      tree body = take_statement (&i, where);
      unsigned k = section_new ((section_kind) kind, name, fndecl, where);
      find_sections (&body, fndecl);
      tree whole = wrap (k, body);
      if (tsi_end_p (i))
	{
	  tree_stmt_iterator last = tsi_last (list);
	  tsi_link_after (&last, whole, TSI_CONTINUE_LINKING);
	  break;
	}
      tsi_link_before (&i, whole, TSI_SAME_STMT);
    }
}

/* For walk_tree: lists, and loops when what is in them is done.  */
static tree
find_one (tree *tp, int *walk, void *data)
{
  tree t = *tp, fndecl = (tree) data;
  tree *body = NULL;
  const char *name;
  location_t where;
  if (TREE_CODE (t) != STATEMENT_LIST && mark_of (t, &name, &where) >= 0)
    {
      /* The whole body of a loop, say, with an empty statement.  */
      *tp = alloc_stmt_list ();
      append_to_statement_list_force (t, tp);
      t = *tp;
    }
  switch ((int) TREE_CODE (t))
    {
    case STATEMENT_LIST:
      find_in_list (t, fndecl);
      *walk = 0;
      break;
    case FOR_STMT:
      body = &FOR_BODY (t);
      break;
    case WHILE_STMT:
      body = &WHILE_BODY (t);
      break;
    case DO_STMT:
      body = &DO_BODY (t);
      break;
    default:
      break;
    }
  if (body)
    {
      find_sections (body, fndecl);
      wrap_body (body, fndecl, EXPR_LOCATION (t));
      *walk = 0;
    }
  return NULL_TREE;
}

static void
find_sections (tree *tp, tree fndecl)
{
  walk_tree_without_duplicates (tp, find_one, fndecl);
}

/* attribute ((arp ("kernel"))).  */
static int
kind_of_attribute (tree fndecl)
{
  tree attr = lookup_attribute ("arp", DECL_ATTRIBUTES (fndecl));
  if (!attr)
    return -1;
  tree arg = TREE_VALUE (TREE_VALUE (attr));
  return strcmp (TREE_STRING_POINTER (arg), "kernel") == 0
	   ? SECTION_KERNEL
	   : SECTION_PROFILE;
}

/* Functions whose marks were looked for, by DECL_UID.  */
static hash_set<int_hash<int, -1, -2> > *seen;

void
section_label (tree label, tree fndecl)
{
  const char *rest;
  if (DECL_NAME (label)
      && kind_of_name (IDENTIFIER_POINTER (DECL_NAME (label)), &rest) >= 0
      && (!seen || !seen->contains (DECL_UID (fndecl))))
    warning_at (DECL_SOURCE_LOCATION (label), 0,
		"halt: %qD marks nothing: GCC has made a coroutine of the "
		"function around it",
		label);
}

bool
section_mark (tree callee, location_t where)
{
  const char *name = DECL_NAME (callee)
		       ? IDENTIFIER_POINTER (DECL_NAME (callee))
		       : "";
  if (!startswith (name, MARK_FUNCTION "_"))
    return false;
  if (!arp_leaves_out (current_function_decl))
    warning_at (where, 0,
		"halt: %<#pragma arp%> marks nothing: GCC has made a "
		"coroutine of the function around it");
  return true;
}

/* Whether -Wunused-label was asked for: here that is warned of, as GCC does not know
   what labels of sections are for.  */
static bool warns_unused;

/* For walk_tree: warn of a label that is not used.  */
static tree
warn_of_unused (tree *tp, int *, void *)
{
  tree label = TREE_CODE (*tp) == LABEL_EXPR ? LABEL_EXPR_LABEL (*tp)
					     : NULL_TREE;
  const char *rest;
  if (label && DECL_NAME (label) && !TREE_USED (label)
      && !DECL_ABSTRACT_ORIGIN (label)
      && kind_of_name (IDENTIFIER_POINTER (DECL_NAME (label)), &rest) < 0)
    warning_at (DECL_SOURCE_LOCATION (label), OPT_Wunused_label,
		"label %qD defined but not used", label);
  return NULL_TREE;
}

/* A function is parsed, and nothing of it taken apart yet.  */
static void
on_function (void *event_data, void *)
{
  tree fndecl = (tree) event_data;
  if (fndecl)
    {
      if (!seen)
	seen = new hash_set<int_hash<int, -1, -2> >;
      seen->add (DECL_UID (fndecl));
    }
  if (fndecl && TREE_CODE (fndecl) == FUNCTION_DECL && warns_unused
      && DECL_SAVED_TREE (fndecl))
    {
      warn_unused_label = 1;
      walk_tree_without_duplicates (&DECL_SAVED_TREE (fndecl), warn_of_unused,
				    NULL);
      warn_unused_label = 0;
    }
  if (!fndecl || TREE_CODE (fndecl) != FUNCTION_DECL
      || !DECL_SAVED_TREE (fndecl) || arp_leaves_out (fndecl))
    return;
  int kind = kind_of_attribute (fndecl);
  find_sections (&DECL_SAVED_TREE (fndecl), fndecl);
  if (kind < 0)
    return;
  /* Within the bind that has its parameters and variables, if there is one.  */
  unsigned k = section_new ((section_kind) kind,
			    IDENTIFIER_POINTER (DECL_NAME (fndecl)), fndecl,
			    DECL_SOURCE_LOCATION (fndecl));
  tree *body = &DECL_SAVED_TREE (fndecl);
  if (TREE_CODE (*body) == BIND_EXPR)
    body = &BIND_EXPR_BODY (*body);
  *body = wrap (k, *body);
}

/* --- attribute and pragma ------------------------------------------------------ */

static tree
handle_attribute (tree *node, tree name, tree args, int, bool *no_add_attrs)
{
  tree arg = TREE_VALUE (args);
  if (TREE_CODE (*node) != FUNCTION_DECL || TREE_CODE (arg) != STRING_CST
      || (strcmp (TREE_STRING_POINTER (arg), "kernel") != 0
	  && strcmp (TREE_STRING_POINTER (arg), "profile") != 0))
    {
      warning (
	OPT_Wattributes,
	"halt: attribute %qE is for functions and takes %<\"kernel\"%> or "
	"%<\"profile\"%>",
	name);
      *no_add_attrs = true;
    }
  return NULL_TREE;
}

static const struct attribute_spec arp_attribute = {
  "arp", 1, 1, true, false, false, false, handle_attribute, NULL
};

static void
on_attributes (void *, void *)
{
  register_attribute (&arp_attribute);
}

/* #pragma arp kernel [NAME]: a mark in front of the next statement.  */
static void
add_mark (const char *kind)
{
  tree t;
  location_t where;
  enum cpp_ttype token = pragma_lex (&t, &where);
  const char *name = token == CPP_NAME ? IDENTIFIER_POINTER (t) : "";
  if (token == CPP_NAME)
    token = pragma_lex (&t, &where);
  if (token != CPP_EOF)
    warning_at (where, OPT_Wpragmas, "halt: %<#pragma arp %s%> takes one name",
		kind);
  if (!current_function_decl || !add_stmt)
    {
      warning_at (input_location, OPT_Wpragmas,
		  "halt: %<#pragma arp %s%> is for statements", kind);
      return;
    }
  char *mark = concat (MARK_FUNCTION "_arp_", kind, *name ? "_" : "", name,
		       NULL);
  tree fn = front_end_function (mark, build_function_type_list (void_type_node,
								NULL_TREE));
  free (mark);
  tree call = build_call_expr_loc (input_location, fn, 0);
  TREE_SIDE_EFFECTS (call) = 1;
  add_stmt (call);
}

static void
pragma_kernel (struct cpp_reader *)
{
  add_mark ("kernel");
}

static void
pragma_profile (struct cpp_reader *)
{
  add_mark ("profile");
}

static void
on_pragmas (void *, void *)
{
  if (!c_register_pragma || !pragma_lex)
    return;
  c_register_pragma ("arp", "kernel", pragma_kernel);
  c_register_pragma ("arp", "profile", pragma_profile);
}

void
arp_init (const char *plugin_name)
{
  if (!config->arp)
    return;
  warns_unused = warn_unused_label;
  warn_unused_label = 0;
  register_callback (plugin_name, PLUGIN_ATTRIBUTES, on_attributes, NULL);
  register_callback (plugin_name, PLUGIN_PRAGMAS, on_pragmas, NULL);
  register_callback (plugin_name, PLUGIN_PRE_GENERICIZE, on_function, NULL);
}
