/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What ghalt merge adds up: files, and what is found in folders, of one program.

   A file that is named has to be read.  In a folder there may be anything, and a
   note says how much was passed over.  */

#include <errno.h>
#include <fnmatch.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "summarize/command.h"

#define LISTED 4		/* programs that a message names */
#define TEMPORARY ".halt-"	/* what the runtime has not finished */

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
  const char *folder;		/* one of them, or NULL */
  struct origin *origins;	/* in the order in which they came */
  size_t n_origins, room;
  size_t n, n_others;		/* profiles added, and passed over */
  size_t n_refused;		/* files in folders that cannot be read */
  struct fault refused;		/* one of them; rather a profile */
  struct stat output;		/* the file that is replaced; or st_ino is 0 */
  bool found_output;
  struct program program;	/* --only names this file; or its path is NULL */
  struct image image;		/* the same, if it has no map */
};

/* --- the program -------------------------------------------------------- */

/* Find the file that --only names.  It may be a name as well.  */
static void
open_program (struct gather *g)
{
  const char *only = g->options->only;
  struct fault f, ignored;
  struct stat st;
  if (!only)
    return;
  bool path = strchr (only, '/') != NULL;
  if (!path && (stat (only, &st) != 0 || !S_ISREG (st.st_mode)))
    return;
  if (program_open (&g->program, only, &f))
    return;
  if (image_open (&g->image, only, &ignored) && !*g->image.build_id)
    image_close (&g->image);
  if (!*g->image.build_id && path)
    die ("%s", f.text);
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

static char *
copied (const char *text)
{
  return strcpy (grow (NULL, strlen (text) + 1, 1), text);
}

/* The program that P is of: what has its build-id; or its path, without one.  */
static struct origin *
origin_of (struct gather *g, const struct prof *p)
{
  const char *path = p->strings + p->objects->path;
  const char *build_id = p->strings + p->objects->build_id;
  for (size_t i = 0; i < g->n_origins; i++)
    if (strcmp (g->origins[i].build_id, build_id) == 0
	&& (*build_id || strcmp (g->origins[i].path, path) == 0))
      return g->origins + i;
  if (g->n_origins == g->room)
    {
      g->room = 2 * g->room + 4;
      g->origins = grow (g->origins, g->room, sizeof *g->origins);
    }
  g->origins[g->n_origins] = (struct origin) {
    copied (path), copied (build_id), 0
  };
  return g->origins + g->n_origins++;
}

static int
compare_origins (const void *a, const void *b)
{
  const struct origin *x = a, *y = b;
  int c = strcmp (x->path, y->path);
  if (x->n != y->n)
    return x->n > y->n ? -1 : 1;
  return c ? c : strcmp (x->build_id, y->build_id);
}

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
refuse (struct gather *g, const struct fault *f)
{
  if (g->n_refused++ == 0
      || (strstr (g->refused.text, NO_PROFILE) && !strstr (f->text, NO_PROFILE)))
    g->refused = *f;
}

/* Add the profile PATH if it is of the program; else remember what it is of.
   INSIDE: it was found in a folder.  */
static void
take (struct gather *g, const char *path, bool inside)
{
  struct prof p;
  struct fault f;
  bool ok = prof_open (&p, path, &f);
  if (ok && p.header->n_objects == 0 && (inside || g->options->only))
    {
      ok = fault (&f, "%s: profile of no program at all", path);
      prof_close (&p);
    }
  if (!ok && !inside)
    die ("%s", f.text);
  if (!ok)
    {
      refuse (g, &f);
      return;
    }
  bool only = g->options->only, choice = only || g->folder;
  bool ours = !only || wanted (g, &p);
  struct origin *o = ours && only ? NULL : choice ? origin_of (g, &p) : NULL;
  if (o)
    o->n++;
  if (ours && (!o || o == g->origins))
    {
      if (!sum_add (g->sum, &p, path, &f))
	die (choice ? "%s; choose one with --only=PROG, a file" : "%s", f.text);
      g->n++;
    }
  else
    g->n_others++;
  prof_close (&p);
}

static int
compare_names (const FTSENT **a, const FTSENT **b)
{
  return strcmp ((*a)->fts_name, (*b)->fts_name);
}

/* Take every file in FOLDER and the folders in it, but no link.  */
static void
take_folder (struct gather *g, const char *folder)
{
  char *const paths[2] = { (char *) folder, NULL };
  FTS *fts = fts_open (paths, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR,
		       compare_names);
  FTSENT *e;
  struct fault f;
  if (!fts)
    die ("cannot open '%s': %m", folder);
  while ((e = fts_read (fts)) != NULL)
    if (e->fts_info == FTS_DNR || e->fts_info == FTS_ERR
	|| e->fts_info == FTS_NS)
      {
	errno = e->fts_errno;
	fault (&f, "cannot open '%s': %m", e->fts_path);
	if (e->fts_level == 0)
	  die ("%s", f.text);
	refuse (g, &f);
      }
    else if (e->fts_info == FTS_F && g->output.st_ino == e->fts_statp->st_ino
	     && g->output.st_dev == e->fts_statp->st_dev)
      g->found_output = true;
    else if (e->fts_info == FTS_F && e->fts_statp->st_size == 0)
      {
	fault (&f, "%s: " NO_PROFILE, e->fts_path);
	refuse (g, &f);
      }
    else if (e->fts_info == FTS_F
	     && strncmp (e->fts_name, TEMPORARY, strlen (TEMPORARY)) != 0)
      take (g, e->fts_path, true);
  fts_close (fts);
}

/* --- what is said ------------------------------------------------------- */

/* Die if nothing was added, or if it is not clear what is wanted.  */
static void
check (struct gather *g)
{
  const char *only = g->options->only;
  const char *id = g->program.path ? g->program.image.build_id
		   : g->image.build_id;
  struct fault f;
  list_origins (g, &f, g->n == 0 && *id);
  if (g->n > 0 && (only || g->n_others == 0))
    return;
  if (g->n > 0)
    die ("%s: profiles of %zu programs: %s; choose one with --only=PROG",
	 g->folder, g->n_origins, f.text);
  if (g->n_others > 0)
    die ("no profile of %s%s%s%s; there are %s", only, *id ? " (build-id " : "",
	 id, *id ? ")" : "", f.text);
  die (g->n_refused ? "%s: no profile in it (%s)" : "%s: no profile in it",
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

void
gather_profiles (struct prof *p, const struct options *o)
{
  struct gather g = { .options = o, .sum = sum_new () };
  struct stat st;
  struct fault f;
  bool *folders = zeroed (o->n_operands, sizeof *folders);
  open_program (&g);
  if (stat (o->output, &g.output) != 0)
    g.output.st_ino = 0;
  for (size_t i = 0; i < o->n_operands; i++)
    {
      folders[i] = stat (o->operands[i], &st) == 0 && S_ISDIR (st.st_mode);
      g.folder = folders[i] && !g.folder ? o->operands[i] : g.folder;
    }
  for (size_t i = 0; i < o->n_operands; i++)
    if (folders[i])
      take_folder (&g, o->operands[i]);
    else
      take (&g, o->operands[i], false);
  check (&g);
  say_what_was_passed_over (&g);
  if (!sum_finish (g.sum, p, &f))
    die ("%s", f.text);
  for (size_t i = 0; i < g.n_origins; i++)
    {
      free (g.origins[i].path);
      free (g.origins[i].build_id);
    }
  free (g.origins);
  free (folders);
  if (g.program.path)
    program_close (&g.program);
  if (*g.image.build_id)
    image_close (&g.image);
}
