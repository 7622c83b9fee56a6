/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plugin's arguments: one table, read once.  */

#include "plugin/plugin.h"

static struct config the_config;
const struct config *const config = &the_config;

/* Readers of a value.  NAME is the argument's, VALUE what follows the `=',
   or NULL.  Each says itself what is wrong.  */
typedef void reader (const char *name, const char *value, int datum);

static void
no_value (const char *name, const char *value)
{
  if (value)
    error_at (UNKNOWN_LOCATION, "halt: option %qs takes no value", name);
}

/* DATUM is a set of kinds, 1 << kind.  */
#define KIND(NAME) (1 << HALT_##NAME)

static bool ret;

static void
read_kinds (const char *name, const char *value, int kinds)
{
  no_value (name, value);
  for (int k = 0; k < HALT_KIND_END; k++)
    if (kinds >> k & 1)
      the_config.kind[k] = true;
}

/* The manual's sharing rule: with proc alone an exit has its entry's id; ret
   gives each one of its own.  */
static void
read_proc (const char *name, const char *value, int kinds)
{
  read_kinds (name, value, kinds);
  the_config.share_exit = !ret;
}

static void
read_ret (const char *name, const char *value, int kinds)
{
  read_kinds (name, value, kinds);
  the_config.share_exit = false;
  ret = true;
}

static void
read_lto (const char *name, const char *value, int)
{
  no_value (name, value);
  the_config.lto = true;
}

static void
read_verify (const char *name, const char *value, int)
{
  no_value (name, value);
  the_config.verify = true;
}

static void
read_summary (const char *name, const char *value, int)
{
  if (!value || !*value)
    error_at (UNKNOWN_LOCATION, "halt: option %qs needs a file or a directory, "
	      "as in %<%s=prog.halt%>", name, name);
  else
    the_config.summary = value;
}

static void
read_routines (const char *name, const char *value, int)
{
  if (!value || !*value)
    error_at (UNKNOWN_LOCATION, "halt: option %qs needs an object file, an "
	      "archive or a program, as in %<%s=routines.o%>", name, name);
  else
    promise_read (value);
  the_config.routines = true;
}

/* N, or KIND:N for ids of that kind's own.  */
static void
read_unique (const char *name, const char *value, int)
{
  int kind = -1;
  const char *number = value;
  const char *colon = value ? strchr (value, ':') : NULL;
  if (colon)
    {
      for (int k = 0; k < HALT_KIND_END; k++)
	if (strncmp (halt_kind_word (k), value, colon - value) == 0
	    && halt_kind_word (k)[colon - value] == '\0')
	  kind = k;
      number = kind < 0 ? NULL : colon + 1;
    }
  char *end = NULL;
  errno = 0;
  unsigned long long n = number ? strtoull (number, &end, 0) : 0;
  /* Ids are non-negative and leave room for as many points as fit a map.  */
  if (!number || !ISDIGIT (*number) || *end || errno
      || n > (unsigned long long) INT64_MAX - UINT32_MAX)
    {
      error_at (UNKNOWN_LOCATION,
		"halt: option %qs needs a number from 0 up, as in %<%s=100%>, "
		"or a kind and a number, as in %<%s=cbr:100%>", name, name,
		name);
      return;
    }
  if (kind < 0)
    {
      the_config.unique = true;
      the_config.first_id = n;
    }
  else
    {
      the_config.own[kind] = true;
      the_config.first_own[kind] = n;
    }
}

struct word
{
  const char *name;
  int datum;
};

/* The word in TABLE (ended by NULL) called NAME of LENGTH, or NULL after an
   error that suggests the nearest.  */
static const struct word *
find_word (const struct word *table, const char *option, const char *name,
	   size_t length)
{
  best_match<const char *, const char *> nearest (name);
  for (const struct word *w = table; w->name; w++)
    {
      if (strlen (w->name) == length && strncmp (w->name, name, length) == 0)
	return w;
      nearest.consider (w->name);
    }
  char *text = xstrndup (name, length);
  const char *hint = nearest.get_best_meaningful_candidate ();
  if (hint)
    error_at (UNKNOWN_LOCATION, "halt: option %qs does not know %qs; did you "
	      "mean %qs?", option, text, hint);
  else
    error_at (UNKNOWN_LOCATION, "halt: option %qs does not know %qs; it takes "
	      "%qs, for example", option, text, table->name);
  free (text);
  return NULL;
}

