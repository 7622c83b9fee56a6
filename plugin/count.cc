/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting without calls (count): which cells there are, where they are added
   to, and which events they tell of.

   A block is cut behind every instruction from which control may not come
   back, or may come back twice.  Between two cuts all is executed equally
   often, so one cell tells of every event there, and the place where it is
   added to is free to choose: one where nothing needs to be saved.  A branch
   goes as often as the block it leads to is begun, if there is no other way
   there; else its two ways are told by the cell of its own segment and that of
   one way, for which an edge may have to be split.  */

#include "plugin/plugin.h"

/* What lies between two cuts.  */
struct segment
{
  basic_block bb;
  rtx_insn *behind;		/* begins behind this: the block's note, or the
				   instruction that cuts */
  int cell;			/* -1 as long as nobody wants to know */
};

/* Of the current function; the first segment of a block, by its index.  */
static auto_vec<segment> segments;
static auto_vec<int> first_segment;

/* Of the unit.  */
static uint32_t n_cells;
static auto_vec<struct halt_counter> counters;
static auto_vec<int32_t> terms;

static int
cell_of (int s)
{
  if (segments[s].cell < 0)
    segments[s].cell = n_cells++;
  return segments[s].cell;
}

/* The events of NOTE that are WHAT are as many as cell PLUS says, less those
   that cell MINUS does if it is not -1.  */
static void
tell (const struct note *note, uint32_t what, int plus, int minus)
{
  struct halt_counter c = {};
  c.id = note->id;
  c.kind = note->kind;
  c.flags = note->fixed ? HALT_POINT_FIXED : 0;
  c.what = what;
  c.n_terms = 1 + (minus >= 0);
  counters.safe_push (c);
  terms.safe_push (plus + 1);
  if (minus >= 0)
    terms.safe_push (-(minus + 1));
}

/* --- which cells ----------------------------------------------------------- */

/* Whether NOTE of INSN gives one event each time; *WHAT is what the counter says
   besides.  */
static bool
one_event (const struct note *note, rtx_insn *insn, uint32_t *what)
{
  *what = 0;
  if (note->args.length () || note->mem)
    return false;
  switch (note->kind)
    {
    case HALT_BLOCK: case HALT_ENTRY: case HALT_EXIT: case HALT_CYCLE:
    case HALT_SETJMP: case HALT_LONGJMP:
      return true;
    case HALT_LOAD: case HALT_STORE:
      {
	auto_vec<memop> list;
	access_list (insn, &list);
	const struct halt_access *a = &list[note->access].facts;
	*what = a->bytes;
	return !a->lanes.n && a->count == HALT_NO_REG
	       && a->advance == HALT_NO_REG && a->bytes == (int64_t) *what;
      }
    default:
      return false;
    }
}

/* A multiway branch has a cell for each entry of its table.  */
static void
count_mbr (struct note *note, rtx_insn *insn)
{
  rtx_jump_table_data *table;
  if (!tablejump_p (BB_END (BLOCK_FOR_INSN (insn)), NULL, &table))
    return;
  int n = GET_NUM_ELEM (table->get_labels ());
  note->cell = n_cells;
  n_cells += n;
  for (int i = 0; i < n; i++)
    tell (note, i, note->cell + i, -1);
}

/* The notes of INSN that are AFTER it, or not, belong to segment S.  */
static void
count_notes (rtx_insn *insn, bool after, int s)
{
  uint32_t what;
  for (struct note *n = note_first (insn); n; n = note_next (n))
    if (n->after != after)
      continue;
    else if (n->kind == HALT_MBR && !n->args.length ())
      count_mbr (n, insn);
    else if (one_event (n, insn, &what))
      {
	n->counted = true;
	tell (n, what, cell_of (s), -1);
      }
}

static int
new_segment (basic_block bb, rtx_insn *behind)
{
  segment s = { bb, behind, -1 };
  segments.safe_push (s);
  return segments.length () - 1;
}

static int
begin_block (basic_block bb)
{
  if (first_segment.length () <= (unsigned) bb->index)
    first_segment.safe_grow_cleared (last_basic_block_for_fn (cfun) + 1);
  return first_segment[bb->index] = new_segment (bb, bb_note (bb));
}

/* Cut BB.  What comes after an instruction by which control may leave for good
   keeps its call if no segment is left for it.  Return the last segment.  */
static int
cut_block (basic_block bb)
{
  rtx_insn *insn;
  int s = begin_block (bb);
  FOR_BB_INSNS (bb, insn)
    {
      bool cuts = INSN_P (insn) && cfg_interrupts (insn);
      bool leaves = insn == BB_END (bb) && INSN_P (insn)
		    && (cuts || can_throw_internal (insn));
      count_notes (insn, false, s);
      if (cuts && !leaves)
	s = new_segment (bb, insn);
      if (!leaves)
	count_notes (insn, true, s);
    }
  return s;
}

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

/* The segment that is begun as often as E is crossed, or -1.  */
static int
edge_segment (edge e)
{
  return single_pred_p (e->dest) && e->dest != EXIT_BLOCK_PTR_FOR_FN (cfun)
	 ? first_segment[e->dest->index] : -1;
}

