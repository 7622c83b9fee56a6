/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The facts of a point as text: a line of words, WORD or WORD=VALUE.  Dumps of pots
   begin with it; a pot can be filled again from what was read.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "halt/format.h"
#include "recipes/recipe.h"

/* What a value looks like, and when it is left out.  */
enum form
{
  SWITCH,			/* bool: the word alone; when it is false */
  NUMBER,			/* int; never */
  COUNT,			/* int; when it is 0 */
  BYTES,			/* int64_t; never */
  TEXT,				/* when it is NULL */
  REG,				/* when it is HALT_NO_REG */
  SET,				/* registers, separated by commas; never */
  LIVE,				/* bool, "live" or "dead"; never */
  SUM,				/* SYMBOL+N, a const char * and, right after it, a
				   uint64_t; or N, if that is NULL; never */
  ARGS,
  ADDRESS,
  MASK,
  OFFSETS,
  COPY,
  OWN				/* what the functions below say */
};

/* Which points have a word.  */
enum
{
  CALLS = 1,
  COUNTS = 2,
  POINTS = 4,
  STEPS = 8,
  ACCESS = 16,
  LANES = 32,
  SUMMARY = 64,
  DEAD = 128,
  TARGET = 256,
  ALL = 512,
  TURNS = 1024
};

static const struct word
{
  const char *word;
  enum form form;
  unsigned has;			/* one of the above */
  size_t offset;		/* in struct halt_point */
  int step;			/* STEPS: of these */
} words[] = {
#define AT(field) offsetof (struct halt_point, field)
  { "cell", SUM, COUNTS, AT (cells), 0 },
  { "atomic", SWITCH, COUNTS, AT (atomic), 0 },
  { "own", SWITCH, COUNTS, AT (own), 0 },
  { "shared", SWITCH, COUNTS, AT (shared), 0 },
  { "enter", TEXT, COUNTS, AT (enter), 0 },
  { "only", SWITCH, COUNTS, AT (only_enter), 0 },
  { "pointer", REG, POINTS, AT (pointer), 0 },
  { "held", SWITCH, POINTS, AT (held), 0 },
  { "register", REG, STEPS, AT (counter), STEP_REGISTER },
  { "begin", REG, STEPS, AT (counter), STEP_BEGIN },
  { "flush", REG, STEPS, AT (counter), STEP_FLUSH },
  { "from", REG, TURNS, AT (from), 0 },
  { "stride", BYTES, TURNS, AT (stride), 0 },
  { "routine", TEXT, CALLS, AT (routine), 0 },
  { "id", SUM, CALLS, AT (base), 0 },
  { "arg", ARGS, ALL, 0, 0 },
  { "cond", TEXT, ALL, AT (cond), 0 },
  { "table", TEXT, ALL, AT (table), 0 },
  { "base", SWITCH, ALL, AT (table_base), 0 },
  { "callee", TEXT, ALL, AT (callee), 0 },
  { "local", SWITCH, ALL, AT (local), 0 },
  { "bytes", BYTES, ACCESS, AT (access.bytes), 0 },
  { "ea", ADDRESS, ACCESS, AT (access.ea), 0 },
  { "thread", SWITCH, ACCESS, AT (access.ea.thread), 0 },
  { "aligned", COUNT, ACCESS, AT (access.ea.align), 0 },
  { "count", REG, ACCESS, AT (access.count), 0 },
  { "advance", REG, ACCESS, AT (access.advance), 0 },
  { "wrap", SWITCH, ACCESS, AT (access.wrap), 0 },
  { "through", SWITCH, ACCESS, AT (through), 0 },
  { "lanes", NUMBER, LANES, AT (access.lanes.n), 0 },
  { "by", MASK, LANES, AT (access.lanes), 0 },
  { "offsets", OFFSETS, LANES, AT (access.lanes), 0 },
  { "packed", SWITCH, LANES, AT (access.lanes.packed), 0 },
  { "whole", SWITCH, LANES, AT (access.lanes.whole), 0 },
  { "flags", LIVE, ALL, AT (flags_live), 0 },
  { "align", NUMBER, ALL, AT (stack_align), 0 },
  { "misalign", NUMBER, ALL, AT (misalign), 0 },
  { "red-zone", NUMBER, ALL, AT (red_zone), 0 },
  { "vector", NUMBER, ALL, AT (vector_bytes), 0 },
  { "mask", NUMBER, ALL, AT (mask_bytes), 0 },
  { "small", SWITCH, ALL, AT (small), 0 },
  { "far-code", SWITCH, ALL, AT (far_code), 0 },
  { "far-data", SWITCH, ALL, AT (far_data), 0 },
  { "got", SWITCH, ALL, AT (got), 0 },
  { "indirect", SWITCH, ALL, AT (indirect), 0 },
  { "frame", OWN, TARGET, AT (facts), 0 },
  { "changes", SET, SUMMARY, AT (summary.changes), 0 },
  { "reads", SET, SUMMARY, AT (summary.reads), 0 },
  { "unaligned", SWITCH, SUMMARY, AT (summary.unaligned), 0 },
  { "direct", SWITCH, SUMMARY, AT (summary.direct), 0 },
  { "copy", COPY, SUMMARY, AT (summary), 0 },
  { "verify", SWITCH, DEAD, AT (verify), 0 },
  { "dead", SET, DEAD, AT (dead), 0 },
  { "live", SET, ALL, AT (live), 0 }
#undef AT
};
enum
{
  WORDS = sizeof words / sizeof *words
};

