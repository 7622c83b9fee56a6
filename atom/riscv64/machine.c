/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RISC-V's assembler text.  The assembler makes two of a branch that does not reach, of which
   the second one is a jump.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "atom/atom.h"
#include "atom/machine.h"

/* In the target's table.  */
enum
{
  RA = 1,
  TP = 4,
  CHAIN = 7,			/* t2: of a function within another one */
  A0 = 10,
  REGS = 32,			/* general ones; then as many others */
  ARGUMENTS = 8,		/* in registers, of a kind */
  WORD = 8
};

static bool
invert (const char *opcode, size_t size, char *to)
{
  /* Each is the opposite of the one beside it.  */
  static const char *const branches[] = {
    "beq",  "bne",  "beqz", "bnez", "blt",  "bge",  "bltz", "bgez",
    "bltu", "bgeu", "bgt",  "ble",  "bgtz", "blez", "bgtu", "bleu"
  };
  for (size_t i = 0; i < sizeof branches / sizeof *branches; i++)
    if (strlen (branches[i]) == size && memcmp (branches[i], opcode, size) == 0)
      {
	strcpy (to, branches[i ^ 1]);
	return true;
      }
  return false;
}

static size_t
reaches (const char *opcode, size_t size)
{
  static const size_t jump = 1000000;
  char over[16];
  return (size == 1 && *opcode == 'j') || invert (opcode, size, over)
	   ? jump
	   : 0;
}

/* What makes a constant, or names a symbol, is more than one instruction.  */
static size_t
bytes (const char *line, size_t n)
{
  if (n > 3 && strncmp (line, "li\t", 3) == 0)
    {
      const char *comma = memchr (line, ',', n);
      int64_t number = comma ? strtoll (comma + 1, NULL, 0) : INT64_MAX;
      return number == (int32_t) number ? 8 : 32;
    }
  return strchr ("bcflst", *line) && !memchr (line, '(', n) ? 8 : 4;
}

/* "jr REG".  A register that nobody needs, or one that is saved, is compared with it.  */
static bool
test (FILE *out, const struct jump_test *j)
{
  const char *jump = strstr (j->jump, "jr\t");
  const struct halt_reg *regs = j->target->regs;
  int reg = HALT_NO_REG, spare = HALT_NO_REG;
  if (jump)
    {
      char *name = string ("%.*s", (int) strcspn (jump + 3, " \t\n"), jump + 3);
      reg = halt_reg_find (j->target, name);
      free (name);
    }
  if (reg == HALT_NO_REG)
    return false;
  for (int r = TP + 1; r < REGS && spare == HALT_NO_REG; r++)
    if (r != reg && reg_set_has (j->free, r))
      spare = r;
  if (spare != HALT_NO_REG)
    {
      fprintf (out, "\tlla\t%s, %s\n\tbne\t%s, %s, %s\n", regs[spare].name,
	       j->label, regs[reg].name, regs[spare].name, j->other);
      return true;
    }
  const char *by = reg == A0 ? "a1" : "a0";
  const char *down = j->follows ? "\t.cfi_adjust_cfa_offset 16\n" : "";
  const char *up = j->follows ? "\t.cfi_adjust_cfa_offset -16\n" : "";
  fprintf (out,
	   "\taddi\tsp, sp, -16\n%s\tsd\t%s, 0(sp)\n\tlla\t%s, %s\n"
	   "\tbeq\t%s, %s, 1f\n\tld\t%s, 0(sp)\n\taddi\tsp, sp, 16\n%s"
	   "\tj\t%s\n%s1:\n\tld\t%s, 0(sp)\n\taddi\tsp, sp, 16\n%s",
	   down, by, by, j->label, regs[reg].name, by, by, up, j->other, down,
	   by, up);
  return true;
}

/* --- replacements ------------------------------------------------------------- */

/* Save the registers of P's promise above the stack pointer and AT, or restore them; or
   neither, without OUT.  Returns the bytes that they take.  */
static int
move_promised (FILE *out, const Proc *p, int at, bool save)
{
  const struct halt_reg *regs = p->unit->target->regs;
  int bytes = 0;
  for (int r = TP + 1; r < 2 * REGS; r++)
    if (reg_set_has (&p->promise, r) && regs[r].clobbered)
      {
	if (out)
	  fprintf (out, "\t%s%s\t%s, %d(sp)\n", r < REGS ? "" : "f",
		   save ? "sd" : "ld", regs[r].name, at + bytes);
	bytes += WORD;
      }
  return (bytes + 15) & -16;
}

