/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ways that control takes out of a block, and where what is called on them stands:
   by computed gotos, which are compared with each label that they may go to, and
   out of inline assembler, whose labels become others.  */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "atom/pour.h"

static bool
is_kind (const Edge *e, const char *kind)
{
  return strcmp (e->kind, kind) == 0;
}

/* What is so where E arrives, or NULL.  */
static const char *
facts_behind (const Edge *e)
{
  return e->to ? e->to->insts[0].before : NULL;
}

enum way
edge_way (const Edge *e)
{
  if (!e->from)
    return WAY_ENTRY;
  const Inst *last = &e->from->insts[e->from->n_insts - 1];
  const struct machine *m = machine_find (e->from->proc->unit->target->name);
  bool jump = is_kind (e, "jump");
  if (last->class == INST_ASM && last->before && !last->after)
    return facts_behind (e) ? WAY_ASM : WAY_NONE;
  if (is_kind (e, "fall"))
    return WAY_FALL;
  if (last->class == INST_RETURN || last->class == INST_SIBCALL
      || (last->class == INST_JUMP && jump))
    return WAY_BEFORE;
  if (last->class == INST_BRANCH && is_kind (e, "taken"))
    return WAY_TAKEN;
  if (last->class == INST_TABLE && e->index >= 0)
    return WAY_TABLE;
  if (last->class == INST_JUMP && is_kind (e, "abnormal") && m->test
      && last->before)
    return WAY_COMPUTED;
  return facts_behind (e) && e->to->n_in == 1 ? WAY_TARGET : WAY_NONE;
}

bool
is_computed (const Inst *i)
{
  return i->class == INST_JUMP && i->block->n_out
	 && is_kind (i->block->out[0], "abnormal");
}

bool
is_asm_goto (const Inst *i)
{
  return i->class == INST_ASM && i->before && !i->after;
}

/* The next label of block B from *AT on, N characters; NULL: no more.  */
static const char *
next_label (const struct pourer *w, const Block *b, size_t *at, size_t *n)
{
  while (*at < b->insts[0].at)
    {
      const char *line = w->unit->text + *at;
      *at += strcspn (line, "\n") + 1;
      if (is_label (w, line))
	{
	  *n = strcspn (line, ":\n");
	  return line;
	}
    }
  return NULL;
}

/* The label that stands right before the instructions of block B, behind those of
   tables; NULL: none.  */
static char *
last_label (const struct pourer *w, const Block *b)
{
  const char *last = NULL;
  size_t n = 0, at = b->insts[0].text;
  for (const char *label; (label = next_label (w, b, &at, &n));)
    last = label;
  return last ? string ("%.*s", (int) strcspn (last, ":\n"), last) : NULL;
}

/* --- computed gotos ------------------------------------------------------------ */

static void
refuse (const struct call *c, const Proc *p, const char *why)
{
  fail ("%s:%d: %s cannot be called on an edge of %s: %s",
	c->file ? c->file : "", c->line, c->proto->name, p->name, why);
}

/* Registers that nobody needs before I.  */
static struct reg_set
free_registers (const Proc *p, const Inst *i)
{
  const struct halt_target *t = p->unit->target;
  struct reg_set set = { { 0 } };
  struct facts f;
  char *line = line_copy (i->before);
  if (!facts_read (t, &f, line))
    for (int r = 0; r < t->n_regs; r++)
      if (reg_set_has (&p->scratch, r) && !reg_set_has (&f.point.live, r)
	  && !reg_set_has (&p->promise, r))
	reg_set_add (&set, r);
  free (line);
  return set;
}

void
computed_write (struct pourer *w, const Proc *p, const Inst *i)
{
  struct reg_set spare = free_registers (p, i);
  for (int k = 0; k < i->block->n_out; k++)
    {
      const Edge *e = i->block->out[k];
      if (!e->calls.first || edge_way (e) != WAY_COMPUTED)
	continue;
      char *label = last_label (w, e->to);
      struct jump_test test = {
	.target = p->unit->target,
	.free = &spare,
	.intel = w->unit->intel,
	.follows = w->unwind && w->frame.known
		   && w->frame.reg == w->machine->sp,
	.jump = w->unit->text + i->at,
	.label = label,
	.other = new_label (w)
      };
      if (!label || !w->machine->test (w->out, &test))
	refuse (e->calls.first, p, "where the jump goes cannot be compared");
      pots_write (w, p, i, i->before, &e->calls, false);
      fprintf (w->out, "%s:\n", test.other);
    }
}

/* --- inline assembler that jumps ----------------------------------------------- */

/* Where the N characters at NAME are a word of the text from AT to END, or END.  */
static size_t
find_word (const char *text, size_t at, size_t end, const char *name, size_t n)
{
  for (; at + n <= end; at++)
    if (memcmp (text + at, name, n) == 0
	&& (at == 0
	    || !(isalnum ((unsigned char) text[at - 1])
		 || strchr ("_.$", text[at - 1])))
	&& !isalnum ((unsigned char) text[at + n])
	&& !strchr ("_.$", text[at + n]))
      return at;
  return end;
}

/* A label that becomes another one, which is for what is called on EDGE.  */
struct renamed
{
  const char *name;
  size_t n;
  char *to;
  const Edge *edge;
};

/* Write the lines of I with N other labels.  */
static void
write_renamed (struct pourer *w, const Inst *i, const struct renamed *r, int n)
{
  const char *text = w->unit->text;
  char *lines;
  size_t size;
  FILE *f = open_memstream (&lines, &size);
  if (!f)
    fail ("memory exhausted");
  for (size_t at = i->at, next; at < i->end;)
    {
      const struct renamed *first = NULL;
      next = i->end;
      for (int k = 0; k < n; k++)
	{
	  size_t found = find_word (text, at, next, r[k].name, r[k].n);
	  if (found < next)
	    {
	      next = found;
	      first = &r[k];
	    }
	}
      fwrite (text + at, 1, next - at, f);
      if (first)
	fputs (first->to, f);
      at = first ? next + first->n : next;
    }
  fclose (f);
  for (char *line = lines; *line; line = strchr (line, '\n') + 1)
    text_line (w, line);
  free (lines);
}

void
asm_write (struct pourer *w, const Proc *p, const Inst *i)
{
  struct renamed *r = NULL;
  int n = 0;
  for (int k = 0; k < i->block->n_out; k++)
    {
      const Edge *e = i->block->out[k];
      size_t length, at = e->to ? e->to->insts[0].text : 0;
      if (!facts_behind (e) || !has_after (p, i, e))
	continue;
      for (const char *label; (label = next_label (w, e->to, &at, &length));)
	if (find_word (w->unit->text, i->at, i->end, label, length) < i->end)
	  {
	    more (&r, n, sizeof *r);
	    r[n++] = (struct renamed) { label, length, new_label (w), e };
	  }
    }
  write_renamed (w, i, r, n);
  char *past = n ? new_label (w) : NULL;
  if (n)
    fprintf (w->out, w->machine->jump, past);
  for (int k = 0; k < n; k++)
    {
      char *to = string ("%.*s", (int) r[k].n, r[k].name);
      fprintf (w->out, "%s:\n", r[k].to);
      write_after (w, p, i, r[k].edge, facts_behind (r[k].edge));
      fprintf (w->out, w->machine->jump, to);
      free (to);
    }
  if (n)
    fprintf (w->out, "%s:\n", past);
  free (r);
}
