/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which block of a function that has changed was which.

   A block has hashes from strict to loose.  Those that are alone with one on either
   side, or come as often on both, are matched, the strictest hash first.  What
   surrounds a block tells many that look alike apart.  The order of the code tells
   more: the longest common subsequence of calls, and of what is in blocks.  At last
   control comes from a block that is known, or leads to one, by the same way.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "summarize/stale/stale.h"

/* One function.  Block B is at B - HALT_BLOCK_FIRST in the arrays.  */
struct side
{
  const struct map *map;
  const struct halt_map_function *fn;
  const struct halt_map_edge *edges;
  uint32_t n;			/* real blocks */
  uint64_t *contents;		/* what is in a block */
  uint64_t *calls;		/* what it calls; 0: nothing that is known */
  uint64_t *shape;		/* the ways out of it, and its flags */
  uint64_t *key;		/* the hash that is compared; 0: not at all */
  uint32_t *match;		/* the other function's block, from 0; NO_BLOCK */
};

static uint64_t
mix (uint64_t hash, uint64_t n)
{
  hash = (hash ^ n) * 0x9e3779b97f4a7c15ull;
  return hash ^ hash >> 29;
}

static uint64_t
mix_text (uint64_t hash, const char *text)
{
  return mix (hash, halt_checksum (HALT_CHECKSUM_START, text, strlen (text)));
}

/* --- hashes ------------------------------------------------------------- */

/* False for gcov's counters.  They do not describe a block: GCC chooses their edges by
   its guess of how often all edges are executed.  */
static bool
tells_contents (const struct halt_map_point *p)
{
  return p->kind != HALT_ARC && p->kind != HALT_FIRST && p->kind != HALT_STARTUP
	 && p->kind != HALT_CYCLE;
}

static uint64_t
hash_point (uint64_t hash, const struct map *m, const struct halt_map_point *p,
	    uint64_t *calls)
{
  hash = mix (hash, (uint64_t) p->kind << 32 | p->insn);
  hash = mix (hash, p->column);
  hash = mix_text (hash, m->strings + p->inlined);
  for (uint32_t i = 0; i < map_n_args (p); i++)
    {
      struct map_arg arg = map_arg (m, p, i);
      if (arg.form != HALT_ARG_CALLEE || !arg.text)
	continue;
      hash = mix_text (hash, arg.text);
      *calls = mix_text (*calls ? *calls : 1, arg.text);
    }
  return hash;
}

/* Fill CONTENTS and CALLS for all blocks of FN.  */
static void
hash_contents (const struct map *m, const struct halt_map_function *fn,
	       uint64_t *contents, uint64_t *calls)
{
  const struct halt_map_block *blocks = m->blocks + fn->first_block;
  const struct halt_map_line *line = m->lines + fn->first_line;
  for (uint32_t i = 0; i < fn->n_blocks; i++)
    {
      const struct halt_map_block *b = blocks + i;
      uint32_t last = b->line;
      contents[i] = mix (b->n_insns + 1, b->flags & ~HALT_BB_COLD);
      if (b->last_line)
	contents[i] = mix (contents[i], b->last_line - b->line);
      /* In machine code they come with what is inlined, from anywhere.  */
      if (!(m->header->flags & (HALT_UNIT_GIMPLE | HALT_MAP_PATHS)))
	continue;
      for (uint32_t k = 0; k < b->n_lines; k++, line++)
	{
	  contents[i] = mix (contents[i], line->line - last);
	  last = line->line;
	}
    }
  for (uint32_t i = 0; i < fn->n_points; i++)
    {
      const struct halt_map_point *p = m->points + fn->first_point + i;
      uint32_t b = p->block - HALT_BLOCK_FIRST;
      if (p->block >= HALT_BLOCK_FIRST && tells_contents (p))
	contents[b] = hash_point (contents[b], m, p, calls + b);
    }
}

