/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which function of a new build was which of an old one.

   Those of one name are the same; where several units have one of that name, those of
   the units that have the same source are, in the same folder first, then the others
   in their order.  Of what is
   left the numbers that GCC gives clones do not count (f.constprop.0).  At last names
   do not: a function is the only one that has its graph, or what it shares most blocks
   with, if those are most of both.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "summarize/stale/stale.h"

#define NOBODY SIZE_MAX

static const char *
name_of (const struct placed *p)
{
  return p->unit->map.strings + placed_record (p)->name;
}

/* Length of its name without what GCC says of clones.  */
static size_t
stem (const char *name)
{
  return strcspn (name, ".");
}

/* The last N parts of PATH.  */
static const char *
tail (const char *path, unsigned n)
{
  const char *at = path + strlen (path);
  for (; at > path; at--)
    if (at[-1] == '/' && --n == 0)
      break;
  return at;
}

/* Compare the last N parts of the names of the source files, with their folders.  */
static int
compare_sources (const struct placed *a, const struct placed *b, unsigned n)
{
  const struct map *x = &a->unit->map, *y = &b->unit->map;
  const char *source = x->strings + x->header->source;
  int c = strcmp (tail (source, n), tail (y->strings + y->header->source, n));
  if (c || n == 1 || strchr (source, '/'))
    return c;
  return strcmp (tail (x->strings + x->header->directory, n - 1),
		 tail (y->strings + y->header->directory, n - 1));
}

static bool
same_graph (const struct placed *a, const struct placed *b)
{
  const struct halt_map_function *x = placed_record (a), *y = placed_record (b);
  return x->cfg_checksum == y->cfg_checksum && x->n_blocks == y->n_blocks
	 && x->n_edges == y->n_edges;
}

/* List the functions of P that may have counts, in the order of the program.  */
static bool
list_functions (struct placed **all, size_t *n, const struct program *p,
		struct fault *f)
{
  *n = 0;
  for (size_t i = 0; i < p->n_units; i++)
    *n += p->units[i].map.header->n_functions;
  *all = fresh (*n, sizeof **all, f);
  if (!*all)
    return false;
  *n = 0;
  for (size_t i = 0; i < p->n_units; i++)
    for (uint32_t k = 0; k < p->units[i].map.header->n_functions; k++)
      if (!p->units[i].discarded[k]
	  && p->units[i].map.functions[k].n_points > 0)
	(*all)[(*n)++] = (struct placed) { p->units + i, k };
  return true;
}

/* --- by names ----------------------------------------------------------- */

/* How a pass tells functions apart.  */
struct pass
{
  unsigned source;		/* so many parts of the file's name */
  bool stem, graph;		/* only the stem of the name; the checksum */
  bool nameless;		/* the checksum alone, if only one function on
				   either side has it, and FEWEST blocks */
};

/* So many blocks at least it takes to be known by the graph alone, or by so many that
   are shared: smaller functions are all too much alike.  */
#define FEWEST 5u

struct entry
{
  const struct placed *p;
  size_t number;
  const struct pass *pass;
};

static int
compare_names (const char *a, const char *b, bool stems)
{
  size_t n = stems ? stem (a) : strlen (a), k = stems ? stem (b) : strlen (b);
  int c = memcmp (a, b, n < k ? n : k);
  return c ? c : n < k ? -1 : n > k;
}

static int
compare_same (const struct placed *a, const struct placed *b,
	      const struct pass *pass)
{
  int c = pass->nameless ? 0
			 : compare_names (name_of (a), name_of (b), pass->stem);
  if (!c && pass->source)
    c = compare_sources (a, b, pass->source);
  uint64_t x = placed_record (a)->cfg_checksum;
  uint64_t y = placed_record (b)->cfg_checksum;
  if (!c && pass->graph)
    c = x < y ? -1 : x > y;
  return c;
}

ORDER (compare_entries, struct entry,
       compare_same (x->p, y->p, x->pass) ?: UP (number));

