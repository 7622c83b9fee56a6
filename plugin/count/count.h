/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting in line.  */

#ifndef HALT_COUNT_H
#define HALT_COUNT_H 1

#include "plugin/plugin.h"

struct note;

/* --- plan.cc, table.cc, thread.cc ---------------------------------------- */

/* Find counters for the current function's notes, and additions that make them:
   those notes that are not told of need a call.  Data flow must be known; edges
   may be split.  */
void count_points (void);
/* Instead: each note that can be counted gets cells of its own.  */
void count_each (void);
/* After count_points, with count=thread: find where a thread may have no cells, and what points
   to them.  */
void count_threads (void);
/* Add the registers to LIVE that count where INSN is, or are flushed there.  */
void count_keeps (rtx_insn *insn, struct reg_set *live);
/* N cells of the unit; return the number of the first.  They count the paths of
   the region with local number ID, from 0 on.  */
int64_t count_paths (uint64_t id, uint64_t n);
/* A cell of the unit: it becomes the place of the event of FIRST with ID among all,
   or stays 0.  */
int64_t count_first (uint64_t id, bool fixed);
/* Write the unit's cells, their table and the note that leads to them.  */
void count_write (FILE *f);
/* The same of a streamed unit, which has cells of FIRST alone, called
   count_streamed_cells, and begin anew: what its marks count is not known yet.  */
void count_write_streamed (FILE *f);
const char *count_streamed_cells (void);

/* What counts the functions of an object in their order, beside its cells.  */
#define COUNT_ORDER_SYMBOL "__halt_order"
/* The number, from 1, that counters have for the streamed unit with HASH.  */
uint32_t count_unit (uint64_t hash);

/* The address of the cells.  */
#define CELLS_SYMBOL ".LHALT_counters"
/* count=thread: the thread-local word that points to the thread's, and the code
   that fills it in.  */
#define MINE_SYMBOL ".LHALT_mine"
#define ENTER_SYMBOL ".LHALT_enter"
/* Whether there is such code for this target.  */
bool count_has_threads (void);

/* --- additions.cc -------------------------------------------------------- */

/* Counting in line: something is added to a cell, or to a register that counts
   for one.  At one place additions come after the notes.  */
struct addition
{
  bool after;			/* the instruction, not before it */
  const struct note *note;	/* MBR: CELL is that of its index 0; else NULL */
  int64_t cell;
  const struct note *tells;	/* it is switched on alone: what for.  A branch has
				   another cell, for when it takes */
  enum halt_step step;		/* what is done, and with which register, by the
				   recipes' number */
  int reg;
  int from;			/* another register, if ... */
  int64_t stride;		/* ... this is not 0 */
  bool enter;			/* the thread may have no cells yet */
  bool only_enter;		/* nothing is added to */
  int pointer;			/* register that points to its cells there, or
				   HALT_NO_REG: any ... */
  bool held;			/* ... already */
  int next;			/* of the same instruction, -1: none */
};

/* Add one to INSN; the result is valid until the next one is added.  */
struct addition *addition_add (rtx_insn *insn, bool after, int64_t cell,
			       enum halt_step step, int reg);
/* Add one at the head of BB, before all others there, which only enters; take it
   away again.  */
void addition_add_enter (basic_block bb);
void addition_drop_enter (basic_block bb);

/* Those of INSN in their order; NULL: no more.  */
struct addition *addition_first (const rtx_insn *insn);
struct addition *addition_next (const struct addition *a);

/* Cells tell of N, which needs no call; whether they do; whether they tell of all
   notes of INSN.  */
void note_tell (const struct note *n);
bool note_told (const struct note *n);
bool notes_told (const rtx_insn *insn);

/* Forget all of that.  */
void additions_release (void);

/* --- span.cc ------------------------------------------------------------- */

/* A graph, without nodes at first.  */
class span
{
public:
  /* Add a node; return its number, from 0.  */
  int node (void);
  /* Nodes A and B are one: a flow between them is neither measured nor wanted.
     Node 0 should be what is joined with most.  Whether they were two.  */
  bool join (int a, int b);
  /* Add an arc; return its number, from 0.  What measuring it costs, or that it
     is known already.  */
  int add (int from, int to, double cost);
  void want (int arc);

  /* Choose the arcs to measure.  */
  void choose (void);
  /* Whether ARC is measured, or known.  */
  bool measured (int arc);
  /* The next of the others that are needed, in an order in which each is the sum of
     TERMS, arcs known before: of A where a term is A + 1, less A where it is
     -(A + 1).  -1: there is none.  */
  int next_sum (vec<int> *terms);

  struct arc
  {
    int from, to;
    double cost;		/* < 0: measured in any case */
    bool wanted, tree, measured;
  };

private:
  int representative (int n);
  void grow_tree (void);
  void list_arcs (void);
  void hang_from (int root);
  void hang_tree (int root);
  double mark_needed (void);
  double direct_cost (void);

  auto_vec<arc> arcs;
  /* Union-find: nodes that are one, and then those the tree connects.  */
  auto_vec<int> joined;
  /* The tree's nodes, each after the one it hangs on; by what it hangs, of each
     node; and the arcs at each node, chained.  */
  auto_vec<int> nodes, upward, first_at, next_at;
  auto_vec<bool> needed;	/* of arcs */
  int n_left;			/* of the nodes, not asked for yet */
};
#define SPAN_KNOWN (-1.0)

/* The rest is between the files of this room.  */

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

/* Read FILE (option guide); errors are GCC's.  Then: the current function,
   which was described last, is the one that is asked about.  */
void guide_read (const char *file);
void guide_find (void);

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
