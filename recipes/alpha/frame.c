/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all Alpha pots have: frame, constants, global pointer, arguments, call.  */

#include <inttypes.h>
#include <string.h>

#include "recipes/alpha/frame.h"

/* --- constants ---------------------------------------------------------- */

/* The low 16 bits of VALUE, with their sign: what lda adds.  */
static int64_t
low_part (int64_t value)
{
  return (int16_t) value;
}

void
alpha_add_const (struct pot *pot, enum pot_stage stage, int reg, int64_t value)
{
  int64_t low = low_part (value), rest = value - low;
  /* ldah adds less than 2**31.  */
  if (rest == INT64_C (1) << 31)
    {
      pot_regs (pot, stage, OP_ADD, reg, reg, rest / 2);
      rest /= 2;
    }
  if (rest)
    pot_regs (pot, stage, OP_ADD, reg, reg, rest);
  if (low)
    pot_regs (pot, stage, OP_ADD, reg, reg, low);
}

void
alpha_constant (struct pot *pot, enum pot_stage stage, int reg, int64_t value)
{
  int64_t low = low_part (value), rest = value - low;
  if (rest == 0 || (low == 0 && rest == (int32_t) rest))
    pot_reg (pot, stage, OP_CONST, reg, ALPHA_WORD, value);
  else if (rest == (int32_t) rest)
    {
      pot_reg (pot, stage, OP_CONST, reg, ALPHA_WORD, rest);
      alpha_add_const (pot, stage, reg, low);
    }
  else
    {
      /* A halfword after the other, from above.  */
      int64_t half = (int32_t) value;
      alpha_constant (pot, stage, reg,
		      (int32_t) (((uint64_t) value - half) >> 32));
      const char *name = pot->target->regs[reg].name;
      pot_asm (pot, stage, reg, reg, "sll\t%s, 32, %s", name, name);
      alpha_add_const (pot, stage, reg, half);
    }
}

/* --- addresses ---------------------------------------------------------- */

/* ldgp must be where the branch says that it is: GCC's last pass may put a trap
   barrier between two texts.  */
void
alpha_make_gp (struct pot *pot, enum pot_stage stage, int reg)
{
  const char *name = pot->target->regs[reg].name;
  pot_asm (pot, stage, reg, HALT_NO_REG, "br\t%s, 1f\n1:\tldgp\t%s, 0(%s)",
	   name, name, name);
}

void
alpha_ea (struct block_plan *p, enum pot_stage stage, int reg)
{
  struct pot *pot = p->pot;
  const struct halt_address *a = &p->point->access.ea;
  /* lda adds no more than 16 bits.  */
  bool far = a->base == ALPHA_SP && a->disp + pot->depth > INT16_MAX;
  pot_reg (pot, stage, OP_EA, reg, ALPHA_WORD, far ? 0 : pot->depth);
  if (far)
    alpha_add_const (pot, stage, reg, pot->depth);
  if (a->align > 1)
    {
      const char *name = pot->target->regs[reg].name;
      pot_asm (pot, stage, reg, reg, "bic\t%s, %d, %s", name, a->align - 1,
	       name);
    }
}

/* Of a pot that has its global pointer.  */
void
alpha_id (struct pot *pot, int reg)
{
  const struct halt_point *pt = block_plan_of (pot)->point;
  const char *name = pot->target->regs[reg].name;
  if (!pt->base)
    {
      alpha_constant (pot, POT_ARGS, reg, pt->id);
      return;
    }
  pot_asm (pot, POT_ARGS, reg, ALPHA_GP,
	   "ldah\t%s, %s($29)\t\t!gprelhigh\n\t"
	   "ldq\t%s, %s(%s)\t\t!gprellow",
	   name, pt->base, name, pt->base, name);
  alpha_add_const (pot, POT_ARGS, reg, pt->id);
}

/* The table of what is not ours has the function's own address; that for calls
   alone would have a stub's.  */
void
alpha_symbol (struct pot *pot, enum pot_stage stage, int reg,
	      const struct halt_arg *a)
{
  const char *r = pot->target->regs[reg].name, *name = a->symbol;
  if (stage == POT_KIND)
    alpha_make_gp (pot, stage, ALPHA_GP);
  pot_asm (pot, stage, reg, ALPHA_GP, "%s",
	   *name == '.'
	     ? pot_text (pot,
			 "ldah\t%s, %s($29)\t\t!gprelhigh\n\t"
			 "lda\t%s, %s(%s)\t\t!gprellow",
			 r, name, r, name, r)
	     : pot_text (pot, "ldq\t%s, %s($29)\t\t!literal", r, name));
}

/* --- what the block has to know -------------------------------------------- */

void
alpha_add (struct pot *pot, enum pot_stage stage, int to, int from,
	   int64_t value)
{
  if (to != from)
    {
      int64_t low = low_part (value);
      pot_regs (pot, stage, OP_ADD, to, from, low);
      value -= low;
    }
  alpha_add_const (pot, stage, to, value);
}

/* What a call changes by itself, and stubs of shared objects.  */
void
alpha_changes (struct block_plan *p)
{
  const struct halt_point *pt = p->point;
  reg_set_add (&p->changes, ALPHA_RA);
  reg_set_add (&p->changes, ALPHA_PV);
  reg_set_add (&p->changes, ALPHA_GP);
  if (pt->verify || !pt->summary.direct)
    reg_set_add (&p->changes, ALPHA_AT);
  if (!pt->summary.direct)
    for (int r = ALPHA_T8; r < ALPHA_RA; r++)
      reg_set_add (&p->changes, r);
}

/* The address of the routine is found by way of the global pointer, too.  */
void
alpha_make_call (struct block_plan *p, int n_dynamic)
{
  struct pot *pot = p->pot;
  alpha_make_gp (pot, POT_ARGS, ALPHA_GP);
  pot_static_args (pot, n_dynamic);
  pot_add (pot,
	   (struct pot_insn) {
	     .op = OP_TEXT_CALL,
	     .stage = POT_CALL,
	     .reg = HALT_NO_REG,
	     .src = ALPHA_GP,
	     .symbol = pot_text (pot, "jsr\t$26, %s", p->point->routine) });
}
