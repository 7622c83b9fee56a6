/* SPDX-License-Identifier: GPL-3.0-or-later */
/* x86 instructions whose memory accesses are not simply their memory operands:
   string instructions, and operands whose pattern does not say all.  */

#include "plugin/target_hooks.h"
#include "plugin/rtl/rtl.h"
#include "plugin/x86/lanes.h"

/* --- string instructions ------------------------------------------------- */

/* The register that INSN, with a rep prefix, counts down, and the size of one
   step; NULL if it does not say.  */
static rtx
rep_count (rtx pattern, HOST_WIDE_INT *step)
{
  rtx count = NULL_RTX;
  *step = 1;
  for (int i = 0; i < XVECLEN (pattern, 0); i++)
    {
      rtx x = XVECEXP (pattern, 0, i);
      if (GET_CODE (x) != SET || !REG_P (SET_DEST (x)))
	continue;
      if (REGNO (SET_DEST (x)) == CX_REG && SET_SRC (x) == const0_rtx)
	count = SET_DEST (x);
      else if (GET_CODE (SET_SRC (x)) == PLUS
	       && GET_CODE (XEXP (SET_SRC (x), 0)) == ASHIFT)
	*step = 1 << INTVAL (XEXP (XEXP (SET_SRC (x), 0), 1));
    }
  return count;
}

static void
add_string (vec<memop> *list, bool store, rtx mem, rtx count,
	    HOST_WIDE_INT step)
{
  unsigned before = list->length ();
  if (!access_add (list, store, XEXP (mem, 0), MEM_ADDR_SPACE (mem), step)
      || list->length () == before)
    return;
  struct memop *a = &list->last ();
  if (count)
    a->facts.count = regs_reg (REGNO (count));
  else
    {
      /* Compares and scans go on until they find something: only the address
	 after the last byte says how far.  */
      a->facts.advance = regs_reg (REGNO (XEXP (mem, 0)));
      a->after = true;
    }
  a->facts.wrap = a->after;
}

/* Whether X is an operand that string instruction INSN goes through: its address
   is in a register, which INSN changes.  */
static bool
is_string (const_rtx x, const rtx_insn *insn)
{
  return MEM_P (x) && GET_MODE (x) == BLKmode && REG_P (XEXP (x, 0))
	 && reg_set_p (XEXP (x, 0), insn);
}

/* rep movs, rep stos, repz cmps, repnz scas.  */
static bool
add_strings (const rtx_insn *insn, vec<memop> *list)
{
  rtx pattern = PATTERN (insn);
  if (GET_CODE (pattern) != PARALLEL)
    return false;
  auto_vec<rtx, 2> loads, stores;
  for (int i = 0; i < XVECLEN (pattern, 0); i++)
    {
      rtx x = XVECEXP (pattern, 0, i);
      if (GET_CODE (x) != SET)
	continue;
      subrtx_var_iterator::array_type array;
      FOR_EACH_SUBRTX_VAR (iter, array, SET_SRC (x), NONCONST)
	if (is_string (*iter, insn))
	  loads.safe_push (*iter);
      if (is_string (SET_DEST (x), insn))
	stores.safe_push (SET_DEST (x));
    }
  if (loads.is_empty () && stores.is_empty ())
    return false;
  HOST_WIDE_INT step;
  rtx count = rep_count (pattern, &step);
  /* What wraps an instruction nests: of the two reads of a compare, reported
     after it, the one that is added last is reported first.  */
  for (unsigned i = 0; i < loads.length (); i++)
    add_string (list, false, loads[count ? i : loads.length () - 1 - i], count,
		step);
  for (unsigned i = 0; i < stores.length (); i++)
    add_string (list, true, stores[i], count, step);
  return true;
}

bool
target_accesses (rtx_insn *insn, vec<memop> *list)
{
  rtx pattern = PATTERN (insn);
  if (asm_noperands (pattern) >= 0)
    return false;
  return add_strings (insn, list) || lanes_add (pattern, list);
}

/* --- exceptions ------------------------------------------------------------- */

/* A 16-bit value that is aligned to 32 bits is loaded as 32 bits.  */
static void
widen_loads (rtx_insn *insn, rtx set, vec<memop> *list)
{
  if (GET_MODE (SET_DEST (set)) == HImode && MEM_P (SET_SRC (set))
      && GENERAL_REG_P (SET_DEST (set)) && get_attr_type (insn) == TYPE_IMOV
      && get_attr_mode (insn) == MODE_SI)
    for (unsigned i = 0; i < list->length (); i++)
      (*list)[i].facts.bytes = 4;
}

/* The modifier with which the Intel dialect of assembler text TEMPLATE prints
   operand N, 0 if it is printed as it is.  */
static char
modifier (const char *text, int n)
{
  bool intel = false;
  for (const char *p = text; *p; p++)
    if (*p == '%' && ISALPHA (p[1]) && ISDIGIT (p[2]))
      {
	if (intel && atoi (p + 2) == n)
	  return p[1];
	p += 2;
      }
    else if (*p == '%' && p[1])
      {
	if (intel && ISDIGIT (p[1]) && atoi (p + 1) == n)
	  return 0;
	p++;
      }
    else if (*p == '|')
      intel = true;
    else if (*p == '}')
      intel = false;
  return 0;
}

