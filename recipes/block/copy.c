/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pots that have a block with copies of routines in place of calls: see
   recipes/x86/copy_pot.c.  */

#include "recipes/block/block.h"
#include "recipes/copies/copies.h"

/* What copy N of C needs in registers, and the copy.  */
static void
pour (struct block_plan *p, const struct copies *c, int n)
{
  const struct copied *f = &c->of[n];
  if (f->ea != HALT_NO_REG)
    block_address (p->pot, POT_KIND, f->as[f->ea]);
  pot_symbol (p->pot, POT_CALL, OP_COPY, HALT_NO_REG,
	      copies_text (p->pot, c, n));
}

/* The branch reads the flags behind the pot, too, so what changes them needs the
   routine's registers.  */
int
block_copied (struct pot *pot)
{
  const struct copies *c = copies_fold (pot);
  struct block_plan *p = block_plan_of (pot);
  if (!c || (c->condition != HALT_NO_REG && c->flags))
    return 1;
  block_plan_init (p, pot);
  p->folded = true;
  p->changes = c->used;
  if (block_start (p, 0) != 0)
    return -1;
  if (c->condition != HALT_NO_REG
      && p->machine->condition_in (pot, c->condition) != 0)
    return -1;
  for (int i = 0; i < c->n; i++)
    {
      if (i > 0)
	p->point = p->point->next, pot->event++;
      pour (p, c, i);
    }
  block_end (pot);
  return 0;
}

void
block_effects (const struct pot *pot, const struct pot_insn *i,
	       struct reg_set *reads, struct reg_set *changes)
{
  const struct block_plan *p = block_plan_of (pot);
  if (i->op == OP_COPY)
    copies_effects (pot, i, p->folded ? &p->changes : NULL, reads, changes);
}
