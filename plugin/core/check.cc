/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A unit begins: what its options ask for, what they cannot have together, and
   what this target does not have.  */

#include "plugin/atom/atom.h"
#include "plugin/core/core.h"
#include "plugin/count/count.h"
#include "plugin/target_hooks.h"
#include "plugin/gimple/gimple.h"
#include "plugin/routines/routines.h"
#include "plugin/rtl/rtl.h"

/* Whether any kind is labelled.  */
static bool asked;

/* Whether the unit defines SYMBOL.  */
static bool
is_defined (const char *symbol)
{
  symtab_node *own = symtab_node::get_for_asmname (get_identifier (symbol));
  return own && own->definition;
}

/* Cells that all threads share will be counted in by several, it seems.  Whoever
   says `plain' knows.  It is not as bad as to end a build by -Werror, and is said once
   a program, where its main is.  */
static void
check_threads (void)
{
  if (!is_defined ("main") || config->count != COUNT_PLAIN || config->count_said
      || inhibit_warnings
      || !(driver_has ("'-pthread'") || driver_has ("'_REENTRANT'")))
    return;
  inform (UNKNOWN_LOCATION,
	  "halt: %<count%> loses events that several threads "
	  "count at once, and there is %<-pthread%>; %qs loses none "
	  "(%<count=plain%>: only one thread comes here)",
	  count_has_threads () ? "count=thread" : "count=atomic");
}

/* The link that comes next will lack a routine that the unit calls.  With `count'
   the linker's message says what is missing.  */
static void
check_routines (void)
{
  if (config->count || config->routines || inhibit_warnings)
    return;
  for (int k = 0; k < HALT_KIND_END; k++)
    {
      const char *name = halt_kind_routine (k);
      if (!unit.has_kind[k] || halt_kind_args (k) == HALT_ARGS_START)
	continue;
      /* The rest of a name may come from a macro.  */
      if (!is_defined (name) && driver_lacks ("_record_"))
	{
	  inform (UNKNOWN_LOCATION,
		  "halt: nothing that the command links "
		  "defines %qs: link libhalt.a, or write %qs",
		  name, name);
	  return;
	}
    }
}

/* Find the target whose machine code is labelled, or counts.  False, and that is
   said, if there are no recipes for it, or not for this unit.  */
static bool
find_target (void)
{
  unit.target = halt_target_find (HALT_MACHINE, BITS_PER_WORD, POINTER_SIZE);
  if (!unit.target)
    error_at (UNKNOWN_LOCATION,
	      config->gimple
		? G_ ("halt: no recipes for this target (%s, %d-bit words, "
		      "%d-bit pointers), so nothing can be counted in its "
		      "machine code; leave %<count%> out")
		: G_ ("halt: no recipes for this target (%s, %d-bit words, "
		      "%d-bit pointers), so its machine code cannot be "
		      "labelled; %<-fplugin-arg-halt-at=gimple%> needs none"),
	      HALT_MACHINE, (int) BITS_PER_WORD, (int) POINTER_SIZE);
  else if (const char *why = target_refuse_unit ())
    error_at (UNKNOWN_LOCATION, "halt: cannot instrument code for %s", why);
  else if (config->count && !unit.target->count)
    error_at (UNKNOWN_LOCATION,
	      "halt: option %<count%> has no recipe for "
	      "this target (%s)",
	      unit.target->name);
  else if (config->count == COUNT_THREAD && !count_has_threads ())
    error_at (UNKNOWN_LOCATION, "halt: option %<count=thread%> has no code for "
				"this target");
  else
    return true;
  unit.target = NULL;
  return false;
}

/* Whether KIND is about the code that gcov knows.  */
static bool
is_gcovs (int kind)
{
  return kind == HALT_ARC || kind == HALT_FIRST || kind == HALT_CALLEE
	 || kind == HALT_VALUE || kind == HALT_COVER || kind == HALT_PRIME;
}

/* A kind that is labelled of which that is so, or not so; or -1.  */
static int
labelled (bool gcovs)
{
  for (int k = 0; k < HALT_KIND_END; k++)
    if (config->kind[k] && is_gcovs (k) == gcovs)
      return k;
  return -1;
}

