/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a command is about: a build, and sums of it.  */

#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "report/show/show.h"
#include "store/store.h"

bool
choose_time (int64_t *at, const char *text, struct fault *f)
{
  static const struct
  {
    char letter;
    int64_t seconds;
  } units[] = { { 's', 1 }, { 'm', 60 }, { 'h', HOUR }, { 'd', DAY },
		{ 'w', 7 * DAY } };
  static const char *const dates[] = { "%Y-%m-%d", "%Y-%m-%dT%H",
				       "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%MZ" };
  char *end;
  unsigned long long n = strtoull (text, &end, 10);
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (*text >= '0' && *text <= '9' && *end == units[i].letter && !end[1]
	&& n < 1000000000)
      {
	*at = time (NULL) - (int64_t) n * units[i].seconds;
	return true;
      }
  for (size_t i = 0; i < sizeof dates / sizeof *dates; i++)
    {
      struct tm tm = { 0 };
      const char *rest = strptime (text, dates[i], &tm);
      if (rest && !*rest)
	{
	  *at = timegm (&tm);
	  return true;
	}
    }
  return fault (f,
		"'%s' is no time: so long ago, as in 90m, 36h, 7d or 2w, or a "
		"date of UTC, as in 2026-11-28 or 2026-11-28T09",
		text);
}

/* --- the build ------------------------------------------------------------------------ */

/* The builds that have profiles; what is newest comes first.  */
#define PROGRAMS \
  "FROM builds WHERE EXISTS (SELECT 1 FROM pushes p WHERE p.build = " \
  "builds.build) OR EXISTS (SELECT 1 FROM sums s WHERE s.build = builds.build)"
#define NEWEST " ORDER BY stored DESC, build DESC"

/* Whether WANTED, a number, a build-id's beginning or a program, is that of Q's row.  */
static bool
is_wanted (const struct query *q, const char *wanted)
{
  char number[24];
  snprintf (number, sizeof number, "%lld", (long long) query_number (q, 0));
  return strcmp (number, wanted) == 0 || strcmp (query_text (q, 1), wanted) == 0
	 || (strlen (wanted) >= 6 && begins (query_text (q, 2), wanted));
}

/* Let *BUILD be the newest one that WANTED names; NULL: of the only program.  */
static bool
choose_build (int64_t *build, struct database *db, const char *wanted,
	      struct fault *f)
{
  struct query q;
  char *program = NULL;
  bool several = false;
  *build = 0;
  bool ok = database_query (&q, db, f,
			    "SELECT build, program, build_id " PROGRAMS NEWEST,
			    "");
  while (ok && query_next (&q, f))
    {
      const char *name = query_text (&q, 1);
      if (!*build && (!wanted || is_wanted (&q, wanted)))
	*build = query_number (&q, 0);
      several |= program && strcmp (program, name) != 0;
      if (!program)
	ok = (program = copy_text (name, strlen (name), f));
    }
  query_end (&q);
  free (program);
  if (f->text[0])
    return false;
  if (!*build)
    return fault (f, wanted ? "store %s: no build '%s' with profiles: ghalt "
			      "store builds lists them"
			    : "store %s: no profiles",
		  db->name, wanted);
  return !several || wanted
	 || fault (f,
		   "store %s: several programs: choose one with "
		   "--build=PROGRAM, BUILD-ID or NUMBER",
		   db->name);
}

bool
choose_builds (int64_t **builds, size_t *n, struct database *db,
	       const struct chosen *c, const struct choice *choice,
	       struct fault *f)
{
  struct query q;
  char *program = NULL;
  bool whole = true;
  if (!another (builds, *n, sizeof **builds, f))
    return false;
  (*builds)[(*n)++] = c->build;
  bool ok = database_query (&q, db, f,
			    "SELECT program FROM builds WHERE build = $1", "n",
			    c->build);
  if (ok && query_next (&q, f))
    program = copy_text (query_text (&q, 0), strlen (query_text (&q, 0)), f);
  query_end (&q);
  /* A number or a build-id is that build's alone.  */
  if (choice->build)
    whole = program && strcmp (choice->build, program) == 0;
  ok = program
       && database_query (&q, db, f,
			  "SELECT build FROM builds WHERE program = $1 AND "
			  "build <> $2 ORDER BY build",
			  "tn", program, c->build);
  while (ok && whole && query_next (&q, f)
	 && (ok = another (builds, *n, sizeof **builds, f)))
    (*builds)[(*n)++] = query_number (&q, 0);
  query_end (&q);
  free (program);
  return ok && !f->text[0];
}

