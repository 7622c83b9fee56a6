/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opcodes of an AArch64.  Those of vectors of integers are as those of integers, but name
   a vector register; whatever computes with such a register counts as floating point.  */

#include <stddef.h>
#include <string.h>

#include "atom/atom.h"

static const struct opcode rows[] = {
  /* Words that patterns for others would take.  */
  { "adr *", 0 },
  { "adrp *", 0 },
  { "ror *", OPCODE_SHIFT },
  { "rorv *", OPCODE_SHIFT },
  { "nop", OPCODE_NOP },
  { "hint *", OPCODE_NOP },
  { "bti*", OPCODE_NOP },
  { "pac*", OPCODE_SYSTEM },
  { "aut*", OPCODE_SYSTEM },
  { "xpac*", OPCODE_SYSTEM },
  { "yield", OPCODE_NOP },

  /* Floating point.  */
  { "fmadd *", OPCODE_FP | OPCODE_MUL | OPCODE_ADD },
  { "fnmadd *", OPCODE_FP | OPCODE_MUL | OPCODE_ADD },
  { "fmla*", OPCODE_FP | OPCODE_MUL | OPCODE_ADD },
  { "fnmla*", OPCODE_FP | OPCODE_MUL | OPCODE_ADD },
  { "fcmla*", OPCODE_FP | OPCODE_MUL | OPCODE_ADD },
  { "fmsub *", OPCODE_FP | OPCODE_MUL | OPCODE_SUB },
  { "fnmsub *", OPCODE_FP | OPCODE_MUL | OPCODE_SUB },
  { "fmls*", OPCODE_FP | OPCODE_MUL | OPCODE_SUB },
  { "fnmls*", OPCODE_FP | OPCODE_MUL | OPCODE_SUB },
  { "fnmul *", OPCODE_FP | OPCODE_MUL },
  { "fmul*", OPCODE_FP | OPCODE_MUL },
  { "fdiv* s[0-9]*", OPCODE_FP | OPCODE_DIV | OPCODE_SINGLE },
  { "fdiv*", OPCODE_FP | OPCODE_DIV },
  { "fadd*", OPCODE_FP | OPCODE_ADD },
  { "fcadd*", OPCODE_FP | OPCODE_ADD },
  { "fsub*", OPCODE_FP | OPCODE_SUB },
  { "fabd*", OPCODE_FP | OPCODE_SUB },
  { "fneg*", OPCODE_FP | OPCODE_SUB },
  { "fcsel *", OPCODE_FP | OPCODE_CONDMOVE },
  { "fc[cm]*", OPCODE_FP | OPCODE_COMPARE },
  { "fac*", OPCODE_FP | OPCODE_COMPARE },
  { "fmov *", OPCODE_FP | OPCODE_MOVE },
  { "f*", OPCODE_FP },
  { "[su]cvtf *", OPCODE_FP },

  /* Integers, and vectors of them.  */
  { "madd *", OPCODE_MUL | OPCODE_ADD },
  { "[su]maddl *", OPCODE_MUL | OPCODE_ADD },
  { "[su]mlal*", OPCODE_MUL | OPCODE_ADD },
  { "mla *", OPCODE_MUL | OPCODE_ADD },
  { "[su]dot *", OPCODE_MUL | OPCODE_ADD },
  { "msub *", OPCODE_MUL | OPCODE_SUB },
  { "mneg *", OPCODE_MUL | OPCODE_SUB },
  { "[su]msubl *", OPCODE_MUL | OPCODE_SUB },
  { "[su]mnegl *", OPCODE_MUL | OPCODE_SUB },
  { "[su]mlsl*", OPCODE_MUL | OPCODE_SUB },
  { "mls *", OPCODE_MUL | OPCODE_SUB },
  { "mul *", OPCODE_MUL },
  { "[su]mul[hl]*", OPCODE_MUL },
  { "pmul*", OPCODE_MUL },
  { "sqr*mul*", OPCODE_MUL },
  { "sqdmul*", OPCODE_MUL },
  { "[su]div *", OPCODE_DIV },
  { "csel *", OPCODE_CONDMOVE },
  { "csinc *", OPCODE_CONDMOVE },
  { "csinv *", OPCODE_CONDMOVE },
  { "csneg *", OPCODE_CONDMOVE },
  { "cinc *", OPCODE_CONDMOVE },
  { "cinv *", OPCODE_CONDMOVE },
  { "cneg *", OPCODE_CONDMOVE },
  { "cset*", OPCODE_COMPARE },
  { "cmp*", OPCODE_COMPARE },
  { "cmn *", OPCODE_COMPARE },
  { "ccm[pn] *", OPCODE_COMPARE },
  { "cm[eghlt]*", OPCODE_COMPARE },
  { "tst *", OPCODE_COMPARE },
  { "ptest *", OPCODE_COMPARE },
  { "add*", OPCODE_ADD },
  { "adc*", OPCODE_ADD },
  { "inc*", OPCODE_ADD },
  { "[us]add*", OPCODE_ADD },
  { "[us]h*add *", OPCODE_ADD },
  { "[us]rhadd *", OPCODE_ADD },
  { "[us]qadd *", OPCODE_ADD },
  { "[us]aba*", OPCODE_ADD | OPCODE_SUB },
  { "sub*", OPCODE_SUB },
  { "sbc*", OPCODE_SUB },
  { "dec*", OPCODE_SUB },
  { "neg*", OPCODE_SUB },
  { "ngc*", OPCODE_SUB },
  { "[us]sub*", OPCODE_SUB },
  { "[us]hsub *", OPCODE_SUB },
  { "[us]qsub *", OPCODE_SUB },
  { "[us]abd*", OPCODE_SUB },
  { "and*", OPCODE_LOGICAL },
  { "bic*", OPCODE_LOGICAL },
  { "orr*", OPCODE_LOGICAL },
  { "orn *", OPCODE_LOGICAL },
  { "eor*", OPCODE_LOGICAL },
  { "eon *", OPCODE_LOGICAL },
  { "mvn *", OPCODE_LOGICAL },
  { "not *", OPCODE_LOGICAL },
  { "bsl *", OPCODE_LOGICAL },
  { "bi[ft] *", OPCODE_LOGICAL },
  { "ls[lr]*", OPCODE_SHIFT },
  { "asr*", OPCODE_SHIFT },
  { "extr *", OPCODE_SHIFT },
  { "[us]*sh[lr]*", OPCODE_SHIFT },
  { "sh[lr]*", OPCODE_SHIFT },
  { "s[lr]i *", OPCODE_SHIFT },
  { "[us]bf[ix]*", OPCODE_SHIFT },
  { "bf*", OPCODE_SHIFT },
  { "[us]xt[bhw]*", OPCODE_SHIFT },

  /* Moves.  Atomic operations compute with memory.  */
  { "mov*", OPCODE_MOVE },
  { "dup *", OPCODE_MOVE },
  { "ins *", OPCODE_MOVE },
  { "[us]mov *", OPCODE_MOVE },
  { "ldadd*", OPCODE_ADD | OPCODE_MOVE },
  { "ldclr*", OPCODE_LOGICAL | OPCODE_MOVE },
  { "ldeor*", OPCODE_LOGICAL | OPCODE_MOVE },
  { "ldset*", OPCODE_LOGICAL | OPCODE_MOVE },
  { "cas*", OPCODE_COMPARE | OPCODE_MOVE },
  { "swp*", OPCODE_MOVE },
  { "ld*", OPCODE_MOVE },
  { "st*", OPCODE_MOVE },
  { "pr[ef]*", OPCODE_FENCE },

  /* About memory; and the system's.  */
  { "d[ms]b *", OPCODE_FENCE },
  { "isb*", OPCODE_FENCE },
  { "dc *", OPCODE_FENCE },
  { "ic *", OPCODE_FENCE },
  { "clrex*", OPCODE_FENCE },
  { "m[rs][rs] *", OPCODE_SYSTEM },
  { "svc *", OPCODE_SYSTEM },
  { "brk *", OPCODE_SYSTEM },
  { "udf *", OPCODE_SYSTEM },
  { "wf[ei]", OPCODE_SYSTEM },
  { "sev*", OPCODE_SYSTEM },
  { NULL, 0 }
};

static const char *const prefixes[] = { NULL };
static const char *const fp[] = { "v", "q", "d", "s", "h", "b", "z", NULL };

/* The result is the first operand.  */
static bool
quad (const char *opcode, const char *operands)
{
  (void) opcode;
  return *operands == 'x';
}

const struct opcodes aarch64_opcodes = { "aarch64", rows, prefixes, fp, quad };
