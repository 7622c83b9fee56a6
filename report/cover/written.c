/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is written, and how often it was executed.  */

#include <stdlib.h>
#include <string.h>
#include "base/grow.h"
#include "base/order.h"
#include "base/text.h"
#include "report/cover/written.h"

const char *const written_words[WRITTEN_MEASURES] = {
  "functions", "statements", "calls", "decisions", "conditions", "cases", "masking", "unique"
};

/* More vectors than that nobody marks.  */
#define COUNTS_MAX 100000

/* A unit's numbers: how often each was marked.  */
struct numbers
{
  uint64_t *counts;
  size_t n;
};

/* A text that is read line by line.  */
struct reader
{
  struct written *w;
  const struct report *report;
  size_t unit;
  char *next;
  const char *file, *function;
  size_t home;			/* the number of FUNCTION */
  bool skips;			/* it is not one of those that are wanted */
  struct written_item *last;	/* what more lines belong to */
};

static bool
read_place (char **line, struct written_place *at)
{
  int used = 0;
  if (sscanf (*line, " %" SCNu32 ":%" SCNu32 "%n", &at->line, &at->column,
	      &used)
      < 2)
    return false;
  *line += used;
  return true;
}

static struct written_item *
add_item (struct reader *r, enum written_sort sort, size_t number, size_t n,
	  const struct numbers *numbers)
{
  struct written *w = r->w;
  if (!r->file || n > COUNTS_MAX
      || !grow (&w->items, w->n_items, sizeof *w->items))
    return NULL;
  struct written_item *i = w->items + w->n_items;
  *i = (struct written_item) { .sort = sort,
			       .file = r->file,
			       .function = r->function,
			       .home = r->home,
			       .index = w->n_items };
  i->apart = w->suite->options->instances;
  i->counts = calloc (n + 1, sizeof *i->counts);
  if (!i->counts)
    return NULL;
  /* What is no code any more was not executed.  */
  for (size_t k = 0; k < n && number + k < numbers->n; k++)
    i->counts[k] = numbers->counts[number + k];
  i->n_counts = n;
  w->n_items++;
  return i;
}

/* Keep TEXT with W; NULL if there is no memory.  */
static char *
keep_text (struct written *w, const char *text, size_t size)
{
  char *copy = strndup (text, size);
  if (!copy || !grow (&w->texts, w->n_texts, sizeof *w->texts))
    {
      free (copy);
      return NULL;
    }
  return w->texts[w->n_texts++] = copy;
}

/* The whole path of FILE, as the unit of R has it.  */
static char *
whole_path (struct reader *r, const char *file)
{
  struct ghalt_unit u;
  if (!ghalt_unit (r->report->data, r->unit, &u))
    return NULL;
  char *path = path_join (u.directory, file, r->report->fault);
  char *kept = path ? keep_text (r->w, path, strlen (path)) : NULL;
  free (path);
  return kept;
}

/* function NUMBER PLACE TAB symbol TAB name TAB file.  */
static bool
read_function (struct reader *r, char *line, const struct numbers *numbers)
{
  struct written_place at;
  size_t number = strtoul (line, &line, 10);
  char *symbol = read_place (&line, &at) ? strchr (line, '\t') : NULL;
  char *name = symbol ? strchr (symbol + 1, '\t') : NULL;
  char *file = name ? strchr (name + 1, '\t') : NULL;
  if (!file)
    return false;
  *name = *file = 0;
  r->function = name + 1;
  r->skips = !options_choose (r->report->options, symbol + 1, name + 1);
  if (r->skips)
    return true;
  r->home = r->w->n_texts;
  r->file = whole_path (r, file + 1);
  struct written_item *i = add_item (r, WRITTEN_FUNCTION, number, 1, numbers);
  if (!i)
    return false;
  i->at = at;
  i->symbol = symbol + 1;
  return true;
}

