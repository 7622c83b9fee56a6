/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as a database of SQLite.  docs/format.md says what its tables have.  */

#include <sqlite3.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>
#include "report/coverage.h"

static const char schema[]
  = "PRAGMA journal_mode = OFF;\n"
    "PRAGMA synchronous = OFF;\n"
    "PRAGMA user_version = 1;\n"
    "BEGIN;\n"
    "CREATE TABLE report (name TEXT PRIMARY KEY, value) WITHOUT ROWID;\n"
    "CREATE TABLE profiles (profile INTEGER PRIMARY KEY, path TEXT);\n"
    "CREATE TABLE kinds (kind TEXT PRIMARY KEY, title TEXT, points INTEGER,\n"
    "  recorded INTEGER, executed INTEGER, events INTEGER, bytes INTEGER)\n"
    "  WITHOUT ROWID;\n"
    "CREATE TABLE objects (object INTEGER PRIMARY KEY, path TEXT,\n"
    "  build_id TEXT, unresolved INTEGER, why TEXT);\n"
    "CREATE TABLE units (unit INTEGER PRIMARY KEY, object INTEGER,\n"
    "  source TEXT, directory TEXT, at TEXT, base INTEGER, ids INTEGER,\n"
    "  checksum TEXT, producer TEXT, member TEXT);\n"
    "CREATE TABLE functions (function INTEGER PRIMARY KEY, unit INTEGER,\n"
    "  name TEXT, pretty TEXT, file TEXT, line INTEGER, address INTEGER,\n"
    "  cfg TEXT, contradiction INTEGER);\n"
    "CREATE TABLE blocks (function INTEGER, block INTEGER, insns INTEGER,\n"
    "  file TEXT, line INTEGER, last_line INTEGER, count INTEGER, how TEXT,\n"
    "  lost INTEGER, lost_how TEXT, PRIMARY KEY (function, block))\n"
    "  WITHOUT ROWID;\n"
    "CREATE TABLE edges (function INTEGER, edge INTEGER, source INTEGER,\n"
    "  target INTEGER, kind TEXT, entry INTEGER, count INTEGER, how TEXT,\n"
    "  PRIMARY KEY (function, edge)) WITHOUT ROWID;\n"
    "CREATE TABLE points (function INTEGER, point INTEGER, kind TEXT,\n"
    "  id INTEGER, block INTEGER, insn INTEGER, file TEXT, line INTEGER,\n"
    "  column INTEGER, inlined TEXT, recorded INTEGER, shared INTEGER,\n"
    "  events INTEGER, not_taken INTEGER, taken INTEGER, bytes INTEGER,\n"
    "  PRIMARY KEY (function, point)) WITHOUT ROWID;\n"
    "CREATE TABLE indices (function INTEGER, point INTEGER, entry INTEGER,\n"
    "  count INTEGER, PRIMARY KEY (function, point, entry)) WITHOUT ROWID;\n"
    "CREATE TABLE files (file INTEGER PRIMARY KEY, path TEXT);\n"
    "CREATE TABLE lines (file INTEGER, line INTEGER, count INTEGER, how TEXT,\n"
    "  PRIMARY KEY (file, line)) WITHOUT ROWID;\n"
    "CREATE TABLE branches (file INTEGER, line INTEGER, branch INTEGER,\n"
    "  kind TEXT, entry INTEGER, count INTEGER, how TEXT, executed INTEGER,\n"
    "  PRIMARY KEY (file, line, branch)) WITHOUT ROWID;\n";

enum table
{
  REPORT,
  PROFILES,
  KINDS,
  OBJECTS,
  UNITS,
  FUNCTIONS,
  BLOCKS,
  EDGES,
  POINTS,
  INDICES,
  FILES,
  LINES,
  BRANCHES,
  TABLES
};

/* A letter for each column: t text or NULL, n number, i its 64 bits as they are, - none
   or a number, as the bool before it says, c count, which has two columns.  */
static const struct
{
  const char *name, *columns;
} tables[TABLES] = {
  [REPORT] = { "report", "tt" },
  [PROFILES] = { "profiles", "nt" },
  [KINDS] = { "kinds", "ttnn---" },
  [OBJECTS] = { "objects", "nttnt" },
  [UNITS] = { "units", "nntttnnhtt" },
  [FUNCTIONS] = { "functions", "nnttt--h-" },
  [BLOCKS] = { "blocks", "nn-t--cc" },
  [EDGES] = { "edges", "nnnnt-c" },
  [POINTS] = { "points", "nnt-nnt--tn-----" },
  [INDICES] = { "indices", "nnin" },
  [FILES] = { "files", "nt" },
  [LINES] = { "lines", "nnc" },
  [BRANCHES] = { "branches", "nnnt-cn" }
};

struct base
{
  const struct report *report;
  sqlite3 *db;
  sqlite3_stmt *rows[TABLES];
  const char *path;		/* for people */
};

static bool
broken (const struct base *b)
{
  struct fault *f = b->report->fault;
  return f->text[0]
	 || fault (f, "cannot write '%s': %s", b->path, sqlite3_errmsg (b->db));
}

