/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The IA-64 target, inside its folder.  */

#ifndef HALT_IA64_H
#define HALT_IA64_H 1

#include "recipes/recipe.h"

/* Index in the register table: GCC's numbers.  Of the register stack each
   function has in, local and out registers, one after the other from r32 up: how
   many, the point says.  */
enum
{
  IA64_GP = 1,			/* global pointer */
  IA64_SP = 12,
  IA64_LOC = 32,		/* locals, to loc79, 111 */
  IA64_IN = 112,		/* to in7, 119 */
  IA64_OUT = 120,		/* to out7, 127 */
  IA64_F0 = 128,		/* to f127 */
  IA64_P0 = 256,		/* predicates, to p63 */
  IA64_B0 = 320,		/* branch registers, to b7; return address */
  IA64_SFP = 328,		/* GCC's, never in code */
  IA64_CCV = 329,
  IA64_UNAT,
  IA64_PFS,
  IA64_LC,
  IA64_EC,
  /* A pot's own, after the function's.  GCC knows nothing of them.  */
  IA64_OWN,
  IA64_REGS = IA64_OWN + 48
};

#define IA64_WORD 8		/* bytes, of a general register */
#define IA64_SPILL 16		/* bytes, of a floating-point register */

extern const struct halt_target ia64_target;

HALT_TARGET_HOOKS (ia64);

/* halt_point.facts: how many in, local and out registers the function has; and
   bytes by which the stack pointer is lower than at its entry, -1 if that is not
   for the pot's unwind information.  */

/* regs.c: the registers.  */
extern const struct halt_reg ia64_regs[IA64_REGS];

/* What the assembler calls REG in the function that PT is in.  */
struct ia64_name
{
  char text[8];
};
struct ia64_name ia64_name (const struct halt_point *pt, int reg);

#endif /* HALT_IA64_H */
