/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Alpha.  Source of encodings: Alpha Architecture Handbook, version 4, appendix C.  */

#include <elf.h>
#include <stddef.h>

#include "emulated.h"

/* libdw has no rules of Alpha to begin with, and so evaluates none.  It is told that
   the program is of AArch64, of which it says what Alpha's ABI does: registers that
   nothing is said of keep their values.  What .eh_frame holds does not depend on
   the machine.  */
const struct machine machine = {
  .pc = "PC      ", .integers = 31, .others = 2, .floats = 31, .words = 1,
  .sp = 30, .fp = 15, .ra = 26,
  .kept = UINT64_C (0xfe00) | UINT64_C (0x3fc) << FLOAT,	/* $9 to $15, $f2 to $f9 */
  .dwarf_float = 32, .pretended = EM_AARCH64, .second_entry = 8,
  .reads_table = true
};

static int
op_of (const struct insn *insn)
{
  return insn->word >> 26;
}

enum way
machine_way (const struct insn *insn)
{
  int op = op_of (insn), kind = insn->word >> 14 & 3;
  if (op == 0x1a)
    return kind & 1 ? WAY_CALL : kind == 2 ? WAY_RETURN : WAY_JUMP_REGISTER;
  return op < 0x30 ? WAY_NEXT : op == 0x30 ? WAY_JUMP : op == 0x34 ? WAY_CALL
	 : WAY_BRANCH;
}

/* What divides comes back by way of another register.  */
enum mark
machine_mark (const struct insn *insn)
{
  int op = op_of (insn);
  if (insn->way == WAY_CALL && (insn->word >> 21 & 31) != 26)
    return MARK_HELPER;
  return op == 0x2a || op == 0x2b ? MARK_LOCKED_LOAD
	 : op == 0x2e || op == 0x2f ? MARK_LOCKED_STORE : MARK_NONE;
}

uint64_t
machine_target (const struct insn *insn, const struct state *s)
{
  if (op_of (insn) == 0x1a)
    return s->reg[insn->word >> 16 & 31] & -4;
  return insn->pc + 4 + 4 * (int64_t) ((int32_t) (insn->word << 11) >> 11);
}

int
machine_moves (const struct insn *insn, const struct state *s,
	       struct move *moves)
{
  /* Opcodes from 0x08 on, and from 0x20 on: how many bytes.  */
  static const int low[8] = { 0, 0, 1, 8, 2, 2, 1, 8 };
  static const int high[8] = { 4, 8, 4, 8, 4, 8, 4, 8 };
  int op = op_of (insn), ra = insn->word >> 21 & 31, rb = insn->word >> 16 & 31;
  bool floats = op >= 0x20 && op < 0x28;
  struct move m = { 0 };

  if (op >= 0x08 && op < 0x10)
    {
      m.bytes = low[op - 0x08];
      m.store = op >= 0x0d;
    }
  else if (op >= 0x20 && op < 0x30)
    {
      m.bytes = high[op & 7];
      m.store = op & 4;
    }
  m.reg = ra == 31 ? NO_REG : floats ? FLOAT + ra : ra;
  m.address = (rb == 31 ? 0 : s->reg[rb]) + (int16_t) insn->word;
  if (op == 0x0b || op == 0x0f)
    m.address &= -8;
  /* Loads of nothing are prefetches.  */
  if (!m.bytes || (!m.store && m.reg == NO_REG))
    return 0;
  moves[0] = m;
  return 1;
}
