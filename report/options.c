/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of a command line, by a command's table of options.  */

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "live/live.h"
#include "report/options.h"

#define AT(field) offsetof (struct options, field)
#define BIT(format) (1u << FORMAT_ ## format)

/* Edits that turn A into B; words are short.  */
static unsigned
distance (const char *a, const char *b)
{
  unsigned row[64];
  size_t n = strlen (b);
  if (n >= 64)
    return 99;
  for (size_t k = 0; k <= n; k++)
    row[k] = (unsigned) k;
  for (; *a; a++)
    {
      unsigned corner = row[0]++;
      for (size_t k = 1; k <= n; k++)
	{
	  unsigned best = corner + (*a != b[k - 1]);
	  corner = row[k];
	  if (best > row[k] + 1)
	    best = row[k] + 1;
	  if (best > row[k - 1] + 1)
	    best = row[k - 1] + 1;
	  row[k] = best;
	}
    }
  return row[n];
}

const char *
nearest (const char *word, const char *const *names, size_t n, size_t stride)
{
  const char *found = NULL;
  unsigned best = 4;
  for (size_t i = 0; i < n; i++)
    {
      const char *name = *(const char *const *) ((const char *) names
						 + i * stride);
      if (name && *word && strncmp (word, name, strlen (word)) == 0)
	return name;
      unsigned d = name ? distance (word, name) : best;
      if (name && d < best && d < strlen (name))
	{
	  best = d;
	  found = name;
	}
    }
  return found;
}

static bool
unknown_option (const struct command *c, const char *given, const char *name,
		struct fault *f)
{
  size_t n = 0;
  while (c->options[n].name && c->options[n].type != TYPE_COMPILER)
    n++;
  const char *meant = nearest (name, &c->options[0].name, n,
			       sizeof c->options[0]);
  return fault (f, "unknown option '%s'%s%s%s; usage: ghalt %s %s", given,
		meant ? ", did you mean '--" : "", meant ? meant : "",
		meant ? "'?" : "", c->name, c->synopsis);
}

static const char *const format_words[FORMAT_END] = {
#define FORMAT(NAME, word) [FORMAT_##NAME] = word,
#define PAGE(NAME, option, write) [FORMAT_##NAME] = option,
#include "report/formats.def"
};

/* The words that ROW, a choice, may have: those of LIST, in which others are NULL; how
   many that list has.  */
static size_t
list_choices (const struct option_row *row, const char **list)
{
  size_t n = 0;
  if (row->type == TYPE_FORMAT)
    for (; n < FORMAT_WORDS; n++)
      list[n] = row->formats >> n & 1 ? format_words[n] : NULL;
  else
    for (; row->words[n]; n++)
      list[n] = row->words[n];
  return n;
}

/* What the value of ROW is, for people.  */
static struct fault
value_of (const struct option_row *row)
{
  struct fault text = { "" };
  const char *list[FORMAT_WORDS];
  bool choice = row->type == TYPE_CHOICE || row->type == TYPE_FORMAT;
  size_t n = choice ? list_choices (row, list) : 0, at = 0;
  for (size_t i = 0; i < n; i++)
    if (list[i])
      at += (size_t) snprintf (text.text + at, sizeof text.text - at, "%s%s",
			       at ? "|" : "", list[i]);
  if (!choice && row->value)
    fault (&text, "%s", row->value);
  return text;
}

static bool
set_choice (unsigned *choice, const struct option_row *row, const char *value,
	    struct fault *f)
{
  const char *list[FORMAT_WORDS];
  size_t n = list_choices (row, list);
  for (unsigned i = 0; i < n; i++)
    if (list[i] && strcmp (list[i], value) == 0)
      {
	*choice = i;
	return true;
      }
  const char *meant = nearest (value, list, n, sizeof *list);
  return fault (f, "unknown value '%s' of '--%s' (%s)%s%s%s", value, row->name,
		value_of (row).text, meant ? ", did you mean '" : "",
		meant ? meant : "", meant ? "'?" : "");
}

static bool
set_number (uint64_t *number, const struct option_row *row, const char *value,
	    struct fault *f)
{
  char *end;
  errno = 0;
  *number = strtoull (value, &end, 10);
  if (*value < '0' || *value > '9' || *end || errno)
    return fault (f, "'--%s' needs a number, not '%s'", row->name, value);
  return true;
}

/* Add the bits of a list of words, each one of the N at NAMES, which may be NULL; WHAT
   they are.  */
