/* SPDX-License-Identifier: MIT */
/* A kind of one's own, for IA-64: predicate hazards, the example of HP's Caliper.

   Instructions of one issue group may write the same register if their predicates
   are never true together; what the register holds if they are is not defined.
   There is a point before each two such instructions, as close together as
   the compiler may put them into a group, reported with both predicates:

     void _record_hazard (unsigned long first, unsigned long second,
			  unsigned long id, unsigned long number);

   The static argument is the number of the register that both write.  It is a
   hazard if FIRST and SECOND are both 1.  Groups are not made yet when the points
   are: two instructions can turn out to be in different ones.

   Build and use: see docs/extending.md.  */

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "backend.h"
#include "rtl.h"
#include "cfgrtl.h"

#include "halt/plugin.h"
#include "recipes/recipe.h"
extern "C" {
#include "recipes/ia64/ia64.h"
}

int plugin_is_GPL_compatible;

static int hazard;

#define PREDICATES (IA64_B0 - IA64_P0)

/* The compiler has predicates in pairs, the second the opposite of the first:
   which predicate the instruction with that TEST has, or -1.  */
static int
predicate (rtx test)
{
  int regno = REG_P (XEXP (test, 0)) ? REGNO (XEXP (test, 0)) : 0;
  if (regno < IA64_P0 || regno >= IA64_B0)
    return -1;
  return regno - IA64_P0 + (GET_CODE (test) == EQ);
}

/* ARG = 1 if PREDICATE is true, else 0.  */
static void
develop (struct pot *pot, int n, int predicate)
{
  struct pot_insn text = pot_insn ();
  text.op = OP_CONST;
  text.stage = POT_KIND;
  text.size = 8;
  text.src = HALT_NO_REG;
  text.reg = pot->target->arg (pot, n);
  pot_add (pot, text);
  text.op = OP_TEXT;
  text.symbol = pot_text (pot, ";;\n(p%d)\tmov\t%s = 1\n\t;;", predicate,
			  ia64_name (pot->point, text.reg).text);
  pot_add (pot, text);
}

static int
recipe (struct pot *pot)
{
  if (pot->target->begin (pot, 2) != 0)
    return -1;
  develop (pot, 0, pot->point->data / PREDICATES);
  develop (pot, 1, pot->point->data % PREDICATES);
  return pot->target->finish (pot, 2);
}

/* What INSN sets, if that is one thing, under a predicate or not; else NULL.  */
static rtx
destination (rtx_insn *insn)
{
  rtx pattern = PATTERN (insn);
  if (GET_CODE (pattern) == COND_EXEC)
    pattern = COND_EXEC_CODE (pattern);
  else
    pattern = single_set (insn);
  return pattern && GET_CODE (pattern) == SET ? SET_DEST (pattern) : NULL_RTX;
}

/* INSN under a predicate sets a register: true.  */
static bool
sets_register (rtx_insn *insn)
{
  rtx pattern = PATTERN (insn);
  return (GET_CODE (pattern) == COND_EXEC
	  && destination (insn) && REG_P (destination (insn))
	  && predicate (COND_EXEC_TEST (pattern)) >= 0);
}

static void
label (void *)
{
  basic_block bb;
  rtx_insn *insn;
  FOR_EACH_BB_FN (bb, cfun)
    {
      auto_vec<rtx_insn *> group;
      FOR_BB_INSNS (bb, insn)
	{
	  if (!NONDEBUG_INSN_P (insn))
	    continue;
	  /* A new group begins after what is no plain instruction, after one
	     that makes a predicate, and before one that reads what the group
	     has written.  */
	  rtx to = NONJUMP_INSN_P (insn) ? destination (insn) : NULL_RTX;
	  bool ends = !to || GET_MODE (to) == BImode;
	  rtx_insn *earlier;
	  unsigned i;
	  FOR_EACH_VEC_ELT (group, i, earlier)
	    if (reg_referenced_p (destination (earlier), PATTERN (insn)))
	      ends = true;
	  if (ends)
	    group.truncate (0);
	  if (!to || !sets_register (insn))
	    continue;
	  int q = predicate (COND_EXEC_TEST (PATTERN (insn)));
	  FOR_EACH_VEC_ELT (group, i, earlier)
	    {
	      int p = predicate (COND_EXEC_TEST (PATTERN (earlier)));
	      int64_t number = REGNO (to);
	      if (p != q && rtx_equal_p (destination (earlier), to))
		halt_label_note (earlier, hazard, 0, &number, 1,
				 p * PREDICATES + q);
	    }
	  group.safe_push (insn);
	}
    }
}

int
plugin_init (struct plugin_name_args *, struct plugin_gcc_version *gcc)
{
  if (!plugin_default_version_check (gcc, &gcc_version))
    return 1;
  hazard = halt_register_kind ("hazard", "_record_hazard", recipe);
  halt_on_label (label, NULL);
  return 0;
}
