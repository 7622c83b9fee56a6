/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blpp: operations on the path sum, a local variable that is nowhere but in
   registers if they suffice.  */

#include "plugin/core/core.h"
#include "plugin/target_hooks.h"
#include "plugin/gimple/gimple.h"
#include "plugin/paths/paths.h"

static tree
constant (uint64_t value)
{
  return build_int_cstu (long_unsigned_type_node,
			 zext_hwi (value,
				   TYPE_PRECISION (long_unsigned_type_node)));
}

/* A new name for A + B, computed in SEQ.  */
static tree
plus (gimple_seq *seq, tree a, tree b)
{
  if (integer_zerop (b))
    return a;
  tree result = make_ssa_name (TREE_TYPE (a));
  gimple_seq_add_stmt (seq, gimple_build_assign (result, PLUS_EXPR, a, b));
  return result;
}

/* What a function's operations are poured with.  */
class pourer
{
public:
  pourer (const path_graph *of);
  void pour (void);

private:
  tree cells_array (void);
  void make_cell_type (void);
  tree cell_of (gimple_seq *seq, uint64_t first, const struct blpp_op *op);
  void count_in (gimple_seq *seq, tree cell);
  void set_to_address (gimple_seq *seq, uint64_t n, const char *text);
  gimple_seq build (const struct blpp_op *op, uint64_t id);
  basic_block block_of (uint32_t number);
  int index_of (uint32_t number);
  bool is_known (basic_block bb);
  edge last_part (edge e);
  void insert (const struct blpp_op *op, gimple_seq seq);
  uint32_t block_at (const struct blpp_op *op);
  location_t location_of (const struct blpp_op *op);
  uint64_t describe (const struct blpp_op *op);
  const char *name_of (char text[16], uint32_t number);
  void dump (const struct blpp_op *op, uint64_t id);
  bool is_nowhere (const struct blpp_op *op);

  const path_graph *graph;
  tree sum, cells = NULL_TREE, cell_type, cell_pointer;
  auto_bitmap known;		/* indices of GRAPH's blocks */
};

/* The unit's cells, in our assembler text.  */
tree
pourer::cells_array (void)
{
  if (!cells)
    cells = gimple_declare_cells ();
  return cells;
}

/* Numbers of 64 bits that nothing else in the program is.  */
void
pourer::make_cell_type (void)
{
  cell_type = build_distinct_type_copy (uint64_type_node);
  TYPE_CANONICAL (cell_type) = cell_type;
  TYPE_ALIAS_SET (cell_type) = new_alias_set ();
  cell_pointer = build_pointer_type (cell_type);
}

/* The cell that OP counts in, of a region whose first is FIRST.  The sum of such a
   region is the address of the path's cell.  Nothing else that the function
   reads or writes is there.  */
tree
pourer::cell_of (gimple_seq *seq, uint64_t first, const struct blpp_op *op)
{
  tree base, offset;
  if (op->what & BLPP_OP_FIXED)
    {
      base = build_fold_addr_expr (cells_array ());
      offset = build_int_cst (cell_pointer,
			      (first + op->count) * sizeof (uint64_t));
    }
  else
    {
      base = make_ssa_name (cell_pointer);
      gimple_seq_add_stmt (seq, gimple_build_assign (base, NOP_EXPR, sum));
      pt_solution_set_var (&get_ptr_info (base)->pt, cells_array ());
      offset = build_int_cst (cell_pointer, op->count * sizeof (uint64_t));
    }
  tree cell = build2 (MEM_REF, cell_type, base, offset);
  TREE_THIS_NOTRAP (cell) = 1;
  return cell;
}

/* Add 1 to CELL.  */
void
pourer::count_in (gimple_seq *seq, tree cell)
{
  tree one = build_int_cst (cell_type, 1);
  if (config->count == COUNT_ATOMIC)
    {
      tree at = make_ssa_name (ptr_type_node);
      gimple_seq_add_stmt (seq,
			   gimple_build_assign (at,
						build_fold_addr_expr (cell)));
      gimple_seq_add_stmt (
	seq,
	gimple_build_call (builtin_decl_explicit (BUILT_IN_ATOMIC_FETCH_ADD_8),
			   3, at, one,
			   build_int_cst (integer_type_node,
					  MEMMODEL_RELAXED)));
      return;
    }
  tree old = make_ssa_name (cell_type);
  gimple_seq_add_stmt (seq, gimple_build_assign (old, cell));
  tree more = plus (seq, old, one);
  gimple_seq_add_stmt (seq, gimple_build_assign (unshare_expr (cell), more));
}