static bool
set_bits (uint32_t *bits, const char *const *names, uint32_t n,
	  const char *what, const struct option_row *row, const char *value,
	  struct fault *f)
{
  for (;; value++)
    {
      struct fault word;
      size_t length = strcspn (value, ",");
      fault (&word, "%.*s", (int) (length < 99 ? length : 99), value);
      uint32_t i = 0;
      while (i < n && !(names[i] && strcmp (names[i], word.text) == 0))
	i++;
      if (i == n)
	{
	  const char *meant = nearest (word.text, names, n, sizeof *names);
	  return fault (f, "unknown %s '%s' of '--%s'%s%s%s", what, word.text,
			row->name, meant ? ", did you mean '" : "",
			meant ? meant : "", meant ? "'?" : "");
	}
      *bits |= 1u << i;
      value += length;
      if (!*value)
	return true;
    }
}

static bool
set_kinds (uint32_t *kinds, const struct option_row *row, const char *value,
	   struct fault *f)
{
  const char *names[HALT_KIND_END];
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    names[kind] = kind_counted (kind) ? kind_name (kind) : NULL;
  return set_bits (kinds, names, HALT_KIND_END, "kind", row, value, f);
}

static uint32_t
count_words (const struct option_row *row)
{
  uint32_t n = 0;
  while (row->words[n])
    n++;
  return n;
}

static bool
set_option (struct options *o, const struct option_row *row, const char *value,
	    struct fault *f)
{
  void *field = (char *) o + row->offset;
  switch (row->type)
    {
    case TYPE_FLAG:
      *(bool *) field = true;
      return true;
    case TYPE_CHOICE:
    case TYPE_FORMAT:
      return set_choice (field, row, value, f);
    case TYPE_NUMBER:
      return set_number (field, row, value, f);
    case TYPE_KINDS:
      return set_kinds (field, row, value, f);
    case TYPE_SET:
      return set_bits (field, row->words, count_words (row), "word", row, value,
		       f);
    case TYPE_COMPILER:
    case TYPE_LIST:
      o->functions[o->n_functions++] = value;
      return true;
    case TYPE_LABEL:
      o->labels[o->n_labels++] = value;
      return true;
    case TYPE_GLOB:
      o->excluded[o->n_excluded++] = value;
      return true;
    case TYPE_FOLDER:
      return objects_add (value, f);
    case TYPE_TEXT:
      *(const char **) field = value;
      return true;
    case TYPE_SWITCH:
      o->switches[o->n_switches++] = (struct live_pattern) {
	value, strcmp (row->name, "on") == 0
      };
      return true;
    }
  return false;
}

/* If the option at ARGS[*I] is a letter for the compiler, take it and its value as they
   are.  */
static bool
parse_letter (struct options *o, const struct command *c, int n, char **args,
	      int *i)
{
  const char *arg = args[*i];
  for (const struct option_row *row = c->options; row->name; row++)
    if (row->type == TYPE_COMPILER && arg[1] == row->name[0]
	&& (row->value ? arg[2] || *i + 1 < n : !arg[2]))
      {
	o->functions[o->n_functions++] = arg;
	if (row->value && !arg[2])
	  o->functions[o->n_functions++] = args[++*i];
	return true;
      }
  return false;
}

/* Parse the option at ARGS[*I], and what follows it if that is its value.  Add
   the bit of its row to GIVEN.  */
static bool
parse_option (struct options *o, const struct command *c, int n, char **args,
	      int *i, unsigned *given, struct fault *f)
{
  const char *arg = args[*i];
  if (strcmp (arg, "-h") == 0)
    arg = "--help";
  else if (strcmp (arg, "-o") == 0)
    arg = "--output";
  const char *name = arg + (arg[1] == '-' ? 2 : 1);
  size_t length = strcspn (name, "=");
  const char *value = name[length] ? name + length + 1 : NULL;
  for (const struct option_row *row = c->options; row->name; row++)
    if (arg[1] == '-' && row->type != TYPE_COMPILER
	&& strlen (row->name) == length
	&& strncmp (row->name, name, length) == 0)
      {
	if (row->type == TYPE_FLAG && value)
	  return fault (f, "'--%s' takes no value", row->name);
	if (row->type != TYPE_FLAG && !value)
	  {
	    if (*i + 1 >= n)
	      return fault (f, "'--%s' needs a value: --%s=%s", row->name,
			    row->name, row->value);
	    value = args[++*i];
	  }
	*given |= 1u << (row - c->options);
	return set_option (o, row, value, f);
      }
  struct fault word;
  fault (&word, "%.*s", (int) (name - arg + (ptrdiff_t) length), args[*i]);
  return unknown_option (c, word.text, word.text + (name - arg), f);
}

