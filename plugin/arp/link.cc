/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What leads to a section, as far as the unit can tell: the rest of its points are
   taken away again.  What only the program can tell is left to the library, in a
   table (arp/run/units.h).  And main starts the recording.  */

#include "plugin/arp/arp.h"
#include "plugin/core/core.h"
#include "arp/run/units.h"

/* A function of the unit, or one that it calls.  */
struct fn
{
  cgraph_node *node;
  bool leads;			/* may lead */
  bool section;			/* has one itself */
  bool any;			/* calls what is not known */
  auto_vec<int> callees;
  int number;			/* in the table, -1: not there */
};

static auto_vec<fn *> fns;
static hash_map<int_hash<int, -1, -2>, int> *by_uid;

static int
find_fn (unsigned uid)
{
  int *i = by_uid->get (uid);
  return i ? *i : -1;
}

/* Whether NODE, which is no function of the unit, never leads anywhere.  */
static bool
is_foreign (cgraph_node *node)
{
  return leads_nowhere (node->decl) || DECL_IN_SYSTEM_HEADER (node->decl);
}

/* The section whose number STMT asks for, or NULL.  */
static arp_section *
section_of (gimple *stmt)
{
  tree callee = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL;
  if (!callee || !DECL_NAME (callee)
      || strcmp (IDENTIFIER_POINTER (DECL_NAME (callee)), SID_FUNCTION) != 0)
    return NULL;
  return sections[tree_to_uhwi (gimple_call_arg (stmt, 0))];
}

/* Whether there is a kernel or a profiled section in NODE's code, which may be a copy
   of what the source marks.  */
static bool
has_section (cgraph_node *node)
{
  basic_block bb;
  function *fun = DECL_STRUCT_FUNCTION (node->decl);
  if (!node->definition || !fun || !fun->cfg)
    return false;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	const arp_section *s = section_of (gsi_stmt (gsi));
	if (s && s->kind >= SECTION_KERNEL)
	  return true;
      }
  return false;
}

/* Whether STMT passes the address of a function.  */
static bool
passes_function (gimple *stmt)
{
  for (unsigned i = 0; stmt && i < gimple_call_num_args (stmt); i++)
    if (is_function_pointer (TREE_TYPE (gimple_call_arg (stmt, i))))
      return true;
  return false;
}

/* The unit's functions, and who calls whom.  */
static void
read_functions (void)
{
  cgraph_node *node;
  by_uid = new hash_map<int_hash<int, -1, -2>, int>;
  FOR_EACH_FUNCTION (node)
    {
      fn *f = new fn ();
      f->node = node;
      f->number = -1;
      f->section = has_section (node);
      by_uid->put (DECL_UID (node->decl), fns.length ());
      fns.safe_push (f);
    }
  for (unsigned i = 0; i < fns.length (); i++)
    {
      node = fns[i]->node;
      if (node->alias || node->thunk)
	{
	  cgraph_node *to = node->ultimate_alias_target ();
	  if (node->thunk && node->callees)
	    to = node->callees->callee;
	  int n = find_fn (DECL_UID (to->decl));
	  if (to != node && n >= 0)
	    fns[i]->callees.safe_push (n);
	}
      fns[i]->any = node->indirect_calls != NULL;
      for (cgraph_edge *e = node->callees; e; e = e->next_callee)
	{
	  int n = find_fn (DECL_UID (e->callee->decl));
	  if (n >= 0 && !fns[i]->callees.contains (n))
	    fns[i]->callees.safe_push (n);
	  /* Of the builtins those of OpenMP do.  */
	  if (!e->callee->has_gimple_body_p () && e->call_stmt
	      && (!leads_nowhere (e->callee->decl)
		  || fndecl_built_in_p (e->callee->decl))
	      && passes_function (e->call_stmt))
	    fns[i]->any = true;
	}
    }
}