/* True if the one of N entries at I is the only one of its kind.  */
static bool
alone (const struct entry *e, size_t n, size_t i)
{
  const struct pass *pass = e[i].pass;
  return placed_record (e[i].p)->n_blocks >= FEWEST
	 && (i == 0 || compare_same (e[i - 1].p, e[i].p, pass) != 0)
	 && (i + 1 == n || compare_same (e[i].p, e[i + 1].p, pass) != 0);
}

static size_t
list_free (struct entry *e, const struct placed *all, size_t n,
	   const bool *taken, const struct pass *pass)
{
  size_t left = 0;
  for (size_t i = 0; i < n; i++)
    if (!taken[i])
      e[left++] = (struct entry) { all + i, i, pass };
  qsort (e, left, sizeof *e, compare_entries);
  return left;
}

static void
pair_functions (struct twins *t, size_t to, size_t from, bool *from_taken,
		bool *to_taken)
{
  const struct placed *a = t->from + from, *b = t->to + to;
  bool named = strcmp (name_of (a), name_of (b)) == 0;
  t->was[to] = from;
  t->how[to] = !named		   ? STALE_RENAMED
	       : same_graph (a, b) ? STALE_SAME
				   : STALE_CHANGED;
  from_taken[from] = to_taken[to] = true;
}

/* Pair those that are the same by PASS.  */
static bool
pair_by_name (struct twins *t, const struct pass *pass, bool *from_taken,
	      bool *to_taken, struct fault *f)
{
  struct entry *a = fresh (t->n_from, sizeof *a, f);
  struct entry *b = a ? fresh (t->n_to, sizeof *b, f) : NULL;
  if (b)
    {
      size_t n = list_free (a, t->from, t->n_from, from_taken, pass);
      size_t k = list_free (b, t->to, t->n_to, to_taken, pass);
      for (size_t i = 0, j = 0; i < n && j < k;)
	{
	  int c = compare_same (a[i].p, b[j].p, pass);
	  if (c == 0
	      && (!pass->nameless || (alone (a, n, i) && alone (b, k, j))))
	    pair_functions (t, b[j].number, a[i].number, from_taken, to_taken);
	  i += c <= 0;
	  j += c >= 0;
	}
    }
  free (a);
  free (b);
  return b != NULL;
}

/* --- by contents -------------------------------------------------------- */

#define MOST_SHARING 16u	/* a block that more functions have says nothing */

struct content
{
  uint64_t hash;
  uint32_t function;		/* of TO; how often it has it */
  uint32_t n;
};

ORDER (compare_contents, struct content, UP (hash) ?: UP (function));

/* Append what the blocks of function NUMBER at P have.  */
static bool
add_contents (struct content *all, size_t *n, const struct placed *p,
	      uint32_t number, struct fault *f)
{
  uint64_t *contents = block_surroundings (p, f);
  if (!contents)
    return false;
  for (uint32_t i = 0; i < placed_record (p)->n_blocks; i++)
    all[(*n)++] = (struct content) { contents[i], number, 1 };
  free (contents);
  return true;
}

/* Sort, and make one of those with the same hash and function.  */
static size_t
combine_contents (struct content *all, size_t n)
{
  size_t kept = 0;
  qsort (all, n, sizeof *all, compare_contents);
  for (size_t i = 0; i < n; i++)
    if (kept > 0 && compare_contents (all + kept - 1, all + i) == 0)
      all[kept - 1].n++;
    else
      all[kept++] = all[i];
  return kept;
}

static size_t
lower (const struct content *all, size_t n, uint64_t hash)
{
  size_t low = 0;
  BISECT (low, n, i, all[i].hash < hash);
  return low;
}

/* Which of TO shares most blocks with the function whose N contents are at OWN, *MOST of
   them; NOBODY: no single one does.  VOTES are 0, and are again afterwards.  */
