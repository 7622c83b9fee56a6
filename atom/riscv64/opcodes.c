/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opcodes of a RISC-V, as the assembler's manual has them.  */

#include <stddef.h>
#include <string.h>

#include "atom/atom.h"

static const struct opcode rows[] = {
  { "nop", OPCODE_NOP },

  /* Floating point.  */
  { "fmadd.*", OPCODE_FP | OPCODE_MUL | OPCODE_ADD },
  { "fnmadd.*", OPCODE_FP | OPCODE_MUL | OPCODE_ADD },
  { "fmsub.*", OPCODE_FP | OPCODE_MUL | OPCODE_SUB },
  { "fnmsub.*", OPCODE_FP | OPCODE_MUL | OPCODE_SUB },
  { "fmul.*", OPCODE_FP | OPCODE_MUL },
  { "fdiv.s *", OPCODE_FP | OPCODE_DIV | OPCODE_SINGLE },
  { "fdiv.*", OPCODE_FP | OPCODE_DIV },
  { "fadd.*", OPCODE_FP | OPCODE_ADD },
  { "fsub.*", OPCODE_FP | OPCODE_SUB },
  { "fneg.*", OPCODE_FP | OPCODE_SUB },
  { "f[lge][qte].*", OPCODE_FP | OPCODE_COMPARE },
  { "fmv.*", OPCODE_FP | OPCODE_MOVE },
  { "f[ls][hwdq] *", OPCODE_FP | OPCODE_MOVE },
  { "fence*", OPCODE_FENCE },
  { "fr[crf][msl]*", OPCODE_SYSTEM },
  { "fs[rfc][lms]*", OPCODE_SYSTEM },
  { "f*", OPCODE_FP },

  /* Integers.  */
  { "mul*", OPCODE_MUL },
  { "div*", OPCODE_DIV },
  { "rem*", OPCODE_DIV },
  { "slt*", OPCODE_COMPARE },
  { "sgt*", OPCODE_COMPARE },
  { "s[engl][qetz]z *", OPCODE_COMPARE },
  { "add*", OPCODE_ADD },
  { "sh[123]add*", OPCODE_SHIFT | OPCODE_ADD },
  { "sub*", OPCODE_SUB },
  { "neg*", OPCODE_SUB },
  { "and*", OPCODE_LOGICAL },
  { "or *", OPCODE_LOGICAL },
  { "or[in] *", OPCODE_LOGICAL },
  { "xor*", OPCODE_LOGICAL },
  { "xnor *", OPCODE_LOGICAL },
  { "not *", OPCODE_LOGICAL },
  { "s[lr][la]*", OPCODE_SHIFT },
  { "ro[lr]*", OPCODE_SHIFT },
  { "[sz]ext.*", OPCODE_SHIFT },

  /* Moves.  Atomic operations compute with memory.  */
  { "amoadd.*", OPCODE_ADD | OPCODE_MOVE },
  { "amo[axo]*", OPCODE_LOGICAL | OPCODE_MOVE },
  { "amom*", OPCODE_COMPARE | OPCODE_MOVE },
  { "amo*", OPCODE_MOVE },
  { "mv *", OPCODE_MOVE },
  { "li *", OPCODE_MOVE },
  { "lui *", OPCODE_MOVE },
  { "lr.*", OPCODE_MOVE },
  { "sc.*", OPCODE_MOVE },
  { "l[bhwd] *", OPCODE_MOVE },
  { "l[bhw]u *", OPCODE_MOVE },
  { "s[bhwd] *", OPCODE_MOVE },

  /* The system's.  */
  { "csr*", OPCODE_SYSTEM },
  { "rd*", OPCODE_SYSTEM },
  { "ecall", OPCODE_SYSTEM },
  { "ebreak", OPCODE_SYSTEM },
  { NULL, 0 }
};

static const char *const prefixes[] = { NULL };
static const char *const fp[] = { "ft", "fs", "fa", NULL };

/* Those of 32 bits end with w.  */
static bool
quad (const char *opcode, const char *operands)
{
  (void) operands;
  return *opcode != 'f' && opcode[strlen (opcode) - 1] != 'w';
}

const struct opcodes riscv64_opcodes = { "riscv64", rows, prefixes, fp, quad };
