/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of an evaluated copy that have become useless are removed, and what needs
   nothing but the program's registers is made where it is used.  */

#include <string.h>

#include "recipes/x86/copy.h"

/* Whether S makes a register of nothing but registers.  */
static bool
is_pure (const struct copy_step *s)
{
  struct copy_effects e = copy_effects (s);
  const struct copy_operand *to = &s->op[s->n > 0 ? s->n - 1 : 0];
  if (s->kind != COPY_INSN || s->n == 0 || !e.dest || to->kind != OPERAND_REG
      || to->reg >= COPY_GIVEN || memchr (s->name.at, '/', s->name.size))
    return false;
  for (int i = 0; i < s->n - 1; i++)
    if (s->op[i].kind == OPERAND_OTHER
	|| (s->op[i].kind == OPERAND_MEMORY && !copy_is (s, "lea")))
      return false;
  return !(e.reads >> COPY_FLAGS & 1)
	 && !((e.writes & ~((uint32_t) 1 << COPY_FLAGS))
	      & ~((uint32_t) 1 << to->reg));
}

/* Whether step I of S does nothing: LIVE is what is live before each.  */
static bool
is_useless (const struct copy_steps *s, int i, const uint32_t *live)
{
  const struct copy_step *step = &s->step[i];
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
  return is_pure (step) && !(copy_effects (step).writes & live[i + 1]);
}

/* What step I of S makes, of nothing but the program's registers and what its own had,
   is made right before it is used: so fewer registers are needed at a time.  True if
   that changes something.  */
static bool
sink (struct copy_steps *s, int i, const uint32_t *live)
{
  const struct copy_step step = s->step[i];
  struct copy_effects e = copy_effects (&step);
  uint32_t flags = (uint32_t) 1 << COPY_FLAGS, dest = e.writes & ~flags;
  int to = i + 1;
  if (!is_pure (&step) || e.reads & ~dest || e.writes & flags & live[i + 1])
    return false;
  for (; to < s->n; to++)
    {
      struct copy_effects other = copy_effects (&s->step[to]);
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
	int label = 0;
	while (s->step[label].kind != COPY_LABEL
	       || s->step[label].label != s->step[j].label)
	  label++;
	bool from = j > i && j<to, into = label> i && label < to;
	if (from != into && (into || live[label] & dest))
	  return false;
      }
  memmove (&s->step[i], &s->step[i + 1], (to - 1 - i) * sizeof step);
  s->step[to - 1] = step;
  return true;
}

void
copy_clean (struct copy_steps *s, uint32_t kept)
{
  uint32_t live[COPY_MAX_STEPS + 1];
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
