/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Alpha recipes: one for each kind.  */

#include <inttypes.h>
#include <string.h>

#include "recipes/alpha/frame.h"

/* The call, of P's point with N_DYNAMIC arguments that are ready, and the end
   of the pot.  */
static int
finish (struct alpha_plan *p, int n_dynamic)
{
  if (alpha_call (p, n_dynamic) != 0)
    return -1;
  alpha_end (p);
  return 0;
}

static int
alpha_startup (struct pot *pot)
{
  struct alpha_plan p;
  alpha_plan_init (&p, pot);
  return alpha_start (&p, 0) != 0 ? -1 : finish (&p, 0);
}

/* --- branches ----------------------------------------------------------- */

/* How the condition of a branch on an integer register %1$s is computed into
   %2$s, by the branch's name.  */
static const struct
{
  const char *branch, *text;
} conditions[] = {
  { "beq", "cmpeq\t%1$s, 0, %2$s" },
  { "bne", "cmpult\t$31, %1$s, %2$s" },
  { "blt", "cmplt\t%1$s, 0, %2$s" },
  { "bge", "cmple\t$31, %1$s, %2$s" },
  { "ble", "cmple\t%1$s, 0, %2$s" },
  { "bgt", "cmplt\t$31, %1$s, %2$s" },
  { "blbs", "and\t%1$s, 1, %2$s" },
  { "blbc", "and\t%1$s, 1, %2$s\n\txor\t%2$s, 1, %2$s" }
};

/* The condition, "BRANCH:REGISTER" with ! in front if it takes when BRANCH would
   not, into register TO.  */
static int
develop_condition (struct alpha_plan *p, int to)
{
  const char *cond = p->point->cond;
  bool negate = *cond == '!';
  const char *branch = cond + negate, *reg = strchr (branch, ':');
  const char *name = p->pot->target->regs[to].name;
  int r = reg ? halt_reg_find (p->pot->target, reg + 1) : HALT_NO_REG;

  if (r == HALT_NO_REG)
    return pot_refuse (p->pot, "its condition cannot be read");
  size_t length = reg++ - branch;
  for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
    if (strncmp (conditions[i].branch, branch, length) == 0
	&& !conditions[i].branch[length] && !negate)
      {
	alpha_add_text (p, POT_KIND, to, r,
			pot_text (p->pot, conditions[i].text, reg, name));
	return 0;
      }
  /* Floating point: the same branch, over an instruction.  */
  alpha_add_text (p, POT_KIND, to, r,
		  pot_text (p->pot, "lda\t%s, %d($31)\n\t%.*s\t%s, 1f\n\t"
			    "lda\t%s, %d($31)\n1:", name, !negate, (int) length,
			    branch, reg, name, negate));
  return 0;
}

static int
alpha_cbr (struct pot *pot)
{
  struct alpha_plan p;
  alpha_plan_init (&p, pot);
  alpha_may_omit (&p, 0);
  if (alpha_start (&p, 2 + pot->point->n_args) != 0)
    return -1;
  int to = pot->target->arg_regs[0];
  if (!alpha_wants (&p, 0))
    alpha_verify_unread (&p, POT_KIND, to);
  else if (develop_condition (&p, to) != 0)
    return -1;
  return finish (&p, 1);
}

static int
alpha_mbr (struct pot *pot)
{
  struct alpha_plan p;
  alpha_plan_init (&p, pot);
  const int *args = pot->target->arg_regs;
  const char *table = pot->point->table;
  const char *index = pot->target->regs[args[0]].name;
  const char *base = pot->target->regs[args[1]].name;

  alpha_may_omit (&p, 2);
  if (alpha_start (&p, 2 + pot->point->n_args) != 0)
    return -1;
  alpha_address (&p, POT_KIND, args[0]);
  alpha_make_gp (&p, POT_KIND, ALPHA_GP);
  alpha_add_text (&p, POT_KIND, args[1], ALPHA_GP,
		  pot_text (pot, "ldah\t%s, %s($29)\t\t!gprelhigh\n\t"
			    "lda\t%s, %s(%s)\t\t!gprellow", base, table, base,
			    table, base));
  alpha_add_text (&p, POT_KIND, args[0], args[1],
		  pot_text (pot, "subq\t%s, %s, %s\n\tsrl\t%s, %d, %s", index,
			    base, index, index,
			    pot->point->access.bytes == 8 ? 3 : 2, index));
  return finish (&p, 1);
}