/* What is the same in whatever order the edges stand.  */
static void
hash_shape (const struct side *s)
{
  for (uint32_t i = 0; i < s->n; i++)
    s->shape[i] = mix (7, s->map->blocks[s->fn->first_block + i].flags
			    & ~HALT_BB_COLD);
  for (uint32_t i = 0; i < s->fn->n_edges; i++)
    if (s->edges[i].from >= HALT_BLOCK_FIRST)
      s->shape[s->edges[i].from - HALT_BLOCK_FIRST] += mix (11,
							    s->edges[i].flags);
}

static bool
side_init (struct side *s, const struct placed *p, struct fault *f)
{
  memset (s, 0, sizeof *s);
  s->map = &p->unit->map;
  s->fn = placed_record (p);
  s->edges = s->map->edges + s->fn->first_edge;
  s->n = s->fn->n_blocks;
  bool ok = (s->contents = fresh (s->n, sizeof *s->contents, f))
	    && (s->calls = fresh (s->n, sizeof *s->calls, f))
	    && (s->shape = fresh (s->n, sizeof *s->shape, f))
	    && (s->key = fresh (s->n, sizeof *s->key, f))
	    && (s->match = fresh (s->n, sizeof *s->match, f));
  if (!ok)
    return false;
  hash_contents (s->map, s->fn, s->contents, s->calls);
  hash_shape (s);
  for (uint32_t i = 0; i < s->n; i++)
    {
      s->contents[i] = mix (s->contents[i], s->shape[i]);
      s->match[i] = NO_BLOCK;
    }
  return true;
}

static void
side_release (struct side *s)
{
  FREE_ALL (s->contents, s->calls, s->shape, s->key, s->match);
}

/* --- keys: one for each level ------------------------------------------- */

/* OF, with where in its function the block is, if PLACES, and what is around it, if
   AROUND.  */
static void
set_keys (struct side *s, const uint64_t *of, bool places, bool around)
{
  for (uint32_t i = 0; i < s->n; i++)
    {
      const struct halt_map_block *b = s->map->blocks + s->fn->first_block + i;
      s->key[i] = of[i];
      if (places && b->line)
	s->key[i] = mix (s->key[i], b->file == s->fn->file
				      ? b->line - s->fn->line
				      : 1u << 31);
    }
  for (uint32_t i = 0; around && i < s->fn->n_edges; i++)
    {
      const struct halt_map_edge *e = s->edges + i;
      uint64_t from = e->from < HALT_BLOCK_FIRST
			? 3
			: of[e->from - HALT_BLOCK_FIRST];
      uint64_t to = e->to < HALT_BLOCK_FIRST ? 5 : of[e->to - HALT_BLOCK_FIRST];
      if (e->from >= HALT_BLOCK_FIRST)
	s->key[e->from - HALT_BLOCK_FIRST] += mix (mix (13, to), e->flags);
      if (e->to >= HALT_BLOCK_FIRST)
	s->key[e->to - HALT_BLOCK_FIRST] += mix (mix (17, from), e->flags);
    }
}

uint64_t *
block_surroundings (const struct placed *p, struct fault *f)
{
  struct side s;
  uint64_t *keys = NULL;
  if (side_init (&s, p, f))
    {
      set_keys (&s, s.contents, false, true);
      keys = s.key;
      s.key = NULL;
    }
  side_release (&s);
  return keys;
}

struct keyed
{
  uint64_t key;
  uint32_t block;
};

ORDER (compare_keyed, struct keyed, UP (key) ?: UP (block));

static uint32_t
sort_free (struct keyed *list, const struct side *s)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->n; i++)
    if (s->match[i] == NO_BLOCK && s->key[i])
      list[n++] = (struct keyed) { s->key[i], i };
  qsort (list, n, sizeof *list, compare_keyed);
  return n;
}

static void
match (struct side *old, struct side *new, uint32_t a, uint32_t b,
       uint8_t *sure, enum sure how)
{
  old->match[a] = b;
  new->match[b] = a;
  sure[b + HALT_BLOCK_FIRST] = how;
}

static uint32_t
run_of (const struct keyed *list, uint32_t n, uint32_t at)
{
  uint32_t end = at;
  while (end < n && list[end].key == list[at].key)
    end++;
  return end - at;
}

/* Match what has the same keys and comes as often on both sides, in their order.  LISTS
   has room for all blocks of both.  */
