/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all AArch64 pots have: frame, constants, addresses, arguments, the call.  */

#include <inttypes.h>
#include <string.h>

#include "recipes/aarch64/frame.h"

void
aarch64_plan_init (struct aarch64_plan *p, struct pot *pot)
{
  memset (p, 0, sizeof *p);
  memset (p->slot, -1, sizeof p->slot);
  p->pot = pot;
  p->point = pot->point;
  p->optional = HALT_MAX_REGS;
  p->ea_slot = -1;
}

int
aarch64_size (int reg)
{
  return reg >= A64_V0 && reg < A64_CC ? A64_VECTOR : A64_WORD;
}

void
aarch64_round (struct aarch64_plan *p)
{
  p->size = p->size > 4095 ? (p->size + 4095) & -4096 : (p->size + 15) & -16;
}

const char *
aarch64_name (struct pot *pot, int reg, int bytes)
{
  const char *name = pot->target->regs[reg].name;
  return bytes == 4 ? pot_text (pot, "w%s", name + 1) : name;
}

/* --- constants and addresses ------------------------------------------------- */

void
aarch64_add (struct pot *pot, enum pot_stage stage, int to, int from,
	     int64_t value)
{
  if (value || to != from)
    pot_regs (pot, stage, OP_ADD, to, from, value);
}

void
aarch64_constant (struct pot *pot, enum pot_stage stage, int reg, int64_t value)
{
  pot_reg (pot, stage, OP_CONST, reg, A64_WORD, value);
}

/* A register that an address needs counts as live, so it was saved if anything
   changes it.  */
static void
recover (struct aarch64_plan *p, enum pot_stage stage, int reg)
{
  if (reg == HALT_NO_REG || !reg_set_has (&p->lost, reg))
    return;
  pot_reg (p->pot, stage, OP_LOAD, reg, A64_WORD, p->slot[reg]);
  reg_set_remove (&p->lost, reg);
}

void
aarch64_address (struct pot *pot, enum pot_stage stage, int reg)
{
  struct aarch64_plan *p = aarch64_plan_of (pot);
  const struct halt_address *a = &p->point->access.ea;
  if (p->ea_slot >= 0 && stage != POT_SETUP)
    {
      pot_reg (pot, stage, OP_LOAD, reg, A64_WORD, p->ea_slot);
      return;
    }
  recover (p, stage, a->base);
  recover (p, stage, a->index);
  pot_reg (pot, stage, OP_EA, reg, A64_WORD, pot->depth);
}

/* REG = the address of symbol NAME, by four halves.  */
static void
far_address (struct pot *pot, enum pot_stage stage, int reg, const char *name)
{
  const char *r = pot->target->regs[reg].name;
  pot_asm (pot, stage, reg, HALT_NO_REG,
	   "movz\t%s, :abs_g3:%s\n\tmovk\t%s, :abs_g2_nc:%s\n\t"
	   "movk\t%s, :abs_g1_nc:%s\n\tmovk\t%s, :abs_g0_nc:%s",
	   r, name, r, name, r, name, r, name);
}

/* That of what is not the unit's own is known when the program is linked, or
   later.  What is has no place in the global offset table: the assembler would have
   the beginning of its section there.  */
void
aarch64_symbol (struct pot *pot, enum pot_stage stage, int reg,
		const struct halt_arg *a)
{
  const char *r = pot->target->regs[reg].name, *name = a->symbol;
  if (pot->point->far_data)
    far_address (pot, stage, reg, name);
  else if (a->local || *name == '.')
    pot_asm (pot, stage, reg, HALT_NO_REG,
	     "adrp\t%s, %s\n\tadd\t%s, %s, :lo12:%s", r, name, r, r, name);
  else
    pot_asm (pot, stage, reg, HALT_NO_REG,
	     "adrp\t%s, :got:%s\n\tldr\t%s, [%s, :got_lo12:%s]", r, name, r, r,
	     name);
}

void
aarch64_id (struct pot *pot, int reg)
{
  const struct halt_point *pt = aarch64_plan_of (pot)->point;
  const char *r = pot->target->regs[reg].name;
  if (!pt->base)
    {
      aarch64_constant (pot, POT_ARGS, reg, pt->id);
      return;
    }
  if (pt->far_data)
    {
      far_address (pot, POT_ARGS, reg, pt->base);
      pot_asm (pot, POT_ARGS, reg, reg, "ldr\t%s, [%s]", r, r);
    }
  else
    pot_asm (pot, POT_ARGS, reg, HALT_NO_REG,
	     "adrp\t%s, %s\n\tldr\t%s, [%s, :lo12:%s]", r, pt->base, r, r,
	     pt->base);
  if (pt->id < 1 << 24)
    {
      aarch64_add (pot, POT_ARGS, reg, reg, pt->id);
      return;
    }
  aarch64_constant (pot, POT_ARGS, A64_IP0, pt->id);
  pot_asm (pot, POT_ARGS, reg, A64_IP0, "add\t%s, %s, x16", r, r);
}

