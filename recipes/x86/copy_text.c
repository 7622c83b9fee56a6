/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Routines that are copied into pots instead of being called.

   A copy is one word: statements separated by ';', each a label, "80:" and up, or
   an instruction in AT&T's syntax with '/' for white space.  What is at a symbol
   of the routine's unit is "&N", by the number of the symbol, until a name is
   there for it.  Nothing in it uses the stack pointer but for calls, and it is
   left at its end.  */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "recipes/x86/x86.h"

#define FIRST_LABEL 80
#define MAX_LABELS 15

/* A part of a text.  */
struct part
{
  const char *at;
  size_t size;
};

static bool
is_word (char c)
{
  return isalnum ((unsigned char) c) || c == '_' || c == '.';
}

static bool
equals (struct part p, const char *s)
{
  return strlen (s) == p.size && memcmp (p.at, s, p.size) == 0;
}

static bool
begins (struct part p, const char *s)
{
  return strlen (s) <= p.size && memcmp (p.at, s, strlen (s)) == 0;
}

/* Cut the word that P begins with, of such characters.  */
static struct part
cut_word (struct part *p)
{
  struct part word = { p->at, 0 };
  while (word.size < p->size && is_word (p->at[word.size]))
    word.size++;
  p->at += word.size;
  p->size -= word.size;
  return word;
}

static bool
has_bytes (const char *set, char c)
{
  return c && strchr (set, c);
}

/* Whether instructions called NAME may be copied: they neither use the stack nor
   leave the routine, but that "call" may be one of the unit's own.  */
static bool
good_mnemonic (struct part name)
{
  static const char *const bad[] = {
    "push", "pop", "enter", "leave", "int", "iret", "sysret", "lret", "lcall",
    "ljmp", "loop", "xbegin", "bnd", "notrack", "data16", "call", "ret"
  };
  if (equals (name, "call"))
    return true;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (begins (name, bad[i]) && !begins (name, "popcnt"))
      return false;
  return name.size > 0 && islower ((unsigned char) *name.at)
	 && !memchr (name.at, '.', name.size);
}

static bool
good_register (struct part name)
{
  static const char *const bad[] = { "rsp", "esp", "sp", "spl" };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (equals (name, bad[i]))
      return false;
  return name.size > 0;
}

/* How a symbol may be reached: what follows it says so, if anything.  */
static bool
good_modifier (struct part name)
{
  return equals (name, "GOTPCREL") || equals (name, "PLT")
	 || equals (name, "tpoff") || equals (name, "gottpoff");
}

/* Cut the name of the instruction LINE and its prefix, whose size is 0 if there
   is none, so that its operands are left.  */
static struct part
cut_instruction (struct part *line, struct part *prefix)
{
  struct part name = cut_word (line);
  prefix->at = name.at;
  prefix->size = 0;
  if ((equals (name, "lock") || begins (name, "rep")) && line->size > 1)
    {
      *prefix = name;
      line->at++, line->size--;
      name = cut_word (line);
    }
  while (line->size > 0 && isspace ((unsigned char) *line->at))
    line->at++, line->size--;
  return name;
}

/* --- making ---------------------------------------------------------------- */

struct maker
{
  const char *const *symbols;
  int n_symbols;
  struct part label[MAX_LABELS];
  bool seen[MAX_LABELS];	/* defined by now */
  int n_labels;			/* that jumps name */
  bool leaves;			/* a jump goes to the end, label MAX_LABELS */
  FILE *out;
  int n;			/* statements */
};

/* The number of label NAME, or -1.  */
static int
label_number (const struct maker *m, struct part name)
{
  for (int i = 0; i < m->n_labels; i++)
    if (m->label[i].size == name.size
	&& memcmp (m->label[i].at, name.at, name.size) == 0)
      return i;
  return -1;
}

static bool
make_symbol (struct maker *m, struct part name)
{
  for (int i = 0; i < m->n_symbols; i++)
    if (equals (name, m->symbols[i]))
      return fprintf (m->out, "&%d", i) > 0;
  return false;
}

/* Write operands P; false if they cannot be copied.  */
static bool
make_operands (struct maker *m, struct part p)
{
  while (p.size > 0)
    {
      char c = *p.at;
      if (is_word (c) && !isdigit ((unsigned char) c))
	{
	  if (!make_symbol (m, cut_word (&p)))
	    return false;
	  continue;
	}
      if (isdigit ((unsigned char) c) || has_bytes ("%@", c))
	{
	  size_t rest = p.size;
	  p.at += !isdigit ((unsigned char) c);
	  p.size -= !isdigit ((unsigned char) c);
	  cut_word (&p);
	  fprintf (m->out, "%.*s", (int) (rest - p.size),
		   p.at - (rest - p.size));
	  continue;
	}
      if (has_bytes ("$(),+-:", c))
	fputc (c, m->out);
      else if (!isspace ((unsigned char) c))
	return false;
      p.at++, p.size--;
    }
  return true;
}