/* Refuse options, of those GIVEN, that say nothing about what is written.  */
static bool
check_format (struct options *o, const struct command *c, unsigned given,
	      struct fault *f)
{
  unsigned page = o->annotate	? FORMAT_ANNOTATE
		  : o->hot	? FORMAT_HOT
		  : o->measure	? FORMAT_MEASURE
		  : o->describe ? FORMAT_DESCRIBE
		  : o->edges	? FORMAT_EDGES
				: FORMAT_WORDS;
  if (o->annotate + o->hot + (o->measure != 0) > 1)
    return fault (f, "'--%s' and '--%s' are different reports",
		  format_words[page],
		  o->annotate && o->hot ? "hot" : "measure");
  if (o->describe && o->edges)
    return fault (f, "'--describe' and '--edges' are different things");
  if (page != FORMAT_WORDS && o->format != FORMAT_TEXT)
    return fault (f, "'--%s' is text: it does not go with '--format=%s'",
		  format_words[page], format_words[o->format]);
  if (page != FORMAT_WORDS)
    o->format = page;
  o->brief = o->format == FORMAT_TEXT;
  for (const struct option_row *row = c->options; row->name; row++)
    if ((given >> (row - c->options) & 1)
	&& (row->offset == AT (format) || row->offset == AT (sort)
	    || (row->formats && !(row->formats & BIT (HOT)))))
      o->brief = false;
  for (const struct option_row *row = c->options; row->name; row++)
    if ((given >> (row - c->options) & 1) && row->formats
	&& row->type != TYPE_FORMAT && !(row->formats >> o->format & 1))
      return row->formats == BIT (ANNOTATE)
	       ? fault (f, "'--%s' needs '--annotate'", row->name)
	       : fault (f, "'--%s' does not go with '--%s%s'", row->name,
			o->format < FORMAT_WORDS ? "format=" : "",
			format_words[o->format]);
    else if ((given >> (row - c->options) & 1) && o->format == FORMAT_HOT
	     && row->offset == AT (sort) && o->sort != SORT_UNPREDICTABLE
	     && o->sort != SORT_RATE)
      return fault (f,
		    "'--sort=%s' does not go with '--hot', which takes "
		    "'unpredictable' or 'rate'",
		    row->words[o->sort]);
  return true;
}

bool
options_parse (struct options *o, const struct command *c, int n, char **args,
	       struct fault *f)
{
  bool only_operands = false;
  unsigned given = 0;
  memset (o, 0, sizeof *o);
  o->thread = UINT64_MAX;
  o->top = o->iterations = UINT64_MAX;
  o->functions = fresh ((size_t) n, sizeof *o->functions, f);
  o->switches = fresh ((size_t) n, sizeof *o->switches, f);
  o->excluded = fresh ((size_t) n, sizeof *o->excluded, f);
  o->labels = fresh ((size_t) n, sizeof *o->labels, f);
  o->operands = fresh ((size_t) n + 3, sizeof *o->operands, f);
  if (!o->functions || !o->switches || !o->excluded || !o->labels
      || !o->operands)
    return false;
  o->starts = c->starts;
  for (int i = 0; i < n; i++)
    if (only_operands || args[i][0] != '-' || !args[i][1])
      {
	/* What follows a program's name is its own.  */
	only_operands |= o->starts;
	o->operands[o->n_operands++] = args[i];
	o->n_before += !only_operands;
      }
    else if (strcmp (args[i], "--") == 0)
      only_operands = true;
    else if (!parse_letter (o, c, n, args, &i)
	     && !parse_option (o, c, n, args, &i, &given, f))
      return false;
  if (o->help)
    return true;
  o->operands[o->n_operands] = NULL;
  /* What needs no profile tells no program.  */
  size_t least = o->describe ? 1 : o->from_store ? 0 : c->min_operands;
  if (o->n_operands < least || o->n_operands > c->max_operands)
    return fault (f, "%s; usage: ghalt %s %s",
		  o->n_operands < least
		    ? c->min_operands > 1 ? "too few operands"
					  : "no program given"
		    : "too many operands",
		  c->name, c->synopsis);
  return check_format (o, c, given, f);
}

void
options_release (struct options *o)
{
  FREE_ALL (o->functions, o->switches, o->excluded, o->labels, o->operands,
	    o->found[0], o->found[1]);
}

void
options_help (FILE *out, const struct option_row *row)
{
  for (; row->name; row++)
    {
      bool letter = row->type == TYPE_COMPILER;
      struct fault value = value_of (row);
      fprintf (out, "  %s%s%s%s\n        %s", letter ? "-" : "--", row->name,
	       !*value.text ? ""
	       : letter	    ? " "
			    : "=",
	       value.text, row->text);
      if (row->type == TYPE_CHOICE || row->type == TYPE_FORMAT)
	fprintf (out, " [%.*s]", (int) strcspn (value.text, "|"), value.text);
      fputs ("\n", out);
    }
}

bool
options_choose (const struct options *o, const char *name, const char *pretty)
{
  for (size_t i = 0; i < o->n_functions; i++)
    if (name_fits (o->functions[i], name, pretty))
      return true;
  return o->n_functions == 0;
}

bool
options_kind (const struct options *o, uint32_t kind)
{
  return kind_counted (kind) && (o->kinds == 0 || (o->kinds >> kind & 1));
}
