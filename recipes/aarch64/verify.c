/* SPDX-License-Identifier: GPL-3.0-or-later */
/* AArch64 pots that verify what they rely on: that a routine changes no register
   that its summary does not name; and that what is said to be dead is.  Source:
   as in recipes/x86/verify.c.  */

#include "recipes/aarch64/frame.h"

/* Compare WORD, text for x17, of R with its copy AT the stack pointer.  The call has
   changed x16, x17, x30 and the flags, and they were saved if anybody needs
   them.  */
static void
compare_word (struct block_plan *p, int r, const char *word, int at)
{
  pot_asm (p->pot, POT_CALL, A64_IP1, r, "%s", word);
  pot_asm (p->pot, POT_CALL, A64_IP0, A64_IP1,
	   "ldr\tx16, [sp, %d]\n\tcmp\tx16, x17\n\tbeq\t2f\n\t"
	   "bl\t__halt_wrong_summary\n2:",
	   at);
}

void
aarch64_compare (struct block_plan *p, int r, int at)
{
  const char *name = p->pot->target->regs[r].name;
  if (r < A64_V0)
    compare_word (p, r, pot_text (p->pot, "mov\tx17, %s", name), at);
  else
    for (int half = 0; half < 2; half++)
      compare_word (p, r, pot_text (p->pot, "umov\tx17, %s.d[%d]", name, half),
		    at + half * A64_WORD);
}

/* Fill what is dead with garbage, vector registers by way of x16.  */
void
aarch64_fill (struct block_plan *p)
{
  int64_t garbage = p->pot->target->garbage;
  bool filled = false;
  for (int r = 0; r < A64_CC; r++)
    {
      if (!reg_set_has (&p->point->dead, r))
	continue;
      if (r < A64_V0)
	{
	  aarch64_constant (p->pot, POT_CALL, r, garbage);
	  continue;
	}
      if (!filled)
	aarch64_constant (p->pot, POT_CALL, A64_IP0, garbage);
      filled = true;
      pot_asm (p->pot, POT_CALL, r, A64_IP0, "dup\t%s.2d, x16",
	       p->pot->target->regs[r].name);
    }
}
