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
alpha_add_const (struct alpha_plan *p, enum pot_stage stage, int reg,
		 int64_t value)
{
  int64_t low = low_part (value), rest = value - low;
  /* ldah adds less than 2**31.  */
  if (rest == INT64_C (1) << 31)
    {
      pot_regs (p->pot, stage, OP_ADD, reg, reg, rest / 2);
      rest /= 2;
    }
  if (rest)
    pot_regs (p->pot, stage, OP_ADD, reg, reg, rest);
  if (low)
    pot_regs (p->pot, stage, OP_ADD, reg, reg, low);
}

void
alpha_const (struct alpha_plan *p, enum pot_stage stage, int reg, int64_t value)
{
  int64_t low = low_part (value), rest = value - low;
  if (rest == 0 || (low == 0 && rest == (int32_t) rest))
    pot_reg (p->pot, stage, OP_CONST, reg, ALPHA_WORD, value);
  else if (rest == (int32_t) rest)
    {
      pot_reg (p->pot, stage, OP_CONST, reg, ALPHA_WORD, rest);
      alpha_add_const (p, stage, reg, low);
    }
  else
    {
      /* A halfword after the other, from above.  */
      int64_t half = (int32_t) value;
      alpha_const (p, stage, reg, (int32_t) (((uint64_t) value - half) >> 32));
      const char *name = p->pot->target->regs[reg].name;
      pot_asm (p->pot, stage, reg, reg,
	       pot_text (p->pot, "sll\t%s, 32, %s", name, name));
      alpha_add_const (p, stage, reg, half);
    }
}

/* --- addresses ---------------------------------------------------------- */

/* ldgp must be where the branch says that it is: GCC's last pass may put a trap
   barrier between two texts.  */
