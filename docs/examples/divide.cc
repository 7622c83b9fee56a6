/* SPDX-License-Identifier: MIT */
/* A kind of one's own with a memory operand: a point before each integer
   division, reported with the divisor, as an unsigned number of its size (those
   of 8 bits, which GCC writes in another way, are left out):

     void _record_divide (unsigned long divisor, unsigned long id);

   Build and use: see docs/extending.md.  */

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "backend.h"
#include "rtl.h"
#include "cfgrtl.h"

#include "halt/plugin.h"
#include "recipes/recipe.h"

int plugin_is_GPL_compatible;

static int divide;

/* What DATA of a point says: the divisor's size, and its register unless it is
   in memory.  */
#define DATA(size, reg) ((int64_t) (size) << 32 | (uint32_t) (reg))

static void
add (struct pot *pot, enum pot_op op, int reg, int src, int size, int64_t imm)
{
  struct pot_insn insn = pot_insn ();
  insn.op = op;
  insn.stage = POT_KIND;
  insn.reg = reg;
  insn.src = src;
  insn.size = size;
  insn.imm = imm;
  pot_add (pot, insn);
}

/* How far the stack pointer is lowered by what POT has so far.  */
static int64_t
depth (const struct pot *pot)
{
  int64_t n = 0;
  int word = pot->target->word_bits / 8;
  for (int i = 0; i < pot->n; i++)
    n += pot->insn[i].op == OP_ADJUST ? -pot->insn[i].imm
	 : pot->insn[i].op == OP_PUSH ? word
	 : pot->insn[i].op == OP_POP ? -word : 0;
  return n;
}

/* The divisor is the one dynamic argument.  */
static int
recipe (struct pot *pot)
{
  const struct halt_target *target = pot->target;
  int size = pot->point->data >> 32, reg = (int32_t) pot->point->data;
  int word = target->word_bits / 8;
  if (target->begin (pot, 1) != 0)
    return -1;
  int divisor = target->arg (pot, 0);
  if (reg != HALT_NO_REG)
    add (pot, OP_MOVE, divisor, reg, 0, 0);
  else if (pot->point->access.ea.thread)
    return pot_refuse (pot, "its divisor is a thread's own");
  else
    {
      add (pot, OP_EA, divisor, HALT_NO_REG, 0, depth (pot));
      add (pot, OP_FETCH, divisor, divisor, size, 0);
    }
  if (size < word && reg != HALT_NO_REG)
    add (pot, OP_EXTEND, divisor, HALT_NO_REG, size, 0);
  return target->finish (pot, 1);
}

/* The divisor of the division that PATTERN contains, or NULL.  */
static rtx
find_divisor (rtx pattern)
{
  rtx set = GET_CODE (pattern) == PARALLEL ? XVECEXP (pattern, 0, 0) : pattern;
  if (GET_CODE (set) != SET)
    return NULL_RTX;
  rtx quotient = SET_SRC (set);
  if (GET_CODE (quotient) == ZERO_EXTEND || GET_CODE (quotient) == SIGN_EXTEND)
    quotient = XEXP (quotient, 0);
  switch (GET_CODE (quotient))
    {
    case DIV: case MOD: case UDIV: case UMOD:
      if (SCALAR_INT_MODE_P (GET_MODE (quotient)))
	return XEXP (quotient, 1);
    default:
      return NULL_RTX;
    }
}

static void
label (void *)
{
  basic_block bb;
  rtx_insn *insn;
  FOR_EACH_BB_FN (bb, cfun)
    FOR_BB_INSNS (bb, insn)
      {
	rtx divisor = NONDEBUG_INSN_P (insn) ? find_divisor (PATTERN (insn))
		      : NULL_RTX;
	if (!divisor)
	  continue;
	int size = GET_MODE_SIZE (GET_MODE (divisor)).to_constant ();
	if (REG_P (divisor))
	  halt_label_note (insn, divide, 0, NULL, 0,
			   DATA (size, halt_register_number (REGNO (divisor))));
	else if (MEM_P (divisor))
	  halt_label_memory (insn, divide, divisor, NULL, 0,
			     DATA (size, HALT_NO_REG), NULL);
      }
}

int
plugin_init (struct plugin_name_args *, struct plugin_gcc_version *gcc)
{
  if (!plugin_default_version_check (gcc, &gcc_version))
    return 1;
  divide = halt_register_kind ("divide", "_record_divide", recipe);
  halt_on_label (label, NULL);
  return 0;
}
