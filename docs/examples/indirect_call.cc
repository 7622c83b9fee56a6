/* SPDX-License-Identifier: MIT */
/* A kind of one's own: a point at each call through a register, reported with
   the address that is called:

     void _record_icall (unsigned long target, unsigned long id);

   Build and use: see docs/extending.md.  */

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "backend.h"
#include "rtl.h"
#include "cfgrtl.h"

#include "halt/plugin.h"
#include "recipes/recipe.h"

int plugin_is_GPL_compatible;

static int icall;

/* The register that holds what is called is the one dynamic argument.  */
static int
recipe (struct pot *pot)
{
  const struct halt_target *target = pot->target;
  if (target->begin (pot, 1) != 0)
    return -1;
  struct pot_insn move = pot_insn ();
  move.op = OP_MOVE;
  move.stage = POT_KIND;
  move.reg = target->arg (pot, 0);
  move.src = pot->point->data;
  pot_add (pot, move);
  return target->finish (pot, 1);
}

static void
label (void *)
{
  basic_block bb;
  rtx_insn *insn;
  FOR_EACH_BB_FN (bb, cfun)
    FOR_BB_INSNS (bb, insn)
      {
	rtx call = CALL_P (insn) ? get_call_rtx_from (insn) : NULL_RTX;
	rtx callee = call ? XEXP (XEXP (call, 0), 0) : NULL_RTX;
	if (callee && REG_P (callee))
	  halt_label_note (insn, icall, 0, NULL, 0,
			   halt_register_number (REGNO (callee)));
      }
}

int
plugin_init (struct plugin_name_args *, struct plugin_gcc_version *gcc)
{
  if (!plugin_default_version_check (gcc, &gcc_version))
    return 1;
  icall = halt_register_kind ("icall", "_record_icall", recipe);
  halt_on_label (label, NULL);
  return 0;
}
