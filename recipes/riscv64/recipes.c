/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RISC-V recipes: how the arguments of HALT's kinds are developed.  */

#include <inttypes.h>
#include <string.h>

#include "recipes/riscv64/frame.h"

/* --- branches ----------------------------------------------------------- */

/* How the condition of a branch on two registers %1$s and %2$s is computed into
   %3$s, by the branch's name.  */
static const struct
{
  const char *branch, *text;
} conditions[] = {
  { "beq", "xor\t%3$s, %1$s, %2$s\n\tseqz\t%3$s, %3$s" },
  { "bne", "xor\t%3$s, %1$s, %2$s\n\tsnez\t%3$s, %3$s" },
  { "blt", "slt\t%3$s, %1$s, %2$s" },
  { "bltu", "sltu\t%3$s, %1$s, %2$s" },
  { "bgt", "slt\t%3$s, %2$s, %1$s" },
  { "bgtu", "sltu\t%3$s, %2$s, %1$s" },
  { "bge", "slt\t%3$s, %1$s, %2$s\n\txori\t%3$s, %3$s, 1" },
  { "bgeu", "sltu\t%3$s, %1$s, %2$s\n\txori\t%3$s, %3$s, 1" },
  { "ble", "slt\t%3$s, %2$s, %1$s\n\txori\t%3$s, %3$s, 1" },
  { "bleu", "sltu\t%3$s, %2$s, %1$s\n\txori\t%3$s, %3$s, 1" }
};

/* The name of what holds what REG does in the program, for a comparison with OTHER whose
   result goes to TO: the pot has lowered the stack pointer.  */
static const char *
compared (struct pot *pot, int reg, int other, int to)
{
  int copy = other == to ? RISCV_RA : to;
  if (reg != RISCV_SP)
    return pot->target->regs[reg].name;
  pot_regs (pot, POT_KIND, OP_ADD, copy, reg, pot->depth);
  return pot->target->regs[copy].name;
}

/* "BRANCH:REGISTER:REGISTER".  */
int
riscv64_condition_in (struct pot *pot, int to)
{
  const struct halt_target *t = pot->target;
  char branch[8], first[8], second[8];
  if (sscanf (block_plan_of (pot)->point->cond, "%7[^:]:%7[^:]:%7s", branch,
	      first, second)
      != 3)
    return pot_refuse (pot, "its condition cannot be read");
  int x = halt_reg_find (t, first), y = halt_reg_find (t, second);
  if (x == HALT_NO_REG || y == HALT_NO_REG)
    return pot_refuse (pot, "its condition cannot be read");
  for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
    if (strcmp (conditions[i].branch, branch) == 0)
      {
	/* The branch itself reads both, after the pot.  */
	const char *a = compared (pot, x, y, to);
	const char *b = compared (pot, y, x, to);
	pot_asm (pot, POT_KIND, to, x, conditions[i].text, a, b,
		 t->regs[to].name);
	return 0;
      }
  return pot_refuse (pot, "its condition cannot be read");
}

int
riscv64_condition (struct pot *pot, int n)
{
  return riscv64_condition_in (pot, block_arg (pot, n));
}

/* The table's address goes where the id will be.  */
int
riscv64_index (struct pot *pot)
{
  int to = block_arg (pot, 0), by = block_arg (pot, 1);
  const struct halt_point *pt = pot->point;

  block_address (pot, POT_KIND, to);
  riscv64_symbol (pot, POT_KIND, by,
		  &(struct halt_arg) { .symbol = pt->table, .local = true });
  pot_regs (pot, POT_KIND, OP_SUB, to, by, 0);
  pot_reg (pot, POT_KIND, OP_SHIFT, to, RISCV_WORD,
	   pt->access.bytes == 8 ? 3 : 2);
  return 0;
}

/* --- memory and calls ------------------------------------------------------ */

/* It is in its register; who calls extends an int.  */
void
riscv64_pass (struct pot *pot, int n, bool is_int)
{
  (void) pot, (void) n, (void) is_int;
}
