/* SPDX-License-Identifier: GPL-3.0-or-later */
/* x86 recipes, for x86-64 and i386: how the arguments of HALT's kinds are
   developed.  */

#include <inttypes.h>

#include "recipes/x86/frame.h"

int
x86_special (struct pot *pot)
{
  const struct halt_point *pt = pot->point;
  if (halt_kind_args (pt->kind) == HALT_ARGS_ACCESS && pt->access.lanes.n)
    return x86_lanes (pot);
  if (!pt->next && pot->target->word_bits == 64 && x86_wraps (pt))
    return x86_wrapped (pot);
  return pot->target->n_arg_regs ? x86_copied (pot) : 1;
}

/* --- branches ----------------------------------------------------------- */

/* Where nothing but the branch reads the flags afterwards, its condition is kept
   for it.  */
int
x86_condition (struct pot *pot, int n)
{
  struct x86_plan *p = x86_plan_of (pot);
  int cond = x86_arg (pot, n);
  pot_reg (pot, POT_KIND, OP_COND, cond, 1, 0);
  pot_reg (pot, POT_KIND, OP_EXTEND, cond, 1, 0);
  if (p->flags == FLAGS_RETEST && !x86_keeps_condition (p))
    {
      pot_reg (pot, POT_KIND, OP_PUSH, cond, p->word, 0);
      p->cond_at = pot->depth;
    }
  return 0;
}

/* The table's address goes where the id will be.  */
int
x86_index (struct pot *pot)
{
  struct x86_plan *p = x86_plan_of (pot);
  int index = x86_arg (pot, 0), table = x86_arg (pot, 1);

  x86_recover (p);
  pot_reg (pot, POT_KIND, OP_EA, index, p->word, pot->depth);
  if (pot->point->got)
    x86_att (p, POT_KIND, OP_TEXT_CALL, HALT_NO_REG,
	     X86_GOT_TO_ECX "leal\t%s@GOTOFF(%%%%ecx), %%%%edx",
	     pot->point->table);
  else
    pot_reg (pot, POT_KIND, OP_TABLE, table, p->word, 0);
  pot_regs (pot, POT_KIND, OP_SUB, index, table, 0);
  pot_reg (pot, POT_KIND, OP_SHIFT, index, p->word,
	   pot->point->access.bytes == 8 ? 3 : 2);
  return 0;
}

/* --- calls -------------------------------------------------------------- */

/* In registers it is there; above an int there may be anything.  */
void
x86_pass (struct pot *pot, int n, bool is_int)
{
  struct x86_plan *p = x86_plan_of (pot);
  int reg = x86_arg (pot, n);
  if (p->stack_args)
    pot_reg (pot, POT_KIND, OP_LOAD, reg, p->word,
	     x86_slot (p, 0) + n * p->word);
  else if (is_int)
    pot_symbol (pot, POT_KIND, OP_TEXT, reg,
		"{movslq\t%%esi, %%rsi|movsxd\trsi, esi}");
}

/* --- memory ------------------------------------------------------------- */

void
x86_address (struct pot *pot, enum pot_stage stage, int reg)
{
  struct x86_plan *p = x86_plan_of (pot);
  if (p->ea_slot && p->point->access.wrap)
    pot_reg (pot, stage, OP_LOAD, reg, p->word, x86_slot (p, p->ea_slot));
  else
    {
      x86_recover (p);
      pot_reg (pot, stage, OP_EA, reg, p->word, pot->depth);
    }
  x86_add_thread_pointer (p, stage, reg);
}

/* How many bytes the access has, by its count, into register BYTES.  */
static void
scale_count (struct x86_plan *p, int bytes)
{
  const struct halt_access *a = &p->point->access;
  int count = a->count;
  if (a->wrap)
    {
      pot_reg (p->pot, POT_KIND, OP_LOAD, bytes, p->word,
	       x86_slot (p, p->count_slot));
      count = bytes;
    }
  pot_regs (p->pot, POT_KIND, OP_SCALE, bytes, count, a->bytes);
}

