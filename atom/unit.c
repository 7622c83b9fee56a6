/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units from their text (include/halt/code.h).  */

#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/text.h"
#include "atom/atom.h"
#include "halt/code.h"
#include "halt/format.h"

/* What is being read.  */
struct reader
{
  struct unit *unit;
  const char *line, *next;	/* a line, and what comes after it */
  Proc *proc;			/* between its #@function and #@end, or NULL */
  bool described;		/* its text has begun */
  Block **blocks;		/* by their compiler's numbers */
  size_t n_blocks;
  Inst *insts;			/* of PROC */
  size_t n_insts;
  struct raw_edge
  {
    int from, to, index;
    const char *kind;
  } * edges;
  size_t n_edges;
  int *by_id;			/* 1 + the instruction's place; 0: none */
  size_t n_ids;
  int last;			/* the instruction whose text ended last, or -1 */
};

_Noreturn static void
bad_text (const struct reader *r, const char *what)
{
  fail ("%s: damaged HALT code: %s: %.*s",
	r->unit->source ? r->unit->source : "", what,
	(int) strcspn (r->line, "\n"), r->line);
}

char *
line_copy (const char *line)
{
  size_t n = strcspn (line, "\n");
  char *copy = fresh_memory (n + 1);
  return memcpy (copy, line, n);
}

/* The next number of *TEXT.  */
static long
number (const struct reader *r, const char **text)
{
  char *end;
  long n = strtol (*text, &end, 10);
  if (end == *text)
    bad_text (r, "no number");
  *text = end + (*end == ' ');
  return n;
}

/* The next word of *TEXT.  */
static char *
word (const char **text)
{
  size_t n = strcspn (*text, " \n");
  char *copy = fresh_memory (n + 1);
  memcpy (copy, *text, n);
  *text += n + ((*text)[n] == ' ');
  return copy;
}

static void
read_set (const struct reader *r, const char *list, struct reg_set *set)
{
  char *save, *copy = line_copy (list);
  for (char *name = strtok_r (copy, ",", &save); name;
       name = strtok_r (NULL, ",", &save))
    {
      int reg = halt_reg_find (r->unit->target, name);
      if (reg == HALT_NO_REG)
	bad_text (r, "no such register");
      reg_set_add (set, reg);
    }
  free (copy);
}

/* --- the text of an instruction ---------------------------------------------- */

static bool
is_data (const char *line)
{
  static const char *const words[] = { ".byte", ".value", ".word",  ".long",
				       ".quad", ".insn",  ".2byte", ".4byte" };
  if (*line != '\t')
    return false;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    {
      const char *end = after_word (line + 1, words[i]);
      if (end && (*end == '\t' || *end == ' '))
	return true;
    }
  return false;
}

/* Whether LINE is an instruction, or inline assembler begins with it.  */
static bool
is_code (const char *line)
{
  if (after_word (line, "#APP\n") || after_word (line, " #APP\n"))
    return true;
  while (*line == ' ' || *line == '\t')
    line++;
  size_t word_ = strcspn (line, " \t\n;:=,");
  return strchr ("\n.#/\"", *line) == NULL && line[word_] != ':';
}

/* Whether LINE is what GCC's last passes insert: what indirect branches come to (on
   AArch64 bti, by its number); on Alpha, what waits for traps, and alignment.  */
