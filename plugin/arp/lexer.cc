/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a statement ends that GCC has taken apart.  A block without declarations is
   no more than its statements, one after the other; only the source tells where its
   brace is.  */

#include "plugin/arp/arp.h"

/* Texts, by the files' names.  */
static hash_map<nofree_string_hash, char *> files;

/* The text of file NAME, kept; NULL: it cannot be read.  */
static const char *
file_text (const char *name)
{
  if (char **known = files.get (name))
    return *known;
  char *text = NULL;
  size_t size = 0;
  if (FILE *f = fopen (name, "r"))
    {
      fseek (f, 0, SEEK_END);
      long end = ftell (f);
      rewind (f);
      if (end > 0 && end < 1 << 28)
	{
	  text = (char *) xcalloc (end + 1, 1);
	  size = fread (text, 1, end, f);
	  text[size] = '\0';
	}
      fclose (f);
    }
  files.put (xstrdup (name), text);
  return text;
}

/* A place in a text.  */
struct place
{
  const char *at;
  int line, column;
};

static void
step (struct place *p)
{
  if (*p->at == '\n')
    {
      p->line++;
      p->column = 0;
    }
  p->column++;
  p->at++;
}

/* Step over the comment, string or character at P, or else one character.  */
static void
step_token (struct place *p)
{
  char c = *p->at;
  if (c == '/' && p->at[1] == '*')
    {
      step (p);
      step (p);
      while (*p->at && !(p->at[0] == '*' && p->at[1] == '/'))
	step (p);
      if (*p->at)
	step (p);
    }
  else if (c == '/' && p->at[1] == '/')
    while (*p->at && p->at[1] != '\n' && p->at[1])
      step (p);
  /* Not the separator of digits.  */
  else if (c == '"' || (c == '\'' && !ISALNUM (p->at[-1])))
    {
      step (p);
      while (*p->at && *p->at != c && *p->at != '\n')
	{
	  if (*p->at == '\\' && p->at[1])
	    step (p);
	  step (p);
	}
    }
  if (*p->at)
    step (p);
}

/* Step over blanks, comments and labels.  */
static void
step_blanks (struct place *p)
{
  for (;;)
    {
      if (ISSPACE (*p->at)
	  || (*p->at == '/' && (p->at[1] == '*' || p->at[1] == '/')))
	step_token (p);
      else if (ISIDST (*p->at))
	{
	  struct place q = *p;
	  while (ISIDNUM (*q.at))
	    step (&q);
	  while (ISSPACE (*q.at))
	    step (&q);
	  if (*q.at != ':' || q.at[1] == ':')
	    return;
	  step (&q);
	  *p = q;
	}
      else
	return;
    }
}

int
block_end (location_t where, int *column)
{
  expanded_location at = expand_location (where);
  const char *text = at.file ? file_text (at.file) : NULL;
  if (!text || at.line < 1)
    return 0;
  struct place p = { text, 1, 1 };
  while (*p.at && p.line < at.line)
    step (&p);
  while (*p.at && *p.at != '\n' && p.column < at.column)
    step (&p);
  /* A directive goes on to the end of its line.  */
  const char *line = p.at;
  while (line > text && line[-1] != '\n')
    line--;
  while (ISBLANK (*line))
    line++;
  if (*line == '#')
    while (*p.at && *p.at != '\n')
      step (&p);
  step_blanks (&p);
  if (*p.at != '{')
    return 0;
  int depth = 0;
  do
    {
      depth += *p.at == '{' ? 1 : *p.at == '}' ? -1 : 0;
      if (depth == 0)
	{
	  *column = p.column;
	  return p.line;
	}
      step_token (&p);
    }
  while (*p.at);
  return 0;
}
