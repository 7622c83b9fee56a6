/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of copies: made of what the compiler writes, and checked.  */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "recipes/copies/copies.h"

/* One more is where a routine with several ends leaves.  */
#define MAX_LABELS 15

/* --- parts of a text -------------------------------------------------------- */

bool
copy_text_is (struct copy_text t, const char *list)
{
  for (; *list; list += strspn (list, " "))
    {
      int n = strcspn (list, " ");
      bool begins = n > 0 && list[n - 1] == '*';
      int size = n - begins;
      if ((begins ? size <= t.size : size == t.size)
	  && memcmp (list, t.at, size) == 0)
	return true;
      list += n;
    }
  return false;
}

struct copy_text
copy_text_of (const char *s)
{
  return (struct copy_text) { s, s ? strlen (s) : 0 };
}

static void
cut (struct copy_text *t, int size)
{
  t->at += size;
  t->size -= size;
}

bool
copy_cut (struct copy_text *t, char c)
{
  bool is = t->size > 0 && *t->at == c;
  cut (t, is);
  return is;
}

static bool
begins_with_digit (struct copy_text t)
{
  return t.size > 0 && isdigit ((unsigned char) *t.at);
}

struct copy_text
copy_cut_word (struct copy_text *t)
{
  struct copy_text word = { t->at, 0 };
  while (word.size < t->size
	 && (isalnum ((unsigned char) word.at[word.size])
	     || strchr ("_.", word.at[word.size])))
    word.size++;
  cut (t, word.size);
  return word;
}

bool
copy_cut_number (struct copy_text *t, int64_t *number)
{
  char *end;
  copy_cut (t, '#');
  bool minus = copy_cut (t, '-');
  if (!minus)
    copy_cut (t, '+');
  struct copy_text word = copy_cut_word (t);
  if (!begins_with_digit (word))
    return false;
  *number = strtoull (word.at, &end, 0);
  if (minus)
    *number = -(uint64_t) *number;
  return end == word.at + word.size;
}

bool
copy_same_text (struct copy_text a, struct copy_text b)
{
  return a.size == b.size && (a.size == 0 || memcmp (a.at, b.at, a.size) == 0);
}

void
copy_print_text (FILE *out, struct copy_text t)
{
  for (; t.size; cut (&t, 1))
    if (*t.at == '%')
      fputs ("%%", out);
    else if (*t.at == ';')
      fputs (t.size > 1 && t.at[1] >= '0' && t.at[1] <= '9' ? "\n" : "\n\t",
	     out);
    else
      fputc (*t.at == '/' ? '\t' : *t.at, out);
}

static bool
is_jump (const struct copy_machine *m, struct copy_text name)
{
  return copy_text_is (name, m->jumps);
}

/* The last one of operands T, a jump's, which is its label; T keeps those before.  */
static struct copy_text
cut_label (struct copy_text *t)
{
  int at = t->size;
  while (at > 0 && !strchr (", \t", t->at[at - 1]))
    at--;
  struct copy_text label = { t->at + at, t->size - at };
  while (at > 0 && isspace ((unsigned char) t->at[at - 1]))
    at--;
  t->size = at;
  return label;
}

/* --- making ---------------------------------------------------------------- */

struct maker
{
  const struct halt_target *target;
  const struct copy_machine *machine;
  const char *const *symbols;
  int n_symbols;
  struct copy_text label[MAX_LABELS];
  bool seen[MAX_LABELS + 1];	/* defined by now */
  int n_labels;			/* that jumps name */
  bool returned;		/* the last instruction, that is */
  bool leaves;			/* a jump goes to the end, label MAX_LABELS */
  FILE *out;
  int n;			/* statements */
};

static void
print_word (FILE *out, struct copy_text t)
{
  fwrite (t.at, 1, t.size, out);
}

/* The number of label NAME, or -1.  */
static int
label_number (const struct maker *m, struct copy_text name)
{
  for (int i = 0; i < m->n_labels; i++)
    if (copy_same_text (m->label[i], name))
      return i;
  return -1;
}

/* The number of the symbol NAME, or -1.  */
static int
symbol_number (const struct maker *m, struct copy_text name)
{
  for (int i = 0; i < m->n_symbols; i++)
    if (copy_text_is (name, m->symbols[i]))
      return i;
  return -1;
}

/* Write WORD, an operand's, which comes after BEFORE; false if it cannot be copied.  */
static bool
make_word (struct maker *m, char before, struct copy_text word)
{
  int symbol = symbol_number (m, word);
  bool is_word = begins_with_digit (word)
		 || m->machine->is_word (before, word) >= 0;
  if (is_word)
    print_word (m->out, word);
  else
    fprintf (m->out, "&%d", symbol);
  /* Of what may be a symbol as well as a word nobody knows what it is.  */
  return is_word == (symbol < 0);
}

