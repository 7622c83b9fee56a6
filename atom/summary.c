/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the plugin left of analysis routines in their object: what they change and
   read, and what can stand in place of a call (docs/format.md, "Summaries of
   routines").  */

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "atom/make.h"
#include "halt/format.h"

#define SECTION ".debug.halt_routine"
#define MAGIC "halt-routine 4 "

/* A string of the section, cut up.  */
struct said
{
  char *name, *target, *check, *changes, *reads, *stack, *copy;
};

/* The set of the registers in LIST, which is changed; false if one is unknown.  */
static bool
read_set (char *list, struct reg_set *set)
{
  *set = (struct reg_set) { { 0 } };
  if (strcmp (list, "none") == 0)
    return true;
  for (char *save, *name = strtok_r (list, ",", &save); name;
       name = strtok_r (NULL, ",", &save))
    {
      int r = halt_reg_find (the.target, name);
      if (r == HALT_NO_REG)
	return false;
      reg_set_add (set, r);
    }
  return true;
}

/* Read the copy of S, the names of its symbols put in; false if it is
   malformed.  */
static bool
read_copy (const struct said *s, struct halt_summary *known)
{
  char *text, *end;
  size_t size;
  if (strcmp (s->copy, "none") == 0)
    return true;
  long bytes = strtol (s->copy, &end, 10);
  if (*end++ != ':' || bytes < 0 || bytes > HALT_MAX_COPY || !known->unaligned
      || !copy_check (the.target, end))
    return false;
  FILE *f = open_memstream (&text, &size);
  if (!f)
    fail ("out of memory");
  for (char *p = end; *p;)
    if (*p != '&')
      fputc (*p++, f);
    else if (isdigit ((unsigned char) p[1]))
      fprintf (f, "__halt_part.%s.%s.%lu", s->name, s->check,
	       strtoul (p + 1, &p, 10));
    else
      return false;
  fclose (f);
  known->copy = text;
  known->copy_bytes = bytes;
  return true;
}

/* The word after KEY at *P, which is cut; NULL if KEY is not there.  */
static char *
take_word (char **p, const char *key)
{
  char *word = *p;
  if (!begins (word, key))
    return NULL;
  word += strlen (key);
  *p = word + strcspn (word, " ");
  if (**p)
    *(*p)++ = '\0';
  return word;
}

static bool
is_intact (const char *name, const char *target, const char *facts,
	   const char *check)
{
  const char *const parts[] = { name, target, facts };
  uint64_t sum = HALT_CHECKSUM_START;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    sum = halt_checksum (sum, parts[i], strlen (parts[i]) + 1);
  return strtoull (check, NULL, 16) == sum;
}

/* Cut up TEXT; false if it is damaged.  */
static bool
cut_up (char *text, struct said *s)
{
  if (!(s->name = take_word (&text, "")) || !(s->target = take_word (&text, ""))
      || !(s->check = take_word (&text, ""))
      || !is_intact (s->name, s->target, text, s->check))
    return false;
  return (s->changes = take_word (&text, "changes "))
	 && (s->reads = take_word (&text, "reads "))
	 && (s->stack = take_word (&text, "stack "))
	 && (s->copy = take_word (&text, "copy "));
}

/* Read TEXT, what comes after the magic; false if it is damaged.  */
static bool
read_one (char *text)
{
  struct said s;
  struct halt_summary known = { .direct = true };
  if (!cut_up (text, &s))
    return false;
  struct proto *p = proto_find (s.name);
  if (!p || strcmp (s.target, the.target->name) != 0
      || strcmp (s.changes, "all") == 0)
    return true;
  known.unaligned = strcmp (s.stack, "word") == 0;
  if (!read_set (s.changes, &known.changes) || !read_set (s.reads, &known.reads)
      || !read_copy (&s, &known))
    return false;
  p->summary = known;
  p->summarized = true;
  return true;
}

void
summaries_read (const char *object)
{
  Elf *elf = elf_open (object, ELF_K_ELF);
  Elf_Data *data = elf_bytes (elf, SECTION);
  char *text = data ? fresh_memory (data->d_size + 1) : NULL;
  if (data)
    memcpy (text, data->d_buf, data->d_size);
  for (size_t at = 0, size; data && at < data->d_size; at += size)
    {
      size = strlen (text + at) + 1;
      if (strncmp (text + at, MAGIC, strlen (MAGIC)) == 0
	  && !read_one (text + at + strlen (MAGIC)))
	fail (
	  "%s: damaged summary of a routine; the plugin and ghalt are not of "
	  "one version",
	  object);
    }
  elf_end (elf);
}
