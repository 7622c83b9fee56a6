/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Analyses: their routines are called with what the program would have passed.  */

#include <dlfcn.h>
#include <elf.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/run.h"
#include "halt/halt.h"
#include "ghalt/play/play.h"

/* A routine takes what it wants of them, as it does in the program.  */
typedef void routine_fn (unsigned long, unsigned long, unsigned long,
			 unsigned long, unsigned long, unsigned long);

struct analyses
{
  struct play_sink sink;
  size_t n;
  const char *const *file;
  uint32_t *types;		/* of each file: those that it has a routine for */
  routine_fn **routine[HALT_TRACE_TYPES]; /* of each file that has one, and NULL */
  bool played[HALT_TRACE_TYPES];
};

/* --- files ------------------------------------------------------------------------- */

/* Whether FILE is in the format of this program's machine, or in none.  */
static bool
is_ours (const char *file)
{
  unsigned char header[2][20];
  const char *const files[] = { file, "/proc/self/exe" };
  for (int i = 0; i < 2; i++)
    {
      FILE *f = fopen (files[i], "r");
      bool good = f && fread (header[i], sizeof header[i], 1, f) == 1;
      if (f)
	fclose (f);
      if (!good || memcmp (header[i], ELFMAG, SELFMAG) != 0)
	return true;
    }
  const size_t machine = offsetof (Elf64_Ehdr, e_machine);
  return memcmp (header[0] + EI_CLASS, header[1] + EI_CLASS, 2) == 0
	 && memcmp (header[0] + machine, header[1] + machine, 2) == 0;
}

/* Link FILE to MADE by $CC, which may have options, as in a Makefile.  What it says is on
   standard error.  */
static bool
link_shared (const char *file, const char *made)
{
  static const char script[] = "eval \"exec ${CC:-cc} \\\"\\$@\\\"\"";
  const char *const words[] = { "sh", "-c", script, "sh", "-shared",
				"-o", made, file,   NULL };
  return run_to_end (words, (const int[]) { -1, 2, -1 }, NULL) == 0;
}

/* Open FILE, an object, as a shared one that is linked of it.  */
static void *
open_object (const char *file, struct fault *f)
{
  const char *cc = getenv ("CC"), *tmp = getenv ("TMPDIR");
  char folder[256], made[300];
  snprintf (folder, sizeof folder, "%.200s/ghalt-XXXXXX",
	    tmp && *tmp ? tmp : "/tmp");
  if (!mkdtemp (folder))
    {
      fault (f, "cannot make '%s'", folder);
      return NULL;
    }
  snprintf (made, sizeof made, "%s/analysis.so", folder);
  bool linked = link_shared (file, made);
  void *handle = linked ? dlopen (made, RTLD_NOW) : NULL;
  if (!linked)
    fault (f,
	   "'%.200s' cannot be linked as a shared object by '%.100s'; an "
	   "analysis is compiled with -fPIC",
	   file, cc && *cc ? cc : "cc");
  else if (!handle)
    {
      /* It says "MADE: ...", a name that nobody knows.  */
      const char *said = dlerror ();
      size_t length = strlen (made);
      if (strncmp (said, made, length) == 0 && said[length] == ':')
	said += length + 1;
      fault (f, "'%.200s', as a shared object:%s%.200s", file,
	     *said == ' ' ? "" : " ", said);
    }
  unlink (made);
  rmdir (folder);
  return handle;
}

static void *
open_file (const char *file, struct fault *f)
{
  const char *dot = strrchr (file, '.');
  char path[4096];
  if (access (file, R_OK) != 0)
    {
      fault (f, "cannot read '%.400s'", file);
      return NULL;
    }
  if (!is_ours (file))
    {
      fault (
	f,
	"'%.200s' is for another machine; an analysis is compiled for this "
	"one, wherever the program ran",
	file);
      return NULL;
    }
  if (dot && strcmp (dot, ".o") == 0)
    return open_object (file, f);
  snprintf (path, sizeof path, "%s%s", strchr (file, '/') ? "" : "./", file);
  void *handle = dlopen (path, RTLD_NOW);
  if (!handle)
    fault (f, "%s", dlerror ());
  return handle;
}

/* --- calls ----------------------------------------------------------------------- */

static void
call (struct analyses *a, const struct event *e, const unsigned long *x)
{
  static const unsigned long none[PLAY_ARGS];
  routine_fn *const *routine = a->routine[e->type];
  x = x ? x : none;
  a->played[e->type] = true;
  for (; *routine; routine++)
    switch (e->type)
      {
      case HALT_TRACE_CBR0:
	(*routine) (0, e->id, x[0], x[1], x[2], 0);
	break;
      case HALT_TRACE_CBR1:
	(*routine) (1, e->id, x[0], x[1], x[2], 0);
	break;
      case HALT_TRACE_LOAD:
      case HALT_TRACE_STORE:
	(*routine) (e->b, e->a, e->id, x[0], x[1], x[2]);
	break;
      case HALT_TRACE_CALL:
      case HALT_TRACE_MBR:
      case HALT_TRACE_SETJMP:
	(*routine) (e->a, e->id, x[0], x[1], x[2], 0);
	break;
      case HALT_TRACE_LONGJMP:
	(*routine) (e->a, e->b, e->id, x[0], x[1], x[2]);
	break;
      case HALT_TRACE_PATH:
	(*routine) (e->a, e->id, e->b, x[0], x[1], x[2]);
	break;
      default:
	(*routine) (e->id, x[0], x[1], x[2], 0, 0);
      }
}

