/* SPDX-License-Identifier: GPL-3.0-or-later */
/* x86 recipes, for x86-64 and i386: one for each kind.  */

#include <inttypes.h>

#include "recipes/x86/frame.h"

/* Whether POT is to call a wrapper.  */
static bool
wrapped (const struct pot *pot)
{
  return pot->target->word_bits == 64 && x86_wraps (pot->point);
}

static int
x86_startup (struct pot *pot)
{
  struct x86_plan p;
  x86_plan_init (&p, pot);
  if (x86_start (&p, x86_keep_flags (&p), 0) != 0)
    return -1;
  x86_insert_call (&p, 0);
  x86_restore (&p);
  return 0;
}

static int
x86_cbr (struct pot *pot)
{
  struct x86_plan p;
  if (wrapped (pot))
    return x86_wrapped (pot);
  x86_plan_init (&p, pot);
  enum flags_way flags = pot->point->flags_live ? FLAGS_LAHF : FLAGS_RETEST;
  int cond = x86_dynamic_reg (&p, 0);
  int n_args = 2 + pot->point->n_args;

  x86_may_omit (&p, 1);
  if (x86_start (&p, flags, n_args) != 0)
    return -1;
  bool push = flags == FLAGS_RETEST && !x86_survives (&p, 0);
  x86_add (&p, POT_KIND, OP_COND, cond, 1, 0);
  x86_add (&p, POT_KIND, OP_EXTEND, cond, 1, 0);
  if (push)
    {
      x86_add (&p, POT_KIND, OP_PUSH, cond, p.word, 0);
      p.cond_at = p.depth;
    }
  if (x86_insert_args (&p, 1) != 0)
    return -1;
  x86_insert_call (&p, n_args);
  x86_clean_args (&p, n_args);
  if (push)
    x86_add (&p, POT_CLEAN, OP_POP, cond, p.word, 0);
  if (flags == FLAGS_RETEST)
    {
      x86_add (&p, POT_CLEAN, OP_TEST, cond, 4, 0);
      x86_add (&p, POT_CLEAN, OP_RETEST, HALT_NO_REG, 0, 0);
    }
  x86_restore (&p);
  return 0;
}

/* Kinds without dynamic arguments.  */
static int
plain (struct pot *pot)
{
  struct x86_plan p;
  if (wrapped (pot))
    return x86_wrapped (pot);
  x86_plan_init (&p, pot);
  x86_may_omit (&p, 0);
  if (x86_start (&p, x86_keep_flags (&p), 1 + pot->point->n_args) != 0)
    return -1;
  return x86_finish_plan (&p, 0, false);
}

static int
x86_entry (struct pot *pot)
{
  return plain (pot);
}

static int
x86_exit (struct pot *pot)
{
  return plain (pot);
}

static int
x86_block (struct pot *pot)
{
  return plain (pot);
}

static int
x86_cycle (struct pot *pot)
{
  return plain (pot);
}

/* The first N arguments of the call that is annotated, as they are; or a
   builtin's buffer, and 1.  */
static int
pass_on (struct pot *pot, int n)
{
  struct x86_plan p;
  x86_plan_init (&p, pot);
  x86_may_omit (&p, n);
  if (x86_start (&p, x86_keep_flags (&p), n + 1 + pot->point->n_args) != 0)
    return -1;
  if (pot->point->access.bytes)
    {
      x86_recover (&p);
      x86_add (&p, POT_KIND, OP_EA, x86_dynamic_reg (&p, 0), p.word, p.depth);
      if (n > 1)
	x86_add (&p, POT_KIND, OP_CONST, x86_dynamic_reg (&p, 1), 4, 1);
    }
  else if (p.stack_args)
    for (int i = 0; i < n; i++)
      x86_add (&p, POT_KIND, OP_LOAD, x86_dynamic_reg (&p, i), p.word,
	   x86_slot (&p, 0) + i * p.word);
  /* A status is an int: above it there may be anything.  */
  if (n > 1 && !p.stack_args && !pot->point->access.bytes)
    x86_add_text (&p, POT_KIND, x86_dynamic_reg (&p, 1),
	      "{movslq\t%%esi, %%rsi|movsxd\trsi, esi}");
  return x86_finish_plan (&p, n, false);
}

