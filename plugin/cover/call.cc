/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover: marks of calls.

   A call that is evaluated whenever its statement is, and before anything else of it that
   may not return, is executed as often as that.  Any other has a mark of its own.  What is
   evaluated last is marked first.  */

#include "plugin/core/core.h"
#include "plugin/cover/cover.h"
#include "plugin/cover/tree.h"

/* A call that is written.  */
struct call
{
  tree expr;
  location_t where;
  tree *slot;			/* a mark can be before what is in it; NULL: the statement */
  unsigned n_lost;		/* places in which it is where control may be lost, and itself */
  bool always;			/* it is evaluated if what is looked at is */
};

/* Looking for calls.  */
struct search
{
  found *f;
  auto_vec<call> calls;
  hash_set<tree> seen;
  unsigned n_around;		/* places around this where control may be lost */
  unsigned n_lost;		/* all places where it may be */
  tree *slot;			/* as of a call */
  bool always;
  location_t target;		/* of the object that is made */
};

static tree
callee_of (tree call)
{
  tree fn = TREE_OPERAND (call, 1);
  return fn && TREE_CODE (fn) == ADDR_EXPR
	     && TREE_CODE (TREE_OPERAND (fn, 0)) == FUNCTION_DECL
	   ? TREE_OPERAND (fn, 0)
	   : NULL_TREE;
}

/* What a mark of CALL is of.  */
static uint32_t
called (tree call)
{
  tree callee = callee_of (call);
  return callee ? (uint32_t) COVER_CALLED + DECL_UID (callee)
		: (uint32_t) COVER_SOMETHING;
}

/* Whether a call of CALLEE is the compiler's own.  */
static bool
is_own (tree callee)
{
  static const char *const prefixes[] = {
    "__builtin_", "__sync_", "__atomic_", "__cxa_", "__dynamic_cast", "_ZT"
  };
  const char *name = callee && DECL_NAME (callee)
		       ? IDENTIFIER_POINTER (DECL_NAME (callee))
		       : "";
  for (size_t i = 0; i < ARRAY_SIZE (prefixes); i++)
    if (startswith (name, prefixes[i]))
      return true;
  return false;
}

/* Whether CALL, at WHERE, is written.  */
static bool
is_written (tree call, location_t where)
{
  return TREE_OPERAND (call, 1) && where > BUILTINS_LOCATION
	 && !in_system_header_at (where)
	 && !(TREE_CODE (call) == CALL_EXPR && CALL_FROM_NEW_OR_DELETE_P (call))
	 && !is_own (callee_of (call));
}

/* Whether something can be evaluated before what is in SLOT, whose value is wanted.  */
static bool
has_room (tree *slot)
{
  tree type = TREE_TYPE (*slot);
  return type
	 && (VOID_TYPE_P (type) || POINTER_TYPE_P (type)
	     || INTEGRAL_TYPE_P (type) || SCALAR_FLOAT_TYPE_P (type));
}

static tree find_calls (tree *tp, int *subtrees, void *data);

/* Look at what is in SLOT; whether it is ALWAYS evaluated; whether there is room before it,
   of whatever type it is.  */
static void
look_at (search *s, tree *slot, bool always = true, bool room = false)
{
  if (!*slot)
    return;
  tree *outer = s->slot;
  bool was_always = s->always;
  if (room || has_room (slot))
    s->slot = slot;
  s->always &= always;
  walk_tree (slot, find_calls, s, &s->seen);
  s->slot = outer;
  s->always = was_always;
}

static void
look_at_call (search *s, tree *slot)
{
  tree t = *slot, callee = callee_of (t);
  /* These do not evaluate what they are asked of.  */
  if (callee
      && (fndecl_built_in_p (callee, BUILT_IN_CONSTANT_P)
	  || fndecl_built_in_p (callee, BUILT_IN_OBJECT_SIZE)))
    return;
  int ignored = 0;
  unsigned loses = cover_find_end (slot, &ignored, NULL) != NULL_TREE;
  tree *room = has_room (slot) ? slot : s->slot;
  location_t where = TREE_CODE (t) == AGGR_INIT_EXPR ? s->target
						     : EXPR_LOCATION (t);
  s->n_lost += loses;
  s->n_around += loses;
  for (int i = 1; i < TREE_OPERAND_LENGTH (t); i++)
    look_at (s, &TREE_OPERAND (t, i));
  if (is_written (t, where))
    s->calls.safe_push ({ t, where, room, s->n_around, s->always });
  s->n_around -= loses;
}

