/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as a profile of pprof: a protocol buffer, compressed by gzip.  Its fields
   and their numbers are those that profile.proto publishes.

   A sample is a line of a function with what was counted on it, a value for each kind;
   or a call, with the line that calls below the function that is called.  */

#include <pb_encode.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include "base/order.h"
#include "report/exchange/costs.h"

/* Fields, by message.  */
enum
{
  PROFILE_SAMPLE_TYPE = 1,
  PROFILE_SAMPLE = 2,
  PROFILE_MAPPING = 3,
  PROFILE_LOCATION = 4,
  PROFILE_FUNCTION = 5,
  PROFILE_STRING = 6,
  PROFILE_TIME = 9,
  PROFILE_COMMENT = 13,
  PROFILE_DEFAULT_TYPE = 14,
  TYPE_NAME = 1,
  TYPE_UNIT = 2,
  SAMPLE_LOCATION = 1,
  SAMPLE_VALUE = 2,
  MAPPING_ID = 1,
  MAPPING_FILE = 5,
  MAPPING_BUILD_ID = 6,
  MAPPING_HAS_FUNCTIONS = 7,
  MAPPING_HAS_FILES = 8,
  MAPPING_HAS_LINES = 9,
  LOCATION_ID = 1,
  LOCATION_MAPPING = 2,
  LOCATION_LINE = 4,
  LINE_FUNCTION = 1,
  LINE_NUMBER = 2,
  FUNCTION_ID = 1,
  FUNCTION_NAME = 2,
  FUNCTION_SYMBOL = 3,
  FUNCTION_FILE = 4,
  FUNCTION_LINE = 5
};

/* A message that is part of another.  */
struct message
{
  pb_byte_t bytes[16 * COST_COLUMNS + 64];
  pb_ostream_t stream;
};

struct text
{
  char *text;
  uint64_t number;
};

struct pprof
{
  const struct report *report;
  gzFile file;
  pb_ostream_t stream;
  void *texts;			/* tree of struct text */
  uint64_t n_texts, n_functions, n_locations;
  uint64_t *functions;		/* for each of the report: its id, or 0 */
  unsigned columns[COST_COLUMNS], n_columns;
};

/* --- what the format is made of ------------------------------------------- */

static bool
put_bytes (pb_ostream_t *stream, const pb_byte_t *bytes, size_t n)
{
  return gzwrite (stream->state, bytes, (unsigned) n) == (int) n;
}

static void
put_varint (pb_ostream_t *stream, uint32_t field, uint64_t n)
{
  if (n > 0 && pb_encode_tag (stream, PB_WT_VARINT, field))
    pb_encode_varint (stream, n);
}

static void
put_length (pb_ostream_t *stream, uint32_t field, const void *bytes, size_t n)
{
  if (pb_encode_tag (stream, PB_WT_STRING, field))
    pb_encode_string (stream, bytes, n);
}

static void
begin_message (struct message *m)
{
  m->stream = pb_ostream_from_buffer (m->bytes, sizeof m->bytes);
}

static void
end_message (pb_ostream_t *stream, uint32_t field, struct message *m)
{
  put_length (stream, field, m->bytes, m->stream.bytes_written);
}

ORDER (compare_texts, struct text, BY_TEXT (text));

/* The number of TEXT, which is written when it is seen first.  */
static uint64_t
number_of (struct pprof *p, const char *text)
{
  struct fault *f = p->report->fault;
  struct text *own = fresh (1, sizeof *own, f), **found = NULL;
  if (!own)
    return 0;
  *own = (struct text) { copy_text (text, strlen (text), f), p->n_texts };
  if (own->text)
    found = tsearch (own, &p->texts, compare_texts);
  if (!found)
    fault (f, "out of memory");
  if (found && *found == own)
    {
      p->n_texts++;
      put_length (&p->stream, PROFILE_STRING, text, strlen (text));
      return own->number;
    }
  free (own->text);
  free (own);
  return found ? (*found)->number : 0;
}

static void
free_text (void *node)
{
  struct text *t = node;
  free (t->text);
  free (t);
}

/* --- functions and lines -------------------------------------------------- */

/* What FN has of FILE, a text of its unit: its own lines, or such as were copied into
   it.  Returns the id.  */