static bool
is_inserted (const char *line)
{
  static const char *const lines[] = {
    "\tendbr",
    "\thint\t34",
    "\thint\t36",
    "\thint\t38",
    "\tbti",
    "\ttrapb\n",
    "\tunop\n",
    "\tcpys $f31,$f31,$f31\n",
    "\tbis $31,$31,$31\n"
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    if (after_word (line, lines[i]))
      return true;
  return false;
}

/* Where in the lines from TEXT to END of U the instruction itself begins: at the
   first line of code, or at bytes that are given as numbers right before it.  What
   GCC inserts in the end is none that it describes.  */
static size_t
find_start (const struct unit *u, size_t text, size_t end)
{
  size_t data = end, landing = end;
  for (size_t at = text; at < end;)
    {
      const char *line = u->text + at;
      size_t next = at + strcspn (line, "\n") + 1;
      if (is_inserted (line))
	landing = at;
      else if (is_code (line))
	return data < at ? data : at;
      if (!is_data (line))
	data = end;
      else if (data == end)
	data = at;
      at = next;
    }
  return data < end ? data : landing;
}

/* Whether I has text, and what begins it.  */
static bool
has_code (const struct unit *u, Inst *i)
{
  if (i->end)
    i->at = find_start (u, i->text, i->end);
  return i->at < i->end;
}

/* --- procedures ---------------------------------------------------------------- */

/* The first instance of function SYMBOL's section group, in the order of the link,
   is the one that linkers keep.  */
static bool
is_kept (const Proc *p)
{
  static void *groups;
  const struct unit *u = p->unit;
  for (size_t at = p->text; at < p->end; at += strcspn (u->text + at, "\n") + 1)
    {
      const char *line = u->text + at;
      size_t n = strcspn (line, "\n");
      if (is_code (line))
	break;
      if (!after_word (line, "\t.section\t") || n < 7
	  || strncmp (line + n - 7, ",comdat", 7) != 0)
	continue;
      char *key = string ("%p %s", (void *) u->obj, p->symbol);
      return *(char **) tsearch (key, &groups,
				 (int (*) (const void *, const void *)) strcmp)
	     == key;
    }
  return true;
}

/* Leave out instructions that have no text.  */
static void
drop_deleted (struct reader *r)
{
  Proc *p = r->proc;
  int n = 0;
  p->insts = r->insts;
  for (size_t b = 0; b < (size_t) p->n_blocks; b++)
    {
      Block *block = &p->blocks[b];
      Inst *from = block->insts, *to = p->insts + n;
      block->insts = to;
      for (int i = 0; i < block->n_insts; i++)
	if (has_code (p->unit, &from[i]))
	  p->insts[n++] = from[i];
      block->n_insts = p->insts + n - to;
      for (int i = 0; i < block->n_insts; i++)
	{
	  to[i].block = block;
	  to[i].number = to + i - p->insts;
	  to[i].text = to[i].number ? to[i - 1].end : p->text;
	}
    }
  p->n_insts = n;
}

/* Block NUMBER of R's procedure; where it has no instruction, the one to which it
   falls.  NULL: the entry or the exit.  */
static Block *
block_at (struct reader *r, unsigned n)
{
  for (size_t turns = 0; n >= HALT_BLOCK_FIRST; turns++)
    {
      Block *b = n < r->n_blocks ? r->blocks[n] : NULL;
      if (!b || turns > r->n_blocks)
	bad_text (r, "no such block");
      if (b->n_insts > 0)
	return b;
      n = HALT_BLOCK_EXIT;
      for (size_t i = 0; i < r->n_edges; i++)
	if (r->edges[i].from == b->number)
	  n = r->edges[i].to;
    }
  return NULL;
}

static void
add_edge (Edge ***list, int *n, Edge *e)
{
  if (!grow_to (list, *n + 1, sizeof **list))
    fail ("memory exhausted");
  (*list)[(*n)++] = e;
}

static void
make_edges (struct reader *r)
{
  Proc *p = r->proc;
  p->edges = fresh_memory ((r->n_edges + 1) * sizeof *p->edges);
  for (size_t i = 0; i < r->n_edges; i++)
    {
      struct raw_edge *raw = &r->edges[i];
      bool real = (unsigned) raw->from >= HALT_BLOCK_FIRST;
      if (real && ((size_t) raw->from >= r->n_blocks || !r->blocks[raw->from]))
	bad_text (r, "no such block");
      if (real && !r->blocks[raw->from]->n_insts)
	continue;
      Edge *e = &p->edges[p->n_edges++];
      *e = (Edge) { .from = block_at (r, raw->from),
		    .to = block_at (r, raw->to),
		    .kind = raw->kind,
		    .index = raw->index };
      if (e->from)
	add_edge (&e->from->out, &e->from->n_out, e);
      if (e->to)
	add_edge (&e->to->in, &e->to->n_in, e);
    }
}

/* Forget the blocks that have no instructions: nothing is executed there.  */
static void
drop_empty (Proc *p)
{
  int n = 0;
  for (int b = 0; b < p->n_blocks; b++)
    if (p->blocks[b].n_insts > 0)
      {
	Block *to = &p->blocks[n++], *from = &p->blocks[b];
	if (to == from)
	  continue;
	*to = *from;
	for (int i = 0; i < to->n_insts; i++)
	  to->insts[i].block = to;
	for (int i = 0; i < to->n_out; i++)
	  to->out[i]->from = to;
	for (int i = 0; i < to->n_in; i++)
	  to->in[i]->to = to;
      }
  p->n_blocks = n;
}

static void
add_proc (Proc *p)
{
  Obj *o = p->unit->obj;
  p->previous = o->last;
  *(o->last ? &o->last->next : &o->first) = p;
  o->last = p;
  o->n_procs++;
}

static void
begin_proc (struct reader *r, const char *text)
{
  Proc *p = fresh_memory (sizeof *p);
  p->stack_words = UNKNOWN_WORDS;
  p->unit = r->unit;
  p->symbol = word (&text);
  p->file = number (r, &text);
  p->line = number (r, &text);
  p->name = line_copy (text);
  p->entry.proc = p;
  r->proc = p;
  r->described = false;
  r->blocks = NULL;
  r->n_blocks = 0;
  r->insts = NULL;
  r->n_insts = r->n_edges = 0;
  r->last = -1;
}

static void
end_proc (struct reader *r)
{
  Proc *p = r->proc;
  p->end = r->line - r->unit->text;
  if (r->described)
    {
      drop_deleted (r);
      make_edges (r);
      drop_empty (p);
      if (p->n_insts > 0 && is_kept (p))
	add_proc (p);
    }
  memset (r->by_id, 0, r->n_ids * sizeof *r->by_id);
  r->proc = NULL;
}

/* --- its blocks and instructions ------------------------------------------------ */

static void
read_block (struct reader *r, const char *text)
{
  static const int most = 1 << 28;
  Block *b = fresh_memory (sizeof *b);
  b->proc = r->proc;
  b->number = number (r, &text);
  b->file = number (r, &text);
  b->line = number (r, &text);
  for (size_t n; *text != '\n' && *text; text += n + (text[n] == ' '))
    {
      n = strcspn (text, " \n");
      b->cold |= strncmp (text, "cold", n) == 0;
      b->landing |= strncmp (text, "landing", n) == 0;
    }
  if (b->number < (int) HALT_BLOCK_FIRST || b->number > most)
    bad_text (r, "no such block");
  while (r->n_blocks <= (size_t) b->number)
    {
      more (&r->blocks, r->n_blocks, sizeof *r->blocks);
      r->blocks[r->n_blocks++] = NULL;
    }
  r->blocks[b->number] = b;
  /* As numbers, as the array may move.  */
  b->insts = (Inst *) (uintptr_t) r->n_insts;
}

static void
read_edge (struct reader *r, const char *text)
{
  static const char *const kinds[] = {
    "fall", "taken", "index", "call", "sibcall", "return", "eh", "abnormal"
  };
  struct raw_edge e = { .index = -1 };
  e.from = number (r, &text);
  e.to = number (r, &text);
  char *kind = word (&text);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !e.kind; i++)
    if (strcmp (kinds[i], kind) == 0)
      {
	e.kind = kinds[i];
	free (kind);
      }
  if (!e.kind)
    e.kind = kind;
  if (*text >= '0' && *text <= '9')
    e.index = number (r, &text);
  more (&r->edges, r->n_edges, sizeof *r->edges);
  r->edges[r->n_edges++] = e;
}

