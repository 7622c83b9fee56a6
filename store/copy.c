/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One database becomes another, row by row: `dump' writes a file of SQLite, `restore' reads
   one, whatever engine the store has.  */

#include <string.h>
#include "store/store.h"

/* Copy the rows of TABLE.  */
static bool
copy_table (struct database *to, struct database *from,
	    const struct store_table *table, struct fault *f)
{
  struct query q, insert;
  struct fault sql, ask;
  struct value values[MAX_VALUES];
  int n = 1;
  fault (&sql, "INSERT INTO %s (%s) VALUES ($1", table->name, table->columns);
  for (const char *p = table->columns; (p = strchr (p, ',')); p++)
    fault (&sql, "%s, $%d", sql.text, ++n);
  fault (&sql, "%s)", sql.text);
  fault (&ask, "SELECT %s FROM %s", table->columns, table->name);
  bool ok = database_query (&q, from, f, ask.text, "");
  while (ok && query_next (&q, f))
    {
      for (int i = 0; i < n; i++)
	values[i] = query_value (&q, i);
      ok = database_query_values (&insert, to, f, sql.text, values, (size_t) n);
      while (ok && query_next (&insert, f))
	;
      query_end (&insert);
      ok &= !f->text[0];
    }
  query_end (&q);
  return ok && !f->text[0];
}

bool
store_copy (struct database *to, struct database *from, struct fault *f)
{
  int64_t n;
  bool any;
  bool ok = database_begin (to, BEGIN_WRITE, f)
	    && (!to->engine->lock || database_run (to, f, to->engine->lock, ""))
	    && database_number (to, f, &n, &any,
				"SELECT build FROM builds LIMIT 1", "")
	    && (!any
		|| fault (f,
			  "store %s: there are profiles in it: only an empty "
			  "one can be filled so",
			  to->name))
	    && database_run (to, f, "DELETE FROM horizon", "")
	    && database_begin (from, BEGIN_READ, f);
  for (const struct store_table *t = store_tables; ok && t->name; t++)
    ok = copy_table (to, from, t, f);
  if (ok && to->engine->numbers)
    ok = database_run (to, f, to->engine->numbers, "");
  database_rollback (from);
  if (ok)
    return database_commit (to, f);
  database_rollback (to);
  return false;
}