static void
make_jump (struct maker *m, struct part name, int label)
{
  fprintf (m->out, "%s%.*s/%d%c", m->n++ ? ";" : "", (int) name.size, name.at,
	   FIRST_LABEL + label,
	   label < MAX_LABELS && m->seen[label] ? 'b' : 'f');
}

/* Write the instruction LINE, LAST being whether the routine has no other after
   it; false if it cannot be copied.  */
static bool
make_instruction (struct maker *m, struct part line, bool last)
{
  struct part prefix, name = cut_instruction (&line, &prefix);
  if (equals (name, "endbr64") || (equals (name, "ret") && !line.size && last))
    return true;
  if (equals (name, "ret") && !line.size)
    {
      m->leaves = true;
      make_jump (m, (struct part) { "jmp", 3 }, MAX_LABELS);
      return true;
    }
  if (!good_mnemonic (name))
    return false;
  if (*name.at == 'j')
    {
      int label = label_number (m, line);
      if (label < 0 || prefix.size)
	return false;
      make_jump (m, name, label);
      return true;
    }
  if (equals (name, "call") && (!line.size || !is_word (*line.at)))
    return false;
  fprintf (m->out, "%s%.*s%s%.*s%s", m->n++ ? ";" : "", (int) prefix.size,
	   prefix.at, prefix.size ? "/" : "", (int) name.size, name.at,
	   line.size ? "/" : "");
  return make_operands (m, line);
}

/* Cut the next LINE of TEXT that is not empty without its comment; false if there
   is none.  */
static bool
next_line (const char **text, struct part *line)
{
  while (**text)
    {
      size_t length = strcspn (*text, "\n");
      line->at = *text;
      line->size = length;
      *text += length + ((*text)[length] == '\n');
      const char *comment = memchr (line->at, '#', line->size);
      if (comment)
	line->size = comment - line->at;
      while (line->size && isspace ((unsigned char) line->at[line->size - 1]))
	line->size--;
      while (line->size && isspace ((unsigned char) *line->at))
	line->at++, line->size--;
      if (line->size)
	return true;
    }
  return false;
}

/* Whether directive LINE says nothing about what is executed.  */
static bool
silent (struct part line)
{
  return begins (line, ".cfi_") || begins (line, ".file")
	 || begins (line, ".loc\t") || begins (line, ".loc ")
	 || begins (line, ".p2align");
}

/* The label that LINE defines; of size 0 if it defines none.  */
static struct part
label_of (struct part line)
{
  struct part rest = line, name = cut_word (&rest);
  if (rest.size != 1 || *rest.at != ':')
    name.size = 0;
  return name;
}

/* Whether nothing is executed in TEXT up to the end of the routine.  */
static bool
ends_routine (const char *text)
{
  struct part line;
  while (next_line (&text, &line) && !begins (line, ".size"))
    if (!label_of (line).size && !silent (line))
      return false;
  return true;
}

/* Note down the labels that jumps in TEXT name; false if there are too many.  */
static bool
find_labels (struct maker *m, const char *text)
{
  struct part line, prefix;
  while (next_line (&text, &line) && !begins (line, ".size"))
    {
      struct part name = cut_instruction (&line, &prefix);
      if (!begins (name, "j") || !begins (line, ".L")
	  || label_number (m, line) >= 0)
	continue;
      if (m->n_labels == MAX_LABELS)
	return false;
      m->label[m->n_labels++] = line;
    }
  return true;
}

/* Write the label NAME if a jump names it.  */
static void
make_label (struct maker *m, struct part name)
{
  int label = label_number (m, name);
  if (label < 0)
    return;
  m->seen[label] = true;
  fprintf (m->out, "%s%d:", m->n++ ? ";" : "", FIRST_LABEL + label);
}

/* Write the statements of TEXT, which begins after the routine's own label.  */
static bool
make_all (struct maker *m, const char *text)
{
  struct part line;
  if (!find_labels (m, text))
    return false;
  while (next_line (&text, &line) && !begins (line, ".size"))
    if (label_of (line).size)
      make_label (m, label_of (line));
    else if (*line.at == '.' ? !silent (line)
			     : !make_instruction (m, line, ends_routine (text)))
      return false;
  if (m->leaves)
    fprintf (m->out, "%s%d:", m->n++ ? ";" : "", FIRST_LABEL + MAX_LABELS);
  return true;
}

