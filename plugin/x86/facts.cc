/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What only GCC's own x86 headers tell.  */

#include "plugin/plugin.h"

const char *
facts_refuse_unit (void)
{
  if (ix86_cmodel == CM_LARGE_PIC)
    return "-mcmodel=large with -fPIC or -fPIE";
  return NULL;
}

const char *
facts_refuse_function (void)
{
  /* Such functions preserve every register for their caller, which no
     analysis routine does.  */
  if (cfun->machine->func_type != TYPE_NORMAL)
    return "interrupt handler";
  if (cfun->machine->no_caller_saved_registers)
    return "attribute no_caller_saved_registers";
  return NULL;
}

bool
facts_condition (rtx cond, char *text, size_t size)
{
  if (!COMPARISON_P (cond) || !REG_P (XEXP (cond, 0))
      || REGNO (XEXP (cond, 0)) != FLAGS_REG || XEXP (cond, 1) != const0_rtx)
    return false;
  FILE *f = fmemopen (text, size, "w");
  targetm.asm_out.print_operand (f, cond, 'C');
  fclose (f);
  return true;
}

const char *
facts_before_text (void)
{
  return ASSEMBLER_DIALECT == ASM_INTEL ? "\t.att_syntax prefix\n" : "";
}

const char *
facts_after_text (void)
{
  return ASSEMBLER_DIALECT == ASM_INTEL ? "\t.intel_syntax noprefix\n" : "";
}

void
facts_point (struct halt_point *point)
{
  point->red_zone = cfun->machine->red_zone_used ? RED_ZONE_SIZE : 0;
  point->far_code = ix86_cmodel == CM_LARGE;
  point->far_data = ix86_cmodel == CM_LARGE;
}
