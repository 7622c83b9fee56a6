/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting without calls (count): which events are told by which numbers.

   A block is cut after every instruction from which control may not come
   back, or may come back twice.  Between two cuts all is executed equally
   often, so one number tells of every event there.  These numbers, and how
   often branches go to where ways meet, are flows in a graph (span.cc): what
   flows into a cut flows out of it or, where control may be lost, to the
   outside.  So not all of them need a cell.  */

#include "plugin/core/core.h"
#include "plugin/count/count.h"
#include "plugin/rtl/rtl.h"

/* A counter and the flow that tells it.  */
struct wish
{
  struct halt_counter counter;
  int flow;
};

/* A block: its first and last segment, the cells of its jump table, or -1, and its
   multiway branch if the ways from it tell that one's events.  */
struct ends
{
  int first, last;
  int64_t table;
  const struct note *targets;
};

/* Of a function.  Blocks go by their index.  The flows are those of the segments,
   then those of the edges WAYS, then those of tables.  */
class plan
{
public:
  void make (void);

private:
  void wish_for (const struct note *note, uint32_t what, int flow);
  void count_mbr (const struct note *note, rtx_insn *insn);
  void count_notes (rtx_insn *insn, bool after, int s);
  int new_segment (basic_block bb, rtx_insn *behind);
  void cut (basic_block bb);
  int flow_of (edge e);
  void count_targets (basic_block bb, const struct note *note);
  void count_branch (basic_block bb);
  int node_at (basic_block bb);
  void join_table (basic_block bb);
  void join (basic_block bb);
  void make_graph (void);
  void measure (int flow);
  void add_up (int flow, const vec<int> &terms);
  void find_segments (void);
  void find_registers (void);
  void solve (void);
  void split_ways (void);

  auto_vec<segment> segments;
  auto_vec<ends> blocks;
  auto_vec<edge> ways;
  auto_vec<wish> wishes;
  auto_vec<counted> values;
  span graph;
};

/* The counter of the event of NOTE that is WHAT.  */
static struct halt_counter
counter_of (const struct note *note, uint32_t what)
{
  struct halt_counter c = {};
  c.id = note->id;
  c.kind = note->kind;
  c.flags = note->fixed ? HALT_POINT_FIXED : 0;
  c.what = what;
  if (note->unit)
    {
      c.flags |= HALT_COUNTER_UNIT;
      c.what = note->unit - 1;
    }
  return c;
}

/* FLOW tells of that event.  */
void
plan::wish_for (const struct note *note, uint32_t what, int flow)
{
  wishes.safe_push ({ counter_of (note, what), flow });
}

/* --- segments -------------------------------------------------------------- */

/* Whether NOTE gives one event each time; *WHAT is what the counter says
   besides.  */
static bool
one_event (const struct note *note, uint32_t *what)
{
  const struct halt_access *a = &note->subject.access.facts;
  *what = 0;
  if (note->args.length ())
    return false;
  switch (halt_kind_args (note->kind))
    {
    case HALT_ARGS_NONE:
    case HALT_ARGS_BUFFER:
    case HALT_ARGS_JUMP:
    case HALT_ARGS_CALLEE:
      return !a->lanes.n;
    case HALT_ARGS_ACCESS:
      *what = a->bytes;
      return !a->lanes.n && a->count == HALT_NO_REG && a->advance == HALT_NO_REG
	     && a->bytes == (int64_t) *what;
    case HALT_ARGS_START:
    case HALT_ARGS_CONDITION:
    case HALT_ARGS_INDEX:
    case HALT_ARGS_PATH:
    case HALT_ARGS_VALUE:
    case HALT_ARGS_LIST:
    case HALT_ARGS_OWN:
      break;
    }
  return false;
}

/* Of multiway branch NOTE of INSN, a cell for each entry of TABLE.  */
static struct addition *
count_table (const struct note *note, rtx_insn *insn,
	     rtx_jump_table_data *table)
{
  int n = GET_NUM_ELEM (table->get_labels ());
  int cells = table_cells (n);
  struct addition *a = addition_add (insn, note->after, cells, STEP_ADD, 0);
  a->note = note;
  note_tell (note);
  for (int i = 0; i < n; i++)
    {
      struct counted cell = { cells + i, false, false };
      table_counter (counter_of (note, i), cell);
    }
  return a;
}

/* Whether a block is cut after INSN.  */
static bool
cuts (const rtx_insn *insn)
{
  return INSN_P (insn) && cfg_interrupts (insn) && returns_not (insn);
}

