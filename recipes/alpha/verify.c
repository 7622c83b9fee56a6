/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Alpha pots that verify what they rely on: that a routine changes no register
   that its summary does not name; and that what is said to be dead is.  Source:
   as in recipes/x86/verify.c.  */

#include "recipes/alpha/frame.h"

/* Compare R with its copy AT the stack pointer, by way of a word AT SPARE.  The
   call has changed $27, $28 and $26, and they were saved if anybody needs
   them.  */
void
alpha_compare (struct block_plan *p, int r, int at)
{
  int spare = p->spare_at;
  const char *name = p->pot->target->regs[r].name;
  const char *load = r < ALPHA_F0
		       ? pot_text (p->pot, "mov\t%s, $27", name)
		       : pot_text (p->pot,
				   "stt\t%s, %d($30)\n\tldq\t$27, %d($30)",
				   name, spare, spare);
  pot_asm (p->pot, POT_CALL, ALPHA_PV, r < ALPHA_F0 ? r : HALT_NO_REG, "%s",
	   load);
  pot_asm (p->pot, POT_CALL, ALPHA_AT, ALPHA_PV,
	   "ldq\t$28, %d($30)\n\tsubq\t$28, $27, $28\n\t"
	   "beq\t$28, 2f\n\tbr\t$28, 1f\n1:\t"
	   "ldgp\t$29, 0($28)\n\tjsr\t$26, __halt_wrong_summary\n2:",
	   at);
}

/* Fill what is dead with garbage, that of floating-point registers by way of the
   word AT the stack pointer.  */
void
alpha_fill (struct block_plan *p)
{
  int at = p->spare_at + ALPHA_WORD;
  bool stored = false;
  for (int r = 0; r < ALPHA_REGS; r++)
    {
      if (!reg_set_has (&p->point->dead, r))
	continue;
      if (r < ALPHA_F0)
	{
	  alpha_constant (p->pot, POT_CALL, r, p->pot->target->garbage);
	  continue;
	}
      if (!stored)
	{
	  alpha_constant (p->pot, POT_CALL, ALPHA_PV, p->pot->target->garbage);
	  pot_reg (p->pot, POT_CALL, OP_STORE, ALPHA_PV, ALPHA_WORD, at);
	}
      stored = true;
      pot_reg (p->pot, POT_CALL, OP_LOAD, r, ALPHA_WORD, at);
    }
}
