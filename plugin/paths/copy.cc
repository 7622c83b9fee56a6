/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blpp: copies of loops for their first turn.

   What comes to a loop is in the middle of a path, and the sum says which.  After
   the first turn all paths begin at the loop's head, and the sum need not be set
   again at the end of each turn if the first one is elsewhere: in a copy of the
   loop's blocks, which control comes to first and which leads to the loop.  */

#include "plugin/paths/paths.h"

/* Statements of a loop that is copied, at most.  */
#define MOST_STATEMENTS 100

/* Arcs looked at to find out what copies are worth, per function.  */
#define WORK (1 << 22)

#define NONE UINT32_MAX

/* A graph with copies of loops, as blpp_unfold wants it.  */
struct unfolded
{
  auto_vec<struct blpp_edge> edges;
  auto_vec<uint32_t> of_block, of_edge;
  auto_vec<uint32_t> copy;	/* of blocks: their copies, or NONE */
  auto_vec<uint32_t> loop_of;	/* of blocks: the loop's place among those that
				   are copied, or NONE */
};

static uint32_t
number_of (const path_graph *graph, basic_block bb)
{
  uint32_t n = bb->index - NUM_FIXED_BLOCKS;
  return n < blpp_n_blocks (graph->paths) ? n : NONE;
}

/* --- which loops -------------------------------------------------------- */

static bool
in_loop (const class loop *loop, basic_block bb)
{
  return flow_bb_inside_loop_p (loop, bb);
}

/* How many statements BB has, or more than may be copied.  */
static unsigned
count_statements (basic_block bb)
{
  unsigned n = 0;
  for (gimple_stmt_iterator gsi = gsi_start_nondebug_after_labels_bb (bb);
       !gsi_end_p (gsi); gsi_next_nondebug (&gsi))
    n += gimple_code (gsi_stmt (gsi)) == GIMPLE_ASM ? MOST_STATEMENTS + 1 : 1;
  return n;
}

/* Whether the N blocks of BODY may stand in two places.  */
static bool
can_copy (const class loop *loop, basic_block *body)
{
  edge e;
  edge_iterator ei;
  unsigned n = 0;
  if (!can_copy_bbs_p (body, loop->num_nodes))
    return false;
  for (unsigned i = 0; i < loop->num_nodes; i++)
    {
      n += count_statements (body[i]);
      FOR_EACH_EDGE (e, ei, body[i]->succs)
	if (e->flags & (EDGE_ABNORMAL | EDGE_ABNORMAL_CALL | EDGE_FAKE))
	  return false;
    }
  FOR_EACH_EDGE (e, ei, loop->header->preds)
    if (e->flags & EDGE_COMPLEX || e->src == ENTRY_BLOCK_PTR_FOR_FN (cfun))
      return false;
  return n <= MOST_STATEMENTS;
}

/* Whether paths end with each turn of LOOP, and go on into it from elsewhere.  */
static bool
is_cut (const path_graph *graph, const class loop *loop)
{
  uint32_t header = number_of (graph, loop->header);
  bool cut = header != NONE;
  for (uint32_t e = 0; cut && e < blpp_n_edges (graph->paths); e++)
    if (blpp_edge (graph->paths, e)->to == header
	&& blpp_role (graph->paths, e) != BLPP_DEAD)
      {
	bool back = in_loop (loop, graph->edges[e]->src);
	cut = blpp_role (graph->paths, e) == (back ? BLPP_ENDS : BLPP_STEP);
      }
  return cut && !(blpp_block (graph->paths, header) & BLPP_HEAD_ENDS);
}

static bool
is_candidate (const path_graph *graph, class loop *loop)
{
  if (loop->num_nodes > MOST_STATEMENTS || !optimize_loop_for_speed_p (loop)
      || !loop->header->count.initialized_p () || !is_cut (graph, loop))
    return false;
  basic_block *body = get_loop_body (loop);
  bool can = can_copy (loop, body);
  free (body);
  return can;
}

/* --- the graph with copies ------------------------------------------------ */

