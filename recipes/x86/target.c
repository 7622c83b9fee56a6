/* SPDX-License-Identifier: GPL-3.0-or-later */
/* x86-64 and i386: facts and assembler text (AT&T).  */

#include <inttypes.h>
#include <string.h>

#include "recipes/x86/x86.h"

/* What the texts of one pot are made with.  */
struct printer
{
  FILE *out;
  const struct pot *pot;
  int word;			/* bytes */
  char suffix;			/* of instructions on words */
};

/* "8(%rsp)", or "(%rsp)" for 0.  */
static const char *
stack_slot (const struct printer *p, int64_t disp, char *buf, size_t size)
{
  char number[24] = "";
  if (disp)
    snprintf (number, sizeof number, "%" PRId64, disp);
  snprintf (buf, size, "%s(%s)", number, x86_name (X86_SP, p->word).text);
  return buf;
}

static const char *
move_opcode (const struct printer *p, const struct pot_insn *i)
{
  switch (x86_64_regs[i->reg].rclass)
    {
    case RC_VECTOR:
      return i->size > 16 ? "vmovups" : "movups";
    case RC_MASK:
      return i->size == 8 ? "kmovq" : "kmovw";
    default:
      return p->word == 8 ? "movq" : "movl";
    }
}

/* The address in I, an OP_EA.  */
static void
print_address (const struct printer *p, const struct pot_insn *i)
{
  const struct halt_address *a = &pot_point (p->pot, i)->access.ea;
  int64_t disp = a->disp + (a->base == X86_SP ? i->imm : 0);

  if (a->symbol)
    fprintf (p->out, "%s", a->symbol);
  if (disp || (!a->symbol && a->base == HALT_NO_REG && a->index == HALT_NO_REG))
    fprintf (p->out, a->symbol ? "%+" PRId64 : "%" PRId64, disp);
  if (a->base != HALT_NO_REG || a->index != HALT_NO_REG)
    {
      fputc ('(', p->out);
      if (a->base != HALT_NO_REG)
	fputs (x86_name (a->base, p->word).text, p->out);
      if (a->index != HALT_NO_REG)
	fprintf (p->out, ",%s,%d", x86_name (a->index, p->word).text, a->scale);
      fputc (')', p->out);
    }
  else if (a->symbol && p->word == 8 && !a->thread)
    fputs ("(%rip)", p->out);
}

