/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Write descriptions of paths.  */

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blpp/graph.h"

static bool
make_room (struct blpp_text *t, size_t n)
{
  if (t->room - t->size > n)
    return true;
  size_t room = (t->room + n + 1) * 2;
  char *text = realloc (t->text, room);
  if (!text)
    {
      errno = ENOMEM;
      return false;
    }
  t->text = text;
  t->room = room;
  return true;
}

/* Append words and numbers: a line is short.  */
static bool
put (struct blpp_text *t, const char *format, ...)
{
  enum
  {
    LINE = 160
  };
  if (!make_room (t, LINE))
    return false;
  va_list args;
  va_start (args, format);
  t->size += vsnprintf (t->text + t->size, LINE, format, args);
  va_end (args);
  return true;
}

static bool
put_name (struct blpp_text *t, const char *name)
{
  if (!make_room (t, 4 * strlen (name)))
    return false;
  for (; *name; name++)
    {
      unsigned char c = *name;
      if (c < ' ' || c == '\\' || c == 0x7f)
	t->size += sprintf (t->text + t->size, "\\%03o", c);
      else
	t->text[t->size++] = c;
    }
  t->text[t->size] = 0;
  return true;
}

int
blpp_describe_begin (struct blpp_text *t)
{
  return put (t, "halt-paths 1\n") ? 0 : -1;
}

/* --- a procedure -------------------------------------------------------- */

/* What is at a block besides edges, or NULL.  */
struct points
{
  const struct arc *head, *end;
};

/* Find the arcs of edges and blocks.  */
static void
find_arcs (const struct blpp *b, const struct arc **edges,
	   struct points *points)
{
  for (uint32_t i = 0; i < b->first[b->n_vertices]; i++)
    {
      const struct arc *a = b->arcs + i;
      if (a->kind == ARC_EDGE || a->kind == ARC_EDGE_ENDS)
	edges[a->item] = a;
      else if (a->kind == ARC_HEAD || a->kind == ARC_HEAD_ENDS)
	points[a->item].head = a;
      else
	points[a->item].end = a;
    }
}

static bool
put_edge (struct blpp_text *t, const struct blpp *b, uint32_t e,
	  const struct arc *a)
{
  const struct blpp_edge *edge = b->edges + e;
  if (!put (t, "edge %" PRIu32 " %" PRIu32 " %" PRIu32, e, edge->from,
	    edge->to))
    return false;
  switch ((enum blpp_role) b->role[e])
    {
    case BLPP_STEP:
      return put (t, " %s %" PRIu64 "\n", a->bound ? "bound" : "step",
		  a->value);
    case BLPP_ENDS:
      return put (t, " ends %" PRIu64 "\n", a->value);
    case BLPP_LOOSE:
      return put (t, " loose\n");
    case BLPP_LOST:
      return put (t, " lost\n");
    case BLPP_SAME:
      return put (t, " same %" PRIu32 "\n", b->same[e]);
    case BLPP_DEAD:
      break;
    }
  return put (t, " dead\n");
}

static bool
put_point (struct blpp_text *t, const char *word, uint32_t v,
	   const struct arc *a)
{
  return !a || put (t, "%s %" PRIu32 " %" PRIu64 "\n", word, v, a->value);
}

static bool
put_points (struct blpp_text *t, const struct blpp *b, uint32_t v,
	    const struct points *at)
{
  unsigned flags = b->blocks[v];
  if (!(flags & BLPP_REACHED))
    return put (t, "dead %" PRIu32 "\n", v);
  return put_point (t, flags & BLPP_HEAD_ENDS ? "stop" : "head", v, at->head)
	 && put_point (t,
		       !(flags & BLPP_TAIL_ENDS) ? "exit"
		       : flags & BLPP_LEAVES	 ? "final"
						 : "tail",
		       v, at->end);
}

static bool
put_begins (struct blpp_text *t, const struct blpp *b)
{
  for (uint32_t i = b->first[b->n_vertices]; i < b->n_arcs; i++)
    {
      const struct arc *a = b->arcs + i;
      bool front = a->to >= b->n_blocks
		   && (b->blocks[a->item] & BLPP_HEAD_ENDS);
      if (!put (t, "%s %" PRIu32 " %" PRIu32 " %" PRIu64 "\n",
		front ? "front" : "begin", a->item, b->region[a->to], a->value))
	return false;
    }
  return true;
}

/* Everything after the first line.  */
static bool
put_graph (struct blpp_text *t, const struct blpp *b, const struct arc **edges,
	   struct points *points)
{
  find_arcs (b, edges, points);
  if (!put (t, "graph %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 "\n",
	    b->n_blocks, b->n_edges, b->entry, b->n_regions))
    return false;
  for (uint32_t r = 0; r < b->n_regions; r++)
    if (!put (t, "region %" PRIu32 " %" PRIu64 "\n", r, b->paths[r]))
      return false;
  for (uint32_t e = 0; e < b->n_edges; e++)
    if (!put_edge (t, b, e, edges[e]))
      return false;
  for (uint32_t v = 0; v < b->n_blocks; v++)
    if (!put_points (t, b, v, points + v))
      return false;
  return put_begins (t, b) && put (t, "end\n");
}

int
blpp_describe (struct blpp_text *t, const struct blpp *b, uint64_t id,
	       const char *name)
{
  if (!*name || strlen (name) > BLPP_MAX_NAME)
    {
      errno = EINVAL;
      return -1;
    }
  const struct arc **edges = blpp_zeroed (b->n_edges, sizeof *edges);
  struct points *points = blpp_zeroed (b->n_blocks, sizeof *points);
  size_t before = t->size;
  bool done = edges && points && put (t, "procedure %" PRIu64 " ", id)
	      && put_name (t, name) && put (t, "\n")
	      && put_graph (t, b, edges, points);
  if (!done && t->text)
    t->text[t->size = before] = 0;
  free (edges);
  free (points);
  return done ? 0 : -1;
}
