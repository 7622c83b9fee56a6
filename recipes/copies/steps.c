/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of a copy: parsed, what each reads and changes, removed where they have
   become useless, printed.  */

#include <stdlib.h>
#include <string.h>

#include "recipes/copies/copies.h"

/* --- parsing ---------------------------------------------------------------- */

/* "80", or "80f" and "80b" where it is jumped to.  */
bool
copy_read_label (struct copy_text *r, struct copy_step *s)
{
  struct copy_text word = copy_cut_word (r);
  s->label = word.size ? strtol (word.at, NULL, 10) - COPY_FIRST_LABEL : -1;
  s->back = word.size && word.at[word.size - 1] == 'b';
  return s->label >= 0 && s->label < COPY_LABELS;
}

bool
copy_parse (const struct copy_machine *m, const char *copy,
	    struct copy_steps *s)
{
  memset (s, 0, sizeof *s);
  s->machine = m;
  for (const char *at = copy; *at;)
    {
      struct copy_text r = { at, strcspn (at, ";") };
      struct copy_step *step = &s->step[s->n];
      int n = 1;
      at += r.size + (at[r.size] == ';');
      if (s->n + 2 > COPY_MAX_STEPS)
	return false;
      if (r.size && *r.at >= '0' && *r.at <= '9')
	{
	  step->kind = COPY_LABEL;
	  n = copy_read_label (&r, step) && copy_cut (&r, ':');
	}
      else
	n = m->read (&r, step);
      if (n == 0 || r.size)
	return false;
      s->n += n;
    }
  return true;
}

/* --- what instructions do --------------------------------------------------- */

struct copy_operand
copy_reg_operand (int reg, int bytes)
{
  return (struct copy_operand) {
    .kind = OPERAND_REG,
    .reg = reg,
    .bytes = bytes,
    .base = HALT_NO_REG,
    .index = HALT_NO_REG,
    .scale = 1
  };
}

struct copy_operand
copy_number_operand (int64_t number)
{
  struct copy_operand o = copy_reg_operand (HALT_NO_REG, 0);
  o.kind = OPERAND_NUMBER;
  o.number = number;
  return o;
}

static int64_t
cut_signed (uint64_t value, int bytes)
{
  int shift = 64 - 8 * bytes;
  return (int64_t) (value << shift) >> shift;
}

struct copy_outcome
copy_outcome (const struct copy_test *t)
{
  int64_t a = cut_signed (t->a, t->bytes), b = cut_signed (t->b, t->bytes);
  int64_t r = cut_signed (t->subtract ? (uint64_t) a - b : (uint64_t) (a & b),
			  t->bytes);
  /* With their signs they are in the same order.  */
  return (struct copy_outcome) {
    .result = r,
    .borrow = t->subtract && (uint64_t) a < (uint64_t) b,
    .overflow = t->subtract && (a < 0) != (b < 0) && (r < 0) != (a < 0)
  };
}

copy_set
copy_operand_regs (const struct copy_operand *o)
{
  const int regs[] = { o->reg, o->base, o->index };
  copy_set set = 0;
  for (int i = 0; i < 3 && o->kind != OPERAND_OTHER; i++)
    if (regs[i] != HALT_NO_REG)
      set |= COPY_BIT (regs[i]);
  return set;
}

struct copy_effects
copy_effects (const struct copy_machine *m, const struct copy_step *s)
{
  struct copy_effects e = { 0 };
  copy_set flags = COPY_BIT (COPY_FLAGS);
  if (s->kind == COPY_LABEL)
    return e;
  if (s->kind == COPY_CALL)
    return (struct copy_effects) { m->args, flags, flags };
  if (s->effects & COPY_ASKS && s->condition != COPY_ALWAYS)
    e.reads |= flags;
  if (!(s->effects & COPY_KEEPS))
    e.writes |= flags;
  if (s->effects & COPY_SETS)
    e.kills |= flags;
  for (int i = 0; i < s->n; i++)
    {
      const struct copy_operand *o = &s->op[i];
      copy_set regs = copy_operand_regs (o) & (COPY_BIT (COPY_REGS) - 1);
      bool to = i == s->n - 1 && !(s->effects & COPY_SAME);
      bool whole = to && s->effects & COPY_WHOLE && o->bytes >= 4;
      if (o->kind != OPERAND_REG || !whole)
	e.reads |= regs;
      if (o->kind != OPERAND_REG)
	continue;
      if (to || s->effects & COPY_EXCHANGES)
	e.writes |= regs;
      if (whole)
	e.kills |= regs;
    }
  return e;
}

int
copy_find_label (const struct copy_steps *s, int label)
{
  for (int i = 0; i < s->n; i++)
    if (s->step[i].kind == COPY_LABEL && s->step[i].label == label)
      return i;
  return s->n;
}

