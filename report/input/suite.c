/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs and their profiles, found among files and in folders.  */

#include <elf.h>
#include <fcntl.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/order.h"
#include "report/input/suite.h"
#include "report/input/walk.h"
#include "report/show/terminal.h"
#include "summarize/library/library.h"

/* A profile that was found.  */
struct found_profile
{
  char *path, *test;
  size_t program;		/* which of those below */
  bool taken;
};

/* Tells a file from others, whatever it is called.  */
struct file_id
{
  dev_t device;
  ino_t file;
};

/* A program, or what may become a part of one.  */
struct found_program
{
  struct ghalt_program *program;
  bool linked;
  size_t n_profiles;
};

struct suite_work
{
  struct suite *suite;
  bool by_test;
  struct found_profile *profiles;
  size_t n_profiles;
  struct found_program *programs;
  size_t n_programs;
  void *files;			/* a tree of struct file_id: those taken */
  bool choice;			/* profiles of other programs are passed over */
  uint64_t *units;		/* checksums of those of programs, ascending */
  size_t n_units;
  size_t n_others, n_stale, n_lost, n_refused;
  struct fault other, stale, lost, refused; /* one of each */
};

/* --- what a file is ------------------------------------------------------------- */

enum sort
{
  SORT_OTHER,
  SORT_PROFILE,
  SORT_LINKED,			/* program or shared object */
  SORT_OBJECT			/* or archive */
};

static enum sort
sort_of (const char *path)
{
  unsigned char head[EI_NIDENT + 2] = { 0 };
  if (has_profile (path))
    return SORT_PROFILE;
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  ssize_t n = fd >= 0 ? read (fd, head, sizeof head) : -1;
  if (fd >= 0)
    close (fd);
  if (n < (ssize_t) sizeof head)
    return SORT_OTHER;
  if (memcmp (head, "!<arch>\n", 8) == 0 || memcmp (head, "!<thin>\n", 8) == 0)
    return SORT_OBJECT;
  if (memcmp (head, ELFMAG, SELFMAG) != 0)
    return SORT_OTHER;
  unsigned type = head[EI_DATA] == ELFDATA2MSB
		    ? head[EI_NIDENT + 1] + 256u * head[EI_NIDENT]
		    : head[EI_NIDENT] + 256u * head[EI_NIDENT + 1];
  return type == ET_REL ? SORT_OBJECT
	 : type == ET_EXEC || type == ET_DYN
	   ? SORT_LINKED
	   : SORT_OTHER;
}

bool
suite_is_one (const struct options *o)
{
  if (o->n_operands == 0 || is_folder (o->operands[0])
      || sort_of (o->operands[0]) == SORT_PROFILE)
    return false;
  for (size_t i = 1; i < o->n_operands; i++)
    if (is_folder (o->operands[i]) ? !o->paths
				   : sort_of (o->operands[i]) >= SORT_LINKED)
      return false;
  return true;
}

/* --- finding ---------------------------------------------------------------------- */

/* Remember in *ONE the first of N faults of a sort.  */
static void
remember (size_t *n, struct fault *one, const char *text)
{
  if ((*n)++ == 0)
    fault (one, "%s", text);
}

static bool
add_program (struct suite_work *w, struct ghalt_program *p, bool linked)
{
  if (!another (&w->programs, w->n_programs, sizeof *w->programs,
		w->suite->fault))
    {
      ghalt_program_close (p);
      return false;
    }
  w->programs[w->n_programs++] = (struct found_program) { p, linked, 0 };
  return true;
}

/* Open PATH; what is INSIDE a folder need not be ours.  */
static bool
take_program (struct suite_work *w, const char *path, bool linked, bool inside)
{
  struct ghalt_error *error = NULL;
  struct ghalt_program *p = ghalt_program_open (path, &error);
  if (p)
    return add_program (w, p, linked);
  if (!inside)
    return take_error (w->suite->fault, error);
  ghalt_error_free (error);
  return true;
}

static bool
take_profile (struct suite_work *w, const char *path)
{
  struct fault *f = w->suite->fault;
  if (!another (&w->profiles, w->n_profiles, sizeof *w->profiles, f))
    return false;
  struct found_profile *p = w->profiles + w->n_profiles;
  *p = (struct found_profile) { .path = copy_text (path, strlen (path), f) };
  w->n_profiles += p->path != NULL;
  return p->path;
}

ORDER (compare_ids, struct file_id, UP (device) ?: UP (file));

