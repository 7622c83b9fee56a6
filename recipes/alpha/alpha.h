/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Alpha target, inside its folder.  */

#ifndef HALT_ALPHA_H
#define HALT_ALPHA_H 1

#include "recipes/block/block.h"

/* Index in the register table: GCC's numbers.  */
enum
{
  ALPHA_V0 = 0,			/* result */
  ALPHA_T0 = 1,			/* to t7, 8 */
  ALPHA_A0 = 16,		/* arguments, to a5, 21 */
  ALPHA_T8 = 22,		/* to t11, 25 */
  ALPHA_RA = 26,		/* return address */
  ALPHA_PV = 27,		/* address of the procedure called */
  ALPHA_AT = 28,		/* the assembler's, and linkers' */
  ALPHA_GP = 29,		/* global pointer */
  ALPHA_SP = 30,
  ALPHA_F0 = 32,		/* to f30 */
  ALPHA_REGS = 63
};

#define ALPHA_WORD 8		/* bytes, of every register */

BLOCK_TARGET_HOOKS (alpha);

#endif /* HALT_ALPHA_H */
