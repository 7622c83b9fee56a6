/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies in pots, evaluated ones: what is known of an event, which registers they are
   given, what their text is; and as they are.  */

#include <stdlib.h>
#include <string.h>

#include "recipes/copies/copies.h"

/* --- where copies are ------------------------------------------------------- */

bool
copy_stands (const struct halt_target *t, const struct halt_point *pt)
{
  bool reads = false;
  for (int i = 0; i < t->n_arg_regs; i++)
    reads |= reg_set_has (&pt->summary.reads, t->arg_regs[i]);
  return pt->summarized && pt->summary.copy && pt->summary.unaligned
	 && halt_kind_args (pt->kind) != HALT_ARGS_OWN
	 && halt_kind_args (pt->kind) != HALT_ARGS_START && !pt->cells
	 && !pt->access.lanes.n && !pt->far_code && !pt->far_data
	 && !pt->indirect && !pt->got
	 && !(pt->small
	      && (reads || pt->summary.copy_bytes > t->copies->small));
}

bool
copy_uses_stack (const struct halt_target *t, const struct halt_point *pt)
{
  for (const char *p = pt->summary.copy; p; p = strchr (p, ';'))
    {
      struct copy_text rest = copy_text_of (p + (*p == ';'));
      if (copy_text_is (copy_cut_word (&rest), t->copies->call))
	return true;
      p += *p == ';';
    }
  return false;
}

/* --- what is known ---------------------------------------------------------- */

/* What is in its register, and not known.  */
static const struct copy_value in_place = { .form = FORM_OWN, .scale = 1 };

static struct copy_value
id_value (const struct halt_point *pt)
{
  struct copy_value v = copy_number (pt->id);
  v.symbol = copy_text_of (pt->base);
  if (pt->base)
    v.form = FORM_WORD;
  return v;
}

/* The address of PT's access, or FORM_OWN: it must be put into a register first.  */
static struct copy_value
address_value (const struct halt_target *t, const struct halt_point *pt)
{
  const struct halt_address *a = &pt->access.ea;
  bool low = t->copies->low_symbols && a->base != HALT_NO_REG;
  /* Quoted names may have what means something in templates.  */
  if (a->thread || a->align || a->extend
      || (a->symbol && (low || strpbrk (a->symbol, "@?\"%{|}"))))
    return in_place;
  return (struct copy_value) {
    .form = FORM_SUM,
    .number = a->disp,
    .base = a->base,
    .index = a->index,
    .scale = a->index == HALT_NO_REG ? 1 : a->scale,
    .symbol = copy_text_of (a->symbol)
  };
}

static struct copy_value
condition_value (const struct halt_point *pt)
{
  int outcome = pot_outcome (pt);
  return outcome >= 0 ? copy_number (outcome) : in_place;
}

/* What A is; FORM_NONE: it is not known here.  */
static struct copy_value
argument_value (const struct halt_target *t, const struct halt_point *pt,
		const struct halt_arg *a)
{
  struct copy_value v = { .form = FORM_NONE };
  switch (a->form)
    {
    case HALT_ARG_CONDITION:
      return condition_value (pt);
    case HALT_ARG_ADDRESS:
      return address_value (t, pt);
    case HALT_ARG_REGISTER:
      if (a->reg < t->copies->n_regs && a->reg != t->copies->sp)
	{
	  v = copy_number (a->number);
	  v.base = a->reg;
	}
      return v;
    default:
      return a->form > HALT_ARG_REGISTER || a->symbol
	       ? v
	       : copy_number (a->number);
    }
}

/* The arguments of PT, by their numbers, to VALUE.  Return how many there are, -1: it
   cannot be said.  */
static int
values (const struct halt_target *t, const struct halt_point *pt,
	struct copy_value *value)
{
  enum halt_args args = halt_kind_args (pt->kind);
  int n = 0;
  if (pot_args (pt, pot_dynamic_args (pt)) > t->n_arg_regs)
    return -1;
  if (args == HALT_ARGS_CONDITION)
    value[n++] = condition_value (pt);
  else if (args == HALT_ARGS_ACCESS && pot_joinable (pt) >= 0)
    {
      value[n++] = copy_number (pt->access.bytes);
      value[n++] = address_value (t, pt);
    }
  else if (args != HALT_ARGS_NONE && args != HALT_ARGS_LIST)
    return -1;
  if (args != HALT_ARGS_LIST)
    value[n++] = id_value (pt);
  for (int i = 0; i < pt->n_args; i++)
    value[n++] = argument_value (t, pt, &pt->args[i]);
  return n;
}

