/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Alpha: registers, facts and assembler text.  */

#include <inttypes.h>
#include <string.h>

#include "recipes/alpha/frame.h"

/* Which registers a call may change.  Source: Tru64 calling standard for Alpha
   systems, tables 2-1 and 2-2.  $26, $27 and $29 are a call's own business.  */
#define GENERAL(n, clobbered) { "$" #n, RC_GENERAL, clobbered, false }
#define FLOAT(n, clobbered) { "$f" #n, RC_FLOAT, clobbered, false }

static const struct halt_reg regs[ALPHA_REGS] = {
  GENERAL (0, true), GENERAL (1, true), GENERAL (2, true), GENERAL (3, true),
  GENERAL (4, true), GENERAL (5, true), GENERAL (6, true), GENERAL (7, true),
  GENERAL (8, true), GENERAL (9, false), GENERAL (10, false),
  GENERAL (11, false), GENERAL (12, false), GENERAL (13, false),
  GENERAL (14, false), GENERAL (15, false), GENERAL (16, true),
  GENERAL (17, true), GENERAL (18, true), GENERAL (19, true),
  GENERAL (20, true), GENERAL (21, true), GENERAL (22, true),
  GENERAL (23, true), GENERAL (24, true), GENERAL (25, true),
  GENERAL (26, true), GENERAL (27, true), GENERAL (28, true),
  GENERAL (29, true), GENERAL (30, false), GENERAL (31, false),
  FLOAT (0, true), FLOAT (1, true), FLOAT (2, false), FLOAT (3, false),
  FLOAT (4, false), FLOAT (5, false), FLOAT (6, false), FLOAT (7, false),
  FLOAT (8, false), FLOAT (9, false), FLOAT (10, true), FLOAT (11, true),
  FLOAT (12, true), FLOAT (13, true), FLOAT (14, true), FLOAT (15, true),
  FLOAT (16, true), FLOAT (17, true), FLOAT (18, true), FLOAT (19, true),
  FLOAT (20, true), FLOAT (21, true), FLOAT (22, true), FLOAT (23, true),
  FLOAT (24, true), FLOAT (25, true), FLOAT (26, true), FLOAT (27, true),
  FLOAT (28, true), FLOAT (29, true), FLOAT (30, true)
};

static const int arg_regs[] = {
  ALPHA_A0, ALPHA_A0 + 1, ALPHA_A0 + 2, ALPHA_A0 + 3, ALPHA_A0 + 4,
  ALPHA_A0 + 5
};

/* Temporaries, but for those that calls of other objects use.  */
static const int count_regs[] = { 8, 7, 6, 5, 4, 3, 2, 1, 21, 20, 19, 18 };

/* lda or, of a multiple of 2**16, ldah: R = N + S.  */
static void
print_lda (FILE *out, const char *r, int64_t n, const char *s)
{
  if (n == (int16_t) n)
    fprintf (out, "lda\t%s, %" PRId64 "(%s)", r, n, s);
  else
    fprintf (out, "ldah\t%s, %" PRId64 "(%s)", r, n / 65536, s);
}

/* The address in I, an OP_EA.  */
static void
print_address (FILE *out, const struct pot *pot, const struct pot_insn *i)
{
  const struct halt_address *a = &pot_point (pot, i)->access.ea;
  int64_t disp = a->disp + (a->base == ALPHA_SP ? i->imm : 0);
  const char *r = regs[i->reg].name;
  const char *base = a->base == HALT_NO_REG ? "$31" : regs[a->base].name;
  if (a->symbol)
    {
      int length = strcspn (a->symbol, "!");
      fprintf (out, "lda\t%s, %.*s(%s)\t\t%s", r, length, a->symbol, base,
	       a->symbol + length);
    }
  else
    print_lda (out, r, disp, base);
}

static void
print (FILE *out, const struct pot *pot, const struct pot_insn *i)
{
  const char *r = i->reg >= 0 ? regs[i->reg].name : "";
  const char *s = i->src >= 0 ? regs[i->src].name : "";
  bool fp = i->reg >= ALPHA_F0;

  switch (i->op)
    {
    case OP_ADJUST:
      fprintf (out, "lda\t$30, %" PRId64 "($30)", i->imm);
      break;
    case OP_STORE:
      fprintf (out, "%s\t%s, %" PRId64 "($30)", fp ? "stt" : "stq", r, i->imm);
      break;
    case OP_LOAD:
      fprintf (out, "%s\t%s, %" PRId64 "($30)", fp ? "ldt" : "ldq", r, i->imm);
      break;
    case OP_MOVE:
      fprintf (out, "mov\t%s, %s", s, r);
      break;
    case OP_CONST:
      print_lda (out, r, i->imm, "$31");
      break;
    case OP_FETCH:
      fprintf (out, "%s\t%s, 0(%s)",
	       i->size == 1   ? "ldbu"
	       : i->size == 2 ? "ldwu"
			      : "ldq",
	       r, s);
      break;
    case OP_ADD:
      print_lda (out, r, i->imm, s);
      break;
    case OP_SCALE:
      fprintf (out, "sll\t%s, %d, %s", s,
	       i->imm == 8   ? 3
	       : i->imm == 4 ? 2
			     : i->imm == 2,
	       r);
      break;
    case OP_SUB:
      fprintf (out, "subq\t%s, %s, %s", r, s, r);
      break;
    case OP_SHIFT:
      fprintf (out, "srl\t%s, %" PRId64 ", %s", r, i->imm, r);
      break;
    case OP_EA:
      print_address (out, pot, i);
      break;
    case OP_EXTEND:
      fprintf (out, "zapnot\t%s, %d, %s", r, (1 << i->size) - 1, r);
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

static const int scratch[] = {
  1, 2, 3, 4, 5, 6, 7, 8, 22, 23, 24, 25, 0, 21, 20, 19, 18, 17, 16
};

const struct block_machine alpha_block = {
  .n_general = ALPHA_F0,
  .n_moved = ALPHA_REGS,
  .sp = ALPHA_SP,
  .by = ALPHA_AT,
  .always = ALPHA_GP,
  .copy_bytes = ALPHA_WORD,
  .spare_bytes = 2 * ALPHA_WORD,
  .scratch = scratch,
  .n_scratch = sizeof scratch / sizeof *scratch,
  .strides = "subq\t%1$s, %2$s, %3$s\n\tsra\t%3$s, %4$d, %3$s",
  .changes = alpha_changes,
  .add = alpha_add,
  .address = alpha_ea,
  .make_call = alpha_make_call,
  .compare = alpha_compare,
  .fill = alpha_fill,
  .count_one = alpha_count_one,
  .count_own = alpha_count_own,
  .count_indexed = alpha_count_indexed,
  .cycles = "rpcc\t%s",
  .here = "br\t%s, 1f\n1:"
};

const struct halt_target alpha_target = {
  .name = "alpha",
  .machines = "alpha alphaev4 alphaev45 alphaev5 alphaev56 alphapca56 alphapca57 "
	      "alphaev6 alphaev67 alphaev68 alphaev69 alphaev7 alphaev79",
  .word_bits = 64,
  .pointer_bits = 64,
  .stack_align = 16,
  .flags = HALT_NO_REG,
  .return_reg = ALPHA_RA,
  .regs = regs,
  .n_regs = ALPHA_REGS,
  .arg_regs = arg_regs,
  .n_arg_regs = sizeof arg_regs / sizeof arg_regs[0],
  .count_regs = count_regs,
  .n_count_regs = sizeof count_regs / sizeof count_regs[0],
  BLOCK_TARGET_FILL (alpha),
  .print = print
};
