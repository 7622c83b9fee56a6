/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pots with copies of routines (copy_text.c) in place of calls: which registers they
   use, and what their text is.

   As a rule a copy is evaluated first (copy_fold.c), and gets registers that nobody
   needs; only then some of the program's are saved.  Where that cannot be done, its
   arguments are developed as for a call, and it uses the routine's registers.  */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "recipes/x86/copy.h"

/* --- what is known ---------------------------------------------------------- */

/* An evaluated copy of one point.  */
struct folded
{
  struct copy_steps steps;
  signed char as[X86_XMM0];	/* the registers that it is given */
  int ea;			/* the routine's that the address is to be put into
				   before, or HALT_NO_REG */
};

/* The id.  */
static struct copy_value
id_value (const struct halt_point *pt)
{
  if (!pt->base)
    return copy_number (pt->id);
  return (struct copy_value) {
    .form = FORM_WORD, .number = pt->id, .scale = 1, .symbol = pt->base
  };
}

/* The address of PT's access, or FORM_OWN: it must be put into a register first.  */
static struct copy_value
address_value (const struct halt_point *pt)
{
  const struct halt_address *a = &pt->access.ea;
  /* Quoted names may have what means something in templates.  */
  if (a->thread || a->align || (a->symbol && strpbrk (a->symbol, "@?\"%{|}")))
    return (struct copy_value) { .form = FORM_OWN, .scale = 1 };
  return (struct copy_value) {
    .form = FORM_SUM,
    .number = a->disp,
    .base = a->base,
    .index = a->index,
    .scale = a->index == HALT_NO_REG ? 1 : a->scale,
    .symbol = a->symbol
  };
}

static struct copy_value
condition_value (const struct halt_point *pt)
{
  int outcome = pot_outcome (pt);
  return outcome >= 0 ? copy_number (outcome)
		      : (struct copy_value) { .form = FORM_OWN, .scale = 1 };
}

/* What A is; FORM_NONE: it is not known here.  */
static struct copy_value
argument_value (const struct halt_point *pt, const struct halt_arg *a)
{
  struct copy_value v = { .form = FORM_NONE };
  switch (a->form)
    {
    case HALT_ARG_CONDITION:
      return condition_value (pt);
    case HALT_ARG_ADDRESS:
      return address_value (pt);
    case HALT_ARG_REGISTER:
      if (a->reg < X86_XMM0 && a->reg != X86_SP)
	{
	  v = copy_number (a->number);
	  v.base = a->reg;
	}
      return v;
    case HALT_ARG_SAVED:
    case HALT_ARG_CYCLES:
    case HALT_ARG_HERE:
      return v;
    default:
      return a->symbol ? v : copy_number (a->number);
    }
}

/* The arguments of PT, N of them at most, by their numbers, to VALUE.  Return how
   many there are, -1: it cannot be said.  */
static int
values (const struct halt_point *pt, struct copy_value *value, int most)
{
  int n = 0;
  bool list = halt_kind_args (pt->kind) == HALT_ARGS_LIST;
  if (pot_args (pt, pot_dynamic_args (pt)) > most)
    return -1;
  switch (halt_kind_args (pt->kind))
    {
    case HALT_ARGS_CONDITION:
      value[n++] = condition_value (pt);
      break;
    case HALT_ARGS_ACCESS:
      if (pot_joinable (pt) < 0)
	return -1;
      value[n++] = copy_number (pt->access.bytes);
      value[n++] = address_value (pt);
      break;
    case HALT_ARGS_NONE:
    case HALT_ARGS_LIST:
      break;
    default:
      return -1;
    }
  if (!list)
    value[n++] = id_value (pt);
  for (int i = 0; i < pt->n_args; i++)
    value[n++] = argument_value (pt, &pt->args[i]);
  return n;
}

/* Whether the copy for PT changes nothing that would have to be saved but general
   registers.  */
static bool
changes_general_only (const struct halt_point *pt)
{
  for (int r = X86_XMM0; r < X86_FLAGS; r++)
    if (reg_set_has (&pt->summary.changes, r) && reg_set_has (&pt->live, r))
      return false;
  return true;
}

