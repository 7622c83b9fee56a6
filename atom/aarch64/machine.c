/* SPDX-License-Identifier: GPL-3.0-or-later */
/* AArch64's assembler text.  */

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "atom/atom.h"
#include "atom/machine.h"

/* --- branches ----------------------------------------------------------------- */

/* Conditions come in pairs, each the opposite of the other.  */
static const char *const conditions[] = {
  "eq",	   "ne",    "cs",   "cc",    "hs",    "lo",    "mi",	"pl",	"vs",
  "vc",	   "hi",    "ls",   "ge",    "lt",    "gt",    "le",	"any",	"none",
  "first", "nfrst", "last", "nlast", "pmore", "plast", "tcont", "tstop"
};

/* "b", perhaps a dot, and the condition; and those with operands.  */
static bool
invert (const char *opcode, size_t size, char *to)
{
  static const char *const others[] = { "cbz", "cbnz", "tbz", "tbnz" };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strlen (others[i]) == size && memcmp (others[i], opcode, size) == 0)
      {
	strcpy (to, others[i ^ 1]);
	return true;
      }
  size_t before = size > 1 && opcode[1] == '.' ? 2 : 1;
  if (*opcode != 'b')
    return false;
  for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
    if (strlen (conditions[i]) == size - before
	&& memcmp (conditions[i], opcode + before, size - before) == 0)
      {
	sprintf (to, "b.%s", conditions[i ^ 1]);
	return true;
      }
  return false;
}

static size_t
reaches (const char *opcode, size_t size)
{
  static const size_t test = 32000, other = 1040000, jump = 128000000;
  char over[16];
  return size == 1 && *opcode == 'b'	? jump
	 : !invert (opcode, size, over) ? 0
	 : *opcode == 't'		? test
					: other;
}

/* A branch that does not reach becomes two instructions.  */
static size_t
bytes (const char *line, size_t n)
{
  return n && strchr ("bct", *line) ? 8 : 4;
}

/* --- tables ------------------------------------------------------------------- */

/* The number of register N of LINE, from 0, after its opcode; -1: there is none.  */
static int
register_of (const char *line, int n)
{
  const char *p = line + strspn (line, " \t");
  p += strcspn (p, " \t\n");
  for (; *p && *p != '\n'; p++)
    if ((*p == 'x' || *p == 'w') && !isalnum ((unsigned char) p[-1])
	&& isdigit ((unsigned char) p[1]) && n-- == 0)
      return atoi (p + 1);
  return -1;
}

/* "ldrb T, [TABLE, INDEX, uxtw]; adr BASE, .Lrtx; add T, BASE, T, sxtb #2; br T".  The
   index is still there once BASE or else T has changed.  */
static bool
jump_by (FILE *out, const char *text, const char *label)
{
  const char *lines[4], *rest = text;
  for (int n = 0; n < 4; n++)
    {
      lines[n] = rest;
      rest = strchr (rest, '\n');
      if (!rest++)
	return false;
    }
  const char *load = strstr (lines[0], "ldr"), *add = strstr (lines[2], "add");
  int to = register_of (lines[0], 0), index = register_of (lines[0], 2);
  int base = register_of (lines[1], 0);
  const char *extends = strstr (lines[2], "sxt");
  if (!load || load > lines[1] || !add || add > lines[3] || to < 0 || index < 0
      || base < 0 || !extends || extends > lines[3]
      || !strstr (lines[1], "adr\t"))
    return false;
  int by = base == index ? to : base;
  fprintf (out, "\tadr\tx%d, %s\n\tldr\tw%d, [x%d, w%d, uxtw 2]\n", by, label,
	   to, by, index);
  fprintf (out, "%.*s\tadd\tx%d, x%d, w%d, sxtw 2\n%s",
	   (int) (lines[2] - lines[1]), lines[1], to, base, to, lines[3]);
  return true;
}

/* --- jumps by an address ------------------------------------------------------ */

/* "br X".  A register that nobody needs, or one that is saved, is compared with it.  */
static bool
test (FILE *out, const struct jump_test *j)
{
  const char *jump = strstr (j->jump, "br\t");
  int reg = jump ? register_of (jump, 0) : -1, spare = -1;
  if (reg < 0)
    return false;
  for (int r = 0; r < 18 && spare < 0; r++)
    if (r != reg && reg_set_has (j->free, r))
      spare = r;
  bool saved = spare < 0;
  if (saved)
    {
      spare = reg == 16 ? 17 : 16;
      fprintf (out, "\tstr\tx%d, [sp, -16]!\n", spare);
      if (j->follows)
	fputs ("\t.cfi_adjust_cfa_offset 16\n", out);
    }
  fprintf (out, "\tadrp\tx%d, %s\n\tadd\tx%d, x%d, :lo12:%s\n\tcmp\tx%d, x%d\n",
	   spare, j->label, spare, spare, j->label, reg, spare);
  if (saved)
    {
      fprintf (out, "\tldr\tx%d, [sp], 16\n", spare);
      if (j->follows)
	fputs ("\t.cfi_adjust_cfa_offset -16\n", out);
    }
  fprintf (out, "\tb.ne\t%s\n", j->other);
  return true;
}

/* --- replacements ------------------------------------------------------------- */

enum
{
  X0 = 0,
  ARGUMENTS = 8,		/* in registers, of a kind */
  CHAIN = 18,			/* of a function within another one */
  V0 = 32,
  V31 = 63,
  WORD = 8,
  VECTOR = 16
};

/* The registers that callers of P's unit know that it leaves alone (-fipa-ra), and a
   routine need not: their numbers, how many, and the bytes that they take.  */
