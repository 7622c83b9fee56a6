/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ReplaceEntry, ReplaceProcedure: the procedure's name becomes that of a function
   that calls the analysis routine; its code gets another.  */

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "atom/pour.h"

const char replaced_rest[]
  = "after the ArgValues it can be passed numbers, strings, arrays, "
    "ReplAddrValue, REG_PC and REG_RA";

const char replaced_chain[]
  = "it uses variables of the function that it is in, which only that "
    "can call it with; do not pass ReplAddrValue";

bool
replaced_takes (const Proc *p, int reg)
{
  struct facts f;
  const char *before = p->n_insts ? p->insts[0].before : NULL;
  char *line = before ? line_copy (before) : NULL;
  bool is = line && !facts_read (p->unit->target, &f, line)
	    && reg_set_has (&f.point.live, reg);
  free (line);
  return is;
}

int
replaced_passes (const struct call *c)
{
  int n = 0;
  while (n < c->proto->n && c->values[n].form == VALUE_ARGUMENT)
    n++;
  return n;
}

char *
replaced_name (const Proc *p)
{
  return string ("__halt_replaced.%s", p->symbol);
}

/* The label, and what says how long it is.  */
char *
replaced_line (const Proc *p, const char *line)
{
  const char *name = replaced_name (p);
  const char *text = after_word (line, p->symbol);
  if (text && strncmp (text, ":\n", 2) == 0)
    return string ("\t.type\t%s, %%function\n%s:\n", name, name);
  text = after_word (line, "\t.size\t");
  text = text ? after_word (text, p->symbol) : NULL;
  if (text && *text == ',')
    return string ("\t.size\t%s, .-%s\n", name, name);
  return NULL;
}

void
replacement_write (struct pourer *w, const Proc *p)
{
  const struct call *c = p->replacement ? p->replacement : p->entry.replacement;
  if (!c)
    return;
  if (w->unit->intel)
    fputs ("\t.att_syntax prefix\n", w->out);
  fprintf (w->out, "\t.text\n\t.type\t%s, %%function\n%s:\n\t.cfi_startproc\n",
	   p->symbol, p->symbol);
  const char *why = w->machine->stub (w->out, p, c, replaced_name (p));
  if (why)
    fail ("%s:%d: %s cannot be replaced by %s: %s", c->file ? c->file : "",
	  c->line, p->name, c->proto->name, why);
  fprintf (w->out, "\t.cfi_endproc\n\t.size\t%s, .-%s\n", p->symbol, p->symbol);
  if (w->unit->intel)
    fputs ("\t.intel_syntax noprefix\n", w->out);
}
