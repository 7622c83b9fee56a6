/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles become rows that wait to be added up.  A profile is known by its bytes and by when
   it was written: containers all have a process 1, and two of its runs may count the same.
   Its row is never removed, or made anew, so it counts once.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/file.h"
#include "base/order.h"
#include "halt/live.h"
#include "report/show/show.h"
#include "store/store.h"

/* What is sent at once.  */
#define CHUNK_PROFILES 256
#define CHUNK_BYTES ((size_t) 32 << 20)
/* Who pushes adds up now and then: about every so many profiles.  */
#define FOLD_EVERY 32
/* Clocks may differ by so much.  */
#define SKEW HOUR

struct row
{
  char hash[KEY_SIZE];
  char *label;
  int64_t hour;
  void *content;
  size_t size;
};

struct pusher
{
  struct database *db;
  const struct push *push;
  struct pushed *all;
  struct fault *fault;		/* what ends it; a profile's own is a note */
  struct program program;
  int64_t now, since;		/* nothing older is kept */
  struct row *rows;
  size_t n, bytes;
  char (*seen)[KEY_SIZE];	/* objects that are stored, or nowhere */
  size_t n_seen;
  bool told;			/* of a wrong clock */
};

static void
drop_rows (struct pusher *w)
{
  for (size_t i = 0; i < w->n; i++)
    FREE_ALL (w->rows[i].label, w->rows[i].content);
  w->n = w->bytes = 0;
}

/* --- what a profile is ------------------------------------------------------------ */

/* Whether P, of the program, can be kept.  */
static bool
check_profile (const struct pusher *w, const struct prof *p, const char *path,
	       struct fault *why)
{
  uint32_t flags = p->header->flags;
  if (p->header->n_objects == 0)
    return fault (why, "%s: profile of no program at all", path);
  if (!program_fits (&w->program, p, p->objects))
    return fault (why, "%s: of another build than %s", path, w->push->program);
  if (flags & (HALT_PROF_UNKNOWN | HALT_PROF_STRIPPED))
    return fault (why, "%s: counts are missing: ghalt merge says which", path);
  if (flags & HALT_PROF_RUNNING)
    return fault (why, "%s: its process still runs: push it when that has ended",
		  path);
  if (flags & HALT_PROF_MOMENT)
    return fault (why,
		  "%s: a copy of what a process may count on in: push that file",
		  path);
  if (flags & HALT_PROF_ONTO)
    return fault (why, "%s: some counts are inferred: push what was recorded",
		  path);
  return !fold_full (p)
	 || fault (why, "%s: a count is larger than 2^63 - 1", path);
}

/* The hour in which ST was written.  One that is to come, or was before there were such
   profiles, is of a wrong clock: then it is now.  */
static int64_t
hour_of (struct pusher *w, const struct stat *st, const char *path)
{
  int64_t time = st->st_mtim.tv_sec;
  if (time > w->now + SKEW || time < 1577836800)
    {
      if (!w->told)
	note ("%s: written by a clock that is wrong: it is taken for this hour's",
	      path);
      w->told = true;
      time = w->now;
    }
  return time - time % HOUR;
}

/* Whether KEY was seen before; from now on it was.  */
static bool
was_seen (struct pusher *w, const char *key)
{
  for (size_t i = 0; i < w->n_seen; i++)
    if (strcmp (w->seen[i], key) == 0)
      return true;
  if (another (&w->seen, w->n_seen, sizeof *w->seen, w->fault))
    strcpy (w->seen[w->n_seen++], key);
  return false;
}

/* Store what P loaded, as far as it is there.  */
static bool
store_objects (struct pusher *w, const struct prof *p)
{
  for (uint32_t i = 1; i < p->header->n_objects; i++)
    {
      struct program object;
      struct fault why;
      char key[KEY_SIZE];
      int64_t build;
      build_key (key, p, i);
      if (p->objects[i].n_units == 0 || was_seen (w, key))
	continue;
      if (!objects_find (&object, p, p->objects + i, w->push->program, &why))
	{
	  note ("%s: its counts are kept, and mean nothing until it is pushed",
		why.text);
	  continue;
	}
      bool ok = build_store (&build, w->db, p, i, &object, w->fault)
		&& database_run (w->db, w->fault,
				 "INSERT INTO loads (build, object) VALUES "
				 "($1, $2) ON CONFLICT DO NOTHING",
				 "nn", w->all->build, build);
      program_close (&object);
      if (!ok)
	return false;
    }
  return !w->fault->text[0];
}

/* --- sending ------------------------------------------------------------------------ */

ORDER (compare_hashes, struct row, BY_TEXT (hash));

/* Now and then, add up what waits.  What was sent is in the store: a writer need not have the
   right to that.  */
