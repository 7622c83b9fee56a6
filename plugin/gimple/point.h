/* SPDX-License-Identifier: GPL-3.0-or-later */
/* at=gimple: what its files offer each other.  */

#ifndef HALT_GIMPLE_POINT_H
#define HALT_GIMPLE_POINT_H 1

#include "plugin/plugin.h"

/* A point of the current function.  */
struct gimple_point
{
  int kind;			/* enum halt_kind */
  bool fixed;			/* ID is a constant: no base is added */
  uint64_t id;
  basic_block bb;
  gimple *stmt;			/* NULL: the start of BB, or of the function */
  tree ref;			/* LOAD, STORE: the memory, or ... */
  tree pointer;			/* ... what points to it */
  HOST_WIDE_INT bytes;		/* of *POINTER */
};

/* --- cfg.cc ------------------------------------------------------------- */

/* Make the current function's CFG the one that gcov's pass would see and
   number its blocks as that does; afterwards take its fake edges away.  */
void gimple_cfg_prepare (void);
void gimple_cfg_finish (void);

/* Describe it in the unit's map, with HALT_FN_* FLAGS besides those that can
   be seen.  */
void gimple_cfg_describe (uint32_t flags);

/* Whether STMT begins a block to which control comes back in a way of its own:
   setjmp, say.  */
bool gimple_must_be_first (gimple *stmt);

/* Whether STMT counts as a statement of the program.  */
bool gimple_counts (gimple *stmt);

/* The index that MBR reports for each target of SWITCH_STMT: its place among
   the different targets in the order of the labels, that of the default
   last.  */
void gimple_switch_indices (gswitch *switch_stmt,
			    hash_map<basic_block, unsigned> *indices);

/* --- label.cc ----------------------------------------------------------- */

/* Whether BB only leads abnormal edges on: no code may stand in it.  */
bool gimple_is_dispatcher (basic_block bb);

/* Find the points of the current function, give them ids, describe them in the
   map.  */
void gimple_label (vec<gimple_point> *points);

/* --- pot.cc ------------------------------------------------------------- */

/* Insert the call of P's routine.  Some wait on edges until
   gsi_commit_edge_inserts.  */
void gimple_pour (const gimple_point *p);

/* Append to SEQ the call for the end of path number PATH, an operand; ID and PROC
   are local numbers.  */
void gimple_build_read (gimple_seq *seq, tree path, uint64_t id, uint64_t proc);

/* VARIABLE is defined in our assembler text.  */
void gimple_declare_ours (tree variable);

/* Forget what was built; it does not outlive the pass.  */
void gimple_pour_release (void);

/* --- pass.cc ------------------------------------------------------------ */

/* Why the current function is left alone, or NULL.  */
const char *gimple_left_out (void);

/* Whether NODE is not for us, nor in the map.  */
bool gimple_is_foreign (cgraph_node *node);

simple_ipa_opt_pass *make_gimple_pass (void);

#endif /* HALT_GIMPLE_POINT_H */
