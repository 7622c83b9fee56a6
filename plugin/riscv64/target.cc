/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What only GCC's own RISC-V headers tell.  How long a pot is, the compiler guesses;
   who makes a branch over it long enough is the assembler.  */

#include "plugin/core/core.h"
#include "plugin/target_hooks.h"
#include "plugin/rtl/rtl.h"

const char *
target_refuse_unit (void)
{
  if (riscv_abi != ABI_LP64D)
    return "an ABI other than lp64d";
  /* The frame is taken down by a jump to code that returns.  */
  if (TARGET_SAVE_RESTORE)
    return "-msave-restore";
  if (riscv_cmodel > CM_PIC)
    return "-mcmodel=large";
  if (config->count == COUNT_ATOMIC && !TARGET_ATOMIC)
    return "count=atomic without atomic instructions (-march)";
  return NULL;
}

const char *
target_refuse_function (void)
{
  /* Such functions preserve every register, which no analysis routine does.  */
  if (lookup_attribute ("interrupt",
			TYPE_ATTRIBUTES (TREE_TYPE (current_function_decl))))
    return "interrupt handler";
  if (crtl->abi->id () != 0)
    return "it keeps vector registers, which have no recipes";
#ifdef V_REG_FIRST
  for (int r = V_REG_FIRST; r <= V_REG_LAST; r++)
    if (df_regs_ever_live_p (r))
      return "it uses vector registers, which have no recipes";
#endif
  return NULL;
}

/* --- conditions --------------------------------------------------------- */

/* The name of X, a general register, or 0, which is one; NULL: it is neither.  */
static const char *
operand_name (rtx x)
{
  if (x == const0_rtx)
    return "zero";
  return REG_P (x) && REGNO (x) < 32
	   ? unit.target->regs[regs_reg (REGNO (x))].name
	   : NULL;
}

bool
target_condition (rtx cond, char *text, size_t size)
{
  const char *x = operand_name (XEXP (cond, 0));
  const char *y = operand_name (XEXP (cond, 1));
  if (!COMPARISON_P (cond) || !x || !y)
    return false;
  snprintf (text, size, "b%s:%s:%s", GET_RTX_NAME (GET_CODE (cond)), x, y);
  return true;
}

/* --- memory ------------------------------------------------------------- */

/* A symbol, and perhaps a number, as an address: GCC's printer of addresses does not
   know those.  */
static const char *
symbol_text (rtx symbol)
{
  char *text;
  size_t size;
  FILE *f = open_memstream (&text, &size);
  output_addr_const (f, symbol);
  fclose (f);
  const char *copy = ggc_strdup (text);
  free (text);
  return copy;
}

/* A register, and what is added to it: a number, or the lower half of a symbol's
   address; or a number alone, or a symbol, the address of which the assembler's
   macro finds.  */
bool
target_address (rtx address, addr_space_t, struct memop *a)
{
  struct halt_address *ea = &a->facts.ea;
  ea->base = ea->index = HALT_NO_REG;
  ea->scale = 1;
  if (GET_CODE (address) == LO_SUM)
    {
      a->sum = address;
      a->disp = XEXP (address, 1);
      ea->symbol = access_symbol (address);
      address = XEXP (address, 0);
    }
  else if (GET_CODE (address) == PLUS && CONST_INT_P (XEXP (address, 1)))
    {
      a->disp = XEXP (address, 1);
      ea->disp = INTVAL (a->disp);
      address = XEXP (address, 0);
    }
  else if (CONST_INT_P (address))
    {
      a->disp = address;
      ea->disp = INTVAL (address);
      return true;
    }
  else if (CONSTANT_P (address))
    {
      a->disp = address;
      ea->symbol = symbol_text (address);
      return true;
    }
  if (!REG_P (address))
    return false;
  a->base = address;
  ea->base = regs_reg (REGNO (address));
  return ea->base != HALT_NO_REG;
}

/* Without optimisation instructions that stand for others are split when they are
   written, and have other numbers then.  */
void
target_prepare (void)
{
  if (!optimize)
    split_all_insns ();
}

/* --- for routines and for counting ---------------------------------------- */

/* A volatile operation with a result, as atomic ones and reads of the flags are, says what
   it sets.  */
enum halt_changes
target_changes (rtx_insn *insn)
{
  const_rtx pattern = PATTERN (insn);
  if (GET_CODE (pattern) == PARALLEL)
    pattern = XVECEXP (pattern, 0, 0);
  if (GET_CODE (pattern) != UNSPEC_VOLATILE)
    return CHANGES_AS_WRITTEN;
  switch (XINT (pattern, 1))
    {
    case UNSPECV_BLOCKAGE:
    case UNSPECV_FENCE:
    case UNSPECV_FENCE_I:
    case UNSPECV_FSFLAGS:
      return CHANGES_AS_WRITTEN;
    default:
      return CHANGES_UNKNOWN;
    }
}

/* Registers that a pot may use without saving them if they are free.  */
static bool
is_temporary (int regno)
{
  return regno >= 5 && regno <= 31 && !(regno >= 8 && regno < 10)
	 && !(regno >= 18 && regno < 28);
}

int
target_count_price (bitmap live)
{
  int missing = 2;
  for (int r = 0; r < 32 && missing; r++)
    if (is_temporary (r) && !bitmap_bit_p (live, r))
      missing--;
  return missing;
}

bool
target_points (int regno)
{
  /* Not t0, where code that gives a thread its cells is to return.  */
  return regno > 5 && is_temporary (regno);
}

int
target_page_bytes (void)
{
  return 4096;
}

/* What is replaced is an instruction of 4 bytes, aligned, so that it is written at once.
   Before a conditional branch it is one that does nothing, as the branch may become two, and
   does not reach as far as a pot may stand.  */
const char *
target_site (rtx_insn *jump, rtx cond, int *form)
{
  *form = jump && !cond ? HALT_SITE_JUMP : HALT_SITE_NOP;
  if (jump && returnjump_p (jump))
    return NULL;
  return *form == HALT_SITE_JUMP
	   ? "\t.option push\n\t.option norvc\n\tj\t%l0\n\t.option pop"
	   : "\t.option push\n\t.option norvc\n\tnop\n\t.option pop";
}

const char *
target_site_align (void)
{
  return "\t.balign\t4\n";
}
