/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wrapper routines, for x86-64 code that is to be small: a pot pushes its id and
   calls one that saves whatever the routine may change, develops the arguments,
   calls, restores, and pops the id.  Pots that differ in their id only share it.

   Source: A. Srivastava and A. Eustace, ATOM: a system for building customized
   program analysis tools, PLDI 1994, section 4.  */

#include <inttypes.h>

#include "recipes/x86/frame.h"

/* How many dynamic arguments PT has, of a kind that wrappers know; -1: of
   another.  */
static int
dynamic_args (const struct halt_point *pt)
{
  if (halt_kind_args (pt->kind) == HALT_ARGS_CONDITION)
    return pot_outcome (pt) < 0 ? 1 : -1;
  return pt->cells || pt->n_args ? -1 : pot_joinable (pt);
}

/* Whether general registers and flags are all that is to be saved for PT.  */
static bool
saves_general_only (const struct halt_point *pt)
{
  for (int r = 0; r < X86_REGS; r++)
    {
      const struct halt_reg *reg = &x86_64_regs[r];
      if (reg_set_has (&pt->live, r) && reg->clobbered
	  && reg->rclass != RC_GENERAL && reg->rclass != RC_FLAGS
	  && (reg->rclass == RC_STACKED || !pt->summarized
	      || reg_set_has (&pt->summary.changes, r)))
	return false;
    }
  return true;
}

/* Whether PT's event has an argument to develop, be it only the id.  */
static bool
has_argument (const struct halt_point *pt)
{
  return dynamic_args (pt) > 0 || !pt->summarized
	 || reg_set_has (&pt->summary.reads, x86_64_arg_regs[0]);
}

bool
x86_wraps (const struct halt_point *pt)
{
  return pt->small && !pt->verify && !copy_stands (&x86_64_target, pt)
	 && !pt->cells && pt->n_args == 0 && dynamic_args (pt) >= 0
	 && has_argument (pt) && pt->id <= INT32_MAX && pt->misalign >= 0
	 && !pt->far_code && !pt->far_data
	 && !pt->indirect
	 /* Adding the thread pointer changes flags.  */
	 && !(pt->flags_live && pt->access.ea.thread)
	 && saves_general_only (pt);
}

bool
x86_64_joins (const struct halt_point *first, const struct halt_point *next)
{
  return x86_joins (first, next) && !x86_wraps (first) && !x86_wraps (next);
}

/* Whether the wrapper saves general register R.  */
static bool
saves (const struct x86_plan *p, int r)
{
  return p->pot->target->regs[r].clobbered
	 && (!p->summarized || reg_set_has (&p->changes, r));
}

/* The wrapper's name says everything in which wrappers of a unit differ: kind,
   what is done with flags, condition or number of bytes, what is saved, what the
   routine reads, and where the stack stands.  */
static const char *
wrapper_name (struct x86_plan *p, int misalign)
{
  const struct halt_point *pt = p->point;
  static const char flags[] = {
    [FLAGS_DEAD] = 'd', [FLAGS_RETEST] = 'r', [FLAGS_LAHF] = 'k'
  };
  const struct halt_target *t = p->pot->target;
  unsigned set = 0, wanted = 0;
  for (int r = 0; r < X86_XMM0; r++)
    set |= (unsigned) saves (p, r) << r;
  for (int i = 0; i < t->n_arg_regs; i++)
    wanted |= (unsigned) x86_wants_arg (p, i) << i;
  return pot_text (p->pot, ".LHALT_wrap_%s%s_%c_%s%" PRId64 "_%x_%x_%d",
		   halt_kind_word (pt->kind), pt->base ? "" : "_fixed",
		   flags[p->flags], pt->cond ? pt->cond : "", pt->access.bytes,
		   set, wanted, misalign);
}

/* What a call needs, in its registers, an address being there already.  The id is
   above the return address.  */
static void
develop_args (struct x86_plan *p, int n_dynamic)
{
  const struct halt_point *pt = p->point;
  const int *args = p->pot->target->arg_regs;
  int id = args[n_dynamic];

  if (n_dynamic == 2 && x86_wants_arg (p, 0))
    pot_reg (p->pot, POT_ARGS, OP_CONST, args[0], 4, pt->access.bytes);
  if (!x86_wants_arg (p, n_dynamic))
    return;
  pot_reg (p->pot, POT_ARGS, OP_LOAD, id, p->word, p->pot->depth + p->word);
  if (pt->base)
    pot_symbol (p->pot, POT_ARGS, OP_ADD_AT, id, pt->base);
}