/* Let *AGAIN say whether the file that ST is of was taken before.  */
static bool
know_file (struct suite_work *w, const struct stat *st, bool *again)
{
  struct file_id *id = fresh (1, sizeof *id, w->suite->fault), **known;
  if (!id)
    return false;
  *id = (struct file_id) { st->st_dev, st->st_ino };
  known = tsearch (id, &w->files, compare_ids);
  *again = known && *known != id;
  if (!known || *again)
    free (id);
  return known || fault (w->suite->fault, "%m");
}

static bool
take_file (void *data, const char *path, const struct stat *st)
{
  struct suite_work *w = data;
  enum sort sort = st->st_size > 0 ? sort_of (path) : SORT_OTHER;
  bool again;
  if (sort == SORT_OTHER)
    return true;
  if (!know_file (w, st, &again))
    return false;
  return again
	 || (sort == SORT_PROFILE
	       ? take_profile (w, path)
	       : take_program (w, path, sort == SORT_LINKED, true));
}

static void
refuse_file (void *data, const struct fault *f)
{
  struct suite_work *w = data;
  remember (&w->n_refused, &w->refused, f->text);
}

static bool
take_operand (struct suite_work *w, const char *path)
{
  struct walker walker = { w, take_file, refuse_file };
  struct stat st;
  bool again = false;
  if (is_folder (path))
    return walk (path, &walker, w->suite->fault);
  if (stat (path, &st) == 0 && !know_file (w, &st, &again))
    return false;
  enum sort sort = sort_of (path);
  return again
	 || (sort == SORT_PROFILE
	       ? take_profile (w, path)
	       : take_program (w, path, sort != SORT_OBJECT, false));
}

/* --- what profiles are of ----------------------------------------------------------- */

/* The number of the program that P is of, or of a shared object that it loaded; -1 if
   none is.  */
static size_t
program_of (const struct suite_work *w, const struct prof *p)
{
  for (uint32_t i = 0; i < p->header->n_objects; i++)
    for (size_t k = 0; p->objects[i].n_units > 0 && k < w->n_programs; k++)
      if (w->programs[k].linked
	  && program_fits (&w->programs[k].program->program, p, p->objects + i))
	return k;
  return SIZE_MAX;
}

/* Whether one of the programs has the name of the one that P is of.  */
static bool
another_build (const struct suite_work *w, const struct prof *p)
{
  const char *name = basename (p->strings + p->objects->path);
  for (size_t k = 0; k < w->n_programs; k++)
    if (w->programs[k].linked
	&& strcmp (basename (ghalt_program_path (w->programs[k].program)), name)
	     == 0)
      return true;
  return false;
}

/* Let F be about the profile PATH of P.  */
static void
name_profile (struct fault *f, const char *path, const struct prof *p)
{
  fault (f, "%s of %s", path, p->strings + p->objects->path);
}

/* Find what profile NUMBER is of.  */
static bool
place_profile (struct suite_work *w, struct found_profile *found)
{
  struct fault *f = w->suite->fault, why;
  struct prof p;
  if (!prof_open (&p, found->path, &why))
    {
      remember (&w->n_refused, &w->refused, why.text);
      return true;
    }
  bool ok = true;
  size_t k = program_of (w, &p);
  if (k == SIZE_MAX && p.header->n_objects == 0)
    {
      fault (&why, "%s: profile of no program at all", found->path);
      remember (&w->n_refused, &w->refused, why.text);
    }
  else if (k == SIZE_MAX && w->choice)
    {
      name_profile (&why, found->path, &p);
      if (another_build (w, &p))
	remember (&w->n_stale, &w->stale, why.text);
      else
	remember (&w->n_others, &w->other, why.text);
    }
  else if (k == SIZE_MAX)
    {
      struct ghalt_error *error = NULL;
      struct ghalt_program *program = NULL;
      for (uint32_t i = 0; !program && i < p.header->n_objects; i++)
	{
	  ghalt_error_free (error);
	  error = NULL;
	  program = p.objects[i].n_units > 0 ? library_object (&p, i, &error)
					     : NULL;
	}
      ghalt_error_free (error);
      name_profile (&why, found->path, &p);
      if (!program)
	remember (&w->n_lost, &w->lost, why.text);
      else if ((ok = add_program (w, program, true)))
	k = w->n_programs - 1;
    }
  if (ok && k != SIZE_MAX)
    {
      const char *label = p.strings + p.header->label;
      const char *test = *label ? label
				: basename (p.strings + p.objects->path);
      found->taken = true;
      found->program = k;
      found->test = copy_text (test, strlen (test), f);
      w->programs[k].n_profiles++;
      ok = found->test;
    }
  prof_close (&p);
  return ok;
}