/* Branch INSN, the end of segment S.  */
static void
count_branch (rtx_insn *insn, int s)
{
  edge fall, taken;
  struct note *note = note_first (insn);
  while (note && note->kind != HALT_CBR)
    note = note_next (note);
  if (!note || note->args.length () || !two_ways (insn, &fall, &taken))
    return;
  int not_taken_at = edge_segment (fall), taken_at = edge_segment (taken);
  note->counted = true;
  if (not_taken_at < 0 && taken_at < 0)
    not_taken_at = begin_block (split_edge (fall));
  if (not_taken_at >= 0)
    tell (note, 0, cell_of (not_taken_at), -1);
  else
    tell (note, 0, cell_of (s), cell_of (taken_at));
  if (taken_at >= 0)
    tell (note, 1, cell_of (taken_at), -1);
  else
    tell (note, 1, cell_of (s), cell_of (not_taken_at));
}

void
count_points (void)
{
  basic_block bb;
  auto_vec<rtx_insn *> branches;
  auto_vec<int> ends;

  segments.truncate (0);
  first_segment.truncate (0);
  FOR_EACH_BB_FN (bb, cfun)
    {
      int s = cut_block (bb);
      if (note_first (BB_END (bb)))
	{
	  branches.safe_push (BB_END (bb));
	  ends.safe_push (s);
	}
    }
  for (unsigned i = 0; i < branches.length (); i++)
    count_branch (branches[i], ends[i]);
}

/* --- where ------------------------------------------------------------------ */

/* The cheapest place of a segment.  */
struct place
{
  rtx_insn *insn;
  int price;
};

/* Where INSN has a pot that calls, that one may wrap it.  */
static void
consider (struct place *best, rtx_insn *insn, bitmap live)
{
  int now = facts_count_price (live);
  for (const struct note *n = note_first (insn); n; n = note_next (n))
    if (INSN_P (insn) && !n->counted && n->cell < 0)
      return;
  if (!best->insn || now <= best->price)
    *best = { insn, now };
}

static void
settle (const segment *s, const struct place *place)
{
  struct note *note = note_add (place->insn, HALT_BLOCK,
				!INSN_P (place->insn));
  note->cell = s->cell;
}

/* Find places for the segments FIRST to LAST, all of BB, from the end of the
   block to its head.  */
static void
place_block (basic_block bb, int first, int last)
{
  auto_bitmap live;
  rtx_insn *insn;
  int s = last;
  struct place best = { NULL, 0 };

  bitmap_copy (live, df_get_live_out (bb));
  df_simulate_initialize_backwards (bb, live);
  FOR_BB_INSNS_REVERSE (bb, insn)
    {
      if (insn == segments[s].behind && s > first)
	{
	  if (segments[s].cell >= 0 && best.insn)
	    settle (&segments[s], &best);
	  else if (segments[s].cell >= 0)
	    {
	      struct note *note = note_add (insn, HALT_BLOCK, true);
	      note->cell = segments[s].cell;
	    }
	  best.insn = NULL;
	  s--;
	}
      if (!NONDEBUG_INSN_P (insn))
	continue;
      df_simulate_one_insn_backwards (bb, insn, live);
      if (cfg_counts (insn))
	consider (&best, insn, live);
    }
  consider (&best, bb_note (bb), live);
  if (segments[first].cell >= 0)
    settle (&segments[first], &best);
}

void
count_place (void)
{
  for (unsigned s = 0; s < segments.length (); )
    {
      unsigned last = s;
      while (last + 1 < segments.length ()
	     && segments[last + 1].bb == segments[s].bb)
	last++;
      place_block (segments[s].bb, s, last);
      s = last + 1;
    }
}

/* --- what is left behind ------------------------------------------------------ */

/* The counters' table: read by the runtime (halt/format.h).  */
static void
write_table (FILE *f)
{
  struct halt_counters head = {};
  head.n_cells = n_cells;
  head.n_counters = counters.length ();
  head.n_terms = terms.length ();
  if (terms.length () % 2)
    terms.safe_push (0);
  fprintf (f, "\t.section\t.rodata.halt_counters,\"a\",%%progbits\n"
	   "\t.balign\t8\n.LHALT_table:\n");
  unit_write_words (f, &head, sizeof head);
  unit_write_words (f, counters.address (),
		    counters.length () * sizeof counters[0]);
  unit_write_words (f, terms.address (), terms.length () * sizeof terms[0]);
}

void
count_write (FILE *f)
{
  const char *word = integer_asm_op (POINTER_SIZE_UNITS, false);
  const char *op = integer_asm_op (4, true);
  if (!n_cells)
    return;
  fprintf (f, "%s%d\n%s%d\n%s%u\n\t.asciz\t\"" HALT_NOTE_NAME "\"\n"
	   "\t.balign\t4\n", op, (int) sizeof HALT_NOTE_NAME, op,
	   3 * (int) POINTER_SIZE_UNITS, op, HALT_NOTE_COUNTERS);
  fprintf (f, "%s" UNIT_SYMBOL "-.\n%s" CELLS_SYMBOL "-.\n%s.LHALT_table-.\n",
	   word, word, word);
  fprintf (f, "\t.section\t.bss.halt_counters,\"aw\",%%nobits\n"
	   "\t.balign\t64\n" CELLS_SYMBOL ":\n\t.zero\t%llu\n",
	   2 * sizeof (uint64_t) * (unsigned long long) n_cells);
  write_table (f);
  /* Before the object is unloaded its cells are collected; and a link without
     a runtime that does that fails.  */
  fprintf (f, "\t.section\t.fini_array.00000,\"awG\",%%fini_array,"
	   "__halt_count,comdat\n\t.balign\t%d\n%s"
	   "__halt_count_needs_libhalt_a\n", (int) POINTER_SIZE_UNITS,
	   integer_asm_op (POINTER_SIZE_UNITS, true));
}
