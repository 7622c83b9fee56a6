/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plugin's arguments: one table, read once.  */

#include "plugin/core/core.h"
#include "plugin/routines/routines.h"

static struct config the_config;
const struct config *const config = &the_config;

/* A set of kinds in the table, and with them what proc and ret make of exits.  */
#define KIND(NAME) (1u << HALT_##NAME)
#define SHARE_EXIT KIND (KIND_END)
#define OWN_EXIT (KIND (KIND_END) << 1)

/* Forms, as in the table.  */
enum
{
  FLAG = 0,
  TEXT = 1,
  CHOICE = 2,
  LIST = 4,
  MAYBE = 8
};

/* Where an option has an effect, as in the table.  */
enum
{
  GIMPLE = 1,
  PATHS = 2,
  ATOM = 4,
  SWITCH = 8,
  VERIFY = 16,
  NO_COUNT = 32,
  NO_ARP = 64,
  NO_POINTS = 128,
  NO_ACCESSES = 256,
  ALWAYS = 511,
  POINTS = ALWAYS & ~NO_POINTS,
  ACCESSES = POINTS & ~NO_ACCESSES,
  COUNT_ALONE = POINTS & ~NO_COUNT,
  ARP_ALONE = ALWAYS & ~NO_ARP
};

struct word
{
  const char *name;
  unsigned datum = 0;
  unsigned not_with = 0;	/* has no effect there */
};

/* Takes the VALUE of the option NAME, or NULL; WORDS is what the words in it
   stand for.  Says itself what is wrong.  */
typedef void reader (const char *name, const char *value, unsigned words);

struct option
{
  const char *name;
  reader *read;			/* or NULL */
  unsigned labels;		/* KIND, SHARE_EXIT, OWN_EXIT */
  unsigned effect;		/* where it has one */
  int form;
  struct word words[14];	/* the last has no name */
  const char *help;
};

#define READER(NAME) \
  static void read_##NAME (const char *name, const char *value, unsigned words)

READER (analysis) { the_config.analysis = true; }
READER (atom) { the_config.atom = true; }
READER (at) { the_config.gimple = words; }
READER (count)
{
  the_config.count = words;
  the_config.count_said = value;
}
READER (dump) { the_config.dump |= words; }
READER (indices)
{
  the_config.indices = words;
  the_config.kind[HALT_MBR] = true;
}
READER (inline) { the_config.no_copies = words; }
READER (live) { the_config.live = true; }
READER (lto) { the_config.lto = true; }
READER (mem) { the_config.mem = words; }
READER (switch) { the_config.switching = true; }
READER (verify) { the_config.verify = true; }

READER (file)
{
  if (!value || !*value)
    error_at (UNKNOWN_LOCATION,
	      "halt: option %qs needs the name of a profile, "
	      "as in %<%s=/var/tmp/prog-%%p.prof%>",
	      name, name);
  else
    the_config.file = value;
}

READER (summary)
{
  if (!value || !*value)
    error_at (UNKNOWN_LOCATION,
	      "halt: option %qs needs a file or a directory, "
	      "as in %<%s=prog.halt%>",
	      name, name);
  else
    the_config.summary = value;
}

READER (guide)
{
  if (!value || !*value)
    error_at (UNKNOWN_LOCATION,
	      "halt: option %qs needs what %<ghalt report --format=guide%> "
	      "wrote, as in %<%s=prog.guide%>",
	      name, name);
  else
    the_config.guide = value;
}

READER (routines)
{
  if (!value || !*value)
    error_at (UNKNOWN_LOCATION,
	      "halt: option %qs needs an object file, an "
	      "archive or a program, as in %<%s=routines.o%>",
	      name, name);
  else
    promise_read (value);
  the_config.routines = true;
}

READER (tool)
{
  if (!value || !*value || *value == ',')
    error_at (UNKNOWN_LOCATION,
	      "halt: option %qs needs a shared object with the "
	      "instrumentation routines of a tool, as in %<%s=./branch.so%>",
	      name, name);
  else
    the_config.tool = value;
  the_config.atom = true;
}

