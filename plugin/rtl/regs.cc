/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The target's registers: the compiler's numbers and the recipes'.  */

#include "plugin/rtl/rtl.h"

/* The compiler's register numbers by the target's, and back.  */
static int regnos[HALT_MAX_REGS];
static int regs[FIRST_PSEUDO_REGISTER];

void
regs_init (const struct halt_target *target)
{
  for (int r = 0; r < FIRST_PSEUDO_REGISTER; r++)
    regs[r] = HALT_NO_REG;
  for (int r = 0; r < target->n_regs; r++)
    {
      int regno = decode_reg_name (target->regs[r].name);
      regnos[r] = regno >= 0 && regno < FIRST_PSEUDO_REGISTER ? regno : -1;
      if (regnos[r] >= 0)
	regs[regnos[r]] = r;
    }
}

int
regs_reg (unsigned regno)
{
  return regno < FIRST_PSEUDO_REGISTER ? regs[regno] : HALT_NO_REG;
}

int
regs_regno (int reg)
{
  return regnos[reg];
}
