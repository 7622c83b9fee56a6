/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt summarize PROG: what every id means.  */

#include "ghalt/command.h"
#include "summarize/library/library.h"
#include "report/report.h"

static const struct option_row options[] = {
  { .name = "format", .type = TYPE_FORMAT, .offset = AT (format),
    .formats = BIT (TEXT) | BIT (JSON) | BIT (DOT) | BIT (SVG),
    .text = "what to write; dot is the language of Graphviz, svg what it draws" },
  FUNCTION_OPTION,
  HELP, END
};

/* True if FN is to be drawn: what is selected, or has code.  */
static bool
drawn (const struct ghalt_function *fn, const struct options *o)
{
  return o->n_functions > 0 ? options_choose (o, fn->name, fn->pretty)
			    : fn->n_blocks > GHALT_BLOCK_FIRST;
}

/* How many functions are to be drawn; draw them on OUT unless it is NULL.  */
static size_t
draw_functions (FILE *out, const struct ghalt_report *r,
		const struct options *o, struct fault *f)
{
  struct ghalt_function fn;
  size_t n = 0;
  for (size_t i = 0; ghalt_function (r, i, &fn); i++)
    if (drawn (&fn, o))
      {
	struct ghalt_graph *g = out ? open_graph (r, i, 0, f) : NULL;
	n++;
	if (g)
	  drawing_warn (o, &fn);
	if (g)
	  dot_function (out, r, i, g, false, NULL, NULL, f);
	ghalt_graph_close (g);
      }
  return n;
}

/* A picture is of one function.  */
static void
draw_all (const char *path, const struct ghalt_report *r,
	  const struct options *o, struct fault *f)
{
  size_t n = o->format == FORMAT_SVG ? draw_functions (NULL, r, o, f) : 1;
  FILE *out = NULL;
  if (n != 1)
    fault (f,
	   "%s: a picture shows one function, not %zu; name it with "
	   "--function, or see --format=dot",
	   path, n);
  else
    out = drawing_begin (o, f);
  if (out)
    {
      draw_functions (out, r, o, f);
      drawing_end (out, f);
    }
}

/* Refuse unless O selects some function.  */
static bool
check_selection (const char *path, const struct ghalt_report *r,
		 const struct options *o, struct fault *f)
{
  struct ghalt_function fn;
  for (size_t i = 0; ghalt_function (r, i, &fn); i++)
    if (options_choose (o, fn.name, fn.pretty))
      return true;
  return o->n_functions == 0
	 || fault (f, "%s: no function '%s'%s", path, o->functions[0],
		   o->n_functions > 1 ? " or any other of those given" : "");
}

static void
write_summary (const struct ghalt_program *p, const struct ghalt_report *r,
	       const struct options *o, struct fault *f)
{
  const char *text;
  pager_begin ();
  for (size_t i = 0; (text = ghalt_report_note (r, i)); i++)
    note ("%s", text);
  if (o->format == FORMAT_JSON)
    json_summary (stdout, p, r, o, f);
  else if (o->format == FORMAT_TEXT)
    text_summary (stdout, &p->program, o);
  else
    draw_all (ghalt_program_path (p), r, o, f);
}

static int
run_summarize (const struct options *o, struct fault *f)
{
  struct ghalt_error *error = NULL;
  struct ghalt_program *p = ghalt_program_open (o->operands[0], &error);
  struct ghalt_report *r = p ? ghalt_report_open (p, NULL, &error) : NULL;
  if (!r)
    take_error (f, error);
  else if (check_selection (ghalt_program_path (p), r, o, f))
    write_summary (p, r, o, f);
  ghalt_report_close (r);
  ghalt_program_close (p);
  return 0;
}

const struct command cmd_summarize = {
  .name = "summarize",
  .synopsis = "[OPTION]... PROG",
  .text = "say what every id of PROG means",
  .options = options,
  .min_operands = 1,
  .max_operands = 1,
  .run = run_summarize
};
