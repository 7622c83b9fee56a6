/* SPDX-License-Identifier: GPL-3.0-or-later */
/* AArch64: registers, facts and assembler text.  */

#include <inttypes.h>
#include <string.h>

#include "recipes/aarch64/frame.h"

/* Which registers a call may change.  Source: Procedure Call Standard for the Arm
   64-bit Architecture (AAPCS64), 6.1.  Of v8 to v15 it keeps the lower half; whether
   more is needed the compiler does not say.  x29 is kept, x30 is a call's own.  */
#define GENERAL(n, clobbered) { "x" #n, RC_GENERAL, clobbered, false }
#define VECTOR(n) { "v" #n, RC_VECTOR, true, false }
#define MASK(name) { name, RC_MASK, true, false }

static const struct halt_reg regs[A64_REGS] = {
  GENERAL (0, true), GENERAL (1, true), GENERAL (2, true), GENERAL (3, true),
  GENERAL (4, true), GENERAL (5, true), GENERAL (6, true), GENERAL (7, true),
  GENERAL (8, true), GENERAL (9, true), GENERAL (10, true),
  GENERAL (11, true), GENERAL (12, true), GENERAL (13, true),
  GENERAL (14, true), GENERAL (15, true), GENERAL (16, true),
  GENERAL (17, true), GENERAL (18, true), GENERAL (19, false),
  GENERAL (20, false), GENERAL (21, false), GENERAL (22, false),
  GENERAL (23, false), GENERAL (24, false), GENERAL (25, false),
  GENERAL (26, false), GENERAL (27, false), GENERAL (28, false),
  GENERAL (29, false), GENERAL (30, true), { "sp", RC_GENERAL, false, false },
  VECTOR (0), VECTOR (1), VECTOR (2), VECTOR (3), VECTOR (4), VECTOR (5),
  VECTOR (6), VECTOR (7), VECTOR (8), VECTOR (9), VECTOR (10), VECTOR (11),
  VECTOR (12), VECTOR (13), VECTOR (14), VECTOR (15), VECTOR (16),
  VECTOR (17), VECTOR (18), VECTOR (19), VECTOR (20), VECTOR (21),
  VECTOR (22), VECTOR (23), VECTOR (24), VECTOR (25), VECTOR (26),
  VECTOR (27), VECTOR (28), VECTOR (29), VECTOR (30), VECTOR (31),
  { "cc", RC_FLAGS, true, false },
  MASK ("p0"), MASK ("p1"), MASK ("p2"), MASK ("p3"), MASK ("p4"), MASK ("p5"),
  MASK ("p6"), MASK ("p7"), MASK ("p8"), MASK ("p9"), MASK ("p10"),
  MASK ("p11"), MASK ("p12"), MASK ("p13"), MASK ("p14"), MASK ("p15"),
  MASK ("ffr")
};

static const int arg_regs[] = { 0, 1, 2, 3, 4, 5, 6, 7 };

/* Temporaries, but for linkers' and arguments' first; then pairs of vector registers, of
   which integer code leaves many.  */
static const int count_regs[] = {
  15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2,
  A64_V0 + 30, A64_V0 + 28, A64_V0 + 26, A64_V0 + 24, A64_V0 + 22, A64_V0 + 20,
  A64_V0 + 18, A64_V0 + 16, A64_V0 + 6, A64_V0 + 4, A64_V0 + 2, A64_V0
};

void
aarch64_print_add (FILE *out, const char *r, const char *s, int64_t n)
{
  const char *op = n < 0 ? "sub" : "add";
  int64_t size = n < 0 ? -n : n, low = size & 4095, high = size >> 12;
  if (high)
    fprintf (out, "%s\t%s, %s, %" PRId64 ", lsl 12", op, r, s, high);
  if (high && low)
    fprintf (out, "\n\t");
  if (low || !high)
    fprintf (out, "%s\t%s, %s, %" PRId64, op, r, high ? r : s, low);
}

/* The address in I, an OP_EA.  Nothing is read once the result is written, but that.  */
static void
print_address (FILE *out, const struct pot *pot, const struct pot_insn *i)
{
  const struct halt_address *a = &pot_point (pot, i)->access.ea;
  int64_t disp = a->disp + (a->base == A64_SP ? i->imm : 0);
  const char *r = regs[i->reg].name;
  const char *base = a->base == HALT_NO_REG ? "xzr" : regs[a->base].name;
  if (a->index != HALT_NO_REG)
    {
      int shift = a->scale ? __builtin_ctz (a->scale) : 0;
      fprintf (out, "add\t%s, %s, %c%d, %s %d", r, base, a->extend ? 'w' : 'x',
	       a->index,
	       a->extend == 's'	   ? "sxtw"
	       : a->extend == 'u'  ? "uxtw"
	       : a->base == A64_SP ? "uxtx"
				   : "lsl",
	       shift);
      if (disp)
	{
	  fprintf (out, "\n\t");
	  aarch64_print_add (out, r, r, disp);
	}
    }
  else if (a->symbol && a->base != HALT_NO_REG)
    fprintf (out, "add\t%s, %s, :lo12:%s", r, base, a->symbol);
  else if (a->symbol)
    fprintf (out, "adrp\t%s, %s\n\tadd\t%s, %s, :lo12:%s", r, a->symbol, r, r,
	     a->symbol);
  else if (a->base == HALT_NO_REG)
    fprintf (out, "mov\t%s, %" PRId64, r, disp);
  else
    aarch64_print_add (out, r, base, disp);
}

