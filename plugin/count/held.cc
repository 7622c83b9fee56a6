/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells of a thread's own (count=thread): the register that points to them.  It is
   one for the whole function, wherever it is free.  Where does it point to them
   already?

   Where a cell was added to before by way of it, on every way; since then nothing
   has changed it, and nothing was done by which control may come to another
   thread.  The function uses it for nothing else meanwhile, or would have
   changed it.  */

#include "plugin/core/core.h"
#include "plugin/count/count.h"
#include "plugin/target_hooks.h"
#include "plugin/rtl/rtl.h"

/* What happens to pointing registers in a block, in order.  */
struct event
{
  struct addition *addition;	/* to a cell, or NULL */
  unsigned regs;		/* that are free there; NULL: that are lost */
};

/* Of blocks, by their index.  */
struct flow
{
  auto_vec<event> events;
  unsigned gains, keeps;	/* of the whole block */
  unsigned out;			/* pointing at its end */
};

/* Of a function.  */
class pointers
{
public:
  void find (void);

private:
  void find_candidates (void);
  unsigned free_regs (rtx_insn *insn, bitmap live);
  unsigned one_reg (int reg);
  unsigned lost_regs (rtx_insn *insn);
  void add_pots (flow *f, rtx_insn *insn, bool after, bitmap live);
  void find_events (basic_block bb);
  unsigned pointing_before (basic_block bb);
  void solve (void);
  void
  for_each_addition (void (pointers::*fn) (struct addition *a, basic_block bb,
					   unsigned free, unsigned held));
  void add_saved (struct addition *, basic_block bb, unsigned, unsigned held);
  void settle (struct addition *a, basic_block, unsigned free, unsigned held);

  /* Registers that may be chosen; a set of them has the bit 1 << i for
     candidates[i], a number of the target's.  */
  auto_vec<int> candidates;
  auto_delete_vec<flow> flows;
  /* How often loads are saved by each candidate, as GCC guesses.  */
  auto_vec<double> saved;
  int chosen = 0;
};

void
pointers::find_candidates (void)
{
  for (int r = 0; r < unit.target->n_regs && candidates.length () < 32; r++)
    {
      int regno = regs_regno (r);
      if (unit.target->regs[r].rclass == RC_GENERAL && regno >= 0
	  && unit.target->regs[r].clobbered && !fixed_regs[regno]
	  && !global_regs[regno] && crtl->abi->clobbers_full_reg_p (regno)
	  && target_points (regno))
	candidates.safe_push (r);
    }
}

/* The candidates that are not LIVE at INSN, and do not count.  */
unsigned
pointers::free_regs (rtx_insn *insn, bitmap live)
{
  unsigned regs = 0;
  struct reg_set counting = {};
  count_keeps (insn, &counting);
  for (unsigned i = 0; i < candidates.length (); i++)
    if (!bitmap_bit_p (live, regs_regno (candidates[i]))
	&& !reg_set_has (&counting, candidates[i]))
      regs |= 1u << i;
  return regs;
}

/* The candidate that is the target's register REG, if it is one.  */
unsigned
pointers::one_reg (int reg)
{
  for (unsigned i = 0; i < candidates.length (); i++)
    if (candidates[i] == reg)
      return 1u << i;
  return 0;
}

/* The candidates that do not outlive INSN.  */
unsigned
pointers::lost_regs (rtx_insn *insn)
{
  df_ref def;
  unsigned regs = 0;
  if (CALL_P (insn) || returns_not (insn))
    return ~0u;
  FOR_EACH_INSN_DEF (def, insn)
    for (unsigned i = 0; i < candidates.length (); i++)
      if (DF_REF_REGNO (def) == (unsigned) regs_regno (candidates[i]))
	regs |= 1u << i;
  return regs;
}

/* What the pots of INSN that are AFTER it or not do.  Other pots than those that
   add to one cell may use any register.  */
void
pointers::add_pots (flow *f, rtx_insn *insn, bool after, bitmap live)
{
  auto_vec<event> list;
  for (const struct note *n = note_first (insn); n; n = note_next (n))
    if (n->after == after && !note_told (n))
      list.safe_push ({ NULL, ~0u });
  for (struct addition *a = addition_first (insn); a; a = addition_next (a))
    if (a->after == after)
      list.safe_push (a->note	 ? event { NULL, ~0u }
		      : adds (a) ? event { a, free_regs (insn, live) }
				 : event { NULL, one_reg (a->reg) });
  while (!list.is_empty ())
    f->events.safe_push (list.pop ());
}