/* left PLACE TAB what TAB why TAB name TAB file.  */
static bool
read_left_out (struct reader *r, char *line)
{
  struct written_place at;
  char *word[5] = { read_place (&line, &at) ? line : NULL };
  for (int i = 1; i < 5; i++)
    if ((word[i] = word[i - 1] ? strchr (word[i - 1], '\t') : NULL))
      *word[i]++ = 0;
  if (word[3] && !options_choose (r->report->options, word[3], word[3]))
    return true;
  struct reader other = *r;
  other.function = word[3];
  other.file = word[4] ? whole_path (r, word[4]) : NULL;
  struct written_item *i = add_item (&other, WRITTEN_LEFT_OUT, 0, 0, NULL);
  if (!i)
    return false;
  i->at = at;
  i->kind = word[1];
  i->why = word[2];
  return true;
}

/* statements NUMBER PLACE...  */
static bool
read_statements (struct reader *r, char *line, const struct numbers *numbers)
{
  size_t number = strtoul (line, &line, 10);
  for (struct written_place at; read_place (&line, &at);)
    {
      struct written_item *i = add_item (r, WRITTEN_STATEMENT, number, 1,
					 numbers);
      if (!i)
	return false;
      i->at = at;
    }
  return true;
}

/* call NUMBER PLACE text.  */
static bool
read_call (struct reader *r, char *line, const struct numbers *numbers)
{
  struct written_place at;
  size_t number = strtoul (line, &line, 10);
  struct written_item *i = read_place (&line, &at)
			     ? add_item (r, WRITTEN_CALL, number, 1, numbers)
			     : NULL;
  if (!i)
    return false;
  i->at = at;
  i->kind = line + (*line == ' ');
  return true;
}

/* decision NUMBER PLACE kind shape.  */
static bool
read_decision (struct reader *r, char *line, const struct numbers *numbers)
{
  struct written_place at;
  struct cover_shape shape;
  size_t number = strtoul (line, &line, 10);
  char *save, *kind, *text;
  if (!read_place (&line, &at) || !(kind = strtok_r (line, " ", &save))
      || !(text = strtok_r (NULL, " ", &save)))
    return false;
  bool good = cover_shape_read (&shape, text);
  struct written_item *i = good ? add_item (r, WRITTEN_DECISION, number,
					    cover_numbers (&shape), numbers)
				: NULL;
  if (!i)
    {
      cover_shape_release (&shape);
      return false;
    }
  i->at = at;
  i->kind = kind;
  i->shape = shape;
  r->last = i;
  return true;
}

/* switch NUMBER PLACE cases.  */
static bool
read_switch (struct reader *r, char *line, const struct numbers *numbers)
{
  struct written_place at;
  size_t number = strtoul (line, &line, 10);
  if (!read_place (&line, &at))
    return false;
  size_t n = strtoul (line, &line, 10);
  r->last = add_item (r, WRITTEN_SWITCH, number, n, numbers);
  if (r->last)
    r->last->at = at;
  return r->last;
}

/* condition PLACE text, case PLACE text.  */
static bool
read_part (struct reader *r, char *line)
{
  struct written_item *i = r->last;
  struct written_part part;
  size_t most = !i			      ? 0
		: i->sort == WRITTEN_DECISION ? (size_t) i->shape.n
					      : i->n_counts;
  if (!read_place (&line, &part.at) || i->n_parts >= most
      || !grow (&i->parts, i->n_parts, sizeof *i->parts))
    return false;
  part.text = line + (*line == ' ');
  i->parts[i->n_parts++] = part;
  return true;
}

static bool
read_line (struct reader *r, char *line, const struct numbers *numbers)
{
  char *rest;
  if (r->skips && !begins (line, "function ") && !begins (line, "left "))
    return true;
  if ((rest = (char *) after_word (line, "condition "))
      || (rest = (char *) after_word (line, "case ")))
    return read_part (r, rest);
  r->last = NULL;
  if ((rest = (char *) after_word (line, "function ")))
    return read_function (r, rest, numbers);
  if ((rest = (char *) after_word (line, "left ")))
    return read_left_out (r, rest);
  if ((rest = (char *) after_word (line, "file ")))
    return (r->file = whole_path (r, rest));
  if ((rest = (char *) after_word (line, "statements ")))
    return read_statements (r, rest, numbers);
  if ((rest = (char *) after_word (line, "call ")))
    return read_call (r, rest, numbers);
  if ((rest = (char *) after_word (line, "decision ")))
    return read_decision (r, rest, numbers);
  if ((rest = (char *) after_word (line, "switch ")))
    return read_switch (r, rest, numbers);
  return false;
}

