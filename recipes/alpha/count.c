/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting in line, for Alpha: cells of 64 bits, no call.  Two registers, one of
   which makes a global pointer of its own to find the cell with; those of the
   function stay as they are.  */

#include <inttypes.h>

#include "recipes/alpha/frame.h"

/* What a pot works with: registers that it may change.  */
struct scratch
{
  struct pot *pot;
  struct alpha_plan *plan;
  struct reg_set used;		/* taken, or not to be */
  int saved[4], n_saved;
};

/* The name of REG in assembler text.  */
static const char *
name (const struct scratch *s, int reg)
{
  return s->pot->target->regs[reg].name;
}

/* Take a register: one that nobody needs, or one that is to be saved.  */
static int
take_register (struct scratch *s)
{
  static const int some[] = {
    1, 2, 3, 4, 5, 6, 7, 8, 22, 23, 24, 25, 0, 21, 20, 19, 18, 17, 16
  };
  const struct halt_point *pt = s->plan->point;
  for (int save = 0; save < 2; save++)
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
      if (!reg_set_has (&s->used, some[i])
	  && (save || reg_set_has (&pt->dead, some[i])))
	{
	  reg_set_add (&s->used, some[i]);
	  if (save)
	    s->saved[s->n_saved++] = some[i];
	  return some[i];
	}
  return HALT_NO_REG;		/* never: four at most are taken */
}

/* Take REG.  */
static void
take_this (struct scratch *s, int reg)
{
  if (!reg_set_has (&s->plan->point->dead, reg))
    s->saved[s->n_saved++] = reg;
  reg_set_add (&s->used, reg);
}

/* Begin POT: what its point reads is not to be taken.  */
static void
begin_pot (struct scratch *s, struct pot *pot)
{
  const struct halt_point *pt = pot->point;
  *s = (struct scratch) { .pot = pot, .plan = alpha_plan_of (pot) };
  alpha_plan_init (s->plan, pot);
  if (pt->step == STEP_FLUSH)
    reg_set_add (&s->used, pt->counter);
  if (pt->access.bytes && pt->access.ea.base != HALT_NO_REG)
    reg_set_add (&s->used, pt->access.ea.base);
  if (pt->own && pt->pointer != HALT_NO_REG)
    reg_set_add (&s->used, pt->pointer);
}

/* Save what is taken and needed, and get it back.  */
static void
save (struct scratch *s)
{
  s->plan->size = (s->n_saved * ALPHA_WORD + 15) & -16;
  pot_reg (s->pot, POT_SETUP, OP_ADJUST, HALT_NO_REG, 0, -s->plan->size);
  for (int i = 0; i < s->n_saved; i++)
    pot_reg (s->pot, POT_SAVE, OP_STORE, s->saved[i], ALPHA_WORD,
	     i * ALPHA_WORD);
}

static void
restore (struct scratch *s)
{
  for (int i = 0; i < s->n_saved; i++)
    pot_reg (s->pot, POT_RESTORE, OP_LOAD, s->saved[i], ALPHA_WORD,
	     i * ALPHA_WORD);
  pot_reg (s->pot, POT_DESTROY, OP_ADJUST, HALT_NO_REG, 0, s->plan->size);
}

/* Add 1, or the counter, to the cell that is DISP from where register AT points,
   DISP being text; BY is changed.  */
static void
increment (struct scratch *s, int at, int by, const char *disp)
{
  struct pot *pot = s->pot;
  const struct halt_point *pt = s->plan->point;
  const char *a = name (s, at), *b = name (s, by);
  const char *more = pt->step == STEP_FLUSH
		       ? pot_text (pot, "addq\t%s, %s, %s", b,
				   name (s, pt->counter), b)
		       : pot_text (pot, "lda\t%s, 1(%s)", b, b);
  pot_asm (s->pot, POT_CALL, by, at, "%s",
	   pt->atomic
	     ? pot_text (pot,
			 "1:\tldq_l\t%s, 0(%s)\n\t%s\n\tstq_c\t%s, "
			 "0(%s)\n\tbeq\t%s, 1b",
			 b, a, more, b, a, b)
	     : pot_text (pot, "ldq\t%s, %s(%s)%s\n\t%s\n\tstq\t%s, %s(%s)%s", b,
			 disp, a, *disp == '.' ? "\t\t!gprellow" : "", more, b,
			 disp, a, *disp == '.' ? "\t\t!gprellow" : ""));
}

/* AT = upper half of the address of SYMBOL + OFFSET; or all of it.  */
static void
point_to (struct scratch *s, int at, const char *symbol, uint64_t offset,
	  bool all)
{
  struct pot *pot = s->pot;
  const char *r = name (s, at);
  const char *text = pot_text (pot,
			       "ldah\t%s, %s+%" PRIu64 "(%s)\t\t!gprelhigh", r,
			       symbol, offset, r);
  if (all)
    text = pot_text (pot, "%s\n\tlda\t%s, %s+%" PRIu64 "(%s)\t\t!gprellow",
		     text, r, symbol, offset, r);
  pot_asm (s->pot, POT_KIND, at, at, "%s", text);
}

/* --- cells of the thread's own -------------------------------------------- */

/* Let AT point to the thread's cells.  Where the thread may have none it is given
   some: $28 is changed then.  $0 is, by the call that finds the thread.  */
