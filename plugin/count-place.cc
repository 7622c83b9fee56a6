/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting in line: where in its segment a cell is added to.  All is executed
   equally often there, so the place is free to choose: one where nothing needs
   to be saved.  */

#include "plugin/plugin.h"
#include "plugin/count.h"

/* Where INSN has a pot that calls, that one may wrap it.  */
static void
consider (segment *s, rtx_insn *insn, bitmap live)
{
  int price = PLACE_ADD + facts_count_price (live);
  for (const struct note *n = note_first (insn); n; n = note_next (n))
    if (INSN_P (insn) && !n->counted && n->cell < 0)
      return;
  if (!s->place || price <= s->price)
    {
      s->place = insn;
      s->price = price;
    }
}

void
place_find (segment *first, segment *last)
{
  auto_bitmap live;
  rtx_insn *insn;
  basic_block bb = first->bb;
  segment *s = last;

  bitmap_copy (live, df_get_live_out (bb));
  df_simulate_initialize_backwards (bb, live);
  FOR_BB_INSNS_REVERSE (bb, insn)
    {
      if (s > first && insn == s->behind)
	{
	  if (!s->place)
	    s->price = PLACE_ADD + facts_count_price (live);
	  s--;
	}
      if (!NONDEBUG_INSN_P (insn))
	continue;
      df_simulate_one_insn_backwards (bb, insn, live);
      if (cfg_counts (insn))
	consider (s, insn, live);
    }
  consider (first, bb_note (bb), live);
}

/* Whether what is put on E can stand in front of where it leads to without a
   jump over it.  */
static bool
leads_in (edge e)
{
  return e->flags & EDGE_FALLTHRU
	 || (!(e->flags & EDGE_CROSSING) && !find_fallthru_edge (e->dest->preds));
}

int
place_price (edge e)
{
  auto_bitmap live;
  bitmap_copy (live, df_get_live_in (e->dest));
  return PLACE_ADD + facts_count_price (live)
	 + (leads_in (e) ? 0 : PLACE_JUMP);
}

/* The last block of BB's section.  */
static basic_block
last_of_section (basic_block bb)
{
  while (bb->next_bb != EXIT_BLOCK_PTR_FOR_FN (cfun)
	 && BB_PARTITION (bb->next_bb) == BB_PARTITION (bb))
    bb = bb->next_bb;
  return bb;
}

basic_block
place_split (edge e)
{
  basic_block last = last_of_section (e->dest);
  rtx_insn *end = get_last_bb_insn (last);
  if (leads_in (e) || !BARRIER_P (end))
    return split_edge (e);
  /* Behind all the rest, from where control jumps.  */
  basic_block bb = create_basic_block (NEXT_INSN (end), NULL, last);
  bb->count = e->count ();
  BB_COPY_PARTITION (bb, e->dest);
  force_nonfallthru (make_single_succ_edge (bb, e->dest, EDGE_FALLTHRU));
  redirect_edge_and_branch (e, bb);
  return bb;
}

void
place_note (const segment *s)
{
  rtx_insn *insn = s->place ? s->place : s->behind;
  note_add (insn, HALT_BLOCK, !s->place || !INSN_P (insn))->cell = s->cell;
}
