/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States: the beginnings of paths, and which of them control is at the end of; of several,
   the longest one, which the others are the ends of.  So they are found as Aho and Corasick
   look for words in a text (Efficient String Matching, 1975).  */

#include <stdlib.h>
#include <string.h>
#include "cover/prime.h"

/* So many transitions there may be.  */
#define MOST (1 << 20)

/* The beginning of a path; number 0 is none.  */
struct node
{
  uint32_t block;		/* the last one */
  uint32_t child, sibling;	/* those that are longer by one block */
  uint32_t fail;		/* the longest other one that it ends with, or 0 */
  uint32_t local;		/* its place among those of its block, from 1 */
  uint32_t path;		/* that it is all of, or PRIME_NEVER */
};

struct maker
{
  void *owned[16];
  unsigned n_owned;
  bool short_of_memory;
  const struct prime_graph *graph;
  const struct prime_paths *found;
  struct prime_states *made;
  bool *cut;
  struct node *nodes;
  uint32_t n_nodes;
  uint32_t *starts;		/* of blocks: the beginning that is that block, or 0 */
  uint32_t *counts;		/* of blocks: how many end there, with the empty one */
  uint32_t *first_edge, *edges;	/* of blocks: the edges out of each, in EDGES */
  size_t *to_at;		/* of edges: */
  uint32_t *to;			/* the beginning that each becomes, by its place */
  size_t *place_at;		/* of blocks: where what is known of each place is: */
  bool *reached;
  uint32_t *number;		/* PRIME_NEVER: none yet */
  uint32_t *node_at;
};

/* N objects of SIZE bytes, all 0, that live as long as M.  */
static void *
take (struct maker *m, size_t n, size_t size)
{
  void *list = calloc (n + 1, size);
  m->owned[m->n_owned++] = list;
  m->short_of_memory |= !list;
  return list;
}

static uint32_t
find_child (const struct maker *m, uint32_t node, uint32_t block)
{
  uint32_t c = m->nodes[node].child;
  while (c > 0 && m->nodes[c].block != block)
    c = m->nodes[c].sibling;
  return c;
}

static uint32_t
add_node (struct maker *m, uint32_t parent, uint32_t block)
{
  uint32_t c = parent ? find_child (m, parent, block) : m->starts[block];
  if (c > 0)
    return c;
  c = ++m->n_nodes;
  m->nodes[c] = (struct node) { .block = block, .local = m->counts[block]++,
				.path = PRIME_NEVER };
  if (parent)
    {
      m->nodes[c].sibling = m->nodes[parent].child;
      m->nodes[parent].child = c;
    }
  else
    m->starts[block] = c;
  return c;
}

static void
add_paths (struct maker *m)
{
  const struct prime_paths *p = m->found;
  for (uint32_t b = 0; b < m->graph->n_blocks; b++)
    m->counts[b] = 1;
  for (size_t i = 0; i < p->n; i++)
    {
      uint32_t node = 0;
      for (size_t k = p->starts[i]; k < p->starts[i + 1]; k++)
	node = add_node (m, node, p->blocks[k]);
      m->nodes[node].path = (uint32_t) i;
    }
}

static bool
is_step (const struct maker *m, uint32_t edge)
{
  uint32_t to = m->graph->edges[edge].to;
  return to < m->graph->n_blocks && !m->cut[to];
}

/* List edges, and count transitions; false if they are too many.  */
static bool
list_edges (struct maker *m)
{
  const struct prime_graph *g = m->graph;
  for (uint32_t e = 0; e < g->n_edges; e++)
    {
      m->first_edge[g->edges[e].from]++;
      m->to_at[e + 1]
	= m->to_at[e] + (is_step (m, e) ? m->counts[g->edges[e].from] : 0);
      if (m->to_at[e + 1] > MOST)
	return false;
    }
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      m->first_edge[b + 1] += m->first_edge[b];
      m->place_at[b + 1] = m->place_at[b] + m->counts[b];
    }
  for (uint32_t e = 0; e < g->n_edges; e++)
    m->edges[--m->first_edge[g->edges[e].from]] = e;
  return true;
}

/* Find what NODE, or the empty beginning of BLOCK, becomes by the edges out of BLOCK.  */
static void
find_to (struct maker *m, uint32_t block, uint32_t node)
{
  const struct node *n = m->nodes + node;
  for (uint32_t i = m->first_edge[block]; i < m->first_edge[block + 1]; i++)
    {
      uint32_t e = m->edges[i], to = m->graph->edges[e].to;
      uint32_t *list = m->to + m->to_at[e];
      if (!is_step (m, e))
	continue;
      uint32_t other = node ? list[m->nodes[n->fail].local] : m->starts[to];
      uint32_t child = node ? find_child (m, node, to) : 0;
      if (child)
	m->nodes[child].fail = other;
      list[n->local] = child ? child : other;
    }
}

