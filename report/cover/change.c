/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines that a change touches: unified text as git diff and diff -u write it, of one
   parent or, as of merges, several.  */

#include <stdlib.h>
#include <string.h>
#include "report/cover/cover.h"

struct reader
{
  FILE *in;
  const char *name;
  char *line;
  size_t room, length;		/* of LINE, without its newline */
  uint64_t number;
  char before;			/* the letter that the old name begins with, if a
				   slash follows; * is any */
  struct change *change;
  struct fault *fault;
};

/* Read the next line; false at the end.  */
static bool
next_line (struct reader *r)
{
  ssize_t n = getline (&r->line, &r->room, r->in);
  if (n < 0)
    return false;
  r->number++;
  r->length = (size_t) n - (n > 0 && r->line[n - 1] == '\n');
  if (r->length > 0 && r->line[r->length - 1] == '\r')
    r->length--;
  r->line[r->length] = 0;
  return true;
}

static bool
wrong (const struct reader *r, const char *what)
{
  return fault (r->fault,
		"%s:%" PRIu64 ": %s; this is to be what git diff writes",
		r->name, r->number, what);
}

/* Take the quotes and what they escape out of TEXT.  */
static void
unquote (char *text)
{
  static const char letters[] = "abtnvfr\"\\", bytes[] = "\a\b\t\n\v\f\r\"\\";
  char *to = text;
  if (*text++ != '"')
    return;
  while (*text && *text != '"')
    {
      if (*text != '\\')
	{
	  *to++ = *text++;
	  continue;
	}
      const char *letter = *++text ? strchr (letters, *text) : NULL;
      unsigned n = 0, digits = 0;
      for (; !letter && digits < 3 && *text >= '0' && *text <= '7'; digits++)
	n = n * 8 + (unsigned) (*text++ - '0');
      if (letter)
	*to++ = bytes[letter - letters];
      else if (digits)
	*to++ = (char) n;
      text += letter != NULL;
    }
  *to = 0;
}

/* The line is `--- ...'.  */
static void
keep_prefix (struct reader *r)
{
  const char *name = r->line + strlen ("--- ");
  name += *name == '"';
  r->before = strcmp (name, "/dev/null") == 0 ? '*'
	      : *name && name[1] == '/'	      ? *name
					      : 0;
}

/* Whether NAME begins with a letter that is git's: a and b, or others, but not the same
   for what was before and what is after.  */
static bool
has_prefix (const struct reader *r, const char *name)
{
  return *name && name[1] == '/'
	 && (r->before == '*' ? strchr ("bciw2", *name) != NULL
			      : r->before && r->before != *name);
}

/* Begin with the file that the line `+++ ...' names.  /dev/null has no lines.  */
static bool
begin_file (struct reader *r)
{
  struct change *c = r->change;
  char *name = r->line + strlen ("+++ ");
  /* diff -u has the time after a tab.  */
  if (*name != '"')
    name[strcspn (name, "\t")] = 0;
  unquote (name);
  if (has_prefix (r, name))
    name += 2;
  while (strncmp (name, "./", 2) == 0)
    name += 2;
  if (!another (&c->paths, c->n_paths, sizeof *c->paths, r->fault))
    return false;
  c->paths[c->n_paths] = copy_text (name, strlen (name), r->fault);
  return c->paths[c->n_paths++] != NULL;
}

/* Read the range at *TEXT, which begins with SIGN: where it begins, how many.  */
static bool
range (char **text, char sign, uint64_t *begin, uint64_t *n)
{
  char *p = *text;
  *n = 1;
  if (*p++ != sign || *p < '0' || *p > '9')
    return false;
  *begin = strtoull (p, &p, 10);
  if (*p == ',' && p[1] >= '0' && p[1] <= '9')
    *n = strtoull (p + 1, &p, 10);
  *text = p;
  return *p++ == ' ' && (*text = p);
}

