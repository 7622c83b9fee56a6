/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt arp: what ARP recorded (arp/, include/atomium_rp.h), as a tree of call paths;
   two files side by side.  */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "ghalt/command.h"
#include "atomium_rp.h"
#include "ghalt/arp/names.h"
#include "report/exchange/csv.h"
#include "report/json/json.h"
#include "report/show/terminal.h"

static const struct option_row options[] = {
  { .name = "format", .type = TYPE_FORMAT, .offset = AT (format),
    .formats = BIT (TEXT) | BIT (JSON) | BIT (CSV) | BIT (FOLDED),
    .text = "a tree; everything; a row for each measured path; for flame graphs" },
  { "histogram", TYPE_FLAG, AT (histogram), NULL, NULL,
    "below each path how its samples are distributed", BIT (TEXT) },
  HELP, END
};

/* A value, and how often it came.  */
struct sample
{
  long double value;
  uint64_t count;
};

/* The samples of a path in one file and of one set of callbacks.  */
struct samples
{
  uint64_t count;
  long double sum;
  struct sample *list;		/* by value, once FOREST is sorted */
  size_t n;
};

/* A path: a step from another one.  */
struct path
{
  char *label;
  size_t parent, first, last, next; /* 0: none */
  unsigned depth;
  bool measured;
  struct samples *of;		/* for each file, each set */
};

struct forest
{
  struct path *paths;		/* 0: where they begin */
  size_t n;
  unsigned n_files, n_sets;
  arp_data_type type[16];
  /* The trace before: its sections, and the paths that they lead to.  */
  arp_sid *sids;
  size_t *at;
  size_t n_last;
  char **names;			/* of sections, from a program; or NULL */
  struct fault *fault;
};

static struct samples *
samples_of (const struct forest *t, size_t path, unsigned file, unsigned set)
{
  return t->paths[path].of + file * t->n_sets + set;
}

/* The number of a new path, 0 if there is no memory but for the first.  */
static size_t
add_path (struct forest *t, size_t parent, const char *label)
{
  if (!another (&t->paths, t->n, sizeof *t->paths, t->fault))
    return 0;
  struct path *p = t->paths + t->n;
  *p = (struct path) { .parent = parent,
		       .label = strdup (label),
		       .depth = t->n ? t->paths[parent].depth + 1 : 0 };
  p->of = fresh ((size_t) t->n_files * t->n_sets, sizeof *p->of, t->fault);
  if (!p->label)
    fault (t->fault, "out of memory");
  if (t->n++ == 0)
    return 0;
  if (t->paths[parent].last)
    t->paths[t->paths[parent].last].next = t->n - 1;
  else
    t->paths[parent].first = t->n - 1;
  t->paths[parent].last = t->n - 1;
  return t->n - 1;
}

/* What section SID is called.  */
static void
label_of (const struct forest *t, arp_sid sid, char *label, size_t size)
{
  const char *text = arp_get_section (sid);
  if (!text && t->names)
    text = t->names[sid];
  if (text)
    snprintf (label, size, "%s", text);
  else
    snprintf (label, size, "section %u", sid);
}

static size_t
find_path (struct forest *t, size_t from, const char *label)
{
  size_t at = t->paths[from].first;
  while (at && strcmp (t->paths[at].label, label) != 0)
    at = t->paths[at].next;
  return at ? at : add_path (t, from, label);
}

static bool
add_sample (struct samples *s, long double value, uint64_t count,
	    struct fault *f)
{
  if (!another (&s->list, s->n, sizeof *s->list, f))
    return false;
  s->list[s->n++] = (struct sample) { value, count };
  return true;
}

static long double
value_of (arp_data_type type, const void *value)
{
  switch (type)
    {
#define EACH(NAME, TYPE) \
    case arp_##NAME: \
      return *(const TYPE *) value;
      EACH (char, char)
      EACH (uchar, unsigned char)
      EACH (short, short)
      EACH (ushort, unsigned short)
      EACH (int, int)
      EACH (uint, unsigned int)
      EACH (long, long)
      EACH (ulong, unsigned long)
      EACH (llong, long long)
      EACH (ullong, unsigned long long)
      EACH (float, float)
      EACH (double, double)
      EACH (ldouble, long double)
#undef EACH
    }
  return 0;
}