/* A half of R's value after the other, from below.  */
void
aarch64_print_constant (FILE *out, const char *r, uint64_t n)
{
  const char *separator = "";
  bool negative = (int64_t) n < 0;
  for (int part = 0; part < 4; part++)
    {
      unsigned half = n >> 16 * part & 0xffff;
      if (half == (negative ? 0xffff : 0))
	continue;
      if (*separator)
	fprintf (out, "%smovk\t%s, %u, lsl %d", separator, r, half, 16 * part);
      else if (part == 0)
	fprintf (out, "mov\t%s, %d", r,
		 negative ? (int) half - 65536 : (int) half);
      else
	fprintf (out, "%s\t%s, %u, lsl %d", negative ? "movn" : "movz", r,
		 negative ? half ^ 0xffff : half, 16 * part);
      separator = "\n\t";
    }
  if (!*separator)
    fprintf (out, "mov\t%s, %d", r, -negative);
}

static void
print_insn (FILE *out, const struct pot *pot, const struct pot_insn *i)
{
  const char *r = i->reg >= 0 ? regs[i->reg].name : "";
  const char *s = i->src >= 0 ? regs[i->src].name : "";
  char letter;

  switch (i->op)
    {
    case OP_ADJUST:
      aarch64_print_add (out, "sp", "sp", i->imm);
      break;
    case OP_STORE:
    case OP_LOAD:
      letter = i->reg >= A64_V0 ? 'q' : 'x';
      fprintf (out, "%s%c\t%c%s, ", i->op == OP_STORE ? "st" : "ld",
	       *s ? 'p' : 'r', letter, r + 1);
      if (*s)
	fprintf (out, "%c%s, ", letter, s + 1);
      fprintf (out, "[sp, %" PRId64 "]", i->imm);
      break;
    case OP_MOVE:
      fprintf (out, "mov\t%s, %s", r, s);
      break;
    case OP_CONST:
      aarch64_print_constant (out, r, i->imm);
      break;
    case OP_FETCH:
      fprintf (out, "ldr%s\t%c%s, [%s]",
	       i->size == 1   ? "b"
	       : i->size == 2 ? "h"
			      : "",
	       i->size == 0 || i->size == 8 ? 'x' : 'w', r + 1, s);
      break;
    case OP_ADD:
      aarch64_print_add (out, r, s, i->imm);
      break;
    case OP_SCALE:
      fprintf (out, "lsl\t%s, %s, %d", r, s, __builtin_ctz (i->imm));
      break;
    case OP_SUB:
      fprintf (out, "sub\t%s, %s, %s", r, r, s);
      break;
    case OP_SHIFT:
      fprintf (out, "lsr\t%s, %s, %" PRId64, r, r, i->imm);
      break;
    case OP_EA:
      print_address (out, pot, i);
      break;
    case OP_EXTEND:
      fprintf (out, "ubfx\t%s, %s, 0, %d", r, r, 8 * i->size);
      break;
    /* What pot_print_insn prints, or only other machines have.  */
    case OP_ANCHOR:
    case OP_TEXT:
    case OP_TEXT_CALL:
    case OP_COPY:
    case OP_PUSH:
    case OP_POP:
    case OP_ADDRESS:
    case OP_ADD_AT:
    case OP_TABLE:
    case OP_COND:
    case OP_TEST:
    case OP_RETEST:
    case OP_CALL:
      fprintf (out, "# operation %d", (int) i->op);
      break;
    }
}

static const int scratch[] = { 16, 17, 15, 14, 13, 12, 11, 10, 9,
			       8,  7,  6,  5,  4,  3,  2,  1,  0 };

const struct block_machine aarch64_block = {
  .n_general = A64_V0,
  .n_moved = A64_CC,
  .sp = A64_SP,
  .by = A64_IP0,
  .always = HALT_NO_REG,
  .copy_bytes = A64_VECTOR,
  .scratch = scratch,
  .n_scratch = sizeof scratch / sizeof *scratch,
  .strides = "sub\t%3$s, %1$s, %2$s\n\tasr\t%3$s, %3$s, %4$d",
  .changes = aarch64_changes,
  .plan_saves = aarch64_plan_saves,
  .move = aarch64_move,
  .round = aarch64_round,
  .add = aarch64_add,
  .address = aarch64_ea,
  .make_call = aarch64_make_call,
  .compare = aarch64_compare,
  .fill = aarch64_fill,
  .condition_in = aarch64_condition_in,
  .step_vector = aarch64_step_vector,
  .count_one = aarch64_count_one,
  .count_own = aarch64_count_own,
  .count_indexed = aarch64_count_indexed,
  .cycles = "mrs\t%s, cntvct_el0",
  .here = "adr\t%s, .",
  .bits = "fmov\t%s, d%s",
  .strip = "ubfx\t%1$s, %1$s, 0, 48"
};

const struct halt_target aarch64_target = {
  .name = "aarch64",
  .machines = "aarch64",
  .word_bits = 64,
  .pointer_bits = 64,
  .stack_align = 16,
  .flags = A64_CC,
  .return_reg = A64_LR,
  .text_ops = ~(1u << OP_ADJUST | 1u << OP_STORE | 1u << OP_LOAD
		| 1u << OP_MOVE),
  .comment = "//",
  .regs = regs,
  .n_regs = A64_REGS,
  .arg_regs = arg_regs,
  .n_arg_regs = sizeof arg_regs / sizeof arg_regs[0],
  .count_regs = count_regs,
  .n_count_regs = sizeof count_regs / sizeof count_regs[0],
  BLOCK_TARGET_FILL (aarch64),
  .special = block_copied,
  .copies = &aarch64_copies,
  .effects = block_effects,
  .print = print_insn
};
