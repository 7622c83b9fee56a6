/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is old goes: sums and profiles, then builds that nothing is of any more.  From then on
   what is as old is refused, or it would count again.  */

#include "store/store.h"

bool
store_gc (struct database *db, const char *keep, struct fault *f)
{
  static const char *const orphans[] = { "function_counts", "branch_counts",
					 "functions", "branches" };
  static const char unused[]
    = "NOT EXISTS (SELECT 1 FROM pushes p WHERE p.build = x.build) AND NOT "
      "EXISTS (SELECT 1 FROM sums s WHERE s.build = x.build)";
  int64_t since;
  if (!choose_time (&since, keep, f))
    return false;
  since -= since % HOUR;
  bool ok
    = database_begin (db, BEGIN_WRITE, f)
      && (!db->engine->lock || database_run (db, f, db->engine->lock, ""))
      && database_run (db, f,
		       "UPDATE horizon SET since = $1 WHERE since < $2", "nn",
		       since, since)
      && database_run (db, f, "DELETE FROM pushes WHERE hour < $1", "n", since)
      && database_run (db, f, "DELETE FROM moved WHERE stored < $1", "n", since)
      && database_run (db, f, "DELETE FROM sums WHERE hour < $1", "n", since)
      && database_run (db, f, "DELETE FROM function_counts WHERE day + $1 <= $2",
		       "nn", (int64_t) DAY, since)
      && database_run (db, f, "DELETE FROM branch_counts WHERE day + $1 <= $2",
		       "nn", (int64_t) DAY, since)
      /* The day that is cut is counted anew.  */
      && database_run (db, f, "UPDATE sums SET shown = 0 WHERE hour < $1", "n",
		       since + DAY);
  for (size_t i = 0; ok && i < sizeof orphans / sizeof *orphans; i++)
    {
      struct fault sql;
      fault (&sql, "DELETE FROM %s AS x WHERE %s", orphans[i], unused);
      ok = database_run (db, f, sql.text, "");
    }
  struct fault sql;
  fault (&sql, "DELETE FROM loads AS x WHERE %s", unused);
  ok = ok && database_run (db, f, sql.text, "");
  /* A build that others push to right now is young.  */
  fault (&sql,
	 "DELETE FROM builds AS x WHERE %s AND NOT EXISTS (SELECT 1 FROM loads "
	 "l WHERE l.object = x.build) AND stored < $1",
	 unused);
  ok = ok && database_run (db, f, sql.text, "n", since)
       && database_commit (db, f);
  if (!ok)
    database_rollback (db);
  return ok;
}
