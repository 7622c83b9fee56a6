/* SPDX-License-Identifier: GPL-3.0-or-later */
/* at=gimple, ARC: the edges that gcov counts, and what it calls functions and
   files.

   gcov counts the edges outside a spanning tree.  Which tree that is follows from
   the graph, with fake edges where control may leave or come by none, and from
   GCC's guess of frequencies; -fprofile-use makes the same tree and expects the
   same counters (branch_prob, find_spanning_tree).  */

#include "plugin/core/core.h"
#include "plugin/count/count.h"
#include "plugin/gimple/gimple.h"

/* gcov's name of a unit's functions, and which they are in the map.  */
static auto_vec<struct halt_gcov_function> functions;
/* The compiler's number of each of them, and whether there were any.  */
static auto_vec<unsigned> profile_ids;
static bool found;
/* How many functions the map has so far.  */
static uint32_t n_functions;

/* The edges of the current function that are on the tree.  */
static hash_set<edge> *tree_edges;
/* Those that gcov counts, and what it calls its graph.  */
static auto_vec<edge> counted;
static unsigned cfg_checksum;

void
arcs_begin (void)
{
  init_node_map (true);
  tree_edges = new hash_set<edge>;
}

void
arcs_end (void)
{
  delete tree_edges;
  tree_edges = NULL;
  del_node_map ();
}

/* --- the tree ------------------------------------------------------------- */

/* What the tree knows nothing of: fake edges stand for it.  */
static bool
is_ignored (edge e)
{
  return (e->flags & (EDGE_ABNORMAL | EDGE_ABNORMAL_CALL))
	 && e->src != ENTRY_BLOCK_PTR_FOR_FN (cfun)
	 && e->dest != EXIT_BLOCK_PTR_FOR_FN (cfun);
}

/* What cannot be counted, or should not, comes to the tree first.  */
static bool
goes_first (edge e)
{
  return (e->flags & (EDGE_ABNORMAL | EDGE_ABNORMAL_CALL | EDGE_FAKE))
	 || e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun);
}

/* An edge, and what it costs to count it.  */
struct candidate
{
  edge e;
  int cost;
};

/* The dearest first; of those that cost the same, the last.  */
static int
by_cost (const void *left, const void *right)
{
  const candidate *a = (const candidate *) left;
  const candidate *b = (const candidate *) right;
  if (a->cost != b->cost)
    return a->cost > b->cost ? -1 : 1;
  if (a->e->src != b->e->src)
    return b->e->src->index - a->e->src->index;
  return b->e->dest->index - a->e->dest->index;
}

/* Let the nodes of GRAPH be the blocks, by their index.  */
static void
add_blocks (span *graph)
{
  for (int n = 0; n < last_basic_block_for_fn (cfun); n++)
    graph->node ();
  graph->join (EXIT_BLOCK, ENTRY_BLOCK);
}

static void
grow_tree (void)
{
  basic_block bb;
  edge e;
  edge_iterator ei;
  auto_vec<candidate> all;

  FOR_BB_BETWEEN (bb, ENTRY_BLOCK_PTR_FOR_FN (cfun),
		  EXIT_BLOCK_PTR_FOR_FN (cfun), next_bb)
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (!is_ignored (e))
      {
	/* One that is critical gets a block of its own.  */
	int weight = EDGE_CRITICAL_P (e) ? 2 : 1;
	all.safe_push ({ e, EDGE_FREQUENCY (e) * weight + weight });
      }
  all.qsort (by_cost);
  span graph;
  add_blocks (&graph);
  for (int first = 1; first >= 0; first--)
    for (unsigned i = 0; i < all.length (); i++)
      if (goes_first (all[i].e) == first
	  && graph.join (all[i].e->src->index, all[i].e->dest->index))
	tree_edges->add (all[i].e);
}

void
arcs_choose (bool thunk)
{
  basic_block bb;
  edge e;
  edge_iterator ei;
  tree_edges->empty ();
  if (!thunk)
    grow_tree ();
  else
    /* Of a thunk its entry is counted.  */
    FOR_EACH_BB_FN (bb, cfun)
      FOR_EACH_EDGE (e, ei, bb->succs)
	tree_edges->add (e);
}

void
arcs_number (void)
{
  basic_block bb;
  edge e;
  edge_iterator ei;
  cfg_checksum = coverage_compute_cfg_checksum (cfun);
  counted.truncate (0);
  FOR_BB_BETWEEN (bb, ENTRY_BLOCK_PTR_FOR_FN (cfun),
		  EXIT_BLOCK_PTR_FOR_FN (cfun), next_bb)
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (!is_ignored (e) && !(e->flags & EDGE_FAKE) && !tree_edges->contains (e))
      counted.safe_push (e);
}

const vec<edge> &
arcs_list (void)
{
  return counted;
}

