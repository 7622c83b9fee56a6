/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opcodes of x86-64 and i386, in the words of both dialects.  The suffixes that AT&T's
   has for operands' sizes are within the patterns.  */

#include <stddef.h>
#include <string.h>

#include "atom/atom.h"

static const struct opcode rows[] = {
  /* Words that patterns for others would take.  */
  { "addr32*", 0 },
  { "div*ss*", OPCODE_FP | OPCODE_DIV | OPCODE_SINGLE },
  { "div*ps*", OPCODE_FP | OPCODE_DIV | OPCODE_SINGLE },
  { "vdiv[ps]s*", OPCODE_FP | OPCODE_DIV | OPCODE_SINGLE },
  { "endbr*", OPCODE_NOP },
  { "pause", OPCODE_NOP },
  { "nop*", OPCODE_NOP },
  { "xchg*%ax, %ax", OPCODE_NOP },
  { "fn*", OPCODE_SYSTEM | OPCODE_FP },
  { "fwait", OPCODE_SYSTEM | OPCODE_FP },
  { "f*xsave*", OPCODE_SYSTEM | OPCODE_FP },
  { "fxrstor*", OPCODE_SYSTEM | OPCODE_FP },
  { "fld*cw*", OPCODE_SYSTEM | OPCODE_FP },

  /* Fused multiplication and addition, before x87, which also has an f.  */
  { "vf*madd*sub*", OPCODE_FP | OPCODE_MUL | OPCODE_ADD | OPCODE_SUB },
  { "vf*msub*add*", OPCODE_FP | OPCODE_MUL | OPCODE_ADD | OPCODE_SUB },
  { "vf*madd*", OPCODE_FP | OPCODE_MUL | OPCODE_ADD },
  { "vf*msub*", OPCODE_FP | OPCODE_MUL | OPCODE_SUB },
  { "vpdp*", OPCODE_FP | OPCODE_MUL | OPCODE_ADD },

  /* x87.  */
  { "fadd*", OPCODE_FP | OPCODE_ADD },
  { "fiadd*", OPCODE_FP | OPCODE_ADD },
  { "fsub*", OPCODE_FP | OPCODE_SUB },
  { "fisub*", OPCODE_FP | OPCODE_SUB },
  { "fmul*", OPCODE_FP | OPCODE_MUL },
  { "fimul*", OPCODE_FP | OPCODE_MUL },
  { "fdiv*", OPCODE_FP | OPCODE_DIV },
  { "fidiv*", OPCODE_FP | OPCODE_DIV },
  { "fcmov*", OPCODE_FP | OPCODE_CONDMOVE },
  { "fcom*", OPCODE_FP | OPCODE_COMPARE },
  { "fucom*", OPCODE_FP | OPCODE_COMPARE },
  { "ficom*", OPCODE_FP | OPCODE_COMPARE },
  { "ftst*", OPCODE_FP | OPCODE_COMPARE },
  { "fxam*", OPCODE_FP | OPCODE_COMPARE },
  { "fld*", OPCODE_FP | OPCODE_MOVE },
  { "fild*", OPCODE_FP | OPCODE_MOVE },
  { "fst*", OPCODE_FP | OPCODE_MOVE },
  { "fist*", OPCODE_FP | OPCODE_MOVE },
  { "fxch*", OPCODE_FP | OPCODE_MOVE },
  { "f*", OPCODE_FP },
  { "emms", OPCODE_FP },

  /* Strings; without operands they are not SSE's.  */
  { "movs[bwldq]", OPCODE_MOVE },
  { "stos*", OPCODE_MOVE },
  { "lods*", OPCODE_MOVE },
  { "cmps[bwldq]", OPCODE_COMPARE },
  { "scas*", OPCODE_COMPARE },

  /* Integers; also those of vectors, with a p, and after them AVX's, with a v.  */
  { "cmov*", OPCODE_CONDMOVE },
  { "cmpxchg*", OPCODE_COMPARE | OPCODE_MOVE },
  { "set*", OPCODE_COMPARE },
  { "cmp*", OPCODE_COMPARE },
  { "test*", OPCODE_COMPARE },
  { "bt", OPCODE_COMPARE },
  { "bt[wlq ]*", OPCODE_COMPARE },
  { "bt[src]*", OPCODE_LOGICAL },
  { "comis*", OPCODE_COMPARE },
  { "ucomis*", OPCODE_COMPARE },
  { "pcmp*", OPCODE_COMPARE },
  { "ptest*", OPCODE_COMPARE },
  { "v*comis*", OPCODE_COMPARE },
  { "vp*cmp*", OPCODE_COMPARE },
  { "vcmp*", OPCODE_COMPARE },
  { "v*test*", OPCODE_COMPARE },
  { "pmadd*", OPCODE_MUL | OPCODE_ADD },
  { "vpmadd*", OPCODE_MUL | OPCODE_ADD },
  { "addsub*", OPCODE_ADD | OPCODE_SUB },
  { "vaddsub*", OPCODE_ADD | OPCODE_SUB },
  { "mul*", OPCODE_MUL },
  { "imul*", OPCODE_MUL },
  { "pmul*", OPCODE_MUL },
  { "vmul*", OPCODE_MUL },
  { "vpmul*", OPCODE_MUL },
  { "dp[ps][sd]*", OPCODE_MUL | OPCODE_ADD },
  { "vdp[ps][sd]*", OPCODE_MUL | OPCODE_ADD },
  { "div*", OPCODE_DIV },
  { "idiv*", OPCODE_DIV },
  { "vdiv*", OPCODE_DIV },
  { "psadbw*", OPCODE_ADD | OPCODE_SUB },
  { "vpsadbw*", OPCODE_ADD | OPCODE_SUB },
  { "add*", OPCODE_ADD },
  { "adc*", OPCODE_ADD },
  { "ado*", OPCODE_ADD },
  { "xadd*", OPCODE_ADD },
  { "inc*", OPCODE_ADD },
  { "padd*", OPCODE_ADD },
  { "hadd*", OPCODE_ADD },
  { "phadd*", OPCODE_ADD },
  { "vadd*", OPCODE_ADD },
  { "vpadd*", OPCODE_ADD },
  { "vhadd*", OPCODE_ADD },
  { "vphadd*", OPCODE_ADD },
  { "sub*", OPCODE_SUB },
  { "sbb*", OPCODE_SUB },
  { "dec*", OPCODE_SUB },
  { "neg*", OPCODE_SUB },
  { "psub*", OPCODE_SUB },
  { "hsub*", OPCODE_SUB },
  { "phsub*", OPCODE_SUB },
  { "vsub*", OPCODE_SUB },
  { "vpsub*", OPCODE_SUB },
  { "vhsub*", OPCODE_SUB },
  { "vphsub*", OPCODE_SUB },
  { "and*", OPCODE_LOGICAL },
  { "or*", OPCODE_LOGICAL },
  { "xor*", OPCODE_LOGICAL },
  { "not*", OPCODE_LOGICAL },
  { "pand*", OPCODE_LOGICAL },
  { "por*", OPCODE_LOGICAL },
  { "pxor*", OPCODE_LOGICAL },
  { "vand*", OPCODE_LOGICAL },
  { "vor[ps]*", OPCODE_LOGICAL },
  { "vxor*", OPCODE_LOGICAL },
  { "vpand*", OPCODE_LOGICAL },
  { "vpor*", OPCODE_LOGICAL },
  { "vpxor*", OPCODE_LOGICAL },
  { "vptern*", OPCODE_LOGICAL },
  { "bls*", OPCODE_LOGICAL },
  { "bextr*", OPCODE_LOGICAL },
  { "bzhi*", OPCODE_LOGICAL },
  { "kand*", OPCODE_LOGICAL },
  { "kor*", OPCODE_LOGICAL },
  { "kx*or*", OPCODE_LOGICAL },
  { "knot*", OPCODE_LOGICAL },
  { "sh[lr]*", OPCODE_SHIFT },
  { "sa[lr]*", OPCODE_SHIFT },
  { "ro[lr][ bwlqx]*", OPCODE_SHIFT },
  { "rc[lr][ bwlq]*", OPCODE_SHIFT },
  { "psll*", OPCODE_SHIFT },
  { "psr[la]*", OPCODE_SHIFT },
  { "vpsll*", OPCODE_SHIFT },
  { "vpsr[la]*", OPCODE_SHIFT },
  { "vpro[lr]*", OPCODE_SHIFT },

  /* Moves.  */
  { "movnti*", OPCODE_MOVE },
  { "mov*", OPCODE_MOVE },
  { "v*mov*", OPCODE_MOVE },
  { "pmov[sz]x*", OPCODE_MOVE },
  { "kmov*", OPCODE_MOVE },
  { "lddqu*", OPCODE_MOVE },
  { "vlddqu*", OPCODE_MOVE },
  { "v*broadcast*", OPCODE_MOVE },
  { "vp*gather*", OPCODE_MOVE },
  { "v*gather*", OPCODE_MOVE },
  { "v*scatter*", OPCODE_MOVE },
  { "maskmov*", OPCODE_MOVE },
  { "push*", OPCODE_MOVE },
  { "pop", OPCODE_MOVE },
  { "pop[ wlq]*", OPCODE_MOVE },
  { "xchg*", OPCODE_MOVE },
  { "leave*", OPCODE_MOVE },

  /* About memory; and the system's.  */
  { "prefetch*", OPCODE_FENCE },
  { "?fence", OPCODE_FENCE },
  { "cl[fdw]*", OPCODE_FENCE },
  { "cpuid", OPCODE_SYSTEM },
  { "rdtsc*", OPCODE_SYSTEM },
  { "rdpmc", OPCODE_SYSTEM },
  { "rd[fgps]*", OPCODE_SYSTEM },
  { "wr[fgp]*", OPCODE_SYSTEM },
  { "x[gs]etbv", OPCODE_SYSTEM },
  { "xsave*", OPCODE_SYSTEM },
  { "xrstor*", OPCODE_SYSTEM },
  { "*mxcsr*", OPCODE_SYSTEM },
  { "sys*", OPCODE_SYSTEM },
  { "int*", OPCODE_SYSTEM },
  { "ud2*", OPCODE_SYSTEM },
  { "hlt", OPCODE_SYSTEM },
  { "in[ bwl]*", OPCODE_SYSTEM },
  { "out*", OPCODE_SYSTEM },
  { NULL, 0 }
};

