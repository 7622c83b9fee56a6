/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover: the files of this room that change trees.

     find.cc       a function's tree   -> what there is in it
     statement.cc  lists of statements -> marks
     decide.cc     decisions           -> marks
     call.cc       calls               -> marks
     mark.cc       marks               -> what is left of them when GCC is done with trees  */

#ifndef HALT_COVER_TREE_H
#define HALT_COVER_TREE_H 1

#include "cover/decision.h"
#include "plugin/plugin.h"

/* What is on the right of an operator: where that is VALUE, no condition on the left, from
   FIRST up to before END, decides anything.  */
struct masking
{
  tree *right;
  int value, first, end;
};

/* A place where a Boolean expression decides.  */
struct decision
{
  const char *kind;
  tree of;			/* what decides */
  tree *slot;
  location_t where;
  uint32_t number;		/* of its first vector */
  char *shape;
  struct cover_shape vectors;
  vec<tree *> conditions;
  vec<masking> maskings;
};

/* The label of a switch: the variable that is 1 from there to the label, and the number
   of what goes that way.  */
struct case_label
{
  tree fresh;
  uint32_t number;
};

/* A mark that is to be made before what is in SLOT.  */
struct mark_before
{
  tree *slot, mark;
};

struct found
{
  vec<decision> decisions;
  vec<tree> switches;
  hash_map<tree, case_label> cases;
  vec<tree *> bodies;		/* a list, or a single statement in place of one */
  vec<mark_before> calls;
  hash_set<tree> parts;		/* expressions that belong to decisions */
  hash_set<tree> skip;
  hash_set<tree> seen;
};

/* --- find.cc ------------------------------------------------------------ */

/* For walk_tree: add what is in a tree to a struct found.  A mark ends it.  */
tree cover_find (tree *tp, int *subtrees, void *data);
void cover_add_body (found *f, tree *body);

/* Whether TEST is the compiler's own: whether a clean-up is to be done, a variable is there
   already, it is the time for objects of the unit.  */
bool cover_made_up (tree test);
/* Whether T is a check of -fsanitize=undefined.  */
bool cover_is_check (tree t);

/* --- mark.cc ------------------------------------------------------------ */

/* What a mark is of: anything; statements; a call of what is not known; that of the
   function whose DECL_UID is added.  */
enum
{
  COVER_PLAIN,
  COVER_STATEMENT,
  COVER_SOMETHING,
  COVER_CALLED
};

/* The mark is no code: it only says which of others are not this call's.  */
#define COVER_SHARES 0x80000000u

/* A statement that is a mark of WHAT, which has NUMBER.  */
tree cover_mark (location_t where, uint32_t number,
		 uint32_t what = COVER_PLAIN);
bool cover_is_mark (tree t);

/* --- statement.cc ------------------------------------------------------- */

/* Mark the list, or the single statement, in BODY.  */
void cover_mark_body (found *f, tree *body);
/* Give the labels of the switch T numbers.  */
void cover_mark_switch (found *f, tree t);
/* For walk_tree: what control may be lost in, or part.  */
tree cover_find_end (tree *tp, int *subtrees, void *);

/* --- call.cc ------------------------------------------------------------ */

/* Mark the calls of the statement AT.  Those that are executed as often as it have its
   NUMBER, if there is one (>= 0).  */
void cover_mark_calls (found *f, tree_stmt_iterator *at, int64_t number);

/* --- decide.cc ---------------------------------------------------------- */

void cover_mark_decision (const decision *d);
/* FIRST, then SECOND, which is the value; either may be missing.  */
tree cover_both (tree first, tree second);
/* A variable that is VALUE at first.  */
tree cover_temporary (tree value);

#endif /* HALT_COVER_TREE_H */
