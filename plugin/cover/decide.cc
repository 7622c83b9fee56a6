/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover: marks where a decision is made.  */

#include "plugin/core/core.h"
#include "plugin/cover/cover.h"
#include "plugin/cover/tree.h"

tree
cover_both (tree first, tree second)
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
	     ? cover_mark (d->where, d->number + so_far + step)
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
		      cover_both (on_true, build_one_cst (type)),
		      cover_both (on_false, build_zero_cst (type)));
  TREE_SIDE_EFFECTS (*slot) = 1;
}

/* Mark vector number SUM, one of those from FIRST up to LAST.  */
static tree
build_choice (const decision *d, tree sum, uint64_t first, uint64_t last)
{
  if (first == last)
    return cover_mark (d->where, d->number + first);
  uint64_t middle = first + (last - first) / 2;
  tree test = build2 (LE_EXPR, boolean_type_node, sum,
		      build_int_cst (TREE_TYPE (sum), middle));
  tree choice = build3 (COND_EXPR, void_type_node, test,
			build_choice (d, sum, first, middle),
			build_choice (d, sum, middle + 1, last));
  TREE_SIDE_EFFECTS (choice) = 1;
  return choice;
}

tree
cover_temporary (tree value)
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

/* A set of conditions: variables of WORD bits each.  */
#define WORD 64

struct bits
{
  auto_vec<tree> words;
};

/* Let conditions of SET, from FIRST up to before END, which are in one word, be in it or NOT.  */
static tree
build_change (const bits *set, int first, int end, bool in)
{
  tree word = set->words[first / WORD];
  uint64_t mask = (~(uint64_t) 0 >> (WORD - (end - first))) << first % WORD;
  return build2 (MODIFY_EXPR, TREE_TYPE (word), word,
		 build2 (in ? BIT_IOR_EXPR : BIT_AND_EXPR, TREE_TYPE (word),
			 word,
			 build_int_cst (TREE_TYPE (word), in ? mask : ~mask)));
}

/* Whether condition C is in SET.  */
static tree
build_test (const bits *set, int c)
{
  tree word = set->words[c / WORD];
  return build2 (NE_EXPR, boolean_type_node,
		 build2 (BIT_AND_EXPR, TREE_TYPE (word), word,
			 build_int_cst (TREE_TYPE (word),
					(uint64_t) 1 << c % WORD)),
		 build_zero_cst (TREE_TYPE (word)));
}

/* Whichever of TRUE_MARK and FALSE_MARK, which may be NULL, TEST says.  */
static tree
build_either (tree test, tree true_mark, tree false_mark)
{
  tree t = build3 (COND_EXPR, void_type_node, test, true_mark, false_mark);
  TREE_SIDE_EFFECTS (t) = 1;
  return t;
}

/* Mark what each condition of D was, the outcome, and which conditions decided it.  Those
   that may do so are kept in a set, and what they were in another (Whalen, Heimdahl and
   De Silva, Efficient Test Coverage Measurement for MC/DC, 2013).  */
static void
mark_conditions (const decision *d)
{
  int n = d->vectors.n;
  bits able, values;
  tree before = NULL_TREE, after = NULL_TREE;
  for (int i = 0; i < 2 * ((n + WORD - 1) / WORD); i++)
    {
      tree t = cover_temporary (build_zero_cst (long_long_unsigned_type_node));
      before = cover_both (t, before);
      (i % 2 ? &able : &values)->words.safe_push (TARGET_EXPR_SLOT (t));
    }
  for (int c = n; c-- > 0;)
    {
      tree marks[2];
      for (int v = 0; v < 2; v++)
	marks[v] = cover_mark (d->where,
			       d->number + cover_decided (&d->vectors, c, v));
      after = cover_both (build_either (build_test (&able, c),
					build_either (build_test (&values, c),
						      marks[1], marks[0]),
					NULL_TREE),
			  after);
      choose (d->conditions[c],
	      cover_both (cover_mark (d->where, d->number + 2 * c + 1),
			  cover_both (build_change (&values, c, c + 1, true),
				      build_change (&able, c, c + 1, true))),
	      cover_both (cover_mark (d->where, d->number + 2 * c),
			  build_change (&able, c, c + 1, true)));
    }
  for (unsigned i = 0; i < d->maskings.length (); i++)
    {
      const masking *m = &d->maskings[i];
      tree clear = NULL_TREE;
      for (int c = m->first, end; c < m->end; c = end)
	{
	  end = MIN (m->end, (c / WORD + 1) * WORD);
	  clear = cover_both (build_change (&able, c, end, false), clear);
	}
      choose (m->right, m->value ? clear : NULL_TREE,
	      m->value ? NULL_TREE : clear);
    }
  tree *slot = whole (d);
  choose (slot, cover_mark (d->where, d->number + 2 * n + 1),
	  cover_mark (d->where, d->number + 2 * n));
  tree result = cover_temporary (*slot);
  *slot
    = cover_both (before,
		  cover_both (result,
			      cover_both (after, TARGET_EXPR_SLOT (result))));
}

void
cover_mark_decision (const decision *d)
{
  const cover_shape *s = &d->vectors;
  if (cover_many (s))
    {
      mark_conditions (d);
      return;
    }
  tree sum = is_tree (s)
	       ? NULL_TREE
	       : cover_temporary (build_zero_cst (unsigned_type_node));
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
  tree result = cover_temporary (*slot);
  *slot = cover_both (sum,
		      cover_both (result,
				  cover_both (build_choice (d, variable, 0,
							    s->n_vectors - 1),
					      TARGET_EXPR_SLOT (result))));
}