static enum inst_class
class_of (const struct reader *r, const char *name)
{
  static const char *const names[] = { "other", "branch",  "jump",   "table",
				       "call",	"sibcall", "return", "asm" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp (names[i], name) == 0)
      return i;
  bad_text (r, "no such class");
}

static void
read_insn (struct reader *r, const char *text)
{
  static const int most = 1 << 28;
  more (&r->insts, r->n_insts, sizeof *r->insts);
  Inst *i = &r->insts[r->n_insts++];
  *i = (Inst) { .id = number (r, &text) };
  i->file = number (r, &text);
  i->line = number (r, &text);
  i->column = number (r, &text);
  char *name = word (&text);
  i->class = class_of (r, name);
  free (name);
  if (*text != '\n')
    i->callee = line_copy (text);
  if (i->id < 0 || i->id > most)
    bad_text (r, "no such instruction");
  while (r->n_ids <= (size_t) i->id)
    {
      more (&r->by_id, r->n_ids, sizeof *r->by_id);
      r->by_id[r->n_ids++] = 0;
    }
  r->by_id[i->id] = r->n_insts;
}

static void
read_access (struct reader *r, const char *text, bool store)
{
  Inst *i = r->n_insts ? &r->insts[r->n_insts - 1] : NULL;
  if (!i)
    bad_text (r, "no instruction");
  if (!grow_to (&i->accesses, i->n_accesses + 1, sizeof *i->accesses))
    fail ("memory exhausted");
  i->accesses[i->n_accesses++] = (struct access) { store, text };
}

