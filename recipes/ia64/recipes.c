/* SPDX-License-Identifier: GPL-3.0-or-later */
/* IA-64 recipes: one for each kind.  */

#include <inttypes.h>
#include <string.h>

#include "recipes/ia64/frame.h"

/* The call, of P's point with N_DYNAMIC arguments that are ready, and the end
   of the pot.  */
static int
finish (struct ia64_plan *p, int n_dynamic)
{
  if (ia64_call (p, n_dynamic) != 0)
    return -1;
  ia64_end (p);
  return 0;
}

static int
ia64_startup (struct pot *pot)
{
  struct ia64_plan p;
  ia64_plan_init (&p, pot);
  return ia64_start (&p, 0) != 0 ? -1 : finish (&p, 0);
}

/* --- branches ----------------------------------------------------------- */

/* The condition into register TO: "REGISTER", a predicate or the loop count, with
   ! in front if the branch takes when that is 0.  */
static int
develop_condition (struct ia64_plan *p, int to)
{
  const char *cond = p->point->cond;
  bool negate = *cond == '!';
  int r = halt_reg_find (p->pot->target, cond + negate);
  struct ia64_name t = ia64_name (p->point, to);

  if (r >= IA64_P0 && r < IA64_B0)
    ia64_add_text (p, POT_KIND, to, r,
		   pot_text (p->pot, "mov\t%s = %d ;;\n(%s)\tmov\t%s = %d ;;",
			     t.text, negate, cond + negate, t.text, !negate));
  else if (r == IA64_LC)
    {
      /* The sign of what or its negative is negative unless it is 0.  */
      struct ia64_name s = ia64_name (p->point, IA64_SPARE);
      ia64_add_text (p, POT_KIND, to, r,
		     pot_text (p->pot, "mov\t%s = ar.lc ;;\n\t"
			       "sub\t%s = r0, %s ;;\n\tor\t%s = %s, %s ;;\n\t"
			       "shr.u\t%s = %s, 63 ;;%s", t.text, s.text, t.text,
			       t.text, t.text, s.text, t.text, t.text, negate
			       ? pot_text (p->pot, "\n\txor\t%s = 1, %s ;;",
					   t.text, t.text) : ""));
    }
  else
    return pot_refuse (p->pot, "its condition cannot be read");
  return 0;
}

static int
ia64_cbr (struct pot *pot)
{
  struct ia64_plan p;
  ia64_plan_init (&p, pot);
  ia64_may_omit (&p, 0);
  if (ia64_start (&p, 2 + pot->point->n_args) != 0)
    return -1;
  int to = ia64_argument (&p, 0);
  if (!ia64_wants (&p, 0))
    ia64_verify_unread (&p, POT_KIND, to);
  else if (develop_condition (&p, to) != 0)
    return -1;
  return finish (&p, 1);
}

static int
ia64_mbr (struct pot *pot)
{
  struct ia64_plan p;
  ia64_plan_init (&p, pot);
  ia64_may_omit (&p, 2);
  if (ia64_start (&p, 2 + pot->point->n_args) != 0)
    return -1;
  int index = ia64_argument (&p, 0), table = ia64_argument (&p, 1);
  ia64_address (&p, POT_KIND, index);
  ia64_add (&p, POT_KIND, OP_TABLE, table, 0);
  ia64_add2 (&p, POT_KIND, OP_SUB, index, table);
  ia64_add (&p, POT_KIND, OP_SHIFT, index,
	    pot->point->access.bytes == 8 ? 3 : 2);
  return finish (&p, 1);
}

/* --- memory --------------------------------------------------------------- */

/* The two dynamic arguments of an access, unless it is one that is not
   made.  */
static void
develop_access (struct ia64_plan *p)
{
  ia64_guard (p);
  for (int n = 0; n < 2; n++)
    if (!ia64_wants (p, n))
      ia64_verify_unread (p, POT_KIND, ia64_argument (p, n));
    else if (n == 0)
      ia64_const (p, POT_KIND, ia64_argument (p, n), p->point->access.bytes);
    else
      ia64_address (p, POT_KIND, ia64_argument (p, n));
}