/* Whether INSN is in the last segment of BB.  */
static bool
ends_block (basic_block bb, rtx_insn *insn)
{
  for (; insn != BB_END (bb); insn = NEXT_INSN (insn))
    if (cuts (insn))
      return false;
  return true;
}

/* Multiway branch NOTE of INSN has a cell for each entry of its table, unless the
   ways from there will tell.  */
void
plan::count_mbr (const struct note *note, rtx_insn *insn)
{
  rtx_jump_table_data *table;
  basic_block bb = BLOCK_FOR_INSN (insn);
  if (!tablejump_p (BB_END (bb), NULL, &table))
    return;
  bool ends = ends_block (bb, insn);
  if (ends && !config->indices)
    blocks[bb->index].targets = note;
  else
    {
      struct addition *a = count_table (note, insn, table);
      if (ends)
	blocks[bb->index].table = a->cell;
    }
}

/* The notes of INSN that are AFTER it, or not, belong to segment S.  */
void
plan::count_notes (rtx_insn *insn, bool after, int s)
{
  uint32_t what;
  for (const struct note *n = note_first (insn); n; n = note_next (n))
    if (n->after != after)
      continue;
    else if (halt_kind_args (n->kind) == HALT_ARGS_INDEX && !n->args.length ())
      count_mbr (n, insn);
    else if (one_event (n, &what))
      {
	note_tell (n);
	wish_for (n, what, s);
      }
}

int
plan::new_segment (basic_block bb, rtx_insn *behind)
{
  segment s = {};
  s.bb = bb;
  s.behind = behind;
  s.cell = -1;
  s.reg = HALT_NO_REG;
  segments.safe_push (s);
  return segments.length () - 1;
}

/* Whether control leaves BB after INSN, which is not a jump.  */
static bool
leaves_behind (basic_block bb, rtx_insn *insn)
{
  return insn == BB_END (bb) && INSN_P (insn)
	 && (cuts (insn) || can_throw_internal (insn));
}

/* Cut BB.  What comes after an instruction by which control may leave for good
   keeps its call if no segment is left for it.  */
void
plan::cut (basic_block bb)
{
  rtx_insn *insn;
  int s = new_segment (bb, bb_note (bb));
  blocks[bb->index] = { s, s, -1, NULL };
  FOR_BB_INSNS (bb, insn)
    {
      bool leaves = leaves_behind (bb, insn);
      count_notes (insn, false, s);
      if (cuts (insn) && !leaves)
	s = new_segment (bb, insn);
      if (!leaves)
	count_notes (insn, true, s);
    }
  blocks[bb->index].last = s;
}

/* --- branches -------------------------------------------------------------- */

/* The ways of conditional branch INSN that can be told apart.  */
static bool
two_ways (rtx_insn *insn, edge *fall, edge *taken)
{
  basic_block bb = BLOCK_FOR_INSN (insn);
  if (insn != BB_END (bb) || EDGE_COUNT (bb->succs) != 2)
    return false;
  *fall = EDGE_SUCC (bb, 0);
  *taken = EDGE_SUCC (bb, 1);
  if (!((*fall)->flags & EDGE_FALLTHRU))
    std::swap (*fall, *taken);
  return ((*fall)->flags & (EDGE_FALLTHRU | EDGE_COMPLEX)) == EDGE_FALLTHRU
	 && !((*taken)->flags & (EDGE_FALLTHRU | EDGE_COMPLEX));
}

/* The flow of E: that of the segment it leads to if nothing else does, or one of
   its own.  */
int
plan::flow_of (edge e)
{
  if (single_pred_p (e->dest) && e->dest != EXIT_BLOCK_PTR_FOR_FN (cfun))
    return blocks[e->dest->index].first;
  ways.safe_push (e);
  e->aux = e;
  return segments.length () + ways.length () - 1;
}

/* The table at the end of BB.  Of entries that lead to one block the first one
   stands for all.  */
void
plan::count_targets (basic_block bb, const struct note *note)
{
  auto_bitmap seen;
  rtx_jump_table_data *table;
  tablejump_p (BB_END (bb), NULL, &table);
  rtvec labels = table->get_labels ();
  note_tell (note);
  for (int i = 0; i < GET_NUM_ELEM (labels); i++)
    {
      basic_block to = BLOCK_FOR_INSN (XEXP (RTVEC_ELT (labels, i), 0));
      if (bitmap_set_bit (seen, to->index))
	wish_for (note, i, flow_of (find_edge (bb, to)));
    }
}

