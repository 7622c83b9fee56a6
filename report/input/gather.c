/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What ghalt merge adds up: files, and what is found in folders, of one program.

   A file that is named has to be read.  In a folder there may be anything, and a
   note says how much was passed over.  A sum that is kept must not lack counts.  */

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/order.h"
#include "base/text.h"
#include "halt/live.h"
#include "report/input/walk.h"

#define LISTED 4		/* programs that a message names */

/* A program, and how many profiles are of it.  */
struct origin
{
  char *path, *build_id;
  size_t n;
};

struct gather
{
  const struct options *options;
  struct sum *sum;
  struct fault *fault;		/* of gathering itself */
  const char *folder;		/* one of them, or NULL */
  struct origin *origins;	/* in the order in which they came */
  size_t n_origins;
  size_t n, n_others;		/* profiles added, and passed over */
  size_t n_refused;		/* files in folders that cannot be read */
  struct fault refused;		/* one of them; rather a profile */
  bool whole;			/* refuse what lacks counts */
  struct fault unknown;		/* the first profile that does, or "" */
  struct stat output;		/* the file that is replaced; or st_ino is 0 */
  bool found_output;
  struct program program;	/* --only names this file; or its path is NULL */
  struct image image;		/* the same, if it has no map */
  struct program onto;		/* what all are put onto; or its path is NULL */
};

/* --- the program -------------------------------------------------------- */

/* Find the file that --only names.  It may be a name as well.  */
static bool
open_program (struct gather *g, struct fault *f)
{
  const char *only = g->options->only;
  struct fault why, ignored;
  struct stat st;
  if (!only)
    return true;
  bool path = strchr (only, '/') != NULL;
  if (!path && (stat (only, &st) != 0 || !S_ISREG (st.st_mode)))
    return true;
  if (program_open (&g->program, only, &why))
    return true;
  if (image_open (&g->image, only, &ignored) && !*g->image.build_id)
    image_close (&g->image);
  return *g->image.build_id || !path || fault (f, "%s", why.text);
}

static bool
wanted (const struct gather *g, const struct prof *p)
{
  const struct halt_prof_object *o = p->objects;
  const char *only = g->options->only, *name = basename (p->strings + o->path);
  if (g->program.path)
    return program_fits (&g->program, p, o);
  if (*g->image.build_id)
    return strcmp (p->strings + o->build_id, g->image.build_id) == 0;
  return strcmp (name, only) == 0 || fnmatch (only, name, 0) == 0;
}

/* The program that P is of: what has its build-id; or its path, without one.  */
static struct origin *
origin_of (struct gather *g, const struct prof *p, struct fault *f)
{
  const char *path = p->strings + p->objects->path;
  const char *build_id = p->strings + p->objects->build_id;
  for (size_t i = 0; i < g->n_origins; i++)
    if (strcmp (g->origins[i].build_id, build_id) == 0
	&& (*build_id || strcmp (g->origins[i].path, path) == 0))
      return g->origins + i;
  if (!another (&g->origins, g->n_origins, sizeof *g->origins, f))
    return NULL;
  struct origin *o = g->origins + g->n_origins++;
  *o = (struct origin) { copy_text (path, strlen (path), f),
			 copy_text (build_id, strlen (build_id), f), 0 };
  return o->path && o->build_id ? o : NULL;
}

ORDER (compare_origins, struct origin,
       DOWN (n) ?: BY_TEXT (path) ?: BY_TEXT (build_id));

/* Say in F of which programs profiles were found, those with most of them first;
   with BUILDS, of which build.  */
static void
list_origins (struct gather *g, struct fault *f, bool builds)
{
  size_t n = g->n_origins, rest = 0;
  struct origin *all = g->origins;
  if (n > 0)
    qsort (all, n, sizeof *all, compare_origins);
  fault (f, "%s", "");
  for (size_t i = 0; i < n; i++)
    {
      bool again = builds;
      for (size_t k = 0; k < n && i < LISTED; k++)
	again |= k != i && strcmp (all[k].path, all[i].path) == 0;
      if (i < LISTED)
	fault (f, "%s%s%zu of %s%s%s%s", f->text, i > 0 ? ", " : "", all[i].n,
	       all[i].path, again ? " (build-id " : "",
	       again ? *all[i].build_id ? all[i].build_id : "none" : "",
	       again ? ")" : "");
      else
	rest += all[i].n;
    }
  if (rest > 0)
    fault (f, "%s, %zu of %zu more", f->text, rest, n - LISTED);
}

/* --- profiles ----------------------------------------------------------- */

/* The file that F is about, in a folder, is no profile that can be read.  */
static void
refuse_file (struct gather *g, const struct fault *f)
{
  if (g->n_refused++ == 0
      || (strstr (g->refused.text, NO_PROFILE)
	  && !strstr (f->text, NO_PROFILE)))
    g->refused = *f;
}

/* Add the profile P, called PATH, if it is of the program; else remember what it
   is of.  */