static void
print (FILE *out, const struct pot *pot, const struct pot_insn *i)
{
  int word = pot->target->word_bits / 8;
  struct printer p = { out, pot, word, word == 8 ? 'q' : 'l' };
  char buf[40];
  const char *at = stack_slot (&p, i->imm, buf, sizeof buf);
  struct x86_name none = { "" };
  struct x86_name r = i->reg >= 0 ? x86_name (i->reg, word) : none;
  struct x86_name s = i->src >= 0 ? x86_name (i->src, word) : none;
  char q = p.suffix;

  switch (i->op)
    {
    case OP_ADJUST:
      fprintf (out, "lea%c\t%s, %s", q, at, x86_name (X86_SP, word).text);
      break;
    case OP_PUSH:
      if (i->reg >= 0)
	fprintf (out, "push%c\t%s", q, r.text);
      else
	fprintf (out, "push%c\t$%" PRId64, q, i->imm);
      break;
    case OP_POP:
      fprintf (out, "pop%c\t%s", q, r.text);
      break;
    case OP_STORE:
      fprintf (out, "%s\t%s, %s", move_opcode (&p, i),
	       x86_name (i->reg, i->size).text, at);
      break;
    case OP_LOAD:
      fprintf (out, "%s\t%s, %s", move_opcode (&p, i), at,
	       x86_name (i->reg, i->size).text);
      break;
    case OP_MOVE:
      fprintf (out, "mov%c\t%s, %s", q, s.text, r.text);
      break;
    case OP_CONST:
      fprintf (out, "%s\t$%" PRId64 ", %s",
	       i->size == 4		    ? "movl"
	       : i->imm == (int32_t) i->imm ? "movq"
					    : "movabsq",
	       i->imm, x86_name (i->reg, i->size).text);
      break;
    case OP_ADDRESS:
      fprintf (out, "%s\t$%s, %s", word == 8 ? "movabsq" : "movl", i->symbol,
	       r.text);
      break;
    case OP_FETCH:
      if (i->size && i->size < word)
	fprintf (out, "%s\t(%s), %s",
		 i->size == 1	? "movzbl"
		 : i->size == 2 ? "movzwl"
				: "movl",
		 s.text, x86_name (i->reg, 4).text);
      else if (!i->symbol)
	fprintf (out, "mov%c\t(%s), %s", q, s.text, r.text);
      else
	fprintf (out, "mov%c\t%s%s, %s", q, i->symbol,
		 word == 8 ? "(%rip)" : "", r.text);
      break;
    case OP_ADD:
      fprintf (out, "lea%c\t%" PRId64 "(%s), %s", q, i->imm, s.text, r.text);
      break;
    case OP_ADD_AT:
      fprintf (out, "add%c\t%s%s, %s", q, i->symbol, word == 8 ? "(%rip)" : "",
	       r.text);
      break;
    case OP_SCALE:
      if (i->imm == 1)
	fprintf (out, "mov%c\t%s, %s", q, s.text, r.text);
      else
	fprintf (out, "lea%c\t0(,%s,%" PRId64 "), %s", q, s.text, i->imm,
		 r.text);
      break;
    case OP_SUB:
      fprintf (out, "sub%c\t%s, %s", q, s.text, r.text);
      break;
    case OP_SHIFT:
      fprintf (out, "shr%c\t$%" PRId64 ", %s", q, i->imm, r.text);
      break;
    case OP_EA:
      fprintf (out, "lea%c\t", q);
      print_address (&p, i);
      fprintf (out, ", %s", r.text);
      break;
    case OP_TABLE:
      if (word == 8)
	fprintf (out, "leaq\t%s(%%rip), %s", pot->point->table, r.text);
      else
	fprintf (out, "movl\t$%s, %s", pot->point->table, r.text);
      break;
    case OP_COND:
      fprintf (out, "set%s\t%s", pot->point->cond, x86_name (i->reg, 1).text);
      break;
    case OP_EXTEND:
      fprintf (out, "%s\t%s, %s", i->size == 1 ? "movzbl" : "movl",
	       x86_name (i->reg, i->size).text, x86_name (i->reg, 4).text);
      break;
    case OP_TEST:
      fprintf (out, "test%c\t%s, %s", i->size == 1 ? 'b' : 'l',
	       x86_name (i->reg, i->size).text,
	       x86_name (i->reg, i->size).text);
      break;
    case OP_CALL:
      if (i->symbol)
	fprintf (out, "call\t%s", i->symbol);
      else
	fprintf (out, "call\t*%s", s.text);
      break;
    /* pot_print_insn prints these.  */
    case OP_ANCHOR:
    case OP_RETEST:
    case OP_TEXT:
    case OP_TEXT_CALL:
    case OP_COPY:
      break;
    }
}

/* Not rax, where count keeps the flags.  */
static const int count_regs[] = {
  X86_R11, X86_R10, X86_R9, X86_R8, X86_DI, X86_SI, X86_CX, X86_DX
};

/* What both targets have.  */
#define X86_TARGET \
  .machines = "x86_64 i386 i486 i586 i686", .stack_align = 16, \
  .flags = X86_FLAGS, .return_reg = HALT_NO_REG, .n_regs = X86_REGS, \
  HALT_TARGET_FILL (x86), .id = x86_id, .garbage = X86_GARBAGE, \
  .value = x86_value, .list = x86_list, .special = x86_special, \
  .print = print

const struct halt_target x86_64_target = {
  X86_TARGET,
  .name = "x86-64",
  .word_bits = 64,
  .pointer_bits = 64,
  .regs = x86_64_regs,
  .arg_regs = x86_64_arg_regs,
  .n_arg_regs = X86_64_ARG_REGS,
  .count_regs = count_regs,
  .n_count_regs = sizeof count_regs / sizeof count_regs[0],
  .joins = x86_64_joins,
  .copies = &x86_64_copies,
  .effects = x86_effects
};

/* All arguments are on the stack.  */
const struct halt_target i386_target = {
  X86_TARGET,
  .name = "i386",
  .word_bits = 32,
  .pointer_bits = 32,
  .regs = x86_i386_regs,
  .joins = x86_joins
};
