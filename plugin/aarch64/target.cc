/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What only GCC's own AArch64 headers tell.  */

#include "plugin/core/core.h"
#include "plugin/target_hooks.h"
#include "plugin/rtl/rtl.h"

const char *
target_refuse_unit (void)
{
  if (TARGET_ILP32)
    return "-mabi=ilp32";
  if (BYTES_BIG_ENDIAN)
    return "-mbig-endian";
  /* What speculates wrongly is in a register and in the flags between branches.  */
  if (aarch64_track_speculation)
    return "-mtrack-speculation";
  if (config->count && aarch64_cmodel == AARCH64_CMODEL_LARGE)
    return "-mcmodel=large and counting in line";
  return NULL;
}

const char *
target_refuse_function (void)
{
#ifdef TARGET_NON_STREAMING
  /* In that mode, and while that register is in use, a call of an ordinary function is
     more than one instruction.  */
  if (!TARGET_NON_STREAMING)
    return "it may run in streaming mode (SME), which routines do not";
  if (TARGET_ZA)
    return "it uses the register ZA (SME), which has no recipes";
#endif
  return NULL;
}

/* --- conditions --------------------------------------------------------- */

/* "[n]z:REGISTER" or "[n]bBIT:REGISTER", as recipes/aarch64/recipes.c reads it: whether
   X is, or is not (NEGATE), 0; or, of one bit, whether it is set.  */
static void
print_register (char *text, size_t size, const_rtx x, int bit, bool negate)
{
  int bytes = GET_MODE_SIZE (as_a<scalar_int_mode> (GET_MODE (x)));
  char letter = bytes == 8 ? 'x' : 'w';
  if (bit < 0)
    snprintf (text, size, "%sz:%c%d", negate ? "n" : "", letter, REGNO (x));
  else
    snprintf (text, size, "%sb%d:%c%d", negate ? "n" : "", bit, letter,
	      REGNO (x));
}

/* Of the flags, of a register compared with 0, or of one of its bits.  */
bool
target_condition (rtx cond, char *text, size_t size)
{
  rtx_code code = GET_CODE (cond);
  if (!COMPARISON_P (cond) || !CONST_INT_P (XEXP (cond, 1))
      || XEXP (cond, 1) != const0_rtx)
    return false;
  rtx x = XEXP (cond, 0);
  if (REG_P (x) && REGNO (x) == CC_REGNUM)
    {
      FILE *f = fmemopen (text, size, "w");
      targetm.asm_out.print_operand (f, cond, 'm');
      fclose (f);
      return true;
    }
  bool equal = code == EQ || code == NE;
  if (equal && GET_CODE (x) == ZERO_EXTRACT && REG_P (XEXP (x, 0))
      && XEXP (x, 1) == const1_rtx && CONST_INT_P (XEXP (x, 2)))
    print_register (text, size, XEXP (x, 0), INTVAL (XEXP (x, 2)), code == EQ);
  else if (!REG_P (x) || !SCALAR_INT_MODE_P (GET_MODE (x)))
    return false;
  else if (equal)
    print_register (text, size, x, -1, code == NE);
  else if (code == LT || code == GE)
    print_register (text, size, x,
		    GET_MODE_BITSIZE (as_a<scalar_int_mode> (GET_MODE (x))) - 1,
		    code == GE);
  else
    return false;
  return true;
}

/* --- memory ------------------------------------------------------------- */

/* X, part of an address, as an index: a register, times a power of 2, of 4 bytes that
   are extended, perhaps.  Source: aarch64_classify_index.  */