/* --- writing ------------------------------------------------------------ */

static unsigned
point_has (const struct halt_target *t, const struct halt_point *pt)
{
  unsigned has = ALL | (pt->cells ? COUNTS : pt->routine ? CALLS : 0);
  if (pt->cells && pt->own && pt->pointer != HALT_NO_REG)
    has |= POINTS;
  if (pt->cells && pt->step != STEP_ADD)
    has |= pt->stride ? STEPS | TURNS : STEPS;
  if (pt->access.bytes)
    has |= pt->access.lanes.n ? ACCESS | LANES : ACCESS;
  if (pt->summarized)
    has |= SUMMARY;
  if (pt->summarized || pt->verify || pt->own || (pt->small && pt->routine)
      || (pt->cells && (pt->table || t->as_text || t->text_ops)))
    has |= DEAD;
  return t->own_facts ? has | TARGET : has;
}

void
facts_print_set (FILE *out, const struct halt_target *t,
		 const struct reg_set *set)
{
  const char *comma = "";
  for (int r = 0; r < t->n_regs; r++)
    if (reg_set_has (set, r))
      {
	fprintf (out, "%s%s", comma, t->regs[r].name);
	comma = ",";
      }
}

/* [SYMBOL]DISP[:BASE][:INDEX*SCALE[s|u]] */
static void
print_address (FILE *out, const struct halt_target *t,
	       const struct halt_address *a)
{
  fprintf (out, "%s%+" PRId64, a->symbol ? a->symbol : "", a->disp);
  if (a->base != HALT_NO_REG)
    fprintf (out, ":%s", t->regs[a->base].name);
  if (a->index != HALT_NO_REG)
    fprintf (out, ":%s*%d%.1s", t->regs[a->index].name, a->scale, &a->extend);
}

/* N, &VARIABLE or &FUNCTION(), or with && what is local.  */
static void
print_arg (FILE *out, const char *before, const struct halt_arg *a)
{
  if (a->symbol)
    fprintf (out, "%s%s%s%s", before, a->local ? "&&" : "&", a->symbol,
	     a->form == HALT_ARG_FUNCTION ? "()" : "");
  else
    fprintf (out, "%s%" PRId64, before, a->number);
}

/* Whether the word W says something of the value AT.  */
static bool
is_said (const struct word *w, const struct halt_point *pt, const void *at)
{
  const struct halt_lanes *l = at;
  const struct halt_summary *s = at;
  if ((w->has == STEPS && w->step != (int) pt->step)
      || (w->form == SWITCH && !*(const bool *) at)
      || (w->form == COUNT && *(const int *) at == 0)
      || (w->form == TEXT && !*(const char *const *) at)
      || (w->form == REG && *(const int *) at == HALT_NO_REG)
      || (w->form == ARGS && pt->n_args == 0))
    return false;
  return !(w->form == MASK && l->mask == HALT_NO_REG)
	 && !(w->form == OFFSETS && l->index == HALT_NO_REG)
	 && !(w->form == COPY && !s->copy);
}

