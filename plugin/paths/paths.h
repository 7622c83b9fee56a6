/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blpp: paths are numbered and counted.

   The blocks and edges of a graph that is numbered are those of the map: block b
   is GCC's b + NUM_FIXED_BLOCKS, edges come in the map's order without those from
   the entry and to the exit.  */

#ifndef HALT_PLUGIN_PATHS_H
#define HALT_PLUGIN_PATHS_H 1

#include "plugin/plugin.h"

/* In C a function may have the name of a struct.  */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#include "blpp/blpp.h"
#pragma GCC diagnostic pop

/* The paths of the current function.  */
struct path_graph
{
  struct blpp *paths;
  struct blpp *poured;		/* of what operations are inserted: PATHS, or that
				   with copies of blocks */
  auto_vec<basic_block> blocks;	/* GCC's, by their number in POURED */
  auto_vec<edge> edges;
  auto_vec<uint32_t> of_block;	/* of POURED: the block that it is, or whose
				   copy */
  uint64_t id;			/* local number of region 0; those of the others
				   follow */
  auto_vec<int64_t> cells;	/* of each region: its first, or -1 */
};

/* --- graph.cc ----------------------------------------------------------- */

/* Give calls that leave the current function, as tail calls, a block that
   returns; end blocks after calls that may not come back, which get a fake edge
   to the exit; number the blocks.  */
void paths_prepare (void);

/* Number the paths.  False after an error.  */
bool paths_number (path_graph *graph);

/* The call that leaves the function in place of BB's return, or NULL.  */
gcall *paths_tail_call (basic_block bb);

/* --- copy.cc ------------------------------------------------------------ */

/* Copy loops of the current function for their first turn where that makes counting
   cheaper.  No code waits on edges.  */
void paths_copy (path_graph *graph);

/* --- pour.cc ------------------------------------------------------------ */

/* Insert all operations of GRAPH; some wait on edges until
   gsi_commit_edge_inserts.  */
void paths_pour (const path_graph *graph);

/* What calls in the current function read and write must be what the functions
   do, now that they count: forget for a while that they have no side effects.
   Undone by paths_remember.  */
void paths_forget (void);
void paths_remember (void);

/* --- pass.cc ------------------------------------------------------------ */

/* Whether any paths were numbered; write their description.  */
bool paths_found (void);
void paths_write (FILE *f, const struct halt_map *header);
void paths_init (const char *plugin_name);

/* How many paths a region may have that are counted in cells; 0: there are no
   cells.  */
uint64_t paths_most_cells (void);

extern const halt_pass paths_pass;

#endif /* HALT_PLUGIN_PATHS_H */