static bool
may_lead (arp_section *s)
{
  if (s->kind >= SECTION_KERNEL || s->any)
    return true;
  for (unsigned i = 0; i < s->callees.length (); i++)
    {
      int n = find_fn (s->callees[i]);
      if (n >= 0 && fns[n]->leads)
	return true;
    }
  return false;
}

static void
spread (void)
{
  for (unsigned i = 0; i < fns.length (); i++)
    fns[i]->leads = fns[i]->section || fns[i]->any
		    || (!fns[i]->node->definition
			&& !is_foreign (fns[i]->node));
  for (bool more = true; more;)
    {
      more = false;
      for (unsigned i = 0; i < fns.length (); i++)
	for (unsigned k = 0; !fns[i]->leads && k < fns[i]->callees.length ();
	     k++)
	  if (fns[fns[i]->callees[k]]->leads)
	    fns[i]->leads = more = true;
    }
}

/* --- the table ------------------------------------------------------------------ */

static tree
make_variable (const char *name, tree type, tree init, bool constant)
{
  tree var = build_decl (UNKNOWN_LOCATION, VAR_DECL, get_identifier (name),
			 type);
  TREE_STATIC (var) = 1;
  TREE_ADDRESSABLE (var) = 1;
  TREE_READONLY (var) = constant;
  TREE_USED (var) = 1;
  DECL_ARTIFICIAL (var) = 1;
  DECL_IGNORED_P (var) = 1;
  DECL_INITIAL (var) = init;
  varpool_node::finalize_decl (var);
  varpool_node::get (var)->analyze ();
  return var;
}

/* A constructor, 'I', or destructor, 'D', that calls NAME with A, and if that is not
   NULL with B and C.  */
static void
add_constructor (char which, const char *name, tree a, tree b, tree c)
{
  tree type = b ? build_function_type_list (void_type_node, ptr_type_node,
					    const_ptr_type_node,
					    const_ptr_type_node, NULL_TREE)
		: build_function_type_list (void_type_node, ptr_type_node,
					    NULL_TREE);
  tree fn = build_fn_decl (name, type);
  TREE_NOTHROW (fn) = 1;
  tree body = NULL_TREE;
  append_to_statement_list_force (b ? build_call_expr (fn, 3, a, b, c)
				    : build_call_expr (fn, 1, a),
				  &body);
  cgraph_build_static_cdtor (which, body, MAX_RESERVED_INIT_PRIORITY + 1);
}

static tree sids;		/* the array */
bool sections_done;

struct texts
{
  auto_vec<char> at;
  unsigned add (const char *text)
  {
    unsigned begin = at.length ();
    for (; *text; text++)
      at.safe_push (*text);
    at.safe_push ('\0');
    return begin;
  }
};

