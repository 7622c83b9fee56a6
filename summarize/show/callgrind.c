/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report in the format of callgrind: events by function and line, for
   callgrind_annotate and KCachegrind.  Who called whom is not known.  */

#include "summarize/costs.h"

struct sheet
{
  FILE *out;
  const struct report *report;
  bool known[COST_COLUMNS];
};

static void
put_head (const struct sheet *s)
{
  const struct report *r = s->report;
  put_text (s->out,
	    "# callgrind format\nversion: 1\ncreator: ghalt " HALT_VERSION
	    "\npid: ");
  put_number (s->out, r->join->prof->header->pid);
  put_text (s->out, "\ncmd: ");
  put_printable (s->out, r->program->path);
  put_text (s->out, "\npart: 1\n\npositions: line\n");
  for (unsigned k = 0; k < COST_COLUMNS; k++)
    if (s->known[k])
      {
	const struct cost_column c = cost_column (k);
	put_text (s->out, "event: ");
	put_text (s->out, c.name);
	put_text (s->out, " : ");
	put_text (s->out, c.text);
	put_text (s->out, c.more);
	put_text (s->out, "\n");
      }
  put_text (s->out, "events:");
  for (unsigned k = 0; k < COST_COLUMNS; k++)
    if (s->known[k])
      {
	put_text (s->out, " ");
	put_text (s->out, cost_column (k).name);
      }
  put_text (s->out, "\n");
}

static void
put_name (const struct sheet *s, const char *what, const char *name)
{
  put_text (s->out, what);
  put_printable (s->out, *name ? name : "???");
  put_text (s->out, "\n");
}

/* NAME as tools find it: with the directory it is relative to.  */
static void
put_file (const struct sheet *s, const char *what, const struct map *m,
	  uint32_t file)
{
  const char *name = m->strings + file;
  const char *directory = m->strings + m->header->directory;
  put_text (s->out, what);
  if (*name && *name != '/' && *directory)
    {
      put_printable (s->out, directory);
      put_text (s->out, "/");
    }
  put_name (s, "", name);
}

static void
put_values (const struct sheet *s, const uint64_t *values)
{
  for (unsigned k = 0; k < COST_COLUMNS; k++)
    if (s->known[k])
      {
	put_text (s->out, " ");
	put_number (s->out, values[k]);
      }
  put_text (s->out, "\n");
}

static void
put_function (const struct sheet *s, const struct joined_unit *ju,
	      uint32_t number, const struct costs *c, uint64_t *totals)
{
  const struct map *m = &ju->unit->map;
  const struct halt_map_function *fn = m->functions + number;
  uint32_t file = fn->file;
  put_file (s, "\nfl=", m, file);
  put_name (s, "fn=", function_name (m, fn));
  for (size_t i = 0; i < c->n; i++)
    {
      if (c->rows[i].file != file)
	put_file (s, c->rows[i].file == fn->file ? "fe=" : "fi=", m,
		  c->rows[i].file);
      file = c->rows[i].file;
      put_number (s->out, c->rows[i].line);
      put_values (s, c->rows[i].values);
      for (unsigned k = 0; k < COST_COLUMNS; k++)
	totals[k] = add_counts (totals[k], c->rows[i].values[k]);
    }
}

void
callgrind_report (FILE *out, const struct report *r)
{
  struct sheet s = { .out = out, .report = r };
  struct costs c = { 0 };
  uint64_t totals[COST_COLUMNS] = { 0 };
  bool any = false;
  uint32_t object = UINT32_MAX;
  for (unsigned k = 0; k < COST_COLUMNS; k++)
    any |= s.known[k] = costs_known (r, k);
  if (!any)
    {
      fault (r->fault,
	     "%s: nothing was recorded that callgrind's format could "
	     "show",
	     r->profiles[0]);
      return;
    }
  put_head (&s);
  progress_begin ("function", r->join->n_functions);
  for (size_t i = 0; i < r->join->n_units; i++)
    {
      const struct joined_unit *ju = r->join->units + i;
      const struct map *m = &ju->unit->map;
      for (uint32_t k = 0; k < m->header->n_functions; k++)
	{
	  if (ju->unit->discarded[k]
	      || !options_select (r->options, m, m->functions + k))
	    continue;
	  costs_find (&c, r, ju, k);
	  progress_step ();
	  if (c.n == 0)
	    continue;
	  if (ju->object != object)
	    put_name (&s, "\nob=",
		      r->join->prof->strings
			+ r->join->prof->objects[ju->object].path);
	  object = ju->object;
	  put_function (&s, ju, k, &c, totals);
	}
    }
  put_text (out, "\ntotals:");
  put_values (&s, totals);
  progress_end ();
  costs_release (&c);
}
