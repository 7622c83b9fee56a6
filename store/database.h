/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A database: SQL with bound parameters, and nothing that one engine has alone.

     struct query q;
     bool ok = database_query (&q, db, f, "SELECT size FROM builds WHERE name = $1",
			       "t", name);
     while (ok && query_next (&q, f))
       printf ("%" PRId64 "\n", query_number (&q, 0));
     query_end (&q);

   The SQL is ours; what comes from outside is only ever a parameter.  $1, $2, ... stand in
   it in this order.  There is one query of a database at a time.  A connection that is
   lost takes its transaction with it.  */

#ifndef HALT_STORE_DATABASE_H
#define HALT_STORE_DATABASE_H 1

#include "map/map.h"

/* A parameter, or a column of a row.  */
struct value
{
  char type;			/* n number, t text, b bytes, 0: NULL */
  int64_t number;
  const void *data;		/* of a text it ends with a NUL */
  size_t size;
};

#define MAX_VALUES 16

struct database;

struct query
{
  struct database *db;
  void *statement;		/* the engine's */
  bool row;			/* there is one */
};

/* How a transaction is begun.  */
enum begin
{
  BEGIN_READ,			/* sees one moment, and changes nothing */
  BEGIN_WRITE
};

/* What differs between engines.  Those that return a bool fill a fault.  */
struct engine
{
  const char *scheme;		/* what its URLs begin with */
  const char *words[4];		/* for %I, %B, %F, %L: the type of a number that is given out,
				   that of bytes, what locks rows, those that are not locked */
  const char *begin[2];
  const char *lock;		/* in a transaction: until its end others wait here; or NULL */
  const char *numbers;		/* after rows came with their numbers: new ones are others; or
				   NULL */
  bool (*open) (struct database *db, const char *rest, bool create,
		struct fault *f);
  void (*close) (struct database *db);
  bool (*start) (struct query *q, const char *sql, const struct value *values,
		 size_t n, struct fault *f);
  bool (*next) (struct query *q, struct fault *f);
  struct value (*column) (const struct query *q, int i);
  void (*end) (struct query *q);
  /* What the database says of its own files: a fault if something is wrong.  */
  bool (*check) (struct database *db, struct fault *f);
};

struct database
{
  const struct engine *engine;
  void *handle;			/* the engine's */
  char *name;			/* for people: no password */
  uint64_t changed;		/* rows that the last statement changed */
  bool denied;			/* the last fault is that something is not permitted */
  bool began;			/* a transaction */
};

extern const struct engine sqlite_engine, postgres_engine;

/* Open the database URL; CREATE: it may be new.  */
struct database *database_open (const char *url, bool create, struct fault *f);
void database_close (struct database *db);

/* Begin and end a transaction.  */
bool database_begin (struct database *db, enum begin how, struct fault *f);
bool database_commit (struct database *db, struct fault *f);
void database_rollback (struct database *db);

/* Carry out SQL.  A letter of TYPES for each parameter: n int64_t, z the same for
   NULL, t const char *, b const void * and size_t.  */
bool database_run (struct database *db, struct fault *f, const char *sql,
		   const char *types, ...);

/* The same of what has rows.  Q is undone by query_end, which may be
   called if this fails.  */
bool database_query (struct query *q, struct database *db, struct fault *f,
		     const char *sql, const char *types, ...);
/* With N VALUES.  */
bool database_query_values (struct query *q, struct database *db,
			    struct fault *f, const char *sql,
			    const struct value *values, size_t n);
bool query_next (struct query *q, struct fault *f);
void query_end (struct query *q);

/* Column I of the row; what it has lives until the next.  NULL is 0, "", nothing.  */
struct value query_value (const struct query *q, int i);
int64_t query_number (const struct query *q, int i);
const char *query_text (const struct query *q, int i);
const void *query_bytes (const struct query *q, int i, size_t *size);

/* Let *NUMBER be the first column of the only row; *FOUND: there is one.  */
bool database_number (struct database *db, struct fault *f, int64_t *number,
		      bool *found, const char *sql, const char *types, ...);

#endif /* HALT_STORE_DATABASE_H */