/* Evaluate the copy for PT; false if it is not of use.  */
static bool
fold (const struct halt_point *pt, struct folded *f)
{
  struct copy_value value[X86_64_ARG_REGS], given[X86_XMM0] = { 0 };
  int kept = HALT_NO_REG, n;
  if (!x86_copies (pt) || pt->verify || (pt->fixed && pt->base)
      || (pt->flags_live && pot_condition_arg (pt) >= 0)
      || !changes_general_only (pt)
      || (n = values (pt, value, X86_64_ARG_REGS)) < 0)
    return false;
  f->ea = HALT_NO_REG;
  for (int i = 0; i < n; i++)
    {
      int r = x86_64_arg_regs[i];
      bool condition = i == pot_condition_arg (pt);
      given[r] = value[i];
      if (value[i].form == FORM_OWN && !condition
	  && reg_set_has (&pt->summary.reads, r))
	{
	  /* The address is formed once.  */
	  if (f->ea != HALT_NO_REG)
	    return false;
	  f->ea = r;
	}
      if (condition)
	kept = r;
    }
  return copy_fold (pt->summary.copy, given, kept, &f->steps);
}

/* --- registers -------------------------------------------------------------- */

/* General registers for copies, the best first.  */
struct pool
{
  int reg[X86_XMM0], n;
};

static void
add_given (struct reg_set *set, int reg)
{
  if (reg != HALT_NO_REG)
    reg_set_add (set, reg);
}

/* Those that nobody needs, then those that can be saved; none that a step of the N
   copies at F reads for the program.  Where flags are kept, they are in ax, which is
   pushed then, and free.  */
static struct pool
find_pool (const struct halt_point *pt, const struct folded *f, int n)
{
  struct pool pool = { .n = 0 };
  struct reg_set read = { { 0 } };
  for (int i = 0; i < n; i++)
    {
      for (int s = 0; s < f[i].steps.n; s++)
	for (int o = 0; o < f[i].steps.step[s].n; o++)
	  {
	    const struct copy_operand *op = &f[i].steps.step[s].op[o];
	    const int regs[] = { op->reg, op->base, op->index };
	    for (int r = 0; r < 3; r++)
	      if (op->kind != OPERAND_OTHER && regs[r] >= COPY_GIVEN)
		reg_set_add (&read, regs[r] - COPY_GIVEN);
	  }
      if (f[i].ea == HALT_NO_REG)
	continue;
      const struct halt_point *at = pt;
      for (int skip = 0; skip < i; skip++)
	at = at->next;
      add_given (&read, at->access.ea.base);
      add_given (&read, at->access.ea.index);
    }
  for (int saved = 0; saved < 2; saved++)
    for (int r = 0; r < X86_XMM0; r++)
      if (x86_64_regs[r].clobbered && !reg_set_has (&read, r)
	  && saved
	       == !(reg_set_has (&pt->dead, r)
		    || (r == X86_AX && pt->flags_live))
	  && (!saved || (reg_set_has (&pt->live, r) && r != X86_R10)))
	pool.reg[pool.n++] = r;
  if (pt->flags_live && (pool.n == 0 || pool.reg[0] != X86_AX))
    pool.n = 0;
  return pool;
}

/* AGAINST[R] becomes the registers that cannot be where R is in F.  */
static void
interfere (const struct folded *f, uint32_t at_end, uint32_t at_start,
	   uint32_t *against)
{
  uint32_t live[COPY_MAX_STEPS + 1];
  live[f->steps.n] = at_end;
  copy_liveness (&f->steps, live);
  for (int r = 0; r < X86_XMM0; r++)
    against[r] = 0;
  for (int i = -1; i < f->steps.n; i++)
    {
      uint32_t set = i < 0 ? live[0] | at_start
			   : copy_effects (&f->steps.step[i]).writes;
      uint32_t others = i < 0 ? set : set | live[i + 1];
      for (int r = 0; r < X86_XMM0; r++)
	for (int o = 0; set >> r & 1 && o < X86_XMM0; o++)
	  if (r != o && others >> o & 1)
	    {
	      against[r] |= (uint32_t) 1 << o;
	      against[o] |= (uint32_t) 1 << r;
	    }
    }
}