/* The wrapper NAME, which is called where the stack pointer is MISALIGN.  */
static void
pour_wrapper (struct x86_plan *p, const char *name, int n_dynamic, int misalign)
{
  static struct pot wrapper;
  int cond = x86_arg (p->pot, 0), align = p->point->stack_align;

  wrapper.target = p->pot->target;
  wrapper.point = p->point;
  wrapper.n = wrapper.depth = wrapper.text_size = 0;
  wrapper.fault = NULL;
  wrapper.name = name;
  p->pot->wrapper = &wrapper;
  p->pot = &wrapper;
  for (int r = 0; r < X86_XMM0; r++)
    if (saves (p, r))
      pot_reg (p->pot, POT_SAVE, OP_PUSH, r, p->word, 0);
  if (p->flags == FLAGS_LAHF)
    {
      x86_flags_to_ax (p->pot, POT_SAVE);
      pot_reg (p->pot, POT_SAVE, OP_PUSH, X86_AX, p->word, 0);
    }
  if (halt_kind_args (p->point->kind) == HALT_ARGS_CONDITION)
    {
      pot_reg (p->pot, POT_KIND, OP_COND, cond, 1, 0);
      pot_reg (p->pot, POT_KIND, OP_EXTEND, cond, 1, 0);
    }
  if (p->flags == FLAGS_RETEST)
    pot_reg (p->pot, POT_KIND, OP_PUSH, cond, p->word, 0);
  int padding = p->unaligned
		  ? 0
		  : ((misalign - p->word - p->pot->depth) % align + align)
		      % align;
  pot_reg (p->pot, POT_ARGS, OP_ADJUST, HALT_NO_REG, 0, -padding);
  develop_args (p, n_dynamic);
  x86_insert_call (p, n_dynamic + 1);
  pot_reg (p->pot, POT_CLEAN, OP_ADJUST, HALT_NO_REG, 0, padding);
  if (p->flags == FLAGS_RETEST)
    {
      pot_reg (p->pot, POT_CLEAN, OP_POP, cond, p->word, 0);
      pot_reg (p->pot, POT_CLEAN, OP_TEST, cond, 4, 0);
    }
  if (p->flags == FLAGS_LAHF)
    {
      pot_reg (p->pot, POT_RESTORE, OP_POP, X86_AX, p->word, 0);
      x86_flags_from_ax (p->pot, POT_RESTORE);
    }
  for (int r = X86_XMM0; r-- > 0;)
    if (saves (p, r))
      pot_reg (p->pot, POT_RESTORE, OP_POP, r, p->word, 0);
  pot_symbol (p->pot, POT_DESTROY, OP_TEXT, HALT_NO_REG, "ret\t{$8|8}");
}

int
x86_wrapped (struct pot *pot)
{
  struct x86_plan p;
  const struct halt_point *pt = pot->point;
  int n_dynamic = dynamic_args (pt), align = pt->stack_align;
  int ea = x86_arg (pot, 1);

  x86_plan_init (&p, pot);
  bool branch = halt_kind_args (pt->kind) == HALT_ARGS_CONDITION;
  p.flags = branch && !pt->flags_live ? FLAGS_RETEST : x86_keep_flags (&p);
  p.optional = branch;
  x86_find_changes (&p);
  bool access = n_dynamic == 2 && x86_wants_arg (&p, 1);
  bool save = access && !reg_set_has (&pt->dead, ea);
  int words = (save + 1) * p.word, setup = pt->red_zone;

  /* Stepping over the red zone costs no more if it aligns, too.  */
  if (setup)
    setup += ((pt->misalign - setup - words) % align + align) % align;
  pot_reg (p.pot, POT_SETUP, OP_ADJUST, HALT_NO_REG, 0, -setup);
  if (save)
    pot_reg (p.pot, POT_SAVE, OP_PUSH, ea, p.word, 0);
  if (access)
    {
      pot_reg (p.pot, POT_KIND, OP_EA, ea, p.word, p.pot->depth);
      x86_add_thread_pointer (&p, POT_KIND, ea);
    }
  pot_reg (p.pot, POT_ARGS, OP_PUSH, HALT_NO_REG, p.word, pt->id);
  int misalign = ((pt->misalign - p.pot->depth) % align + align) % align;
  const char *name = wrapper_name (&p, misalign);
  pot_add (pot, (struct pot_insn) {
		  .op = OP_TEXT_CALL,
		  .stage = POT_CALL,
		  .reg = HALT_NO_REG,
		  .src = HALT_NO_REG,
		  .imm = p.word,
		  .symbol = pot_text (pot, "call\t%s", name) });
  if (p.flags == FLAGS_RETEST)
    pot_reg (p.pot, POT_CLEAN, OP_RETEST, HALT_NO_REG, 0, 0);
  if (save)
    pot_reg (p.pot, POT_RESTORE, OP_POP, ea, p.word, 0);
  pot_reg (p.pot, POT_DESTROY, OP_ADJUST, HALT_NO_REG, 0, setup);
  pour_wrapper (&p, name, n_dynamic, misalign);
  return 0;
}
