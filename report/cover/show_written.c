/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is written and was executed, as text and as JSON.  */

#include <stdlib.h>
#include <string.h>
#include "report/cover/written.h"
#include "report/json/json.h"

static const char *const criteria[COVER_CRITERIA] = { "masking", "unique" };

/* --- text -------------------------------------------------------------------------- */

static void
put_totals (FILE *out, const struct written *w)
{
  for (int m = 0; m < WRITTEN_MEASURES; m++)
    fprintf (out, "%s%s %" PRIu64 "/%" PRIu64, m ? ", " : "", written_words[m],
	     w->sum.hit[m], w->sum.found[m]);
  put_text (out, "\n");
}

/* What shows condition C of I, or what a test must add.  */
static void
put_pair (FILE *out, const struct written_item *i, const struct cover_pair *p,
	  const char *criterion)
{
  char text[COVER_CONDITIONS_MAX + 3];
  fprintf (out, ", %s:%s", criterion, p->shown ? "" : " add");
  for (int v = 0; v < 2; v++)
    if (p->shown || i->counts[p->vector[v]] == 0)
      fprintf (out, " %s", written_vector (i, p->vector[v], text));
}

static void
put_decision (FILE *out, const struct written_item *i)
{
  char text[COVER_CONDITIONS_MAX + 3];
  struct cover_pair *pairs[COVER_CRITERIA];
  uint64_t n[2];
  written_outcomes (i, -1, n);
  fprintf (out, "%s: false %" PRIu64 ", true %" PRIu64 "\n", i->kind, n[0],
	   n[1]);
  for (int how = 0; how < COVER_CRITERIA; how++)
    pairs[how] = written_pairs (i, (enum cover_criterion) how);
  for (int c = 0; c < i->shape.n && i->shape.n > 1; c++)
    {
      const struct written_part *part = i->parts + c;
      written_outcomes (i, c, n);
      fprintf (out,
	       "  %" PRIu32 ":%" PRIu32 " %s: false %" PRIu64 ", true %" PRIu64,
	       part->at.line, part->at.column, part->text, n[0], n[1]);
      for (int how = 0; how < COVER_CRITERIA; how++)
	if (pairs[how])
	  put_pair (out, i, pairs[how] + c, criteria[how]);
      int other = written_coupled (i, c);
      if (other != c)
	fprintf (out, ", coupled with %" PRIu32 ":%" PRIu32,
		 i->parts[other].at.line, i->parts[other].at.column);
      put_text (out, "\n");
    }
  for (size_t v = 0;
       v < i->n_counts && i->shape.n > 1 && !cover_many (&i->shape); v++)
    fprintf (out, "  %s %" PRIu64 "\n", written_vector (i, v, text),
	     i->counts[v]);
  for (int how = 0; how < COVER_CRITERIA; how++)
    free (pairs[how]);
}

void
written_text (FILE *out, const struct written *w)
{
  put_totals (out, w);
  for (size_t k = 0; k < w->n_items; k++)
    {
      const struct written_item *i = w->items + k;
      if (i->sort <= WRITTEN_CALL && i->counts[0] > 0)
	continue;
      /* A macro's statements stand in one place.  */
      if (i->sort == WRITTEN_STATEMENT && i->index > 0 && i[-1].counts[0] == 0)
	continue;
      fprintf (out, "%s:%" PRIu32 ":%" PRIu32 ": ",
	       suite_shown (w->suite, i->file), i->at.line, i->at.column);
      const char *instance = i->apart ? strstr (i->function, " [with ") : NULL;
      if (instance && i->sort != WRITTEN_FUNCTION)
	fprintf (out, "%s: ", instance + 1);
      if (i->sort == WRITTEN_DECISION)
	put_decision (out, i);
      else if (i->sort == WRITTEN_FUNCTION)
	fprintf (out, "%s: never executed\n", i->function);
      else if (i->sort == WRITTEN_STATEMENT)
	put_text (out, "never executed\n");
      else if (i->sort == WRITTEN_LEFT_OUT)
	fprintf (out, "%s: %s is left out: %s\n", i->function, i->kind, i->why);
      else if (i->sort == WRITTEN_CALL)
	fprintf (out, "call of %s: never executed\n", i->kind);
      else
	{
	  put_text (out, "switch\n");
	  for (size_t c = 0; c < i->n_parts; c++)
	    fprintf (out, "  %" PRIu32 ":%" PRIu32 " %s: %" PRIu64 "\n",
		     i->parts[c].at.line, i->parts[c].at.column,
		     i->parts[c].text, i->counts[c]);
	}
    }
}

