/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an Alpha's instruction does, for emulated.c.  Source of encodings: Alpha Architecture
   Handbook, version 4, appendix C.  */

#include <stdlib.h>

#include "emulated.h"

/* Opcodes from 0x0a to 0x0f and 0x20 to 0x2f: how many bytes, 0: none, and
   whether they are written.  */
static int
bytes_moved (int op, bool *store)
{
  static const int low[6] = { 1, 8, 2, 2, 1, 8 };
  static const int high[16] = { 4, 8, 4, 8, 4, 8, 4, 8, 4, 8, 4, 8, 4, 8, 4, 8 };
  *store = op >= 0x20 ? op & 4 : op >= 0x0d;
  if (op >= 0x20 && op < 0x30)
    return high[op - 0x20];
  return op >= 0x0a && op < 0x10 ? low[op - 0x0a] : 0;
}

/* Whether PC is between a locked load and the conditional store that goes with
   it, where no point is.  */
static bool
is_locked (uint64_t pc)
{
  enum { FAR = 64 };
  for (int i = 1; i < FAR; i++)
    {
      int op = word_at (pc - 4 * i) >> 26;
      if (op == 0x2e || op == 0x2f)
	return false;
      if (op != 0x2a && op != 0x2b)
	continue;
      for (int k = 1; k < FAR; k++)
	{
	  op = word_at (pc + 4 * k) >> 26;
	  if (op == 0x2e || op == 0x2f)
	    return true;
	  if (op == 0x2a || op == 0x2b)
	    return false;
	}
    }
  return false;
}

/* Whether INSN is a call to GCC, too: those of what divides come back by way of
   another register.  */
static bool
is_call (uint32_t insn)
{
  return (insn >> 21 & 31) == 26
	 && (insn >> 26 == 0x34 || (insn >> 26 == 0x1a && (insn >> 14 & 3) == 1));
}

void
machine_return (uint64_t pc)
{
  if (is_call (word_at (pc - 4)))
    add (EVENT_CALLRET, pc - 4, 0, 0);
}

/* Control goes from S, in function F, to PC.  */
static void
add_transfer (const struct state *s, const struct symbol *f, uint32_t insn,
	      uint64_t pc)
{
  const struct symbol *to = function_at (pc);
  int op = insn >> 26, way = insn >> 14 & 3;
  bool starts = to && (pc == to->at || pc == to->at + 8);
  bool jump = (op == 0x1a && way == 0) || op == 0x30;
  bool call = is_call (insn);
  uint64_t callee = starts ? to->at : pc;

  if (op > 0x30 && op != 0x34 && is_locked (s->pc))
    return;
  if (call || (jump && to != f))
    add (EVENT_CALL, s->pc, callee, 0);
  if (op > 0x30 && op != 0x34)
    add (EVENT_CBR, s->pc, pc != s->pc + 4, 0);
  else if (op == 0x1a && way == 2)
    add (EVENT_EXIT, s->pc, 0, 0);
  else if (jump && to != f)
    add (EVENT_EXIT, s->pc, 0, 0);
  else if (jump && op == 0x1a)
    add_mbr (pc, s->reg[29]);
  if (starts && (call || (jump && to != f)))
    add (EVENT_ENTRY, to->at, 0, 0);
  if (op == 0x1a && way == 2 && to)
    machine_return (pc);
}

void
machine_step (const struct state *s, uint64_t pc)
{
  bool store;
  uint32_t insn = word_at (s->pc);
  int op = insn >> 26, ra = insn >> 21 & 31, rb = insn >> 16 & 31;
  int bytes = bytes_moved (op, &store);
  uint64_t address = s->reg[rb] + (int16_t) insn;
  if (op == 0x0b || op == 0x0f)
    address &= -8;
  /* Loads of nothing are prefetches; those that the global pointer leads to are of
     addresses.  */
  if (bytes && (store || (ra != 31 && rb != 29)))
    add (store ? EVENT_STORE : EVENT_LOAD, s->pc, address, bytes);
  else if (op == 0x1a || op >= 0x30)
    add_transfer (s, function_at (s->pc), insn, pc);
}

/* Three registers a line.  */
const char machine_pc[] = "PC      ";

int
machine_read (struct state *s, const char *line, int r)
{
  for (int c = 0; c < 3 && r < 31; c++)
    s->reg[r++] = strtoull (line + 25 * c + 8, NULL, 16);
  s->reg[31] = 0;
  return r < 31 ? r : 32;
}
