/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Going through the program, and finding procedures by name.  */

#include <stdlib.h>
#include <string.h>

#include "atom/atom.h"

/* --- objects -------------------------------------------------------------- */

Obj *
GetFirstObj (void)
{
  return the.first;
}

Obj *
GetLastObj (void)
{
  return the.last;
}

Obj *
GetNextObj (Obj *o)
{
  NEED (o);
  return o->next;
}

Obj *
GetPrevObj (Obj *o)
{
  NEED (o);
  return o->previous;
}

/* --- procedures ----------------------------------------------------------- */

Proc *
GetFirstObjProc (Obj *o)
{
  NEED (o);
  return o->first;
}

Proc *
GetLastObjProc (Obj *o)
{
  NEED (o);
  return o->last;
}

/* The first or the last procedure of the objects from O on.  */
static Proc *
first_from (Obj *o)
{
  while (o && !o->first)
    o = o->next;
  return o ? o->first : NULL;
}

static Proc *
last_from (Obj *o)
{
  while (o && !o->last)
    o = o->previous;
  return o ? o->last : NULL;
}

Proc *
GetFirstProc (void)
{
  the.walks_program = true;
  return first_from (the.first);
}

Proc *
GetLastProc (void)
{
  the.walks_program = true;
  return last_from (the.last);
}

Proc *
GetNextProc (Proc *p)
{
  NEED (p);
  Obj *o = p->unit->obj;
  if (p != o->last)
    return p->next;
  return the.walks_program ? first_from (o->next) : NULL;
}

Proc *
GetPrevProc (Proc *p)
{
  NEED (p);
  Obj *o = p->unit->obj;
  if (p != o->first)
    return p->previous;
  return the.walks_program ? last_from (o->previous) : NULL;
}

Obj *
GetProcObj (Proc *p)
{
  NEED (p);
  return p->unit->obj;
}

/* --- entries: one for each procedure -------------------------------------- */

Entry *
GetFirstEntry (Proc *p)
{
  NEED (p);
  return &p->entry;
}

Entry *
GetLastEntry (Proc *p)
{
  NEED (p);
  return &p->entry;
}

Entry *
GetNextEntry (Entry *e)
{
  NEED (e);
  return NULL;
}

Entry *
GetPrevEntry (Entry *e)
{
  NEED (e);
  return NULL;
}

Proc *
GetEntryProc (Entry *e)
{
  NEED (e);
  return e->proc;
}

/* The block to which the edge from outside leads: with cold parts it need not be the
   first.  */
Block *
GetEntryBlock (Entry *e)
{
  NEED (e);
  Proc *p = e->proc;
  for (int i = 0; i < p->n_edges; i++)
    if (!p->edges[i].from && p->edges[i].to)
      return p->edges[i].to;
  return p->n_blocks ? &p->blocks[0] : NULL;
}

/* --- blocks and instructions ---------------------------------------------- */

Block *
GetFirstBlock (Proc *p)
{
  NEED (p);
  return p->n_blocks ? &p->blocks[0] : NULL;
}

Block *
GetLastBlock (Proc *p)
{
  NEED (p);
  return p->n_blocks ? &p->blocks[p->n_blocks - 1] : NULL;
}

Block *
GetNextBlock (Block *b)
{
  NEED (b);
  return b == GetLastBlock (b->proc) ? NULL : b + 1;
}

Block *
GetPrevBlock (Block *b)
{
  NEED (b);
  return b == b->proc->blocks ? NULL : b - 1;
}

Proc *
GetBlockProc (Block *b)
{
  NEED (b);
  return b->proc;
}

Inst *
GetFirstInst (Block *b)
{
  NEED (b);
  return b->n_insts ? &b->insts[0] : NULL;
}

Inst *
GetLastInst (Block *b)
{
  NEED (b);
  return b->n_insts ? &b->insts[b->n_insts - 1] : NULL;
}

Inst *
GetNextInst (Inst *i)
{
  NEED (i);
  return i == GetLastInst (i->block) ? NULL : i + 1;
}

Inst *
GetPrevInst (Inst *i)
{
  NEED (i);
  return i == i->block->insts ? NULL : i - 1;
}

Block *
GetInstBlock (Inst *i)
{
  NEED (i);
  return i->block;
}

Proc *
GetInstProc (Inst *i)
{
  NEED (i);
  return i->block->proc;
}

Inst *
GetInstBranchTarget (Inst *i)
{
  NEED (i);
  const char *kind = i->class == INST_BRANCH ? "taken"
		     : i->class == INST_JUMP ? "jump"
					     : NULL;
  Block *to = NULL;
  int n = 0;
  for (int e = 0; kind && e < i->block->n_out; e++)
    if (strcmp (i->block->out[e]->kind, kind) == 0)
      {
	to = i->block->out[e]->to;
	n++;
      }
  return n == 1 && to ? GetFirstInst (to) : NULL;
}

