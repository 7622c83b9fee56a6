/* SPDX-License-Identifier: GPL-3.0-or-later */
/* halt summarize PROG: what every id means.  */

#include "summarize/command.h"

/* Draw what is selected, or every function that was instrumented.  */
static void
draw (const struct program *p, const struct options *o)
{
  for (size_t i = 0; i < p->n_units; i++)
    {
      const struct unit *u = p->units + i;
      for (uint32_t k = 0; k < u->map.header->n_functions; k++)
	if (o->n_functions > 0
	    ? options_select (o, &u->map, u->map.functions + k)
	    : u->map.functions[k].n_blocks > 0)
	  dot_function (stdout, u, k, u->base, NULL, NULL);
    }
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
      draw (&p, o);
      break;
    default:
      text_summary (stdout, &p, o);
    }
  program_close (&p);
  return 0;
}
