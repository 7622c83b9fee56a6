/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting in line, for RISC-V: cells of 64 bits, no call, two registers.  */

#include <inttypes.h>

#include "recipes/riscv64/frame.h"

/* Add 1, or the counter, to the cell that is DISP from where register AT points,
   DISP being text; BY is changed.  */
static void
add_event (struct block_scratch *s, int at, int by, const char *disp)
{
  struct pot *pot = s->pot;
  const struct halt_point *pt = s->plan->point;
  const char *a = block_name (s, at), *b = block_name (s, by);
  bool flush = pt->step == STEP_FLUSH;
  if (pt->atomic && flush)
    pot_asm (pot, POT_CALL, HALT_NO_REG, at, "amoadd.d\tzero, %s, (%s)",
	     block_name (s, pt->counter), a);
  else if (pt->atomic)
    pot_asm (pot, POT_CALL, by, at, "li\t%s, 1\n\tamoadd.d\tzero, %s, (%s)", b,
	     b, a);
  else
    pot_asm (pot, POT_CALL, by, at,
	     "ld\t%s, %s(%s)\n\t%s\t%s, %s, %s\n\tsd\t%s, %s(%s)", b, disp, a,
	     flush ? "add" : "addi", b, b,
	     flush ? block_name (s, pt->counter) : "1", b, disp, a);
}

/* AT = address of SYMBOL + OFFSET.  */
static void
point_to (struct block_scratch *s, int at, const char *symbol, uint64_t offset)
{
  pot_asm (s->pot, POT_KIND, at, HALT_NO_REG, "lla\t%s, %s+%" PRIu64,
	   block_name (s, at), symbol, offset);
}

/* --- cells of the thread's own -------------------------------------------- */

/* Let AT point to the thread's cells.  Where the thread may have none it is given
   some: t0 is changed then.  */
static void
point_to_own (struct block_scratch *s, int at)
{
  struct pot *pot = s->pot;
  const struct halt_point *pt = s->plan->point;
  const char *r = block_name (s, at);
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
take_for_own (struct block_scratch *s)
{
  if (s->plan->point->enter)
    block_take_this (s, RISCV_T0);
}

/* One event more in the thread's cell, or only cells for it.  */
int
riscv64_count_own (struct pot *pot)
{
  struct block_scratch s;
  const struct halt_point *pt = pot->point;
  block_scratch_begin (&s, pot);
  if (!pt->held)
    take_for_own (&s);
  int at = pt->pointer != HALT_NO_REG ? pt->pointer : block_take (&s);
  if (at == RISCV_T0)		/* the return address's */
    return pot_refuse (pot, "t0 cannot point to the thread's cells");
  int by = pt->only_enter ? HALT_NO_REG : block_take (&s);
  bool far = !pt->only_enter && !riscv64_is_small (pt->cell);
  int near = far ? block_take (&s) : at;
  block_scratch_save (&s);
  if (!pt->held)
    point_to_own (&s, at);
  if (far)
    riscv64_add (pot, POT_KIND, near, at, pt->cell, near);
  if (!pt->only_enter)
    add_event (&s, near, by, far ? "0" : pot_text (pot, "%" PRIu64, pt->cell));
  block_scratch_restore (&s);
  return 0;
}

/* --- cells of the unit ------------------------------------------------------ */

/* One event more in the point's cell.  The two that know its lower half name the
   instruction that has the upper.  */
int
riscv64_count_one (struct pot *pot)
{
  struct block_scratch s;
  const struct halt_point *pt = pot->point;
  block_scratch_begin (&s, pot);
  int at = block_take (&s), by = block_take (&s);
  block_scratch_save (&s);
  if (pt->atomic)
    point_to (&s, at, pt->cells, pt->cell);
  else
    pot_asm (pot, POT_KIND, at, HALT_NO_REG,
	     "1:\tauipc\t%s, %%%%pcrel_hi(%s+%" PRIu64 ")", block_name (&s, at),
	     pt->cells, pt->cell);
  add_event (&s, at, by, "%%pcrel_lo(1b)");
  block_scratch_restore (&s);
  return 0;
}

/* The cell of the index that a table is read at.  */
int
riscv64_count_indexed (struct pot *pot)
{
  struct block_scratch s;
  const struct halt_point *pt = pot->point;
  block_scratch_begin (&s, pot);
  if (pt->own)
    take_for_own (&s);
  int at = block_take (&s), by = block_take (&s);
  block_scratch_save (&s);
  const char *a = block_name (&s, at), *b = block_name (&s, by);
  block_address (pot, POT_KIND, by);
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
  block_scratch_restore (&s);
  return 0;
}