/* Write operands T; false if they cannot be copied.  White space stays where nothing
   else is between two words.  */
static bool
make_operands (struct maker *m, struct copy_text t)
{
  bool after_word = false, space = false;
  for (char before = ' '; t.size > 0;)
    {
      struct copy_text word = copy_cut_word (&t);
      if (word.size)
	{
	  if (after_word && space)
	    fputc ('/', m->out);
	  if (!make_word (m, before, word))
	    return false;
	  after_word = true;
	  space = false;
	  continue;
	}
      if (isspace ((unsigned char) *t.at))
	space = true;
      else if (strchr (m->machine->marks, *t.at))
	{
	  before = *t.at;
	  after_word = false;
	  fputc (before, m->out);
	}
      else
	return false;
      cut (&t, 1);
    }
  return true;
}

/* Cut the name of the instruction LINE and its prefix, whose size is 0 if there
   is none, so that its operands are left.  */
static struct copy_text
cut_instruction (const struct maker *m, struct copy_text *line,
		 struct copy_text *prefix)
{
  struct copy_text name = copy_cut_word (line);
  prefix->size = 0;
  if (copy_text_is (name, m->machine->prefixes) && line->size > 1)
    {
      *prefix = name;
      cut (line, 1);
      name = copy_cut_word (line);
    }
  while (line->size > 0 && isspace ((unsigned char) *line->at))
    cut (line, 1);
  return name;
}

static FILE *statement (struct maker *m);

/* Write the jump NAME to LABEL with what is before that, BEFORE; false if it cannot be
   copied.  */
static bool
make_jump (struct maker *m, struct copy_text name, struct copy_text before,
	   int label)
{
  print_word (statement (m), name);
  fputc ('/', m->out);
  bool good = make_operands (m, before);
  fprintf (m->out, "%d%c", COPY_FIRST_LABEL + label,
	   m->seen[label] ? 'b' : 'f');
  return good;
}

/* Begin a statement.  What returned before it jumps to the end.  */
static FILE *
statement (struct maker *m)
{
  if (m->returned)
    {
      m->returned = false;
      m->leaves = true;
      make_jump (m, copy_text_of (m->machine->jump), copy_text_of (NULL),
		 MAX_LABELS);
    }
  if (m->n++)
    fputc (';', m->out);
  return m->out;
}

/* Write the instruction LINE; false if it cannot be copied.  */
static bool
make_instruction (struct maker *m, struct copy_text line)
{
  struct copy_text prefix, name = cut_instruction (m, &line, &prefix);
  if (copy_text_is (name, m->machine->entry))
    return true;
  if (copy_text_is (name, m->machine->ret) && !line.size)
    return m->returned = true;
  if (is_jump (m->machine, name))
    {
      int label = label_number (m, cut_label (&line));
      return label >= 0 && !prefix.size && make_jump (m, name, line, label);
    }
  statement (m);
  if (prefix.size)
    {
      print_word (m->out, prefix);
      fputc ('/', m->out);
    }
  print_word (m->out, name);
  if (line.size)
    fputc ('/', m->out);
  return make_operands (m, line);
}

/* Cut the next LINE of TEXT that is not empty without its comment; false if there
   is none.  */
static bool
next_line (const struct maker *m, const char **text, struct copy_text *line)
{
  const char *mark = m->target->comment ? m->target->comment : "#";
  while (**text)
    {
      size_t length = strcspn (*text, "\n");
      *line = (struct copy_text) { *text, length };
      *text += length + ((*text)[length] == '\n');
      const char *comment = memmem (line->at, length, mark, strlen (mark));
      if (comment)
	line->size = comment - line->at;
      while (line->size && isspace ((unsigned char) line->at[line->size - 1]))
	line->size--;
      while (line->size && isspace ((unsigned char) *line->at))
	cut (line, 1);
      if (line->size)
	return true;
    }
  return false;
}

/* The same, to the end of the routine.  */
static bool
next_in_routine (const struct maker *m, const char **text,
		 struct copy_text *line)
{
  return next_line (m, text, line) && !copy_text_is (*line, ".size*");
}

/* Whether directive LINE says nothing about what is executed.  */
static bool
silent (struct copy_text line)
{
  return copy_text_is (copy_cut_word (&line), ".cfi_* .file* .loc .p2align*");
}

/* The label that LINE defines; of size 0 if it defines none.  */
static struct copy_text
label_of (struct copy_text line)
{
  struct copy_text name = copy_cut_word (&line);
  if (!copy_text_is (line, ":"))
    name.size = 0;
  return name;
}

