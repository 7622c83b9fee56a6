/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opcodes of an IA-64.  It divides by a sequence that begins with frcpa, whose steps
   are multiplications and additions.  */

#include <stddef.h>

#include "atom/atom.h"

static const struct opcode rows[] = {
  { "nop*", OPCODE_NOP },
  { "hint*", OPCODE_NOP },
  { "xma*", OPCODE_MUL | OPCODE_ADD | OPCODE_QUAD },
  { "xm[pu]*", OPCODE_MUL | OPCODE_QUAD },
  { "pmpy*", OPCODE_MUL },
  { "shladd*", OPCODE_SHIFT | OPCODE_ADD },
  { "add*", OPCODE_ADD },
  { "padd*", OPCODE_ADD },
  { "sub*", OPCODE_SUB },
  { "psub*", OPCODE_SUB },
  { "fma*", OPCODE_FP | OPCODE_MUL | OPCODE_ADD },
  { "fpma*", OPCODE_FP | OPCODE_MUL | OPCODE_ADD },
  { "fn*ma*", OPCODE_FP | OPCODE_MUL | OPCODE_ADD },
  { "fms*", OPCODE_FP | OPCODE_MUL | OPCODE_SUB },
  { "fmpy*", OPCODE_FP | OPCODE_MUL },
  { "fnmpy*", OPCODE_FP | OPCODE_MUL },
  { "fadd*", OPCODE_FP | OPCODE_ADD },
  { "fsub*", OPCODE_FP | OPCODE_SUB },
  { "fcmp*", OPCODE_FP | OPCODE_COMPARE },
  { "fclass*", OPCODE_FP | OPCODE_COMPARE },
  { "fmerge*", OPCODE_FP | OPCODE_MOVE },
  { "fc *", OPCODE_FENCE },
  { "fwb", OPCODE_FENCE },
  { "f*", OPCODE_FP },
  { "ldf*", OPCODE_FP | OPCODE_MOVE },
  { "stf*", OPCODE_FP | OPCODE_MOVE },
  { "[gs]etf*", OPCODE_FP | OPCODE_MOVE },
  { "ld[1248]*", OPCODE_MOVE },
  { "st[1248]*", OPCODE_MOVE },
  { "mov*", OPCODE_MOVE },
  { "[sz]xt*", OPCODE_MOVE },
  { "and*", OPCODE_LOGICAL },
  { "or*", OPCODE_LOGICAL },
  { "xor*", OPCODE_LOGICAL },
  { "shl*", OPCODE_SHIFT },
  { "shr*", OPCODE_SHIFT },
  { "dep*", OPCODE_SHIFT },
  { "extr*", OPCODE_SHIFT },
  { "cmp*", OPCODE_COMPARE },
  { "tbit*", OPCODE_COMPARE },
  { "tnat*", OPCODE_COMPARE },
  { "mf*", OPCODE_FENCE },
  { "lfetch*", OPCODE_FENCE },
  { "break*", OPCODE_SYSTEM },
  { "sr[lz]*", OPCODE_SYSTEM },
  { "flushrs", OPCODE_SYSTEM },
  { NULL, 0 }
};

static const char *const prefixes[] = {
  ".mii", ".mmi", ".mfi", ".mmf", ".mib", ".mbb",
  ".bbb", ".mmb", ".mfb", ".mlx", NULL
};
static const char *const fp[] = { NULL };

const struct opcodes ia64_opcodes = { "ia64", rows, prefixes, fp, NULL };
