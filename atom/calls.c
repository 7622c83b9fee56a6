/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls that are added: where, and what is passed.  */

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "atom/atom.h"
#include "atom/machine.h"

/* --- data ----------------------------------------------------------------- */

/* Constant data by what they are.  */
static struct
{
  struct data **slots;
  size_t n, used;		/* N is a power of 2, or 0 */
} constants;

static struct data **
slot_of (const void *bytes, size_t size, int align)
{
  const unsigned char *b = bytes;
  size_t hash = 5381 + align;
  for (size_t i = 0; i < size; i++)
    hash = 33 * hash + b[i];
  for (hash ^= hash >> 15;; hash++)
    {
      struct data **slot = &constants.slots[hash & (constants.n - 1)];
      const struct data *d = *slot;
      if (!d
	  || (d->size == size && d->align == align
	      && memcmp (d->bytes, bytes, size) == 0))
	return slot;
    }
}

static void
more_slots (void)
{
  struct data **old = constants.slots;
  size_t n = constants.n;
  constants.n = n ? 2 * n : 256;
  constants.slots = fresh_memory (constants.n * sizeof *constants.slots);
  for (size_t i = 0; i < n; i++)
    if (old[i])
      *slot_of (old[i]->bytes, old[i]->size, old[i]->align) = old[i];
  free (old);
}

struct data *
data_of (const void *bytes, size_t size, int align, bool constant)
{
  static int n;
  struct data **slot = NULL;
  if (constant)
    {
      if (2 * constants.used >= constants.n)
	more_slots ();
      slot = slot_of (bytes, size, align);
      if (*slot)
	return *slot;
      constants.used++;
    }
  struct data *d = fresh_memory (sizeof *d);
  d->bytes = bytes;
  d->size = size;
  d->align = align;
  d->constant = constant;
  snprintf (d->label, sizeof d->label, "__halt_data_%d", n++);
  *(the.last_data ? &the.last_data->next : &the.data) = d;
  the.last_data = d;
  if (slot)
    *slot = d;
  return d;
}

/* --- where ---------------------------------------------------------------- */

static const char *const place_names[] = {
  [ProgramBefore] = "ProgramBefore", [ProgramAfter] = "ProgramAfter",
  [ObjBefore] = "ObjBefore",	     [ObjAfter] = "ObjAfter",
  [ProcBefore] = "ProcBefore",	     [ProcAfter] = "ProcAfter",
  [EntryBefore] = "EntryBefore",     [BlockBefore] = "BlockBefore",
  [BlockAfter] = "BlockAfter",	     [InstBefore] = "InstBefore",
  [InstAfter] = "InstAfter"
};

/* A call that is being added.  */
struct adding
{
  const char *function;		/* of the interface */
  const char *routine;
  const struct halt_target *target;
  bool constant;		/* no values of the moment of the call */
  bool replaces;
  Inst *inst;			/* InstBefore or InstAfter of this ... */
  bool before;
  /* REG_PC: the address of this instruction or procedure; or of each instruction
     that leaves the latter.  */
  Inst *pc_inst;
  Proc *pc_proc;
  bool leaves;
};

/* Which of calls[2] PLACE is, one of BEFORE_ and BEFORE_ + 1; EntryAfter is not
   there.  */
static int
side (const char *function, PlaceType place, PlaceType before)
{
  if ((place & ~1u) == before && place != (EntryBefore | 1))
    return place & 1;
  size_t n = sizeof place_names / sizeof *place_names;
  const char *name = (size_t) place < n ? place_names[place] : NULL;
  if (before == EntryBefore)
    tool_fail ("%s: the place is %s: it has to be EntryBefore", function,
	       name ? name : string ("%d", (int) place));
  tool_fail ("%s: the place is %s: it has to be %s or %s", function,
	     name ? name : string ("%d", (int) place), place_names[before],
	     place_names[before + 1]);
}

/* --- registers ------------------------------------------------------------ */

static const char *const x86_names[] = {
  "ax", "dx",  "cx",  "bx",  "si",  "di",  "bp", "r8",
  "r9", "r10", "r11", "r12", "r13", "r14", "r15"
};

