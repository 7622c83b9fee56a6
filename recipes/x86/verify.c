/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Verification: what a pot does not save because of the routine's summary must
   be the same after the call, and nobody may need what is said to be dead.

   Copies of the former are kept in the block, taken before the call and
   after each, and compared; if they differ, __halt_wrong_summary traps.  The
   latter is filled with garbage after the last call.  */

#include "recipes/x86/frame.h"

#define GARBAGE_SIZE 64		/* a vector register */

static const char *
sp_name (const struct x86_plan *p)
{
  return p->word == 8 ? "rsp" : "esp";
}

/* Bytes that a copy of register R takes.  */
static int
copy_size (const struct x86_plan *p, int r)
{
  const struct halt_target *t = p->pot->target;
  return t->regs[r].rclass == RC_VECTOR ? p->point->vector_bytes
	 : t->regs[r].rclass == RC_MASK ? 8
					: p->word;
}

/* What of register R is stored.  */
static int
store_size (const struct x86_plan *p, int r)
{
  return p->pot->target->regs[r].rclass == RC_MASK
	   ? p->point->mask_bytes
	   : copy_size (p, r);
}

void
x86_verify_plan (struct x86_plan *p)
{
  const struct halt_target *t = p->pot->target;
  if (!p->point->verify)
    return;
  /* Without verification values may be kept in those.  */
  for (int r = 0; p->summarized && r < t->n_regs; r++)
    if (t->regs[r].rclass == RC_GENERAL && reg_set_has (&p->point->dead, r)
	&& !reg_set_has (&p->changes, r))
      reg_set_add (&p->check, r);
  p->copies_size = p->check_x87 ? X87_SIZE : 0;
  for (int r = 0; r < t->n_regs; r++)
    if (reg_set_has (&p->check, r))
      p->copies_size += copy_size (p, r);
  p->copies_at = p->block;
  p->block += 2 * p->copies_size + GARBAGE_SIZE;
}

/* Text that stores 0 at AT, 4 bytes.  */
static void
zero (struct x86_plan *p, enum pot_stage stage, int64_t at)
{
  x86_att (p, stage, OP_TEXT, HALT_NO_REG, "movl\t$0, %d(%%%%%s)", (int) at,
	   sp_name (p));
}

/* Copy what is to be checked to AT above the stack pointer.  */
static void
copy_all (struct x86_plan *p, enum pot_stage stage, int64_t at)
{
  const struct halt_target *t = p->pot->target;
  if (p->check_x87)
    {
      x86_att (p, stage, OP_TEXT, HALT_NO_REG,
	       "fnsave\t%d(%%%%%s)\n\tfrstor\t%d(%%%%%s)", (int) at,
	       sp_name (p), (int) at, sp_name (p));
      /* Where the last instruction was, and what fnsave leaves alone.  */
      for (int i = 12; i < 28; i += 4)
	zero (p, stage, at + i);
      zero (p, stage, at + X87_SIZE - 4);
      at += X87_SIZE;
    }
  for (int r = 0; r < t->n_regs; r++)
    if (reg_set_has (&p->check, r))
      {
	if (t->regs[r].rclass == RC_MASK)
	  for (int i = 0; i < 8; i += 4)
	    zero (p, stage, at + i);
	pot_reg (p->pot, stage, OP_STORE, r, store_size (p, r), at);
	at += copy_size (p, r);
      }
}

void
x86_verify_begin (struct x86_plan *p)
{
  p->block_depth = p->pot->depth;
  if (p->point->verify)
    copy_all (p, POT_SAVE, p->copies_at);
}

/* Compare the copies, the first of which is AT above the stack pointer; keep all
   registers.  */
static void
compare (struct x86_plan *p, int64_t at)
{
  const char q = p->word == 8 ? 'q' : 'l';
  const char *a = p->word == 8 ? "rax" : "eax",
	     *i = p->word == 8 ? "rdi" : "ecx";
  int first = at + 2 * p->word - p->word;
  x86_att (
    p, POT_CALL, OP_TEXT, HALT_NO_REG,
    "push%c\t%%%%%s\n\tpush%c\t%%%%%s\n\tmov%c\t$%d, "
    "%%%%%s\n1:\tmov%c\t%d(%%%%%s,%%%%%s), %%%%%s\n\tcmp%c\t%d(%%%%%s,%%%%%s), "
    "%%%%%s\n\tjne\t2f\n\tsub%c\t$%d, %%%%%s\n\tjne\t1b\n2:\tpop%c\t%%%%%s\n\t"
    "pop%c\t%%%%%s\n\tje\t3f\n\tcall\t__halt_wrong_summary\n3:",
    q, a, q, i, q, p->copies_size, i, q, first, sp_name (p), i, a, q,
    first + p->copies_size, sp_name (p), i, a, q, p->word, i, q, i, q, a);
}

/* The condition must be in its argument register still, if the routine does not
   change that.  */
static void
check_condition (struct x86_plan *p)
{
  int cond = x86_arg (p->pot, 0);
  if (p->cond_at && p->summarized && !p->stack_args
      && !reg_set_has (&p->point->summary.changes, cond))
    x86_att (p, POT_CALL, OP_TEXT, HALT_NO_REG,
	     "cmpq\t%d(%%%%rsp), %%%%rdi\n\tje\t1f\n\t"
	     "call\t__halt_wrong_summary\n1:",
	     (int) x86_slot (p, p->cond_at));
}

/* Fill what is dead with garbage, GARBAGE_SIZE bytes of which go to AT above the
   stack pointer.  */
static void
fill_dead (struct x86_plan *p, int64_t at)
{
  const struct halt_target *t = p->pot->target;
  bool filled = false;
  for (int r = 0; r < t->n_regs; r++)
    {
      enum halt_rclass rclass = t->regs[r].rclass;
      if (!reg_set_has (&p->point->dead, r))
	continue;
      if (rclass == RC_GENERAL)
	pot_reg (p->pot, POT_CALL, OP_CONST, r, 4, X86_GARBAGE);
      if (rclass != RC_VECTOR && rclass != RC_MASK)
	continue;
      for (int i = 0; i < GARBAGE_SIZE && !filled; i += 4)
	x86_att (p, POT_CALL, OP_TEXT, HALT_NO_REG, "movl\t$%#x, %d(%%%%%s)",
		 X86_GARBAGE, (int) at + i, sp_name (p));
      filled = true;
      pot_reg (p->pot, POT_CALL, OP_LOAD, r, store_size (p, r), at);
    }
  if (p->flags == FLAGS_DEAD)
    x86_att (p, POT_CALL, OP_TEXT, HALT_NO_REG, "%s",
	     p->word == 8 ? "pushfq\n\torq\t$0x8d5, (%%rsp)\n\tpopfq"
			  : "pushfl\n\torl\t$0x8d5, (%%esp)\n\tpopfl");
}

void
x86_verify_end (struct x86_plan *p)
{
  int64_t at = x86_slot (p, p->block_depth) + p->copies_at;
  if (!p->point->verify)
    return;
  check_condition (p);
  if (p->copies_size)
    {
      copy_all (p, POT_CALL, at + p->copies_size);
      compare (p, at);
    }
  if (!p->point->next)
    fill_dead (p, at + 2 * p->copies_size);
}
