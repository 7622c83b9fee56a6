/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting in line: registers that count while a loop runs.

   In a loop that calls nothing a register that nobody uses there can count: it
   is cleared before the loop and added to the cell after it.  So the loop
   does not wait for its own counters' way through memory.  Only a signal that
   ends the loop from outside can lose what is in the register.

   A block may step a register of the program's, which nothing else in the loop
   changes.  Then it is enough to keep what that was before the loop: the difference
   tells how often the block was executed.  Not of registers of less than 64 bits,
   in which differences might wrap around.  */

#include "plugin/core/core.h"
#include "plugin/count/count.h"
#include "plugin/target_hooks.h"
#include "plugin/rtl/rtl.h"

/* What counts in a loop.  */
struct tenant
{
  class loop *loop;
  int reg;			/* the recipes' number */
  int cell;
  int from;			/* that steps, if ... */
  int64_t stride;		/* ... this is not 0 */
};

/* A register that a block steps.  */
struct induction
{
  unsigned regno;
  int64_t stride;		/* a power of 2, or minus one; 0: there is none */
};

/* What is known of a loop.  */
struct loop_facts
{
  enum
  {
    NOT_LOOKED_AT,
    QUIET,
    LOUD
  } state;
  HARD_REG_SET taken;		/* registers in use or given away, ... */
  HARD_REG_SET set, set_again;	/* ... that are set, once and more than once */
};

/* Of the current function.  The loops go by their numbers.  */
static auto_vec<loop_facts> facts;
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

/* Add to L what is live, mentioned or set in BB, a block of that loop.  */
static void
add_busy (basic_block bb, loop_facts *l)
{
  rtx_insn *insn;
  df_ref ref;
  for (int r = 0; r < FIRST_PSEUDO_REGISTER; r++)
    if (bitmap_bit_p (df_get_live_in (bb), r)
	|| bitmap_bit_p (df_get_live_out (bb), r))
      SET_HARD_REG_BIT (l->taken, r);
  FOR_BB_INSNS (bb, insn)
    {
      if (!NONDEBUG_INSN_P (insn))
	continue;
      FOR_EACH_INSN_DEF (ref, insn)
	{
	  unsigned regno = DF_REF_REGNO (ref);
	  SET_HARD_REG_BIT (l->taken, regno);
	  SET_HARD_REG_BIT (TEST_HARD_REG_BIT (l->set, regno) ? l->set_again
							      : l->set,
			    regno);
	}
      FOR_EACH_INSN_USE (ref, insn)
	SET_HARD_REG_BIT (l->taken, DF_REF_REGNO (ref));
    }
}

static bool
quiet (class loop *loop)
{
  loop_facts *l = &facts[loop->num];
  if (l->state != loop_facts::NOT_LOOKED_AT)
    return l->state == loop_facts::QUIET;
  auto_vec<basic_block> body;
  list_body (loop, &body);
  l->state = loop_facts::QUIET;
  for (unsigned i = 0; i < body.length (); i++)
    {
      if (!quiet_block (loop, body[i]))
	l->state = loop_facts::LOUD;
      add_busy (body[i], l);
    }
  return l->state == loop_facts::QUIET;
}

void
loop_begin (void)
{
  loop_optimizer_init (AVOID_CFG_MODIFICATIONS);
  /* Nobody keeps them up to date.  */
  free_dominance_info (CDI_DOMINATORS);
  tenants.truncate (0);
  facts.truncate (0);
  facts.safe_grow_cleared (number_of_loops (cfun));
}

void
loop_end (void)
{
  loop_optimizer_finalize ();
}

/* --- registers ---------------------------------------------------------- */

static bool
is_vector (int reg)
{
  return unit.target->regs[reg].rclass == RC_VECTOR;
}

/* Whether the recipes' register R is nobody's in LOOP.  */
static bool
is_free (class loop *loop, int r)
{
  int regno = regs_regno (r);
  return !fixed_regs[regno] && !global_regs[regno]
	 && TEST_HARD_REG_BIT (accessible_reg_set, regno)
	 && crtl->abi->clobbers_full_reg_p (regno)
	 && !TEST_HARD_REG_BIT (facts[loop->num].taken, regno);
}

/* A register that is free in LOOP, by the recipes' number, or HALT_NO_REG.  Better
   one that callers have been promised nothing about.  */
static int
free_register (class loop *loop)
{
  int promised = HALT_NO_REG;
  for (int i = 0; i < unit.target->n_count_regs; i++)
    {
      int r = unit.target->count_regs[i];
      if (!is_free (loop, r) || (is_vector (r) && !is_free (loop, r + 1)))
	continue;
      if (!contract_has (r) && !(is_vector (r) && contract_has (r + 1)))
	return r;
      if (promised == HALT_NO_REG)
	promised = r;
    }
  return promised;
}

/* --- registers of the program's -------------------------------------------- */

/* Whether REGNO is a general register that is not the stack pointer.  */
static bool
may_step (unsigned regno)
{
  int reg = regs_reg (regno);
  return reg != HALT_NO_REG && unit.target->regs[reg].rclass == RC_GENERAL
	 && !fixed_regs[regno] && !global_regs[regno];
}

/* The widest stride: 2^47 of them are told apart, a day of turns.  */
#define WIDEST_STRIDE (1 << 16)

/* What X, part of an instruction, steps.  */
static induction
steps (const_rtx x)
{
  if (GET_CODE (x) != SET || !REG_P (SET_DEST (x))
      || GET_MODE (SET_DEST (x)) != DImode || GET_CODE (SET_SRC (x)) != PLUS
      || !rtx_equal_p (XEXP (SET_SRC (x), 0), SET_DEST (x))
      || !CONST_INT_P (XEXP (SET_SRC (x), 1)))
    return {};
  int64_t stride = INTVAL (XEXP (SET_SRC (x), 1));
  unsigned HOST_WIDE_INT width = absu_hwi (stride);
  bool fits = pow2p_hwi (width) && width <= WIDEST_STRIDE;
  return { REGNO (SET_DEST (x)), fits ? stride : 0 };
}

