/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What copies have to know of RISC-V: its assembler's text, its instructions, which
   copy_read.c reads.  There are no flags: a branch compares two registers.  A routine that
   calls has a frame, so copies call nothing.  */

#include <inttypes.h>
#include <string.h>

#include "recipes/riscv64/frame.h"

/* --- text ------------------------------------------------------------------- */

/* By the numbers of conditions: each odd one is the contrary of the one before.  */
static const char *const branches[] = {
  "beq beqz", "bne bnez", "blt bltz", "bge bgez", "bltu",
  "bgeu",     "bgt bgtz", "ble blez", "bgtu",     "bleu"
};
#define N_BRANCHES (int) (sizeof branches / sizeof *branches)

int
riscv64_branch (struct copy_text name)
{
  for (int i = 0; i < N_BRANCHES; i++)
    if (copy_text_is (name, branches[i]))
      return i;
  return -1;
}

/* Behind a '%' comes a part of a symbol's address.  */
static int
find_reg (char before, struct copy_text word, int *bytes)
{
  *bytes = RISCV_WORD;
  for (int r = RISCV_RA; before != '%' && r < RISCV_F0; r++)
    if (copy_text_is (word, riscv64_target.regs[r].name))
      return r;
  return HALT_NO_REG;
}

static bool
is_float_reg (struct copy_text word)
{
  for (int r = RISCV_F0; r < RISCV_REGS; r++)
    if (copy_text_is (word, riscv64_target.regs[r].name))
      return true;
  return false;
}

/* Neither the stack pointer and the frame's, nor where the routine returns to.  */
static int
is_word (char before, struct copy_text word)
{
  int bytes;
  if (before == '%')
    return copy_text_is (word, "hi lo") ? 1 : -1;
  if (copy_text_is (word, "sp s0 fp ra gp"))
    return 0;
  return find_reg (before, word, &bytes) != HALT_NO_REG || is_float_reg (word)
	     || copy_text_is (word, "zero rtz rne rdn rup rmm dyn")
	   ? 1
	   : -1;
}

/* --- evaluated -------------------------------------------------------------- */

static bool
holds (int number, const struct copy_test *t)
{
  const struct copy_outcome o = copy_outcome (t);
  bool less = (o.result < 0) != o.overflow;
  const bool is[] = { o.result == 0, less, o.borrow, !less && o.result,
		      !o.borrow && o.result };
  return is[number / 2] != (number % 2 == 1);
}

static struct copy_step
make_step (const char *name, enum copy_does does, struct copy_operand from,
	   struct copy_operand to)
{
  return (struct copy_step) { .name = copy_text_of (name),
			      .does = does,
			      .effects = COPY_WHOLE | COPY_KEEPS,
			      .n = 2,
			      .op = { from, to } };
}

/* As much as two instructions add.  */
static bool
is_near (int64_t number)
{
  return number >= -2 * 2048 && number < 2 * 2048 - 1;
}

/* An index that is not scaled comes with a base, one that is stands alone.  */
static bool
is_sum (const struct copy_operand *o)
{
  return is_near (o->number)
	 && (o->index == HALT_NO_REG
	     || (o->base == HALT_NO_REG) == (o->scale > 1));
}

/* TO += REG.  */
static struct copy_step
make_sum (int reg, struct copy_operand to)
{
  struct copy_operand sum = copy_reg_operand (HALT_NO_REG, 0);
  sum.kind = OPERAND_MEMORY;
  sum.base = to.reg;
  sum.index = reg;
  return make_step ("add", COPY_ADDRESS, sum, to);
}

static int
set (struct copy_step *s, bool loads)
{
  const struct copy_operand from = s->op[0], to = s->op[1];
  struct copy_operand scaled = from;
  if (from.kind != OPERAND_MEMORY)
    s[0] = from.kind == OPERAND_NUMBER ? make_step ("li", COPY_MOVE, from, to)
				       : make_step ("mv", COPY_MOVE, from, to);
  else if (from.relative)
    s[0] = loads ? make_step ("ld", COPY_OTHER, from, to)
		 : make_step ("lla", COPY_ADDRESS, from, to);
  else
    s[0] = make_step ("add", COPY_ADDRESS, from, to);
  if (from.kind != OPERAND_MEMORY || from.text.size || is_sum (&from))
    return 1;
  if (is_near (from.number) && from.index != HALT_NO_REG)
    {
      scaled.base = HALT_NO_REG;
      s[0] = make_step ("add", COPY_ADDRESS, scaled, to);
      s[1] = make_sum (from.base, to);
      return 2;
    }
  if (from.scale != 1)
    return 0;
  s[0] = make_step ("li", COPY_MOVE, copy_number_operand (from.number), to);
  s[1] = make_sum (from.base, to);
  s[2] = make_sum (from.index, to);
  return from.index == HALT_NO_REG ? 2 : 3;
}

/* To the stack pointer what the pot lowers that by is added, too.  */
static bool
address_fits (const struct copy_step *step, const struct copy_operand *o)
{
  bool stack = o->base == COPY_GIVEN + RISCV_SP;
  if (o->text.size)
    return step->does == COPY_ADDRESS || !o->relative;
  if (stack && (o->number < 0 || o->number >= 1024))
    return false;
  return step->does == COPY_ADDRESS
	   ? is_sum (o)
	   : o->base != HALT_NO_REG && o->index == HALT_NO_REG
	       && riscv64_is_small (o->number)
	       && (!o->number || !copy_text_is (step->name, "amo*"));
}

