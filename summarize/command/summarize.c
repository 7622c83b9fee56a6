/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt summarize PROG: what every id means.  */

#include "summarize/command.h"

/* True if function K of U is to be drawn: what is selected, or has code.  */
static bool
drawn (const struct unit *u, uint32_t k, const struct options *o)
{
  return o->n_functions > 0 ? options_select (o, &u->map, u->map.functions + k)
			    : u->map.functions[k].n_blocks > 0;
}

/* How many functions are to be drawn; draw them on OUT unless it is NULL.  */
static size_t
draw (FILE *out, const struct program *p, const struct options *o,
      struct fault *f)
{
  size_t n = 0;
  for (size_t i = 0; i < p->n_units; i++)
    for (uint32_t k = 0; k < p->units[i].map.header->n_functions; k++)
      if (drawn (p->units + i, k, o))
	{
	  n++;
	  if (out)
	    dot_function (out, p->units + i, k, p->units[i].base, NULL, NULL,
			  f);
	}
  return n;
}

/* A picture is of one function.  */
static void
draw_all (const struct program *p, const struct options *o, struct fault *f)
{
  size_t n = o->format == FORMAT_SVG ? draw (NULL, p, o, f) : 1;
  FILE *out = NULL;
  if (n != 1)
    fault (f,
	   "%s: a picture shows one function, not %zu; name it with "
	   "--function, or see --format=dot",
	   p->path, n);
  else
    out = drawing_begin (o, f);
  if (out)
    {
      draw (out, p, o, f);
      drawing_end (out, f);
    }
}

/* Refuse unless O selects some function of P.  */
static bool
check_selection (const struct program *p, const struct options *o,
		 struct fault *f)
{
  for (size_t i = 0; i < p->n_units; i++)
    {
      const struct map *m = &p->units[i].map;
      for (uint32_t k = 0; k < m->header->n_functions; k++)
	if (options_select (o, m, m->functions + k))
	  return true;
    }
  return fault (f, "%s: no function '%s'%s", p->path, o->functions[0],
		o->n_functions > 1 ? " or any other of those given" : "");
}

static void
write_summary (const struct program *p, const struct options *o,
	       struct fault *f)
{
  if (p->n_guessed > 0)
    note ("%s: %zu unit(s) without a map are taken to have no ids", p->path,
	  p->n_guessed);
  if (o->format == FORMAT_JSON)
    json_summary (stdout, p, o, f);
  else if (o->format == FORMAT_TEXT)
    text_summary (stdout, p, o);
  else
    draw_all (p, o, f);
}

int
summarize_run (const struct options *o, struct fault *f)
{
  struct program p;
  if (!program_open (&p, o->operands[0], f))
    return 0;
  if (o->n_functions == 0 || check_selection (&p, o, f))
    write_summary (&p, o, f);
  program_close (&p);
  return 0;
}
