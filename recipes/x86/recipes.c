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
  return 1;
}

/* --- branches ----------------------------------------------------------- */

/* Where nothing but the branch reads the flags afterwards, its condition is kept
   for it.  */
int
x86_condition (struct pot *pot)
{
  struct x86_plan *p = x86_plan_of (pot);
  int cond = x86_dynamic_reg (p, 0);
  x86_add (p, POT_KIND, OP_COND, cond, 1, 0);
  x86_add (p, POT_KIND, OP_EXTEND, cond, 1, 0);
  if (p->flags == FLAGS_RETEST && !x86_survives (p, 0))
    {
      x86_add (p, POT_KIND, OP_PUSH, cond, p->word, 0);
      p->cond_at = p->depth;
    }
  return 0;
}

/* The table's address goes where the id will be.  */
int
x86_index (struct pot *pot)
{
  struct x86_plan *p = x86_plan_of (pot);
  int index = x86_dynamic_reg (p, 0), table = x86_dynamic_reg (p, 1);

  x86_recover (p);
  x86_add (p, POT_KIND, OP_EA, index, p->word, p->depth);
  if (pot->point->got)
    x86_add_symbol (p, POT_KIND, OP_TEXT_CALL, HALT_NO_REG,
		    x86_att (p, pot_text (pot,
					  X86_GOT_TO_ECX
					  "leal\t%s@GOTOFF(%%%%ecx), "
					  "%%%%edx",
					  pot->point->table)));
  else
    x86_add (p, POT_KIND, OP_TABLE, table, p->word, 0);
  x86_add2 (p, POT_KIND, OP_SUB, index, table, 0);
  x86_add (p, POT_KIND, OP_SHIFT, index, p->word,
	   pot->point->access.bytes == 8 ? 3 : 2);
  return 0;
}

/* --- calls -------------------------------------------------------------- */

/* In registers it is there; above an int there may be anything.  */
void
x86_pass (struct pot *pot, int n, bool is_int)
{
  struct x86_plan *p = x86_plan_of (pot);
  int reg = x86_dynamic_reg (p, n);
  if (p->stack_args)
    x86_add (p, POT_KIND, OP_LOAD, reg, p->word, x86_slot (p, 0) + n * p->word);
  else if (is_int)
    x86_add_text (p, POT_KIND, reg, "{movslq\t%%esi, %%rsi|movsxd\trsi, esi}");
}

void
x86_develop_address (struct pot *pot, int reg)
{
  struct x86_plan *p = x86_plan_of (pot);
  x86_recover (p);
  x86_add (p, POT_KIND, OP_EA, reg, p->word, p->depth);
  x86_add_thread_pointer (p, POT_KIND, reg);
}

void
x86_develop_const (struct pot *pot, int reg, int64_t value)
{
  x86_add (x86_plan_of (pot), POT_KIND, OP_CONST, reg, 4, value);
}

/* --- memory ------------------------------------------------------------- */

/* The address of the access into register EA.  */
static void
develop_address (struct x86_plan *p, int ea)
{
  if (!p->point->access.wrap)
    {
      x86_develop_address (p->pot, ea);
      return;
    }
  x86_add (p, POT_KIND, OP_LOAD, ea, p->word, x86_slot (p, p->ea_slot));
  x86_add_thread_pointer (p, POT_KIND, ea);
}

/* How many bytes the access has, by its count, into register BYTES.  */
static void
scale_count (struct x86_plan *p, int bytes)
{
  const struct halt_access *a = &p->point->access;
  int count = a->count;
  if (a->wrap)
    {
      x86_add (p, POT_KIND, OP_LOAD, bytes, p->word,
	       x86_slot (p, p->count_slot));
      count = bytes;
    }
  x86_add2 (p, POT_KIND, OP_SCALE, bytes, count, a->bytes);
}

/* The address comes first: computing it may need any register, and only then may
   argument registers change.  */
int
x86_access (struct pot *pot)
{
  struct x86_plan *p = x86_plan_of (pot);
  const struct halt_access *a = &p->point->access;
  int bytes = x86_dynamic_reg (p, 0), ea = x86_dynamic_reg (p, 1);

  if (a->advance != HALT_NO_REG && a->advance != bytes)
    x86_add2 (p, POT_KIND, OP_MOVE, bytes, a->advance, 0);
  if (x86_wants (p, 1))
    develop_address (p, ea);
  else
    x86_verify_unread (p, POT_KIND, ea);
  if (a->advance != HALT_NO_REG)
    x86_add2 (p, POT_KIND, OP_SUB, bytes, ea, 0);
  else if (a->count != HALT_NO_REG)
    scale_count (p, bytes);
  else if (x86_wants (p, 0))
    x86_add (p, POT_KIND, OP_CONST, bytes, 4, a->bytes);
  else
    x86_verify_unread (p, POT_KIND, bytes);
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
