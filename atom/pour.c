/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A unit's text with its pots.

   Calls at the same place come in the order of the manual page (PlaceType
   Hierarchy): before an instruction those of its procedure, its block, its own;
   after it its own, its block's, its edge's, its procedure's.  What comes after a jump
   comes before it, too, if it jumps always, as it changes nothing; and on both
   ways, if not.  */

#include <stdlib.h>
#include <string.h>

#include "atom/pour.h"

/* Where control does not go on behind I.  */
static bool
leaves (const Inst *i)
{
  return i->class == INST_JUMP || i->class == INST_TABLE
	 || i->class == INST_SIBCALL || i->class == INST_RETURN;
}

static bool
is_kind (const Edge *e, const char *kind)
{
  return strcmp (e->kind, kind) == 0;
}

/* The edge of KIND that goes out of block B, or NULL.  */
static Edge *
edge_of (const Block *b, const char *kind)
{
  for (int i = 0; i < b->n_out; i++)
    if (is_kind (b->out[i], kind))
      return b->out[i];
  return NULL;
}

/* --- branches ------------------------------------------------------------------ */

/* Whether LINE is an instruction with an operand; its opcode, and the last
   operand.  */
static bool
parse (const char *line, const char **opcode, size_t *size,
       const char **operand, size_t *operand_size)
{
  const char *end = line + strcspn (line, "\n");
  *opcode = line + strspn (line, " \t");
  *size = strcspn (*opcode, " \t\n");
  *operand = end;
  while (*operand > *opcode + *size && !strchr (" \t,", (*operand)[-1]))
    --*operand;
  *operand_size = end - *operand;
  return **opcode != '.' && **opcode != '#' && *operand > *opcode + *size;
}

/* The one jump that the text of I is; false if there are more.  */
static bool
one_jump (const struct pourer *w, const Inst *i, const char **opcode,
	  size_t *size, const char **operand, size_t *operand_size)
{
  const char *line = w->unit->text + i->at;
  return parse (line, opcode, size, operand, operand_size)
	 && (size_t) (strchr (line, '\n') + 1 - w->unit->text) == i->end;
}

/* Write branch I with the pots of both ways.  */
static void
write_branch (struct pourer *w, const Proc *p, const Inst *i)
{
  const char *opcode, *operand, *facts = i->before;
  size_t size, operand_size;
  char over[16];
  const Edge *taken = edge_of (i->block, "taken");
  bool test = w->retest, has = has_after (p, i, taken);
  w->retest = false;
  if (!has && !test)
    {
      text_copy (w, i->at, i->end);
      return;
    }
  if (!one_jump (w, i, &opcode, &size, &operand, &operand_size))
    fail ("%s: %s, line %d: its branch is more than one instruction",
	  w->unit->source, p->name, i->line);
  char *to = string ("%.*s", (int) operand_size, operand);
  if (test)
    {
      opcode = "jne";
      size = 3;
    }
  size_t rest = operand - (test ? operand : opcode + size);
  if (!has)
    fprintf (w->out, "\t%.*s\t%s\n", (int) size, opcode, to);
  else if (w->machine->invert (opcode, size, over))
    {
      char *past = new_label (w);
      fprintf (w->out, "\t%s\t%s\n", over, past);
      write_after (w, p, i, taken, facts);
      fprintf (w->out, w->machine->jump, to);
      fprintf (w->out, "%s:\n", past);
    }
  else
    {
      char *there = new_label (w), *past = new_label (w);
      fprintf (w->out, "\t%.*s%.*s%s\n", (int) size, opcode, (int) rest,
	       opcode + size, there);
      fprintf (w->out, w->machine->jump, past);
      fprintf (w->out, "%s:\n", there);
      write_after (w, p, i, taken, facts);
      fprintf (w->out, w->machine->jump, to);
      fprintf (w->out, "%s:\n", past);
      free (there);
    }
  free (to);
}

/* --- tables -------------------------------------------------------------------- */