static bool
add_line (struct reader *r, uint64_t line)
{
  struct change *c = r->change;
  if (!another (&c->lines, c->n_lines, sizeof *c->lines, r->fault))
    return false;
  c->lines[c->n_lines++] = (struct changed_line) { (uint32_t) c->n_paths - 1,
						   (uint32_t) line };
  return true;
}

/* Read a hunk whose first line has been read: `@@ -1,2 +3,4 @@', with one more @ and
   range for each further parent.  Each line then has a column of signs for each parent.
   Lines that no parent has are listed.  */
static bool
read_hunk (struct reader *r)
{
  size_t n_parents = strspn (r->line, "@") - 1;
  char *text = r->line + n_parents + 1;
  uint64_t at, left, begin, n[16];
  bool good = n_parents <= 15 && *text++ == ' ';
  for (size_t i = 0; good && i < n_parents; i++)
    good = range (&text, '-', &begin, n + i);
  if (!good || !range (&text, '+', &at, &left) || *text != '@')
    return wrong (r, "no range of lines");
  if (r->change->n_paths == 0)
    return wrong (r, "lines of no file");
  if (at > UINT32_MAX || left > UINT32_MAX - at)
    return wrong (r, "there is no such line");
  for (;;)
    {
      bool more = left > 0, added = true, kept = true;
      for (size_t i = 0; i < n_parents; i++)
	more |= n[i] > 0;
      if (!more)
	return true;
      if (!next_line (r))
	return wrong (r, "it ends inside of a range");
      if (r->line[0] == '\\')	/* no newline at the end of the file */
	continue;
      /* Mailers cut blanks at ends of lines.  */
      if (r->length > 0 && r->length < n_parents)
	return wrong (r, "a line that is too short");
      for (size_t i = 0; i < n_parents; i++)
	{
	  char sign = r->length > 0 ? r->line[i] : ' ';
	  if (!strchr (" +-", sign))
	    return wrong (r, "neither ' ' nor '+' nor '-' before a line");
	  added &= sign == '+';
	  kept &= sign != '-';
	}
      for (size_t i = 0; i < n_parents; i++)
	{
	  char sign = r->length > 0 ? r->line[i] : ' ';
	  /* It is in that parent: beside a '-' elsewhere, a blank says that it is
	     not.  */
	  bool there = sign == '-' || (sign == ' ' && kept);
	  if (there && n[i]-- == 0)
	    return wrong (r, "more lines than the range has");
	}
      if (kept && left-- == 0)
	return wrong (r, "more lines than the range has");
      if (kept && added && !add_line (r, at))
	return false;
      at += kept;
    }
}

static bool
read_all (struct reader *r)
{
  bool ok = true, any = false;
  while (ok && next_line (r))
    if (strncmp (r->line, "--- ", 4) == 0)
      keep_prefix (r);
    else if (strncmp (r->line, "+++ ", 4) == 0)
      ok = any = begin_file (r);
    else if (strncmp (r->line, "@@ ", 3) == 0
	     || strncmp (r->line, "@@@", 3) == 0)
      ok = read_hunk (r);
    else
      any |= strncmp (r->line, "diff ", 5) == 0;
  if (ok && ferror (r->in))
    return fault (r->fault, "cannot read '%s': %m", r->name);
  /* No change at all is one, too.  */
  if (ok && !any && r->number > 0)
    return fault (r->fault, "%s: no change in it, as git diff writes it",
		  r->name);
  return ok;
}

bool
change_read (struct change *c, const char *path, struct fault *f)
{
  bool standard = strcmp (path, "-") == 0;
  struct reader r = {
    .in = standard ? stdin : fopen (path, "re"),
    .name = standard ? "standard input" : path,
    .change = c,
    .fault = f
  };
  memset (c, 0, sizeof *c);
  if (!r.in)
    return fault (f, "cannot open '%s': %m", path);
  bool ok = read_all (&r);
  if (!standard)
    fclose (r.in);
  free (r.line);
  return ok;
}

void
change_release (struct change *c)
{
  for (size_t i = 0; i < c->n_paths; i++)
    free (c->paths[i]);
  free (c->paths);
  free (c->lines);
  memset (c, 0, sizeof *c);
}