static void
point_to_own (struct scratch *s, int at)
{
  struct pot *pot = s->pot;
  const struct halt_point *pt = s->plan->point;
  const char *r = name (s, at);
  pot_asm (s->pot, POT_KIND, ALPHA_V0, HALT_NO_REG, "%s",
	   pt->enter ? "1:\tcall_pal\t0x9e" : "call_pal\t0x9e");
  pot_asm (s->pot, POT_KIND, at, ALPHA_V0, "%s",
	   pt->shared
	     ? pot_text (pot,
			 "br\t%s, 3f\n3:\tldgp\t%s, 0(%s)\n\t"
			 "ldq\t%s, %s(%s)\t\t!gottprel\n\t"
			 "addq\t%s, $0, %s\n\tldq\t%s, 0(%s)",
			 r, r, r, r, pt->cells, r, r, r, r, r)
	     : pot_text (pot,
			 "ldah\t%s, %s($0)\t\t!tprelhi\n\t"
			 "ldq\t%s, %s(%s)\t\t!tprello",
			 r, pt->cells, r, pt->cells, r));
  if (pt->enter)
    pot_asm (s->pot, POT_KIND, ALPHA_AT, at,
	     "bne\t%s, 2f\n\tbr\t$28, 3f\n3:\tldgp\t$28, 0($28)\n\t"
	     "ldah\t$28, %s($28)\t\t!gprelhigh\n\t"
	     "lda\t$28, %s($28)\t\t!gprellow\n\t"
	     "jsr\t$28, ($28)\n\tbr\t$31, 1b\n2:",
	     r, pt->enter, pt->enter);
}

/* What point_to_own changes besides.  */
static void
take_for_own (struct scratch *s)
{
  take_this (s, ALPHA_V0);
  if (s->plan->point->enter)
    take_this (s, ALPHA_AT);
}

/* One event more in the thread's cell, or only cells for it.  */
static int
count_own (struct pot *pot)
{
  struct scratch s = { .pot = pot };
  const struct halt_point *pt = pot->point;
  begin_pot (&s, pot);
  if (!pt->held)
    take_for_own (&s);
  int at = pt->pointer != HALT_NO_REG ? pt->pointer : take_register (&s);
  if (at == ALPHA_V0)		/* the thread pointer's */
    return pot_refuse (pot, "$0 cannot point to the thread's cells");
  int by = pt->only_enter ? HALT_NO_REG : take_register (&s);
  int64_t low = (int16_t) pt->cell, high = pt->cell - low;
  int near = high && !pt->only_enter ? take_register (&s) : at;
  save (&s);
  if (!pt->held)
    point_to_own (&s, at);
  if (near != at)
    pot_regs (s.pot, POT_KIND, OP_ADD, near, at, high);
  if (!pt->only_enter)
    increment (&s, near, by, pot_text (pot, "%" PRId64, low));
  restore (&s);
  return 0;
}

/* --- cells of the unit ------------------------------------------------------ */

/* One event more in the point's cell.  */
static int
count_one (struct pot *pot)
{
  struct scratch s = { .pot = pot };
  const struct halt_point *pt = pot->point;
  begin_pot (&s, pot);
  int at = take_register (&s), by = take_register (&s);
  save (&s);
  alpha_make_gp (s.pot, POT_KIND, at);
  point_to (&s, at, pt->cells, pt->cell, pt->atomic);
  increment (&s, at, by,
	     pt->atomic ? "0"
			: pot_text (pot, "%s+%" PRIu64, pt->cells, pt->cell));
  restore (&s);
  return 0;
}

/* The cell of the index that a table is read at.  */
static int
count_indexed (struct pot *pot)
{
  struct scratch s = { .pot = pot };
  const struct halt_point *pt = pot->point;
  begin_pot (&s, pot);
  if (pt->own)
    take_for_own (&s);
  int at = take_register (&s), by = take_register (&s);
  save (&s);
  const char *a = name (&s, at), *b = name (&s, by);
  alpha_address (s.pot, POT_KIND, by);
  alpha_make_gp (s.pot, POT_KIND, at);
  point_to (&s, at, pt->table, 0, true);
  /* From entries to cells.  */
  pot_asm (s.pot, POT_KIND, by, at,
	   pt->access.bytes == 8 ? "subq\t%s, %s, %s"
				 : "subq\t%s, %s, %s\n\taddq\t%s, %s, %s",
	   b, a, b, b, b, b);
  if (pt->own)
    {
      point_to_own (&s, at);
      alpha_add_const (s.pot, POT_KIND, at, pt->cell);
    }
  else
    {
      alpha_make_gp (s.pot, POT_KIND, at);
      point_to (&s, at, pt->cells, pt->cell, true);
    }
  pot_asm (s.pot, POT_KIND, at, by, "addq\t%s, %s, %s", a, b, a);
  increment (&s, at, by, "0");
  restore (&s);
  return 0;
}

/* Let the counter be how many strides lie from it to FROM.  */
static void
count_strides (struct pot *pot)
{
  const struct halt_point *pt = pot->point;
  const struct halt_reg *regs = pot->target->regs;
  const char *counter = regs[pt->counter].name, *from = regs[pt->from].name;
  pot_asm (pot, POT_SETUP, pt->counter, pt->from,
	   "subq\t%s, %s, %s\n\tsra\t%s, %d, %s",
	   pt->stride > 0 ? from : counter, pt->stride > 0 ? counter : from,
	   counter, counter, __builtin_ctzll (pt->stride), counter);
}

int
alpha_count (struct pot *pot)
{
  if (pot->point->step == STEP_REGISTER || pot->point->step == STEP_BEGIN)
    return pot_step (pot);
  if (pot->point->stride)
    count_strides (pot);
  return pot->point->table ? count_indexed (pot)
	 : pot->point->own ? count_own (pot)
			   : count_one (pot);
}
