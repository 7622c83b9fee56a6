/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pots with copies of routines (copy_text.c) in place of calls: where there are some,
   which registers they use, and what their text is.

   Where the program needs a register that the routine uses, the copy uses one
   that nobody needs in its place, if its instructions name all registers that they
   use.  That is as good as saving, and takes no instruction but where the copy calls:
   what it calls finds everything where the routine has it.  */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "recipes/x86/frame.h"

/* Where code is to be small: a call takes 5 bytes, and what it steps over the
   red zone with.  */
#define SMALL_COPY 8

bool
x86_copies (const struct halt_point *pt)
{
  bool reads = false;
  for (int i = 0; i < X86_64_ARG_REGS; i++)
    reads |= reg_set_has (&pt->summary.reads, x86_64_arg_regs[i]);
  return pt->summarized && pt->summary.copy && pt->summary.unaligned
	 && halt_kind_args (pt->kind) != HALT_ARGS_OWN
	 && halt_kind_args (pt->kind) != HALT_ARGS_START && !pt->cells
	 && !pt->access.lanes.n && !pt->far_code && !pt->far_data
	 && !pt->indirect && !pt->got
	 && !(pt->small && (reads || pt->summary.copy_bytes > SMALL_COPY));
}

bool
x86_copy_uses_stack (const struct halt_point *pt)
{
  return strncmp (pt->summary.copy, "call/", 5) == 0
	 || strstr (pt->summary.copy, ";call/") != NULL;
}

/* --- other registers ------------------------------------------------------- */

/* The general register, and how many bytes of it, that the SIZE characters at NAME
   are the name of; HALT_NO_REG if they are not.  */
static int
general_reg (const char *name, size_t size, int *bytes)
{
  static const int widths[] = { 8, 4, 2, 1 };
  for (int r = 0; r < X86_XMM0; r++)
    for (int w = 0; w < 4; w++)
      {
	char text[8];
	x86_reg_text (r, widths[w], text, sizeof text);
	if (strlen (text) == size && memcmp (text, name, size) == 0)
	  {
	    *bytes = widths[w];
	    return r;
	  }
      }
  return HALT_NO_REG;
}

/* How many operands the SIZE characters at P are.  */
static int
count_operands (const char *p, size_t size)
{
  int n = 1, depth = 0;
  for (const char *end = p + size; p < end; p++)
    {
      depth += (*p == '(') - (*p == ')');
      n += *p == ',' && depth == 0;
    }
  return n;
}

/* Whether the instruction of SIZE characters at TEXT uses no general register but
   those it names, all of which have names of that kind; or calls.  */
static bool
names_all (const char *text, size_t size)
{
  static const char *const good[] = {
    "mov", "lea", "add", "sub", "adc", "sbb", "and", "or", "xor", "not", "neg",
    "inc", "dec", "cmp", "test", "shl", "shr", "sar", "sal", "rol", "ror",
    "imul", "j", "cmov", "set", "bt", "popcnt", "lzcnt", "tzcnt", "bsf", "bsr",
    "bswap", "xchg", "xadd", "cvt", "mul", "div", "sqrt", "pxor", "padd",
    "psub", "por", "pand", "un", "vmov", "vadd", "vsub", "vmul", "vdiv", "vcvt",
    "vxor", "vpadd", "vpsub", "vpxor", "vpor", "vpand", "nop"
  };
  /* GCC does not write the cl of shld and shrd.  */
  static const char *const bad[] = { "cmpxchg", "cmps",	  "mulx", "jrcxz",
				     "jecxz",	"addr32", "shld", "shrd" };
  const char *operands = memchr (text, '/', size);
  const char *name = text;
  size_t i = 0;
  if (isdigit ((unsigned char) *text) || strncmp (text, "call/", 5) == 0)
    return true;
  if (strncmp (text, "lock/", 5) == 0)
    {
      name += 5;
      operands = memchr (name, '/', size - 5);
    }
  while (i < sizeof good / sizeof *good
	 && strncmp (name, good[i], strlen (good[i])) != 0)
    i++;
  if (i == sizeof good / sizeof *good
      || (!operands && strncmp (name, "nop", 3)))
    return false;
  for (i = 0; i < sizeof bad / sizeof *bad; i++)
    if (strncmp (name, bad[i], strlen (bad[i])) == 0)
      return false;
  /* What is at an address of 64 bits is moved to ax alone.  */
  if (strncmp (name, "movabs", 6) == 0 && operands[1] != '$')
    return false;
  /* With one operand, the others are in ax and dx.  */
  if ((strncmp (name, "mul", 3) == 0 || strncmp (name, "imul", 4) == 0
       || strncmp (name, "div", 3) == 0)
      && count_operands (operands, text + size - operands) == 1)
    return false;
  for (const char *p = operands; p && p < text + size; p++)
    if (*p == '%')
      {
	static const char *const fixed[] = { "cl", "ah", "bh", "ch", "dh" };
	for (i = 0; i < sizeof fixed / sizeof *fixed; i++)
	  if (strncmp (p + 1, fixed[i], 2) == 0)
	    return false;
      }
  return true;
}

static bool
copy_names_all (const char *copy)
{
  for (const char *p = copy; *p;)
    {
      size_t size = strcspn (p, ";");
      if (!names_all (p, size))
	return false;
      p += size + (p[size] == ';');
    }
  return true;
}