static void
match_keys (struct side *old, struct side *new, struct keyed *lists,
	    uint8_t *sure, enum sure how)
{
  struct keyed *a = lists, *b = lists + old->n;
  uint32_t n = sort_free (a, old), k = sort_free (b, new);
  for (uint32_t i = 0, j = 0; i < n && j < k;)
    {
      uint32_t here = run_of (a, n, i), there = run_of (b, k, j);
      if (a[i].key == b[j].key && here == there)
	for (uint32_t x = 0; x < here; x++)
	  match (old, new, a[i + x].block, b[j + x].block, sure, how);
      bool first = a[i].key <= b[j].key, second = b[j].key <= a[i].key;
      i += first ? here : 0;
      j += second ? there : 0;
    }
}

/* --- order -------------------------------------------------------------- */

#define MOST_CELLS (1u << 24)	/* of the table of a longest common subsequence */

static bool
alike (const struct side *old, const struct side *new, uint32_t a, uint32_t b)
{
  if (old->match[a] != NO_BLOCK || new->match[b] != NO_BLOCK)
    return old->match[a] == b;
  return old->key[a] && old->key[a] == new->key[b];
}

/* Match a longest common subsequence of the code, in which those that are matched
   count, too.  True if there is memory.  */
static bool
match_order (struct side *old, struct side *new, uint8_t *sure, enum sure how,
	     struct fault *f)
{
  uint32_t begin = 0, n = old->n, k = new->n;
  for (; begin < n && begin < k && alike (old, new, begin, begin); begin++)
    if (old->match[begin] == NO_BLOCK)
      match (old, new, begin, begin, sure, how);
  for (; n > begin && k > begin && alike (old, new, n - 1, k - 1); n--, k--)
    if (old->match[n - 1] == NO_BLOCK)
      match (old, new, n - 1, k - 1, sure, how);
  size_t rows = n - begin + (size_t) 1, columns = k - begin + (size_t) 1;
  if (rows == 1 || columns == 1 || rows * columns > MOST_CELLS)
    return true;
  uint32_t *best = fresh (rows * columns, sizeof *best, f);
  if (!best)
    return false;
  for (size_t i = rows - 1; i-- > 0;)
    for (size_t j = columns - 1; j-- > 0;)
      {
	uint32_t down = best[(i + 1) * columns + j];
	uint32_t right = best[i * columns + j + 1];
	uint32_t *at = best + i * columns + j;
	*at = down > right ? down : right;
	if (alike (old, new, (uint32_t) i + begin, (uint32_t) j + begin)
	    && best[(i + 1) * columns + j + 1] + 1 > *at)
	  *at = best[(i + 1) * columns + j + 1] + 1;
      }
  for (size_t i = 0, j = 0; i + 1 < rows && j + 1 < columns;)
    {
      uint32_t a = (uint32_t) i + begin, b = (uint32_t) j + begin;
      uint32_t here = best[i * columns + j];
      if (alike (old, new, a, b) && here == best[(i + 1) * columns + j + 1] + 1)
	{
	  if (old->match[a] == NO_BLOCK)
	    match (old, new, a, b, sure, how);
	  i++;
	  j++;
	}
      else if (best[(i + 1) * columns + j] == here)
	i++;
      else
	j++;
    }
  free (best);
  return true;
}

/* --- ways --------------------------------------------------------------- */

/* The real block that the edges of S out of BLOCK, or into it, that have FLAGS and INDEX
   have at their other end; NO_BLOCK: that is none, or there are several.  */
static uint32_t
neighbour (const struct side *s, const uint32_t *list, uint32_t n, bool into,
	   uint32_t flags, uint32_t index)
{
  uint32_t found = NO_BLOCK;
  for (uint32_t i = 0; i < n; i++)
    {
      const struct halt_map_edge *e = s->edges + list[i];
      uint32_t end = into ? e->from : e->to;
      if (e->flags != flags || e->index != index)
	continue;
      if (end < HALT_BLOCK_FIRST
	  || (found != NO_BLOCK && found != end - HALT_BLOCK_FIRST))
	return NO_BLOCK;
      found = end - HALT_BLOCK_FIRST;
    }
  return found;
}

