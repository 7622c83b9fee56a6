/* SPDX-License-Identifier: GPL-3.0-or-later */
/* at=gimple: a pot is an ordinary call.  The compiler passes the arguments and
   keeps what must be kept.

   The calls are to functions that do not throw and do not come back into the
   unit ("leaf"), but of which nothing else is known: they are never removed,
   and never change places with each other.  */

#include "plugin/core/core.h"
#include "plugin/count/count.h"
#include "plugin/gimple/gimple.h"

/* Valid during one run of the pass, where nothing is collected.  */
static tree routines[HALT_KIND_END];
static tree descriptor;

/* The unit's base in the current function, while pots are poured, once one needs it:
   read where the function is entered.  Reading it at each pot costs the compiler more
   than all that follows.  */
static tree unit_word;
static bool pouring;

void
gimple_pour_release (void)
{
  memset (routines, 0, sizeof routines);
  descriptor = NULL_TREE;
}

/* How alias analysis sees the arguments of a routine of KIND: 'x' is no address.  What is
   one needs a constraint at each pot, all of which take time with the square of their
   number.  */
static const char *
see_arguments (int kind)
{
  switch (halt_kind_args (kind))
    {
    case HALT_ARGS_ACCESS:
      return ". x . x ";
    case HALT_ARGS_BUFFER:
    case HALT_ARGS_CALLEE:
      return ". . x ";
    case HALT_ARGS_JUMP:
      return ". . . x ";
    default:
      return ". x x x ";
    }
}

/* Of N_ARGS words, the first of which may be WIDE: 64 bits.  */
static tree
declare_routine (const char *name, unsigned n_args, bool wide, const char *seen)
{
  auto_vec<tree> types;
  for (unsigned i = 0; i < n_args; i++)
    types.safe_push (i == 0 && wide ? long_long_unsigned_type_node
				    : long_unsigned_type_node);
  tree type = build_function_type_array (void_type_node, n_args,
					 types.address ());
  tree text = build_string (2 + 2 * n_args, seen);
  tree attributes = tree_cons (get_identifier ("fn spec"),
			       build_tree_list (NULL_TREE, text),
			       TYPE_ATTRIBUTES (type));
  /* Transactions call it as it is.  */
  if (flag_tm)
    attributes = tree_cons (get_identifier ("transaction_pure"), NULL_TREE,
			    attributes);
  type = build_type_attribute_variant (type, attributes);
  tree decl = build_fn_decl (name, type);
  TREE_NOTHROW (decl) = 1;
  DECL_ATTRIBUTES (decl) = tree_cons (get_identifier ("leaf"), NULL_TREE,
				      DECL_ATTRIBUTES (decl));
  return decl;
}

static void
make_hidden (tree decl)
{
  DECL_VISIBILITY (decl) = VISIBILITY_HIDDEN;
  DECL_VISIBILITY_SPECIFIED (decl) = 1;
}

/* MIPS addresses a local symbol in another way than a global one that is hidden.  */
void
gimple_declare_ours (tree variable)
{
  TREE_PUBLIC (variable) = flag_generate_lto;
  DECL_EXTERNAL (variable) = 1;
  TREE_USED (variable) = 1;
  DECL_ARTIFICIAL (variable) = 1;
  DECL_IGNORED_P (variable) = 1;
  make_hidden (variable);
}

tree
gimple_declare_cells (void)
{
  tree cells = build_decl (BUILTINS_LOCATION, VAR_DECL,
			   get_identifier ("__halt_cells"),
			   build_array_type (uint64_type_node, NULL_TREE));
  SET_DECL_ASSEMBLER_NAME (cells, get_identifier (flag_generate_lto
						    ? count_streamed_cells ()
						    : "*" CELLS_SYMBOL));
  gimple_declare_ours (cells);
  return cells;
}

static tree
routine (int kind, unsigned n_args)
{
  if (!routines[kind])
    {
      if (halt_kind_args (kind) == HALT_ARGS_START)
	{
	  routines[kind] = declare_routine (STARTUP_SYMBOL, 0, false, ". ");
	  make_hidden (routines[kind]);
	}
      else
	routines[kind] = declare_routine (halt_kind_routine (kind), n_args,
					  halt_kind_args (kind)
					    == HALT_ARGS_VALUE,
					  see_arguments (kind));
    }
  return routines[kind];
}

