/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all RISC-V pots have: frame, constants, addresses, arguments, call.  */

#include <inttypes.h>
#include <string.h>

#include "recipes/riscv64/frame.h"

void
riscv64_plan_init (struct riscv64_plan *p, struct pot *pot)
{
  memset (p, 0, sizeof *p);
  memset (p->slot, -1, sizeof p->slot);
  p->pot = pot;
  p->point = pot->point;
  p->optional = HALT_MAX_REGS;
  p->ea_slot = -1;
}

/* --- constants ---------------------------------------------------------- */

/* The assembler finds out how many instructions one takes.  */
void
riscv64_constant (struct pot *pot, enum pot_stage stage, int reg, int64_t value)
{
  if (riscv64_is_small (value))
    pot_reg (pot, stage, OP_CONST, reg, RISCV_WORD, value);
  else
    pot_asm (pot, stage, reg, HALT_NO_REG, "li\t%s, %" PRId64,
	     pot->target->regs[reg].name, value);
}

void
riscv64_add (struct pot *pot, enum pot_stage stage, int reg, int src,
	     int64_t value, int free)
{
  const struct halt_reg *regs = pot->target->regs;
  if (riscv64_is_small (value))
    {
      if (reg != src || value)
	pot_regs (pot, stage, OP_ADD, reg, src, value);
      return;
    }
  riscv64_constant (pot, stage, free, value);
  pot_asm (pot, stage, reg, src, "add\t%s, %s, %s", regs[reg].name,
	   regs[free].name, regs[src].name);
}

/* --- addresses ---------------------------------------------------------- */

/* A register that an address needs counts as live, so it was saved if anything
   changes it.  */
static void
recover (struct riscv64_plan *p, enum pot_stage stage)
{
  int r = p->point->access.ea.base;
  if (r == HALT_NO_REG || !reg_set_has (&p->lost, r))
    return;
  pot_reg (p->pot, stage, OP_LOAD, r, RISCV_WORD, p->slot[r]);
  reg_set_remove (&p->lost, r);
}

void
riscv64_address (struct pot *pot, enum pot_stage stage, int reg)
{
  struct riscv64_plan *p = riscv64_plan_of (pot);
  const struct halt_address *a = &p->point->access.ea;
  if (p->ea_slot >= 0 && stage != POT_SETUP)
    {
      pot_reg (pot, stage, OP_LOAD, reg, RISCV_WORD, p->ea_slot);
      return;
    }
  recover (p, stage);
  if (a->base == RISCV_SP && !riscv64_is_small (a->disp + pot->depth))
    riscv64_add (pot, stage, reg, a->base, a->disp + pot->depth, reg);
  else if (a->base != reg || a->symbol || a->disp)
    pot_reg (pot, stage, OP_EA, reg, RISCV_WORD, pot->depth);
}

void
riscv64_id (struct pot *pot, int reg)
{
  const struct halt_point *pt = riscv64_plan_of (pot)->point;
  if (!pt->base)
    {
      riscv64_constant (pot, POT_ARGS, reg, pt->id);
      return;
    }
  pot_asm (pot, POT_ARGS, reg, HALT_NO_REG, "ld\t%s, %s",
	   pot->target->regs[reg].name, pt->base);
  riscv64_add (pot, POT_ARGS, reg, reg, pt->id, RISCV_RA);
}

/* What is not ours may be in another object; la finds it as the unit's code
   does.  */
void
riscv64_symbol (struct pot *pot, enum pot_stage stage, int reg,
		const struct halt_arg *a)
{
  pot_asm (pot, stage, reg, HALT_NO_REG, "%s\t%s, %s",
	   a->local || *a->symbol == '.' ? "lla" : "la",
	   pot->target->regs[reg].name, a->symbol);
}

/* --- whole pots --------------------------------------------------------- */

/* Lower the stack pointer for the block.  */
static void
allocate (struct riscv64_plan *p)
{
  pot_reg (p->pot, POT_SETUP, OP_ADJUST, HALT_NO_REG, 0, -p->size);
}

/* Before an instruction that the pot wraps: the block, and the access's
   address in it.  */
static void
wrap_access (struct riscv64_plan *p)
{
  allocate (p);
  pot_reg (p->pot, POT_SETUP, OP_STORE, RISCV_T6, RISCV_WORD, p->keep_slot);
  riscv64_address (p->pot, POT_SETUP, RISCV_T6);
  pot_reg (p->pot, POT_SETUP, OP_STORE, RISCV_T6, RISCV_WORD, p->ea_slot);
  pot_reg (p->pot, POT_SETUP, OP_LOAD, RISCV_T6, RISCV_WORD, p->keep_slot);
  pot_reg (p->pot, POT_SETUP, OP_ANCHOR, HALT_NO_REG, 0, 0);
}

/* Pour SETUP and SAVE for calls of at most N_ARGS arguments each, which begin with
   P's point.  Return 0, or -1.  */
static int
start_calls (struct riscv64_plan *p, int n_args)
{
  const struct halt_access *a = &p->point->access;
  bool wraps = a->bytes && a->wrap;
  if (a->bytes
      && (a->lanes.n || a->count != HALT_NO_REG || a->advance != HALT_NO_REG))
    return pot_refuse_access (p->pot);
  if (n_args > p->pot->target->n_arg_regs)
    return pot_refuse_args (p->pot);
  riscv64_plan_saves (p, n_args);
  if (wraps)
    {
      p->ea_slot = p->size;
      p->keep_slot = p->size + RISCV_WORD;
      p->size += 2 * RISCV_WORD;
    }
  riscv64_verify_plan (p);
  p->size = (p->size + 15) & -16;
  if (wraps)
    wrap_access (p);
  else
    allocate (p);
  riscv64_save (p);
  riscv64_verify_begin (p);
  return 0;
}

int
riscv64_call (struct pot *pot, int n_dynamic)
{
  struct riscv64_plan *p = riscv64_plan_of (pot);
  const struct halt_point *pt = p->point;
  if (pot_args (pt, n_dynamic) > pot->target->n_arg_regs)
    return pot_refuse_args (pot);
  pot_static_args (pot, n_dynamic);
  pot_add (pot, (struct pot_insn) {
		  .op = OP_TEXT_CALL,
		  .stage = POT_CALL,
		  .reg = HALT_NO_REG,
		  .src = HALT_NO_REG,
		  .symbol = pot_text (pot, "call\t%s", pt->routine) });
  riscv64_verify_end (p);
  return 0;
}

/* --- what recipes are made of ---------------------------------------------- */

int
riscv64_begin (struct pot *pot, int n_dynamic)
{
  struct riscv64_plan *p = riscv64_plan_of (pot);
  riscv64_plan_init (p, pot);
  p->optional = pot_optional (pot->point, n_dynamic);
  return start_calls (p, pot_most_args (pot, n_dynamic));
}

int
riscv64_arg (const struct pot *pot, int n)
{
  return n < pot->target->n_arg_regs ? pot->target->arg_regs[n] : HALT_NO_REG;
}

/* After a call nothing that was saved is in its register.  */
void
riscv64_next (struct pot *pot)
{
  struct riscv64_plan *p = riscv64_plan_of (pot);
  for (int r = 0; r < RISCV_F0; r++)
    if (p->slot[r] >= 0)
      reg_set_add (&p->lost, r);
  p->point = p->point->next;
}

void
riscv64_end (struct pot *pot)
{
  struct riscv64_plan *p = riscv64_plan_of (pot);
  p->point = pot->point;
  riscv64_restore (p);
  pot_reg (pot, POT_DESTROY, OP_ADJUST, HALT_NO_REG, 0, p->size);
}
