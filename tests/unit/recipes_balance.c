/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pots at random points, carried out by a machine that knows where each value
   is: what is live outlives them, routines get their arguments, and the stack is
   what it was.  */

#include <stdlib.h>
#include <string.h>

#include "recipes/recipe.h"
#include "tests/unit/run.h"

/* A machine that knows of each register, and of each place on the stack, whose
   value it has: that of the register with this number when the pot begins, or
   LOST.  */
#define LOST (-1)
#define MAX_DEPTH 8192

struct machine
{
  const struct halt_target *t;
  const struct halt_point *p;	/* whose event is next */
  int reg[HALT_MAX_REGS];
  int stack[MAX_DEPTH];		/* by bytes below the stack pointer at first */
  int depth, calls;
};

/* Whether a call, or what linkers put in front of a routine, changes register NAME
   of T, whatever the routine does.  */
static bool
call_changes (const struct halt_target *t, const char *name, bool direct)
{
  const char *changed = "", *stubs = "";
  if (strcmp (t->name, "x86-64") == 0)
    stubs = " r10 r11 ";
  else if (strcmp (t->name, "aarch64") == 0)
    changed = " x16 x17 x30 ";
  else if (strcmp (t->name, "alpha") == 0)
    {
      changed = " $26 $27 $29 ";
      stubs = " $22 $23 $24 $25 $28 ";
    }
  else if (strcmp (t->name, "ia64") == 0)
    {
      changed = " r1 b0 ar.pfs ";
      stubs = " r2 r3 r14 r15 r16 b6 ";
    }
  else if (strcmp (t->name, "riscv64") == 0)
    {
      changed = " ra ";
      stubs = " t0 t1 t2 t3 ";
    }
  char word[16];
  snprintf (word, sizeof word, " %s ", name);
  return strstr (changed, word) || (!direct && strstr (stubs, word));
}

/* The routine: it and what linkers put in front of it change what they may, and
   what is below the stack pointer.  */
static void
call (struct machine *m)
{
  const struct halt_point *p = m->p;
  for (int r = 0; r < m->t->n_regs; r++)
    {
      if (m->t->regs[r].clobbered
	  && (!p->summarized || reg_set_has (&p->summary.changes, r)
	      || call_changes (m->t, m->t->regs[r].name, p->summary.direct)))
	m->reg[r] = LOST;
    }
  for (int d = m->depth + 1; d < MAX_DEPTH; d++)
    m->stack[d] = LOST;
  m->calls++;
  CU_ASSERT (m->depth >= p->red_zone);
  if (!p->summarized || !p->summary.unaligned)
    CU_ASSERT_EQUAL ((p->misalign - m->depth) % m->t->stack_align, 0);
}

/* The address of the access must be computed from what the program has in the
   registers.  */
static void
check_address (struct machine *m)
{
  const struct halt_access *a = &m->p->access;
  const int used[] = { a->ea.base, a->ea.index,
    a->lanes.n ? a->lanes.mask : HALT_NO_REG };
  for (int k = 0; k < 3; k++)
    if (used[k] != HALT_NO_REG)
      CU_ASSERT_EQUAL (m->reg[used[k]], used[k]);
}

/* A move of a register; of IA-64's predicates all at once, to where they are
   PREDICATES then if none is lost, and back, of those the bits of the number
   name.  */
#define PREDICATES (-2)

static void
move (struct machine *m, const struct pot_insn *i)
{
  int p0 = strcmp (m->t->name, "ia64") == 0 ? halt_reg_find (m->t, "p0") : -1;
  int value = m->reg[i->src];
  if (p0 >= 0 && i->src >= p0 && i->src < p0 + 64)
    {
      value = PREDICATES;
      for (int p = 0; p < 64; p++)
	if (m->reg[p0 + p] != p0 + p)
	  value = LOST;
    }
  if (p0 < 0 || i->reg < p0 || i->reg >= p0 + 64)
    {
      m->reg[i->reg] = value;
      return;
    }
  for (int p = 0; p < 64; p++)
    if (i->imm ? i->imm >> p & 1 : i->reg == p0 + p)
      m->reg[p0 + p] = value == PREDICATES ? p0 + p : LOST;
}