static bool
take_profile (struct gather *g, struct prof *p, const char *path,
	      struct fault *f)
{
  bool only = g->options->only, choice = only || g->folder;
  bool ours = !only || wanted (g, p), listed = choice && !(ours && only);
  struct origin *o = listed ? origin_of (g, p, f) : NULL;
  if (listed && !o)
    return false;
  if (o)
    o->n++;
  if (!ours || (o && o != g->origins))
    {
      g->n_others++;
      return true;
    }
  g->n++;
  if (g->whole && (p->header->flags & HALT_PROF_STRIPPED))
    {
      if (!*g->unknown.text)
	fault (&g->unknown,
	       "%s: counts are missing: of code whose object file was stripped "
	       "before the link",
	       path);
      return true;
    }
  if (g->whole && (p->header->flags & HALT_PROF_UNKNOWN))
    {
      if (!*g->unknown.text)
	fault (&g->unknown,
	       "%s: counts are missing: an object that it is of is not there "
	       "any more, or was built anew since, and only that says what its "
	       "cells mean",
	       path);
      return true;
    }
  if (g->onto.path
      && !stale_take (p, path, only && g->program.path ? &g->program : NULL,
		      &g->onto, f))
    return false;
  return sum_add (g->sum, p, path, f)
	 || (choice
	     && fault (f, "%s; choose one with --only=PROG, a file", f->text));
}

/* The same of the file PATH.  INSIDE: it was found in a folder.  */
static bool
take_file (struct gather *g, const char *path, bool inside, struct fault *f)
{
  struct prof p;
  struct fault why;
  bool good = prof_open (&p, path, &why), ok = true;
  if (good && p.header->n_objects == 0 && (inside || g->options->only))
    good = fault (&why, "%s: profile of no program at all", path);
  if (good)
    ok = take_profile (g, &p, path, f);
  else if (inside)
    refuse_file (g, &why);
  else
    ok = fault (f, "%s", why.text);
  prof_close (&p);
  return ok;
}

/* The same of what a walk comes to.  */
static bool
take_found (void *data, const char *path, const struct stat *st)
{
  struct gather *g = data;
  struct fault why;
  if (g->output.st_ino == st->st_ino && g->output.st_dev == st->st_dev)
    g->found_output = true;
  else if (st->st_size == 0)
    {
      fault (&why, "%s: " NO_PROFILE, path);
      refuse_file (g, &why);
    }
  else
    return take_file (g, path, true, g->fault);
  return true;
}

static void
refuse_found (void *data, const struct fault *f)
{
  refuse_file (data, f);
}

/* --- what is said ------------------------------------------------------- */

/* Refuse if nothing was added, or if it is not clear what is wanted.  */
static bool
check_wishes (struct gather *g, struct fault *f)
{
  const char *only = g->options->only;
  const char *id = g->program.path ? g->program.image.build_id
				   : g->image.build_id;
  struct fault there;
  list_origins (g, &there, g->n == 0 && *id);
  if (g->n > 0 && (only || g->n_others == 0))
    return !*g->unknown.text || fault (f, "%s", g->unknown.text);
  if (g->n > 0)
    return fault (f,
		  "%s: profiles of %zu programs: %s; choose one with "
		  "--only=PROG",
		  g->folder, g->n_origins, there.text);
  if (g->n_others > 0)
    return fault (f, "no profile of %s%s%s%s; there are %s", only,
		  *id ? " (build-id " : "", id, *id ? ")" : "", there.text);
  return fault (f,
		g->n_refused ? "%s: no profile in it (%s)"
			     : "%s: no profile in it",
		g->folder, g->refused.text);
}

static void
say_what_was_passed_over (struct gather *g)
{
  struct fault f;
  list_origins (g, &f, false);
  if (g->n_others > 0)
    note ("passed over %zu of %zu profiles: %s", g->n_others,
	  g->n + g->n_others, f.text);
  if (g->n_refused > 1)
    note ("passed over %zu files that cannot be read as profiles, such as %s",
	  g->n_refused, g->refused.text);
  else if (g->n_refused > 0)
    note ("passed over %s", g->refused.text);
  if (g->found_output)
    note ("passed over '%s', which is written", g->options->output);
}

bool
gather_profiles (struct prof *p, const struct options *o, bool whole,
		 struct fault *f)
{
  struct gather g = {
    .options = o, .whole = whole, .sum = sum_new (f), .fault = f
  };
  const struct walker walker = { &g, take_found, refuse_found };
  bool ok = g.sum && open_program (&g, f)
	    && (!o->onto || program_open (&g.onto, o->onto, f));
  if (stat (o->output, &g.output) != 0)
    g.output.st_ino = 0;
  for (size_t i = 0; !g.folder && i < o->n_operands; i++)
    g.folder = is_folder (o->operands[i]) ? o->operands[i] : NULL;
  for (size_t i = 0; ok && i < o->n_operands; i++)
    ok = is_folder (o->operands[i]) ? walk (o->operands[i], &walker, f)
				    : take_file (&g, o->operands[i], false, f);
  ok = ok && check_wishes (&g, f);
  if (ok)
    {
      say_what_was_passed_over (&g);
      ok = sum_finish (g.sum, p, f);
    }
  else
    sum_free (g.sum);
  for (size_t i = 0; i < g.n_origins; i++)
    {
      free (g.origins[i].path);
      free (g.origins[i].build_id);
    }
  free (g.origins);
  if (g.program.path)
    program_close (&g.program);
  if (g.onto.path)
    program_close (&g.onto);
  if (*g.image.build_id)
    image_close (&g.image);
  return ok;
}
