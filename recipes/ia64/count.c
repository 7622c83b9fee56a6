/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting in line, for IA-64: cells of 64 bits, no call.  It takes registers that
   nobody needs or, if there are too few, makes the register stack larger for the
   time.  */

#include <inttypes.h>

#include "recipes/ia64/frame.h"

/* What a pot works with: registers that it may change.  */
#define MAX_SCRATCH 5

struct scratch
{
  struct pot *pot;
  struct ia64_plan *plan;
  int reg[MAX_SCRATCH];
  bool stacked;
};

static const char *
name (struct scratch *s, int reg)
{
  return pot_text (s->pot, "%s", IA64_NAME (s->pot, reg));
}

/* Whether the point of S reads REG.  */
static bool
is_read (const struct scratch *s, int reg)
{
  const struct halt_point *pt = s->plan->point;
  return (pt->step == STEP_FLUSH && pt->counter == reg)
	 || (pt->access.bytes && pt->access.ea.base == reg);
}

/* Begin POT with N registers to work with; only such as no interruption of the
   function's own sequences can need if STACKED.  Return 0, or -1.  */
static int
begin_pot (struct scratch *s, struct pot *pot, int n, bool stacked)
{
  const struct halt_point *pt = pot->point;
  int taken = 0;
  s->pot = pot;
  s->plan = ia64_plan_of (pot);
  ia64_plan_init (s->plan, pot);
  s->stacked = stacked;
  for (int r = 2; r < IA64_LOC && taken < n && !stacked; r++)
    if (reg_set_has (&pt->dead, r) && !is_read (s, r))
      s->reg[taken++] = r;
  s->stacked |= taken < n;
  if (!s->stacked)
    return 0;
  if (1 + n > ia64_room (pt))
    return pot_refuse (pot,
		       "the function leaves no room in the register stack");
  for (int i = 0; i < n; i++)
    s->reg[i] = IA64_SPARE + i;
  ia64_widen (s->plan, n + 1, 0);
  return 0;
}

static void
end_pot (struct scratch *s)
{
  if (s->stacked)
    ia64_narrow (s->plan);
}

/* AT = the address of SYMBOL + OFFSET, by way of BY.  */
static void
point_to (struct scratch *s, int at, int by, const char *symbol,
	  uint64_t offset)
{
  struct ia64_plan *p = s->plan;
  const char *a = name (s, at), *b = name (s, by);
  pot_asm (p->pot, POT_KIND, by, HALT_NO_REG, ";;\n1:\tmov\t%s = ip", b);
  pot_asm (p->pot, POT_KIND, at, HALT_NO_REG, "movl\t%s = %s+%" PRIu64 "-1b ;;",
	   a, symbol, offset);
  pot_asm (p->pot, POT_KIND, at, by, "add\t%s = %s, %s ;;", a, a, b);
}

/* Add 1, or the counter, to the cell that AT points to; BY is changed.  */
static void
increment (struct scratch *s, int at, int by)
{
  struct ia64_plan *p = s->plan;
  const struct halt_point *pt = p->point;
  const char *a = name (s, at), *b = name (s, by);
  if (pt->atomic)
    {
      pot_asm (p->pot, POT_CALL, by, at, "fetchadd8.rel\t%s = [%s], 1 ;;", b,
	       a);
      return;
    }
  const char *more = pt->step == STEP_FLUSH
		       ? pot_text (p->pot, "add\t%s = %s, %s", b, b,
				   name (s, pt->counter))
		       : pot_text (p->pot, "adds\t%s = 1, %s", b, b);
  pot_asm (p->pot, POT_CALL, by, at,
	   "ld8\t%s = [%s] ;;\n\t%s ;;\n\t"
	   "st8\t[%s] = %s ;;",
	   b, a, more, a, b);
}

/* The counter is added to the cell while other threads may do so, too: there is
   no instruction for that, but one that compares.  */
