/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables and views, in versions: what is older is brought up to date, what is newer is
   refused.  docs/store.md says what is in them.  */

#include <stdlib.h>
#include <string.h>
#include "report/show/show.h"
#include "store/store.h"

/* Version N is what the first N of them make.  Never change one that was released.  */
static const char *const migrations[] = {
  "CREATE TABLE horizon (since BIGINT NOT NULL);\n"
  "INSERT INTO horizon VALUES (0);\n"
  "CREATE TABLE builds (build %I, build_key TEXT NOT NULL UNIQUE,\n"
  "  program TEXT NOT NULL, path TEXT NOT NULL, build_id TEXT NOT NULL,\n"
  "  stored BIGINT NOT NULL, size BIGINT NOT NULL, content %B NOT NULL);\n"
  "CREATE TABLE loads (build BIGINT NOT NULL REFERENCES builds,\n"
  "  object BIGINT NOT NULL REFERENCES builds, PRIMARY KEY (build, object));\n"
  "CREATE TABLE pushes (hash TEXT PRIMARY KEY, build BIGINT NOT NULL\n"
  "  REFERENCES builds, label TEXT NOT NULL, hour BIGINT NOT NULL,\n"
  "  pushed BIGINT NOT NULL, content %B);\n"
  "CREATE INDEX pushes_group ON pushes (build, label, hour);\n"
  "CREATE INDEX pushes_waiting ON pushes (build, label, hour)\n"
  "  WHERE content IS NOT NULL;\n"
  "CREATE TABLE sums (build BIGINT NOT NULL REFERENCES builds,\n"
  "  label TEXT NOT NULL, hour BIGINT NOT NULL, profiles BIGINT NOT NULL,\n"
  "  shown BIGINT NOT NULL, content %B NOT NULL,\n"
  "  PRIMARY KEY (build, label, hour));\n"
  "CREATE TABLE moved (hash TEXT NOT NULL, onto TEXT NOT NULL,\n"
  "  stored BIGINT NOT NULL, content %B NOT NULL, PRIMARY KEY (hash, onto));\n"
  "CREATE TABLE functions (build BIGINT NOT NULL REFERENCES builds,\n"
  "  function BIGINT NOT NULL, name TEXT NOT NULL, file TEXT NOT NULL,\n"
  "  line BIGINT NOT NULL, cfg TEXT NOT NULL, PRIMARY KEY (build, function));\n"
  "CREATE TABLE branches (build BIGINT NOT NULL REFERENCES builds,\n"
  "  branch BIGINT NOT NULL, function BIGINT NOT NULL, key TEXT NOT NULL,\n"
  "  file TEXT NOT NULL, line BIGINT NOT NULL, PRIMARY KEY (build, branch));\n"
  "CREATE TABLE function_counts (build BIGINT NOT NULL REFERENCES builds,\n"
  "  label TEXT NOT NULL, day BIGINT NOT NULL, function BIGINT NOT NULL,\n"
  "  calls BIGINT, insns BIGINT NOT NULL,\n"
  "  PRIMARY KEY (build, label, day, function));\n"
  "CREATE TABLE branch_counts (build BIGINT NOT NULL REFERENCES builds,\n"
  "  label TEXT NOT NULL, day BIGINT NOT NULL, branch BIGINT NOT NULL,\n"
  "  not_taken BIGINT NOT NULL, taken BIGINT NOT NULL,\n"
  "  PRIMARY KEY (build, label, day, branch));\n"

  "CREATE VIEW hot_functions AS\n"
  "  SELECT b.program, b.build, f.function, f.name, f.file, f.line, c.label,\n"
  "    c.day, c.calls, c.insns\n"
  "  FROM function_counts c\n"
  "  JOIN functions f ON f.build = c.build AND f.function = c.function\n"
  "  JOIN builds b ON b.build = c.build;\n"
  "CREATE VIEW branch_bias AS\n"
  "  SELECT b.program, b.build, f.name AS function, r.branch, r.key, r.file,\n"
  "    r.line, COALESCE (SUM (c.not_taken), 0) AS not_taken,\n"
  "    COALESCE (SUM (c.taken), 0) AS taken,\n"
  "    CASE WHEN SUM (c.not_taken + 0.0) + SUM (c.taken) > 0\n"
  "      THEN SUM (c.taken) / (SUM (c.not_taken + 0.0) + SUM (c.taken)) END\n"
  "      AS bias\n"
  "  FROM branches r\n"
  "  JOIN functions f ON f.build = r.build AND f.function = r.function\n"
  "  JOIN builds b ON b.build = r.build\n"
  "  LEFT JOIN branch_counts c ON c.build = r.build AND c.branch = r.branch\n"
  "  GROUP BY b.program, b.build, f.name, r.branch, r.key, r.file, r.line;\n"
  "CREATE VIEW never_taken AS\n"
  "  SELECT program, build, function, branch, key, file, line,\n"
  "    'taken' AS way, not_taken AS other FROM branch_bias WHERE taken = 0\n"
  "  UNION ALL\n"
  "  SELECT program, build, function, branch, key, file, line,\n"
  "    'not taken', taken FROM branch_bias WHERE not_taken = 0;\n"
  "CREATE VIEW function_totals AS\n"
  "  SELECT f.build, f.name, MIN (f.file) AS file,\n"
  "    MIN (f.cfg) || '/' || MAX (f.cfg) AS cfg, COALESCE (SUM (c.insns), 0) AS insns\n"
  "  FROM functions f\n"
  "  LEFT JOIN (SELECT build, function, SUM (insns) AS insns\n"
  "    FROM function_counts GROUP BY build, function) c\n"
  "    ON c.build = f.build AND c.function = f.function\n"
  "  GROUP BY f.build, f.name;\n"
  "CREATE VIEW function_shares AS\n"
  "  SELECT t.build, t.name, t.file, t.cfg, t.insns, CASE WHEN s.insns > 0\n"
  "    THEN t.insns / (s.insns + 0.0) ELSE 0 END AS share\n"
  "  FROM function_totals t JOIN (SELECT build, SUM (insns) AS insns\n"
  "    FROM function_totals GROUP BY build) s ON s.build = t.build;\n"
  "CREATE VIEW changed_since AS\n"
  "  SELECT o.program, o.build AS since, n.build, x.name, x.file,\n"
  "    CASE WHEN y.name IS NULL THEN 'new' WHEN y.cfg <> x.cfg THEN 'changed'\n"
  "      ELSE 'same' END AS code, COALESCE (y.share, 0) AS share_before, x.share\n"
  "  FROM builds o JOIN builds n ON n.program = o.program AND n.build <> o.build\n"
  "  JOIN function_shares x ON x.build = n.build\n"
  "  LEFT JOIN function_shares y ON y.build = o.build AND y.name = x.name\n"
  "  UNION ALL\n"
  "  SELECT o.program, o.build, n.build, y.name, y.file, 'gone', y.share, 0\n"
  "  FROM builds o JOIN builds n ON n.program = o.program AND n.build <> o.build\n"
  "  JOIN function_shares y ON y.build = o.build\n"
  "  LEFT JOIN function_shares x ON x.build = n.build AND x.name = y.name\n"
  "  WHERE x.name IS NULL;\n"
};
#define N_MIGRATIONS ((int64_t) (sizeof migrations / sizeof *migrations))

