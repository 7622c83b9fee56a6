/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libghalt as its users see it: all by include/ghalt.h.  */

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include "ghalt.h"
#include "halt/live.h"
#include "tests/unit/no_memory.h"
#include "tests/unit/summarize_elf.h"

static const struct asm_unit two[] = { { .extra = 1 }, { .extra = 2 } };
static const struct asm_unit other[] = { { .extra = 3 } };
static const uint64_t rows[] = { 0, 30, 70, 1, 98, 2, 3, 5, 0 };

/* Fill UNITS with those of PROG; how many there are.  */
static size_t
find_units (struct halt_prof_unit *units, const char *prog)
{
  struct ghalt_program *p = ghalt_program_open (path (prog), NULL);
  CU_ASSERT_PTR_NOT_NULL_FATAL (p);
  struct ghalt_report *r = ghalt_report_open (p, NULL, NULL);
  CU_ASSERT_PTR_NOT_NULL_FATAL (r);
  struct ghalt_unit u;
  size_t n = 0;
  struct program inside;
  struct fault f;
  CU_ASSERT_TRUE_FATAL (program_open (&inside, path (prog), &f));
  for (; ghalt_unit (r, n, &u); n++)
    units[n] = (struct halt_prof_unit) {
      .address = inside.units[n].map.header->unit,
      .base = u.base,
      .count = u.n_ids,
      .checksum = u.checksum
    };
  program_close (&inside);
  ghalt_report_close (r);
  ghalt_program_close (p);
  return n;
}

/* Write the profile NAME of the program PROG, with those rows.  */
static void
write_prof (const char *name, const char *prog)
{
  struct halt_prof_unit units[8];
  size_t n = find_units (units, prog);
  struct bytes strings = { NULL, 0 };
  add_bytes (&strings, "", 1);
  add_bytes (&strings, path (prog), strlen (path (prog)) + 1);
  struct halt_prof_object object = { .path = 1, .n_units = (uint32_t) n };
  struct bytes b = make_prof (&object, 1, units, n, rows, LENGTH (rows) / 3,
			      strings.data, strings.size);
  FILE *out = fopen (path (name), "w");
  fwrite (b.data, 1, b.size, out);
  fclose (out);
  free (b.data);
  free (strings.data);
}

static void
test_setup (void)
{
  CU_ASSERT_TRUE_FATAL (build ("prog", two, 2));
  CU_ASSERT_TRUE_FATAL (build ("other", other, 1));
  write_prof ("halt.prof", "prog");
  write_prof ("other.prof", "other");
}

/* What is open in a test.  */
struct opened
{
  struct ghalt_program *program;
  struct ghalt_profile *profile;
  struct ghalt_report *report;
};

static bool
open_all (struct opened *o, const char *prog, const char *prof, size_t times,
	  struct ghalt_error **error)
{
  char names[2][320];
  strcpy (names[0], path (prof));
  strcpy (names[1], path (prog));
  const char *const paths[2] = { names[0], names[0] };
  *o = (struct opened) { ghalt_program_open (names[1], error), NULL, NULL };
  if (o->program)
    o->profile = ghalt_profile_open (paths, times, error);
  if (o->profile)
    o->report = ghalt_report_open (o->program, o->profile, error);
  return o->report;
}

static void
close_all (struct opened *o)
{
  ghalt_report_close (o->report);
  ghalt_profile_close (o->profile);
  ghalt_program_close (o->program);
}