void
arcs_list_ours (vec<edge> *ours)
{
  basic_block bb;
  edge e;
  edge_iterator ei;
  hash_set<edge> known;
  for (unsigned i = 0; i < counted.length (); i++)
    known.add (counted[i]);
  span graph;
  add_blocks (&graph);
  for (int first = 1; first >= 0; first--)
    FOR_BB_BETWEEN (bb, ENTRY_BLOCK_PTR_FOR_FN (cfun),
		    EXIT_BLOCK_PTR_FOR_FN (cfun), next_bb)
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (!is_ignored (e) && !known.contains (e) && goes_first (e) == first
	&& !graph.join (e->src->index, e->dest->index)
	&& !(e->flags & (EDGE_ABNORMAL | EDGE_ABNORMAL_CALL | EDGE_FAKE)))
      ours->safe_push (e);
}

/* --- names ---------------------------------------------------------------- */

void
arcs_add (bool skipped, bool thunk)
{
  struct halt_gcov_function f = {};
  f.function = n_functions++;
  if (skipped || counted.is_empty ())
    return;
  unsigned id = cgraph_node::get (current_function_decl)->profile_id;
  f.ident = param_profile_func_internal_id
	      ? (unsigned) current_function_funcdef_no + 1
	      : id;
  if (!thunk)
    {
      f.lineno_checksum = coverage_compute_lineno_checksum ();
      f.cfg_checksum = cfg_checksum;
    }
  functions.safe_push (f);
  profile_ids.safe_push (id);
  found = true;
}

bool
arcs_found (void)
{
  return found;
}

/* gcov forgets functions that are not used any more, just now (coverage_finish).  */
static void
forget_unused (void)
{
  hash_set<int_hash<unsigned, 0, -1u> > used;
  cgraph_node *node;
  unsigned n = 0;
  FOR_EACH_FUNCTION (node)
    if (node->profile_id && DECL_STRUCT_FUNCTION (node->decl))
      used.add (node->profile_id);
  for (unsigned i = 0; i < functions.length (); i++)
    if (used.contains (profile_ids[i]))
      functions[n++] = functions[i];
  functions.truncate (n);
}

namespace
{

const pass_data arcs_data =
{
  IPA_PASS, "halt_arcs", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0
};

class pass_arcs : public ipa_opt_pass_d
{
public:
  pass_arcs ()
      : ipa_opt_pass_d (arcs_data, g, forget_unused, NULL, NULL, NULL, NULL,
			NULL, 0, NULL, NULL)
  {
  }
  bool gate (function *) final override { return found && !in_lto_p; }
  unsigned execute (function *) final override { return 0; }
};

} // anonymous namespace

ipa_opt_pass_d *
make_arcs_pass (void)
{
  return new pass_arcs;
}

/* The object's name, absolute and without what comes after the last dot.  */
static char *
object_name (void)
{
  return IS_ABSOLUTE_PATH (aux_base_name)
	   ? xstrdup (aux_base_name)
	   : concat (getpwd (), "/", aux_base_name, NULL);
}

/* What its counters are called in a folder for profiles, by coverage_init.  */
static char *
name_in_folder (const char *object)
{
  const char *prefix = profile_prefix_path;
  if (IS_ABSOLUTE_PATH (aux_base_name))
    return xstrdup (object);
  if (prefix && startswith (object, prefix))
    for (object += strlen (prefix); *object == '/'; object++)
      ;
  return mangle_path (object);
}

/* Where they go if nobody says: NAME in the folder of -fprofile-dir, else beside the
   OBJECT.  coverage_init takes the current folder for one.  */
static char *
usual_place (const char *object, const char *name)
{
  const char *folder = profile_data_prefix;
  if (!folder || folder == getpwd ())
    return xstrdup (object);
  return IS_ABSOLUTE_PATH (folder)
	   ? concat (folder, "/", name, NULL)
	   : concat (getpwd (), "/", folder, "/", name, NULL);
}

void
arcs_write (FILE *f, const struct halt_map *header)
{
  struct halt_gcov h = {};
  char *object = object_name (), *name = name_in_folder (object);
  char *place = usual_place (object, name);
  size_t place_size = strlen (place) + 1, name_size = strlen (name) + 1;
  h.magic = HALT_GCOV_MAGIC;
  h.version = HALT_GCOV_VERSION;
  h.map = header->checksum;
  h.gcov = GCOV_VERSION;
  h.stamp = local_tick;
  h.n_functions = functions.length ();
  for (unsigned i = 0; i < functions.length (); i++)
    {
      h.checksum = crc32_unsigned (h.checksum, functions[i].ident);
      h.checksum = crc32_unsigned (h.checksum, functions[i].lineno_checksum);
      h.checksum = crc32_unsigned (h.checksum, functions[i].cfg_checksum);
    }
  h.place = 1;
  h.name = 1 + place_size;
  h.strings_size = 1 + place_size + name_size;
  size_t padded = ROUND_UP (h.strings_size, 8);
  size_t functions_size = functions.length () * sizeof functions[0];
  h.size = sizeof h + functions_size + padded;
  char *strings = XCNEWVEC (char, padded);
  memcpy (strings + h.place, place, place_size);
  memcpy (strings + h.name, name, name_size);
  fprintf (f,
	   "\t.section\t" HALT_GCOV_SECTION ",\"\",%%progbits\n\t.balign\t8\n");
  unit_write_words (f, &h, sizeof h);
  unit_write_words (f, functions.address (), functions_size);
  unit_write_words (f, strings, padded);
  free (strings);
  free (place);
  free (name);
  free (object);
}
