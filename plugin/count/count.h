/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting in line: what its files share.  */

#ifndef HALT_COUNT_H
#define HALT_COUNT_H 1

/* What lies between two cuts of a block.  */
struct segment
{
  basic_block bb;
  rtx_insn *behind;		/* begins after this: the block's note, or the
				   instruction that cuts */
  int cell;			/* that is added to here, or -1 */
  rtx_insn *place;		/* where that costs least: before this, or
				   after the block's note; NULL: after BEHIND */
  int price;			/* there, PLACE_ADD at least */
  int reg;			/* that counts instead of the cell, or
				   HALT_NO_REG */
  bool strides;			/* ... as the program's own register steps */
};

/* --- place.cc -------------------------------------------------------------- */

/* The price of an addition where nothing needs to be saved, of one to a
   register, of a jump.  */
#define PLACE_ADD 4
#define PLACE_REGISTER 1
#define PLACE_JUMP 3

/* How often BB is executed, or E crossed, as a guide says or else GCC guesses, in units
   of the function's own; more than 0.  */
double place_frequency (basic_block bb);
double place_frequency (edge e);

/* Find places for the segments FIRST to LAST, all those of a block, from data
   flow.  */
void place_find (segment *first, segment *last);
/* The price of an addition on edge E, one way of a branch; and of the jump that is
   part of it.  */
int place_price (edge e);
int place_jump (edge e);
/* Split E.  Return the new block, empty but for a jump.  */
basic_block place_split (edge e);
/* Add the addition that counts S.  */
void place_add (const segment *s);

/* --- guide.cc -------------------------------------------------------------- */

/* Whether the guide knows the current function; how often its block BB was executed,
   or E crossed.  */
bool guide_knows (void);
double guide_count (basic_block bb);
double guide_count (edge e);

/* --- loop.cc --------------------------------------------------------------- */

/* From here to loop_end the function's loops are known.  */
void loop_begin (void);
void loop_end (void);
/* Find a register that counts S instead of its cell, if that costs less.  */
void loop_register (segment *s);
/* What counting costs in L that is done N times, in block BB if that is not NULL:
   COST, or what a register costs if that is less.  */
double loop_cost (class loop *l, basic_block bb, double n, double cost);
/* Add the additions that are needed after the loops; then, when all others are
   there, those before them.  */
void loop_flush (void);
void loop_clear (void);

/* --- table.cc -------------------------------------------------------------- */

/* A number that the runtime will know: a cell or a sum.  */
struct counted
{
  int n;
  bool sum, minus;
};

/* N new cells, the first one's number.  */
int table_cells (int n);
/* A new sum of TERMS.  */
struct counted table_sum (const vec<counted> &terms);
/* A counter that N tells.  */
void table_counter (const struct halt_counter &c, const struct counted &n);

/* The largest pages that kernels for the target give memory in.  */
int facts_page_bytes (void);

/* --- thread.cc ------------------------------------------------------------- */

/* Whether A adds to its cell.  */
static inline bool
adds (const struct addition *a)
{
  return a->step == STEP_ADD || a->step == STEP_FLUSH;
}
/* Write what belongs to the unit's N_CELLS.  */
void thread_write (FILE *f, uint32_t n_cells);

/* --- held.cc --------------------------------------------------------------- */

/* Find the register that points to the thread's cells.  */
void held_find (void);
/* struct halt_threads.  */
#define THREADS_SYMBOL ".LHALT_threads"

#endif /* HALT_COUNT_H */