/* Number what stays, and write the table; false: nothing stays.  */
static bool
write_table (void)
{
  auto_vec<unsigned> points, kernels, nodes, edges, words;
  texts names;
  names.add ("");
  for (unsigned k = 0; k < sections.length (); k++)
    {
      sections[k]->kept = may_lead (sections[k]);
      if (sections[k]->kept)
	(sections[k]->kind < SECTION_KERNEL ? points : kernels).safe_push (k);
    }
  unsigned n_points = points.length (), n_nodes = n_points;
  for (unsigned i = 0; i < kernels.length (); i++)
    points.safe_push (kernels[i]);
  for (unsigned i = 0; i < fns.length (); i++)
    if (fns[i]->leads
	&& (fns[i]->node->definition || fns[i]->node->callers
	    || fns[i]->node->address_taken))
      fns[i]->number = n_nodes++;
  if (points.is_empty () && n_nodes == 0)
    return false;
  for (unsigned i = 0; i < points.length (); i++)
    sections[points[i]]->number = i;
  for (unsigned i = 0; i < n_points; i++)
    {
      arp_section *s = sections[points[i]];
      nodes.safe_push (0);
      nodes.safe_push (0);
      for (unsigned k = 0; k < s->callees.length (); k++)
	{
	  int n = find_fn (s->callees[k]);
	  if (n >= 0 && fns[n]->number >= 0)
	    {
	      edges.safe_push (i);
	      edges.safe_push (fns[n]->number);
	    }
	}
      if (s->any)
	{
	  edges.safe_push (i);
	  edges.safe_push (ARP_ANY);
	}
    }
  for (unsigned i = 0; i < fns.length (); i++)
    if (fns[i]->number >= 0)
      {
	cgraph_node *node = fns[i]->node;
	const char *name = targetm.strip_name_encoding (
	  IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (node->decl)));
	nodes.safe_push ((fns[i]->section ? ARP_NODE_LEADS : 0)
			 | (node->address_taken || DECL_VIRTUAL_P (node->decl)
			      ? ARP_NODE_TAKEN
			      : 0));
	nodes.safe_push (TREE_PUBLIC (node->decl) ? names.add (name) : 0);
	for (unsigned k = 0; k < fns[i]->callees.length (); k++)
	  if (fns[fns[i]->callees[k]]->number >= 0)
	    {
	      edges.safe_push (fns[i]->number);
	      edges.safe_push (fns[fns[i]->callees[k]]->number);
	    }
	if (fns[i]->any)
	  {
	    edges.safe_push (fns[i]->number);
	    edges.safe_push (ARP_ANY);
	  }
      }
  words.safe_push (ARP_UNIT_VERSION);
  words.safe_push (n_points);
  words.safe_push (points.length ());
  words.safe_push (n_nodes);
  words.safe_push (edges.length () / 2);
  for (unsigned i = 0; i < points.length (); i++)
    words.safe_push (names.add (sections[points[i]]->text));
  words.safe_splice (nodes);
  words.safe_splice (edges);

  vec<constructor_elt, va_gc> *elts = NULL;
  tree word = build_nonstandard_integer_type (32, 1);
  for (unsigned i = 0; i < words.length (); i++)
    CONSTRUCTOR_APPEND_ELT (elts, size_int (i), build_int_cst (word, words[i]));
  tree type = build_array_type_nelts (word, words.length ());
  tree init = build_constructor (type, elts);
  TREE_CONSTANT (init) = 1;
  TREE_STATIC (init) = 1;
  tree table = make_variable ("__arp_table", type, init, true);
  tree text = build_string (names.at.length (), names.at.address ());
  TREE_TYPE (text) = build_array_type_nelts (char_type_node,
					     names.at.length ());
  TREE_CONSTANT (text) = 1;
  TREE_STATIC (text) = 1;
  TREE_READONLY (text) = 1;
  tree strings = make_variable ("__arp_names", TREE_TYPE (text), text, true);
  sids = make_variable ("__arp_sids",
			build_array_type_nelts (short_unsigned_type_node,
						MAX (points.length (), 1)),
			NULL_TREE, false);
  add_constructor ('I', "__arp_unit", build_fold_addr_expr (sids),
		   build_fold_addr_expr (table),
		   build_fold_addr_expr (strings));
  add_constructor ('D', "__arp_unit_end", build_fold_addr_expr (sids),
		   NULL_TREE, NULL_TREE);
  return true;
}

/* --- the code ---------------------------------------------------------------------- */

/* In the current function, let what refers to sections refer to their numbers.  */
static bool
replace_numbers (void)
{
  basic_block bb;
  bool changed = false;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gimple *stmt = gsi_stmt (gsi);
	const arp_section *s = section_of (stmt);
	if (!s)
	  continue;
	tree lhs = gimple_call_lhs (stmt);
	changed = true;
	if (!lhs)
	  {
	    gsi_replace (&gsi, gimple_build_nop (), false);
	    continue;
	  }
	tree value = s->kept && sids
		       ? build4 (ARRAY_REF, short_unsigned_type_node, sids,
				 build_int_cst (integer_type_node, s->number),
				 NULL_TREE, NULL_TREE)
		       : build_zero_cst (short_unsigned_type_node);
	gassign *load = gimple_build_assign (lhs, value);
	gimple_set_location (load, gimple_location (stmt));
	gsi_replace (&gsi, load, false);
      }
  return changed;
}

