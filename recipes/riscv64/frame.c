/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all RISC-V pots have: frame, constants, addresses, arguments, call.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "recipes/riscv64/frame.h"

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

void
riscv64_ea (struct block_plan *p, enum pot_stage stage, int reg)
{
  struct pot *pot = p->pot;
  const struct halt_address *a = &p->point->access.ea;
  if (a->base == RISCV_SP && !riscv64_is_small (a->disp + pot->depth))
    riscv64_add (pot, stage, reg, a->base, a->disp + pot->depth, reg);
  else if (a->base != reg || a->symbol || a->disp)
    pot_reg (pot, stage, OP_EA, reg, RISCV_WORD, pot->depth);
}

void
riscv64_id (struct pot *pot, int reg)
{
  const struct halt_point *pt = block_plan_of (pot)->point;
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
  if (pot->point->fixed)
    riscv64_constant (pot, stage, reg, strtoll (a->symbol, NULL, 0));
  else
    pot_asm (pot, stage, reg, HALT_NO_REG, "%s\t%s, %s",
	     a->local || *a->symbol == '.' ? "lla" : "la",
	     pot->target->regs[reg].name, a->symbol);
}

/* --- what the block has to know -------------------------------------------- */

void
riscv64_add_to (struct pot *pot, enum pot_stage stage, int to, int from,
		int64_t value)
{
  riscv64_add (pot, stage, to, from, value, to);
}

void
riscv64_load (struct pot *pot, int reg, int64_t disp)
{
  if (riscv64_is_small (disp))
    pot_reg (pot, POT_KIND, OP_LOAD, reg, RISCV_WORD, disp);
  else
    {
      riscv64_add (pot, POT_KIND, reg, RISCV_SP, disp, reg);
      pot_regs (pot, POT_KIND, OP_FETCH, reg, reg, 0);
    }
}

/* What a call changes by itself, and stubs of shared objects.  */
void
riscv64_changes (struct block_plan *p)
{
  const struct halt_point *pt = p->point;
  reg_set_add (&p->changes, RISCV_RA);
  if (pt->verify)
    reg_set_add (&p->changes, RISCV_T0);
  if (pt->summary.direct)
    return;
  for (int r = RISCV_T0; r <= RISCV_T0 + 2; r++)
    reg_set_add (&p->changes, r);
  reg_set_add (&p->changes, RISCV_T3);
}

void
riscv64_make_call (struct block_plan *p, int n_dynamic)
{
  struct pot *pot = p->pot;
  pot_static_args (pot, n_dynamic);
  if (copy_stands (pot->target, p->point))
    {
      pot_symbol (pot, POT_CALL, OP_COPY, HALT_NO_REG,
		  copy_as_it_is (pot, p->point));
      return;
    }
  pot_add (pot,
	   (struct pot_insn) {
	     .op = OP_TEXT_CALL,
	     .stage = POT_CALL,
	     .reg = HALT_NO_REG,
	     .src = HALT_NO_REG,
	     .symbol = pot_text (pot,
				 p->point->fixed
				   ? "li\tra, %s\n\tld\tra, 0(ra)\n\tjalr\tra"
				   : "call\t%s",
				 p->point->routine) });
}