static int
x86_setjmp (struct pot *pot)
{
  return pass_on (pot, 1);
}

static int
x86_longjmp (struct pot *pot)
{
  return pass_on (pot, 2);
}

static int
x86_mbr (struct pot *pot)
{
  struct x86_plan p;
  x86_plan_init (&p, pot);
  const struct halt_access *a = &pot->point->access;
  int index = x86_dynamic_reg (&p, 0), table = x86_dynamic_reg (&p, 1);
  int shift = a->bytes == 8 ? 3 : 2;

  x86_may_omit (&p, 2);
  if (x86_start (&p, x86_keep_flags (&p), 2 + pot->point->n_args) != 0)
    return -1;
  x86_recover (&p);
  x86_add (&p, POT_KIND, OP_EA, index, p.word, p.depth);
  if (pot->point->got)
    x86_add_symbol (&p, POT_KIND, OP_TEXT_CALL, HALT_NO_REG,
		x86_att (&p, pot_text (pot, X86_GOT_TO_ECX "leal\t%s@GOTOFF(%%%%ecx), "
				   "%%%%edx", pot->point->table)));
  else
    x86_add (&p, POT_KIND, OP_TABLE, table, p.word, 0);
  x86_add2 (&p, POT_KIND, OP_SUB, index, table, 0);
  x86_add (&p, POT_KIND, OP_SHIFT, index, p.word, shift);
  return x86_finish_plan (&p, 1, false);
}

/* In front of an instruction that the pot wraps: push the access's address
   and count.  Lowers the stack by a multiple of its alignment, so that
   another pot may wrap the instruction further in.  */
static void
wrap (struct x86_plan *p)
{
  const struct halt_access *a = &p->point->access;
  int align = p->point->stack_align;
  bool count = a->count != HALT_NO_REG;
  int below = p->point->red_zone + (1 + count) * p->word;
  int setup = p->point->red_zone + (align - below % align) % align;

  if (setup)
    x86_add (p, POT_SETUP, OP_ADJUST, HALT_NO_REG, 0, -setup);
  x86_add (p, POT_SETUP, OP_PUSH, X86_AX, p->word, 0);
  p->ea_slot = p->depth;
  x86_add (p, POT_SETUP, OP_PUSH, X86_AX, p->word, 0);
  x86_add (p, POT_SETUP, OP_EA, X86_AX, p->word, p->depth);
  x86_add (p, POT_SETUP, OP_STORE, X86_AX, p->word, x86_slot (p, p->ea_slot));
  x86_add (p, POT_SETUP, OP_POP, X86_AX, p->word, 0);
  if (count)
    {
      x86_add (p, POT_SETUP, OP_PUSH, a->count, p->word, 0);
      p->count_slot = p->depth;
    }
  x86_add (p, POT_SETUP, OP_ANCHOR, HALT_NO_REG, 0, 0);
}

/* The address of the access into register EA.  */
static void
develop_address (struct x86_plan *p, int ea)
{
  if (p->point->access.wrap)
    x86_add (p, POT_KIND, OP_LOAD, ea, p->word, x86_slot (p, p->ea_slot));
  else
    {
      x86_recover (p);
      x86_add (p, POT_KIND, OP_EA, ea, p->word, p->depth);
    }
  x86_add_thread_pointer (p, POT_KIND, ea);
}

/* How many bytes the access has, by its count, into register BYTES.  */
static void
scale_count (struct x86_plan *p, int bytes)
{
  const struct halt_access *a = &p->point->access;
  int count = a->count;
  if (a->wrap)
    {
      x86_add (p, POT_KIND, OP_LOAD, bytes, p->word,
	       x86_slot (p, p->count_slot));
      count = bytes;
    }
  x86_add2 (p, POT_KIND, OP_SCALE, bytes, count, a->bytes);
}

/* The two dynamic arguments of an access.  The address comes first: computing it
   may need any register, and only then may argument registers change.  */