static uint64_t
put_function (struct pprof *p, const struct ghalt_function *fn,
	      const char *file)
{
  const char *directory = report_unit (p->report, fn).directory;
  struct message m;
  bool own = file == fn->file;
  if (own && p->functions[fn->number])
    return p->functions[fn->number];
  char *path = path_join (directory, file, p->report->fault);
  uint64_t id = ++p->n_functions, name = number_of (p, fn->pretty),
	   symbol = number_of (p, fn->name),
	   where = number_of (p, path ? path : "");
  free (path);
  if (own)
    p->functions[fn->number] = id;
  begin_message (&m);
  put_varint (&m.stream, FUNCTION_ID, id);
  put_varint (&m.stream, FUNCTION_NAME, name);
  put_varint (&m.stream, FUNCTION_SYMBOL, symbol);
  put_varint (&m.stream, FUNCTION_FILE, where);
  put_varint (&m.stream, FUNCTION_LINE, own ? fn->line : 0);
  end_message (&p->stream, PROFILE_FUNCTION, &m);
  return id;
}

/* Line LINE of FUNCTION, in OBJECT, numbered from 1; 0 is none.  Returns the id.  */
static uint64_t
put_location (struct pprof *p, uint64_t function, uint64_t line,
	      uint64_t object)
{
  struct message m, place;
  uint64_t id = ++p->n_locations;
  begin_message (&place);
  put_varint (&place.stream, LINE_FUNCTION, function);
  put_varint (&place.stream, LINE_NUMBER, line);
  begin_message (&m);
  put_varint (&m.stream, LOCATION_ID, id);
  put_varint (&m.stream, LOCATION_MAPPING, object);
  end_message (&m.stream, LOCATION_LINE, &place);
  end_message (&p->stream, PROFILE_LOCATION, &m);
  return id;
}

static uint64_t
object_of (const struct pprof *p, const struct ghalt_function *fn)
{
  return report_unit (p->report, fn).object + 1;
}

/* VALUES of all cost columns, at LOCATION, called from CALLER unless that is 0.  */
static void
put_sample (struct pprof *p, uint64_t location, uint64_t caller,
	    const uint64_t *values)
{
  struct message m, packed;
  begin_message (&packed);
  pb_encode_varint (&packed.stream, location);
  if (caller)
    pb_encode_varint (&packed.stream, caller);
  begin_message (&m);
  end_message (&m.stream, SAMPLE_LOCATION, &packed);
  begin_message (&packed);
  for (unsigned i = 0; i < p->n_columns; i++)
    {
      uint64_t n = values[p->columns[i]];
      pb_encode_varint (&packed.stream, n > INT64_MAX ? INT64_MAX : n);
    }
  end_message (&m.stream, SAMPLE_VALUE, &packed);
  end_message (&p->stream, PROFILE_SAMPLE, &m);
}

static void
put_costs (struct pprof *p, const struct ghalt_function *fn,
	   const struct costs *c)
{
  const char *file = NULL;
  uint64_t function = 0;
  for (size_t i = 0; i < c->n; i++)
    {
      uint64_t values[COST_COLUMNS], any = 0;
      for (unsigned k = 0; k < COST_COLUMNS; k++)
	{
	  values[k] = cost_column (k).kind == HALT_CALL ? 0
							: c->rows[i].values[k];
	  any |= values[k];
	}
      if (!any)
	continue;
      if (file != c->rows[i].file)
	function = put_function (p, fn, c->rows[i].file);
      file = c->rows[i].file;
      put_sample (p,
		  put_location (p, function, c->rows[i].line,
				object_of (p, fn)),
		  0, values);
    }
}

/* --- calls -------------------------------------------------------------------- */

/* What has only a NAME.  */
static uint64_t
put_other (struct pprof *p, const char *name)
{
  struct message m;
  uint64_t id = ++p->n_functions, text = number_of (p, name);
  begin_message (&m);
  put_varint (&m.stream, FUNCTION_ID, id);
  put_varint (&m.stream, FUNCTION_NAME, text);
  put_varint (&m.stream, FUNCTION_SYMBOL, text);
  end_message (&p->stream, PROFILE_FUNCTION, &m);
  return put_location (p, id, 0, 0);
}

static void
put_call (struct pprof *p, const struct ghalt_call *call)
{
  const struct report *r = p->report;
  uint64_t values[COST_COLUMNS] = { 0 }, called, caller = 0;
  if (call->caller != GHALT_NO_FUNCTION)
    {
      struct ghalt_function fn = report_function (r, call->caller);
      caller = put_location (p, put_function (p, &fn, call->file), call->line,
			     object_of (p, &fn));
    }
  if (call->callee == GHALT_NO_FUNCTION)
    called = put_other (p, *call->name ? call->name : CALL_POINTER);
  else
    {
      struct ghalt_function fn = report_function (r, call->callee);
      called = put_location (p, put_function (p, &fn, fn.file), fn.line,
			     object_of (p, &fn));
    }
  for (unsigned k = 0; k < COST_COLUMNS; k++)
    if (cost_column (k).kind == HALT_CALL && cost_column (k).events)
      values[k] = call->count.n;
  put_sample (p, called, caller, values);
}

