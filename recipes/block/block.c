/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pots of machines whose pots have a block below the stack pointer: see block.h.  */

#include <string.h>

#include "recipes/block/block.h"

void
block_plan_init (struct block_plan *p, struct pot *pot)
{
  memset (p, 0, sizeof *p);
  memset (p->slot, -1, sizeof p->slot);
  p->pot = pot;
  p->machine = pot->target->block;
  p->point = pot->point;
  p->optional = HALT_MAX_REGS;
  p->ea_slot = -1;
}

/* --- what is saved -------------------------------------------------------------- */

/* Add what the call for P's point, with N_ARGS arguments, may change, and what
   the pot itself uses on the way there.  */
static void
add_changes (struct block_plan *p, int n_args)
{
  const struct halt_target *t = p->pot->target;
  const struct halt_point *pt = p->point;

  reg_set_join (&p->changes, &pt->summary.changes);
  if (p->room)
    reg_set_add (&p->changes, p->machine->by);
  for (int i = 0; i < n_args && i < t->n_arg_regs; i++)
    if (block_wants (p->pot, i) || pt->verify)
      reg_set_add (&p->changes, t->arg_regs[i]);
  p->machine->changes (p);
}

bool
block_is_saved (struct block_plan *p, int r)
{
  if (!p->pot->target->regs[r].clobbered
      || !(reg_set_has (&p->point->live, r) || r == p->machine->always))
    return false;
  if (!p->summarized || reg_set_has (&p->changes, r))
    return true;
  reg_set_add (&p->check, r);
  p->n_check++;
  return false;
}

/* The manual's build_save_set: live and changed by the call.  N_ARGS is the most
   that one of the calls has.  */
static void
plan_saves (struct block_plan *p, int n_args)
{
  const struct halt_point *first = p->point;

  p->summarized = p->folded || pot_summarized (first);
  for (; p->point && !p->folded; p->point = p->point->next)
    add_changes (p, n_args);
  p->point = first;
  if (p->machine->plan_saves)
    p->machine->plan_saves (p);
  else
    for (int r = 0; r < p->machine->n_moved; r++)
      if (block_is_saved (p, r))
	{
	  p->slot[r] = p->size;
	  p->size += BLOCK_WORD;
	}
}

static void
move_saved (struct block_plan *p, enum pot_stage stage, enum pot_op op)
{
  if (p->machine->move)
    p->machine->move (p, stage, op);
  else
    for (int r = 0; r < p->machine->n_moved; r++)
      if (p->slot[r] >= 0)
	pot_reg (p->pot, stage, op, r, BLOCK_WORD, p->slot[r]);
}

bool
block_wants (const struct pot *pot, int n)
{
  const struct block_plan *p = block_plan_of (pot);
  const struct halt_target *t = pot->target;
  return !p->summarized || n < p->optional
	 || reg_set_has (&p->point->summary.reads, t->arg_regs[n]);
}

/* --- verify --------------------------------------------------------------------- */

/* Source: as in recipes/x86/verify.c.  */
static void
plan_copies (struct block_plan *p)
{
  int bytes = p->machine->copy_bytes;
  if (!p->point->verify)
    return;
  p->size = (p->size + bytes - 1) & -bytes;
  p->copies_at = p->size;
  p->spare_at = p->copies_at + p->n_check * bytes;
  p->size = p->spare_at + p->machine->spare_bytes;
}

/* Copy what is not saved, before the call.  */
static void
make_copies (struct block_plan *p)
{
  int64_t at = p->copies_at;
  if (!p->point->verify)
    return;
  for (int r = 0; r < p->machine->n_moved; r++)
    if (reg_set_has (&p->check, r))
      {
	pot_reg (p->pot, POT_SAVE, OP_STORE, r,
		 r < p->machine->n_general ? BLOCK_WORD
					   : p->machine->copy_bytes,
		 at);
	at += p->machine->copy_bytes;
      }
}

/* After it, check that.  */
static void
check_copies (struct block_plan *p)
{
  int at = p->copies_at;
  if (!p->point->verify)
    return;
  for (int r = 0; r < p->machine->n_moved; r++)
    if (reg_set_has (&p->check, r))
      {
	p->machine->compare (p, r, at);
	at += p->machine->copy_bytes;
      }
  if (!p->point->next)
    p->machine->fill (p);
}

/* --- addresses ------------------------------------------------------------------ */

/* A register that an address needs counts as live, so it was saved if anything
   changes it.  */
