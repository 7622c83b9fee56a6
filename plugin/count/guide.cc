/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting in line: how often blocks and edges were executed in an earlier run, as a
   guide says (include/halt/guide.h).

   A function is known by its name and its graph, both as they are without counters.
   Of those that several units have the own unit's counts are taken, or else the sum
   of all.  What the guide does not know is filled in so that as much comes out of a
   block as goes into it: only costs depend on that.  */

#include "plugin/core/core.h"
#include "plugin/count/count.h"
#include "plugin/rtl/rtl.h"
#include "halt/guide.h"

#define UNKNOWN (-1.0)

/* Of a function: N of the counts.  */
struct guided
{
  uint64_t key, unit;
  unsigned first, n;
};

static auto_vec<guided> functions; /* by key */
static auto_vec<double> counts;

/* --- the file ------------------------------------------------------------ */

/* Read 16 hexadecimal digits at *TEXT, and pass over them.  */
static bool
read_key (const char **text, uint64_t *key)
{
  *key = 0;
  for (int i = 0; i < 16; i++, ++*text)
    if (!ISXDIGIT (**text))
      return false;
    else
      *key = *key << 4
	     | (ISDIGIT (**text) ? **text - '0' : TOLOWER (**text) - 'a' + 10);
  return true;
}

static bool
read_count (const char **text)
{
  char *end;
  errno = 0;
  if (**text == '-')
    {
      counts.safe_push (UNKNOWN);
      ++*text;
      return true;
    }
  if (!ISDIGIT (**text))
    return false;
  counts.safe_push (strtoull (*text, &end, 10));
  *text = end;
  return errno == 0;
}

/* TEXT is that of a function, which comes after the others.  */
static bool
read_function (const char *text)
{
  guided of = { 0, 0, counts.length (), 0 };
  if (!read_key (&text, &of.key) || *text++ != ' '
      || !read_key (&text, &of.unit)
      || (functions.length () && functions.last ().key > of.key))
    return false;
  while (*text == ' ')
    if (!read_count (&++text))
      return false;
  of.n = counts.length () - of.first;
  functions.safe_push (of);
  return of.n && *text == '\n';
}

/* The functions of which TEXT, the first line of FILE, says how many there are; -1
   after an error.  */
static long
read_head (const char *text, const char *file)
{
  unsigned version;
  long n;
  int read = sscanf (text, HALT_GUIDE_MAGIC " %u %ld", &version, &n);
  if (read == 2 && version == HALT_GUIDE_VERSION && n >= 0)
    return n;
  if (read >= 1 && version != HALT_GUIDE_VERSION)
    error_at (UNKNOWN_LOCATION,
	      "halt: %qs is a guide of version %u; this plugin reads %d", file,
	      version, HALT_GUIDE_VERSION);
  else
    error_at (
      UNKNOWN_LOCATION,
      "halt: %qs is no guide; %<ghalt report --format=guide%> makes one "
      "of a profile",
      file);
  return -1;
}

void
guide_read (const char *file)
{
  char *text = NULL;
  size_t size = 0;
  FILE *f = fopen (file, "r");
  functions.truncate (0);
  counts.truncate (0);
  if (!f)
    {
      error_at (UNKNOWN_LOCATION, "halt: option %qs cannot open %qs: %m",
		"guide", file);
      return;
    }
  long n = read_head (getline (&text, &size, f) > 0 ? text : "", file),
       line = 1;
  bool right = true;
  while (n >= 0 && right && getline (&text, &size, f) > 0)
    {
      line++;
      right = read_function (text);
    }
  if (n >= 0 && !right)
    error_at (UNKNOWN_LOCATION, "halt: %qs is damaged in line %ld", file, line);
  else if (n >= 0 && line != n + 1)
    error_at (UNKNOWN_LOCATION,
	      "halt: %qs is damaged: it has %ld of %ld functions", file,
	      line - 1, n);
  fclose (f);
  free (text);
}

/* --- the current function --------------------------------------------------- */

/* The counts of its blocks, by their numbers, and of the edges; none if it is not
   known.  And those of edges by the blocks that they join.  */
static auto_vec<double> of_blocks, of_edges;
static auto_vec<halt_map_edge> edges;
static hash_map<int_hash<uint64_t, UINT64_MAX, UINT64_MAX - 1>, double> joins;

/* The first of the functions with KEY.  */
static unsigned
first_of (uint64_t key)
{
  unsigned low = 0, high = functions.length ();
  while (low < high)
    {
      unsigned middle = (low + high) / 2;
      if (functions[middle].key < key)
	low = middle + 1;
      else
	high = middle;
    }
  return low;
}

/* Add what OF has of the N_BLOCKS blocks and of the edges.  */
static void
add_counts (const guided *of, unsigned n_blocks)
{
  for (unsigned i = 0; i < of->n; i++)
    {
      double *sum = i < n_blocks ? &of_blocks[i] : &of_edges[i - n_blocks];
      double n = counts[of->first + i];
      *sum = *sum == UNKNOWN || n == UNKNOWN ? UNKNOWN : *sum + n;
    }
}

/* Find the counts of the function, which has N_BLOCKS blocks.  False if there are
   none.  */