/* Whether the copy for PT changes nothing that would have to be saved but general
   registers and flags.  */
static bool
changes_general_only (const struct halt_target *t, const struct halt_point *pt)
{
  for (int r = t->copies->n_regs; r < t->n_regs; r++)
    if (r != t->flags && reg_set_has (&pt->summary.changes, r)
	&& reg_set_has (&pt->live, r))
      return false;
  return true;
}

/* Evaluate the copy for PT; false if it is not of use.  */
static bool
fold (const struct halt_target *t, const struct halt_point *pt,
      struct copied *f)
{
  struct copy_value value[COPY_REGS], given[COPY_REGS] = { 0 };
  int kept = HALT_NO_REG, n;
  if (!copy_stands (t, pt) || pt->verify || (pt->fixed && pt->base)
      || (pt->flags_live && t->copies->retests && pot_condition_arg (pt) >= 0)
      || !changes_general_only (t, pt) || (n = values (t, pt, value)) < 0)
    return false;
  f->ea = HALT_NO_REG;
  for (int i = 0; i < n; i++)
    {
      int r = t->arg_regs[i];
      bool condition = i == pot_condition_arg (pt);
      if (value[i].form == FORM_NONE && reg_set_has (&pt->summary.reads, r))
	return false;
      given[r] = value[i];
      if (value[i].form == FORM_OWN && !condition
	  && reg_set_has (&pt->summary.reads, r))
	{
	  /* The address is formed once.  */
	  if (f->ea != HALT_NO_REG)
	    return false;
	  f->ea = r;
	}
      if (condition && t->copies->retests)
	kept = r;
    }
  return copy_fold (t->copies, pt->summary.copy, given, kept, &f->steps);
}

/* --- registers -------------------------------------------------------------- */

/* General registers for copies, the best first.  */
struct pool
{
  int reg[COPY_REGS], n;
};

/* All registers that F names, the program's too.  */
static copy_set
registers_of (const struct copied *f)
{
  copy_set set = 0;
  for (int i = 0; i < f->steps.n; i++)
    for (int o = 0; o < f->steps.step[i].n; o++)
      set |= copy_operand_regs (&f->steps.step[i].op[o]);
  return set;
}

/* REG's bit, if it is one.  */
static copy_set
bit (int reg)
{
  return reg == HALT_NO_REG ? 0 : COPY_BIT (reg);
}

/* Whether one of C's copies changes flags.  */
static bool
change_flags (const struct copies *c)
{
  for (int i = 0; i < c->n; i++)
    for (int s = 0; s < c->of[i].steps.n; s++)
      if (copy_effects (c->of[i].steps.machine, &c->of[i].steps.step[s]).writes
	    >> COPY_FLAGS
	  & 1)
	return true;
  return false;
}

/* Those that nobody needs, then those that can be saved; none that a step of C's copies,
   which are those for PT, reads for the program.  Where flags are kept, the register
   that has them is saved, and free.  */
static struct pool
find_pool (const struct halt_target *t, const struct halt_point *pt,
	   const struct copies *c)
{
  const struct copy_machine *m = t->copies;
  int flags_in = c->keeps_flags ? m->flags_in : HALT_NO_REG;
  struct pool pool = { .n = 0 };
  copy_set read = 0;
  const struct halt_point *at = pt;
  for (int i = 0; i < c->n; i++, at = at->next)
    {
      read |= registers_of (&c->of[i]) >> COPY_GIVEN;
      if (c->of[i].ea != HALT_NO_REG)
	read |= bit (at->access.ea.base) | bit (at->access.ea.index);
    }
  for (int saved = 0; saved < 2; saved++)
    for (int r = 0; r < m->n_regs; r++)
      if (t->regs[r].clobbered && !(read >> r & 1)
	  && saved == !(reg_set_has (&pt->dead, r) || r == flags_in)
	  && (!saved || (reg_set_has (&pt->live, r) && r != m->unsaved)))
	pool.reg[pool.n++] = r;
  if (flags_in != HALT_NO_REG && read >> flags_in & 1)
    pool.n = 0;
  return pool;
}