/* --- memory --------------------------------------------------------------- */

/* The two dynamic arguments of an access.  The address comes first: computing it
   may need any register, and only then may argument registers change.  */
static void
develop_access (struct alpha_plan *p)
{
  const int *args = p->pot->target->arg_regs;
  if (alpha_wants (p, 1))
    alpha_address (p, POT_KIND, args[1]);
  else
    alpha_verify_unread (p, POT_KIND, args[1]);
  if (alpha_wants (p, 0))
    alpha_const (p, POT_KIND, args[0], p->point->access.bytes);
  else
    alpha_verify_unread (p, POT_KIND, args[0]);
}

/* A read or write of memory: how many bytes, from where.  */
static int
memory (struct pot *pot)
{
  struct alpha_plan p;
  alpha_plan_init (&p, pot);
  alpha_may_omit (&p, 0);
  if (alpha_start (&p, 3 + pot->point->n_args) != 0)
    return -1;
  develop_access (&p);
  return finish (&p, 2);
}

static int
alpha_load (struct pot *pot)
{
  return memory (pot);
}

static int
alpha_store (struct pot *pot)
{
  return memory (pot);
}

/* --- places --------------------------------------------------------------- */

/* Kinds without dynamic arguments.  */
static int
plain (struct pot *pot)
{
  struct alpha_plan p;
  alpha_plan_init (&p, pot);
  alpha_may_omit (&p, 0);
  return alpha_start (&p, 1 + pot->point->n_args) != 0 ? -1 : finish (&p, 0);
}

static int
alpha_entry (struct pot *pot)
{
  return plain (pot);
}

static int
alpha_exit (struct pot *pot)
{
  return plain (pot);
}

static int
alpha_block (struct pot *pot)
{
  return plain (pot);
}

static int
alpha_cycle (struct pot *pot)
{
  return plain (pot);
}

/* The first N arguments of the call that is annotated, as they are; or a
   builtin's buffer, and 1.  */
static int
pass_on (struct pot *pot, int n)
{
  struct alpha_plan p;
  const int *args = pot->target->arg_regs;
  alpha_plan_init (&p, pot);
  alpha_may_omit (&p, n);
  if (alpha_start (&p, n + 1 + pot->point->n_args) != 0)
    return -1;
  if (pot->point->access.bytes)
    {
      alpha_address (&p, POT_KIND, args[0]);
      if (n > 1)
	alpha_const (&p, POT_KIND, args[1], 1);
    }
  /* A status is an int, which callers may have left as it came.  */
  else if (n > 1)
    alpha_add_text (&p, POT_KIND, args[1], args[1], "addl\t$17, 0, $17");
  return finish (&p, n);
}

static int
alpha_setjmp (struct pot *pot)
{
  return pass_on (pot, 1);
}

static int
alpha_longjmp (struct pot *pot)
{
  return pass_on (pot, 2);
}

/* --- several points ------------------------------------------------------- */

bool
alpha_joins (const struct halt_point *first, const struct halt_point *next)
{
  return pot_joinable (first) >= 0 && pot_joinable (next) >= 0;
}

/* Save once, call for each point, restore once.  */
int
alpha_joined (struct pot *pot)
{
  struct alpha_plan p;
  int n_args = 0;
  alpha_plan_init (&p, pot);
  for (const struct halt_point *pt = pot->point; pt; pt = pt->next)
    {
      int n = pot_joinable (pt) + 1 + pt->n_args;
      n_args = n > n_args ? n : n_args;
    }
  alpha_may_omit (&p, 0);
  if (alpha_start (&p, n_args) != 0)
    return -1;
  for (;;)
    {
      int n_dynamic = pot_joinable (p.point);
      if (n_dynamic)
	develop_access (&p);
      if (alpha_call (&p, n_dynamic) != 0)
	return -1;
      if (!p.point->next)
	break;
      alpha_lose (&p);
      p.point = p.point->next;
      pot->event++;
    }
  p.point = pot->point;
  alpha_end (&p);
  return 0;
}

halt_recipe *const alpha_recipes[HALT_RECIPES] = {
#define HALT_PATH_KIND(NAME, number, word, routine, when, params, cells, text)
#define HALT_INLINE_KIND(NAME, number, word, text)
#define HALT_KIND(NAME, number, word, routine, when, params, cells, text) \
  [HALT_##NAME] = alpha_##word,
#include "halt/kinds.def"
};