static void
test_walk (void)
{
  struct opened o;
  struct ghalt_report_facts facts;
  struct ghalt_profile_facts recorded;
  struct ghalt_function fn;
  struct ghalt_point p;
  struct ghalt_block b;
  struct ghalt_edge e;
  struct ghalt_place place;
  struct ghalt_totals totals;
  struct ghalt_arg arg;
  uint32_t n;
  CU_ASSERT_TRUE_FATAL (open_all (&o, "prog", "halt.prof", 1, NULL));
  ghalt_report_facts (o.report, &facts);
  CU_ASSERT_EQUAL (facts.n_units, 2);
  CU_ASSERT_EQUAL (facts.n_functions, 4);
  CU_ASSERT_EQUAL (facts.n_notes, 0);
  ghalt_profile_facts (o.profile, &recorded);
  CU_ASSERT_EQUAL (recorded.recorded, 1u << GHALT_KIND_CBR);
  CU_ASSERT_EQUAL (recorded.pid, 42);

  CU_ASSERT_TRUE_FATAL (ghalt_function (o.report, 2, &fn));
  CU_ASSERT_STRING_EQUAL (fn.name, "f");
  CU_ASSERT_STRING_EQUAL (fn.pretty, "f(int, char)");
  CU_ASSERT_STRING_EQUAL (fn.file, "a.c");
  CU_ASSERT_EQUAL (fn.line, 3);
  CU_ASSERT_EQUAL (fn.unit, 1);
  CU_ASSERT_EQUAL (fn.n_blocks, 7);
  CU_ASSERT_FALSE (ghalt_function (o.report, 4, &fn));
  CU_ASSERT_FALSE (ghalt_function (o.report, SIZE_MAX, &fn));

  CU_ASSERT_TRUE_FATAL (ghalt_counted (o.report, GHALT_KIND_CBR, 0, &p));
  CU_ASSERT_EQUAL (p.id, 0);
  CU_ASSERT_EQUAL (p.events, 100);
  CU_ASSERT_EQUAL (p.counters[1], 70);
  CU_ASSERT_EQUAL (ghalt_point_misses (&p), 30);
  CU_ASSERT_EQUAL (p.line, 5);
  CU_ASSERT_EQUAL (p.n_args, 2);
  CU_ASSERT_TRUE (ghalt_arg (o.report, &p, 0, &arg) && arg.number == -3);
  CU_ASSERT_FALSE (ghalt_arg (o.report, &p, 2, &arg));
  CU_ASSERT_EQUAL (ghalt_n_counted (o.report, GHALT_KIND_CBR), 4);
  CU_ASSERT_FALSE (ghalt_counted (o.report, GHALT_KIND_CBR, 4, &p));
  CU_ASSERT_FALSE (ghalt_counted (o.report, GHALT_ANY, 0, &p));
  CU_ASSERT_TRUE (ghalt_find (o.report, GHALT_ANY, 3, &p));
  CU_ASSERT_EQUAL (p.function, 2);
  CU_ASSERT_EQUAL (p.number, 2);
  CU_ASSERT_TRUE (ghalt_point_place (o.report, &p, &place));
  CU_ASSERT_TRUE (place.near && place.line == 7);
  CU_ASSERT_FALSE (ghalt_find (o.report, GHALT_ANY, 4, &p));
  CU_ASSERT_FALSE (ghalt_find (o.report, GHALT_KIND_MBR, 3, &p));
  ghalt_totals (o.report, GHALT_KIND_CBR, NULL, &totals);
  CU_ASSERT_TRUE (totals.points == 4 && totals.executed == 3
		  && totals.events == 205 && totals.recorded);
  ghalt_totals (o.report, GHALT_KIND_CBR, (const unsigned char *) "\1\1\0\0",
		&totals);
  CU_ASSERT_TRUE (totals.points == 2 && totals.events == 200);

  struct ghalt_graph *g = ghalt_graph_open (o.report, 0, 1, NULL);
  CU_ASSERT_PTR_NOT_NULL_FATAL (g);
  CU_ASSERT_EQUAL (ghalt_graph_edges (g), 9);
  CU_ASSERT_TRUE (ghalt_edge (g, 3, &e) && e.from == 3 && e.to == 5
		  && e.count.how == GHALT_MEASURED && e.count.n == 70);
  CU_ASSERT_TRUE (ghalt_block (g, 4, &b) && b.line == 6
		  && b.count.how == GHALT_DERIVED && b.count.n == 30);
  CU_ASSERT_FALSE (ghalt_block (g, 7, &b));
  const uint32_t *out = ghalt_edges_out (g, 3, &n);
  CU_ASSERT_TRUE (n == 2 && out[0] == 2 && out[1] == 3);
  CU_ASSERT_PTR_NULL (ghalt_edges_in (g, 99, &n));
  ghalt_graph_close (g);

  struct ghalt_lines *l = ghalt_lines_all (o.report, NULL);
  size_t n_lines, n_files;
  CU_ASSERT_PTR_NOT_NULL_FATAL (l);
  const struct ghalt_line *lines = ghalt_lines_lines (l, &n_lines);
  CU_ASSERT_STRING_EQUAL (ghalt_lines_files (l, &n_files)->path, "/src/a.c");
  CU_ASSERT_EQUAL (n_files, 1);
  for (size_t i = 0; i < n_lines; i++)
    if (lines[i].line == 6)
      {
	/* That of unit 1 was never executed as far as is known.  */
	CU_ASSERT_TRUE (lines[i].count.n == 30
			|| lines[i].count.how == GHALT_UNKNOWN);
      }
  CU_ASSERT_FALSE (ghalt_lines_add (l, 0, NULL));
  ghalt_lines_close (l);
  close_all (&o);
}

