/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A memory operand: what a pot needs to know to compute its address.  */

#include "plugin/core/core.h"
#include "plugin/target_hooks.h"
#include "plugin/rtl/rtl.h"

bool
access_add (vec<memop> *list, bool store, rtx address, addr_space_t space,
	    HOST_WIDE_INT bytes)
{
  struct memop a = {};
  a.store = store;
  a.after = halt_kind_after (store ? HALT_STORE : HALT_LOAD);
  a.facts.bytes = bytes;
  a.facts.count = a.facts.advance = HALT_NO_REG;
  if (bytes <= 0 || !target_address (address, space, &a))
    {
      if (config->dump & DUMP_LABEL)
	fprintf (dump_stream (),
		 "left out: %s in %s: its address or size "
		 "cannot be known\n",
		 store ? "store" : "load", current_function_name ());
      return false;
    }
  for (unsigned i = 0; i < list->length (); i++)
    {
      const struct memop *b = &(*list)[i];
      if (b->store == store && b->facts.bytes == bytes
	  && b->facts.ea.thread == a.facts.ea.thread
	  && b->facts.ea.scale == a.facts.ea.scale
	  && rtx_equal_p (b->base, a.base) && rtx_equal_p (b->index, a.index)
	  && rtx_equal_p (b->disp, a.disp))
	return true;		/* the same operand, named twice */
    }
  list->safe_push (a);
  return true;
}

const char *
access_symbol (rtx address)
{
  char *text;
  size_t size;
  bool poured = unit.target->as_text || unit.target->text_ops >> OP_EA & 1;
  if (!(config->dump & DUMP_POT) && !config->atom && !config->routines
      && GET_CODE (address) != LABEL_REF && !poured)
    return "?";
  /* Some of GCC's printers write to its own file whatever they are told.  */
  FILE *const out = asm_out_file;
  asm_out_file = open_memstream (&text, &size);
  targetm.asm_out.print_operand_address (asm_out_file, VOIDmode, address);
  fclose (asm_out_file);
  asm_out_file = out;
  char *to = text, *registers = strrchr (text, '(');
  for (const char *from = text; *from; from++)
    if (from == registers)
      from = strchr (from, ')');
    else if (!ISSPACE (*from))
      *to++ = *from;
  *to = '\0';
  const char *symbol = ggc_strdup (text);
  free (text);
  return symbol;
}
