/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What waits is added to the sum of its build, label and hour.  A profile's content is in its
   own row or in the sum, never in both: one transaction moves it.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "report/show/show.h"
#include "store/store.h"

/* So many are added in one transaction.  */
#define AT_ONCE 512

bool
fold_full (const struct prof *p)
{
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    {
      unsigned keys = kind_indexed (kind) ? 2 : 1, cells = kind_cells (kind) + 1;
      const uint64_t *row = p->rows[kind];
      for (uint64_t i = 0; row && i < p->n_rows[kind]; i++, row += cells)
	for (unsigned k = keys; k < cells; k++)
	  if (row[k] > INT64_MAX)
	    return true;
    }
  return p->header->lost > INT64_MAX;
}

bool
fold_read (struct prof *p, const void *data, size_t size, struct fault *f)
{
  memset (p, 0, sizeof *p);
  void *bytes = unpack (data, size, &size, f);
  if (!bytes)
    return false;
  if (prof_view (p, bytes, size, f))
    {
      p->data = bytes;
      return true;
    }
  free (bytes);
  return false;
}

struct group
{
  int64_t build, hour;
  const char *label;
  char key[KEY_SIZE];		/* the build's */
  char last[KEY_SIZE];		/* the last profile that was looked at */
};

/* Profiles that were added.  */
struct added
{
  char (*hashes)[KEY_SIZE];
  size_t n, seen;
};

/* Add the blobs of Q's second column to S.  What is damaged, by who may write and has not
   our program, stays where it is.  */
static bool
add_waiting (struct query *q, struct group *g, struct sum *s, struct added *a,
	     struct fault *f)
{
  for (; query_next (q, f); a->seen++)
    {
      struct prof p;
      struct fault why;
      char key[KEY_SIZE];
      size_t size;
      const void *data = query_bytes (q, 1, &size);
      snprintf (g->last, sizeof g->last, "%s", query_text (q, 0));
      if (!fold_read (&p, data, size, &why))
	continue;
      bool ok = true;
      if (p.header->n_objects > 0 && !fold_full (&p)
	  && strlen (query_text (q, 0)) < KEY_SIZE)
	{
	  build_key (key, &p, 0);
	  if (strcmp (key, g->key) == 0)
	    ok = another (&a->hashes, a->n, sizeof *a->hashes, f)
		 && strcpy (a->hashes[a->n++], g->last)
		 && sum_add (s, &p, g->last, f);
	}
      prof_close (&p);
      if (!ok)
	return false;
    }
  return !f->text[0];
}

/* Make sure that there is a sum, and add it, if it has anything.  Until the transaction ends
   it is ours.  */
static bool
add_sum (struct database *db, const struct group *g, struct sum *s,
	 struct fault *f)
{
  struct query q;
  struct prof p;
  size_t size;
  bool ok = database_run (db, f,
			  "INSERT INTO sums (build, label, hour, profiles, "
			  "shown, content) VALUES ($1, $2, $3, 0, 0, $4) "
			  "ON CONFLICT DO NOTHING",
			  "ntnb", g->build, g->label, g->hour, "", (size_t) 0)
	    && database_query (&q, db, f,
			       "SELECT content FROM sums WHERE build = $1 "
			       "AND label = $2 AND hour = $3%F",
			       "ntn", g->build, g->label, g->hour);
  if (!ok)
    return false;
  if (query_next (&q, f))
    {
      const void *data = query_bytes (&q, 0, &size);
      if (size > 0 && (ok = fold_read (&p, data, size, f)))
	{
	  ok = sum_add (s, &p, "the sum", f);
	  prof_close (&p);
	}
    }
  query_end (&q);
  return ok && !f->text[0];
}

/* Write the sum P, to which those of A were added.  */
static bool
write_sum (struct database *db, const struct group *g, const struct prof *p,
	   const struct added *a, struct fault *f)
{
  size_t size;
  if (fold_full (p))
    return fault (f,
		  "store %s: a sum would be larger than 2^63 - 1; what waits "
		  "stays as it is",
		  db->name);
  void *content = pack (p->data, p->header->size, &size, f);
  bool ok = content
	    && database_run (db, f,
			     "UPDATE sums SET profiles = profiles + $1, "
			     "content = $2 WHERE build = $3 AND label = $4 "
			     "AND hour = $5",
			     "nbntn", (int64_t) a->n, content, size, g->build,
			     g->label, g->hour);
  free (content);
  for (size_t i = 0; ok && i < a->n; i++)
    ok = database_run (db, f, "UPDATE pushes SET content = NULL WHERE hash = $1",
		       "t", a->hashes[i]);
  return ok;
}

/* Fold some of G.  */
static bool
fold_some (struct database *db, struct group *g, struct added *a,
	   struct fault *f)
{
  struct query q = { 0 };
  struct prof p = { 0 };
  struct sum *s = sum_new (f);
  bool ok = s && database_begin (db, BEGIN_WRITE, f);
  if (ok)
    {
      ok = database_query (&q, db, f,
			   "SELECT hash, content FROM pushes WHERE build = $1 "
			   "AND label = $2 AND hour = $3 AND content IS NOT "
			   "NULL AND hash > $4 ORDER BY hash LIMIT $5%L",
			   "ntntn", g->build, g->label, g->hour, g->last,
			   (int64_t) AT_ONCE)
	   && add_waiting (&q, g, s, a, f);
      query_end (&q);
    }
  ok = ok && (a->n == 0 || add_sum (db, g, s, f));
  if (ok && a->n > 0)
    {
      ok = sum_finish (s, &p, f) && write_sum (db, g, &p, a, f);
      s = NULL;
    }
  sum_free (s);
  prof_close (&p);
  if (ok)
    return database_commit (db, f);
  database_rollback (db);
  return false;
}

bool
fold_group (struct database *db, int64_t build, const char *label, int64_t hour,
	    struct fault *f)
{
  struct group g = { .build = build, .hour = hour, .label = label };
  struct added a = { .seen = AT_ONCE };
  bool ok = build_find_key (g.key, db, build, f);
  while (ok && a.seen == AT_ONCE)
    {
      a.n = a.seen = 0;
      ok = fold_some (db, &g, &a, f);
    }
  free (a.hashes);
  return ok;
}

struct named_group
{
  int64_t build, hour;
  char *label;
};

bool
fold_all (struct database *db, int64_t least, struct fault *f)
{
  struct query q;
  struct named_group *groups = NULL;
  size_t n = 0;
  bool ok = database_query (&q, db, f,
			    "SELECT build, label, hour FROM pushes WHERE "
			    "content IS NOT NULL GROUP BY build, label, hour "
			    "HAVING COUNT (*) >= $1 ORDER BY build, label, hour",
			    "n", least);
  while (ok && query_next (&q, f)
	 && (ok = another (&groups, n, sizeof *groups, f)))
    {
      const char *label = query_text (&q, 1);
      groups[n++] = (struct named_group) {
	query_number (&q, 0), query_number (&q, 2),
	copy_text (label, strlen (label), f)
      };
    }
  query_end (&q);
  ok = ok && !f->text[0];
  for (size_t i = 0; i < n; i++)
    {
      const struct named_group *g = groups + i;
      struct fault why = { "" };
      /* What is wrong with one is nothing to the others.  */
      if (!fold_group (db, g->build, g->label, g->hour, &why) && ok)
	ok = fault (f, "%s", why.text);
      free (g->label);
    }
  free (groups);
  return ok;
}
