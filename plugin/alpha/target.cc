/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What only GCC's own Alpha headers tell.  */

#include "plugin/core/core.h"
#include "plugin/target_hooks.h"
#include "plugin/rtl/rtl.h"

const char *
target_refuse_unit (void)
{
  /* Pots make use of what the assembler offers besides macros.  */
  if (!TARGET_EXPLICIT_RELOCS)
    return "-mno-explicit-relocs";
  if (!TARGET_ABI_OSF)
    return "VMS";
  return NULL;
}

/* --- conditions --------------------------------------------------------- */

/* The name of the branch on an integer, or after an f on a floating-point,
   register that is taken if what it holds compares so with 0; NULL: none.  *NEGATE
   if one must do that is taken otherwise.  */
static const char *
branch_name (rtx_code code, bool *negate)
{
  *negate = false;
  switch (code)
    {
    case EQ:
      return "beq";
    case NE:
      return "bne";
    case LT:
      return "blt";
    case LE:
      return "ble";
    case GT:
      return "bgt";
    case GE:
      return "bge";
    default:
      break;
    }
  /* What is no number compares with 0 neither so nor so.  */
  *negate = true;
  switch (code)
    {
    case UNGE:
      return "blt";
    case UNGT:
      return "ble";
    case UNLE:
      return "bgt";
    case UNLT:
      return "bge";
    default:
      return NULL;
    }
}

bool
target_condition (rtx cond, char *text, size_t size)
{
  bool negate;
  const char *name = branch_name (GET_CODE (cond), &negate);
  rtx x = XEXP (cond, 0);
  if (!name || XEXP (cond, 1) != CONST0_RTX (GET_MODE (XEXP (cond, 1))))
    return false;
  if (GET_CODE (x) == ZERO_EXTRACT && XEXP (x, 1) == const1_rtx
      && XEXP (x, 2) == const0_rtx
      && (GET_CODE (cond) == EQ || GET_CODE (cond) == NE))
    {
      name = GET_CODE (cond) == EQ ? "blbc" : "blbs";
      x = XEXP (x, 0);
    }
  else if (GET_CODE (x) == FLOAT_EXTEND)
    x = XEXP (x, 0);
  if (!REG_P (x) || regs_reg (REGNO (x)) == HALT_NO_REG)
    return false;
  const char *reg = unit.target->regs[regs_reg (REGNO (x))].name;
  snprintf (text, size, "%s%s%s:%s", negate ? "!" : "",
	    REGNO (x) >= 32 ? "f" : "", name, reg);
  return true;
}

/* --- memory ------------------------------------------------------------- */

/* A register, and what is added to it: a number, or the lower half of a symbol's
   address; without the lowest three bits if accesses are whole words, whatever
   they are for.  */
bool
target_address (rtx address, addr_space_t, struct memop *a)
{
  struct halt_address *ea = &a->facts.ea;
  ea->index = HALT_NO_REG;
  ea->scale = 1;
  if (GET_CODE (address) == AND && CONST_INT_P (XEXP (address, 1))
      && INTVAL (XEXP (address, 1)) < 0
      && pow2p_hwi (-INTVAL (XEXP (address, 1))))
    {
      ea->align = -INTVAL (XEXP (address, 1));
      address = XEXP (address, 0);
    }
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
  if (GET_CODE (address) == SUBREG)
    address = SUBREG_REG (address);
  if (!REG_P (address))
    return false;
  a->base = address;
  ea->base = regs_reg (REGNO (address));
  return ea->base != HALT_NO_REG;
}

/* What is wider than a register, and not yet split where nothing is optimised, moves
   as two words.  */
void
target_amend (rtx_insn *, vec<memop> *list)
{
  for (unsigned i = 0; i < list->length (); i++)
    {
      struct memop a = (*list)[i];
      if (a.facts.bytes != 2 * UNITS_PER_WORD)
	continue;
      rtx second
	= a.sum
	    ? gen_rtx_LO_SUM (Pmode, a.base,
			      plus_constant (Pmode, a.disp, UNITS_PER_WORD))
	    : plus_constant (Pmode, a.base,
			     (a.disp ? INTVAL (a.disp) : 0) + UNITS_PER_WORD);
      unsigned before = list->length ();
      (*list)[i].facts.bytes = UNITS_PER_WORD;
      if (!access_add (list, a.store, second, ADDR_SPACE_GENERIC,
		       UNITS_PER_WORD)
	  || list->length () == before)
	continue;
      struct memop added = list->pop ();
      added.mem = a.mem;
      list->safe_insert (++i, added);
    }
}

/* GCC's epilogue takes the stack pointer from the frame pointer, and its scheduler
   then reads what is below, a variable-length array.  Without optimisation
   instructions that stand for others are split when they are written, and have other
   numbers then.  */
