/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What coverage leaves out.  */

#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include "report/exclude.h"

struct excluded_file
{
  char *path;
  unsigned char *lines;		/* EXCLUDE_* of each, from line 1 on */
  uint32_t n_lines;
};

/* --- markers ----------------------------------------------------------------------- */

/* What a marker does, which begins with LCOV_ or GCOVR_.  */
static const struct marker
{
  const char *word;
  unsigned what;		/* EXCLUDE_* */
  bool begins, ends;		/* of several lines */
  bool function;		/* to the end of the one that begins there */
} markers[] = {
  { "EXCL_LINE", EXCLUDE_LINE, false, false, false },
  { "EXCL_START", EXCLUDE_LINE, true, false, false },
  { "EXCL_STOP", EXCLUDE_LINE, false, true, false },
  { "EXCL_FUNCTION", EXCLUDE_LINE, false, false, true },
  { "EXCL_BR_LINE", EXCLUDE_BRANCHES, false, false, false },
  { "EXCL_BR_START", EXCLUDE_BRANCHES, true, false, false },
  { "EXCL_BR_STOP", EXCLUDE_BRANCHES, false, true, false },
  { "UNREACHABLE_LINE", EXCLUDE_LINE, false, false, false },
  { "UNREACHABLE_START", EXCLUDE_LINE, true, false, false },
  { "UNREACHABLE_STOP", EXCLUDE_LINE, false, true, false },
};

/* The marker that begins at TEXT, of SIZE bytes; or NULL.  */
static const struct marker *
marker_at (const char *text, size_t size)
{
  size_t lead = size > 5 && memcmp (text, "LCOV_", 5) == 0 ? 5
		: size > 6 && memcmp (text, "GCOVR_", 6) == 0
		  ? 6
		  : 0;
  for (size_t i = 0; lead && i < sizeof markers / sizeof *markers; i++)
    {
      size_t n = strlen (markers[i].word), end = lead + n;
      if (size >= end && memcmp (text + lead, markers[i].word, n) == 0
	  && !(size > end
	       && ((text[end] >= 'A' && text[end] <= 'Z') || text[end] == '_')))
	return markers + i;
    }
  return NULL;
}

/* Where the text of a file is, of which a function is left out.  */
struct braces
{
  unsigned depth;		/* braces that are open */
  bool wanted;			/* a marker was there; its function is not over */
  bool closed;			/* it is, unless what comes next says otherwise */
  bool comment;			/* of several lines */
};

/* Go through line TEXT, of SIZE bytes, in a function that is left out; whether some of it
   is the function's.  */
static bool
count_braces (struct braces *b, const char *text, size_t size)
{
  char quote = 0;
  bool own = !b->closed;
  for (size_t i = 0; i < size && b->wanted; i++)
    {
      char c = text[i], next = i + 1 < size ? text[i + 1] : 0;
      if (b->comment)
	b->comment = !(c == '*' && next == '/' && ++i);
      else if (quote)
	{
	  quote = c == quote ? 0 : quote;
	  i += c == '\\';
	}
      else if (c == '/' && next == '/')
	break;
      else if (c == '/' && next == '*')
	{
	  b->comment = true;
	  i++;
	}
      else if (!isspace ((unsigned char) c))
	{
	  /* What members begin with has braces, too.  */
	  b->wanted = !b->closed || strchr (",{)", c);
	  b->closed = false;
	  own |= b->wanted;
	  /* 1'000 has no character in it.  */
	  if (c == '"'
	      || (c == '\''
		  && !(i > 0 && isxdigit ((unsigned char) text[i - 1])
		       && isxdigit ((unsigned char) next))))
	    quote = c;
	  b->depth += c == '{';
	  if (c == '}' && b->depth > 0)
	    b->closed = --b->depth == 0;
	}
    }
  return own;
}

/* What line TEXT, of SIZE bytes, leaves out of itself.  *OPEN: what is left out of all
   lines until a marker ends that.  */