/* The address comes first: computing it may need any register, and only then may
   argument registers change.  */
int
x86_access (struct pot *pot)
{
  struct x86_plan *p = x86_plan_of (pot);
  const struct halt_access *a = &p->point->access;
  int bytes = x86_arg (pot, 0), ea = x86_arg (pot, 1);

  if (a->advance != HALT_NO_REG && a->advance != bytes)
    pot_regs (pot, POT_KIND, OP_MOVE, bytes, a->advance, 0);
  if (x86_wants_arg (p, 1))
    x86_address (pot, POT_KIND, ea);
  else
    pot_unread (pot, POT_KIND, ea);
  if (a->advance != HALT_NO_REG)
    pot_regs (pot, POT_KIND, OP_SUB, bytes, ea, 0);
  else if (a->count != HALT_NO_REG)
    scale_count (p, bytes);
  else if (x86_wants_arg (p, 0))
    pot_reg (pot, POT_KIND, OP_CONST, bytes, 4, a->bytes);
  else
    pot_unread (pot, POT_KIND, bytes);
  return 0;
}

/* --- several points ------------------------------------------------------- */

bool
x86_joins (const struct halt_point *first, const struct halt_point *next)
{
  return first->stack_align == next->stack_align
	 && first->misalign == next->misalign
	 && first->red_zone == next->red_zone;
}

/* --- lists ------------------------------------------------------------------ */

bool
x86_wants (const struct pot *pot, int n)
{
  return x86_wants_arg (x86_plan_of (pot), n);
}

/* What register SRC held, which is not there any more.  */
static int
develop_lost (struct x86_plan *p, int reg, int src)
{
  if (src < X86_R15 + 1 && p->saved_at[src])
    pot_reg (p->pot, POT_KIND, OP_LOAD, reg, p->word,
	     x86_slot (p, p->saved_at[src]));
  else if (src < X86_R15 + 1 && x86_keeper (p, src) != HALT_NO_REG)
    pot_regs (p->pot, POT_KIND, OP_MOVE, reg, x86_keeper (p, src), 0);
  else
    return pot_refuse (p->pot, "a register that it passes is not saved");
  return 0;
}

static int
develop_register (struct x86_plan *p, int reg, int src,
		  const struct reg_set *gone)
{
  if (src == X86_SP)
    pot_regs (p->pot, POT_KIND, OP_ADD, reg, src, p->pot->depth);
  else if (src >= X86_XMM0 && src < X86_XMM0 + 16 && p->word == 8)
    x86_att (p, POT_KIND, OP_TEXT, reg, "movq\t%%%%xmm%d, %%%s", src - X86_XMM0,
	     x86_name (reg, 8).text);
  else if (src >= X86_XMM0)
    return pot_refuse (p->pot, "it passes what no general register holds");
  else if (reg_set_has (gone, src) || reg_set_has (&p->lost, src))
    return develop_lost (p, reg, src);
  else if (reg != src)
    pot_regs (p->pot, POT_KIND, OP_MOVE, reg, src, 0);
  return 0;
}

/* The word that is A->number bytes above A->reg.  */
static int
develop_saved (struct x86_plan *p, int reg, const struct halt_arg *a)
{
  if (a->reg == X86_SP)
    {
      pot_reg (p->pot, POT_KIND, OP_LOAD, reg, p->word,
	       p->pot->depth + a->number);
      return 0;
    }
  if (a->reg != X86_BP)
    return pot_refuse (p->pot, "where the frame is, is not known");
  x86_att (p, POT_KIND, OP_TEXT, reg, "mov%c\t%" PRId64 "(%%%s), %%%s",
	   p->word == 8 ? 'q' : 'l', a->number, x86_name (X86_BP, p->word).text,
	   x86_name (reg, p->word).text);
  return 0;
}