/* The unit's base: the first word of its descriptor, which stands in our
   assembler text.  It is written before anything here runs: constant, but
   not known.  */
static tree
unit_base (void)
{
  tree word = build_qualified_type (uint64_type_node, TYPE_QUAL_CONST);
  if (!descriptor)
    {
      tree type = build_array_type_nelts (word, sizeof (struct halt_unit) / 8);
      descriptor = build_decl (BUILTINS_LOCATION, VAR_DECL,
			       get_identifier (unit_symbol ()), type);
      TREE_READONLY (descriptor) = 1;
      gimple_declare_ours (descriptor);
    }
  return build4 (ARRAY_REF, word, descriptor, size_zero_node, NULL_TREE,
		 NULL_TREE);
}

/* EXPR as an unsigned long.  */
static tree
as_word (tree expr)
{
  return fold_convert (long_unsigned_type_node, expr);
}

static tree
base_here (void)
{
  if (!pouring)
    return as_word (unit_base ());
  if (!unit_word)
    {
      gimple_seq seq = NULL;
      unit_word = force_gimple_operand (as_word (unit_base ()), &seq, true,
					NULL_TREE);
      gsi_insert_seq_on_edge (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun)),
			      seq);
    }
  return unit_word;
}

static tree
id_at_run_time (uint64_t id, bool fixed)
{
  tree number = build_int_cstu (long_unsigned_type_node, id);
  return fixed ? number
	       : fold_build2 (PLUS_EXPR, long_unsigned_type_node, base_here (),
			      number);
}

static tree
id_of (const gimple_point *p)
{
  return id_at_run_time (p->id, p->fixed);
}

/* Where REF is.  *BYTES becomes how many bytes it touches: of a bit-field those
   that its bits are in.  */
static tree
address_of (tree ref, HOST_WIDE_INT *bytes)
{
  poly_int64 bitsize, bitpos;
  tree offset;
  machine_mode mode;
  int unsignedp, reversep, volatilep;
  tree base = get_inner_reference (ref, &bitsize, &bitpos, &offset, &mode,
				   &unsignedp, &reversep, &volatilep);
  HOST_WIDE_INT first = bitpos.to_constant ();
  HOST_WIDE_INT end = first + bitsize.to_constant ();
  first = ROUND_DOWN (first, BITS_PER_UNIT);
  *bytes = (ROUND_UP (end, BITS_PER_UNIT) - first) / BITS_PER_UNIT;

  tree decl = get_base_address (ref);
  if (DECL_P (decl))
    TREE_ADDRESSABLE (decl) = 1;
  tree pointer = build_fold_addr_expr (unshare_expr (base));
  /* One that is constant needs no statement: one in each block, none of which dominates
     the next, is looked up in all of them.  */
  if (!offset && is_gimple_min_invariant (pointer))
    return build_fold_addr_expr (
      first == 0
	? unshare_expr (base)
	: build2 (MEM_REF, char_type_node, pointer,
		  build_int_cst (ptr_type_node, first / BITS_PER_UNIT)));
  tree at = as_word (pointer);
  if (offset)
    at = fold_build2 (PLUS_EXPR, long_unsigned_type_node, at,
		      as_word (unshare_expr (offset)));
  return fold_build2 (PLUS_EXPR, long_unsigned_type_node, at,
		      build_int_cst (long_unsigned_type_node,
				     first / BITS_PER_UNIT));
}

/* Append the call for P with the N dynamic arguments ARGS to SEQ.  */
static void
build_call (gimple_seq *seq, const gimple_point *p, unsigned n, tree *args)
{
  auto_vec<tree> values;
  for (unsigned i = 0; i <= n && halt_kind_args (p->kind) != HALT_ARGS_START;
       i++)
    {
      gimple_seq stmts;
      tree arg = i < n ? args[i] : id_of (p);
      values.safe_push (force_gimple_operand (arg, &stmts, true, NULL_TREE));
      gimple_seq_add_seq (seq, stmts);
    }
  gcall *call = gimple_build_call_vec (routine (p->kind, values.length ()),
				       values);
  gimple_call_set_nothrow (call, true);
  gimple_seq_add_stmt (seq, call);
  location_t where = p->stmt ? gimple_location (p->stmt)
			     : DECL_SOURCE_LOCATION (current_function_decl);
  for (gimple_stmt_iterator gsi = gsi_start (*seq); !gsi_end_p (gsi);
       gsi_next (&gsi))
    gimple_set_location (gsi_stmt (gsi), where);
}