/* The branch at the end of BB.  */
void
plan::count_branch (basic_block bb)
{
  edge fall, taken;
  rtx_insn *insn = BB_END (bb);
  if (blocks[bb->index].targets)
    count_targets (bb, blocks[bb->index].targets);
  const struct note *note = note_first (insn);
  if (!JUMP_P (insn) || !any_condjump_p (insn)
      || !two_ways (insn, &fall, &taken))
    return;
  int fall_flow = flow_of (fall), taken_flow = flow_of (taken);
  while (note && halt_kind_args (note->kind) != HALT_ARGS_CONDITION)
    note = note_next (note);
  if (!note || note->args.length ())
    return;
  note_tell (note);
  wish_for (note, 0, fall_flow);
  wish_for (note, 1, taken_flow);
}

/* --- the graph ------------------------------------------------------------- */

/* Node 0 is the outside; each segment has two.  */
#define OUTSIDE 0
#define BEGIN(s) (1 + 2 * (s))
#define END(s) (2 + 2 * (s))

int
plan::node_at (basic_block bb)
{
  return bb == EXIT_BLOCK_PTR_FOR_FN (cfun)
	   ? OUTSIDE
	   : BEGIN (blocks[bb->index].first);
}

/* The entries of BB's jump table are flows that are known.  */
void
plan::join_table (basic_block bb)
{
  rtx_jump_table_data *table;
  tablejump_p (BB_END (bb), NULL, &table);
  rtvec labels = table->get_labels ();
  for (int i = 0; i < GET_NUM_ELEM (labels); i++)
    {
      rtx label = XEXP (RTVEC_ELT (labels, i), 0);
      int to = node_at (BLOCK_FOR_INSN (label));
      graph.add (END (blocks[bb->index].last), to, SPAN_KNOWN);
      values.safe_push ({ (int) blocks[bb->index].table + i, false, false });
    }
}

/* Join what flows out of BB with where it may flow to.  */
void
plan::join (basic_block bb)
{
  edge e;
  edge_iterator ei;
  const struct ends *b = &blocks[bb->index];
  for (int s = b->first; s < b->last; s++)
    {
      graph.join (END (s), BEGIN (s + 1));
      graph.join (END (s), OUTSIDE);
    }
  if (EDGE_COUNT (bb->succs) == 0
      || (leaves_behind (bb, BB_END (bb)) && cuts (BB_END (bb))))
    graph.join (END (b->last), OUTSIDE);
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (b->table < 0 && !e->aux)
      graph.join (END (b->last), node_at (e->dest));
}

/* What counting segment S costs.  */
static double
cost_of (const segment *s)
{
  double n = place_frequency (s->bb);
  return loop_cost (s->bb->loop_father, s->bb, n, n * s->price);
}

/* What counting E costs, with the jump that it may need.  */
static double
cost_of (edge e)
{
  double n = place_frequency (e);
  class loop *l = find_common_loop (e->src->loop_father, e->dest->loop_father);
  int jump = place_jump (e);
  return n * jump + loop_cost (l, NULL, n, n * (place_price (e) - jump));
}