/* --- whole pots --------------------------------------------------------- */

/* Lower the stack pointer for the block.  */
static void
allocate (struct aarch64_plan *p)
{
  pot_reg (p->pot, POT_SETUP, OP_ADJUST, HALT_NO_REG, 0, -p->size);
}

/* Before an instruction that the pot wraps: the block, and the access's
   address in it.  */
static void
keep_address (struct aarch64_plan *p)
{
  allocate (p);
  pot_reg (p->pot, POT_SETUP, OP_STORE, A64_IP0, A64_WORD, p->keep_slot);
  aarch64_address (p->pot, POT_SETUP, A64_IP0);
  pot_reg (p->pot, POT_SETUP, OP_STORE, A64_IP0, A64_WORD, p->ea_slot);
  pot_reg (p->pot, POT_SETUP, OP_LOAD, A64_IP0, A64_WORD, p->keep_slot);
  pot_reg (p->pot, POT_SETUP, OP_ANCHOR, HALT_NO_REG, 0, 0);
}

int
aarch64_start (struct aarch64_plan *p, int n_args)
{
  const struct halt_access *a = &p->point->access;
  bool wraps = a->bytes && a->wrap;
  if (a->bytes
      && (a->lanes.n || a->count != HALT_NO_REG || a->advance != HALT_NO_REG))
    return pot_refuse_access (p->pot);
  if (n_args > p->pot->target->n_arg_regs)
    return pot_refuse_args (p->pot);
  aarch64_plan_saves (p, n_args);
  if (wraps)
    {
      p->ea_slot = p->size;
      p->keep_slot = p->size + A64_WORD;
      p->size += 2 * A64_WORD;
    }
  aarch64_verify_plan (p);
  aarch64_round (p);
  if (wraps)
    keep_address (p);
  else
    allocate (p);
  aarch64_save (p);
  aarch64_verify_begin (p);
  return 0;
}

int
aarch64_call (struct pot *pot, int n_dynamic)
{
  struct aarch64_plan *p = aarch64_plan_of (pot);
  const struct halt_point *pt = p->point;
  if (pot_args (pt, n_dynamic) > pot->target->n_arg_regs)
    return pot_refuse_args (pot);
  pot_static_args (pot, n_dynamic);
  if (pt->far_code)
    far_address (pot, POT_ARGS, A64_IP0, pt->routine);
  if (copy_stands (pot->target, pt))
    pot_symbol (pot, POT_CALL, OP_COPY, HALT_NO_REG, copy_as_it_is (pot, pt));
  else
    pot_add (pot, (struct pot_insn) {
		    .op = OP_TEXT_CALL,
		    .stage = POT_CALL,
		    .reg = HALT_NO_REG,
		    .src = pt->far_code ? A64_IP0 : HALT_NO_REG,
		    .symbol = pt->far_code
				? "blr\tx16"
				: pot_text (pot, "bl\t%s", pt->routine) });
  aarch64_verify_end (p);
  return 0;
}

/* --- what recipes are made of ---------------------------------------------- */

int
aarch64_begin (struct pot *pot, int n_dynamic)
{
  struct aarch64_plan *p = aarch64_plan_of (pot);
  aarch64_plan_init (p, pot);
  p->optional = pot_optional (pot->point, n_dynamic);
  return aarch64_start (p, pot_most_args (pot, n_dynamic));
}

int
aarch64_arg (const struct pot *pot, int n)
{
  return n < pot->target->n_arg_regs ? pot->target->arg_regs[n] : HALT_NO_REG;
}

/* After a call nothing that was saved is in its register.  */
void
aarch64_next (struct pot *pot)
{
  struct aarch64_plan *p = aarch64_plan_of (pot);
  for (int r = 0; r < A64_V0; r++)
    if (p->slot[r] >= 0)
      reg_set_add (&p->lost, r);
  p->point = p->point->next;
}

void
aarch64_end (struct pot *pot)
{
  struct aarch64_plan *p = aarch64_plan_of (pot);
  p->point = pot->point;
  aarch64_restore (p);
  pot_reg (pot, POT_DESTROY, OP_ADJUST, HALT_NO_REG, 0, p->size);
}
