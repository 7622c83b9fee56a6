/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The RISC-V target, 64 bits, inside its folder.  */

#ifndef HALT_RISCV64_H
#define HALT_RISCV64_H 1

#include "recipes/block/block.h"
#include "recipes/copies/copies.h"

/* Index in the register table: GCC's numbers.  */
enum
{
  RISCV_RA = 1,			/* return address */
  RISCV_SP = 2,
  RISCV_TP = 4,			/* thread pointer */
  RISCV_T0 = 5,			/* to t2, 7; linkers' stubs have them, and t3 */
  RISCV_A0 = 10,		/* arguments, to a7, 17 */
  RISCV_T3 = 28,		/* to t6, 31 */
  RISCV_T6 = 31,
  RISCV_F0 = 32,		/* to ft11, 63 */
  RISCV_REGS = 64
};

#define RISCV_WORD 8		/* bytes, of every register */

/* copy.c: what copies have to know; copy_read.c: its read; the number of branch NAME, -1:
   it is no branch that compares.  */
extern const struct copy_machine riscv64_copies;
int riscv64_read_insn (struct copy_text *r, struct copy_step *s);
int riscv64_branch (struct copy_text name);

BLOCK_TARGET_HOOKS (riscv64);

#endif /* HALT_RISCV64_H */
