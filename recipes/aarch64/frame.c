/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all AArch64 pots have: frame, constants, addresses, arguments, the call.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "recipes/aarch64/frame.h"

int
aarch64_size (int reg)
{
  return reg >= A64_V0 && reg < A64_CC ? A64_VECTOR : A64_WORD;
}

/* What one instruction adds to the stack pointer.  */
void
aarch64_round (struct block_plan *p)
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

/* The address that SYMBOL is as text, where addresses are fixed.  */
static int64_t
fixed_address (const char *symbol)
{
  return strtoll (symbol, NULL, 0);
}

/* That of what is not the unit's own is known when the program is linked, or
   later.  What is has no place in the global offset table: the assembler would have
   the beginning of its section there.  */
void
aarch64_symbol (struct pot *pot, enum pot_stage stage, int reg,
		const struct halt_arg *a)
{
  const char *r = pot->target->regs[reg].name, *name = a->symbol;
  if (pot->point->fixed)
    aarch64_constant (pot, stage, reg, fixed_address (name));
  else if (pot->point->far_data)
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
  const struct halt_point *pt = block_plan_of (pot)->point;
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

/* --- what the block has to know -------------------------------------------- */

void
aarch64_ea (struct block_plan *p, enum pot_stage stage, int reg)
{
  pot_reg (p->pot, stage, OP_EA, reg, A64_WORD, p->pot->depth);
}

void
aarch64_make_call (struct block_plan *p, int n_dynamic)
{
  struct pot *pot = p->pot;
  const struct halt_point *pt = p->point;
  bool far = pt->far_code || pt->fixed;
  pot_static_args (pot, n_dynamic);
  if (pt->fixed)
    aarch64_constant (pot, POT_ARGS, A64_IP0, fixed_address (pt->routine));
  else if (far)
    far_address (pot, POT_ARGS, A64_IP0, pt->routine);
  if (copy_stands (pot->target, pt))
    pot_symbol (pot, POT_CALL, OP_COPY, HALT_NO_REG, copy_as_it_is (pot, pt));
  else
    pot_add (pot, (struct pot_insn) {
		    .op = OP_TEXT_CALL,
		    .stage = POT_CALL,
		    .reg = HALT_NO_REG,
		    .src = far ? A64_IP0 : HALT_NO_REG,
		    .symbol = pt->fixed ? "ldr\tx16, [x16]\n\tblr\tx16"
			      : far	? "blr\tx16"
				    : pot_text (pot, "bl\t%s", pt->routine) });
}