static void
test_kinds (void)
{
  const struct ghalt_kind *k = ghalt_kind_find ("cbr");
  CU_ASSERT_PTR_EQUAL (k, ghalt_kind (GHALT_KIND_CBR));
  CU_ASSERT_STRING_EQUAL (k->title, "conditional branches");
  CU_ASSERT_EQUAL (k->cells, GHALT_CELLS_WAYS);
  CU_ASSERT_EQUAL (k->tells, GHALT_TELLS_BRANCH);
  CU_ASSERT_PTR_NULL (ghalt_kind_find ("crb"));
  CU_ASSERT_PTR_NULL (ghalt_kind (ghalt_kinds_end ()));
  CU_ASSERT_STRING_EQUAL (ghalt_flag_name (GHALT_FLAGS_EDGE, GHALT_EDGE_TAKEN),
			  "taken");
  CU_ASSERT_PTR_NULL (ghalt_flag_name (GHALT_FLAGS_EDGE, 1u << 30));
  CU_ASSERT_PTR_NULL (ghalt_flag_name ((enum ghalt_flags) 9, 1));
}

/* Without a profile nothing is counted, all else is there.  */
static void
test_bare (void)
{
  struct ghalt_program *program = ghalt_program_open (path ("prog"), NULL);
  struct ghalt_report *r = ghalt_report_open (program, NULL, NULL);
  struct ghalt_point p;
  struct ghalt_block b;
  struct ghalt_object o;
  CU_ASSERT_PTR_NOT_NULL_FATAL (r);
  CU_ASSERT_TRUE (ghalt_object (r, 0, &o) && o.is_program
		  && strcmp (o.path, ghalt_program_path (program)) == 0);
  CU_ASSERT_FALSE (ghalt_object (r, 1, &o));
  CU_ASSERT_TRUE (ghalt_find (r, GHALT_KIND_CBR, 2, &p));
  CU_ASSERT_FALSE (p.recorded);
  CU_ASSERT_EQUAL (p.events, 0);
  struct ghalt_graph *g = ghalt_graph_open (r, p.function, 1, NULL);
  CU_ASSERT_TRUE (ghalt_block (g, 3, &b) && b.count.how == GHALT_UNKNOWN);
  ghalt_graph_close (g);
  struct ghalt_paths *paths = ghalt_paths_open (r, NULL);
  struct ghalt_paths_facts facts;
  CU_ASSERT_PTR_NOT_NULL_FATAL (paths);
  ghalt_paths_facts (paths, &facts);
  CU_ASSERT_EQUAL (facts.n_functions, 0);
  ghalt_paths_close (paths);
  ghalt_report_close (r);
  ghalt_program_close (program);
}

