/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frame of AArch64 pots: one block below the stack pointer, which SETUP
   allocates and DESTROY gives back.  There is no red zone, and the stack pointer
   is a multiple of 16 everywhere.  In the block, from the stack pointer up:

     SVE's live registers		SAVE	only if the function may use SVE
     live registers, 8 or 16 bytes	SAVE
     flags, a register			SAVE	only if they are live
     address, a register		SETUP	only if the pot wraps the instruction
     copies, garbage			CALL	only if the pot verifies

   How wide SVE's are only the processor knows.  They lie side by side from the stack pointer
   up, counted by their width, where there is room for the widest.  x16 and x17 are what linkers' stubs change: a pot may, too, once they are
   saved.  */

#ifndef HALT_AARCH64_FRAME_H
#define HALT_AARCH64_FRAME_H 1

#include "recipes/aarch64/aarch64.h"

/* The plan of one pot: decided first, then poured stage by stage.  */
struct aarch64_plan
{
  struct pot *pot;
  const struct halt_point *point;
  bool folded;			/* CHANGES is what evaluated copies use */
  bool summarized;		/* CHANGES is known */
  struct reg_set changes;	/* by the pot and its calls */
  int optional;			/* arguments from this one on may be left out
				   if the routine does not read them */
  int size;			/* bytes, of the block */
  short slot[A64_REGS];		/* where that register is saved, or -1; of SVE's: how
				   many of its width above the stack pointer */
  bool scalable;		/* vector registers are SVE's */
  struct reg_set lost;		/* saved, and something else in them by now */
  int ea_slot, keep_slot;	/* if wrapped */
  struct reg_set check;		/* live, and not saved as the routine does not
				   change it */
  int copies_at;		/* of what is checked */
};

HALT_PLAN (aarch64)

/* A plan for POT of which nothing is decided.  */
void aarch64_plan_init (struct aarch64_plan *p, struct pot *pot);

/* How many bytes REG takes.  */
int aarch64_size (int reg);

/* Round the size of P's block up to what one instruction adds to the stack pointer.  */
void aarch64_round (struct aarch64_plan *p);

/* TO = FROM + VALUE, which is less than 2**24.  */
void aarch64_add (struct pot *pot, enum pot_stage stage, int to, int from,
		  int64_t value);

/* The name of general register REG, as 4 bytes of it or all.  */
const char *aarch64_name (struct pot *pot, int reg, int bytes);

/* Pour SETUP and SAVE for calls of at most N_ARGS arguments each, or for copies, which
   begin with P's point.  Return 0, or -1.  */
int aarch64_start (struct aarch64_plan *p, int n_args);

/* recipes.c: REG = whether the branch is about to take.  Return 0, or -1.  */
int aarch64_condition_in (struct pot *pot, int reg);

/* save.c: pour SAVE for the registers of LIVE, or RESTORE.  */
void aarch64_plan_saves (struct aarch64_plan *p, int n_args);
void aarch64_save (struct aarch64_plan *p);
void aarch64_restore (struct aarch64_plan *p);

/* verify.c, for a point that asks for it: make room in the block; copy what is
   not saved before the call; after it, check that, and fill what is dead with
   garbage.  */
void aarch64_verify_plan (struct aarch64_plan *p);
void aarch64_verify_begin (struct aarch64_plan *p);
void aarch64_verify_end (struct aarch64_plan *p);

#endif /* HALT_AARCH64_FRAME_H */
