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

/* The plan of one pot: decided first, then poured stage by stage.  */
struct riscv64_plan
{
  struct pot *pot;
  const struct halt_point *point;
  bool summarized;		/* CHANGES is known */
  struct reg_set changes;	/* by the pot and its calls */
  int optional;			/* arguments from this one on may be left out
				   if the routine does not read them */
  int size;			/* bytes, of the block */
  short slot[RISCV_REGS];	/* where that register is saved, or -1 */
  struct reg_set lost;		/* saved, and something else in them by now */
  int ea_slot, keep_slot;	/* if wrapped */
  struct reg_set check;		/* live, and not saved as the routine does not
				   change it */
  int n_check;
  int copies_at;		/* of what is checked */
};

HALT_PLAN (riscv64)

/* A plan for POT of which nothing is decided.  */
void riscv64_plan_init (struct riscv64_plan *p, struct pot *pot);

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

/* save.c: pour SAVE for the registers of LIVE, or RESTORE; where nothing is
   known of what is called but for CHANGES.  */
void riscv64_plan_saves (struct riscv64_plan *p, int n_args);
void riscv64_save (struct riscv64_plan *p);
void riscv64_restore (struct riscv64_plan *p);

/* verify.c, for a point that asks for it: make room in the block; copy what is
   not saved before the call; after it, check that, and fill what is dead with
   garbage.  */
void riscv64_verify_plan (struct riscv64_plan *p);
void riscv64_verify_begin (struct riscv64_plan *p);
void riscv64_verify_end (struct riscv64_plan *p);

#endif /* HALT_RISCV64_FRAME_H */
