/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pots: a call and its arguments as text.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "atom/pour.h"
#include "halt/format.h"

/* More arguments than any tool has.  */
#define MAX_ARGS 64

_Noreturn static void
refuse (const struct call *c, const Proc *p, const Inst *i, const char *why)
{
  fail ("%s:%d: %s in %s, line %d, cannot be called: %s", c->file, c->line,
	c->proto->name, p->name, i->line, why);
}

/* Read FACTS, and of ACCESS, if there is one, into *F.  */
static void
read_facts (struct facts *f, const struct call *c, const Proc *p, const Inst *i,
	    const char *facts, const struct access *access)
{
  static char *line;
  static size_t room;
  size_t n = strcspn (facts, "\n");
  size_t more = access ? strcspn (access->facts, "\n") : 0;
  if (room < n + more + 8)
    {
      room = 2 * (n + more + 8);
      line = realloc (line, room);
      if (!line)
	fail ("memory exhausted");
    }
  memcpy (line, "at", 2);
  size_t at = 2;
  if (more)
    {
      line[at++] = ' ';
      const char *words = access->facts + strspn (access->facts, " ");
      more -= words - access->facts;
      memcpy (line + at, words, more);
      at += more;
    }
  memcpy (line + at, facts + 2, n - 2);
  line[at + n - 2] = '\0';
  const char *wrong = facts_read (p->unit->target, f, line);
  if (wrong)
    refuse (c, p, i, string ("damaged HALT code: '%s'", wrong));
}

/* What access N of I, before which C is called, reads or writes.  */
static struct halt_address
address_of (const struct call *c, const Proc *p, const Inst *i, int n)
{
  static struct facts f;
  read_facts (&f, c, p, i, "at", &i->accesses[n]);
  struct halt_address a = f.point.access.ea;
  if (a.symbol)
    a.symbol = string ("%s", a.symbol);
  return a;
}

/* Whether A is what a register holds and a number.  */
static bool
is_register (const struct halt_address *a)
{
  return a->base != HALT_NO_REG && a->index == HALT_NO_REG && !a->symbol
	 && !a->thread && !a->align;
}

static bool
is_same (const struct halt_address *a, const struct halt_address *b)
{
  return a->base == b->base && a->index == b->index && a->scale == b->scale
	 && a->disp == b->disp && a->thread == b->thread && a->align == b->align
	 && !a->symbol == !b->symbol
	 && (!a->symbol || strcmp (a->symbol, b->symbol) == 0);
}

/* Which access of I is passed in C, or -1: of several one that a register does not
   hold.  */
static int
access_of (const struct call *c, const Proc *p, const Inst *i)
{
  int found = -1;
  for (int n = 0; n < c->proto->n; n++)
    if (c->values[n].form == VALUE_ADDRESS && c->values[n].number != found)
      {
	struct halt_address a = address_of (c, p, i, c->values[n].number);
	if (found < 0 || !is_register (&a))
	  found = c->values[n].number;
      }
  return found;
}

/* The address of access N, where ACCESS is the one that the point knows.  */
static struct halt_arg
address_argument (const struct call *c, const Proc *p, const Inst *i, int n,
		  int access)
{
  struct halt_arg a = { .form = HALT_ARG_ADDRESS };
  struct halt_address its = address_of (c, p, i, n);
  struct halt_address known = address_of (c, p, i, access);
  if (n == access || is_same (&its, &known))
    return a;
  if (!is_register (&its))
    refuse (c, p, i, "it is passed two addresses");
  a.form = HALT_ARG_REGISTER;
  a.reg = its.base;
  a.number = its.disp;
  return a;
}

/* Where the word is that is the return address.  */
static void
find_return (struct pourer *w, const struct call *c, const Proc *p,
	     const Inst *i, struct halt_arg *a)
{
  const struct machine *m = w->machine;
  const struct halt_target *t = p->unit->target;
  bool fp = w->frame.reg == m->fp;
  bool is_signed = w->unwind && w->frame.return_signed;
  if (m->return_at == 0 && !(w->unwind && w->frame.return_saved))
    {
      a->form = is_signed ? HALT_ARG_SIGNED : HALT_ARG_REGISTER;
      a->reg = t->return_reg;
      a->number = 0;
      return;
    }
  a->form = is_signed ? HALT_ARG_SIGNED : HALT_ARG_SAVED;
  /* What leaves finds it where it was.  */
  if (m->return_at
      && (w->entered || i->class == INST_RETURN || i->class == INST_SIBCALL))
    {
      a->reg = halt_reg_find (t, m->sp_name);
      a->number = m->cfa + m->return_at;
      return;
    }
  if (!w->unwind || !w->frame.known || (w->frame.reg != m->sp && !fp))
    refuse (c, p, i, "where the return address is, is not known here");
  a->reg = halt_reg_find (t, fp ? m->fp_name : m->sp_name);
  a->number = w->frame.offset
	      + (m->return_at ? m->return_at : w->frame.return_at);
}

