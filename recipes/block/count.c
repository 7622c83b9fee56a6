/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting in line where pots have a block: registers to work with.  */

#include "recipes/block/block.h"

void
block_scratch_begin (struct block_scratch *s, struct pot *pot)
{
  const struct halt_point *pt = pot->point;
  const int reads[] = {
    pt->step == STEP_FLUSH ? pt->counter : HALT_NO_REG,
    pt->access.bytes ? pt->access.ea.base : HALT_NO_REG,
    pt->access.bytes ? pt->access.ea.index : HALT_NO_REG,
    pt->own ? pt->pointer : HALT_NO_REG
  };
  *s = (struct block_scratch) { .pot = pot, .plan = block_plan_of (pot) };
  block_plan_init (s->plan, pot);
  for (size_t i = 0; i < sizeof reads / sizeof *reads; i++)
    if (reads[i] != HALT_NO_REG)
      reg_set_add (&s->used, reads[i]);
}

int
block_take (struct block_scratch *s)
{
  const struct block_machine *m = s->plan->machine;
  const struct halt_point *pt = s->plan->point;
  for (int save = 0; save < 2; save++)
    for (int i = 0; i < m->n_scratch; i++)
      if (!reg_set_has (&s->used, m->scratch[i])
	  && (save || reg_set_has (&pt->dead, m->scratch[i])))
	{
	  block_take_this (s, m->scratch[i]);
	  return m->scratch[i];
	}
  return HALT_NO_REG;		/* never: four at most are taken */
}

void
block_take_this (struct block_scratch *s, int reg)
{
  if (!reg_set_has (&s->plan->point->dead, reg))
    s->saved[s->n_saved++] = reg;
  reg_set_add (&s->used, reg);
}

static void
move_taken (struct block_scratch *s, enum pot_stage stage, enum pot_op op)
{
  for (int i = 0; i < s->n_saved; i++)
    pot_reg (s->pot, stage, op, s->saved[i], BLOCK_WORD, i * BLOCK_WORD);
}

void
block_scratch_save (struct block_scratch *s)
{
  s->plan->size = (s->n_saved * BLOCK_WORD + 15) & -16;
  pot_reg (s->pot, POT_SETUP, OP_ADJUST, HALT_NO_REG, 0, -s->plan->size);
  move_taken (s, POT_SAVE, OP_STORE);
}

void
block_scratch_restore (struct block_scratch *s)
{
  move_taken (s, POT_RESTORE, OP_LOAD);
  pot_reg (s->pot, POT_DESTROY, OP_ADJUST, HALT_NO_REG, 0, s->plan->size);
}

/* Let the counter be how many strides lie from it to FROM.  */
static void
count_strides (struct pot *pot)
{
  const struct halt_point *pt = pot->point;
  const struct halt_reg *regs = pot->target->regs;
  const char *counter = regs[pt->counter].name, *from = regs[pt->from].name;
  bool up = pt->stride > 0;
  pot_asm (pot, POT_SETUP, pt->counter, pt->from, pot->target->block->strides,
	   up ? from : counter, up ? counter : from, counter,
	   __builtin_ctzll (pt->stride));
}

int
block_count (struct pot *pot)
{
  const struct block_machine *m = pot->target->block;
  const struct halt_point *pt = pot->point;
  if (pt->step == STEP_REGISTER || pt->step == STEP_BEGIN)
    return pot->target->regs[pt->counter].rclass == RC_VECTOR
	     ? m->step_vector (pot)
	     : pot_step (pot);
  if (pt->stride)
    count_strides (pot);
  return pt->table ? m->count_indexed (pot)
	 : pt->own ? m->count_own (pot)
		   : m->count_one (pot);
}