/* The path of TRACE.  */
static size_t
path_of (struct forest *t, const arp_trace trace)
{
  char label[4096];
  unsigned depth = arp_trace_get_stack_length (trace), i = 0;
  size_t at = 0;
  while (i < depth && i < t->n_last
	 && t->sids[i] == arp_trace_get_stack_pos (trace, i))
    at = t->at[i++];
  for (; i < depth && !t->fault->text[0]; i++)
    {
      arp_sid sid = arp_trace_get_stack_pos (trace, i);
      label_of (t, sid, label, sizeof label);
      at = find_path (t, at, label);
      if (!another (&t->sids, i, sizeof *t->sids, t->fault)
	  || !another (&t->at, i, sizeof *t->at, t->fault))
	break;
      t->sids[i] = sid;
      t->at[i] = at;
    }
  t->n_last = depth;
  return at;
}

/* Add the trace to what is known of its path in FILE.  */
static bool
add_trace (struct forest *t, unsigned file, const arp_trace trace)
{
  size_t at = path_of (t, trace);
  if (t->fault->text[0])
    return false;
  t->paths[at].measured = true;
  for (unsigned set = 0; set < t->n_sets; set++)
    {
      struct samples *s = samples_of (t, at, file, set);
      unsigned buckets = arp_trace_get_nBuckets (trace, set);
      s->count += arp_trace_get_count (trace);
      s->sum += arp_trace_get_sum (trace, set);
      if (arp_get_mode () == arp_record_all
	  && !add_sample (s,
			  value_of (t->type[set],
				    arp_trace_get_value (trace, set)),
			  1, t->fault))
	return false;
      for (unsigned i = 0; i < buckets; i++)
	{
	  unsigned long long count;
	  long double low = arp_trace_get_bucket (trace, set, i, &count);
	  if (!add_sample (s, low, count, t->fault))
	    return false;
	}
    }
  return true;
}

static void
on_error (const arp_error_t kind, const char *msg, void *context)
{
  struct fault *f = context;
  (void) kind;
  if (!f->text[0])
    fault (f, "%s", msg);
}

/* Add what NAME has, as file FILE.  */
static bool
load_file (struct forest *t, unsigned file, const char *name)
{
  arp_load_data (name, on_error, t->fault);
  if (t->fault->text[0])
    return false;
  bool same = file == 0 || t->n_sets == arp_get_data_mult ();
  if (file == 0)
    t->n_sets = arp_get_data_mult ();
  for (unsigned i = 0; same && i < t->n_sets; i++)
    {
      same = file == 0 || t->type[i] == arp_get_data_type (i);
      t->type[i] = arp_get_data_type (i);
    }
  if (!same)
    {
      arp_free_data ();
      return fault (t->fault,
		    "'%s' was measured by other callbacks than the "
		    "first file",
		    name);
    }
  if (file == 0)
    add_path (t, 0, "");
  t->n_last = 0;
  for (unsigned i = 0; !t->fault->text[0] && i < arp_get_nTraces (); i++)
    {
      arp_trace trace = arp_get_trace (i);
      if (trace)
	add_trace (t, file, trace);
      else if (!t->fault->text[0])
	fault (t->fault, "out of memory");
      arp_free_trace (trace);
    }
  arp_free_data ();
  return !t->fault->text[0];
}

ORDER (by_value, struct sample, UP (value));

/* Sort samples, those with the same value becoming one.  */
static void
sort (struct samples *s)
{
  size_t to = 0;
  if (s->n)
    qsort (s->list, s->n, sizeof *s->list, by_value);
  for (size_t i = 0; i < s->n; i++)
    if (to > 0 && s->list[to - 1].value == s->list[i].value)
      s->list[to - 1].count += s->list[i].count;
    else
      s->list[to++] = s->list[i];
  s->n = to;
}

static void
release_forest (struct forest *t)
{
  for (size_t i = 0; i < t->n; i++)
    {
      for (unsigned k = 0; t->paths[i].of && k < t->n_files * t->n_sets; k++)
	free (t->paths[i].of[k].list);
      free (t->paths[i].of);
      free (t->paths[i].label);
    }
  FREE_ALL (t->paths, t->sids, t->at);
  for (size_t i = 0; t->names && i < ARP_SIDS; i++)
    free (t->names[i]);
  free (t->names);
}

