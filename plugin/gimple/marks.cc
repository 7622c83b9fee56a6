/* SPDX-License-Identifier: GPL-3.0-or-later */
/* at=gimple with count: from GIMPLE to machine code.

   Where a point is to be counted stands a mark, an empty asm, which the compiler
   copies, inlines and drops with its code.  In final machine code notes stand for
   the marks that are left, as if that had been labelled; so what counts is what
   counts there (count/).  */

#include "plugin/gimple/point.h"

/* What no asm of the user's says.  */
#define MARK 0x48414c54u	/* "HALT" */

/* The points of the unit that have marks, by their numbers.  */
static auto_vec<gimple_point> marked;

static tree
input (uint32_t value)
{
  tree constraint = build_tree_list (NULL_TREE, build_string (2, "i"));
  return build_tree_list (constraint,
			  build_int_cst (unsigned_type_node, value));
}

void
mark_pour (const gimple_point *p)
{
  vec<tree, va_gc> *inputs = NULL;
  vec_safe_push (inputs, input (MARK));
  vec_safe_push (inputs, input (marked.length ()));
  gasm *stmt = gimple_build_asm_vec ("", inputs, NULL, NULL, NULL);
  gimple_asm_set_volatile (stmt, true);
  marked.safe_push (*p);
  gsi_insert_on_edge (p->arc, stmt);
}

/* The point that INSN marks, or NULL.  */
static const gimple_point *
point_of (const rtx_insn *insn)
{
  rtx body = NONJUMP_INSN_P (insn) ? extract_asm_operands (PATTERN (insn))
				   : NULL_RTX;
  if (!body || ASM_OPERANDS_INPUT_LENGTH (body) != 2
      || *ASM_OPERANDS_TEMPLATE (body)
      || !CONST_INT_P (ASM_OPERANDS_INPUT (body, 0))
      || !CONST_INT_P (ASM_OPERANDS_INPUT (body, 1)))
    return NULL;
  uint32_t mark = UINTVAL (ASM_OPERANDS_INPUT (body, 0));
  uint32_t number = UINTVAL (ASM_OPERANDS_INPUT (body, 1));
  return mark == MARK && number < marked.length () ? &marked[number] : NULL;
}

/* Those of the current function.  */
static auto_vec<rtx_insn *> marks;

/* The notes need the instructions until the next pass.  */
static const pass_data marks_data = {
  RTL_PASS, "halt_marks", OPTGROUP_NONE, TV_PLUGIN_RUN, 0, 0, 0, 0,
  TODO_do_not_ggc_collect
};

class marks_pass : public rtl_opt_pass
{
public:
  marks_pass () : rtl_opt_pass (marks_data, g) {}
  bool gate (function *) final override { return unit_target != NULL; }
  unsigned execute (function *) final override;
};

unsigned
marks_pass::execute (function *fn)
{
  basic_block bb;
  rtx_insn *insn;
  notes_release ();
  marks.truncate (0);
  FOR_EACH_BB_FN (bb, fn)
    FOR_BB_INSNS (bb, insn)
      if (const gimple_point *p = point_of (insn))
	{
	  struct note *note = note_add (insn, p->kind, false, {});
	  note->id = p->id;
	  note->fixed = p->fixed;
	  /* It is no instruction, nor may it lose control.  */
	  PATTERN (insn) = gen_rtx_USE (VOIDmode, const0_rtx);
	  INSN_CODE (insn) = -1;
	  df_insn_rescan (insn);
	  marks.safe_push (insn);
	}
  returns_find ();
  return 0;
}

rtl_opt_pass *
make_marks_pass (void)
{
  return new marks_pass;
}

static const pass_data unmark_data = {
  RTL_PASS, "halt_unmark", OPTGROUP_NONE, TV_PLUGIN_RUN, 0, 0, 0, 0, 0
};

class unmark_pass : public rtl_opt_pass
{
public:
  unmark_pass () : rtl_opt_pass (unmark_data, g) {}
  bool gate (function *) final override { return !marks.is_empty (); }
  unsigned execute (function *) final override
  {
    for (unsigned i = 0; i < marks.length (); i++)
      delete_insn (marks[i]);
    marks.truncate (0);
    return 0;
  }
};

rtl_opt_pass *
make_unmark_pass (void)
{
  return new unmark_pass;
}
