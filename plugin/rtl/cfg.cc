/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What single instructions do to the flow of control.  */

#include "plugin/core/core.h"
#include "plugin/rtl/rtl.h"

bool
cfg_counts (const rtx_insn *insn)
{
  return NONDEBUG_INSN_P (insn) && GET_CODE (PATTERN (insn)) != USE
	 && GET_CODE (PATTERN (insn)) != CLOBBER;
}

tree
cfg_callee (const rtx_insn *call)
{
  rtx x = get_call_rtx_from (call);
  if (!x || !MEM_P (XEXP (x, 0)))
    return NULL_TREE;
  rtx symbol = XEXP (XEXP (x, 0), 0);
  return GET_CODE (symbol) == SYMBOL_REF ? SYMBOL_REF_DECL (symbol) : NULL_TREE;
}

/* The text of inline assembler, or NULL if INSN is none or a jump.  */
static const char *
asm_text (const rtx_insn *insn)
{
  rtx body = PATTERN (insn);
  if (!NONJUMP_INSN_P (insn))
    return NULL;
  if (const_rtx operands = extract_asm_operands (body))
    return ASM_OPERANDS_TEMPLATE (operands);
  if (GET_CODE (body) == PARALLEL)
    body = XVECEXP (body, 0, 0);
  return GET_CODE (body) == ASM_INPUT ? XSTR (body, 0) : NULL;
}

/* What gcov takes for such calls (stmt_can_terminate_bb_p), and those of built-in
   functions that gcov thinks return.  A sibling call is a return.  */
bool
cfg_loses_control (const rtx_insn *insn)
{
  if (can_throw_external (insn))
    return true;
  if (const char *text = asm_text (insn))
    return *text && volatile_insn_p (PATTERN (insn));
  return CALL_P (insn) && !SIBLING_CALL_P (insn)
	 && (!RTL_CONST_OR_PURE_CALL_P (insn)
	     || RTL_LOOPING_CONST_OR_PURE_CALL_P (insn))
	 && !builtin_returns (cfg_callee (insn));
}

bool
cfg_returns_twice (const rtx_insn *insn)
{
  if (!CALL_P (insn))
    return false;
  return find_reg_note (insn, REG_SETJMP, NULL_RTX)
	 || builtin_forks (cfg_callee (insn));
}

bool
cfg_interrupts (const rtx_insn *insn)
{
  return cfg_counts (insn)
	 && (cfg_loses_control (insn) || cfg_returns_twice (insn));
}