/* rdx may have another argument in it; what rax had is saved.  */
static void
develop_cycles (struct x86_plan *p, int reg)
{
  struct x86_name r = x86_name (reg, p->word);
  reg_set_add (&p->lost, X86_AX);
  if (p->word == 4)
    x86_att (p, POT_KIND, OP_TEXT, X86_AX, "rdtsc");
  else if (reg == X86_DX)
    x86_att (p, POT_KIND, OP_TEXT, reg,
	     "rdtsc\n\tshlq\t$32, %%%%rdx\n\torq\t%%%%rax, %%%%rdx");
  else
    x86_att (p, POT_KIND, OP_TEXT, reg,
	     "movq\t%%%%rdx, %%%s\n\trdtsc\n\t"
	     "shlq\t$32, %%%%rdx\n\torq\t%%%%rax, "
	     "%%%%rdx\n\txchgq\t%%%%rdx, %%%s",
	     r.text, r.text);
}

int
x86_value (struct pot *pot, int reg, const struct halt_arg *a,
	   const struct reg_set *gone)
{
  struct x86_plan *p = x86_plan_of (pot);
  switch (a->form)
    {
    case HALT_ARG_REGISTER:
      if (develop_register (p, reg, a->reg, gone) != 0)
	return -1;
      if (a->number)
	pot_regs (pot, POT_KIND, OP_ADD, reg, reg, a->number);
      return 0;
    case HALT_ARG_SAVED:
      return develop_saved (p, reg, a);
    case HALT_ARG_CYCLES:
      develop_cycles (p, reg);
      return 0;
    case HALT_ARG_HERE:
      x86_att (p, POT_KIND, OP_TEXT, reg,
	       p->word == 8 ? "leaq\t0(%%%%rip), %%%s"
			    : "call\t1f\n1:\tpopl\t%%%s",
	       x86_name (reg, p->word).text);
      return 0;
    default:
      return -1;
    }
}

/* What is argument N of POT's list into ax, to be pushed.  */
static int
develop_pushed (struct pot *pot, const struct halt_arg *a)
{
  static const struct reg_set none;
  struct x86_plan *p = x86_plan_of (pot);
  if (a->form == HALT_ARG_CONDITION && p->cond_at)
    pot_reg (pot, POT_KIND, OP_LOAD, X86_AX, p->word, x86_slot (p, p->cond_at));
  else if (a->form == HALT_ARG_CONDITION)
    return p->stack_args ? x86_condition (pot, 0)
			 : pot_refuse (pot, "its condition is passed on the "
					    "stack");
  else if (a->form == HALT_ARG_ADDRESS)
    x86_address (pot, POT_KIND, X86_AX);
  else if (a->form >= HALT_ARG_CONDITION)
    return x86_value (pot, X86_AX, a, &none);
  else
    pot_known (pot, POT_KIND, X86_AX, a);
  return 0;
}

/* Push what comes after the arguments in registers, the last first.  Where all are
   pushed, the condition that is to be kept comes before that.  */
int
x86_list (struct pot *pot)
{
  struct x86_plan *p = x86_plan_of (pot);
  const struct halt_point *pt = pot->point;
  int in_regs = pot->target->n_arg_regs;
  /* What aligns the stack copies no more.  */
  if (pt->misalign < 0 && pt->n_args > (p->stack_args ? 12 : 24))
    return pot_refuse_args (pot);
  if (p->stack_args && p->flags == FLAGS_RETEST)
    {
      x86_condition (pot, 0);
      reg_set_add (&p->lost, X86_AX);
    }
  for (int n = pt->n_args; n-- > in_regs;)
    {
      if (develop_pushed (pot, &pt->args[n]) != 0)
	return -1;
      pot_reg (pot, POT_KIND, OP_PUSH, X86_AX, p->word, 0);
      reg_set_add (&p->lost, X86_AX);
      if (pt->args[n].form == HALT_ARG_CYCLES)
	reg_set_add (&p->lost, X86_DX);
      if (pt->got)
	reg_set_add (&p->lost, X86_CX);
    }
  return p->stack_args ? 0 : 1;
}