/* AGAINST[R] becomes the registers that cannot be where R is in F.  */
static void
interfere (const struct copied *f, copy_set at_end, copy_set at_start,
	   copy_set *against)
{
  const struct copy_machine *m = f->steps.machine;
  copy_set live[COPY_MAX_STEPS + 1];
  live[f->steps.n] = at_end;
  copy_liveness (&f->steps, live);
  memset (against, 0, COPY_REGS * sizeof *against);
  for (int i = -1; i < f->steps.n; i++)
    {
      copy_set set = i < 0 ? live[0] | at_start
			   : copy_effects (m, &f->steps.step[i]).writes;
      copy_set others = i < 0 ? set : set | live[i + 1];
      for (int r = 0; r < COPY_REGS; r++)
	against[r] |= ((set >> r & 1 ? others : 0)
		       | (others >> r & 1 ? set : 0))
		      & ~COPY_BIT (r);
    }
}

/* Give F registers of POOL, which USED gets; KEPT has the condition, and if the branch
   tests that again, must have it at the end.  False if they do not suffice.  */
static bool
assign (struct copied *f, const struct pool *pool, int kept,
	struct reg_set *used)
{
  copy_set against[COPY_REGS];
  copy_set set = registers_of (f) | bit (kept) | bit (f->ea);
  interfere (f, f->steps.machine->retests ? bit (kept) : 0,
	     bit (kept) | bit (f->ea), against);
  memset (f->as, HALT_NO_REG, sizeof f->as);
  for (int r = 0; r < COPY_REGS; r++)
    {
      copy_set taken = 0;
      int k = 0;
      if (!(set >> r & 1))
	continue;
      for (int o = 0; o < COPY_REGS; o++)
	if (against[r] >> o & 1)
	  taken |= bit (f->as[o]);
      while (k < pool->n && taken >> pool->reg[k] & 1)
	k++;
      if (k == pool->n)
	return false;
      f->as[r] = pool->reg[k];
      reg_set_add (used, f->as[r]);
    }
  return true;
}

const struct copies *
copies_fold (const struct pot *pot)
{
  static struct copies all, *const c = &all;
  const struct halt_target *t = pot->target;
  const struct halt_point *pt = pot->point;
  int condition = pot_condition_arg (pt);
  int kept = condition >= 0 ? t->arg_regs[condition] : HALT_NO_REG;
  c->n = 0;
  c->used = (struct reg_set) { { 0 } };
  for (const struct halt_point *at = pt; at; at = at->next)
    if (c->n == COPY_MAX_POINTS || !fold (t, at, &c->of[c->n++]))
      return NULL;
  c->flags = change_flags (c);
  c->keeps_flags = c->flags && pt->flags_live;
  struct pool pool = find_pool (t, pt, c);
  if (c->keeps_flags && pool.n == 0)
    return NULL;
  if (c->keeps_flags)
    reg_set_add (&c->used, t->copies->flags_in);
  if (c->flags)
    reg_set_add (&c->used, t->flags);
  for (int i = 0; i < c->n; i++)
    if (!assign (&c->of[i], &pool, kept, &c->used))
      return NULL;
  c->condition = kept == HALT_NO_REG ? kept : c->of[0].as[kept];
  return c;
}

/* --- their text --------------------------------------------------------------- */

/* What was written to OUT, TEXT, kept by POT.  */
static const char *
keep (struct pot *pot, FILE *out, char **text)
{
  fclose (out);
  const char *kept = pot_text (pot, "%s", *text);
  free (*text);
  return kept;
}

const char *
copy_as_it_is (struct pot *pot, const struct halt_point *pt)
{
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream (&text, &size);
  copy_print_text (out, copy_text_of (pt->summary.copy));
  return keep (pot, out, &text);
}

/* Print call S of F: what is called finds everything where the routine has it, and
   changes nothing.  */
