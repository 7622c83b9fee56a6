/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Branches that do not reach any more what they go to, as pots stand between: they go round
   a jump; where that does not reach, by way of jumps that stand between ("islands").  */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/text.h"
#include "atom/pour.h"

/* So far apart islands are, as parts of what a jump reaches: 3 of 4.  */
#define ISLANDS(REACH) ((REACH) / 4 * 3)

struct label
{
  char *name;
  size_t at;
  size_t first, last;		/* where what needs islands comes from */
};
ORDER (compare_labels, struct label, BY_TEXT (name));

struct text
{
  const struct machine *machine;
  struct label *labels;
  size_t n;
  size_t *islands;		/* where they are */
  size_t n_islands;
  size_t reach;			/* a jump's */
  int number;			/* of what islands are called */
};

/* Whether the N characters of LINE are a label.  */
static bool
is_label_line (const char *line, size_t n)
{
  return n > 1 && line[n - 1] == ':' && !isspace ((unsigned char) *line)
	 && *line != '#';
}

/* How many bytes LINE, of N characters, takes at most.  */
static size_t
bytes_of (const struct machine *m, const char *line, size_t n)
{
  static const size_t aligned = 64;
  if (is_label_line (line, n) || *line == '#')
    return 0;
  while (n && isspace ((unsigned char) *line))
    line++, n--;
  if (!n || *line == '/')
    return 0;
  if (*line == '.')
    return begins (line, ".cfi_") || begins (line, ".loc")
	       || begins (line, ".option")
	     ? 0
	     : aligned;
  size_t bytes = m->bytes (line, n);
  for (size_t i = 0; i < n; i++)
    bytes += line[i] == ';' ? 8 : 0;
  return bytes;
}

/* Whether an island may stand behind LINE: a call or a jump, which are in no sequence that
   has to stay together.  */
static bool
island_fits (const char *line)
{
  static const char *const words[] = { "\tcall\t", "\tjalr\t", "\ttail\t",
				       "\tj\t",	   "\tjr\t",   "\tret\n" };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (begins (line, words[i]))
      return true;
  return false;
}

/* Find T's labels in TEXT, and places for islands, unless T is NULL; the bytes that TEXT
   takes.  */
static size_t
find_labels (struct text *t, const struct machine *m, const char *text)
{
  size_t at = 0;
  for (const char *line = text, *next; *line; line = next)
    {
      size_t n = strcspn (line, "\n");
      next = line + n + (line[n] == '\n');
      at += bytes_of (m, line, n);
      if (!t)
	continue;
      size_t last = t->n_islands ? t->islands[t->n_islands - 1] : 0;
      if (at - last > ISLANDS (t->reach) && island_fits (line))
	{
	  more (&t->islands, t->n_islands, sizeof *t->islands);
	  t->islands[t->n_islands++] = at;
	}
      if (!is_label_line (line, n))
	continue;
      more (&t->labels, t->n, sizeof *t->labels);
      t->labels[t->n++] = (struct label) {
	.name = string ("%.*s", (int) n - 1, line), at, at, at
      };
    }
  return at;
}

/* The label that the branch LINE at AT, of N characters, goes to and does not reach: *TO in
   the line; or NULL.  */
static struct label *
falls_short (const struct text *t, const char *line, size_t n, size_t at,
	     const char **to)
{
  const char *end = line + n, *opcode = line + strspn (line, " \t");
  size_t size = strcspn (opcode, " \t\n");
  size_t reach = opcode + size < end ? t->machine->reaches (opcode, size) : 0;
  if (!reach)
    return NULL;
  for (*to = end; *to > opcode + size && !strchr (" \t,", (*to)[-1]);)
    --*to;
  struct label key = { .name = string ("%.*s", (int) (end - *to), *to) };
  struct label *found = bsearch (&key, t->labels, t->n, sizeof *t->labels,
				 compare_labels);
  free (key.name);
  size_t far = !found ? 0 : found->at > at ? found->at - at : at - found->at;
  return far > reach ? found : NULL;
}

/* Write the name of the island next to AT, or to island N of T, on the way to TO, or of TO
   itself.  */
