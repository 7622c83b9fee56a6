/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls that are added, and where.  */

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "atom/calls.h"
#include "atom/machine.h"

/* --- where ---------------------------------------------------------------- */

static const char *const place_names[] = {
  [ProgramBefore] = "ProgramBefore", [ProgramAfter] = "ProgramAfter",
  [ObjBefore] = "ObjBefore",	     [ObjAfter] = "ObjAfter",
  [ProcBefore] = "ProcBefore",	     [ProcAfter] = "ProcAfter",
  [EntryBefore] = "EntryBefore",     [BlockBefore] = "BlockBefore",
  [BlockAfter] = "BlockAfter",	     [InstBefore] = "InstBefore",
  [InstAfter] = "InstAfter"
};

/* Which of calls[2] PLACE is, one of BEFORE_ and BEFORE_ + 1; EntryAfter is not
   there.  */
static int
side (const struct adding *a, PlaceType place, PlaceType before)
{
  if ((place & ~1u) == before && place != (EntryBefore | 1))
    return place & 1;
  size_t n = sizeof place_names / sizeof *place_names;
  const char *name = (size_t) place < n ? place_names[place] : NULL;
  if (before == EntryBefore)
    tool_fail ("%s: the place is %s: it has to be EntryBefore", a->function,
	       name ? name : string ("%d", (int) place));
  tool_fail ("%s: the place is %s: it has to be %s or %s", a->function,
	     name ? name : string ("%d", (int) place), place_names[before],
	     place_names[before + 1]);
}

static void
append (struct calls *to, struct call *c)
{
  *(to->last ? &to->last->next : &to->first) = c;
  to->last = c;
}

/* --- the program and its objects ------------------------------------------ */

static void
add_program (struct adding *a, PlaceType place)
{
  int at = side (a, place, ProgramBefore);
  a->target = the.target;
  a->outside = the.first;
  a->before = at == BEFORE;
  append (&the.calls[at], call_make (a));
}

static void
add_obj (struct adding *a, Obj *o, PlaceType place)
{
  NEED_FOR (a->function, o);
  int at = side (a, place, ObjBefore);
  a->target = the.target;
  a->outside = o;
  a->before = at == BEFORE;
  append (&o->calls[at], call_make (a));
}

/* --- procedures and entries ----------------------------------------------- */

/* ProcBefore is EntryBefore of all entries, which is one.  */
static void
add_proc (struct adding *a, Proc *p, PlaceType place)
{
  NEED_FOR (a->function, p);
  int at = side (a, place, ProcBefore);
  a->target = p->unit->target;
  a->pc_proc = p;
  a->leaves = at == AFTER;
  append (at == BEFORE ? &p->entry.calls : &p->calls[AFTER], call_make (a));
}

static void
add_entry (struct adding *a, Entry *e, PlaceType place)
{
  NEED_FOR (a->function, e);
  side (a, place, EntryBefore);
  a->target = e->proc->unit->target;
  a->pc_proc = e->proc;
  append (&e->calls, call_make (a));
}

/* --- instructions and blocks ---------------------------------------------- */

static bool
is_last (const Inst *i)
{
  return i == i->block->insts + i->block->n_insts - 1;
}

/* Whether I calls what never comes back: no control leaves its block.  */
static bool
never_returns (const Inst *i)
{
  const Block *b = i->block;
  if (i->class != INST_CALL || !is_last (i))
    return false;
  for (int e = 0; e < b->n_out; e++)
    if (strcmp (b->out[e]->kind, "eh") != 0
	&& strcmp (b->out[e]->kind, "abnormal") != 0)
      return false;
  return true;
}

/* Whether a pot for what comes after I can stand before it, as I only jumps.  */
static bool
only_jumps (const Inst *i)
{
  return i->class == INST_JUMP || i->class == INST_TABLE
	 || i->class == INST_RETURN || i->class == INST_SIBCALL;
}