static void
print_call (FILE *out, const struct halt_target *t, const struct copied *f,
	    const struct copy_step *s)
{
  const struct copy_machine *m = t->copies;
  int at[COPY_REGS], exchanged[COPY_REGS][2], n = 0;
  for (int r = 0; r < m->n_regs; r++)
    at[r] = r;
  /* AT: where that is now which was in a register.  */
  for (int i = 0; i < t->n_arg_regs; i++)
    {
      int r = t->arg_regs[i];
      if (f->as[r] == HALT_NO_REG || at[(int) f->as[r]] == r)
	continue;
      int from = at[(int) f->as[r]];
      m->exchange (out, r, from);
      fputs ("\n\t", out);
      exchanged[n][0] = r;
      exchanged[n++][1] = from;
      for (int o = 0; o < m->n_regs; o++)
	at[o] = at[o] == r ? from : at[o] == from ? r : at[o];
    }
  copy_print (out, m, s, f->as, 0);
  while (n-- > 0)
    {
      fputs ("\n\t", out);
      m->exchange (out, exchanged[n][0], exchanged[n][1]);
    }
}

/* Whether S moves a register to where it is.  */
static bool
moves_nothing (const struct copied *f, const struct copy_step *s)
{
  const struct copy_operand *from = &s->op[0], *to = &s->op[1];
  return s->kind == COPY_INSN && s->n == 2 && s->does == COPY_MOVE
	 && from->kind == OPERAND_REG && to->kind == OPERAND_REG
	 && from->bytes == 8 && to->bytes == 8 && from->reg < COPY_GIVEN
	 && to->reg < COPY_GIVEN && f->as[from->reg] == f->as[to->reg];
}

const char *
copies_text (struct pot *pot, const struct copies *c, int n)
{
  const struct copied *f = &c->of[n];
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream (&text, &size);
  for (int i = 0; i < f->steps.n; i++)
    {
      const struct copy_step *s = &f->steps.step[i];
      if (moves_nothing (f, s))
	continue;
      if (ftell (out) > 0)
	fputs (s->kind == COPY_LABEL ? "\n" : "\n\t", out);
      if (s->kind == COPY_CALL)
	print_call (out, pot->target, f, s);
      else
	copy_print (out, pot->target->copies, s, f->as, pot->depth);
    }
  return keep (pot, out, &text);
}

/* --- what they change ---------------------------------------------------------- */

/* The general registers that TEXT, a template, names.  */
static struct reg_set
named_in (const struct copy_machine *m, const char *text)
{
  struct reg_set set = { { 0 } };
  struct copy_text rest = copy_text_of (text);
  for (char before = ' '; rest.size;)
    {
      struct copy_text word = copy_cut_word (&rest);
      int bytes, r = m->reg (before, word, &bytes);
      if (r != HALT_NO_REG)
	reg_set_add (&set, r);
      before = *rest.at;
      copy_cut (&rest, before);
    }
  return set;
}

void
copies_effects (const struct pot *pot, const struct pot_insn *i,
		const struct reg_set *used, struct reg_set *reads,
		struct reg_set *changes)
{
  const struct halt_target *t = pot->target;
  const struct halt_summary *its = &pot_point (pot, i)->summary;
  struct reg_set may = *changes, named = named_in (t->copies, i->symbol);
  *reads = *changes = (struct reg_set) { { 0 } };
  for (int r = 0; r < t->n_regs; r++)
    {
      bool general = t->regs[r].rclass == RC_GENERAL;
      bool folds = used && (general || r == t->flags);
      if (folds ? general && reg_set_has (&named, r)
		: reg_set_has (&its->reads, r))
	reg_set_add (reads, r);
      if (reg_set_has (folds ? used : &its->changes, r)
	  && (!folds || !general || reg_set_has (&named, r))
	  && reg_set_has (&may, r))
	reg_set_add (changes, r);
    }
}

/* --- what they call ------------------------------------------------------------ */

bool
copy_call (struct pot *pot, const char *symbol, const struct reg_set *changes)
{
  const struct halt_target *t = pot->target;
  for (int r = 0; r < t->n_regs; r++)
    if (reg_set_has (changes, r) && t->regs[r].rclass != RC_GENERAL
	&& t->regs[r].rclass != RC_FLAGS)
      return false;
  t->copies->wrap (pot, symbol, changes);
  return !pot->fault;
}