static int
promised (const Proc *p, int regs[V31 + 1], int *bytes)
{
  int n = 0;
  *bytes = 0;
  for (int r = 0; r <= V31; r++)
    if (reg_set_has (&p->promise, r) && (r < 30 || r >= V0))
      {
	*bytes = (*bytes + (r < V0 ? WORD : VECTOR) - 1)
		 & -(r < V0 ? WORD : VECTOR);
	regs[n++] = r;
	*bytes += r < V0 ? WORD : VECTOR;
      }
  *bytes = (*bytes + 15) & -16;
  return n;
}

/* Save the N registers REGS above the stack pointer and AT, or restore them.  */
static void
move_promised (FILE *out, const int *regs, int n, int at, bool save)
{
  int bytes = 0;
  for (int i = 0; i < n; i++)
    {
      bool word = regs[i] < V0;
      int size = word ? WORD : VECTOR;
      bytes = (bytes + size - 1) & -size;
      fprintf (out, "\t%s\t%c%d, [sp, %d]\n", save ? "str" : "ldr",
	       word ? 'x' : 'q', word ? regs[i] : regs[i] - V0, at + bytes);
      bytes += size;
    }
}

/* REG = N.  */
static void
write_number (FILE *out, int reg, uint64_t n)
{
  fprintf (out, "\tmov\tx%d, %u\n", reg, (unsigned) (n & 0xffff));
  for (int shift = 16; shift < 64; shift += 16)
    if (n >> shift & 0xffff)
      fprintf (out, "\tmovk\tx%d, %u, lsl %d\n", reg,
	       (unsigned) (n >> shift & 0xffff), shift);
}

static void
write_symbol (FILE *out, int reg, const char *symbol)
{
  fprintf (out, "\tadrp\tx%d, %s\n\tadd\tx%d, x%d, :lo12:%s\n", reg, symbol,
	   reg, reg, symbol);
}

/* Write what C passes after the arguments that are there, which take the first
   registers.  Returns why that cannot be, or NULL.  */
static const char *
write_rest (FILE *out, const struct call *c, const char *plain)
{
  int first = replaced_passes (c), reg = X0;
  for (int n = 0; n < first; n++)
    reg += !c->proto->parameters[n].floating;
  for (int n = first; n < c->proto->n; n++, reg++)
    {
      const struct value *v = &c->values[n];
      if (reg >= ARGUMENTS)
	return "the procedure's arguments leave no register for the others";
      if (v->form == VALUE_NUMBER)
	write_number (out, reg, v->number);
      else if (v->form == VALUE_DATA && the.image)
	write_number (out, reg, strtoull (v->data->label, NULL, 0));
      else if (v->form == VALUE_DATA || v->form == VALUE_REPLACED)
	write_symbol (out, reg, v->form == VALUE_DATA ? v->data->label : plain);
      else if (v->form == VALUE_RETURN)
	fprintf (out, "\tmov\tx%d, x30\n", reg);
      else
	return replaced_rest;
    }
  return NULL;
}

/* Call C's routine, or jump to it.  */
static void
write_call (FILE *out, const struct call *c, const char *how)
{
  if (the.image)
    {
      write_number (out, 16, strtoull (c->proto->symbol, NULL, 0));
      fprintf (out, "\tldr\tx16, [x16]\n\t%sr\tx16\n", how);
    }
  else
    fprintf (out, "\t%s\t%s\n", how, c->proto->symbol);
}

/* Arguments are in their registers, as is where a structure is returned; further ones
   follow.  Only what has promises to keep has a frame, with a copy of what is on the
   stack.  */
static const char *
stub (FILE *out, const Proc *p, const struct call *c, const char *plain)
{
  int regs[V31 + 1], bytes, n = promised (p, regs, &bytes);
  int copied = n ? (p->stack_words * WORD + 15) & -16 : 0;
  for (int i = 0; i < c->proto->n; i++)
    if (c->values[i].form == VALUE_REPLACED && replaced_takes (p, CHAIN))
      return replaced_chain;
  if (!n)
    {
      const char *why = write_rest (out, c, plain);
      write_call (out, c, "b");
      return why;
    }
  fputs ("\tstp\tx29, x30, [sp, -16]!\n\t.cfi_def_cfa_offset 16\n"
	 "\t.cfi_offset 29, -16\n\t.cfi_offset 30, -8\n\tmov\tx29, sp\n"
	 "\t.cfi_def_cfa_register 29\n",
	 out);
  fprintf (out, "\tsub\tsp, sp, %d\n", bytes + copied);
  move_promised (out, regs, n, copied, true);
  for (int at = 0; at < copied; at += WORD)
    fprintf (out, "\tldr\tx16, [x29, %d]\n\tstr\tx16, [sp, %d]\n", 16 + at, at);
  const char *why = write_rest (out, c, plain);
  write_call (out, c, "bl");
  move_promised (out, regs, n, copied, false);
  fputs ("\tmov\tsp, x29\n\t.cfi_def_cfa_register 31\n"
	 "\tldp\tx29, x30, [sp], 16\n\t.cfi_restore 29\n\t.cfi_restore 30\n"
	 "\t.cfi_def_cfa_offset 0\n\tret\n",
	 out);
  return why;
}

const struct machine aarch64_machine = {
  .target = "aarch64",
  .label = ".L",
  .jump = "\tb\t%s\n",
  .ret = "\tret\n",
  .emulation = "aarch64linux",
  .sp = 31,
  .fp = 29,
  .return_reg = 30,
  .sp_name = "sp",
  .fp_name = "x29",
  .invert = invert,
  .test = test,
  .stub = stub,
  .jump_by = jump_by,
  .reaches = reaches,
  .bytes = bytes,
  .nearest = 32000,
  .lands = "hint\t25",
  .landing = "\thint\t34\n"
};
