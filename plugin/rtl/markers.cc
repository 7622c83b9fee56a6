/* SPDX-License-Identifier: GPL-3.0-or-later */
/* __builtin_setjmp and __builtin_longjmp are no calls any more in machine
   code.  A pass before expansion puts a marker before each: an empty
   asm with the buffer in a register.  The label pass finds it again.  */

#include "plugin/core/core.h"
#include "plugin/routines/routines.h"
#include "plugin/rtl/rtl.h"

static const struct
{
  enum halt_kind kind;
  enum built_in_function function;
  const char *text;
} markers[] = {
  { HALT_SETJMP, BUILT_IN_SETJMP_SETUP, "# HALT setjmp" },
  { HALT_LONGJMP, BUILT_IN_LONGJMP, "# HALT longjmp" }
};

int
marker_kind (const rtx_insn *insn, rtx *buffer)
{
  rtx body = NONJUMP_INSN_P (insn) ? extract_asm_operands (PATTERN (insn))
				   : NULL_RTX;
  if (!body || ASM_OPERANDS_INPUT_LENGTH (body) != 1)
    return -1;
  for (size_t i = 0; i < ARRAY_SIZE (markers); i++)
    if (strcmp (ASM_OPERANDS_TEMPLATE (body), markers[i].text) == 0)
      {
	*buffer = ASM_OPERANDS_INPUT (body, 0);
	return REG_P (*buffer) ? markers[i].kind : -1;
      }
  return -1;
}

/* Put the marker TEXT before the statement at GSI.  */
static void
mark (gimple_stmt_iterator *gsi, const char *text)
{
  tree buffer = gimple_call_arg (gsi_stmt (*gsi), 0);
  tree constraint = build_tree_list (NULL_TREE, build_string (2, "r"));
  vec<tree, va_gc> *inputs = NULL;
  buffer = force_gimple_operand_gsi (gsi, buffer, true, NULL_TREE, true,
				     GSI_SAME_STMT);
  vec_safe_push (inputs, build_tree_list (constraint, buffer));
  gasm *stmt = gimple_build_asm_vec (text, inputs, NULL, NULL, NULL);
  gimple_asm_set_volatile (stmt, true);
  gimple_set_location (stmt, gimple_location (gsi_stmt (*gsi)));
  gsi_insert_before (gsi, stmt, GSI_SAME_STMT);
}

static void
add_markers (function *fn)
{
  basic_block bb;
  if (function_excluded ())
    return;
  FOR_EACH_BB_FN (bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      for (size_t i = 0; i < ARRAY_SIZE (markers); i++)
	if (config->kind[markers[i].kind]
	    && gimple_call_builtin_p (gsi_stmt (gsi), markers[i].function))
	  mark (&gsi, markers[i].text);
}

const halt_pass mark_pass = {
  GIMPLE_PASS, "halt_mark",
  [] (function *) {
    return unit.target
	   && (config->kind[HALT_SETJMP] || config->kind[HALT_LONGJMP]);
  },
  add_markers
};