/* The pots of the edges of jump I through a table: where they begin, by index.  */
static char **
write_ways (struct pourer *w, const Proc *p, const Inst *i, size_t end, int *n)
{
  char **labels = NULL;
  const char *text = w->unit->text;
  int index = 0;
  *n = 0;
  for (size_t at = i->end; at < end; at += strcspn (text + at, "\n") + 1)
    {
      const char *opcode, *operand;
      size_t size, operand_size;
      const char *line = text + at + strspn (text + at, "\t");
      if (strncmp (line, ".long\t", 6) && strncmp (line, ".quad\t", 6)
	  && strncmp (line, ".gprel32\t", 9))
	continue;
      operand = strchr (line, '\t') + 1;
      operand_size = strcspn (operand, "-@\n");
      (void) opcode;
      (void) size;
      const Edge *e = NULL;
      for (int k = 0; k < i->block->n_out; k++)
	if (i->block->out[k]->index == index)
	  e = i->block->out[k];
      more (&labels, index, sizeof *labels);
      labels[index] = NULL;
      if (e && e->calls.first)
	{
	  char *to = string ("%.*s", (int) operand_size, operand);
	  labels[index] = new_label (w);
	  fprintf (w->out, "%s:\n", labels[index]);
	  pots_write (w, p, i, i->before, &e->calls, false);
	  fprintf (w->out, w->machine->jump, to);
	}
      *n = ++index;
    }
  return labels;
}

/* The lines from AT to END, which hold the table of a jump, with the N LABELS in the
   place of its own.  */
static void
copy_table (struct pourer *w, size_t at, size_t end, char **labels, int n)
{
  const char *text = w->unit->text;
  int index = 0;
  for (size_t next; at < end; at = next)
    {
      const char *line = text + at + strspn (text + at, "\t");
      next = at + strcspn (text + at, "\n") + 1;
      bool entry = strncmp (line, ".long\t", 6) == 0
		   || strncmp (line, ".quad\t", 6) == 0
		   || strncmp (line, ".gprel32\t", 9) == 0;
      if (entry && index < n && labels[index])
	{
	  const char *operand = strchr (line, '\t') + 1;
	  const char *rest = operand + strcspn (operand, "-@\n");
	  fprintf (w->out, "\t%.*s%s%.*s", (int) (operand - line), line,
		   labels[index], (int) (text + next - rest), rest);
	}
      else
	text_line (w, text + at);
      index += entry;
    }
}

static bool
has_ways (const Inst *i)
{
  for (int k = 0; k < i->block->n_out; k++)
    if (i->block->out[k]->calls.first)
      return true;
  return false;
}

/* --- procedures ---------------------------------------------------------------- */

/* Everything that is called before I, and before those that are one with it.  */
static void
write_before (struct pourer *w, const Proc *p, const Inst *i)
{
  bool branch = i->class == INST_BRANCH;
  if (i == i->block->insts)
    {
      for (int k = 0; k < i->block->n_in; k++)
	if (edge_way (i->block->in[k]) == WAY_TARGET)
	  pots_write (w, p, i, i->before, &i->block->in[k]->calls, false);
      pots_write (w, p, i, i->before, &i->block->calls[0], branch);
    }
  else if (!i->before)
    return;
  if (!leaves (i))
    {
      pots_write (w, p, i, i->before, &i->calls[0], branch);
      const char *facts = i->before;
      for (; is_glued (i); i++)
	pots_write (w, p, i + 1, facts, &i[1].calls[0], false);
      return;
    }
  pots_write (w, p, i, i->before, &i->calls[0], false);
  write_after (w, p, i,
	       i->class == INST_TABLE || is_computed (i) || i->block->n_out == 0
		 ? NULL
		 : i->block->out[0],
	       i->before);
  if (is_computed (i))
    computed_write (w, p, i);
}

/* The lines from AT to END, which come after instruction I (NULL: none), and what is
   called there.  */
