/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a RISC-V's instruction does, for emulated.c.  Source of encodings: The RISC-V
   Instruction Set Manual, volume I, chapters "RVC" and "Instruction Set Listings".  */

#include <stdlib.h>

#include "emulated.h"

enum { RA = 1, SP = 2 };

/* Bits FROM to TO of INSN, where bit AT of a number begins.  */
static int
bits (uint32_t insn, int from, int to, int at)
{
  return (insn >> to & ((1u << (from - to + 1)) - 1)) << at;
}

/* An access.  */
struct access
{
  int bytes;			/* 0: none */
  bool load, store;
  int base, offset;
};

static struct access
short_access (uint32_t insn)
{
  int op = (insn & 3) << 3 | (insn >> 13 & 7);
  int word = bits (insn, 12, 10, 3) | bits (insn, 6, 6, 2) | bits (insn, 5, 5, 6);
  int two = bits (insn, 12, 10, 3) | bits (insn, 6, 5, 6);
  int base = 8 + (insn >> 7 & 7);
  switch (op)
    {
    case 001: case 003:
      return (struct access) { 8, true, false, base, two };
    case 002:
      return (struct access) { 4, true, false, base, word };
    case 005: case 007:
      return (struct access) { 8, false, true, base, two };
    case 006:
      return (struct access) { 4, false, true, base, word };
    case 021: case 023:
      return (struct access) { 8, true, false, SP,
			       bits (insn, 12, 12, 5) | bits (insn, 6, 5, 3)
				 | bits (insn, 4, 2, 6) };
    case 022:
      return (struct access) { 4, true, false, SP,
			       bits (insn, 12, 12, 5) | bits (insn, 6, 4, 2)
				 | bits (insn, 3, 2, 6) };
    case 025: case 027:
      return (struct access) { 8, false, true, SP,
			       bits (insn, 12, 10, 3) | bits (insn, 9, 7, 6) };
    case 026:
      return (struct access) { 4, false, true, SP,
			       bits (insn, 12, 9, 2) | bits (insn, 8, 7, 6) };
    default:
      return (struct access) { 0 };
    }
}

static struct access
access_of (uint32_t insn)
{
  int base = insn >> 15 & 31, bytes = 1 << (insn >> 12 & 3), atomic = insn >> 27;
  if ((insn & 3) != 3)
    return short_access (insn & 0xffff);
  switch (insn & 0x7f)
    {
    case 0x03: case 0x07:
      return (struct access) { bytes, true, false, base, (int32_t) insn >> 20 };
    case 0x23: case 0x27:
      return (struct access) { bytes, false, true, base,
			       ((int32_t) insn >> 25) * 32 + bits (insn, 11, 7, 0) };
    case 0x2f:
      return (struct access) { bytes, atomic != 3, atomic != 2, base, 0 };
    default:
      return (struct access) { 0 };
    }
}

/* What transfers control.  */
enum transfer { NONE, BRANCH, JUMP, CALL, RETURN, THROUGH };

static enum transfer
transfer_of (uint32_t insn)
{
  int rd = insn >> 7 & 31, rs = insn >> 15 & 31;
  if ((insn & 3) != 3)
    {
      insn &= 0xffff;
      if ((insn & 0xe003) == 0xa001)
	return JUMP;
      if ((insn & 0xc003) == 0xc001)
	return BRANCH;
      if ((insn & 0xe07f) != 0x8002 || rd == 0)
	return NONE;
      return insn & 0x1000 ? CALL : rd == RA ? RETURN : THROUGH;
    }
  switch (insn & 0x7f)
    {
    case 0x63:
      return BRANCH;
    case 0x6f:
      return rd == RA ? CALL : JUMP;
    case 0x67:
      return rd == RA ? CALL : rs == RA ? RETURN : THROUGH;
    default:
      return NONE;
    }
}

/* The load that reserves, or the store on that condition, right before the branch at PC,
   which belongs to an atomic operation then, where no point is; or 0.  */
static uint32_t
locked_before (uint64_t pc)
{
  uint32_t before = word_at (pc - 4);
  return (before & 0x7f) == 0x2f && (before >> 28) == 1 ? before : 0;
}

void
machine_return (uint64_t pc)
{
  uint32_t before = word_at (pc - 4);
  if ((before & 3) == 3 && transfer_of (before) == CALL)
    add (EVENT_CALLRET, pc - 4, 0, 0);
  else if (transfer_of (before >> 16) == CALL && (before >> 16 & 3) != 3)
    add (EVENT_CALLRET, pc - 2, 0, 0);
}

/* Control goes from S, in function F, to PC.  */
static void
add_transfer (const struct state *s, const struct symbol *f, enum transfer how,
	      uint64_t pc, uint64_t next)
{
  const struct symbol *to = function_at (pc);
  bool starts = to && pc == to->at;
  bool leaves = (how == JUMP || how == THROUGH) && to != f;
  uint32_t locked = how == BRANCH ? locked_before (s->pc) : 0;
  if (how == BRANCH && !locked)
    add (EVENT_CBR, s->pc, pc != next, 0);
  /* A comparison and exchange, one instruction to GCC, counts as a store though what it
     compares is not the same.  */
  else if (locked >> 27 == 2 && pc != next)
    add (EVENT_STORE, next, s->reg[locked >> 15 & 31], 1 << (locked >> 12 & 3));
  if (how == CALL || leaves)
    add (EVENT_CALL, s->pc, pc, 0);
  if (how == RETURN || leaves)
    add (EVENT_EXIT, s->pc, 0, 0);
  else if (how == THROUGH)
    add_mbr (pc, 0);
  if (starts && (how == CALL || leaves))
    add (EVENT_ENTRY, pc, 0, 0);
  if (how == RETURN && to)
    machine_return (pc);
}

void
machine_step (const struct state *s, uint64_t pc)
{
  uint32_t insn = word_at (s->pc);
  struct access a = access_of (insn);
  enum transfer how = transfer_of (insn);
  uint64_t address = s->reg[a.base] + a.offset;
  /* Loads of addresses are not reported.  */
  if (a.bytes && a.load && !(address >= GOT_START && address < GOT_END))
    add (EVENT_LOAD, s->pc, address, a.bytes);
  if (a.bytes && a.store)
    add (EVENT_STORE, s->pc, address, a.bytes);
  if (how)
    add_transfer (s, function_at (s->pc), how, pc,
		  s->pc + ((insn & 3) == 3 ? 4 : 2));
}

/* Four registers a line.  */
const char machine_pc[] = " pc ";

int
machine_read (struct state *s, const char *line, int r)
{
  for (int c = 0; c < 4; c++)
    s->reg[r++] = strtoull (line + 26 * c + 10, NULL, 16);
  return r;
}
