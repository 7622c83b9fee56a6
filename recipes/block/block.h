/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What pots have in common on machines that store and load below the stack pointer, and have
   neither push and pop nor a red zone: one block, which SETUP allocates and DESTROY gives
   back.  The stack pointer is a multiple of 16 everywhere.  In the block, from the stack
   pointer up:

     arguments that no register has	KIND
     live registers			SAVE
     address, a register		SETUP	only if the pot wraps the instruction
     copies, what else verify needs	CALL	only if the pot verifies

   A target has a row for what it says itself.  */

#ifndef HALT_BLOCK_H
#define HALT_BLOCK_H 1

#include "recipes/recipe.h"

#define BLOCK_WORD 8		/* bytes, of a general register */
#define BLOCK_REGS 96

/* The plan of one pot: decided first, then poured stage by stage.  */
struct block_plan
{
  struct pot *pot;
  const struct block_machine *machine;
  const struct halt_point *point;
  bool folded;			/* CHANGES is what evaluated copies use */
  bool summarized;		/* CHANGES is known */
  bool scalable;		/* the machine's own */
  struct reg_set changes;	/* by the pot and its calls */
  int optional;			/* arguments from this one on may be left out
				   if the routine does not read them */
  int room;			/* bytes, of arguments on the stack */
  int size;			/* bytes, of the block */
  short slot[BLOCK_REGS];	/* where that register is saved, as the machine
				   counts, or -1 */
  struct reg_set lost;		/* saved, and something else in them by now */
  int ea_slot, keep_slot;	/* if wrapped */
  struct reg_set check;		/* live, and not saved as the routine does not
				   change it */
  int n_check;
  int copies_at, spare_at;	/* of what is checked, and behind it */
};

HALT_PLAN (block)

struct block_machine
{
  int n_general;		/* the table's first registers are general ones, so many */
  int n_moved;			/* and so many are saved and checked one by one */
  int sp;			/* the stack pointer */
  int by;			/* a register that keeps the address where a pot wraps,
				   and by way of which arguments get to the stack */
  int always;			/* one that is saved though it is not live, or
				   HALT_NO_REG */
  int copy_bytes, spare_bytes;	/* verify: of the copy of a register; behind them */
  const int *scratch;		/* what counts in line, the best first */
  int n_scratch;
  const char *strides;		/* template: %3$s = %1$s - %2$s, then shifted right by
				   %4$d with its sign */
  /* What the call for P's point, and the pot on the way there, may change besides what the
     routine and arguments do.  */
  void (*changes) (struct block_plan *p);
  /* Slots for what block_is_saved says, behind ROOM; NULL: a word each.  */
  void (*plan_saves) (struct block_plan *p);
  /* Save or restore (OP_STORE, OP_LOAD) what has slots; NULL: words, one by one.  */
  void (*move) (struct block_plan *p, enum pot_stage stage, enum pot_op op);
  /* Round the block's size up; NULL: to a multiple of 16.  */
  void (*round) (struct block_plan *p);
  /* TO = FROM + VALUE; nothing if that changes nothing.  */
  void (*add) (struct pot *pot, enum pot_stage stage, int to, int from,
	       int64_t value);
  /* The address of P's access in REG.  */
  void (*address) (struct block_plan *p, enum pot_stage stage, int reg);
  /* The static arguments, and the call.  */
  void (*make_call) (struct block_plan *p, int n_dynamic);
  /* Verify: compare R with its copy AT the stack pointer; fill what is dead with garbage.  */
  void (*compare) (struct block_plan *p, int r, int at);
  void (*fill) (struct block_plan *p);
  /* The branch's condition in REG; only where there are copies.  */
  int (*condition_in) (struct pot *pot, int reg);
  /* STEP_REGISTER and STEP_BEGIN of a vector register, if it counts in any.  */
  halt_recipe *step_vector;
  /* Add to a cell: of the unit, of the thread, of an index.  */
  halt_recipe *count_one, *count_own, *count_indexed;
  /* Of lists: REG = the word at DISP from the stack pointer; NULL: any load reaches it.
     Templates with a register that gets a counter of cycles, or where this is.  */
  void (*load) (struct pot *pot, int reg, int64_t disp);
  const char *cycles, *here;
  /* ... or the bits of a floating-point register, of which the number comes second;
     NULL: it cannot be passed.  */
  const char *bits;
  /* Take the signature away from an address in a register; NULL: there are none.  */
  const char *strip;
};

