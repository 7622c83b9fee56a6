/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inline assembler that may end the program by a system call of its own: before it
   start.c sees the number.  */

#include <string.h>

#include "atom/atom.h"

static const struct trap
{
  const char *target, *text, *reg; /* the instruction; where it has the number */
} traps[] = { { "x86-64", "syscall", "ax" }, { "i386", "int $0x80", "ax" },
	      { "i386", "int 0x80", "ax" },  { "i386", "sysenter", "ax" },
	      { "alpha", "callsys", "$0" },  { "aarch64", "svc", "x8" },
	      { "riscv64", "ecall", "a7" } };

/* The register that has the number before I, or HALT_NO_REG: it is no such.  */
static int
number_of (Inst *i)
{
  const struct halt_target *t = i->block->proc->unit->target;
  if (i->class != INST_ASM || !i->before)
    return HALT_NO_REG;
  const char *text = InstText (i);
  for (size_t k = 0; k < sizeof traps / sizeof *traps; k++)
    if (strcmp (traps[k].target, t->name) == 0 && strstr (text, traps[k].text))
      return halt_reg_find (t, traps[k].reg);
  return HALT_NO_REG;
}

static struct proto *
watcher (void)
{
  static struct proto *p;
  if (p)
    return p;
  p = fresh_memory (sizeof *p);
  p->name = string ("__halt_atom_syscall");
  p->n = 1;
  p->parameters = fresh_memory (sizeof *p->parameters);
  p->parameters[0].type = PARAMETER_REGV;
  p->own = p->used = true;
  return proto_add (p);
}

void
leave_watch (void)
{
  bool any = the.calls[AFTER].first != NULL;
  for (Obj *o = the.first; o; o = o->next)
    any |= o->calls[AFTER].first != NULL;
  for (Obj *o = the.first; o && any; o = o->next)
    for (Proc *p = o->first; p; p = p == o->last ? NULL : p->next)
      for (Inst *i = p->insts; i < p->insts + p->n_insts; i++)
	{
	  int reg = number_of (i);
	  if (reg == HALT_NO_REG)
	    continue;
	  struct call *c = fresh_memory (sizeof *c);
	  c->proto = watcher ();
	  c->values = fresh_memory (sizeof *c->values);
	  c->values[0] = (struct value) { .form = VALUE_REGISTER,
					  .number = reg };
	  c->file = "";
	  *(i->calls[BEFORE].last ? &i->calls[BEFORE].last->next
				  : &i->calls[BEFORE].first)
	    = c;
	  i->calls[BEFORE].last = c;
	}
}