static void
step (struct machine *m, const struct pot_insn *i)
{
  int word = m->t->word_bits / 8;
  switch (i->op)
    {
    case OP_ADJUST:
      m->depth -= i->imm;
      break;
    case OP_PUSH:
      m->depth += word;
      m->stack[m->depth] = i->reg >= 0 ? m->reg[i->reg] : LOST;
      break;
    case OP_POP:
      m->reg[i->reg] = m->stack[m->depth];
      m->depth -= word;
      break;
    case OP_STORE:
      CU_ASSERT (i->imm >= 0 && m->depth > i->imm);
      m->stack[m->depth - i->imm] = m->reg[i->reg];
      if (i->src >= 0)
	{
	  CU_ASSERT_EQUAL (m->t->regs[i->src].rclass, m->t->regs[i->reg].rclass);
	  m->stack[m->depth - i->imm - i->size] = m->reg[i->src];
	}
      break;
    case OP_LOAD:
      CU_ASSERT (i->imm >= 0);
      /* What is above is the program's.  */
      m->reg[i->reg] = m->depth > i->imm ? m->stack[m->depth - i->imm] : LOST;
      if (i->src >= 0)
	m->reg[i->src] = m->stack[m->depth - i->imm - i->size];
      break;
    case OP_CALL:
    case OP_TEXT_CALL:
      call (m);
      break;
    case OP_MOVE:
      move (m, i);
      break;
    case OP_TEST:
      break;
    case OP_EA:
      check_address (m);
      m->reg[i->reg] = LOST;
      break;
    default:
      if (i->reg >= 0)
	m->reg[i->reg] = LOST;
    }
}

/* The instructions of POT; a wrapper's return pops its address and the word above
   it.  */
static void
walk (struct machine *m, const struct pot *pot)
{
  int word = m->t->word_bits / 8;
  for (int i = 0; i < pot->n; i++)
    {
      m->p = pot_point (pot, &pot->insn[i]);
      if (pot->wrapper && pot->insn[i].op == OP_TEXT_CALL)
	{
	  m->depth += word;
	  m->stack[m->depth] = LOST;
	  walk (m, pot->wrapper);
	  m->depth -= word + pot->insn[i].imm;
	}
      else
	step (m, &pot->insn[i]);
    }
}

/* Whatever is live, each call finds an aligned stack, the pot leaves the stack
   where it was, and every live register has its value back.  Walks the pot, not
   the recipe's own figures.  */
static void
check_balance (const struct halt_target *t, const struct halt_point *p)
{
  static struct pot pot;
  static struct machine m;
  int points = 0;
  for (const struct halt_point *pt = p; pt; pt = pt->next)
    points++;
  m.t = t;
  m.depth = m.calls = 0;
  for (int d = 0; d < MAX_DEPTH; d++)
    m.stack[d] = LOST;
  for (int r = 0; r < t->n_regs; r++)
    m.reg[r] = r;
  CU_ASSERT_EQUAL_FATAL (pot_fill (&pot, t, p, NULL), 0);
  walk (&m, &pot);
  CU_ASSERT_EQUAL (m.calls, points);
  CU_ASSERT_EQUAL (m.depth, 0);
  for (int r = 0; r < t->n_regs; r++)
    if (reg_set_has (&p->live, r) && t->regs[r].rclass != RC_FLAGS
	&& t->regs[r].rclass != RC_STACKED)
      CU_ASSERT_EQUAL (m.reg[r], r);
}

/* A general register of T but the stack pointer.  */
static int
any_reg (const struct halt_target *t, unsigned *seed)
{
  int r;
  do
    r = rand_r (seed) % t->n_regs;
  while (t->regs[r].rclass != RC_GENERAL || strcmp (t->regs[r].name, "sp") == 0
	 || strcmp (t->regs[r].name, "$30") == 0
	 || (t->word_bits == 32 && t->regs[r].name[0] == 'r'));
  return r;
}

/* Make of P, made up for x86, one of T's, where accesses are simpler, the stack is
   always aligned and nothing below the stack pointer is in use.  */
