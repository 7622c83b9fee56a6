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
  const char *cond = aarch64_plan_of (pot)->point->cond;
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
  return aarch64_condition_in (pot, aarch64_arg (pot, n));
}

/* The jump reads its table by the number of the entry, which is in a register.  */
int
aarch64_index (struct pot *pot)
{
  struct aarch64_plan *p = aarch64_plan_of (pot);
  int to = aarch64_arg (pot, 0), from = p->point->access.ea.index;
  if (from == HALT_NO_REG)
    return pot_refuse (pot, "its index cannot be known");
  if (reg_set_has (&p->lost, from))
    pot_reg (pot, POT_KIND, OP_LOAD, from, A64_WORD, p->slot[from]);
  pot_asm (pot, POT_KIND, to, from, "mov\t%s, %s", aarch64_name (pot, to, 4),
	   aarch64_name (pot, from, 4));
  return 0;
}

/* --- memory and calls ------------------------------------------------------ */

/* The address comes first: computing it may need any register, and only then may
   argument registers change.  */
int
aarch64_access (struct pot *pot)
{
  struct aarch64_plan *p = aarch64_plan_of (pot);
  int bytes = aarch64_arg (pot, 0), ea = aarch64_arg (pot, 1);
  if (aarch64_wants (pot, 1))
    aarch64_address (pot, POT_KIND, ea);
  else
    pot_unread (pot, POT_KIND, ea);
  if (aarch64_wants (pot, 0))
    aarch64_constant (pot, POT_KIND, bytes, p->point->access.bytes);
  else
    pot_unread (pot, POT_KIND, bytes);
  return 0;
}

/* It is in its register; callers may have left the upper half of an int as it
   came.  */
void
aarch64_pass (struct pot *pot, int n, bool is_int)
{
  int reg = aarch64_arg (pot, n);
  if (is_int)
    pot_asm (pot, POT_KIND, reg, reg, "sxtw\t%s, %s",
	     pot->target->regs[reg].name, aarch64_name (pot, reg, 4));
}

/* --- lists ------------------------------------------------------------------ */

/* Arguments' registers that hold anything are saved before they are used.  */
int
aarch64_value (struct pot *pot, int reg, const struct halt_arg *a,
	       const struct reg_set *gone)
{
  struct aarch64_plan *p = aarch64_plan_of (pot);
  const char *name = pot->target->regs[reg].name;
  switch (a->form)
    {
    case HALT_ARG_REGISTER:
      if (a->reg >= A64_V0)
	return pot_refuse (pot, "it passes what no integer register holds");
      if (a->reg == A64_SP)
	{
	  aarch64_add (pot, POT_KIND, reg, a->reg, pot->depth + a->number);
	  return 0;
	}
      if (reg_set_has (gone, a->reg) || reg_set_has (&p->lost, a->reg))
	pot_reg (pot, POT_KIND, OP_LOAD, reg, A64_WORD, p->slot[a->reg]);
      else
	pot_regs (pot, POT_KIND, OP_MOVE, reg, a->reg, 0);
      aarch64_add (pot, POT_KIND, reg, reg, a->number);
      return 0;
    case HALT_ARG_SAVED:
      if (a->reg != A64_SP)
	return pot_refuse (pot, "where the frame is, is not known");
      pot_reg (pot, POT_KIND, OP_LOAD, reg, A64_WORD, pot->depth + a->number);
      return 0;
    case HALT_ARG_CYCLES:
      pot_asm (pot, POT_KIND, reg, HALT_NO_REG, "mrs\t%s, cntvct_el0", name);
      return 0;
    case HALT_ARG_HERE:
      pot_asm (pot, POT_KIND, reg, HALT_NO_REG, "adr\t%s, .", name);
      return 0;
    default:
      return -1;
    }
}