/* The events of BB, and what they come to.  */
void
pointers::find_events (basic_block bb)
{
  flow *f = flows[bb->index] = new flow;
  auto_bitmap live;
  rtx_insn *insn;
  bitmap_copy (live, df_get_live_out (bb));
  df_simulate_initialize_backwards (bb, live);
  FOR_BB_INSNS_REVERSE (bb, insn)
    {
      add_pots (f, insn, true, live);
      if (NONDEBUG_INSN_P (insn))
	{
	  if (unsigned lost = lost_regs (insn))
	    f->events.safe_push ({ NULL, lost });
	  df_simulate_one_insn_backwards (bb, insn, live);
	}
      add_pots (f, insn, false, live);
    }
  f->events.reverse ();
  f->gains = 0;
  f->keeps = ~0u;
  for (unsigned i = 0; i < f->events.length (); i++)
    {
      const event *e = &f->events[i];
      f->gains = e->addition ? f->gains | e->regs : f->gains & ~e->regs;
      f->keeps = e->addition ? f->keeps : f->keeps & ~e->regs;
    }
  f->out = ~0u;
}

/* The registers that point to the cells before BB, had they been used
   wherever they are free.  */
unsigned
pointers::pointing_before (basic_block bb)
{
  edge e;
  edge_iterator ei;
  unsigned regs = ~0u;
  FOR_EACH_EDGE (e, ei, bb->preds)
    regs &= e->src == ENTRY_BLOCK_PTR_FOR_FN (cfun)
		|| (e->flags & (EDGE_ABNORMAL | EDGE_EH))
	      ? 0
	      : flows[e->src->index]->out;
  return EDGE_COUNT (bb->preds) > 0 ? regs : 0;
}

/* The greatest solution.  */
void
pointers::solve (void)
{
  basic_block bb;
  bool changed;
  do
    {
      changed = false;
      FOR_EACH_BB_FN (bb, cfun)
	{
	  flow *f = flows[bb->index];
	  unsigned out = f->gains | (pointing_before (bb) & f->keeps);
	  changed |= out != f->out;
	  f->out = out;
	}
    }
  while (changed);
}

/* Tell FN each addition to a cell, the registers that are free
   there, and those of them that point to the cells already.  */
void
pointers::for_each_addition (void (pointers::*fn) (struct addition *,
						   basic_block, unsigned,
						   unsigned))
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      const flow *f = flows[bb->index];
      unsigned regs = pointing_before (bb);
      for (unsigned i = 0; i < f->events.length (); i++)
	{
	  const event *e = &f->events[i];
	  if (e->addition)
	    (this->*fn) (e->addition, bb, e->regs, e->regs & regs);
	  regs = e->addition ? regs | e->regs : regs & ~e->regs;
	}
    }
}

void
pointers::add_saved (struct addition *, basic_block bb, unsigned, unsigned held)
{
  for (unsigned i = 0; i < candidates.length (); i++)
    if (held >> i & 1)
      saved[i] += place_frequency (bb);
}

void
pointers::settle (struct addition *a, basic_block, unsigned free, unsigned held)
{
  bool use = saved[chosen] > 0 && (free >> chosen & 1);
  a->pointer = use ? candidates[chosen] : HALT_NO_REG;
  a->held = use && (held >> chosen & 1);
}

void
pointers::find (void)
{
  basic_block bb;
  find_candidates ();
  if (candidates.is_empty ())
    return;
  flows.safe_grow_cleared (last_basic_block_for_fn (cfun));
  FOR_EACH_BB_FN (bb, cfun)
    find_events (bb);
  solve ();
  saved.safe_grow_cleared (candidates.length ());
  for_each_addition (&pointers::add_saved);
  for (unsigned i = 1; i < candidates.length (); i++)
    if (saved[i] > saved[chosen]
	|| (saved[i] == saved[chosen] && contract_has (candidates[chosen])
	    && !contract_has (candidates[i])))
      chosen = i;
  for_each_addition (&pointers::settle);
}

void
held_find (void)
{
  pointers ().find ();
}
