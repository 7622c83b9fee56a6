/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flow graphs and paths of a site.

   data/graphs-N.js has those of some functions, by their numbers in the index:

     blocks    [count, instructions, first line, last line, flags, file, lost]; the two
	       that are entry and exit have a count alone.  Zeros at the end are left
	       out.  The file is that number among the index's, plus 1; 0: the function's
     edges     [from, to, what it is, count, index in a jump table]
     gimple    instructions are statements
     names     what the branch is called that a block ends in, by the block's number
     old       if profiles are compared: the counts that blocks and edges had, [] if unknown
     paths     if they were counted: how many there may be, were executed, how often, with
	       how many instructions; and the costliest in a list: [region, number, count,
	       instructions, end, the first block, blocks, edges]

   A count that is unknown is [why], or [] if that is the reason of the one before.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/library/library.h"
#include "report/paths/path_report.h"
#include "report/html/website.h"

#define PATHS 100		/* of a function */
#define HOTTEST 200		/* of the program */
#define PIECE (256u << 10)	/* bytes after which another file is begun */

/* --- a function ------------------------------------------------------------------ */

/* The last reason that was given.  */
struct last
{
  uint32_t why, at;
  bool any;
};

static void
put_count (struct json *w, const struct ghalt_graph *g,
	   const struct ghalt_count *c, struct last *last)
{
  char reason[256];
  if (c->how != GHALT_UNKNOWN)
    {
      website_count (w, NULL, c->n);
      return;
    }
  json_open (w, NULL, '[');
  if (!last->any || last->why != c->why || last->at != c->at)
    {
      ghalt_graph_reason (g, c, reason, sizeof reason);
      json_text (w, NULL, reason);
    }
  json_close (w, ']');
  *last = (struct last) { c->why, c->at, true };
}

/* The number of FILE, a file of the unit of FN, plus 1; 0: it is FN's, or not among those
   with lines.  */
static uint32_t
file_of (const struct website *s, const struct ghalt_function *fn,
	 const struct ghalt_unit *u, const char *file, struct fault *f)
{
  uint32_t number;
  return strcmp (file, fn->file) != 0
	     && line_files_find (&s->files, &number, u->directory, file, f)
	     && number < s->cover->coverage.n_files
	   ? number + 1
	   : 0;
}

static void
one_block (struct json *w, const struct website *s,
	   const struct ghalt_function *fn, const struct ghalt_unit *u,
	   const struct ghalt_graph *g, const struct ghalt_block *b,
	   struct last *last)
{
  bool lost = b->lost.how == GHALT_UNKNOWN || b->lost.n > 0;
  uint32_t rest[] = { b->n_insns, b->line, b->last_line, b->flags,
		      b->line ? file_of (s, fn, u, b->file, w->fault) : 0 };
  size_t n = sizeof rest / sizeof *rest;
  while (n > 0 && !lost && rest[n - 1] == 0)
    n--;
  json_open (w, NULL, '[');
  put_count (w, g, &b->count, last);
  for (size_t i = 0; i < n && b->number >= GHALT_BLOCK_FIRST; i++)
    json_count (w, NULL, rest[i]);
  if (lost && b->number >= GHALT_BLOCK_FIRST)
    put_count (w, g, &b->lost, last);
  json_close (w, ']');
}

static void
put_flow (struct json *w, const struct website *s,
	  const struct ghalt_function *fn, const struct ghalt_unit *u,
	  const struct ghalt_graph *g)
{
  struct ghalt_block b;
  struct ghalt_edge e;
  struct last last = { 0 };
  json_open (w, "blocks", '[');
  for (uint32_t i = 0; ghalt_block (g, i, &b); i++)
    one_block (w, s, fn, u, g, &b, &last);
  json_close (w, ']');
  json_open (w, "edges", '[');
  for (uint32_t i = 0; ghalt_edge (g, i, &e); i++)
    {
      json_open (w, NULL, '[');
      json_count (w, NULL, e.from);
      json_count (w, NULL, e.to);
      json_count (w, NULL, e.flags);
      put_count (w, g, &e.count, &last);
      if (e.flags == GHALT_EDGE_INDEX)
	json_count (w, NULL, e.index);
      json_close (w, ']');
    }
  json_close (w, ']');
}