static struct halt_arg
argument (struct pourer *w, const struct call *c, const Proc *p, const Inst *i,
	  int access, const struct value *v)
{
  struct halt_arg a = { .form = HALT_ARG_NUMBER, .number = v->number };
  switch (v->form)
    {
    case VALUE_NUMBER:
    case VALUE_SLOT:
      break;
    case VALUE_DATA:
      a.form = HALT_ARG_VARIABLE;
      a.symbol = v->data->label;
      a.local = true;
      break;
    case VALUE_ADDRESS:
      return address_argument (c, p, c->inst ? c->inst : i, v->number, access);
    case VALUE_CONDITION:
      a.form = HALT_ARG_CONDITION;
      break;
    case VALUE_REGISTER:
      a.form = HALT_ARG_REGISTER;
      a.reg = v->number;
      a.number = 0;
      break;
    case VALUE_CYCLES:
      a.form = HALT_ARG_CYCLES;
      break;
    case VALUE_HERE:
      a.form = HALT_ARG_HERE;
      break;
    case VALUE_RETURN:
      find_return (w, c, p, i, &a);
      break;
    case VALUE_STACK:
      a.form = HALT_ARG_SAVED;
      a.reg = halt_reg_find (p->unit->target, w->machine->sp_name);
      break;
    case VALUE_EXIT:
      a.number = i->pc;
      break;
    case VALUE_ARGUMENT:
    case VALUE_REPLACED:
      refuse (c, p, i, "it is no replacement");
    }
  return a;
}

/* What the program needs beyond what its compiler said: what the procedure has
   promised its callers, what is passed.  */
static void
complete (struct halt_point *pt, const Proc *p)
{
  const struct halt_target *t = p->unit->target;
  for (int i = 0; i < pt->n_args; i++)
    if (pt->args[i].form == HALT_ARG_REGISTER
	|| pt->args[i].form == HALT_ARG_SAVED
	|| pt->args[i].form == HALT_ARG_SIGNED)
      reg_set_add (&pt->live, pt->args[i].reg);
  for (int r = 0; r < t->n_regs; r++)
    {
      if (reg_set_has (&p->promise, r))
	reg_set_add (&pt->live, r);
      if (reg_set_has (&p->scratch, r) && !reg_set_has (&pt->live, r))
	reg_set_add (&pt->dead, r);
    }
}

/* Write the instructions of POT; what lowers the stack pointer says so, and what saves the
   return address, if that has not been saved before.  */
static void
write_pot (struct pourer *w, const struct pot *pot)
{
  bool follows = w->unwind && w->frame.known && w->frame.reg == w->machine->sp;
  int returns = w->machine->return_at || w->frame.return_saved
		  ? HALT_NO_REG
		  : pot->target->return_reg;
  for (const struct pot_insn *i = pot->insn; i < pot->insn + pot->n; i++)
    {
      if (i->op == OP_RETEST)
	{
	  w->retest = true;
	  continue;
	}
      fputc ('\t', w->out);
      pot_print_insn (w->out, pot, i);
      fputc ('\n', w->out);
      int64_t down = pot_lowers (pot, i);
      if (down && follows)
	fprintf (w->out, "\t.cfi_adjust_cfa_offset %" PRId64 "\n", down);
      if (follows && i->reg == returns && returns != HALT_NO_REG
	  && (i->op == OP_STORE || i->op == OP_LOAD))
	fprintf (w->out,
		 i->op == OP_STORE ? "\t.cfi_rel_offset %d, %" PRId64 "\n"
				   : "\t.cfi_restore %d\n",
		 w->machine->return_reg, i->imm);
    }
}

/* One call.  ALONE: its pot comes last before the branch, which need not find its
   flags if the pot says what it tests.  */
static void
write_call (struct pourer *w, const Proc *p, const Inst *i, const char *facts,
	    const struct call *c, bool branch, bool last)
{
  static struct pot pot;
  static struct facts f;
  struct halt_arg args[MAX_ARGS];
  const Inst *at = c->inst ? c->inst : i;
  int access = access_of (c, p, at);
  if (c->proto->n > MAX_ARGS)
    refuse (c, p, i, "it has too many arguments");
  struct halt_point *pt = &f.point;
  bool condition = false;
  for (int n = 0; n < c->proto->n; n++)
    {
      args[n] = argument (w, c, p, i, access, &c->values[n]);
      condition |= args[n].form == HALT_ARG_CONDITION;
    }
  read_facts (&f, c, p, i, facts, access < 0 ? NULL : &at->accesses[access]);
  if (condition && !pt->cond)
    refuse (c, p, i, "its condition cannot be read");
  pt->access.lanes.n = 0;	/* they lie side by side: the first one's */
  pt->kind = HALT_KIND_LIST;
  pt->routine = c->proto->symbol;
  pt->args = args;
  pt->n_args = c->proto->n;
  pt->summarized = c->proto->summarized;
  pt->summary = c->proto->summary;
  pt->access.wrap = false;
  pt->access.count = pt->access.advance = HALT_NO_REG;
  if (branch && !(condition && last))
    pt->flags_live = true;
  if (!condition)
    pt->cond = NULL;
  if (the.image)
    {
      pt->fixed = true;
      pt->got = pt->far_code = pt->far_data = pt->indirect = false;
    }
  complete (pt, p);
  if (pot_fill (&pot, p->unit->target, pt, NULL) != 0)
    refuse (c, p, i, pot.fault);
  write_pot (w, &pot);
}

void
pots_write (struct pourer *w, const Proc *p, const Inst *i, const char *facts,
	    const struct calls *calls, bool branch)
{
  if (!calls->first)
    return;
  if (!facts)
    refuse (calls->first, p, i, "GCC gives no place for it there");
  if (w->unit->intel)
    fputs ("\t.att_syntax prefix\n", w->out);
  if (w->machine->on)
    fputs (w->machine->on, w->out);
  if (w->traps)
    fputs (w->machine->barrier, w->out);
  for (const struct call *c = calls->first; c; c = c->next)
    write_call (w, p, i, facts, c, branch, !c->next);
  if (w->machine->off)
    fputs (w->machine->off, w->out);
  if (w->unit->intel)
    fputs ("\t.intel_syntax noprefix\n", w->out);
}
