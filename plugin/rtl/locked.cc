/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sequences from an instruction that loads a word locked to those that store it if it
   still is: nothing else may read or write memory there, or the store may fail
   forever.  */

#include "plugin/core/core.h"
#include "plugin/rtl/rtl.h"

/* The instructions of the current function that are in one, with that which stores, by
   their UIDs.  */
static struct
{
  int function;
  hash_set<int_hash<int, -1, -2> > *uids;
} locked = { -1, NULL };

/* From where UNTIL stores go back to the load.  */
static void
lock_before (rtx_insn *until, enum locked (*is) (const rtx_insn *))
{
  auto_vec<rtx_insn *> ends;
  edge e;
  edge_iterator ei;
  ends.safe_push (until);
  while (!ends.is_empty ())
    {
      rtx_insn *insn = ends.pop ();
      basic_block bb = BLOCK_FOR_INSN (insn);
      while (insn && !(NONDEBUG_INSN_P (insn) && is (insn) == LOCKED_LOAD))
	{
	  if (NONDEBUG_INSN_P (insn) && locked.uids->add (INSN_UID (insn)))
	    break;
	  insn = insn == BB_HEAD (bb) ? NULL : PREV_INSN (insn);
	}
      if (!insn)
	FOR_EACH_EDGE (e, ei, bb->preds)
	  if (e->src != ENTRY_BLOCK_PTR_FOR_FN (cfun))
	    ends.safe_push (BB_END (e->src));
    }
}

static void find_locked (enum locked (*is) (const rtx_insn *))
{
  basic_block bb;
  rtx_insn *insn;
  delete locked.uids;
  locked.uids = new hash_set<int_hash<int, -1, -2> >;
  locked.function = current_function_funcdef_no;
  FOR_EACH_BB_FN (bb, cfun)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn) && is (insn) == LOCKED_STORE)
	lock_before (insn, is);
}

bool
locked_has (const rtx_insn *insn, enum locked (*is) (const rtx_insn *))
{
  if (locked.function != current_function_funcdef_no)
    find_locked (is);
  return locked.uids->contains (INSN_UID (insn));
}
