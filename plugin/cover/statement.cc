/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover: marks of statements, and of cases.  */

#include "plugin/core/core.h"
#include "plugin/cover/cover.h"
#include "plugin/cover/tree.h"

tree
cover_find_end (tree *tp, int *subtrees, void *)
{
  tree t = *tp;
  if (TYPE_P (t))
    *subtrees = 0;
  switch (TREE_CODE (t))
    {
    case CALL_EXPR:
      return (call_expr_flags (t) & ECF_LEAF)
		 && (call_expr_flags (t) & ECF_NOTHROW)
		 && !(call_expr_flags (t) & ECF_NORETURN)
	       ? NULL_TREE
	       : t;
    case COND_EXPR:
      return VOID_TYPE_P (TREE_TYPE (t)) ? t : NULL_TREE;
    case AGGR_INIT_EXPR:
    case THROW_EXPR:
    case CO_AWAIT_EXPR:
    case RETURN_EXPR:
    case GOTO_EXPR:
    case BREAK_STMT:
    case CONTINUE_STMT:
    case IF_STMT:
    case WHILE_STMT:
    case DO_STMT:
    case FOR_STMT:
    case SWITCH_STMT:
    case TRY_BLOCK:
    case CLEANUP_STMT:
    case LABEL_EXPR:
    case CASE_LABEL_EXPR:
    case ASM_EXPR:
      return t;
    default:
      return NULL_TREE;
    }
}

/* Whether STMT is for the compiler alone: an object has no value any more, as a destructor
   says; a case falls through; a handler of exceptions begins.  */
static bool
does_nothing (tree stmt)
{
  while (TREE_CODE (stmt) == EXPR_STMT || TREE_CODE (stmt) == CLEANUP_POINT_EXPR
	 || CONVERT_EXPR_P (stmt))
    stmt = TREE_OPERAND (stmt, 0);
  if (cover_is_check (stmt))
    return true;
  if (TREE_CODE (stmt) == MODIFY_EXPR || TREE_CODE (stmt) == INIT_EXPR)
    {
      stmt = TREE_OPERAND (stmt, 1);
      if (TREE_CLOBBER_P (stmt))
	return true;
      STRIP_NOPS (stmt);
    }
  if (TREE_CODE (stmt) != CALL_EXPR)
    return false;
  tree callee = get_callee_fndecl (stmt);
  return CALL_EXPR_IFN (stmt) == IFN_FALLTHROUGH
	 || (callee && DECL_NAME (callee)
	     && id_equal (DECL_NAME (callee), "__cxa_begin_catch"));
}

/* Whether STMT is one of the program's, that does something.  */
static bool
is_statement (tree stmt)
{
  switch (TREE_CODE (stmt))
    {
    case BIND_EXPR:
    case STATEMENT_LIST:
    case LABEL_EXPR:
    case CASE_LABEL_EXPR:
    case DEBUG_BEGIN_STMT:
    case HANDLER:
    case USING_STMT:
    case CLEANUP_STMT:
    case TRY_BLOCK:
    case TRY_FINALLY_EXPR:
    case MUST_NOT_THROW_EXPR:
    case EH_SPEC_BLOCK:
    case PREDICT_EXPR:
      return false;
    case DECL_EXPR:
      return VAR_P (DECL_EXPR_DECL (stmt))
	     && !TREE_STATIC (DECL_EXPR_DECL (stmt))
	     && DECL_INITIAL (DECL_EXPR_DECL (stmt));
    case IF_STMT:
    case COND_EXPR:
      if (cover_made_up (TREE_OPERAND (stmt, 0)))
	return false;
      break;
    default:
      break;
    }
  /* C++ has a return at the end of main that is not written, a header of the library
     objects that are to be there.  */
  location_t where = EXPR_LOCATION (stmt);
  return !IS_EMPTY_STMT (stmt) && !does_nothing (stmt)
	 && where > BUILTINS_LOCATION && where != input_location
	 && !in_system_header_at (expansion_point_location (where));
}

/* Where STMT is.  C++ has a return where its last word is.  */
static location_t
place_of (tree stmt)
{
  tree value = stmt;
  while (lang_GNU_CXX ()
	 && (TREE_CODE (value) == CLEANUP_POINT_EXPR
	     || TREE_CODE (value) == RETURN_EXPR)
	 && TREE_OPERAND (value, 0))
    value = TREE_OPERAND (value, 0);
  if (TREE_CODE (value) == INIT_EXPR)
    value = TREE_OPERAND (value, 1);
  return EXPR_LOCATION (value) > BUILTINS_LOCATION
	   ? EXPR_LOCATION (value)
	   : EXPR_LOCATION (stmt);
}

/* A run of statements that are executed as often, and where it begins.  */
struct run
{
  tree_stmt_iterator first;
  uint32_t number;
  auto_vec<location_t> where;
};

static void
mark_run (run *r)
{
  if (r->where.is_empty ())
    return;
  tsi_link_before (&r->first,
		   cover_mark (r->where[0], r->number, COVER_STATEMENT),
		   TSI_SAME_STMT);
  cover_add_statements (r->number, r->where.address (), r->where.length ());
  r->where.truncate (0);
}

/* What comes after the label at I and does something, or is another of a switch; NULL: the
   list ends.  */
