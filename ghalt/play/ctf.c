/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A trace in Common Trace Format 1.8 (diamon.org/ctf), which babeltrace2 and Trace
   Compass read: a folder with the text `metadata' and a stream for each thread.  */

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "ghalt/play/play.h"

struct ctf
{
  struct play_sink sink;
  char folder[4096];
  FILE *stream;
  uint32_t thread;		/* whose it is */
};

static bool
cannot (struct ctf *c, const char *what)
{
  fault (c->sink.fault, "cannot write '%.300s/%s': %s", c->folder, what,
	 strerror (errno));
  return false;
}

static FILE *
open_in (struct ctf *c, const char *name, const char *mode)
{
  char path[sizeof c->folder + 64];
  snprintf (path, sizeof path, "%s/%s", c->folder, name);
  FILE *file = fopen (path, mode);
  if (!file)
    cannot (c, name);
  return file;
}

/* What the fields of an event are called, after id; of 64 bits.  */
static const char *const fields[HALT_TRACE_TYPES][2] = {
  [HALT_TRACE_LOAD] = { "ea", "bytes" },
  [HALT_TRACE_STORE] = { "ea", "bytes" },
  [HALT_TRACE_CALL] = { "callee" },
  [HALT_TRACE_MBR] = { "index" },
  [HALT_TRACE_SETJMP] = { "buf" },
  [HALT_TRACE_LONGJMP] = { "buf", "status" },
  [HALT_TRACE_PATH] = { "path_sum", "proc_id" },
};

/* A text of TSDL.  */
static void
put_quoted (FILE *out, const char *text)
{
  for (; *text; text++)
    if ((unsigned char) *text >= ' ' && *text != '"' && *text != '\\')
      putc (*text, out);
}

/* The ids of KIND by the places that they stand for.  */
static void
put_places (FILE *out, const struct play_points *points, unsigned kind)
{
  struct ghalt_point p;
  struct ghalt_function f;
  struct ghalt_place place;
  uint64_t last = UINT64_MAX;
  fprintf (out, "typealias enum : uint64_t {\n");
  for (size_t i = 0; ghalt_counted (points->report, kind, i, &p); i++)
    {
      if (p.id == last || !ghalt_function (points->report, p.function, &f))
	continue;
      last = p.id;
      fprintf (out, "  \"");
      put_quoted (out, f.name);
      if (ghalt_point_place (points->report, &p, &place))
	{
	  fprintf (out, " ");
	  put_quoted (out, place.file);
	  fprintf (out, ":%u", place.line);
	}
      fprintf (out, "\" = %" PRIu64 ",\n", p.id);
    }
  fprintf (out, "  \"?\" = 18446744073709551615\n} := place_%u;\n", kind);
}

static bool
put_metadata (struct ctf *c, const struct trace *t)
{
  const struct halt_trace *h = t->header;
  FILE *out = open_in (c, "metadata", "w");
  if (!out)
    return false;
  fprintf (out,
	   "/* CTF 1.8 */\n"
	   "typealias integer { size = 8; align = 8; signed = false; } := "
	   "uint8_t;\n"
	   "typealias integer { size = 32; align = 8; signed = false; } := "
	   "uint32_t;\n"
	   "typealias integer { size = 64; align = 8; signed = false; } := "
	   "uint64_t;\n"
	   "typealias integer { size = 64; align = 8; signed = false; base = "
	   "16; } := address_t;\n"
	   "trace {\n  major = 1;\n  minor = 8;\n  byte_order = %s;\n"
	   "  packet.header := struct { uint32_t magic; uint32_t stream_id; "
	   "};\n};\n"
	   "env {\n  tracer_name = \"halt\";\n  pid = %" PRIu64 ";\n};\n"
	   "clock {\n  name = monotonic;\n  freq = 1000000000;\n"
	   "  offset = %" PRIu64 ";\n};\n"
	   "typealias integer { size = 64; align = 8; signed = false; map = "
	   "clock.monotonic.value; } := time_t;\n"
	   "stream {\n  id = 0;\n"
	   "  packet.context := struct { uint32_t thread; uint64_t tid; "
	   "time_t timestamp_begin; };\n"
	   "  event.header := struct { uint8_t id; time_t timestamp; };\n};\n",
	   __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "le" : "be", h->pid,
	   h->real - h->time);
  for (unsigned type = HALT_TRACE_CBR1; type < HALT_TRACE_TYPES; type++)
    {
      unsigned kind = play_kind (type);
      put_places (out, c->sink.points, kind);
      fprintf (out,
	       "event {\n  id = %u;\n  name = \"%s\";\n  stream_id = 0;\n"
	       "  fields := struct { place_%u id;",
	       type, ghalt_kind (kind)->word, kind);
      if (type == HALT_TRACE_CBR1)
	fprintf (out, " uint8_t cond;");
      for (int i = 0; i < 2 && fields[type][i]; i++)
	fprintf (out, " %s _%s;",
		 i || type == HALT_TRACE_MBR || type == HALT_TRACE_PATH
		   ? "uint64_t"
		   : "address_t",
		 fields[type][i]);
      fprintf (out, " };\n};\n");
    }
  if (fclose (out) != 0)
    return cannot (c, "metadata");
  return true;
}

/* Go on with the stream of THREAD, or begin it.  */
static bool
open_stream (struct ctf *c, const struct trace_thread *thread, uint64_t time)
{
  char name[64];
  if (c->stream && c->thread == thread->number)
    return true;
  if (c->stream && fclose (c->stream) != 0)
    {
      c->stream = NULL;
      return cannot (c, "stream");
    }
  snprintf (name, sizeof name, "stream_%u", thread->number);
  if (!(c->stream = open_in (c, name, "a")))
    return false;
  c->thread = thread->number;
  if (ftell (c->stream) == 0)
    {
      const uint32_t head[] = { 0xc1fc1fc1, 0, thread->number };
      fwrite (head, sizeof head, 1, c->stream);
      fwrite (&thread->tid, sizeof thread->tid, 1, c->stream);
      fwrite (&time, sizeof time, 1, c->stream);
    }
  return true;
}

static bool
put_event (struct play_sink *sink, const struct trace_thread *thread,
	   uint64_t time, const struct event *e, size_t n)
{
  struct ctf *c = (struct ctf *) sink;
  if (!open_stream (c, thread, time))
    return false;
  for (; n; n--, e++)
    {
      bool branch = e->type <= HALT_TRACE_CBR1;
      unsigned char type = branch ? HALT_TRACE_CBR1 : e->type;
      unsigned char cond = e->type == HALT_TRACE_CBR1;
      fwrite (&type, 1, 1, c->stream);
      fwrite (&time, sizeof time, 1, c->stream);
      fwrite (&e->id, sizeof e->id, 1, c->stream);
      if (branch)
	fwrite (&cond, 1, 1, c->stream);
      if (fields[e->type][0])
	fwrite (&e->a, sizeof e->a, 1, c->stream);
      if (fields[e->type][1])
	fwrite (&e->b, sizeof e->b, 1, c->stream);
    }
  return !ferror (c->stream) || cannot (c, "stream");
}

static bool
end_trace (struct play_sink *sink)
{
  struct ctf *c = (struct ctf *) sink;
  bool good = !c->stream || fclose (c->stream) == 0 || cannot (c, "stream");
  free (c);
  return good;
}

struct play_sink *
ctf_open (const char *output, const struct play_points *points,
	  const struct trace *t, struct fault *f)
{
  struct ctf *c = calloc (1, sizeof *c);
  if (!c)
    {
      fault (f, "out of memory");
      return NULL;
    }
  c->sink = (struct play_sink) {
    .put = put_event, .end = end_trace, .points = points, .fault = f
  };
  snprintf (c->folder, sizeof c->folder, "%s", output);
  if (mkdir (output, 0777) != 0)
    fault (f, "cannot make the folder '%.300s': %s", output, strerror (errno));
  else if (put_metadata (c, t))
    return &c->sink;
  free (c);
  return NULL;
}
