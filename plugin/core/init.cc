/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where GCC comes in.  */

#include "plugin/arp/arp.h"
#include "plugin/atom/atom.h"
#include "plugin/core/core.h"
#include "plugin/cover/cover.h"
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

/* A row as a pass of GCC's class BASE.  */
template <class BASE> class row_pass : public BASE
{
public:
  row_pass (const halt_pass &of)
      : BASE ({ of.type, of.name, OPTGROUP_NONE, TV_PLUGIN_RUN, of.required, 0,
		of.destroyed, 0, of.finish },
	      g),
	row (of)
  {
  }
  bool gate (function *fn) final override { return row.gate (fn); }
  unsigned execute (function *fn) final override
  {
    row.execute (fn);
    return 0;
  }

private:
  const halt_pass &row;
};

static opt_pass *
make_pass (const halt_pass &row)
{
  if (row.type == RTL_PASS)
    return new row_pass<rtl_opt_pass> (row);
  if (row.type == GIMPLE_PASS)
    return new row_pass<gimple_opt_pass> (row);
  return new row_pass<simple_ipa_opt_pass> (row);
}

static void
insert_pass (const char *plugin_name, opt_pass *pass, const char *where,
	     enum pass_positioning_ops position)
{
  struct register_pass_info info = { pass, where, 1, position };
  register_callback (plugin_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

static void
insert_before (const char *plugin_name, const halt_pass &row, const char *where)
{
  insert_pass (plugin_name, make_pass (row), where, PASS_POS_INSERT_BEFORE);
}

static void
insert_after (const char *plugin_name, const halt_pass &row, const char *where)
{
  insert_pass (plugin_name, make_pass (row), where, PASS_POS_INSERT_AFTER);
}

/* What any pots in machine code need to have been done.  */
static void
insert_preparing (const char *plugin_name)
{
  insert_before (plugin_name, reserve_pass, "ira");
  insert_before (plugin_name, prepare_pass, "sched2");
  insert_before (plugin_name, stacked_pass, "stack");
}

/* The passes that count in machine code what was marked in GIMPLE.  */
static void
insert_counting (const char *plugin_name)
{
  insert_preparing (plugin_name);
  insert_before (plugin_name, marks_pass, "*free_cfg");
  insert_before (plugin_name, instrument_pass, "*free_cfg");
  insert_before (plugin_name, unmark_pass, "*free_cfg");
  insert_after (plugin_name, contract_pass, "final");
}

/* The passes that hide pots, which are calls since GIMPLE, from variable tracking.  */
static void
insert_hiding (const char *plugin_name)
{
  tracking_init (plugin_name);
  insert_before (plugin_name, hide_pass, "vartrack");
  insert_after (plugin_name, unhide_pass, "vartrack");
}

/* gcov's compiler splits no functions before it has seen them, whatever a pragma
   says of optimization.  */
static void
on_gate (void *gate, void *)
{
  if (current_pass && strcmp (current_pass->name, "fnsplit") == 0)
    *(bool *) gate = false;
}

/* The pass that makes vector instructions of chains of scalar ones takes time by the square
   of a chain's length, and the increments of a path's number are one chain.  */
static void
on_chains (void *gate, void *)
{
  if (current_pass && strcmp (current_pass->name, "stv") == 0
      && n_basic_blocks_for_fn (cfun) > 4096)
    *(bool *) gate = false;
}

static void
insert_passes (const char *plugin_name)
{
  if (config->arp)
    {
      /* Where calls still stand in blocks that may be tried.  */
      insert_before (plugin_name, arp_calls_pass, "omplower");
      insert_after (plugin_name, arp_link_pass, "visibility");
    }
  if (config->kind[HALT_COVER])
    insert_before (plugin_name, cover_pass, "omplower");
  if (config->gimple)
    insert_hiding (plugin_name);
  if (config->blpp)
    {
      register_callback (plugin_name, PLUGIN_OVERRIDE_GATE, on_chains, NULL);
      /* After the last pass on GIMPLE but expansion.  */
      insert_after (plugin_name, paths_pass, "optimized");
      return;
    }
  if (config->gimple)
    {
      register_callback (plugin_name, PLUGIN_OVERRIDE_GATE, on_gate, NULL);
      /* After gcov's pass, which is to find the code as it knows it.  */
      insert_after (plugin_name, gimple_pass, "profile");
      insert_after (plugin_name, write_pass, "halt_gimple");
      insert_pass (plugin_name, make_arcs_pass (), "whole-program",
		   PASS_POS_INSERT_BEFORE);
      if (config->count)
	insert_counting (plugin_name);
      return;
    }
  insert_pass (plugin_name, make_visibility_pass (), "whole-program",
	       PASS_POS_INSERT_BEFORE);
  insert_after (plugin_name, table_pass, "simdclone");
  /* After the last pass on GIMPLE but expansion.  */
  insert_after (plugin_name, mark_pass, "optimized");
  insert_preparing (plugin_name);
  /* Before the pass that frees the control flow graph.  */
  insert_before (plugin_name, label_pass, "*free_cfg");
  insert_before (plugin_name, instrument_pass, "*free_cfg");
  insert_before (plugin_name, atom_pass, "*free_cfg");
  insert_before (plugin_name, reads_pass, "*free_cfg");
  insert_before (plugin_name, clobbers_pass, "final");
  insert_after (plugin_name, copies_pass, "final");
  insert_after (plugin_name, atom_end_pass, "final");
  insert_after (plugin_name, contract_pass, "final");
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
  cover_init (args->base_name);
  insert_passes (args->base_name);
  return 0;
}
