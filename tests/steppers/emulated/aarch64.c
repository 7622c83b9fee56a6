/* SPDX-License-Identifier: GPL-3.0-or-later */
/* AArch64, by the names of instructions and operands that objdump writes.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulated.h"

const struct machine machine = {
  .pc = " PC=", .integers = 32, .floats = 32, .words = 2,
  .sp = 31, .fp = NO_REG, .ra = 30,
  .kept = UINT64_C (0x3ff80000) | UINT64_C (0xff00) << FLOAT,	/* x19 to x29, d8 to d15 */
  .dwarf_float = 64
};

static bool
starts (const char *text, const char *prefix)
{
  return strncmp (text, prefix, strlen (prefix)) == 0;
}

/* Whether NAME begins with one of the words in LIST, which end with spaces.  */
static bool
listed (const char *name, const char *list)
{
  for (; *list; list += strcspn (list, " ") + 1)
    if (strncmp (name, list, strcspn (list, " ")) == 0)
      return true;
  return false;
}

enum way
machine_way (const struct insn *insn)
{
  const char *name = insn->name;
  return starts (name, "ret")			   ? WAY_RETURN
	 : strcmp (name, "b") == 0		   ? WAY_JUMP
	 : listed (name, "b. bc. cbz cbnz tbz tbnz ") ? WAY_BRANCH
	 : starts (name, "bl")		   ? WAY_CALL
	 : starts (name, "br") && strcmp (name, "brk") != 0 ? WAY_JUMP_REGISTER
						   : WAY_NEXT;
}

enum mark
machine_mark (const struct insn *insn)
{
  const char *name = insn->name;
  return listed (name, "ldx ldax ")   ? MARK_LOCKED_LOAD
	 : listed (name, "stx stlx ") ? MARK_LOCKED_STORE
	 : listed (name, "paciasp pacibsp autiasp autibsp ") ? MARK_SIGNS : MARK_NONE;
}

/* The register that TEXT begins with, *BYTES being its width.  */
static int
read_register (const char *text, int *bytes)
{
  static const char letters[] = "bhwxsdq";
  static const int widths[] = { 1, 2, 4, 8, 4, 8, 16 };
  const char *letter = strchr (letters, *text);
  *bytes = 8;
  if (starts (text, "sp"))
    return machine.sp;
  if (!*text || !letter)
    die ("which register is '%s'?", text);
  *bytes = widths[letter - letters];
  if (starts (text + 1, "zr"))
    return NO_REG;
  return atoi (text + 1) + (*text == 'w' || *text == 'x' ? 0 : FLOAT);
}

static uint64_t
value (const struct state *s, const char *text)
{
  int bytes, r = read_register (text, &bytes);
  uint64_t v = r == NO_REG ? 0 : s->reg[r];
  return bytes == 4 ? (uint32_t) v : v;
}

uint64_t
machine_target (const struct insn *insn, const struct state *s)
{
  /* Addresses have 48 bits, and a signature may stand above.  */
  enum { SIGNED = 16 };
  const char *comma = strrchr (insn->operands, ',');
  switch (insn->way)
    {
    case WAY_RETURN:
    case WAY_JUMP_REGISTER:
      return value (s, *insn->operands ? insn->operands : "x30") << SIGNED >> SIGNED;
    case WAY_CALL:
      if (*insn->operands == 'x')
	return value (s, insn->operands) << SIGNED >> SIGNED;
      /* fall through */
    default:			/* "x0, #1, 400580 <name>" */
      return strtoull (comma ? comma + 1 : insn->operands, NULL, 16);
    }
}

/* "[x0, w1, sxtw #2]" and the like; what stands behind it steps the register on
   later.  */
static uint64_t
read_address (const struct state *s, const char *text)
{
  uint64_t base = value (s, ++text), index;
  const char *comma = text + strcspn (text, ",]"), *shift;
  if (*comma == ']')
    return base;
  text = comma + 2;
  if (*text == '#')
    return base + strtoll (text + 1, NULL, 0);
  index = value (s, text);
  comma = text + strcspn (text, ",]");
  if (starts (comma, ", sxtw"))
    index = (int32_t) index;
  shift = comma + strcspn (comma, "#]");
  return base + (index << (*shift == '#' ? atoi (shift + 1) : 0));
}

/* How many bytes "{v0.16b-v3.16b}", "{v0.s}[1]" and the like are; NAME repeats them
   in all elements if it ends with r.  */
static int
structure_bytes (const char *name, const char *text)
{
  static const char letters[] = "bhsd";
  const char *end = strchr (text, '}'), *dot = strchr (text, '.');
  const char *last = end;
  int lanes = atoi (dot + 1), count;
  const char *letter = strchr (letters, dot[1 + strspn (dot + 1, "0123456789")]);
  while (*last != 'v')
    last--;
  /* Register 0 comes after 31.  */
  count = (atoi (last + 1) - atoi (text + 2) + 32) % 32 + 1;
  if (!letter || (!lanes && end[1] != '['))
    die ("which registers are '%s'?", text);
  if (end[1] == '[' || name[strlen (name) - 1] == 'r')
    lanes = 1;
  return count * lanes << (letter - letters);
}

/* How many bytes of a register with WIDTH the instruction called NAME moves.  */
static int
bytes_of (const char *name, int width)
{
  const char *end = name + strlen (name);
  return end[-1] == 'b' ? 1 : end[-1] == 'h' ? 2
	 : strcmp (end - 2, "sw") == 0 ? 4 : width;
}

int
machine_moves (const struct insn *insn, const struct state *s,
	       struct move *moves)
{
  const char *name = insn->name, *text = insn->operands;
  const char *bracket = strrchr (text, '[');
  bool both = listed (name, "cas swp ldadd ldclr ldeor ldset ldsm ldum "
			    "stadd stclr steor stset stsm stum ");
  bool pair = listed (name, "ldp stp ldnp stnp ldxp ldaxp stxp stlxp casp ");
  struct move m = { .store = *name == 's' };
  int n = 0, width;

  if (!both && !listed (name, "ld st "))
    return 0;
  if (listed (name, "stx stlx "))	/* whether it did comes first */
    text += strcspn (text, " ") + 1;
  m.address = bracket ? read_address (s, bracket)
		      : strtoull (strchr (text, ' ') + 1, NULL, 16);
  if (*text == '{')
    {
      m.bytes = structure_bytes (name, text);
      m.reg = UNKNOWN_REG;
    }
  else
    {
      m.reg = read_register (text, &width);
      m.bytes = bytes_of (name, width);
    }
  if (both)
    {
      m.reg = UNKNOWN_REG;
      m.bytes <<= pair;
      for (; n < 2; n++)
	{
	  m.store = n;
	  moves[n] = m;
	}
      return n;
    }
  moves[n++] = m;
  if (pair)
    {
      m.reg = read_register (text + strcspn (text, " ") + 1, &width);
      m.address += m.bytes;
      moves[n++] = m;
    }
  return n;
}