/* Count what the points of all units say.  */
static bool
count_points (struct numbers *units, size_t n_units, const struct report *r)
{
  struct ghalt_point p;
  for (size_t i = 0; ghalt_counted (r->data, HALT_COVER, i, &p); i++)
    {
      struct ghalt_function f;
      struct ghalt_arg arg;
      if (!ghalt_function (r->data, p.function, &f) || f.unit >= n_units
	  || !ghalt_arg (r->data, &p, 0, &arg) || arg.number < 0
	  || arg.number > UINT32_MAX)
	continue;
      struct numbers *u = units + f.unit;
      size_t number = (size_t) arg.number;
      if (number >= u->n)
	{
	  size_t more = number + number / 2 + 64;
	  uint64_t *counts = reallocarray (u->counts, more, sizeof *counts);
	  if (!counts)
	    return fault (r->fault, "%m");
	  memset (counts + u->n, 0, (more - u->n) * sizeof *counts);
	  u->counts = counts;
	  u->n = more;
	}
      if (p.recorded)
	u->counts[number] += p.events;
    }
  return true;
}

/* Read what is written in unit number UNIT of REPORT.  */
static bool
read_unit (struct written *w, const struct report *report, size_t unit,
	   const struct numbers *numbers)
{
  struct reader r = { .w = w, .report = report, .unit = unit };
  size_t size;
  const char *text = ghalt_unit_written (report->data, unit, &size);
  char *copy = text ? keep_text (w, text, size) : NULL, *save;
  if (!text)
    return true;
  for (char *line = copy ? strtok_r (copy, "\n", &save) : NULL; line;
       line = strtok_r (NULL, "\n", &save))
    if (!read_line (&r, line, numbers))
      {
	struct ghalt_unit u;
	ghalt_unit (report->data, unit, &u);
	return fault (
	  report->fault,
	  "%s: what is written in %s cannot be read, or there is no memory",
	  report->path, u.source);
      }
  return copy || fault (report->fault, "%m");
}

/* Whether some function of unit number UNIT of R is chosen.  */
static bool
is_chosen (const struct report *r, size_t unit)
{
  struct ghalt_unit u;
  bool some = ghalt_unit (r->data, unit, &u) && u.n_functions == 0;
  for (size_t i = 0; !some && i < u.n_functions; i++)
    some = r->chosen[u.first_function + i];
  return some;
}

/* Read what is written in all units of R.  */
static bool
read_report (struct written *w, const struct report *r)
{
  size_t n = r->facts.n_units;
  struct numbers *units = calloc (n + 1, sizeof *units);
  bool good = units ? count_points (units, n, r) : fault (r->fault, "%m");
  for (size_t i = 0; good && i < n; i++)
    good = !is_chosen (r, i) || read_unit (w, r, i, units + i);
  for (size_t i = 0; units && i < n; i++)
    free (units[i].counts);
  free (units);
  return good;
}

/* By name; instances of a template are one, unless they are to be APART.  */
static int
compare_functions (const char *a, const char *b, bool apart)
{
  static const char with[] = " [with ";
  if (apart)
    return strcmp (a, b);
  const char *x = strstr (a, with), *y = strstr (b, with);
  size_t n = x ? (size_t) (x - a) : strlen (a);
  size_t m = y ? (size_t) (y - b) : strlen (b);
  return strncmp (a, b, n < m ? n : m) ?: ORDER_OF (n, m);
}

ORDER (compare_things, struct written_item,
       BY_TEXT (file) ?: UP (at.line) ?: UP (at.column) ?: UP (sort)
       ?: strcmp (x->kind ? x->kind : "", y->kind ? y->kind : "")
       ?: strcmp (x->shape.text ? x->shape.text : "", y->shape.text ? y->shape.text : "")
       ?: UP (n_counts) ?: compare_functions (x->function, y->function, x->apart));

ORDER (compare_read, struct written_item,
       compare_things (x, y) ?: UP (home) ?: UP (index));

ORDER (compare_items, struct written_item, compare_things (x, y) ?: UP (index));