/* Registers that have a role in all calling conventions; NULL: not there.  */
static const struct role
{
  RegvType regv;
  const char *name;
  const char *x86_64, *i386, *ia64;
} roles[] = {
  { REG_RETVAL, "REG_RETVAL", "ax", "ax", "r8" },
  { REG_ARG_1, "REG_ARG_1", "di", NULL, NULL },
  { REG_ARG_2, "REG_ARG_2", "si", NULL, NULL },
  { REG_ARG_3, "REG_ARG_3", "dx", NULL, NULL },
  { REG_ARG_4, "REG_ARG_4", "cx", NULL, NULL },
  { REG_ARG_5, "REG_ARG_5", "r8", NULL, NULL },
  { REG_ARG_6, "REG_ARG_6", "r9", NULL, NULL },
  { REG_GP, "REG_GP", NULL, NULL, "r1" },
  { REG_SP, "REG_SP", "sp", "sp", "r12" },
  { REG_ZERO, "REG_ZERO", NULL, NULL, NULL },
  { FREG_RETVAL, "FREG_RETVAL", "xmm0", NULL, "f8" },
  { FREG_ARG_1, "FREG_ARG_1", "xmm0", NULL, "f8" },
  { FREG_ARG_2, "FREG_ARG_2", "xmm1", NULL, "f9" },
  { FREG_ARG_3, "FREG_ARG_3", "xmm2", NULL, "f10" },
  { FREG_ARG_4, "FREG_ARG_4", "xmm3", NULL, "f11" },
  { FREG_ARG_5, "FREG_ARG_5", "xmm4", NULL, "f12" },
  { FREG_ARG_6, "FREG_ARG_6", "xmm5", NULL, "f13" },
  { FREG_ZERO, "FREG_ZERO", NULL, NULL, NULL }
};

static const struct role *
role_of (long regv)
{
  for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
    if (roles[i].regv == regv)
      return &roles[i];
  return NULL;
}

/* How the tool wrote REGV, most likely.  */
static const char *
regv_name (long regv)
{
  const struct role *role = role_of (regv);
  return role ? role->name
	 : regv >= FREG_0 && regv <= FREG_31
	   ? string ("FREG_%ld", regv - FREG_0)
	 : regv >= FREG_XMM0 && regv <= FREG_XMM15
	   ? string ("FREG_XMM%ld", regv - FREG_XMM0)
	 : regv >= REG_X86_RAX && regv <= REG_X86_R15
	   ? string ("an x86's %s", x86_names[regv - REG_X86_RAX])
	 : regv == REG_NOTUSED ? "REG_NOTUSED"
			       : string ("REG_%ld", regv);
}

/* The name of REGV in T's table, or NULL.  */
static const char *
target_name (const struct halt_target *t, long regv)
{
  bool wide = strcmp (t->name, "x86-64") == 0,
       narrow = strcmp (t->name, "i386") == 0;
  const struct role *role = role_of (regv);
  if (strcmp (t->name, "alpha") == 0)
    return regv <= REG_31    ? string ("$%ld", regv)
	   : regv <= FREG_31 ? string ("$f%ld", regv - FREG_0)
			     : NULL;
  if (role)
    return wide ? role->x86_64 : narrow ? role->i386 : role->ia64;
  if (wide && regv >= FREG_XMM0 && regv <= FREG_XMM15)
    return string ("xmm%ld", regv - FREG_XMM0);
  if (regv >= REG_X86_RAX && regv <= (wide ? REG_X86_R15 : REG_X86_RBP)
      && (wide || narrow))
    return x86_names[regv - REG_X86_RAX];
  return NULL;
}

static bool
is_float (long regv)
{
  return (regv >= FREG_0 && regv <= FREG_31)
	 || (regv >= FREG_XMM0 && regv <= FREG_XMM15);
}

_Noreturn static void
refuse_register (const struct adding *a, long regv)
{
  const struct halt_target *t = a->target;
  const struct role *role = role_of (regv);
  const char *why = role && t->word_bits == 32 && is_float (regv)
		      ? "it has floating-point values in no 32 bits"
		    : role || regv > REG_31
		      ? "it has none"
		      : "it is an Alpha's; other machines' are REG_SP, "
			"REG_ARG_1 ..., and an x86's REG_X86_RAX ...";
  tool_fail ("%s: %s: %s is no register of %s: %s", a->function, a->routine,
	     regv_name (regv), t->name, why);
}

