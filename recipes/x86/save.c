/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What x86 pots save, where, and how they get it back.  */

#include "recipes/x86/frame.h"

#define MASK_SIZE 8

/* Add what the call for P's point may change, and what the pot itself uses on the
   way there.  */
static void
add_changes (struct x86_plan *p)
{
  const struct halt_target *t = p->pot->target;
  const struct halt_point *pt = p->point;
  int n_args = pot_args (pt, pot_dynamic_args (pt));

  reg_set_join (&p->changes, &pt->summary.changes);
  for (int i = 0; i < n_args && i < t->n_arg_regs; i++)
    if (x86_wants_arg (p, i) || pt->verify)
      reg_set_add (&p->changes, t->arg_regs[i]);
  if (p->flags == FLAGS_LAHF || pt->far_code || pt->indirect || p->stack_args
      || n_args > t->n_arg_regs)
    reg_set_add (&p->changes, X86_AX);
  for (int i = 0; i < pt->n_args; i++)
    if (pt->args[i].form == HALT_ARG_CYCLES)
      {
	reg_set_add (&p->changes, X86_AX);
	reg_set_add (&p->changes, X86_DX);
      }
  if (p->stack_args)
    {
      reg_set_add (&p->changes, X86_DX);
      reg_set_add (&p->changes, X86_CX);
    }
  /* Those with which linkers write stubs.  */
  if (p->word == 8 && !pt->summary.direct)
    {
      reg_set_add (&p->changes, X86_R10);
      reg_set_add (&p->changes, X86_R11);
    }
}

void
x86_find_changes (struct x86_plan *p)
{
  const struct halt_target *t = p->pot->target;
  const struct halt_point *first = p->point;

  if (p->folded)
    {
      p->summarized = p->unaligned = true;
      return;
    }
  p->summarized = pot_summarized (first);
  p->unaligned = p->summarized;
  for (const struct halt_point *pt = first; pt; pt = pt->next)
    {
      /* __halt_call_aligned changes everything.  */
      p->summarized &= pt->misalign >= 0 || pt->summary.unaligned;
      p->unaligned &= pt->summary.unaligned;
    }
  p->unaligned &= p->summarized;
  for (; p->point; p->point = p->point->next)
    add_changes (p);
  p->point = first;
  /* The x87 and MMX registers are one: the name of one stands for all.  */
  p->changes_x87 = false;
  for (int r = 0; r < t->n_regs; r++)
    if (t->regs[r].rclass == RC_STACKED)
      p->changes_x87 |= reg_set_has (&p->changes, r);
}

bool
x86_wants_arg (const struct x86_plan *p, int n)
{
  const struct halt_target *t = p->pot->target;
  return !p->summarized || p->stack_args || n < p->optional
	 || n >= t->n_arg_regs || n == pot_condition_arg (p->point)
	 || reg_set_has (&p->point->summary.reads, t->arg_regs[n]);
}

bool
x86_keeps_condition (const struct x86_plan *p)
{
  int n = pot_condition_arg (p->point);
  bool list = halt_kind_args (p->point->kind) == HALT_ARGS_LIST;
  if (p->folded)
    return true;
  return p->summarized && !p->point->verify
	 && !(list && (p->stack_args || n >= p->pot->target->n_arg_regs))
	 && !reg_set_has (&p->point->summary.changes, x86_arg (p->pot, n));
}

int
x86_keeper (const struct x86_plan *p, int r)
{
  for (int i = 0; i < p->n_moved; i++)
    if (p->moved[i] == r)
      return p->moved_to[r];
  return HALT_NO_REG;
}

/* Whether register R, which the program needs, must be saved; if not, it is to
   be checked.  */
static bool
must_save (struct x86_plan *p, int r)
{
  const struct halt_reg *reg = &p->pot->target->regs[r];
  bool stacked = reg->rclass == RC_STACKED;
  if (!p->summarized
      || (stacked ? p->changes_x87 : reg_set_has (&p->changes, r)))
    return true;
  if (stacked)
    p->check_x87 = true;
  else
    reg_set_add (&p->check, r);
  return false;
}

/* A register in which the value of R survives the call: nobody needs what it
   holds, and neither the pot nor the routine changes it.  HALT_NO_REG if there
   is none, if R may be what unwind information is computed from, or if code is to
   be small: push and pop take no more than 2 bytes each.  */