static void
bind_number (sqlite3_stmt *s, int i, uint64_t n)
{
  sqlite3_bind_int64 (s, i, n > INT64_MAX ? INT64_MAX : (sqlite3_int64) n);
}

/* Add a row to TABLE, with the values that its letters name.  */
static void
add_row (const struct base *b, enum table table, ...)
{
  static const char *const words[] = {
    [GHALT_UNKNOWN] = "unknown", [GHALT_DERIVED] = "derived",
    [GHALT_MEASURED] = "measured"
  };
  sqlite3_stmt *s = b->rows[table];
  int i = 1;
  char text[24];
  va_list values;
  va_start (values, table);
  for (const char *c = tables[table].columns; *c; c++, i++)
    if (*c == 't')
      sqlite3_bind_text (s, i, va_arg (values, const char *), -1,
			 SQLITE_STATIC);
    else if (*c == 'n')
      bind_number (s, i, va_arg (values, uint64_t));
    else if (*c == 'i')
      sqlite3_bind_int64 (s, i, (sqlite3_int64) va_arg (values, uint64_t));
    else if (*c == 'h')
      {
	snprintf (text, sizeof text, "%016llx",
		  (unsigned long long) va_arg (values, uint64_t));
	sqlite3_bind_text (s, i, text, -1, SQLITE_TRANSIENT);
      }
    else if (*c == '-')
      {
	bool known = va_arg (values, int);
	uint64_t n = va_arg (values, uint64_t);
	if (known)
	  bind_number (s, i, n);
	else
	  sqlite3_bind_null (s, i);
      }
    else
      {
	struct ghalt_count count = va_arg (values, struct ghalt_count);
	if (count.how == GHALT_UNKNOWN)
	  sqlite3_bind_null (s, i++);
	else
	  bind_number (s, i++, count.n);
	sqlite3_bind_text (s, i, words[count.how], -1, SQLITE_STATIC);
      }
  va_end (values);
  if (sqlite3_step (s) != SQLITE_DONE)
    broken (b);
  sqlite3_reset (s);
}

/* A number as add takes it.  */
#define N(n) ((uint64_t) (n))

static void
put_graph (const struct base *b, const struct ghalt_function *fn,
	   const struct ghalt_graph *g)
{
  struct ghalt_block block;
  struct ghalt_edge e;
  for (uint32_t i = 0; ghalt_block (g, i, &block); i++)
    add_row (b, BLOCKS, N (fn->number), N (i), i >= GHALT_BLOCK_FIRST,
	     N (block.n_insns), block.line ? block.file : NULL, block.line > 0,
	     N (block.line), block.line && block.last_line, N (block.last_line),
	     block.count, block.lost);
  for (uint32_t i = 0; ghalt_edge (g, i, &e); i++)
    add_row (b, EDGES, N (fn->number), N (i), N (e.from), N (e.to),
	     ghalt_flag_name (GHALT_FLAGS_EDGE, e.flags),
	     e.flags == GHALT_EDGE_INDEX, N (e.index), e.count);
}

static void
put_point (const struct base *b, const struct ghalt_point *p)
{
  char own[24];
  const char *name = kind_name (p->kind);
  enum cells cells = kind_counts (p->kind);
  bool ways = p->recorded && cells == CELLS_WAYS;
  snprintf (own, sizeof own, "kind-%u", (unsigned) p->kind);
  add_row (b, POINTS, N (p->function), N (p->number), name ? name : own,
	   p->kind != HALT_STARTUP, N (p->id), N (p->block), N (p->insn),
	   p->line ? p->file : NULL, p->line > 0, N (p->line), p->column > 0,
	   N (p->column), *p->inlined ? p->inlined : NULL, N (p->recorded),
	   p->recorded, N (p->shared), p->recorded, N (p->events), ways,
	   N (p->counters[0]), ways, N (p->counters[1]),
	   p->recorded && cells == CELLS_BYTES, N (p->counters[1]));
  for (uint64_t i = 0; p->recorded && i < p->n_indices; i++)
    add_row (b, INDICES, N (p->function), N (p->number),
	     N (p->indices[i].index), N (p->indices[i].count));
}

static void
put_function (const struct base *b, const struct ghalt_function *fn)
{
  const struct report *r = b->report;
  struct ghalt_point p;
  uint32_t conflict;
  struct ghalt_graph *g = open_graph (r->data, fn->number, 1, r->fault);
  if (!g)
    return;
  bool wrong = ghalt_graph_conflict (g, &conflict);
  add_row (b, FUNCTIONS, N (fn->number), N (fn->unit), fn->name, fn->pretty,
	   fn->line ? fn->file : NULL, fn->line > 0, N (fn->line),
	   fn->address > 0, N (fn->address), N (fn->cfg), wrong, N (conflict));
  put_graph (b, fn, g);
  for (uint32_t i = 0; ghalt_point (r->data, fn->number, i, &p); i++)
    put_point (b, &p);
  ghalt_graph_close (g);
}