/* The description is over: blocks and instructions find their places.  */
static void
begin_text (struct reader *r)
{
  Proc *p = r->proc;
  int n = 0;
  size_t end = r->n_insts;
  p->text = r->line - r->unit->text;
  p->blocks = fresh_memory ((r->n_blocks + 1) * sizeof *p->blocks);
  /* They are numbered in the order of the code.  */
  for (size_t b = 0; b < r->n_blocks; b++)
    if (r->blocks[b])
      {
	Block *block = &p->blocks[n++];
	*block = *r->blocks[b];
	free (r->blocks[b]);
	r->blocks[b] = block;
      }
  for (int b = n; b-- > 0;)
    {
      size_t first = (uintptr_t) p->blocks[b].insts;
      if (first > end)
	bad_text (r, "blocks not in order");
      p->blocks[b].insts = r->insts + first;
      p->blocks[b].n_insts = end - first;
      end = first;
    }
  p->n_blocks = n;
  r->described = true;
}

/* "#@ ID": the text of an instruction ends.  */
static void
read_mark (struct reader *r, const char *text)
{
  size_t id = strtoul (text, NULL, 10);
  int n = id < r->n_ids ? r->by_id[id] - 1 : -1;
  if (n < 0 || n <= r->last)
    return;
  Inst *i = &r->insts[n];
  i->text = r->last < 0 ? r->proc->text : r->insts[r->last].end;
  i->end = r->line - r->unit->text;
  r->last = n;
}

/* --- lines ------------------------------------------------------------------------ */

/* What we said, outside of functions.  */
static void
read_unit_line (struct reader *r)
{
  struct unit *u = r->unit;
  const char *text;
  if ((text = after_word (r->line, "#@unit ")))
    {
      char *name = word (&text);
      for (const struct halt_target *const *t = halt_targets; *t; t++)
	if (strcmp ((*t)->name, name) == 0)
	  u->target = *t;
      if (!u->target)
	fail ("HALT code for machine '%s', which this ghalt does not know",
	      name);
      if (number (r, &text) != HALT_CODE_VERSION)
	fail ("HALT code of another version than this ghalt's, %d",
	      HALT_CODE_VERSION);
    }
  else if (!u->target)
    bad_text (r, "no unit");
  else if ((text = after_word (r->line, "#@source ")))
    u->source = line_copy (text);
  else if ((text = after_word (r->line, "#@function ")))
    begin_proc (r, text);
}