/* What the branches of FN are called.  */
static void
put_names (struct json *w, const struct website *s,
	   const struct ghalt_function *fn)
{
  struct ghalt_point p;
  struct ghalt_place at;
  bool any = false;
  for (uint32_t i = 0; ghalt_point (s->report->data, fn->number, i, &p); i++)
    if (branch_is (p.kind) && ghalt_point_place (s->report->data, &p, &at))
      {
	char key[16];
	if (!any)
	  json_open (w, "names", '{');
	any = true;
	snprintf (key, sizeof key, "%u", (unsigned) p.block);
	website_put_name (w, key, s, &p);
      }
  if (any)
    json_close (w, '}');
}

static void
put_old_count (struct json *w, const struct ghalt_count *c)
{
  if (c->how != GHALT_UNKNOWN)
    {
      website_count (w, NULL, c->n);
      return;
    }
  json_open (w, NULL, '[');
  json_close (w, ']');
}

/* What the counts of function NUMBER were.  */
static void
put_old (struct json *w, const struct website *s, size_t number)
{
  struct ghalt_graph *g = open_graph (s->old->report->data, number, 1,
				      w->fault);
  struct ghalt_block b;
  struct ghalt_edge e;
  if (!g)
    return;
  json_open (w, "old", '{');
  json_open (w, "blocks", '[');
  for (uint32_t i = 0; ghalt_block (g, i, &b); i++)
    put_old_count (w, &b.count);
  json_close (w, ']');
  json_open (w, "edges", '[');
  for (uint32_t i = 0; ghalt_edge (g, i, &e); i++)
    put_old_count (w, &e.count);
  json_close (w, ']');
  json_close (w, '}');
  ghalt_graph_close (g);
}

static void
put_numbers (struct json *w, const uint32_t *list, uint32_t n)
{
  json_open (w, NULL, '[');
  for (uint32_t i = 0; i < n; i++)
    json_count (w, NULL, list[i]);
  json_close (w, ']');
}

/* Those of function number I of PATHS.  */
static void
put_paths (struct json *w, struct ghalt_paths *paths, size_t i)
{
  struct ghalt_error *error = NULL;
  struct ghalt_path_function f;
  struct ghalt_path p;
  uint64_t possible = 0;
  ghalt_path_function (paths, i, &f);
  for (uint32_t k = 0; k < f.n_regions; k++)
    possible = add_counts (possible, ghalt_path_possible (paths, i, k));
  json_open (w, "paths", '{');
  website_count (w, "possible", possible);
  website_count (w, "executed", f.n_executed);
  website_count (w, "executions", f.executions);
  website_count (w, "insns", f.insns);
  json_count (w, "regions", f.n_regions);
  json_open (w, "list", '[');
  for (size_t k = 0; k < PATHS && ghalt_path (paths, i, k, &p, &error); k++)
    {
      json_open (w, NULL, '[');
      json_count (w, NULL, p.region);
      website_count (w, NULL, p.number);
      website_count (w, NULL, p.count);
      website_count (w, NULL, p.insns);
      json_text (w, NULL, paths_ends[p.end]);
      json_count (w, NULL, p.begin);
      put_numbers (w, p.blocks, p.n_blocks);
      put_numbers (w, p.edges, p.n_edges);
      json_close (w, ']');
    }
  if (error)
    take_error (w->fault, error);
  json_close (w, ']');
  json_close (w, '}');
}

/* All of function NUMBER; any thread may be here.  */
static void
put_function (struct json *w, const struct report *r, size_t number,
	      const void *data)
{
  const struct website *s = data;
  struct ghalt_error *error = NULL;
  struct ghalt_function fn = report_function (r, number);
  struct ghalt_unit u = report_unit (r, &fn);
  if (!s->totals[number].recorded)
    return;
  /* One handle is for one thread.  */
  size_t path = s->path_of ? s->path_of[number] : 0;
  struct ghalt_paths *paths = path ? ghalt_paths_open (r->data, &error) : NULL;
  bool alone = paths && !s->calls && !s->blocks && !s->branches;
  struct ghalt_graph *g = path && !paths ? NULL
			  : alone
			    ? ghalt_path_graph (paths, path - 1, &error)
			    : ghalt_graph_open (r->data, number, 1, &error);
  if (g)
    {
      json_open (w, NULL, '{');
      put_flow (w, s, &fn, &u, g);
      website_find_loop (s->totals + number, g, w->fault);
      s->totals[number].even = website_is_even (g);
      if (u.flags & GHALT_UNIT_GIMPLE)
	json_truth (w, "gimple", true);
      put_names (w, s, &fn);
      if (s->old && !alone)
	put_old (w, s, number);
      if (paths)
	put_paths (w, paths, path - 1);
      json_close (w, '}');
    }
  else
    take_error (w->fault, error);
  ghalt_graph_close (g);
  ghalt_paths_close (paths);
}