const struct store_table store_tables[] = {
  { "horizon", "since" },
  { "builds", "build,build_key,program,path,build_id,stored,size,content" },
  { "loads", "build,object" },
  { "pushes", "hash,build,label,hour,pushed,content" },
  { "sums", "build,label,hour,profiles,shown,content" },
  { "moved", "hash,onto,stored,content" },
  { "functions", "build,function,name,file,line,cfg" },
  { "branches", "build,branch,function,key,file,line" },
  { "function_counts", "build,label,day,function,calls,insns" },
  { "branch_counts", "build,label,day,branch,not_taken,taken" },
  { NULL, NULL }
};

char *
store_text (const char *text, struct fault *f)
{
  char *copy = copy_text (text, strlen (text), f);
  for (char *p = copy; p && *p;)
    {
      size_t n = utf8_length (p, strlen (p));
      if (n == 0)
	*p = '?';
      p += n ?: 1;
    }
  return copy;
}

/* Let *VERSION be that of DB; 0: it has none.  */
static bool
find_version (struct database *db, int64_t *version, struct fault *f)
{
  struct fault ignored = { "" };
  bool found;
  /* The only question that both answer before there is a table.  */
  if (!database_number (db, &ignored, version, &found,
			"SELECT version FROM schema_version", ""))
    {
      bool denied = db->denied;
      *version = 0;
      return (!denied && database_number (db, f, &(int64_t) { 0 }, &found,
					  "SELECT 1", ""))
	     || f->text[0] || fault (f, "%s", ignored.text);
    }
  return true;
}

/* Bring DB to the newest version, in one transaction.  */
static bool
migrate (struct database *db, struct fault *f)
{
  int64_t version = 0;
  bool ok = database_begin (db, BEGIN_WRITE, f)
	    && (!db->engine->lock
		|| database_run (db, f, db->engine->lock, ""))
	    && database_run (db, f,
			     "CREATE TABLE IF NOT EXISTS schema_version "
			     "(version BIGINT NOT NULL)",
			     "")
	    && database_number (db, f, &version, &(bool) { false },
				"SELECT version FROM schema_version", "");
  if (ok && version == 0)
    ok = database_run (db, f, "INSERT INTO schema_version VALUES (0)", "");
  for (; ok && version < N_MIGRATIONS; version++)
    ok = database_run (db, f, migrations[version], "");
  ok = ok
       && database_run (db, f, "UPDATE schema_version SET version = $1", "n",
			version)
       && database_commit (db, f);
  if (!ok)
    database_rollback (db);
  return ok;
}

/* That of the user.  To be freed.  */
static char *
default_url (struct fault *f)
{
  const char *data = getenv ("XDG_DATA_HOME"), *home = getenv ("HOME");
  char *url = NULL;
  bool own = !data || *data != '/';
  if (own && !home)
    fault (f, "neither HOME nor XDG_DATA_HOME says where the store is");
  else if (asprintf (&url, "sqlite:%s%s/ghalt/profiles.db", own ? home : data,
		     own ? "/.local/share" : "")
	   < 0)
    {
      url = NULL;
      fault (f, "out of memory");
    }
  return url;
}

struct database *
store_open (const char *url, bool write, struct fault *f)
{
  char *own = url ? NULL : default_url (f);
  struct database *db = url || own ? database_open (url ?: own, write, f)
				   : NULL;
  int64_t version = 0;
  bool ok = db && find_version (db, &version, f);
  free (own);
  if (ok && version > N_MIGRATIONS)
    ok = fault (f,
		"store %s: its tables are of version %lld, and this ghalt "
		"knows them up to %lld: use a newer one",
		db->name, (long long) version, (long long) N_MIGRATIONS);
  else if (ok && version < N_MIGRATIONS && write)
    ok = migrate (db, f);
  else if (ok && version < N_MIGRATIONS)
    ok = fault (f,
		version ? "store %s: its tables are of an older version: ghalt "
			  "store push brings them up to date"
			: "store %s: no tables of ghalt are in it yet: ghalt "
			  "store push makes them",
		db->name);
  if (ok)
    return db;
  database_close (db);
  return NULL;
}