/* Whether PT has a list of arguments for which no register is given.  */
static bool
simple_list (const struct halt_point *pt)
{
  if (halt_kind_args (pt->kind) != HALT_ARGS_LIST
      || pt->n_args > X86_64_ARG_REGS)
    return false;
  for (int i = 0; i < pt->n_args; i++)
    if (pt->args[i].form == HALT_ARG_CYCLES)
      return false;
  return true;
}

/* Whether the copy for PT may use other registers than the routine: where pots
   name no argument's register themselves, and a call is jumped around as a rule.  */
static bool
may_rename (const struct halt_point *pt)
{
  return x86_copies (pt) && !pt->verify
	 && (halt_kind_args (pt->kind) == HALT_ARGS_CONDITION
	     || simple_list (pt) || pot_joinable (pt) >= 0)
	 && (!x86_copy_uses_stack (pt) || strstr (pt->summary.copy, ";80:"))
	 && copy_names_all (pt->summary.copy);
}

/* Add the general registers that the copy for PT uses, its arguments among
   them.  */
static void
add_used (struct reg_set *used, const struct halt_point *pt)
{
  for (int r = 0; r < X86_XMM0; r++)
    if (reg_set_has (&pt->summary.changes, r)
	|| reg_set_has (&pt->summary.reads, r))
      reg_set_add (used, r);
  if (pot_condition_arg (pt) >= 0)
    reg_set_add (used, x86_64_arg_regs[pot_condition_arg (pt)]);
}

void
x86_copy_rename (const struct pot *pot, signed char *as)
{
  const struct halt_point *pt = pot->point;
  struct reg_set used = { { 0 } }, free = pt->dead;
  for (int r = 0; r < X86_XMM0; r++)
    as[r] = r;
  if (pot->target->n_arg_regs == 0)
    return;
  /* lahf needs it anyway.  */
  if (pt->flags_live)
    reg_set_add (&free, X86_AX);
  for (; pt; pt = pt->next)
    {
      if (!may_rename (pt))
	return;
      add_used (&used, pt);
    }
  for (int r = 0, k = 0; r < X86_XMM0; r++)
    {
      if (!reg_set_has (&used, r) || reg_set_has (&free, r))
	continue;
      while (k < X86_XMM0
	     && (reg_set_has (&used, k) || !reg_set_has (&pot->point->dead, k)))
	k++;
      if (k == X86_XMM0)
	return;
      as[r] = k++;
    }
}

void
x86_effects (const struct pot *pot, const struct pot_insn *i,
	     struct reg_set *reads, struct reg_set *changes)
{
  const struct halt_summary *its = &pot_point (pot, i)->summary;
  signed char as[X86_XMM0];
  x86_copy_rename (pot, as);
  if (pot->wrapper)
    for (int r = 0; r < X86_REGS; r++)
      if (r < X86_XMM0 || r == X86_FLAGS)
	reg_set_remove (changes, r);
  if (i->op != OP_COPY)
    return;
  struct reg_set may = *changes;
  *reads = *changes = (struct reg_set) { { 0 } };
  for (int r = 0; r < X86_REGS; r++)
    {
      int in = r < X86_XMM0 ? as[r] : r;
      if (reg_set_has (&its->reads, r))
	reg_set_add (reads, in);
      if (reg_set_has (&its->changes, r) && reg_set_has (&may, in))
	reg_set_add (changes, in);
    }
}

/* --- text ------------------------------------------------------------------ */

/* Write the name of the register at NAME, and what it is in this pot; return
   what is after it.  */
static const char *
put_register (FILE *out, const struct x86_plan *p, const char *name)
{
  int bytes;
  size_t size = 0;
  char text[8];
  while (isalnum ((unsigned char) name[size]))
    size++;
  int r = general_reg (name, size, &bytes);
  if (r == HALT_NO_REG)
    fprintf (out, "%%%%%.*s", (int) size, name);
  else
    {
      x86_reg_text (x86_as (p, r), bytes, text, sizeof text);
      fprintf (out, "%%%%%s", text);
    }
  return name + size;
}

/* Exchange what the copy has in other registers with what the program needs there:
   before a call, and after it.  */
static void
put_exchanges (FILE *out, const struct x86_plan *p, const char *before,
	       const char *after)
{
  for (int r = 0; r < X86_XMM0; r++)
    if (x86_as (p, r) != r)
      {
	char one[8], other[8];
	x86_reg_text (r, 8, one, sizeof one);
	x86_reg_text (x86_as (p, r), 8, other, sizeof other);
	fprintf (out, "%sxchgq\t%%%%%s, %%%%%s%s", before, one, other, after);
      }
}

const char *
x86_copy_text (struct x86_plan *p)
{
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream (&text, &size);
  for (const char *c = p->point->summary.copy; *c;)
    {
      const char *end = c + strcspn (c, ";");
      bool calls = strncmp (c, "call/", 5) == 0;
      if (calls)
	put_exchanges (out, p, "", "\n\t");
      while (c < end)
	if (*c == '%')
	  c = put_register (out, p, c + 1);
	else
	  fputc (*c++ == '/' ? '\t' : c[-1], out);
      if (calls)
	put_exchanges (out, p, "\n\t", "");
      if (*c == ';')
	fputs (isdigit ((unsigned char) *++c) ? "\n" : "\n\t", out);
    }
  fclose (out);
  const char *kept = pot_text (p->pot, "%s", text);
  free (text);
  return kept;
}