void
copy_liveness (const struct copy_steps *s, copy_set *live)
{
  struct
  {
    copy_set reads, kept;	/* what it does not write whole */
    int to;			/* JUMP: the label's step, else -1 */
    bool falls;			/* control may come to the next one */
  } does[COPY_MAX_STEPS];
  for (int i = 0; i < s->n; i++)
    {
      const struct copy_step *step = &s->step[i];
      struct copy_effects e = copy_effects (s->machine, step);
      bool jumps = step->kind == COPY_JUMP;
      does[i].reads = e.reads;
      does[i].kept = ~e.kills;
      does[i].to = jumps ? copy_find_label (s, step->label) : -1;
      does[i].falls = !jumps || step->condition != COPY_ALWAYS;
      live[i] = 0;
    }
  for (bool again = true; again;)
    {
      again = false;
      for (int i = s->n; i-- > 0;)
	{
	  copy_set after = does[i].falls ? live[i + 1] : 0;
	  if (does[i].to >= 0)
	    after |= live[does[i].to];
	  copy_set before = (after & does[i].kept) | does[i].reads;
	  again |= before != live[i];
	  live[i] = before;
	}
    }
}

/* --- cleaning ------------------------------------------------------------------ */

/* Whether S, whose effects are E, makes a register of nothing but registers.  */
static bool
is_pure (const struct copy_step *s, const struct copy_effects *e)
{
  const struct copy_operand *to = &s->op[s->n > 0 ? s->n - 1 : 0];
  if (s->kind != COPY_INSN || s->n == 0 || s->effects & COPY_SAME
      || to->kind != OPERAND_REG || to->reg >= COPY_GIVEN)
    return false;
  for (int i = 0; i < s->n - 1; i++)
    if (s->op[i].kind == OPERAND_OTHER
	|| (s->op[i].kind == OPERAND_MEMORY && s->does != COPY_ADDRESS))
      return false;
  return !(e->reads >> COPY_FLAGS & 1)
	 && !(e->writes & ~COPY_BIT (COPY_FLAGS) & ~COPY_BIT (to->reg));
}

/* Whether step I of S does nothing: LIVE is what is live before each.  */
static bool
is_useless (const struct copy_steps *s, int i, const copy_set *live)
{
  const struct copy_step *step = &s->step[i];
  struct copy_effects e = copy_effects (s->machine, step);
  if (step->kind == COPY_JUMP)
    {
      int next = i + 1;
      while (next < s->n && s->step[next].kind == COPY_LABEL)
	if (s->step[next++].label == step->label)
	  return true;
      return false;
    }
  if (step->kind == COPY_LABEL)
    {
      for (int j = 0; j < s->n; j++)
	if (s->step[j].kind == COPY_JUMP && s->step[j].label == step->label)
	  return false;
      return true;
    }
  return is_pure (step, &e) && !(e.writes & live[i + 1]);
}

/* What step I of S makes, of nothing but the program's registers and what its own had,
   is made right before it is used: so fewer registers are needed at a time.  True if
   that changes something.  */
static bool
sink (struct copy_steps *s, int i, const copy_set *live)
{
  const struct copy_step step = s->step[i];
  struct copy_effects e = copy_effects (s->machine, &step);
  copy_set flags = COPY_BIT (COPY_FLAGS), dest = e.writes & ~flags;
  int to = i + 1;
  if (!is_pure (&step, &e) || e.reads & ~dest || e.writes & flags & live[i + 1])
    return false;
  for (; to < s->n; to++)
    {
      struct copy_effects other = copy_effects (s->machine, &s->step[to]);
      if ((other.reads | other.writes) & dest)
	break;
      if (s->step[to].kind == COPY_CALL)
	return false;
    }
  if (to == s->n || to == i + 1 || e.writes & flags & live[to])
    return false;
  /* Control comes there from there alone, and where else it goes nobody needs it.  */
  for (int j = 0; j < s->n; j++)
    if (s->step[j].kind == COPY_JUMP)
      {
	int label = copy_find_label (s, s->step[j].label);
	bool from = j > i && j<to, into = label> i && label < to;
	if (from != into && (into || live[label] & dest))
	  return false;
      }
  memmove (&s->step[i], &s->step[i + 1], (to - 1 - i) * sizeof step);
  s->step[to - 1] = step;
  return true;
}

void
copy_clean (struct copy_steps *s, copy_set kept)
{
  copy_set live[COPY_MAX_STEPS + 1];
  for (bool again = true; again;)
    {
      again = false;
      live[s->n] = kept;
      copy_liveness (s, live);
      /* What is live becomes less by that.  */
      for (int i = s->n; i-- > 0;)
	if (is_useless (s, i, live))
	  {
	    int behind = s->n - i - 1;
	    memmove (&s->step[i], &s->step[i + 1], behind * sizeof s->step[0]);
	    memmove (&live[i], &live[i + 1], (behind + 1) * sizeof live[0]);
	    s->n--;
	    again = true;
	  }
    }
  for (int i = s->n; i-- > 0;)
    if (sink (s, i, live))
      copy_liveness (s, live);
}

/* --- printing --------------------------------------------------------------- */

void
copy_print (FILE *out, const struct copy_machine *m, const struct copy_step *s,
	    const signed char *as, int depth)
{
  if (s->kind == COPY_LABEL)
    fprintf (out, "%d:", COPY_FIRST_LABEL + s->label);
  else
    m->print (out, s, as, depth);
}
