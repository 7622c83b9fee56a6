/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pots: filling, printing.  */

#include <inttypes.h>
#include <string.h>

#include "recipes/recipe.h"

const char *
pot_stage_name (enum pot_stage stage)
{
  static const char *const names[POT_STAGES] = {
    "SETUP", "SAVE", "KIND", "ARGS", "CALL", "CLEAN", "RESTORE", "DESTROY"
  };
  return names[stage];
}

int
halt_reg_find (const struct halt_target *target, const char *name)
{
  for (int r = 0; r < target->n_regs; r++)
    if (strcmp (target->regs[r].name, name) == 0)
      return r;
  return HALT_NO_REG;
}

int
pot_refuse (struct pot *pot, const char *why)
{
  if (!pot->fault)
    pot->fault = why;
  return -1;
}

const struct halt_point *
pot_point (const struct pot *pot, const struct pot_insn *i)
{
  const struct halt_point *pt = pot->point;
  for (int n = i->event; n > 0; n--)
    pt = pt->next;
  return pt;
}

void
pot_add (struct pot *pot, struct pot_insn insn)
{
  struct pot_insn *last = pot->n > 0 ? &pot->insn[pot->n - 1] : NULL;
  insn.event = pot->event;
  pot->depth += pot_lowers (pot, &insn);
  if (insn.op == OP_ADJUST && insn.imm == 0)
    return;
  if (last && last->op == OP_ADJUST && insn.op == OP_ADJUST)
    {
      last->imm += insn.imm;
      pot->n -= last->imm == 0;
    }
  else if (pot->n == POT_MAX_INSNS)
    pot_refuse (pot, "it has too many instructions");
  else if (last && last->event == insn.event && last->stage > insn.stage)
    pot_refuse (pot, "its stages are not in order");
  else
    pot->insn[pot->n++] = insn;
}

void
pot_reg (struct pot *pot, enum pot_stage stage, enum pot_op op, int reg,
	 int size, int64_t imm)
{
  pot_add (pot, (struct pot_insn) { .op = op,
				    .stage = stage,
				    .reg = reg,
				    .src = HALT_NO_REG,
				    .size = size,
				    .imm = imm });
}

void
pot_regs (struct pot *pot, enum pot_stage stage, enum pot_op op, int reg,
	  int src, int64_t imm)
{
  pot_add (pot,
	   (struct pot_insn) {
	     .op = op, .stage = stage, .reg = reg, .src = src, .imm = imm });
}

void
pot_symbol (struct pot *pot, enum pot_stage stage, enum pot_op op, int reg,
	    const char *symbol)
{
  pot_add (pot, (struct pot_insn) { .op = op,
				    .stage = stage,
				    .reg = reg,
				    .src = HALT_NO_REG,
				    .symbol = symbol });
}

const char *
pot_text_list (struct pot *pot, const char *format, va_list args)
{
  char *at = pot->text + pot->text_size;
  int room = POT_MAX_TEXT - pot->text_size;
  int n = vsnprintf (at, room, format, args);
  if (n < 0 || n >= room)
    {
      pot_refuse (pot, "its text is too long");
      return "";
    }
  pot->text_size += n + 1;
  return at;
}

const char *
pot_text (struct pot *pot, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  const char *text = pot_text_list (pot, format, args);
  va_end (args);
  return text;
}

void
pot_asm (struct pot *pot, enum pot_stage stage, int reg, int src,
	 const char *format, ...)
{
  va_list args;
  va_start (args, format);
  pot_add (pot, (struct pot_insn) {
		  .op = OP_TEXT,
		  .stage = stage,
		  .reg = reg,
		  .src = src,
		  .symbol = pot_text_list (pot, format, args) });
  va_end (args);
}

/* What an instruction of the vocabulary needs.  */
enum
{
  REG = 1,
  SRC = 2,
  SYMBOL = 4,
  ACCESS = 8,
  COND = 16,
  TABLE = 32,
  WRAP = 64,
  CALLS = 128
};

static const unsigned char needs[] = {
  [OP_ADJUST] = 0, [OP_PUSH] = 0, [OP_POP] = REG, [OP_STORE] = REG,
  [OP_LOAD] = REG, [OP_MOVE] = REG | SRC, [OP_CONST] = REG,
  [OP_ADDRESS] = REG | SYMBOL, [OP_FETCH] = REG, [OP_ADD] = REG | SRC,
  [OP_ADD_AT] = REG | SYMBOL, [OP_SCALE] = REG | SRC, [OP_SUB] = REG | SRC, [OP_SHIFT] = REG,
  [OP_EA] = REG | ACCESS, [OP_TABLE] = REG | TABLE, [OP_COND] = REG | COND,
  [OP_EXTEND] = REG, [OP_TEST] = REG, [OP_RETEST] = COND, [OP_CALL] = CALLS,
  [OP_COPY] = SYMBOL | CALLS,
  [OP_ANCHOR] = WRAP, [OP_TEXT] = SYMBOL, [OP_TEXT_CALL] = SYMBOL | CALLS
};