static void
print_word (FILE *out, const struct halt_target *t, const struct halt_point *pt,
	    const struct word *w)
{
  const void *at = (const char *) pt + w->offset;
  const struct halt_lanes *l = at;
  const struct halt_summary *s = at;
  const int *n = at;
  if (!is_said (w, pt, at))
    return;
  fprintf (out, w->form == SWITCH ? " %s" : " %s=", w->word);
  switch (w->form)
    {
    case SWITCH:
      break;
    case NUMBER:
    case COUNT:
      fprintf (out, "%d", *n);
      break;
    case BYTES:
      fprintf (out, "%" PRId64, *(const int64_t *) at);
      break;
    case TEXT:
      fputs (*(const char *const *) at, out);
      break;
    case REG:
      fputs (t->regs[*n].name, out);
      break;
    case SET:
      facts_print_set (out, t, at);
      break;
    case LIVE:
      fputs (*(const bool *) at ? "live" : "dead", out);
      break;
    case SUM:
      if (*(const char *const *) at)
	fprintf (out, "%s+", *(const char *const *) at);
      fprintf (out, "%" PRIu64,
	       *(const uint64_t *) ((const char *const *) at + 1));
      break;
    case ARGS:
      for (int i = 0; i < pt->n_args; i++)
	print_arg (out, i ? " arg=" : "", &pt->args[i]);
      break;
    case ADDRESS:
      print_address (out, t, at);
      break;
    case MASK:
      fprintf (out, "%s%s", t->regs[l->mask].name, l->sign ? ":sign" : "");
      break;
    case OFFSETS:
      fprintf (out, "%s:%d*%d", t->regs[l->index].name, l->index_bytes,
	       l->scale);
      break;
    case COPY:
      fprintf (out, "%d:%s", s->copy_bytes, s->copy);
      break;
    case OWN:
      fprintf (out, "%d,%d,%d,%d", n[0], n[1], n[2], n[3]);
      break;
    }
}

void
facts_print (FILE *out, const struct halt_target *t,
	     const struct halt_point *pt, bool more)
{
  unsigned has = point_has (t, pt);
  const char *kind = halt_kind_word (pt->kind);
  if (pt->cells)
    fputs ("count", out);
  else if (!pt->routine)
    fputs ("at", out);
  else
    fprintf (out, "%s %s", more ? "and" : "pot",
	     kind	? kind
	     : pt->word ? pt->word
			: "user");
  for (const struct word *w = words; w < words + WORDS; w++)
    if (has & w->has)
      print_word (out, t, pt, w);
  fputc ('\n', out);
}

void
facts_print_access (FILE *out, const struct halt_target *t,
		    const struct halt_access *a)
{
  struct halt_point pt = { .access = *a };
  for (const struct word *w = words; w < words + WORDS; w++)
    if (w->has == ACCESS || (w->has == LANES && a->lanes.n))
      print_word (out, t, &pt, w);
}

/* --- reading ------------------------------------------------------------ */

static bool
read_long (const char *text, int64_t *n)
{
  char *end;
  *n = strtoll (text, &end, 10);
  return end != text && *end == '\0';
}

static bool
read_int (const char *text, int *n)
{
  int64_t value;
  if (!read_long (text, &value) || value < INT32_MIN || value > INT32_MAX)
    return false;
  *n = value;
  return true;
}

static bool
read_reg (const struct halt_target *t, const char *name, int *reg)
{
  *reg = halt_reg_find (t, name);
  return *reg != HALT_NO_REG;
}

/* Cut TEXT at the first of ENDS; what comes after it, or NULL.  */
static char *
cut_text (char *text, const char *ends)
{
  char *end = text + strcspn (text, ends);
  if (!*end)
    return NULL;
  *end = '\0';
  return end + 1;
}

static bool
read_set (const struct halt_target *t, struct reg_set *set, char *list)
{
  int r;
  *set = (struct reg_set) { { 0 } };
  for (char *next; list && *list; list = next)
    {
      next = cut_text (list, ",");
      if (!read_reg (t, list, &r))
	return false;
      reg_set_add (set, r);
    }
  return true;
}

static bool
read_address (const struct halt_target *t, struct halt_address *a, char *text)
{
  char *part = cut_text (text, ":");
  char *disp = text + strlen (text);
  a->base = a->index = HALT_NO_REG;
  a->scale = 1;
  a->extend = '\0';
  for (char *next; part; part = next)
    {
      next = cut_text (part, ":");
      char *scale = cut_text (part, "*");
      size_t digits = scale ? strcspn (scale, "su") : 0;
      if (scale && scale[digits] && !scale[digits + 1])
	{
	  a->extend = scale[digits];
	  scale[digits] = '\0';
	}
      if (!read_reg (t, part, scale ? &a->index : &a->base)
	  || (scale && !read_int (scale, &a->scale)))
	return false;
    }
  /* Symbols may be sums, too.  */
  while (disp > text && *disp != '+' && *disp != '-')
    disp--;
  if (!read_long (disp, &a->disp))
    return false;
  *disp = '\0';
  a->symbol = *text ? text : NULL;
  return true;
}

static bool
read_sum (const char **symbol, char *text)
{
  uint64_t *n = (uint64_t *) (symbol + 1);
  char *plus = strrchr (text, '+'), *end;
  char *digits = plus ? plus + 1 : text;
  *symbol = plus ? text : NULL;
  *n = strtoull (digits, &end, 10);
  if (*digits < '0' || *digits > '9' || *end)
    return false;
  if (plus)
    *plus = '\0';
  return true;
}

