/* SPDX-License-Identifier: GPL-3.0-or-later */
/* AArch64 recipes: how the arguments of HALT's kinds are developed.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "recipes/aarch64/frame.h"

/* --- branches ----------------------------------------------------------- */

/* "CONDITION", of the flags; "z:REGISTER" or "nz:REGISTER", w or x: whether that is 0;
   "bBIT:REGISTER" or "nbBIT:REGISTER": whether that bit of it is set.  Flags are left
   alone.  */
int
aarch64_condition_in (struct pot *pot, int to)
{
  const char *cond = block_plan_of (pot)->point->cond;
  const char *reg = strchr (cond, ':');
  const char *name = pot->target->regs[to].name;
  bool negate = *cond == 'n';
  if (!reg)
    {
      pot_asm (pot, POT_KIND, to, HALT_NO_REG, "cset\tw%s, %s", name + 1, cond);
      return 0;
    }
  int bytes = *++reg == 'w' ? 4 : A64_WORD;
  int from = halt_reg_find (pot->target, pot_text (pot, "x%s", reg + 1));
  const char *w = aarch64_name (pot, to, 4), *r = aarch64_name (pot, to, bytes);
  if (from == HALT_NO_REG)
    return pot_refuse (pot, "its condition cannot be read");
  if (cond[negate] == 'z')
    /* All bits of 0 are leading zeros.  */
    pot_asm (pot, POT_KIND, to, from, "clz\t%s, %s\n\tlsr\t%s, %s, %d", r, reg,
	     r, r, bytes == 4 ? 5 : 6);
  else
    pot_asm (pot, POT_KIND, to, from, "ubfx\t%s, %s, %d, 1", r, reg,
	     atoi (cond + negate + 1));
  if (negate)
    pot_asm (pot, POT_KIND, to, to, "eor\t%s, %s, 1", w, w);
  return 0;
}

int
aarch64_condition (struct pot *pot, int n)
{
  return aarch64_condition_in (pot, block_arg (pot, n));
}

/* The jump reads its table by the number of the entry, which is in a register.  */
int
aarch64_index (struct pot *pot)
{
  struct block_plan *p = block_plan_of (pot);
  int to = block_arg (pot, 0), from = p->point->access.ea.index;
  if (from == HALT_NO_REG)
    return pot_refuse (pot, "its index cannot be known");
  if (reg_set_has (&p->lost, from))
    pot_reg (pot, POT_KIND, OP_LOAD, from, A64_WORD, p->slot[from]);
  pot_asm (pot, POT_KIND, to, from, "mov\t%s, %s", aarch64_name (pot, to, 4),
	   aarch64_name (pot, from, 4));
  return 0;
}

/* --- memory and calls ------------------------------------------------------ */

/* It is in its register; callers may have left the upper half of an int as it
   came.  */
void
aarch64_pass (struct pot *pot, int n, bool is_int)
{
  int reg = block_arg (pot, n);
  if (is_int)
    pot_asm (pot, POT_KIND, reg, reg, "sxtw\t%s, %s",
	     pot->target->regs[reg].name, aarch64_name (pot, reg, 4));
}
