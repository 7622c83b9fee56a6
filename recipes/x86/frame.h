/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frame of x86 pots, for x86-64 and i386.

   What goes below the stack pointer, top first:

     red zone, with padding	SETUP
     address, count		SETUP	only if the pot wraps the instruction
     live general registers	SAVE
     flags (lahf, seto)		SAVE	only if live and not retested
     block: x87 state, vector and mask registers	SAVE
     padding			SAVE	unless it is with the red zone
     condition			KIND	only if retested and not in a register
     arguments			ARGS	i386

   A pot that serves several points has the last two once for each.

   lea, push, pop and mov leave the flags alone, so the annotated branch's
   condition can still be read in KIND.  */

#ifndef HALT_X86_FRAME_H
#define HALT_X86_FRAME_H 1

#include "recipes/x86/x86.h"

enum flags_way
{
  FLAGS_DEAD,			/* nobody reads them afterwards */
  FLAGS_RETEST,			/* only the annotated branch does: keep its
				   condition and let it test that */
  FLAGS_LAHF			/* keep them: 3 cycles where popf takes 17 */
};

/* The plan of one pot: decided first, then poured stage by stage.  */
struct x86_plan
{
  struct pot *pot;
  const struct halt_point *point;
  int word;			/* bytes */
  bool stack_args;		/* i386: arguments are pushed */
  enum flags_way flags;
  bool folded;			/* CHANGES is what evaluated copies use */
  bool summarized;		/* CHANGES is known */
  struct reg_set changes;	/* by the pot and its call */
  bool unaligned;		/* the stack need not be aligned at the call */
  int optional;			/* arguments from this one on may be left out
				   if the routine does not read them */
  bool changes_x87;		/* any of the x87 and MMX registers */
  struct reg_set check;		/* live, and not saved as the routine does not
				   change it */
  bool check_x87;
  int copies_at, copies_size;	/* of what is checked, in the block: two */
  int block_depth;		/* the pot's depth, DEPTH, below the block */
  int setup;			/* bytes lowered by SETUP */
  int room;			/* bytes of arguments that there is room for */
  int n_args, unused;		/* of the next call; bytes of ROOM that it does
				   not use */
  int ea_slot, count_slot;	/* DEPTH after they were pushed, if wrapped */
  int cond_at;			/* DEPTH after the condition was pushed, or 0 */
  int saved_at[16];		/* DEPTH after that register was pushed */
  int general[16], n_general;	/* pushed */
  int moved[16], n_moved;	/* kept in other registers */
  int moved_to[16];		/* by register */
  struct reg_set lost;		/* saved, and something else in them by now */
  int block;			/* bytes */
  int padding;			/* bytes, below the block */
  int spare;			/* general register that may be lost, or
				   HALT_NO_REG */
  bool x87;
  int vector[32], n_vector;
  int mask[8], n_mask;
};

#define X87_SIZE 112		/* fnsave writes 108 bytes */

/* Text for an i386 register to point to the global offset table.  */
#define X86_GOT_TO_ECX \
  "call\t__halt_get_pc\n\taddl\t$_GLOBAL_OFFSET_TABLE_, %%%%ecx\n\t"

/* A reason for pot_refuse.  */
extern const char x86_wide_arg[];

/* How far above the stack pointer the word is that was pushed when P->depth
   became AT.  */
int64_t x86_slot (const struct x86_plan *p, int at);

/* Text, AT&T, for the address of symbol NAME in REG; in position-independent code
   of i386 ecx changes, too.  */
const char *x86_symbol_text (struct x86_plan *p, int reg, const char *name);

/* A format of AT&T text in whatever dialect; add such text, printed by FORMAT, as
   OP.  */
#define X86_ATT \
  "{|.att_syntax prefix\n\t}%s{|\n\t.intel_syntax noprefix}"
void x86_att (struct x86_plan *p, enum pot_stage stage, enum pot_op op, int reg,
	      const char *format, ...) __attribute__ ((format (printf, 5, 6)));

HALT_PLAN (x86)

/* A plan for POT of which nothing is decided.  */
void x86_plan_init (struct x86_plan *p, struct pot *pot);

/* How the flags are kept where the annotated instruction does not read
   them.  */
enum flags_way x86_keep_flags (const struct x86_plan *p);

/* Pour SETUP and SAVE for calls with at most N_ARGS arguments on the stack, if they
   are passed there.  */
void x86_start (struct x86_plan *p, enum flags_way flags, int n_args);

/* Whether the routine reads argument N or is to be passed it anyway.  P may have a
   pot's wrapper to fill.  */
bool x86_wants_arg (const struct x86_plan *p, int n);

/* Whether the register of the argument that is the condition is after the call what it
   was before; not where that is to be verified.  */
bool x86_keeps_condition (const struct x86_plan *p);

/* The register that keeps the value of general register R, or HALT_NO_REG.  */
int x86_keeper (const struct x86_plan *p, int r);

/* Get back what the access's address is computed from and is lost: rax after
   lahf, more after a call.  */
void x86_recover (struct x86_plan *p);

/* wrapper.c: whether PT's pot is best one that calls a wrapper; and that pot.  */
bool x86_wraps (const struct halt_point *pt);
int x86_wrapped (struct pot *pot);

/* copy_pot.c: the recipe for POT where copies can be evaluated, which returns 1 if they
   cannot.  */
int x86_copied (struct pot *pot);

/* Add the thread pointer to REG if the access's address is relative to it.  */
void x86_add_thread_pointer (struct x86_plan *p, enum pot_stage stage, int reg);

/* The stages after KIND, one by one: N_DYNAMIC arguments stand ready, a call has
   N_ARGS in all.  insert_args returns 0, or -1.  */
int x86_insert_args (struct x86_plan *p, int n_dynamic);
void x86_insert_call (struct x86_plan *p, int n_args);
void x86_clean_args (struct x86_plan *p, int n_args);

/* The call as text, for pots in which it is part of a longer text.  */
const char *x86_call_text (struct x86_plan *p);

/* save.c: find what the pot and its calls may change, if that is known.  */
void x86_find_changes (struct x86_plan *p);

/* The flags into rax, and back.  */
void x86_flags_to_ax (struct pot *pot, enum pot_stage stage);
void x86_flags_from_ax (struct pot *pot, enum pot_stage stage);

/* SETUP and SAVE for calls with at most ARGS bytes of arguments on the stack; and
   back.  */
void x86_save (struct x86_plan *p, int args);
void x86_restore (struct x86_plan *p);

/* verify.c, for a point that asks for it: make room in the block; copy what is
   not saved before the call; after it, check that, and fill what is dead with
   garbage.  */
void x86_verify_plan (struct x86_plan *p);
void x86_verify_begin (struct x86_plan *p);
void x86_verify_end (struct x86_plan *p);

/* lanes.c: fill POT for an access lane by lane.  Return 0, or -1.  */
int x86_lanes (struct pot *pot);

#endif /* HALT_X86_FRAME_H */