static bool
read_index (rtx x, struct memop *a)
{
  struct halt_address *ea = &a->facts.ea;
  unsigned HOST_WIDE_INT mask = 0;
  ea->scale = 1;
  if (GET_CODE (x) == SIGN_EXTRACT && XEXP (x, 2) == const0_rtx)
    {
      ea->extend = 's';
      x = XEXP (x, 0);
    }
  else if (GET_CODE (x) == AND && CONST_INT_P (XEXP (x, 1)))
    {
      mask = UINTVAL (XEXP (x, 1));
      ea->extend = 'u';
      x = XEXP (x, 0);
    }
  if ((GET_CODE (x) == MULT || GET_CODE (x) == ASHIFT)
      && CONST_INT_P (XEXP (x, 1)))
    {
      ea->scale = GET_CODE (x) == MULT ? INTVAL (XEXP (x, 1))
				       : 1 << INTVAL (XEXP (x, 1));
      x = XEXP (x, 0);
    }
  if (mask && mask != (unsigned HOST_WIDE_INT) 0xffffffff * ea->scale)
    return false;
  if (GET_CODE (x) == SIGN_EXTEND || GET_CODE (x) == ZERO_EXTEND)
    {
      ea->extend = GET_CODE (x) == SIGN_EXTEND ? 's' : 'u';
      x = XEXP (x, 0);
      if (GET_MODE (x) != SImode)
	return false;
    }
  if (GET_CODE (x) == SUBREG)
    x = SUBREG_REG (x);
  if (!REG_P (x) || !pow2p_hwi (ea->scale) || ea->scale > 16)
    return false;
  a->index = x;
  ea->index = regs_reg (REGNO (x));
  return ea->index != HALT_NO_REG;
}

/* A register with a number, an index or the lower half of a symbol's address, or a
   symbol, of a pool of constants; the index of a jump table.  */
bool
target_address (rtx address, addr_space_t space, struct memop *a)
{
  struct halt_address *ea = &a->facts.ea;
  ea->base = ea->index = HALT_NO_REG;
  ea->scale = 1;
  if (!ADDR_SPACE_GENERIC_P (space))
    return false;
  if (GET_CODE (address) == SYMBOL_REF || GET_CODE (address) == LABEL_REF
      || GET_CODE (address) == CONST)
    {
      a->disp = address;
      ea->symbol = access_symbol (address);
      return true;
    }
  if (GET_CODE (address) == UNSPEC && XINT (address, 1) == UNSPEC_CASESI)
    {
      a->base = XVECEXP (address, 0, 0);
      a->index = XVECEXP (address, 0, 1);
      ea->base = regs_reg (REGNO (a->base));
      ea->index = regs_reg (REGNO (a->index));
      ea->extend = 'u';
      return true;
    }
  if (GET_CODE (address) == LO_SUM)
    {
      a->sum = address;
      a->disp = XEXP (address, 1);
      ea->symbol = access_symbol (a->disp);
      address = XEXP (address, 0);
    }
  else if (GET_CODE (address) == PLUS)
    {
      rtx first = XEXP (address, 0), more = XEXP (address, 1);
      if (!REG_P (first))
	std::swap (first, more);
      if (CONST_INT_P (more))
	{
	  a->disp = more;
	  ea->disp = INTVAL (more);
	}
      else if (!read_index (more, a))
	return false;
      address = first;
    }
  if (GET_CODE (address) == SUBREG)
    address = SUBREG_REG (address);
  if (!REG_P (address))
    return false;
  a->base = address;
  ea->base = regs_reg (REGNO (address));
  return ea->base != HALT_NO_REG && IN_RANGE (ea->disp, -0xffffff, 0xffffff);
}

/* Whether X has an operation of the compiler's own that has number WHICH.  */
static bool
mentions_unspec (const_rtx pattern, bool (*which) (int))
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, pattern, NONCONST)
    if (GET_CODE (*iter) == UNSPEC && which (XINT (*iter, 1)))
      return true;
  return false;
}

/* Of what SVE's instructions move a predicate says how much, or how wide registers are:
   nothing is known here.  */
HOST_WIDE_INT
target_bytes (const_rtx mem)
{
  return aarch64_sve_mode_p (GET_MODE (mem))
	   ? -1
	   : halt_mode_bytes (GET_MODE (mem));
}

/* Not reported: reads of the global offset table, which linkers replace, and there is
   no sum for where an entry is; those of jump tables, the entries of which are made
   smaller when the distances of all that is inserted are known; and what gathers or
   scatters.  */
