/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover: what there is in a function.  */

#include "plugin/core/core.h"
#include "plugin/cover/cover.h"
#include "plugin/cover/tree.h"

static bool
is_and_or (tree t)
{
  return TREE_CODE (t) == TRUTH_ANDIF_EXPR || TREE_CODE (t) == TRUTH_ORIF_EXPR;
}

/* The operand of what the macros likely and unlikely are, or NULL.  */
static tree *
expected (tree call)
{
  tree callee = get_callee_fndecl (call);
  return callee
	     && (fndecl_built_in_p (callee, BUILT_IN_EXPECT)
		 || fndecl_built_in_p (callee,
				       BUILT_IN_EXPECT_WITH_PROBABILITY))
	   ? &CALL_EXPR_ARG (call, 0)
	   : NULL;
}

/* The operator in SLOT, which may be in what changes no truth; NULL: there is none.  */
static tree *
find_operator (tree *slot)
{
  while (slot && INTEGRAL_TYPE_P (TREE_TYPE (*slot)))
    switch (TREE_CODE (*slot))
      {
      case TRUTH_ANDIF_EXPR:
      case TRUTH_ORIF_EXPR:
      case TRUTH_NOT_EXPR:
	return slot;
      case NE_EXPR:
	if (!integer_zerop (TREE_OPERAND (*slot, 1)))
	  return NULL;
	slot = &TREE_OPERAND (*slot, 0);
	break;
      case CLEANUP_POINT_EXPR:
      case NON_LVALUE_EXPR:
      case VIEW_CONVERT_EXPR:
      CASE_CONVERT:
	slot = &TREE_OPERAND (*slot, 0);
	break;
      case CALL_EXPR:
	slot = expected (*slot);
	break;
      default:
	return NULL;
      }
  return NULL;
}

/* Add the conditions of the expression in SLOT to D, its shape to SHAPE.  */
static void
find_conditions (found *f, decision *d, auto_vec<char> *shape, tree *slot)
{
  tree *op = find_operator (slot);
  if (!op)
    {
      while (TREE_CODE (*slot) == CLEANUP_POINT_EXPR)
	slot = &TREE_OPERAND (*slot, 0);
      d->conditions.safe_push (slot);
      shape->safe_push ('.');
      return;
    }
  f->parts.add (*op);
  int first = d->conditions.length ();
  find_conditions (f, d, shape, &TREE_OPERAND (*op, 0));
  if (is_and_or (*op))
    {
      d->maskings.safe_push ({ &TREE_OPERAND (*op, 1),
			       TREE_CODE (*op) == TRUTH_ORIF_EXPR, first,
			       (int) d->conditions.length () });
      find_conditions (f, d, shape, &TREE_OPERAND (*op, 1));
    }
  shape->safe_push (TREE_CODE (*op) == TRUTH_ANDIF_EXPR	 ? '&'
		    : TREE_CODE (*op) == TRUTH_ORIF_EXPR ? '|'
							 : '!');
}

/* Why D is not counted, or NULL.  Its shape is read.  */
static const char *
left_out (decision *d)
{
  for (unsigned i = 0; i < d->conditions.length (); i++)
    if (!INTEGRAL_TYPE_P (TREE_TYPE (*d->conditions[i])))
      return "a condition is no integer";
  return cover_shape_read (&d->vectors, d->shape)
	   ? NULL
	   : "too many conditions";
}