/* The words of a comma-separated VALUE, or'ed.  False after an error.  */
static bool
read_words (const struct word *table, const char *name, const char *value,
	    unsigned *result)
{
  if (!value || !*value)
    {
      error_at (UNKNOWN_LOCATION, "halt: option %qs needs a list, as in "
		"%<%s=%s,%s%>", name, name, table[0].name, table[1].name);
      return false;
    }
  for (const char *p = value; ; p++)
    {
      size_t length = strcspn (p, ",");
      const struct word *w = find_word (table, name, p, length);
      if (!w)
	return false;
      *result |= w->datum;
      p += length;
      if (!*p)
	return true;
    }
}

static void
read_dump (const char *name, const char *value, int)
{
  static const struct word words[] = {
    { "label", DUMP_LABEL }, { "pot", DUMP_POT }, { "cfg", DUMP_CFG },
    { NULL, 0 }
  };
  read_words (words, name, value, &the_config.dump);
}

static void
read_mem (const char *name, const char *value, int)
{
  static const struct word words[] = {
    { "frame", MEM_FRAME }, { "spill", MEM_SPILL }, { "call", MEM_CALL },
    { "asm", MEM_ASM }, { "none", 0 },
    { "all", MEM_FRAME | MEM_SPILL | MEM_CALL | MEM_ASM }, { NULL, 0 }
  };
  unsigned mem = 0;
  if (read_words (words, name, value, &mem))
    the_config.mem = mem;
}

static void
read_at (const char *name, const char *value, int)
{
  static const struct word words[] = {
    { "rtl", 0 }, { "gimple", 1 }, { NULL, 0 }
  };
  const struct word *w
    = find_word (words, name, value ? value : "", value ? strlen (value) : 0);
  if (w)
    the_config.gimple = w->datum;
}

static void
read_inline (const char *name, const char *value, int)
{
  static const struct word words[] = {
    { "yes", 0 }, { "no", 1 }, { NULL, 0 }
  };
  const struct word *w
    = find_word (words, name, value ? value : "", value ? strlen (value) : 0);
  if (w)
    the_config.no_copies = w->datum;
}

/* N: no region has more paths.  */
static void
read_blpp (const char *name, const char *value, int)
{
  char *end = NULL;
  errno = 0;
  unsigned long long n = value ? strtoull (value, &end, 0) : 0;
  if (value && (!ISDIGIT (*value) || *end || errno || n == 0))
    error_at (UNKNOWN_LOCATION, "halt: option %qs needs a number of paths, as in "
	      "%<%s=4096%>, or no value", name, name);
  the_config.blpp = true;
  the_config.kind[HALT_PATH_SUM_READ] = true;
  the_config.most_paths = n;
}

static void
read_count (const char *name, const char *value, int)
{
  static const struct word words[] = {
    { "plain", COUNT_PLAIN }, { "atomic", COUNT_ATOMIC },
    { "thread", COUNT_THREAD }, { NULL, 0 }
  };
  the_config.count = COUNT_PLAIN;
  if (!value)
    return;
  if (const struct word *w = find_word (words, name, value, strlen (value)))
    the_config.count = w->datum;
}

/* Add the globs in TEXT, which END ends, separated by one of SEPARATORS.  */
static void
add_globs (vec<const char *> *globs, const char *text, const char *separators)
{
  while (*text)
    {
      size_t length = strcspn (text, separators);
      if (length)
	globs->safe_push (xstrndup (text, length));
      text += length + (text[length] != '\0');
    }
}

/* only= and exclude=: globs separated by commas, or @FILE with globs separated
   by white space.  */
static void
read_globs (const char *name, const char *value, int exclude)
{
  vec<const char *> *globs
    = exclude ? &the_config.exclude : &the_config.only;
  if (!value || !*value)
    {
      error_at (UNKNOWN_LOCATION, "halt: option %qs needs globs, as in "
		"%<%s=parse_*,lexer.c%>, or %<%s=@FILE%>", name, name, name);
      return;
    }
  if (*value != '@')
    {
      add_globs (globs, value, ",");
      return;
    }
  FILE *f = fopen (value + 1, "r");
  if (!f)
    {
      error_at (UNKNOWN_LOCATION, "halt: option %qs cannot open %qs: %m", name,
		value + 1);
      return;
    }
  char line[4096];
  while (fgets (line, sizeof line, f))
    add_globs (globs, line, " \t\r\n");
  fclose (f);
}

