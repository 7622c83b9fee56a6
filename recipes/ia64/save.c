/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What IA-64 pots save, where, and how they get it back.  */

#include "recipes/ia64/frame.h"

/* Whether REG, which is live or of which nobody knows, is to be saved.  */
static bool
is_changed (const struct ia64_plan *p, int reg)
{
  if (!p->summarized || reg_set_has (&p->changes, reg))
    return true;
  /* What verifies compares, with predicates.  */
  return p->point->verify && reg >= IA64_P0 && reg < IA64_B0;
}

/* Give register REG of the plan a local or, if MEMORY, a place in memory if there
   is none left.  */
static int
give_slot (struct ia64_plan *p, int reg, bool memory)
{
  /* One local has all predicates.  */
  for (int r = IA64_P0; r < reg && reg < IA64_B0; r++)
    if (p->slot[r] >= 0)
      {
	p->slot[reg] = p->slot[r];
	return 0;
      }
  /* Two stay for ar.unat.  */
  if (p->next < p->end - (memory ? 2 : 0))
    p->slot[reg] = p->next++;
  else if (!memory)
    return pot_refuse (p->pot, "the function leaves no room in the register "
			       "stack");
  else
    {
      p->slot[reg] = IA64_REGS + p->size;
      p->size += IA64_WORD;
      if (p->unat < 0)
	{
	  p->unat = p->next;
	  p->next += 2;
	  if (p->next > p->end)
	    return pot_refuse (p->pot, "the function leaves no room in the "
				       "register stack");
	}
    }
  return 0;
}

/* The manual's build_save_set: live and changed by the call, the global
   pointer, and what a call keeps its caller's frame in.  First those that
   cannot go to memory.  */
int
ia64_plan_saves (struct ia64_plan *p)
{
  const struct halt_target *t = p->pot->target;
  const struct halt_point *first = p->point;

  p->summarized = pot_summarized (first);
  for (const struct halt_point *pt = first; pt; pt = pt->next)
    {
      /* A linker's stub, and what it calls, would stand before the routine.  */
      p->summarized &= pt->summary.direct;
      reg_set_join (&p->changes, &pt->summary.changes);
    }
  reg_set_add (&p->changes, IA64_GP);
  reg_set_add (&p->changes, IA64_PFS);
  reg_set_add (&p->changes, IA64_B0);
  for (int special = 1; special >= 0; special--)
    for (int r = 0; r < IA64_REGS; r++)
      {
	bool always = r == IA64_GP || r == IA64_PFS;
	bool is_special = r >= IA64_P0 || always;
	if (!t->regs[r].clobbered || is_special != special
	    || !(reg_set_has (&first->live, r) || always))
	  continue;
	if (!is_changed (p, r))
	  reg_set_add (&p->check, r);
	else if (t->regs[r].rclass == RC_FLOAT)
	  {
	    p->size = (p->size + 15) & -16;
	    p->slot[r] = IA64_REGS + p->size;
	    p->size += IA64_SPILL;
	  }
	else if (give_slot (p, r, !is_special) != 0)
	  return -1;
      }
  return 0;
}

/* The predicates that are saved, a bit for each.  */
static int64_t
saved_predicates (const struct ia64_plan *p)
{
  int64_t mask = 0;
  for (int r = IA64_P0; r < IA64_B0; r++)
    if (p->slot[r] >= 0)
      mask |= INT64_C (1) << (r - IA64_P0);
  return mask;
}

/* Whether REG is a predicate, and not the first that is saved.  */
static bool
is_further (const struct ia64_plan *p, int reg)
{
  return reg > IA64_P0 && reg < IA64_B0
	 && saved_predicates (p) & ((INT64_C (1) << (reg - IA64_P0)) - 1);
}

void
ia64_save (struct ia64_plan *p)
{
  if (p->unat >= 0)
    pot_regs (p->pot, POT_SAVE, OP_MOVE, p->unat, IA64_UNAT, 0);
  for (int r = 0; r < IA64_REGS; r++)
    if (p->slot[r] >= IA64_REGS)
      pot_reg (p->pot, POT_SAVE, OP_STORE, r, IA64_WORD,
	       p->slot[r] - IA64_REGS);
    else if (p->slot[r] >= 0 && !is_further (p, r))
      pot_regs (p->pot, POT_SAVE, OP_MOVE, p->slot[r], r, 0);
  /* The NaT bits of what was stored.  */
  if (p->unat >= 0)
    pot_regs (p->pot, POT_SAVE, OP_MOVE, p->unat + 1, IA64_UNAT, 0);
}

/* ar.unat = FROM, between what fills registers.  */
static void
move_unat (struct ia64_plan *p, enum pot_stage stage, int from)
{
  pot_regs (p->pot, stage, OP_MOVE, IA64_UNAT, from, 0);
  pot_asm (p->pot, stage, HALT_NO_REG, HALT_NO_REG, ";;");
}

void
ia64_restore (struct ia64_plan *p)
{
  if (p->unat >= 0)
    move_unat (p, POT_RESTORE, p->unat + 1);
  for (int r = 0; r < IA64_REGS; r++)
    if (p->slot[r] >= IA64_REGS)
      pot_reg (p->pot, POT_RESTORE, OP_LOAD, r, IA64_WORD,
	       p->slot[r] - IA64_REGS);
    else if (p->slot[r] >= 0 && !is_further (p, r))
      pot_regs (p->pot, POT_RESTORE, OP_MOVE, r, p->slot[r],
		r >= IA64_P0 && r < IA64_B0 ? saved_predicates (p) : 0);
  if (p->unat >= 0)
    move_unat (p, POT_RESTORE, p->unat);
}

/* A register that an address needs counts as live, so it was saved if anything
   changes it.  */
void
ia64_recover (struct ia64_plan *p, enum pot_stage stage, int reg)
{
  if (reg == HALT_NO_REG || !reg_set_has (&p->lost, reg))
    return;
  if (p->slot[reg] < IA64_REGS)
    pot_regs (p->pot, stage, OP_MOVE, reg, p->slot[reg], 0);
  else
    {
      move_unat (p, stage, p->unat + 1);
      pot_reg (p->pot, stage, OP_LOAD, reg, IA64_WORD,
	       p->slot[reg] - IA64_REGS);
    }
  reg_set_remove (&p->lost, reg);
}

bool
ia64_wants (const struct pot *pot, int n)
{
  const struct ia64_plan *p = ia64_plan_of (pot);
  const struct halt_target *t = pot->target;
  return !p->summarized || n < p->optional
	 || reg_set_has (&p->point->summary.reads, t->arg_regs[n]);
}
