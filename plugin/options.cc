/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plugin's arguments: one table, read once.  */

#include "plugin/plugin.h"

static struct config the_config;
const struct config *const config = &the_config;

/* Readers of a value.  NAME is the argument's, VALUE what follows the `=',
   or NULL.  Each says itself what is wrong.  */
typedef void reader (const char *name, const char *value, int datum);

static void
read_kind (const char *name, const char *value, int kind)
{
  if (value)
    error_at (UNKNOWN_LOCATION, "halt: option %qs takes no value", name);
  the_config.kind[kind] = true;
}

static void
read_lto (const char *name, const char *value, int)
{
  if (value)
    error_at (UNKNOWN_LOCATION, "halt: option %qs takes no value", name);
  the_config.lto = true;
}

static void
read_unique (const char *name, const char *value, int)
{
  char *end = NULL;
  errno = 0;
  unsigned long long n = value ? strtoull (value, &end, 0) : 0;
  /* Ids are non-negative and leave room for as many points as fit a map.  */
  if (!value || !ISDIGIT (*value) || *end || errno
      || n > (unsigned long long) INT64_MAX - UINT32_MAX)
    {
      error_at (UNKNOWN_LOCATION,
		"halt: option %qs needs a number from 0 up, as in %<%s=100%>",
		name, name);
      return;
    }
  the_config.fixed = true;
  the_config.first_id = n;
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

static void
read_dump (const char *name, const char *value, int)
{
  static const struct word words[] = {
    { "label", DUMP_LABEL }, { "pot", DUMP_POT }, { "cfg", DUMP_CFG },
    { NULL, 0 }
  };
  if (!value || !*value)
    {
      error_at (UNKNOWN_LOCATION,
		"halt: option %qs needs a list, as in %<%s=label,pot%>", name,
		name);
      return;
    }
  for (const char *p = value; ; p++)
    {
      size_t length = strcspn (p, ",");
      const struct word *w = find_word (words, name, p, length);
      if (!w)
	return;
      the_config.dump |= w->datum;
      p += length;
      if (!*p)
	return;
    }
}

static void
read_at (const char *name, const char *value, int)
{
  static const struct word words[] = {
    { "rtl", 0 }, { "gimple", 1 }, { NULL, 0 }
  };
  const struct word *w
    = find_word (words, name, value ? value : "", value ? strlen (value) : 0);
  if (w && w->datum)
    error_at (UNKNOWN_LOCATION, "halt: %<%s=gimple%> is not available yet; "
	      "%<%s=rtl%>, the default, labels final machine code", name,
	      name);
}

static const struct
{
  const char *name;
  reader *read;
  int datum;
  const char *value;		/* for the help text, or "" */
  const char *help;
} options[] = {
  { "cbr", read_kind, HALT_CBR, "", "label conditional branches" },
  { "unique", read_unique, 0, "=N",
    "constant ids from N; print the next unused one" },
  { "at", read_at, 0, "=rtl", "which code is labelled (rtl: final machine code)" },
  { "dump", read_dump, 0, "=label,pot,cfg",
    "print what was done, to GCC's dump file or standard error" },
  { "lto", read_lto, 0, "",
    "the link gets the plugin too: no warning about -flto" }
};

void
options_parse (int argc, struct plugin_argument *argv)
{
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
		  "%<-fplugin=... --help%> lists all", argv[i].key);
    }
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
