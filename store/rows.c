/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows for people who ask in SQL: functions and branches of each build, and their counts by
   label and day.  They are made of the sums, and made anew when those have changed.  */

#include <stdlib.h>
#include <string.h>
#include "report/report.h"
#include "store/store.h"

/* What is of an object that is not the program has numbers from its own build's on.  */
#define OBJECT(build) ((int64_t) (build) << 32)

/* Sums of one build, label and day.  */
struct part
{
  int64_t build, day;
  char *label;
};

struct rows
{
  struct database *db;
  struct fault *fault;
  struct part *parts;
  size_t n_parts;
  /* Of one part: */
  const struct part *part;
  struct ghalt_report *report;
  int64_t *first;		/* for each object: the number of its first function; -1 */
  bool *fresh;			/* for each object: it has no rows yet */
  int64_t *hours, *profiles;	/* what is shown then */
  size_t n_hours;
};

static int64_t
clamp (uint64_t n)
{
  return n > INT64_MAX ? INT64_MAX : (int64_t) n;
}

static bool
run_ok (struct rows *r, bool ok)
{
  return ok && !r->fault->text[0];
}

/* --- rows of a report -------------------------------------------------------------- */

/* Let OBJECTS have the numbers of its builds.  */
static bool
find_objects (struct rows *r, const struct prof *p)
{
  uint32_t n = p->header->n_objects;
  r->first = fresh (n, sizeof *r->first, r->fault);
  r->fresh = fresh (n, sizeof *r->fresh, r->fault);
  for (uint32_t i = 0; r->first && r->fresh && i < n; i++)
    {
      char key[KEY_SIZE];
      int64_t build, any;
      bool found, there = false;
      build_key (key, p, i);
      if (!database_number (r->db, r->fault, &build, &found,
			    "SELECT build FROM builds WHERE build_key = $1",
			    "t", key))
	return false;
      r->first[i] = i == 0 ? 0 : found ? OBJECT (build) : -1;
      if (r->first[i] >= 0
	  && !database_number (r->db, r->fault, &any, &there,
			       "SELECT function FROM functions WHERE build = "
			       "$1 AND function >= $2 AND function < $3 LIMIT 1",
			       "nnn", r->part->build, r->first[i],
			       r->first[i] + OBJECT (1)))
	return false;
      r->fresh[i] = !there;
    }
  return r->first && r->fresh;
}

static bool
put_function (struct rows *r, const struct ghalt_function *fn, int64_t number,
	      bool first)
{
  struct ghalt_graph *g = NULL;
  struct ghalt_block b;
  char cfg[20];
  uint64_t insns = 0;
  bool ok = true;
  snprintf (cfg, sizeof cfg, "%016llx", (unsigned long long) fn->cfg);
  if (first)
    {
      char *name = store_text (*fn->pretty ? fn->pretty : fn->name, r->fault);
      char *file = store_text (fn->file, r->fault);
      ok = name && file
	   && database_run (r->db, r->fault,
			    "INSERT INTO functions (build, function, name, "
			    "file, line, cfg) VALUES ($1, $2, $3, $4, $5, $6) "
			    "ON CONFLICT DO NOTHING",
			    "nnttnt", r->part->build, number, name, file,
			    (int64_t) fn->line, cfg);
      FREE_ALL (name, file);
    }
  if (!ok || !(g = open_graph (r->report, fn->number, 1, r->fault)))
    return false;
  for (uint32_t i = GHALT_BLOCK_FIRST; ghalt_block (g, i, &b); i++)
    if (b.count.how != GHALT_UNKNOWN)
      {
	uint64_t n;
	if (__builtin_mul_overflow (b.count.n, b.n_insns, &n))
	  n = UINT64_MAX;
	insns = add_counts (insns, n);
      }
  ghalt_block (g, GHALT_BLOCK_ENTRY, &b);
  ghalt_graph_close (g);
  if (insns == 0)
    return true;
  return database_run (r->db, r->fault,
		       "INSERT INTO function_counts (build, label, day, "
		       "function, calls, insns) VALUES ($1, $2, $3, $4, $5, $6)",
		       b.count.how != GHALT_UNKNOWN ? "ntnnnn" : "ntnnzn",
		       r->part->build, r->part->label, r->part->day, number,
		       clamp (b.count.n), clamp (insns));
}

