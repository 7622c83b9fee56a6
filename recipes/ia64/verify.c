/* SPDX-License-Identifier: GPL-3.0-or-later */
/* IA-64 pots that verify what they rely on: that a routine changes no register
   that its summary does not name; and that what is said to be dead is.  Source:
   as in recipes/x86/verify.c.  Copies are locals of the pot's own, which no call
   can reach; what there is no room for is saved, not checked.  */

#include "recipes/ia64/frame.h"

/* How many locals a copy of R takes: of a floating-point register, its
   significand and its exponent.  */
static int
n_locals (int r)
{
  return r >= IA64_F0 && r < IA64_P0 ? 2 : 1;
}

void
ia64_verify_plan (struct ia64_plan *p)
{
  if (!p->point->verify)
    return;
  p->copies_at = p->next;
  for (int r = 0; r < IA64_REGS; r++)
    {
      if (!reg_set_has (&p->check, r))
	continue;
      if (p->next + n_locals (r) > p->end)
	reg_set_remove (&p->check, r);
      else
	p->next += n_locals (r);
    }
}

/* Copy R to TO and, if it takes two, what is after that.  */
static void
copy (struct ia64_plan *p, enum pot_stage stage, int to, int r)
{
  struct ia64_name t = ia64_name (p->pot->point, to);
  struct ia64_name u = ia64_name (p->pot->point, to + 1);
  struct ia64_name f = ia64_name (p->pot->point, r);
  if (n_locals (r) == 1)
    pot_regs (p->pot, stage, OP_MOVE, to, r, 0);
  else
    pot_asm (p->pot, stage, to, r, "getf.sig\t%s = %s\n\tgetf.exp\t%s = %s",
	     t.text, f.text, u.text, f.text);
}

void
ia64_verify_begin (struct ia64_plan *p)
{
  int at = p->copies_at;
  if (!p->point->verify)
    return;
  for (int r = 0; r < IA64_REGS; r++)
    if (reg_set_has (&p->check, r))
      {
	copy (p, POT_SAVE, at, r);
	at += n_locals (r);
      }
}

/* Compare R with its copy AT.  Two NaT bits are equal, too.  The predicates were
   saved if anybody needs them.  */
static void
compare (struct ia64_plan *p, int r, int at)
{
  int spare = IA64_SPARE;
  for (int n = 0; n < n_locals (r); n++)
    {
      struct ia64_name s = ia64_name (p->pot->point, spare + n);
      struct ia64_name c = ia64_name (p->pot->point, at + n);
      if (n == 0)
	{
	  copy (p, POT_CALL, spare, r);
	  pot_asm (p->pot, POT_CALL, HALT_NO_REG, HALT_NO_REG, ";;");
	}
      pot_asm (p->pot, POT_CALL, IA64_P0 + 6, HALT_NO_REG,
	       "cmp.eq\tp6, p7 = %s, %s ;;\n"
	       "(p6)\tbr.cond.sptk\t2f ;;\n\t"
	       "tnat.nz\tp6, p7 = %s ;;\n"
	       "(p6)\tbr.cond.sptk\t2f ;;",
	       s.text, c.text, c.text);
      pot_asm (p->pot, POT_CALL, IA64_P0 + 7, HALT_NO_REG,
	       "1:\tmov\t%s = ip\n\tmovl\tr1 = "
	       "@gprel(1b) ;;\n\tsub\tr1 = %s, r1 ;;\n\t"
	       "br.call.sptk.many\tb0 = __halt_wrong_summary# ;;\n2:",
	       s.text, s.text);
    }
}

/* Fill what is dead with garbage, other than general registers by way of SPARE.  */
static void
fill_dead (struct ia64_plan *p, int spare)
{
  unsigned mask = 0;
  const char *s = pot_text (p->pot, "%s", IA64_NAME (p->pot, spare));
  ia64_constant (p->pot, POT_CALL, spare, p->pot->target->garbage);
  for (int r = 0; r < IA64_REGS; r++)
    {
      const char *name = pot_text (p->pot, "%s", IA64_NAME (p->pot, r));
      if (!reg_set_has (&p->point->dead, r))
	continue;
      if (r < IA64_F0)
	ia64_constant (p->pot, POT_CALL, r, p->pot->target->garbage);
      else if (r < IA64_P0)
	pot_asm (p->pot, POT_CALL, r, HALT_NO_REG, "setf.sig\t%s = %s", name,
		 s);
      else if (r < IA64_B0)
	mask |= 1u << (r - IA64_P0);
      else
	pot_asm (p->pot, POT_CALL, r, HALT_NO_REG, "mov\t%s = %s", name, s);
    }
  /* Up to p15, and not 1 alone: p0 always is.  */
  if (mask)
    pot_asm (p->pot, POT_CALL, HALT_NO_REG, HALT_NO_REG,
	     ";;\n\tmov\tpr = %s, 0x%x", s, mask);
  pot_asm (p->pot, POT_CALL, HALT_NO_REG, HALT_NO_REG, ";;");
}

void
ia64_verify_end (struct ia64_plan *p)
{
  int at = p->copies_at;
  if (!p->point->verify)
    return;
  for (int r = 0; r < IA64_REGS; r++)
    if (reg_set_has (&p->check, r))
      {
	compare (p, r, at);
	at += n_locals (r);
      }
  if (!p->point->next)
    fill_dead (p, IA64_SPARE);
}
