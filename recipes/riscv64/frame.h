/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frame of RISC-V pots: one block below the stack pointer, which SETUP
   allocates and DESTROY gives back.  There is no red zone, and the stack pointer
   is a multiple of 16 everywhere.  In the block, from the stack pointer up:

     live registers, 8 bytes each	SAVE
     address, a register		SETUP	only if the pot wraps the instruction
     copies				SAVE	only if the pot verifies

   An offset has 12 bits, which is enough for the block.  Once SAVE is done, ra is
   free for what takes a register more: every call changes it, so it is saved if
   it is live.

   A symbol's address takes two instructions, of which the second names the first.
   They are one text, a macro of the assembler's where there is one: linkers
   shorten them, and the compiler must not tear them apart.  */

#ifndef HALT_RISCV64_FRAME_H
#define HALT_RISCV64_FRAME_H 1

#include "recipes/riscv64/riscv64.h"

/* Whether an instruction has room for VALUE.  */
static inline bool
riscv64_is_small (int64_t value)
{
  return value >= -2048 && value < 2048;
}

/* REG = SRC + VALUE, by way of register FREE if one addition is not enough; that may be
   REG, if it is not SRC.  */
void riscv64_add (struct pot *pot, enum pot_stage stage, int reg, int src,
		  int64_t value, int free);

/* What riscv64_block says: of recipes.c, of frame.c, */
int riscv64_condition_in (struct pot *pot, int to);
void riscv64_ea (struct block_plan *p, enum pot_stage stage, int reg);
void riscv64_add_to (struct pot *pot, enum pot_stage stage, int to, int from,
		     int64_t value);
void riscv64_load (struct pot *pot, int reg, int64_t disp);
void riscv64_changes (struct block_plan *p);
void riscv64_make_call (struct block_plan *p, int n_dynamic);
/* verify.c and count.c.  */
void riscv64_compare (struct block_plan *p, int r, int at);
void riscv64_fill (struct block_plan *p);
int riscv64_count_one (struct pot *pot);
int riscv64_count_own (struct pot *pot);
int riscv64_count_indexed (struct pot *pot);

#endif /* HALT_RISCV64_FRAME_H */