/* For walk_tree: calls of a statement, not those of statements in it.  */
static tree
find_calls (tree *tp, int *subtrees, void *data)
{
  search *s = (search *) data;
  tree t = *tp;
  if (TYPE_P (t) || s->f->skip.contains (t))
    {
      *subtrees = 0;
      return NULL_TREE;
    }
  bool loop = false;
  switch (TREE_CODE (t))
    {
    case CALL_EXPR:
    case AGGR_INIT_EXPR:
      look_at_call (s, tp);
      break;
    case DECL_EXPR:
      if (VAR_P (DECL_EXPR_DECL (t)) && !TREE_STATIC (DECL_EXPR_DECL (t)))
	look_at (s, &DECL_INITIAL (DECL_EXPR_DECL (t)), true, true);
      break;
    case INIT_EXPR:
    case MODIFY_EXPR:
      look_at (s, &TREE_OPERAND (t, 0));
      look_at (s, &TREE_OPERAND (t, 1), true,
	       TREE_CODE (TREE_OPERAND (t, 1)) == CALL_EXPR);
      break;
    case TARGET_EXPR:
      s->target = EXPR_LOCATION (t);
      look_at (s, &TREE_OPERAND (t, 1), true, true);
      break;
    case TRY_CATCH_EXPR:
      look_at (s, &TREE_OPERAND (t, 0));
      break;
    case WHILE_STMT:
    case DO_STMT:
      look_at (s, &TREE_OPERAND (t, 0), false);
      break;
    case FOR_STMT:
      look_at (s, &TREE_OPERAND (t, 1), false);
      look_at (s, &TREE_OPERAND (t, 2), false);
      break;
    case COND_EXPR:
    case IF_STMT:
    case SWITCH_STMT:
    case TRUTH_ANDIF_EXPR:
    case TRUTH_ORIF_EXPR:
      look_at (s, &TREE_OPERAND (t, 0));
      loop = TREE_CODE (t) == SWITCH_STMT;
      for (int i = 1; i < TREE_OPERAND_LENGTH (t) && !loop; i++)
	look_at (s, &TREE_OPERAND (t, i), false, TREE_CODE (t) == COND_EXPR);
      break;
    case STATEMENT_LIST:
    case BIND_EXPR:
      s->n_lost += walk_tree_without_duplicates (tp, cover_find_end, NULL)
		   != NULL_TREE;
      break;
    case CLEANUP_STMT:
    case ASM_EXPR:
    case OMP_ATOMIC:
    case OMP_ATOMIC_READ:
    case OMP_ATOMIC_CAPTURE_OLD:
    case OMP_ATOMIC_CAPTURE_NEW:
      break;
    case THROW_EXPR:
    case CO_AWAIT_EXPR:
      s->n_lost++;
      return NULL_TREE;
    default:
      return NULL_TREE;
    }
  *subtrees = 0;
  return NULL_TREE;
}

/* What of the statement in SLOT is evaluated first, always and once; NULL: nothing.  */
static tree *
first_part (tree *slot)
{
  for (;;)
    switch (TREE_CODE (*slot))
      {
      case DECL_EXPR:
	return slot;
      case WHILE_STMT:
      case DO_STMT:
      case FOR_STMT:
	return NULL;
      case INIT_EXPR:
      case MODIFY_EXPR:
	if (!DECL_P (TREE_OPERAND (*slot, 0)))
	  return slot;
	slot = &TREE_OPERAND (*slot, 1);
	break;

      case RETURN_EXPR:
      case SWITCH_STMT:
      case IF_STMT:
      case EXPR_STMT:
      case CLEANUP_POINT_EXPR:
      case COND_EXPR:
      case TRUTH_ANDIF_EXPR:
      case TRUTH_ORIF_EXPR:
      case COMPOUND_EXPR:
      CASE_CONVERT:
	if (!TREE_OPERAND (*slot, 0))
	  return NULL;
	slot = &TREE_OPERAND (*slot, 0);
	break;
      default:
	return slot;
      }
}

void
cover_mark_calls (found *f, tree_stmt_iterator *at, int64_t number)
{
  search s;
  s.f = f;
  s.n_around = s.n_lost = 0;
  s.slot = NULL;
  s.target = UNKNOWN_LOCATION;
  s.always = number >= 0;
  tree *slot = tsi_stmt_ptr (*at), *first = first_part (slot);
  if (first && s.always)
    look_at (&s, first);
  unsigned n = s.calls.length (), n_lost = s.n_lost;
  look_at (&s, slot);
  tree before = NULL_TREE;
  for (unsigned i = 0; i < s.calls.length (); i++)
    {
      const call *c = &s.calls[i];
      bool shares = i < n && c->always && c->n_lost == n_lost;
      cover_add_call (shares ? number : unit.n_marks, c->expr,
		      callee_of (c->expr), c->where);
      tree mark = shares
		    ? cover_mark (c->where, number,
				  called (c->expr) | COVER_SHARES)
		    : cover_mark (c->where, unit.n_marks++, called (c->expr));
      if (c->slot && c->slot != slot)
	f->calls.safe_push ({ c->slot, mark });
      else
	before = cover_both (mark, before);
    }
  if (before)
    tsi_link_before (at, before, TSI_SAME_STMT);
}