/* The function or variable of the user's that is called NAME; NULL_TREE if NAME
   is.  */
static tree
find_function (const char *name)
{
  cgraph_node *node;
  if (!name || strcmp (name, "0") == 0)
    return null_pointer_node;
  FOR_EACH_FUNCTION (node)
    if (DECL_NAME (node->decl) && DECL_FILE_SCOPE_P (node->decl)
	&& strcmp (IDENTIFIER_POINTER (DECL_NAME (node->decl)), name) == 0)
      {
	node->mark_address_taken ();
	return build_fold_addr_expr (node->decl);
      }
  tree fn = build_fn_decl (name,
			   build_function_type (void_type_node, NULL_TREE));
  return build_fold_addr_expr (fn);
}

/* The context called NAME as an operand before GSI: what the variable has, if it is
   a pointer, else where it is.  */
static tree
find_context (const char *name, gimple_stmt_iterator *gsi)
{
  varpool_node *node;
  tree var = NULL_TREE;
  if (!name || strcmp (name, "0") == 0)
    return null_pointer_node;
  FOR_EACH_VARIABLE (node)
    if (DECL_NAME (node->decl) && DECL_FILE_SCOPE_P (node->decl)
	&& strcmp (IDENTIFIER_POINTER (DECL_NAME (node->decl)), name) == 0)
      var = node->decl;
  if (!var)
    {
      var = build_decl (UNKNOWN_LOCATION, VAR_DECL, get_identifier (name),
			ptr_type_node);
      TREE_PUBLIC (var) = 1;
      DECL_EXTERNAL (var) = 1;
      TREE_USED (var) = 1;
    }
  TREE_ADDRESSABLE (var) = TREE_ADDRESSABLE (var)
			   | !POINTER_TYPE_P (TREE_TYPE (var));
  if (!POINTER_TYPE_P (TREE_TYPE (var)))
    return build_fold_addr_expr (var);
  tree tmp = create_tmp_var (TREE_TYPE (var), "arp_context");
  gsi_insert_before (gsi, gimple_build_assign (tmp, var), GSI_SAME_STMT);
  return tmp;
}

static const char *
nth (const vec<const char *> &list, unsigned i)
{
  return i < list.length () ? list[i] : NULL;
}

static const char *
last (const vec<const char *> &list)
{
  return list.length () ? list[list.length () - 1] : NULL;
}

/* A call of the library's NAME before GSI.  */
static void
add_call (gimple_stmt_iterator *gsi, const char *name, const vec<tree> &args)
{
  tree fn = build_fn_decl (name,
			   build_function_type (void_type_node, NULL_TREE));
  TREE_NOTHROW (fn) = 1;
  gsi_insert_before (gsi,
		     gimple_build_call_vec (build_fold_addr_expr (fn), args),
		     GSI_SAME_STMT);
}

/* The current function is main: start.  */
static void
start_main (void)
{
  basic_block first = single_succ (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  first = split_edge (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun)));
  gimple_stmt_iterator at = gsi_start_bb (first), *gsi = &at;
  gimple *nop = gimple_build_nop ();
  gsi_insert_after (gsi, nop, GSI_NEW_STMT);
  if (const char *file = last (config->arp_file))
    {
      auto_vec<tree> args;
      args.safe_push (build_string_literal (strlen (file) + 1, file));
      add_call (gsi, "arp_set_file_name", args);
    }
  unsigned n = MAX (config->arp_enter.length (), config->arp_leave.length ());
  for (unsigned i = 0; i < MAX (n, 1u); i++)
    {
      auto_vec<tree> args;
      unsigned types = config->arp_type.length ();
      unsigned type = types == 0  ? (n == 0 ? 9 : 5)
		      : i < types ? config->arp_type[i]
				  : config->arp_type[types - 1];
      args.safe_push (build_int_cst (integer_type_node, type));
      args.safe_push (find_function (n == 0 ? "arp_cycles_enter"
					    : nth (config->arp_enter, i)));
      args.safe_push (find_function (n == 0 ? "arp_cycles_leave"
					    : nth (config->arp_leave, i)));
      args.safe_push (find_function (nth (config->arp_spawn, i)));
      args.safe_push (find_function (nth (config->arp_join, i)));
      args.safe_push (find_context (nth (config->arp_context, i), gsi));
      add_call (gsi, "arp_add_callbacks", args);
    }
  auto_vec<tree> args;
  args.safe_push (integer_one_node);
  args.safe_push (build_int_cst (integer_type_node, 65535));
  args.safe_push (build_int_cst (integer_type_node, config->arp_mode));
  args.safe_push (find_function (last (config->arp_error)));
  args.safe_push (null_pointer_node);
  args.safe_push (find_function (last (config->arp_lock)));
  args.safe_push (find_function (last (config->arp_unlock)));
  /* What follows those of the sets is the lock's.  */
  args.safe_push (find_context (nth (config->arp_context, MAX (n, 1u)), gsi));
  add_call (gsi, "arp_start", args);
}

