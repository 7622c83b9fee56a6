/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PostgreSQL: postgresql://..., as libpq has it.  Rows come one by one, in binary.

   libpq is loaded when it is needed: with what it brings every command of ghalt would take
   five times as long to start.  */

#include <dlfcn.h>
#include <libpq-fe.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "store/database.h"

#define FUNCTIONS(F) \
  F (PQresultErrorField) F (PQerrorMessage) F (PQstatus) F (PQconnectdb) \
  F (PQhost) F (PQdb) F (PQsetNoticeReceiver) F (PQsetClientEncoding) \
  F (PQfinish) F (PQclear) F (PQgetResult) F (PQresultStatus) \
  F (PQcmdTuples) F (PQsendQuery) F (PQsendQueryParams) \
  F (PQsetSingleRowMode) F (PQgetisnull) F (PQgetvalue) F (PQgetlength) \
  F (PQftype)

struct postgres
{
  PGconn *connection;
#define MEMBER(name) __typeof__ (name) *name;
  FUNCTIONS (MEMBER)
};

/* Types, as PostgreSQL's catalogue numbers them for good.  */
enum
{
  OID_BOOL = 16,
  OID_BYTES = 17,
  OID_INT8 = 20,
  OID_INT2 = 21,
  OID_INT4 = 23
};

/* The first line of what the server said of RESULT, or of the connection.  */
static bool
broken (struct database *db, const PGresult *result, struct fault *f)
{
  const struct postgres *pq = db->handle;
  PGconn *c = pq->connection;
  const char *state = result ? pq->PQresultErrorField (result, PG_DIAG_SQLSTATE)
			     : NULL;
  const char *text = result ? pq->PQresultErrorField (result, PG_DIAG_MESSAGE_PRIMARY)
			    : NULL;
  text = text ?: pq->PQerrorMessage (c);
  db->denied = state && strcmp (state, "42501") == 0;
  /* Servers may say it in several lines.  */
  char line[700];
  snprintf (line, sizeof line, "%.*s", (int) strcspn (text, "\n"), text);
  return fault (f, "store %s: %s%s", db->name, line,
		pq->PQstatus (c) != CONNECTION_OK
		  ? "; do it again when the server is there: nothing counts twice"
		: state && begins (state, "53")
		  ? "; nothing of this was kept; make room, and try again"
		  : "");
}

static void
say_nothing (void *data, const PGresult *result)
{
  (void) data;
  (void) result;
}

/* Fill PQ.  The library stays: it is not made to be unloaded.  */
static bool
load_library (struct postgres *pq, struct fault *f)
{
  void *library = dlopen ("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  bool ok = library;
#define LOAD(name) ok = ok && (pq->name = dlsym (library, #name));
  FUNCTIONS (LOAD)
  return ok
	 || fault (f, "PostgreSQL needs its library, which libpq5 installs: %s",
		   dlerror ());
}

static bool
open_postgres (struct database *db, const char *url, bool create,
	       struct fault *f)
{
  (void) create;
  struct postgres *pq = fresh (1, sizeof *pq, f);
  if (!pq || !load_library (pq, f))
    {
      free (pq);
      return false;
    }
  db->handle = pq;
  PGconn *c = pq->connection = pq->PQconnectdb (url);
  if (!c)
    return fault (f, "out of memory");
  const char *host = pq->PQhost (c), *base = pq->PQdb (c);
  if (asprintf (&db->name, "postgresql://%s/%s", host ?: "", base ?: "") < 0)
    {
      db->name = NULL;
      return fault (f, "out of memory");
    }
  pq->PQsetNoticeReceiver (c, say_nothing, NULL);
  return (pq->PQstatus (c) == CONNECTION_OK
	  && pq->PQsetClientEncoding (c, "UTF8") == 0)
	 || broken (db, NULL, f);
}

static void
close_postgres (struct database *db)
{
  struct postgres *pq = db->handle;
  pq->PQfinish (pq->connection);
  free (pq);
}

/* Rows, the first of which is there before it is asked for.  */
struct cursor
{
  PGresult *row;
  bool began, ahead;
};

/* Forget the row that is there.  */
static void
clear_row (const struct postgres *pq, struct cursor *cursor)
{
  pq->PQclear (cursor->row);
  cursor->row = NULL;
}

/* Go to the next row; none is there after the last.  */
static bool
fetch (struct query *q, struct cursor *cursor, struct fault *f)
{
  const struct postgres *pq = q->db->handle;
  bool first = !cursor->began;
  cursor->began = true;
  if (cursor->ahead)
    {
      cursor->ahead = false;
      return true;
    }
  clear_row (pq, cursor);
  while ((cursor->row = pq->PQgetResult (pq->connection)))
    {
      ExecStatusType status = pq->PQresultStatus (cursor->row);
      cursor->ahead = first;
      if (status == PGRES_SINGLE_TUPLE)
	return true;
      if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK)
	return broken (q->db, cursor->row, f);
      q->db->changed = strtoull (pq->PQcmdTuples (cursor->row), NULL, 10);
      clear_row (pq, cursor);
    }
  cursor->ahead = first;
  return true;
}

