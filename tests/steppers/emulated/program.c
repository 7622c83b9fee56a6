/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Read a program's code and the emulator's log.  */

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulated.h"

void
die (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  fprintf (stderr, "%s: ", program_name);
  vfprintf (stderr, format, args);
  fputc ('\n', stderr);
  exit (2);
}

/* --- the code ------------------------------------------------------------- */

static struct insn *insns;	/* for every 2 bytes from LOWEST on */
static uint64_t lowest;
static size_t n_insns;
static const struct insn none = { .name = "", .operands = "" };

/* "  400580:  d503201f   nop", with tabs behind the colon and the word; what follows
   // is a comment.  */
static void
read_insn (char *line)
{
  char *end, *word, *name, *operands;
  uint64_t pc = strtoull (line, &end, 16);
  if (*line != ' ' || *end != ':' || end[1] != '\t')
    return;
  word = end + 2;
  struct insn insn = { .pc = pc, .word = strtoul (word, &end, 16) };
  insn.size = (strcspn (word, " \t") + 1) / 2;
  /* Some write a word as bytes.  */
  if (insn.size == 1)
    {
      insn.word = 0;
      for (insn.size = 0; isxdigit (word[0]) && isxdigit (word[1]) && word[2] == ' ';
	   word += 3)
	insn.word |= strtoul (word, &end, 16) << 8 * insn.size++;
    }
  if (!(name = strchr (word, '\t')))
    return;
  name[strcspn (name, "\n")] = '\0';
  if ((end = strstr (++name, "//")))
    *end = '\0';
  operands = name + strcspn (name, "\t");
  if (*operands)
    *operands++ = '\0';
  insn.name = strdup (name);
  insn.operands = strdup (operands);
  insn.way = machine_way (&insn);

  if (!n_insns)
    lowest = pc;
  size_t at = (pc - lowest) / 2;
  if (pc < lowest || at > 1 << 26)
    die ("%#" PRIx64 " is far from the rest", pc);
  if (at >= n_insns)
    {
      size_t n = 2 * at + 1024;
      if (!(insns = realloc (insns, n * sizeof *insns)))
	die ("out of memory");
      memset (insns + n_insns, 0, (n - n_insns) * sizeof *insns);
      n_insns = n;
    }
  insns[at] = insn;
}

void
read_code (const char *name)
{
  char line[512];
  FILE *f = fopen (name, "r");
  if (!f)
    die ("cannot open '%s'", name);
  while (fgets (line, sizeof line, f))
    read_insn (line);
  fclose (f);
}

const struct insn *
insn_at (uint64_t pc)
{
  size_t at = (pc - lowest) / 2;
  return at < n_insns && insns[at].size ? &insns[at] : &none;
}

const struct insn *
insn_before (uint64_t pc)
{
  for (int size = 2; size <= 4; size += 2)
    if (insn_at (pc - size)->size == size)
      return insn_at (pc - size);
  return &none;
}

/* --- the log -------------------------------------------------------------- */

static char line[256];
static const char *rest;	/* of LINE */

/* The next 16 hexadecimal digits.  */
static bool
next_word (uint64_t *word)
{
  for (;;)
    {
      uint64_t value = 0;
      const char *start = rest, *p = rest;
      if (*p == '\0')
	{
	  if (!(rest = fgets (line, sizeof line, stdin)))
	    return rest = "", false;
	  continue;
	}
      for (; isxdigit ((unsigned char) *p); p++)
	value = value << 4 | (*p <= '9' ? *p - '0' : (*p | 32) - 'a' + 10);
      rest = p + (p == start);
      if (p - start == 16)
	return *word = value, true;
    }
}

bool
next_pc (struct state *s)
{
  size_t length = strlen (machine.pc);
  do
    if (!fgets (line, sizeof line, stdin))
      return false;
  while (strncmp (line, machine.pc, length) != 0);
  rest = line + length;
  return next_word (&s->pc);
}

bool
read_registers (struct state *s, bool floats)
{
  uint64_t other;
  for (int r = 0; r < machine.integers; r++)
    if (!next_word (&s->reg[r]))
      return false;
  for (int i = 0; floats && i < machine.others; i++)
    if (!next_word (&other))
      return false;
  for (int r = FLOAT; floats && r < FLOAT + machine.floats; r++)
    for (int i = 0; i < machine.words; i++)
      if (!next_word (&s->reg[r]))
	return false;
  return true;
}