/* arp: a name, which may be one of several.  */
static void
read_name (const char *name, const char *value, vec<const char *> *names)
{
  if (!value || !*value)
    error_at (UNKNOWN_LOCATION,
	      "halt: option %qs needs a name, as in %<%s=%s%>", name, name,
	      strcmp (name, "arp-file") == 0 ? "data.arp" : "mine");
  else
    names->safe_push (value);
  the_config.arp = true;
}

READER (arp) { the_config.arp = true; }
READER (arp_enter) { read_name (name, value, &the_config.arp_enter); }
READER (arp_leave) { read_name (name, value, &the_config.arp_leave); }
READER (arp_spawn) { read_name (name, value, &the_config.arp_spawn); }
READER (arp_join) { read_name (name, value, &the_config.arp_join); }
READER (arp_lock) { read_name (name, value, &the_config.arp_lock); }
READER (arp_unlock) { read_name (name, value, &the_config.arp_unlock); }
READER (arp_error) { read_name (name, value, &the_config.arp_error); }
READER (arp_context) { read_name (name, value, &the_config.arp_context); }
READER (arp_file) { read_name (name, value, &the_config.arp_file); }
READER (arp_type) { the_config.arp_type.safe_push (words); }
READER (arp_mode)
{
  the_config.arp = true;
  the_config.arp_mode = words;
}

/* N, or KIND:N for ids of that kind's own.  */
READER (unique)
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
		"or a kind and a number, as in %<%s=cbr:100%>",
		name, name, name);
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

/* A number of paths; 0 if there is no VALUE.  */
static uint64_t
read_paths (const char *name, const char *value)
{
  char *end = NULL;
  errno = 0;
  unsigned long long n = value ? strtoull (value, &end, 0) : 0;
  if (value && (!ISDIGIT (*value) || *end || errno || n == 0))
    error_at (UNKNOWN_LOCATION,
	      "halt: option %qs needs a number of paths, as in "
	      "%<%s=4096%>, or no value",
	      name, name);
  return n;
}

/* N: no region has more paths.  */
READER (blpp)
{
  the_config.blpp = true;
  the_config.kind[HALT_PATH_SUM_READ] = true;
  the_config.most_paths = read_paths (name, value);
}