/* Find all of them, the short ones first.  QUEUE has room for all nodes.  */
static void
find_all (struct maker *m, uint32_t *queue)
{
  uint32_t n = 0;
  for (uint32_t b = 0; b < m->graph->n_blocks; b++)
    {
      find_to (m, b, 0);
      if (m->starts[b])
	queue[n++] = m->starts[b];
    }
  for (uint32_t i = 0; i < n; i++)
    {
      find_to (m, m->nodes[queue[i]].block, queue[i]);
      for (uint32_t c = m->nodes[queue[i]].child; c > 0; c = m->nodes[c].sibling)
	queue[n++] = c;
    }
}

/* --- numbers ------------------------------------------------------------------------ */

/* Mark NODE, in BLOCK, and put it into QUEUE.  */
static void
add_reached (struct maker *m, uint32_t block, uint32_t node, uint32_t *queue,
	     uint32_t *n)
{
  bool *reached = m->reached + m->place_at[block] + m->nodes[node].local;
  if (*reached)
    return;
  *reached = true;
  queue[(*n)++] = block;
  queue[(*n)++] = node;
}

/* Mark what control can come to.  QUEUE has room for two numbers for each place.  */
static void
find_reached (struct maker *m, uint32_t *queue)
{
  uint32_t n = 0;
  for (uint32_t b = 0; b < m->graph->n_blocks; b++)
    if (b == 0 || m->cut[b])
      add_reached (m, b, m->starts[b], queue, &n);
  for (uint32_t i = 0; i < n; i += 2)
    for (uint32_t k = m->first_edge[queue[i]]; k < m->first_edge[queue[i] + 1];
	 k++)
      if (is_step (m, m->edges[k]))
	add_reached (m, m->graph->edges[m->edges[k]].to,
		     m->to[m->to_at[m->edges[k]] + m->nodes[queue[i + 1]].local],
		     queue, &n);
}

/* Give the beginnings at the end of edge E the numbers of what they come from, if that can
   be, so that nothing is to be done there.  */
static bool
keep_numbers (struct maker *m, uint32_t e)
{
  uint32_t from = m->graph->edges[e].from, to = m->graph->edges[e].to;
  const bool *reached = m->reached + m->place_at[from];
  const uint32_t *was = m->number + m->place_at[from];
  uint32_t *number = m->number + m->place_at[to];
  bool good = true;
  for (uint32_t i = 0; i < m->counts[from] && good; i++)
    if (reached[i])
      {
	const struct node *n = m->nodes + m->to[m->to_at[e] + i];
	good = was[i] != PRIME_NEVER && number[n->local] == PRIME_NEVER
	       && n->path == PRIME_NEVER;
	number[n->local] = was[i];
      }
  if (!good)
    memset (number, 0xff, m->counts[to] * sizeof *number);
  return good;
}

/* Let B's states that are the ENDS of paths, or the others, have numbers that are free, from
   NEXT up.  USED says which are not.  */
static void
give_numbers (struct maker *m, uint32_t b, bool ends, uint32_t next, bool *used)
{
  uint32_t *number = m->number + m->place_at[b], *n = &m->made->blocks[b].n_states;
  for (uint32_t i = 0; i < m->counts[b]; i++)
    {
      const struct node *node = m->nodes + m->node_at[m->place_at[b] + i];
      if (m->reached[m->place_at[b] + i] && number[i] == PRIME_NEVER
	  && (node->path != PRIME_NEVER) == ends)
	{
	  while (used[next])
	    next++;
	  number[i] = next;
	  used[next] = true;
	}
      if (number[i] != PRIME_NEVER && number[i] >= *n)
	*n = number[i] + 1;
    }
}

/* Number the states of block B.  USED has room for the numbers.  */
static void
number_block (struct maker *m, uint32_t b, bool *used)
{
  struct prime_block *block = m->made->blocks + b;
  const uint32_t *number = m->number + m->place_at[b];
  for (uint32_t e = 0, kept = 0; e < m->graph->n_edges && !kept; e++)
    if (m->graph->edges[e].to == b && m->graph->edges[e].from != b
	&& is_step (m, e))
      kept = keep_numbers (m, e);
  for (uint32_t i = 0; i < m->counts[b]; i++)
    if (number[i] != PRIME_NEVER)
      used[number[i]] = true;
  give_numbers (m, b, false, 0, used);
  block->n_inner = block->n_states;
  give_numbers (m, b, true, block->n_inner, used);
  block->start = number[m->nodes[m->starts[b]].local];
  memset (used, 0, block->n_states * sizeof *used);
}

/* --- what is made --------------------------------------------------------------------- */

