/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all Alpha pots have: frame, constants, global pointer, arguments, call.  */

#include <inttypes.h>
#include <string.h>

#include "recipes/alpha/frame.h"

void
alpha_plan_init (struct alpha_plan *p, struct pot *pot)
{
  memset (p, 0, sizeof *p);
  memset (p->slot, -1, sizeof p->slot);
  p->pot = pot;
  p->point = pot->point;
  p->optional = HALT_MAX_REGS;
  p->ea_slot = -1;
}

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

/* A register that an address needs counts as live, so it was saved if anything
   changes it.  */
static void
recover (struct alpha_plan *p, enum pot_stage stage)
{
  int r = p->point->access.ea.base;
  if (r == HALT_NO_REG || !reg_set_has (&p->lost, r))
    return;
  pot_reg (p->pot, stage, OP_LOAD, r, ALPHA_WORD, p->slot[r]);
  reg_set_remove (&p->lost, r);
}

void
alpha_address (struct pot *pot, enum pot_stage stage, int reg)
{
  struct alpha_plan *p = alpha_plan_of (pot);
  const struct halt_address *a = &p->point->access.ea;
  if (p->ea_slot >= 0 && stage != POT_SETUP)
    {
      pot_reg (pot, stage, OP_LOAD, reg, ALPHA_WORD, p->ea_slot);
      return;
    }
  recover (p, stage);
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
  struct alpha_plan *p = alpha_plan_of (pot);
  const struct halt_point *pt = p->point;
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

/* --- whole pots --------------------------------------------------------- */

/* Lower the stack pointer for the block.  */
static void
allocate (struct alpha_plan *p)
{
  pot_reg (p->pot, POT_SETUP, OP_ADJUST, HALT_NO_REG, 0, -p->size);
}

/* Before an instruction that the pot wraps: the block, and the access's
   address in it.  */
static void
wrap (struct alpha_plan *p)
{
  allocate (p);
  pot_reg (p->pot, POT_SETUP, OP_STORE, ALPHA_AT, ALPHA_WORD, p->keep_slot);
  alpha_address (p->pot, POT_SETUP, ALPHA_AT);
  pot_reg (p->pot, POT_SETUP, OP_STORE, ALPHA_AT, ALPHA_WORD, p->ea_slot);
  pot_reg (p->pot, POT_SETUP, OP_LOAD, ALPHA_AT, ALPHA_WORD, p->keep_slot);
  pot_reg (p->pot, POT_SETUP, OP_ANCHOR, HALT_NO_REG, 0, 0);
}

/* Pour SETUP and SAVE for calls of at most N_ARGS arguments each, which begin with
   P's point.  Return 0, or -1.  */
static int
start_calls (struct alpha_plan *p, int n_args)
{
  const struct halt_access *a = &p->point->access;
  bool wraps = a->bytes && a->wrap;
  if (a->bytes
      && (a->lanes.n || a->count != HALT_NO_REG || a->advance != HALT_NO_REG))
    return pot_refuse_access (p->pot);
  if (n_args > p->pot->target->n_arg_regs)
    return pot_refuse_args (p->pot);
  alpha_plan_saves (p, n_args);
  if (wraps)
    {
      p->ea_slot = p->size;
      p->keep_slot = p->size + ALPHA_WORD;
      p->size += 2 * ALPHA_WORD;
    }
  alpha_verify_plan (p);
  p->size = (p->size + 15) & -16;
  if (wraps)
    wrap (p);
  else
    allocate (p);
  alpha_save (p);
  alpha_verify_begin (p);
  return 0;
}

int
alpha_call (struct pot *pot, int n_dynamic)
{
  struct alpha_plan *p = alpha_plan_of (pot);
  const struct halt_point *pt = p->point;
  if (pot_args (pt, n_dynamic) > pot->target->n_arg_regs)
    return pot_refuse_args (pot);
  /* The address of the routine is found by way of it, too.  */
  alpha_make_gp (pot, POT_ARGS, ALPHA_GP);
  pot_static_args (pot, n_dynamic);
  pot_add (pot, (struct pot_insn) {
		  .op = OP_TEXT_CALL,
		  .stage = POT_CALL,
		  .reg = HALT_NO_REG,
		  .src = ALPHA_GP,
		  .symbol = pot_text (pot, "jsr\t$26, %s", pt->routine) });
  alpha_verify_end (p);
  return 0;
}

/* --- what recipes are made of ---------------------------------------------- */

int
alpha_begin (struct pot *pot, int n_dynamic)
{
  struct alpha_plan *p = alpha_plan_of (pot);
  alpha_plan_init (p, pot);
  p->optional = pot_optional (pot->point, n_dynamic);
  return start_calls (p, pot_most_args (pot, n_dynamic));
}

int
alpha_arg (const struct pot *pot, int n)
{
  return n < pot->target->n_arg_regs ? pot->target->arg_regs[n] : HALT_NO_REG;
}

/* After a call nothing that was saved is in its register.  */
void
alpha_next (struct pot *pot)
{
  struct alpha_plan *p = alpha_plan_of (pot);
  for (int r = 0; r < ALPHA_F0; r++)
    if (p->slot[r] >= 0)
      reg_set_add (&p->lost, r);
  p->point = p->point->next;
}

void
alpha_end (struct pot *pot)
{
  struct alpha_plan *p = alpha_plan_of (pot);
  p->point = pot->point;
  alpha_restore (p);
  pot_reg (pot, POT_DESTROY, OP_ADJUST, HALT_NO_REG, 0, p->size);
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