static void
fold_some_rows (const struct pusher *w)
{
  struct fault ignored = { "" };
  const struct row *last = NULL;
  for (size_t i = 0; i < w->n && !ignored.text[0]; i++)
    {
      const struct row *r = w->rows + i;
      if (strtoul (r->hash + 24, NULL, 16) % FOLD_EVERY != 0
	  || (last && last->hour == r->hour
	      && strcmp (last->label, r->label) == 0))
	continue;
      fold_group (w->db, w->all->build, r->label, r->hour, &ignored);
      last = r;
    }
}

/* Send the rows, in one transaction, by their hashes: so no two wait for each other.  */
static bool
send_rows (struct pusher *w)
{
  size_t n = 0;
  bool ok = w->n == 0 || database_begin (w->db, BEGIN_WRITE, w->fault);
  if (w->n > 1)
    qsort (w->rows, w->n, sizeof *w->rows, compare_hashes);
  for (size_t i = 0; ok && i < w->n; i++)
    {
      const struct row *r = w->rows + i;
      ok = database_run (w->db, w->fault,
			 "INSERT INTO pushes (hash, build, label, hour, "
			 "pushed, content) VALUES ($1, $2, $3, $4, $5, $6) "
			 "ON CONFLICT DO NOTHING",
			 "tntnnb", r->hash, w->all->build, r->label, r->hour,
			 w->now, r->content, r->size);
      n += ok && w->db->changed > 0;
    }
  ok = ok && (w->n == 0 || database_commit (w->db, w->fault));
  if (!ok)
    {
      database_rollback (w->db);
      return false;
    }
  w->all->n += n;
  w->all->known += w->n - n;
  fold_some_rows (w);
  drop_rows (w);
  return true;
}

/* Add a row for P, whose file has that hash; WHY: it is no good.  */
static bool
add_row (struct pusher *w, const struct prof *p, const char *hash,
	 const struct stat *st, const char *path, struct fault *why)
{
  const char *label = w->push->label ?: p->strings + p->header->label;
  struct row r = { .hour = hour_of (w, st, path) };
  if (r.hour < w->since)
    return fault (why, "%s: older than what the store keeps", path);
  strcpy (r.hash, hash);
  r.content = pack (p->data, p->header->size, &r.size, why);
  r.label = r.content ? store_text (label, why) : NULL;
  if (!r.label || !another (&w->rows, w->n, sizeof *w->rows, why))
    {
      FREE_ALL (r.content, r.label);
      return false;
    }
  w->rows[w->n++] = r;
  w->bytes += r.size;
  return true;
}

/* Take the profile PATH.  False: all of it ends.  */
static bool
take_profile (struct pusher *w, const char *path)
{
  struct prof p = { 0 };
  struct fault why = { "" };
  struct stat st;
  struct key k = KEY_START;
  char hash[KEY_SIZE];
  size_t size;
  char *bytes = file_read (path, &size);
  bool good = bytes && stat (path, &st) == 0;
  if (!good)
    fault (&why, "cannot open '%s': %m", path);
  else
    {
      const int64_t time[] = { st.st_mtim.tv_sec, st.st_mtim.tv_nsec };
      key_add (&k, bytes, size);
      key_add (&k, time, sizeof time);
      key_text (hash, &k);
    }
  free (bytes);
  good = good && prof_open (&p, path, &why)
	 && check_profile (w, &p, path, &why);
  bool ok = !good
	    || ((w->all->build
		 || build_store (&w->all->build, w->db, &p, 0, &w->program,
				 w->fault))
		&& store_objects (w, &p));
  good = good && ok && add_row (w, &p, hash, &st, path, &why);
  prof_close (&p);
  if (ok && !good)
    {
      w->all->refused++;
      if (w->push->n == 1)
	return fault (w->fault, "%s", why.text);
      note ("%s", why.text);
    }
  return ok
	 && ((w->n < CHUNK_PROFILES && w->bytes < CHUNK_BYTES)
	     || send_rows (w));
}

bool
store_push (struct database *db, const struct push *push, struct pushed *all,
	    struct fault *f)
{
  struct pusher w = { .db = db, .push = push, .all = all, .fault = f,
		      .now = time (NULL) };
  bool found;
  *all = (struct pushed) { 0 };
  if (!program_open (&w.program, push->program, f))
    return false;
  bool ok = (!w.program.image.relocatable
	     || fault (f, "%s: not linked: a store keeps programs",
		       push->program))
	    && database_number (db, f, &w.since, &found,
				"SELECT since FROM horizon", "");
  for (size_t i = 0; ok && i < push->n; i++)
    ok = take_profile (&w, push->profiles[i]);
  ok = ok && send_rows (&w);
  drop_rows (&w);
  FREE_ALL (w.rows, w.seen);
  program_close (&w.program);
  return ok;
}
