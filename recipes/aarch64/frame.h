/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frame of AArch64 pots: the block of block/block.h, with the flags behind live general
   registers.  Where the function may use SVE its registers come first: how wide they are only
   the processor knows, so they lie side by side from the stack pointer up, counted by their
   width, where there is room for the widest.  x16 and x17 are what linkers' stubs change: a
   pot may, too, once they are saved.  */

#ifndef HALT_AARCH64_FRAME_H
#define HALT_AARCH64_FRAME_H 1

#include "recipes/aarch64/aarch64.h"

/* How many bytes REG takes.  */
int aarch64_size (int reg);

/* TO = FROM + VALUE, which is less than 2**24.  */
void aarch64_add (struct pot *pot, enum pot_stage stage, int to, int from,
		  int64_t value);

/* The name of general register REG, as 4 bytes of it or all.  */
const char *aarch64_name (struct pot *pot, int reg, int bytes);

/* recipes.c: REG = whether the branch is about to take.  Return 0, or -1.  */
int aarch64_condition_in (struct pot *pot, int reg);

/* What aarch64_block says: of frame.c, */
void aarch64_ea (struct block_plan *p, enum pot_stage stage, int reg);
void aarch64_round (struct block_plan *p);
void aarch64_make_call (struct block_plan *p, int n_dynamic);
/* save.c, verify.c and count.c.  */
void aarch64_changes (struct block_plan *p);
void aarch64_plan_saves (struct block_plan *p);
void aarch64_move (struct block_plan *p, enum pot_stage stage, enum pot_op op);
void aarch64_compare (struct block_plan *p, int r, int at);
void aarch64_fill (struct block_plan *p);
int aarch64_step_vector (struct pot *pot);
int aarch64_count_one (struct pot *pot);
int aarch64_count_own (struct pot *pot);
int aarch64_count_indexed (struct pot *pot);

#endif /* HALT_AARCH64_FRAME_H */
