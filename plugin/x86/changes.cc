/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What x86 instructions change that GCC's patterns do not say.  */

#include "plugin/target_hooks.h"

/* Operations without a value that change no more than their patterns say.  */
static bool
as_written (int unspec)
{
  switch (unspec)
    {
    case UNSPECV_UD2:
    case UNSPECV_BLOCKAGE:
    case UNSPECV_STACK_PROBE:
    case UNSPECV_PROBE_STACK_RANGE:
    case UNSPECV_ALIGN:
    case UNSPECV_PROLOGUE_USE:
    case UNSPECV_CLD:
    case UNSPECV_NOPS:
    case UNSPECV_RDTSC:
    case UNSPECV_RDTSCP:
    case UNSPECV_RDRAND:
    case UNSPECV_RDSEED:
    case UNSPECV_RDPID:
    case UNSPECV_NOP_ENDBR:
    case UNSPECV_SPECULATION_BARRIER:
    case UNSPECV_PATCHABLE_AREA:
    case UNSPECV_LDMXCSR:
    case UNSPECV_STMXCSR:
    case UNSPECV_CLFLUSH:
    case UNSPECV_CMPXCHG:
    case UNSPECV_XCHG:
    case UNSPECV_LOCK:
      return true;
    default:
      return false;
    }
}

/* vzeroupper, which GCC makes a call that nobody answers.  */
static bool
is_vzeroupper (rtx_insn *insn)
{
  const_rtx x = PATTERN (insn);
  return CALL_P (insn) && GET_CODE (x) == PARALLEL && XVECLEN (x, 0) == 2
	 && GET_CODE (XVECEXP (x, 0, 1)) == UNSPEC
	 && XINT (XVECEXP (x, 0, 1), 1) == UNSPEC_CALLEE_ABI;
}

enum halt_changes
target_changes (rtx_insn *insn)
{
  subrtx_iterator::array_type array;
  enum halt_changes changes = CHANGES_AS_WRITTEN;

  if (is_vzeroupper (insn))
    return CHANGES_VECTORS;
  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
    if (GET_CODE (*iter) == UNSPEC_VOLATILE)
      switch (XINT (*iter, 1))
	{
	case UNSPECV_VZEROALL:
	  changes = CHANGES_VECTORS;
	  break;
	case UNSPECV_FNSTENV:
	case UNSPECV_FLDENV:
	case UNSPECV_FNSTSW:
	case UNSPECV_FNCLEX:
	case UNSPECV_EMMS:
	case UNSPECV_FEMMS:
	  changes = CHANGES_STACKED;
	  break;
	default:
	  if (!as_written (XINT (*iter, 1)))
	    return CHANGES_UNKNOWN;
	}
  return changes;
}
