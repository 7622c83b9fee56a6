/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What holds for a machine that tells nothing else: its own folder defines only the
   facts that differ.  */

#include "plugin/facts.h"
#include "plugin/rtl/rtl.h"

#define ORDINARY __attribute__ ((weak))

ORDINARY const char *
facts_refuse_unit (void)
{
  return NULL;
}

ORDINARY const char *
facts_refuse_function (void)
{
  return NULL;
}

ORDINARY bool
facts_condition (rtx cond, char *text, size_t size)
{
  snprintf (text, size, "%s", GET_RTX_NAME (GET_CODE (cond)));
  return COMPARISON_P (cond);
}

ORDINARY int
facts_predicate (const_rtx)
{
  return HALT_NO_REG;
}

ORDINARY const char *
facts_before_text (void)
{
  return "";
}

ORDINARY const char *
facts_after_text (void)
{
  return "";
}

ORDINARY bool
facts_address (rtx address, addr_space_t space, struct memop *a)
{
  a->facts.ea.base = a->facts.ea.index = HALT_NO_REG;
  a->facts.ea.scale = 1;
  if (!ADDR_SPACE_GENERIC_P (space))
    return false;
  if (GET_CODE (address) == PLUS && CONST_INT_P (XEXP (address, 1)))
    {
      a->disp = XEXP (address, 1);
      a->facts.ea.disp = INTVAL (a->disp);
      address = XEXP (address, 0);
    }
  if (!REG_P (address))
    return false;
  a->base = address;
  a->facts.ea.base = regs_reg (REGNO (address));
  return a->facts.ea.base != HALT_NO_REG;
}

ORDINARY HOST_WIDE_INT
facts_bytes (const_rtx mem)
{
  return GET_MODE_SIZE (GET_MODE (mem));
}

ORDINARY void
facts_amend (rtx_insn *, vec<memop> *)
{
}

ORDINARY bool
facts_accesses (rtx_insn *, vec<memop> *)
{
  return false;
}

ORDINARY void
facts_implicit (rtx_insn *, vec<memop> *)
{
}

ORDINARY void
facts_point (struct halt_point *, bool)
{
}

ORDINARY enum halt_changes
facts_changes (rtx_insn *)
{
  return CHANGES_UNKNOWN;
}

ORDINARY int
facts_count_price (bitmap)
{
  return 0;
}

ORDINARY bool
facts_points (int)
{
  return false;
}

ORDINARY void
facts_reserve (void)
{
}

ORDINARY rtx_insn *
facts_leave (rtx_insn *insn)
{
  return insn;
}

ORDINARY void
facts_prepare (void)
{
}

ORDINARY bool
facts_glued (const rtx_insn *)
{
  return false;
}

ORDINARY bool
facts_locked (const rtx_insn *)
{
  return false;
}

ORDINARY int
facts_page_bytes (void)
{
  return 65536;
}

ORDINARY const char *
facts_lea (void)
{
  return NULL;
}

ORDINARY const char *
facts_site (rtx_insn *, rtx, int *)
{
  return NULL;
}

ORDINARY const char *
facts_site_align (void)
{
  return "";
}
