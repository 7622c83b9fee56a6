/* SPDX-License-Identifier: GPL-3.0-or-later */
/* at=gimple: the code that gcov knows.  */

#ifndef HALT_GIMPLE_H
#define HALT_GIMPLE_H 1

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
  edge arc;			/* ARC: that */
  tree value;			/* VALUE: that, of the type that it has */
  unsigned counters;		/* FIRST, CALLEE, VALUE: 1 << each of gcov's kinds of
				   counters that are made of it; or 0 */
};

/* --- cfg.cc ------------------------------------------------------------- */

/* Make the current function's CFG the one that gcov's pass would see and
   number its blocks as that does; afterwards take its fake edges away.  THUNK: it
   is one.  */
void gimple_cfg_prepare (bool thunk);
void gimple_cfg_finish (void);

/* Whether BB ends with a call that may not return, which gcov thinks does (exec).  And
   whether the function has such blocks.  */
bool gimple_ends_for_us (basic_block bb);
bool gimple_has_ends (void);

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

/* The place of E among the edges of the current function in the map.  */
uint32_t gimple_cfg_edge (edge e);

/* --- arcs.cc ------------------------------------------------------------ */

/* Whether the unit has arcs that gcov counts; write what gcov calls them.  */
bool arcs_found (void);
void arcs_write (FILE *f, const struct halt_map *header);

/* ARC: gcov's pass begins, and ends.  */
void arcs_begin (void);
void arcs_end (void);

/* Of the current function, which gcov's pass sees just so, its blocks not yet
   numbered anew: choose the edges that gcov would count.  THUNK: it is one.  */
void arcs_choose (bool thunk);

/* Blocks have gcov's numbers: note the order of those edges, and what gcov calls the
   graph.  */
void arcs_number (void);

/* Those, in gcov's order.  */
const vec<edge> &arcs_list (void);

/* List others without which not all would be known, now that blocks end where gcov's do
   not.  */
void arcs_list_ours (vec<edge> *ours);

/* The current function is described next; note what gcov calls it.  It is left
   alone if it is SKIPPED.  */
void arcs_add (bool skipped, bool thunk);

/* The pass that comes when gcov is done.  */
ipa_opt_pass_d *make_arcs_pass (void);

/* --- values.cc ---------------------------------------------------------- */

/* Write what FIRST needs.  */
void values_write (FILE *f);
/* Of functions that may be called through a pointer, and were made code, write which
   they are; nothing if there are none.  */
void values_write_callees (FILE *f);
void values_init (const char *plugin_name);

/* FIRST, CALLEE, VALUE: list what gcov would measure of the current function besides
   arcs, in its order; the point's kind, statement, value and counters.  */
void values_list (vec<gimple_point> *found);

/* The current function, which gcov's pass sees just so, may be called through a
   pointer: note what gcov calls it.  It is described next.  */
void values_mark (bool skipped);

/* Insert what reports FIRST, P, when all else is in the function.  */
void values_pour_first (const gimple_point *p);

/* Forget what was built; it does not outlive the pass.  */
void values_release (void);

/* --- marks.cc ----------------------------------------------------------- */

/* Build a mark for P: where it is in machine code, that is counted.  */
gimple *mark_build (const gimple_point *p);
/* Insert a mark on P's edge, or before its statement.  */
void mark_pour (const gimple_point *p);
/* The passes that find the marks, after which notes stand for them, and that take
   them away.  */
extern const halt_pass marks_pass;
extern const halt_pass unmark_pass;

/* --- tracking.cc -------------------------------------------------------- */

/* The passes that hide calls of routines from variable tracking, and bring them
   back.  */
void tracking_init (const char *plugin_name);
extern const halt_pass hide_pass;
extern const halt_pass unhide_pass;

/* --- label.cc ----------------------------------------------------------- */

/* A kind that is wanted and that at=gimple does not have, or -1.  */
int gimple_refuses (void);

/* Whether BB only leads abnormal edges on: no code may stand in it.  */
bool gimple_is_dispatcher (basic_block bb);

/* Find the points of the current function, give them ids, describe them in the
   map.  */
void gimple_label (vec<gimple_point> *points);

/* Add a point of KIND at the start of BB, with NUMBER as its argument, unless that is
   -1.  */
void gimple_label_at (vec<gimple_point> *points, basic_block bb, int kind,
		      int64_t number);

/* --- primes.cc ---------------------------------------------------------- */

/* The prime paths of a function.  */
class primes;

/* Find those of the current one, and add a point for each; one alone, without argument, if
   they are too many.  NULL if there are none.  */
primes *primes_label (vec<gimple_point> *points);

/* Insert what finds out which of them ends, before anything else is inserted; POINTS have
   those that were added.  PATHS are gone then.  */
void primes_pour (primes *paths, const vec<gimple_point> &points);

/* --- pot.cc ------------------------------------------------------------- */

/* Insert the calls of the routines of POINTS, which are the current function's.  What is
   inserted before, but after gimple_pour_begin, is part of that.  */
void gimple_pour_begin (void);
void gimple_pour (const vec<gimple_point> &points);

/* Append to SEQ the call for the end of path number PATH, an operand; ID and PROC
   are local numbers.  */
void gimple_build_read (gimple_seq *seq, tree path, uint64_t id, uint64_t proc);

/* The call for P alone; or, where it is counted, the mark.  */
gimple_seq gimple_build_plain (const gimple_point *p);
gimple_seq gimple_build_event (const gimple_point *p);

/* Insert SEQ at the beginning of BB, however control came there: after a call that it
   comes back to.  */
void gimple_insert_at_head (basic_block bb, gimple_seq seq);
void gimple_insert_behind (gimple *stmt, gimple_seq seq);

/* VARIABLE is defined in our assembler text.  */
void gimple_declare_ours (tree variable);

/* The unit's cells, an array of 64-bit numbers.  */
tree gimple_declare_cells (void);

/* Forget what was built; it does not outlive the pass.  */
void gimple_pour_release (void);

/* --- pass.cc ------------------------------------------------------------ */

/* Why the current function is left alone, or NULL.  */
const char *gimple_left_out (void);

/* Whether NODE is not for us, nor in the map.  */
bool gimple_is_foreign (cgraph_node *node);

extern const halt_pass gimple_pass;

#endif /* HALT_GIMPLE_H */
