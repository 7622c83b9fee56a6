/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a RISC-V's instruction does, for unwind_emulated.c.  fn is 32 + n.  Source of
   encodings: The RISC-V Instruction Set Manual, volume I, chapters "RVC" and "Instruction
   Set Listings".  */

#include <stdlib.h>

#include "unwind_emulated.h"

/* Bits FROM to TO of INSN, where bit AT of a number begins.  */
static uint32_t
bits (uint32_t insn, int from, int to, int at)
{
  return (insn >> to & ((1u << (from - to + 1)) - 1)) << at;
}

/* The lowest N bits of VALUE, with their sign.  */
static int64_t
extend (uint32_t value, int n)
{
  return (int32_t) (value << (32 - n)) >> (32 - n);
}

/* An instruction of 2 bytes.  */
static bool
execute_short (const struct state *s, uint32_t insn, uint64_t *target)
{
  int base = 8 + (insn >> 7 & 7), what = 8 + (insn >> 2 & 7);
  int rs = insn >> 7 & 31, from = insn >> 2 & 31;
  uint64_t two = s->reg[base] + (bits (insn, 12, 10, 3) | bits (insn, 6, 5, 6));
  uint64_t at = s->reg[2] + (bits (insn, 12, 10, 3) | bits (insn, 9, 7, 6));
  switch ((insn & 3) << 3 | (insn >> 13 & 7))
    {
    case 005: case 007:		/* c.fsd, c.sd */
      store_word (two, s->reg[what + (insn & 0x4000 ? 0 : 32)]);
      break;
    case 025: case 027:		/* c.fsdsp, c.sdsp */
      store_word (at, s->reg[from + (insn & 0x4000 ? 0 : 32)]);
      break;
    case 015:			/* c.j */
      *target = s->pc
		+ extend (bits (insn, 12, 12, 11) | bits (insn, 11, 11, 4)
			    | bits (insn, 10, 9, 8) | bits (insn, 8, 8, 10)
			    | bits (insn, 7, 7, 6) | bits (insn, 6, 6, 7)
			    | bits (insn, 5, 3, 1) | bits (insn, 2, 2, 5),
			  12);
      break;
    case 016: case 017:		/* c.beqz, c.bnez */
      *target = s->pc
		+ extend (bits (insn, 12, 12, 8) | bits (insn, 11, 10, 3)
			    | bits (insn, 6, 5, 6) | bits (insn, 4, 3, 1)
			    | bits (insn, 2, 2, 5),
			  9);
      break;
    case 024:			/* c.jr, c.jalr */
      if (from || !rs)
	break;
      *target = s->reg[rs];
      return insn & 0x1000;
    }
  return false;
}

static bool
execute (const struct state *s, uint64_t *target, uint64_t *next)
{
  uint32_t insn = instruction_at (s->pc);
  int rs = insn >> 15 & 31, from = insn >> 20 & 31, rd = insn >> 7 & 31;
  *target = *next = s->pc + ((insn & 3) == 3 ? 4 : 2);
  if ((insn & 3) != 3)
    return execute_short (s, insn & 0xffff, target);
  switch (insn & 0x707f)
    {
    case 0x3023: case 0x3027:	/* sd, fsd */
      store_word (s->reg[rs] + extend (bits (insn, 31, 25, 5) | rd, 12),
		  s->reg[from + (insn & 4 ? 32 : 0)]);
      return false;
    case 0x0067:		/* jalr */
      *target = (s->reg[rs] + extend (insn >> 20, 12)) & -2;
      return rd == 1;
    }
  if ((insn & 0x7f) == 0x6f)	/* jal */
    *target = s->pc
	      + extend (bits (insn, 31, 31, 20) | bits (insn, 30, 21, 1)
			  | bits (insn, 20, 20, 11) | bits (insn, 19, 12, 12),
			21);
  else if ((insn & 0x7f) == 0x63)
    *target = s->pc
	      + extend (bits (insn, 31, 31, 12) | bits (insn, 30, 25, 5)
			  | bits (insn, 11, 8, 1) | bits (insn, 7, 7, 11),
			13);
  return (insn & 0x7f) == 0x6f && rd == 1;
}

static bool
is_jump (uint64_t pc)
{
  uint32_t insn = instruction_at (pc);
  return (insn & 0x707f) == 0x67 || ((insn & 0xf07f) == 0x8002 && (insn >> 7 & 31));
}

static bool
is_conditional (uint64_t pc)
{
  uint32_t insn = instruction_at (pc);
  return (insn & 0x7f) == 0x63 || (insn & 0xc003) == 0xc001;
}

static bool
keeps (int r)
{
  r &= 31;
  return r == 8 || r == 9 || (r >= 18 && r < 28);
}

/* Four registers a line.  */
static int
read_line (struct state *s, const char *line, int r)
{
  for (int c = 0; c < 4; c++)
    s->reg[r++] = strtoull (line + 26 * c + 10, NULL, 16);
  return r;
}

const struct machine machine = {
  8, 1, 2, 0, " pc ", read_line, keeps, execute, is_jump, is_conditional
};
