/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Check descriptions of paths: roles must fit each other, so that the graph
   can be numbered; then all numbers follow, and the procedure is described
   again and must be the same text.  */

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blpp/parse.h"

bool
blpp_fail (struct reader *r, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  r->fault->line = r->line;
  vsnprintf (r->fault->reason, sizeof r->fault->reason, format, args);
  va_end (args);
  for (char *p = r->fault->reason; *p; p++)
    if ((unsigned char) *p < ' ' || *p == 0x7f)
      *p = '?';
  return false;
}

bool
blpp_no_memory (struct reader *r)
{
  r->line = 0;
  return blpp_fail (r, "out of memory");
}

/* Roles must fit the blocks they are in.  */
static bool
check_edge (struct reader *r, const struct blpp *b, uint32_t e)
{
  unsigned from = b->blocks[b->edges[e].from];
  unsigned role = b->role[e], same = b->role[b->same[e]];
  r->line = r->edges + e;
  if (!(from & BLPP_REACHED) != (role == BLPP_DEAD))
    return blpp_fail (r, from & BLPP_REACHED ? "it can be reached"
					     : "it cannot be reached");
  if (role != BLPP_SAME && role != BLPP_DEAD
      && !(from & BLPP_TAIL_ENDS) != (role != BLPP_LOOSE))
    return blpp_fail (r, "all paths end with its block, or none: see 'tail'");
  if (role == BLPP_SAME
      && !(same == BLPP_LOOSE || same == BLPP_LOST
	   || (same == BLPP_STEP && (b->edges[b->same[e]].flags & BLPP_BOUND))))
    return blpp_fail (r, "only a bound edge can be the same as another");
  return true;
}

/* Vertices to which a region must be given on.  */
struct spread
{
  struct reader *r;
  const struct blpp *b;
  uint32_t *region;
  uint32_t *stack, n;
};

/* VERTEX is in REGION; LINE says so.  */
static bool
spread_to (struct spread *s, uint32_t vertex, uint32_t region, size_t line)
{
  if (s->region[vertex] == region)
    return true;
  if (s->region[vertex] != NONE)
    {
      s->r->line = line;
      return blpp_fail (s->r,
			"block %" PRIu32 " is in regions %" PRIu32
			" and %" PRIu32,
			s->b->block[vertex], s->region[vertex], region);
    }
  s->region[vertex] = region;
  s->stack[s->n++] = vertex;
  return true;
}

static bool
spread_from (struct spread *s, uint32_t v, size_t line)
{
  const struct blpp *b = s->b;
  if (v >= b->n_blocks)
    return (b->blocks[b->block[v]] & BLPP_HEAD_ENDS)
	   || spread_to (s, b->block[v], s->region[v], line);
  for (uint32_t i = b->out_first[v]; i < b->out_first[v + 1]; i++)
    {
      uint32_t e = b->out[i];
      if (b->role[e] == BLPP_STEP
	  && !spread_to (s, vertex_in (b, b->edges[e].to), s->region[v],
			 s->r->edges + e))
	return false;
    }
  return true;
}

/* From the regions of begins to those of all vertices.  LINE: the
   procedure's.  */
static bool
spread_regions (struct spread *s, const uint32_t *begin, size_t line)
{
  const struct blpp *b = s->b;
  for (uint32_t v = 0; v < b->n_vertices; v++)
    s->region[v] = NONE;
  for (uint32_t v = 0; v < b->n_blocks; v++)
    {
      bool ends = b->blocks[v] & BLPP_HEAD_ENDS;
      if (begin[v] != NONE
	  && !spread_to (s, ends ? v : vertex_in (b, v), begin[v], line))
	return false;
      if (begin[b->n_blocks + v] != NONE
	  && !spread_to (s, vertex_in (b, v), begin[b->n_blocks + v], line))
	return false;
    }
  while (s->n > 0)
    if (!spread_from (s, s->stack[--s->n], line))
      return false;
  for (uint32_t v = 0; v < b->n_vertices; v++)
    if (s->region[v] == NONE && (b->blocks[b->block[v]] & BLPP_REACHED))
      {
	s->r->line = line;
	return blpp_fail (s->r,
			  "nothing says in which region block %" PRIu32 " is",
			  b->block[v]);
      }
  return true;
}

bool
blpp_renumber (struct reader *r, struct blpp *b, uint32_t regions,
	       const uint32_t *begin, size_t line)
{
  size_t end = r->line;
  if (!blpp_index (b) || !blpp_reach (b))
    return blpp_no_memory (r);
  for (uint32_t e = 0; e < b->n_edges; e++)
    if (!check_edge (r, b, e))
      return false;
  blpp_heads (b);
  uint32_t *region = blpp_zeroed (b->n_vertices, sizeof *region);
  uint32_t *stack = blpp_zeroed (b->n_vertices, sizeof *stack);
  struct spread s = { r, b, region, stack, 0 };
  bool done = (region && stack) || blpp_no_memory (r);
  done = done && spread_regions (&s, begin, line);
  r->line = line;
  errno = 0;
  if (done && !blpp_arcs (b, region, regions))
    done = errno ? blpp_no_memory (r) : blpp_fail (r, "paths that do not end");
  for (uint32_t v = 0; done && v < b->n_vertices; v++)
    if (region[v] != NONE && b->ways[v] == 0)
      done = blpp_fail (r, "no path leads on from block %" PRIu32, b->block[v]);
  for (uint32_t i = 0; done && i < regions; i++)
    if (b->paths[i] == 0 || b->paths[i] > BLPP_MAX_PATHS)
      done = blpp_fail (r, "region %" PRIu32 " has %s paths", i,
			b->paths[i] ? "too many" : "no");
  free (region);
  free (stack);
  if (done)
    r->line = end;
  return done;
}

bool
blpp_compare (struct reader *r, const struct blpp_procedure *p,
	      const char *start, size_t line)
{
  struct blpp_text t = { 0 };
  if (blpp_describe (&t, p->paths, p->id, p->name) < 0)
    {
      free (t.text);
      return blpp_no_memory (r);
    }
  size_t n = r->at - start, same = 0;
  while (same < n && same < t.size && start[same] == t.text[same])
    same++;
  bool done = same == n && same == t.size;
  if (!done)
    {
      while (same > 0 && t.text[same - 1] != '\n')
	same--;
      for (size_t i = 0; i < same; i++)
	line += t.text[i] == '\n';
      r->line = line;
      blpp_fail (r, "this should be '%.*s'",
		 (int) strcspn (t.text + same, "\n"), t.text + same);
    }
  free (t.text);
  return done;
}
