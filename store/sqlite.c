/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SQLite: sqlite:FILE.  Many processes may write to one file: one waits for the other.  What
   was committed is on the disk.  */

#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "base/text.h"
#include "store/database.h"

/* How long one waits for others.  */
#define PATIENCE_MS 300000

static bool
broken (struct database *db, struct fault *f)
{
  sqlite3 *s = db->handle;
  int code = sqlite3_errcode (s);
  db->denied = code == SQLITE_READONLY || code == SQLITE_PERM;
  return fault (f, "store %s: %s%s", db->name, sqlite3_errmsg (s),
		code == SQLITE_BUSY	? ": others have been writing all the time"
		: code == SQLITE_NOTADB ? ": another file is needed"
		: code == SQLITE_FULL
		  ? ": nothing of this was kept; make room, and try again"
		  : "");
}

/* Wait a little while another process writes: each time another while, so that none waits
   for ever.  */
static int
wait_a_little (void *data, int n)
{
  struct timespec t = { 0, (n < 10 ? 200000 : 2000000)
			     + (long) (random () % (n < 10 ? 500000 : 5000000)) };
  (void) data;
  if (n > PATIENCE_MS / 4)
    return 0;
  nanosleep (&t, NULL);
  return 1;
}

/* Make the folders that FILE is to be in.  */
static void
make_folders (const char *file)
{
  char *path = strdup (file);
  for (char *p = path ? strchr (path + 1, '/') : NULL; p; p = strchr (p + 1, '/'))
    {
      *p = 0;
      mkdir (path, 0777);
      *p = '/';
    }
  free (path);
}

static bool
open_sqlite (struct database *db, const char *url, bool create, struct fault *f)
{
  const char *file = after_word (url, "sqlite:");
  sqlite3 *s;
  db->name = copy_text (file, strlen (file), f);
  if (!db->name)
    return false;
  if (!*file)
    return fault (f, "'%s' names no file: sqlite:FILE", url);
  if (create)
    make_folders (file);
  int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);
  int code = sqlite3_open_v2 (file, &s, flags, NULL);
  /* A file of others can be read all the same.  */
  if (code != SQLITE_OK && access (file, R_OK) == 0)
    {
      sqlite3_close (s);
      code = sqlite3_open_v2 (file, &s, SQLITE_OPEN_READONLY, NULL);
    }
  db->handle = s;
  if (code != SQLITE_OK)
    return access (file, F_OK) != 0 && errno == ENOENT && !create
	     ? fault (f, "no store '%s' yet: ghalt store push makes it", file)
	     : broken (db, f);
  srandom ((unsigned) getpid ());
  sqlite3_busy_handler (s, wait_a_little, NULL);
  sqlite3_extended_result_codes (s, 0);
  struct fault ignored = { "" };
  /* What is only read stays as it is.  */
  if (create)
    database_run (db, &ignored, "PRAGMA journal_mode = WAL", "");
  return database_run (db, f, "PRAGMA synchronous = FULL", "")
	 && database_run (db, f, "PRAGMA foreign_keys = ON", "");
}

static void
close_sqlite (struct database *db)
{
  sqlite3_close (db->handle);
}

static bool
start (struct query *q, const char *sql, const struct value *values, size_t n,
       struct fault *f)
{
  sqlite3_stmt *s = NULL;
  const char *rest;
  for (;;)
    {
      if (sqlite3_prepare_v2 (q->db->handle, sql, -1, &s, &rest) != SQLITE_OK)
	return broken (q->db, f);
      if (!rest[strspn (rest, "; \n")])
	break;
      /* One of several, none of which has parameters.  */
      int code = sqlite3_step (s);
      sqlite3_finalize (s);
      if (code != SQLITE_DONE && code != SQLITE_ROW)
	return broken (q->db, f);
      sql = rest;
    }
  q->statement = s;
  for (int i = 0; i < (int) n; i++)
    {
      const struct value *v = values + i;
      if (v->type == 'n')
	sqlite3_bind_int64 (s, i + 1, v->number);
      else if (v->type == 't')
	sqlite3_bind_text64 (s, i + 1, v->data, v->size, SQLITE_TRANSIENT,
			     SQLITE_UTF8);
      else if (v->type == 'b')
	sqlite3_bind_blob64 (s, i + 1, v->data ?: "", v->size,
			     SQLITE_TRANSIENT);
    }
  return true;
}

static bool
next (struct query *q, struct fault *f)
{
  int code = sqlite3_step (q->statement);
  if (code == SQLITE_DONE)
    q->db->changed = (uint64_t) sqlite3_changes64 (q->db->handle);
  else if (code != SQLITE_ROW)
    broken (q->db, f);
  return code == SQLITE_ROW;
}

static struct value
column (const struct query *q, int i)
{
  sqlite3_stmt *s = q->statement;
  struct value v = { .type = 0 };
  switch (sqlite3_column_type (s, i))
    {
    case SQLITE_NULL:
      return v;
    case SQLITE_TEXT:
      v.type = 't';
      v.data = sqlite3_column_text (s, i);
      break;
    case SQLITE_BLOB:
      v.type = 'b';
      v.data = sqlite3_column_blob (s, i);
      break;
    default:
      v.type = 'n';
      v.number = sqlite3_column_int64 (s, i);
    }
  v.size = (size_t) sqlite3_column_bytes (s, i);
  return v;
}

static void
end (struct query *q)
{
  sqlite3_finalize (q->statement);
}

static bool
check_files (struct database *db, struct fault *f)
{
  struct query q;
  bool ok = database_query (&q, db, f, "PRAGMA integrity_check", "");
  if (ok && query_next (&q, f) && strcmp (query_text (&q, 0), "ok") != 0)
    fault (f, "store %s: %s", db->name, query_text (&q, 0));
  query_end (&q);
  return !f->text[0];
}

const struct engine sqlite_engine = {
  .scheme = "sqlite",
  .words = { "INTEGER PRIMARY KEY", "BLOB", "", "" },
  .begin = { "BEGIN", "BEGIN IMMEDIATE" },
  .open = open_sqlite,
  .close = close_sqlite,
  .start = start,
  .next = next,
  .column = column,
  .end = end,
  .check = check_files
};