/* Match what edges of the same kind lead to, or come from, at matched blocks, if its
   keys are the same, until there is nothing left.  LISTS are the edges by their
   ends.  */
static void
match_ways (struct side *old, struct side *new, const struct flow *a,
	    const struct flow *b, uint32_t *queue, uint8_t *sure, enum sure how)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < new->n; i++)
    if (new->match[i] != NO_BLOCK)
      queue[n++] = i;
  while (n > 0)
    {
      uint32_t at = queue[--n], y = at + HALT_BLOCK_FIRST;
      uint32_t x = new->match[at] + HALT_BLOCK_FIRST;
      for (unsigned into = 0; into < 2; into++)
	{
	  const struct edge_list *l = into ? &a->in : &a->out;
	  const struct edge_list *r = into ? &b->in : &b->out;
	  for (uint32_t i = r->first[y]; i < r->first[y + 1]; i++)
	    {
	      const struct halt_map_edge *e = new->edges + r->edges[i];
	      uint32_t q = neighbour (new, r->edges + r->first[y],
				      r->first[y + 1] - r->first[y], into,
				      e->flags, e->index);
	      uint32_t p = neighbour (old, l->edges + l->first[x],
				      l->first[x + 1] - l->first[x], into,
				      e->flags, e->index);
	      if (p == NO_BLOCK || q == NO_BLOCK || old->match[p] != NO_BLOCK
		  || new->match[q] != NO_BLOCK || old->key[p] != new->key[q])
		continue;
	      match (old, new, p, q, sure, how);
	      queue[n++] = q;
	    }
	}
    }
}

/* --- all of it ---------------------------------------------------------- */

static void
set_both (struct side *old, struct side *new, const char *what, bool places,
	  bool around)
{
  struct side *const sides[2] = { old, new };
  for (unsigned i = 0; i < 2; i++)
    set_keys (sides[i],
	      *what == 'c'   ? sides[i]->contents
	      : *what == 'n' ? sides[i]->calls
			     : sides[i]->shape,
	      places, around);
}

static bool
match_all (struct side *old, struct side *new, const struct flow *a,
	   const struct flow *b, struct keyed *lists, uint32_t *queue,
	   uint8_t *sure, struct fault *f)
{
  /* What two blocks must have in common besides their contents, from strict to loose.  */
  static const struct
  {
    bool places, around;
  } levels[] = { { true, true }, { true, false }, { false, true } };
  for (unsigned i = 0; i < 3; i++)
    {
      set_both (old, new, "contents", levels[i].places, levels[i].around);
      match_keys (old, new, lists, sure, SURE_STRICT);
    }
  set_both (old, new, "names", false, false);
  if (!match_order (old, new, sure, SURE_STRICT, f))
    return false;
  set_both (old, new, "contents", false, false);
  if (!match_order (old, new, sure, SURE_STRICT, f))
    return false;
  match_ways (old, new, a, b, queue, sure, SURE_STRICT);
  match_keys (old, new, lists, sure, SURE_STRICT);
  set_both (old, new, "shape", true, true);
  match_keys (old, new, lists, sure, SURE_LOOSE);
  set_both (old, new, "shape", false, false);
  match_ways (old, new, a, b, queue, sure, SURE_LOOSE);
  return true;
}

/* Find for each edge of NEW out of a block that is matched the one that it was: first
   by where it leads to, then by its kind, then if only one is left.  */