static void
release_item (struct written_item *i)
{
  cover_shape_release (&i->shape);
  free (i->parts);
  free (i->counts);
  free (i->outcomes);
}

/* Number what of one function stands in one place: a macro may make several.  */
static void
number_items (struct written *w)
{
  size_t home = 0, index = 0;
  qsort (w->items, w->n_items, sizeof *w->items, compare_read);
  for (size_t i = 0; i < w->n_items; i++)
    {
      struct written_item *item = w->items + i;
      index = i > 0 && home == item->home
		  && compare_things (item - 1, item) == 0
		? index + 1
		: 0;
      home = item->home;
      item->index = index;
    }
}

/* What stands in one place of a file is one thing, however many units, instances of
   templates or copies of functions have it.  */
static void
merge_items (struct written *w)
{
  size_t n = 0;
  if (w->n_items > 0)
    {
      number_items (w);
      qsort (w->items, w->n_items, sizeof *w->items, compare_items);
    }
  for (size_t i = 0; i < w->n_items; i++)
    if (n > 0 && compare_items (w->items + n - 1, w->items + i) == 0)
      {
	for (size_t k = 0; k < w->items[i].n_counts; k++)
	  w->items[n - 1].counts[k] += w->items[i].counts[k];
	release_item (w->items + i);
      }
    else
      w->items[n++] = w->items[i];
  w->n_items = n;
}

/* --- measures --------------------------------------------------------------------- */

/* Sum up the vectors of decision I: how often each condition, and last the decision, was
   false and true.  */
static bool
sum_vectors (struct written_item *i)
{
  unsigned char values[COVER_CONDITIONS_MAX + 1];
  size_t n = (size_t) i->shape.n;
  i->outcomes = calloc (n + 1, 2 * sizeof *i->outcomes);
  if (!i->outcomes)
    return false;
  for (size_t v = 0; v < i->n_counts; v++)
    {
      if (i->counts[v] == 0)
	continue;
      values[n] = (unsigned char) cover_values (&i->shape, v, values);
      for (size_t c = 0; c <= n; c++)
	if (values[c] != COVER_NOT)
	  i->outcomes[2 * c + values[c]] += i->counts[v];
    }
  return true;
}

void
written_outcomes (const struct written_item *i, int c, uint64_t *counts)
{
  const uint64_t *all = cover_many (&i->shape) ? i->counts : i->outcomes;
  memcpy (counts, all + 2 * (c < 0 ? i->shape.n : c), 2 * sizeof *counts);
}

const char *
written_vector (const struct written_item *i, uint64_t vector, char *text)
{
  unsigned char values[COVER_CONDITIONS_MAX];
  if (cover_many (&i->shape))
    return vector % 2 ? "true" : "false";
  int outcome = cover_values (&i->shape, vector, values);
  for (int c = 0; c < i->shape.n; c++)
    text[c] = "FT-"[values[c]];
  text[i->shape.n] = '=';
  text[i->shape.n + 1] = "FT"[outcome];
  text[i->shape.n + 2] = 0;
  return text;
}

/* How much of TEXT says what is tested, not whether it is or is not.  */
static size_t
tested (const char *text)
{
  size_t n = strlen (text);
  return ends (text, " == 0") || ends (text, " != 0")
	   ? n - strlen (" == 0")
	   : n;
}

int
written_coupled (const struct written_item *i, int c)
{
  const char *text = i->parts[c].text;
  size_t n = tested (text);
  for (int k = 0; k < c; k++)
    if (tested (i->parts[k].text) == n
	&& strncmp (i->parts[k].text, text, n) == 0)
      return k;
  return c;
}

struct cover_pair *
written_pairs (const struct written_item *i, enum cover_criterion how)
{
  bool seen[COVER_VECTORS_MAX];
  bool many = cover_many (&i->shape);
  if (many && how == COVER_UNIQUE)
    return NULL;
  struct cover_pair *pairs = malloc ((size_t) i->shape.n * sizeof *pairs);
  for (int c = 0; pairs && many && c < i->shape.n; c++)
    {
      uint64_t at = cover_decided (&i->shape, c, 0);
      pairs[c] = (struct cover_pair) {
	{ at, at + 1 }, i->counts[at] > 0 && i->counts[at + 1] > 0
      };
    }
  if (many)
    return pairs;
  for (size_t v = 0; v < i->n_counts; v++)
    seen[v] = i->counts[v] > 0;
  if (pairs && cover_mcdc (&i->shape, how, seen, pairs))
    return pairs;
  free (pairs);
  return NULL;
}