static bool
load_event (struct play_sink *sink, const struct trace_thread *thread,
	    uint64_t time, const struct event *e, size_t n)
{
  struct analyses *a = (struct analyses *) sink;
  const struct play_points *points = sink->points;
  routine_fn *branch = a->n == 1 && !points->args[HALT_TRACE_CBR0]
			   && !points->args[HALT_TRACE_CBR1]
			 ? a->routine[HALT_TRACE_CBR0][0]
			 : NULL;
  (void) thread, (void) time;
  for (const struct event *end = e + n; e < end; e++)
    if (branch && e->type <= HALT_TRACE_CBR1)
      {
	a->played[e->type] = true;
	branch (e->type - HALT_TRACE_CBR0, e->id, 0, 0, 0, 0);
      }
    else
      {
	const unsigned long **args = points->args[e->type];
	call (a, e, args && e->id < points->n_ids ? args[e->id] : NULL);
      }
  return true;
}

/* Say which files got none of the events, if there were any.  */
static void
note_unused (const struct analyses *a)
{
  uint32_t played = 0;
  char kinds[200];
  size_t length = 0;
  for (unsigned type = 1; type < HALT_TRACE_TYPES; type++)
    {
      if (!a->played[type])
	continue;
      played |= 1u << type;
      /* Both ways of a branch are one kind.  */
      if (type != HALT_TRACE_CBR1 || !a->played[HALT_TRACE_CBR0])
	length += snprintf (kinds + length, sizeof kinds - length, "%s%s",
			    length ? ", " : "",
			    ghalt_kind (play_kind (type))->word);
    }
  for (size_t i = 0; played && i < a->n; i++)
    if (!(a->types[i] & played))
      fprintf (stderr,
	       "ghalt: '%s' got no event: it has no routine for the kinds that "
	       "were played: %s\n",
	       a->file[i], kinds);
}

static bool
end_tool (struct play_sink *sink)
{
  struct analyses *a = (struct analyses *) sink;
  note_unused (a);
  for (unsigned type = 0; type < HALT_TRACE_TYPES; type++)
    free (a->routine[type]);
  free (a->types);
  free (a);
  return true;
}

/* The name of the routine of KIND.  */
static const char *
routine_name (unsigned kind)
{
  switch (kind)
    {
#define HALT_INLINE_KIND(...)
#define HALT_KIND(NAME, number, word, routine, ...) \
  case number: \
    return #routine;
#include "halt/kinds.def"
    default:
      return "";
    }
}

/* Add the routines of HANDLE; the types that they are for.  */
static uint32_t
add_routines (struct analyses *a, void *handle)
{
  uint32_t found = 0;
  for (unsigned type = 1; type < HALT_TRACE_TYPES; type++)
    {
      size_t n = 0;
      void *routine = dlsym (handle, routine_name (play_kind (type)));
      while (a->routine[type][n])
	n++;
      if (routine)
	a->routine[type][n] = (routine_fn *) routine;
      found |= routine ? 1u << type : 0;
    }
  return found;
}

struct play_sink *
analyses_open (const char *const *files, size_t n,
	       const struct play_points *points, struct fault *f)
{
  struct analyses *a = calloc (1, sizeof *a);
  bool good = a && (a->types = calloc (n, sizeof *a->types));
  for (unsigned type = 0; good && type < HALT_TRACE_TYPES; type++)
    {
      a->routine[type] = calloc (n + 1, sizeof *a->routine[type]);
      good = a->routine[type];
    }
  if (!good)
    fault (f, "out of memory");
  void **handle = calloc (n, sizeof *handle);
  for (size_t i = 0; good && i < n; i++)
    {
      good = handle && (handle[i] = open_file (files[i], f));
      if (good && !(a->types[i] = add_routines (a, handle[i])))
	{
	  fault (f, "'%.200s' has no routine _record_...", files[i]);
	  good = false;
	}
    }
  for (size_t i = 0; good && i < n; i++)
    {
      void (*startup) (void) = (void (*) (void)) dlsym (handle[i],
							"_halt_startup");
      if (startup)
	startup ();
    }
  free (handle);
  if (!good)
    {
      if (a)
	end_tool (&a->sink);
      return NULL;
    }
  a->n = n;
  a->file = files;
  a->sink = (struct play_sink) {
    .put = load_event, .end = end_tool, .points = points, .fault = f
  };
  return &a->sink;
}