/* --- printing --------------------------------------------------------------- */

static const char *
reg_name (int reg, const signed char *as)
{
  return riscv64_target.regs[reg < COPY_GIVEN ? as[reg] : reg - COPY_GIVEN]
    .name;
}

static void
print_symbol (FILE *out, const struct copy_operand *o)
{
  copy_print_text (out, o->text);
  if (o->number)
    fprintf (out, "%+" PRId64, o->number);
}

/* A '%' of the assembler's is two in a template.  */
static void
print_part (FILE *out, const struct copy_operand *o)
{
  fputs (o->part == COPY_HIGH ? "%%hi(" : "%%lo(", out);
  print_symbol (out, o);
  fputc (')', out);
}

/* TO = the address O, to which NUMBER is added.  */
static void
print_address (FILE *out, const struct copy_operand *o, const char *to,
	       const signed char *as, int64_t number)
{
  const char *base = o->base == HALT_NO_REG ? NULL : reg_name (o->base, as);
  if (o->part == COPY_HIGH)
    fprintf (out, "lui\t%s, ", to);
  else if (o->part)
    fprintf (out, "addi\t%s, %s, ", to, base);
  else if (o->text.size)
    fprintf (out, "lla\t%s, ", to);
  if (o->part)
    print_part (out, o);
  else if (o->text.size)
    print_symbol (out, o);
  if (o->text.size)
    return;
  if (o->index != HALT_NO_REG)
    {
      if (base)
	fprintf (out, "add\t%s, %s, %s", to, base, reg_name (o->index, as));
      else
	fprintf (out, "slli\t%s, %s, %d", to, reg_name (o->index, as),
		 __builtin_ctz (o->scale));
      if (number)
	fputs ("\n\t", out);
      base = to;
    }
  if (!riscv64_is_small (number))
    {
      int64_t part = number < 0 ? -2048 : 2047;
      fprintf (out, "addi\t%s, %s, %" PRId64 "\n\t", to, base, part);
      number -= part;
      base = to;
    }
  if (o->index == HALT_NO_REG || number)
    fprintf (out, number ? "addi\t%s, %s, %" PRId64 : "mv\t%s, %s", to, base,
	     number);
}

static void
print_operand (FILE *out, const struct copy_operand *o, const signed char *as,
	       int64_t number)
{
  if (o->kind == OPERAND_OTHER || (o->kind == OPERAND_NUMBER && o->text.size))
    copy_print_text (out, o->text);
  else if (o->kind == OPERAND_NUMBER)
    fprintf (out, "%" PRId64, o->number);
  else if (o->kind == OPERAND_REG)
    fputs (reg_name (o->reg, as), out);
  else if (o->base == HALT_NO_REG)
    print_symbol (out, o);
  else
    {
      if (o->part)
	print_part (out, o);
      else if (number)
	fprintf (out, "%" PRId64, number);
      fprintf (out, "(%s)", reg_name (o->base, as));
    }
}

static void
print_step (FILE *out, const struct copy_step *s, const signed char *as,
	    int depth)
{
  const struct copy_operand *by = &s->op[0];
  int64_t number = by->number + (by->base == COPY_GIVEN + RISCV_SP ? depth : 0);
  const char *separator = "\t";
  if (s->does == COPY_ADDRESS)
    {
      print_address (out, by, reg_name (s->op[s->n - 1].reg, as), as, number);
      return;
    }
  /* What is evaluated may be a number.  */
  if (s->does == COPY_MOVE)
    copy_print_text (out,
		     copy_text_of (by->kind == OPERAND_NUMBER ? "li" : "mv"));
  else
    copy_print_text (out, s->name);
  for (int i = s->n - 1; i >= 0; i--)
    {
      fputs (separator, out);
      separator = ", ";
      print_operand (out, &s->op[i], as, number);
    }
  if (s->kind == COPY_JUMP)
    fprintf (out, "%s%d%c", separator, COPY_FIRST_LABEL + s->label,
	     s->back ? 'b' : 'f');
}

const struct copy_machine riscv64_copies = {
  .call = "",
  .jump = "j",
  .ret = "ret",
  .entry = "",
  .marks = "(),+-%",
  .jumps = "j beq bne blt bltu bge bgeu bgt bgtu ble bleu beqz bnez bltz bgez blez bgtz",
  .prefixes = "",
  /* The locked ones must stay together, with nothing that reads memory between.  */
  .unfit = "call tail jal jalr jr ret* ecall ebreak lr* sc* fence* csr* "
	   "frcsr frrm frflags fscsr fsrm fsflags auipc wfi",
  .is_word = is_word,
  .reg = find_reg,
  .n_regs = RISCV_F0,
  .args = (copy_set) 0xff << RISCV_A0,
  .sp = RISCV_SP,
  .result = RISCV_A0,
  .number_bits = 12,
  .read = riscv64_read_insn,
  .print = print_step,
  .holds = holds,
  .set = set,
  .fits = address_fits,
  .low_symbols = true,
  .flags_in = HALT_NO_REG,
  /* Where the function returns to, or what unwinders ask for.  */
  .unsaved = RISCV_RA,
  /* A call's 8 bytes, and saving ra.  */
  .small = 20
};
