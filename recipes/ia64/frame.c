/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all IA-64 pots have: frame, constants, global pointer, arguments, call.  */

#include <inttypes.h>
#include <string.h>

#include "halt/format.h"
#include "recipes/ia64/frame.h"

void
ia64_plan_init (struct ia64_plan *p, struct pot *pot)
{
  memset (p, 0, sizeof *p);
  memset (p->slot, -1, sizeof p->slot);
  p->pot = pot;
  p->point = pot->point;
  p->optional = HALT_MAX_REGS;
  p->unat = p->copies_at = -1;
}

void
ia64_constant (struct pot *pot, enum pot_stage stage, int reg, int64_t value)
{
  pot_reg (pot, stage, OP_CONST, reg, IA64_WORD, value);
}

void
ia64_address (struct pot *pot, enum pot_stage stage, int reg)
{
  struct ia64_plan *p = ia64_plan_of (pot);
  ia64_recover (p, stage, p->point->access.ea.base);
  pot_reg (pot, stage, OP_EA, reg, IA64_WORD, pot->depth);
}

/* --- whole pots --------------------------------------------------------- */

/* How many registers of the register stack the function has.  */
static int
n_stacked (const struct halt_point *pt)
{
  return pt->facts[0] + pt->facts[1] + pt->facts[2];
}

/* The most that a frame has.  */
#define MAX_FRAME 96

int
ia64_room (const struct halt_point *pt)
{
  int room = MAX_FRAME - n_stacked (pt), names = IA64_REGS - IA64_OWN;
  return room < names ? room : names;
}

void
ia64_widen (struct ia64_plan *p, int n, int n_args)
{
  pot_asm (p->pot, POT_SETUP, IA64_WRITTEN, HALT_NO_REG,
	   ";;\n\talloc\t%s = ar.pfs, 0, %d, %d, 0",
	   IA64_NAME (p->pot, IA64_WRITTEN), n_stacked (p->pot->point) + n,
	   n_args);
}

void
ia64_narrow (struct ia64_plan *p)
{
  const int *frame = p->pot->point->facts;
  pot_asm (p->pot, POT_DESTROY, IA64_WRITTEN, HALT_NO_REG,
	   ";;\n\talloc\t%s = ar.pfs, %d, %d, %d, 0 ;;",
	   IA64_NAME (p->pot, IA64_WRITTEN), frame[0], frame[1], frame[2] + 1);
}

/* Pour SETUP and SAVE for calls of at most N_ARGS arguments each, which begin with
   P's point.  Return 0, or -1.  */
static int
start_calls (struct ia64_plan *p, int n_args)
{
  const struct halt_access *a = &p->point->access;
  if (a->bytes
      && (a->wrap || a->count != HALT_NO_REG || a->advance != HALT_NO_REG
	  || a->lanes.n > 1))
    return pot_refuse_access (p->pot);
  if (n_args > p->pot->target->n_arg_regs)
    return pot_refuse_args (p->pot);
  p->n_args = n_args;
  p->next = IA64_SPARE + 2;
  p->end = IA64_OWN + ia64_room (p->point) - n_args;
  p->size = IA64_SPILL;
  if (ia64_plan_saves (p) != 0)
    return -1;
  ia64_verify_plan (p);
  ia64_widen (p, p->next - IA64_OWN, n_args);
  p->size = (p->size + 15) & -16;
  if (p->size > IA64_SPILL)
    {
      pot_reg (p->pot, POT_SETUP, OP_ADJUST, HALT_NO_REG, IA64_WORD, -p->size);
    }
  ia64_save (p);
  ia64_verify_begin (p);
  return 0;
}

/* The predicate of what P's point is about, or HALT_NO_REG.  */
static int
predicate (const struct ia64_plan *p)
{
  const struct halt_access *a = &p->point->access;
  return a->bytes && a->lanes.n ? a->lanes.mask : HALT_NO_REG;
}

/* What is poured until the call is carried out only if what P's point is about
   is, of an instruction that has a predicate.  */
static void
guard (struct ia64_plan *p)
{
  int by = predicate (p);
  if (by == HALT_NO_REG)
    return;
  ia64_recover (p, POT_KIND, by);
  pot_asm (p->pot, POT_KIND, HALT_NO_REG, by,
	   "(%s)\tbr.cond.sptk\t7f ;;\n\t"
	   "br.sptk\t8f ;;\n7:",
	   IA64_NAME (p->pot, by));
}

