/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting in line, for RISC-V: cells of 64 bits, no call, two registers.  */

#include <inttypes.h>

#include "recipes/riscv64/frame.h"

/* What a pot works with: registers that it may change.  */
struct scratch
{
  struct pot *pot;
  struct riscv64_plan *plan;
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
  static const int some[] = { 6,  7,  28, 29, 30, 31, 5, 17,
			      16, 15, 14, 13, 12, 11, 10 };
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

/* Begin POT: what its point reads is not to be taken.  */
static void
begin_pot (struct scratch *s, struct pot *pot)
{
  const struct halt_point *pt = pot->point;
  *s = (struct scratch) { .pot = pot, .plan = riscv64_plan_of (pot) };
  riscv64_plan_init (s->plan, pot);
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
  s->plan->size = (s->n_saved * RISCV_WORD + 15) & -16;
  pot_reg (s->pot, POT_SETUP, OP_ADJUST, HALT_NO_REG, 0, -s->plan->size);
  for (int i = 0; i < s->n_saved; i++)
    pot_reg (s->pot, POT_SAVE, OP_STORE, s->saved[i], RISCV_WORD,
	     i * RISCV_WORD);
}

static void
restore (struct scratch *s)
{
  for (int i = 0; i < s->n_saved; i++)
    pot_reg (s->pot, POT_RESTORE, OP_LOAD, s->saved[i], RISCV_WORD,
	     i * RISCV_WORD);
  pot_reg (s->pot, POT_DESTROY, OP_ADJUST, HALT_NO_REG, 0, s->plan->size);
}

/* Add 1, or the counter, to the cell that is DISP from where register AT points,
   DISP being text; BY is changed.  */
static void
add_event (struct scratch *s, int at, int by, const char *disp)
{
  struct pot *pot = s->pot;
  const struct halt_point *pt = s->plan->point;
  const char *a = name (s, at), *b = name (s, by);
  bool flush = pt->step == STEP_FLUSH;
  if (pt->atomic && flush)
    pot_asm (pot, POT_CALL, HALT_NO_REG, at, "amoadd.d\tzero, %s, (%s)",
	     name (s, pt->counter), a);
  else if (pt->atomic)
    pot_asm (pot, POT_CALL, by, at, "li\t%s, 1\n\tamoadd.d\tzero, %s, (%s)", b,
	     b, a);
  else
    pot_asm (pot, POT_CALL, by, at,
	     "ld\t%s, %s(%s)\n\t%s\t%s, %s, %s\n\tsd\t%s, %s(%s)", b, disp, a,
	     flush ? "add" : "addi", b, b, flush ? name (s, pt->counter) : "1",
	     b, disp, a);
}

/* AT = address of SYMBOL + OFFSET.  */
static void
point_to (struct scratch *s, int at, const char *symbol, uint64_t offset)
{
  pot_asm (s->pot, POT_KIND, at, HALT_NO_REG, "lla\t%s, %s+%" PRIu64,
	   name (s, at), symbol, offset);
}

/* --- cells of the thread's own -------------------------------------------- */

/* Let AT point to the thread's cells.  Where the thread may have none it is given
   some: t0 is changed then.  */
static void
point_to_own (struct scratch *s, int at)
{
  struct pot *pot = s->pot;
  const struct halt_point *pt = s->plan->point;
  const char *r = name (s, at);
  pot_asm (pot, POT_KIND, at, HALT_NO_REG,
	   pt->shared ? "%1$sla.tls.ie\t%2$s, %3$s\n\tadd\t%2$s, %2$s, tp\n\t"
			"ld\t%2$s, 0(%2$s)"
		      : "%1$slui\t%2$s, %%%%tprel_hi(%3$s)\n\t"
			"add\t%2$s, %2$s, tp, %%%%tprel_add(%3$s)\n\t"
			"ld\t%2$s, %%%%tprel_lo(%3$s)(%2$s)",
	   pt->enter ? "1:\t" : "", r, pt->cells);
  if (pt->enter)
    pot_asm (pot, POT_KIND, RISCV_T0, at,
	     "bnez\t%s, 2f\n\tcall\tt0, %s\n\tj\t1b\n2:", r, pt->enter);
}

/* What point_to_own changes besides.  */
static void
take_for_own (struct scratch *s)
{
  if (!s->plan->point->enter)
    return;
  if (!reg_set_has (&s->plan->point->dead, RISCV_T0))
    s->saved[s->n_saved++] = RISCV_T0;
  reg_set_add (&s->used, RISCV_T0);
}

/* One event more in the thread's cell, or only cells for it.  */
static int
count_own (struct pot *pot)
{
  struct scratch s;
  const struct halt_point *pt = pot->point;
  begin_pot (&s, pot);
  if (!pt->held)
    take_for_own (&s);
  int at = pt->pointer != HALT_NO_REG ? pt->pointer : take_register (&s);
  if (at == RISCV_T0)		/* the return address's */
    return pot_refuse (pot, "t0 cannot point to the thread's cells");
  int by = pt->only_enter ? HALT_NO_REG : take_register (&s);
  bool far = !pt->only_enter && !riscv64_is_small (pt->cell);
  int near = far ? take_register (&s) : at;
  save (&s);
  if (!pt->held)
    point_to_own (&s, at);
  if (far)
    riscv64_add (pot, POT_KIND, near, at, pt->cell, near);
  if (!pt->only_enter)
    add_event (&s, near, by, far ? "0" : pot_text (pot, "%" PRIu64, pt->cell));
  restore (&s);
  return 0;
}

/* --- cells of the unit ------------------------------------------------------ */

/* One event more in the point's cell.  The two that know its lower half name the
   instruction that has the upper.  */
static int
count_one (struct pot *pot)
{
  struct scratch s;
  const struct halt_point *pt = pot->point;
  begin_pot (&s, pot);
  int at = take_register (&s), by = take_register (&s);
  save (&s);
  if (pt->atomic)
    point_to (&s, at, pt->cells, pt->cell);
  else
    pot_asm (pot, POT_KIND, at, HALT_NO_REG,
	     "1:\tauipc\t%s, %%%%pcrel_hi(%s+%" PRIu64 ")", name (&s, at),
	     pt->cells, pt->cell);
  add_event (&s, at, by, "%%pcrel_lo(1b)");
  restore (&s);
  return 0;
}

/* The cell of the index that a table is read at.  */
static int
count_indexed (struct pot *pot)
{
  struct scratch s;
  const struct halt_point *pt = pot->point;
  begin_pot (&s, pot);
  if (pt->own)
    take_for_own (&s);
  int at = take_register (&s), by = take_register (&s);
  save (&s);
  const char *a = name (&s, at), *b = name (&s, by);
  riscv64_address (pot, POT_KIND, by);
  point_to (&s, at, pt->table, 0);
  /* From entries to cells.  */
  pot_regs (pot, POT_KIND, OP_SUB, by, at, 0);
  if (pt->access.bytes != 8)
    pot_regs (pot, POT_KIND, OP_SCALE, by, by, 2);
  if (pt->own)
    {
      point_to_own (&s, at);
      pot_asm (pot, POT_KIND, by, at, "add\t%s, %s, %s", b, b, a);
      riscv64_add (pot, POT_KIND, by, by, pt->cell, at);
    }
  else
    {
      point_to (&s, at, pt->cells, pt->cell);
      pot_asm (pot, POT_KIND, by, at, "add\t%s, %s, %s", b, b, a);
    }
  add_event (&s, by, at, "0");
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
	   "sub\t%s, %s, %s\n\tsrai\t%s, %s, %d", counter,
	   pt->stride > 0 ? from : counter, pt->stride > 0 ? counter : from,
	   counter, counter, __builtin_ctzll (pt->stride));
}

int
riscv64_count (struct pot *pot)
{
  if (pot->point->step == STEP_REGISTER || pot->point->step == STEP_BEGIN)
    return pot_step (pot);
  if (pot->point->stride)
    count_strides (pot);
  return pot->point->table ? count_indexed (pot)
	 : pot->point->own ? count_own (pot)
			   : count_one (pot);
}