/* at=gimple needs nothing of the target unless it counts, and nothing in link-time
   optimisation but what the units brought along.  */
static void
start_gimple (void)
{
  bool fixed = config->unique;
  bool count = config->count && !config->blpp;
  for (int k = 0; k < HALT_KIND_END; k++)
    fixed |= config->own[k];
  if (config->blpp && (in_lto_p || flag_generate_lto))
    {
      error_at (UNKNOWN_LOCATION, "halt: option %<blpp%> does not go with "
				  "%<-flto%>; leave one of them out");
      return;
    }
  if (in_lto_p)
    {
      /* Marks of all units.  */
      if (count && !flag_wpa && find_target ())
	regs_init (unit.target);
      return;
    }
  int kind = gimple_refuses ();
  if (config->blpp && fixed)
    error_at (UNKNOWN_LOCATION, "halt: option %<unique%> does not go with "
				"%<blpp%>; leave it out");
  else if (config->blpp && labelled (true) >= 0)
    error_at (UNKNOWN_LOCATION,
	      "halt: option %qs is about the code that "
	      "gcov knows; %<blpp%> does not have it",
	      halt_kind_word (labelled (true)));
  else if (labelled (true) >= 0 && labelled (true) < HALT_COVER
	   && !config->kind[HALT_ARC])
    error_at (UNKNOWN_LOCATION,
	      "halt: option %qs is for functions whose arcs are counted; add "
	      "%<-fplugin-arg-halt-arc%>",
	      halt_kind_word (labelled (true)));
  else if (count && labelled (false) >= 0)
    error_at (
      UNKNOWN_LOCATION,
      "halt: with %<at=gimple%> option %<count%> counts %<arc%>, %<cover%> and "
      "%<prime%> alone; leave %qs out",
      halt_kind_word (labelled (false)));
  else if (config->switching)
    error_at (UNKNOWN_LOCATION,
	      "halt: option %<switch%> is about machine code; "
	      "%qs does not have it",
	      config->blpp ? "blpp" : "at=gimple");
  else if (config->routines || config->verify)
    error_at (UNKNOWN_LOCATION,
	      "halt: option %qs is about what pots save; with "
	      "%<at=gimple%> the compiler does that: leave it out",
	      config->routines ? "routines" : "verify");
  else if (kind >= 0)
    error_at (UNKNOWN_LOCATION,
	      "halt: option %qs is about machine code; "
	      "%<at=gimple%> does not have it",
	      halt_kind_word (kind));
  else if (extern_labels ())
    error_at (UNKNOWN_LOCATION, "halt: another plugin labels machine code; "
				"that does not go with %<at=gimple%>");
  else if (!write_start_text ())
    error_at (UNKNOWN_LOCATION,
	      "halt: no start-up code for %d-bit words and "
	      "%d-bit pointers",
	      (int) BITS_PER_WORD, (int) POINTER_SIZE);
  else if (!count || find_target ())
    {
      if (count)
	regs_init (unit.target);
      unit_new_map ();
    }
}

/* atom: nothing is instrumented now, so that nothing is asked for but that.  */
static void
check_atom (void)
{
  const char *other
    = config->count_said || config->count ? "count"
      : config->blpp			  ? "blpp"
      : config->gimple			  ? "at=gimple"
      : config->guide			  ? "guide"
      : config->dump			  ? "dump"
      : config->routines		  ? "routines"
      : config->switching		  ? "switch"
      : config->verify			  ? "verify"
      : config->unique			  ? "unique"
      : config->summary			  ? "summary"
					  : NULL;
  for (int k = 0; k < HALT_KIND_END && !other; k++)
    if (config->kind[k] || config->own[k])
      other = config->kind[k] ? halt_kind_word (k) : "unique";
  if (other)
    error_at (UNKNOWN_LOCATION,
	      config->tool ? G_ ("halt: with option %<tool%> the tool "
				 "instruments; leave %qs out")
			   : G_ ("halt: option %<atom%> instruments nothing; "
				 "leave %qs out"),
	      other);
  else if (extern_labels ())
    error_at (UNKNOWN_LOCATION, "halt: another plugin labels machine code; "
				"that does not go with %<atom%>");
}