static bool
start (struct query *q, const char *sql, const struct value *values, size_t n,
       struct fault *f)
{
  const struct postgres *pq = q->db->handle;
  PGconn *c = pq->connection;
  const char *data[MAX_VALUES];
  char digits[MAX_VALUES][24];
  int sizes[MAX_VALUES], binary[MAX_VALUES];
  for (size_t i = 0; i < n; i++)
    {
      const struct value *v = values + i;
      snprintf (digits[i], sizeof digits[i], "%lld", (long long) v->number);
      data[i] = v->type == 'n'	? digits[i]
		: v->type == 0	? NULL
		: v->data	? v->data
				: "";
      sizes[i] = (int) v->size;
      binary[i] = v->type == 'b';
    }
  /* Several statements at once have no parameters, and no rows.  */
  bool simple = n == 0 && strchr (sql, ';');
  if (!(simple ? pq->PQsendQuery (c, sql)
	       : pq->PQsendQueryParams (c, sql, (int) n, NULL, data, sizes, binary,
				    1))
      || (!simple && !pq->PQsetSingleRowMode (c)))
    return broken (q->db, NULL, f);
  struct cursor *cursor = q->statement = fresh (1, sizeof *cursor, f);
  /* What is wrong is said before there are rows.  */
  return cursor && fetch (q, cursor, f);
}

static bool
next (struct query *q, struct fault *f)
{
  struct cursor *cursor = q->statement;
  return fetch (q, cursor, f) && cursor->row;
}

static struct value
column (const struct query *q, int i)
{
  const struct postgres *pq = q->db->handle;
  const PGresult *r = ((struct cursor *) q->statement)->row;
  struct value v = { .type = 0 };
  if (pq->PQgetisnull (r, 0, i))
    return v;
  v.data = pq->PQgetvalue (r, 0, i);
  v.size = (size_t) pq->PQgetlength (r, 0, i);
  switch (pq->PQftype (r, i))
    {
    case OID_BOOL:
    case OID_INT2:
    case OID_INT4:
    case OID_INT8:
      v.type = 'n';
      /* The first byte is the highest, which has the sign.  */
      v.number = *(const signed char *) v.data;
      for (size_t k = 1; k < v.size; k++)
	v.number = (int64_t) ((uint64_t) v.number << 8
			      | ((const unsigned char *) v.data)[k]);
      break;
    case OID_BYTES:
      v.type = 'b';
      break;
    default:
      v.type = 't';
    }
  return v;
}

static void
end (struct query *q)
{
  /* What is left is read, so that others can begin.  */
  const struct postgres *pq = q->db->handle;
  struct cursor *cursor = q->statement;
  do
    clear_row (pq, cursor);
  while ((cursor->row = pq->PQgetResult (pq->connection)));
  free (cursor);
}

static bool
check_nothing (struct database *db, struct fault *f)
{
  (void) db;
  (void) f;
  return true;
}

const struct engine postgres_engine = {
  .scheme = "postgresql",
  .words = { "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY", "BYTEA",
	     " FOR UPDATE", " FOR UPDATE SKIP LOCKED" },
  .begin = { "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", "BEGIN" },
  .lock = "SELECT pg_advisory_xact_lock(1212238932)",
  .numbers = "SELECT setval (pg_get_serial_sequence ('builds', 'build'), "
	     "COALESCE (MAX (build), 1)) FROM builds",
  .open = open_postgres,
  .close = close_postgres,
  .start = start,
  .next = next,
  .column = column,
  .end = end,
  .check = check_nothing
};
