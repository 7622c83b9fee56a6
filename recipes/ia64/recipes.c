/* SPDX-License-Identifier: GPL-3.0-or-later */
/* IA-64 recipes: how the arguments of HALT's kinds are developed.  */

#include <inttypes.h>
#include <string.h>

#include "recipes/ia64/frame.h"

/* --- branches ----------------------------------------------------------- */

/* "REGISTER", a predicate or the loop count, with ! before it if the branch takes
   when that is 0.  */
int
ia64_condition (struct pot *pot, int n)
{
  struct ia64_plan *p = ia64_plan_of (pot);
  int to = ia64_arg (pot, n);
  const char *cond = p->point->cond;
  bool negate = *cond == '!';
  int r = halt_reg_find (pot->target, cond + negate);
  struct ia64_name t = ia64_name (p->point, to);

  if (r >= IA64_P0 && r < IA64_B0)
    pot_asm (pot, POT_KIND, to, r, "mov\t%s = %d ;;\n(%s)\tmov\t%s = %d ;;",
	     t.text, negate, cond + negate, t.text, !negate);
  else if (r == IA64_LC)
    {
      /* The sign of what or its negative is negative unless it is 0.  */
      struct ia64_name s = ia64_name (p->point, IA64_SPARE);
      pot_asm (pot, POT_KIND, to, r,
	       "mov\t%s = ar.lc ;;\n\t"
	       "sub\t%s = r0, %s ;;\n\tor\t%s = %s, %s ;;\n\t"
	       "shr.u\t%s = %s, 63 ;;%s",
	       t.text, s.text, t.text, t.text, t.text, s.text, t.text, t.text,
	       negate ? pot_text (pot, "\n\txor\t%s = 1, %s ;;", t.text, t.text)
		      : "");
    }
  else
    return pot_refuse (pot, "its condition cannot be read");
  return 0;
}

/* The table's address goes where the id will be.  */
int
ia64_index (struct pot *pot)
{
  int index = ia64_arg (pot, 0), table = ia64_arg (pot, 1);
  ia64_address (pot, POT_KIND, index);
  pot_reg (pot, POT_KIND, OP_TABLE, table, IA64_WORD, 0);
  pot_regs (pot, POT_KIND, OP_SUB, index, table, 0);
  pot_reg (pot, POT_KIND, OP_SHIFT, index, IA64_WORD,
	   pot->point->access.bytes == 8 ? 3 : 2);
  return 0;
}

/* --- memory and calls ------------------------------------------------------ */

int
ia64_access (struct pot *pot)
{
  struct ia64_plan *p = ia64_plan_of (pot);
  for (int n = 0; n < 2; n++)
    if (!ia64_wants (pot, n))
      pot_unread (pot, POT_KIND, ia64_arg (pot, n));
    else if (n == 0)
      ia64_constant (pot, POT_KIND, ia64_arg (pot, n), p->point->access.bytes);
    else
      ia64_address (pot, POT_KIND, ia64_arg (pot, n));
  return 0;
}

/* Callers may have left the upper half of an int as it came.  */
void
ia64_pass (struct pot *pot, int n, bool is_int)
{
  int from = IA64_OUT + n, to = ia64_arg (pot, n);
  if (is_int)
    pot_asm (pot, POT_KIND, to, from, "sxt4\t%s = %s ;;",
	     ia64_name (pot->point, to).text,
	     ia64_name (pot->point, from).text);
  else
    pot_regs (pot, POT_KIND, OP_MOVE, to, from, 0);
}
