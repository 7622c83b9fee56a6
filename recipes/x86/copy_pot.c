/* SPDX-License-Identifier: GPL-3.0-or-later */
/* x86-64 pots with copies of routines in place of calls.

   As a rule a copy is evaluated first, and gets registers that nobody needs; only then
   some of the program's are saved.  Where that cannot be done, its arguments are
   developed as for a call, and it uses the routine's registers.  */

#include "recipes/x86/frame.h"

/* What copy N of C needs in registers, and the copy.  */
static void
pour (struct x86_plan *p, const struct copies *c, int n)
{
  const struct copied *f = &c->of[n];
  if (f->ea != HALT_NO_REG)
    {
      pot_reg (p->pot, POT_KIND, OP_EA, f->as[f->ea], p->word, p->pot->depth);
      x86_add_thread_pointer (p, POT_KIND, f->as[f->ea]);
    }
  x86_att (p, POT_CALL, OP_COPY, HALT_NO_REG, "%s", copies_text (p->pot, c, n));
}

int
x86_copied (struct pot *pot)
{
  const struct copies *c = copies_fold (pot);
  struct x86_plan *p = x86_plan_of (pot);
  if (!c)
    return 1;
  x86_plan_init (p, pot);
  p->folded = true;
  p->changes = c->used;
  bool condition = c->condition != HALT_NO_REG;
  x86_start (p,
	     condition	      ? FLAGS_RETEST
	     : c->keeps_flags ? x86_keep_flags (p)
			      : FLAGS_DEAD,
	     0);
  if (condition)
    {
      pot_reg (pot, POT_KIND, OP_COND, c->condition, 1, 0);
      pot_reg (pot, POT_KIND, OP_EXTEND, c->condition, 1, 0);
    }
  for (int i = 0; i < c->n; i++)
    {
      if (i > 0)
	p->point = p->point->next, pot->event++;
      pour (p, c, i);
    }
  p->point = pot->point;
  if (condition)
    {
      pot_reg (pot, POT_CLEAN, OP_TEST, c->condition, 4, 0);
      pot_reg (pot, POT_CLEAN, OP_RETEST, HALT_NO_REG, 0, 0);
    }
  x86_restore (p);
  return 0;
}

/* --- what copies change ----------------------------------------------------- */

void
x86_effects (const struct pot *pot, const struct pot_insn *i,
	     struct reg_set *reads, struct reg_set *changes)
{
  const struct x86_plan *p = x86_plan_of (pot);
  if (pot->wrapper)
    for (int r = 0; r < X86_REGS; r++)
      if (r < X86_XMM0 || r == X86_FLAGS)
	reg_set_remove (changes, r);
  if (i->op == OP_COPY)
    copies_effects (pot, i, p->folded ? &p->changes : NULL, reads, changes);
}
