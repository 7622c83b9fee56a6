/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting in line: registers that count while a loop runs.

   In a loop that calls nothing a register that nobody uses there can count: it
   is cleared before the loop and added to the cell after it.  So the loop
   does not wait for its own counters' way through memory.  Only a signal that
   ends the loop from outside can lose what is in the register.  */

#include "plugin/plugin.h"
#include "plugin/count/count.h"

/* What counts in a loop.  */
struct tenant
{
  class loop *loop;
  int reg;			/* the recipes' number */
  int cell;
};

/* Of the current function.  The loops go by their numbers: whether they are
   quiet, or not looked at yet, and the registers in use or given away.  */
enum
{
  NOT_LOOKED_AT,
  QUIET,
  LOUD
};
static auto_vec<char> states;
static auto_vec<HARD_REG_SET> taken;
static auto_vec<tenant> tenants;

/* --- loops -------------------------------------------------------------- */

/* The blocks of LOOP, those that were made since the loops were found, too.  */
static void
list_body (class loop *loop, vec<basic_block> *body)
{
  edge e;
  edge_iterator ei;
  auto_bitmap seen;
  bitmap_set_bit (seen, loop->header->index);
  body->safe_push (loop->header);
  for (unsigned i = 0; i < body->length (); i++)
    FOR_EACH_EDGE (e, ei, (*body)[i]->succs)
      if (flow_bb_inside_loop_p (loop, e->dest)
	  && bitmap_set_bit (seen, e->dest->index))
	body->safe_push (e->dest);
}

/* The edges by which control leaves LOOP.  */
static void
list_exits (class loop *loop, vec<edge> *exits)
{
  edge e;
  edge_iterator ei;
  auto_vec<basic_block> body;
  list_body (loop, &body);
  for (unsigned i = 0; i < body.length (); i++)
    FOR_EACH_EDGE (e, ei, body[i]->succs)
      if (!flow_bb_inside_loop_p (loop, e->dest))
	exits->safe_push (e);
}

/* Whether E can be split.  */
static bool
splits (edge e)
{
  rtx_insn *end = BB_END (e->src);
  if (e->flags & EDGE_COMPLEX || e->src == ENTRY_BLOCK_PTR_FOR_FN (cfun)
      || e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun))
    return false;
  return !JUMP_P (end) || simplejump_p (end)
	 || (any_condjump_p (end) && EDGE_COUNT (e->src->succs) == 2);
}

/* Whether control stays in LOOP's block BB until it goes one of its ways, and
   those out of the loop can be split.  */
static bool
quiet_block (class loop *loop, basic_block bb)
{
  edge e;
  edge_iterator ei;
  rtx_insn *insn;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (e->flags & EDGE_COMPLEX
	|| (!flow_bb_inside_loop_p (loop, e->dest) && !splits (e)))
      return false;
  FOR_EACH_EDGE (e, ei, bb->preds)
    if (e->flags & EDGE_COMPLEX
	|| (!flow_bb_inside_loop_p (loop, e->src) && !splits (e)))
      return false;
  FOR_BB_INSNS (bb, insn)
    if (!notes_told (insn)
	|| (NONDEBUG_INSN_P (insn) && (CALL_P (insn) || cfg_interrupts (insn))))
      return false;
  return EDGE_COUNT (bb->succs) > 0;
}

/* Add what is live or mentioned in BB to SET.  */
static void
add_busy (basic_block bb, HARD_REG_SET *set)
{
  rtx_insn *insn;
  df_ref ref;
  for (int r = 0; r < FIRST_PSEUDO_REGISTER; r++)
    if (bitmap_bit_p (df_get_live_in (bb), r)
	|| bitmap_bit_p (df_get_live_out (bb), r))
      SET_HARD_REG_BIT (*set, r);
  FOR_BB_INSNS (bb, insn)
    {
      if (!NONDEBUG_INSN_P (insn))
	continue;
      FOR_EACH_INSN_DEF (ref, insn)
	SET_HARD_REG_BIT (*set, DF_REF_REGNO (ref));
      FOR_EACH_INSN_USE (ref, insn)
	SET_HARD_REG_BIT (*set, DF_REF_REGNO (ref));
    }
}

static bool
quiet (class loop *loop)
{
  if (states[loop->num] != NOT_LOOKED_AT)
    return states[loop->num] == QUIET;
  auto_vec<basic_block> body;
  list_body (loop, &body);
  states[loop->num] = QUIET;
  for (unsigned i = 0; i < body.length (); i++)
    {
      if (!quiet_block (loop, body[i]))
	states[loop->num] = LOUD;
      add_busy (body[i], &taken[loop->num]);
    }
  return states[loop->num] == QUIET;
}

void
loop_begin (void)
{
  loop_optimizer_init (AVOID_CFG_MODIFICATIONS);
  /* Nobody keeps them up to date.  */
  free_dominance_info (CDI_DOMINATORS);
  tenants.truncate (0);
  states.truncate (0);
  states.safe_grow_cleared (number_of_loops (cfun));
  taken.truncate (0);
  taken.safe_grow_cleared (number_of_loops (cfun));
}

void
loop_end (void)
{
  loop_optimizer_finalize ();
}

/* --- registers ---------------------------------------------------------- */

/* A register that is free in LOOP, by the recipes' number, or HALT_NO_REG.  Better
   one that callers have been promised nothing about.  */
