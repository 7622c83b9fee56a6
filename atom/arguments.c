/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is passed to a tool's routine: constants, registers, values of the moment.  */

#include "atom/calls.h"

#include <stdlib.h>
#include <string.h>

#include "atom/machine.h"
#include "atom/run/registers.h"

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
  const char *x86_64, *i386, *ia64, *aarch64, *riscv64;
} roles[] = {
  { REG_RETVAL, "REG_RETVAL", "ax", "ax", "r8", "x0", "a0" },
  { REG_ARG_1, "REG_ARG_1", "di", NULL, NULL, "x0", "a0" },
  { REG_ARG_2, "REG_ARG_2", "si", NULL, NULL, "x1", "a1" },
  { REG_ARG_3, "REG_ARG_3", "dx", NULL, NULL, "x2", "a2" },
  { REG_ARG_4, "REG_ARG_4", "cx", NULL, NULL, "x3", "a3" },
  { REG_ARG_5, "REG_ARG_5", "r8", NULL, NULL, "x4", "a4" },
  { REG_ARG_6, "REG_ARG_6", "r9", NULL, NULL, "x5", "a5" },
  { REG_GP, "REG_GP", NULL, NULL, "r1", NULL, "gp" },
  { REG_SP, "REG_SP", "sp", "sp", "r12", "sp", "sp" },
  { REG_ZERO, "REG_ZERO", NULL, NULL, NULL, NULL, "zero" },
  { FREG_RETVAL, "FREG_RETVAL", "xmm0", NULL, "f8", "v0", "fa0" },
  { FREG_ARG_1, "FREG_ARG_1", "xmm0", NULL, "f8", "v0", "fa0" },
  { FREG_ARG_2, "FREG_ARG_2", "xmm1", NULL, "f9", "v1", "fa1" },
  { FREG_ARG_3, "FREG_ARG_3", "xmm2", NULL, "f10", "v2", "fa2" },
  { FREG_ARG_4, "FREG_ARG_4", "xmm3", NULL, "f11", "v3", "fa3" },
  { FREG_ARG_5, "FREG_ARG_5", "xmm4", NULL, "f12", "v4", "fa4" },
  { FREG_ARG_6, "FREG_ARG_6", "xmm5", NULL, "f13", "v5", "fa5" },
  { FREG_ZERO, "FREG_ZERO", NULL, NULL, NULL, NULL, NULL }
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
	 : regv >= REG_A64_X0 && regv <= REG_A64_X30
	   ? string ("REG_A64_X%ld", regv - REG_A64_X0)
	 : regv >= FREG_A64_V0 && regv <= FREG_A64_V31
	   ? string ("FREG_A64_V%ld", regv - FREG_A64_V0)
	 : regv >= REG_RV_X0 && regv < FREG_RV_F0
	   ? string ("REG_RV_X%ld", regv - REG_RV_X0)
	 : regv >= FREG_RV_F0 && regv <= FREG_RV_F31
	   ? string ("FREG_RV_F%ld", regv - FREG_RV_F0)
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
  if (strcmp (t->name, "aarch64") == 0)
    return role ? role->aarch64
	   : regv >= REG_A64_X0 && regv <= REG_A64_X30
	     ? string ("x%ld", regv - REG_A64_X0)
	   : regv >= FREG_A64_V0 && regv <= FREG_A64_V31
	     ? string ("v%ld", regv - FREG_A64_V0)
	     : NULL;
  if (strcmp (t->name, "riscv64") == 0)
    return role ? role->riscv64
	   : regv >= REG_RV_X0 && regv <= FREG_RV_F31
	     ? t->regs[regv - REG_RV_X0].name
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
	 || (regv >= FREG_XMM0 && regv <= FREG_XMM15)
	 || (regv >= FREG_A64_V0 && regv <= FREG_A64_V31)
	 || (regv >= FREG_RV_F0 && regv <= FREG_RV_F31);
}

