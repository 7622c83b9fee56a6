/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frame of Alpha pots: one block below the stack pointer, which SETUP
   allocates and DESTROY gives back.  There is no red zone, and the stack pointer
   is a multiple of 16 everywhere.  In the block, from the stack pointer up:

     live registers, 8 bytes each	SAVE
     address, a register		SETUP	only if the pot wraps the instruction
     copies, twice, a word, garbage	CALL	only if the pot verifies

   The global pointer is nobody's but the function's, and not always that of
   this function: a leaf has none.  So each call makes its own, from the address
   of the pot, and the old one is always saved.  The compiler must not tear apart
   what makes it, nor a call's two instructions: those are one text each.  */

#ifndef HALT_ALPHA_FRAME_H
#define HALT_ALPHA_FRAME_H 1

#include "recipes/alpha/alpha.h"

/* The plan of one pot: decided first, then poured stage by stage.  */
struct alpha_plan
{
  struct pot *pot;
  const struct halt_point *point;
  bool summarized;		/* CHANGES is known */
  struct reg_set changes;	/* by the pot and its calls */
  int optional;			/* arguments from this one on may be left out
				   if the routine does not read them */
  int size;			/* bytes, of the block */
  short slot[ALPHA_REGS];	/* where that register is saved, or -1 */
  struct reg_set lost;		/* saved, and something else in them by now */
  int ea_slot, keep_slot;	/* if wrapped */
  struct reg_set check;		/* live, and not saved as the routine does not
				   change it */
  int n_check;
  int copies_at;		/* of what is checked; two, a word, garbage */
};

HALT_PLAN (alpha)

/* A plan for POT of which nothing is decided.  */
void alpha_plan_init (struct alpha_plan *p, struct pot *pot);

/* REG += VALUE, which is less than 2**31.  */
void alpha_add_const (struct pot *pot, enum pot_stage stage, int reg,
		      int64_t value);

/* REG becomes a global pointer.  */
void alpha_make_gp (struct pot *pot, enum pot_stage stage, int reg);

/* save.c: pour SAVE for the registers of LIVE, or RESTORE; where nothing is
   known of what is called but for CHANGES.  */
void alpha_plan_saves (struct alpha_plan *p, int n_args);
void alpha_save (struct alpha_plan *p);
void alpha_restore (struct alpha_plan *p);

/* verify.c, for a point that asks for it: make room in the block; copy what is
   not saved before the call; after it, check that, and fill what is dead with
   garbage.  */
void alpha_verify_plan (struct alpha_plan *p);
void alpha_verify_begin (struct alpha_plan *p);
void alpha_verify_end (struct alpha_plan *p);

#endif /* HALT_ALPHA_FRAME_H */
