/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where GCC comes in.  */

#include "plugin/arp/arp.h"
#include "plugin/atom/atom.h"
#include "plugin/core/core.h"
#include "plugin/gimple/gimple.h"
#include "plugin/paths/paths.h"
#include "plugin/routines/routines.h"
#include "plugin/rtl/rtl.h"

int plugin_is_GPL_compatible;

/* Refuse a GCC that is not the one this plugin was compiled for: its
   structures differ, and nothing else would say so.  */
static bool
check_version (struct plugin_gcc_version *gcc)
{
  if (plugin_default_version_check (gcc, &gcc_version))
    return true;
  error_at (UNKNOWN_LOCATION,
	    "halt: this plugin was built for GCC %s (%s), "
	    "but this is GCC %s (%s)%s; build it again with the compiler that "
	    "is to load it, %<make CC=...%>",
	    gcc_version.basever, gcc_version.datestamp, gcc->basever,
	    gcc->datestamp,
	    strcmp (gcc_version.configuration_arguments,
		    gcc->configuration_arguments)
		!= 0
	      ? ", and the two were configured differently"
	      : "");
  return false;
}

static void
insert_pass (const char *plugin_name, opt_pass *pass, const char *where,
	     enum pass_positioning_ops position)
{
  struct register_pass_info info = { pass, where, 1, position };
  register_callback (plugin_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

/* What any pots in machine code need to have been done.  */
static void
insert_preparing (const char *plugin_name)
{
  insert_pass (plugin_name, make_reserve_pass (), "ira",
	       PASS_POS_INSERT_BEFORE);
  insert_pass (plugin_name, make_prepare_pass (), "sched2",
	       PASS_POS_INSERT_BEFORE);
  insert_pass (plugin_name, make_stacked_pass (), "stack",
	       PASS_POS_INSERT_BEFORE);
}

/* The passes that count in machine code what was marked in GIMPLE.  */
static void
insert_counting (const char *plugin_name)
{
  insert_preparing (plugin_name);
  insert_pass (plugin_name, make_marks_pass (), "*free_cfg",
	       PASS_POS_INSERT_BEFORE);
  insert_pass (plugin_name, make_instrument_pass (), "*free_cfg",
	       PASS_POS_INSERT_BEFORE);
  insert_pass (plugin_name, make_unmark_pass (), "*free_cfg",
	       PASS_POS_INSERT_BEFORE);
  insert_pass (plugin_name, make_contract_pass (), "final",
	       PASS_POS_INSERT_AFTER);
}

/* The passes that hide pots, which are calls since GIMPLE, from variable tracking.  */
static void
insert_hiding (const char *plugin_name)
{
  tracking_init (plugin_name);
  insert_pass (plugin_name, make_hide_pass (), "vartrack",
	       PASS_POS_INSERT_BEFORE);
  insert_pass (plugin_name, make_unhide_pass (), "vartrack",
	       PASS_POS_INSERT_AFTER);
}

/* gcov's compiler splits no functions before it has seen them, whatever a pragma
   says of optimization.  */
static void
on_gate (void *gate, void *)
{
  if (current_pass && strcmp (current_pass->name, "fnsplit") == 0)
    *(bool *) gate = false;
}

static void
insert_passes (const char *plugin_name)
{
  if (config->arp)
    {
      /* Where calls still stand in blocks that may be tried.  */
      insert_pass (plugin_name, make_arp_calls_pass (), "omplower",
		   PASS_POS_INSERT_BEFORE);
      insert_pass (plugin_name, make_arp_link_pass (), "visibility",
		   PASS_POS_INSERT_AFTER);
    }
  if (config->gimple)
    insert_hiding (plugin_name);
  if (config->blpp)
    {
      /* After the last pass on GIMPLE but expansion.  */
      insert_pass (plugin_name, make_paths_pass (), "optimized",
		   PASS_POS_INSERT_AFTER);
      return;
    }
  if (config->gimple)
    {
      register_callback (plugin_name, PLUGIN_OVERRIDE_GATE, on_gate, NULL);
      /* After gcov's pass, which is to find the code as it knows it.  */
      insert_pass (plugin_name, make_gimple_pass (), "profile",
		   PASS_POS_INSERT_AFTER);
      insert_pass (plugin_name, make_write_pass (), "halt_gimple",
		   PASS_POS_INSERT_AFTER);
      insert_pass (plugin_name, make_arcs_pass (), "whole-program",
		   PASS_POS_INSERT_BEFORE);
      if (config->count)
	insert_counting (plugin_name);
      return;
    }
  insert_pass (plugin_name, make_visibility_pass (), "whole-program",
	       PASS_POS_INSERT_BEFORE);
  insert_pass (plugin_name, make_table_pass (), "simdclone",
	       PASS_POS_INSERT_AFTER);
  /* After the last pass on GIMPLE but expansion.  */
  insert_pass (plugin_name, make_mark_pass (), "optimized",
	       PASS_POS_INSERT_AFTER);
  insert_preparing (plugin_name);
  /* Before the pass that frees the control flow graph.  */
  insert_pass (plugin_name, make_label_pass (), "*free_cfg",
	       PASS_POS_INSERT_BEFORE);
  insert_pass (plugin_name, make_instrument_pass (), "*free_cfg",
	       PASS_POS_INSERT_BEFORE);
  insert_pass (plugin_name, make_atom_pass (), "*free_cfg",
	       PASS_POS_INSERT_BEFORE);
  insert_pass (plugin_name, make_reads_pass (), "*free_cfg",
	       PASS_POS_INSERT_BEFORE);
  insert_pass (plugin_name, make_clobbers_pass (), "final",
	       PASS_POS_INSERT_BEFORE);
  insert_pass (plugin_name, make_copies_pass (), "final",
	       PASS_POS_INSERT_AFTER);
  insert_pass (plugin_name, make_atom_end_pass (), "final",
	       PASS_POS_INSERT_AFTER);
  insert_pass (plugin_name, make_contract_pass (), "final",
	       PASS_POS_INSERT_AFTER);
}

int
plugin_init (struct plugin_name_args *args, struct plugin_gcc_version *gcc)
{
  static struct plugin_info info;

  if (!check_version (gcc))
    return 1;
  info.version = HALT_VERSION;
  info.help = options_help ();
  register_callback (args->base_name, PLUGIN_INFO, NULL, &info);

  options_parse (args->argc, args->argv);
  routines_init (args->base_name);
  choice_init (args->base_name);
  unit_init (args->base_name);
  check_init (args->base_name);
  write_init (args->base_name);
  paths_init (args->base_name);
  arp_init (args->base_name);
  promise_init (args->base_name);
  lto_init (args->base_name);
  values_init (args->base_name);
  insert_passes (args->base_name);
  return 0;
}
