/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether all of it adds up: everything is read as if it came from a stranger.  */

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "report/show/show.h"
#include "store/store.h"

struct checker
{
  struct database *db;
  struct fault *fault;
  size_t bad;
};

/* Say what is wrong.  */
static void __attribute__ ((format (printf, 2, 3)))
complain (struct checker *c, const char *format, ...)
{
  struct fault line;
  va_list list;
  va_start (list, format);
  vsnprintf (line.text, sizeof line.text, format, list);
  va_end (list);
  put_printable (stdout, line.text);
  putchar ('\n');
  c->bad++;
}

/* Let every row of SQL be looked at by USE.  */
static bool
for_rows (struct checker *c, const char *sql,
	  void (*use) (struct checker *c, const struct query *q))
{
  struct query q;
  bool ok = database_query (&q, c->db, c->fault, sql, "");
  while (ok && query_next (&q, c->fault))
    use (c, &q);
  query_end (&q);
  return ok && !c->fault->text[0];
}

/* Build, key, build-id, size, content.  */
static void
check_build (struct checker *c, const struct query *q)
{
  struct fault why;
  size_t size;
  const void *data = query_bytes (q, 3, &size);
  char *stub = unpack (data, size, &size, &why);
  if (!stub)
    complain (c, "build %" PRId64 ": %s", query_number (q, 0), why.text);
  else if ((int64_t) size != query_number (q, 2))
    complain (c, "build %" PRId64 ": its size is another", query_number (q, 0));
  free (stub);
}

/* The build and its key, the blob, its name.  */
static void
check_blob (struct checker *c, const struct query *q)
{
  struct prof p;
  struct fault why;
  char key[KEY_SIZE] = "";
  size_t size;
  const void *data = query_bytes (q, 2, &size);
  if (!fold_read (&p, data, size, &why))
    {
      complain (c, "build %" PRId64 ", %s: %s", query_number (q, 0),
		query_text (q, 3), why.text);
      return;
    }
  if (p.header->n_objects > 0)
    build_key (key, &p, 0);
  if (strcmp (key, query_text (q, 1)) != 0)
    complain (c, "build %" PRId64 ", %s: a profile of another build",
	      query_number (q, 0), query_text (q, 3));
  else if (fold_full (&p))
    complain (c, "build %" PRId64 ", %s: a count is larger than 2^63 - 1",
	      query_number (q, 0), query_text (q, 3));
  prof_close (&p);
}

/* Build, label, hour, profiles in the sum, rows that are.  */
static void
check_number (struct checker *c, const struct query *q)
{
  complain (c,
	    "build %" PRId64 ", label '%s', hour %" PRId64 ": the sum is of "
	    "%" PRId64 " profiles, and %" PRId64 " were added",
	    query_number (q, 0), query_text (q, 1), query_number (q, 2),
	    query_number (q, 3), query_number (q, 4));
}

bool
store_check (struct database *db, size_t *bad, struct fault *f)
{
  struct checker c = { db, f, 0 };
  bool ok
    = db->engine->check (db, f) && database_begin (db, BEGIN_READ, f)
      && for_rows (&c, "SELECT build, build_id, size, content FROM builds",
		   check_build)
      && for_rows (&c,
		   "SELECT s.build, b.build_key, s.content, 'a sum' FROM sums "
		   "s JOIN builds b ON b.build = s.build",
		   check_blob)
      && for_rows (&c,
		   "SELECT p.build, b.build_key, p.content, p.hash FROM pushes "
		   "p JOIN builds b ON b.build = p.build WHERE p.content IS "
		   "NOT NULL",
		   check_blob)
      && for_rows (&c,
		   "SELECT s.build, s.label, s.hour, s.profiles, (SELECT COUNT "
		   "(*) FROM pushes p WHERE p.build = s.build AND p.label = "
		   "s.label AND p.hour = s.hour AND p.content IS NULL) FROM "
		   "sums s WHERE s.profiles <> (SELECT COUNT (*) FROM pushes p "
		   "WHERE p.build = s.build AND p.label = s.label AND p.hour = "
		   "s.hour AND p.content IS NULL)",
		   check_number)
      && for_rows (&c,
		   "SELECT p.build, p.label, p.hour, 0, COUNT (*) FROM pushes "
		   "p WHERE p.content IS NULL AND NOT EXISTS (SELECT 1 FROM "
		   "sums s WHERE s.build = p.build AND s.label = p.label AND "
		   "s.hour = p.hour) GROUP BY p.build, p.label, p.hour",
		   check_number);
  database_rollback (db);
  *bad = c.bad;
  return ok;
}
