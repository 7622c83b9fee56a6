/* SPDX-License-Identifier: MIT */
/* The manual's own example: the number of machine instructions of each basic
   block as a static argument of BLOCK.  Its analysis adds them up:

     void _record_block (unsigned long id, long size) { executed += size; }

   Build and use: see docs/extending.md.  */

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "backend.h"
#include "rtl.h"
#include "cfgrtl.h"

#include "halt/plugin.h"

int plugin_is_GPL_compatible;

static void
add_sizes (void *)
{
  basic_block bb;
  rtx_insn *insn;
  FOR_EACH_BB_FN (bb, cfun)
    {
      int n = 0;
      FOR_BB_INSNS (bb, insn)
	if (NONDEBUG_INSN_P (insn) && GET_CODE (PATTERN (insn)) != USE
	    && GET_CODE (PATTERN (insn)) != CLOBBER)
	  n++;
      halt_note_add_arg (bb_note (bb), HALT_BLOCK, n);
    }
}

int
plugin_init (struct plugin_name_args *, struct plugin_gcc_version *gcc)
{
  if (!plugin_default_version_check (gcc, &gcc_version))
    return 1;
  halt_on_label (add_sizes, NULL);
  return 0;
}