/* The branches of FN; *NUMBER is the next one's.  */
static bool
put_branches (struct rows *r, const struct ghalt_function *fn, int64_t function,
	      int64_t *number, bool first)
{
  struct ghalt_point p;
  bool ok = true;
  for (uint32_t i = 0; ok && ghalt_point (r->report, fn->number, i, &p); i++)
    {
      if (p.kind != HALT_CBR)
	continue;
      int64_t branch = (*number)++;
      if (first)
	{
	  char key[20];
	  char *file = store_text (p.file ?: "", r->fault);
	  snprintf (key, sizeof key, "%016llx",
		    (unsigned long long) ghalt_key (r->report, &p));
	  ok = file
	       && database_run (r->db, r->fault,
				"INSERT INTO branches (build, branch, function, "
				"key, file, line) VALUES ($1, $2, $3, $4, $5, "
				"$6) ON CONFLICT DO NOTHING",
				"nnnttn", r->part->build, branch, function, key,
				file, (int64_t) p.line);
	  free (file);
	}
      if (ok && p.recorded && p.events > 0)
	ok = database_run (r->db, r->fault,
			   "INSERT INTO branch_counts (build, label, day, "
			   "branch, not_taken, taken) VALUES ($1, $2, $3, $4, "
			   "$5, $6)",
			   "ntnnnn", r->part->build, r->part->label,
			   r->part->day, branch, clamp (p.counters[0]),
			   clamp (p.counters[1]));
    }
  return ok;
}

/* Write the rows of the report, in place of those that there were.  */
static bool
put_report (struct rows *r, const struct prof *p)
{
  static const char *const old[]
    = { "DELETE FROM function_counts WHERE build = $1 AND label = $2 AND day = "
	"$3",
	"DELETE FROM branch_counts WHERE build = $1 AND label = $2 AND day = $3" };
  struct ghalt_function fn;
  struct ghalt_unit u;
  uint32_t n = p->header->n_objects;
  int64_t *functions = fresh (n, sizeof *functions, r->fault);
  int64_t *branches = fresh (n, sizeof *branches, r->fault);
  bool ok = functions && branches && find_objects (r, p);
  for (size_t i = 0; ok && i < 2; i++)
    ok = database_run (r->db, r->fault, old[i], "ntn", r->part->build,
		       r->part->label, r->part->day);
  for (uint32_t i = 0; ok && i < n; i++)
    functions[i] = branches[i] = r->first[i];
  for (size_t i = 0; ok && ghalt_function (r->report, i, &fn); i++)
    {
      if (!ghalt_unit (r->report, fn.unit, &u) || u.object >= n
	  || r->first[u.object] < 0)
	continue;
      int64_t number = functions[u.object]++;
      if (fn.discarded)
	continue;
      bool first = r->fresh[u.object];
      ok = put_function (r, &fn, number, first)
	   && put_branches (r, &fn, number, branches + u.object, first);
    }
  FREE_ALL (functions, branches, r->first, r->fresh);
  r->first = NULL;
  r->fresh = NULL;
  return ok;
}

/* --- a part ---------------------------------------------------------------------------- */

/* Read the sums of the part; remember what is shown with them.  */
static bool
read_part (struct rows *r, struct prof *p)
{
  struct query q;
  struct sum *s = sum_new (r->fault);
  r->n_hours = 0;
  bool ok = s
	    && database_query (&q, r->db, r->fault,
			       "SELECT hour, profiles, content FROM sums WHERE "
			       "build = $1 AND label = $2 AND hour >= $3 AND "
			       "hour < $4",
			       "ntnn", r->part->build, r->part->label,
			       r->part->day, r->part->day + DAY);
  if (!ok)
    {
      sum_free (s);
      return false;
    }
  while (ok && query_next (&q, r->fault))
    {
      struct prof one;
      size_t size;
      const void *data = query_bytes (&q, 2, &size);
      ok = another (&r->hours, r->n_hours, sizeof *r->hours, r->fault)
	   && another (&r->profiles, r->n_hours, sizeof *r->profiles, r->fault)
	   && fold_read (&one, data, size, r->fault);
      if (!ok)
	break;
      r->hours[r->n_hours] = query_number (&q, 0);
      r->profiles[r->n_hours++] = query_number (&q, 1);
      ok = sum_add (s, &one, "a sum", r->fault);
      prof_close (&one);
    }
  query_end (&q);
  if (run_ok (r, ok) && r->n_hours > 0)
    return sum_finish (s, p, r->fault);
  sum_free (s);
  return false;
}

