/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a number to its path (Ball and Larus, figure 6), and back.  */

#include <errno.h>
#include <stdlib.h>

#include "blpp/graph.h"

void
blpp_path_release (struct blpp_path *path)
{
  free (path->blocks);
  free (path->edges);
  *path = (struct blpp_path) { 0 };
}

/* Make room for one more block and edge.  */
static bool
make_room (struct blpp_path *p)
{
  if (p->n_blocks < p->room && p->n_edges < p->room)
    return true;
  uint32_t room = p->room ? 2 * p->room : 16;
  uint32_t *blocks = reallocarray (p->blocks, room, sizeof *blocks);
  if (blocks)
    p->blocks = blocks;
  uint32_t *edges = blocks ? reallocarray (p->edges, room, sizeof *edges)
			   : NULL;
  if (!edges)
    {
      errno = ENOMEM;
      return false;
    }
  p->edges = edges;
  p->room = room;
  return true;
}

/* Of the arcs from FIRST up to END, the one that VALUE belongs to.  */
static uint32_t
arc_for (const struct blpp *b, uint32_t first, uint32_t end, uint64_t value)
{
  while (end - first > 1)
    {
      uint32_t middle = first + (end - first) / 2;
      if (b->arcs[middle].value <= value)
	first = middle;
      else
	end = middle;
    }
  return first;
}

/* The way along A, and how it ends if it does.  */
static void
step (const struct arc *a, struct blpp_path *path)
{
  switch ((enum arc_kind) a->kind)
    {
    case ARC_EDGE:
    case ARC_EDGE_ENDS:
      path->edges[path->n_edges++] = a->item;
      path->end = BLPP_END_EDGE;
      break;
    case ARC_HEAD_ENDS:
      path->end = BLPP_END_EDGE;
      break;
    case ARC_EXIT:
      path->end = BLPP_END_EXIT;
      break;
    case ARC_TAIL_ENDS:
      path->end = BLPP_END_TAIL;
      break;
    case ARC_HEAD:
    case ARC_BEGIN:
      break;
    }
}

int
blpp_path (const struct blpp *b, uint32_t region, uint64_t id,
	   struct blpp_path *path)
{
  if (region >= b->n_regions || id >= b->paths[region])
    {
      errno = EINVAL;
      return -1;
    }
  uint32_t i = arc_for (b, b->begins[region], b->begins[region + 1], id);
  path->n_blocks = path->n_edges = 0;
  path->begin = b->arcs[i].item;
  for (;;)
    {
      const struct arc *a = b->arcs + i;
      if (!make_room (path))
	return -1;
      id -= a->value;
      step (a, path);
      if (a->to == NONE)
	return 0;
      if (a->to < b->n_blocks)
	path->blocks[path->n_blocks++] = a->to;
      i = arc_for (b, b->first[a->to], b->first[a->to + 1], id);
    }
}

/* --- back --------------------------------------------------------------- */

/* The arc out of vertex V along the path's edge number K, or what comes for it
   without edges; NONE if there is none.  */
static uint32_t
arc_along (const struct blpp *b, uint32_t v, const struct blpp_path *path,
	   uint32_t k)
{
  uint32_t found = NONE;
  for (uint32_t i = b->first[v]; i < b->first[v + 1]; i++)
    {
      const struct arc *a = b->arcs + i;
      if (a->kind != ARC_EDGE && a->kind != ARC_EDGE_ENDS)
	continue;
      if (path->edges
	    ? a->item == b->same[path->edges[k]]
	    : a->kind == ARC_EDGE && b->block[a->to] == path->blocks[k + 1]
		&& (found == NONE || a->item < b->arcs[found].item))
	found = i;
    }
  return found;
}

/* The arc out of V of KIND; NONE if there is none.  */
static uint32_t
arc_of_kind (const struct blpp *b, uint32_t v, enum arc_kind kind)
{
  for (uint32_t i = b->first[v]; i < b->first[v + 1]; i++)
    if (b->arcs[i].kind == kind)
      return i;
  return NONE;
}

/* Whether PATH's numbers are in range and its counts fit.  */
static bool
plausible (const struct blpp *b, const struct blpp_path *path)
{
  bool edge = path->end == BLPP_END_EDGE;
  if (path->begin >= b->n_blocks || (edge && path->n_blocks && !path->edges)
      || (path->n_blocks == 0 ? path->n_edges != 0 || !edge
			      : path->n_edges != path->n_blocks - !edge
				  || path->blocks[0] != path->begin))
    return false;
  for (uint32_t k = 0; k < path->n_blocks; k++)
    if (path->blocks[k] >= b->n_blocks)
      return false;
  for (uint32_t k = 0; path->edges && k < path->n_edges; k++)
    if (path->edges[k] >= b->n_edges
	|| b->edges[path->edges[k]].from != path->blocks[k])
      return false;
  return true;
}

/* Follow PATH from vertex V and add the values to *ID.  False if it leads
   elsewhere.  */
static bool
retrace (const struct blpp *b, const struct blpp_path *path, uint32_t v,
	 uint64_t *id)
{
  uint32_t k = 0, blocks = 0;
  while (v != NONE)
    {
      uint32_t i;
      if (v < b->n_blocks
	  && (blocks == path->n_blocks || path->blocks[blocks++] != v))
	return false;
      if (v >= b->n_blocks)
	i = b->first[v];
      else if (k < path->n_edges)
	i = arc_along (b, v, path, k++);
      else
	i = arc_of_kind (b, v,
			 path->end == BLPP_END_TAIL ? ARC_TAIL_ENDS : ARC_EXIT);
      if (i == NONE)
	return false;
      *id += b->arcs[i].value;
      v = b->arcs[i].to;
    }
  return k == path->n_edges && blocks == path->n_blocks;
}

/* The begin at VERTEX; NONE if there is none.  */
static uint32_t
begin_of (const struct blpp *b, uint32_t vertex)
{
  uint32_t region = b->region[vertex];
  if (region != NONE)
    for (uint32_t i = b->begins[region]; i < b->begins[region + 1]; i++)
      if (b->arcs[i].to == vertex)
	return i;
  return NONE;
}

int
blpp_path_id (const struct blpp *b, const struct blpp_path *path,
	      uint32_t *region, uint64_t *id)
{
  if (plausible (b, path))
    {
      /* With blocks, a path begins at the head only if it goes on to the
	 block.  */
      uint32_t block = path->begin, head = b->head[block];
      uint32_t v = head != NONE
		       && (path->n_blocks == 0
			   || !(b->blocks[block] & BLPP_HEAD_ENDS))
		     ? head
		     : block;
      uint32_t i = begin_of (b, v);
      uint64_t sum = i == NONE ? 0 : b->arcs[i].value;
      if (i != NONE && retrace (b, path, v, &sum))
	{
	  *region = b->region[v];
	  *id = sum;
	  return 0;
	}
    }
  errno = EINVAL;
  return -1;
}