/* Write what C passes after the arguments that are there, which take the first
   registers: floating-point ones, too, where there are no others left.  Returns why that
   cannot be, or NULL.  */
static const char *
write_rest (FILE *out, const struct call *c, const char *plain)
{
  int first = replaced_passes (c), n_fp = 0, reg = A0;
  for (int n = 0; n < first; n++)
    if (!c->proto->parameters[n].floating || n_fp++ >= ARGUMENTS)
      reg++;
  for (int n = first; n < c->proto->n; n++, reg++)
    {
      const struct value *v = &c->values[n];
      const char *name = the.target->regs[reg].name;
      if (reg >= A0 + ARGUMENTS)
	return "the procedure's arguments leave no register for the others";
      if (v->form == VALUE_NUMBER)
	fprintf (out, "\tli\t%s, %" PRId64 "\n", name, (int64_t) v->number);
      else if (v->form == VALUE_DATA && the.image)
	fprintf (out, "\tli\t%s, %s\n", name, v->data->label);
      else if (v->form == VALUE_DATA || v->form == VALUE_REPLACED)
	fprintf (out, "\tlla\t%s, %s\n", name,
		 v->form == VALUE_DATA ? v->data->label : plain);
      else if (v->form == VALUE_RETURN)
	fprintf (out, "\tmv\t%s, ra\n", name);
      else
	return replaced_rest;
    }
  return NULL;
}

/* Call C's routine, or jump to it.  */
static void
write_call (FILE *out, const struct call *c, bool jump)
{
  if (the.image)
    fprintf (out, "\tli\tt1, %s\n\tld\tt1, 0(t1)\n\t%s\tt1\n", c->proto->symbol,
	     jump ? "jr" : "jalr");
  else
    fprintf (out, "\t%s\t%s\n", jump ? "tail" : "call", c->proto->symbol);
}

/* As AArch64's.  */
static const char *
stub (FILE *out, const Proc *p, const struct call *c, const char *plain)
{
  int bytes = move_promised (NULL, p, 0, true);
  int copied = bytes ? (p->stack_words * WORD + 15) & -16 : 0;
  for (int i = 0; i < c->proto->n; i++)
    if (c->values[i].form == VALUE_REPLACED && replaced_takes (p, CHAIN))
      return replaced_chain;
  if (!bytes)
    {
      const char *why = write_rest (out, c, plain);
      write_call (out, c, true);
      return why;
    }
  if (bytes + copied > 2032)
    return "it has too many arguments on the stack";
  fputs ("\taddi\tsp, sp, -16\n\t.cfi_def_cfa_offset 16\n"
	 "\tsd\tra, 8(sp)\n\t.cfi_offset 1, -8\n"
	 "\tsd\ts0, 0(sp)\n\t.cfi_offset 8, -16\n"
	 "\taddi\ts0, sp, 16\n\t.cfi_def_cfa 8, 0\n",
	 out);
  fprintf (out, "\taddi\tsp, sp, %d\n", -(bytes + copied));
  move_promised (out, p, copied, true);
  for (int at = 0; at < copied; at += WORD)
    fprintf (out, "\tld\tt1, %d(s0)\n\tsd\tt1, %d(sp)\n", at, at);
  const char *why = write_rest (out, c, plain);
  write_call (out, c, false);
  move_promised (out, p, copied, false);
  fputs (
    "\taddi\tsp, s0, -16\n\t.cfi_def_cfa 2, 16\n"
    "\tld\tra, 8(sp)\n\t.cfi_restore 1\n\tld\ts0, 0(sp)\n\t.cfi_restore 8\n"
    "\taddi\tsp, sp, 16\n\t.cfi_def_cfa_offset 0\n\tret\n",
    out);
  return why;
}

const struct machine riscv64_machine = {
  .target = "riscv64",
  .label = ".L",
  .jump = "\tj\t%s\n",
  .ret = "\tret\n",
  .emulation = "elf64lriscv",
  .sp = 2,
  .fp = 8,
  .return_reg = RA,
  .sp_name = "sp",
  .fp_name = "s0",
  .invert = invert,
  .test = test,
  .stub = stub,
  .reaches = reaches,
  .bytes = bytes,
  .nearest = 1000000
};