/* VALUE as an operand of assembler text.  */
static tree
operand (const char *constraint, tree value)
{
  tree text = build_string (strlen (constraint), constraint);
  return build_tree_list (build_tree_list (NULL_TREE, text), value);
}

/* Let the sum become the address of cell N, or where that would be, by TEXT if
   there is some.  What is an address for the compiler is taken out of a loop to a
   register, one for each such cell, and functions save these.  */
void
pourer::set_to_address (gimple_seq *seq, uint64_t n, const char *text)
{
  vec<tree, va_gc> *in = NULL, *out = NULL;
  tree cell = build2 (MEM_REF, cell_type, build_fold_addr_expr (cells_array ()),
		      build_int_cst (cell_pointer, n * sizeof (uint64_t)));
  if (!text)
    {
      tree at = build1 (ADDR_EXPR, cell_pointer, cell);
      gimple_seq_add_stmt (seq, gimple_build_assign (sum, NOP_EXPR, at));
      return;
    }
  TREE_THIS_NOTRAP (cell) = 1;
  vec_safe_push (out, operand ("=r", sum));
  vec_safe_push (in, operand ("m", cell));
  gasm *lea = gimple_build_asm_vec (text, in, out, NULL, NULL);
  gimple_asm_set_inline (lea, true);
  gimple_seq_add_stmt (seq, lea);
}

/* Build what OP does; ID is that of its COUNT.  */
gimple_seq
pourer::build (const struct blpp_op *op, uint64_t id)
{
  gimple_seq seq = NULL;
  if (op->what & BLPP_OP_COUNT)
    {
      int64_t first = graph->cells[op->region];
      if (first >= 0)
	count_in (&seq, cell_of (&seq, first, op));
      else
	{
	  tree path = constant (op->count);
	  if (!(op->what & BLPP_OP_FIXED))
	    path = plus (&seq, sum, path);
	  gimple_build_read (&seq, path, id, graph->id + op->region);
	}
    }
  if (op->what & BLPP_OP_SET)
    {
      int64_t first = graph->cells[op->sums];
      if (first >= 0)
	set_to_address (&seq, first + op->value, target_lea ());
      else
	gimple_seq_add_stmt (&seq,
			     gimple_build_assign (sum, constant (op->value)));
    }
  if (op->what & BLPP_OP_ADD)
    {
      uint64_t step = graph->cells[op->sums] >= 0 ? sizeof (uint64_t) : 1;
      gimple_seq_add_stmt (&seq,
			   gimple_build_assign (sum, PLUS_EXPR, sum,
						constant (op->value * step)));
    }
  return seq;
}

/* --- where -------------------------------------------------------------- */

basic_block
pourer::block_of (uint32_t number)
{
  return graph->blocks[number];
}

/* The number that block NUMBER, or what it is a copy of, has in the map.  */
int
pourer::index_of (uint32_t number)
{
  return graph->of_block[number] + NUM_FIXED_BLOCKS;
}

/* Whether BB has a number.  */
bool
pourer::is_known (basic_block bb)
{
  return bitmap_bit_p (known, bb->index);
}

/* The last part of E, which other code may have split.  */
edge
pourer::last_part (edge e)
{
  basic_block bb = e->dest;
  while (single_succ_p (bb) && single_pred_p (bb) && !is_known (bb))
    {
      e = single_succ_edge (bb);
      bb = e->dest;
    }
  return e;
}

