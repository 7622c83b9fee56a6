/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What RISC-V pots save, where, and how they get it back.  */

#include "recipes/riscv64/frame.h"

/* Add what the call for P's point, with N_ARGS arguments, may change, and what
   the pot itself uses on the way there.  */
static void
add_changes (struct riscv64_plan *p, int n_args)
{
  const struct halt_target *t = p->pot->target;
  const struct halt_point *pt = p->point;

  reg_set_join (&p->changes, &pt->summary.changes);
  for (int i = 0; i < n_args && i < t->n_arg_regs; i++)
    if (riscv64_wants (p->pot, i) || pt->verify)
      reg_set_add (&p->changes, t->arg_regs[i]);
  reg_set_add (&p->changes, RISCV_RA);
  if (pt->verify)
    reg_set_add (&p->changes, RISCV_T0);
  /* Those with which the stubs of shared objects work.  */
  if (!pt->summary.direct)
    {
      for (int r = RISCV_T0; r <= RISCV_T0 + 2; r++)
	reg_set_add (&p->changes, r);
      reg_set_add (&p->changes, RISCV_T3);
    }
}

/* The manual's build_save_set: live and changed by the call.  N_ARGS is the most
   that one of the calls has.  */
void
riscv64_plan_saves (struct riscv64_plan *p, int n_args)
{
  const struct halt_target *t = p->pot->target;
  const struct halt_point *first = p->point;

  p->summarized = pot_summarized (first);
  for (; p->point; p->point = p->point->next)
    add_changes (p, n_args);
  p->point = first;
  for (int r = 0; r < t->n_regs; r++)
    {
      if (!t->regs[r].clobbered || !reg_set_has (&first->live, r))
	continue;
      if (p->summarized && !reg_set_has (&p->changes, r))
	{
	  reg_set_add (&p->check, r);
	  p->n_check++;
	  continue;
	}
      p->slot[r] = p->size;
      p->size += RISCV_WORD;
    }
}

void
riscv64_save (struct riscv64_plan *p)
{
  for (int r = 0; r < RISCV_REGS; r++)
    if (p->slot[r] >= 0)
      pot_reg (p->pot, POT_SAVE, OP_STORE, r, RISCV_WORD, p->slot[r]);
}

void
riscv64_restore (struct riscv64_plan *p)
{
  for (int r = 0; r < RISCV_REGS; r++)
    if (p->slot[r] >= 0)
      pot_reg (p->pot, POT_RESTORE, OP_LOAD, r, RISCV_WORD, p->slot[r]);
}

bool
riscv64_wants (const struct pot *pot, int n)
{
  const struct riscv64_plan *p = riscv64_plan_of (pot);
  const struct halt_target *t = pot->target;
  return !p->summarized || n < p->optional
	 || reg_set_has (&p->point->summary.reads, t->arg_regs[n]);
}