static void
read_file (struct reader *r, const char *text)
{
  struct unit *u = r->unit;
  int n = number (r, &text);
  if (n != u->n_files + 1)
    bad_text (r, "files not in order");
  if (!grow_to (&u->files, n + 1, sizeof *u->files))
    fail ("memory exhausted");
  u->files[0] = NULL;
  u->files[n] = line_copy (text);
  u->n_files = n;
}

/* What we said of a function.  */
static void
read_proc_line (struct reader *r)
{
  const char *text;
  Inst *i = r->n_insts ? &r->insts[r->n_insts - 1] : NULL;
  if ((text = after_word (r->line, "#@ ")))
    read_mark (r, text);
  else if ((text = after_word (r->line, "#@end ")))
    end_proc (r);
  else if ((text = after_word (r->line, "#@before ")) && i)
    i->before = text;
  else if ((text = after_word (r->line, "#@after ")) && i)
    i->after = text;
  else if ((text = after_word (r->line, "#@insn ")))
    read_insn (r, text);
  else if ((text = after_word (r->line, "#@load ")))
    read_access (r, text, false);
  else if ((text = after_word (r->line, "#@store ")))
    read_access (r, text, true);
  else if ((text = after_word (r->line, "#@uses ")) && i)
    i->uses = text;
  else if ((text = after_word (r->line, "#@sets ")) && i)
    i->sets = text;
  else if ((text = after_word (r->line, "#@block ")))
    read_block (r, text);
  else if ((text = after_word (r->line, "#@edge ")))
    read_edge (r, text);
  else if ((text = after_word (r->line, "#@scratch ")))
    read_set (r, text, &r->proc->scratch);
  else if ((text = after_word (r->line, "#@promise ")))
    read_set (r, text, &r->proc->promise);
  else if (after_word (r->line, "#@local"))
    r->proc->local = true;
  else if ((text = after_word (r->line, "#@stack ")))
    {
      int word = r->unit->target->pointer_bits / 8;
      r->proc->stack_words = (number (r, &text) + word - 1) / word
			     + (*text == 'm' ? UNKNOWN_WORDS : 0);
    }
}

/* --- what the loader runs ----------------------------------------------------------- */

static bool
is_called (const Proc *p, const char *name, size_t n)
{
  return strlen (p->symbol) == n && strncmp (p->symbol, name, n) == 0;
}

/* Whether other units know P.  */
static bool
is_global (const Proc *p)
{
  static const char *const words[] = { "globl", "global", "weak" };
  bool is = false;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    is |= strstr (p->unit->text, string ("\n\t.%s\t%s\n", words[i], p->symbol))
	  != NULL;
  return is;
}

/* The procedure that U calls by the N characters of NAME, or NULL.  */
static Proc *
proc_called (const struct unit *u, const char *name, size_t n)
{
  for (Proc *p = u->obj->first; p; p = p->next)
    if (p->unit == u && is_called (p, name, n))
      return p;
  for (Proc *p = u->obj->first; p; p = p->next)
    if (p->unit != u && is_called (p, name, n) && is_global (p))
      return p;
  return NULL;
}

/* P, which may be NULL, and what it calls by name run early.  */
static void
set_early (Proc *p)
{
  if (!p || p->early)
    return;
  p->early = true;
  for (int k = 0; k < p->n_insts; k++)
    if (p->insts[k].callee)
      set_early (proc_called (p->unit, p->insts[k].callee,
			      strlen (p->insts[k].callee)));
}

/* The N characters of NAME are a function of U that runs early.  It may be one of
   which only the text is known, whose calls are read there.  */
