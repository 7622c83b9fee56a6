/* SPDX-License-Identifier: GPL-3.0-or-later */
/* IA-64: facts and assembler text.

   Every instruction of a pot is poured as the text that is printed here.  A text
   of several instructions has its stops in it; where one does not end with a stop,
   what comes after it does not depend on it.  */

#include <inttypes.h>
#include <string.h>

#include "recipes/ia64/frame.h"

/* As the function that is called knows them; to the caller they are the first
   after its locals.  */
static const int arg_regs[] = {
  IA64_IN, IA64_IN + 1, IA64_IN + 2, IA64_IN + 3, IA64_IN + 4, IA64_IN + 5,
  IA64_IN + 6, IA64_IN + 7
};

static const int count_regs[] = {
  31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16
};

static bool
is_predicate (int reg)
{
  return reg >= IA64_P0 && reg < IA64_B0;
}

/* R = N.  */
static void
print_const (FILE *out, const char *r, int64_t n)
{
  bool small = n >= -(1 << 21) && n < 1 << 21;
  fprintf (out, "%s\t%s = %" PRId64 " ;;", small ? "mov" : "movl", r, n);
}

/* R = S + N, by way of SPARE.  */
static void
print_add (FILE *out, const char *r, const char *s, int64_t n,
	   const char *spare)
{
  if (n == 0)
    fprintf (out, "mov\t%s = %s ;;", r, s);
  else if (n >= -(1 << 13) && n < 1 << 13)
    fprintf (out, "adds\t%s = %" PRId64 ", %s ;;", r, n, s);
  else
    fprintf (out, "movl\t%s = %" PRId64 " ;;\n\tadd\t%s = %s, %s ;;", spare, n,
	     r, spare, s);
}

/* The address in I, an OP_EA.  */
static void
print_address (FILE *out, const struct pot *pot, const struct pot_insn *i,
	       const char *spare)
{
  const struct halt_point *pt = pot_point (pot, i);
  const struct halt_address *a = &pt->access.ea;
  int64_t disp = a->disp + (a->base == IA64_SP ? i->imm : 0);
  print_add (out, ia64_name (pt, i->reg).text, ia64_name (pt, a->base).text,
	     disp, spare);
}

/* The move in I; to a predicate, or to all whose bit is set in its number.  */
static void
print_move (FILE *out, const struct pot_insn *i, const char *r, const char *s)
{
  bool apart = i->stage != POT_SAVE && i->stage != POT_RESTORE;
  if (is_predicate (i->reg))
    fprintf (out, "mov\tpr = %s, 0x%x ;;", s,
	     i->imm ? (unsigned) i->imm : 1u << (i->reg - IA64_P0));
  else
    fprintf (out, "mov\t%s = %s%s", r, is_predicate (i->src) ? "pr" : s,
	     apart ? " ;;" : "");
}

/* The stack pointer moves by N.  To an unwinder the pot's frame is another prologue
   and its end; GCC's text goes on in a body.  */
static void
print_adjust (FILE *out, const struct halt_point *pt, int64_t n)
{
  bool unwound = pt->facts[3] >= 0;
  if (unwound && n < 0)
    fprintf (out, ".body\n\t.prologue\n\t.fframe\t%" PRId64 "\n\t",
	     pt->facts[3] - n);
  else if (unwound)
    fputs (".restore\tsp, 0\n\t", out);
  fprintf (out, "adds\tr12 = %" PRId64 ", r12 ;;%s", n,
	   unwound ? "\n\t.body" : "");
}