gimple_seq
gimple_build_plain (const gimple_point *p)
{
  gimple_seq seq = NULL;
  build_call (&seq, p, 0, NULL);
  return seq;
}

gimple_seq
gimple_build_event (const gimple_point *p)
{
  gimple_seq seq = NULL;
  if (!config->count)
    return gimple_build_plain (p);
  gimple_seq_add_stmt (&seq, mark_build (p));
  return seq;
}

void
gimple_build_read (gimple_seq *seq, tree path, uint64_t id, uint64_t proc)
{
  tree args[] = { path, id_at_run_time (id, false),
		  id_at_run_time (proc, false) };
  auto_vec<tree> values;
  for (size_t i = 0; i < ARRAY_SIZE (args); i++)
    {
      gimple_seq stmts;
      values.safe_push (force_gimple_operand (args[i], &stmts, true,
					      NULL_TREE));
      gimple_seq_add_seq (seq, stmts);
    }
  gcall *call = gimple_build_call_vec (routine (HALT_PATH_SUM_READ,
						values.length ()),
				       values);
  gimple_call_set_nothrow (call, true);
  gimple_seq_add_stmt (seq, call);
}

static void
insert_on_edge (const gimple_point *p, edge e, unsigned n, tree *args)
{
  gimple_seq seq = NULL;
  build_call (&seq, p, n, args);
  gsi_insert_seq_on_edge (e, seq);
}

static void
insert_before (const gimple_point *p, unsigned n, tree *args)
{
  gimple_seq seq = NULL;
  gimple_stmt_iterator gsi = gsi_for_stmt (p->stmt);
  build_call (&seq, p, n, args);
  gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
}

void
gimple_insert_behind (gimple *stmt, gimple_seq seq)
{
  if (stmt_ends_bb_p (stmt))
    {
      if (edge e = find_fallthru_edge (gimple_bb (stmt)->succs))
	gsi_insert_seq_on_edge (e, seq);
      return;
    }
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  gsi_insert_seq_after (&gsi, seq, GSI_SAME_STMT);
}

void
gimple_insert_at_head (basic_block bb, gimple_seq seq)
{
  gimple_stmt_iterator gsi = gsi_start_nondebug_after_labels_bb (bb);
  if (!gsi_end_p (gsi) && gimple_must_be_first (gsi_stmt (gsi)))
    gimple_insert_behind (gsi_stmt (gsi), seq);
  else
    {
      gsi = gsi_after_labels (bb);
      gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
    }
}

static void
insert (const gimple_point *p, unsigned n, tree *args)
{
  if (halt_kind_after (p->kind))
    {
      gimple_seq seq = NULL;
      build_call (&seq, p, n, args);
      gimple_insert_behind (p->stmt, seq);
    }
  else
    insert_before (p, n, args);
}

/* --- by kind -------------------------------------------------------------- */

/* A block that begins with setjmp is reported each time that returns, as gcov
   counts it.  */
static void
pour_block (const gimple_point *p)
{
  gimple_insert_at_head (p->bb, gimple_build_plain (p));
}

/* Before the branch, or, where the condition cannot be computed twice
   like that, on its edges.  */
static void
pour_cbr (const gimple_point *p)
{
  gcond *cond = as_a<gcond *> (p->stmt);
  tree lhs = gimple_cond_lhs (cond), rhs = gimple_cond_rhs (cond);
  tree type = TREE_TYPE (lhs);
  tree value;
  if (VECTOR_TYPE_P (type) || TREE_CODE (type) == COMPLEX_TYPE
      || (FLOAT_TYPE_P (type) && cfun->can_throw_non_call_exceptions))
    {
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, p->bb->succs)
	{
	  value = build_int_cst (long_unsigned_type_node,
				 (e->flags & EDGE_TRUE_VALUE) != 0);
	  insert_on_edge (p, e, 1, &value);
	}
      return;
    }
  value = as_word (build2 (gimple_cond_code (cond), boolean_type_node, lhs,
			   rhs));
  insert_before (p, 1, &value);
}

