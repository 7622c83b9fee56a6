/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting in line: what count.cc and its parts share.  */

#ifndef HALT_COUNT_H
#define HALT_COUNT_H 1

/* What lies between two cuts of a block.  */
struct segment
{
  basic_block bb;
  rtx_insn *behind;		/* begins behind this: the block's note, or the
				   instruction that cuts */
  int cell;			/* that is added to here, or -1 */
  rtx_insn *place;		/* where that costs least: in front of this, or
				   behind the block's note; NULL: behind BEHIND */
  int price;			/* there, PLACE_ADD at least */
};

/* --- count-place.cc -------------------------------------------------------- */

/* The price of an addition where nothing needs to be saved.  */
#define PLACE_ADD 2
/* What a jump adds to it.  */
#define PLACE_JUMP 2

/* Find places for the segments FIRST to LAST, all those of a block, from data
   flow.  */
void place_find (segment *first, segment *last);
/* The price of an addition on edge E, one way of a branch.  */
int place_price (edge e);
/* Split E.  Return the new block, empty but for a jump.  */
basic_block place_split (edge e);
/* Add the note that counts S.  */
void place_note (const segment *s);

/* --- count-table.cc -------------------------------------------------------- */

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

/* --- count-thread.cc ------------------------------------------------------- */

/* Whether another thread may execute what is behind INSN.  */
bool thread_changes (const rtx_insn *insn);
/* How often BB is executed, as GCC guesses, in units of its own.  */
double block_frequency (basic_block bb);
/* Write what belongs to the unit's N_CELLS.  */
void thread_write (FILE *f, uint32_t n_cells);

/* --- count-held.cc --------------------------------------------------------- */

/* Find the register that points to the thread's cells.  */
void held_find (void);
/* struct halt_threads.  */
#define THREADS_SYMBOL ".LHALT_threads"

#endif /* HALT_COUNT_H */