static size_t
vote (const struct content *all, size_t n_all, const struct content *own,
      size_t n, uint32_t *votes, uint32_t *most)
{
  size_t best = NOBODY;
  bool tie = false;
  *most = 0;
  for (unsigned round = 0; round < 3; round++)
    for (size_t i = 0; i < n; i++)
      {
	size_t at = lower (all, n_all, own[i].hash), end = at;
	while (end < n_all && all[end].hash == own[i].hash)
	  end++;
	for (size_t k = at; end - at <= MOST_SHARING && k < end; k++)
	  {
	    size_t function = all[k].function;
	    uint32_t *v = votes + function;
	    if (round == 0)
	      *v += all[k].n < own[i].n ? all[k].n : own[i].n;
	    else if (round == 2)
	      *v = 0;
	    else if (function != best && *v >= *most)
	      {
		tie = best != NOBODY && *v == *most;
		best = function;
		*most = *v;
	      }
	  }
      }
  return tie ? NOBODY : best;
}

/* Pair the remaining functions by their contents.  */
static bool
pair_by_contents (struct twins *t, bool *from_taken, bool *to_taken,
		  struct fault *f)
{
  size_t n = 0, most = 0;
  for (size_t i = 0; i < t->n_to; i++)
    n += to_taken[i] ? 0 : placed_record (t->to + i)->n_blocks;
  for (size_t i = 0; i < t->n_from; i++)
    {
      size_t own = placed_record (t->from + i)->n_blocks;
      most = !from_taken[i] && own > most ? own : most;
    }
  struct content *all = fresh (n, sizeof *all, f);
  struct content *own = all ? fresh (most, sizeof *own, f) : NULL;
  uint32_t *votes = own ? fresh (t->n_to, sizeof *votes, f) : NULL;
  bool ok = votes;
  n = 0;
  for (size_t i = 0; ok && i < t->n_to; i++)
    if (!to_taken[i])
      ok = add_contents (all, &n, t->to + i, (uint32_t) i, f);
  n = ok ? combine_contents (all, n) : 0;
  for (size_t i = 0; ok && n > 0 && i < t->n_from; i++)
    {
      size_t n_own = 0;
      uint32_t blocks = placed_record (t->from + i)->n_blocks;
      if (from_taken[i] || blocks < FEWEST)
	continue;
      ok = add_contents (own, &n_own, t->from + i, 0, f);
      uint32_t shared = 0;
      size_t best = ok ? vote (all, n, own, combine_contents (own, n_own),
			       votes, &shared)
		       : NOBODY;
      if (best == NOBODY || to_taken[best])
	continue;
      uint32_t others = placed_record (t->to + best)->n_blocks;
      if (shared >= FEWEST && 2 * shared > (blocks > others ? blocks : others))
	pair_functions (t, best, i, from_taken, to_taken);
    }
  FREE_ALL (all, own, votes);
  return ok;
}

/* --- in order ----------------------------------------------------------- */

bool
twins_find (struct twins *t, const struct program *from,
	    const struct program *to, struct fault *f)
{
  static const struct pass passes[] = {
    { .source = 3, .graph = true }, { .source = 3 },
    { .source = 2, .graph = true }, { .source = 2 },
    { .source = 1, .graph = true }, { .source = 1 },
    { .graph = true }, { .stem = false },
    { .stem = true, .graph = true }, { .stem = true },
    { .nameless = true, .graph = true }
  };
  bool *from_taken = NULL, *to_taken = NULL;
  memset (t, 0, sizeof *t);
  bool ok = list_functions (&t->from, &t->n_from, from, f)
	    && list_functions (&t->to, &t->n_to, to, f)
	    && (t->was = fresh (t->n_to, sizeof *t->was, f))
	    && (t->how = fresh (t->n_to, sizeof *t->how, f))
	    && (from_taken = fresh (t->n_from, sizeof *from_taken, f))
	    && (to_taken = fresh (t->n_to, sizeof *to_taken, f));
  for (size_t i = 0; ok && i < t->n_to; i++)
    t->was[i] = NOBODY;
  for (size_t i = 0; ok && i < sizeof passes / sizeof *passes; i++)
    ok = pair_by_name (t, passes + i, from_taken, to_taken, f);
  ok = ok && pair_by_contents (t, from_taken, to_taken, f);
  free (from_taken);
  free (to_taken);
  return ok;
}

void
twins_release (struct twins *t)
{
  FREE_ALL (t->from, t->to, t->was, t->how);
  memset (t, 0, sizeof *t);
}