/* Number the copies of LOOP's blocks; K is its place.  */
static void
number_copies (const path_graph *graph, class loop *loop, uint32_t k,
	       unfolded *u)
{
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    {
      uint32_t v = number_of (graph, body[i]);
      if (v == NONE)
	continue;
      u->loop_of[v] = k;
      u->copy[v] = u->of_block.length ();
      u->of_block.safe_push (v);
    }
  free (body);
}

/* How much of what is done in LOOP is done in its first turn.  */
static double
first_share (const path_graph *graph, const class loop *loop)
{
  uint32_t header = number_of (graph, loop->header);
  double first = 0, all = 0;
  for (uint32_t e = 0; e < blpp_n_edges (graph->paths); e++)
    {
      const struct blpp_edge *one = blpp_edge (graph->paths, e);
      if (one->to != header)
	continue;
      all += one->weight;
      if (!in_loop (loop, graph->edges[e]->src))
	first += one->weight;
    }
  return all > 0 ? first / all : 1;
}

/* Where block FROM's edge to block TO leads if FROM is a copy or not: into another
   loop by its copy, and back to the loop itself.  */
static uint32_t
target (const path_graph *graph, const unfolded *u,
	const vec<class loop *> &loops, uint32_t from, bool copied, uint32_t to)
{
  uint32_t k = u->loop_of[to];
  if (k == NONE)
    return to;
  bool header = number_of (graph, loops[k]->header) == to;
  if (u->loop_of[from] != k)
    return header ? u->copy[to] : to;
  return copied && !header ? u->copy[to] : to;
}

/* Make U of GRAPH with copies of LOOPS.  */
static void
make_unfolded (const path_graph *graph, const vec<class loop *> &loops,
	       unfolded *u)
{
  uint32_t n = blpp_n_blocks (graph->paths), m = blpp_n_edges (graph->paths);
  auto_vec<double> share;
  for (uint32_t v = 0; v < n; v++)
    {
      u->of_block.safe_push (v);
      u->copy.safe_push (NONE);
      u->loop_of.safe_push (NONE);
    }
  for (unsigned k = 0; k < loops.length (); k++)
    {
      number_copies (graph, loops[k], k, u);
      share.safe_push (first_share (graph, loops[k]));
    }
  for (int copied = 0; copied < 2; copied++)
    for (uint32_t e = 0; e < m; e++)
      {
	struct blpp_edge one = *blpp_edge (graph->paths, e);
	uint32_t k = u->loop_of[one.from], from = one.from;
	if (copied && k == NONE)
	  continue;
	if (k != NONE)
	  one.weight *= copied ? share[k] : 1 - share[k];
	one.from = copied ? u->copy[from] : from;
	one.to = target (graph, u, loops, from, copied, one.to);
	u->edges.safe_push (one);
	u->of_edge.safe_push (e);
      }
}

/* The operations for U.  */
static struct blpp *
unfold (const path_graph *graph, const unfolded *u)
{
  auto_vec<uint8_t> blocks;
  blocks.safe_grow_cleared (u->of_block.length ());
  edge entry = single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  struct blpp_cfg cfg = {
    u->of_block.length (),
    u->edges.length (),
    blpp_entry (graph->paths),
    (uint64_t) (entry->count ().initialized_p ()
		  ? entry->count ().to_gcov_type ()
		  : 1),
    u->edges.address (),
    blocks.address ()
  };
  return blpp_unfold (graph->paths, &cfg, u->of_block.address (),
		      u->of_edge.address ());
}

/* --- what is worth it ------------------------------------------------------- */

/* Choose those of the function's innermost loops whose copies make it cheaper to
   count.  */
static void
choose_loops (const path_graph *graph, vec<class loop *> *chosen)
{
  uint64_t price = blpp_price (graph->paths);
  int work = WORK;
  for (auto loop : loops_list (cfun, LI_ONLY_INNERMOST))
    {
      if (work < 0 || !is_candidate (graph, loop))
	continue;
      unfolded u;
      chosen->safe_push (loop);
      make_unfolded (graph, *chosen, &u);
      work -= u.edges.length ();
      struct blpp *b = unfold (graph, &u);
      uint64_t now = b ? blpp_price (b) : price;
      uint64_t least = loop->header->count.to_gcov_type () / 8;
      if (now < price && price - now > least)
	price = now;
      else
	chosen->pop ();
      blpp_free (b);
    }
}