bool
choose (struct chosen *c, struct database *db, const struct choice *choice,
	struct fault *f)
{
  c->from = INT64_MIN;
  c->to = INT64_MAX;
  if ((choice->since && !choose_time (&c->from, choice->since, f))
      || (choice->until && !choose_time (&c->to, choice->until, f)))
    return false;
  /* Hours are not divided.  */
  if (choice->since)
    c->from -= c->from % HOUR;
  if (choice->until)
    c->to += HOUR - 1 - (c->to + HOUR - 1) % HOUR;
  return choose_build (&c->build, db, choice->build, f);
}

/* --- sums --------------------------------------------------------------------------- */

bool
choose_labels (const char *label, const struct choice *choice)
{
  for (size_t i = 0; i < choice->n_labels; i++)
    {
      const char *wanted = choice->labels[i], *p = label;
      size_t n = strlen (wanted);
      while (!(strncmp (p, wanted, n) == 0 && (!p[n] || p[n] == ','))
	     && (p = strchr (p, ',')))
	p++;
      if (!p)
	return false;
    }
  return true;
}

/* Add the rows of Q: label, how many profiles, blob.  */
static bool
add_rows (struct query *q, struct sum *s, size_t *n, const char *key,
	  const struct choice *choice, struct fault *f)
{
  size_t n_damaged = 0;
  bool ok = true;
  while (ok && query_next (q, f))
    {
      struct prof p;
      struct fault why;
      char is[KEY_SIZE];
      size_t size;
      const void *data = query_bytes (q, 2, &size);
      if (!choose_labels (query_text (q, 0), choice) || size == 0)
	continue;
      if (!fold_read (&p, data, size, &why))
	{
	  n_damaged++;
	  continue;
	}
      if (p.header->n_objects > 0)
	build_key (is, &p, 0);
      if (p.header->n_objects == 0 || strcmp (is, key) != 0)
	n_damaged++;
      else
	{
	  ok = sum_add (s, &p, "a sum", f);
	  *n += (size_t) query_number (q, 1);
	}
      prof_close (&p);
    }
  query_end (q);
  if (n_damaged > 0)
    note ("%zu profile%s left out that %s damaged: ghalt store check lists %s",
	  n_damaged, plural (n_damaged), by_number (n_damaged, "is", "are"),
	  by_number (n_damaged, "it", "them"));
  return ok && !f->text[0];
}


bool
choose_sum (struct prof *p, size_t *n, struct database *db,
	    const struct chosen *c, const struct choice *choice,
	    struct fault *f)
{
  struct query q;
  char key[KEY_SIZE];
  struct sum *s = sum_new (f);
  memset (p, 0, sizeof *p);
  *n = 0;
  /* One moment: what is added up meanwhile is not seen twice.  */
  bool ok = s && database_begin (db, BEGIN_READ, f)
	    && build_find_key (key, db, c->build, f)
	    && database_query (&q, db, f,
			       "SELECT label, profiles, content FROM sums "
			       "WHERE build = $1 AND hour >= $2 AND hour < $3",
			       "nnn", c->build, c->from, c->to)
	    && add_rows (&q, s, n, key, choice, f)
	    && database_query (&q, db, f,
			       "SELECT label, 1, content FROM pushes WHERE "
			       "build = $1 AND hour >= $2 AND hour < $3 AND "
			       "content IS NOT NULL",
			       "nnn", c->build, c->from, c->to)
	    && add_rows (&q, s, n, key, choice, f);
  database_rollback (db);
  if (ok && *n > 0)
    {
      ok = sum_finish (s, p, f);
      s = NULL;
    }
  sum_free (s);
  if (ok && *n > 0 && fold_full (p))
    note ("a count is larger than 2^63 - 1; those that reached 2^64 - 1 have "
	  "stopped there");
  return ok;
}
