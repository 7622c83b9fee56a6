/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports as the library's users have them: a program and its profile, joined.  */

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "summarize/library/library.h"

/* --- what is said beside the numbers -------------------------------------- */

__attribute__ ((format (printf, 3, 4))) static bool
add_note (struct ghalt_report *r, struct fault *f, const char *format, ...)
{
  char text[2048];
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  if (!another (&r->notes, r->n_notes, sizeof *r->notes, f))
    return false;
  r->notes[r->n_notes] = copy_text (text, strlen (text), f);
  return r->notes[r->n_notes++];
}

/* True if paths were counted, and nothing else.  */
static bool
only_paths (const struct prof *prof)
{
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    if (kind_counted (kind) && prof->n_rows[kind] > 0)
      return false;
  return prof->n_rows[HALT_PATH_SUM_READ] > 0;
}

/* What remains of the counts of NAMES.  */
static bool
note_unresolved (struct ghalt_report *r, const char *names, struct fault *f)
{
  const struct join *j = &r->join;
  for (uint32_t i = 0; i < j->prof->header->n_objects; i++)
    if (j->objects[i].unresolved > 0)
      {
	struct fault why;
	say_unresolved (&why, j->objects[i].unresolved, names,
			j->objects[i].why.text);
	if (!add_note (r, f, "%s", why.text))
	  return false;
      }
    else if (j->strays > 0 && j->objects[i].why.text[0]
	     && !add_note (r, f, "constant ids of %s remain unresolved: %s",
			   names, j->objects[i].why.text))
      return false;
    else if (j->strays == 0 && !j->objects[i].program
	     && j->objects[i].why.text[0]
	     && !add_note (r, f,
			   "an object's points are missing, none of which was "
			   "executed: %s",
			   j->objects[i].why.text))
      return false;
  if (j->blind > 0
      && !add_note (r, f,
		    "%" PRIu64 " count%s of %s belong%s to code without a map: "
		    "its object file was stripped before the link",
		    j->blind, plural (j->blind), names,
		    by_number (j->blind, "s", "")))
    return false;
  uint64_t n = j->strays - j->blind;
  return n == 0
	 || add_note (r, f,
		      "%" PRIu64 " count%s of %s belong%s to no point of any "
		      "object",
		      n, plural (n), names, by_number (n, "s", ""));
}

/* What was lost when the profiles were recorded.  */
static bool
note_losses (struct ghalt_report *r, struct fault *f)
{
  const struct ghalt_profile *p = r->profile;
  struct fault why;
  for (unsigned i = 0;
       prof_losses (r->join.prof, p->names, p->n_names, i, &why); i++)
    if (!add_note (r, f, "%s", why.text))
      return false;
  return true;
}

/* Of which kinds some points were on, and some off.  */
static bool
note_off (struct ghalt_report *r, struct fault *f)
{
  const struct join *j = &r->join;
  size_t n = 0, n_off = 0;
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    {
      size_t all = j->first[kind + 1] - j->first[kind], off = 0;
      for (size_t i = j->first[kind]; i < j->first[kind + 1]; i++)
	off += j->points[i].off;
      n += off < all ? all : 0;
      n_off += off < all ? off : 0;
    }
  return n_off == 0
	 || add_note (r, f, "%zu of %zu point%s %s off; nothing is known of %s",
		      n_off, n, plural (n), by_number (n_off, "was", "were"),
		      by_number (n_off, "it", "them"));
}

static bool
note_all (struct ghalt_report *r, struct fault *f)
{
  const char *names = r->profile->names;
  struct fault why;
  if (!note_unresolved (r, names, f) || !note_losses (r, f)
      || !choice_missing (&r->join, &why, f)
      || (why.text[0] && !add_note (r, f, "%s", why.text)))
    return false;
  bool nothing = why_nothing (&r->join, &why);
  if (!nothing && !note_off (r, f))
    return false;
  if (nothing && !add_note (r, f, "%s", why.text))
    return false;
  if (only_paths (r->join.prof)
      && !add_note (r, f, "%s counts paths alone; 'ghalt paths' shows them",
		    names))
    return false;
  return !r->no_paths.text[0]
	 || add_note (r, f, "counts of paths are not used: %s",
		      r->no_paths.text);
}

