/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover: marks in the trees of the front end, which are what is written.

   A mark is an empty asm with a number.  The compiler copies, inlines and drops it with
   its code; at=gimple labels those that are left (cover_marked).

   C's front end folds conditions while it parses if it optimizes: `a || b' becomes `a | b',
   two comparisons one of a range (fold_truth_andor).  So it is told not to until it is done
   with a function.  C++ folds later, but remembers what it has folded to warn of
   something.  */

#include "cover/decision.h"
#include "plugin/core/core.h"
#include "plugin/cover/cover.h"

/* What no asm of the user's says.  */
#define MARK 0x434f5652u	/* "COVR" */

static void
add_input (tree *inputs, uint32_t value)
{
  tree constraint = build_tree_list (NULL_TREE, build_string (2, "i"));
  *inputs
    = chainon (*inputs,
	       build_tree_list (constraint,
				build_int_cst (unsigned_type_node, value)));
}

static tree
build_mark (location_t where, uint32_t number)
{
  tree inputs = NULL_TREE;
  add_input (&inputs, MARK);
  add_input (&inputs, number);
  tree mark = build5_loc (where, ASM_EXPR, void_type_node, build_string (1, ""),
			  NULL_TREE, inputs, NULL_TREE, NULL_TREE);
  ASM_VOLATILE_P (mark) = 1;
  ASM_INLINE_P (mark) = 1;
  TREE_SIDE_EFFECTS (mark) = 1;
  return mark;
}

int64_t
cover_marked (gimple *stmt)
{
  gasm *mark = dyn_cast<gasm *> (stmt);
  if (!mark || gimple_asm_ninputs (mark) != 2 || *gimple_asm_string (mark))
    return -1;
  tree what = TREE_VALUE (gimple_asm_input_op (mark, 0));
  tree number = TREE_VALUE (gimple_asm_input_op (mark, 1));
  if (TREE_CODE (what) != INTEGER_CST || !tree_fits_uhwi_p (what)
      || tree_to_uhwi (what) != MARK || TREE_CODE (number) != INTEGER_CST)
    return -1;
  return tree_to_uhwi (number);
}

/* --- what there is ------------------------------------------------------------ */

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
};

/* The label of a switch: the variable that is 1 from there to the label, and the number
   of what goes that way.  */
struct case_label
{
  tree fresh;
  uint32_t number;
};

struct found
{
  vec<decision> decisions;
  vec<tree> switches;
  hash_map<tree, case_label> cases;
  vec<tree *> bodies;		/* a list, or a single statement in place of one */
  hash_set<tree> parts;		/* expressions that belong to decisions */
  hash_set<tree> skip;
};

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
  find_conditions (f, d, shape, &TREE_OPERAND (*op, 0));
  if (is_and_or (*op))
    find_conditions (f, d, shape, &TREE_OPERAND (*op, 1));
  shape->safe_push (TREE_CODE (*op) == TRUTH_ANDIF_EXPR	 ? '&'
		    : TREE_CODE (*op) == TRUTH_ORIF_EXPR ? '|'
							 : '!');
}

/* Whether all of D's conditions are numbers that can be chosen.  */
static bool
fits (const decision *d)
{
  for (unsigned i = 0; i < d->conditions.length (); i++)
    if (!INTEGRAL_TYPE_P (TREE_TYPE (*d->conditions[i])))
      return false;
  return true;
}

/* Whether TEST is the compiler's own: whether a clean-up is to be done, a variable is there
   already, it is the time for objects of the unit.  */
static bool
is_made_up (tree test)
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
  if (TREE_CODE (of) != FOR_STMT && is_made_up (*slot))
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
  if (fits (&d) && cover_shape_read (&d.vectors, d.shape))
    f->decisions.safe_push (d);
  else
    {
      free (d.shape);
      d.conditions.release ();
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

static void
add_body (found *f, tree *body)
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

/* Whether T is a mark.  */
static bool
is_mark (tree t)
{
  tree first = TREE_CODE (t) == ASM_EXPR ? ASM_INPUTS (t) : NULL_TREE;
  return first && TREE_CODE (TREE_VALUE (first)) == INTEGER_CST
	 && wi::to_widest (TREE_VALUE (first)) == MARK;
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

/* For walk_tree: a mark ends it.  */
static tree
find (tree *tp, int *subtrees, void *data)
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
      add_body (f, body);
      walk_tree_without_duplicates (body, find, f);
      return NULL_TREE;
    }
  switch (TREE_CODE (t))
    {
    case ASM_EXPR:
      return is_mark (t) ? t : NULL_TREE;
    case BIND_EXPR:
      /* What a variable that is always there begins with is no code.  */
      for (tree v = BIND_EXPR_VARS (t); v; v = DECL_CHAIN (v))
	if (VAR_P (v) && TREE_STATIC (v) && DECL_INITIAL (v))
	  f->skip.add (DECL_INITIAL (v));
      add_body (f, &BIND_EXPR_BODY (t));
      break;
    case STATEMENT_LIST:
      if (!is_strict (t))
	f->bodies.safe_push (tp);
      break;
    case COND_EXPR:
      if (!VOID_TYPE_P (TREE_TYPE (t)) && !cover_written (t))
	break;
      turn_back (t);
      add_decision (f, VOID_TYPE_P (TREE_TYPE (t)) ? "if" : "choice",
		    &TREE_OPERAND (t, 0), t);
      if (!VOID_TYPE_P (TREE_TYPE (t)) || is_made_up (TREE_OPERAND (t, 0)))
	break;
      add_body (f, &TREE_OPERAND (t, 1));
      add_body (f, &TREE_OPERAND (t, 2));
      break;
    case IF_STMT:
      add_decision (f, "if", &TREE_OPERAND (t, 0), t);
      add_body (f, &TREE_OPERAND (t, 1));
      add_body (f, &TREE_OPERAND (t, 2));
      break;
    case WHILE_STMT:
    case DO_STMT:
      add_decision (f, TREE_CODE (t) == DO_STMT ? "do" : "while",
		    &TREE_OPERAND (t, 0), t);
      add_body (f, &TREE_OPERAND (t, 1));
      break;
    case FOR_STMT:
      add_decision (f, "for", &TREE_OPERAND (t, 1), t);
      add_body (f, &TREE_OPERAND (t, 3));
      break;
    case SWITCH_STMT:
      f->switches.safe_push (t);
      /* FALLTHRU */
    case HANDLER:
      add_body (f, &TREE_OPERAND (t, 1));
      break;
    case CLEANUP_STMT:
    case TRY_BLOCK:
      add_body (f, &TREE_OPERAND (t, 0));
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

/* --- decisions ------------------------------------------------------------------ */

/* FIRST, then SECOND, which is the value; either may be missing.  */
static tree
build_both (tree first, tree second)
{
  return !first	   ? second
	 : !second ? first
		   : build2 (COMPOUND_EXPR, TREE_TYPE (second), first, second);
}

/* Whether evaluation comes to each condition in one way.  */
static bool
is_tree (const cover_shape *s)
{
  for (int i = 0; i < s->n; i++)
    if (s->conditions[i].from != 1)
      return false;
  return true;
}

/* What condition C is to do where it is VALUE, besides being it: mark the vector, of which
   SO_FAR is known, if that ends there; or add to SUM, if there is one.  */
static tree
build_way (const decision *d, int c, int value, uint64_t so_far, tree sum)
{
  const cover_condition *at = &d->vectors.conditions[c];
  uint64_t step = cover_step (&d->vectors, c, value);
  if (!sum)
    return at->next[value] < 0
	     ? build_mark (d->where, d->number + so_far + step)
	     : NULL_TREE;
  return step == 0 ? NULL_TREE
		   : build2 (MODIFY_EXPR, TREE_TYPE (sum), sum,
			     build2 (PLUS_EXPR, TREE_TYPE (sum), sum,
				     build_int_cst (TREE_TYPE (sum), step)));
}

static void
choose (tree *slot, tree on_true, tree on_false)
{
  tree type = TREE_TYPE (*slot);
  if (!on_true && !on_false)
    return;
  *slot = build3_loc (EXPR_LOCATION (*slot), COND_EXPR, type, *slot,
		      build_both (on_true, build_one_cst (type)),
		      build_both (on_false, build_zero_cst (type)));
  TREE_SIDE_EFFECTS (*slot) = 1;
}

/* Mark vector number SUM, one of those from FIRST up to LAST.  */
static tree
build_choice (const decision *d, tree sum, uint64_t first, uint64_t last)
{
  if (first == last)
    return build_mark (d->where, d->number + first);
  uint64_t middle = first + (last - first) / 2;
  tree test = build2 (LE_EXPR, boolean_type_node, sum,
		      build_int_cst (TREE_TYPE (sum), middle));
  tree choice = build3 (COND_EXPR, void_type_node, test,
			build_choice (d, sum, first, middle),
			build_choice (d, sum, middle + 1, last));
  TREE_SIDE_EFFECTS (choice) = 1;
  return choice;
}

/* A variable that is VALUE at first.  */
static tree
build_temporary (tree value)
{
  tree variable = create_tmp_var_raw (TREE_TYPE (value));
  DECL_CONTEXT (variable) = current_function_decl;
  tree t = build4 (TARGET_EXPR, TREE_TYPE (value), variable, value, NULL_TREE,
		   NULL_TREE);
  TREE_SIDE_EFFECTS (t) = 1;
  return t;
}

/* Where D is decided.  */
static tree *
whole (const decision *d)
{
  tree *slot = d->slot;
  while (TREE_CODE (*slot) == CLEANUP_POINT_EXPR)
    slot = &TREE_OPERAND (*slot, 0);
  return slot;
}

/* Mark what each condition of D was, and the outcome.  */
static void
mark_conditions (const decision *d)
{
  for (int c = 0; c <= d->vectors.n; c++)
    {
      tree *slot = c < d->vectors.n ? d->conditions[c] : whole (d);
      choose (slot, build_mark (d->where, d->number + 2 * c + 1),
	      build_mark (d->where, d->number + 2 * c));
    }
}

static void
mark_decision (const decision *d)
{
  const cover_shape *s = &d->vectors;
  if (cover_many (s))
    {
      mark_conditions (d);
      return;
    }
  tree sum = is_tree (s)
	       ? NULL_TREE
	       : build_temporary (build_zero_cst (unsigned_type_node));
  tree variable = sum ? TARGET_EXPR_SLOT (sum) : NULL_TREE;
  auto_vec<uint64_t> so_far;
  so_far.safe_grow_cleared (s->n);
  for (int c = 0; c < s->n; c++)
    {
      for (int v = 0; v < 2; v++)
	if (int next = s->conditions[c].next[v]; next >= 0)
	  so_far[next] = so_far[c] + cover_step (s, c, v);
      choose (d->conditions[c], build_way (d, c, 1, so_far[c], variable),
	      build_way (d, c, 0, so_far[c], variable));
    }
  if (!sum)
    return;
  tree *slot = whole (d);
  tree result = build_temporary (*slot);
  *slot = build_both (sum,
		      build_both (result,
				  build_both (build_choice (d, variable, 0,
							    s->n_vectors - 1),
					      TARGET_EXPR_SLOT (result))));
}

/* --- statements ------------------------------------------------------------------- */

/* For walk_tree: what control may be lost in, or part.  */
static tree
find_end (tree *tp, int *subtrees, void *)
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
      if (is_made_up (TREE_OPERAND (stmt, 0)))
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
  auto_vec<location_t> where;
};

static void
mark_run (run *r)
{
  if (r->where.is_empty ())
    return;
  tsi_link_before (&r->first, build_mark (r->where[0], unit.n_marks),
		   TSI_SAME_STMT);
  cover_add_statements (unit.n_marks++, r->where.address (),
			r->where.length ());
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
  tree came = build_both (build2 (MODIFY_EXPR, TREE_TYPE (c->fresh), c->fresh,
				  build_zero_cst (TREE_TYPE (c->fresh))),
			  build_mark (where, c->number));
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
	    r.first = i;
	  r.where.safe_push (place_of (stmt));
	}
      if (walk_tree_without_duplicates (tsi_stmt_ptr (i), find_end, NULL))
	mark_run (&r);
    }
  mark_run (&r);
}

static void
mark_body (found *f, tree *body)
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

/* Give the labels of the switch T numbers.  */
static void
mark_switch (found *f, tree t)
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
  tree fresh = build_temporary (integer_one_node);
  TREE_OPERAND (t, 0) = build_both (fresh, TREE_OPERAND (t, 0));
  cover_add_switch (unit.n_marks, EXPR_LOCATION (t), labels);
  for (unsigned i = 0; i < labels.length (); i++)
    f->cases.put (labels[i], { TARGET_EXPR_SLOT (fresh), unit.n_marks++ });
}

/* --- a function ------------------------------------------------------------------- */

/* Mark with NUMBER where FNDECL begins.  */
static void
mark_entry (tree fndecl, uint32_t number)
{
  tree *body = &DECL_SAVED_TREE (fndecl);
  if (TREE_CODE (*body) == BIND_EXPR)
    body = &BIND_EXPR_BODY (*body);
  if (TREE_CODE (*body) != STATEMENT_LIST)
    {
      tree list = NULL_TREE;
      append_to_statement_list_force (*body, &list);
      *body = list;
    }
  tree_stmt_iterator i = tsi_start (*body);
  tsi_link_before (&i, build_mark (DECL_SOURCE_LOCATION (fndecl), number),
		   TSI_SAME_STMT);
}

/* Mark all of F, which is FNDECL's.  */
static void
mark_found (found *f, tree fndecl)
{
  uint32_t entry = unit.n_marks++;
  cover_add_function (entry, fndecl);
  for (unsigned i = 0; i < f->switches.length (); i++)
    mark_switch (f, f->switches[i]);
  /* Before calls and branches of ours come in.  */
  for (unsigned i = f->bodies.length (); i-- > 0;)
    mark_body (f, f->bodies[i]);
  for (unsigned i = 0; i < f->decisions.length (); i++)
    {
      decision *d = &f->decisions[i];
      if (d->where == UNKNOWN_LOCATION)
	d->where = EXPR_LOCATION (*d->conditions[0]);
      d->number = unit.n_marks;
      unit.n_marks += cover_numbers (&d->vectors);
      cover_add_decision (d->kind, d->number, d->of, d->where, d->shape,
			  d->conditions);
    }
  /* Inner ones first: they are in conditions of others.  */
  for (unsigned i = f->decisions.length (); i-- > 0;)
    mark_decision (&f->decisions[i]);
  mark_entry (fndecl, entry);
  if (clear_fold_cache)
    clear_fold_cache ();
}

static void
mark_function (tree fndecl)
{
  found f;
  f.decisions = vNULL;
  f.bodies = vNULL;
  f.switches = vNULL;
  add_body (&f, &DECL_SAVED_TREE (fndecl));
  /* The variants of a constructor have the marks of the one that they are made of.  */
  bool variant = walk_tree_without_duplicates (&DECL_SAVED_TREE (fndecl), find,
					       &f);
  if (!variant)
    mark_found (&f, fndecl);
  for (unsigned i = 0; i < f.decisions.length (); i++)
    {
      f.decisions[i].conditions.release ();
      cover_shape_release (&f.decisions[i].vectors);
      free (f.decisions[i].shape);
    }
  f.decisions.release ();
  f.bodies.release ();
  f.switches.release ();
}

/* --- C's front end ------------------------------------------------------------------- */

/* Where nothing is optimized, __builtin_constant_p is 0 unless that is known at once.
   Later more may be known: while a function is parsed, it is the target's builtin, so that
   we are asked.  */
static void
hold_constant_p (bool held)
{
  set_decl_built_in_function (builtin_decl_explicit (BUILT_IN_CONSTANT_P),
			      held ? BUILT_IN_MD : BUILT_IN_NORMAL,
			      BUILT_IN_CONSTANT_P);
}

static tree
fold_builtin (tree fndecl, int n, tree *args, bool ignore)
{
  if (fndecl != builtin_decl_explicit (BUILT_IN_CONSTANT_P))
    return unit.fold_builtin (fndecl, n, args, ignore);
  if (n != 1)
    {
      error ("%qE takes one argument", fndecl);
      return integer_zero_node;
    }
  int parses = optimize;
  hold_constant_p (false);
  optimize = opt_for_fn (current_function_decl, optimize);
  tree known = fold_builtin_call_array (input_location, integer_type_node,
					build_fold_addr_expr (fndecl), n, args);
  optimize = parses;
  hold_constant_p (true);
  return known;
}

/* GCC goes on to another function, which may have options of its own.  */
static void
set_current_function (tree fndecl)
{
  unit.set_current_function (fndecl);
  if (unit.parses)
    optimize = 0;
}

static void
on_start_function (void *fndecl, void *)
{
  if (!fndecl || TREE_CODE ((tree) fndecl) != FUNCTION_DECL || lang_GNU_CXX ())
    return;
  unit.parses = true;
  hold_constant_p (true);
}

/* FNDECL has been parsed, or what was to be one.  */
static void
restore (tree fndecl)
{
  if (unit.parses)
    optimize = fndecl
		 ? opt_for_fn (fndecl, optimize)
		 : TREE_OPTIMIZATION (optimization_default_node)->x_optimize;
  if (unit.parses)
    hold_constant_p (false);
  unit.parses = false;
}

/* Whether DECL is a function that constants of C++ may call, by the tree that it has now
   (DECL_DECLARED_CONSTEXPR_P).  */
static bool
makes_constants (tree decl)
{
  return lang_GNU_CXX () && DECL_LANG_FLAG_8 (decl);
}

static void
on_function (void *fndecl, void *)
{
  tree decl = (tree) fndecl;
  restore (decl);
  if (!seen_error () && !makes_constants (decl)
      && !in_system_header_at (DECL_SOURCE_LOCATION (decl))
      && DECL_SAVED_TREE (decl) && unit.map)
    mark_function (decl);
}

/* One in another is part of that.  */
static void
on_finish_function (void *fndecl, void *)
{
  if (!fndecl || !decl_function_context ((tree) fndecl))
    restore (NULL_TREE);
}

void
cover_init (const char *plugin_name)
{
  if (!config->kind[HALT_COVER])
    return;
  unit.set_current_function = targetm.set_current_function;
  targetm.set_current_function = set_current_function;
  unit.fold_builtin = targetm.fold_builtin;
  targetm.fold_builtin = fold_builtin;
  register_callback (plugin_name, PLUGIN_START_PARSE_FUNCTION,
		     on_start_function, NULL);
  register_callback (plugin_name, PLUGIN_PRE_GENERICIZE, on_function, NULL);
  register_callback (plugin_name, PLUGIN_FINISH_PARSE_FUNCTION,
		     on_finish_function, NULL);
}
