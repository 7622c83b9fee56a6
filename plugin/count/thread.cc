/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting in line, in cells of the thread's own (count=thread).

   A thread-local word of the unit points to them.  It is null until the thread
   has come to the unit for the first time.  Whoever adds to a cell must know
   that it is not null.  That is known if a cell was added to before in the same
   function, on every way, and no call came between.  (A call may return in
   another thread, to which a library has moved the stack.  Not so one of a
   function that calls none itself.)  So nothing needs to be known of how threads
   are made.  */

#include "plugin/count/count.h"
#include "plugin/target_hooks.h"
#include "plugin/rtl/rtl.h"

/* Text of the code that gives a thread its cells, from runtime/.../thread.s;
   what is for pointers of 32 bits besides the compiler's usual ones.  */
static const char thread_code[] =
#include "unit_thread.inc"
  ;
static const char thread_code_32[] =
#include "unit_thread32.inc"
  ;

static const char *
thread_text (void)
{
  return POINTER_SIZE_UNITS == HALT_POINTER_BYTES
	   ? thread_code
	   : thread_code_32;
}

bool
count_has_threads (void)
{
  return *thread_text ();
}

/* The pots of INSN that are AFTER it or not.  If LAST, what is known is
   final.  */
static void
pass_pots (rtx_insn *insn, bool after, bool *known, bool last)
{
  for (const struct note *n = note_first (insn); n; n = note_next (n))
    if (n->after == after && !note_told (n))
      *known = false; /* a routine is called */
  for (struct addition *a = addition_first (insn); a; a = addition_next (a))
    if (a->after == after && adds (a))
      {
	if (last)
	  a->enter = !*known;
	*known = true;
      }
}

/* Whether the thread is known to have cells after BB, if it is KNOWN in
   front.  */
static bool
pass (basic_block bb, bool known, bool last)
{
  rtx_insn *insn;
  FOR_BB_INSNS (bb, insn)
    {
      pass_pots (insn, false, &known, last);
      if (returns_not (insn))
	known = false;
      pass_pots (insn, true, &known, last);
    }
  return known;
}

/* Whether it is known before BB; BEHIND says of blocks, by their index, whether the
   thread is known to have cells at the end.  */
static bool
known_before (basic_block bb, const vec<bool> &behind)
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->preds)
    if (e->src == ENTRY_BLOCK_PTR_FOR_FN (cfun)
	|| (e->flags & (EDGE_ABNORMAL | EDGE_EH)) || !behind[e->src->index])
      return false;
  return EDGE_COUNT (bb->preds) > 0;
}

/* The greatest solution; then whether it is known is noted of each addition.  */
static void
solve (void)
{
  basic_block bb;
  bool changed;
  auto_vec<bool> behind;
  behind.safe_grow_cleared (last_basic_block_for_fn (cfun));
  FOR_EACH_BB_FN (bb, cfun)
    behind[bb->index] = true;
  do
    {
      changed = false;
      FOR_EACH_BB_FN (bb, cfun)
	if (behind[bb->index] && !pass (bb, known_before (bb, behind), false))
	  {
	    behind[bb->index] = false;
	    changed = true;
	  }
    }
  while (changed);
  FOR_EACH_BB_FN (bb, cfun)
    pass (bb, known_before (bb, behind), true);
}

/* What the additions at INSN in BB cost besides, in instructions.  */
static double
cost_of_additions (basic_block bb, rtx_insn *insn)
{
  double cost = 0;
  for (const struct addition *a = addition_first (insn); a;
       a = addition_next (a))
    if (adds (a))
      cost += place_frequency (bb) * (!a->held + 2 * a->enter);
  return cost;
}

/* Find all that is asked of the additions.  Return what they cost.  */
static double
solve_all (void)
{
  basic_block bb;
  rtx_insn *insn;
  double cost = 0;
  solve ();
  held_find ();
  FOR_EACH_BB_FN (bb, cfun)
    FOR_BB_INSNS (bb, insn)
      cost += cost_of_additions (bb, insn);
  return cost;
}

/* A test at the entry of the function may save more after it.  */
void
count_threads (void)
{
  basic_block first = single_succ (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  double without = solve_all ();
  if (without == 0)
    return;
  addition_add_enter (first);
  if (solve_all () < without)
    return;
  addition_drop_enter (first);
  solve_all ();
}

void
thread_write (FILE *f, uint32_t n_cells)
{
  const char *word = integer_asm_op (POINTER_SIZE_UNITS, true);
  int bytes = POINTER_SIZE_UNITS;
  fprintf (
    f,
    "\t.section\t.tbss.halt_mine,\"awT\",%%nobits\n\t.balign\t%d\n" MINE_SYMBOL
    ":\n\t.zero\t%d\n",
    bytes, bytes);
  fprintf (f,
	   "\t.section\t.data.halt_threads,\"aw\",%%progbits\n"
	   "\t.balign\t%d\n" THREADS_SYMBOL ":\n%s%u\n%s" CELLS_SYMBOL "-.\n"
	   "\t.zero\t%d\n",
	   bytes, word, n_cells, word,
	   (int) sizeof (struct halt_threads) / (int) sizeof (uintptr_t) * bytes
	     - 2 * bytes);
  fprintf (f, "%s\t.LHALT_shared = %d\n%s%s", target_before_text (), flag_shlib,
	   thread_text (), target_after_text ());
}