/* REG_PC.  */
static struct value
pc_value (const struct adding *a)
{
  if (a->leaves)
    {
      pc_need (a->pc_proc->unit->obj);
      return (struct value) { .form = VALUE_EXIT };
    }
  return (struct value) {
    .form = VALUE_NUMBER,
    .number = a->pc_inst ? InstPC (a->pc_inst) : ProcPC (a->pc_proc)
  };
}

/* Whether a register that arguments are passed in by -mregparm, and by GCC between a
   unit's own functions, is live before I.  */
static bool
has_register_arguments (const struct halt_target *t, const Inst *i)
{
  static const char *const names[] = { "ax", "dx", "cx" };
  struct facts f;
  char *line = line_copy (i->before);
  bool found = false;
  if (!facts_read (t, &f, line))
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
      found |= reg_set_has (&f.point.live, halt_reg_find (t, names[n]));
  free (line);
  return found;
}

/* Argument N of an i386's: on the stack.  Before a call it is the call's, where a
   procedure is entered the procedure's.  */
static struct value
stack_value (const struct adding *a, int n)
{
  const Inst *i = a->inst && a->before ? a->inst : NULL;
  bool call = i && (i->class == INST_CALL || i->class == INST_SIBCALL);
  const Inst *first
    = GetFirstInst (GetEntryBlock (&(a->pc_inst ? a->pc_inst->block->proc
						: a->pc_proc)
				      ->entry));
  bool entered = !a->leaves
		 && (!a->pc_inst || (a->before && a->pc_inst == first));
  if (!call && !entered)
    tool_fail (
      "%s: %s: REG_ARG_%d is on the stack of i386, and known only where a "
      "procedure is entered and before a call",
      a->function, a->routine, n + 1);
  if (call ? i->callee && i->before && has_register_arguments (a->target, i)
	   : first->before && has_register_arguments (a->target, first))
    tool_fail (
      "%s: %s: REG_ARG_%d: %s is passed arguments in registers: see its "
      "code (InstText)",
      a->function, a->routine, n + 1,
      call ? i->callee : first->block->proc->symbol);
  bool below = call && i->class == INST_CALL;
  return (struct value) {
    .form = VALUE_STACK,
    .number = (below ? n : n + 1) * a->target->word_bits / 8
  };
}

static struct value
register_value (const struct adding *a, const struct parameter *p, long regv)
{
  if (a->constant)
    tool_fail ("%s: %s: there are no registers at that place", a->function,
	       a->routine);
  if (regv == REG_NOTUSED)
    tool_fail ("%s: %s: REG_NOTUSED is no register", a->function, a->routine);
  if (is_float (regv) != (p->type == PARAMETER_FREGV))
    tool_fail ("%s: %s: %s is not for %s", a->function, a->routine,
	       regv_name (regv), p->type == PARAMETER_FREGV ? "FREGV" : "REGV");
  switch (regv)
    {
    case REG_PC:
      return pc_value (a);
    case REG_CC:
      return (struct value) { .form = VALUE_CYCLES };
    case REG_IPC:
      return (struct value) { .form = VALUE_HERE };
    case REG_RA:
      return (struct value) { .form = VALUE_RETURN };
    }
  bool zero = regv == REG_ZERO || regv == FREG_ZERO;
  if (zero
      && (strcmp (a->target->name, "alpha") == 0
	  || strcmp (a->target->name, "ia64") == 0))
    return (struct value) { .form = VALUE_NUMBER, .number = 0 };
  if (regv >= REG_ARG_1 && regv <= REG_ARG_6
      && strcmp (a->target->name, "i386") == 0)
    return stack_value (a, regv - REG_ARG_1);
  const char *name = target_name (a->target, regv);
  int reg = name ? halt_reg_find (a->target, name) : HALT_NO_REG;
  if (reg == HALT_NO_REG)
    refuse_register (a, regv);
  return (struct value) { .form = VALUE_REGISTER, .number = reg };
}

/* --- VALUE ---------------------------------------------------------------- */

_Noreturn static void
refuse_value (const struct adding *a, const char *name, const char *where)
{
  tool_fail ("%s: %s: %s is only for %s", a->function, a->routine, name, where);
}