/* --- JSON --------------------------------------------------------------------------- */

static void
json_place (struct json *w, struct written_place at)
{
  json_count (w, "line", at.line);
  json_count (w, "column", at.column);
}

static void
json_part (struct json *w, const struct written_item *i, size_t k,
	   struct cover_pair *const *pairs)
{
  char text[COVER_CONDITIONS_MAX + 3];
  json_open (w, NULL, '{');
  json_place (w, i->parts[k].at);
  json_text (w, "text", i->parts[k].text);
  if (i->sort == WRITTEN_SWITCH)
    json_count (w, "count", i->counts[k]);
  else
    {
      uint64_t n[2];
      written_outcomes (i, (int) k, n);
      json_count (w, "false", n[0]);
      json_count (w, "true", n[1]);
      if (written_coupled (i, (int) k) != (int) k)
	json_count (w, "coupled", (uint64_t) written_coupled (i, (int) k));
      for (int how = 0; how < COVER_CRITERIA; how++)
	if (pairs[how])
	  {
	    const struct cover_pair *p = pairs[how] + k;
	    json_open (w, criteria[how], '{');
	    json_truth (w, "shown", p->shown);
	    json_open (w, "vectors", '[');
	    for (int v = 0; v < 2; v++)
	      json_text (w, NULL, written_vector (i, p->vector[v], text));
	    json_close (w, ']');
	    json_close (w, '}');
	  }
    }
  json_close (w, '}');
}

static void
json_item (struct json *w, const struct suite *s, const struct written_item *i)
{
  static const char *const sorts[] = { "function", "statement", "call",
				       "decision", "switch",	"left out" };
  char text[COVER_CONDITIONS_MAX + 3];
  struct cover_pair *pairs[COVER_CRITERIA] = { NULL };
  json_line (w);
  json_open (w, NULL, '{');
  json_text (w, "sort", sorts[i->sort]);
  json_text (w, "file", suite_shown (s, i->file));
  json_text (w, "function", i->function);
  json_place (w, i->at);
  if (i->sort == WRITTEN_FUNCTION)
    json_text (w, "symbol", i->symbol);
  if (i->sort == WRITTEN_CALL)
    json_text (w, "text", i->kind);
  if (i->sort <= WRITTEN_CALL)
    json_count (w, "count", i->counts[0]);
  if (i->sort == WRITTEN_DECISION)
    {
      json_text (w, "kind", i->kind);
      json_text (w, "shape", i->shape.text);
      json_open (w, "vectors", '[');
      for (size_t v = 0; v < i->n_counts && !cover_many (&i->shape); v++)
	{
	  json_open (w, NULL, '{');
	  json_text (w, "vector", written_vector (i, v, text));
	  json_count (w, "count", i->counts[v]);
	  json_close (w, '}');
	}
      json_close (w, ']');
      for (int how = 0; how < COVER_CRITERIA; how++)
	pairs[how] = written_pairs (i, (enum cover_criterion) how);
    }
  if (i->sort == WRITTEN_LEFT_OUT)
    {
      json_text (w, "what", i->kind);
      json_text (w, "why", i->why);
    }
  else if (i->sort >= WRITTEN_DECISION)
    {
      json_open (w, i->sort == WRITTEN_SWITCH ? "cases" : "conditions", '[');
      for (size_t k = 0; k < i->n_parts; k++)
	json_part (w, i, k, pairs);
      json_close (w, ']');
    }
  json_close (w, '}');
  for (int how = 0; how < COVER_CRITERIA; how++)
    free (pairs[how]);
}

void
written_json (FILE *out, const struct written *w)
{
  struct json j = json_begin (out, w->suite->fault);
  json_open (&j, NULL, '{');
  json_count (&j, "halt_written", 1);
  json_suite (&j, w->suite);
  for (int m = 0; m < WRITTEN_MEASURES; m++)
    {
      json_open (&j, written_words[m], '{');
      json_count (&j, "found", w->sum.found[m]);
      json_count (&j, "hit", w->sum.hit[m]);
      json_close (&j, '}');
    }
  json_open (&j, "items", '[');
  for (size_t i = 0; i < w->n_items; i++)
    json_item (&j, w->suite, w->items + i);
  json_close (&j, ']');
  json_close (&j, '}');
  json_finish (&j);
}
