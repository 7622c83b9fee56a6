/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The summary as JSON: a unit, then one function a line.  */

#include "report/json/json.h"

static void
put_blocks (struct json *w, const struct ghalt_graph *g)
{
  struct ghalt_block b;
  json_open (w, "blocks", '[');
  for (uint32_t i = GHALT_BLOCK_FIRST; ghalt_block (g, i, &b); i++)
    {
      json_open (w, NULL, '{');
      json_block (w, g, &b);
      json_close (w, '}');
    }
  json_close (w, ']');
}

static void
put_function (struct json *w, const struct ghalt_report *r,
	      const struct ghalt_function *fn)
{
  struct ghalt_graph *g = open_graph (r, fn->number, 0, w->fault);
  struct ghalt_edge e;
  struct ghalt_point p;
  if (!g)
    return;
  json_open (w, NULL, '{');
  json_function (w, fn);
  put_blocks (w, g);
  json_open (w, "edges", '[');
  for (uint32_t i = 0; ghalt_edge (g, i, &e); i++)
    {
      json_open (w, NULL, '{');
      json_edge (w, &e);
      json_close (w, '}');
    }
  json_close (w, ']');
  json_open (w, "points", '[');
  for (uint32_t i = 0; ghalt_point (r, fn->number, i, &p); i++)
    {
      json_open (w, NULL, '{');
      json_point (w, r, &p);
      json_close (w, '}');
    }
  json_close (w, ']');
  json_close (w, '}');
  ghalt_graph_close (g);
}

static void
open_unit (struct json *w, const struct ghalt_unit *u, size_t i)
{
  json_line (w);
  json_open (w, NULL, '{');
  json_unit (w, u);
  json_count (w, "unit", i);
  json_open (w, "functions", '[');
}

/* Write unit number I with what O selects of it.  */
static void
put_unit (struct json *w, const struct ghalt_report *r, size_t i,
	  const struct options *o)
{
  struct ghalt_unit u;
  struct ghalt_function fn;
  bool open = o->n_functions == 0;
  ghalt_unit (r, i, &u);
  if (open)
    open_unit (w, &u, i);
  for (size_t k = u.first_function; k < u.first_function + u.n_functions; k++)
    {
      ghalt_function (r, k, &fn);
      if (!options_choose (o, fn.name, fn.pretty))
	continue;
      if (!open)
	open_unit (w, &u, i);
      open = true;
      json_line (w);
      put_function (w, r, &fn);
      progress_step ();
    }
  if (open)
    {
      json_close (w, ']');
      json_close (w, '}');
    }
}

void
json_summary (FILE *out, const struct ghalt_program *p,
	      const struct ghalt_report *r, const struct options *o,
	      struct fault *f)
{
  struct json w = json_begin (out, f);
  struct ghalt_report_facts facts;
  ghalt_report_facts (r, &facts);
  json_open (&w, NULL, '{');
  json_count (&w, "halt_summary", 1);
  json_text (&w, "program", ghalt_program_path (p));
  json_text (&w, "build_id", ghalt_program_build_id (p));
  json_open (&w, "units", '[');
  progress_begin ("function", facts.n_functions);
  for (size_t i = 0; i < facts.n_units; i++)
    put_unit (&w, r, i, o);
  progress_end ();
  json_close (&w, ']');
  json_close (&w, '}');
  json_finish (&w);
}
