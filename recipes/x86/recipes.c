/* SPDX-License-Identifier: GPL-3.0-or-later */
/* x86-64 recipes.

   What goes below the stack pointer, top first:

     red zone and padding	SETUP
     live general registers	SAVE
     flags (lahf, seto)		SAVE	only if live and not retested
     block: x87 state, vector and mask registers	SAVE
     condition			KIND	only if retested

   lea, push, pop and mov leave the flags alone, so the annotated branch's
   condition can still be read in KIND.  */

#include <string.h>

#include "recipes/x86/x86.h"

#define WORD 8
#define X87_SIZE 112		/* fnsave writes 108 bytes */

enum flags_way
{
  FLAGS_DEAD,			/* nobody reads them afterwards */
  FLAGS_RETEST,			/* only the annotated branch does: keep its
				   condition and let it test that */
  FLAGS_LAHF			/* keep them: 3 cycles where popf takes 17 */
};

/* The plan of one pot: decided first, then poured stage by stage.  */
struct plan
{
  struct pot *pot;
  enum flags_way flags;
  int setup;			/* bytes */
  int general[16], n_general;
  int block;			/* bytes */
  bool x87;
  int vector[32], n_vector;
  int mask[8], n_mask;
};

static void
add (struct plan *p, enum pot_stage stage, enum pot_op op, int reg, int size,
     int64_t imm)
{
  pot_add (p->pot, (struct pot_insn) { .op = op, .stage = stage, .reg = reg,
	   .src = HALT_NO_REG, .size = size, .imm = imm });
}

static void
add_text (struct plan *p, enum pot_stage stage, int reg, const char *text)
{
  pot_add (p->pot, (struct pot_insn) { .op = OP_TEXT, .stage = stage,
	   .reg = reg, .src = HALT_NO_REG, .symbol = text });
}

/* The manual's build_save_set: live and clobbered by the call, by class.  */
static void
build_save_set (struct plan *p)
{
  const struct halt_target *t = p->pot->target;
  const struct halt_point *pt = p->pot->point;

  for (int r = 0; r < t->n_regs; r++)
    if (reg_set_has (&pt->live, r) && t->regs[r].clobbered)
      switch (t->regs[r].rclass)
	{
	case RC_GENERAL:
	  p->general[p->n_general++] = r;
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
	case RC_FLAGS:
	  break;
	}
  p->block = (p->x87 ? X87_SIZE : 0) + p->n_vector * pt->vector_bytes
	     + p->n_mask * WORD;
}

/* The manual's setup_stack: step over the red zone and leave the stack
   aligned at the call.  */
static void
setup_stack (struct plan *p)
{
  const struct halt_point *pt = p->pot->point;
  int align = p->pot->target->stack_align;
  int words = p->n_general + (p->flags != FLAGS_DEAD);
  int below = pt->red_zone + words * WORD + p->block;

  p->setup = pt->red_zone + (((pt->misalign - below) % align + align) % align);
  if (p->setup)
    add (p, POT_SETUP, OP_ADJUST, HALT_NO_REG, 0, -p->setup);
}

/* The block's moves, OP being OP_STORE or OP_LOAD.  */
static void
move_block (struct plan *p, enum pot_stage stage, enum pot_op op)
{
  const struct halt_point *pt = p->pot->point;
  int64_t at = 0;

  if (p->x87)
    {
      add_text (p, stage, HALT_NO_REG,
		op == OP_STORE ? "fnsave\t{(%%rsp)|[rsp]}"
		: "frstor\t{(%%rsp)|[rsp]}");
      at += X87_SIZE;
    }
  for (int i = 0; i < p->n_vector; i++, at += pt->vector_bytes)
    add (p, stage, op, p->vector[i], pt->vector_bytes, at);
  for (int i = 0; i < p->n_mask; i++, at += WORD)
    add (p, stage, op, p->mask[i], pt->mask_bytes, at);
}

static void
save_state (struct plan *p)
{
  for (int i = 0; i < p->n_general; i++)
    add (p, POT_SAVE, OP_PUSH, p->general[i], WORD, 0);
  if (p->flags == FLAGS_LAHF)
    {
      add_text (p, POT_SAVE, X86_AX, "lahf");
      add_text (p, POT_SAVE, X86_AX, "seto\t{%%al|al}");
      add (p, POT_SAVE, OP_PUSH, X86_AX, WORD, 0);
    }
  if (p->block)
    {
      add (p, POT_SAVE, OP_ADJUST, HALT_NO_REG, 0, -p->block);
      move_block (p, POT_SAVE, OP_STORE);
    }
}