static tree
next_after_label (tree_stmt_iterator i)
{
  for (tsi_next (&i); !tsi_end_p (i); tsi_next (&i))
    {
      tree t = tsi_stmt (i);
      if (!IS_EMPTY_STMT (t) && TREE_CODE (t) != DEBUG_BEGIN_STMT
	  && TREE_CODE (t) != LABEL_EXPR && TREE_CODE (t) != PREDICT_EXPR)
	return t;
    }
  return NULL_TREE;
}

/* Whether STMT, which comes after a label, leaves the switch at once: GCC does not warn of
   what falls into that.  */
static bool
leaves (tree stmt)
{
  if (!stmt)
    return true;
  switch (TREE_CODE (stmt))
    {
    case BREAK_STMT:
    case CONTINUE_STMT:
    case GOTO_EXPR:
      return true;
    case RETURN_EXPR:
      return !TREE_OPERAND (stmt, 0);
    default:
      return false;
    }
}

/* After the label at *I, which the switch has come to where C's variable says so.  */
static void
mark_case (tree_stmt_iterator *i, const case_label *c)
{
  location_t where = EXPR_LOCATION (tsi_stmt (*i));
  tree next = next_after_label (*i);
  if (leaves (next))
    FALLTHROUGH_LABEL_P (CASE_LABEL (tsi_stmt (*i))) = 1;
  tree came = cover_both (build2 (MODIFY_EXPR, TREE_TYPE (c->fresh), c->fresh,
				  build_zero_cst (TREE_TYPE (c->fresh))),
			  cover_mark (where, c->number));
  tree stmt = build3_loc (where, COND_EXPR, void_type_node,
			  build2 (NE_EXPR, boolean_type_node, c->fresh,
				  build_zero_cst (TREE_TYPE (c->fresh))),
			  came, NULL_TREE);
  TREE_SIDE_EFFECTS (stmt) = 1;
  tsi_link_after (i, stmt, TSI_NEW_STMT);
  /* It does as the source has it.  */
  if (next && TREE_CODE (next) == CASE_LABEL_EXPR)
    tsi_link_after (i,
		    build_call_expr_internal_loc (where, IFN_FALLTHROUGH,
						  void_type_node, 0),
		    TSI_NEW_STMT);
}

/* Whether control may be lost in what is in SLOT, a statement.  */
static bool
may_end (tree *slot)
{
  if (TREE_CODE (*slot) == DECL_EXPR && VAR_P (DECL_EXPR_DECL (*slot))
      && DECL_INITIAL (DECL_EXPR_DECL (*slot))
      && !TREE_STATIC (DECL_EXPR_DECL (*slot)))
    slot = &DECL_INITIAL (DECL_EXPR_DECL (*slot));
  return walk_tree_without_duplicates (slot, cover_find_end, NULL);
}

static void
mark_list (found *f, tree list)
{
  run r;
  for (tree_stmt_iterator i = tsi_start (list); !tsi_end_p (i); tsi_next (&i))
    {
      tree stmt = tsi_stmt (i);
      if (const case_label *c = f->cases.get (stmt))
	{
	  mark_run (&r);
	  mark_case (&i, c);
	  continue;
	}
      if (is_statement (stmt))
	{
	  if (r.where.is_empty ())
	    {
	      r.first = i;
	      r.number = unit.n_marks++;
	    }
	  r.where.safe_push (place_of (stmt));
	}
      cover_mark_calls (f, &i, r.where.is_empty () ? -1 : r.number);
      if (may_end (tsi_stmt_ptr (i)))
	mark_run (&r);
    }
  mark_run (&r);
}

void
cover_mark_body (found *f, tree *body)
{
  if (TREE_CODE (*body) != STATEMENT_LIST)
    {
      if (!is_statement (*body))
	return;
      tree list = NULL_TREE;
      append_to_statement_list_force (*body, &list);
      *body = list;
    }
  mark_list (f, *body);
}

/* For walk_tree: the labels of a switch, not those of one that is in it.  */
static tree
find_cases (tree *tp, int *subtrees, void *data)
{
  if (TYPE_P (*tp) || TREE_CODE (*tp) == SWITCH_STMT)
    *subtrees = 0;
  if (TREE_CODE (*tp) == CASE_LABEL_EXPR)
    ((auto_vec<tree> *) data)->safe_push (*tp);
  return NULL_TREE;
}

void
cover_mark_switch (found *f, tree t)
{
  auto_vec<tree> labels;
  tree *body = &TREE_OPERAND (t, 1);
  bool whole = false;
  if (!*body || error_operand_p (TREE_OPERAND (t, 0)))
    return;
  walk_tree_without_duplicates (body, find_cases, &labels);
  for (unsigned i = 0; i < labels.length (); i++)
    whole |= !CASE_LOW (labels[i]);
  if (!whole)
    {
      /* What no case is for comes here.  */
      tree label = create_artificial_label (EXPR_LOCATION (t));
      tree other = build_case_label (NULL_TREE, NULL_TREE, label);
      SET_EXPR_LOCATION (other, EXPR_LOCATION (t));
      append_to_statement_list_force (other, body);
      labels.safe_push (other);
    }
  tree fresh = cover_temporary (integer_one_node);
  TREE_OPERAND (t, 0) = cover_both (fresh, TREE_OPERAND (t, 0));
  cover_add_switch (unit.n_marks, EXPR_LOCATION (t), labels);
  for (unsigned i = 0; i < labels.length (); i++)
    f->cases.put (labels[i], { TARGET_EXPR_SLOT (fresh), unit.n_marks++ });
}
