/* SPDX-License-Identifier: MIT */
/* A trace of calls that needs no map: each CALL point tells by which function, and
   from where in it, something is called.

     void _record_call (void *callee, unsigned long id, const char *function,
			void *start, void *pc);

   Label with -fplugin-arg-halt-call.  Build and use: see docs/extending.md.  */

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "backend.h"
#include "tree.h"
#include "rtl.h"
#include "cfgrtl.h"

#include "halt/plugin.h"

int plugin_is_GPL_compatible;

static void
label (void *)
{
  basic_block bb;
  rtx_insn *insn;
  const char *symbol
    = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (current_function_decl));
  FOR_EACH_BB_FN (bb, cfun)
    FOR_BB_INSNS (bb, insn)
      {
	halt_note_add_string (insn, HALT_CALL, current_function_name ());
	halt_note_add_symbol (insn, HALT_CALL, symbol, 1);
	halt_note_add_pc (insn, HALT_CALL);
      }
}

int
plugin_init (struct plugin_name_args *, struct plugin_gcc_version *gcc)
{
  if (!plugin_default_version_check (gcc, &gcc_version))
    return 1;
  halt_on_label (label, NULL);
  return 0;
}
