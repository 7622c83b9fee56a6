/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prototypes of analysis routines: "Name(const char *, int[8], VALUE)".  */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "atom/atom.h"

/* What is being read.  */
struct reader
{
  const char *function;		/* of the interface */
  const char *text, *at;
  struct proto *proto;
};

_Noreturn static void
bad (const struct reader *r, const char *what)
{
  tool_fail ("%s: \"%s\": %s", r->function, r->text, what);
}

static void
skip_blanks (struct reader *r)
{
  while (isspace ((unsigned char) *r->at))
    r->at++;
}

/* Whether C comes next; if so go past it.  */
static bool
take_char (struct reader *r, char c)
{
  skip_blanks (r);
  if (*r->at != c)
    return false;
  r->at++;
  return true;
}

static size_t
word_size (const char *at)
{
  size_t n = 0;
  while (isalnum ((unsigned char) at[n]) || at[n] == '_')
    n++;
  return n;
}

/* Whether WORD comes next; if so go past it.  */
static bool
take_word (struct reader *r, const char *word)
{
  skip_blanks (r);
  size_t n = word_size (r->at);
  if (n != strlen (word) || strncmp (r->at, word, n) != 0)
    return false;
  r->at += n;
  return true;
}

/* "[8]" or "[]", after the type of an array's elements.  */
static bool
take_length (struct reader *r, struct parameter *p)
{
  if (!take_char (r, '['))
    return false;
  skip_blanks (r);
  if (isdigit ((unsigned char) *r->at))
    {
      char *end;
      p->n = strtoul (r->at, &end, 10);
      r->at = end;
      if (p->n == 0 || p->n > (size_t) 1 << 40)
	bad (r, "an array has 1 element or more");
    }
  if (!take_char (r, ']'))
    bad (r, "the length of an array is a number, and a ']' follows");
  return true;
}

static bool
is_copied (enum parameter_type type)
{
  return type >= PARAMETER_STRING && type <= PARAMETER_LONGS;
}

static enum parameter_type
read_type (struct reader *r, struct parameter *p)
{
  static const struct
  {
    const char *word;
    enum parameter_type type, array;
  } numbers[] = { { "char", PARAMETER_CHAR, PARAMETER_CHARS },
		  { "int", PARAMETER_INT, PARAMETER_INTS },
		  { "long", PARAMETER_LONG, PARAMETER_LONGS } };
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (take_word (r, numbers[i].word))
      {
	if (take_length (r, p))
	  return numbers[i].array;
	if (!take_char (r, '*'))
	  return numbers[i].type;
	if (numbers[i].type != PARAMETER_CHAR)
	  bad (r, "only 'char *' is passed so: an array is 'int[LENGTH]'");
	return PARAMETER_STRING;
      }
  if (take_word (r, "VALUE"))
    return PARAMETER_VALUE;
  if (take_word (r, "REGV"))
    return PARAMETER_REGV;
  if (take_word (r, "FREGV"))
    return PARAMETER_FREGV;
  bool star = take_char (r, '*');
  if (take_word (r, "XLATE") && (star || take_char (r, '*')))
    return PARAMETER_XLATE;
  skip_blanks (r);
  tool_fail (
    "%s: \"%s\": '%.*s' is no type: char, int, long, char *, char[n], int[n], "
    "long[n], VALUE, REGV, FREGV or XLATE *",
    r->function, r->text,
    *r->at ? (int) (word_size (r->at) + !word_size (r->at)) : 0, r->at);
}

static void
read_parameter (struct reader *r)
{
  struct proto *proto = r->proto;
  struct parameter p = { .type = PARAMETER_INT };
  for (;;)
    if (take_word (r, "const"))
      p.constant = true;
    else if (take_word (r, "stable"))
      p.stable = true;
    else if (take_word (r, "free"))
      p.freed = true;
    else
      break;
  if (p.stable && p.freed)
    bad (r, "'stable' and 'free' exclude each other");
  p.type = read_type (r, &p);
  if ((p.constant || p.stable || p.freed) && !is_copied (p.type))
    bad (r, "'const', 'stable' and 'free' are for strings and arrays");
  more (&proto->parameters, proto->n, sizeof *proto->parameters);
  proto->parameters[proto->n++] = p;
}

static void
read_proto (struct reader *r)
{
  skip_blanks (r);
  size_t n = word_size (r->at);
  if (n == 0 || isdigit ((unsigned char) *r->at))
    bad (r, "the routine has no name");
  r->proto->name = string ("%.*s", (int) n, r->at);
  r->at += n;
  if (!take_char (r, '('))
    bad (r, "a '(' comes after the routine's name");
  if (!take_char (r, ')'))
    {
      do
	read_parameter (r);
      while (take_char (r, ','));
      if (!take_char (r, ')'))
	bad (r, string ("',' or ')' is missing before '%s'", r->at));
    }
  take_char (r, ';');
  skip_blanks (r);
  if (*r->at)
    bad (r, string ("'%s' comes after it", r->at));
}

struct proto *
proto_find (const char *name)
{
  for (struct proto *p = the.protos; p; p = p->next)
    if (strcmp (p->name, name) == 0)
      return p;
  return NULL;
}

struct proto *
proto_add (struct proto *new)
{
  struct proto **to = &the.protos;
  while (*to)
    to = &(*to)->next;
  new->file = the.file;
  new->line = the.line;
  return *to = new;
}

/* Whether A and B differ at most in lengths of arrays.  */
static bool
agree (const struct proto *a, const struct proto *b)
{
  if (a->n != b->n || a->replacement != b->replacement)
    return false;
  for (int i = 0; i < a->n; i++)
    {
      const struct parameter *p = &a->parameters[i], *q = &b->parameters[i];
      if (p->type != q->type || p->constant != q->constant
	  || p->stable != q->stable || p->freed != q->freed)
	return false;
    }
  return true;
}

static void
declare (const char *function, const char *text, bool replacement)
{
  NEED_FOR (function, text);
  struct reader r = { .function = function,
		      .text = text,
		      .at = text,
		      .proto = fresh_memory (sizeof *r.proto) };
  r.proto->replacement = replacement;
  read_proto (&r);
  struct proto *old = proto_find (r.proto->name);
  if (!old)
    proto_add (r.proto);
  else if (agree (old, r.proto))
    old->parameters = r.proto->parameters;
  else
    tool_fail (
      "%s: \"%s\": it was declared otherwise at %s:%d: only lengths of "
      "arrays may change",
      function, text, old->file ? old->file : "", old->line);
}

void
AddCallProto (const char *text)
{
  declare (__func__, text, false);
}

void
ReplaceProto (const char *text)
{
  declare (__func__, text, true);
}
