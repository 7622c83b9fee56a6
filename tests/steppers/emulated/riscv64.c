/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RISC-V, by the names of instructions and operands that objdump writes.  */

#include <stdlib.h>
#include <string.h>

#include "emulated.h"

const struct machine machine = {
  .pc = " pc ", .integers = 32, .floats = 32, .words = 1,
  .sp = 2, .fp = 8, .ra = 1,
  /* s0 to s11, fs0 to fs11 */
  .kept = UINT64_C (0xffc0300) | UINT64_C (0xffc0300) << FLOAT,
  .dwarf_float = 32, .reads_table = true
};

static bool
starts (const char *text, const char *prefix)
{
  return strncmp (text, prefix, strlen (prefix)) == 0;
}

enum way
machine_way (const struct insn *insn)
{
  const char *name = insn->name;
  return strcmp (name, "ret") == 0			? WAY_RETURN
	 : strcmp (name, "j") == 0			? WAY_JUMP
	 : strcmp (name, "jr") == 0			? WAY_JUMP_REGISTER
	 : starts (name, "jal")				? WAY_CALL
	 : *name == 'b' && strchr (insn->operands, '<') ? WAY_BRANCH
							: WAY_NEXT;
}

/* A locked sequence is one instruction to GCC, up to the branch that tries again.  */
enum mark
machine_mark (const struct insn *insn)
{
  if (starts (insn->name, "lr."))
    return MARK_LOCKED_LOAD;
  return insn->way == WAY_BRANCH && starts (insn_before (insn->pc)->name, "sc.")
	   ? MARK_LOCKED_STORE : MARK_NONE;
}

/* The register that TEXT begins with.  */
static int
read_register (const char *text)
{
  static const char *const names[] = {
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2",
    "a3", "a4", "a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10",
    "s11", "t3", "t4", "t5", "t6", "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6",
    "ft7", "fs0", "fs1", "fa0", "fa1", "fa2", "fa3", "fa4", "fa5", "fa6", "fa7", "fs2",
    "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9", "fs10", "fs11", "ft8", "ft9",
    "ft10", "ft11"
  };
  size_t length = strcspn (text, ",() \t");
  for (int r = 0; r < REGS; r++)
    if (strlen (names[r]) == length && strncmp (text, names[r], length) == 0)
      return r == 0 ? NO_REG : r;
  die ("which register is '%s'?", text);
}

/* "8(sp)", "(a0)" and "a0".  */
static uint64_t
read_address (const struct state *s, const char *text)
{
  const char *bracket = strchr (text, '(');
  int base = read_register (bracket ? bracket + 1 : text);
  return (base == NO_REG ? 0 : s->reg[base]) + (bracket ? strtoll (text, NULL, 10) : 0);
}

uint64_t
machine_target (const struct insn *insn, const struct state *s)
{
  const char *comma = strrchr (insn->operands, ',');
  const char *last = comma ? comma + 1 : insn->operands;
  if (insn->way == WAY_RETURN)
    return s->reg[machine.ra];
  if (insn->way == WAY_JUMP_REGISTER || strcmp (insn->name, "jalr") == 0)
    return read_address (s, last) & -2;
  return strtoull (last, NULL, 16);	/* "a0,a1,105a0 <name>" */
}

int
machine_moves (const struct insn *insn, const struct state *s, struct move *moves)
{
  static const char letters[] = "bhwd";
  const char *name = insn->name, *text = insn->operands;
  const char *bracket = strchr (text, '('), *address = bracket, *letter;
  bool atomic = strchr (name, '.') != NULL;
  struct move m = { 0 };

  /* What a locked sequence stores goes with its load: to GCC it always does.  */
  if (!bracket || *name == 'j' || starts (name, "sc."))
    return 0;
  while (address > text && address[-1] != ',')
    address--;
  m.address = read_address (s, address);
  name += *name == 'f';
  letter = strchr (letters, atomic ? strchr (name, '.')[1] : name[1]);
  if (!letter)
    die ("what does '%s' move?", insn->name);
  m.bytes = 1 << (letter - letters);
  m.reg = atomic ? UNKNOWN_REG : read_register (text);
  m.store = *name == 's';
  moves[0] = moves[1] = m;
  moves[1].store = true;
  return atomic ? 2 : 1;
}