static void
match_edges (struct block_match *m, const struct side *old,
	     const struct side *new, const struct flow *a, const struct flow *b,
	     bool *taken)
{
  for (uint32_t y = 0; y < new->n + HALT_BLOCK_FIRST; y++)
    {
      uint32_t x = m->was[y], left = 0, rest = 0, last = 0, last_old = 0;
      if (x == NO_BLOCK)
	continue;
      for (unsigned round = 0; round < 3; round++)
	for (uint32_t i = b->out.first[y]; i < b->out.first[y + 1]; i++)
	  {
	    uint32_t e = b->out.edges[i];
	    const struct halt_map_edge *to = new->edges + e;
	    for (uint32_t k = a->out.first[x];
		 m->edge[e] == NO_BLOCK && k < a->out.first[x + 1]; k++)
	      {
		uint32_t d = a->out.edges[k];
		const struct halt_map_edge *from = old->edges + d;
		bool kind = from->flags == to->flags
			    && from->index == to->index;
		bool lands = m->was[to->to] == from->to;
		/* An edge whose end is known to be another one is no match.  */
		bool free = m->was[to->to] == NO_BLOCK
			    || m->becomes[from->to] == NO_BLOCK;
		if (taken[d] || (round == 0 && !(lands && kind))
		    || (round == 1 && !lands)
		    || (round == 2 && !(kind && free)))
		  continue;
		taken[d] = true;
		m->edge[e] = d;
	      }
	  }
      for (uint32_t i = b->out.first[y]; i < b->out.first[y + 1]; i++)
	if (m->edge[b->out.edges[i]] == NO_BLOCK)
	  {
	    left++;
	    last = b->out.edges[i];
	  }
      for (uint32_t k = a->out.first[x]; k < a->out.first[x + 1]; k++)
	if (!taken[a->out.edges[k]])
	  {
	    rest++;
	    last_old = a->out.edges[k];
	  }
      if (left == 1 && rest == 1)
	m->edge[last] = last_old;
    }
}

bool
blocks_match (struct block_match *m, const struct placed *p,
	      const struct placed *q, struct fault *f)
{
  struct side old, new = { 0 };
  struct flow a = { 0 }, b = { 0 };
  const struct halt_map_function *x = placed_record (p), *y = placed_record (q);
  uint32_t n = y->n_blocks + HALT_BLOCK_FIRST;
  uint32_t n_old = x->n_blocks + HALT_BLOCK_FIRST;
  struct keyed *lists = NULL;
  uint32_t *queue = NULL;
  bool *taken = NULL;
  memset (m, 0, sizeof *m);
  bool ok = side_init (&old, p, f) && side_init (&new, q, f)
	    && flow_init (&a, n_old, x->n_edges, old.edges, NULL, f)
	    && flow_init (&b, n, y->n_edges, new.edges, NULL, f)
	    && (lists = fresh (n + (size_t) n_old, sizeof *lists, f))
	    && (queue = fresh (n, sizeof *queue, f))
	    && (taken = fresh (x->n_edges, sizeof *taken, f))
	    && (m->was = fresh (n, sizeof *m->was, f))
	    && (m->becomes = fresh (n_old, sizeof *m->becomes, f))
	    && (m->sure = fresh (n, sizeof *m->sure, f))
	    && (m->edge = fresh (y->n_edges, sizeof *m->edge, f))
	    && match_all (&old, &new, &a, &b, lists, queue, m->sure, f);
  for (uint32_t i = 0; ok && i < n_old; i++)
    m->becomes[i] = i < HALT_BLOCK_FIRST ? i
		    : old.match[i - HALT_BLOCK_FIRST] == NO_BLOCK
		      ? NO_BLOCK
		      : old.match[i - HALT_BLOCK_FIRST] + HALT_BLOCK_FIRST;
  for (uint32_t i = 0; ok && i < n; i++)
    {
      m->was[i] = i < HALT_BLOCK_FIRST ? i
		  : new.match[i - HALT_BLOCK_FIRST] == NO_BLOCK
		    ? NO_BLOCK
		    : new.match[i - HALT_BLOCK_FIRST] + HALT_BLOCK_FIRST;
      if (i < HALT_BLOCK_FIRST)
	m->sure[i] = SURE_STRICT;
    }
  for (uint32_t i = 0; ok && i < y->n_edges; i++)
    m->edge[i] = NO_BLOCK;
  if (ok)
    match_edges (m, &old, &new, &a, &b, taken);
  FREE_ALL (lists, queue, taken);
  flow_release (&a);
  flow_release (&b);
  side_release (&old);
  side_release (&new);
  return ok;
}

void
blocks_release (struct block_match *m)
{
  FREE_ALL (m->was, m->becomes, m->sure, m->edge);
  memset (m, 0, sizeof *m);
}
