/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What AArch64 pots save, where, and how they get it back.  */

#include <string.h>

#include "recipes/aarch64/frame.h"

/* Linkers may put a stub before any routine.  */
void
aarch64_changes (struct block_plan *p)
{
  reg_set_add (&p->changes, A64_LR);
  reg_set_add (&p->changes, A64_IP0);
  reg_set_add (&p->changes, A64_IP1);
}

/* Whether a branch that is annotated by one of the points from PT on reads the flags, or
   somebody behind does.  */
static bool
keeps_flags (const struct halt_point *pt)
{
  while (pt && !pt->flags_live
	 && !(pt->cond && pot_outcome (pt) < 0 && !strchr (pt->cond, ':')))
    pt = pt->next;
  return pt;
}

/* Slots for SVE's registers: of predicates, of which 8 take as much as a vector, and one at
   least 2 bytes, then of vectors.  */
static void
plan_scalable (struct block_plan *p)
{
  int n = p->room / 2;
  for (int r = A64_P0; r <= A64_FFR; r++)
    if (block_is_saved (p, r))
      p->slot[r] = n++;
  n = (n + 7) / 8;
  for (int r = A64_V0; r < A64_CC; r++)
    if (block_is_saved (p, r))
      p->slot[r] = n++;
  p->size = n * A64_SCALABLE;
}

/* General registers come first, where one instruction reaches two of them, then the
   flags.  */
void
aarch64_plan_saves (struct block_plan *p)
{
  const struct halt_point *first = p->point;

  p->scalable = first->vector_bytes > A64_VECTOR;
  if (p->scalable)
    plan_scalable (p);
  for (int r = 0; r < (p->scalable ? A64_V0 : A64_CC); r++)
    if (block_is_saved (p, r))
      {
	p->size = (p->size + aarch64_size (r) - 1) & -aarch64_size (r);
	p->slot[r] = p->size;
	p->size += aarch64_size (r);
      }
  if (p->folded ? !first->flags_live || !reg_set_has (&p->changes, A64_CC)
		: !keeps_flags (first))
    return;
  p->slot[A64_CC] = p->size;
  p->size += A64_WORD;
}

/* Save or restore SVE's registers.  What is said of faults is read and written by way of
   a predicate, which has been saved if anybody needs it.  */
static void
move_scalable (struct block_plan *p, enum pot_stage stage, enum pot_op op)
{
  const char *how = op == OP_STORE ? "str" : "ldr";
  for (int r = A64_V0; r < A64_FFR; r++)
    if (p->slot[r] >= 0 && r != A64_CC)
      pot_asm (p->pot, stage, op == OP_LOAD ? r : HALT_NO_REG,
	       op == OP_LOAD ? HALT_NO_REG : r, "%s\t%c%s, [sp, %d, mul vl]",
	       how, r < A64_CC ? 'z' : 'p', p->pot->target->regs[r].name + 1,
	       p->slot[r]);
}

static void
move_faults (struct block_plan *p, enum pot_stage stage, enum pot_op op)
{
  int at = p->slot[A64_FFR];
  if (at < 0)
    return;
  if (op == OP_STORE)
    pot_asm (p->pot, stage, A64_P0, A64_FFR,
	     "rdffr\tp0.b\n\tstr\tp0, [sp, %d, mul vl]", at);
  else
    {
      pot_asm (p->pot, stage, A64_P0, HALT_NO_REG, "ldr\tp0, [sp, %d, mul vl]",
	       at);
      pot_asm (p->pot, stage, A64_FFR, A64_P0, "wrffr\tp0.b");
    }
}

/* Save or restore the registers that have slots, two by one instruction where one can
   do it; not the return address, of which unwind information says where it is.  */
static void
move_all (struct block_plan *p, enum pot_stage stage, enum pot_op op)
{
  int next;
  for (int r = 0; r < (p->scalable ? A64_V0 : A64_CC); r = next)
    {
      next = r + 1;
      if (p->slot[r] < 0)
	continue;
      int size = aarch64_size (r), second = next;
      while (second < A64_CC && p->slot[second] < 0)
	second++;
      if (second < A64_CC && r != A64_LR && second != A64_LR
	  && size == aarch64_size (second)
	  && p->slot[second] == p->slot[r] + size && p->slot[r] <= 63 * size)
	next = second + 1;
      pot_add (p->pot, (struct pot_insn) {
			 .op = op,
			 .stage = stage,
			 .reg = r,
			 .src = next > second ? second : HALT_NO_REG,
			 .size = size,
			 .imm = p->slot[r] });
    }
}

/* The flags go by way of x16, which has been saved if anybody needs it.  */
static void
move_flags (struct block_plan *p, enum pot_stage stage, enum pot_op op)
{
  int at = p->slot[A64_CC];
  if (at < 0)
    return;
  if (op == OP_STORE)
    pot_asm (p->pot, stage, A64_IP0, HALT_NO_REG, "mrs\tx16, nzcv");
  pot_reg (p->pot, stage, op, A64_IP0, A64_WORD, at);
  if (op == OP_LOAD)
    pot_asm (p->pot, stage, HALT_NO_REG, A64_IP0, "msr\tnzcv, x16");
  else if (p->slot[A64_IP0] >= 0)
    reg_set_add (&p->lost, A64_IP0);
}

/* What another one goes by way of is saved before and restored after it.  */
void
aarch64_move (struct block_plan *p, enum pot_stage stage, enum pot_op op)
{
  if (op == OP_LOAD)
    move_flags (p, stage, op);
  if (op == OP_LOAD && p->scalable)
    move_faults (p, stage, op);
  if (op == OP_LOAD && p->scalable)
    move_scalable (p, stage, op);
  move_all (p, stage, op);
  if (op == OP_STORE && p->scalable)
    {
      move_scalable (p, stage, op);
      move_faults (p, stage, op);
    }
  if (op == OP_STORE)
    move_flags (p, stage, op);
}
