/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Alpha recipes: how the arguments of HALT's kinds are developed.  */

#include <inttypes.h>
#include <string.h>

#include "recipes/alpha/frame.h"

/* --- branches ----------------------------------------------------------- */

/* How the condition of a branch on an integer register %1$s is computed into
   %2$s, by the branch's name.  */
static const struct
{
  const char *branch, *text;
} conditions[] = {
  { "beq", "cmpeq\t%1$s, 0, %2$s" },
  { "bne", "cmpult\t$31, %1$s, %2$s" },
  { "blt", "cmplt\t%1$s, 0, %2$s" },
  { "bge", "cmple\t$31, %1$s, %2$s" },
  { "ble", "cmple\t%1$s, 0, %2$s" },
  { "bgt", "cmplt\t$31, %1$s, %2$s" },
  { "blbs", "and\t%1$s, 1, %2$s" },
  { "blbc", "and\t%1$s, 1, %2$s\n\txor\t%2$s, 1, %2$s" }
};

/* "BRANCH:REGISTER", ! before it if it takes when BRANCH would not.  */
int
alpha_condition (struct pot *pot, int n)
{
  struct block_plan *p = block_plan_of (pot);
  int to = block_arg (pot, n);
  const char *cond = p->point->cond;
  bool negate = *cond == '!';
  const char *branch = cond + negate, *reg = strchr (branch, ':');
  const char *name = pot->target->regs[to].name;
  int r = reg ? halt_reg_find (pot->target, reg + 1) : HALT_NO_REG;

  if (r == HALT_NO_REG)
    return pot_refuse (pot, "its condition cannot be read");
  size_t length = reg++ - branch;
  for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
    if (strncmp (conditions[i].branch, branch, length) == 0
	&& !conditions[i].branch[length] && !negate)
      {
	pot_asm (pot, POT_KIND, to, r, conditions[i].text, reg, name);
	return 0;
      }
  /* Floating point: the same branch, over an instruction.  */
  pot_asm (pot, POT_KIND, to, r,
	   "lda\t%s, %d($31)\n\t%.*s\t%s, 1f\n\t"
	   "lda\t%s, %d($31)\n1:",
	   name, !negate, (int) length, branch, reg, name, negate);
  return 0;
}

/* The table's address goes where the id will be.  */
int
alpha_index (struct pot *pot)
{
  int to = block_arg (pot, 0), by = block_arg (pot, 1);
  const char *table = pot->point->table;
  const char *index = pot->target->regs[to].name;
  const char *base = pot->target->regs[by].name;

  block_address (pot, POT_KIND, to);
  alpha_make_gp (pot, POT_KIND, ALPHA_GP);
  pot_asm (pot, POT_KIND, by, ALPHA_GP,
	   "ldah\t%s, %s($29)\t\t!gprelhigh\n\t"
	   "lda\t%s, %s(%s)\t\t!gprellow",
	   base, table, base, table, base);
  pot_asm (pot, POT_KIND, to, by, "subq\t%s, %s, %s\n\tsrl\t%s, %d, %s", index,
	   base, index, index, pot->point->access.bytes == 8 ? 3 : 2, index);
  return 0;
}

/* --- memory and calls ------------------------------------------------------ */

/* It is in its register; callers may have left the upper half of an int as it
   came.  */
void
alpha_pass (struct pot *pot, int n, bool is_int)
{
  int reg = block_arg (pot, n);
  const char *name = pot->target->regs[reg].name;
  if (is_int)
    pot_asm (pot, POT_KIND, reg, reg, "addl\t%s, 0, %s", name, name);
}
