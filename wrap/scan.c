/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a command line asks GCC for.  Only as much is understood as tells whether
   code is made and whether it is linked; everything is passed on as it is.  */

#include <string.h>
#include "base/file.h"
#include "base/text.h"
#include "wrap/wrap.h"

/* More files than this in one another are a circle: GCC's own limit.  */
#define MOST_FILES 2000

struct state
{
  struct scan *scan;
  bool skip;			/* the next word belongs to the last one */
  bool language;		/* and is that of -x */
  bool library;			/* and is that of -L */
  bool header;			/* what follows is a header, by -x ... */
  bool told;			/* or something else, whatever its name */
  unsigned files;
};

static bool
is (const char *word, const char *one)
{
  return strcmp (word, one) == 0;
}

/* What WORD names, if that is our plugin; else NULL.  */
static const char *
our_plugin (const char *word)
{
  if (!begins (word, "-fplugin="))
    return NULL;
  const char *file = word + strlen ("-fplugin="), *name = strrchr (file, '/');
  name = name ? name + 1 : file;
  return is (name, "halt") || is (name, "halt.so") ? file : NULL;
}

/* LANGUAGE is that of -x.  */
static void
set_language (struct state *st, const char *language)
{
  const char *dash = strrchr (language, '-');
  st->header = dash && is (dash, "-header");
  st->told = !is (language, "none");
}

/* Headers are compiled and never linked.  */
static bool
is_header (const struct state *st, const char *name)
{
  static const char *const suffixes[] = {
    ".h", ".hh", ".H", ".hp", ".hxx", ".hpp", ".HPP", ".h++", ".tcc"
  };
  const char *dot = strrchr (name, '.');
  if (st->told)
    return st->header;
  for (size_t i = 0; dot && i < sizeof suffixes / sizeof *suffixes; i++)
    if (is (dot, suffixes[i]))
      return true;
  return false;
}

static void
option (struct state *st, const char *word)
{
  struct scan *s = st->scan;
  if (is (word, "-E") || is (word, "-M") || is (word, "-MM")
      || is (word, "-fsyntax-only") || is (word, "--preprocess")
      || is (word, "--dependencies") || is (word, "--user-dependencies"))
    s->no_code = true;
  else if (is (word, "-c") || is (word, "-S") || is (word, "--compile")
	   || is (word, "--assemble"))
    s->no_link = true;
  else if (is (word, "-r") || is (word, "-Wl,-r"))
    s->relocatable = true;
  else if (is (word, "-static") || is (word, "-static-pie")
	   || is (word, "--static") || is (word, "--static-pie"))
    s->dynamic = false;
  else if (is (word, "-m32"))
    s->m32 = true;
  else if (is (word, "-m64") || is (word, "-mx32"))
    s->m32 = false;
  else if (begins (word, "-ffile-prefix-map=")
	   || begins (word, "-fdebug-prefix-map="))
    s->prefix_map = true;
  else if (our_plugin (word))
    s->plugin = our_plugin (word);
  else if (begins (word, "-L") && word[2])
    add (&s->libraries, word + 2);
  else if (is (word, "-l") || is (word, "-Xlinker"))
    s->input = s->links = st->skip = true;
  else if (begins (word, "-l") || begins (word, "-Wl,"))
    s->input = s->links = true;
  else if (begins (word, "-x") && word[2])
    set_language (st, word + 2);
  else
    {
      st->language = is (word, "-x") || is (word, "--language");
      st->library = is (word, "-L") || is (word, "--library-directory");
      st->skip = words_have_value (word);
    }
}

static void
one (struct state *st, const char *word)
{
  char *content;
  if (word[0] == '@' && word[1] && st->files < MOST_FILES
      && (content = file_read (word + 1, NULL)))
    {
      struct words inside = { NULL, 0 };
      st->files++;
      add_words (&inside, content);
      for (size_t i = 0; i < inside.n; i++)
	one (st, inside.at[i]);
    }
  else if (st->skip)
    {
      if (st->language)
	set_language (st, word);
      if (st->library)
	add (&st->scan->libraries, word);
      st->skip = st->language = st->library = false;
    }
  else if (word[0] == '-' && word[1])
    option (st, word);
  else if (word[0])
    {
      st->scan->input = true;
      st->scan->links |= !is_header (st, word);
    }
}

struct scan
scan (char **arg, size_t n)
{
  struct scan s = { .dynamic = true };
  struct state st = { .scan = &s };
  for (size_t i = 0; i < n; i++)
    one (&st, arg[i]);
  return s;
}