/* What is wrong with I, or NULL.  */
static const char *
insn_fault (const struct pot *pot, const struct pot_insn *i)
{
  const struct halt_point *pt = pot_point (pot, i);
  int n_regs = pot->target->n_regs;
  if ((unsigned) i->op >= sizeof needs || (unsigned) i->stage >= POT_STAGES)
    return "it has an instruction or a stage that does not exist";
  unsigned need = needs[i->op];
  bool needs_src = (need & SRC)
		   || ((i->op == OP_FETCH || i->op == OP_CALL) && !i->symbol);
  if (i->reg < HALT_NO_REG || i->reg >= n_regs || i->src < HALT_NO_REG
      || i->src >= n_regs || ((need & REG) && i->reg == HALT_NO_REG)
      || (needs_src && (i->src < 0 || i->src >= n_regs)))
    return "an instruction of it lacks a register";
  if ((need & SYMBOL) && !i->symbol)
    return "an instruction of it lacks a symbol";
  if ((need & ACCESS) && !pt->access.bytes)
    return "its point names no memory";
  if ((need & COND) && !pt->cond)
    return "its point is no conditional branch";
  if ((need & TABLE) && !pt->table)
    return "its point is no multiway branch";
  if ((need & WRAP) && !pt->access.wrap)
    return "its point is not to be wrapped";
  return NULL;
}

int64_t
pot_lowers (const struct pot *pot, const struct pot_insn *i)
{
  int word = pot->target->word_bits / 8;
  switch (i->op)
    {
    case OP_ADJUST:
      return -i->imm;
    case OP_PUSH:
      return word;
    case OP_POP:
      return -word;
    case OP_TEXT_CALL:
      return -i->imm;
    default:
      return 0;
    }
}

/* Refuse POT if it cannot be poured or does nothing.  */
static int
check (struct pot *pot)
{
  bool calls = false;
  for (int k = 0; k < pot->n && !pot->fault; k++)
    {
      const struct pot_insn *i = &pot->insn[k];
      pot->fault = insn_fault (pot, i);
      calls |= !pot->fault && (needs[i->op] & CALLS);
    }
  if (!pot->fault && pot->depth != 0)
    pot->fault = "it does not leave the stack pointer where it was";
  if (!pot->fault && !calls && !pot->point->cells)
    pot->fault = "it calls nothing";
  if (!pot->fault && pot->wrapper && check (pot->wrapper) != 0)
    pot->fault = pot->wrapper->fault;
  return pot->fault ? -1 : 0;
}

int
pot_fill (struct pot *pot, const struct halt_target *target,
	  const struct halt_point *point, halt_recipe *recipe)
{
  pot->target = target;
  pot->point = point;
  pot->n = pot->event = pot->depth = 0;
  pot->wrapper = NULL;
  pot->fault = NULL;
  pot->text_size = 0;
  if ((recipe ? recipe : halt_recipe_own) (pot) != 0)
    return pot_refuse (pot, "its recipe cannot serve the point");
  return check (pot);
}

void
pot_print_template (FILE *out, const char *template_)
{
  bool skip = false;
  for (const char *p = template_; *p; p++)
    if (*p == '|' || *p == '}')
      skip = *p == '|';
    else if (!skip && *p != '{')
      fputc (*p == '%' ? *++p : *p, out);
}

void
pot_print_insn (FILE *out, const struct pot *pot, const struct pot_insn *i)
{
  const char *comment = pot->target->comment ? pot->target->comment : "#";
  if (i->op == OP_TEXT || i->op == OP_TEXT_CALL || i->op == OP_COPY)
    pot_print_template (out, i->symbol);
  else if (i->op == OP_ANCHOR)
    fprintf (out, "%s the instruction", comment);
  else if (i->op == OP_RETEST)
    fprintf (out, "%s the branch now tests ne", comment);
  else
    pot->target->print (out, pot, i);
}

void
pot_print_wrapper (FILE *out, const struct pot *pot)
{
  const struct pot *w = pot->wrapper;
  fprintf (out, "%s:\n\t.cfi_startproc\n", w->name);
  for (const struct pot_insn *i = w->insn; i < w->insn + w->n; i++)
    {
      fputc ('\t', out);
      pot_print_insn (out, w, i);
      fputc ('\n', out);
      if (pot_lowers (w, i))
	fprintf (out, "\t.cfi_adjust_cfa_offset %" PRId64 "\n",
		 pot_lowers (w, i));
    }
  fputs ("\t.cfi_endproc\n", out);
}

void
pot_print (FILE *out, const struct pot *pot)
{
  const struct halt_target *t = pot->target;

  int stage = -1;
  for (const struct halt_point *pt = pot->point; pt; pt = pt->next)
    facts_print (out, t, pt, pt != pot->point);
  for (int i = 0; i < pot->n; i++)
    {
      const struct pot_insn *insn = &pot->insn[i];
      fputc ('\t', out);
      pot_print_insn (out, pot, insn);
      if ((int) insn->stage != stage)
	fprintf (out, "\t%s %s", t->comment ? t->comment : "#",
		 pot_stage_name (insn->stage));
      stage = insn->stage;
      fputc ('\n', out);
    }
  if (pot->wrapper)
    pot_print_wrapper (out, pot);
}
