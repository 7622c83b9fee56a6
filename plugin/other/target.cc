/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What holds for a machine that tells nothing else: its own folder defines only the
   facts that differ.  */

#include "plugin/target_hooks.h"
#include "plugin/rtl/rtl.h"

#define ORDINARY __attribute__ ((weak))

ORDINARY const char *
target_refuse_unit (void)
{
  return NULL;
}

ORDINARY const char *
target_refuse_function (void)
{
  return NULL;
}

ORDINARY bool
target_condition (rtx cond, char *text, size_t size)
{
  snprintf (text, size, "%s", GET_RTX_NAME (GET_CODE (cond)));
  return COMPARISON_P (cond);
}

ORDINARY bool
target_stub_changes (int)
{
  return false;
}

ORDINARY int
target_predicate (const_rtx)
{
  return HALT_NO_REG;
}

ORDINARY const char *
target_before_text (void)
{
  return "";
}

ORDINARY const char *
target_after_text (void)
{
  return "";
}

ORDINARY bool
target_address (rtx address, addr_space_t space, struct memop *a)
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
target_bytes (const_rtx mem)
{
  return halt_mode_bytes (GET_MODE (mem));
}

ORDINARY void
target_amend (rtx_insn *, vec<memop> *)
{
}

ORDINARY bool
target_accesses (rtx_insn *, vec<memop> *)
{
  return false;
}

ORDINARY void
target_implicit (rtx_insn *, vec<memop> *)
{
}

ORDINARY void
target_point (struct halt_point *, bool)
{
}

ORDINARY enum halt_changes
target_changes (rtx_insn *)
{
  return CHANGES_UNKNOWN;
}

ORDINARY int
target_count_price (bitmap)
{
  return 0;
}

ORDINARY bool
target_points (int)
{
  return false;
}

ORDINARY void
target_reserve (void)
{
}

ORDINARY rtx_insn *
target_leave (rtx_insn *insn)
{
  return insn;
}

ORDINARY void
target_prepare (void)
{
}

ORDINARY bool
target_glued (const rtx_insn *)
{
  return false;
}

ORDINARY bool
target_locked (const rtx_insn *)
{
  return false;
}

ORDINARY int
target_page_bytes (void)
{
  return 65536;
}

ORDINARY const char *
target_lea (void)
{
  return NULL;
}

ORDINARY const char *
target_site (rtx_insn *, rtx, int *)
{
  return NULL;
}

ORDINARY const char *
target_site_align (void)
{
  return "";
}
