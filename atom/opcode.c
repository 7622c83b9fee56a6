/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of an instruction, and what its opcode says that it computes.  */

#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "atom/atom.h"

static const struct opcodes *const machines[] = {
  &x86_64_opcodes, &i386_opcodes, &alpha_opcodes, &ia64_opcodes, &aarch64_opcodes,
  &riscv64_opcodes
};

static const struct unit *
unit_of (const Inst *i)
{
  return i->block->proc->unit;
}

static const struct opcodes *
opcodes_of (const Inst *i)
{
  const char *target = unit_of (i)->target->name;
  for (size_t m = 0; m < sizeof machines / sizeof *machines; m++)
    if (strcmp (machines[m]->target, target) == 0)
      return machines[m];
  fail ("opcodes of %s are not known", target);
}

/* --- text ----------------------------------------------------------------- */

/* How many of the N characters of LINE come before a comment that begins with
   MARK.  */
static size_t
without_comment (const char *line, size_t n, const char *mark)
{
  bool quoted = false;
  for (size_t i = 0; i < n; i++)
    if (line[i] == '"')
      quoted = !quoted;
    else if (!quoted && strncmp (line + i, mark, strlen (mark)) == 0
	     && (i == 0 || isspace ((unsigned char) line[i - 1])))
      return i;
  return n;
}

/* Whether the N characters of LINE are a label or a directive.  */
static bool
is_no_code (const char *line, size_t n)
{
  return n == 0 || *line == '.' || line[n - 1] == ':';
}

/* Write the N characters of LINE to TO with one blank for any, none at its ends;
   the end of that.  */
static char *
squeeze (char *to, const char *line, size_t n)
{
  char *start = to;
  for (size_t i = 0; i < n; i++)
    if (!isspace ((unsigned char) line[i]))
      *to++ = line[i];
    else if (to > start && to[-1] != ' ')
      *to++ = ' ';
  return to > start && to[-1] == ' ' ? to - 1 : to;
}

const char *
InstText (Inst *i)
{
  NEED (i);
  const struct unit *u = unit_of (i);
  const char *mark = u->target->comment ? u->target->comment : "#";
  char *text = fresh_memory (2 * (i->end - i->at) + 2), *to = text;
  for (size_t at = i->at, next; at < i->end; at = next)
    {
      const char *line = u->text + at;
      size_t n = strcspn (line, "\n");
      next = at + n + 1;
      while (n && isspace ((unsigned char) *line))
	line++, n--;
      /* Before this is what the compiler put before I without a description.  */
      if (strncmp (line, "#@ ", 3) == 0)
	to = text;
      /* What we said, and what surrounds inline assembler.  */
      if (*line == '#')
	continue;
      n = without_comment (line, n, mark);
      while (n && isspace ((unsigned char) line[n - 1]))
	n--;
      if (i->class == INST_ASM ? n == 0 : is_no_code (line, n))
	continue;
      if (to > text)
	to += sprintf (to, "; ");
      to = squeeze (to, line, n);
    }
  *to = '\0';
  return text;
}

/* TEXT without WORD that it begins with, if that stands alone.  */
static const char *
skip_word (const char *text, const char *word)
{
  size_t n = strlen (word);
  if (strncmp (text, word, n) != 0 || !strchr (" ;", text[n]) || !text[n])
    return text;
  return text + n + strspn (text + n, " ;");
}

/* The opcode in TEXT, behind prefixes and an IA-64's predicate.  */
static const char *
find_opcode (const struct opcodes *m, const char *text)
{
  for (const char *before = NULL; before != text;)
    {
      before = text;
      if (*text == '{' || *text == '(')
	{
	  const char *end = strpbrk (text, "})");
	  text = end && *text == '(' ? end + 1 : text + strcspn (text, " ");
	  text += strspn (text, " ");
	}
      for (const char *const *p = m->prefixes; *p; p++)
	text = skip_word (text, *p);
    }
  return text;
}

const char *
InstOpcodeText (Inst *i)
{
  const char *opcode = find_opcode (opcodes_of (i), InstText (i));
  return string ("%.*s", (int) strcspn (opcode, " ;"), opcode);
}

/* --- flags ---------------------------------------------------------------- */

static bool
is_name (char c)
{
  return isalnum ((unsigned char) c) || c == '_' || c == '.' || c == '$';
}

/* Whether OPERANDS name a register that is NAME and a number.  */
static bool
names_register (const char *operands, const char *name)
{
  size_t n = strlen (name);
  for (const char *p = operands; (p = strstr (p, name)); p += n)
    {
      size_t digits = strspn (p + n, "0123456789");
      if (digits && !is_name (p[n + digits])
	  && (p == operands || !is_name (p[-1])))
	return true;
    }
  return false;
}

/* The flags of TEXT, which is OPCODE, one word, with these OPERANDS.  */
static int
find_flags (const struct opcodes *m, const char *text, const char *opcode,
	    const char *operands)
{
  char word[64];
  int flags = 0;
  snprintf (word, sizeof word, *operands ? "%s " : "%s", opcode);
  for (const struct opcode *row = m->rows; row->pattern; row++)
    if (fnmatch (row->pattern, strpbrk (row->pattern, "$%") ? text : word, 0)
	== 0)
      {
	flags = row->flags;
	break;
      }
  for (const char *const *r = m->fp; *r; r++)
    if (names_register (operands, *r))
      flags |= OPCODE_FP;
  if (m->quad && m->quad (opcode, operands))
    flags |= OPCODE_QUAD;
  return flags;
}

/* What was found, by the text: a program has few that differ.  */
enum
{
  KNOWN = 4096
};
static struct
{
  const struct opcodes *machine;
  char *text;
  int flags;
} known[KNOWN];

int
opcode_flags (const Inst *i)
{
  const struct opcodes *m = opcodes_of (i);
  if (i->class == INST_ASM)
    return 0;
  char *text = (char *) InstText ((Inst *) i);
  size_t hash = 5381;
  for (const char *p = text; *p; p++)
    hash = 33 * hash + (unsigned char) *p;
  hash %= KNOWN;
  if (known[hash].machine == m && strcmp (known[hash].text, text) == 0)
    {
      free (text);
      return known[hash].flags;
    }
  const char *start = find_opcode (m, text);
  /* Some are there for the compiler only.  */
  if (!*start)
    return OPCODE_NOP;
  char *opcode = string ("%.*s", (int) strcspn (start, " ;"), start);
  const char *operands = start + strlen (opcode);
  operands += strspn (operands, " ;");
  int flags = find_flags (m, start, opcode, operands);
  free (opcode);
  free (known[hash].text);
  known[hash].machine = m;
  known[hash].text = text;
  known[hash].flags = flags;
  return flags;
}