bool
target_accesses (rtx_insn *insn, vec<memop> *list)
{
  const_rtx pattern = PATTERN (insn);
  bool gathers = mentions_unspec (pattern, [] (int which) {
    return which == UNSPEC_LD1_GATHER || which == UNSPEC_LDFF1_GATHER
	   || which == UNSPEC_LDNT1_GATHER;
  });
  bool scatters = mentions_unspec (pattern, [] (int which) {
    return which == UNSPEC_ST1_SCATTER || which == UNSPEC_STNT1_SCATTER;
  });
  if (gathers || scatters)
    access_add (list, scatters, NULL_RTX, ADDR_SPACE_GENERIC, -1);
  return gathers || scatters || mentions_unspec (pattern, [] (int which) {
	   return which == UNSPEC_GOTSMALLPIC || which == UNSPEC_GOTSMALLPIC28K
		  || which == UNSPEC_GOTTINYPIC || which == UNSPEC_CASESI;
	 });
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

void
target_prepare (void)
{
  /* Without optimisation instructions that stand for others are split when they are
     written, and have other numbers then.  */
  if (!optimize)
    split_all_insns ();
}

bool
target_locked (const rtx_insn *insn)
{
  return locked_has (insn, [] (const rtx_insn *i) {
    int operation = volatile_operation (i);
    return operation == UNSPECV_LX   ? LOCKED_LOAD
	   : operation == UNSPECV_SX ? LOCKED_STORE
				     : LOCKED_NOT;
  });
}

/* Source: aarch64_emit_call_insn.  */
bool
target_stub_changes (int regno)
{
  return regno == IP0_REGNUM || regno == IP1_REGNUM;
}

/* --- for routines and for counting ---------------------------------------- */

enum halt_changes
target_changes (rtx_insn *insn)
{
  switch (volatile_operation (insn))
    {
    case -1:
    case UNSPECV_BLOCKAGE:
    case UNSPECV_LX:
    case UNSPECV_SX:
    case UNSPECV_LDA:
    case UNSPECV_STL:
    case UNSPECV_ATOMIC_CMPSW:
    case UNSPECV_ATOMIC_EXCHG:
    case UNSPECV_ATOMIC_CAS:
    case UNSPECV_ATOMIC_SWP:
    case UNSPECV_ATOMIC_OP:
    case UNSPECV_ATOMIC_LDOP_OR:
    case UNSPECV_ATOMIC_LDOP_BIC:
    case UNSPECV_ATOMIC_LDOP_XOR:
    case UNSPECV_ATOMIC_LDOP_PLUS:
    case UNSPECV_BTI_NOARG:
    case UNSPECV_BTI_C:
    case UNSPECV_BTI_J:
    case UNSPECV_BTI_JC:
      return CHANGES_AS_WRITTEN;
    default:
      return CHANGES_UNKNOWN;
    }
}

int
target_count_price (bitmap live)
{
  int missing = 2;
  for (int r = 0; r <= R17_REGNUM && missing; r++)
    if (!bitmap_bit_p (live, r))
      missing--;
  return missing;
}

bool
target_points (int regno)
{
  /* Not x16, where it is told where to return to.  */
  return regno <= R15_REGNUM;
}

void
target_point (struct halt_point *point, bool)
{
  point->far_code = point->far_data = aarch64_cmodel == AARCH64_CMODEL_LARGE;
  /* The widest that there may be.  */
  if (TARGET_SVE)
    {
      point->vector_bytes = 256;
      point->mask_bytes = 32;
    }
}

/* Other instructions must not be replaced while another processor executes them.  */
const char *
target_site (rtx_insn *jump, rtx cond, int *form)
{
  *form = jump && !cond ? HALT_SITE_JUMP : HALT_SITE_NOP;
  if (jump && returnjump_p (jump))
    return NULL;
  return *form == HALT_SITE_JUMP ? "\tb\t%l0" : "\tnop";
}