/* The routine's registers in F, a bit each.  */
static uint32_t
registers_of (const struct folded *f)
{
  uint32_t set = 0;
  for (int i = 0; i < f->steps.n; i++)
    {
      const struct copy_step *s = &f->steps.step[i];
      for (int o = 0; o < s->n; o++)
	{
	  const int regs[] = { s->op[o].reg, s->op[o].base, s->op[o].index };
	  for (int r = 0; r < 3; r++)
	    if (s->op[o].kind != OPERAND_OTHER && regs[r] >= 0
		&& regs[r] < X86_XMM0)
	      set |= (uint32_t) 1 << regs[r];
	}
    }
  return set;
}

/* Give F registers of POOL, of which USED gets the ones that are used; KEPT has the
   condition, and must have it at the end.  False if they do not suffice.  */
static bool
assign (struct folded *f, const struct pool *pool, int kept,
	struct reg_set *used)
{
  uint32_t against[X86_XMM0], set = registers_of (f);
  uint32_t kept_bit = kept == HALT_NO_REG ? 0 : (uint32_t) 1 << kept;
  uint32_t ea_bit = f->ea == HALT_NO_REG ? 0 : (uint32_t) 1 << f->ea;
  set |= kept_bit | ea_bit;
  interfere (f, kept_bit, kept_bit | ea_bit, against);
  memset (f->as, HALT_NO_REG, sizeof f->as);
  for (int r = 0; r < X86_XMM0; r++)
    {
      int k = 0;
      bool taken = true;
      if (!(set >> r & 1))
	continue;
      for (; k < pool->n && taken; k++)
	{
	  taken = false;
	  for (int o = 0; o < X86_XMM0; o++)
	    taken |= against[r] >> o & 1 && f->as[o] == pool->reg[k];
	}
      if (taken)
	return false;
      f->as[r] = pool->reg[k - 1];
      reg_set_add (used, f->as[r]);
    }
  return true;
}

/* --- pots ------------------------------------------------------------------- */

static void
print_exchange (FILE *out, int one, int other)
{
  char a[8], b[8];
  x86_reg_text (one, 8, a, sizeof a);
  x86_reg_text (other, 8, b, sizeof b);
  fprintf (out, "xchgq\t%%%%%s,%%%%%s", a, b);
}

/* Print call S of F: what is called finds everything where the routine has it, and
   changes nothing.  */
static void
print_call (FILE *out, const struct folded *f, const struct copy_step *s)
{
  int at[X86_XMM0], exchanged[X86_64_ARG_REGS][2], n = 0;
  for (int r = 0; r < X86_XMM0; r++)
    at[r] = r;
  /* AT: where that is now which was in a register.  */
  for (int i = 0; i < X86_64_ARG_REGS; i++)
    {
      int r = x86_64_arg_regs[i];
      if (f->as[r] == HALT_NO_REG || at[(int) f->as[r]] == r)
	continue;
      int from = at[(int) f->as[r]];
      print_exchange (out, r, from);
      fputs ("\n\t", out);
      exchanged[n][0] = r;
      exchanged[n++][1] = from;
      for (int o = 0; o < X86_XMM0; o++)
	at[o] = at[o] == r ? from : at[o] == from ? r : at[o];
    }
  copy_print (out, s, f->as, 0);
  while (n-- > 0)
    {
      fputs ("\n\t", out);
      print_exchange (out, exchanged[n][0], exchanged[n][1]);
    }
}

/* Whether S moves a register to where it is.  */
static bool
moves_nothing (const struct folded *f, const struct copy_step *s)
{
  const struct copy_operand *from = &s->op[0], *to = &s->op[1];
  return s->kind == COPY_INSN && s->n == 2 && copy_is (s, "mov")
	 && from->kind == OPERAND_REG && to->kind == OPERAND_REG
	 && from->bytes == 8 && to->bytes == 8 && from->reg < COPY_GIVEN
	 && to->reg < COPY_GIVEN && f->as[from->reg] == f->as[to->reg];
}

static const char *
folded_text (struct x86_plan *p, const struct folded *f)
{
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
	print_call (out, f, s);
      else
	copy_print (out, s, f->as, p->pot->depth);
    }
  fclose (out);
  const char *kept = pot_text (p->pot, "%s", text);
  free (text);
  return kept;
}