/* Whether a pot can stand right before or right after I: an instruction without facts
   before it is one with the one before it.  */
static bool
has_place (const Inst *i, int at)
{
  if (at == BEFORE)
    return i->before != NULL;
  return (i->after && (is_last (i) || i[1].before))
	 || (only_jumps (i) && i->before);
}

static bool
is_constant (const struct call *c)
{
  for (int n = 0; n < c->proto->n; n++)
    switch (c->values[n].form)
      {
      case VALUE_ADDRESS:
      case VALUE_CONDITION:
      case VALUE_REGISTER:
      case VALUE_STACK:
	return false;
      default:
	break;
      }
  return true;
}

/* Whether the instruction I may change REG.  */
static bool
may_change (const Inst *i, const char *reg)
{
  size_t n = strlen (reg), size = i->sets ? strcspn (i->sets, "\n") : 0;
  for (const char *at = i->sets, *next; at && size > 0;
       size -= next - at, at = next)
    {
      size_t length = strcspn (at, ",\n");
      next = at + length + (at[length] == ',');
      if (length == n && memcmp (at, reg, n) == 0)
	return true;
    }
  return !i->sets;
}

/* Whether all that C passes of I is known before AT, too: numbers, and addresses whose
   registers no instruction from FROM up to TO changes.  */
static bool
is_known (const struct call *c, const Inst *i, const Inst *at, const Inst *from,
	  const Inst *to)
{
  for (int n = 0; n < c->proto->n; n++)
    {
      const struct value *v = &c->values[n];
      if (v->form == VALUE_CONDITION || v->form == VALUE_REGISTER
	  || v->form == VALUE_STACK)
	return false;
      if (v->form != VALUE_ADDRESS)
	continue;
      const struct access *a = &i->accesses[v->number];
      const struct halt_target *t = i->block->proc->unit->target;
      char *line = string ("at %s%s", line_copy (a->facts),
			   line_copy (at->before + strlen ("at")));
      struct facts f;
      if (facts_read (t, &f, line) || f.point.access.ea.index != HALT_NO_REG)
	return false;
      int base = f.point.access.ea.base;
      for (const Inst *k = from; base != HALT_NO_REG && k < to; k++)
	if (may_change (k, t->regs[base].name))
	  return false;
    }
  return true;
}

/* Where calls before or after I are, for C.  Some machines have instructions that
   nothing may come between: what does not depend on registers that they change is
   called before all of them, where pour.c puts what is before I, or else after
   them.  What comes after the last, a branch, comes before all of them, too.  */
static struct calls *
place_of (const struct adding *a, Inst *i, int at, struct call *c)
{
  Inst *first = i, *last = i;
  if (has_place (i, at))
    return &i->calls[at];
  while (first > i->block->insts && !first->before)
    first--;
  while (!is_last (last) && (last == i || !last->before))
    last++;
  if (at == BEFORE && first->before && is_known (c, i, first, first, i))
    return &i->calls[BEFORE];
  if (at == BEFORE && last != i && last->before
      && is_known (c, i, last, i, last))
    {
      c->inst = i;
      return &last->calls[BEFORE];
    }
  if (is_constant (c) && last != i && last->before)
    return &last->calls[BEFORE];
  if (is_constant (c) && first->before)
    return &first->calls[BEFORE];
  tool_fail (
    "%s: %s cannot be called %s '%s' in %s: nothing may come between it and "
    "its neighbours",
    a->function, a->routine, at == BEFORE ? "before" : "after", InstText (i),
    i->block->proc->symbol);
}

static void
add_inst (struct adding *a, Inst *i, PlaceType place)
{
  NEED_FOR (a->function, i);
  int at = side (a, place, InstBefore);
  a->target = i->block->proc->unit->target;
  a->inst = a->pc_inst = i;
  a->before = at == BEFORE;
  struct call *c = call_make (a);
  if (at == BEFORE || !never_returns (i))
    append (place_of (a, i, at, c), c);
}

