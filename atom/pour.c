/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A unit's text with its pots.

   Calls at the same place come in the order of the manual page (PlaceType
   Hierarchy): before an instruction those of its procedure, its block, its own;
   after it its own, its block's, its edge's, its procedure's.  What comes after a jump
   comes before it, too, if it jumps always, as it changes nothing; and on both
   ways, if not.  */

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
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

/* The jump that the text of I ends with; where that begins.  0: with no jump.  */
static size_t
last_jump (const struct pourer *w, const Inst *i, const char **opcode,
	   size_t *size, const char **operand, size_t *operand_size)
{
  const char *text = w->unit->text;
  size_t at = i->at;
  for (size_t next = at; next < i->end; next += strcspn (text + next, "\n") + 1)
    at = next;
  bool is = parse (text + at, opcode, size, operand, operand_size)
	    && is_label (w, *operand);
  return is ? at : 0;
}

/* Write branch I if the text of it is a jump over a jump, what is called where it takes
   between them.  */
static bool
write_far_branch (struct pourer *w, const Proc *p, const Inst *i,
		  const Edge *taken)
{
  const char *text = w->unit->text, *label;
  size_t second = i->at + strcspn (text + i->at, "\n") + 1;
  size_t third = second + strcspn (text + second, "\n") + 1;
  size_t n = strcspn (w->machine->jump, "%");
  if (third >= i->end || third + strcspn (text + third, "\n") + 1 != i->end
      || strncmp (text + second, w->machine->jump, n) != 0
      || !begins (text + third, w->machine->label))
    return false;
  label = string ("%.*s", (int) strcspn (text + third, ":\n"), text + third);
  if (!memmem (text + i->at, second - i->at, label, strlen (label)))
    return false;
  text_copy (w, i->at, second);
  write_after (w, p, i, taken, i->before);
  text_copy (w, second, i->end);
  return true;
}

/* Write branch I with the pots of both ways.  */
static void
write_branch (struct pourer *w, const Proc *p, const Inst *i)
{
  const char *opcode, *operand, *facts = i->before;
  size_t size, operand_size, at;
  char over[16];
  const Edge *taken = edge_of (i->block, "taken");
  bool test = w->retest, has = has_after (p, i, taken);
  w->retest = false;
  if (!has && !test)
    {
      text_copy (w, i->at, i->end);
      return;
    }
  if (!test && write_far_branch (w, p, i, taken))
    return;
  at = last_jump (w, i, &opcode, &size, &operand, &operand_size);
  if (!at || (test && at != i->at))
    fail ("%s: %s, line %d: its branch cannot be taken apart", w->unit->source,
	  p->name, i->line);
  text_copy (w, i->at, at);
  char *to = string ("%.*s", (int) operand_size, operand);
  char *between = string ("%.*s", (int) (operand - (opcode + size)),
			  opcode + size);
  if (test)
    {
      opcode = "jne";
      size = 3;
    }
  if (!has)
    fprintf (w->out, "\t%.*s%s%s\n", (int) size, opcode, between, to);
  else if (w->machine->invert (opcode, size, over))
    {
      char *past = new_label (w);
      fprintf (w->out, "\t%s%s%s\n", over, between, past);
      write_after (w, p, i, taken, facts);
      fprintf (w->out, w->machine->jump, to);
      fprintf (w->out, "%s:\n", past);
    }
  else
    {
      char *there = new_label (w), *past = new_label (w);
      fprintf (w->out, "\t%.*s%s%s\n", (int) size, opcode, between, there);
      fprintf (w->out, w->machine->jump, past);
      fprintf (w->out, "%s:\n", there);
      write_after (w, p, i, taken, facts);
      fprintf (w->out, w->machine->jump, to);
      fprintf (w->out, "%s:\n", past);
      free (there);
    }
  free (to);
  free (between);
}

/* --- tables -------------------------------------------------------------------- */

/* What an entry of a table in LINE leads to, or NULL: LINE is none.  */
static const char *
entry_of (const struct pourer *w, const char *line)
{
  static const char *const words[] = { ".long\t", ".quad\t", ".gprel32\t" };
  static const char *const distances[] = { ".byte\t(", ".2byte\t(",
					   ".word\t(" };
  line += *line == '\t';
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    {
      const char *operand = after_word (line, w->machine->jump_by ? distances[i]
								  : words[i]);
      if (operand)
	return operand;
    }
  return NULL;
}

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
      const char *operand = entry_of (w, text + at);
      if (!operand)
	continue;
      const Edge *e = NULL;
      for (int k = 0; k < i->block->n_out; k++)
	if (i->block->out[k]->index == index)
	  e = i->block->out[k];
      more (&labels, index, sizeof *labels);
      labels[index] = NULL;
      if (e && e->calls.first)
	{
	  char *to = string ("%.*s", (int) strcspn (operand, " -@\n"), operand);
	  labels[index] = new_label (w);
	  fprintf (w->out, "%s:\n", labels[index]);
	  pots_write (w, p, i, i->before, &e->calls, false);
	  fprintf (w->out, w->machine->jump, to);
	}
      *n = ++index;
    }
  return labels;
}