static int
free_register (class loop *loop)
{
  int promised = HALT_NO_REG;
  for (int i = 0; i < unit_target->n_count_regs; i++)
    {
      int r = unit_target->count_regs[i], regno = regs_regno (r);
      if (!fixed_regs[regno] && !global_regs[regno]
	  && TEST_HARD_REG_BIT (accessible_reg_set, regno)
	  && crtl->abi->clobbers_full_reg_p (regno)
	  && !TEST_HARD_REG_BIT (taken[loop->num], regno))
	{
	  if (!contract_has (r))
	    return r;
	  if (promised == HALT_NO_REG)
	    promised = r;
	}
    }
  return promised;
}

/* What clearing a register before LOOP and flushing it after that costs.  */
static double
rent (class loop *loop)
{
  double cost = 0;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, loop->header->preds)
    if (!flow_bb_inside_loop_p (loop, e->src))
      cost += place_frequency (e)
	      * (PLACE_REGISTER + (single_succ_p (e->src) ? 0 : PLACE_JUMP));
  auto_vec<edge> exits;
  list_exits (loop, &exits);
  for (unsigned i = 0; i < exits.length (); i++)
    cost += place_frequency (exits[i]) * place_price (exits[i]);
  return cost;
}

/* Whether the function clears the registers that it has used when it returns: of
   ours it does not know.  */
static bool
clears_registers (void)
{
  return flag_zero_call_used_regs
	 || lookup_attribute ("zero_call_used_regs",
			      DECL_ATTRIBUTES (current_function_decl));
}

/* The loop around L, and L itself, where counting what is executed N times costs
   least; NULL if that is *COST, which is what it costs then.  */
static class loop *
cheapest (class loop *l, double n, double *cost)
{
  class loop *best = NULL;
  if (config->live || clears_registers ())
    return NULL;
  for (; loop_outer (l) && quiet (l); l = loop_outer (l))
    {
      if (free_register (l) == HALT_NO_REG)
	continue;
      double here = rent (l) + n * PLACE_REGISTER;
      if (here < *cost)
	{
	  *cost = here;
	  best = l;
	}
    }
  return best;
}

double
loop_cost (class loop *l, double n, double cost)
{
  cheapest (l, n, &cost);
  return cost;
}

int
loop_register (basic_block bb, int cell, double cost)
{
  class loop *best = cheapest (bb->loop_father, place_frequency (bb), &cost);
  if (!best)
    return HALT_NO_REG;
  int reg = free_register (best);
  tenants.safe_push ({ best, reg, cell });
  /* All loops that share a block with this one.  */
  for (unsigned i = 1; i < taken.length (); i++)
    if (class loop *l = get_loop (cfun, i))
      if (flow_loop_nested_p (l, best) || flow_loop_nested_p (best, l)
	  || l == best)
	SET_HARD_REG_BIT (taken[i], regs_regno (reg));
  return reg;
}

/* --- before and after ----------------------------------------------------- */

static void
add_step (const struct tenant *t, rtx_insn *insn, bool after,
	  enum halt_step step)
{
  addition_add (insn, after, t->cell, step, t->reg);
}

/* The block after E, where nothing else comes from and nothing stands at the
   head.  */
static basic_block
block_behind (edge e)
{
  return single_pred_p (e->dest) && !note_first (bb_note (e->dest))
	     && !addition_first (bb_note (e->dest))
	   ? e->dest
	   : place_split (e);
}

/* Add what T counted where control leaves its loop.  */
static void
flush (const struct tenant *t)
{
  auto_vec<edge> exits;
  list_exits (t->loop, &exits);
  for (unsigned i = 0; i < exits.length (); i++)
    {
      basic_block bb = exits[i]->dest;
      const struct addition *a = addition_first (bb_note (bb));
      bool flushed = single_pred_p (bb) && !note_first (bb_note (bb)) && a
		     && a->step == STEP_FLUSH;
      if (!flushed)
	bb = block_behind (exits[i]);
      add_step (t, bb_note (bb), true, STEP_FLUSH);
    }
}

/* Clear T's register at the end of what comes before its loop.  */
static void
clear (const struct tenant *t)
{
  auto_vec<edge> entries;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, t->loop->header->preds)
    if (!flow_bb_inside_loop_p (t->loop, e->src))
      entries.safe_push (e);
  for (unsigned i = 0; i < entries.length (); i++)
    {
      e = entries[i];
      basic_block bb = single_succ_p (e->src) ? e->src : place_split (e);
      rtx_insn *end = BB_END (bb);
      add_step (t, end, !JUMP_P (end), STEP_CLEAR);
    }
}

void
loop_flush (void)
{
  for (unsigned i = 0; i < tenants.length (); i++)
    flush (&tenants[i]);
}

/* Of blocks, by their index.  */
static auto_vec<struct reg_set> kept;

void
loop_clear (void)
{
  for (unsigned i = 0; i < tenants.length (); i++)
    clear (&tenants[i]);
  kept.truncate (0);
  kept.safe_grow_cleared (last_basic_block_for_fn (cfun));
  for (unsigned i = 0; i < tenants.length (); i++)
    {
      const struct tenant *t = &tenants[i];
      auto_vec<basic_block> body;
      list_body (t->loop, &body);
      for (unsigned b = 0; b < body.length (); b++)
	reg_set_add (&kept[body[b]->index], t->reg);
    }
}

/* What stands at one place is flushed one after another.  */
void
count_keeps (rtx_insn *insn, struct reg_set *live)
{
  unsigned index = BLOCK_FOR_INSN (insn)->index;
  if (index < kept.length ())
    for (unsigned i = 0; i < ARRAY_SIZE (live->word); i++)
      live->word[i] |= kept[index].word[i];
  for (const struct addition *a = addition_first (insn); a;
       a = addition_next (a))
    if (a->step == STEP_FLUSH)
      reg_set_add (live, a->reg);
}