/* --- all of them -------------------------------------------------------------------- */

bool
website_find_paths (struct website *s)
{
  const struct report *r = s->report;
  struct ghalt_error *error = NULL;
  struct ghalt_path_function f;
  if (ghalt_recorded (r->data, HALT_PATH_SUM_READ) == 0)
    return true;
  s->paths = ghalt_paths_open (r->data, &error);
  s->path_of = fresh (r->facts.n_functions, sizeof *s->path_of, r->fault);
  if (!s->paths || !s->path_of)
    return s->paths ? false : take_error (r->fault, error);
  for (size_t i = 0; ghalt_path_function (s->paths, i, &f); i++)
    {
      struct totals *h = s->totals + f.function;
      s->path_of[f.function] = i + 1;
      h->recorded = true;
      h->paths = f.executions;
      h->cost = f.insns;
      h->executed = f.n_executed;
    }
  return true;
}

/* The hottest paths: in which function and which of its, how often, its cost, its
   lines.  */
void
website_put_paths (struct json *w, const struct website *s)
{
  const struct report *r = s->report;
  const struct paths *all = s->paths->paths;
  struct blpp_path path = { 0 };
  size_t n;
  struct path_row *rows = paths_rows (all, r->options, &n, r->fault);
  website_count (w, "cost", all->total);
  json_open (w, "paths", '[');
  for (size_t i = 0; rows && i < n && i < HOTTEST; i++)
    {
      const struct path_row *row = rows + i;
      const struct path_function *f = row->f;
      size_t k = 0, n_spans;
      char *text = NULL;
      size_t size = 0;
      if (!s->totals[f->number].recorded)
	continue;
      while (f->counts[k].region != row->region || f->counts[k].id != row->id)
	k++;
      struct span *spans = paths_get (f, row->region, row->id, &path, r->fault)
			     ? paths_spans (f, &path, &n_spans, r->fault)
			     : NULL;
      FILE *out = spans ? open_memstream (&text, &size) : NULL;
      if (out)
	{
	  paths_put_spans (out, &f->unit->map, spans,
			   n_spans < 24 ? n_spans : 24, paths_record (f)->file,
			   false);
	  put_text (out, n_spans > 24 ? " ..." : "");
	  paths_put_end (out, f, &path);
	  fclose (out);
	}
      json_line (w);
      json_open (w, NULL, '[');
      json_count (w, NULL, s->totals[f->number].row);
      json_count (w, NULL, k);
      website_count (w, NULL, row->n);
      website_count (w, NULL, row->insns);
      json_text (w, NULL, text ? text : "");
      json_close (w, ']');
      free (text);
      free (spans);
    }
  json_close (w, ']');
  free (rows);
  blpp_path_release (&path);
}

/* Write what W has as number PART of the files, which is complete.  */
static bool
put_piece (const struct website *s, struct json *w, uint32_t part)
{
  struct fault name;
  json_close (w, '}');
  fault (&name, "graphs-%u", (unsigned) part);
  bool ok = !w->fault->text[0] && website_data (s, w, name.text);
  w->size = 0;
  w->more = false;
  return ok;
}

bool
website_graphs (struct website *s)
{
  const struct report *r = s->report;
  struct json w = json_begin (NULL, r->fault);
  struct parts *parts = parts_begin (r, put_function, s);
  struct ghalt_function fn;
  uint32_t part = 0, row = 0;
  bool ok = parts;
  progress_begin ("function", r->facts.n_functions);
  for (size_t i = 0; ok && report_next (r, &i, &fn);)
    {
      struct totals *h = s->totals + fn.number;
      if (h->recorded)
	{
	  char key[16];
	  if (w.size == 0)
	    json_open (&w, NULL, '{');
	  json_line (&w);
	  json_raw (&w, key,
		    (size_t) snprintf (key, sizeof key,
				       "\"%u\":", (unsigned) row));
	  h->part = part;
	  h->row = row++;
	}
      parts_put (parts, &w);
      w.more = w.size > 0;
      if (w.size > PIECE)
	ok = put_piece (s, &w, part++);
      progress_step ();
    }
  if (ok && w.size > 0)
    ok = put_piece (s, &w, part);
  progress_end ();
  if (parts)
    parts_end (parts);
  json_end (&w);
  return ok && !r->fault->text[0];
}