/* Say that the hours are shown.  *NEWER: another has shown more since they were read.  */
static bool
mark_shown (struct rows *r, bool *newer)
{
  bool ok = true;
  for (size_t i = 0; ok && i < r->n_hours; i++)
    {
      ok = database_run (r->db, r->fault,
			 "UPDATE sums SET shown = $1 WHERE build = $2 AND label "
			 "= $3 AND hour = $4 AND shown <= $5",
			 "nntnn", r->profiles[i], r->part->build, r->part->label,
			 r->hours[i], r->profiles[i]);
      *newer |= ok && r->db->changed == 0;
    }
  return ok;
}

static bool
refresh_part (struct rows *r, const struct ghalt_program *program)
{
  struct ghalt_error *error = NULL;
  struct ghalt_profile *profile = NULL;
  struct prof p;
  bool newer = false;
  if (!read_part (r, &p))
    return !r->fault->text[0];
  profile = ghalt_profile_read (p.data, p.header->size, "a sum", &error);
  r->report = profile ? ghalt_report_open (program, profile, &error) : NULL;
  if (error)
    take_error (r->fault, error);
  bool ok = r->report && database_begin (r->db, BEGIN_WRITE, r->fault)
	    && (!r->db->engine->lock
		|| database_run (r->db, r->fault, r->db->engine->lock, ""))
	    && mark_shown (r, &newer) && (newer || put_report (r, &p));
  ok = ok && !newer && database_commit (r->db, r->fault);
  if (!ok)
    database_rollback (r->db);
  ghalt_report_close (r->report);
  ghalt_profile_close (profile);
  prof_close (&p);
  return ok || newer;
}

/* The parts of one build, from number I on; *I is what comes next.  */
static bool
refresh_build (struct rows *r, size_t *i)
{
  struct store_taken t;
  struct ghalt_error *error = NULL;
  int64_t build = r->parts[*i].build;
  bool ok = store_take_program (&t, r->db, build, r->fault);
  struct ghalt_program *program = ok ? ghalt_program_open (t.program, &error)
				     : NULL;
  if (error)
    take_error (r->fault, error);
  ok = program;
  for (; *i < r->n_parts && r->parts[*i].build == build; ++*i)
    {
      struct fault *all = r->fault, why = { "" };
      r->part = r->parts + *i;
      r->fault = &why;
      bool good = !program || refresh_part (r, program);
      r->fault = all;
      if (!good && ok)
	ok = fault (all, "store %s: build %lld, label '%s': %s", r->db->name,
		    (long long) build, r->part->label, why.text);
    }
  ghalt_program_close (program);
  store_release (&t);
  return ok;
}

/* List what has changed.  */
static bool
find_parts (struct rows *r)
{
  struct query q;
  bool ok = database_query (&q, r->db, r->fault,
			    "SELECT DISTINCT build, label, hour - hour % 86400 "
			    "FROM sums WHERE shown <> profiles ORDER BY 1, 2, 3",
			    "");
  while (ok && query_next (&q, r->fault)
	 && (ok = another (&r->parts, r->n_parts, sizeof *r->parts, r->fault)))
    {
      const char *label = query_text (&q, 1);
      r->parts[r->n_parts++]
	= (struct part) { query_number (&q, 0), query_number (&q, 2),
			  copy_text (label, strlen (label), r->fault) };
    }
  query_end (&q);
  return run_ok (r, ok);
}

bool
store_refresh (struct database *db, struct fault *f)
{
  struct fault first = { "" }, why = { "" };
  struct rows r = { .db = db, .fault = &why };
  /* What is wrong with one is nothing to the others.  */
  fold_all (db, 1, &first);
  bool ok = find_parts (&r);
  for (size_t i = 0; ok && i < r.n_parts;)
    {
      refresh_build (&r, &i);
      if (!first.text[0])
	first = why;
      why.text[0] = 0;
    }
  for (size_t i = 0; i < r.n_parts; i++)
    free (r.parts[i].label);
  FREE_ALL (r.parts, r.hours, r.profiles);
  if (!first.text[0])
    first = why;
  return !first.text[0] || fault (f, "%s", first.text);
}