static struct value
address_value (const struct adding *a, int n)
{
  const char *name = n ? "EffAddrValue2" : "EffAddrValue";
  const char *where = "InstBefore of an instruction that accesses memory";
  if (!a->inst || !a->before || a->inst->n_accesses == 0)
    refuse_value (a, name, where);
  if (a->inst->n_accesses <= n)
    refuse_value (a, name,
		  "instructions with two accesses (GetInstAccessCount)");
  if (GetInstAccessPlaces (a->inst, n) > 1)
    refuse_value (
      a, name,
      "accesses of one address (GetInstAccessPlaces): this one has an "
      "address for each element of a vector");
  return (struct value) { .form = VALUE_ADDRESS, .number = n };
}

static struct value
computed_value (const struct adding *a, long value, int *n_arguments)
{
  switch (value)
    {
    case EffAddrValue:
    case EffAddrValue2:
      return address_value (a, value == EffAddrValue2);
    case BrCondValue:
      if (!a->inst || !a->before || a->inst->class != INST_BRANCH)
	refuse_value (a, "BrCondValue", "InstBefore of a conditional branch");
      return (struct value) { .form = VALUE_CONDITION };
    case ArgValue:
      if (!a->replaces)
	refuse_value (a, "ArgValue", "ReplaceEntry");
      return (struct value) { .form = VALUE_ARGUMENT,
			      .number = (*n_arguments)++ };
    case ReplAddrValue:
      if (!a->replaces)
	refuse_value (a, "ReplAddrValue", "ReplaceEntry");
      return (struct value) { .form = VALUE_REPLACED };
    }
  tool_fail ("%s: %s: %ld is passed for VALUE: that is none of EffAddrValue, "
	     "EffAddrValue2, BrCondValue, ArgValue, ReplAddrValue",
	     a->function, a->routine, value);
}

/* --- constants ------------------------------------------------------------ */

/* An argument as the tool passed it.  */
struct given
{
  int kind;			/* __builtin_classify_type's, or UNKNOWN */
  long value;			/* a pointer, too */
};
enum
{
  UNKNOWN = -1,
  KIND_BOOL = 4,
  KIND_REAL = 8
};

static bool
is_number (const struct given *g)
{
  return g->kind == UNKNOWN || (g->kind > 0 && g->kind <= KIND_BOOL);
}

static bool
is_pointer (const struct given *g)
{
  return g->kind == UNKNOWN || g->kind > KIND_BOOL;
}

static struct value
number_value (const struct adding *a, const struct parameter *p, int n,
	      const struct given *g)
{
  static const char *const names[] = { "char", "int", "long" };
  int bits = p->type == PARAMETER_CHAR	 ? 8
	     : p->type == PARAMETER_INT	 ? 32
	     : a->target->word_bits < 64 ? a->target->word_bits
					 : 64;
  int64_t v = g->value;
  if (bits < 64
      && (v < -((int64_t) 1 << (bits - 1)) || v >= (int64_t) 1 << bits))
    tool_fail ("%s: %s: argument %d, %ld, is more than %s can be%s",
	       a->function, a->routine, n + 1, g->value, names[p->type],
	       p->type == PARAMETER_INT ? ": declare it long" : "");
  return (struct value) { .form = VALUE_NUMBER, .number = v };
}

/* The N longs at ARRAY as the target has them.  */
static const void *
target_longs (const struct halt_target *t, const long *array, size_t n)
{
  if ((size_t) t->word_bits / 8 == sizeof *array)
    return array;
  int32_t *copy = fresh_memory (n * sizeof *copy);
  for (size_t i = 0; i < n; i++)
    copy[i] = array[i];
  return copy;
}

static struct value
data_value (const struct adding *a, const struct parameter *p, int n,
	    const struct given *g)
{
  const void *bytes = (const void *) g->value;
  size_t word = a->target->word_bits / 8;
  size_t align = p->type == PARAMETER_INTS    ? 4
		 : p->type == PARAMETER_LONGS ? word
					      : 1;
  if (!bytes && p->type == PARAMETER_STRING)
    return (struct value) { .form = VALUE_NUMBER, .number = 0 };
  if (!bytes)
    tool_fail ("%s: %s: argument %d is NULL", a->function, a->routine, n + 1);
  if (p->type != PARAMETER_STRING && p->n == 0)
    tool_fail (
      "%s: %s: the length of argument %d is not declared: AddCallProto once "
      "more, with 'int[LENGTH]'",
      a->function, a->routine, n + 1);
  size_t size = p->type == PARAMETER_STRING ? strlen (bytes) + 1 : p->n * align;
  if (p->type == PARAMETER_LONGS)
    bytes = target_longs (a->target, bytes, p->n);
  if (!p->stable && !p->freed && bytes == (const void *) g->value)
    bytes = memcpy (fresh_memory (size), bytes, size);
  return (struct value) { .form = VALUE_DATA,
			  .data = data_of (bytes, size, align, p->constant) };
}

