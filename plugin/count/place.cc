/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting in line: where in its segment a cell is added to.  All is executed
   equally often there, so the place is free to choose: one where nothing needs
   to be saved.  */

#include "plugin/count/count.h"
#include "plugin/target_hooks.h"
#include "plugin/rtl/rtl.h"

/* BB's count, which GCC knows; or what flows in, if that is less and the count
   not to be relied on.  */
static double
count_of (basic_block bb)
{
  edge e;
  edge_iterator ei;
  double n = bb->count.to_gcov_type (), in = 0;
  if (!halt_returns_overcounted () || !single_succ_p (bb)
      || single_succ (bb) != EXIT_BLOCK_PTR_FOR_FN (cfun))
    return n;
  FOR_EACH_EDGE (e, ei, bb->preds)
    {
      if (!e->count ().initialized_p ())
	return n;
      in += e->count ().to_gcov_type ();
    }
  return MIN (n, in);
}

/* How often BB is executed, or E crossed, as GCC guesses.  */
static double
guess (basic_block bb)
{
  profile_count entry = ENTRY_BLOCK_PTR_FOR_FN (cfun)->count;
  if (entry.initialized_p () && entry.nonzero_p ()
      && bb->count.initialized_p ())
    return count_of (bb) + 1.0;
  /* Nobody guessed.  */
  return (uint64_t) 1 << 3 * MIN (bb_loop_depth (bb), 20);
}

static double
guess (edge e)
{
  double n = guess (e->src);
  if (e->probability.initialized_p ())
    return n * e->probability.to_reg_br_prob_base () / REG_BR_PROB_BASE;
  return MIN (n, guess (e->dest)) / EDGE_COUNT (e->src->succs);
}

/* Where a guide says the same of two GCC's guess, which is less than 2^62, decides:
   it may say 0.  */
#define GUESS (1.0 / ((uint64_t) 1 << 62))

double
place_frequency (basic_block bb)
{
  return guide_knows () ? guide_count (bb) + GUESS * guess (bb) : guess (bb);
}

double
place_frequency (edge e)
{
  return guide_knows () ? guide_count (e) + GUESS * guess (e) : guess (e);
}

static int
price_of (bitmap live)
{
  return PLACE_ADD + 2 * target_count_price (live);
}

/* Where INSN has a pot that calls, that one may wrap it.  */
static void
consider (segment *s, rtx_insn *insn, bitmap live)
{
  int price = price_of (live);
  if (INSN_P (insn) && !notes_told (insn))
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
	    s->price = price_of (live);
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

/* Whether what is put on E can stand before where it leads to without a
   jump over it.  */
static bool
leads_in (edge e)
{
  return e->flags & EDGE_FALLTHRU
	 || (!(e->flags & EDGE_CROSSING)
	     && !find_fallthru_edge (e->dest->preds));
}

int
place_jump (edge e)
{
  return leads_in (e) ? 0 : PLACE_JUMP;
}

int
place_price (edge e)
{
  auto_bitmap live;
  bitmap_copy (live, df_get_live_in (e->dest));
  return price_of (live) + place_jump (e);
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
  /* After all the rest, from where control jumps.  */
  basic_block bb = create_basic_block (NEXT_INSN (end), NULL, last);
  bb->count = e->count ();
  BB_COPY_PARTITION (bb, e->dest);
  if (current_loops)
    add_bb_to_loop (bb, find_common_loop (e->src->loop_father,
					  e->dest->loop_father));
  force_nonfallthru (make_single_succ_edge (bb, e->dest, EDGE_FALLTHRU));
  redirect_edge_and_branch (e, bb);
  return bb;
}

void
place_add (const segment *s)
{
  rtx_insn *insn = s->place ? s->place : s->behind;
  addition_add (insn, !s->place || !INSN_P (insn), s->cell,
		s->reg == HALT_NO_REG ? STEP_ADD : STEP_REGISTER, s->reg);
}