/* At the end of BB, before what chooses the way on or leaves.  */
static void
insert_at_tail (basic_block bb, gimple_seq seq)
{
  gimple_stmt_iterator gsi = gsi_last_nondebug_bb (bb);
  gcall *tail = paths_tail_call (bb);
  if (tail)
    gsi = gsi_for_stmt (tail);
  if (gsi_end_p (gsi))
    gimple_insert_at_head (bb, seq);
  else if (gimple_must_be_first (gsi_stmt (gsi)))
    gimple_insert_behind (gsi_stmt (gsi), seq);
  else if (tail || stmt_ends_bb_p (gsi_stmt (gsi))
	   || EDGE_COUNT (bb->succs) == 0)
    gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
  else
    gsi_insert_seq_after (&gsi, seq, GSI_SAME_STMT);
}

/* Whether control never comes to the end of BB, as the compiler was told.  */
static bool
is_unreachable (basic_block bb)
{
  gimple_stmt_iterator gsi = gsi_last_nondebug_bb (bb);
  return !gsi_end_p (gsi)
	 && gimple_call_builtin_p (gsi_stmt (gsi), BUILT_IN_UNREACHABLE);
}

void
pourer::insert (const struct blpp_op *op, gimple_seq seq)
{
  switch (op->place)
    {
    case BLPP_AT_ENTRY:
      gsi_insert_seq_on_edge (
	last_part (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun))), seq);
      break;
    case BLPP_AT_EDGE:
      gsi_insert_seq_on_edge (last_part (graph->edges[op->where]), seq);
      break;
    case BLPP_AT_HEAD:
      gimple_insert_at_head (block_of (op->where), seq);
      break;
    case BLPP_AT_TAIL:
      insert_at_tail (block_of (op->where), seq);
      break;
    case BLPP_AT_EXIT:
      if (!is_unreachable (block_of (op->where)))
	insert_at_tail (block_of (op->where), seq);
      break;
    }
}

/* --- all of them -------------------------------------------------------- */

/* The block in whose code OP is.  */
uint32_t
pourer::block_at (const struct blpp_op *op)
{
  return op->place == BLPP_AT_EDGE ? blpp_edge (graph->poured, op->where)->from
				   : op->where;
}

/* Where OP is in the source: where its block's last statement is of which that is
   known, else where the function is.  */
location_t
pourer::location_of (const struct blpp_op *op)
{
  for (gimple_stmt_iterator gsi
       = gsi_last_nondebug_bb (block_of (block_at (op)));
       !gsi_end_p (gsi); gsi_prev_nondebug (&gsi))
    if (gimple_has_location (gsi_stmt (gsi)))
      return gimple_location (gsi_stmt (gsi));
  return DECL_SOURCE_LOCATION (current_function_decl);
}

/* A COUNT is an event, with a point in the map: what is added to the sum, or what
   the sum is if that is fixed, and for which region.  */
uint64_t
pourer::describe (const struct blpp_op *op)
{
  bool fixed;
  location_t where = location_of (op);
  expanded_location at = expand_location (where);
  const int64_t args[] = { (int64_t) op->count, (op->what & BLPP_OP_FIXED) != 0,
			   (int64_t) (graph->id + op->region) };
  struct halt_map_point m = {};
  m.id = unit_new_id (HALT_PATH_SUM_READ, &fixed);
  m.kind = HALT_PATH_SUM_READ;
  m.block = index_of (block_at (op));
  m.file = unit_file (at.file);
  m.line = at.line;
  m.column = at.column;
  m.inlined = map_string (unit.map, inlined_from (where));
  m.n_args = ARRAY_SIZE (args);
  map_point (unit.map, &m, args);
  return m.id;
}

/* Block NUMBER for a reader, in TEXT: copies have a quote.  */
const char *
pourer::name_of (char text[16], uint32_t number)
{
  bool copy = number >= blpp_n_blocks (graph->paths);
  snprintf (text, 16, "%d%s", index_of (number), copy ? "'" : "");
  return text;
}