/* Make the global pointer, and the id in REG if that is a register.  */
static void
make_pointers (struct ia64_plan *p, int reg)
{
  const struct halt_point *pt = p->point;
  struct ia64_name by = ia64_name (pt, IA64_SPARE);
  bool base = reg != HALT_NO_REG && pt->base;
  struct ia64_name to = ia64_name (pt, reg);
  const char *more = "", *then = "";
  if (base)
    {
      more = pot_text (p->pot, "\tmovl\t%s = %s-1b\n", to.text, pt->base);
      then = pot_text (p->pot, "\n\tadd\t%s = %s, %s ;;\n\tld8\t%s = [%s] ;;",
		       to.text, to.text, by.text, to.text, to.text);
    }
  pot_asm (p->pot, POT_ARGS, IA64_GP, HALT_NO_REG,
	   ";;\n1:\tmov\t%s = ip\n\t"
	   "movl\tr1 = @gprel(1b)\n%s\t;;\n\t"
	   "sub\tr1 = %s, r1%s%s",
	   by.text, more, by.text, base ? "" : " ;;", then);
  if (base && pt->id)
    pot_regs (p->pot, POT_ARGS, OP_ADD, reg, reg, pt->id);
  else if (reg != HALT_NO_REG && !base)
    ia64_constant (p->pot, POT_ARGS, reg, pt->id);
}

int
ia64_call (struct pot *pot, int n_dynamic)
{
  struct ia64_plan *p = ia64_plan_of (pot);
  const struct halt_point *pt = p->point;
  int n_args = pot_args (pt, n_dynamic);

  if (n_args > p->n_args)
    return pot_refuse_args (pot);
  bool id = n_args > n_dynamic && ia64_wants (pot, n_dynamic);
  make_pointers (p, id ? ia64_arg (pot, n_dynamic) : HALT_NO_REG);
  pot_static_args (pot, n_dynamic);
  pot_add (pot, (struct pot_insn) {
		  .op = OP_TEXT_CALL,
		  .stage = POT_CALL,
		  .reg = HALT_NO_REG,
		  .src = IA64_GP,
		  .symbol = pot_text (pot, "br.call.sptk.many\tb0 = %s# ;;",
				      pt->routine) });
  ia64_verify_end (p);
  if (predicate (p) != HALT_NO_REG)
    pot_asm (pot, POT_CALL, HALT_NO_REG, HALT_NO_REG, "8:");
  return 0;
}

/* --- what recipes are made of ---------------------------------------------- */

int
ia64_begin (struct pot *pot, int n_dynamic)
{
  struct ia64_plan *p = ia64_plan_of (pot);
  ia64_plan_init (p, pot);
  p->optional = pot_optional (pot->point, n_dynamic);
  if (start_calls (p, pot_most_args (pot, n_dynamic)) != 0)
    return -1;
  guard (p);
  return 0;
}

int
ia64_arg (const struct pot *pot, int n)
{
  const struct ia64_plan *p = ia64_plan_of (pot);
  return n < p->n_args ? p->next + n : HALT_NO_REG;
}

/* After a call nothing that was saved is in its register.  */
void
ia64_next (struct pot *pot)
{
  struct ia64_plan *p = ia64_plan_of (pot);
  for (int r = 0; r < IA64_REGS; r++)
    if (p->slot[r] >= 0)
      reg_set_add (&p->lost, r);
  p->point = p->point->next;
  guard (p);
}

void
ia64_end (struct pot *pot)
{
  struct ia64_plan *p = ia64_plan_of (pot);
  p->point = pot->point;
  ia64_restore (p);
  if (pot->depth)
    pot_reg (pot, POT_DESTROY, OP_ADJUST, HALT_NO_REG, IA64_WORD, p->size);
  ia64_narrow (p);
}

void
ia64_symbol (struct pot *pot, enum pot_stage stage, int reg,
	     const struct halt_arg *a)
{
  const char *name = a->symbol;
  bool function = a->form == HALT_ARG_FUNCTION;
  struct ia64_name r = ia64_name (pot->point, reg);
  struct ia64_name by = ia64_name (pot->point, IA64_SPARE);
  if (*name == '.')
    {
      pot_symbol (pot, stage, OP_ADDRESS, reg, name);
      return;
    }
  if (stage == POT_KIND)
    pot_asm (pot, stage, IA64_GP, HALT_NO_REG,
	     ";;\n1:\tmov\t%s = ip\n\t"
	     "movl\tr1 = @gprel(1b)\n\t;;\n\t"
	     "sub\tr1 = %s, r1 ;;",
	     by.text, by.text);
  pot_asm (pot, stage, reg, IA64_GP,
	   "addl\t%s = @ltoff(%s%s#%s), r1 ;;\n\t"
	   "ld8\t%s = [%s] ;;",
	   r.text, function ? "@fptr(" : "", name, function ? ")" : "", r.text,
	   r.text);
}
