/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blpp: count acyclic paths, numbered as blpp/blpp.h says, in the last GIMPLE:
   everything is inlined, unrolled and vectorized, and registers are still to be
   allocated, the path sum's too.  The map describes that flow graph, and the
   other kinds are labelled in it as at=gimple labels them.  */

#include "plugin/core/core.h"
#include "plugin/count/count.h"
#include "plugin/gimple/gimple.h"
#include "plugin/paths/paths.h"

/* With count, a region with no more paths has a cell for each.  */
#define MOST_CELLS 4096

/* The description of all functions so far.  */
static struct blpp_text description;

bool
paths_found (void)
{
  return description.size > 0;
}

void
paths_write (FILE *f, const struct halt_map *header)
{
  struct halt_paths head = {};
  size_t padded = ROUND_UP (description.size, 8);
  char *text = XCNEWVEC (char, padded);
  head.magic = HALT_PATHS_MAGIC;
  head.version = HALT_PATHS_VERSION;
  head.map = header->checksum;
  head.size = description.size;
  memcpy (text, description.text, description.size);
  fprintf (f, "\t.section\t" HALT_PATHS_SECTION
	      ",\"\",%%progbits\n\t.balign\t8\n");
  unit_write_words (f, &head, sizeof head);
  unit_write_words (f, text, padded);
  free (text);
}

/* Add the current function to the description.  */
static void
describe_function (const path_graph *graph)
{
  const char *symbol = unit_symbol_of (current_function_decl);
  if ((!paths_found () && blpp_describe_begin (&description) != 0)
      || blpp_describe (&description, graph->paths, graph->id, symbol) != 0)
    error_at (DECL_SOURCE_LOCATION (current_function_decl),
	      "halt: cannot "
	      "describe the paths of %qD: %m",
	      current_function_decl);
}

/* Cells of 64 bits that are added to at once are not everywhere, and those of a
   thread are the library's.  */
uint64_t
paths_most_cells (void)
{
  return config->count == COUNT_PLAIN
	     || (config->count == COUNT_ATOMIC && POINTER_SIZE >= 64)
	   ? MOST_CELLS
	   : 0;
}

/* Number the regions of the current function, and find cells for them.  */
static void
number_regions (path_graph *graph)
{
  bool fixed;
  for (uint32_t r = 0; r < blpp_n_regions (graph->paths); r++)
    {
      uint64_t n = blpp_n_paths (graph->paths, r);
      uint64_t id = unit_new_id (HALT_PATH_SUM_READ, &fixed);
      if (r == 0)
	graph->id = id;
      graph->cells.safe_push (n <= paths_most_cells () ? count_paths (id, n)
						       : -1);
    }
}

/* A call that is marked as a tail call must be the last that is done.  */
static void
check_tail_calls (void)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      gcall *tail = paths_tail_call (bb);
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	if (gcall *call = dyn_cast<gcall *> (gsi_stmt (gsi)))
	  if (call != tail)
	    gimple_call_set_tail (call, false);
    }
}

static void
instrument (void)
{
  path_graph graph = {};
  auto_vec<gimple_point> points;

  paths_prepare ();
  gimple_cfg_describe (0);
  if (!paths_number (&graph))
    return;
  gimple_label (&points);
  number_regions (&graph);
  describe_function (&graph);
  gimple_cfg_finish ();
  gimple_pour (points);
  paths_copy (&graph);
  paths_pour (&graph);
  gsi_commit_edge_inserts ();
  check_tail_calls ();
  paths_forget ();
  unit.has_points = true;
  gimple_pour_release ();
  if (graph.poured != graph.paths)
    blpp_free (graph.poured);
  blpp_free (graph.paths);
}

/* The next function is about to be compiled.  */
static void
on_function_code (void *, void *)
{
  if (unit.map && current_function_decl)
    paths_remember ();
}

void
paths_init (const char *plugin_name)
{
  if (config->blpp)
    register_callback (plugin_name, PLUGIN_ALL_PASSES_START, on_function_code,
		       NULL);
}

static void
count_paths (function *)
{
  if (gimple_is_foreign (cgraph_node::get (current_function_decl)))
    return;
  const char *why = gimple_left_out ();
  if (!why)
    {
      instrument ();
      return;
    }
  if (config->dump & DUMP_LABEL)
    fprintf (dump_stream (), "left out: function %s: %s\n",
	     current_function_name (), why);
  compact_blocks ();
  gimple_cfg_describe (HALT_FN_SKIPPED);
}

const halt_pass paths_pass = {
  GIMPLE_PASS, "halt_paths",
  [] (function *) { return unit.map && !seen_error (); },
  count_paths, PROP_cfg, 0, TODO_update_ssa | TODO_cleanup_cfg
};