static void
add_block (struct adding *a, Block *b, PlaceType place)
{
  NEED_FOR (a->function, b);
  int at = side (a, place, BlockBefore);
  Inst *i = at == BEFORE ? GetFirstInst (b) : GetLastInst (b);
  a->target = b->proc->unit->target;
  a->before = at == BEFORE;
  a->pc_inst = i;
  struct call *c = call_make (a);
  if (at == AFTER && never_returns (i))
    return;
  append (has_place (i, at) ? &b->calls[at] : place_of (a, i, at, c), c);
}

static void
add_edge (struct adding *a, Edge *e)
{
  NEED_FOR (a->function, e);
  if (!e->from && !e->to)
    tool_fail ("%s: the edge has no block", a->function);
  if (!CanAddCallEdge (e))
    tool_fail ("%s: nothing can be called on this edge of %s, of kind '%s' "
	       "(CanAddCallEdge)",
	       a->function, (e->from ? e->from : e->to)->proc->symbol, e->kind);
  a->pc_inst = e->from ? GetLastInst (e->from) : NULL;
  a->pc_proc = e->from ? NULL : e->to->proc;
  a->target = (e->from ? e->from : e->to)->proc->unit->target;
  append (&e->calls, call_make (a));
}

/* --- replacements --------------------------------------------------------- */

/* The call that replaces P, or NULL.  */
static const struct call *
replacing (const Proc *p)
{
  return p->replacement ? p->replacement : p->entry.replacement;
}

static void
check_replaced (const char *function, const Proc *p)
{
  const struct call *old = replacing (p);
  const struct halt_target *t = p->unit->target;
  if (!machine_find (t->name)->stub)
    tool_fail ("%s: procedures of %s cannot be replaced", function, t->name);
  if (old)
    tool_fail ("%s: %s was replaced before, at %s:%d", function, p->symbol,
	       old->file ? old->file : "", old->line);
}

/* The arguments of the procedure come first.  */
static void
check_order (const struct call *c)
{
  for (int n = 1; n < c->proto->n; n++)
    if (c->values[n].form == VALUE_ARGUMENT
	&& c->values[n - 1].form != VALUE_ARGUMENT)
      tool_fail ("ReplaceEntry: %s: ArgValue is argument %d: ArgValues come "
		 "before all others",
		 c->proto->name, n + 1);
}

static void
replace_entry (struct adding *a, Entry *e)
{
  NEED_FOR (a->function, e);
  check_replaced (a->function, e->proc);
  a->target = e->proc->unit->target;
  a->replaces = true;
  a->pc_proc = e->proc;
  struct call *c = call_make (a);
  check_order (c);
  e->replacement = c;
}

/* The routine has the procedure's own parameters and need not be declared.  */
void
ReplaceProcedure (Proc *p, const char *routine)
{
  NEED (p);
  NEED (routine);
  check_replaced (__func__, p);
  struct proto *proto = proto_find (routine);
  if (proto && !proto->replacement)
    tool_fail ("ReplaceProcedure: %s was declared by AddCallProto", routine);
  if (!proto)
    {
      proto = fresh_memory (sizeof *proto);
      proto->name = string ("%s", routine);
      proto->replacement = proto->undeclared = true;
      proto_add (proto);
    }
  proto->used = true;
  p->replacement = fresh_memory (sizeof *p->replacement);
  p->replacement->proto = proto;
  p->replacement->values = fresh_memory ((proto->n + 1)
					 * sizeof (struct value));
  for (int i = 0; i < proto->n; i++)
    p->replacement->values[i].form = VALUE_ARGUMENT;
  p->replacement->file = the.file;
  p->replacement->line = the.line;
}