static void
develop_access (struct x86_plan *p)
{
  const struct halt_access *a = &p->point->access;
  int bytes = x86_dynamic_reg (p, 0), ea = x86_dynamic_reg (p, 1);

  if (a->advance != HALT_NO_REG && a->advance != bytes)
    x86_add2 (p, POT_KIND, OP_MOVE, bytes, a->advance, 0);
  if (x86_wants (p, 1))
    develop_address (p, ea);
  else
    x86_verify_unread (p, POT_KIND, ea);
  if (a->advance != HALT_NO_REG)
    x86_add2 (p, POT_KIND, OP_SUB, bytes, ea, 0);
  else if (a->count != HALT_NO_REG)
    scale_count (p, bytes);
  else if (x86_wants (p, 0))
    x86_add (p, POT_KIND, OP_CONST, bytes, 4, a->bytes);
  else
    x86_verify_unread (p, POT_KIND, bytes);
}

/* A read or write of memory: how many bytes, from where.  */
static int
memory (struct pot *pot)
{
  if (pot->point->access.lanes.n)
    return x86_lanes (pot);
  if (wrapped (pot))
    return x86_wrapped (pot);

  struct x86_plan p;
  x86_plan_init (&p, pot);
  const struct halt_access *a = &pot->point->access;
  bool some = a->count != HALT_NO_REG || a->advance != HALT_NO_REG;

  if (a->wrap)
    wrap (&p);
  x86_may_omit (&p, some ? 2 : 0);
  if (x86_start (&p, x86_keep_flags (&p), 3 + pot->point->n_args) != 0)
    return -1;
  develop_access (&p);
  return x86_finish_plan (&p, 2, some);
}

static int
x86_load (struct pot *pot)
{
  return memory (pot);
}

static int
x86_store (struct pot *pot)
{
  return memory (pot);
}

/* --- several points ------------------------------------------------------- */

int
x86_joined_args (const struct halt_point *pt)
{
  return pot_joinable (pt) < 0 ? 0 : pot_joinable (pt) + 1 + pt->n_args;
}

bool
x86_joins (const struct halt_point *first, const struct halt_point *next)
{
  return pot_joinable (first) >= 0 && pot_joinable (next) >= 0
	 && first->stack_align == next->stack_align
	 && first->misalign == next->misalign
	 && first->red_zone == next->red_zone;
}

/* The call for P's point, the stack being lowered for arguments of ROOM bytes
   if they are passed there.  */
static int
joined_call (struct x86_plan *p, int room)
{
  int n_dynamic = pot_joinable (p->point);
  int n_args = x86_joined_args (p->point);
  int unused = p->stack_args ? room - n_args * p->word : 0;

  if (unused)
    x86_add (p, POT_KIND, OP_ADJUST, HALT_NO_REG, 0, -unused);
  if (n_dynamic)
    develop_access (p);
  if (x86_insert_args (p, n_dynamic) != 0)
    return -1;
  x86_insert_call (p, n_args);
  x86_clean_args (p, n_args);
  if (unused)
    x86_add (p, POT_CLEAN, OP_ADJUST, HALT_NO_REG, 0, unused);
  return 0;
}

/* Save once, call for each point, restore once.  */
int
x86_joined (struct pot *pot)
{
  struct x86_plan p;
  int n_args = 0;
  x86_plan_init (&p, pot);
  for (const struct halt_point *pt = pot->point; pt; pt = pt->next)
    n_args = x86_joined_args (pt) > n_args ? x86_joined_args (pt) : n_args;
  int room = p.stack_args ? n_args * p.word : 0;

  x86_may_omit (&p, 0);
  p.flags = x86_keep_flags (&p);
  x86_save (&p, x86_joined_args (p.point), room);
  while (joined_call (&p, room) == 0)
    {
      if (!p.point->next)
	{
	  p.point = pot->point;
	  x86_restore (&p);
	  return 0;
	}
      x86_lose (&p);
      p.point = p.point->next;
      pot->event++;
    }
  return -1;
}

halt_recipe *const x86_recipes[HALT_RECIPES] = {
#define HALT_PATH_KIND(NAME, number, word, routine, when, params, cells, text)
#define HALT_INLINE_KIND(NAME, number, word, text)
#define HALT_KIND(NAME, number, word, routine, when, params, cells, text) \
  [HALT_##NAME] = x86_##word,
#include "halt/kinds.def"
};