static void
measure (struct written_sum *sum, enum written_measure what, size_t n,
	 size_t hit)
{
  sum->found[what] += n;
  sum->hit[what] += hit;
}

static void
measure_decision (struct written_sum *sum, const struct written_item *i)
{
  for (int c = -1; c < i->shape.n; c++)
    {
      uint64_t n[2];
      written_outcomes (i, c, n);
      measure (sum, c < 0 ? WRITTEN_OUTCOMES : WRITTEN_CONDITIONS, 2,
	       (n[0] > 0) + (n[1] > 0));
    }
  for (int how = 0; how < COVER_CRITERIA; how++)
    {
      struct cover_pair *pairs = written_pairs (i, (enum cover_criterion) how);
      for (int c = 0; pairs && c < i->shape.n; c++)
	measure (sum, how == COVER_MASKING ? WRITTEN_MASKING : WRITTEN_UNIQUE,
		 1, pairs[c].shown);
      free (pairs);
    }
}

void
written_add (struct written_sum *sum, const struct written_item *i)
{
  static const enum written_measure measures[] = {
    [WRITTEN_FUNCTION] = WRITTEN_FUNCTIONS,
    [WRITTEN_STATEMENT] = WRITTEN_STATEMENTS,
    [WRITTEN_CALL] = WRITTEN_CALLS,
    [WRITTEN_SWITCH] = WRITTEN_CASES
  };
  size_t hit = 0;
  for (size_t k = 0; k < i->n_counts; k++)
    hit += i->counts[k] > 0;
  if (i->sort == WRITTEN_DECISION)
    measure_decision (sum, i);
  else if (i->sort != WRITTEN_LEFT_OUT)
    measure (sum, measures[i->sort], i->n_counts, hit);
}

/* Drop what is left out.  */
static void
leave_out (struct written *w)
{
  struct exclude *x = w->suite->exclude;
  const char *file = NULL;
  bool gone = false;
  size_t n = 0;
  for (size_t i = 0; x && i < w->n_items; i++)
    {
      struct written_item *item = w->items + i;
      if (!file || strcmp (file, item->file) != 0)
	gone = exclude_file (x, file = item->file);
      unsigned what = gone ? EXCLUDE_LINE
			   : exclude_line (x, item->file, item->at.line);
      if ((what & EXCLUDE_LINE)
	  || ((what & EXCLUDE_BRANCHES) && item->sort >= WRITTEN_DECISION))
	release_item (item);
      else
	w->items[n++] = *item;
    }
  w->n_items = x ? n : w->n_items;
}

bool
written_find (struct written *w)
{
  const struct suite *s = w->suite;
  for (size_t i = 0; i < s->n_parts; i++)
    if (!read_report (w, &s->parts[i].report))
      return false;
  for (size_t i = 0; i < w->n_items; i++)
    if (w->items[i].sort == WRITTEN_DECISION
	&& w->items[i].n_parts != (size_t) w->items[i].shape.n)
      return fault (s->fault, "conditions of %s:%" PRIu32 " are missing",
		    w->items[i].file, w->items[i].at.line);
  merge_items (w);
  leave_out (w);
  for (size_t i = 0; i < w->n_items; i++)
    {
      struct written_item *item = w->items + i;
      if (item->sort == WRITTEN_DECISION && !cover_many (&item->shape)
	  && !sum_vectors (item))
	return fault (s->fault, "%m");
      written_add (&w->sum, item);
    }
  return true;
}

void
written_release (struct written *w)
{
  for (size_t i = 0; i < w->n_items; i++)
    release_item (w->items + i);
  free (w->items);
  free_list ((void *const *) w->texts, w->n_texts);
  free (w->texts);
  w->items = NULL;
  w->texts = NULL;
  w->n_items = w->n_texts = 0;
}