static void
test_merge (void)
{
  struct opened o;
  struct ghalt_point p;
  struct ghalt_error *error = NULL;
  struct ghalt_profile_facts facts;
  CU_ASSERT_TRUE_FATAL (open_all (&o, "prog", "halt.prof", 2, NULL));
  CU_ASSERT_TRUE (ghalt_counted (o.report, GHALT_KIND_CBR, 1, &p)
		  && p.counters[0] == 196 && p.counters[1] == 4);
  const struct ghalt_profile *again[2] = { o.profile, o.profile };
  struct ghalt_profile *sum = ghalt_profile_merge (again, 2, NULL);
  CU_ASSERT_PTR_NOT_NULL_FATAL (sum);
  ghalt_profile_facts (sum, &facts);
  CU_ASSERT_EQUAL (facts.n_names, 4);
  size_t size;
  const void *data = ghalt_profile_data (sum, &size);
  struct ghalt_profile *copy = ghalt_profile_read (data, size, "copy", NULL);
  CU_ASSERT_PTR_NOT_NULL (copy);
  CU_ASSERT_PTR_NULL (ghalt_profile_read (data, size - 1, "cut", &error));
  CU_ASSERT_PTR_NOT_NULL (strstr (ghalt_error_text (error), "cut: truncated"));
  ghalt_error_free (error);
  struct opened q;
  CU_ASSERT_TRUE_FATAL (open_all (&q, "other", "other.prof", 1, NULL));
  again[1] = q.profile;
  CU_ASSERT_PTR_NULL (ghalt_profile_merge (again, 2, &error));
  CU_ASSERT_PTR_NOT_NULL (strstr (ghalt_error_text (error), "other.prof"));
  ghalt_error_free (error);
  CU_ASSERT_PTR_NULL (ghalt_profile_merge (again, 0, NULL));
  close_all (&q);
  ghalt_profile_close (copy);
  ghalt_profile_close (sum);
  close_all (&o);
}