/* Whether STMT begins a parallel region that may lead to a section.  */
static bool
begins_team (gimple *stmt)
{
  tree callee = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL;
  tree region
    = callee && fndecl_built_in_p (callee)
	  && startswith (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (callee)),
			 "GOMP_parallel")
	? gimple_call_arg (stmt, 0)
	: NULL_TREE;
  if (!region || TREE_CODE (region) != ADDR_EXPR)
    return false;
  int n = find_fn (DECL_UID (TREE_OPERAND (region, 0)));
  return n >= 0 && fns[n]->leads;
}

/* Let the team of the parallel region at GSI begin where the caller is.  */
static void
add_team (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  tree team = create_tmp_var (build_array_type_nelts (ptr_type_node,
						      ARP_TEAM_WORDS),
			      "arp_team");
  TREE_ADDRESSABLE (team) = 1;
  bool reads = fndecl_built_in_p (gimple_call_fndecl (stmt),
				  BUILT_IN_GOMP_PARALLEL_REDUCTIONS);
  auto_vec<tree> args;
  args.safe_push (build_fold_addr_expr (team));
  args.safe_push (gimple_call_arg (stmt, 0));
  args.safe_push (gimple_call_arg (stmt, 1));
  args.safe_push (build_int_cst (integer_type_node, reads));
  add_call (gsi, "__arp_team", args);
  tree work = build_fn_decl ("__arp_team_work",
			     build_function_type_list (void_type_node,
						       ptr_type_node,
						       NULL_TREE));
  gimple_call_set_arg (stmt, 0, build_fold_addr_expr (work));
  gimple_call_set_arg (stmt, 1, build_fold_addr_expr (team));
  update_stmt (stmt);
}

/* The same for all parallel regions of the current function.  */
static bool
add_teams (void)
{
  basic_block bb;
  bool changed = false;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (begins_team (gsi_stmt (gsi)))
	{
	  add_team (&gsi);
	  changed = true;
	}
  return changed;
}

static void
link_sections (function *)
{
  cgraph_node *node;
  auto_vec<cgraph_node *> defined;
  read_functions ();
  spread ();
  FOR_EACH_DEFINED_FUNCTION (node)
    if (node->has_gimple_body_p () && !node->thunk)
      defined.safe_push (node);
  write_table ();
  sections_done = true;
  for (unsigned i = 0; i < defined.length (); i++)
    {
      push_cfun (DECL_STRUCT_FUNCTION (defined[i]->decl));
      bool changed = cfun->cfg && (replace_numbers () | add_teams ());
      if (cfun->cfg && is_main ())
	{
	  start_main ();
	  changed = true;
	}
      if (changed)
	cgraph_edge::rebuild_edges ();
      pop_cfun ();
    }
}

const halt_pass arp_link_pass = {
  SIMPLE_IPA_PASS, "halt_arp_link",
  [] (function *) { return !in_lto_p && !seen_error (); },
  link_sections
};