bool
cover_made_up (tree test)
{
  while (!DECL_P (test) && lang_GNU_CXX ())
    {
      tree callee = TREE_CODE (test) == CALL_EXPR ? get_callee_fndecl (test)
						  : NULL_TREE;
      if (callee && call_expr_nargs (test) > 0
	  && (fndecl_built_in_p (callee, BUILT_IN_NORMAL)
	      || (DECL_NAME (callee)
		  && id_equal (DECL_NAME (callee), "__cxa_guard_acquire"))))
	test = CALL_EXPR_ARG (test, 0);
      else if (TREE_CODE (test) == CLEANUP_POINT_EXPR
	       || TREE_CODE (test) == EQ_EXPR || TREE_CODE (test) == NE_EXPR
	       || TREE_CODE (test) == TRUTH_ANDIF_EXPR
	       || TREE_CODE (test) == TRUTH_NOT_EXPR
	       || TREE_CODE (test) == INDIRECT_REF
	       || TREE_CODE (test) == ADDR_EXPR
	       || TREE_CODE (test) == NON_LVALUE_EXPR
	       || TREE_CODE (test) == VIEW_CONVERT_EXPR
	       || CONVERT_EXPR_P (test))
	test = TREE_OPERAND (test, 0);
      else
	return false;
    }
  if (!lang_GNU_CXX ())
    return false;
  if (!DECL_NAME (test))
    return true;
  return IDENTIFIER_POINTER (DECL_NAME (test))[0] == '_'
	 && (DECL_ARTIFICIAL (test) || DECL_ARTIFICIAL (current_function_decl));
}

static void
add_decision (found *f, const char *kind, tree *slot, tree of)
{
  if (!*slot || TREE_CODE (*slot) == INTEGER_CST || error_operand_p (*slot))
    return;
  if (TREE_CODE (of) != FOR_STMT && cover_made_up (*slot))
    {
      f->parts.add (*slot);
      return;
    }
  decision d = {};
  auto_vec<char> shape;
  d.kind = kind;
  d.of = of;
  d.slot = slot;
  d.where = EXPR_LOCATION (of);
  find_conditions (f, &d, &shape, slot);
  shape.safe_push (0);
  d.shape = xstrdup (shape.address ());
  if (const char *why = left_out (&d); !why)
    f->decisions.safe_push (d);
  else
    {
      cover_add_left_out (current_function_decl, d.where, "decision", why);
      free (d.shape);
      d.conditions.release ();
      d.maskings.release ();
    }
}

/* Whether LIST has parts of OpenMP between which nothing may stand.  */
static bool
is_strict (tree list)
{
  for (tree_stmt_iterator i = tsi_start (list); !tsi_end_p (i); tsi_next (&i))
    switch (TREE_CODE (tsi_stmt (i)))
      {
      case OMP_SECTION:
      case OMP_SCAN:
      case OMP_TEAMS:
	return true;
      default:
	break;
      }
  return false;
}

void
cover_add_body (found *f, tree *body)
{
  if (*body && TREE_CODE (*body) != STATEMENT_LIST)
    f->bodies.safe_push (body);
}

/* Loops of OpenMP keep their form: what else is in LOOP.  */
static tree *
loop_body (tree loop)
{
  switch (TREE_CODE (loop))
    {
    case OMP_FOR:
    case OMP_SIMD:
    case OMP_DISTRIBUTE:
    case OMP_TASKLOOP:
    case OMP_LOOP:
    case OACC_LOOP:
      return &OMP_FOR_BODY (loop);
    default:
      return NULL;
    }
}

/* Let CHOICE, a `?:', test what is written.  */
static void
turn_back (tree choice)
{
  if (!cover_turned_round (choice))
    return;
  tree test = TREE_OPERAND (choice, 0);
  TREE_OPERAND (choice, 0) = invert_truthvalue_loc (EXPR_LOCATION (test), test);
  std::swap (TREE_OPERAND (choice, 1), TREE_OPERAND (choice, 2));
}

bool
cover_is_check (tree t)
{
  if (TREE_CODE (t) != COND_EXPR || !VOID_TYPE_P (TREE_TYPE (t))
      || !TREE_OPERAND (t, 1) || TREE_CODE (TREE_OPERAND (t, 1)) != CALL_EXPR)
    return false;
  tree callee = get_callee_fndecl (TREE_OPERAND (t, 1));
  if (!callee || !DECL_NAME (callee))
    return false;
  return startswith (IDENTIFIER_POINTER (DECL_NAME (callee)),
		     "__builtin___ubsan_")
	 || (EXPR_LOCATION (t) == UNKNOWN_LOCATION
	     && fndecl_built_in_p (callee, BUILT_IN_TRAP));
}