static void
fill_block (struct maker *m, uint32_t b)
{
  struct prime_states *s = m->made;
  const uint32_t *number = m->number + m->place_at[b];
  for (uint32_t i = 0; i < m->counts[b]; i++)
    {
      const struct node *node = m->nodes + m->node_at[m->place_at[b] + i];
      if (number[i] != PRIME_NEVER && number[i] >= s->blocks[b].n_inner)
	s->paths[s->path_at[b] + number[i] - s->blocks[b].n_inner] = node->path;
    }
  for (uint32_t k = m->first_edge[b]; k < m->first_edge[b + 1]; k++)
    {
      uint32_t e = m->edges[k], to = m->graph->edges[e].to;
      for (uint32_t i = 0; i < m->counts[b] && is_step (m, e); i++)
	if (number[i] != PRIME_NEVER)
	  s->next[s->next_at[e] + number[i]]
	    = m->number[m->place_at[to]
			+ m->nodes[m->to[m->to_at[e] + i]].local];
    }
}

static bool
fill (struct maker *m)
{
  struct prime_states *s = m->made;
  const struct prime_graph *g = m->graph;
  for (uint32_t e = 0; e < g->n_edges; e++)
    s->next_at[e + 1] = s->next_at[e]
			+ (is_step (m, e) ? s->blocks[g->edges[e].from].n_states : 0);
  for (uint32_t b = 0; b < g->n_blocks; b++)
    s->path_at[b + 1]
      = s->path_at[b] + s->blocks[b].n_states - s->blocks[b].n_inner;
  size_t n = s->next_at[g->n_edges], n_paths = s->path_at[g->n_blocks];
  s->next = malloc ((n + 1) * sizeof *s->next);
  s->paths = calloc (n_paths + 1, sizeof *s->paths);
  if (!s->next || !s->paths)
    return false;
  memset (s->next, 0xff, n * sizeof *s->next);
  for (uint32_t b = 0; b < g->n_blocks; b++)
    fill_block (m, b);
  return true;
}

/* Number the beginnings that control can come to, and say what becomes of them.  */
static bool
make_states (struct maker *m)
{
  const struct prime_graph *g = m->graph;
  size_t n = m->place_at[g->n_blocks];
  uint32_t *queue = take (m, 2 * n, sizeof *queue);
  bool *used = take (m, n, sizeof *used);
  m->reached = take (m, n, sizeof *m->reached);
  m->number = take (m, n, sizeof *m->number);
  m->node_at = take (m, n, sizeof *m->node_at);
  m->to = take (m, m->to_at[g->n_edges], sizeof *m->to);
  if (m->short_of_memory)
    return false;
  memset (m->number, 0xff, n * sizeof *m->number);
  for (uint32_t i = 1; i <= m->n_nodes; i++)
    m->node_at[m->place_at[m->nodes[i].block] + m->nodes[i].local] = i;
  find_all (m, queue);
  find_reached (m, queue);
  for (uint32_t b = 0; b < g->n_blocks; b++)
    number_block (m, b, used);
  return fill (m);
}

/* List what there is; TOO_MANY of S may be the result.  */
static bool
make (struct maker *m)
{
  const struct prime_graph *g = m->graph;
  struct prime_states *s = m->made;
  size_t n = g->n_blocks;
  s->blocks = calloc (n + 1, sizeof *s->blocks);
  s->next_at = calloc (g->n_edges + 1, sizeof *s->next_at);
  s->path_at = calloc (n + 1, sizeof *s->path_at);
  m->cut = take (m, n, sizeof *m->cut);
  m->nodes = take (m, m->found->starts[m->found->n], sizeof *m->nodes);
  m->starts = take (m, n, sizeof *m->starts);
  m->counts = take (m, n, sizeof *m->counts);
  m->first_edge = take (m, n, sizeof *m->first_edge);
  m->edges = take (m, g->n_edges, sizeof *m->edges);
  m->to_at = take (m, g->n_edges, sizeof *m->to_at);
  m->place_at = take (m, n, sizeof *m->place_at);
  if (!s->blocks || !s->next_at || !s->path_at || m->short_of_memory)
    return false;
  m->nodes[0].path = PRIME_NEVER;
  prime_cuts (g, m->cut);
  add_paths (m);
  s->too_many = !list_edges (m);
  return s->too_many || make_states (m);
}

bool
prime_states_make (struct prime_states *s, const struct prime_graph *g,
		   const struct prime_paths *p)
{
  struct maker m = { .graph = g, .found = p, .made = s };
  *s = (struct prime_states) { 0 };
  bool good = make (&m), too_many = s->too_many;
  while (m.n_owned > 0)
    free (m.owned[--m.n_owned]);
  if (!good || too_many)
    prime_states_release (s);
  s->too_many = too_many;
  return good;
}

void
prime_states_release (struct prime_states *s)
{
  free (s->blocks);
  free (s->next_at);
  free (s->next);
  free (s->path_at);
  free (s->paths);
  *s = (struct prime_states) { 0 };
}
