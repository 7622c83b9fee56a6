/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting in line, for AArch64: cells of 64 bits, no call, no flags.  Two registers,
   three if threads add at once or the cell is far from where one points; those of the
   function stay as they are.

   A sum may be made in a vector register: there is an instruction that subtracts, and one
   that makes -1, which is to be in the register after it.  So counts a pair of them in a
   loop, and a cell is added to where only one general register is free.  */

#include <inttypes.h>

#include "recipes/aarch64/frame.h"

static bool
is_vector (int reg)
{
  return reg >= A64_V0 && reg < A64_CC;
}

/* Whether the point adds what a pair of vector registers has counted.  */
static bool
flushes_vector (const struct halt_point *pt)
{
  return pt->step == STEP_FLUSH && is_vector (pt->counter);
}

/* REG = 0, or -1.  */
static void
fill (struct pot *pot, int reg, int value)
{
  pot_asm (pot, POT_KIND, reg, HALT_NO_REG, "movi\td%d, %s", reg - A64_V0,
	   value ? "0xffffffffffffffff" : "0");
}

int
aarch64_step_vector (struct pot *pot)
{
  const struct halt_point *pt = pot->point;
  int r = pt->counter, n = r - A64_V0;
  if (pt->step == STEP_BEGIN)
    {
      fill (pot, r, 0);
      fill (pot, r + 1, -1);
    }
  else
    pot_asm (pot, POT_KIND, r, r + 1, "sub\td%d, d%d, d%d", n, n, n + 1);
  return 0;
}

/* The register that is added to the cell; HALT_NO_REG: 1 is.  */
static int
counter_of (const struct halt_point *pt)
{
  return pt->step == STEP_FLUSH ? pt->counter : HALT_NO_REG;
}

/* The first of two vector registers that nobody needs, or HALT_NO_REG.  */
static int
find_pair (const struct halt_point *pt)
{
  for (int r = A64_CC - 2; r >= A64_V0; r -= 2)
    if (reg_set_has (&pt->dead, r) && reg_set_has (&pt->dead, r + 1))
      return r;
  return HALT_NO_REG;
}

/* Take a register to make the sum in.  */
static int
take_sum (struct block_scratch *s)
{
  const struct halt_point *pt = s->plan->point;
  int pair = find_pair (pt);
  if (flushes_vector (pt))
    return pt->counter + 1;
  for (int r = A64_X0; pair >= 0 && r <= A64_IP1; r++)
    if (reg_set_has (&pt->dead, r) && !reg_set_has (&s->used, r))
      pair = HALT_NO_REG;
  return pair >= 0 ? pair : block_take (s);
}

/* Add 1, or what register MORE has if any, to the cell that is DISP from where register AT
   points, DISP being text; BY is changed, and DONE, where threads add at once.  */
static void
add_to_cell (struct block_scratch *s, int at, int by, int more, int done,
	     const char *disp)
{
  struct pot *pot = s->pot;
  const char *a = block_name (s, at), *b = block_name (s, by);
  const char *m = more >= 0 ? block_name (s, more) : "1";
  if (is_vector (by))
    {
      int n = by - A64_V0, add = is_vector (more) ? more - A64_V0 : n + 1;
      if (more < 0)
	fill (pot, by + 1, -1);
      else if (!is_vector (more))
	pot_asm (pot, POT_KIND, by + 1, more, "fmov\td%d, %s", add, m);
      pot_asm (pot, POT_CALL, by, at,
	       "ldr\td%d, [%s%s]\n\t%s\td%d, d%d, d%d\n\tstr\td%d, [%s%s]", n,
	       a, disp, more < 0 ? "sub" : "add", n, n, add, n, a, disp);
      return;
    }
  if (done != HALT_NO_REG)
    {
      const char *w = aarch64_name (pot, done, 4);
      pot_asm (pot, POT_CALL, by, at, "1:\tldxr\t%s, [%s]\n\tadd\t%s, %s, %s",
	       b, a, b, b, m);
      pot_asm (pot, POT_CALL, done, by, "stxr\t%s, %s, [%s]\n\tcbnz\t%s, 1b", w,
	       b, a, w);
      return;
    }
  pot_asm (pot, POT_CALL, by, at,
	   "ldr\t%s, [%s%s]\n\tadd\t%s, %s, %s\n\tstr\t%s, [%s%s]", b, a, disp,
	   b, b, m, b, a, disp);
}

/* AT = the address of SYMBOL + OFFSET, or of its page, in which :lo12: finds it.  */
static void
point_to (struct block_scratch *s, int at, const char *symbol, uint64_t offset,
	  bool all)
{
  struct pot *pot = s->pot;
  const char *r = block_name (s, at);
  const char *text = pot_text (pot, "adrp\t%s, %s+%" PRIu64, r, symbol, offset);
  if (all)
    text = pot_text (pot, "%s\n\tadd\t%s, %s, :lo12:%s+%" PRIu64, text, r, r,
		     symbol, offset);
  pot_asm (pot, POT_KIND, at, HALT_NO_REG, "%s", text);
}

/* Let AT, which points somewhere, point OFFSET further; so far with what is left, a
   load's own, which is returned.  */
static uint64_t
advance (struct block_scratch *s, int to, int at, uint64_t offset)
{
  uint64_t near = offset & 4095;
  if (to != at || offset != near)
    aarch64_add (s->pot, POT_KIND, to, at, offset - near);
  return near;
}

/* --- cells of the thread's own -------------------------------------------- */

