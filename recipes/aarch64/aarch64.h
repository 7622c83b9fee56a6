/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The AArch64 target, inside its folder.  */

#ifndef HALT_AARCH64_H
#define HALT_AARCH64_H 1

#include "recipes/block/block.h"
#include "recipes/copies/copies.h"

/* Index in the register table.  */
enum
{
  A64_X0 = 0,			/* arguments, to x7; then to x15: temporaries */
  A64_IP0 = 16,			/* linkers' */
  A64_IP1 = 17,
  A64_X18 = 18,			/* Linux's temporary; elsewhere the platform's */
  A64_FP = 29,
  A64_LR = 30,			/* return address */
  A64_SP = 31,
  A64_V0 = 32,			/* to v31 */
  A64_CC = 64,			/* NZCV */
  A64_P0 = 65,			/* SVE's predicates, to p15 */
  A64_FFR = 81,			/* the first fault */
  A64_REGS = 82
};

#define A64_WORD 8		/* bytes, of a general register */
#define A64_VECTOR 16		/* of a vector register without SVE */
#define A64_SCALABLE 256	/* with it, at most */

/* copy.c: what copies have to know; the number of the condition that T says, -1: it says
   none; what aarch64_copies.reg is.  copy_read.c: what its read is.  */
extern const struct copy_machine aarch64_copies;
int aarch64_find_condition (struct copy_text t);
int aarch64_general_reg (char before, struct copy_text word, int *bytes);
int aarch64_read_insn (struct copy_text *r, struct copy_step *s);

/* Print R = S + N, less than 2**24; R = N: in as many instructions as it takes.  */
void aarch64_print_add (FILE *out, const char *r, const char *s, int64_t n);
void aarch64_print_constant (FILE *out, const char *r, uint64_t n);

BLOCK_TARGET_HOOKS (aarch64);

#endif /* HALT_AARCH64_H */
