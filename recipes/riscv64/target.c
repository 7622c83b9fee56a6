/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RISC-V: registers, facts and assembler text.  */

#include <inttypes.h>

#include "recipes/riscv64/frame.h"

/* Which registers a call may change.  Source: RISC-V ABIs specification, "Register
   convention", for LP64D.  ra is a call's own business; gp and tp are nobody's.  */
#define KEPT(name) { name, RC_GENERAL, false, false }
#define LOST(name) { name, RC_GENERAL, true, false }
#define FKEPT(name) { name, RC_FLOAT, false, false }
#define FLOST(name) { name, RC_FLOAT, true, false }

static const struct halt_reg regs[RISCV_REGS] = {
  KEPT ("zero"), LOST ("ra"), KEPT ("sp"), KEPT ("gp"), KEPT ("tp"),
  LOST ("t0"), LOST ("t1"), LOST ("t2"), KEPT ("s0"), KEPT ("s1"),
  LOST ("a0"), LOST ("a1"), LOST ("a2"), LOST ("a3"), LOST ("a4"),
  LOST ("a5"), LOST ("a6"), LOST ("a7"), KEPT ("s2"), KEPT ("s3"),
  KEPT ("s4"), KEPT ("s5"), KEPT ("s6"), KEPT ("s7"), KEPT ("s8"),
  KEPT ("s9"), KEPT ("s10"), KEPT ("s11"), LOST ("t3"), LOST ("t4"),
  LOST ("t5"), LOST ("t6"),
  FLOST ("ft0"), FLOST ("ft1"), FLOST ("ft2"), FLOST ("ft3"), FLOST ("ft4"),
  FLOST ("ft5"), FLOST ("ft6"), FLOST ("ft7"), FKEPT ("fs0"), FKEPT ("fs1"),
  FLOST ("fa0"), FLOST ("fa1"), FLOST ("fa2"), FLOST ("fa3"), FLOST ("fa4"),
  FLOST ("fa5"), FLOST ("fa6"), FLOST ("fa7"), FKEPT ("fs2"), FKEPT ("fs3"),
  FKEPT ("fs4"), FKEPT ("fs5"), FKEPT ("fs6"), FKEPT ("fs7"), FKEPT ("fs8"),
  FKEPT ("fs9"), FKEPT ("fs10"), FKEPT ("fs11"), FLOST ("ft8"), FLOST ("ft9"),
  FLOST ("ft10"), FLOST ("ft11")
};

static const int arg_regs[] = {
  RISCV_A0, RISCV_A0 + 1, RISCV_A0 + 2, RISCV_A0 + 3,
  RISCV_A0 + 4, RISCV_A0 + 5, RISCV_A0 + 6, RISCV_A0 + 7
};

/* Temporaries, but for those that calls of other objects use.  */
static const int count_regs[] = {
  RISCV_T6, RISCV_T3 + 2, RISCV_T3 + 1, RISCV_A0 + 7, RISCV_A0 + 6,
  RISCV_A0 + 5, RISCV_A0 + 4, RISCV_A0 + 3, RISCV_A0 + 2
};

/* R = S + N, as GCC writes it.  */
static void
print_add (FILE *out, const char *r, const char *s, int64_t n)
{
  if (n)
    fprintf (out, "addi\t%s, %s, %" PRId64, r, s, n);
  else
    fprintf (out, "mv\t%s, %s", r, s);
}

/* The address in I, an OP_EA.  */
static void
print_address (FILE *out, const struct pot *pot, const struct pot_insn *i)
{
  const struct halt_address *a = &pot_point (pot, i)->access.ea;
  int64_t disp = a->disp + (a->base == RISCV_SP ? i->imm : 0);
  const char *r = regs[i->reg].name;
  if (a->symbol && a->base == HALT_NO_REG)
    fprintf (out, "lla\t%s, %s", r, a->symbol);
  else if (a->symbol)
    fprintf (out, "addi\t%s, %s, %s", r, regs[a->base].name, a->symbol);
  else if (a->base == HALT_NO_REG)
    fprintf (out, "li\t%s, %" PRId64, r, disp);
  else
    print_add (out, r, regs[a->base].name, disp);
}