/* Write the table from AT to END, its entries after BEGINNING, if not NULL, and with the
   N LABELS in the place of their own.  */
static void
write_entries (struct pourer *w, size_t at, size_t end, const char *beginning,
	       char **labels, int n)
{
  const char *text = w->unit->text;
  int index = 0;
  for (size_t next; at < end; at = next)
    {
      const char *line = text + at, *operand = entry_of (w, line);
      next = at + strcspn (line, "\n") + 1;
      if (!operand)
	{
	  if (!beginning)
	    text_line (w, line);
	  continue;
	}
      const char *rest = operand + strcspn (operand, " -@\n");
      if (beginning)
	fputs (beginning, w->out);
      else
	fprintf (w->out, "%.*s", (int) (operand - line), line);
      if (index < n && labels[index])
	fputs (labels[index], w->out);
      else
	fprintf (w->out, "%.*s", (int) (rest - operand), operand);
      fprintf (w->out, "%.*s", (int) (text + next - rest), rest);
      index++;
    }
}

/* Write the lines from AT to END, in which the table is that W has a label for: with
   the entries as words in the code, and where it was with zeros, which take as much room.  */
static void
write_words (struct pourer *w, size_t at, size_t end, char **labels, int n)
{
  const char *text = w->unit->text;
  fprintf (w->out, "\t.p2align\t2\n%s:\n", w->table);
  write_entries (w, at, end, "\t.word\t(", labels, n);
  for (size_t next; at < end; at = next)
    {
      const char *operand = entry_of (w, text + at);
      next = at + strcspn (text + at, "\n") + 1;
      if (operand)
	fprintf (w->out, "%.*s0\n", (int) (operand - 1 - (text + at)),
		 text + at);
      else
	text_line (w, text + at);
    }
  w->table = NULL;
}

/* Write jump I through a table, whose lines go on to END.  */
static void
write_jump (struct pourer *w, const Proc *p, const Inst *i, size_t end)
{
  bool any = false;
  for (size_t at = i->end; at < end && w->machine->jump_by;
       at += strcspn (w->unit->text + at, "\n") + 1)
    any |= entry_of (w, w->unit->text + at) != NULL;
  if (!any)
    {
      text_copy (w, i->at, i->end);
      return;
    }
  char *text = string ("%.*s", (int) (i->end - i->at), w->unit->text + i->at);
  w->table = new_label (w);
  if (!w->machine->jump_by (w->out, text, w->table))
    fail ("%s: %s, line %d: its jump through a table cannot be taken apart",
	  w->unit->source, p->name, i->line);
  free (text);
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
  if (i && i->class == INST_TABLE && (w->table || has_ways (i)))
    {
      int n;
      char **labels = write_ways (w, p, i, end, &n);
      if (w->table)
	write_words (w, at, end, labels, n);
      else
	write_entries (w, at, end, NULL, labels, n);
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

/* Whether anything is called before P's first instruction.  */
static bool
calls_come_first (const Proc *p)
{
  const Block *b = p->insts[0].block;
  bool any = p->entry.calls.first || b->calls[BEFORE].first
	     || p->insts[0].calls[BEFORE].first;
  for (int k = 0; k < b->n_in; k++)
    any |= b->in[k]->calls.first != NULL;
  return any;
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
      bool lands = w->machine->lands && k == 0 && calls_come_first (p)
		   && memmem (w->unit->text + i->at, i->end - i->at,
			      w->machine->lands, strlen (w->machine->lands));
      if (k == first && entry < i->at)
	{
	  write_between (w, p, before, at, entry);
	  write_entry (w, p, i);
	  text_copy (w, entry, i->at);
	}
      else
	{
	  write_between (w, p, before, at, i->at);
	  if (lands)
	    fputs (w->machine->landing, w->out);
	  if (k == first)
	    write_entry (w, p, i);
	}
      write_before (w, p, i);
      xlate_label (w->out, i->xlate, NULL);
      if (i->class == INST_BRANCH)
	write_branch (w, p, i);
      else if (is_asm_goto (i))
	asm_write (w, p, i);
      else if (i->class == INST_TABLE)
	write_jump (w, p, i, k + 1 < p->n_insts ? i[1].at : p->end);
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

/* Write P with branches that reach.  */
static void
write_reaching (struct pourer *w, const Proc *p)
{
  FILE *out = w->out;
  char *text;
  size_t size;
  if (!w->machine->reaches)
    {
      write_proc (w, p);
      return;
    }
  w->out = open_memstream (&text, &size);
  if (!w->out)
    fail ("memory exhausted");
  write_proc (w, p);
  fclose (w->out);
  w->out = out;
  reach_write (out, w->machine, text, size, &w->n_labels);
  free (text);
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
	write_reaching (&w, p);
      else
	text_copy (&w, p->text, p->end);
      at = p->end;
    }
  text_copy (&w, at, u->size);
}