/* Note down the labels that jumps in TEXT name; false if there are too many.  */
static bool
find_labels (struct maker *m, const char *text)
{
  struct copy_text line, prefix;
  while (next_in_routine (m, &text, &line))
    {
      struct copy_text name = cut_instruction (m, &line, &prefix);
      struct copy_text label = cut_label (&line);
      if (!is_jump (m->machine, name) || !copy_text_is (label, ".L*")
	  || label_number (m, label) >= 0)
	continue;
      if (m->n_labels == MAX_LABELS)
	return false;
      m->label[m->n_labels++] = label;
    }
  return true;
}

/* Write label N if a jump names it.  */
static void
make_label (struct maker *m, int n)
{
  if (n < 0)
    return;
  m->seen[n] = true;
  fprintf (statement (m), "%d:", COPY_FIRST_LABEL + n);
}

/* Write the statements of TEXT, which begins after the routine's own label.  */
static bool
make_all (struct maker *m, const char *text)
{
  struct copy_text line;
  if (!find_labels (m, text))
    return false;
  while (next_in_routine (m, &text, &line))
    if (label_of (line).size)
      make_label (m, label_number (m, label_of (line)));
    else if (*line.at == '.' ? !silent (line) : !make_instruction (m, line))
      return false;
  m->returned = false;
  if (m->leaves)
    make_label (m, MAX_LABELS);
  return true;
}

bool
copy_make (const struct halt_target *target, const char *text, const char *name,
	   const char *const *symbols, int n_symbols, char *copy)
{
  struct maker m = { .target = target,
		     .machine = target->copies,
		     .symbols = symbols,
		     .n_symbols = n_symbols };
  char *made = NULL;
  size_t size;
  struct copy_text line;
  bool begun = false;
  while (!begun && next_line (&m, &text, &line))
    begun = copy_text_is (label_of (line), name);
  if (!begun || !(m.out = open_memstream (&made, &size)))
    return false;
  bool good = make_all (&m, text);
  fclose (m.out);
  good = good && copy_check (target, made);
  if (good)
    strcpy (copy, made);
  free (made);
  return good;
}

/* --- checking -------------------------------------------------------------- */

/* Whether COPY has the label that JUMP, a part of it, goes to, which is TO.  */
static bool
good_target (const char *copy, const char *jump, struct copy_text to)
{
  char label[8];
  char way = to.size ? to.at[to.size - 1] : '\0';
  if (to.size < 3 || to.size > 4 || !begins_with_digit (to)
      || (way != 'f' && way != 'b'))
    return false;
  sprintf (label, "%.*s:", to.size - 1, to.at);
  for (const char *p = copy; (p = strstr (p, label)); p++)
    if ((p == copy || p[-1] == ';') && (p[to.size] == '\0' || p[to.size] == ';')
	&& (p > jump) == (way == 'f'))
      return true;
  return false;
}

/* Whether T may be operands.  */
static bool
good_operands (const struct copy_machine *m, struct copy_text t)
{
  for (char before = ' ';; cut (&t, 1))
    {
      if (m->is_word (before, copy_cut_word (&t)) == 0)
	return false;
      if (!t.size)
	return true;
      before = *t.at;
      if (before != '&' && !strchr (m->marks, before))
	return false;
    }
}

/* Whether T, a statement of COPY, is good.  */
static bool
good_statement (const struct copy_machine *m, const char *copy,
		struct copy_text t)
{
  const char *start = t.at;
  struct copy_text name = copy_cut_word (&t);
  if (begins_with_digit (name))
    return name.size == 2 && copy_text_is (t, ":") && *name.at >= '8';
  if (copy_text_is (name, m->prefixes) && copy_cut (&t, '/'))
    {
      name = copy_cut_word (&t);
      if (is_jump (m, name) || copy_text_is (name, m->call))
	return false;
    }
  bool calls = copy_text_is (name, m->call);
  if (!name.size || !islower ((unsigned char) *name.at)
      || (!calls && copy_text_is (name, m->unfit))
      || (t.size && !copy_cut (&t, '/')))
    return false;
  if (is_jump (m, name))
    {
      struct copy_text label = cut_label (&t);
      return good_target (copy, start, label) && good_operands (m, t);
    }
  /* A call is one of what a symbol names.  */
  struct copy_text to = t;
  return good_operands (m, t)
	 && (!calls || copy_cut (&to, '&') || copy_cut_word (&to).size > 0);
}

bool
copy_check (const struct halt_target *target, const char *copy)
{
  if (!target->copies || strlen (copy) >= HALT_MAX_COPY)
    return false;
  for (const char *p = copy; *p;)
    {
      int length = strcspn (p, ";");
      if (!good_statement (target->copies, copy,
			   (struct copy_text) { p, length }))
	return false;
      p += length;
      if (*p == ';' && !*++p)
	return false;
    }
  return true;
}