/* Say what was passed over.  */
static void
say_what_was_passed_over (const struct suite_work *w)
{
  const struct
  {
    size_t n;
    const struct fault *one;
    const char *text;
  } rows[] = {
    { w->n_others, &w->other, "of other programs" },
    { w->n_stale, &w->stale, "of other builds" },
    { w->n_lost, &w->lost, "of programs that are not there" },
    { w->n_refused, &w->refused, "that cannot be read" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].n > 0)
      note ("passed over %zu profile%s %s, such as %s", rows[i].n,
	    plural (rows[i].n), rows[i].text, rows[i].one->text);
}

/* --- parts -------------------------------------------------------------------------- */

/* Add a part: NUMBER's, with the N profiles NAMES, which become its own, of TEST; or
   N is 0.  */
static bool
add_part (struct suite_work *w, size_t number, const char **names, size_t n,
	  const char *test)
{
  struct suite *s = w->suite;
  struct ghalt_error *error = NULL;
  if (!another (&s->parts, s->n_parts, sizeof *s->parts, s->fault))
    {
      free (names);
      return false;
    }
  struct suite_part *p = s->parts + s->n_parts++;
  *p = (struct suite_part) {
    .program = w->programs[number].program, .names = names, .test = test
  };
  p->report = (struct report) {
    .options = s->options,
    .fault = s->fault,
    .path = ghalt_program_path (p->program),
    .build_id = ghalt_program_build_id (p->program),
    .folder = ghalt_program_folder (p->program),
    .profiles = names,
    .n_profiles = n
  };
  p->profile = n > 0 ? ghalt_profile_open (names, n, &error) : NULL;
  if (!error)
    p->data = p->profile ? ghalt_report_open (p->program, p->profile, &error)
			 : ghalt_report_never (p->program, &error);
  if (error)
    return take_error (s->fault, error);
  p->report.data = p->data;
  return report_choose (&p->report, p->profile);
}

ORDER_POINTERS (compare_profiles, struct found_profile,
		UP (program) ?: BY_TEXT (test) ?: BY_TEXT (path));

/* Make the parts that have profiles.  */
static bool
add_executed (struct suite_work *w)
{
  size_t n = 0;
  bool ok = true;
  struct found_profile **list = fresh (w->n_profiles, sizeof *list,
				       w->suite->fault);
  if (!list)
    return false;
  for (size_t i = 0; i < w->n_profiles; i++)
    if (w->profiles[i].taken)
      list[n++] = w->profiles + i;
  if (n > 1)
    qsort (list, n, sizeof *list, compare_profiles);
  for (size_t i = 0, end; ok && i < n; i = end)
    {
      for (end = i; end < n && list[end]->program == list[i]->program; end++)
	if (w->by_test && strcmp (list[end]->test, list[i]->test) != 0)
	  break;
      const char **names = fresh (end - i, sizeof *names, w->suite->fault);
      for (size_t k = i; names && k < end; k++)
	names[k - i] = list[k]->path;
      ok = names
	   && add_part (w, list[i]->program, names, end - i,
			w->by_test ? list[i]->test : NULL);
    }
  free (list);
  return ok;
}

/* Remember the units of all parts.  */
static bool
list_units (struct suite_work *w)
{
  struct suite *s = w->suite;
  struct ghalt_unit u;
  size_t n = 0;
  for (size_t i = 0; i < s->n_parts; i++)
    n += s->parts[i].report.facts.n_units;
  w->units = fresh (n, sizeof *w->units, s->fault);
  for (size_t i = 0; w->units && i < s->n_parts; i++)
    for (size_t k = 0; ghalt_unit (s->parts[i].data, k, &u); k++)
      w->units[w->n_units++] = u.checksum;
  if (w->n_units > 1)
    qsort (w->units, w->n_units, sizeof *w->units, order_u64);
  return w->units;
}

/* Let the last part have no functions of units that programs have.  Returns whether it
   has others.  */
static bool
leave_linked (const struct suite_work *w)
{
  struct report *r = &w->suite->parts[w->suite->n_parts - 1].report;
  struct ghalt_unit u;
  bool some = false;
  for (size_t i = 0; ghalt_unit (r->data, i, &u); i++)
    {
      bool linked = w->n_units > 0
		    && bsearch (&u.checksum, w->units, w->n_units,
				sizeof *w->units, order_u64);
      for (size_t k = 0; linked && k < u.n_functions; k++)
	r->chosen[u.first_function + k] = 0;
      some |= !linked;
    }
  return some;
}

static void
close_part (struct suite_part *p)
{
  report_release (&p->report);
  ghalt_report_close (p->data);
  ghalt_profile_close (p->profile);
  free (p->names);
}