static void
recover (struct block_plan *p, enum pot_stage stage, int r)
{
  if (r == HALT_NO_REG || !reg_set_has (&p->lost, r))
    return;
  pot_reg (p->pot, stage, OP_LOAD, r, BLOCK_WORD, p->slot[r]);
  reg_set_remove (&p->lost, r);
}

void
block_address (struct pot *pot, enum pot_stage stage, int reg)
{
  struct block_plan *p = block_plan_of (pot);
  if (p->ea_slot >= 0 && stage != POT_SETUP)
    {
      pot_reg (pot, stage, OP_LOAD, reg, BLOCK_WORD, p->ea_slot);
      return;
    }
  recover (p, stage, p->point->access.ea.base);
  recover (p, stage, p->point->access.ea.index);
  p->machine->address (p, stage, reg);
}

/* --- whole pots ----------------------------------------------------------------- */

/* Lower the stack pointer for the block.  */
static void
allocate (struct block_plan *p)
{
  pot_reg (p->pot, POT_SETUP, OP_ADJUST, HALT_NO_REG, 0, -p->size);
}

/* How many of POT's N_ARGS arguments, a list's, are on the stack; negative: they cannot be
   there.  */
static int
stack_args (const struct pot *pot, int n_args)
{
  int n = n_args - pot->target->n_arg_regs;
  return n <= 0 ? 0 : pot->point->kind == HALT_KIND_LIST ? n : -1;
}

/* Before an instruction that the pot wraps: the block, and the access's
   address in it.  */
static void
keep_address (struct block_plan *p)
{
  int by = p->machine->by;
  allocate (p);
  pot_reg (p->pot, POT_SETUP, OP_STORE, by, BLOCK_WORD, p->keep_slot);
  block_address (p->pot, POT_SETUP, by);
  pot_reg (p->pot, POT_SETUP, OP_STORE, by, BLOCK_WORD, p->ea_slot);
  pot_reg (p->pot, POT_SETUP, OP_LOAD, by, BLOCK_WORD, p->keep_slot);
  pot_reg (p->pot, POT_SETUP, OP_ANCHOR, HALT_NO_REG, 0, 0);
}

int
block_start (struct block_plan *p, int n_args)
{
  const struct halt_access *a = &p->point->access;
  bool wraps = a->bytes && a->wrap;
  if (a->bytes
      && (a->lanes.n || a->count != HALT_NO_REG || a->advance != HALT_NO_REG))
    return pot_refuse_access (p->pot);
  p->room = stack_args (p->pot, n_args) * BLOCK_WORD;
  if (p->room < 0)
    return pot_refuse_args (p->pot);
  p->size = p->room;
  plan_saves (p, n_args);
  if (wraps)
    {
      p->ea_slot = p->size;
      p->keep_slot = p->size + BLOCK_WORD;
      p->size += 2 * BLOCK_WORD;
    }
  plan_copies (p);
  if (p->machine->round)
    p->machine->round (p);
  else
    p->size = (p->size + 15) & -16;
  if (wraps)
    keep_address (p);
  else
    allocate (p);
  move_saved (p, POT_SAVE, OP_STORE);
  make_copies (p);
  return 0;
}

int
block_begin (struct pot *pot, int n_dynamic)
{
  struct block_plan *p = block_plan_of (pot);
  block_plan_init (p, pot);
  p->optional = pot_optional (pot->point, n_dynamic);
  return block_start (p, pot_most_args (pot, n_dynamic));
}

int
block_arg (const struct pot *pot, int n)
{
  return n < pot->target->n_arg_regs ? pot->target->arg_regs[n] : HALT_NO_REG;
}

int
block_call (struct pot *pot, int n_dynamic)
{
  struct block_plan *p = block_plan_of (pot);
  if (stack_args (pot, pot_args (p->point, n_dynamic)) < 0)
    return pot_refuse_args (pot);
  p->machine->make_call (p, n_dynamic);
  check_copies (p);
  return 0;
}

/* After a call nothing that was saved is in its register.  */
void
block_next (struct pot *pot)
{
  struct block_plan *p = block_plan_of (pot);
  for (int r = 0; r < p->machine->n_general; r++)
    if (p->slot[r] >= 0)
      reg_set_add (&p->lost, r);
  p->point = p->point->next;
}

void
block_end (struct pot *pot)
{
  struct block_plan *p = block_plan_of (pot);
  p->point = pot->point;
  move_saved (p, POT_RESTORE, OP_LOAD);
  pot_reg (pot, POT_DESTROY, OP_ADJUST, HALT_NO_REG, 0, p->size);
}

/* --- arguments ------------------------------------------------------------------ */

