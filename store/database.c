/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all engines share.  */

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "store/database.h"

static const struct engine *const engines[] = { &sqlite_engine,
						&postgres_engine };

struct database *
database_open (const char *url, bool create, struct fault *f)
{
  const struct engine *found = NULL;
  size_t length = strcspn (url, ":");
  for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
    if (strlen (engines[i]->scheme) == length
	&& begins (url, engines[i]->scheme) && url[length])
      found = engines[i];
  if (!found)
    {
      fault (f, "'%.*s' is no store: sqlite:FILE or postgresql://HOST/DATABASE",
	     strchr (url, '@') ? (int) length : 200, url);
      return NULL;
    }
  struct database *db = fresh (1, sizeof *db, f);
  if (!db)
    return NULL;
  db->engine = found;
  if (found->open (db, url, create, f))
    return db;
  database_close (db);
  return NULL;
}

void
database_close (struct database *db)
{
  if (!db)
    return;
  if (db->handle)
    db->engine->close (db);
  FREE_ALL (db->name, db);
}

/* --- statements --------------------------------------------------------------- */

/* SQL with the engine's words for those after %.  To be freed.  */
static char *
translate (const struct engine *e, const char *sql, struct fault *f)
{
  static const char letters[] = "IBFL";
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream (&text, &size);
  if (!out)
    {
      fault (f, "%m");
      return NULL;
    }
  for (; *sql; sql++)
    {
      const char *letter = *sql == '%' && sql[1] ? strchr (letters, sql[1])
						 : NULL;
      if (letter)
	fputs (e->words[letter - letters], out), sql++;
      else
	fputc (*sql, out);
    }
  if (fclose (out) == 0)
    return text;
  fault (f, "%m");
  free (text);
  return NULL;
}

static size_t
take_values (struct value *values, const char *types, va_list list)
{
  size_t n = 0;
  for (; types[n]; n++)
    {
      struct value *v = values + n;
      *v = (struct value) { .type = types[n] };
      if (types[n] == 'n' || types[n] == 'z')
	v->number = va_arg (list, int64_t);
      else
	v->data = va_arg (list, const void *);
      if (types[n] == 'b')
	v->size = va_arg (list, size_t);
      else if (types[n] == 't')
	v->size = strlen (v->data);
      else if (types[n] == 'z')
	v->type = 0;
    }
  return n;
}

bool
database_query_values (struct query *q, struct database *db, struct fault *f,
		       const char *sql, const struct value *values, size_t n)
{
  *q = (struct query) { .db = db };
  db->denied = false;
  char *text = translate (db->engine, sql, f);
  bool ok = text && db->engine->start (q, text, values, n, f);
  free (text);
  if (!ok)
    query_end (q);
  return ok;
}

bool
database_query (struct query *q, struct database *db, struct fault *f,
		const char *sql, const char *types, ...)
{
  struct value values[MAX_VALUES];
  va_list list;
  va_start (list, types);
  size_t n = take_values (values, types, list);
  va_end (list);
  return database_query_values (q, db, f, sql, values, n);
}

bool
query_next (struct query *q, struct fault *f)
{
  q->row = !f->text[0] && q->db->engine->next (q, f);
  return q->row;
}

void
query_end (struct query *q)
{
  if (q->statement)
    q->db->engine->end (q);
  q->statement = NULL;
}

/* Carry out all of Q.  */
static bool
finish (struct query *q, bool ok, struct fault *f)
{
  while (ok && query_next (q, f))
    ;
  query_end (q);
  return ok && !f->text[0];
}

bool
database_run (struct database *db, struct fault *f, const char *sql,
	      const char *types, ...)
{
  struct value values[MAX_VALUES];
  struct query q;
  va_list list;
  va_start (list, types);
  size_t n = take_values (values, types, list);
  va_end (list);
  return finish (&q, database_query_values (&q, db, f, sql, values, n), f);
}

bool
database_number (struct database *db, struct fault *f, int64_t *number,
		 bool *found, const char *sql, const char *types, ...)
{
  struct value values[MAX_VALUES];
  struct query q;
  va_list list;
  va_start (list, types);
  size_t n = take_values (values, types, list);
  va_end (list);
  bool ok = database_query_values (&q, db, f, sql, values, n);
  *found = ok && query_next (&q, f);
  *number = *found ? query_number (&q, 0) : 0;
  return finish (&q, ok, f);
}

struct value
query_value (const struct query *q, int i)
{
  return q->db->engine->column (q, i);
}

int64_t
query_number (const struct query *q, int i)
{
  return query_value (q, i).number;
}

const char *
query_text (const struct query *q, int i)
{
  return query_value (q, i).data ?: "";
}

const void *
query_bytes (const struct query *q, int i, size_t *size)
{
  struct value v = query_value (q, i);
  *size = v.data ? v.size : 0;
  return v.data;
}

/* --- transactions --------------------------------------------------------------- */

bool
database_begin (struct database *db, enum begin how, struct fault *f)
{
  db->began = database_run (db, f, db->engine->begin[how], "");
  return db->began;
}

bool
database_commit (struct database *db, struct fault *f)
{
  bool ok = database_run (db, f, "COMMIT", "");
  if (ok)
    db->began = false;
  else
    database_rollback (db);
  return ok;
}

void
database_rollback (struct database *db)
{
  struct fault ignored = { "" };
  bool denied = db->denied;
  if (db->began)
    database_run (db, &ignored, "ROLLBACK", "");
  db->began = false;
  db->denied = denied;
}
