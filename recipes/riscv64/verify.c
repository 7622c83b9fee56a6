/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RISC-V pots that verify what they rely on: that a routine changes no register
   that its summary does not name; and that what is said to be dead is.  Source:
   as in recipes/x86/verify.c.  */

#include "recipes/riscv64/frame.h"

/* Compare R with its copy AT the stack pointer.  ra and t0 were saved if anybody
   needs them.  */
void
riscv64_compare (struct block_plan *p, int r, int at)
{
  const char *name = p->pot->target->regs[r].name;
  if (r >= RISCV_F0)
    {
      pot_asm (p->pot, POT_CALL, RISCV_T0, r, "fmv.x.d\tt0, %s", name);
      r = RISCV_T0;
      name = "t0";
    }
  pot_asm (p->pot, POT_CALL, RISCV_RA, r,
	   "ld\tra, %d(sp)\n\tbeq\tra, %s, 2f\n\t"
	   "call\t__halt_wrong_summary\n2:",
	   at, name);
}

/* Fill what is dead with garbage, by way of ra.  */
void
riscv64_fill (struct block_plan *p)
{
  const struct halt_target *t = p->pot->target;
  riscv64_constant (p->pot, POT_CALL, RISCV_RA, t->garbage);
  for (int r = 0; r < RISCV_REGS; r++)
    if (!reg_set_has (&p->point->dead, r) || r == RISCV_RA)
      continue;
    else if (r < RISCV_F0)
      pot_regs (p->pot, POT_CALL, OP_MOVE, r, RISCV_RA, 0);
    else
      pot_asm (p->pot, POT_CALL, r, RISCV_RA, "fmv.d.x\t%s, ra",
	       t->regs[r].name);
}
