/* SPDX-License-Identifier: GPL-3.0-or-later */
/* at=gimple with count: from GIMPLE to machine code.

   Where a point is to be counted stands a mark, an empty asm, which the compiler
   copies, inlines and drops with its code.  In final machine code notes stand for
   the marks that are left, as if that had been labelled; so what counts is what
   counts there (count/).  With link-time optimisation that is another process, and
   marks are those of many units.  */

#include "plugin/core/core.h"
#include "plugin/count/count.h"
#include "plugin/gimple/gimple.h"
#include "plugin/rtl/rtl.h"

/* What no asm of the user's says.  */
#define MARK 0x48414c54u	/* "HALT" */

/* The points of the unit that have marks, by their numbers.  */
static auto_vec<gimple_point> marked;

/* A mark's words.  With link-time optimisation another process reads it, which has
   those of many units.  */
enum
{
  WHAT,				/* MARK */
  NUMBER,			/* in MARKED; or kind, FIXED and how it counts, */
  ID,				/* two words, and */
  UNIT = ID + 2,		/* two of unit_hash */
  SHORT = ID,
  LONG = UNIT + 2
};
#define FIXED 0x100u
#define HOW_SHIFT 16

static void
add_input (vec<tree, va_gc> **inputs, uint32_t value)
{
  tree constraint = build_tree_list (NULL_TREE, build_string (2, "i"));
  vec_safe_push (*inputs,
		 build_tree_list (constraint,
				  build_int_cst (unsigned_type_node, value)));
}

gimple *
mark_build (const gimple_point *p)
{
  vec<tree, va_gc> *inputs = NULL;
  add_input (&inputs, MARK);
  if (flag_generate_lto)
    {
      add_input (&inputs, p->kind | (p->fixed ? FIXED : 0)
			    | (uint32_t) config->count << HOW_SHIFT);
      for (int shift = 0; shift < 64; shift += 32)
	add_input (&inputs, p->id >> shift);
      for (int shift = 0; shift < 64; shift += 32)
	add_input (&inputs, unit_hash () >> shift);
    }
  else
    add_input (&inputs, marked.length ());
  gasm *stmt = gimple_build_asm_vec ("", inputs, NULL, NULL, NULL);
  gimple_asm_set_volatile (stmt, true);
  marked.safe_push (*p);
  return stmt;
}

void
mark_pour (const gimple_point *p)
{
  gimple *stmt = mark_build (p);
  if (p->arc)
    gsi_insert_on_edge (p->arc, stmt);
  else
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (p->stmt);
      gsi_insert_before (&gsi, stmt, GSI_SAME_STMT);
    }
}

/* The words of the mark that INSN is; return how many, or 0: it is none.  */
static int
read_mark (const rtx_insn *insn, uint32_t *word)
{
  rtx body = NONJUMP_INSN_P (insn) ? extract_asm_operands (PATTERN (insn))
				   : NULL_RTX;
  int n = in_lto_p || flag_generate_lto ? LONG : SHORT;
  if (!body || ASM_OPERANDS_INPUT_LENGTH (body) != n
      || *ASM_OPERANDS_TEMPLATE (body))
    return 0;
  for (int i = 0; i < n; i++)
    if (CONST_INT_P (ASM_OPERANDS_INPUT (body, i)))
      word[i] = UINTVAL (ASM_OPERANDS_INPUT (body, i));
    else
      return 0;
  return word[WHAT] == MARK ? n : 0;
}

/* Say so once if marks were made to be counted HOW, otherwise than the link does.  */
static void
check_how (uint32_t how)
{
  static bool said;
  if (how != (uint32_t) config->count && !said)
    error_at (UNKNOWN_LOCATION,
	      "halt: option %<count%> says another thing than "
	      "when the units were compiled");
  said |= how != (uint32_t) config->count;
}

/* Add the note that INSN marks; false if it is no mark.  */
static bool
add_marked (rtx_insn *insn)
{
  uint32_t word[LONG];
  int n = read_mark (insn, word);
  if (n == 0 || (n == SHORT && word[NUMBER] >= marked.length ()))
    return false;
  const gimple_point *p = n == SHORT ? &marked[word[NUMBER]] : NULL;
  struct note *note
    = note_add (insn, p ? p->kind : (int) (word[NUMBER] % FIXED), false, {});
  if (p)
    {
      note->id = p->id;
      note->fixed = p->fixed;
      return true;
    }
  check_how (word[NUMBER] >> HOW_SHIFT);
  note->fixed = word[NUMBER] & FIXED;
  note->id = word[ID] | (uint64_t) word[ID + 1] << 32;
  note->unit = count_unit (word[UNIT] | (uint64_t) word[UNIT + 1] << 32);
  return true;
}

/* Those of the current function.  */
static auto_vec<rtx_insn *> marks;

/* The notes need the instructions until the next pass.  */
static void
find_marks (function *fn)
{
  basic_block bb;
  rtx_insn *insn;
  notes_release ();
  marks.truncate (0);
  FOR_EACH_BB_FN (bb, fn)
    FOR_BB_INSNS (bb, insn)
      if (add_marked (insn))
	{
	  /* It is no instruction, nor may it lose control.  */
	  PATTERN (insn) = gen_rtx_USE (VOIDmode, const0_rtx);
	  INSN_CODE (insn) = -1;
	  df_insn_rescan (insn);
	  marks.safe_push (insn);
	}
  returns_find ();
}

const halt_pass marks_pass = {
  RTL_PASS, "halt_marks",
  [] (function *) { return unit.target != NULL; },
  find_marks, 0, 0, TODO_do_not_ggc_collect
};

const halt_pass unmark_pass = {
  RTL_PASS, "halt_unmark",
  [] (function *) { return !marks.is_empty (); },
  [] (function *) {
    for (unsigned i = 0; i < marks.length (); i++)
      delete_insn (marks[i]);
    marks.truncate (0);
  }
};