/* A live profile of `prog', mapped: its counters are the result.  */
static uint64_t *
map_live (struct halt_live **header)
{
  enum
  {
    SIZE = 4096,
    RECORD = 2 * HALT_LIVE_LINE,
    SHARD = 1024,
    DATA = 2048
  };
  char name[320];
  strcpy (name, path ("live"));
  int fd = open (name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  CU_ASSERT_TRUE_FATAL (fd >= 0 && ftruncate (fd, SIZE) == 0);
  char *at = mmap (NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  CU_ASSERT_TRUE_FATAL (at != MAP_FAILED);
  close (fd);
  struct halt_prof_unit *units = (void *) (at + RECORD
					   + sizeof (struct halt_live_record));
  size_t n = find_units (units, "prog");
  char *text = (char *) (units + n);
  strcpy (text, path ("prog"));
  *(struct halt_live_record *) (at + RECORD) = (struct halt_live_record) {
    .type = HALT_LIVE_OBJECT,
    .n = n,
    .size = (uint64_t) (text + strlen (text) + 2 - (char *) units)
  };
  *(struct halt_live_record *) (at + SHARD) = (struct halt_live_record) {
    .next = RECORD / HALT_LIVE_LINE,
    .type = HALT_LIVE_SHARD,
    .kind = HALT_CBR,
    .n = 8,
    .data = DATA
  };
  *header = (void *) at;
  **header = (struct halt_live) {
    .magic = HALT_LIVE_MAGIC,
    .version = HALT_LIVE_VERSION,
    .header_size = sizeof **header,
    .pid = (uint64_t) getpid (),
    .newest = SHARD / HALT_LIVE_LINE,
    .end = SIZE / HALT_LIVE_LINE,
    .kinds = 1u << HALT_CBR
  };
  return (uint64_t *) (at + DATA);
}

/* Its own process is found by what it has mapped.  What is counted meanwhile is in the
   next profile, and in a report that is opened with the first one.  */
static void
test_live (void)
{
  struct halt_live *header;
  struct ghalt_live_facts facts;
  struct ghalt_point p;
  struct ghalt_error *error = NULL;
  uint64_t *counters = map_live (&header);
  CU_ASSERT_PTR_NULL (ghalt_live_open (path ("halt.prof"), &error));
  CU_ASSERT_PTR_NOT_NULL (strstr (ghalt_error_text (error),
				  "a usual profile, not a live one"));
  ghalt_error_free (error);
  CU_ASSERT_PTR_NULL (ghalt_live_find (99999999, &error));
  CU_ASSERT_STRING_EQUAL (ghalt_error_text (error),
			  "there is no process 99999999");
  ghalt_error_free (error);
  for (int removed = 0; removed < 2; removed++)
    {
      struct ghalt_live *l = removed
			       ? ghalt_live_open (path ("live"), NULL)
			       : ghalt_live_find ((unsigned) getpid (), NULL);
      CU_ASSERT_PTR_NOT_NULL_FATAL (l);
      counters[0] = 3;
      counters[1] = 4;
      if (removed)
	remove (path ("live"));
      struct ghalt_program *program = ghalt_program_open (path ("prog"), NULL);
      struct ghalt_profile *first = ghalt_live_profile (l, NULL);
      CU_ASSERT_TRUE_FATAL (program && first);
      struct ghalt_report *r = ghalt_report_open (program, first, NULL);
      CU_ASSERT_PTR_NOT_NULL_FATAL (r);
      counters[1] = 9;
      struct ghalt_profile *next = ghalt_live_profile (l, NULL);
      CU_ASSERT_PTR_NOT_NULL_FATAL (next);
      struct ghalt_report *again = ghalt_report_again (r, next, NULL);
      CU_ASSERT_PTR_NOT_NULL_FATAL (again);
      CU_ASSERT_TRUE (ghalt_counted (r, GHALT_KIND_CBR, 0, &p) && p.events == 7
		      && p.counters[1] == 4);
      CU_ASSERT_TRUE (ghalt_counted (again, GHALT_KIND_CBR, 0, &p)
		      && p.events == 12 && p.counters[1] == 9);
      CU_ASSERT_TRUE (ghalt_live_facts (l, &facts, NULL));
      CU_ASSERT_EQUAL (facts.ended, GHALT_RUNS);
      CU_ASSERT_EQUAL (facts.pid, (uint64_t) getpid ());
      header->ended = HALT_LIVE_SIGNAL + 6;
      CU_ASSERT_TRUE (ghalt_live_facts (l, &facts, NULL)
		      && facts.ended == GHALT_ENDED_SIGNAL
		      && facts.signal == 6);
      header->ended = HALT_LIVE_EXIT;
      CU_ASSERT_TRUE (ghalt_live_facts (l, &facts, NULL)
		      && facts.ended == GHALT_ENDED_EXIT);
      header->ended = 0;
      header->newest = 7777;
      CU_ASSERT_PTR_NULL (ghalt_live_profile (l, &error));
      CU_ASSERT_PTR_NOT_NULL (strstr (ghalt_error_text (error),
				      "damaged live profile"));
      ghalt_error_free (error);
      header->newest = 1024 / HALT_LIVE_LINE;
      ghalt_report_close (again);
      ghalt_profile_close (next);
      ghalt_report_close (r);
      ghalt_profile_close (first);
      ghalt_program_close (program);
      ghalt_live_close (l);
    }
  munmap (header, 4096);
}

static void
test_errors (void)
{
  static const char *const wrong[][3] = {
    { "missing", "halt.prof", "missing: cannot open" },
    { "halt.prof", "halt.prof", "not an ELF file" },
    { "prog", "missing", "cannot open" },
    { "prog", "prog", "not a HALT profile" },
    { "other", "halt.prof", "was recorded from another build" }
  };
  struct opened o;
  for (size_t i = 0; i < LENGTH (wrong); i++)
    {
      struct ghalt_error *error = NULL;
      CU_ASSERT_FALSE (open_all (&o, wrong[i][0], wrong[i][1], 1, &error));
      CU_ASSERT_PTR_NOT_NULL_FATAL (error);
      CU_ASSERT_PTR_NOT_NULL (strstr (ghalt_error_text (error), wrong[i][2]));
      CU_ASSERT_PTR_NULL (strchr (ghalt_error_text (error), '\n'));
      ghalt_error_free (error);
      close_all (&o);
    }
  struct ghalt_error *error = NULL;
  CU_ASSERT_TRUE_FATAL (open_all (&o, "prog", "halt.prof", 1, NULL));
  CU_ASSERT_PTR_NULL (ghalt_graph_open (o.report, 4, 1, &error));
  CU_ASSERT_STRING_EQUAL (ghalt_error_text (error), "there is no function 4");
  ghalt_error_free (error);
  close_all (&o);
}

/* Use all of a report; a sum of what was found.  */
static uint64_t
use (const struct ghalt_report *r)
{
  struct ghalt_function fn;
  struct ghalt_edge e;
  uint64_t sum = 0;
  for (size_t i = 0; ghalt_function (r, i, &fn); i++)
    {
      struct ghalt_graph *g = ghalt_graph_open (r, i, 1, NULL);
      for (uint32_t k = 0; ghalt_edge (g, k, &e); k++)
	sum += e.count.n;
      ghalt_graph_close (g);
    }
  struct ghalt_lines *l = ghalt_lines_all (r, NULL);
  size_t n;
  const struct ghalt_line *lines = ghalt_lines_lines (l, &n);
  for (size_t i = 0; i < n; i++)
    sum += lines[i].count.n;
  ghalt_lines_close (l);
  return sum;
}

/* One report in several threads, and others of their own.  */
static void *
work (void *shared)
{
  uint64_t expected = use (shared), wrong = 0;
  for (int i = 0; i < 50; i++)
    {
      struct opened o;
      if (!open_all (&o, i % 2 ? "other" : "prog",
		     i % 2 ? "other.prof" : "halt.prof", 1, NULL))
	wrong++;
      else if (i % 2 == 0)
	wrong += use (o.report) != expected;
      wrong += use (shared) != expected;
      close_all (&o);
    }
  return (void *) (uintptr_t) wrong;
}

static void
test_threads (void)
{
  struct opened o;
  pthread_t threads[4];
  CU_ASSERT_TRUE_FATAL (open_all (&o, "prog", "halt.prof", 1, NULL));
  for (size_t i = 0; i < LENGTH (threads); i++)
    pthread_create (threads + i, NULL, work, o.report);
  for (size_t i = 0; i < LENGTH (threads); i++)
    {
      void *wrong;
      pthread_join (threads[i], &wrong);
      CU_ASSERT_PTR_NULL (wrong);
    }
  close_all (&o);
}

/* One allocation after the other fails: an error each time, and no leak.  */
static void
test_no_memory (void)
{
  long n = 0, failed = 0;
  for (bool ok = false; !ok; n++)
    {
      struct opened o;
      struct ghalt_error *error = NULL;
      struct ghalt_graph *g = NULL;
      struct ghalt_lines *l = NULL;
      allocations = n;
      ok = open_all (&o, "prog", "halt.prof", 2, &error)
	   && (g = ghalt_graph_open (o.report, 0, 1, &error)) != NULL
	   && (l = ghalt_lines_all (o.report, &error)) != NULL;
      allocations = -1;
      if (!ok)
	{
	  CU_ASSERT_PTR_NOT_NULL_FATAL (error);
	  CU_ASSERT_TRUE (strstr (ghalt_error_text (error), "out of memory")
			  || strstr (ghalt_error_text (error),
				     "Cannot allocate memory"));
	  ghalt_error_free (error);
	  failed++;
	}
      ghalt_lines_close (l);
      ghalt_graph_close (g);
      close_all (&o);
    }
  CU_ASSERT_TRUE (failed > 20);
}

static const CU_TestInfo tests[] = {
  { "make programs", test_setup },
  { "walk", test_walk },
  { "kinds", test_kinds },
  { "no profile", test_bare },
  { "merge", test_merge },
  { "live", test_live },
  { "errors", test_errors },
  { "threads", test_threads },
  { "no memory", test_no_memory },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  if (make_directory ())
    return 1;
  int failed = run_tests ("ghalt", tests);
  remove_directory ();
  return failed;
}
