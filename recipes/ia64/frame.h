/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frame of IA-64 pots: more of the register stack.  A pot begins with an
   alloc that makes all stacked registers that the function has, those that hold
   outgoing arguments of a later call too, locals, and adds some of its own after
   them; and ends with one that gives these back.  From the first one of its own
   up:

     what alloc writes
     two to work with				IA64_SPARE is the first of them
     live registers, one each			SAVE
     copies					only if the pot verifies
     arguments					out registers, for the call

   A move of a general register there keeps its NaT bit.  Floating-point registers,
   and general ones if the register stack is full, go to memory that the pot takes
   from the memory stack, above the 16 bytes that belong to who is called:
   only then the stack pointer moves.  GCC makes each function that has points as
   one that calls others: its return address and ar.pfs are where unwind information
   says, and the 16 bytes at its stack pointer belong to those.

   The alloc at the end leaves the function an out register more than it had, as
   it must write to one.  The size of the rotating part is always 0.

   The global pointer is made by each pot itself: that of the function may have been
   changed by a call, or hold something else.  */

#ifndef HALT_IA64_FRAME_H
#define HALT_IA64_FRAME_H 1

#include "recipes/ia64/ia64.h"

/* The plan of one pot: decided first, then poured stage by stage.  */
struct ia64_plan
{
  struct pot *pot;
  const struct halt_point *point;
  bool summarized;		/* CHANGES is known */
  struct reg_set changes;	/* by the pot and its calls */
  int optional;			/* arguments from this one on may be left out
				   if the routine does not read them */
  int n_args;			/* the most that a call has */
  int next;			/* the next local that is free, and ... */
  int end;			/* ... the first that must stay so */
  int size;			/* bytes of memory */
  short slot[IA64_REGS];	/* where that register is saved: a local, or
				   IA64_REGS more than bytes from the stack
				   pointer; or -1 */
  int unat;			/* locals for ar.unat, two, or -1 */
  struct reg_set lost;		/* saved, and something else in them by now */
  struct reg_set check;		/* live, and not saved as the routine does not
				   change it */
  int copies_at;		/* the first local with a copy of what is
				   checked */
};

/* Registers of a pot's own: the one that alloc writes, the first of two to
   work with.  */
#define IA64_WRITTEN IA64_OWN
#define IA64_SPARE (IA64_OWN + 1)

HALT_PLAN (ia64)

/* A plan for POT of which nothing is decided.  */
void ia64_plan_init (struct ia64_plan *p, struct pot *pot);

/* What the assembler calls REG.  */
#define IA64_NAME(pot, reg) (ia64_name ((pot)->point, (reg)).text)

/* save.c: decide what is saved, and where; return 0, or -1.  Pour SAVE, or
   RESTORE.  */
int ia64_plan_saves (struct ia64_plan *p);
void ia64_save (struct ia64_plan *p);
void ia64_restore (struct ia64_plan *p);
/* Let REG be what it was when it was saved.  */
void ia64_recover (struct ia64_plan *p, enum pot_stage stage, int reg);

/* How many registers of its own a pot at PT can have; the allocs that begin and end
   a pot with N registers of its own, and N_ARGS after them.  */
int ia64_room (const struct halt_point *pt);
void ia64_widen (struct ia64_plan *p, int n, int n_args);
void ia64_narrow (struct ia64_plan *p);

/* verify.c, for a point that asks for it: choose the locals for copies; copy
   what is not saved before the call; after it, check that, and fill what is dead
   with garbage.  */
void ia64_verify_plan (struct ia64_plan *p);
void ia64_verify_begin (struct ia64_plan *p);
void ia64_verify_end (struct ia64_plan *p);

#endif /* HALT_IA64_FRAME_H */
