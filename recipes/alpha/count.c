/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting in line, for Alpha: cells of 64 bits, no call.  Two registers, one of
   which makes a global pointer of its own to find the cell with; those of the
   function stay as they are.  */

#include <inttypes.h>

#include "recipes/alpha/frame.h"

/* Add 1, or the counter, to the cell that is DISP from where register AT points,
   DISP being text; BY is changed.  */
static void
increment (struct block_scratch *s, int at, int by, const char *disp)
{
  struct pot *pot = s->pot;
  const struct halt_point *pt = s->plan->point;
  const char *a = block_name (s, at), *b = block_name (s, by);
  const char *more = pt->step == STEP_FLUSH
		       ? pot_text (pot, "addq\t%s, %s, %s", b,
				   block_name (s, pt->counter), b)
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
point_to (struct block_scratch *s, int at, const char *symbol, uint64_t offset,
	  bool all)
{
  struct pot *pot = s->pot;
  const char *r = block_name (s, at);
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
point_to_own (struct block_scratch *s, int at)
{
  struct pot *pot = s->pot;
  const struct halt_point *pt = s->plan->point;
  const char *r = block_name (s, at);
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
take_for_own (struct block_scratch *s)
{
  block_take_this (s, ALPHA_V0);
  if (s->plan->point->enter)
    block_take_this (s, ALPHA_AT);
}

/* One event more in the thread's cell, or only cells for it.  */
int
alpha_count_own (struct pot *pot)
{
  struct block_scratch s;
  const struct halt_point *pt = pot->point;
  block_scratch_begin (&s, pot);
  if (!pt->held)
    take_for_own (&s);
  int at = pt->pointer != HALT_NO_REG ? pt->pointer : block_take (&s);
  if (at == ALPHA_V0)		/* the thread pointer's */
    return pot_refuse (pot, "$0 cannot point to the thread's cells");
  int by = pt->only_enter ? HALT_NO_REG : block_take (&s);
  int64_t low = (int16_t) pt->cell, high = pt->cell - low;
  int near = high && !pt->only_enter ? block_take (&s) : at;
  block_scratch_save (&s);
  if (!pt->held)
    point_to_own (&s, at);
  if (near != at)
    pot_regs (s.pot, POT_KIND, OP_ADD, near, at, high);
  if (!pt->only_enter)
    increment (&s, near, by, pot_text (pot, "%" PRId64, low));
  block_scratch_restore (&s);
  return 0;
}

/* --- cells of the unit ------------------------------------------------------ */

/* One event more in the point's cell.  */
int
alpha_count_one (struct pot *pot)
{
  struct block_scratch s;
  const struct halt_point *pt = pot->point;
  block_scratch_begin (&s, pot);
  int at = block_take (&s), by = block_take (&s);
  block_scratch_save (&s);
  alpha_make_gp (s.pot, POT_KIND, at);
  point_to (&s, at, pt->cells, pt->cell, pt->atomic);
  increment (&s, at, by,
	     pt->atomic ? "0"
			: pot_text (pot, "%s+%" PRIu64, pt->cells, pt->cell));
  block_scratch_restore (&s);
  return 0;
}

/* The cell of the index that a table is read at.  */
int
alpha_count_indexed (struct pot *pot)
{
  struct block_scratch s;
  const struct halt_point *pt = pot->point;
  block_scratch_begin (&s, pot);
  if (pt->own)
    take_for_own (&s);
  int at = block_take (&s), by = block_take (&s);
  block_scratch_save (&s);
  const char *a = block_name (&s, at), *b = block_name (&s, by);
  block_address (s.pot, POT_KIND, by);
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
  block_scratch_restore (&s);
  return 0;
}