static unsigned
read_line (const char *text, size_t size, unsigned *open, struct braces *braces)
{
  unsigned what = *open;
  const char *end = text + size;
  for (const char *p = text; (p = memmem (p, (size_t) (end - p), "_", 1)); p++)
    {
      const char *word = p - text >= 4 && memcmp (p - 4, "LCOV", 4) == 0 ? p - 4
			 : p - text >= 5 && memcmp (p - 5, "GCOVR", 5) == 0
			   ? p - 5
			   : NULL;
      const struct marker *m = word ? marker_at (word, (size_t) (end - word))
				    : NULL;
      if (!m)
	continue;
      what |= m->what;
      *open |= m->begins ? m->what : 0;
      *open &= ~(m->ends ? m->what : 0);
      if (m->function)
	*braces = (struct braces) { .wanted = true };
    }
  if (braces->wanted && count_braces (braces, text, size))
    what |= EXCLUDE_LINE;
  return what;
}

static void
read_file (struct exclude *x, struct excluded_file *file)
{
  const char *text;
  size_t length;
  unsigned open = 0;
  struct braces braces = { 0 };
  for (uint32_t line = 1;
       (text = source_line (&x->sources, "", file->path, line, &length));
       line++)
    {
      if ((line & (line - 1)) == 0)
	{
	  unsigned char *more = realloc (file->lines, 2 * (size_t) line);
	  if (!more)
	    return;
	  file->lines = more;
	}
      file->lines[line - 1] = (unsigned char) read_line (text, length, &open,
							 &braces);
      file->n_lines = line;
    }
}

unsigned
exclude_line (struct exclude *x, const char *path, uint32_t line)
{
  size_t i = x->last;
  if (i >= x->n_files || strcmp (x->files[i].path, path) != 0)
    for (i = 0; i < x->n_files; i++)
      if (strcmp (x->files[i].path, path) == 0)
	break;
  if (i == x->n_files)
    {
      if (!another (&x->files, i, sizeof *x->files, x->sources.fault))
	return 0;
      x->files[i] = (struct excluded_file) {
	.path = copy_text (path, strlen (path), x->sources.fault)
      };
      if (!x->files[i].path)
	return 0;
      x->n_files++;
      read_file (x, x->files + i);
    }
  x->last = i;
  return line - 1 < x->files[i].n_lines ? x->files[i].lines[line - 1] : 0;
}

/* --- files ------------------------------------------------------------------------------ */

bool
exclude_system (const char *path)
{
  /* Sources of a project may be anywhere else, in /usr/src, too.  */
  static const char *const folders[] = {
    "/usr/include", "/usr/local/include", "/usr/*-linux-*/include", "/usr/lib*",
    "/usr/share/cmake*"
  };
  static const char *const others[] = {
    "*/include/c++/[0-9]*", "*/lib/gcc/*/include/*",
    "*/lib/gcc/*/include-fixed/*", "*/CMakeFiles/*/CMake*CompilerId.*"
  };
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
    if (fnmatch (folders[i], path, FNM_PATHNAME | FNM_LEADING_DIR) == 0)
      return true;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (fnmatch (others[i], path, 0) == 0)
      return true;
  return false;
}

bool
exclude_file (const struct exclude *x, const char *path)
{
  const char *shown = path_inside (x->folder, path);
  if ((x->root && !path_inside (x->root, path)) || exclude_system (path))
    return true;
  for (size_t i = 0; i < x->n_globs; i++)
    if (fnmatch (x->globs[i], path, 0) == 0
	|| (shown && fnmatch (x->globs[i], shown, 0) == 0))
      return true;
  return false;
}

void
exclude_release (struct exclude *x)
{
  for (size_t i = 0; i < x->n_files; i++)
    FREE_ALL (x->files[i].path, x->files[i].lines);
  free (x->files);
  sources_release (&x->sources);
}