/* A read or write of memory: how many bytes, from where.  */
static int
memory (struct pot *pot)
{
  struct ia64_plan p;
  ia64_plan_init (&p, pot);
  ia64_may_omit (&p, 0);
  if (ia64_start (&p, 3 + pot->point->n_args) != 0)
    return -1;
  develop_access (&p);
  return finish (&p, 2);
}

static int
ia64_load (struct pot *pot)
{
  return memory (pot);
}

static int
ia64_store (struct pot *pot)
{
  return memory (pot);
}

/* --- places --------------------------------------------------------------- */

/* Kinds without dynamic arguments.  */
static int
plain (struct pot *pot)
{
  struct ia64_plan p;
  ia64_plan_init (&p, pot);
  ia64_may_omit (&p, 0);
  return ia64_start (&p, 1 + pot->point->n_args) != 0 ? -1 : finish (&p, 0);
}

static int
ia64_entry (struct pot *pot)
{
  return plain (pot);
}

static int
ia64_exit (struct pot *pot)
{
  return plain (pot);
}

static int
ia64_block (struct pot *pot)
{
  return plain (pot);
}

static int
ia64_cycle (struct pot *pot)
{
  return plain (pot);
}

/* The first N arguments of the call that is annotated, as they are; or a
   builtin's buffer, and 1.  */
static int
pass_on (struct pot *pot, int n)
{
  struct ia64_plan p;
  ia64_plan_init (&p, pot);
  ia64_may_omit (&p, n);
  if (ia64_start (&p, n + 1 + pot->point->n_args) != 0)
    return -1;
  int buffer = ia64_argument (&p, 0), status = ia64_argument (&p, 1);
  if (pot->point->access.bytes)
    {
      ia64_address (&p, POT_KIND, buffer);
      if (n > 1)
	ia64_const (&p, POT_KIND, status, 1);
      return finish (&p, n);
    }
  ia64_add2 (&p, POT_KIND, OP_MOVE, buffer, IA64_OUT);
  /* A status is an int, which callers may have left as it came.  */
  if (n > 1)
    ia64_add_text (&p, POT_KIND, status, IA64_OUT + 1,
		   pot_text (pot, "sxt4\t%s = %s ;;",
			     ia64_name (pot->point, status).text,
			     ia64_name (pot->point, IA64_OUT + 1).text));
  return finish (&p, n);
}

static int
ia64_setjmp (struct pot *pot)
{
  return pass_on (pot, 1);
}

static int
ia64_longjmp (struct pot *pot)
{
  return pass_on (pot, 2);
}

/* --- several points ------------------------------------------------------- */

bool
ia64_joins (const struct halt_point *first, const struct halt_point *next)
{
  return pot_joinable (first) >= 0 && pot_joinable (next) >= 0;
}

/* Save once, call for each point, restore once.  */
int
ia64_joined (struct pot *pot)
{
  struct ia64_plan p;
  int n_args = 0;
  ia64_plan_init (&p, pot);
  for (const struct halt_point *pt = pot->point; pt; pt = pt->next)
    {
      int n = pot_joinable (pt) + 1 + pt->n_args;
      n_args = n > n_args ? n : n_args;
    }
  ia64_may_omit (&p, 0);
  if (ia64_start (&p, n_args) != 0)
    return -1;
  for (;;)
    {
      int n_dynamic = pot_joinable (p.point);
      if (n_dynamic)
	develop_access (&p);
      if (ia64_call (&p, n_dynamic) != 0)
	return -1;
      if (!p.point->next)
	break;
      ia64_lose (&p);
      p.point = p.point->next;
      pot->event++;
    }
  p.point = pot->point;
  ia64_end (&p);
  return 0;
}

halt_recipe *const ia64_recipes[HALT_RECIPES] = {
#define HALT_PATH_KIND(NAME, number, word, routine, when, params, cells, text)
#define HALT_INLINE_KIND(NAME, number, word, text)
#define HALT_KIND(NAME, number, word, routine, when, params, cells, text) \
  [HALT_##NAME] = ia64_##word,
#include "halt/kinds.def"
};