void
alpha_make_gp (struct alpha_plan *p, enum pot_stage stage, int reg)
{
  const char *name = p->pot->target->regs[reg].name;
  pot_asm (p->pot, stage, reg, HALT_NO_REG,
	   pot_text (p->pot, "br\t%s, 1f\n1:\tldgp\t%s, 0(%s)", name, name,
		     name));
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
alpha_address (struct alpha_plan *p, enum pot_stage stage, int reg)
{
  const struct halt_address *a = &p->point->access.ea;
  if (p->ea_slot >= 0 && stage != POT_SETUP)
    {
      pot_reg (p->pot, stage, OP_LOAD, reg, ALPHA_WORD, p->ea_slot);
      return;
    }
  recover (p, stage);
  /* lda adds no more than 16 bits.  */
  bool far = a->base == ALPHA_SP && a->disp + p->pot->depth > INT16_MAX;
  pot_reg (p->pot, stage, OP_EA, reg, ALPHA_WORD, far ? 0 : p->pot->depth);
  if (far)
    alpha_add_const (p, stage, reg, p->pot->depth);
  if (a->align > 1)
    {
      const char *name = p->pot->target->regs[reg].name;
      pot_asm (p->pot, stage, reg, reg,
	       pot_text (p->pot, "bic\t%s, %d, %s", name, a->align - 1, name));
    }
}

/* The id into REG, of a pot that has its global pointer.  */
static void
load_id (struct alpha_plan *p, int reg)
{
  const struct halt_point *pt = p->point;
  const char *name = p->pot->target->regs[reg].name;
  if (!pt->base)
    {
      alpha_const (p, POT_ARGS, reg, pt->id);
      return;
    }
  pot_asm (p->pot, POT_ARGS, reg, ALPHA_GP,
	   pot_text (p->pot,
		     "ldah\t%s, %s($29)\t\t!gprelhigh\n\t"
		     "ldq\t%s, %s(%s)\t\t!gprellow",
		     name, pt->base, name, pt->base, name));
  alpha_add_const (p, POT_ARGS, reg, pt->id);
}

static void
load_arg (struct alpha_plan *p, int reg, const struct halt_arg *a)
{
  if (a->symbol)
    alpha_symbol (p->pot, POT_ARGS, reg, a->symbol, false);
  else
    alpha_const (p, POT_ARGS, reg, a->number);
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
void
alpha_wrap (struct alpha_plan *p)
{
  allocate (p);
  pot_reg (p->pot, POT_SETUP, OP_STORE, ALPHA_AT, ALPHA_WORD, p->keep_slot);
  alpha_address (p, POT_SETUP, ALPHA_AT);
  pot_reg (p->pot, POT_SETUP, OP_STORE, ALPHA_AT, ALPHA_WORD, p->ea_slot);
  pot_reg (p->pot, POT_SETUP, OP_LOAD, ALPHA_AT, ALPHA_WORD, p->keep_slot);
  pot_reg (p->pot, POT_SETUP, OP_ANCHOR, HALT_NO_REG, 0, 0);
}

int
alpha_start (struct alpha_plan *p, int n_args)
{
  const struct halt_access *a = &p->point->access;
  bool wraps = a->bytes && a->wrap;
  if (a->bytes
      && (a->lanes.n || a->count != HALT_NO_REG || a->advance != HALT_NO_REG))
    return pot_refuse (p->pot, "it is an access of a kind that this machine "
			       "does not have");
  if (n_args > p->pot->target->n_arg_regs)
    return pot_refuse (p->pot, "it has more arguments than there are registers "
			       "for them");
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
    alpha_wrap (p);
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
  const struct halt_target *t = pot->target;
  const struct halt_point *pt = p->point;
  int n_args = pot_args (pt, n_dynamic);

  if (n_args > t->n_arg_regs)
    return pot_refuse (p->pot, "it has more arguments than there are registers "
			       "for them");
  /* The address of the routine is found by way of it, too.  */
  alpha_make_gp (p, POT_ARGS, ALPHA_GP);
  for (int i = n_dynamic; i < n_args; i++) /* none, of a list */
    if (!alpha_wants (p, i))
      alpha_verify_unread (p, POT_ARGS, t->arg_regs[i]);
    else if (i == n_dynamic)
      load_id (p, t->arg_regs[i]);
    else
      load_arg (p, t->arg_regs[i], &pt->args[i - n_dynamic - 1]);
  pot_add (p->pot,
	   (struct pot_insn) {
	     .op = OP_TEXT_CALL,
	     .stage = POT_CALL,
	     .reg = HALT_NO_REG,
	     .src = ALPHA_GP,
	     .symbol = pot_text (p->pot, "jsr\t$26, %s", pt->routine) });
  alpha_verify_end (p);
  return 0;
}

/* --- what recipes are made of ---------------------------------------------- */

struct alpha_plan *
alpha_plan_of (struct pot *pot)
{
  _Static_assert(sizeof (struct alpha_plan) <= sizeof pot->plan, "pot.plan");
  return (struct alpha_plan *) pot->plan;
}

int
alpha_begin (struct pot *pot, int n_dynamic)
{
  struct alpha_plan *p = alpha_plan_of (pot);
  enum halt_args args = halt_kind_args (pot->point->kind);
  alpha_plan_init (p, pot);
  p->optional = args == HALT_ARGS_INDEX ? 2
		: args == HALT_ARGS_CONDITION || args == HALT_ARGS_ACCESS
		    || args == HALT_ARGS_LIST
		  ? 0
		  : n_dynamic;
  return alpha_start (p, pot_most_args (pot, n_dynamic));
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
  pot_reg (p->pot, POT_DESTROY, OP_ADJUST, HALT_NO_REG, 0, p->size);
}

void
alpha_develop_address (struct pot *pot, int reg)
{
  alpha_address (alpha_plan_of (pot), POT_KIND, reg);
}

/* The table of what is not ours has the function's own address; that for calls
   alone would have a stub's.  */
void
alpha_symbol (struct pot *pot, enum pot_stage stage, int reg, const char *name,
	      bool function)
{
  struct alpha_plan *p = alpha_plan_of (pot);
  const char *r = pot->target->regs[reg].name;
  (void) function;
  if (stage == POT_KIND)
    alpha_make_gp (p, stage, ALPHA_GP);
  pot_asm (p->pot, stage, reg, ALPHA_GP,
	   *name == '.'
	     ? pot_text (pot,
			 "ldah\t%s, %s($29)\t\t!gprelhigh\n\t"
			 "lda\t%s, %s(%s)\t\t!gprellow",
			 r, name, r, name, r)
	     : pot_text (pot, "ldq\t%s, %s($29)\t\t!literal", r, name));
}

void
alpha_develop_const (struct pot *pot, int reg, int64_t value)
{
  alpha_const (alpha_plan_of (pot), POT_KIND, reg, value);
}