/* The path after PATH, each after the one it goes on from; 0: none.  */
static size_t
following (const struct forest *t, size_t path)
{
  if (t->paths[path].first)
    return t->paths[path].first;
  while (path && !t->paths[path].next)
    path = t->paths[path].parent;
  return path ? t->paths[path].next : 0;
}

/* --- numbers --------------------------------------------------------------- */

enum column
{
  COUNT,
  TOTAL,
  MEAN,
  MEDIAN,
  P99,
  N_COLUMNS
};

static const char *const columns[] = { "count", "total", "mean", "median",
				       "p99" };

/* The smallest sample that PART of all are not above; only with samples.  */
static long double
quantile (const struct samples *s, double part)
{
  uint64_t wanted = (uint64_t) ceil ((double) s->count * part), seen = 0;
  for (size_t i = 0; i < s->n; i++)
    if ((seen += s->list[i].count) >= wanted)
      return s->list[i].value;
  return s->list[s->n - 1].value;
}

/* COLUMN of S as text in a buffer of 64; "" if it is not known.  */
static const char *
number_text (const struct samples *s, arp_data_type type, enum column column,
	     char *text)
{
  bool real = type >= arp_float;
  long double n = 0;
  *text = 0;
  if (s->count == 0 || (column >= MEDIAN && s->n == 0))
    return text;
  switch (column)
    {
    case COUNT:
      snprintf (text, 64, "%llu", (unsigned long long) s->count);
      return text;
    case TOTAL:
      n = s->sum;
      break;
    case MEAN:
      n = s->sum / s->count;
      real = true;
      break;
    case MEDIAN:
      n = quantile (s, 0.5);
      break;
    case P99:
      n = quantile (s, 0.99);
      break;
    case N_COLUMNS:
      break;
    }
  snprintf (text, 64, real ? "%.6Lg" : "%.0Lf", n);
  if (column == MEAN && type < arp_float)
    snprintf (text, 64, n == (long double) (int64_t) n ? "%.0Lf" : "%.1Lf", n);
  return text;
}

/* --- text ----------------------------------------------------------------- */

static struct grid
begin_table (FILE *out, const struct forest *t, unsigned set)
{
  struct grid g = grid_begin (out, 0, false);
  g.indent = 2;
  if (t->n_sets > 1)
    fprintf (out, "%scallbacks %u\n", set ? "\n" : "", set + 1);
  return g;
}

/* COLUMN of S, of SET; it is as wide as that of OTHER.  */
static void
put_cell (struct grid *g, const struct forest *t, const struct samples *s,
	  const struct samples *other, unsigned set, enum column column)
{
  char text[64];
  grid_least (g, strlen (number_text (other, t->type[set], column, text)));
  grid_text (g, columns[column], number_text (s, t->type[set], column, text));
}

/* The end of a row.  */
static void
put_label (struct grid *g, const struct path *p)
{
  if (grid_last (g, "path"))
    fprintf (g->out, "%*s%s", 2 * (int) (p->depth - 1), "", p->label);
  grid_end (g);
}

/* How the samples are distributed: at most 16 rows, each of as many of the values
   that came, by its least one.  */
static void
put_histogram (FILE *out, const struct samples *s, arp_data_type type,
	       int indent)
{
  size_t step = (s->n + 15) / 16;
  uint64_t most = 1;
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < s->n; i += step)
      {
	uint64_t count = 0;
	size_t end = i + step < s->n ? i + step : s->n;
	for (size_t k = i; k < end; k++)
	  count += s->list[k].count;
	if (pass == 0)
	  {
	    most = count > most ? count : most;
	    continue;
	  }
	fprintf (out, "%*s", indent, "");
	fprintf (out, type >= arp_float ? "%12.6Lg" : "%12.0Lf",
		 s->list[i].value);
	fprintf (out, " %10llu ", (unsigned long long) count);
	for (uint64_t k = 0; k < (count * 40 + most - 1) / most; k++)
	  putc ('#', out);
	putc ('\n', out);
      }
}

static void
put_path_row (struct grid *g, const struct forest *t, size_t path, unsigned set)
{
  const struct samples *s = samples_of (t, path, 0, set);
  grid_row (g, false);
  for (int c = 0; c < N_COLUMNS; c++)
    put_cell (g, t, s, s, set, c);
  put_label (g, t->paths + path);
}

