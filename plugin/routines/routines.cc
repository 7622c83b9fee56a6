/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions are left alone: analysis routines, what they call, and
   what the user or the machine excludes.  */

#include "plugin/core/core.h"
#include "plugin/target_hooks.h"
#include "plugin/routines/routines.h"

/* Whether FNDECL is left alone by its name, or for `analysis': a routine, or a static function that
   an analysis gives to others to call.  */
static bool
has_routine_name (const_tree fndecl)
{
  if (!DECL_NAME (fndecl) || !DECL_FILE_SCOPE_P (fndecl))
    return false;
  if (config->analysis && TREE_PUBLIC (fndecl))
    return true;
  const char *name = IDENTIFIER_POINTER (DECL_NAME (fndecl));
  return startswith (name, "_record_") || startswith (name, "_halt_")
	 || startswith (name, "__halt_");
}

bool
is_routine (const_tree fndecl)
{
  return TREE_PUBLIC (fndecl) && has_routine_name (fndecl);
}

static tree
handle_attribute (tree *node, tree name, tree args, int, bool *no_add_attrs)
{
  tree arg = TREE_VALUE (args);
  if (TREE_CODE (*node) != FUNCTION_DECL || TREE_CODE (arg) != STRING_CST
      || strcmp (TREE_STRING_POINTER (arg), "none") != 0)
    {
      warning (OPT_Wattributes,
	       "halt: attribute %qE is for functions and takes "
	       "%<\"none\"%>",
	       name);
      *no_add_attrs = true;
    }
  return NULL_TREE;
}

static const struct attribute_spec halt_attribute = {
  "halt", 1, 1, true, false, false, false, handle_attribute, NULL
};

static void
on_attributes (void *, void *)
{
  register_attribute (&halt_attribute);
}

/* A routine is referred to by machine code only, which link-time optimisation
   does not see: keep it.  */
static void
on_function_parsed (void *event_data, void *)
{
  tree fndecl = (tree) event_data;
  if (fndecl && TREE_CODE (fndecl) == FUNCTION_DECL && is_routine (fndecl))
    {
      TREE_USED (fndecl) = 1;
      DECL_PRESERVE_P (fndecl) = 1;
    }
}

void
routines_init (const char *plugin_name)
{
  register_callback (plugin_name, PLUGIN_ATTRIBUTES, on_attributes, NULL);
  register_callback (plugin_name, PLUGIN_FINISH_PARSE_FUNCTION,
		     on_function_parsed, NULL);
}

/* What routines of this unit call or refer to, directly or through
   initialised data.  Computed when the first function is asked about:
   afterwards GCC drops the call edges of one function after the other.
   Decls are known by their number, so nothing has to be kept from the garbage
   collector.  */
static hash_set<int_hash<int, -1, -2> > *reached;

/* Add NODE and what it calls in the same file, which in link-time optimisation
   is one of several; with REFS what it refers to as well.  */
static void
reach (symtab_node *node, bool refs)
{
  struct ipa_ref *ref;
  const lto_file_decl_data *file = node->lto_file_data;

  node = node->ultimate_alias_target ();
  if (node->lto_file_data != file || reached->add (DECL_UID (node->decl)))
    return;
  if (refs)
    for (unsigned i = 0; node->iterate_reference (i, ref); i++)
      if (ref->referred->lto_file_data == file)
	reach (ref->referred, refs);
  if (cgraph_node *fn = dyn_cast<cgraph_node *> (node))
    for (cgraph_edge *e = fn->callees; e; e = e->next_callee)
      if (e->callee->lto_file_data == file)
	reach (e->callee, refs);
}

static bool
is_resolver (cgraph_node *node)
{
  struct ipa_ref *ref;
  if (node->ifunc_resolver)
    return true;
  for (unsigned i = 0; node->iterate_direct_aliases (i, ref); i++)
    if (cgraph_node *alias = dyn_cast<cgraph_node *> (ref->referring))
      if (alias->ifunc_resolver)
	return true;
  return false;
}

static void
reach_all (void)
{
  struct cgraph_node *node;

  reached = new hash_set<int_hash<int, -1, -2> >;
  FOR_EACH_FUNCTION (node)
    if (has_routine_name (node->decl))
      reach (node, true);
  /* The resolver of an ifunc runs while the program is still being
     relocated: it and what it calls cannot call routines.  What it refers
     to are the functions it chooses from.  */
  FOR_EACH_FUNCTION (node)
    if (is_resolver (node))
      reach (node, false);
}

/* Clones that are made later are not in what was reached by now.  */
bool
routines_alone (bool labelled)
{
  cgraph_node *node;
  bool any = false, alone = true;
  reach_all ();
  FOR_EACH_DEFINED_FUNCTION (node)
    {
      tree decl = node->ultimate_alias_target ()->decl;
      any |= is_routine (node->decl);
      if (!TREE_PUBLIC (node->decl) || DECL_EXTERNAL (node->decl)
	  || DECL_COMDAT (node->decl))
	continue;
      alone &= labelled ? reached->contains (DECL_UID (decl))
			: !MAIN_NAME_P (DECL_NAME (node->decl));
    }
  delete reached;
  reached = NULL;
  return any && alone;
}

/* Of marked functions; no attribute in a program has such a name.  */
#define MARK "halt reached"

void
routines_mark (void)
{
  struct cgraph_node *node;

  reach_all ();
  FOR_EACH_DEFINED_FUNCTION (node)
    {
      /* Only machine code will refer to it.  */
      if (is_routine (node->decl))
	DECL_PRESERVE_P (node->decl) = 1;
      else if (reached->contains (DECL_UID (node->decl)))
	DECL_ATTRIBUTES (node->decl) = tree_cons (get_identifier (MARK),
						  NULL_TREE,
						  DECL_ATTRIBUTES (node->decl));
    }
}

static bool
is_reached (tree fndecl)
{
  if (in_lto_p)
    return lookup_attribute (MARK, DECL_ATTRIBUTES (fndecl));
  if (!reached)
    reach_all ();
  return reached->contains (DECL_UID (fndecl));
}

const char *
function_excluded (void)
{
  tree fndecl = current_function_decl;
  tree attrs = DECL_ATTRIBUTES (fndecl);

  if (has_routine_name (fndecl))
    return "analysis routine";
  if (lookup_attribute ("halt", attrs))
    return "attribute halt(\"none\")";
  if (lookup_attribute ("no_instrument_function", attrs))
    return "attribute no_instrument_function";
  if (const char *why = choice_leaves_out (fndecl))
    return why;
  if (lookup_attribute ("naked", attrs))
    return "attribute naked: it has no frame";
  if (cgraph_node::get (fndecl) && is_resolver (cgraph_node::get (fndecl)))
    return "ifunc resolver: it runs before relocation";
  if (is_reached (fndecl))
    return "called by an analysis routine or an ifunc resolver";
  return config->gimple ? NULL : target_refuse_function ();
}
