/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tarjan's algorithm without recursion: functions can have very many
   blocks.  */

#include "summarize/solve/components.h"

#define NONE UINT32_MAX

struct components
{
  const struct network *net;
  bool plain;
  uint32_t *part;
  uint32_t *number, *low;	/* of nodes, in the order they are found */
  uint32_t *next;		/* of each node: its ends from here on */
  uint32_t *stack, n_stack;	/* found, in no part yet */
  uint32_t *path, n_path;	/* from a root to where we are */
  uint32_t n_found, n_parts;
};

static void
enter_node (struct components *s, uint32_t node)
{
  s->number[node] = s->low[node] = s->n_found++;
  s->next[node] = s->net->first[node];
  s->stack[s->n_stack++] = node;
  s->path[s->n_path++] = node;
}

/* All that NODE leads to has been found.  */
static void
leave_node (struct components *s, uint32_t node)
{
  s->n_path--;
  if (s->n_path > 0 && s->low[node] < s->low[s->path[s->n_path - 1]])
    s->low[s->path[s->n_path - 1]] = s->low[node];
  if (s->low[node] != s->number[node])
    return;
  uint32_t member;
  do
    s->part[member = s->stack[--s->n_stack]] = s->n_parts;
  while (member != node);
  s->n_parts++;
}

static void
search_components (struct components *s, uint32_t root)
{
  const struct network *net = s->net;
  enter_node (s, root);
  while (s->n_path > 0)
    {
      uint32_t v = s->path[s->n_path - 1];
      if (s->next[v] == net->first[v + 1])
	{
	  leave_node (s, v);
	  continue;
	}
      uint32_t end = net->ends[s->next[v]++], to = across (net, end);
      if (!residual (net, end) || (s->plain && arc_of (net, end)->cause))
	continue;
      if (s->number[to] == NONE)
	enter_node (s, to);
      else if (s->part[to] == NONE && s->number[to] < s->low[v])
	s->low[v] = s->number[to];
    }
}

uint32_t
components_number (const struct network *net, bool plain, uint32_t *part,
		   uint32_t *room)
{
  size_t n = net->n_nodes;
  struct components s = {
    .net = net, .plain = plain, .part = part, .number = room,
    .low = room + n, .next = room + 2 * n, .stack = room + 3 * n,
    .path = room + 4 * n
  };
  for (uint32_t v = 0; v < n; v++)
    s.number[v] = part[v] = NONE;
  for (uint32_t v = 0; v < n; v++)
    if (s.number[v] == NONE)
      search_components (&s, v);
  return s.n_parts;
}
