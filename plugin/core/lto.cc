/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Link-time optimisation at=rtl: pots are made when the program is linked, so
   that until then nothing refers to the analysis routines.

   Each unit therefore streams a table of the routines of its kinds, for the
   linker to find them by, in archives too.  When the whole program is read,
   what the routines of a file reach in that file is marked, because a partition
   does not show it.  Before code is made the table is dropped.

   What a routine changes can only be told to other units by code that is final.  So
   a unit that is an analysis is compiled as if without -flto.  */

#include "plugin/core/core.h"
#include "plugin/routines/routines.h"

#define TABLE "__halt_routines"

/* The function called NAME as this unit knows it, or else a declaration that
   matches whatever definition there is.  */
static tree
find_routine (const char *name)
{
  symtab_node *known = symtab_node::get_for_asmname (get_identifier (name));
  if (known && is_a<cgraph_node *> (known))
    return known->decl;
  return build_fn_decl (name, build_function_type (void_type_node, NULL_TREE));
}

/* Add the variable that refers to the routines of all kinds that are
   labelled.  */
static void
write_table (void)
{
  vec<constructor_elt, va_gc> *elts = NULL;
  for (int k = 0; k < HALT_KIND_USER || kind_word (k); k++)
    if (k >= HALT_KIND_USER
	|| (k < HALT_KIND_END && config->kind[k]
	    && halt_kind_args (k) != HALT_ARGS_START))
      CONSTRUCTOR_APPEND_ELT (
	elts, size_int (vec_safe_length (elts)),
	build_fold_addr_expr (find_routine (kind_routine (k))));
  if (!elts)
    return;
  tree type = build_array_type_nelts (const_ptr_type_node, elts->length ());
  tree table = build_decl (UNKNOWN_LOCATION, VAR_DECL, get_identifier (TABLE),
			   type);
  TREE_STATIC (table) = 1;
  TREE_READONLY (table) = 1;
  TREE_USED (table) = 1;
  DECL_ARTIFICIAL (table) = 1;
  DECL_IGNORED_P (table) = 1;
  DECL_PRESERVE_P (table) = 1;
  DECL_INITIAL (table) = build_constructor (type, elts);
  TREE_CONSTANT (DECL_INITIAL (table)) = 1;
  TREE_STATIC (DECL_INITIAL (table)) = 1;
  varpool_node::finalize_decl (table);
  /* GCC does that for variables it met before.  */
  varpool_node::get (table)->analyze ();
}

static bool
is_table (const varpool_node *node)
{
  return DECL_NAME (node->decl) && DECL_ARTIFICIAL (node->decl)
	 && startswith (IDENTIFIER_POINTER (DECL_NAME (node->decl)), TABLE);
}

/* The unit is parsed and, with -flto, about to be streamed.  */
static void
on_ipa_start (void *, void *)
{
  if (flag_generate_lto && !in_lto_p && unit.map && !config->gimple)
    write_table ();
}

/* The front end's last word, after which debug information is written: that of a unit
   that is streamed in another way.  */
static void (*finalize_early_debug) (void);

/* All functions are known, and nothing is written yet.  */
static void
on_graph (void)
{
  if (flag_generate_lto && !flag_generate_offload && !in_lto_p
      && !config->gimple && !config->atom && routines_alone (unit.map != NULL))
    {
      flag_generate_lto = 0;
      flag_lto = NULL;
      clobbers_start ();
    }
  finalize_early_debug ();
}

namespace
{

const pass_data visibility_data =
{
  IPA_PASS, "halt_visibility", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0
};

/* Before the pass that makes local what only the program itself uses.  */
class pass_visibility : public ipa_opt_pass_d
{
public:
  pass_visibility ()
      : ipa_opt_pass_d (visibility_data, g, NULL, NULL, NULL, NULL, NULL, NULL,
			0, NULL, NULL)
  {
  }
  bool gate (function *) final override { return in_lto_p && unit.map; }
  unsigned execute (function *) final override
  {
    routines_mark ();
    return 0;
  }
};

} // anonymous namespace

const halt_pass table_pass = {
  SIMPLE_IPA_PASS, "halt_table",
  [] (function *) { return unit.map != NULL; },
  [] (function *) {
    varpool_node *node, *following;
    for (node = symtab->first_variable (); node; node = following)
      {
	following = symtab->next_variable (node);
	if (is_table (node))
	  node->remove ();
      }
  }
};

ipa_opt_pass_d *
make_visibility_pass (void)
{
  return new pass_visibility;
}

void
lto_init (const char *plugin_name)
{
  finalize_early_debug = lang_hooks.finalize_early_debug;
  lang_hooks.finalize_early_debug = on_graph;
  register_callback (plugin_name, PLUGIN_ALL_IPA_PASSES_START, on_ipa_start,
		     NULL);
}