static void
put_tree (FILE *out, const struct forest *t, unsigned set, bool histogram)
{
  struct grid g = begin_table (out, t, set);
  while (grid_pass (&g))
    {
      /* Of the root, which has no samples, only the titles are shown.  */
      if (!g.out)
	put_path_row (&g, t, 0, set);
      for (size_t p = following (t, 0); p; p = following (t, p))
	{
	  const struct samples *s = samples_of (t, p, 0, set);
	  put_path_row (&g, t, p, set);
	  if (g.out && histogram && s->n)
	    put_histogram (out, s, t->type[set], 4);
	}
    }
}

/* By how much B is more than A, in percent.  */
static const char *
change_text (long double a, long double b, char *text)
{
  if (a == b)
    return "=";
  if (a == 0)
    return "more";
  snprintf (text, 64, "%+.1Lf%%", (b - a) * 100 / (a < 0 ? -a : a));
  return text;
}

static long double
mean (const struct samples *s)
{
  return s->count ? s->sum / s->count : 0;
}

static bool
differs (const struct samples *a, const struct samples *b)
{
  return a->count != b->count || a->sum != b->sum;
}

static void
put_both (struct grid *g, const struct forest *t, size_t path, unsigned set)
{
  char text[64];
  const struct samples *a = samples_of (t, path, 0, set);
  const struct samples *b = samples_of (t, path, 1, set);
  const char *one = !a->count && !b->count ? ""
		    : !a->count		   ? "new"
		    : !b->count		   ? "gone"
					   : NULL;
  grid_row (g, false);
  put_cell (g, t, a, b, set, COUNT);
  put_cell (g, t, b, a, set, COUNT);
  put_cell (g, t, a, b, set, TOTAL);
  put_cell (g, t, b, a, set, TOTAL);
  grid_fixed (g, "total", one ? one : change_text (a->sum, b->sum, text), 10);
  grid_fixed (g, "mean", one ? one : change_text (mean (a), mean (b), text),
	      10);
  put_label (g, t->paths + path);
}

static void
put_difference (FILE *out, const struct forest *t, unsigned set)
{
  struct grid g = begin_table (out, t, set);
  while (grid_pass (&g))
    {
      if (!g.out)
	put_both (&g, t, 0, set);
      for (size_t p = following (t, 0); p; p = following (t, p))
	put_both (&g, t, p, set);
    }
}

/* --- the other formats ------------------------------------------------------ */

/* The labels of PATH and what is around it, separated by SEMICOLONS.  */
static void
put_path (FILE *out, const struct forest *t, size_t path)
{
  if (t->paths[path].parent)
    {
      put_path (out, t, t->paths[path].parent);
      putc (';', out);
    }
  for (const char *c = t->paths[path].label; *c; c++)
    putc (*c == ';' ? ',' : *c, out);
}

static char *
path_text (const struct forest *t, size_t path)
{
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream (&text, &size);
  if (f)
    {
      put_path (f, t, path);
      fclose (f);
    }
  if (!text)
    fault (t->fault, "out of memory");
  return text;
}

static void
put_csv (FILE *out, const struct forest *t)
{
  char text[64];
  struct csv w = csv_begin (out, "path,file,callbacks,count,total,mean,median,"
				 "p99");
  for (size_t p = following (t, 0); p; p = following (t, p))
    for (unsigned file = 0; file < t->n_files; file++)
      for (unsigned set = 0; t->paths[p].measured && set < t->n_sets; set++)
	{
	  const struct samples *s = samples_of (t, p, file, set);
	  char *path = path_text (t, p);
	  csv_text (&w, path ? path : "");
	  free (path);
	  csv_number (&w, file + 1);
	  csv_number (&w, set + 1);
	  for (int c = 0; c < N_COLUMNS; c++)
	    fputs (number_text (s, t->type[set], c, text), csv_plain (&w));
	  csv_end (&w);
	}
}

/* What is measured in the nearest measured paths that go on from PATH.  */
static long double
measured_inside (const struct forest *t, size_t path)
{
  long double sum = 0;
  for (size_t p = t->paths[path].first; p; p = t->paths[p].next)
    sum += t->paths[p].measured ? samples_of (t, p, 0, 0)->sum
				: measured_inside (t, p);
  return sum;
}

/* For flame graphs: what each path took less what the others in it took.  */
static void
put_folded (FILE *out, const struct forest *t)
{
  for (size_t p = following (t, 0); p; p = following (t, p))
    if (t->paths[p].measured)
      {
	long double own = samples_of (t, p, 0, 0)->sum - measured_inside (t, p);
	put_path (out, t, p);
	fprintf (out, " %.0Lf\n", own > 0 ? own : 0);
      }
}