/* Let AT point to the thread's cells.  Where the thread may have none it is given
   some: SPARE is changed then, and in shared objects.  */
static void
point_to_own (struct block_scratch *s, int at, int spare)
{
  struct pot *pot = s->pot;
  const struct halt_point *pt = s->plan->point;
  const char *r = block_name (s, at),
	     *b = spare < 0 ? "" : block_name (s, spare);
  const char *again = pt->enter ? "1:\t" : "";
  if (pt->shared)
    {
      pot_asm (pot, POT_KIND, spare, HALT_NO_REG,
	       "%sadrp\t%s, :gottprel:%s\n\tldr\t%s, [%s, :gottprel_lo12:%s]",
	       again, b, pt->cells, b, b, pt->cells);
      pot_asm (pot, POT_KIND, at, spare,
	       "mrs\t%s, tpidr_el0\n\tldr\t%s, [%s, %s]", r, r, r, b);
    }
  else
    pot_asm (pot, POT_KIND, at, HALT_NO_REG,
	     "%smrs\t%s, tpidr_el0\n\tadd\t%s, %s, :tprel_hi12:%s, lsl 12\n\t"
	     "ldr\t%s, [%s, :tprel_lo12_nc:%s]",
	     again, r, r, r, pt->cells, r, r, pt->cells);
  /* In one text: nothing may come between it and where it returns to.  */
  if (pt->enter)
    pot_asm (pot, POT_KIND, A64_IP0, at,
	     "cbnz\t%s, 2f\n\tadr\tx16, 1b\n\tb\t%s\n2:", r, pt->enter);
}

/* The registers that point_to_own needs besides.  */
static int
take_for_own (struct block_scratch *s)
{
  const struct halt_point *pt = s->plan->point;
  if (pt->enter && !reg_set_has (&s->used, A64_IP0))
    block_take_this (s, A64_IP0);
  return pt->shared ? block_take (s) : HALT_NO_REG;
}

/* One event more in the thread's cell, or only cells for it.  */
int
aarch64_count_own (struct pot *pot)
{
  struct block_scratch s;
  const struct halt_point *pt = pot->point;
  block_scratch_begin (&s, pot);
  int spare = pt->held ? HALT_NO_REG : take_for_own (&s);
  int at = pt->pointer != HALT_NO_REG ? pt->pointer : block_take (&s);
  if (pt->enter && at == A64_IP0) /* where it is told where to return to */
    return pot_refuse (pot, "x16 cannot point to the thread's cells");
  bool vector = flushes_vector (pt);
  int by = pt->only_enter	   ? HALT_NO_REG
	   : spare >= 0 && !vector ? spare
				   : take_sum (&s);
  bool far = pt->cell > 4095 && !pt->only_enter;
  int near = far ? block_take (&s) : at;
  block_scratch_save (&s);
  if (!pt->held)
    point_to_own (&s, at, spare);
  if (!pt->only_enter)
    {
      uint64_t left = advance (&s, near, at, pt->cell);
      add_to_cell (&s, near, by, counter_of (pt), HALT_NO_REG,
		   left ? pot_text (pot, ", %" PRIu64, left) : "");
    }
  block_scratch_restore (&s);
  return 0;
}

/* --- cells of the unit ------------------------------------------------------ */

/* One event more in the point's cell.  */
int
aarch64_count_one (struct pot *pot)
{
  struct block_scratch s;
  const struct halt_point *pt = pot->point;
  block_scratch_begin (&s, pot);
  int at = block_take (&s);
  int by = pt->atomic ? block_take (&s) : take_sum (&s);
  int done = pt->atomic ? block_take (&s) : HALT_NO_REG;
  int more = counter_of (pt);
  if (pt->atomic && flushes_vector (pt))
    more = block_take (&s);
  block_scratch_save (&s);
  point_to (&s, at, pt->cells, pt->cell, pt->atomic);
  if (more != counter_of (pt))
    pot_asm (pot, POT_KIND, more, pt->counter, "fmov\t%s, d%d",
	     block_name (&s, more), pt->counter - A64_V0);
  add_to_cell (&s, at, by, more, done,
	       pot_text (pot, ", :lo12:%s+%" PRIu64, pt->cells, pt->cell));
  block_scratch_restore (&s);
  return 0;
}

/* The cell of the index that a table is read at.  */
int
aarch64_count_indexed (struct pot *pot)
{
  struct block_scratch s;
  const struct halt_point *pt = pot->point;
  int index = pt->access.ea.index;
  if (index == HALT_NO_REG)
    return pot_refuse (pot, "its index cannot be known");
  block_scratch_begin (&s, pot);
  int spare = pt->own ? take_for_own (&s) : HALT_NO_REG;
  int at = block_take (&s), by = spare >= 0 ? spare : block_take (&s);
  int done = pt->atomic ? block_take (&s) : HALT_NO_REG;
  block_scratch_save (&s);
  if (pt->own)
    {
      point_to_own (&s, at, spare);
      aarch64_add (pot, POT_KIND, at, at, pt->cell);
    }
  else
    point_to (&s, at, pt->cells, pt->cell, true);
  pot_asm (pot, POT_KIND, at, index, "add\t%s, %s, %s, uxtw 3",
	   block_name (&s, at), block_name (&s, at),
	   aarch64_name (pot, index, 4));
  add_to_cell (&s, at, by, HALT_NO_REG, done, "");
  block_scratch_restore (&s);
  return 0;
}