/* Without a profile ids may be other ones.  */
static bool
note_blind (struct ghalt_report *r, struct fault *f)
{
  const struct program *p = &r->program->program;
  return p->n_guessed == 0
	 || add_note (r, f,
		      "%s: %zu unit%s without a map %s taken to have no ids",
		      p->path, p->n_guessed, plural (p->n_guessed),
		      by_number (p->n_guessed, "is", "are"));
}

/* Let the counts of paths be measured by, if there are some.  */
static void
use_paths (struct ghalt_report *r)
{
  if (!r->join.prof->rows[HALT_PATH_SUM_READ])
    return;
  if (paths_join (&r->paths, &r->join, r->profile->name, &r->no_paths))
    r->join.paths = &r->paths;
}

bool
library_join (struct ghalt_report *r, const struct ghalt_report *known,
	      struct fault *f)
{
  static const struct halt_prof header = { .n_objects = 1 };
  static const struct halt_prof_object object;
  const struct program *program = &r->program->program;
  if (r->profile)
    return join_again (&r->join, &r->profile->prof, r->profile->name, program,
		       known ? &known->join : NULL, f);
  static const uint64_t none[1];
  for (uint32_t kind = 0; r->never && kind < HALT_KIND_END; kind++)
    r->bare.rows[kind] = none;
  r->bare.header = &header;
  r->bare.objects = &object;
  r->bare.strings = "";
  return join_program (&r->join, &r->bare, program, f);
}

/* KNOWN may be NULL; NEVER: the program was never executed.  */
static struct ghalt_report *
open_report (const struct ghalt_program *program,
	     const struct ghalt_profile *profile,
	     const struct ghalt_report *known, bool never,
	     struct ghalt_error **error)
{
  struct fault f;
  struct ghalt_report *r = fresh (1, sizeof *r, &f);
  if (r)
    {
      r->program = program;
      r->profile = profile;
      r->never = never;
      if (library_join (r, known, &f))
	{
	  folder_share (&program->program, &r->join);
	  if (profile)
	    use_paths (r);
	  if (profile ? note_all (r, &f) : note_blind (r, &f))
	    return r;
	}
      ghalt_report_close (r);
    }
  error_set (error, &f);
  return NULL;
}

struct ghalt_report *
ghalt_report_open (const struct ghalt_program *program,
		   const struct ghalt_profile *profile,
		   struct ghalt_error **error)
{
  return open_report (program, profile, NULL, false, error);
}

struct ghalt_report *
ghalt_report_again (const struct ghalt_report *report,
		    const struct ghalt_profile *profile,
		    struct ghalt_error **error)
{
  return open_report (report->program, profile, report, false, error);
}

struct ghalt_report *
ghalt_report_never (const struct ghalt_program *program,
		    struct ghalt_error **error)
{
  return open_report (program, NULL, NULL, true, error);
}

void
ghalt_report_close (struct ghalt_report *report)
{
  if (!report)
    return;
  paths_release (&report->paths);
  join_close (&report->join);
  for (size_t i = 0; i < report->n_notes; i++)
    free (report->notes[i]);
  free (report->notes);
  ghalt_program_close (report->main);
  free (report->owned);
  free (report);
}

void
ghalt_report_facts (const struct ghalt_report *report,
		    struct ghalt_report_facts *facts)
{
  const struct join *j = &report->join;
  *facts = (struct ghalt_report_facts) {
    .n_objects = j->prof->header->n_objects,
    .n_units = j->n_units,
    .n_functions = j->n_functions,
    .n_foreign = j->n_foreign,
    .strays = j->strays,
    .n_notes = report->n_notes
  };
}

const char *
ghalt_report_note (const struct ghalt_report *report, size_t i)
{
  return i < report->n_notes ? report->notes[i] : NULL;
}

int
ghalt_object (const struct ghalt_report *report, size_t i,
	      struct ghalt_object *object)
{
  const struct join *j = &report->join;
  const struct prof *p = j->prof;
  const struct program *program = &report->program->program;
  if (i >= p->header->n_objects)
    return 0;
  bool bare = p == &report->bare && !report->owned;
  *object = (struct ghalt_object) {
    .path = bare ? program->path : p->strings + p->objects[i].path,
    .build_id = bare ? program->image.build_id
		     : p->strings + p->objects[i].build_id,
    .is_program = j->objects[i].program == program,
    .unresolved = j->objects[i].unresolved,
    .why = j->objects[i].why.text
  };
  return 1;
}