static void
write_between (struct pourer *w, const Proc *p, const Inst *i, size_t at,
	       size_t end)
{
  if (i && i->class == INST_TABLE && has_ways (i))
    {
      int n;
      char **labels = write_ways (w, p, i, end, &n);
      copy_table (w, at, end, labels, n);
      return;
    }
  const Edge *fall = i ? edge_of (i->block, "fall") : NULL;
  bool ends = i && is_last (i);
  if (i && !leaves (i) && (!ends || fall))
    {
      size_t place = place_after (w, at, end);
      text_copy (w, at, place);
      at = place;
      write_after (w, p, i, ends ? fall : NULL,
		   i->after		     ? i->after
		   : i->class == INST_BRANCH ? i->before
		   : is_asm_goto (i)	     ? fall->to->insts[0].before
					     : NULL);
    }
  text_copy (w, at, end);
}

/* What is called where P is entered.  */
static void
write_entry (struct pourer *w, const Proc *p, const Inst *i)
{
  const Edge *e = NULL;
  for (int k = 0; k < p->n_edges && !e; k++)
    if (!p->edges[k].from)
      e = &p->edges[k];
  w->entered = i == p->insts;
  pots_write (w, p, i, i->before, &p->entry.calls, false);
  if (e)
    pots_write (w, p, i, i->before, &e->calls, false);
  w->entered = false;
}

static void
write_proc (struct pourer *w, const Proc *p)
{
  int first;
  size_t entry = place_entry (w, p, &first), at = p->text;
  w->replaced = p->replacement || p->entry.replacement ? p : NULL;
  w->traps = w->machine->barrier
	     && memmem (w->unit->text + p->text, p->end - p->text,
			w->machine->barrier, strlen (w->machine->barrier));
  for (int k = 0; k < p->n_insts; k++)
    {
      const Inst *i = &p->insts[k];
      const Inst *before = k ? i - 1 : NULL;
      if (k == first && entry < i->at)
	{
	  write_between (w, p, before, at, entry);
	  write_entry (w, p, i);
	  text_copy (w, entry, i->at);
	}
      else
	{
	  write_between (w, p, before, at, i->at);
	  if (k == first)
	    write_entry (w, p, i);
	}
      write_before (w, p, i);
      xlate_label (w->out, i->xlate, NULL);
      if (i->class == INST_BRANCH)
	write_branch (w, p, i);
      else if (is_asm_goto (i))
	asm_write (w, p, i);
      else
	text_copy (w, i->at, i->end);
      at = i->end;
    }
  write_between (w, p, &p->insts[p->n_insts - 1], at, p->end);
  xlate_label (w->out, p->entry.xlate,
	       w->replaced ? replaced_name (p) : p->symbol);
  w->replaced = NULL;
  replacement_write (w, p);
}

/* For pc.c.  */
static void
write_labels (struct pourer *w, const Proc *p)
{
  size_t at = p->text;
  for (int k = 0; k < p->n_insts; k++)
    {
      const Inst *i = &p->insts[k];
      text_copy (w, at, i->at);
      fprintf (w->out, PC_LABEL "%d:\n", w->n_labels++);
      text_copy (w, i->at, i->end);
      at = i->end;
    }
  text_copy (w, at, p->end);
}

static bool
calls_any (const struct calls *calls)
{
  return calls[0].first || calls[1].first;
}

static bool
proc_has_calls (const Proc *p)
{
  bool any = p->translated || calls_any (p->calls) || p->entry.calls.first
	     || p->replacement || p->entry.replacement;
  if (p->early)
    return p->translated;
  for (int k = 0; k < p->n_insts && !any; k++)
    any = calls_any (p->insts[k].calls);
  for (int k = 0; k < p->n_blocks && !any; k++)
    any = calls_any (p->blocks[k].calls);
  for (int k = 0; k < p->n_edges && !any; k++)
    any = p->edges[k].calls.first != NULL;
  return any;
}

void
unit_write (FILE *out, struct unit *u, bool plain)
{
  struct pourer w = { .out = out,
		      .unit = u,
		      .machine = machine_find (u->target->name),
		      .labels = plain };
  size_t at = 0;
  for (const Proc *p = u->obj->first; p; p = p->next)
    {
      if (p->unit != u)
	continue;
      text_copy (&w, at, p->text);
      if (plain)
	write_labels (&w, p);
      else if (proc_has_calls (p))
	write_proc (&w, p);
      else
	text_copy (&w, p->text, p->end);
      at = p->end;
    }
  text_copy (&w, at, u->size);
}
