/* SPDX-License-Identifier: GPL-3.0-or-later */
/* at=gimple, FIRST, CALLEE, VALUE: what -fprofile-generate measures besides arcs.

   GCC itself finds what that is (value-prof.cc), in the order in which -fprofile-use
   expects it.  Some of gcov's counters follow from others: how often a divisor is a power
   of 2, and the sum of all sizes, from how often each value comes.  */

#include "plugin/core/core.h"
#include "plugin/count/count.h"
#include "plugin/gimple/gimple.h"

/* `ghalt pgo' knows gcov's counters by these numbers.  */
static_assert (GCOV_COUNTER_V_INTERVAL == 1 && GCOV_COUNTER_V_POW2 == 2
		 && GCOV_COUNTER_V_TOPN == 3 && GCOV_COUNTER_V_INDIR == 4
		 && GCOV_COUNTER_AVERAGE == 5 && GCOV_COUNTER_IOR == 6
		 && GCOV_TIME_PROFILER == 7,
	       "gcov's counters");

/* What no attribute of the user's is called: a function has it that may be called
   through a pointer.  It goes along to link-time optimisation.  */
#define CALLEE "halt callee"

/* Such a function that was made code.  */
struct callee
{
  char *symbol;
  unsigned ident;		/* what gcov calls it */
};
static auto_vec<callee> callees;
/* How many functions have a flag that says whether they were executed.  */
static unsigned n_flags;

/* --- what ------------------------------------------------------------------- */

/* The interval that a quotient is in: 0, 1, above, below (instrument_values,
   __gcov_interval_profiler); gcov's numbers are signed.  */
static tree
interval_of (tree quotient)
{
  tree type = long_long_unsigned_type_node;
  tree value = fold_convert (type, fold_convert (long_long_integer_type_node,
						 quotient));
  tree low = fold_build2 (MIN_EXPR, type, value, build_int_cst (type, 2));
  if (TYPE_PRECISION (TREE_TYPE (quotient)) < TYPE_PRECISION (type))
    return low;
  tree sign = fold_build2 (RSHIFT_EXPR, type, unshare_expr (value),
			   build_int_cst (integer_type_node,
					  TYPE_PRECISION (type) - 1));
  return fold_build2 (PLUS_EXPR, type, low, sign);
}

/* The lowest bit of POINTER: all that is read of gcov's union of them
   (stringop_block_profile).  */
static tree
alignment_of (tree pointer)
{
  tree type = long_unsigned_type_node;
  tree value = fold_convert (type, pointer);
  return fold_build2 (BIT_AND_EXPR, type, value,
		      fold_build1 (NEGATE_EXPR, type, unshare_expr (value)));
}

void
values_list (vec<gimple_point> *found)
{
  histogram_values all = histogram_values ();
  gimple_find_values_to_profile (&all);
  for (unsigned i = 0; i < all.length (); i++)
    {
      gimple_point p = {};
      p.stmt = all[i]->hvalue.stmt;
      p.kind = HALT_VALUE;
      p.value = all[i]->hvalue.value;
      p.counters = 1u << COUNTER_FOR_HIST_TYPE (all[i]->type);
      switch (all[i]->type)
	{
	case HIST_TYPE_TIME_PROFILE:
	  p.kind = HALT_FIRST;
	  break;
	case HIST_TYPE_INDIR_CALL:
	  p.kind = HALT_CALLEE;
	  break;
	case HIST_TYPE_INTERVAL:
	  p.value = interval_of (p.value);
	  break;
	case HIST_TYPE_IOR:
	  p.value = alignment_of (p.value);
	  break;
	case HIST_TYPE_POW2:
	case HIST_TYPE_AVERAGE:
	  /* They come after the values themselves.  */
	  found->last ().counters |= p.counters;
	  continue;
	default:
	  break;
	}
      found->safe_push (p);
    }
  for (unsigned i = 0; i < all.length (); i++)
    free (all[i]);
  all.release ();
}

void
values_mark (bool skipped)
{
  tree decl = current_function_decl;
  if (config->kind[HALT_CALLEE] && !skipped
      && !cgraph_node::get (decl)->only_called_directly_p ())
    DECL_ATTRIBUTES (decl) = tree_cons (get_identifier (CALLEE), NULL_TREE,
					DECL_ATTRIBUTES (decl));
}

/* The current function is about to be made code.  */
static void
on_function_code (void *, void *)
{
  tree decl = current_function_decl;
  cgraph_node *node = decl ? cgraph_node::get (decl) : NULL;
  /* A copy has the attribute, but no number of gcov's.  */
  if (node && node->profile_id
      && lookup_attribute (CALLEE, DECL_ATTRIBUTES (decl)))
    callees
      .safe_push ({ xstrdup (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl))),
		    node->profile_id });
}

/* --- FIRST ------------------------------------------------------------------ */

static const char *
flags_symbol (void)
{
  char name[80];
  snprintf (name, sizeof name, "%s_first", unit_symbol ());
  return ggc_strdup (name);
}

/* Valid during one run of the pass, where nothing is collected.  */
static tree flags, order;

void
values_release (void)
{
  flags = order = NULL_TREE;
}

/* What is not 0 once the current function, which has P, was executed.  With count it is
   a cell, its place in the order.  */