static void
set_early_name (const struct unit *u, const char *name, size_t n)
{
  static const char *const calls[] = { "\tcall\t", "\tjmp\t", "\tbl\t", "\tb\t",
				       "\ttail\t" };
  Proc *p = proc_called (u, name, n);
  const char *at = strstr (u->text, string ("\n%.*s:\n", (int) n, name));
  const char *end = string ("\t.size\t%.*s,", (int) n, name);
  set_early (p);
  while (!p && at && *++at && !after_word (at, end))
    {
      for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
	if (after_word (at, calls[i]))
	  {
	    const char *called = after_word (at, calls[i]);
	    set_early (proc_called (u, called, strcspn (called, "@\n")));
	  }
      at = strchr (at, '\n');
    }
}

/* Find what chooses U's indirect functions: "\t.type\tNAME, @gnu_indirect_function", or
   with a %, and "\t.set\tNAME,CHOOSES".  */
static void
find_resolvers (const struct unit *u)
{
  static const char type[] = "gnu_indirect_function";
  for (const char *at = u->text; (at = strstr (at, type)); at++)
    {
      static const char before[] = ", @";
      if (at < u->text + strlen (before)
	  || strncmp (at - strlen (before), ", ", 2) != 0)
	continue;
      const char *end = at - strlen (before), *name = end;
      while (name > u->text && name[-1] != '\t')
	name--;
      const char *set = string ("\n\t.set\t%.*s,", (int) (end - name), name);
      const char *found = strstr (u->text, set);
      if (found)
	{
	  found += strlen (set);
	  set_early_name (u, found, strcspn (found, "\n"));
	}
    }
}

void
units_find_early (Obj *o)
{
  for (const struct unit *u = o->units; u; u = u->next)
    find_resolvers (u);
}

/* From GCC 16 on symbols stand in quotes in Intel's syntax.  Take them away where TEXT
   declares and defines symbols; the size that is left.  */
static size_t
take_quotes (char *text, size_t size)
{
  static const char *const words[] = {
    "\"",	"\t.globl\t",	  "\t.weak\t",	"\t.type\t",
    "\t.size\t", "\t.set\t",	  "\t.local\t",	"\t.hidden\t",
    "\t.comm\t", "\t.internal\t", "\t.protected\t",
  };
  char *to = text;
  if (!strstr (text, "\t.intel_syntax"))
    return size;
  for (const char *line = text, *next; *line; line = next)
    {
      bool taken = false;
      next = line + strcspn (line, "\n");
      next += *next == '\n';
      for (size_t i = 0; i < sizeof words / sizeof *words; i++)
	taken |= after_word (line, words[i]) != NULL;
      for (; line < next; line++)
	if (!taken || *line != '"')
	  *to++ = *line;
    }
  *to = 0;
  return to - text;
}

struct unit *
unit_read (Obj *o, char *text, size_t size)
{
  struct unit *u = fresh_memory (sizeof *u);
  struct reader r = { .unit = u, .line = text };
  static int n_units;
  u->obj = o;
  u->number = n_units++;
  u->text = text;
  u->size = take_quotes (text, size);
  *(o->last_unit ? &o->last_unit->next : &o->units) = u;
  o->last_unit = u;
  for (; *r.line; r.line = r.next)
    {
      r.next = r.line + strcspn (r.line, "\n");
      r.next += *r.next == '\n';
      if (r.line[0] == '#' && r.line[1] == '@' && r.line[2] != '=')
	{
	  const char *file = after_word (r.line, "#@file ");
	  if (file)
	    read_file (&r, file);
	  else if (r.proc)
	    read_proc_line (&r);
	  else
	    read_unit_line (&r);
	}
      else if (r.proc && !r.described)
	begin_text (&r);
      else if (after_word (r.line, "\t.intel_syntax") && !u->n_files)
	u->intel = true;
    }
  if (!u->target || r.proc)
    fail ("damaged HALT code: it ends too early");
  free (r.by_id);
  return u;
}