static bool
look_up (unsigned n_blocks)
{
  const char *symbol = unit_symbol_of (current_function_decl);
  const char *source = unit_source ();
  uint64_t key = halt_guide_key (symbol, strlen (symbol) + 1,
				 map_checksum (unit.map));
  uint64_t mine = halt_guide_unit (source, strlen (source) + 1);
  unsigned first = first_of (key), end = first;
  bool own = false;
  for (; end < functions.length () && functions[end].key == key; end++)
    {
      own |= functions[end].unit == mine;
      if (functions[end].n != n_blocks + edges.length ())
	{
	  error_at (UNKNOWN_LOCATION,
		    "halt: %qs is damaged: it has %u counts of %qs, not %u",
		    config->guide, functions[end].n, symbol,
		    n_blocks + edges.length ());
	  return false;
	}
    }
  of_blocks.safe_grow_cleared (n_blocks);
  of_edges.safe_grow_cleared (edges.length ());
  for (unsigned i = first; i < end; i++)
    if (!own || functions[i].unit == mine)
      add_counts (&functions[i], n_blocks);
  return end > first;
}

/* What goes into blocks or, if OUT, comes out of them by edges whose COUNTS are
   known.  */
static void
add_up (const vec<double> &known, bool out, vec<double> *sums)
{
  sums->truncate (0);
  sums->safe_grow_cleared (of_blocks.length ());
  for (unsigned i = 0; i < edges.length (); i++)
    if (known[i] != UNKNOWN)
      (*sums)[out ? edges[i].from : edges[i].to] += known[i];
}

/* Edges that are not known get what is left of the block they come from, in
   proportion to what is missing where they lead to.  GUESSED becomes all edges.  */
static void
guess_edges (const vec<double> &guessed_blocks, vec<double> *guessed)
{
  auto_vec<double> in, out, wanted;
  add_up (of_edges, false, &in);
  add_up (of_edges, true, &out);
  wanted.safe_grow_cleared (of_blocks.length ());
  guessed->truncate (0);
  guessed->safe_splice (of_edges);
  for (int pass = 0; pass < 2; pass++)
    for (unsigned i = 0; i < edges.length (); i++)
      {
	if (of_edges[i] != UNKNOWN)
	  continue;
	unsigned from = edges[i].from, to = edges[i].to;
	/* No block is out of the question.  */
	double want = MAX (guessed_blocks[to] - in[to], 0) + 1e-3;
	double left = MAX (guessed_blocks[from] - out[from], 0);
	if (pass == 0)
	  wanted[from] += want;
	else
	  (*guessed)[i] = left * want / wanted[from];
      }
}

/* Fill in what is not known of blocks, which have no less than what goes into them and
   comes out of them, and of edges.  Each round tells their neighbours.  */
static void
fill_in (void)
{
  auto_vec<double> in, out, all_edges, all_blocks;
  all_edges.safe_splice (of_edges);
  for (int round = 0; round < 4; round++)
    {
      add_up (all_edges, false, &in);
      add_up (all_edges, true, &out);
      all_blocks.truncate (0);
      for (unsigned b = 0; b < of_blocks.length (); b++)
	all_blocks.safe_push (of_blocks[b] == UNKNOWN ? MAX (in[b], out[b])
						      : of_blocks[b]);
      guess_edges (all_blocks, &all_edges);
    }
  of_blocks.truncate (0);
  of_blocks.safe_splice (all_blocks);
  of_edges.truncate (0);
  of_edges.safe_splice (all_edges);
}

static uint64_t
joint (uint32_t from, uint32_t to)
{
  return (uint64_t) from << 32 | to;
}

void
guide_find (void)
{
  basic_block bb;
  edges.truncate (0);
  of_blocks.truncate (0);
  of_edges.truncate (0);
  joins.empty ();
  if (!config->guide)
    return;
  FOR_EACH_BB_FN (bb, cfun)
    describe_edges (bb, &edges);
  if (!look_up (n_basic_blocks_for_fn (cfun)))
    {
      of_blocks.truncate (0);
      if (config->dump & DUMP_LABEL)
	fprintf (dump_stream (), "not in the guide: function %s\n",
		 current_function_name ());
      return;
    }
  fill_in ();
  for (unsigned i = 0; i < edges.length (); i++)
    joins.get_or_insert (joint (edges[i].from, edges[i].to)) += of_edges[i];
}

bool
guide_knows (void)
{
  return of_blocks.length () > 0;
}

/* Whether BB was made since, which is always done by splitting an edge.  */
static bool
is_new (basic_block bb)
{
  return !describe_has_number (bb) && single_pred_p (bb) && single_succ_p (bb);
}

double
guide_count (edge e)
{
  basic_block from = e->src, to = e->dest;
  while (is_new (from))
    from = single_pred (from);
  while (is_new (to))
    to = single_succ (to);
  if (!describe_has_number (from) || !describe_has_number (to))
    return 0;
  double *n = joins.get (joint (describe_block_number (from),
				describe_block_number (to)));
  return n ? *n : 0;
}

double
guide_count (basic_block bb)
{
  if (describe_has_number (bb))
    return of_blocks[describe_block_number (bb)];
  return is_new (bb) ? guide_count (single_pred_edge (bb)) : 0;
}