/* --- copies ------------------------------------------------------------- */

/* Let control come to LOOP by a copy of its blocks; those of BODY get COPIES.  */
static void
copy_loop (class loop *loop, basic_block *body, basic_block *copies)
{
  edge e;
  edge_iterator ei;
  unsigned n = loop->num_nodes;
  auto_vec<edge> entries, back;
  profile_count first = profile_count::zero ();
  FOR_EACH_EDGE (e, ei, loop->header->preds)
    if (!in_loop (loop, e->src))
      {
	entries.safe_push (e);
	first += e->count ();
      }
  profile_probability share = first.probability_in (loop->header->count);
  initialize_original_copy_tables ();
  set_loop_copy (loop, loop_outer (loop));
  copy_bbs (body, n, copies, NULL, 0, NULL, loop, entries[0]->src, false);
  basic_block head = get_bb_copy (loop->header);
  FOR_EACH_EDGE (e, ei, head->preds)
    back.safe_push (e);
  for (unsigned i = 0; i < back.length (); i++)
    {
      redirect_edge_and_branch_force (back[i], loop->header);
      redirect_edge_var_map_clear (back[i]);
    }
  for (unsigned i = 0; i < entries.length (); i++)
    {
      redirect_edge_and_branch_force (entries[i], head);
      flush_pending_stmts (entries[i]);
    }
  add_phi_args_after_copy (copies, n, NULL);
  for (unsigned i = 0; i < n; i++)
    {
      copies[i]->count = body[i]->count.apply_probability (share);
      body[i]->count -= copies[i]->count;
    }
  free_original_copy_tables ();
}

/* COPY is that of BB, the edges out of which come in the same order.  */
static void
add_edges (path_graph *graph, const unfolded *u, basic_block bb,
	   basic_block copy)
{
  uint32_t v = number_of (graph, bb), m = blpp_n_edges (graph->paths);
  graph->blocks[u->copy[v]] = copy;
  for (unsigned i = m; i < u->of_edge.length (); i++)
    if (u->edges[i].from == u->copy[v])
      for (unsigned s = 0; s < EDGE_COUNT (bb->succs); s++)
	if (EDGE_SUCC (bb, s) == graph->edges[u->of_edge[i]])
	  graph->edges[i] = EDGE_SUCC (copy, s);
}

static void
copy_all (path_graph *graph, const unfolded *u, const vec<class loop *> &loops)
{
  graph->blocks.safe_grow_cleared (u->of_block.length ());
  graph->edges.safe_grow_cleared (u->of_edge.length ());
  for (unsigned k = 0; k < loops.length (); k++)
    {
      basic_block *body = get_loop_body (loops[k]);
      unsigned n = loops[k]->num_nodes;
      basic_block *copies = XNEWVEC (basic_block, n);
      copy_loop (loops[k], body, copies);
      for (unsigned i = 0; i < n; i++)
	if (number_of (graph, body[i]) != NONE)
	  add_edges (graph, u, body[i], copies[i]);
      free (body);
      free (copies);
    }
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  loops_state_set (LOOPS_NEED_FIXUP);
  update_ssa (TODO_update_ssa);
}

void
paths_copy (path_graph *graph)
{
  auto_vec<class loop *> loops;
  if (!optimize || !optimize_function_for_speed_p (cfun) || cfun->calls_setjmp
      || cfun->has_nonlocal_label)
    return;
  /* What was inserted before has no names yet for the memory that it changes.  */
  update_ssa (TODO_update_ssa);
  loop_optimizer_init (AVOID_CFG_MODIFICATIONS);
  choose_loops (graph, &loops);
  if (loops.length () > 0)
    {
      unfolded u;
      make_unfolded (graph, loops, &u);
      graph->poured = unfold (graph, &u);
      copy_all (graph, &u, loops);
      graph->of_block.truncate (0);
      graph->of_block.safe_splice (u.of_block);
    }
  loop_optimizer_finalize ();
}