tree
cover_find (tree *tp, int *subtrees, void *data)
{
  found *f = (found *) data;
  tree t = *tp;
  if (TYPE_P (t) || f->skip.contains (t) || TREE_CODE (t) == OMP_CLAUSE)
    {
      *subtrees = 0;
      return NULL_TREE;
    }
  if (tree *body = loop_body (t))
    {
      *subtrees = 0;
      cover_add_body (f, body);
      walk_tree (body, cover_find, f, &f->seen);
      return NULL_TREE;
    }
  switch (TREE_CODE (t))
    {
    case ASM_EXPR:
      return cover_is_mark (t) ? t : NULL_TREE;
    case BIND_EXPR:
      /* What a variable that is always there begins with is no code.  */
      for (tree v = BIND_EXPR_VARS (t); v; v = DECL_CHAIN (v))
	if (VAR_P (v) && TREE_STATIC (v) && DECL_INITIAL (v))
	  f->skip.add (DECL_INITIAL (v));
      cover_add_body (f, &BIND_EXPR_BODY (t));
      /* Lists in lists come after those.  */
      *subtrees = 0;
      if (tree mark = walk_tree (&BIND_EXPR_BODY (t), cover_find, f, &f->seen))
	return mark;
      for (tree v = BIND_EXPR_VARS (t); v; v = DECL_CHAIN (v))
	walk_tree (&DECL_INITIAL (v), cover_find, f, &f->seen);
      break;
    case STATEMENT_LIST:
      if (!is_strict (t))
	f->bodies.safe_push (tp);
      break;
    case COND_EXPR:
      if (!VOID_TYPE_P (TREE_TYPE (t)) && !cover_written (t))
	break;
      if (cover_is_check (t))
	{
	  f->parts.add (TREE_OPERAND (t, 0));
	  break;
	}
      turn_back (t);
      add_decision (f, VOID_TYPE_P (TREE_TYPE (t)) ? "if" : "choice",
		    &TREE_OPERAND (t, 0), t);
      if (!VOID_TYPE_P (TREE_TYPE (t)) || cover_made_up (TREE_OPERAND (t, 0)))
	break;
      cover_add_body (f, &TREE_OPERAND (t, 1));
      cover_add_body (f, &TREE_OPERAND (t, 2));
      break;
    case IF_STMT:
      add_decision (f, "if", &TREE_OPERAND (t, 0), t);
      cover_add_body (f, &TREE_OPERAND (t, 1));
      cover_add_body (f, &TREE_OPERAND (t, 2));
      break;
    case WHILE_STMT:
    case DO_STMT:
      add_decision (f, TREE_CODE (t) == DO_STMT ? "do" : "while",
		    &TREE_OPERAND (t, 0), t);
      cover_add_body (f, &TREE_OPERAND (t, 1));
      break;
    case FOR_STMT:
      add_decision (f, "for", &TREE_OPERAND (t, 1), t);
      cover_add_body (f, &TREE_OPERAND (t, 3));
      break;
    case SWITCH_STMT:
      f->switches.safe_push (t);
      /* FALLTHRU */
    case HANDLER:
      cover_add_body (f, &TREE_OPERAND (t, 1));
      break;
    case CLEANUP_STMT:
    case TRY_BLOCK:
      cover_add_body (f, &TREE_OPERAND (t, 0));
      break;
    case TRUTH_ANDIF_EXPR:
    case TRUTH_ORIF_EXPR:
      if (!f->parts.contains (t))
	add_decision (f, "value", tp, t);
      break;
    default:
      break;
    }
  return NULL_TREE;
}