/* What number_text made of a value; JSON has no infinities.  */
static void
put_value (struct json *w, const char *key, const char *text)
{
  if (text[strspn (text, "-+.e0123456789")])
    json_text (w, key, text);
  else
    json_number (w, key, text);
}

static void
put_json (FILE *out, const struct forest *t)
{
  char text[64];
  struct json w = json_begin (out, t->fault);
  json_open (&w, NULL, '{');
  json_text (&w, "what", "arp");
  json_open (&w, "paths", '[');
  for (size_t p = following (t, 0); p; p = following (t, p))
    {
      json_line (&w);
      json_open (&w, NULL, '{');
      json_count (&w, "path", p);
      if (t->paths[p].parent)
	json_count (&w, "parent", t->paths[p].parent);
      json_text (&w, "section", t->paths[p].label);
      json_open (&w, "samples", '[');
      for (unsigned file = 0; file < t->n_files; file++)
	for (unsigned set = 0; t->paths[p].measured && set < t->n_sets; set++)
	  {
	    const struct samples *s = samples_of (t, p, file, set);
	    json_open (&w, NULL, '{');
	    json_count (&w, "file", file + 1);
	    json_count (&w, "callbacks", set + 1);
	    for (int c = 0; c < N_COLUMNS; c++)
	      if (*number_text (s, t->type[set], c, text))
		put_value (&w, columns[c], text);
	    json_open (&w, "histogram", '[');
	    for (size_t i = 0; i < s->n; i++)
	      {
		snprintf (text, sizeof text,
			  t->type[set] >= arp_float ? "%.17Lg" : "%.0Lf",
			  s->list[i].value);
		json_open (&w, NULL, '[');
		put_value (&w, NULL, text);
		json_count (&w, NULL, s->list[i].count);
		json_close (&w, ']');
	      }
	    json_close (&w, ']');
	    json_close (&w, '}');
	  }
      json_close (&w, ']');
      json_close (&w, '}');
    }
  json_close (&w, ']');
  json_close (&w, '}');
  json_finish (&w);
}

static int
run_arp (const struct options *o, struct fault *f)
{
  struct forest t = { .n_files = (unsigned) o->n_operands, .fault = f };
  bool good = true;
  int status = 0;
  const char *program = o->operands[t.n_files - 1];
  if (t.n_files == 1 || !arp_is_program (program))
    program = NULL;
  else
    t.n_files--;
  if (t.n_files > 2)
    return fault (f, "'%s' is no program", o->operands[2]), 0;
  if (o->format == FORMAT_FOLDED && t.n_files > 1)
    return fault (f, "'--format=folded' is for one file"), 0;
  if (program)
    {
      t.names = fresh (ARP_SIDS, sizeof *t.names, f);
      good = t.names && arp_read_names (program, t.names, f);
    }
  for (unsigned i = 0; good && i < t.n_files; i++)
    good = load_file (&t, i, o->operands[i]);
  for (size_t p = 0; good && p < t.n; p++)
    for (unsigned k = 0; k < t.n_files * t.n_sets; k++)
      sort (t.paths[p].of + k);
  for (size_t p = 0; good && t.n_files > 1 && p < t.n; p++)
    for (unsigned set = 0; set < t.n_sets; set++)
      if (differs (samples_of (&t, p, 0, set), samples_of (&t, p, 1, set)))
	status = 1;
  if (good && o->format == FORMAT_JSON)
    put_json (stdout, &t);
  else if (good && o->format == FORMAT_CSV)
    put_csv (stdout, &t);
  else if (good && o->format == FORMAT_FOLDED)
    put_folded (stdout, &t);
  else
    for (unsigned set = 0; good && set < t.n_sets; set++)
      if (t.n_files > 1)
	put_difference (stdout, &t, set);
      else
	put_tree (stdout, &t, set, o->histogram);
  release_forest (&t);
  return status;
}

const struct command cmd_arp = {
  .name = "arp",
  .synopsis = "[OPTION]... DATA [DATA] [PROG]",
  .text = "show what ARP measured on which path, or two files of that side by side",
  .options = options,
  .min_operands = 1,
  .max_operands = 3,
  .run = run_arp
};
