/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a user calls a function: by its symbol, by its whole name, or as one writes it in the
   source, without what it returns and takes and what GCC made of it: `ns::box::size' is
   `int ns::box::size(int) const [clone .isra.0]', too.  */

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include "summarize/summarize.h"

/* Cut END off the N characters of TEXT, if they end so.  */
static bool
cut_end (const char *text, size_t *n, const char *end)
{
  size_t length = strlen (end);
  if (*n <= length || memcmp (text + *n - length, end, length) != 0)
    return false;
  *n -= length;
  return true;
}

/* Where the part begins that ends before N, which is in brackets; N if there is none.  */
static size_t
bracket (const char *text, size_t n)
{
  size_t depth = 0, i = n;
  while (i-- > 0)
    if (strchr (")]}", text[i]))
      depth++;
    else if (strchr ("([{", text[i]) && --depth == 0)
      return i;
    else if (depth == 0)
      break;
  return n;
}

/* How much of the whole name TEXT is before what the function takes.  */
static size_t
before_parameters (const char *text)
{
  size_t n = strlen (text), at;
  while (n > 0 && text[n - 1] == ']' && (at = bracket (text, n)) > 0 && at < n
	 && strncmp (text + at, "[clone ", 7) == 0)
    n = at - 1;
  while (cut_end (text, &n, " const") || cut_end (text, &n, " volatile")
	 || cut_end (text, &n, "&") || cut_end (text, &n, " "))
    ;
  at = n > 0 && text[n - 1] == ')' ? bracket (text, n) : 0;
  return at > 0 && at < n ? at : strlen (text);
}

/* Where in TEXT, of N characters, the name begins after what the function returns.  */
static size_t
after_result (const char *text, size_t n)
{
  size_t depth = 0, found = 0;
  for (size_t i = 0; i < n; i++)
    if (strncmp (text + i, "operator", 8) == 0 && depth == 0)
      break;
    else if (strchr ("(<{[", text[i]))
      depth++;
    else if (strchr (")>}]", text[i]))
      depth -= depth > 0;
    else if (text[i] == ' ' && depth == 0)
      found = i + 1;
  return found;
}

static bool
fits_pattern (const char *pattern, const char *name)
{
  return strcmp (pattern, name) == 0 || fnmatch (pattern, name, 0) == 0;
}

bool
name_fits (const char *pattern, const char *name, const char *pretty)
{
  if (fits_pattern (pattern, name) || fits_pattern (pattern, pretty))
    return true;
  size_t n = before_parameters (pretty), begin = after_result (pretty, n);
  if (!pretty[n] && begin == 0)
    return false;
  char *stem = strndup (pretty, n);
  bool found = stem
	       && (fits_pattern (pattern, stem)
		   || fits_pattern (pattern, stem + begin));
  free (stem);
  return found;
}
