/* SPDX-License-Identifier: GPL-3.0-or-later */
/* only= and exclude=: which functions they choose, and which of their globs match
   nothing.  The compiler sees one unit, and a glob may be meant for another: it
   warns only if a name is probably misspelt, and says nothing with -c unless that is
   certain.  Each unit leaves behind what it found (HALT_CHOICE_SECTION) for the
   report, which sees all.  */

#include "plugin/core/core.h"
#include "plugin/routines/routines.h"

/* What a function goes by.  The strings may not live long.  */
struct called
{
  const char *symbol, *full, *file;

  called (tree decl)
      : symbol (targetm.strip_name_encoding (
	IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl)))),
	full (lang_hooks.decl_printable_name (decl, 1)),
	file (expand_location (DECL_SOURCE_LOCATION (decl)).file)
  {
  }

  bool matches (const char *glob) const
  {
    return fnmatch (glob, symbol, 0) == 0 || fnmatch (glob, full, 0) == 0
	   || (file
	       && (fnmatch (glob, file, 0) == 0
		   || fnmatch (glob, lbasename (file), 0) == 0));
  }
};

bool
choice_has (const vec<const char *> &globs, tree decl)
{
  if (globs.is_empty ())
    return false;
  const called c (decl);
  for (const char *glob : globs)
    if (c.matches (glob))
      return true;
  /* A clone is the function that it was made from.  */
  return DECL_ORIGIN (decl) != decl && choice_has (globs, DECL_ORIGIN (decl));
}

bool
choice_given (void)
{
  return config->only.length () + config->exclude.length () > 0;
}

/* What the unit says to a glob.  */
struct verdict
{
  const char *option, *glob;
  bool matches;
  const char *nearest;		/* what may have been meant, or NULL */
  bool very_near;		/* one letter makes the difference */
};

static auto_vec<verdict> verdicts;
static bool has_functions, leaves_any;
static bool is_analysis;	/* the unit defines a routine */

/* What a function can be called by, and a name of it that a glob can be.  */
struct known_name
{
  char *name, *full;
};

/* More globs than these that match nothing are a list of some other program:
   nearest names take time to find.  */
#define MAX_NEAREST 16
/* So many are named.  */
#define MAX_SAID 8

static void
add_names (tree decl, const called &c, vec<known_name> *names)
{
  char *symbol = xstrdup (c.symbol);
  char *full = strpbrk (c.full, ",[\\") ? symbol : xstrdup (c.full);
  names->safe_push ({ symbol, symbol });
  names->safe_push ({ full, full });
  if (DECL_NAME (decl))
    names->safe_push ({ xstrdup (IDENTIFIER_POINTER (DECL_NAME (decl))),
			full });
  if (c.file)
    {
      char *file = xstrdup (lbasename (c.file));
      names->safe_push ({ file, file });
    }
}

static void
find_nearest (verdict *v, const vec<known_name> &names)
{
  best_match<const char *, const char *> nearest (v->glob);
  for (const known_name &k : names)
    {
      if (strcmp (k.name, v->glob) == 0)
	{
	  v->nearest = k.full;
	  v->very_near = true;
	  return;
	}
      nearest.consider (k.name);
    }
  const char *best = nearest.get_best_meaningful_candidate ();
  for (const known_name &k : names)
    if (best == k.name)
      {
	v->nearest = k.full;
	v->very_near = get_edit_distance (best, v->glob)
		       <= get_edit_distance ("a", "b");
      }
}

void
choice_write (FILE *f)
{
  fputs ("\t.section\t" HALT_CHOICE_SECTION ",\"MS\",%progbits,1\n", f);
  for (const verdict &v : verdicts)
    {
      char *text = concat (v.matches ? "+" : "-", v.option, "=", v.glob,
			   v.nearest ? "\t" : NULL, v.nearest, NULL);
      fputs ("\t.asciz\t", f);
      output_quoted_string (f, text);
      fputc ('\n', f);
      free (text);
    }
}

/* Link-time optimisation does not see what was inlined before: the list goes
   along.  */
static void
stream (void)
{
  char *text;
  size_t size;
  FILE *f = open_memstream (&text, &size);
  fputs ("\t.pushsection\t.text\n", f);
  choice_write (f);
  fputs ("\t.popsection\n", f);
  fclose (f);
  symtab->finalize_toplevel_asm (build_string (size, text));
  free (text);
}

/* All functions of the unit are there, and none is inlined yet.  */
static void
on_functions (void *, void *)
{
  cgraph_node *node;
  auto_vec<known_name> names;
  if (!unit.map || !choice_given () || in_lto_p)
    return;
  for (const char *glob : config->only)
    verdicts.safe_push ({ "only", glob, false, NULL, false });
  for (const char *glob : config->exclude)
    verdicts.safe_push ({ "exclude", glob, false, NULL, false });
  FOR_EACH_DEFINED_FUNCTION (node)
    {
      if (!node->has_gimple_body_p ())
	continue;
      if (is_routine (node->decl))
	{
	  is_analysis = true;
	  continue;
	}
      has_functions = true;
      leaves_any |= !choice_leaves_out (node->decl);
      const called c (node->decl);
      for (verdict &v : verdicts)
	v.matches = v.matches || c.matches (v.glob);
      add_names (node->decl, c, &names);
    }
  unsigned n = 0;
  for (verdict &v : verdicts)
    if (!v.matches && n++ < MAX_NEAREST)
      find_nearest (&v, names);
  if (flag_generate_lto)
    stream ();
}

const char *
choice_leaves_out (tree fndecl)
{
  if (config->only.length () && !choice_has (config->only, fndecl))
    return "not in only=";
  return choice_has (config->exclude, fndecl) ? "in exclude=" : NULL;
}

static void
say_verdict (const verdict *v)
{
  if (v->nearest)
    inform (UNKNOWN_LOCATION,
	    "halt: option %qs has %qs, and nothing in %qs is "
	    "called so; did you mean %qs?",
	    v->option, v->glob, lbasename (main_input_filename), v->nearest);
  else
    inform (UNKNOWN_LOCATION,
	    "halt: option %qs has %qs, and nothing in %qs is "
	    "called so",
	    v->option, v->glob, lbasename (main_input_filename));
}

void
choice_say (bool links)
{
  unsigned n = 0;
  bool misspelt = false;
  if (!has_functions || inhibit_warnings)
    return;
  /* Analyses are compiled along with the program, and not meant.  */
  links &= !is_analysis;
  for (const verdict &v : verdicts)
    misspelt |= !v.matches && v.nearest;
  const char *option = config->only.length () ? "only" : "exclude";
  const char *file = lbasename (main_input_filename);
  if (links && !leaves_any && misspelt)
    warning_at (UNKNOWN_LOCATION, 0, "halt: option %qs leaves out all of %qs",
		option, file);
  else if (links && !leaves_any)
    inform (UNKNOWN_LOCATION, "halt: option %qs leaves out all of %qs", option,
	    file);
  for (const verdict &v : verdicts)
    if (!v.matches && (links || v.very_near) && n++ < MAX_SAID)
      say_verdict (&v);
  if (n > MAX_SAID)
    inform (UNKNOWN_LOCATION, "halt: the same is true of %u more",
	    n - MAX_SAID);
}

void
choice_init (const char *plugin_name)
{
  register_callback (plugin_name, PLUGIN_ALL_IPA_PASSES_START, on_functions,
		     NULL);
}
