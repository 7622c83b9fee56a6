/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is called behind an instruction.  */

#include "atom/pour.h"

bool
is_last (const Inst *i)
{
  return i == i->block->insts + i->block->n_insts - 1;
}

/* The first of the instructions that nothing may come between, I being one.  */
static const Inst *
first_of (const Inst *i)
{
  while (!i->before && i > i->block->insts)
    i--;
  return i;
}

bool
is_glued (const Inst *i)
{
  return !is_last (i) && !i[1].before;
}

void
write_after (struct pourer *w, const Proc *p, const Inst *i, const Edge *e,
	     const char *facts)
{
  if (is_glued (i))
    return;
  for (const Inst *k = first_of (i); k <= i; k++)
    pots_write (w, p, k, facts, &k->calls[1], false);
  if (!is_last (i))
    return;
  pots_write (w, p, i, facts, &i->block->calls[1], false);
  if (e)
    pots_write (w, p, i, facts, &e->calls, false);
  if (i->class == INST_RETURN || i->class == INST_SIBCALL || (e && !e->to))
    pots_write (w, p, i, facts, &p->calls[1], false);
}

bool
has_after (const Proc *p, const Inst *i, const Edge *e)
{
  return i->calls[1].first || i->block->calls[1].first || (e && e->calls.first)
	 || (e && !e->to && p->calls[1].first);
}

char *
new_label (struct pourer *w)
{
  return string ("%sHALT%d", w->machine->label, w->n_labels++);
}