static void
write_way (FILE *out, const struct text *t, size_t at, const struct label *to)
{
  size_t n = 0;
  while (n < t->n_islands && t->islands[n] <= at)
    n++;
  /* Now those before AT, or at it, are less than N.  */
  if (to->at < at)
    {
      while (n > 0 && t->islands[n - 1] >= at)
	n--;
      if (n > 0 && t->islands[n - 1] > to->at)
	fprintf (out, ".LHALT%d_%zu_%zu", t->number, n - 1, to - t->labels);
      else
	fputs (to->name, out);
    }
  else if (n < t->n_islands && t->islands[n] < to->at)
    fprintf (out, ".LHALT%d_%zu_%zu", t->number, n, to - t->labels);
  else
    fputs (to->name, out);
}

/* Write the islands that T has at place N.  */
static void
write_islands (FILE *out, const struct text *t, size_t n)
{
  size_t at = t->islands[n];
  bool any = false;
  for (size_t i = 0; i < t->n; i++)
    {
      const struct label *l = &t->labels[i];
      if (at <= l->first || at >= l->last || at == l->at)
	continue;
      if (!any)
	fprintf (out, t->machine->jump, string (".LHALT%d_%zu", t->number, n));
      any = true;
      fprintf (out, ".LHALT%d_%zu_%zu:\n\t%.*s\t", t->number, n, i,
	       (int) strcspn (t->machine->jump + 1, "\t"),
	       t->machine->jump + 1);
      write_way (out, t, at, l);
      fputc ('\n', out);
    }
  if (any)
    fprintf (out, ".LHALT%d_%zu:\n", t->number, n);
}

/* Write the branch LINE at AT, of N characters, which does not reach FOUND, TO in it.  */
static void
write_far (FILE *out, const struct text *t, const char *line, size_t n,
	   size_t at, const struct label *found, const char *to, int *n_labels)
{
  const char *opcode = line + strspn (line, " \t");
  size_t size = strcspn (opcode, " \t\n"),
	 far = found->at > at ? found->at - at : at - found->at;
  char over[16];
  if (far > t->reach)
    {
      fprintf (out, "%.*s", (int) (to - line), line);
      write_way (out, t, at, found);
      fputc ('\n', out);
    }
  else if (t->machine->invert (opcode, size, over))
    {
      int past = (*n_labels)++;
      fprintf (out, "\t%s%.*s.LHALT%d\n", over, (int) (to - (opcode + size)),
	       opcode + size, past);
      fprintf (out, t->machine->jump, found->name);
      fprintf (out, ".LHALT%d:\n", past);
    }
  else
    fprintf (out, "%.*s\n", (int) n, line);
}

/* Note down which labels of T in TEXT need islands.  */
static void
plan_islands (struct text *t, const char *text)
{
  size_t at = 0;
  for (const char *line = text, *next, *to; *line; line = next)
    {
      size_t n = strcspn (line, "\n");
      next = line + n + (line[n] == '\n');
      at += bytes_of (t->machine, line, n);
      struct label *l = falls_short (t, line, n, at, &to);
      if (l && at < l->first && l->at - at > t->reach)
	l->first = at;
      if (l && at > l->last && at - l->at > t->reach)
	l->last = at;
    }
}

void
reach_write (FILE *out, const struct machine *m, const char *text, size_t size,
	     int *n_labels)
{
  struct text t = {
    .machine = m,
    .reach = m->reaches (m->jump + 1, strcspn (m->jump + 1, "\t")),
    .number = *n_labels
  };
  size_t at = 0, island = 0;
  if (size < m->nearest || find_labels (NULL, m, text) < m->nearest)
    {
      fwrite (text, 1, size, out);
      return;
    }
  ++*n_labels;
  find_labels (&t, m, text);
  qsort (t.labels, t.n, sizeof *t.labels, compare_labels);
  plan_islands (&t, text);
  for (const char *line = text, *next, *to; *line; line = next)
    {
      size_t n = strcspn (line, "\n");
      next = line + n + (line[n] == '\n');
      at += bytes_of (m, line, n);
      const struct label *l = falls_short (&t, line, n, at, &to);
      if (l)
	write_far (out, &t, line, n, at, l, to, n_labels);
      else
	fwrite (line, 1, next - line, out);
      if (island < t.n_islands && at == t.islands[island] && island_fits (line))
	write_islands (out, &t, island++);
    }
  for (size_t i = 0; i < t.n; i++)
    free (t.labels[i].name);
  free (t.labels);
  free (t.islands);
}
