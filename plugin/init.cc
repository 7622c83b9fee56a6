/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where GCC comes in.  */

#include "plugin/plugin.h"

int plugin_is_GPL_compatible;

/* Refuse a GCC that is not the one this plugin was compiled for: its
   structures differ, and nothing else would say so.  */
static bool
check_version (struct plugin_gcc_version *gcc)
{
  if (plugin_default_version_check (gcc, &gcc_version))
    return true;
  error_at (UNKNOWN_LOCATION, "halt: this plugin was built for GCC %s (%s), "
	    "but this is GCC %s (%s)%s; build it again with the compiler that "
	    "is to load it, %<make CC=...%>", gcc_version.basever,
	    gcc_version.datestamp, gcc->basever, gcc->datestamp,
	    strcmp (gcc_version.configuration_arguments,
		    gcc->configuration_arguments) != 0
	    ? ", and the two were configured differently" : "");
  return false;
}

/* Insert PASS in front of the pass that frees the control flow graph.  */
static void
insert_pass (const char *plugin_name, opt_pass *pass)
{
  struct register_pass_info info
    = { pass, "*free_cfg", 1, PASS_POS_INSERT_BEFORE };
  register_callback (plugin_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
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
  unit_init (args->base_name);
  insert_pass (args->base_name, make_label_pass ());
  insert_pass (args->base_name, make_instrument_pass ());
  return 0;
}
