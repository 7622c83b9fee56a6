/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opcodes of an Alpha.  Those of floating point end with s and t, or with f and g of
   the VAX, and may have qualifiers after a slash.  */

#include <stddef.h>
#include <string.h>

#include "atom/atom.h"

static const struct opcode rows[] = {
  { "cmpt*", OPCODE_FP | OPCODE_COMPARE },
  { "cmpg*", OPCODE_FP | OPCODE_COMPARE },
  { "cmp*", OPCODE_COMPARE },
  { "fcmov*", OPCODE_FP | OPCODE_CONDMOVE },
  { "cmov*", OPCODE_CONDMOVE },
  { "div[sf][ /]*", OPCODE_FP | OPCODE_DIV | OPCODE_SINGLE },
  { "div[tg][ /]*", OPCODE_FP | OPCODE_DIV },
  { "add[stfg][ /]*", OPCODE_FP | OPCODE_ADD },
  { "sub[stfg][ /]*", OPCODE_FP | OPCODE_SUB },
  { "mul[stfg][ /]*", OPCODE_FP | OPCODE_MUL },
  { "add[lq]*", OPCODE_ADD },
  { "s[48]add*", OPCODE_ADD },
  { "sub[lq]*", OPCODE_SUB },
  { "s[48]sub*", OPCODE_SUB },
  { "neg[lq]*", OPCODE_SUB },
  { "mul[lq]*", OPCODE_MUL },
  { "umulh*", OPCODE_MUL },
  { "nop", OPCODE_NOP },
  { "unop", OPCODE_NOP },
  { "fnop", OPCODE_FP | OPCODE_NOP },
  { "bis \\$31,*\\$31,*\\$31", OPCODE_NOP },
  { "and*", OPCODE_LOGICAL },
  { "bic*", OPCODE_LOGICAL },
  { "bis*", OPCODE_LOGICAL },
  { "or*", OPCODE_LOGICAL },
  { "xor*", OPCODE_LOGICAL },
  { "eqv*", OPCODE_LOGICAL },
  { "not*", OPCODE_LOGICAL },
  { "s[lr][la] *", OPCODE_SHIFT },
  { "ext[bwlq]*", OPCODE_SHIFT },
  { "ins[bwlq]*", OPCODE_SHIFT },
  { "msk[bwlq]*", OPCODE_SHIFT },
  { "zap*", OPCODE_SHIFT },
  { "ld[stfg] *", OPCODE_FP | OPCODE_MOVE },
  { "st[stfg] *", OPCODE_FP | OPCODE_MOVE },
  { "ldgp*", 0 },
  { "lda*", 0 },
  { "ld*", OPCODE_MOVE },
  { "st*", OPCODE_MOVE },
  { "cpys*", OPCODE_FP | OPCODE_MOVE },
  { "[if]to[ifst]*", OPCODE_FP | OPCODE_MOVE },
  { "fmov*", OPCODE_FP | OPCODE_MOVE },
  { "mov*", OPCODE_MOVE },
  { "clr*", OPCODE_MOVE },
  { "sext*", OPCODE_MOVE },
  { "cvt*", OPCODE_FP },
  { "sqrt*", OPCODE_FP },
  { "fb*", OPCODE_FP },
  { "mb", OPCODE_FENCE },
  { "wmb", OPCODE_FENCE },
  { "fetch*", OPCODE_FENCE },
  { "trapb", OPCODE_SYSTEM },
  { "excb", OPCODE_SYSTEM },
  { "rpcc*", OPCODE_SYSTEM },
  { "call_pal*", OPCODE_SYSTEM },
  { "m[ft]_fpcr*", OPCODE_SYSTEM },
  { NULL, 0 }
};

static const char *const prefixes[] = { NULL };
static const char *const fp[] = { "$f", NULL };

static bool
quad (const char *opcode, const char *operands)
{
  (void) operands;
  return strncmp (opcode, "umulh", 5) == 0 || strncmp (opcode, "mulq", 4) == 0;
}

const struct opcodes alpha_opcodes = { "alpha", rows, prefixes, fp, quad };