static tree
new_flag (const gimple_point *p)
{
  tree type = config->count ? uint64_type_node : unsigned_char_type_node;
  if (!flags && config->count)
    flags = gimple_declare_cells ();
  else if (!flags)
    {
      flags = build_decl (BUILTINS_LOCATION, VAR_DECL,
			  get_identifier (flags_symbol ()),
			  build_array_type (type, NULL_TREE));
      gimple_declare_ours (flags);
    }
  int64_t n = config->count ? count_first (p->id, p->fixed) : n_flags++;
  tree flag = build4 (ARRAY_REF, type, flags, size_int (n), NULL_TREE,
		      NULL_TREE);
  TREE_THIS_NOTRAP (flag) = 1;
  return flag;
}

/* flag = ++order | HALT_CELL_PLACE, or flag = 1 and a call.  A call in line would cost registers, however
   seldom it is reached.  */
static gimple_seq
build_first (const gimple_point *p, tree flag)
{
  gimple_seq seq = NULL;
  tree type = TREE_TYPE (flag);
  if (!config->count)
    {
      gimple_seq_add_stmt (&seq, gimple_build_assign (unshare_expr (flag),
						      build_one_cst (type)));
      gimple_seq_add_seq (&seq, gimple_build_plain (p));
      return seq;
    }
  if (!order)
    {
      order = build_decl (BUILTINS_LOCATION, VAR_DECL,
			  get_identifier (COUNT_ORDER_SYMBOL), type);
      gimple_declare_ours (order);
      TREE_PUBLIC (order) = 1;
    }
  tree last = make_temp_ssa_name (type, NULL, "HALT");
  tree next = make_temp_ssa_name (type, NULL, "HALT");
  tree place = make_temp_ssa_name (type, NULL, "HALT");
  gimple_seq_add_stmt (&seq, gimple_build_assign (last, order));
  gimple_seq_add_stmt (&seq, gimple_build_assign (next, PLUS_EXPR, last,
						  build_one_cst (type)));
  gimple_seq_add_stmt (&seq, gimple_build_assign (order, next));
  gimple_seq_add_stmt (&seq,
		       gimple_build_assign (place, PLUS_EXPR, next,
					    build_int_cstu (type,
							    HALT_CELL_PLACE)));
  gimple_seq_add_stmt (&seq, gimple_build_assign (unshare_expr (flag), place));
  return seq;
}

/* if (!flag) { flag = ...; }, where control enters.  */
void
values_pour_first (const gimple_point *p)
{
  tree flag = new_flag (p);
  tree type = TREE_TYPE (flag);
  tree seen = make_temp_ssa_name (type, NULL, "HALT");
  basic_block test
    = split_edge (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun)));
  basic_block report = split_edge (single_succ_edge (test));
  /* Nothing becomes an argument of a PHI.  */
  split_edge (single_succ_edge (report));
  edge enter = single_succ_edge (test);
  edge pass = make_edge (test, single_succ (report), EDGE_FALSE_VALUE);
  enter->flags = EDGE_TRUE_VALUE;
  enter->probability = profile_probability::very_unlikely ();
  pass->probability = enter->probability.invert ();
  report->count = enter->count ();

  gimple_stmt_iterator gsi = gsi_start_bb (test);
  gsi_insert_after (&gsi, gimple_build_assign (seen, flag), GSI_NEW_STMT);
  gcond *cond = gimple_build_cond (EQ_EXPR, seen, build_zero_cst (type),
				   NULL_TREE, NULL_TREE);
  gsi_insert_after (&gsi, cond, GSI_NEW_STMT);
  gsi = gsi_start_bb (report);
  gsi_insert_seq_after (&gsi, build_first (p, flag), GSI_NEW_STMT);
}

/* --- what the unit leaves behind ---------------------------------------------- */

void
values_write_callees (FILE *f)
{
  const char *word = integer_asm_op (POINTER_SIZE_UNITS, false);
  if (callees.is_empty ())
    return;
  fprintf (f,
	   "\t.section\t.data.rel.halt_callees,\"aw\",%%progbits\n"
	   "\t.balign\t%d\n.LHALT_callees:\n",
	   (int) POINTER_SIZE_UNITS);
  for (unsigned i = 0; i < callees.length (); i++)
    {
      /* Not every machine's pointers to functions are their addresses.  */
      rtx symbol = gen_rtx_SYMBOL_REF (Pmode, callees[i].symbol);
      SYMBOL_REF_FLAGS (symbol) |= SYMBOL_FLAG_FUNCTION;
      assemble_integer (symbol, POINTER_SIZE_UNITS, POINTER_SIZE, 1);
      fprintf (f, "%s%u\n", word, callees[i].ident);
    }
  fputs (".LHALT_callees_end:\n\t.section\t" HALT_NOTE_SECTION
	 ",\"a\",%note\n\t.balign\t4\n",
	 f);
  unit_write_note (f, 2 * unit_distance_bytes (), HALT_NOTE_CALLEES);
  word = unit_distance_op ();
  fprintf (f, "%s.LHALT_callees-.\n%s.LHALT_callees_end-.\n", word, word);
}

/* With link-time optimisation what refers to it may be in another object.  */
void
values_write (FILE *f)
{
  if (n_flags)
    fprintf (f, "\t.%s\t%s\n\t.comm\t%s,%u,1\n",
	     flag_generate_lto ? "hidden" : "local", flags_symbol (),
	     flags_symbol (), n_flags);
}

void
values_init (const char *plugin_name)
{
  register_callback (plugin_name, PLUGIN_ALL_PASSES_START, on_function_code,
		     NULL);
}