/* guide: whether there is what it guides; if so it is read.  */
static bool
check_guide (void)
{
  if (!config->count)
    error_at (UNKNOWN_LOCATION, "halt: option %<guide%> says where counters "
				"lie; add %<-fplugin-arg-halt-count%>");
  else if (config->gimple)
    error_at (UNKNOWN_LOCATION,
	      "halt: option %<guide%> is about machine code; %qs does not have "
	      "it",
	      config->blpp ? "blpp" : "at=gimple");
  else if (config->switching)
    error_at (UNKNOWN_LOCATION,
	      "halt: with option %<switch%> each point has a counter of its "
	      "own; leave %<guide%> out");
  else
    {
      guide_read (config->guide);
      return true;
    }
  return false;
}

static void
on_start_unit (void *, void *)
{
  bool any = config->atom;
  for (int k = 0; k < HALT_KIND_END; k++)
    any |= config->kind[k];
  any |= extern_labels ();
  if (!config->atom)
    clobbers_start ();
  asked = any;
  if (!options_have_effect (extern_labels ()) || !any)
    return;
  if (config->atom)
    check_atom ();
  else if (config->guide && !check_guide ())
    return;

  if (config->gimple)
    {
      start_gimple ();
      return;
    }
  if (labelled (true) >= 0)
    {
      error_at (UNKNOWN_LOCATION,
		"halt: option %qs is about the code that gcov knows; add "
		"%<-fplugin-arg-halt-at=gimple%>",
		halt_kind_word (labelled (true)));
      return;
    }
  if (!find_target ())
    return;
  int form;
  if (config->switching && !target_site (NULL, NULL_RTX, &form))
    {
      error_at (UNKNOWN_LOCATION,
		"halt: option %<switch%> is not there for this target (%s); "
		"leave it out",
		unit.target->name);
      unit.target = NULL;
      return;
    }
  bool fixed = config->unique;
  for (int k = 0; k < HALT_KIND_END; k++)
    fixed |= config->own[k];
  if (fixed && flag_ltrans)
    {
      error_at (UNKNOWN_LOCATION,
		"halt: option %<unique%> cannot number the "
		"partitions of a link-time optimisation; link with "
		"%<-flto-partition=none%> or leave %<unique%> out");
      unit.target = NULL;
      return;
    }
  if (config->kind[HALT_CYCLE]
      && (!optimize || !flag_schedule_insns_after_reload))
    {
      error_at (UNKNOWN_LOCATION,
		"halt: option %<cycle%> needs the marks of "
		"the last scheduling pass; compile with %<-O1%> or more and "
		"%<-fschedule-insns2%>, for a processor that GCC schedules "
		"for");
      unit.target = NULL;
      return;
    }
  if (flag_generate_lto && !flag_wpa && !in_lto_p && !config->lto
      && !driver_links ())
    warning_at (UNKNOWN_LOCATION, 0,
		"halt: with %<-flto%> the code is made, "
		"and instrumented, when the program is linked; give the link "
		"the same plugin options, or nothing is recorded "
		"(%<-fplugin-arg-halt-lto%>: it will get them)");
  regs_init (unit.target);
  if (!config->atom)
    unit_new_map ();
  else if (asm_out_file && !seen_error () && !flag_wpa
	   && !(flag_generate_lto && !flag_fat_lto_objects))
    atom_start ();
}

static void
on_finish_unit (void *, void *)
{
  if (!asked && !config->arp && !seen_error () && !in_lto_p
      && !clobbers_found ())
    warning_at (UNKNOWN_LOCATION, 0,
		"halt: nothing to instrument; name a "
		"kind, as in %<-fplugin-arg-halt-cbr%>");
  if (unit.has_points && !seen_error ())
    {
      check_threads ();
      check_routines ();
    }
  if (config->atom && !seen_error ())
    atom_finish ();
  if (!seen_error ())
    choice_say (driver_links ());
}

void
check_init (const char *plugin_name)
{
  register_callback (plugin_name, PLUGIN_START_UNIT, on_start_unit, NULL);
  register_callback (plugin_name, PLUGIN_FINISH_UNIT, on_finish_unit, NULL);
}