static struct value
xlate_value (const struct adding *a, int n, Xlate *x)
{
  if (!x)
    tool_fail ("%s: %s: argument %d is NULL", a->function, a->routine, n + 1);
  if (!xlate_is_made (x))
    tool_fail ("%s: %s: argument %d is not of CreateXlate", a->function,
	       a->routine, n + 1);
  if (!x->data)
    x->data = data_of (NULL, 0, a->target->pointer_bits / 8, false);
  x->data->xlate = x;
  return (struct value) { .form = VALUE_DATA, .data = x->data };
}

/* --- arguments ------------------------------------------------------------ */

/* What parameter N is passed, which must be of its type.  */
static struct value
value_of (const struct adding *a, const struct parameter *p, int n,
	  const struct given *g, int *n_arguments)
{
  bool data = (p->type >= PARAMETER_STRING && p->type <= PARAMETER_LONGS)
	      || p->type == PARAMETER_XLATE;
  if (g->kind == KIND_REAL)
    tool_fail (
      "%s: %s: argument %d is a floating-point number, which cannot be "
      "passed",
      a->function, a->routine, n + 1);
  if (data ? !is_pointer (g) && g->value : !is_number (g))
    tool_fail ("%s: %s: argument %d is a %s, and declared as a %s", a->function,
	       a->routine, n + 1, data ? "number" : "pointer",
	       data ? "string or an array" : "number");
  switch (p->type)
    {
    case PARAMETER_CHAR:
    case PARAMETER_INT:
    case PARAMETER_LONG:
      return number_value (a, p, n, g);
    case PARAMETER_VALUE:
      return computed_value (a, g->value, n_arguments);
    case PARAMETER_REGV:
    case PARAMETER_FREGV:
      return register_value (a, p, g->value);
    case PARAMETER_XLATE:
      return xlate_value (a, n, (Xlate *) g->value);
    case PARAMETER_STRING:
    case PARAMETER_CHARS:
    case PARAMETER_INTS:
    case PARAMETER_LONGS:
      break;
    }
  return data_value (a, p, n, g);
}

/* Where arguments come from: the macros, which say their number and types, or a call
   in C.  */
struct source
{
  int n;			/* UNKNOWN: that is what is declared */
  va_list list;
};

static struct given
take_argument (struct source *from, enum parameter_type type)
{
  struct given g = { .kind = UNKNOWN };
  if (from->n != UNKNOWN)
    {
      g.kind = va_arg (from->list, int);
      g.value = va_arg (from->list, long);
    }
  else if (type == PARAMETER_LONG)
    g.value = va_arg (from->list, long);
  else if ((type >= PARAMETER_STRING && type <= PARAMETER_LONGS)
	   || type == PARAMETER_XLATE)
    g.value = (long) va_arg (from->list, void *);
  else
    g.value = va_arg (from->list, int);
  return g;
}

static struct proto *
declared (const struct adding *a)
{
  NEED_FOR (a->function, a->routine);
  struct proto *p = proto_find (a->routine);
  const char *by = a->replaces ? "ReplaceProto" : "AddCallProto";
  if (!p)
    tool_fail ("%s: %s was not declared: %s comes first", a->function,
	       a->routine, by);
  if (p->replacement != a->replaces)
    tool_fail ("%s: %s was not declared by %s", a->function, a->routine, by);
  return p;
}

