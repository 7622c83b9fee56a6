/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function's flow as JSON: its blocks and edges with their counts.  */

#include "summarize/json.h"

/* The members of C, a count of FLOW.  */
static void
count (struct json *w, const struct flow *flow, const struct count *c)
{
  char reason[256];
  static const char *const words[] = {
    [COUNT_UNKNOWN] = "unknown", [COUNT_DERIVED] = "derived",
    [COUNT_MEASURED] = "measured"
  };
  if (c->how == COUNT_UNKNOWN)
    json_nothing (w, "count");
  else
    json_count (w, "count", c->n);
  json_text (w, "how", words[c->how]);
  if (c->how == COUNT_UNKNOWN
      && flow_reason (reason, sizeof reason, flow, c) > 0)
    json_text (w, "reason", reason);
}

/* Blocks 0 and 1 are the function's entry and exit.  */
static void
put_blocks (struct json *w, const struct map *m,
	    const struct halt_map_function *fn, const struct flow *flow)
{
  const struct halt_map_line *line = m->lines + fn->first_line;
  json_open (w, "blocks", '[');
  for (uint32_t i = 0; i < flow->n_blocks; i++)
    {
      const struct count *loss = flow->losses + i;
      json_open (w, NULL, '{');
      if (i < HALT_BLOCK_FIRST)
	json_count (w, "block", i);
      else
	{
	  const struct halt_map_block *b = m->blocks + fn->first_block + i
					   - HALT_BLOCK_FIRST;
	  json_block (w, m, b, i, line);
	  line += b->n_lines;
	}
      count (w, flow, flow->block_counts + i);
      if (i >= HALT_BLOCK_FIRST && (loss->how == COUNT_UNKNOWN || loss->n > 0))
	{
	  json_open (w, "lost", '{');
	  count (w, flow, loss);
	  json_close (w, '}');
	}
      json_close (w, '}');
    }
  json_close (w, ']');
}

static void
put_edges (struct json *w, const struct flow *flow)
{
  json_open (w, "edges", '[');
  for (uint32_t i = 0; i < flow->n_edges; i++)
    {
      json_open (w, NULL, '{');
      json_edge (w, flow->edges + i);
      count (w, flow, flow->edge_counts + i);
      json_close (w, '}');
    }
  json_close (w, ']');
}

void
json_flow (struct json *w, const struct map *m,
	   const struct halt_map_function *fn, const struct flow *flow)
{
  put_blocks (w, m, fn, flow);
  put_edges (w, flow);
}
