/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover: marks in the trees of the front end, which are what is written.

   A mark is an empty asm with a number.  The compiler copies, inlines and drops it with
   its code; at=gimple labels those that are left (cover_marked).

   C's front end folds conditions while it parses if it optimizes: `a || b' becomes `a | b',
   two comparisons one of a range (fold_truth_andor).  So it is told not to until it is done
   with a function.  C++ folds later, but remembers what it has folded to warn of
   something.  */

#include "plugin/core/core.h"
#include "plugin/cover/cover.h"
#include "plugin/cover/tree.h"
#include "plugin/routines/routines.h"

/* --- a function ------------------------------------------------------------------- */

/* Mark with NUMBER where FNDECL begins.  */
static void
mark_entry (tree fndecl, uint32_t number)
{
  tree *body = &DECL_SAVED_TREE (fndecl);
  if (TREE_CODE (*body) == BIND_EXPR)
    body = &BIND_EXPR_BODY (*body);
  if (TREE_CODE (*body) != STATEMENT_LIST)
    {
      tree list = NULL_TREE;
      append_to_statement_list_force (*body, &list);
      *body = list;
    }
  tree_stmt_iterator i = tsi_start (*body);
  tsi_link_before (&i, cover_mark (DECL_SOURCE_LOCATION (fndecl), number),
		   TSI_SAME_STMT);
}

/* Mark all of F, which is FNDECL's.  */
static void
mark_found (found *f, tree fndecl)
{
  uint32_t entry = unit.n_marks++;
  cover_add_function (entry, fndecl);
  for (unsigned i = 0; i < f->switches.length (); i++)
    cover_mark_switch (f, f->switches[i]);
  /* Before calls and branches of ours come in.  */
  for (unsigned i = f->bodies.length (); i-- > 0;)
    cover_mark_body (f, f->bodies[i]);
  for (unsigned i = 0; i < f->decisions.length (); i++)
    {
      decision *d = &f->decisions[i];
      if (d->where == UNKNOWN_LOCATION)
	d->where = EXPR_LOCATION (*d->conditions[0]);
      d->number = unit.n_marks;
      unit.n_marks += cover_numbers (&d->vectors);
      cover_add_decision (d->kind, d->number, d->of, d->where, d->shape,
			  d->conditions);
    }
  for (unsigned i = 0; i < f->calls.length (); i++)
    {
      const mark_before *m = &f->calls[i];
      *m->slot = cover_both (m->mark, *m->slot);
      TREE_SIDE_EFFECTS (*m->slot) = 1;
    }
  /* Inner ones first: they are in conditions of others.  */
  for (unsigned i = f->decisions.length (); i-- > 0;)
    cover_mark_decision (&f->decisions[i]);
  mark_entry (fndecl, entry);
  if (clear_fold_cache)
    clear_fold_cache ();
}

static void
mark_function (tree fndecl)
{
  found f;
  f.decisions = vNULL;
  f.bodies = vNULL;
  f.calls = vNULL;
  f.switches = vNULL;
  cover_add_body (&f, &DECL_SAVED_TREE (fndecl));
  /* The variants of a constructor have the marks of the one that they are made of.  */
  bool variant = walk_tree (&DECL_SAVED_TREE (fndecl), cover_find, &f, &f.seen);
  if (!variant)
    mark_found (&f, fndecl);
  for (unsigned i = 0; i < f.decisions.length (); i++)
    {
      f.decisions[i].conditions.release ();
      f.decisions[i].maskings.release ();
      cover_shape_release (&f.decisions[i].vectors);
      free (f.decisions[i].shape);
    }
  f.decisions.release ();
  f.bodies.release ();
  f.calls.release ();
  f.switches.release ();
}

/* --- C's front end ------------------------------------------------------------------- */

/* Where nothing is optimized, __builtin_constant_p is 0 unless that is known at once.
   Later more may be known: while a function is parsed, it is the target's builtin, so that
   we are asked.  */
static void
hold_constant_p (bool held)
{
  set_decl_built_in_function (builtin_decl_explicit (BUILT_IN_CONSTANT_P),
			      held ? BUILT_IN_MD : BUILT_IN_NORMAL,
			      BUILT_IN_CONSTANT_P);
}

static tree
fold_builtin (tree fndecl, int n, tree *args, bool ignore)
{
  if (fndecl != builtin_decl_explicit (BUILT_IN_CONSTANT_P))
    return unit.fold_builtin (fndecl, n, args, ignore);
  if (n != 1)
    {
      error ("%qE takes one argument", fndecl);
      return integer_zero_node;
    }
  int parses = optimize;
  hold_constant_p (false);
  optimize = opt_for_fn (current_function_decl, optimize);
  tree known = fold_builtin_call_array (input_location, integer_type_node,
					build_fold_addr_expr (fndecl), n, args);
  optimize = parses;
  hold_constant_p (true);
  return known;
}

/* GCC goes on to another function, which may have options of its own.  */
static void
set_current_function (tree fndecl)
{
  unit.set_current_function (fndecl);
  if (unit.parses)
    optimize = 0;
}

static void
on_start_function (void *fndecl, void *)
{
  if (!fndecl || TREE_CODE ((tree) fndecl) != FUNCTION_DECL || lang_GNU_CXX ())
    return;
  unit.parses = true;
  hold_constant_p (true);
}

/* FNDECL has been parsed, or what was to be one.  */
static void
restore (tree fndecl)
{
  if (unit.parses)
    optimize = fndecl
		 ? opt_for_fn (fndecl, optimize)
		 : TREE_OPTIMIZATION (optimization_default_node)->x_optimize;
  if (unit.parses)
    hold_constant_p (false);
  unit.parses = false;
}

/* Whether only the front end evaluates DECL.  */
static bool
is_immediate (tree decl)
{
  return strstr (lang_hooks.decl_printable_name (decl, 2), "consteval ");
}

/* Why DECL is not counted, or NULL.  */
static const char *
left_out (tree decl)
{
  static const char *const attributes[][2] = {
    { "halt", "attribute halt" },
    { "naked", "attribute naked" },
    { "no_instrument_function", "attribute no_instrument_function" },
    { "no_profile_instrument_function",
      "attribute no_profile_instrument_function" }
  };
  if (lang_GNU_CXX () && is_immediate (decl))
    return "consteval: the compiler evaluates it";
  if (cfun && cfun->coroutine_component)
    return "coroutine: GCC has made other functions of it";
  if (lang_GNU_CXX () && halt_makes_constants (decl))
    return "constexpr: this compiler would evaluate what counts";
  for (size_t i = 0; i < ARRAY_SIZE (attributes); i++)
    if (lookup_attribute (attributes[i][0], DECL_ATTRIBUTES (decl)))
      return attributes[i][1];
  return choice_leaves_out (decl);
}

/* Whether DECL is what makes a pointer to a function of a lambda.  */
static bool
is_for_lambda (tree decl)
{
  return DECL_ARTIFICIAL (decl) && DECL_NAME (decl)
	 && (id_equal (DECL_NAME (decl), "_FUN")
	     || startswith (lang_hooks.decl_printable_name (decl, 0),
			    "operator "));
}

/* Mark what is in DECL, and in functions that are in it; or say why not.  */
static void
take_function (tree decl)
{
  tree outer = current_function_decl;
  if (!DECL_SAVED_TREE (decl)
      || in_system_header_at (DECL_SOURCE_LOCATION (decl))
      || (lang_GNU_CXX () && is_for_lambda (decl)))
    return;
  current_function_decl = decl;
  if (const char *why = left_out (decl))
    cover_add_left_out (decl, DECL_SOURCE_LOCATION (decl), "function", why);
  else
    mark_function (decl);
  if (!lang_GNU_CXX ())
    for (cgraph_node *n
	 = first_nested_function (cgraph_node::get_create (decl));
	 n; n = next_nested_function (n))
      take_function (n->decl);
  current_function_decl = outer;
}

static void
on_function (void *fndecl, void *)
{
  restore ((tree) fndecl);
  if (seen_error () || !unit.map)
    return;
  take_function ((tree) fndecl);
  /* C++ would evaluate calls of constexpr functions with constants where it optimizes.  */
  if (lang_GNU_CXX ())
    flag_no_inline = 1;
}

/* One in another is part of that.  */
static void
on_finish_function (void *fndecl, void *)
{
  if (fndecl && lang_GNU_CXX ())
    flag_no_inline = opt_for_fn ((tree) fndecl, flag_no_inline);
  if (!fndecl || !decl_function_context ((tree) fndecl))
    restore (NULL_TREE);
}

void
cover_init (const char *plugin_name)
{
  if (!config->kind[HALT_COVER])
    return;
  unit.set_current_function = targetm.set_current_function;
  targetm.set_current_function = set_current_function;
  unit.fold_builtin = targetm.fold_builtin;
  targetm.fold_builtin = fold_builtin;
  register_callback (plugin_name, PLUGIN_START_PARSE_FUNCTION,
		     on_start_function, NULL);
  register_callback (plugin_name, PLUGIN_PRE_GENERICIZE, on_function, NULL);
  register_callback (plugin_name, PLUGIN_FINISH_PARSE_FUNCTION,
		     on_finish_function, NULL);
}