static void
print_insn (FILE *out, const struct pot *pot, const struct pot_insn *i)
{
  const char *r = i->reg >= 0 ? regs[i->reg].name : "";
  const char *s = i->src >= 0 ? regs[i->src].name : "";
  bool fp = i->reg >= RISCV_F0;

  switch (i->op)
    {
    case OP_ADJUST:
      fprintf (out, "addi\tsp, sp, %" PRId64, i->imm);
      break;
    case OP_STORE:
      fprintf (out, "%s\t%s, %" PRId64 "(sp)", fp ? "fsd" : "sd", r, i->imm);
      break;
    case OP_LOAD:
      fprintf (out, "%s\t%s, %" PRId64 "(sp)", fp ? "fld" : "ld", r, i->imm);
      break;
    case OP_MOVE:
      fprintf (out, "mv\t%s, %s", r, s);
      break;
    case OP_CONST:
      fprintf (out, "li\t%s, %" PRId64, r, i->imm);
      break;
    case OP_FETCH:
      fprintf (out, "%s\t%s, 0(%s)",
	       i->size == 1   ? "lbu"
	       : i->size == 2 ? "lhu"
			      : "ld",
	       r, s);
      break;
    case OP_ADD:
      print_add (out, r, s, i->imm);
      break;
    case OP_SCALE:
      fprintf (out, "slli\t%s, %s, %d", r, s,
	       i->imm == 8   ? 3
	       : i->imm == 4 ? 2
			     : i->imm == 2);
      break;
    case OP_SUB:
      fprintf (out, "sub\t%s, %s, %s", r, r, s);
      break;
    case OP_SHIFT:
      fprintf (out, "srli\t%s, %s, %" PRId64, r, r, i->imm);
      break;
    case OP_EA:
      print_address (out, pot, i);
      break;
    case OP_EXTEND:
      fprintf (out, "slli\t%s, %s, %d\n\tsrli\t%s, %s, %d", r, r,
	       64 - i->size * 8, r, r, 64 - i->size * 8);
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

static const int scratch[] = { 6,  7,  28, 29, 30, 31, 5, 17,
			       16, 15, 14, 13, 12, 11, 10 };

/* Kernels keep the counter of cycles from programs.  */
const struct block_machine riscv64_block = {
  .n_general = RISCV_F0,
  .n_moved = RISCV_REGS,
  .sp = RISCV_SP,
  .by = RISCV_T6,
  .always = HALT_NO_REG,
  .copy_bytes = RISCV_WORD,
  .scratch = scratch,
  .n_scratch = sizeof scratch / sizeof *scratch,
  .strides = "sub\t%3$s, %1$s, %2$s\n\tsrai\t%3$s, %3$s, %4$d",
  .changes = riscv64_changes,
  .add = riscv64_add_to,
  .load = riscv64_load,
  .address = riscv64_ea,
  .make_call = riscv64_make_call,
  .compare = riscv64_compare,
  .fill = riscv64_fill,
  .condition_in = riscv64_condition_in,
  .count_one = riscv64_count_one,
  .count_own = riscv64_count_own,
  .count_indexed = riscv64_count_indexed,
  .cycles = "rdtime\t%s",
  .here = "auipc\t%s, 0",
  .bits = "fmv.x.d\t%s, f%s"
};

const struct halt_target riscv64_target = {
  .name = "riscv64",
  .machines = "riscv64",
  .word_bits = 64,
  .pointer_bits = 64,
  .stack_align = 16,
  .flags = HALT_NO_REG,
  .return_reg = RISCV_RA,
  .regs = regs,
  .n_regs = RISCV_REGS,
  .arg_regs = arg_regs,
  .n_arg_regs = sizeof arg_regs / sizeof arg_regs[0],
  .count_regs = count_regs,
  .n_count_regs = sizeof count_regs / sizeof count_regs[0],
  BLOCK_TARGET_FILL (riscv64),
  .special = block_copied,
  .copies = &riscv64_copies,
  .effects = block_effects,
  .print = print_insn
};