static bool
read_offsets (const struct halt_target *t, struct halt_lanes *l, char *text)
{
  char *bytes = cut_text (text, ":");
  char *scale = bytes ? cut_text (bytes, "*") : NULL;
  return scale && read_reg (t, text, &l->index)
	 && read_int (bytes, &l->index_bytes) && read_int (scale, &l->scale);
}

static bool
read_mask (const struct halt_target *t, struct halt_lanes *l, char *text)
{
  char *sign = cut_text (text, ":");
  l->sign = sign != NULL;
  return read_reg (t, text, &l->mask) && (!sign || !strcmp (sign, "sign"));
}

static bool
read_copy (const struct halt_target *t, struct halt_summary *s, char *text)
{
  s->copy = cut_text (text, ":");
  return s->copy && read_int (text, &s->copy_bytes) && copy_check (t, s->copy);
}

static bool
read_own (const struct halt_target *t, int *n, char *text)
{
  if (!t->own_facts)
    return false;
  for (int i = 0; i < 4; i++)
    {
      char *next = text ? cut_text (text, ",") : NULL;
      if (!text || !read_int (text, &n[i]))
	return false;
      text = next;
    }
  return !text;
}

static bool
read_arg (char *text, struct halt_arg *a)
{
  *a = (struct halt_arg) { .form = HALT_ARG_NUMBER };
  if (*text != '&')
    return read_long (text, &a->number);
  a->local = *++text == '&';
  a->symbol = text + a->local;
  char *call = cut_text (text, "(");
  a->form = call ? HALT_ARG_FUNCTION : HALT_ARG_VARIABLE;
  return *a->symbol && (!call || strcmp (call, ")") == 0);
}

/* Read VALUE, which W has; NULL: it has none.  */
static bool
read_value (const struct halt_target *t, struct facts *f, const struct word *w,
	    char *value)
{
  struct halt_point *pt = &f->point;
  void *at = (char *) pt + w->offset;
  if ((w->form == SWITCH) != !value)
    return false;
  switch (w->form)
    {
    case SWITCH:
      *(bool *) at = true;
      return true;
    case NUMBER:
    case COUNT:
      return read_int (value, at);
    case BYTES:
      return read_long (value, at);
    case TEXT:
      *(const char **) at = value;
      return true;
    case REG:
      return read_reg (t, value, at);
    case SET:
      return read_set (t, at, value);
    case LIVE:
      *(bool *) at = strcmp (value, "live") == 0;
      return *(bool *) at || strcmp (value, "dead") == 0;
    case SUM:
      return read_sum (at, value);
    case ARGS:
      return pt->n_args < FACTS_ARGS
	     && read_arg (value, &f->args[pt->n_args++]);
    case ADDRESS:
      return read_address (t, at, value);
    case MASK:
      return read_mask (t, at, value);
    case OFFSETS:
      return read_offsets (t, at, value);
    case COPY:
      return read_copy (t, at, value);
    case OWN:
      return read_own (t, at, value);
    }
  return false;
}

/* The kind that is called WORD, or -1.  */
static int
kind_find (const char *word)
{
  for (int k = 0; k < HALT_KIND_END; k++)
    if (halt_kind_word (k) && strcmp (halt_kind_word (k), word) == 0)
      return k;
  return -1;
}

static bool
read_word (const struct halt_target *t, struct facts *f, char *word)
{
  char *value = cut_text (word, "=");
  for (const struct word *w = words; w < words + WORDS; w++)
    if (strcmp (w->word, word) == 0)
      {
	if (w->has == STEPS)
	  f->point.step = w->step;
	if (w->has == SUMMARY)
	  f->point.summarized = true;
	return read_value (t, f, w, value);
      }
  return false;
}

const char *
facts_read (const struct halt_target *t, struct facts *f, char *line)
{
  struct halt_point *pt = &f->point;
  bool kind = false, first = true;
  *f = (struct facts) { .point.args = f->args };
  pt->access.count = pt->access.advance = HALT_NO_REG;
  pt->access.ea.base = pt->access.ea.index = HALT_NO_REG;
  pt->access.lanes.mask = pt->access.lanes.index = HALT_NO_REG;
  pt->pointer = HALT_NO_REG;
  cut_text (line, "\n");
  for (char *word = line, *next; word; word = next, first = false)
    {
      next = cut_text (word, " ");
      if (kind)
	{
	  pt->kind = kind_find (word);
	  kind = false;
	  if (pt->kind < 0)
	    return word;
	}
      else if (first && strcmp (word, "count") != 0 && strcmp (word, "at") != 0)
	{
	  kind = strcmp (word, "pot") == 0 || strcmp (word, "and") == 0;
	  if (!kind)
	    return word;
	}
      else if (!first && !read_word (t, f, word))
	return word;
    }
  return kind ? line : NULL;
}