static void
suit (const struct halt_target *t, struct halt_point *p)
{
  bool ia64 = strcmp (t->name, "ia64") == 0;
  if (strcmp (t->name, "aarch64") == 0)
    {
      static const char *const conds[] = { "eq", "hi", "nz:w3", "b63:x1" };
      p->cond = conds[p->id % 4];
      p->misalign = p->red_zone = 0;
      /* Without SVE.  */
      p->vector_bytes = 16;
      for (int r = 0; r < t->n_regs; r++)
	if (t->regs[r].rclass == RC_MASK)
	  reg_set_remove (&p->live, r);
      p->access.count = HALT_NO_REG;
      p->access.ea.extend = "\0su"[p->id % 3];
      return;
    }
  bool riscv = strcmp (t->name, "riscv64") == 0;
  if (strcmp (t->name, "alpha") != 0 && !ia64 && !riscv)
    return;
  p->cond = ia64 ? p->id & 1 ? "!p6" : "ar.lc" : p->id & 1 ? "blbc:$16" : "fbge:$f10";
  if (riscv)
    p->cond = p->id & 1 ? "bltu:a1:a0" : "beq:t6:zero";
  p->flags_live = false;
  p->misalign = p->red_zone = 0;
  p->access.count = p->access.ea.index = HALT_NO_REG;
  p->access.ea.align = p->id & 2 && !ia64 && !riscv ? 8 : 0;
  if (!ia64)
    return;
  p->access.wrap = false;
  p->access.lanes.n = p->id >> 4 & 1;
  p->access.lanes.mask = halt_reg_find (t, p->id & 32 ? "p6" : "p1");
  reg_set_add (&p->live, p->access.lanes.mask);
  /* Up to 79 of the register stack, and behind them the pot's own.  */
  p->facts[0] = p->id >> 6 & 7;
  p->facts[1] = p->id >> 9 & 7 ? p->id >> 12 & 31 : 65;
  p->facts[2] = p->id >> 17 & 7;
  p->facts[3] = -1;
  int own = halt_reg_find (t, "own0");
  if (p->access.ea.base >= own)
    p->access.ea.base = halt_reg_find (t, "out1");
  for (int r = own; r < t->n_regs; r++)
    reg_set_remove (&p->live, r);
}

/* Point number N of T, made up.  */
static struct halt_point
any_point (const struct halt_target *t, unsigned n, unsigned *seed)
{
  int word = t->word_bits / 8;
  static const int kinds[] = {
#define HALT_PATH_KIND(...)
#define HALT_INLINE_KIND(...)
#define HALT_KIND(NAME, ...) HALT_##NAME,
#include "halt/kinds.def"
  };
  int n_kinds = sizeof kinds / sizeof *kinds;
  struct halt_point p = { .kind = kinds[n % n_kinds],
    .routine = "r", .base = n & 16 ? "b" : NULL, .id = rand_r (seed),
    .cond = "e", .table = "t", .flags_live = n & 32, .stack_align = 16,
    .misalign = rand_r (seed) % (16 / word) * word,
    .red_zone = n & 64 ? rand_r (seed) % 17 * 8 : 0, .vector_bytes = 16 << rand_r (seed) % 3,
    .mask_bytes = 8 };
  struct halt_access *a = &p.access;
  *a = (struct halt_access) { .bytes = 4 << n % 2, .count = HALT_NO_REG,
    .advance = HALT_NO_REG, .wrap = n & 128 };
  a->ea = (struct halt_address) { .base = any_reg (t, seed),
    .index = any_reg (t, seed), .scale = 4, .disp = n };
  a->lanes.mask = a->lanes.index = HALT_NO_REG;
  if (n & 256)
    a->count = any_reg (t, seed);
  for (int r = 0; r < t->n_regs; r++)
    if (rand_r (seed) % 3 == 0
	&& !(n & 4096 && t->regs[r].rclass != RC_GENERAL))
      reg_set_add (&p.live, r);
  reg_set_add (&p.live, a->ea.base);
  reg_set_add (&p.live, a->ea.index);
  p.summarized = n & 1024;
  p.small = n & 2048;
  for (int r = 0; r < t->n_regs; r++)
    if (rand_r (seed) % 4 == 0)
      reg_set_add (&p.summary.changes, r);
  for (int i = 0; i < t->n_arg_regs; i++)
    if (rand_r (seed) % 2)
      reg_set_add (&p.summary.reads, t->arg_regs[i]);
  p.summary.unaligned = rand_r (seed) % 2;
  p.summary.direct = rand_r (seed) % 2;
  if (p.kind != HALT_LOAD && p.kind != HALT_STORE && p.kind != HALT_MBR
      && n & 512)
    a->bytes = 0;
  p.callee = a->bytes ? NULL : "f";
  p.through = n & 8192;
  suit (t, &p);
  return p;
}