static int
flush_atomic (struct pot *pot)
{
  struct scratch s = { .pot = pot };
  if (begin_pot (&s, pot, 5, true) != 0)
    return -1;
  const char *at = name (&s, s.reg[0]), *old = name (&s, s.reg[1]);
  const char *sum = name (&s, s.reg[2]), *ccv = name (&s, s.reg[3]);
  const char *pr = name (&s, s.reg[4]);
  point_to (&s, s.reg[0], s.reg[1], pot->point->cells, pot->point->cell);
  pot_asm (s.pot, POT_CALL, HALT_NO_REG, pot->point->counter,
	   "mov\t%s = ar.ccv\n\tmov\t%s = pr ;;\n"
	   "2:\tld8\t%s = [%s] ;;\n\tmov\tar.ccv = %s\n\t"
	   "add\t%s = %s, %s ;;\n\t"
	   "cmpxchg8.rel\t%s = [%s], %s, ar.ccv ;;\n\t"
	   "cmp.ne\tp6, p7 = %s, %s ;;\n"
	   "(p6)\tbr.cond.spnt\t2b ;;\n\t"
	   "mov\tar.ccv = %s\n\tmov\tpr = %s, 0xc0 ;;",
	   ccv, pr, old, at, old, sum, old, name (&s, pot->point->counter), sum,
	   at, sum, sum, old, ccv, pr);
  end_pot (&s);
  return 0;
}

/* One event more in the point's cell.  */
static int
count_one (struct pot *pot)
{
  struct scratch s = { .pot = pot };
  if (begin_pot (&s, pot, 2, false) != 0)
    return -1;
  point_to (&s, s.reg[0], s.reg[1], pot->point->cells, pot->point->cell);
  increment (&s, s.reg[0], s.reg[1]);
  end_pot (&s);
  return 0;
}

/* The cell of the index that a table is read at.  */
static int
count_indexed (struct pot *pot)
{
  struct scratch s = { .pot = pot };
  const struct halt_point *pt = pot->point;
  if (begin_pot (&s, pot, 3, false) != 0)
    return -1;
  int at = s.reg[0], by = s.reg[1], index = s.reg[2];
  ia64_address (s.pot, POT_KIND, index);
  point_to (&s, at, by, pt->table, 0);
  pot_regs (s.pot, POT_KIND, OP_SUB, index, at, 0);
  /* From entries to cells.  */
  if (pt->access.bytes != 8)
    pot_regs (pot, POT_KIND, OP_SCALE, index, index, 2);
  point_to (&s, at, by, pt->cells, pt->cell);
  pot_asm (s.pot, POT_KIND, at, index, "add\t%s = %s, %s ;;", name (&s, at),
	   name (&s, at), name (&s, index));
  increment (&s, at, by);
  end_pot (&s);
  return 0;
}

/* What is done to a register that counts.  */
static int
step (struct pot *pot)
{
  pot_asm (pot, POT_SETUP, HALT_NO_REG, HALT_NO_REG, ";;");
  return pot_step (pot);
}

/* Let the counter be how many strides lie from it to FROM.  */
static void
count_strides (struct pot *pot)
{
  const struct halt_point *pt = pot->point;
  const char *counter = pot_text (pot, "%s", IA64_NAME (pot, pt->counter));
  const char *from = pot_text (pot, "%s", IA64_NAME (pot, pt->from));
  pot_asm (pot, POT_SETUP, pt->counter, pt->from,
	   ";;\n\tsub\t%s = %s, %s ;;\n\tshr\t%s = %s, %d ;;", counter,
	   pt->stride > 0 ? from : counter, pt->stride > 0 ? counter : from,
	   counter, counter, __builtin_ctzll (pt->stride));
}

int
ia64_count (struct pot *pot)
{
  const struct halt_point *pt = pot->point;
  if (pt->own)
    return pot_refuse (pot,
		       "this machine does not count in cells of a thread's "
		       "own");
  if (pt->step == STEP_REGISTER || pt->step == STEP_BEGIN)
    return step (pot);
  if (pt->stride)
    count_strides (pot);
  if (pt->step == STEP_FLUSH && pt->atomic)
    return flush_atomic (pot);
  return pt->table ? count_indexed (pot) : count_one (pot);
}