/* --- edges ---------------------------------------------------------------- */

/* What comes after E in LIST.  */
static Edge *
next_in (Edge **list, int n, const Edge *e)
{
  for (int i = 0; i + 1 < n; i++)
    if (list[i] == e)
      return list[i + 1];
  return NULL;
}

Edge *
GetFirstSuccEdge (Block *b)
{
  NEED (b);
  return b->n_out ? b->out[0] : NULL;
}

Edge *
GetNextSuccEdge (Edge *e)
{
  NEED (e);
  return e->from ? next_in (e->from->out, e->from->n_out, e) : NULL;
}

Edge *
GetFirstPredEdge (Block *b)
{
  NEED (b);
  return b->n_in ? b->in[0] : NULL;
}

Edge *
GetNextPredEdge (Edge *e)
{
  NEED (e);
  return e->to ? next_in (e->to->in, e->to->n_in, e) : NULL;
}

Block *
GetEdgeFrom (Edge *e)
{
  NEED (e);
  return e->from;
}

Block *
GetEdgeTo (Edge *e)
{
  NEED (e);
  return e->to;
}

const char *
EdgeKind (Edge *e)
{
  NEED (e);
  return e->kind;
}

int
CanAddCallEdge (Edge *e)
{
  NEED (e);
  return edge_way (e) != WAY_NONE;
}

int
EdgeIndex (Edge *e)
{
  NEED (e);
  return e->index;
}

/* --- by name -------------------------------------------------------------- */

/* All procedures by their symbols; those of the same symbol in the program's order.  */
struct named
{
  struct named *next;
  const char *symbol;		/* its own, or another one for it */
  Proc *proc;
};
static struct
{
  struct named **buckets;
  size_t n;			/* a power of 2 */
} names;

static size_t
bucket_of (const char *symbol)
{
  size_t hash = 5381;
  while (*symbol)
    hash = 33 * hash + (unsigned char) *symbol++;
  return (hash ^ hash >> 16) & (names.n - 1);
}

static void
add_name (const char *symbol, Proc *p)
{
  struct named *new = fresh_memory (sizeof *new);
  struct named **to = &names.buckets[bucket_of (symbol)];
  *new = (struct named) { *to, symbol, p };
  *to = new;
}

/* Other names that U gives its procedures: "\t.set\tNAME,SYMBOL".  */
static void
collect_aliases (const struct unit *u)
{
  static const char set[] = "\n\t.set\t";
  for (const char *p = u->text; (p = strstr (p, set));)
    {
      p += sizeof set - 1;
      size_t n = strcspn (p, ",\n");
      if (p[n] != ',')
	continue;
      char *symbol = line_copy (p + n + 1 + strspn (p + n + 1, " \t"));
      for (struct named *k = names.buckets[bucket_of (symbol)]; k; k = k->next)
	if (k->proc->unit == u && strcmp (k->symbol, symbol) == 0)
	  {
	    add_name (string ("%.*s", (int) n, p), k->proc);
	    break;
	  }
      free (symbol);
    }
}

static void
collect_names (void)
{
  size_t n = 0;
  for (Obj *o = the.first; o; o = o->next)
    n += o->n_procs;
  for (names.n = 64; names.n < n;)
    names.n *= 2;
  names.buckets = fresh_memory (names.n * sizeof *names.buckets);
  for (Obj *o = the.last; o; o = o->previous)
    for (Proc *p = o->last; p; p = p == o->first ? NULL : p->previous)
      add_name (p->symbol, p);
  for (Obj *o = the.last; o; o = o->previous)
    for (struct unit *u = o->units; u; u = u->next)
      collect_aliases (u);
}

/* Whether what comes before P's label makes its symbol known to other units.  */
static bool
is_global (const Proc *p)
{
  const struct unit *u = p->unit;
  size_t n = strlen (p->symbol);
  for (size_t at = p->text; at < p->end; at += strcspn (u->text + at, "\n") + 1)
    {
      const char *line = u->text + at;
      size_t word = strncmp (line, "\t.globl", 7) == 0	  ? 7
		    : strncmp (line, "\t.weak", 6) == 0	  ? 6
		    : strncmp (line, "\t.global", 8) == 0 ? 8
							  : 0;
      if (strncmp (line, p->symbol, n) == 0 && line[n] == ':')
	return false;
      word += word ? strspn (line + word, " \t") : 0;
      if (word && strncmp (line + word, p->symbol, n) == 0
	  && strchr ("#\n", line[word + n]))
	return true;
    }
  return false;
}

/* The procedure called NAME: as unit U has it, if that is not NULL; of object O, if
   that is not NULL; else of any.  */