/* What is dead at P, which has everything else.  */
static void
add_dead (const struct halt_target *t, struct halt_point *p)
{
  for (int r = 0; r < t->n_regs; r++)
    if (t->regs[r].clobbered && !reg_set_has (&p->live, r)
	&& (t->word_bits == 64 || t->regs[r].name[0] != 'r'))
      reg_set_add (&p->dead, r);
}

static void
test_balance (void)
{
  unsigned seed = 1;
  for (int n = 0; n < 40000; n++)
    for (const struct halt_target *const *t = halt_targets; *t; t++)
      {
	struct halt_point p = any_point (*t, n, &seed);
	add_dead (*t, &p);
	check_balance (*t, &p);
      }
}

/* The same of pots that serve up to MAX_POINTS points.  */
#define MAX_POINTS 4

static void
test_joined (void)
{
  unsigned seed = 2;
  int joined = 0;
  for (int n = 0; n < 40000; n++)
    for (const struct halt_target *const *t = halt_targets; *t; t++)
      {
	struct halt_point p[MAX_POINTS];
	int points = 0;
	while (points < MAX_POINTS)
	  {
	    p[points] = any_point (*t, rand_r (&seed), &seed);
	    p[points].misalign = p[0].misalign;
	    p[points].red_zone = p[0].red_zone;
	    memcpy (p[points].facts, p[0].facts, sizeof p[0].facts);
	    if (points && !pot_joins (*t, &p[0], &p[points]))
	      break;
	    points++;
	  }
	joined += points > 1;
	for (int i = 0; i < points; i++)
	  for (int r = 0; r < (*t)->n_regs; r++)
	    if (reg_set_has (&p[i].live, r))
	      reg_set_add (&p[0].live, r);
	for (int i = 0; i < points; i++)
	  {
	    p[i].next = i + 1 < points ? &p[i + 1] : NULL;
	    p[i].live = p[0].live;
	    p[i].flags_live = p[0].flags_live;
	    add_dead (*t, &p[i]);
	  }
	if (points > 1)
	  check_balance (*t, &p[0]);
      }
  CU_ASSERT (joined > 1000);
}

static void
test_targets (void)
{
  CU_ASSERT_PTR_NOT_NULL (halt_target_find ("x86_64", 64, 64));
  CU_ASSERT_PTR_NOT_NULL (halt_target_find ("x86_64", 32, 32));
  CU_ASSERT_PTR_NULL (halt_target_find ("x86_64", 64, 32));
  CU_ASSERT_PTR_NULL (halt_target_find ("x86", 64, 64));
  CU_ASSERT_PTR_NULL (halt_target_find ("mips64", 64, 64));
  CU_ASSERT_PTR_NULL (halt_target_find ("riscv64", 32, 32));
  for (const struct halt_target *const *t = halt_targets; *t; t++)
    {
      CU_ASSERT ((*t)->n_regs <= HALT_MAX_REGS);
      for (int r = 0; r < (*t)->n_regs; r++)
	CU_ASSERT_EQUAL (halt_reg_find (*t, (*t)->regs[r].name), r);
    }
}

static const CU_TestInfo tests[] = {
  { "targets", test_targets },
  { "balance", test_balance },
  { "several points", test_joined },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  return run_tests ("recipes, balance", tests);
}