/* What F needs in registers, and F.  */
static void
pour (struct x86_plan *p, const struct folded *f)
{
  if (f->ea != HALT_NO_REG)
    {
      pot_reg (p->pot, POT_KIND, OP_EA, f->as[f->ea], p->word, p->pot->depth);
      x86_add_thread_pointer (p, POT_KIND, f->as[f->ea]);
    }
  pot_symbol (p->pot, POT_CALL, OP_COPY, HALT_NO_REG,
	      x86_att (p, folded_text (p, f)));
}

/* So many points share a pot at most.  */
#define MAX_POINTS 4

int
x86_copied (struct pot *pot)
{
  static struct folded folded[MAX_POINTS];
  const struct halt_point *pt = pot->point;
  struct x86_plan *p = x86_plan_of (pot);
  struct reg_set used = { { 0 } };
  int n = 0, condition = pot_condition_arg (pt), kept = HALT_NO_REG;
  for (const struct halt_point *at = pt; at; at = at->next)
    if (n == MAX_POINTS || !fold (at, &folded[n++]))
      return 1;
  if (condition >= 0)
    kept = x86_64_arg_regs[condition];
  struct pool pool = find_pool (pt, folded, n);
  if (pt->flags_live && pool.n == 0)
    return 1;
  if (pt->flags_live)
    reg_set_add (&used, X86_AX);
  for (int i = 0; i < n; i++)
    if (!assign (&folded[i], &pool, kept, &used))
      return 1;

  x86_plan_init (p, pot);
  p->folded = true;
  p->changes = used;
  x86_start (p, kept == HALT_NO_REG ? x86_keep_flags (p) : FLAGS_RETEST, 0);
  int cond = kept == HALT_NO_REG ? kept : folded[0].as[kept];
  if (cond != HALT_NO_REG)
    {
      pot_reg (p->pot, POT_KIND, OP_COND, cond, 1, 0);
      pot_reg (p->pot, POT_KIND, OP_EXTEND, cond, 1, 0);
    }
  for (int i = 0; i < n; i++)
    {
      if (i > 0)
	p->point = p->point->next, pot->event++;
      pour (p, &folded[i]);
    }
  p->point = pt;
  if (cond != HALT_NO_REG)
    {
      pot_reg (p->pot, POT_CLEAN, OP_TEST, cond, 4, 0);
      pot_reg (p->pot, POT_CLEAN, OP_RETEST, HALT_NO_REG, 0, 0);
    }
  x86_restore (p);
  return 0;
}

/* --- what copies change ----------------------------------------------------- */

/* The general registers that TEXT, a template, names.  */
static struct reg_set
named_in (const char *text)
{
  struct reg_set set = { { 0 } };
  for (const char *p = text; (p = strchr (p, '%'));)
    {
      struct copy_text name = { NULL, 0 };
      int bytes;
      while (*p == '%')
	p++;
      name.at = p;
      while (isalnum ((unsigned char) p[name.size]))
	name.size++;
      int r = copy_general_reg (name, &bytes);
      if (r != HALT_NO_REG)
	reg_set_add (&set, r);
    }
  return set;
}

void
x86_effects (const struct pot *pot, const struct pot_insn *i,
	     struct reg_set *reads, struct reg_set *changes)
{
  const struct x86_plan *p = (const struct x86_plan *) pot->plan;
  const struct halt_summary *its = &pot_point (pot, i)->summary;
  if (pot->wrapper)
    for (int r = 0; r < X86_REGS; r++)
      if (r < X86_XMM0 || r == X86_FLAGS)
	reg_set_remove (changes, r);
  if (i->op != OP_COPY)
    return;
  struct reg_set may = *changes, named = named_in (i->symbol);
  *reads = *changes = (struct reg_set) { { 0 } };
  for (int r = 0; r < X86_REGS; r++)
    {
      bool folds = p->folded && r < X86_XMM0;
      bool is_changed = reg_set_has (folds ? &p->changes : &its->changes, r);
      if (folds ? reg_set_has (&named, r) : reg_set_has (&its->reads, r))
	reg_set_add (reads, r);
      if (is_changed && (!folds || reg_set_has (&named, r))
	  && reg_set_has (&may, r))
	reg_set_add (changes, r);
    }
}