void
plan::make_graph (void)
{
  basic_block bb;
  for (unsigned n = 0; n < 1 + 2 * segments.length (); n++)
    graph.node ();
  for (unsigned s = 0; s < segments.length (); s++)
    graph.add (BEGIN (s), END (s), cost_of (&segments[s]));
  for (unsigned w = 0; w < ways.length (); w++)
    graph.add (END (blocks[ways[w]->src->index].last), node_at (ways[w]->dest),
	       cost_of (ways[w]));
  values.safe_grow_cleared (segments.length () + ways.length ());
  basic_block first = single_succ (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  graph.join (OUTSIDE, node_at (first));
  FOR_EACH_BB_FN (bb, cfun)
    {
      if (blocks[bb->index].table >= 0)
	join_table (bb);
      join (bb);
    }
  for (unsigned i = 0; i < wishes.length (); i++)
    graph.want (wishes[i].flow);
}

/* --- cells ----------------------------------------------------------------- */

/* FLOW gets a cell.  */
void
plan::measure (int flow)
{
  int cell = table_cells (1);
  values[flow] = { cell, false, false };
  if ((unsigned) flow < segments.length ())
    segments[flow].cell = cell;
}

/* FLOW is the sum of TERMS, flows numbered from 1 and negated if they are to be
   subtracted.  */
void
plan::add_up (int flow, const vec<int> &terms)
{
  auto_vec<counted> list;
  for (unsigned i = 0; i < terms.length (); i++)
    {
      struct counted c = values[abs (terms[i]) - 1];
      c.minus ^= terms[i] < 0;
      list.safe_push (c);
    }
  values[flow] = table_sum (list);
}

void
plan::find_segments (void)
{
  basic_block bb;
  clear_aux_for_edges ();
  blocks.safe_grow_cleared (last_basic_block_for_fn (cfun));
  FOR_EACH_BB_FN (bb, cfun)
    cut (bb);
  FOR_EACH_BB_FN (bb, cfun)
    count_branch (bb);
  FOR_EACH_BB_FN (bb, cfun)
    place_find (&segments[blocks[bb->index].first],
		&segments[blocks[bb->index].last]);
}

/* The most frequent first.  */
static int
by_frequency (const void *left, const void *right)
{
  segment *a = *(segment *const *) left, *b = *(segment *const *) right;
  double m = place_frequency (a->bb), n = place_frequency (b->bb);
  return m > n ? -1 : m < n ? 1 : a < b ? -1 : a > b;
}

/* Find registers that count instead of cells.  */
void
plan::find_registers (void)
{
  auto_vec<segment *> counting;
  for (unsigned s = 0; s < segments.length (); s++)
    if (segments[s].cell >= 0)
      counting.safe_push (&segments[s]);
  counting.qsort (by_frequency);
  for (unsigned i = 0; i < counting.length (); i++)
    loop_register (counting[i]);
}

/* Make blocks for the ways that are counting.  */
void
plan::split_ways (void)
{
  unsigned n_segments = segments.length ();
  for (unsigned w = 0; w < ways.length (); w++)
    if (graph.measured (n_segments + w))
      {
	int price = place_price (ways[w]);
	basic_block bb = place_split (ways[w]);
	segment *s = &segments[new_segment (bb, bb_note (bb))];
	s->cell = values[n_segments + w].n;
	s->price = price;
      }
  if (segments.length () > n_segments)
    df_analyze ();
}

/* Choose the flows that are measured, and make the others of them.  */
void
plan::solve (void)
{
  auto_vec<int> terms;
  graph.choose ();
  for (unsigned flow = 0; flow < segments.length () + ways.length (); flow++)
    if (graph.measured (flow))
      measure (flow);
  for (int flow; (flow = graph.next_sum (&terms)) >= 0;)
    add_up (flow, terms);
}

/* A routine that is called may do anything.  */
static void
forget_if_calls (void)
{
  basic_block bb;
  rtx_insn *insn;
  FOR_EACH_BB_FN (bb, cfun)
    FOR_BB_INSNS (bb, insn)
      if (!notes_told (insn))
	{
	  returns_forget ();
	  return;
	}
}

void
plan::make (void)
{
  loop_begin ();
  find_segments ();
  make_graph ();
  solve ();
  for (unsigned i = 0; i < wishes.length (); i++)
    table_counter (wishes[i].counter, values[wishes[i].flow]);
  split_ways ();
  find_registers ();
  loop_flush ();
  for (unsigned s = 0; s < segments.length (); s++)
    if (segments[s].cell >= 0 && !segments[s].strides)
      place_add (&segments[s]);
  loop_clear ();
  loop_end ();
  clear_aux_for_edges ();
  forget_if_calls ();
}

void
count_points (void)
{
  plan ().make ();
}

/* --- each by itself ---------------------------------------------------------- */

/* NOTE of INSN gets N cells of its own, for WHAT and up.  */
static void
count_alone (const struct note *note, rtx_insn *insn, int n, uint32_t what)
{
  int cells = table_cells (n);
  struct addition *a = addition_add (insn, note->after, cells, STEP_ADD, 0);
  a->tells = note;
  note_tell (note);
  for (int i = 0; i < n; i++)
    {
      struct counted cell = { cells + i, false, false };
      table_counter (counter_of (note, what + i), cell);
    }
}

static void
count_note (const struct note *note, rtx_insn *insn)
{
  uint32_t what;
  rtx_jump_table_data *table;
  enum halt_args args = halt_kind_args (note->kind);
  if (args == HALT_ARGS_INDEX && !note->args.length ())
    {
      if (tablejump_p (BB_END (BLOCK_FOR_INSN (insn)), NULL, &table))
	count_table (note, insn, table)->tells = note;
    }
  else if (args == HALT_ARGS_CONDITION && !note->args.length ())
    {
      if (any_condjump_p (insn) && insn == BB_END (BLOCK_FOR_INSN (insn)))
	count_alone (note, insn, 2, 0);
    }
  else if (one_event (note, &what))
    count_alone (note, insn, 1, what);
}

void
count_each (void)
{
  basic_block bb;
  rtx_insn *insn;
  FOR_EACH_BB_FN (bb, cfun)
    FOR_BB_INSNS (bb, insn)
      for (const struct note *n = note_first (insn); n; n = note_next (n))
	count_note (n, insn);
}
