/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt store watch FOLDER: push profiles as they appear.  The folder is where they wait while
   the store is away: nothing is removed before it was acknowledged, and what is pushed twice
   counts once.  */

#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/grow.h"
#include "base/text.h"
#include "ghalt/command.h"
#include "report/input/walk.h"
#include "store/store.h"

/* Seconds: between two looks, and at most while the store is away.  */
#define EVERY 60
#define AWAY 300

/* A profile that is in the store, or is no good; as long as it stays as it is.  */
struct done
{
  char *path;
  struct timespec time;
  off_t size;
  bool said;			/* why it is no good */
  bool good;
};

struct watch
{
  const struct options *options;
  const char *label;
  struct database *db;
  void *done;			/* a tree of struct done */
  size_t pushed;		/* in this round */
  struct fault *fault;		/* why the store cannot be reached */
};

static int
compare_done (const void *a, const void *b)
{
  return strcmp (((const struct done *) a)->path,
		 ((const struct done *) b)->path);
}

/* Of the file PATH: what is known, or nothing yet; NULL if there is no memory.  */
static struct done *
find_done (struct watch *w, const char *path, const struct stat *st)
{
  struct done **slot, *d = calloc (1, sizeof *d);
  if (!d || !(d->path = strdup (path))
      || !(slot = (struct done **) tsearch (d, &w->done, compare_done)))
    {
      if (d)
	free (d->path);
      free (d);
      return NULL;
    }
  if (*slot != d)
    FREE_ALL (d->path, d);
  d = *slot;
  if (d->time.tv_sec != st->st_mtim.tv_sec
      || d->time.tv_nsec != st->st_mtim.tv_nsec || d->size != st->st_size)
    d->good = d->said = false;
  d->time = st->st_mtim;
  d->size = st->st_size;
  return d;
}

/* Whether the store answers.  */
static bool
is_there (const struct watch *w)
{
  struct fault ignored = { "" };
  int64_t since;
  bool found;
  return database_number (w->db, &ignored, &since, &found,
			  "SELECT since FROM horizon", "");
}

/* Push the profile PATH.  False if the store is away; REFUSED says why it is no good.  */
static bool
push_one (struct watch *w, const char *path, struct fault *refused)
{
  struct pushed all = { 0 };
  char *program = profile_program (path, refused);
  const struct push p = { program, &path, 1, w->label };
  bool ok = !program || store_push (w->db, &p, &all, refused);
  free (program);
  w->pushed += all.n;
  return ok || all.refused || is_there (w)
	 || fault (w->fault, "%s", refused->text);
}

/* For walk.  */
static bool
take_file (void *data, const char *path, const struct stat *st)
{
  struct watch *w = data;
  struct fault why = { "" };
  struct done *d = has_profile (path) ? find_done (w, path, st) : NULL;
  if (!d || d->good)
    return true;
  if (!push_one (w, path, &why))
    return false;
  d->good = !why.text[0];
  if (!d->good && !d->said)
    note ("%s", why.text);
  d->said = !d->good;
  if (d->good && w->options->remove && unlink (path) == 0)
    d->good = false;
  return true;
}

static void
refuse_file (void *data, const struct fault *f)
{
  (void) data;
  note ("%s", f->text);
}

static void
free_done (void *d)
{
  free (((struct done *) d)->path);
  free (d);
}

/* Push what is new in FOLDER; false if the store is away, or the folder.  */
static bool
push_new (struct watch *w, const char *folder)
{
  const struct walker walker = { w, take_file, refuse_file };
  w->pushed = 0;
  bool ok = walk (folder, &walker, w->fault) && !w->fault->text[0];
  if (w->pushed > 0)
    printf ("%zu profile%s pushed\n", w->pushed, plural (w->pushed));
  fflush (stdout);
  return ok;
}

void
store_watch (struct database *db, const struct options *o, const char *url,
	     const char *folder, const char *label, struct fault *f)
{
  struct watch w = { .options = o, .label = label, .db = db, .fault = f };
  unsigned away = 0, every = o->every ? (unsigned) o->every : EVERY;
  for (;;)
    {
      if (!w.db)
	w.db = store_open (url, true, f);
      bool ok = w.db && push_new (&w, folder);
      if (o->once)
	break;
      if (ok && away)
	note ("the store is there again");
      else if (!ok && !away)
	note ("%s; profiles wait in %s", f->text, folder);
      if (!ok && w.db != db)
	database_close (w.db);
      if (!ok)
	w.db = NULL;
      away = ok ? 0 : away == 0 ? 1 : away < AWAY / 2 ? away * 2 : AWAY;
      f->text[0] = 0;
      sleep (away ? away : every);
    }
  if (w.db != db)
    database_close (w.db);
  tdestroy (w.done, free_done);
}