void
target_prepare (void)
{
  if (!optimize)
    split_all_insns ();
  if (!frame_pointer_needed)
    return;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    {
      rtx set = NONDEBUG_INSN_P (insn) ? single_set (insn) : NULL_RTX;
      if (set && SET_DEST (set) == stack_pointer_rtx
	  && SET_SRC (set) == hard_frame_pointer_rtx
	  && epilogue_contains (insn))
	emit_insn_before (gen_blockage (), insn);
    }
}

/* --- sequences that belong together -------------------------------------- */

/* The volatile operation that INSN is, or that its result or one of its results
   is; -1: none.  */
static int
volatile_operation (const rtx_insn *insn)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
    if (GET_CODE (*iter) == UNSPEC_VOLATILE)
      return XINT (*iter, 1);
  return -1;
}

/* A global pointer is made from the address of the first of two instructions,
   which the register that a call, a jump or the unwinder leaves behind must hold;
   and those of a function's entry are what linkers step over.  */
bool
target_glued (const rtx_insn *insn)
{
  const_rtx pattern = PATTERN (insn);
  switch (volatile_operation (insn))
    {
    case UNSPECV_LDGP1:
    case UNSPECV_PLDGP2:
    case UNSPECV_SETJMPR:
    case UNSPECV_SETJMPR_ER:
      return true;
    case UNSPECV_EHR:
      return !MEM_P (XVECEXP (pattern, 0, 0));
    default:
      return GET_CODE (pattern) == SET && GET_CODE (SET_SRC (pattern)) == UNSPEC
	     && XINT (SET_SRC (pattern), 1) == UNSPEC_LDGP2;
    }
}

bool
target_locked (const rtx_insn *insn)
{
  return locked_has (insn, [] (const rtx_insn *i) {
    int operation = volatile_operation (i);
    return operation == UNSPECV_LL   ? LOCKED_LOAD
	   : operation == UNSPECV_SC ? LOCKED_STORE
				     : LOCKED_NOT;
  });
}

/* --- for routines and for counting ---------------------------------------- */

enum halt_changes
target_changes (rtx_insn *insn)
{
  switch (volatile_operation (insn))
    {
    case -1:
    case UNSPECV_BLOCKAGE:
    case UNSPECV_TRAPB:
    case UNSPECV_LDGP1:
    case UNSPECV_PLDGP2:
    case UNSPECV_FORCE_MOV:
    case UNSPECV_RPCC:
    case UNSPECV_LL:
    case UNSPECV_SC:
      return CHANGES_AS_WRITTEN;
    default:
      return CHANGES_UNKNOWN;
    }
}

/* Registers that a pot may use without saving them if they are free.  */
static bool
is_temporary (int regno)
{
  return regno <= 8 || (regno >= 16 && regno <= 25);
}

int
target_count_price (bitmap live)
{
  int missing = 2;
  for (int r = 0; r <= 25 && missing; r++)
    if (is_temporary (r) && !bitmap_bit_p (live, r))
      missing--;
  return missing;
}

bool
target_points (int regno)
{
  /* Not $0, where the thread pointer comes.  */
  return regno > 0 && regno <= 25;
}

int
target_page_bytes (void)
{
  return 8192;
}

/* Conditional branches, and their operation codes.  */
static const struct
{
  const char *name;
  int code;
} branches[] = {
  { "fbeq", 0x31 }, { "fblt", 0x32 }, { "fble", 0x33 }, { "fbne", 0x35 },
  { "fbge", 0x36 }, { "fbgt", 0x37 }, { "blbc", 0x38 }, { "beq", 0x39 },
  { "blt", 0x3a },  { "ble", 0x3b },  { "blbs", 0x3c }, { "bne", 0x3d },
  { "bge", 0x3e },  { "bgt", 0x3f }
};

const char *
target_site (rtx_insn *jump, rtx cond, int *form)
{
  static char text[64];
  char name[32];
  *form = HALT_SITE_NOP;
  if (!jump)
    return "\tnop";
  *form = HALT_SITE_JUMP;
  if (returnjump_p (jump))
    return NULL;
  if (!cond)
    return "\tbr\t$31,%l0";
  if (!target_condition (cond, name, sizeof name))
    return NULL;
  /* NAME:$REG, as target_condition has it.  */
  char *reg = strchr (name, ':');
  *reg = '\0';
  for (size_t i = 0; i < ARRAY_SIZE (branches); i++)
    if (strcmp (branches[i].name, name) == 0)
      {
	rtx x = XEXP (cond, 0);
	x = REG_P (x) ? x : XEXP (x, 0);
	*form = HALT_SITE_ALPHA + (branches[i].code << 5 | (REGNO (x) & 31));
	snprintf (text, sizeof text, "\t%s\t%s,%%l0", name, reg + 1);
	return text;
      }
  return NULL;
}
