/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt summarize PROG: what every id means.  */

#include "summarize/command.h"

/* True if function K of U is to be drawn: what is selected, or has code.  */
static bool
drawn (const struct unit *u, uint32_t k, const struct options *o)
{
  return o->n_functions > 0
	 ? options_select (o, &u->map, u->map.functions + k)
	 : u->map.functions[k].n_blocks > 0;
}

/* How many functions are to be drawn; draw them on OUT unless it is NULL.  */
static size_t
draw (FILE *out, const struct program *p, const struct options *o)
{
  size_t n = 0;
  for (size_t i = 0; i < p->n_units; i++)
    for (uint32_t k = 0; k < p->units[i].map.header->n_functions; k++)
      if (drawn (p->units + i, k, o))
	{
	  n++;
	  if (out)
	    dot_function (out, p->units + i, k, p->units[i].base, NULL, NULL);
	}
  return n;
}

/* A picture is of one function.  */
static void
draw_picture (const struct program *p, const struct options *o)
{
  size_t n = draw (NULL, p, o);
  if (n != 1)
    die ("%s: a picture shows one function, not %zu; name it with "
	 "--function, or see --format=dot", p->path, n);
  FILE *graph = svg_begin ();
  draw (graph, p, o);
  svg_end (graph);
}

/* Die unless O selects some function of P.  */
static void
check_selection (const struct program *p, const struct options *o)
{
  for (size_t i = 0; i < p->n_units; i++)
    {
      const struct map *m = &p->units[i].map;
      for (uint32_t k = 0; k < m->header->n_functions; k++)
	if (options_select (o, m, m->functions + k))
	  return;
    }
  die ("%s: no function '%s'%s", p->path, o->functions[0],
       o->n_functions > 1 ? " or any other of those given" : "");
}

int
summarize_run (const struct options *o)
{
  struct program p;
  struct fault f;
  if (!program_open (&p, o->operands[0], &f))
    die ("%s", f.text);
  if (o->n_functions > 0)
    check_selection (&p, o);
  if (p.n_guessed > 0)
    note ("%s: %zu unit(s) without a map are taken to have no ids", p.path,
	  p.n_guessed);
  switch (o->format)
    {
    case FORMAT_JSON:
      json_summary (stdout, &p, o);
      break;
    case FORMAT_DOT:
      draw (stdout, &p, o);
      break;
    case FORMAT_SVG:
      draw_picture (&p, o);
      break;
    default:
      text_summary (stdout, &p, o);
    }
  program_close (&p);
  return 0;
}