static void
pour_mbr (const gimple_point *p)
{
  hash_map<basic_block, unsigned> indices;
  edge e;
  edge_iterator ei;

  gimple_switch_indices (as_a<gswitch *> (p->stmt), &indices);
  FOR_EACH_EDGE (e, ei, p->bb->succs)
    if (unsigned *index = indices.get (e->dest))
      {
	tree value = build_int_cst (long_unsigned_type_node, *index);
	insert_on_edge (p, e, 1, &value);
      }
}

static void
pour_access (const gimple_point *p)
{
  HOST_WIDE_INT bytes = p->bytes;
  tree at = p->ref ? address_of (p->ref, &bytes) : as_word (p->pointer);
  tree args[] = { build_int_cst (long_unsigned_type_node, bytes), at };
  insert (p, 2, args);
}

/* The first N arguments of the call.  */
static void
pour_call (const gimple_point *p, unsigned n)
{
  tree args[2];
  for (unsigned i = 0; i < n; i++)
    args[i] = as_word (gimple_call_arg (p->stmt, i));
  insert (p, n, args);
}

/* What the call calls.  */
static void
pour_callee (const gimple_point *p)
{
  tree callee = gimple_call_fn (p->stmt);
  if (TREE_CODE (callee) == OBJ_TYPE_REF)
    callee = OBJ_TYPE_REF_EXPR (callee);
  callee = as_word (unshare_expr (callee));
  insert (p, 1, &callee);
}

/* What gcov measures, as it converts it.  */
static void
pour_value (const gimple_point *p)
{
  tree value = unshare_expr (p->value);
  if (POINTER_TYPE_P (TREE_TYPE (value)))
    value = as_word (value);
  value = fold_convert (long_long_integer_type_node, value);
  value = fold_convert (long_long_unsigned_type_node, value);
  insert (p, 1, &value);
}

/* Where there are no arguments but the id.  */
static void
pour_place (const gimple_point *p)
{
  if (p->arc)
    insert_on_edge (p, p->arc, 0, NULL);
  else if (p->stmt)
    insert (p, 0, NULL);
  else if (p->kind == HALT_BLOCK)
    pour_block (p);
  else
    insert_on_edge (p, single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun)), 0,
		    NULL);
}

static void
pour (const gimple_point *p)
{
  if ((p->arc || p->kind == HALT_COVER) && config->count)
    {
      mark_pour (p);
      return;
    }
  if (p->kind == HALT_FIRST || p->kind == HALT_PRIME)
    return;
  switch (halt_kind_args (p->kind))
    {
    case HALT_ARGS_START:
    case HALT_ARGS_NONE:
      pour_place (p);
      break;
    case HALT_ARGS_VALUE:
      pour_value (p);
      break;
    case HALT_ARGS_CONDITION:
      pour_cbr (p);
      break;
    case HALT_ARGS_INDEX:
      pour_mbr (p);
      break;
    case HALT_ARGS_BUFFER:
      pour_call (p, 1);
      break;
    case HALT_ARGS_JUMP:
      pour_call (p, 2);
      break;
    case HALT_ARGS_CALLEE:
      pour_callee (p);
      break;
    case HALT_ARGS_ACCESS:
      pour_access (p);
      break;
    case HALT_ARGS_PATH:
    case HALT_ARGS_LIST:
    case HALT_ARGS_OWN:
      gcc_unreachable ();
    }
}

void
gimple_pour_begin (void)
{
  pouring = true;
}

void
gimple_pour (const vec<gimple_point> &points)
{
  gimple_pour_begin ();
  for (unsigned i = 0; i < points.length (); i++)
    pour (&points[i]);
  gsi_commit_edge_inserts ();
  pouring = false;
  unit_word = NULL_TREE;
}