bool
options_match (const vec<const char *> &globs, tree decl)
{
  const char *names[] = {
    targetm.strip_name_encoding (IDENTIFIER_POINTER
				   (DECL_ASSEMBLER_NAME (decl))),
    lang_hooks.decl_printable_name (decl, 1),
    expand_location (DECL_SOURCE_LOCATION (decl)).file
  };
  for (unsigned i = 0; i < globs.length (); i++)
    for (unsigned n = 0; n < ARRAY_SIZE (names); n++)
      if (names[n]
	  && (fnmatch (globs[i], names[n], 0) == 0
	      || (n == 2 && fnmatch (globs[i], lbasename (names[n]), 0) == 0)))
	return true;
  return false;
}

static const struct
{
  const char *name;
  reader *read;
  int datum;
  const char *value;		/* for the help text, or "" */
  const char *help;
} options[] = {
#define HALT_PATH_KIND(NAME, number, word, routine, when, params, cells, text)
#define HALT_INLINE_KIND(NAME, number, word, text)
#define HALT_KIND(NAME, number, word, routine, when, params, cells, text) \
  { #word, read_kinds, KIND (NAME), "", "label: " text },
#include "halt/kinds.def"
  { "proc", read_proc, KIND (ENTRY) | KIND (EXIT), "",
    "label entries and exits; those of a function share an id" },
  { "ret", read_ret, KIND (EXIT), "",
    "label function exits, each with an id of its own even with proc" },
  { "setlongjmp", read_kinds, KIND (SETJMP) | KIND (LONGJMP), "",
    "setjmp and longjmp" },
  { "bb", read_kinds, KIND (BLOCK), "", "the same as block" },
  { "unique", read_unique, 0, "=[KIND:]N",
    "constant ids (of KIND) from N; print the next unused one" },
  { "at", read_at, 0, "=rtl|gimple",
    "which code is labelled: final machine code, or gcov's" },
  { "blpp", read_blpp, 0, "[=N]",
    "count acyclic paths, at most N of a region; label at the last GIMPLE" },
  { "only", read_globs, 0, "=GLOB,...|@FILE",
    "functions or source files to label" },
  { "exclude", read_globs, 1, "=GLOB,...|@FILE",
    "functions or source files to leave alone" },
  { "mem", read_mem, 0, "=frame,spill,call,asm",
    "memory traffic that load and store report (frame,spill)" },
  { "dump", read_dump, 0, "=label,pot,cfg",
    "print what was done, to GCC's dump file or standard error" },
  { "routines", read_routines, 0, "=FILE",
    "where the routines are: save only what they change" },
  { "inline", read_inline, 0, "=yes|no",
    "whether small routines of `routines' are copied, not called (yes)" },
  { "verify", read_verify, 0, "",
    "check around each call what was not saved; slow" },
  { "summary", read_summary, 0, "=FILE|DIRECTORY",
    "write what `ghalt summarize' prints of the unit as well" },
  { "count", read_count, 0, "[=plain|atomic|thread]",
    "count in line where that can be done, for libhalt.a, without calls" },
  { "lto", read_lto, 0, "",
    "the link gets the plugin too: no warning about -flto" }
};

void
options_parse (int argc, struct plugin_argument *argv)
{
  the_config.mem = MEM_FRAME | MEM_SPILL;
  for (int i = 0; i < argc; i++)
    {
      bool found = false;
      best_match<const char *, const char *> nearest (argv[i].key);
      for (size_t o = 0; o < ARRAY_SIZE (options) && !found; o++)
	if (strcmp (options[o].name, argv[i].key) == 0)
	  {
	    options[o].read (options[o].name, argv[i].value, options[o].datum);
	    found = true;
	  }
	else
	  nearest.consider (options[o].name);
      if (found)
	continue;
      const char *hint = nearest.get_best_meaningful_candidate ();
      if (hint)
	error_at (UNKNOWN_LOCATION, "halt: unknown option %qs; did you mean "
		  "%qs?", argv[i].key, hint);
      else
	error_at (UNKNOWN_LOCATION, "halt: unknown option %qs; "
		  "%<gcc -fplugin=... -v --help%> lists all", argv[i].key);
    }
  the_config.gimple |= the_config.blpp;
}

const char *
options_help (void)
{
  static char *text;
  if (text)
    return text;
  size_t size;
  FILE *f = open_memstream (&text, &size);
  for (size_t o = 0; o < ARRAY_SIZE (options); o++)
    {
      int n = fprintf (f, "  -fplugin-arg-halt-%s%s", options[o].name,
		       options[o].value);
      fprintf (f, "%*s%s\n", n < 40 ? 40 - n : 1, "", options[o].help);
    }
  fclose (f);
  return text;
}

FILE *
dump_stream (void)
{
  return dump_file ? dump_file : stderr;
}