/* --- block.c ---------------------------------------------------------------- */

/* A plan for POT of which nothing is decided.  */
void block_plan_init (struct block_plan *p, struct pot *pot);

/* Pour SETUP and SAVE for calls of at most N_ARGS arguments each, or for copies, which begin
   with P's point.  Return 0, or -1.  */
int block_start (struct block_plan *p, int n_args);

/* Whether R has to be saved; what has not is to be checked, perhaps.  */
bool block_is_saved (struct block_plan *p, int r);

/* The target's hooks.  */
int block_begin (struct pot *pot, int n_dynamic);
int block_arg (const struct pot *pot, int n);
int block_call (struct pot *pot, int n_dynamic);
void block_next (struct pot *pot);
void block_end (struct pot *pot);
bool block_wants (const struct pot *pot, int n);
void block_address (struct pot *pot, enum pot_stage stage, int reg);
int block_access (struct pot *pot);
int block_value (struct pot *pot, int reg, const struct halt_arg *a,
		 const struct reg_set *gone);
int block_list (struct pot *pot);

/* --- copy.c ----------------------------------------------------------------- */

/* Those of targets that have copies.  */
int block_copied (struct pot *pot);
void block_effects (const struct pot *pot, const struct pot_insn *i,
		    struct reg_set *reads, struct reg_set *changes);

/* --- count.c ---------------------------------------------------------------- */

/* What a pot that counts in line works with: registers that it may change.  */
struct block_scratch
{
  struct pot *pot;
  struct block_plan *plan;
  struct reg_set used;		/* taken, or not to be */
  int saved[4], n_saved;
};

/* The name of REG in assembler text.  */
static inline const char *
block_name (const struct block_scratch *s, int reg)
{
  return s->pot->target->regs[reg].name;
}

/* Begin POT: what its point reads is not to be taken.  */
void block_scratch_begin (struct block_scratch *s, struct pot *pot);

/* Take a register: one that nobody needs, or one that is to be saved; or REG.  */
int block_take (struct block_scratch *s);
void block_take_this (struct block_scratch *s, int reg);

/* Save what is taken and needed, and get it back.  */
void block_scratch_save (struct block_scratch *s);
void block_scratch_restore (struct block_scratch *s);

/* The target's hook.  */
int block_count (struct pot *pot);

/* All of a target's hooks that are the block's, with BLOCK its machine's row.  */
#define BLOCK_TARGET_FILL(T) \
  .count = block_count, .begin = block_begin, .arg = block_arg, \
  .finish = pot_finish, .call = block_call, .next = block_next, \
  .end = block_end, .condition = T##_condition, .index = T##_index, \
  .access = block_access, .pass = T##_pass, .address = block_address, \
  .constant = T##_constant, .wants = block_wants, .symbol = T##_symbol, \
  .id = T##_id, .value = block_value, .list = block_list, \
  .block = &T##_block, \
  .garbage = INT64_C (-0x2152411121524111)
#define BLOCK_TARGET_HOOKS(T) \
  extern const struct halt_target T##_target; \
  extern const struct block_machine T##_block; \
  int T##_condition (struct pot *pot, int n); \
  int T##_index (struct pot *pot); \
  void T##_pass (struct pot *pot, int n, bool is_int); \
  void T##_constant (struct pot *pot, enum pot_stage stage, int reg, \
		     int64_t value); \
  void T##_symbol (struct pot *pot, enum pot_stage stage, int reg, \
		   const struct halt_arg *a); \
  void T##_id (struct pot *pot, int reg)

#endif /* HALT_BLOCK_H */