static void
put_units (const struct base *b)
{
  const struct report *r = b->report;
  struct ghalt_object o;
  struct ghalt_unit u;
  for (size_t i = 0; ghalt_object (r->data, i, &o); i++)
    add_row (b, OBJECTS, N (i), o.path, o.build_id, N (o.unresolved),
	     *o.why ? o.why : NULL);
  for (size_t i = 0; ghalt_unit (r->data, i, &u); i++)
    add_row (b, UNITS, N (i), N (u.object), u.source, u.directory,
	     u.flags & GHALT_UNIT_GIMPLE ? "gimple" : "rtl", N (u.base),
	     N (u.n_ids), N (u.checksum), u.producer, u.member);
}

static void
put_lines (const struct base *b)
{
  struct coverage l = { 0 };
  struct suite s;
  if (suite_one (&s, b->report) && coverage_find (&l, &s, COVERAGE_ALL))
    {
      for (size_t i = 0; i < l.n_files; i++)
	add_row (b, FILES, N (i), l.files[i].path);
      for (size_t i = 0; i < l.n_lines; i++)
	{
	  const struct ghalt_line *line = l.lines + i;
	  add_row (b, LINES, N (line->file), N (line->line), line->count);
	  for (size_t k = 0; k < line->n_branches; k++)
	    {
	      const struct ghalt_branch *w = l.branches + line->first_branch
					     + k;
	      add_row (b, BRANCHES, N (line->file), N (line->line), N (k),
		       ghalt_flag_name (GHALT_FLAGS_EDGE, w->flags),
		       w->flags == GHALT_EDGE_INDEX, N (w->index), w->count,
		       N (!w->never));
	    }
	}
    }
  suite_close (&s);
  coverage_release (&l);
}

static void
put_head (const struct base *b)
{
  const struct report *r = b->report;
  char lost[WIDE_DIGITS], strays[WIDE_DIGITS];
  add_row (b, REPORT, "program", r->path);
  add_row (b, REPORT, "build_id", r->build_id);
  add_row (b, REPORT, "folder", r->folder);
  add_row (b, REPORT, "version", HALT_VERSION);
  add_row (b, REPORT, "lost", wide_digits (lost, r->recorded.lost));
  add_row (b, REPORT, "lost_by_threads",
	   r->recorded.lost_by_threads ? "1" : "0");
  add_row (b, REPORT, "strays", wide_digits (strays, r->facts.strays));
  for (size_t i = 0; i < r->n_profiles; i++)
    add_row (b, PROFILES, N (i), r->profiles[i]);
  for (uint32_t kind = 0; kind < ghalt_kinds_end (); kind++)
    {
      struct ghalt_totals t;
      ghalt_totals (r->data, kind, r->chosen, &t);
      bool bytes = t.recorded && kind_counts (kind) == CELLS_BYTES;
      if (t.points > 0)
	add_row (b, KINDS, kind_name (kind), kind_title (kind), N (t.points),
		 N (t.recorded), t.recorded, N (t.executed), t.recorded,
		 N (t.events), bytes, N (t.bytes));
    }
}

static bool
prepare_tables (struct base *b)
{
  if (sqlite3_exec (b->db, schema, NULL, NULL, NULL) != SQLITE_OK)
    return !broken (b);
  for (unsigned i = 0; i < TABLES; i++)
    {
      struct fault sql;
      fault (&sql, "INSERT INTO %s VALUES (?", tables[i].name);
      for (const char *c = tables[i].columns; *c; c++)
	fault (&sql, "%s%s%s", sql.text, *c == 'c' ? ",?" : "",
	       c[1] ? ",?" : ")");
      if (sqlite3_prepare_v2 (b->db, sql.text, -1, b->rows + i, NULL)
	  != SQLITE_OK)
	return !broken (b);
    }
  return true;
}

static void
put_all (struct base *b)
{
  const struct report *r = b->report;
  struct ghalt_function fn;
  put_head (b);
  put_units (b);
  progress_begin ("function", r->facts.n_functions);
  for (size_t i = 0; !r->fault->text[0] && report_next (r, &i, &fn);)
    {
      put_function (b, &fn);
      progress_step ();
    }
  progress_end ();
  if (!r->fault->text[0])
    put_lines (b);
  if (!r->fault->text[0]
      && sqlite3_exec (b->db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
    broken (b);
}

void
sqlite_report (FILE *out, const struct report *r)
{
  (void) out;
  struct base b = { .report = r, .path = r->options->output };
  char *name = NULL;
  int fd = create_beside (b.path, &name, r->fault);
  if (fd < 0)
    {
      if (name)
	fault (r->fault, "cannot write '%s': %m", b.path);
      free (name);
      return;
    }
  close (fd);
  if (sqlite3_open (name, &b.db) != SQLITE_OK)
    broken (&b);
  else if (prepare_tables (&b))
    put_all (&b);
  for (unsigned i = 0; i < TABLES; i++)
    sqlite3_finalize (b.rows[i]);
  if (sqlite3_close (b.db) != SQLITE_OK && !r->fault->text[0])
    fault (r->fault, "cannot write '%s'", b.path);
  if (!r->fault->text[0] && rename (name, b.path) != 0)
    fault (r->fault, "cannot write '%s': %m", b.path);
  if (r->fault->text[0])
    unlink (name);
  free (name);
}
