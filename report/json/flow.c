/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function's flow as JSON: its blocks and edges with their counts.  */

#include "report/json/json.h"

/* The members of C, a count of G.  */
static void
put_count (struct json *w, const struct ghalt_graph *g,
	   const struct ghalt_count *c)
{
  char reason[256];
  static const char *const words[] = {
    [GHALT_UNKNOWN] = "unknown", [GHALT_DERIVED] = "derived",
    [GHALT_MEASURED] = "measured"
  };
  if (c->how == GHALT_UNKNOWN)
    json_nothing (w, "count");
  else
    json_count (w, "count", c->n);
  json_word (w, "how", words[c->how]);
  if (c->how == GHALT_UNKNOWN
      && ghalt_graph_reason (g, c, reason, sizeof reason) > 0)
    json_text (w, "reason", reason);
}

/* Blocks 0 and 1 are the function's entry and exit.  */
static void
put_blocks (struct json *w, const struct ghalt_graph *g)
{
  struct ghalt_block b;
  json_open (w, "blocks", '[');
  for (uint32_t i = 0; ghalt_block (g, i, &b); i++)
    {
      json_open (w, NULL, '{');
      if (i < GHALT_BLOCK_FIRST)
	json_count (w, "block", i);
      else
	json_block (w, g, &b);
      put_count (w, g, &b.count);
      if (i >= GHALT_BLOCK_FIRST
	  && (b.lost.how == GHALT_UNKNOWN || b.lost.n > 0))
	{
	  json_open (w, "lost", '{');
	  put_count (w, g, &b.lost);
	  json_close (w, '}');
	}
      json_close (w, '}');
    }
  json_close (w, ']');
}

static void
put_edges (struct json *w, const struct ghalt_graph *g)
{
  struct ghalt_edge e;
  json_open (w, "edges", '[');
  for (uint32_t i = 0; ghalt_edge (g, i, &e); i++)
    {
      json_open (w, NULL, '{');
      json_edge (w, &e);
      put_count (w, g, &e.count);
      json_close (w, '}');
    }
  json_close (w, ']');
}

void
json_flow (struct json *w, const struct ghalt_graph *g)
{
  put_blocks (w, g);
  put_edges (w, g);
}