/* OP as a label.  A number is signed: one that is added may be negative.  */
void
pourer::dump (const struct blpp_op *op, uint64_t id)
{
  static const char *const places[] = { "entry", "edge", "head", "tail",
					"exit" };
  const char *function = current_function_name ();
  FILE *f = dump_stream ();
  char where[64], from[16], to[16];
  if (op->place == BLPP_AT_EDGE)
    snprintf (where, sizeof where, "edge %s->%s",
	      name_of (from, blpp_edge (graph->poured, op->where)->from),
	      name_of (to, blpp_edge (graph->poured, op->where)->to));
  else
    snprintf (where, sizeof where, "%s of block %s", places[op->place],
	      name_of (from, op->where));
  if (op->what & BLPP_OP_COUNT)
    fprintf (f, "label path_sum_read %llu %s %s region %u %s%lld\n",
	     (unsigned long long) id, function, where, op->region,
	     op->what & BLPP_OP_FIXED ? "path " : "sum + ",
	     (long long) op->count);
  if (op->what & BLPP_OP_SET)
    fprintf (f, "label path_sum_init %s %s %lld\n", function, where,
	     (long long) op->value);
  if (op->what & BLPP_OP_ADD)
    fprintf (f, "label path_sum_incr %s %s %lld\n", function, where,
	     (long long) op->value);
}

/* A block that only leads abnormal edges on has no code: nothing that is said
   there is ever counted.  */
bool
pourer::is_nowhere (const struct blpp_op *op)
{
  return (op->place == BLPP_AT_HEAD || op->place == BLPP_AT_TAIL
	  || op->place == BLPP_AT_EXIT)
	 && gimple_is_dispatcher (block_of (op->where));
}

pourer::pourer (const path_graph *of)
    : graph (of),
      sum (create_tmp_var_raw (long_unsigned_type_node, "__path_sum"))
{
  gimple_add_tmp_var (sum);
  make_cell_type ();
  for (unsigned i = 0; i < graph->blocks.length (); i++)
    bitmap_set_bit (known, graph->blocks[i]->index);
}

void
pourer::pour (void)
{
  size_t n;
  const struct blpp_op *ops = blpp_ops (graph->poured, &n);
  /* An edge may have to wait for what a block did, if that can only stand on the
     edge, too.  */
  for (int edges = 0; edges < 2; edges++)
    for (size_t i = 0; i < n; i++)
      if ((ops[i].place == BLPP_AT_EDGE) == edges && !is_nowhere (&ops[i]))
	{
	  uint64_t id = ops[i].what & BLPP_OP_COUNT ? describe (&ops[i]) : 0;
	  if (config->dump & DUMP_LABEL)
	    dump (&ops[i], id);
	  insert (&ops[i], build (&ops[i], id));
	}
}

void
paths_pour (const path_graph *graph)
{
  pourer (graph).pour ();
}

/* --- functions without side effects ------------------------------------- */

/* What was forgotten of a function.  Functions stay as long as this lives, until
   the next one is compiled.  */
struct forgotten
{
  tree decl;
  bool is_const, is_pure, loops;
};

static auto_vec<forgotten> all_forgotten;

static void
forget (tree decl)
{
  forgotten f = { decl, TREE_READONLY (decl) != 0, DECL_PURE_P (decl) != 0,
		  DECL_LOOPING_CONST_OR_PURE_P (decl) != 0 };
  all_forgotten.safe_push (f);
  TREE_READONLY (decl) = 0;
  DECL_PURE_P (decl) = 0;
  DECL_LOOPING_CONST_OR_PURE_P (decl) = 0;
}

void
paths_forget (void)
{
  basic_block bb;
  auto_vec<gimple *> calls;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	tree decl = is_gimple_call (gsi_stmt (gsi))
		      ? gimple_call_fndecl (gsi_stmt (gsi))
		      : NULL_TREE;
	if (!decl || DECL_EXTERNAL (decl) || fndecl_built_in_p (decl))
	  continue;
	if (TREE_READONLY (decl) || DECL_PURE_P (decl))
	  forget (decl);
	calls.safe_push (gsi_stmt (gsi));
      }
  for (unsigned i = 0; i < calls.length () && all_forgotten.length (); i++)
    update_stmt (calls[i]);
}

void
paths_remember (void)
{
  for (unsigned i = 0; i < all_forgotten.length (); i++)
    {
      TREE_READONLY (all_forgotten[i].decl) |= all_forgotten[i].is_const;
      DECL_PURE_P (all_forgotten[i].decl) |= all_forgotten[i].is_pure;
      DECL_LOOPING_CONST_OR_PURE_P (all_forgotten[i].decl)
	|= all_forgotten[i].loops;
    }
  all_forgotten.truncate (0);
}
