/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pots: filling, printing.  */

#include <inttypes.h>
#include <stdarg.h>
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
  const struct pot_insn *last = pot->n > 0 ? &pot->insn[pot->n - 1] : NULL;
  insn.event = pot->event;
  if (pot->n == POT_MAX_INSNS)
    pot_refuse (pot, "it has too many instructions");
  else if (last && last->event == insn.event && last->stage > insn.stage)
    pot_refuse (pot, "its stages are not in order");
  else
    pot->insn[pot->n++] = insn;
}

const char *
pot_text (struct pot *pot, const char *format, ...)
{
  char *at = pot->text + pot->text_size;
  int room = POT_MAX_TEXT - pot->text_size;
  va_list args;
  va_start (args, format);
  int n = vsnprintf (at, room, format, args);
  va_end (args);
  if (n < 0 || n >= room)
    {
      pot_refuse (pot, "its text is too long");
      return "";
    }
  pot->text_size += n + 1;
  return at;
}

/* What an instruction of the vocabulary needs.  */
enum { REG = 1, SRC = 2, SYMBOL = 4, ACCESS = 8, COND = 16, TABLE = 32,
       WRAP = 64, CALLS = 128 };

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
  if (i->reg < HALT_NO_REG || i->reg >= n_regs
      || i->src < HALT_NO_REG || i->src >= n_regs
      || ((need & REG) && i->reg == HALT_NO_REG)
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

/* By how many bytes I lowers the stack pointer.  */
static int64_t
lowers (const struct pot_insn *i, int word)
{
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
  int64_t depth = 0;
  bool calls = false;
  int word = pot->target->word_bits / 8;
  for (int k = 0; k < pot->n && !pot->fault; k++)
    {
      const struct pot_insn *i = &pot->insn[k];
      pot->fault = insn_fault (pot, i);
      depth += lowers (i, word);
      calls |= !pot->fault && (needs[i->op] & CALLS);
    }
  if (!pot->fault && depth != 0)
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
  pot->n = pot->event = 0;
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

/* The facts of an access: " ea=..." and what else there is.  */
static void
print_access (FILE *out, const struct halt_target *t,
	      const struct halt_access *a)
{
  fprintf (out, " bytes=%" PRId64 " ea=%s", a->bytes,
	   a->ea.symbol ? a->ea.symbol : "");
  fprintf (out, "%+" PRId64, a->ea.disp);
  if (a->ea.base != HALT_NO_REG)
    fprintf (out, ":%s", t->regs[a->ea.base].name);
  if (a->ea.index != HALT_NO_REG)
    fprintf (out, ":%s*%d", t->regs[a->ea.index].name, a->ea.scale);
  if (a->ea.thread)
    fputs (" thread", out);
  if (a->ea.align)
    fprintf (out, " aligned=%d", a->ea.align);
  if (a->count != HALT_NO_REG)
    fprintf (out, " count=%s", t->regs[a->count].name);
  if (a->advance != HALT_NO_REG)
    fprintf (out, " advance=%s", t->regs[a->advance].name);
  if (a->wrap)
    fputs (" wrap", out);
  const struct halt_lanes *l = &a->lanes;
  if (l->n)
    fprintf (out, " lanes=%d", l->n);
  if (l->n && l->mask != HALT_NO_REG)
    fprintf (out, " by=%s%s", t->regs[l->mask].name, l->sign ? ":sign" : "");
  if (l->n && l->index != HALT_NO_REG)
    fprintf (out, " offsets=%s:%d*%d", t->regs[l->index].name, l->index_bytes,
	     l->scale);
  if (l->packed || l->whole)
    fputs (l->packed ? " packed" : " whole", out);
}

/* The names of the registers in SET, separated by commas.  */
static void
print_set (FILE *out, const struct halt_target *t, const struct reg_set *set)
{
  const char *comma = "";
  for (int r = 0; r < t->n_regs; r++)
    if (reg_set_has (set, r))
      {
	fprintf (out, "%s%s", comma, t->regs[r].name);
	comma = ",";
      }
}

/* The facts about PT, one line.  */
static void
print_facts (FILE *out, const struct pot *pot, const struct halt_point *pt)
{
  const struct halt_target *t = pot->target;

  static const char *const step_names[] = { "", "register", "clear", "flush" };

  if (pt->cells)
    {
      fprintf (out, "count cell=%s+%" PRIu64 "%s%s%s%s%s%s", pt->cells,
	       pt->cell, pt->atomic ? " atomic" : "", pt->own ? " own" : "",
	       pt->shared ? " shared" : "", pt->enter ? " enter=" : "",
	       pt->enter ? pt->enter : "", pt->only_enter ? " only" : "");
      if (pt->own && pt->pointer != HALT_NO_REG)
	fprintf (out, " pointer=%s%s", t->regs[pt->pointer].name,
		 pt->held ? " held" : "");
    }
  else
    fprintf (out, "%s %s routine=%s id=%s%s%" PRIu64,
	     pt == pot->point ? "pot" : "and",
	     halt_kind_word (pt->kind) ? halt_kind_word (pt->kind)
	     : pt->word ? pt->word : "user",
	     pt->routine, pt->base ? pt->base : "", pt->base ? "+" : "",
	     pt->id);
  if (pt->cells && pt->step != STEP_ADD)
    fprintf (out, " %s=%s", step_names[pt->step], t->regs[pt->counter].name);
  for (int i = 0; i < pt->n_args; i++)
    fprintf (out, " arg=%" PRId64, pt->args[i]);
  if (pt->cond)
    fprintf (out, " cond=%s", pt->cond);
  if (pt->table)
    fprintf (out, " table=%s%s", pt->table, pt->table_base ? " base" : "");
  if (pt->access.bytes)
    print_access (out, t, &pt->access);
  fprintf (out, " flags=%s align=%d misalign=%d red-zone=%d vector=%d mask=%d%s%s%s%s%s",
	   pt->flags_live ? "live" : "dead", pt->stack_align, pt->misalign, pt->red_zone,
	   pt->vector_bytes, pt->mask_bytes, pt->small ? " small" : "", pt->far_code ? " far-code" : "",
	   pt->far_data ? " far-data" : "", pt->got ? " got" : "",
	   pt->indirect ? " indirect" : "");
  if (t->print_facts)
    t->print_facts (out, pt);
  if (pt->summarized)
    {
      fputs (" changes=", out);
      print_set (out, t, &pt->summary.changes);
      fputs (" reads=", out);
      print_set (out, t, &pt->summary.reads);
      fputs (pt->summary.unaligned ? " unaligned" : "", out);
      fputs (pt->summary.direct ? " direct" : "", out);
      if (pt->summary.copy)
	fprintf (out, " copy=%d:%s", pt->summary.copy_bytes, pt->summary.copy);
    }
  if (pt->summarized || pt->verify || pt->own || pt->small
      || (pt->cells && (pt->table || t->as_text)))
    {
      fputs (pt->verify ? " verify dead=" : " dead=", out);
      print_set (out, t, &pt->dead);
    }
  fputs (" live=", out);
  print_set (out, t, &pt->live);
  fputc ('\n', out);
}

void
pot_print_wrapper (FILE *out, const struct pot *pot)
{
  const struct pot *w = pot->wrapper;
  int word = w->target->word_bits / 8;
  fprintf (out, "%s:\n\t.cfi_startproc\n", w->name);
  for (const struct pot_insn *i = w->insn; i < w->insn + w->n; i++)
    {
      fputc ('\t', out);
      w->target->print (out, w, i);
      fputc ('\n', out);
      if (lowers (i, word))
	fprintf (out, "\t.cfi_adjust_cfa_offset %" PRId64 "\n",
		 lowers (i, word));
    }
  fputs ("\t.cfi_endproc\n", out);
}

void
pot_print (FILE *out, const struct pot *pot)
{
  const struct halt_target *t = pot->target;

  int stage = -1;
  for (const struct halt_point *pt = pot->point; pt; pt = pt->next)
    print_facts (out, pot, pt);
  for (int i = 0; i < pot->n; i++)
    {
      const struct pot_insn *insn = &pot->insn[i];
      fputc ('\t', out);
      t->print (out, pot, insn);
      if ((int) insn->stage != stage)
	fprintf (out, "\t%s %s", t->comment ? t->comment : "#",
		 pot_stage_name (insn->stage));
      stage = insn->stage;
      fputc ('\n', out);
    }
  if (pot->wrapper)
    pot_print_wrapper (out, pot);
}