static void
print (FILE *out, const struct pot *pot, const struct pot_insn *i)
{
  const struct halt_point *pt = pot->point;
  struct ia64_name reg = ia64_name (pt, i->reg), src = ia64_name (pt, i->src);
  struct ia64_name temp = ia64_name (pt, IA64_SPARE);
  const char *r = reg.text, *s = src.text, *spare = temp.text;
  bool fp = i->reg >= IA64_F0 && i->reg < IA64_P0;
  int size = i->size ? i->size : IA64_WORD;

  switch (i->op)
    {
    case OP_ADJUST:
      print_adjust (out, pt, i->imm);
      break;
    case OP_STORE:
      fprintf (out, "adds\t%s = %" PRId64 ", r12 ;;\n\t%s\t[%s] = %s ;;", spare,
	       i->imm, fp ? "stf.spill" : "st8.spill", spare, r);
      break;
    case OP_LOAD:
      fprintf (out, "adds\t%s = %" PRId64 ", r12 ;;\n\t%s\t%s = [%s] ;;", spare,
	       i->imm, fp ? "ldf.fill" : "ld8.fill", r, spare);
      break;
    case OP_MOVE:
      print_move (out, i, r, s);
      break;
    case OP_CONST:
      print_const (out, r, i->imm);
      break;
    case OP_ADDRESS:
      fprintf (out,
	       "1:\tmov\t%s = ip\n\tmovl\t%s = %s-1b ;;\n\t"
	       "add\t%s = %s, %s ;;",
	       spare, r, i->symbol, r, r, spare);
      break;
    case OP_FETCH:
      if (i->symbol)
	fprintf (out,
		 "1:\tmov\t%s = ip\n\tmovl\t%s = %s-1b ;;\n\t"
		 "add\t%s = %s, %s ;;\n\tld%d\t%s = [%s] ;;",
		 spare, r, i->symbol, r, r, spare, size, r, r);
      else
	fprintf (out, "ld%d\t%s = [%s] ;;", size, r, s);
      break;
    case OP_ADD:
      print_add (out, r, s, i->imm, spare);
      break;
    case OP_SCALE:
      if (i->imm == 1)
	fprintf (out, "mov\t%s = %s ;;", r, s);
      else
	fprintf (out, "shladd\t%s = %s, %d, r0 ;;", r, s,
		 i->imm == 8   ? 3
		 : i->imm == 4 ? 2
			       : 1);
      break;
    case OP_SUB:
      fprintf (out, "sub\t%s = %s, %s ;;", r, r, s);
      break;
    case OP_SHIFT:
      fprintf (out, "shr.u\t%s = %s, %" PRId64 " ;;", r, r, i->imm);
      break;
    case OP_EA:
      print_address (out, pot, i, spare);
      break;
    case OP_TABLE:
      fprintf (out,
	       "1:\tmov\t%s = ip\n\tmovl\t%s = %s-1b ;;\n\t"
	       "add\t%s = %s, %s ;;",
	       spare, r, pt->table, r, r, spare);
      break;
    case OP_EXTEND:
      if (size == IA64_WORD)
	fprintf (out, "mov\t%s = %s ;;", r, r);
      else
	fprintf (out, "zxt%d\t%s = %s ;;", size, r, r);
      break;
    /* What pot_print_insn prints, or only other machines have.  */
    case OP_ANCHOR:
    case OP_TEXT:
    case OP_TEXT_CALL:
    case OP_COPY:
    case OP_PUSH:
    case OP_POP:
    case OP_ADD_AT:
    case OP_COND:
    case OP_TEST:
    case OP_RETEST:
    case OP_CALL:
      fprintf (out, "// operation %d", (int) i->op);
      break;
    }
}

/* What text saves and restores, or a routine does not change, is as it was, and
   must not be taken for dead before the pot.  */
static void
effects (const struct pot *pot,
	 const struct pot_insn *i __attribute__ ((unused)),
	 struct reg_set *reads __attribute__ ((unused)),
	 struct reg_set *changes)
{
  for (int r = 0; r < IA64_REGS; r++)
    if (reg_set_has (&pot->point->live, r))
      reg_set_remove (changes, r);
}

const struct halt_target ia64_target = {
  .name = "ia64",
  .machines = "ia64",
  .word_bits = 64,
  .pointer_bits = 64,
  .stack_align = 16,
  .flags = HALT_NO_REG,
  .return_reg = HALT_NO_REG,
  .as_text = true,
  .comment = "//",
  .regs = ia64_regs,
  .n_regs = IA64_REGS,
  .arg_regs = arg_regs,
  .n_arg_regs = sizeof arg_regs / sizeof arg_regs[0],
  .count_regs = count_regs,
  .n_count_regs = sizeof count_regs / sizeof count_regs[0],
  HALT_TARGET_FILL (ia64),
  .garbage = INT64_C (-0x2152411121524111),
  .descriptors = true,
  .effects = effects,
  .own_facts = true,
  .print = print
};