/* A register that each execution of BB steps, and nothing else in LOOP.  */
static induction
induction_of (class loop *loop, basic_block bb)
{
  rtx_insn *insn;
  if (unit.target->word_bits != 64)
    return {};
  FOR_BB_INSNS (bb, insn)
    {
      if (!NONJUMP_INSN_P (insn))
	continue;
      const_rtx x = PATTERN (insn);
      int n = GET_CODE (x) == PARALLEL ? XVECLEN (x, 0) : 1;
      for (int i = 0; i < n; i++)
	{
	  induction r = steps (GET_CODE (x) == PARALLEL ? XVECEXP (x, 0, i)
							: x);
	  if (r.stride && may_step (r.regno)
	      && !TEST_HARD_REG_BIT (facts[loop->num].set_again, r.regno))
	    return r;
	}
    }
  return {};
}

/* What computing the difference after LOOP costs, or -1 if flags are in the way.  */
static double
difference (class loop *loop)
{
  double cost = 0;
  auto_vec<edge> exits;
  list_exits (loop, &exits);
  for (unsigned i = 0; i < exits.length (); i++)
    {
      if (target_count_price (df_get_live_in (exits[i]->dest)) > 0)
	return -1;
      cost += place_frequency (exits[i]) * 2 * PLACE_REGISTER;
    }
  return cost;
}

/* --- prices ----------------------------------------------------------------- */

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

/* The loop around L, and L itself, where counting what is executed N times, by BB
   if that is not NULL, costs least; NULL if that is *COST, which is what it costs
   then.  *BY is what BB steps if that is to be used.  */
static class loop *
cheapest (class loop *l, basic_block bb, double n, double *cost, induction *by)
{
  class loop *best = NULL;
  *by = {};
  if (config->live || clears_registers ())
    return NULL;
  for (; loop_outer (l) && quiet (l); l = loop_outer (l))
    {
      int reg = free_register (l);
      if (reg == HALT_NO_REG)
	continue;
      induction r = bb && !is_vector (reg) ? induction_of (l, bb)
					   : induction {};
      double each = n * PLACE_REGISTER, once = r.stride ? difference (l) : -1;
      if (once < 0 || once >= each)
	r = {};
      double here = rent (l) + (r.stride ? once : each);
      if (here < *cost)
	{
	  *cost = here;
	  best = l;
	  *by = r;
	}
    }
  return best;
}

double
loop_cost (class loop *l, basic_block bb, double n, double cost)
{
  induction by;
  cheapest (l, bb, n, &cost, &by);
  return cost;
}

void
loop_register (segment *s)
{
  induction by;
  double n = place_frequency (s->bb), cost = n * s->price;
  class loop *best = cheapest (s->bb->loop_father, s->bb, n, &cost, &by);
  if (!best)
    return;
  int reg = free_register (best);
  int from = by.stride ? regs_reg (by.regno) : HALT_NO_REG;
  s->reg = reg;
  s->strides = by.stride != 0;
  tenants.safe_push ({ best, reg, s->cell, from, by.stride });
  /* All loops that share a block with this one.  */
  for (unsigned i = 1; i < facts.length (); i++)
    if (class loop *l = get_loop (cfun, i))
      if (flow_loop_nested_p (l, best) || flow_loop_nested_p (best, l)
	  || l == best)
	for (int r = reg; r <= reg + is_vector (reg); r++)
	  SET_HARD_REG_BIT (facts[i].taken, regs_regno (r));
}

/* --- before and after ----------------------------------------------------- */

static void
add_step (const struct tenant *t, rtx_insn *insn, bool after,
	  enum halt_step step)
{
  struct addition *a = addition_add (insn, after, t->cell, step, t->reg);
  a->from = t->from;
  a->stride = t->stride;
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
flush_tenant (const struct tenant *t)
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

/* Let T's register begin at the end of what comes before its loop.  */
static void
begin_tenant (const struct tenant *t)
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
      add_step (t, end, !JUMP_P (end), STEP_BEGIN);
    }
}

void
loop_flush (void)
{
  for (unsigned i = 0; i < tenants.length (); i++)
    flush_tenant (&tenants[i]);
}

/* Of blocks, by their index.  */
static auto_vec<struct reg_set> kept;

void
loop_clear (void)
{
  for (unsigned i = 0; i < tenants.length (); i++)
    begin_tenant (&tenants[i]);
  kept.truncate (0);
  kept.safe_grow_cleared (last_basic_block_for_fn (cfun));
  for (unsigned i = 0; i < tenants.length (); i++)
    {
      const struct tenant *t = &tenants[i];
      auto_vec<basic_block> body;
      list_body (t->loop, &body);
      for (unsigned b = 0; b < body.length (); b++)
	for (int r = t->reg; r <= t->reg + is_vector (t->reg); r++)
	  reg_set_add (&kept[body[b]->index], r);
    }
}

/* What stands at one place is flushed one after another.  */
void
count_keeps (rtx_insn *insn, struct reg_set *live)
{
  unsigned index = BLOCK_FOR_INSN (insn)->index;
  if (index < kept.length ())
    reg_set_join (live, &kept[index]);
  for (const struct addition *a = addition_first (insn); a;
       a = addition_next (a))
    if (a->step == STEP_FLUSH)
      {
	reg_set_add (live, a->reg);
	if (a->stride)
	  reg_set_add (live, a->from);
      }
}