/* The call of A's routine with arguments FROM there.  */
static struct call *
make_call (struct adding *a, struct source *from)
{
  struct proto *p = declared (a);
  int n_arguments = 0;
  if (from->n != UNKNOWN && from->n != p->n)
    tool_fail ("%s: %s has %d parameter%s, but %d argument%s passed",
	       a->function, p->name, p->n, p->n == 1 ? "" : "s", from->n,
	       from->n == 1 ? " is" : "s are");
  struct call *c = fresh_memory (sizeof *c);
  c->proto = p;
  c->values = fresh_memory ((p->n + 1) * sizeof *c->values);
  c->file = tool_file;
  c->line = tool_line;
  for (int i = 0; i < p->n; i++)
    {
      struct given g = take_argument (from, p->parameters[i].type);
      c->values[i] = value_of (a, &p->parameters[i], i, &g, &n_arguments);
    }
  p->used = true;
  return c;
}

static void
append (struct calls *to, struct call *c)
{
  *(to->last ? &to->last->next : &to->first) = c;
  to->last = c;
}

/* --- the program and its objects ------------------------------------------ */

static void
add_program (const char *function, PlaceType place, const char *routine,
	     struct source *from)
{
  struct adding a = { .function = function,
		      .routine = routine,
		      .target = the.target,
		      .constant = true };
  int at = side (function, place, ProgramBefore);
  append (&the.calls[at], make_call (&a, from));
}

static void
add_obj (const char *function, Obj *o, PlaceType place, const char *routine,
	 struct source *from)
{
  NEED_FOR (function, o);
  struct adding a = { .function = function,
		      .routine = routine,
		      .target = the.target,
		      .constant = true };
  int at = side (function, place, ObjBefore);
  append (&o->calls[at], make_call (&a, from));
}

/* --- procedures and entries ----------------------------------------------- */

/* ProcBefore is EntryBefore of all entries, which is one.  */
static void
add_proc (const char *function, Proc *p, PlaceType place, const char *routine,
	  struct source *from)
{
  NEED_FOR (function, p);
  int at = side (function, place, ProcBefore);
  struct adding a = { .function = function,
		      .routine = routine,
		      .target = p->unit->target,
		      .pc_proc = p,
		      .leaves = at == AFTER };
  append (at == BEFORE ? &p->entry.calls : &p->calls[AFTER],
	  make_call (&a, from));
}