static int
find_keeper (const struct x86_plan *p, int r)
{
  const struct halt_target *t = p->pot->target;
  if (!p->summarized || p->point->verify || p->point->small || r == X86_R10
      || p->word == 4)
    return HALT_NO_REG;
  for (int k = 0; k < X86_XMM0; k++)
    if (reg_set_has (&p->point->dead, k) && !reg_set_has (&p->changes, k)
	&& t->regs[k].rclass == RC_GENERAL)
      return k;
  return HALT_NO_REG;
}

/* Decide how general register R is saved.  A value that goes through memory at
   each of many pots is some cycles late at each, one that is moved is not.  */
static void
save_general (struct x86_plan *p, int r)
{
  int keeper = find_keeper (p, r);
  if (keeper == HALT_NO_REG)
    p->general[p->n_general++] = r;
  else
    {
      reg_set_add (&p->changes, keeper);
      p->moved[p->n_moved++] = r;
      p->moved_to[r] = keeper;
    }
}

/* The manual's build_save_set: live and changed by the call, by class.  */
static void
build_save_set (struct x86_plan *p)
{
  const struct halt_target *t = p->pot->target;
  const struct halt_point *pt = p->point;

  for (int r = 0; r < t->n_regs; r++)
    if (reg_set_has (&pt->live, r) && t->regs[r].clobbered && must_save (p, r))
      switch (t->regs[r].rclass)
	{
	case RC_GENERAL:
	  save_general (p, r);
	  break;
	case RC_VECTOR:
	  p->vector[p->n_vector++] = r;
	  break;
	case RC_MASK:
	  p->mask[p->n_mask++] = r;
	  break;
	case RC_STACKED:
	  p->x87 = true;
	  break;
	case RC_FLOAT:
	case RC_FLAGS:
	  break;
	}
  p->block = (p->x87 ? X87_SIZE : 0) + p->n_vector * pt->vector_bytes
	     + p->n_mask * MASK_SIZE;
  reg_set_remove (&p->check, X86_FLAGS);
  x86_verify_plan (p);
}

/* Whether anything is written below the stack pointer, WORDS words of saved
   registers and ARGS bytes of arguments among it.  */
static bool
writes_below (const struct x86_plan *p, int words, int args)
{
  const struct halt_target *t = p->pot->target;
  const struct halt_access *a = &p->point->access;
  bool calls = false;
  for (const struct halt_point *pt = p->point; pt; pt = pt->next)
    calls |= !copy_stands (t, pt) || copy_uses_stack (t, pt);
  return calls || words || args || p->block || p->point->verify
	 || (a->bytes && a->lanes.n);
}

/* The manual's setup_stack: step over the red zone and leave the stack
   aligned at the call, to which ARGS bytes of arguments are pushed.  */
static void
setup_stack (struct x86_plan *p, int args)
{
  const struct halt_point *pt = p->point;
  int align = pt->stack_align;
  bool kept = p->flags == FLAGS_LAHF
	      || (p->flags == FLAGS_RETEST && !x86_keeps_condition (p));
  int words = p->n_general + kept;
  /* If the pot wraps the instruction, that is done already.  */
  int red_zone = p->pot->depth || !writes_below (p, words, args)
		   ? 0
		   : pt->red_zone;
  int below = p->pot->depth + red_zone + words * p->word + p->block + args;
  int setup = red_zone, padding = 0;
  /* Where it is not known how it stands, __halt_call_aligned aligns it.  */
  if (pt->misalign >= 0 && !p->unaligned)
    padding = ((pt->misalign - below) % align + align) % align;

  if (setup)
    setup += padding;
  else
    p->padding = padding;
  pot_reg (p->pot, POT_SETUP, OP_ADJUST, HALT_NO_REG, 0, -setup);
  p->setup = p->pot->depth;
}

/* Whether register R keeps another one's value.  */
static bool
keeps (const struct x86_plan *p, int r)
{
  for (int i = 0; i < p->n_moved; i++)
    if (p->moved_to[p->moved[i]] == r)
      return true;
  return false;
}

/* A register into which a word may be popped: nobody needs it or it is about to
   be restored.  Not one from which unwind information may be computed.  */
static int
find_spare (const struct x86_plan *p)
{
  static const int regs[] = { X86_CX, X86_DX, X86_AX, X86_SI, X86_DI };
  for (int saved = 0; saved < 2; saved++)
    for (size_t i = p->word == 4; i < sizeof regs / sizeof *regs; i++)
      if (p->pot->target->regs[regs[i]].clobbered
	  && (saved ? p->saved_at[regs[i]] != 0
		    : !keeps (p, regs[i])
			&& (p->summarized
			      ? reg_set_has (&p->point->dead, regs[i])
			      : !reg_set_has (&p->point->live, regs[i]))))
	return regs[i];
  return HALT_NO_REG;
}