/* The address comes first: computing it may need any register, and only then may
   argument registers change.  */
int
block_access (struct pot *pot)
{
  const struct halt_access *a = &block_plan_of (pot)->point->access;
  int bytes = block_arg (pot, 0), ea = block_arg (pot, 1);
  if (block_wants (pot, 1))
    block_address (pot, POT_KIND, ea);
  else
    pot_unread (pot, POT_KIND, ea);
  if (block_wants (pot, 0))
    pot->target->constant (pot, POT_KIND, bytes, a->bytes);
  else
    pot_unread (pot, POT_KIND, bytes);
  return 0;
}

/* What general register A->reg holds, and A->number, in REG, if registers GONE have other
   arguments in them.  */
static void
pass_register (struct block_plan *p, int reg, const struct halt_arg *a,
	       const struct reg_set *gone)
{
  struct pot *pot = p->pot;
  if (a->reg == p->machine->sp)
    {
      p->machine->add (pot, POT_KIND, reg, a->reg, pot->depth + a->number);
      return;
    }
  if (reg_set_has (gone, a->reg) || reg_set_has (&p->lost, a->reg))
    pot_reg (pot, POT_KIND, OP_LOAD, reg, BLOCK_WORD, p->slot[a->reg]);
  else
    pot_regs (pot, POT_KIND, OP_MOVE, reg, a->reg, 0);
  p->machine->add (pot, POT_KIND, reg, reg, a->number);
}

/* The word that A says is saved, in REG.  */
static void
pass_saved (struct block_plan *p, int reg, const struct halt_arg *a,
	    const struct reg_set *gone)
{
  struct pot *pot = p->pot;
  int64_t at = pot->depth + a->number;
  if (a->reg != p->machine->sp)
    {
      pass_register (p, reg, a, gone);
      pot_regs (pot, POT_KIND, OP_FETCH, reg, reg, 0);
    }
  else if (p->machine->load)
    p->machine->load (pot, reg, at);
  else
    pot_reg (pot, POT_KIND, OP_LOAD, reg, BLOCK_WORD, at);
}

/* Arguments' registers that hold anything are saved before they are used.  */
int
block_value (struct pot *pot, int reg, const struct halt_arg *a,
	     const struct reg_set *gone)
{
  struct block_plan *p = block_plan_of (pot);
  const char *name = pot->target->regs[reg].name;
  switch (a->form)
    {
    case HALT_ARG_REGISTER:
      if (a->reg < p->machine->n_general)
	pass_register (p, reg, a, gone);
      else if (p->machine->bits)
	pot_asm (pot, POT_KIND, reg, a->reg, p->machine->bits, name,
		 pot->target->regs[a->reg].name + 1);
      else
	return pot_refuse (pot, "it passes what no integer register holds");
      return 0;
    case HALT_ARG_SAVED:
      pass_saved (p, reg, a, gone);
      return 0;
    case HALT_ARG_SIGNED:
      if (a->reg == pot->target->return_reg)
	pass_register (p, reg, a, gone);
      else
	pass_saved (p, reg, a, gone);
      pot_asm (pot, POT_KIND, reg, reg, p->machine->strip, name);
      return 0;
    case HALT_ARG_CYCLES:
      pot_asm (pot, POT_KIND, reg, HALT_NO_REG, p->machine->cycles, name);
      return 0;
    case HALT_ARG_HERE:
      pot_asm (pot, POT_KIND, reg, HALT_NO_REG, p->machine->here, name);
      return 0;
    default:
      return -1;
    }
}

/* Store the arguments that no register has.  */
int
block_list (struct pot *pot)
{
  static const struct reg_set none;
  struct block_plan *p = block_plan_of (pot);
  const struct halt_point *pt = pot->point;
  int first = pot->target->n_arg_regs, by = p->machine->by, fault = 0;
  for (int n = first; n < pt->n_args && !fault; n++)
    {
      const struct halt_arg *a = &pt->args[n];
      if (a->form == HALT_ARG_CONDITION)
	return pot_refuse (pot, "its condition is passed on the stack");
      if (a->form == HALT_ARG_ADDRESS)
	block_address (pot, POT_KIND, by);
      else if (a->form > HALT_ARG_CONDITION)
	fault = block_value (pot, by, a, &none);
      else
	pot_known (pot, POT_KIND, by, a);
      pot_reg (pot, POT_KIND, OP_STORE, by, BLOCK_WORD,
	       BLOCK_WORD * (n - first));
      if (p->slot[by] >= 0)
	reg_set_add (&p->lost, by);
    }
  return fault ? fault : 1;
}