bool
x86_copy_make (const char *text, const char *name, const char *const *symbols,
	       int n_symbols, char *copy)
{
  struct maker m = { .symbols = symbols, .n_symbols = n_symbols };
  char *made = NULL;
  size_t size;
  struct part line;
  bool begun = false;
  while (!begun && next_line (&text, &line))
    begun = equals (label_of (line), name);
  if (!begun || !(m.out = open_memstream (&made, &size)))
    return false;
  bool good = make_all (&m, text);
  fclose (m.out);
  good = good && strlen (made) < HALT_MAX_COPY && x86_copy_check (made);
  if (good)
    strcpy (copy, made);
  free (made);
  return good;
}

/* --- checking -------------------------------------------------------------- */

/* Whether COPY has the label that JUMP, a part of it, goes to, which is TO.  */
static bool
good_target (const char *copy, const char *jump, struct part to)
{
  char label[8];
  if (to.size < 3 || to.size > 4 || !isdigit ((unsigned char) *to.at)
      || !has_bytes ("fb", to.at[to.size - 1]))
    return false;
  sprintf (label, "%.*s:", (int) to.size - 1, to.at);
  for (const char *p = copy; (p = strstr (p, label)); p++)
    if ((p == copy || p[-1] == ';') && (p[to.size] == '\0' || p[to.size] == ';')
	&& (p > jump) == (to.at[to.size - 1] == 'f'))
      return true;
  return false;
}

/* Whether P may be operands.  */
static bool
good_operands (struct part p)
{
  while (p.size > 0)
    {
      char c = *p.at++;
      p.size--;
      if (c == '%' || c == '@')
	{
	  struct part word = cut_word (&p);
	  if (c == '%' ? !good_register (word) : !good_modifier (word))
	    return false;
	}
      else if (!is_word (c) && !has_bytes ("$(),+-:&", c))
	return false;
    }
  return true;
}

/* Whether P, a statement of COPY, is good.  */
static bool
good_statement (const char *copy, struct part p)
{
  const char *start = p.at;
  struct part name = cut_word (&p);
  if (name.size && isdigit ((unsigned char) *name.at))
    return name.size == 2 && p.size == 1 && *p.at == ':' && *name.at >= '8';
  if ((equals (name, "lock") || begins (name, "rep")) && p.size > 1
      && *p.at == '/')
    {
      p.at++, p.size--;
      name = cut_word (&p);
      if (begins (name, "j") || equals (name, "call"))
	return false;
    }
  if (!good_mnemonic (name) || (p.size && *p.at != '/'))
    return false;
  if (p.size)
    p.at++, p.size--;
  if (*name.at == 'j')
    return good_target (copy, start, p);
  if (equals (name, "call"))
    return p.size > 0 && (is_word (*p.at) || *p.at == '&') && good_operands (p);
  return good_operands (p);
}

bool
x86_copy_check (const char *copy)
{
  if (strlen (copy) >= HALT_MAX_COPY)
    return false;
  for (const char *p = copy; *p;)
    {
      size_t length = strcspn (p, ";");
      if (!good_statement (copy, (struct part) { p, length }))
	return false;
      p += length;
      if (*p == ';' && !*++p)
	return false;
    }
  return true;
}

/* --- in pots ---------------------------------------------------------------- */

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

const char *
x86_copy_text (struct pot *pot, const struct halt_point *pt)
{
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream (&text, &size);
  for (const char *c = pt->summary.copy; *c; c++)
    if (*c == '%')
      fputs ("%%", out);
    else if (*c == ';')
      fputs (isdigit ((unsigned char) c[1]) ? "\n" : "\n\t", out);
    else
      fputc (*c == '/' ? '\t' : *c, out);
  fclose (out);
  const char *kept = pot_text (pot, "%s", text);
  free (text);
  return kept;
}

/* --- calls ------------------------------------------------------------------ */

bool
x86_copy_call (struct pot *pot, const char *symbol,
	       const struct reg_set *changes)
{
  for (int r = X86_XMM0; r < X86_FLAGS; r++)
    if (reg_set_has (changes, r))
      return false;
  for (int r = 0; r < X86_XMM0; r++)
    if (reg_set_has (changes, r))
      pot_reg (pot, POT_CALL, OP_PUSH, r, 8, 0);
  pot_symbol (pot, POT_CALL, OP_TEXT_CALL, HALT_NO_REG,
	      pot_text (pot, "call\t%s", symbol));
  for (int r = X86_XMM0; r-- > 0;)
    if (reg_set_has (changes, r))
      pot_reg (pot, POT_CALL, OP_POP, r, 8, 0);
  pot_symbol (pot, POT_CALL, OP_TEXT, HALT_NO_REG, "ret");
  return !pot->fault;
}