_Noreturn static void
refuse_register (const struct adding *a, long regv)
{
  const struct halt_target *t = a->target;
  const struct role *role = role_of (regv);
  const char *why
    = role && t->word_bits == 32 && is_float (regv)
	? "it has floating-point values in no 32 bits"
      : role || regv > REG_31
	? "it has none"
	: "it is an Alpha's; other machines' are REG_SP, "
	  "REG_ARG_1 ..., REG_X86_RAX ..., REG_A64_X0 ... and REG_RV_X0 ...";
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
argument_slot (int number)
{
  return (struct value) { .form = VALUE_SLOT, .number = number };
}

/* REGV before or after an object: as it was when the analysis was entered.  */
static struct value
outside_value (const struct adding *a, long regv)
{
  const char *target = a->target->name, *name = target_name (a->target, regv);
  bool before = a->before;
  if (!the.folder)
    tool_fail ("%s: %s: the compiler knows no registers at that place",
	       a->function, a->routine);
  switch (regv)
    {
    case REG_PC:
      return (struct value) {
	.form = VALUE_NUMBER,
	.number = GetObjInfo (a->outside, ObjTextStartAddress)
		  + (before ? 0 : GetObjInfo (a->outside, ObjTextSize))
      };
    case REG_CC:
      return argument_slot (SLOT_CYCLES);
    case REG_IPC:
    case REG_RA:
      return argument_slot (SLOT_RETURN);
    }
  if (strcmp (target, "i386") == 0 && regv >= REG_ARG_1 && regv <= REG_ARG_6)
    return argument_slot (SLOT_STACK + (regv - REG_ARG_1));
  int reg = name ? halt_reg_find (a->target, name) : HALT_NO_REG;
  if (reg == HALT_NO_REG)
    refuse_register (a, regv);
  return argument_slot (reg);
}

static struct value
register_value (const struct adding *a, const struct parameter *p, long regv)
{
  if (regv == REG_NOTUSED)
    tool_fail ("%s: %s: REG_NOTUSED is no register", a->function, a->routine);
  if (is_float (regv) != (p->type == PARAMETER_FREGV))
    tool_fail ("%s: %s: %s is not for %s", a->function, a->routine,
	       regv_name (regv), p->type == PARAMETER_FREGV ? "FREGV" : "REGV");
  if (a->outside)
    return outside_value (a, regv);
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
  int kind;			/* __builtin_classify_type's, or negative: unknown */
  long value;			/* a pointer, too */
};
enum
{
  KIND_BOOL = 4,
  KIND_REAL = 8
};

static bool
is_number (const struct given *g)
{
  return g->kind < 0 || (g->kind > 0 && g->kind <= KIND_BOOL);
}

static bool
is_pointer (const struct given *g)
{
  return g->kind < 0 || g->kind > KIND_BOOL;
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

static struct given
take_argument (struct adding *a, enum parameter_type type)
{
  struct given g = { .kind = -1 };
  if (a->n >= 0)
    {
      g.kind = va_arg (a->list, int);
      g.value = va_arg (a->list, long);
    }
  else if (type == PARAMETER_LONG)
    g.value = va_arg (a->list, long);
  else if ((type >= PARAMETER_STRING && type <= PARAMETER_LONGS)
	   || type == PARAMETER_XLATE)
    g.value = (long) va_arg (a->list, void *);
  else
    g.value = va_arg (a->list, int);
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

struct call *
call_make (struct adding *a)
{
  struct proto *p = declared (a);
  int n_arguments = 0;
  if (a->n >= 0 && a->n != p->n)
    tool_fail ("%s: %s has %d parameter%s, but %d argument%s passed",
	       a->function, p->name, p->n, p->n == 1 ? "" : "s", a->n,
	       a->n == 1 ? " is" : "s are");
  struct call *c = fresh_memory (sizeof *c);
  c->proto = p;
  c->values = fresh_memory ((p->n + 1) * sizeof *c->values);
  c->file = the.file;
  c->line = the.line;
  for (int i = 0; i < p->n; i++)
    {
      struct given g = take_argument (a, p->parameters[i].type);
      c->values[i] = value_of (a, &p->parameters[i], i, &g, &n_arguments);
    }
  p->used = true;
  return c;
}