static void
add_entry (const char *function, Entry *e, PlaceType place, const char *routine,
	   struct source *from)
{
  NEED_FOR (function, e);
  side (function, place, EntryBefore);
  struct adding a = { .function = function,
		      .routine = routine,
		      .target = e->proc->unit->target,
		      .pc_proc = e->proc };
  append (&e->calls, make_call (&a, from));
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

/* Whether the instruction I names REG, but not as where memory is.  */
static bool
may_change (const Inst *i, const char *reg)
{
  const char *text = InstText ((Inst *) i);
  size_t n = strlen (reg);
  for (const char *at = text; (at = strstr (at, reg)); at += n)
    if (!(at > text && at[-1] == '(' && at[n] == ')')
	&& !(at[n] >= '0' && at[n] <= '9'))
      return true;
  return false;
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
add_inst (const char *function, Inst *i, PlaceType place, const char *routine,
	  struct source *from)
{
  NEED_FOR (function, i);
  int at = side (function, place, InstBefore);
  struct adding a = { .function = function,
		      .routine = routine,
		      .target = i->block->proc->unit->target,
		      .inst = i,
		      .before = at == BEFORE,
		      .pc_inst = i };
  struct call *c = make_call (&a, from);
  if (at == BEFORE || !never_returns (i))
    append (place_of (&a, i, at, c), c);
}

static void
add_block (const char *function, Block *b, PlaceType place, const char *routine,
	   struct source *from)
{
  NEED_FOR (function, b);
  int at = side (function, place, BlockBefore);
  Inst *i = at == BEFORE ? GetFirstInst (b) : GetLastInst (b);
  struct adding a = { .function = function,
		      .routine = routine,
		      .target = b->proc->unit->target,
		      .before = at == BEFORE,
		      .pc_inst = i };
  struct call *c = make_call (&a, from);
  if (at == AFTER && never_returns (i))
    return;
  append (has_place (i, at) ? &b->calls[at] : place_of (&a, i, at, c), c);
}

static void
add_edge (const char *function, Edge *e, const char *routine,
	  struct source *from)
{
  NEED_FOR (function, e);
  if (!e->from && !e->to)
    tool_fail ("%s: the edge has no block", function);
  if (!CanAddCallEdge (e))
    tool_fail ("%s: nothing can be called on this edge of %s, of kind '%s' "
	       "(CanAddCallEdge)",
	       function, (e->from ? e->from : e->to)->proc->symbol, e->kind);
  Proc *p = e->from ? e->from->proc : e->to->proc;
  struct adding a = { .function = function,
		      .routine = routine,
		      .target = p->unit->target,
		      .pc_inst = e->from ? GetLastInst (e->from) : NULL,
		      .pc_proc = e->from ? NULL : p };
  append (&e->calls, make_call (&a, from));
}

/* --- replacements --------------------------------------------------------- */

static void
check_replaced (const char *function, const Proc *p)
{
  const struct call *old = p->entry.replacement ? p->entry.replacement
						: p->replacement;
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
replace_entry (const char *function, Entry *e, const char *routine,
	       struct source *from)
{
  NEED_FOR (function, e);
  check_replaced (function, e->proc);
  struct adding a = { .function = function,
		      .routine = routine,
		      .target = e->proc->unit->target,
		      .replaces = true,
		      .pc_proc = e->proc };
  struct call *c = make_call (&a, from);
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
  p->replacement->file = tool_file;
  p->replacement->line = tool_line;
}

/* --- what a tool calls ---------------------------------------------------- */

/* In C, and by the macros.  */
#define CALL(from_n, last, call) \
  do \
    { \
      struct source from = { .n = (from_n) }; \
      va_start (from.list, last); \
      call; \
      va_end (from.list); \
    } \
  while (0)

void
AddCallProgram (PlaceType place, const char *routine, ...)
{
  CALL (UNKNOWN, routine, add_program (__func__, place, routine, &from));
}

void
AddCallObj (Obj *o, PlaceType place, const char *routine, ...)
{
  CALL (UNKNOWN, routine, add_obj (__func__, o, place, routine, &from));
}

void
AddCallProc (Proc *p, PlaceType place, const char *routine, ...)
{
  CALL (UNKNOWN, routine, add_proc (__func__, p, place, routine, &from));
}

void
AddCallEntry (Entry *e, PlaceType place, const char *routine, ...)
{
  CALL (UNKNOWN, routine, add_entry (__func__, e, place, routine, &from));
}

void
AddCallBlock (Block *b, PlaceType place, const char *routine, ...)
{
  CALL (UNKNOWN, routine, add_block (__func__, b, place, routine, &from));
}

void
AddCallInst (Inst *i, PlaceType place, const char *routine, ...)
{
  CALL (UNKNOWN, routine, add_inst (__func__, i, place, routine, &from));
}

void
AddCallEdge (Edge *e, const char *routine, ...)
{
  CALL (UNKNOWN, routine, add_edge (__func__, e, routine, &from));
}

void
ReplaceEntry (Entry *e, const char *routine, ...)
{
  CALL (UNKNOWN, routine, replace_entry (__func__, e, routine, &from));
}

void
atom_call_program (PlaceType place, const char *routine, int n, ...)
{
  CALL (n, n, add_program ("AddCallProgram", place, routine, &from));
}

void
atom_call_obj (Obj *o, PlaceType place, const char *routine, int n, ...)
{
  CALL (n, n, add_obj ("AddCallObj", o, place, routine, &from));
}

void
atom_call_proc (Proc *p, PlaceType place, const char *routine, int n, ...)
{
  CALL (n, n, add_proc ("AddCallProc", p, place, routine, &from));
}

void
atom_call_entry (Entry *e, PlaceType place, const char *routine, int n, ...)
{
  CALL (n, n, add_entry ("AddCallEntry", e, place, routine, &from));
}

void
atom_call_block (Block *b, PlaceType place, const char *routine, int n, ...)
{
  CALL (n, n, add_block ("AddCallBlock", b, place, routine, &from));
}

void
atom_call_inst (Inst *i, PlaceType place, const char *routine, int n, ...)
{
  CALL (n, n, add_inst ("AddCallInst", i, place, routine, &from));
}

void
atom_call_edge (Edge *e, const char *routine, int n, ...)
{
  CALL (n, n, add_edge ("AddCallEdge", e, routine, &from));
}

void
atom_replace_entry (Entry *e, const char *routine, int n, ...)
{
  CALL (n, n, replace_entry ("ReplaceEntry", e, routine, &from));
}