/* Replace entry I of LIST by the read of BYTES at ADDRESS.  */
static void
replace_load (vec<memop> *list, unsigned i, rtx address, HOST_WIDE_INT bytes)
{
  unsigned before = list->length ();
  if (!access_add (list, false, address, ADDR_SPACE_GENERIC, bytes)
      || list->length () == before)
    return;
  unsigned mem = (*list)[i].mem;
  (*list)[i] = list->pop ();
  (*list)[i].mem = mem;
}

/* The assembler text of INSN, which has been recognised as CODE, if it is a
   constant, else "".  */
static const char *
constant_text (rtx_insn *insn, int code)
{
  extract_constrain_insn_cached (insn);
  switch (insn_data[code].output_format)
    {
    case INSN_OUTPUT_FORMAT_SINGLE:
      return insn_data[code].output.single;
    case INSN_OUTPUT_FORMAT_MULTI:
      return insn_data[code].output.multi[which_alternative];
    default:
      return "";
    }
}

/* Whether X, of 256 bits, is a register with one half replaced by the lower half
   of a memory operand: vinsertf128 reads 128 bits.  */
static bool
inserts_half (rtx x)
{
  if (GET_CODE (x) != VEC_SELECT || GET_CODE (XEXP (x, 0)) != VEC_CONCAT
      || GET_MODE_SIZE (GET_MODE (x)) != 32 || !MEM_P (XEXP (XEXP (x, 0), 1))
      || GET_MODE (XEXP (XEXP (x, 0), 1)) != GET_MODE (x))
    return false;
  int n = GET_MODE_NUNITS (GET_MODE (x));
  int low = INTVAL (XVECEXP (XEXP (x, 1), 0, 0));
  int high = INTVAL (XVECEXP (XEXP (x, 1), 0, n / 2));
  return (low == 0 && high == n) || (low == n && high == n / 2);
}

/* Of a vector in memory an instruction may read a part only, whatever its
   pattern says.  The Intel dialect, where operands have sizes, tells.  */
static void
narrow_loads (rtx_insn *insn, rtx set, vec<memop> *list)
{
  int code = recog_memoized (insn);
  if (code < 0 || list->is_empty () || (*list)[0].store
      || (*list)[0].facts.lanes.n)
    return;
  const char *text = constant_text (insn, code);
  for (int n = 0; n < recog_data.n_operands; n++)
    {
      rtx mem = recog_data.operand[n];
      if (!MEM_P (mem) || !VECTOR_MODE_P (GET_MODE (mem))
	  || recog_data.operand_type[n] != OP_IN)
	continue;
      int bytes = 0, offset = 0;
      switch (modifier (text, n))
	{
	case 'b':
	  bytes = 1;
	  break;
	case 'w':
	  bytes = 2;
	  break;
	case 'k':
	  bytes = 4;
	  break;
	case 'q':
	  bytes = 8;
	  break;
	case 'x':
	  bytes = 16;
	  break;
	case 't':
	  bytes = 32;
	  break;
	case 'H':
	  bytes = offset = 8;
	  break;
	}
      if (inserts_half (SET_SRC (set)))
	bytes = 16;
      if (bytes && bytes < (*list)[0].facts.bytes)
	replace_load (list, 0, plus_constant (Pmode, XEXP (mem, 0), offset),
		      bytes);
    }
}

/* There is no store of 80 bits that leaves the register stack alone: such a
   store is followed by a load.  */
static void
add_reload (rtx_insn *insn, rtx set, vec<memop> *list)
{
  rtx source = SET_SRC (set);
  if (GET_CODE (source) == FLOAT_EXTEND)
    source = XEXP (source, 0);
  if (GET_MODE (SET_DEST (set)) != XFmode || !MEM_P (SET_DEST (set))
      || !STACK_REG_P (source)
      || find_regno_note (insn, REG_DEAD, REGNO (source)) || list->is_empty ())
    return;
  struct memop a = list->last ();
  a.store = false;
  list->safe_push (a);
}

/* Conversions to integers, and roundings, load a control word before and
   another after.  */
static void
add_control_words (rtx pattern, vec<memop> *list)
{
  unsigned at = 0;
  for (int i = XVECLEN (pattern, 0) - 1; i >= 0; i--)
    {
      rtx x = XVECEXP (pattern, 0, i);
      if (GET_CODE (x) != USE || !MEM_P (XEXP (x, 0))
	  || GET_MODE (XEXP (x, 0)) != HImode)
	continue;
      unsigned before = list->length ();
      access_add (list, false, XEXP (XEXP (x, 0), 0), ADDR_SPACE_GENERIC, 2);
      if (list->length () == before)
	continue;
      /* Loads come first.  */
      struct memop a = list->pop ();
      list->safe_insert (at++, a);
    }
}

void
target_amend (rtx_insn *insn, vec<memop> *list)
{
  rtx set = single_set (insn);
  if (set)
    {
      widen_loads (insn, set, list);
      narrow_loads (insn, set, list);
      add_reload (insn, set, list);
    }
  if (GET_CODE (PATTERN (insn)) == PARALLEL)
    add_control_words (PATTERN (insn), list);
  /* A locked `or' of 0 to the top of the stack.  */
  if (INSN_CODE (insn) == CODE_FOR_mfence_nosse)
    for (int store = 0; store < 2; store++)
      access_add (list, store, stack_pointer_rtx, ADDR_SPACE_GENERIC,
		  UNITS_PER_WORD);
}
