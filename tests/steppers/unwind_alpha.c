/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an Alpha's instruction does, for unwind_emulated.c.  $n is n, $fn is 32 + n.  Source
   of encodings: Alpha Architecture Handbook, version 4, appendix C.  */

#include <stdlib.h>

#include "unwind_emulated.h"

static bool
execute (const struct state *s, uint64_t *target, uint64_t *next)
{
  uint32_t insn = instruction_at (s->pc);
  int op = insn >> 26, ra = insn >> 21 & 31, rb = insn >> 16 & 31;
  uint64_t address = s->reg[rb] + (int16_t) insn;

  *target = *next = s->pc + 4;
  if (op == 0x2d || op == 0x27)	/* stq, stt */
    store_word (address, s->reg[ra + (op == 0x27 ? 32 : 0)]);
  else if (op == 0x1a)
    *target = s->reg[rb] & -4;
  else if (op >= 0x30)
    *target = s->pc + 4 + 4 * (int64_t) ((int32_t) (insn << 11) >> 11);
  return op == 0x34 || (op == 0x1a && (insn >> 14 & 1));
}

static bool
is_jump (uint64_t pc)
{
  return instruction_at (pc) >> 26 == 0x1a;
}

static bool
is_conditional (uint64_t pc)
{
  int op = instruction_at (pc) >> 26;
  return op > 0x30 && op != 0x34;
}

static bool
keeps (int r)
{
  return (r >= 9 && r < 16) || (r >= 32 + 2 && r < 32 + 10);
}

/* Three registers a line.  */
static int
read_line (struct state *s, const char *line, int r)
{
  for (int c = 0; c < 3 && r < REGS - 1; c++)
    s->reg[r++] = strtoull (line + 25 * c + 8, NULL, 16);
  if (r == 33)			/* what else is in the line of $30 */
    r = 32;
  s->reg[31] = s->reg[63] = 0;
  return r < REGS - 1 ? r : REGS;
}

/* A caller with the same global pointer enters a function 8 bytes later.  */
const struct machine machine = {
  15, 26, 30, 8, "PC      ", read_line, keeps, execute, is_jump, is_conditional
};