/* Those that the chosen functions make.  */
static void
put_calls (struct pprof *p)
{
  const struct report *r = p->report;
  struct ghalt_error *error = NULL;
  struct ghalt_calls *calls = NULL;
  size_t n;
  if (!report_has (r, HALT_CALL))
    return;
  calls = ghalt_calls_open (r->data, &error);
  if (!calls)
    {
      take_error (r->fault, error);
      return;
    }
  const struct ghalt_call *list = ghalt_calls_list (calls, &n);
  for (size_t i = 0; i < n; i++)
    if (list[i].count.n > 0 && list[i].caller != GHALT_NO_FUNCTION
	&& r->chosen[list[i].caller])
      put_call (p, list + i);
  ghalt_calls_close (calls);
}

/* --- all ----------------------------------------------------------------------- */

/* Choose what there are values of, and say what they are.  */
static bool
put_types (struct pprof *p)
{
  struct message m;
  uint64_t usual = 0;
  for (unsigned k = 0; k < COST_COLUMNS; k++)
    {
      struct cost_column c = cost_column (k);
      struct fault name;
      if (!costs_known (p->report, k))
	continue;
      bool bytes = !c.events && kind_counts (c.kind) == CELLS_BYTES;
      fault (&name, "%s%s", kind_name (c.kind),
	     c.events ? ""
	     : bytes  ? "_bytes"
		      : "_misses");
      p->columns[p->n_columns++] = k;
      uint64_t text = number_of (p, name.text),
	       unit = number_of (p, bytes ? "bytes" : "count");
      usual = usual ? usual : text;
      begin_message (&m);
      put_varint (&m.stream, TYPE_NAME, text);
      put_varint (&m.stream, TYPE_UNIT, unit);
      end_message (&p->stream, PROFILE_SAMPLE_TYPE, &m);
    }
  put_varint (&p->stream, PROFILE_DEFAULT_TYPE, usual);
  return p->n_columns > 0;
}

static void
put_head (struct pprof *p)
{
  const struct report *r = p->report;
  struct ghalt_object o;
  struct message m;
  struct stat st;
  struct fault text;
  for (size_t i = 0; ghalt_object (r->data, i, &o); i++)
    {
      uint64_t path = number_of (p, o.path), id = number_of (p, o.build_id);
      begin_message (&m);
      put_varint (&m.stream, MAPPING_ID, i + 1);
      put_varint (&m.stream, MAPPING_FILE, path);
      put_varint (&m.stream, MAPPING_BUILD_ID, id);
      put_varint (&m.stream, MAPPING_HAS_FUNCTIONS, 1);
      put_varint (&m.stream, MAPPING_HAS_FILES, 1);
      put_varint (&m.stream, MAPPING_HAS_LINES, 1);
      end_message (&p->stream, PROFILE_MAPPING, &m);
    }
  if (stat (r->profiles[0], &st) == 0)
    put_varint (&p->stream, PROFILE_TIME,
		(uint64_t) st.st_mtim.tv_sec * 1000000000u
		  + (uint64_t) st.st_mtim.tv_nsec);
  fault (&text, "ghalt " HALT_VERSION ": %s of %s", r->recorded.names, r->path);
  put_varint (&p->stream, PROFILE_COMMENT, number_of (p, text.text));
}

static void
put_all (struct pprof *p)
{
  const struct report *r = p->report;
  struct costs c = { 0 };
  struct ghalt_function fn;
  number_of (p, "");
  if (!put_types (p))
    {
      fault (r->fault, "%s: nothing was recorded that pprof could show",
	     r->profiles[0]);
      return;
    }
  put_head (p);
  progress_begin ("function", r->facts.n_functions);
  for (size_t i = 0; report_next (r, &i, &fn);)
    {
      costs_find (&c, r, &fn);
      progress_step ();
      put_costs (p, &fn, &c);
    }
  progress_end ();
  put_calls (p);
  costs_release (&c);
}

void
pprof_report (FILE *out, const struct report *r)
{
  struct pprof p = { .report = r };
  int fd = fflush (out) == 0 ? dup (fileno (out)) : -1;
  p.file = fd < 0 ? NULL : gzdopen (fd, "wb");
  p.stream = (pb_ostream_t) {
    .callback = put_bytes, .state = p.file, .max_size = SIZE_MAX
  };
  p.functions = fresh (r->facts.n_functions, sizeof *p.functions, r->fault);
  if (!p.file)
    fault (r->fault, "cannot write standard output: %m");
  else if (p.functions)
    put_all (&p);
  if (fd >= 0 && !p.file)
    close (fd);
  bool good = p.file && gzclose (p.file) == Z_OK && !p.stream.errmsg;
  if (!good && !r->fault->text[0])
    fault (r->fault, "cannot write standard output: %m");
  tdestroy (p.texts, free_text);
  free (p.functions);
}