/* N: functions with more are left alone.  */
READER (prime)
{
  the_config.kind[HALT_PRIME] = true;
  the_config.most_primes = value ? read_paths (name, value) : 1024;
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
read_globs (const char *name, const char *value, vec<const char *> *globs)
{
  if (!value || !*value)
    {
      error_at (UNKNOWN_LOCATION,
		"halt: option %qs needs globs, as in "
		"%<%s=parse_*,lexer.c%>, or %<%s=@FILE%>",
		name, name, name);
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

READER (only) { read_globs (name, value, &the_config.only); }
READER (exclude) { read_globs (name, value, &the_config.exclude); }

static const struct option options[] = {
#define W(word, datum) { #word, datum },
#define W_RTL(word, datum) { #word, datum, GIMPLE | PATHS },
#define W_NO_PATHS(word, datum) { #word, datum, PATHS },
#define HALT_LABEL(NAME, KINDS, text) \
  { #NAME, NULL, KINDS, ALWAYS, FLAG, {}, text },
#define HALT_OPTION(NAME, TOUCHES, EFFECT, FORM, VALUE, text) \
  { #NAME, read_##NAME, 0, EFFECT, FORM, { VALUE }, text },
#define HALT_OPTION_AS(NAME, word, TOUCHES, EFFECT, FORM, VALUE, text) \
  { word, read_##NAME, 0, EFFECT, FORM, { VALUE }, text },
#include "plugin/core/options.def"
};

/* What O's words are, as in "'a', 'b' or 'c'", to be freed.  */
static char *
list_words (const struct option *o)
{
  char *text;
  size_t size;
  FILE *f = open_memstream (&text, &size);
  for (const struct word *w = o->words; w->name; w++)
    fprintf (f, "%s%s%s%s",
	     w == o->words ? ""
	     : w[1].name   ? ", "
			   : " or ",
	     open_quote, w->name, close_quote);
  fclose (f);
  return text;
}

/* What the word of LENGTH at NAME stands for is or'ed to *WORDS.  False after an
   error that suggests the nearest that O knows, or else all.  */
static bool
find_word (const struct option *o, const char *name, size_t length,
	   unsigned *words)
{
  char *text = xstrndup (name, length);
  best_match<const char *, const char *> nearest (text);
  const struct word *w = o->words;
  for (; w->name && strcmp (w->name, text) != 0; w++)
    nearest.consider (w->name);
  if (w->name)
    *words |= w->datum;
  else if (const char *hint = nearest.get_best_meaningful_candidate ())
    error_at (UNKNOWN_LOCATION,
	      "halt: option %qs does not know %qs; did you "
	      "mean %qs?",
	      o->name, text, hint);
  else
    {
      char *all = list_words (o);
      error_at (UNKNOWN_LOCATION,
		"halt: option %qs does not know %qs; it takes "
		"%s",
		o->name, text, all);
      free (all);
    }
  free (text);
  return w->name;
}

/* The words of VALUE, which is O's, or'ed.  False after an error.  */
static bool
read_words (const struct option *o, const char *value, unsigned *words)
{
  if (o->form == FLAG && value)
    error_at (UNKNOWN_LOCATION, "halt: option %qs takes no value", o->name);
  if (!(o->form & (CHOICE | LIST)))
    return true;
  const char *p = value ? value : o->form & MAYBE ? o->words->name : "";
  if (o->form & LIST && !*p)
    {
      error_at (UNKNOWN_LOCATION,
		"halt: option %qs needs a list, as in "
		"%<%s=%s,%s%>",
		o->name, o->name, o->words[0].name, o->words[1].name);
      return false;
    }
  do
    {
      size_t length = o->form & LIST ? strcspn (p, ",") : strlen (p);
      if (!find_word (o, p, length, words))
	return false;
      p += length;
    }
  while (*p++);
  return true;
}

/* Where no word of VALUE, which is O's, has an effect.  */
static unsigned
words_not_with (const struct option *o, const char *value)
{
  unsigned nowhere = value && o->form & (CHOICE | LIST) ? ALWAYS : 0;
  for (const struct word *w = o->words; w->name && nowhere; w++)
    for (const char *p = value; p; p = strchr (p, ','))
      {
	p += *p == ',';
	size_t length = strcspn (p, ",");
	if (strlen (w->name) == length && strncmp (w->name, p, length) == 0)
	  nowhere &= w->not_with;
      }
  return nowhere;
}

/* Whether O, given with VALUE, has an effect with the others; say so if not.  OTHERS:
   another plugin labels, too.  */
static bool
check_effect (const struct option *o, const char *value, bool others)
{
  const struct config &c = the_config;
  bool points = c.atom || others;
  for (int k = 0; k < HALT_KIND_END; k++)
    points |= c.kind[k];
  bool accesses = c.atom || others || c.kind[HALT_LOAD] || c.kind[HALT_STORE];
  const struct
  {
    unsigned mode;
    bool on;
    const char *name, *other;
  } modes[] = {
    { GIMPLE, c.gimple && !c.blpp, "at=gimple", NULL },
    { PATHS, c.blpp, "blpp", NULL },
    { ATOM, c.atom, c.tool ? "tool" : "atom", NULL },
    { SWITCH, c.switching, "switch", NULL },
    { VERIFY, c.verify, "verify", NULL },
    { NO_COUNT, !c.count, "count", NULL },
    { NO_ARP, !c.arp, "arp", NULL },
    /* Without arp there is nothing at all, and that is said.  */
    { NO_POINTS, !points && c.arp, "cbr", "bb" },
    { NO_ACCESSES, points && !accesses, "load", "store" },
  };
  unsigned effect = o->effect & ~words_not_with (o, value);
  for (const auto &m : modes)
    {
      if (!m.on || effect & m.mode)
	continue;
      const char *eq = value ? "=" : "";
      char *given = concat (o->name, eq, value ? value : "", NULL);
      if (m.other)
	error_at (UNKNOWN_LOCATION,
		  m.mode == NO_POINTS
		    ? G_ ("halt: option %qs has no effect without a kind of "
			  "points, as %qs or %qs; add one, or leave it out")
		    : G_ ("halt: option %qs has no effect without %qs or %qs; "
			  "add one, or leave it out"),
		  given, m.name, m.other);
      else
	error_at (UNKNOWN_LOCATION,
		  m.mode & (NO_COUNT | NO_ARP)
		    ? G_ ("halt: option %qs has no effect without %qs; add "
			  "that, or leave it out")
		    : G_ ("halt: option %qs has no effect with %qs; leave it "
			  "out"),
		  given, m.name);
      free (given);
      return false;
    }
  return true;
}

/* The option of the table that ARG is, or NULL.  */
static const struct option *
find_option (const struct plugin_argument *arg)
{
  const struct option *found = NULL;
  for (const struct option &o : options)
    /* One that labels may have a namesake that takes a value.  */
    if (strcmp (o.name, arg->key) == 0 && (!found || arg->value))
      found = &o;
  return found;
}

/* What was given.  */
static int n_given;
static const struct plugin_argument *given;

bool
options_have_effect (bool others)
{
  for (int i = 0; i < n_given && !seen_error (); i++)
    if (const struct option *o = find_option (&given[i]))
      if (!check_effect (o, given[i].value, others))
	return false;
  return true;
}

void
options_parse (int argc, struct plugin_argument *argv)
{
  unsigned labels = 0;
  the_config.mem = MEM_FRAME | MEM_SPILL;
  for (int i = 0; i < argc; i++)
    {
      const struct option *found = find_option (&argv[i]);
      best_match<const char *, const char *> nearest (argv[i].key);
      for (const struct option &o : options)
	if (!found)
	  nearest.consider (o.name);
      unsigned words = 0;
      const char *hint = nearest.get_best_meaningful_candidate ();
      if (found && read_words (found, argv[i].value, &words))
	{
	  labels |= found->labels;
	  if (found->read)
	    found->read (found->name, argv[i].value, words);
	}
      else if (!found && hint)
	error_at (UNKNOWN_LOCATION,
		  "halt: unknown option %qs; did you mean "
		  "%qs?",
		  argv[i].key, hint);
      else if (!found)
	error_at (UNKNOWN_LOCATION,
		  "halt: unknown option %qs; "
		  "%<gcc -fplugin=... -v --help%> lists all",
		  argv[i].key);
    }
  for (int k = 0; k < HALT_KIND_END; k++)
    the_config.kind[k] |= labels >> k & 1;
  /* The manual's sharing rule: with proc alone an exit has its entry's id; ret
     gives each one of its own.  */
  the_config.share_exit = (labels & (SHARE_EXIT | OWN_EXIT)) == SHARE_EXIT;
  the_config.gimple |= the_config.blpp || the_config.kind[HALT_COVER]
		       || the_config.kind[HALT_PRIME];
  n_given = argc;
  given = argv;
}

const char *
options_help (void)
{
  static char *text;
  if (text)
    return text;
  size_t size;
  FILE *f = open_memstream (&text, &size);
  for (const struct option &o : options)
    {
      int n = fprintf (f, "  -fplugin-arg-halt-%s%s", o.name,
		       o.form & MAYBE ? "[" : "");
      for (const struct word &w : o.words)
	if (w.name)
	  n += fprintf (f, "%s%s",
			&w == o.words	? "="
			: o.form & LIST ? ","
					: "|",
			w.name);
      n += fprintf (f, "%s", o.form & MAYBE ? "]" : "");
      fprintf (f, "%*s%s\n", n < 40 ? 40 - n : 1, "", o.help);
    }
  fclose (f);
  return text;
}

FILE *
dump_stream (void)
{
  return dump_file ? dump_file : stderr;
}