/* Make the parts that were never executed: programs, and then what no program has.  */
static bool
add_never (struct suite_work *w)
{
  struct suite *s = w->suite;
  bool ok = true;
  for (int linked = 1; ok && linked >= 0; linked--)
    {
      for (size_t i = 0; ok && i < w->n_programs; i++)
	if (w->programs[i].linked == linked && w->programs[i].n_profiles == 0)
	  {
	    ok = add_part (w, i, NULL, 0, NULL);
	    if (ok && !linked && !leave_linked (w))
	      close_part (s->parts + --s->n_parts);
	  }
      ok = ok && (!linked || list_units (w));
    }
  return ok;
}

/* --- the folder of all ----------------------------------------------------------------- */

/* Whether all sources of R are left out anyhow.  */
static bool
is_left_out (const struct report *r)
{
  struct ghalt_unit u;
  bool out = true;
  for (size_t i = 0; out && ghalt_unit (r->data, i, &u); i++)
    {
      char *path = path_join (u.directory, u.source, r->fault);
      out = path && exclude_system (path);
      free (path);
    }
  return out;
}

/* What is left out by itself does not count.  */
static bool
find_folder (struct suite *s)
{
  s->folder = NULL;
  for (size_t i = 0; i < s->n_parts; i++)
    {
      const char *folder = s->parts[i].report.folder;
      if (!folder || !*folder
	  || (s->n_parts > 1 && is_left_out (&s->parts[i].report)))
	continue;
      if (s->folder)
	path_cut (s->folder, folder);
      else if (!(s->folder = copy_text (folder, strlen (folder), s->fault)))
	return false;
    }
  if (!s->folder)
    s->folder = copy_text ("", 0, s->fault);
  return s->folder;
}

const char *
suite_shown (const struct suite *s, const char *path)
{
  const char *shown = *s->folder ? path_inside (s->folder, path) : NULL;
  return shown && *shown ? shown : path;
}

/* Refuse if no part has a function that is wanted.  */
static bool
check_functions (const struct suite *s)
{
  const struct options *o = s->options;
  struct ghalt_function fn;
  for (size_t k = 0; k < s->n_parts; k++)
    {
      size_t i = 0;
      if (report_next (&s->parts[k].report, &i, &fn))
	return true;
    }
  return o->n_functions == 0
	 || fault (s->fault, "%s: no function '%s'%s", o->operands[0],
		   o->functions[0],
		   o->n_functions > 1 ? " or any other of those given" : "");
}

/* --- all of it ---------------------------------------------------------------------------- */

bool
suite_open (struct suite *s, const struct options *o, bool by_test,
	    struct fault *f)
{
  struct suite_work *w = fresh (1, sizeof *w, f);
  *s = (struct suite) { .options = o,
			.fault = f,
			.colour = ends_colour (),
			.columns = ends_columns (o->wide),
			.work = w };
  if (!w)
    return false;
  w->suite = s;
  w->by_test = by_test;
  for (size_t i = 0; i < o->n_operands; i++)
    if (!take_operand (w, o->operands[i]))
      return false;
  for (size_t i = 0; i < w->n_programs; i++)
    w->choice |= w->programs[i].linked;
  for (size_t i = 0; i < w->n_profiles; i++)
    if (!place_profile (w, w->profiles + i))
      return false;
  say_what_was_passed_over (w);
  if (w->n_programs == 0)
    return fault (f, "%s: no program in it that was compiled with HALT",
		  o->operands[0]);
  if (w->n_profiles == 0)
    note ("no profile is there: all counts as never executed");
  return add_executed (w) && add_never (w) && check_functions (s)
	 && find_folder (s);
}

bool
suite_one (struct suite *s, const struct report *r)
{
  *s = (struct suite) { .options = r->options,
			.fault = r->fault,
			.colour = r->colour,
			.columns = r->columns };
  s->parts = fresh (1, sizeof *s->parts, r->fault);
  if (!s->parts)
    return false;
  s->n_parts = 1;
  s->parts->report = *r;
  return find_folder (s);
}

void
suite_close (struct suite *s)
{
  struct suite_work *w = s->work;
  for (size_t i = 0; w && i < s->n_parts; i++)
    close_part (s->parts + i);
  FREE_ALL (s->parts, s->folder);
  if (!w)
    return;
  for (size_t i = 0; i < w->n_programs; i++)
    ghalt_program_close (w->programs[i].program);
  for (size_t i = 0; i < w->n_profiles; i++)
    FREE_ALL (w->profiles[i].path, w->profiles[i].test);
  tdestroy (w->files, free);
  FREE_ALL (w->profiles, w->programs, w->units, w);
}
