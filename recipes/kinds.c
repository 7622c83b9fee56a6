/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recipe of HALT's own kinds, for all targets.  Kinds differ in what their
   routines are passed, the column `args' of kinds.def; targets in how that is
   developed.  */

#include <ctype.h>

#include "halt/format.h"
#include "recipes/recipe.h"

/* The column `when'.  */
enum
{
  BEFORE,
  AFTER
};

static const struct
{
  const char *word, *routine;
  enum halt_args args;
  bool after;
} kinds[HALT_KIND_END] = {
#define HALT_KIND(NAME, number, word, routine, when, args, ...) \
  [HALT_##NAME] = { #word, #routine, HALT_ARGS_##args, when },
#include "halt/kinds.def"
};

static bool
is_kind (int kind)
{
  return kind >= 0 && kind < HALT_KIND_END;
}

const char *
halt_kind_word (int kind)
{
  return is_kind (kind) ? kinds[kind].word : NULL;
}

const char *
halt_kind_routine (int kind)
{
  return is_kind (kind) ? kinds[kind].routine : NULL;
}

bool
halt_kind_after (int kind)
{
  return is_kind (kind) && kinds[kind].after;
}

enum halt_args
halt_kind_args (int kind)
{
  return is_kind (kind)		  ? kinds[kind].args
	 : kind == HALT_KIND_LIST ? HALT_ARGS_LIST
				  : HALT_ARGS_OWN;
}

int
pot_dynamic_args (const struct halt_point *pt)
{
  switch (halt_kind_args (pt->kind))
    {
    case HALT_ARGS_CONDITION:
    case HALT_ARGS_INDEX:
    case HALT_ARGS_BUFFER:
    case HALT_ARGS_CALLEE:
    case HALT_ARGS_PATH:
    case HALT_ARGS_VALUE:
      return 1;
    case HALT_ARGS_JUMP:
    case HALT_ARGS_ACCESS:
      return 2;
    case HALT_ARGS_LIST:
      return pt->n_args;
    case HALT_ARGS_START:
    case HALT_ARGS_NONE:
    case HALT_ARGS_OWN:
      break;
    }
  return 0;
}

int
pot_outcome (const struct halt_point *pt)
{
  return pt->cond && isdigit ((unsigned char) *pt->cond) ? *pt->cond - '0' : -1;
}

int
pot_condition_arg (const struct halt_point *pt)
{
  if (pot_outcome (pt) >= 0)
    return -1;
  if (halt_kind_args (pt->kind) == HALT_ARGS_CONDITION)
    return 0;
  if (halt_kind_args (pt->kind) == HALT_ARGS_LIST)
    for (int n = 0; n < pt->n_args; n++)
      if (pt->args[n].form == HALT_ARG_CONDITION)
	return n;
  return -1;
}

int
pot_args (const struct halt_point *pt, int n_dynamic)
{
  enum halt_args args = halt_kind_args (pt->kind);
  return args == HALT_ARGS_START  ? 0
	 : args == HALT_ARGS_LIST ? pt->n_args
				  : n_dynamic + 1 + pt->n_args;
}

int
pot_most_args (const struct pot *pot, int n_dynamic)
{
  const struct halt_point *pt = pot->point;
  int most = pot_args (pt, n_dynamic);
  while ((pt = pt->next))
    {
      int n = pot_args (pt, pot_dynamic_args (pt));
      most = n > most ? n : most;
    }
  return most;
}

/* What a branch or a call reads may be lost by an earlier call; several calls or
   none, maybe, are no others' concern.  */
int
pot_joinable (const struct halt_point *pt)
{
  const struct halt_access *a = &pt->access;
  enum halt_args args = halt_kind_args (pt->kind);
  bool simple = !a->wrap && !a->lanes.n && a->count == HALT_NO_REG
		&& a->advance == HALT_NO_REG;
  bool joinable = args == HALT_ARGS_NONE || pot_outcome (pt) >= 0
		  || (args == HALT_ARGS_ACCESS && simple);
  return joinable && !pt->cells ? pot_dynamic_args (pt) : -1;
}

bool
pot_joins (const struct halt_target *target, const struct halt_point *first,
	   const struct halt_point *next)
{
  return pot_joinable (first) >= 0 && pot_joinable (next) >= 0
	 && (!target->joins || target->joins (first, next));
}

/* --- what targets make their hooks with ------------------------------------ */

int
pot_refuse_args (struct pot *pot)
{
  return pot_refuse (pot, "it has more arguments than there are registers "
			  "for them");
}

int
pot_refuse_access (struct pot *pot)
{
  return pot_refuse (pot, "it is an access of a kind that this machine does "
			  "not have");
}

/* The point that POT serves now.  */
static const struct halt_point *
served (const struct pot *pot)
{
  const struct pot_insn now = { .event = pot->event };
  return pot_point (pot, &now);
}

bool
pot_summarized (const struct halt_point *pt)
{
  while (pt && pt->summarized && pt->kind < HALT_KIND_END && !pt->cells)
    pt = pt->next;
  return !pt;
}

int
pot_optional (const struct halt_point *pt, int n_dynamic)
{
  enum halt_args args = halt_kind_args (pt->kind);
  return args == HALT_ARGS_INDEX ? 2
	 : args == HALT_ARGS_CONDITION || args == HALT_ARGS_ACCESS
	     || args == HALT_ARGS_LIST
	   ? 0
	   : n_dynamic;
}

void
pot_known (struct pot *pot, enum pot_stage stage, int reg,
	   const struct halt_arg *a)
{
  const struct halt_target *t = pot->target;
  if (a->symbol)
    t->symbol (pot, stage, reg, a);
  else
    t->constant (pot, stage, reg, a->number);
}

void
pot_unread (struct pot *pot, enum pot_stage stage, int reg)
{
  if (served (pot)->verify)
    pot->target->constant (pot, stage, reg, pot->target->garbage);
}

void
pot_static_args (struct pot *pot, int n_dynamic)
{
  const struct halt_target *t = pot->target;
  const struct halt_point *pt = served (pot);
  int n_args = pot_args (pt, n_dynamic);
  for (int i = n_dynamic; i < n_args; i++)
    if (!t->wants (pot, i))
      pot_unread (pot, POT_ARGS, t->arg (pot, i));
    else if (i > n_dynamic)
      pot_known (pot, POT_ARGS, t->arg (pot, i), &pt->args[i - n_dynamic - 1]);
    else if (t->id)
      t->id (pot, t->arg (pot, i));
}

int
pot_step (struct pot *pot)
{
  const struct halt_point *pt = pot->point;
  if (pt->stride)
    pot_regs (pot, POT_KIND, OP_MOVE, pt->counter, pt->from, 0);
  else if (pt->step == STEP_BEGIN)
    pot->target->constant (pot, POT_KIND, pt->counter, 0);
  else
    pot_regs (pot, POT_KIND, OP_ADD, pt->counter, pt->counter, 1);
  return 0;
}

/* --- arguments ------------------------------------------------------------- */

/* The condition of the annotated branch as argument N.  */
static int
develop_condition (struct pot *pot, int n)
{
  const struct halt_target *t = pot->target;
  if (t->wants (pot, n))
    return t->condition (pot, n);
  pot_unread (pot, POT_KIND, t->arg (pot, n));
  return 0;
}

/* The first N arguments of the annotated call, as they are; or a builtin's
   buffer, and 1.  */
static int
pass_on (struct pot *pot, int n)
{
  const struct halt_target *t = pot->target;
  if (pot->point->access.bytes)
    {
      t->address (pot, POT_KIND, t->arg (pot, 0));
      if (n > 1)
	t->constant (pot, POT_KIND, t->arg (pot, 1), 1);
      return 0;
    }
  for (int i = 0; i < n; i++)
    t->pass (pot, i, i == 1);
  return 0;
}

/* What is called; where functions have descriptors, its code, as a call through a
   register knows no more.  */
static int
develop_callee (struct pot *pot, const struct halt_point *pt)
{
  const struct halt_target *t = pot->target;
  int reg = t->arg (pot, 0);
  struct halt_arg callee = { HALT_ARG_FUNCTION, 0, pt->callee, HALT_NO_REG,
			     pt->local };
  if (pt->callee)
    t->symbol (pot, POT_KIND, reg, &callee);
  else
    t->address (pot, POT_KIND, reg);
  if (pt->callee ? t->descriptors : pt->through)
    pot_regs (pot, POT_KIND, OP_FETCH, reg, reg, 0);
  return 0;
}

/* --- lists of arguments ---------------------------------------------------- */

/* The branch's flags and what an address is computed from must still be there;
   what was in other registers is found where it is saved; constants need
   nothing.  */
static int
turn_of (const struct halt_arg *a)
{
  switch (a->form)
    {
    case HALT_ARG_CONDITION:
      return 0;
    case HALT_ARG_ADDRESS:
      return 1;
    case HALT_ARG_CYCLES:
      return 2;
    case HALT_ARG_REGISTER:
    case HALT_ARG_SAVED:
    case HALT_ARG_SIGNED:
    case HALT_ARG_HERE:
      return 3;
    default:
      return 4;
    }
}

/* Which argument before N of PT is an address, too, or -1.  What that is computed from
   may be gone.  */
static int
same_before (const struct halt_point *pt, int n)
{
  while (--n >= 0)
    if (pt->args[n].form == HALT_ARG_ADDRESS)
      break;
  return n;
}

/* Develop argument N of PT in its register.  */
static int
develop_value (struct pot *pot, const struct halt_point *pt, int n,
	       struct reg_set *gone)
{
  const struct halt_target *t = pot->target;
  const struct halt_arg *a = &pt->args[n];
  int reg = t->arg (pot, n), fault = 0, same;
  if (a->form == HALT_ARG_CONDITION)
    fault = develop_condition (pot, n);
  else if (!t->wants (pot, n))
    return 0;
  else if (a->form == HALT_ARG_ADDRESS && (same = same_before (pt, n)) >= 0
	   && t->wants (pot, same))
    pot_regs (pot, POT_KIND, OP_MOVE, reg, t->arg (pot, same), 0);
  else if (a->form == HALT_ARG_ADDRESS)
    t->address (pot, POT_KIND, reg);
  else if (turn_of (a) < 4)
    fault = t->value (pot, reg, a, gone);
  else
    pot_known (pot, POT_KIND, reg, a);
  reg_set_add (gone, reg);
  return fault;
}

static int
develop_list (struct pot *pot, const struct halt_point *pt)
{
  const struct halt_target *t = pot->target;
  struct reg_set gone = { { 0 } };
  int whole = t->list ? t->list (pot) : 1;
  if (whole != 1)
    return whole;
  if (!t->value)
    return -1;
  /* The others, if a target has them, are on the stack by now.  */
  int n_args = pt->n_args < t->n_arg_regs ? pt->n_args : t->n_arg_regs;
  if (!t->list && n_args < pt->n_args)
    return pot_refuse (pot, "it has more arguments than registers");
  for (int turn = 0; turn <= 4; turn++)
    for (int n = 0; n < n_args; n++)
      if (turn_of (&pt->args[n]) == turn
	  && develop_value (pot, pt, n, &gone) != 0)
	return -1;
  return 0;
}

/* Develop the arguments of PT, which POT serves now.  */
static int
develop (struct pot *pot, const struct halt_point *pt)
{
  const struct halt_target *t = pot->target;
  switch (halt_kind_args (pt->kind))
    {
    case HALT_ARGS_START:
    case HALT_ARGS_NONE:
      return 0;
    case HALT_ARGS_CONDITION:
      if (pot_outcome (pt) < 0)
	return develop_condition (pot, 0);
      t->constant (pot, POT_KIND, t->arg (pot, 0), pot_outcome (pt));
      return 0;
    case HALT_ARGS_INDEX:
      return t->index (pot);
    case HALT_ARGS_BUFFER:
    case HALT_ARGS_JUMP:
      return pass_on (pot, pot_dynamic_args (pt));
    case HALT_ARGS_CALLEE:
      return develop_callee (pot, pt);
    case HALT_ARGS_ACCESS:
      return t->access (pot);
    case HALT_ARGS_LIST:
      return develop_list (pot, pt);
    case HALT_ARGS_PATH:
    case HALT_ARGS_VALUE:
    case HALT_ARGS_OWN:
      break;
    }
  return -1;
}

/* Save once, call for each point, restore once.  */
int
halt_recipe_own (struct pot *pot)
{
  const struct halt_target *t = pot->target;
  const struct halt_point *pt = pot->point;
  int special = t->special ? t->special (pot) : 1;
  if (special <= 0)
    return special;
  if (t->begin (pot, pot_dynamic_args (pt)) != 0)
    return -1;
  for (;;)
    {
      if (develop (pot, pt) != 0 || t->call (pot, pot_dynamic_args (pt)) != 0)
	return -1;
      pt = pt->next;
      if (!pt)
	break;
      pot->event++;
      t->next (pot);
    }
  t->end (pot);
  return 0;
}

int
pot_finish (struct pot *pot, int n_dynamic)
{
  if (pot->target->call (pot, n_dynamic) != 0)
    return -1;
  pot->target->end (pot);
  return 0;
}