/* Whether P is a copy of Q that GCC made, for some of its callers.  */
static bool
is_copy (const Proc *p, const Proc *q)
{
  static const char *const suffixes[] = { "constprop", "isra", "part" };
  size_t n = strlen (q->symbol);
  if (p->unit != q->unit || strncmp (p->symbol, q->symbol, n) != 0
      || p->symbol[n] != '.')
    return false;
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
    if (strncmp (p->symbol + n + 1, suffixes[i], strlen (suffixes[i])) == 0)
      return true;
  return false;
}

void
replaced_note_copies (void)
{
  for (const Obj *o = the.first; o; o = o->next)
    for (const Proc *q = o->first; q; q = q->next)
      for (const Proc *p = replacing (q) ? o->first : NULL; p; p = p->next)
	if (is_copy (p, q) && !replacing (p))
	  fprintf (stderr,
		   "ghalt: %s:%d: note: %s, a copy of %s that GCC made for "
		   "some of its callers, is not replaced\n",
		   replacing (q)->file ? replacing (q)->file : "",
		   replacing (q)->line, p->symbol, q->symbol);
}

/* --- what a tool calls ---------------------------------------------------- */

/* Add by HOW, with what follows, a call that FUNCTION is asked for, with N arguments after
   LAST: in C, and by the macros.  */
#define CALL(FUNCTION, N, LAST, HOW, ...) \
  do \
    { \
      struct adding a = { .function = FUNCTION, .routine = routine, .n = N }; \
      va_start (a.list, LAST); \
      HOW (&a, __VA_ARGS__); \
      va_end (a.list); \
    } \
  while (0)

void
AddCallProgram (PlaceType place, const char *routine, ...)
{
  CALL (__func__, -1, routine, add_program, place);
}

void
AddCallObj (Obj *o, PlaceType place, const char *routine, ...)
{
  CALL (__func__, -1, routine, add_obj, o, place);
}

void
AddCallProc (Proc *p, PlaceType place, const char *routine, ...)
{
  CALL (__func__, -1, routine, add_proc, p, place);
}

void
AddCallEntry (Entry *e, PlaceType place, const char *routine, ...)
{
  CALL (__func__, -1, routine, add_entry, e, place);
}

void
AddCallBlock (Block *b, PlaceType place, const char *routine, ...)
{
  CALL (__func__, -1, routine, add_block, b, place);
}

void
AddCallInst (Inst *i, PlaceType place, const char *routine, ...)
{
  CALL (__func__, -1, routine, add_inst, i, place);
}

void
AddCallEdge (Edge *e, const char *routine, ...)
{
  CALL (__func__, -1, routine, add_edge, e);
}

void
ReplaceEntry (Entry *e, const char *routine, ...)
{
  CALL (__func__, -1, routine, replace_entry, e);
}

void
atom_call_program (PlaceType place, const char *routine, int n, ...)
{
  CALL ("AddCallProgram", n, n, add_program, place);
}

void
atom_call_obj (Obj *o, PlaceType place, const char *routine, int n, ...)
{
  CALL ("AddCallObj", n, n, add_obj, o, place);
}

void
atom_call_proc (Proc *p, PlaceType place, const char *routine, int n, ...)
{
  CALL ("AddCallProc", n, n, add_proc, p, place);
}

void
atom_call_entry (Entry *e, PlaceType place, const char *routine, int n, ...)
{
  CALL ("AddCallEntry", n, n, add_entry, e, place);
}

void
atom_call_block (Block *b, PlaceType place, const char *routine, int n, ...)
{
  CALL ("AddCallBlock", n, n, add_block, b, place);
}

void
atom_call_inst (Inst *i, PlaceType place, const char *routine, int n, ...)
{
  CALL ("AddCallInst", n, n, add_inst, i, place);
}

void
atom_call_edge (Edge *e, const char *routine, int n, ...)
{
  CALL ("AddCallEdge", n, n, add_edge, e);
}

void
atom_replace_entry (Entry *e, const char *routine, int n, ...)
{
  CALL ("ReplaceEntry", n, n, replace_entry, e);
}