static Proc *
find_procedure (const struct unit *u, const Obj *o, const char *name)
{
  Proc *found = NULL;
  if (!names.n)
    collect_names ();
  for (struct named *n = names.buckets[bucket_of (name)]; n; n = n->next)
    {
      Proc *p = n->proc;
      if (strcmp (n->symbol, name) != 0 || (o && p->unit->obj != o))
	continue;
      if (u && p->unit == u)
	return p;
      if (!found && (!u || is_global (p)))
	found = p;
    }
  return found;
}

Obj *
FindObj (const char *name)
{
  NEED (name);
  Proc *p = find_procedure (NULL, NULL, name);
  return p ? p->unit->obj : NULL;
}

/* Objects are in the order of the search.  */
Obj *
FindObjDepthFirst (Obj *o, const char *name)
{
  NEED (o);
  NEED (name);
  for (; o; o = o->next)
    if (find_procedure (NULL, o, name))
      return o;
  return NULL;
}

Proc *
FindProc (Obj *o, const char *name)
{
  NEED (o);
  NEED (name);
  return find_procedure (NULL, o, name);
}

Entry *
FindEntry (Obj *o, const char *name)
{
  NEED (o);
  NEED (name);
  Proc *p = find_procedure (NULL, o, name);
  return p ? &p->entry : NULL;
}

/* The instruction that is executed first.  */
static Inst *
first_inst (Proc *p)
{
  Block *b = p ? GetEntryBlock (&p->entry) : NULL;
  return b ? GetFirstInst (b) : NULL;
}

Inst *
FindInst (Obj *o, const char *name)
{
  NEED (o);
  NEED (name);
  return first_inst (find_procedure (NULL, o, name));
}

/* --- what a call calls ---------------------------------------------------- */

static bool
is_call (const Inst *i)
{
  return i->class == INST_CALL || i->class == INST_SIBCALL;
}

/* With several objects a name that others know is theirs as the loader finds it.  */
static Proc *
callee (const Inst *i)
{
  const struct unit *u = i->block->proc->unit;
  if (!is_call (i) || !i->callee)
    return NULL;
  Proc *own = find_procedure (u, u->obj, i->callee);
  if (!the.first->next || (own && !is_global (own)))
    return own;
  Obj *o = obj_defining (u->obj, i->callee, own != NULL);
  return o && o != u->obj ? find_procedure (u, o, i->callee) : o ? own : NULL;
}

#define NEED_CALL(i) \
  do \
    { \
      NEED (i); \
      if (!is_call (i)) \
	tool_fail ("%s: the instruction is no call", __func__); \
    } \
  while (0)

Obj *
GetTargetObj (Inst *i)
{
  NEED_CALL (i);
  Proc *p = callee (i);
  return p ? p->unit->obj : NULL;
}

Proc *
GetTargetProc (Inst *i)
{
  NEED_CALL (i);
  return callee (i);
}

Entry *
GetTargetEntry (Inst *i)
{
  NEED_CALL (i);
  Proc *p = callee (i);
  return p ? &p->entry : NULL;
}

Inst *
GetTargetInst (Inst *i)
{
  NEED_CALL (i);
  return first_inst (callee (i));
}

const char *
GetTargetName (Inst *i)
{
  NEED_CALL (i);
  return i->callee;
}

const char *
GetInstProcCalled (Inst *i)
{
  NEED (i);
  return is_call (i) ? i->callee : NULL;
}

Proc *
GetProcCalled (Inst *i)
{
  NEED (i);
  return callee (i);
}

static void
resolve (ProcRes *to, Proc *p, const char *name)
{
  *to = (ProcRes) { .obj = p ? p->unit->obj : NULL,
		    .proc = p,
		    .name = name,
		    .inst = first_inst (p) };
}

void
ResolveTargetProc (Inst *i, ProcRes *to)
{
  NEED_CALL (i);
  NEED (to);
  resolve (to, callee (i), i->callee);
}

void
ResolveNamedProc (const char *name, ProcRes *to)
{
  NEED (name);
  NEED (to);
  resolve (to, find_procedure (NULL, NULL, name), name);
}

void
ResolveObjNamedProc (Obj *o, const char *name, ProcRes *to)
{
  NEED (o);
  NEED (name);
  NEED (to);
  resolve (to, find_procedure (NULL, o, name), name);
}

/* All objects are there from the start: nothing is to be found that was not.  */
void
ReResolveProc (ProcRes *to)
{
  NEED (to);
}

Proc *
GetNamedProc (const char *name)
{
  NEED (name);
  return find_procedure (NULL, NULL, name);
}

Obj *
GetNamedProcObj (const char *name)
{
  return FindObj (name);
}

/* --- building and writing ------------------------------------------------- */

unsigned
BuildObj (Obj *o)
{
  NEED (o);
  return 0;
}

unsigned
IsObjBuilt (Obj *o)
{
  NEED (o);
  return 1;
}

void
WriteObj (Obj *o)
{
  NEED (o);
}

void
ReleaseObj (Obj *o)
{
  NEED (o);
}