int
ghalt_unit (const struct ghalt_report *report, size_t i,
	    struct ghalt_unit *unit)
{
  if (i >= report->join.n_units)
    return 0;
  const struct joined_unit *ju = report->join.units + i;
  const struct halt_map *h = ju->unit->map.header;
  const char *s = ju->unit->map.strings;
  *unit = (struct ghalt_unit) {
    .object = ju->object,
    .first_function = ju->first_function,
    .n_functions = h->n_functions,
    .base = ju->base,
    .n_ids = h->n_ids,
    .checksum = h->checksum,
    .flags = h->flags,
    .source = s + h->source,
    .directory = s + h->directory,
    .producer = s + h->producer,
    .member = ju->unit->member
  };
  return 1;
}

const char *
ghalt_unit_file (const struct ghalt_report *report, size_t unit,
		 const char *file, char *buffer, size_t size)
{
  char shown[SHOWN_SIZE];
  if (unit >= report->join.n_units)
    return file;
  const char *name = folder_file (&report->join.units[unit].unit->map, file,
				  size < SHOWN_SIZE ? shown : buffer);
  if (name < shown || name >= shown + SHOWN_SIZE)
    return name;
  return strlen (name) < size ? strcpy (buffer, name) : file;
}

const char *
ghalt_unit_written (const struct ghalt_report *report, size_t unit,
		    size_t *size)
{
  if (unit >= report->join.n_units)
    return NULL;
  const struct joined_unit *ju = report->join.units + unit;
  const struct program *p = report->join.objects[ju->object].program;
  if (!p)
    return NULL;
  const struct chunks *c = p->debug_path ? &p->debug.covers : &p->image.covers;
  uint64_t map = ju->unit->map.header->checksum;
  for (size_t i = 0; i < c->n; i++)
    for (size_t at = 0; c->chunks[i].size - at >= sizeof (struct halt_cover);)
      {
	const char *data = (const char *) c->chunks[i].data + at;
	const struct halt_cover *h = (const void *) data;
	size_t left = c->chunks[i].size - at - sizeof *h;
	if (h->magic != HALT_COVER_MAGIC || h->version != HALT_COVER_VERSION
	    || h->size > left)
	  break;
	*size = h->size;
	if (h->map == map)
	  return data + sizeof *h;
	at += sizeof *h + ((h->size + 7) & ~(uint64_t) 7);
      }
  return NULL;
}

const struct joined_unit *
library_unit (const struct join *j, size_t function, uint32_t *number)
{
  size_t low = 0, high = j->n_units;
  if (function >= j->n_functions)
    return NULL;
  /* The last one that does not begin after it: those before it may be empty.  */
  BISECT (low, high, i, j->units[i].first_function <= function);
  const struct joined_unit *ju = j->units + low - 1;
  *number = (uint32_t) (function - ju->first_function);
  return ju;
}

static void
fill_function (struct ghalt_function *function, const struct join *j,
	       const struct joined_unit *ju, uint32_t number)
{
  const struct map *m = &ju->unit->map;
  const struct halt_map_function *fn = m->functions + number;
  *function = (struct ghalt_function) {
    .number = ju->first_function + number,
    .unit = (size_t) (ju - j->units),
    .name = m->strings + fn->name,
    .pretty = function_name (m, fn),
    .file = m->strings + fn->file,
    .line = fn->line,
    .flags = fn->flags,
    .discarded = ju->unit->discarded[number],
    .address = m->addresses[number],
    .cfg = fn->cfg_checksum,
    .n_blocks = fn->n_blocks + HALT_BLOCK_FIRST,
    .n_edges = fn->n_edges,
    .n_points = fn->n_points
  };
}

int
ghalt_function (const struct ghalt_report *report, size_t i,
		struct ghalt_function *function)
{
  uint32_t number;
  const struct joined_unit *ju = library_unit (&report->join, i, &number);
  if (!ju)
    return 0;
  fill_function (function, &report->join, ju, number);
  return 1;
}

int
ghalt_function_at (const struct ghalt_report *report, size_t object,
		   uint64_t address, struct ghalt_function *function)
{
  const struct join *j = &report->join;
  for (size_t i = 0; address > 0 && i < j->n_units; i++)
    {
      const struct joined_unit *ju = j->units + i;
      const struct map *m = &ju->unit->map;
      for (uint32_t k = 0; ju->object == object && k < m->header->n_functions;
	   k++)
	if (m->addresses[k] == address && !ju->unit->discarded[k])
	  {
	    fill_function (function, j, ju, k);
	    return 1;
	  }
    }
  return 0;
}