/* Lower the stack pointer by P->padding, or raise it again.  */
static void
pad (struct x86_plan *p, bool undo)
{
  enum pot_stage stage = undo ? POT_RESTORE : POT_SAVE;
  if (p->padding == p->word && p->spare != HALT_NO_REG && !p->block)
    pot_reg (p->pot, stage, undo ? OP_POP : OP_PUSH, p->spare, p->word, 0);
  else
    pot_reg (p->pot, stage, OP_ADJUST, HALT_NO_REG, 0,
	     undo ? p->padding : -p->padding);
}

/* The block's moves, OP being OP_STORE or OP_LOAD.  */
static void
move_block (struct x86_plan *p, enum pot_stage stage, enum pot_op op)
{
  const struct halt_point *pt = p->point;
  int64_t at = 0;

  if (p->x87)
    {
      pot_symbol (p->pot, stage, OP_TEXT, HALT_NO_REG,
		  pot_text (p->pot, "%s\t{(%%%%%s)|[%s]}",
			    op == OP_STORE ? "fnsave" : "frstor",
			    p->word == 8 ? "rsp" : "esp",
			    p->word == 8 ? "rsp" : "esp"));
      at += X87_SIZE;
    }
  for (int i = 0; i < p->n_vector; i++, at += pt->vector_bytes)
    pot_reg (p->pot, stage, op, p->vector[i], pt->vector_bytes, at);
  for (int i = 0; i < p->n_mask; i++, at += MASK_SIZE)
    pot_reg (p->pot, stage, op, p->mask[i], pt->mask_bytes, at);
}

void
x86_flags_to_ax (struct pot *pot, enum pot_stage stage)
{
  pot_symbol (pot, stage, OP_TEXT, X86_AX, "lahf");
  pot_symbol (pot, stage, OP_TEXT, X86_AX, "seto\t{%%al|al}");
}

void
x86_flags_from_ax (struct pot *pot, enum pot_stage stage)
{
  pot_symbol (pot, stage, OP_TEXT, X86_AX, "add{b}\t{$127, %%al|al, 127}");
  pot_symbol (pot, stage, OP_TEXT, X86_AX, "sahf");
}

static void
save_state (struct x86_plan *p)
{
  for (int i = 0; i < p->n_moved; i++)
    pot_regs (p->pot, POT_SAVE, OP_MOVE, p->moved_to[p->moved[i]], p->moved[i],
	      0);
  for (int i = 0; i < p->n_general; i++)
    {
      pot_reg (p->pot, POT_SAVE, OP_PUSH, p->general[i], p->word, 0);
      p->saved_at[p->general[i]] = p->pot->depth;
    }
  if (p->flags == FLAGS_LAHF)
    {
      x86_flags_to_ax (p->pot, POT_SAVE);
      pot_reg (p->pot, POT_SAVE, OP_PUSH, X86_AX, p->word, 0);
      reg_set_add (&p->lost, X86_AX);
    }
  p->spare = find_spare (p);
  pad (p, false);
  if (p->block)
    {
      pot_reg (p->pot, POT_SAVE, OP_ADJUST, HALT_NO_REG, 0, -p->block);
      move_block (p, POT_SAVE, OP_STORE);
    }
  x86_verify_begin (p);
}

void
x86_save (struct x86_plan *p, int args)
{
  x86_find_changes (p);
  build_save_set (p);
  setup_stack (p, args);
  save_state (p);
}

void
x86_restore (struct x86_plan *p)
{
  if (p->block)
    {
      move_block (p, POT_RESTORE, OP_LOAD);
      pot_reg (p->pot, POT_RESTORE, OP_ADJUST, HALT_NO_REG, 0, p->block);
    }
  pad (p, true);
  if (p->flags == FLAGS_LAHF)
    {
      pot_reg (p->pot, POT_RESTORE, OP_POP, X86_AX, p->word, 0);
      x86_flags_from_ax (p->pot, POT_RESTORE);
    }
  for (int i = p->n_general; i-- > 0;)
    pot_reg (p->pot, POT_RESTORE, OP_POP, p->general[i], p->word, 0);
  for (int i = 0; i < p->n_moved; i++)
    pot_regs (p->pot, POT_RESTORE, OP_MOVE, p->moved[i],
	      p->moved_to[p->moved[i]], 0);
  pot_reg (p->pot, POT_DESTROY, OP_ADJUST, HALT_NO_REG, 0, p->setup);
}