static void
restore_state (struct plan *p)
{
  if (p->block)
    {
      move_block (p, POT_RESTORE, OP_LOAD);
      add (p, POT_RESTORE, OP_ADJUST, HALT_NO_REG, 0, p->block);
    }
  if (p->flags == FLAGS_LAHF)
    {
      add (p, POT_RESTORE, OP_POP, X86_AX, WORD, 0);
      add_text (p, POT_RESTORE, X86_AX, "add{b}\t{$127, %%al|al, 127}");
      add_text (p, POT_RESTORE, X86_AX, "sahf");
    }
  for (int i = p->n_general; i-- > 0; )
    add (p, POT_RESTORE, OP_POP, p->general[i], WORD, 0);
  if (p->setup)
    add (p, POT_DESTROY, OP_ADJUST, HALT_NO_REG, 0, p->setup);
}

static void
load_const (struct plan *p, int reg, int64_t value)
{
  int size = value == (int64_t) (uint32_t) value ? 4 : WORD;
  add (p, POT_ARGS, OP_CONST, reg, size, value);
}

/* Static arguments, the id first, behind N_DYNAMIC dynamic ones.  */
static int
static_args (struct plan *p, int n_dynamic)
{
  const struct halt_target *t = p->pot->target;
  const struct halt_point *pt = p->pot->point;

  if (n_dynamic + 1 + pt->n_args > t->n_arg_regs)
    return -1;
  int reg = t->arg_regs[n_dynamic];
  struct pot_insn fetch = { .op = OP_FETCH, .stage = POT_ARGS, .reg = reg,
			    .src = HALT_NO_REG, .symbol = pt->base };
  if (!pt->base)
    load_const (p, reg, pt->id);
  else
    {
      if (pt->far_data)
	{
	  struct pot_insn address = fetch;
	  address.op = OP_ADDRESS;
	  pot_add (p->pot, address);
	  fetch.symbol = NULL;
	  fetch.src = reg;
	}
      pot_add (p->pot, fetch);
      if (pt->id)
	pot_add (p->pot, (struct pot_insn) { .op = OP_ADD, .stage = POT_ARGS,
		 .reg = reg, .src = reg, .imm = pt->id });
    }
  for (int i = 0; i < pt->n_args; i++)
    load_const (p, t->arg_regs[n_dynamic + 1 + i], pt->args[i]);
  return 0;
}

static void
insert_call (struct plan *p, int n_args)
{
  const struct halt_point *pt = p->pot->point;
  struct pot_insn call = { .op = OP_CALL, .stage = POT_CALL, .reg = HALT_NO_REG,
			   .src = HALT_NO_REG, .imm = n_args,
			   .symbol = pt->routine };
  if (pt->far_code)
    {
      struct pot_insn address = call;
      address.op = OP_ADDRESS;
      address.reg = X86_AX;
      pot_add (p->pot, address);
      call.symbol = NULL;
      call.src = X86_AX;
    }
  pot_add (p->pot, call);
}

/* Begin a pot: everything up to KIND.  */
static int
start (struct plan *p, struct pot *pot, enum flags_way flags)
{
  memset (p, 0, sizeof *p);
  p->pot = pot;
  p->flags = flags;
  if (pot->point->misalign < 0)
    return -1;
  build_save_set (p);
  setup_stack (p);
  save_state (p);
  return 0;
}

static int
x86_startup (struct pot *pot)
{
  struct plan p;
  if (start (&p, pot, pot->point->flags_live ? FLAGS_LAHF : FLAGS_DEAD) != 0)
    return -1;
  insert_call (&p, 0);
  restore_state (&p);
  return 0;
}

static int
x86_cbr (struct pot *pot)
{
  struct plan p;
  enum flags_way flags = pot->point->flags_live ? FLAGS_LAHF : FLAGS_RETEST;
  int cond = pot->target->arg_regs[0];

  if (start (&p, pot, flags) != 0)
    return -1;
  add (&p, POT_KIND, OP_COND, cond, 1, 0);
  add (&p, POT_KIND, OP_EXTEND, cond, 1, 0);
  if (flags == FLAGS_RETEST)
    add (&p, POT_KIND, OP_PUSH, cond, WORD, 0);
  if (static_args (&p, 1) != 0)
    return -1;
  insert_call (&p, 2 + pot->point->n_args);
  if (flags == FLAGS_RETEST)
    {
      add (&p, POT_CLEAN, OP_TEST, HALT_NO_REG, 1, 0);
      add (&p, POT_CLEAN, OP_RETEST, HALT_NO_REG, 0, 0);
      add (&p, POT_CLEAN, OP_ADJUST, HALT_NO_REG, 0, WORD);
    }
  restore_state (&p);
  return 0;
}

halt_recipe *const x86_64_recipes[HALT_KIND_END] = {
#define HALT_KIND(NAME, number, word, routine, when, params, cells, text) \
  [HALT_##NAME] = x86_##word,
#include "halt/kinds.def"
};
