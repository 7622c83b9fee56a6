/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts for machines about which there is nothing special to tell.  */

#include "plugin/plugin.h"
#include "plugin/count/count.h"

const char *
facts_refuse_unit (void)
{
  return NULL;
}

const char *
facts_refuse_function (void)
{
  return NULL;
}

bool
facts_condition (rtx cond, char *text, size_t size)
{
  snprintf (text, size, "%s", GET_RTX_NAME (GET_CODE (cond)));
  return COMPARISON_P (cond);
}

int
facts_predicate (const_rtx)
{
  return HALT_NO_REG;
}

const char *
facts_before_text (void)
{
  return "";
}

const char *
facts_after_text (void)
{
  return "";
}

bool
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

HOST_WIDE_INT
facts_bytes (const_rtx mem) { return GET_MODE_SIZE (GET_MODE (mem)); }

void
facts_amend (rtx_insn *, vec<memop> *)
{
}

bool
facts_accesses (rtx_insn *, vec<memop> *)
{
  return false;
}

void
facts_implicit (rtx_insn *, vec<memop> *)
{
}

void
facts_point (struct halt_point *, bool)
{
}

enum halt_changes
facts_changes (rtx_insn *)
{
  return CHANGES_UNKNOWN;
}

int
facts_count_price (bitmap)
{
  return 0;
}

bool
facts_points (int)
{
  return false;
}

void
facts_reserve (void)
{
}

rtx_insn *
facts_leave (rtx_insn *insn)
{
  return insn;
}

void
facts_prepare (void)
{
}

bool
facts_glued (const rtx_insn *)
{
  return false;
}

bool
facts_locked (const rtx_insn *)
{
  return false;
}

int
facts_page_bytes (void)
{
  return 65536;
}

const char *
facts_site (rtx_insn *, rtx, int *)
{
  return NULL;
}

const char *
facts_site_align (void)
{
  return "";
}