static const char *const prefixes[] = {
  "lock",  "rep", "repe", "repz", "repne", "repnz", "notrack", "bnd", "data16",
  "rex64", "cs",  "ds",	  "es",	  "fs",	   "gs",    "ss",      NULL
};
static const char *const fp[] = { "xmm", "ymm", "zmm", "mm", NULL };

/* Whether the register at OPERAND is one of 64 bits.  */
static bool
is_quad_register (const char *operand)
{
  size_t n;
  operand += *operand == '%';
  n = strcspn (operand, " ,");
  return *operand == 'r' && n > 1 && !strchr ("dwb", operand[n - 1]);
}

/* AT&T's suffix; or the last operand of that dialect, the first of Intel's, which is
   the result.  */
static bool
quad (const char *opcode, const char *operands)
{
  size_t n = strlen (opcode);
  const char *last = strrchr (operands, ',');
  if (strchr (operands, '%'))
    return opcode[n - 1] == 'q'
	   || (last && is_quad_register (last + 1 + strspn (last + 1, " ")));
  return opcode[n - 1] == 'q' || is_quad_register (operands)
	 || strncmp (operands, "QWORD PTR", 9) == 0;
}

const struct opcodes x86_64_opcodes = { "x86-64", rows, prefixes, fp, quad };
const struct opcodes i386_opcodes = { "i386", rows, prefixes, fp, NULL };
