/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frame of Alpha pots: the block of block/block.h.

   The global pointer is nobody's but the function's, and not always that of
   this function: a leaf has none.  So each call makes its own, from the address
   of the pot, and the old one is always saved.  The compiler must not tear apart
   what makes it, nor a call's two instructions: those are one text each.  */

#ifndef HALT_ALPHA_FRAME_H
#define HALT_ALPHA_FRAME_H 1

#include "recipes/alpha/alpha.h"

/* REG += VALUE, which is less than 2**31.  */
void alpha_add_const (struct pot *pot, enum pot_stage stage, int reg,
		      int64_t value);

/* REG becomes a global pointer.  */
void alpha_make_gp (struct pot *pot, enum pot_stage stage, int reg);

/* What alpha_block says: of frame.c, */
void alpha_ea (struct block_plan *p, enum pot_stage stage, int reg);
void alpha_add (struct pot *pot, enum pot_stage stage, int to, int from,
		int64_t value);
void alpha_changes (struct block_plan *p);
void alpha_make_call (struct block_plan *p, int n_dynamic);
/* verify.c and count.c.  */
void alpha_compare (struct block_plan *p, int r, int at);
void alpha_fill (struct block_plan *p);
int alpha_count_one (struct pot *pot);
int alpha_count_own (struct pot *pot);
int alpha_count_indexed (struct pot *pot);

#endif /* HALT_ALPHA_FRAME_H */
