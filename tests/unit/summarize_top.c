/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ghalt top' without its terminal: gains, order, search, text, and the rows of two
   samples.  */

#include "ghalt/top/top.h"
#include "tests/unit/summarize_elf.h"

static void
test_gain (void)
{
  static const struct
  {
    uint64_t before, now, gained;
  } cases[] = {
    { 0, 0, 0 },   { 0, 7, 7 },
    { 5, 7, 2 },   { 7, 7, 0 },
    { 700, 699, 0 },		/* two cells were not read at once */
    { 700, 0, 0 }, { 700, 3, 3 }, /* halt_reset */
    { UINT64_MAX - 1, UINT64_MAX, 1 }
  };
  for (size_t i = 0; i < LENGTH (cases); i++)
    {
      struct top_count c = top_gain (cases[i].before, cases[i].now);
      CU_ASSERT_TRUE (c.known && c.rated && c.now == cases[i].now);
      CU_ASSERT_EQUAL (c.gained, cases[i].gained);
    }
  CU_ASSERT_EQUAL (top_rate (30, 1.5), 20);
  CU_ASSERT_TRUE (top_rate (30, 0) < 0);
}

static void
test_texts (void)
{
  static const struct
  {
    double rate;
    const char *text;
  } rates[] = {
    { -1, "-" },	 { 0, "0" },		{ 0.04, "0.04" },
    { 1, "1.0" },	 { 999.94, "999.9" },	{ 999.96, "1.0k" },
    { 12345, "12.3k" },	 { 999949, "999.9k" },	{ 999951, "1.0M" },
    { 2.5e9, "2.5G" },	 { 7e18, "7.0E" },	{ 9e21, "9000.0E" },
  };
  char text[TOP_NUMBER];
  for (size_t i = 0; i < LENGTH (rates); i++)
    CU_ASSERT_STRING_EQUAL (top_rate_text (text, rates[i].rate), rates[i].text);
  CU_ASSERT_STRING_EQUAL (top_number_text (text, 0), "0");
  CU_ASSERT_STRING_EQUAL (top_number_text (text, 999), "999");
  CU_ASSERT_STRING_EQUAL (top_number_text (text, 1000), "1,000");
  CU_ASSERT_STRING_EQUAL (top_number_text (text, UINT64_MAX),
			  "18,446,744,073,709,551,615");
  CU_ASSERT_STRING_EQUAL (top_time_text (text, 3.9), "0:03");
  CU_ASSERT_STRING_EQUAL (top_time_text (text, 3599), "59:59");
  CU_ASSERT_STRING_EQUAL (top_time_text (text, 3663), "1:01:03");
  CU_ASSERT_STRING_EQUAL (top_time_text (text, -1), "0:00");
  CU_ASSERT_EQUAL (top_width ("a\303\274b"), 3);
}

/* Names with the counts that their letters stand for.  */
static struct top_rows
some_rows (void)
{
  static const struct
  {
    const char *name;
    uint64_t now, gained, calls;
  } rows[] = { { "digits", 100, 5, 3 },
	       { "Main", 900, 0, 7 },
	       { "zlib", 50, 50, 7 },
	       { "digits", 100, 5, 0 },
	       { "add", 100, 5, 1 } };
  struct top_rows r = { .view = TOP_FUNCTIONS, .events = "branches" };
  for (size_t i = 0; i < LENGTH (rows); i++)
    {
      struct top_row *row = top_add (&r);
      CU_ASSERT_PTR_NOT_NULL_FATAL (row);
      row->name = rows[i].name;
      row->function = row->key = i;
      row->count = (struct top_count) {
	.now = rows[i].now, .gained = rows[i].gained, .known = true, .rated = true
      };
      row->other = (struct top_count) {
	.now = rows[i].calls, .known = true, .rated = true
      };
      r.all += rows[i].gained;
      r.total += rows[i].now;
    }
  return r;
}

static void
check_order (enum top_order order, const char *expected)
{
  struct top_rows r = some_rows ();
  char numbers[8] = "";
  /* However they came.  */
  for (size_t i = 0; i < r.n / 2; i++)
    {
      struct top_row row = r.rows[i];
      r.rows[i] = r.rows[r.n - 1 - i];
      r.rows[r.n - 1 - i] = row;
    }
  top_sort (&r, order);
  for (size_t i = 0; i < r.n; i++)
    numbers[i] = (char) ('0' + r.rows[i].function);
  CU_ASSERT_STRING_EQUAL (numbers, expected);
  top_release (&r);
}

static void
test_sort (void)
{
  check_order (TOP_BY_RATE, "20341");
  check_order (TOP_BY_COUNT, "10342");
  check_order (TOP_BY_OTHER, "12043");
  check_order (TOP_BY_NAME, "14032");
  struct top_rows r = some_rows ();
  r.view = TOP_SOURCE;
  top_sort (&r, TOP_BY_RATE);
  CU_ASSERT_EQUAL (r.rows[0].function, 0);
  top_release (&r);
}

static void
test_search (void)
{
  struct top_rows r = some_rows ();
  r.rows[4].where = strdup ("util.c:7");
  CU_ASSERT_EQUAL (top_search (&r, "dig", 0, 1), 0);
  CU_ASSERT_EQUAL (top_search (&r, "dig", 1, 1), 3);
  CU_ASSERT_EQUAL (top_search (&r, "dig", 4, 1), 0);
  CU_ASSERT_EQUAL (top_search (&r, "dig", SIZE_MAX, -1), 3);
  CU_ASSERT_EQUAL (top_search (&r, "dig", 2, -1), 0);
  CU_ASSERT_EQUAL (top_search (&r, "main", 0, 1), 1);
  CU_ASSERT_EQUAL (top_search (&r, "MAIN", 0, 1), 5);
  CU_ASSERT_EQUAL (top_search (&r, "util.c:7", 0, 1), 4);
  CU_ASSERT_EQUAL (top_search (&r, "nothing", 3, -1), 5);
  struct top_row row = r.rows[3];
  CU_ASSERT_EQUAL (top_same (&r, &row), 3);
  row.key = 77;
  CU_ASSERT_EQUAL (top_same (&r, &row), 5);
  top_release (&r);
  CU_ASSERT_EQUAL (top_search (&r, "x", 0, 1), 0);
}

/* --- two samples ------------------------------------------------------------ */

static const struct asm_unit two[] = { { .extra = 1 }, { .extra = 2 } };

/* A profile of `prog' with these rows of cbr.  */
static void
read_sample (struct top *t, struct top_sample *s, const uint64_t *rows,
	     size_t n, double time)
{
  struct program inside;
  struct fault f;
  struct halt_prof_unit units[8];
  char name[320];
  strcpy (name, path ("prog"));
  CU_ASSERT_TRUE_FATAL (program_open (&inside, name, &f));
  struct ghalt_report *bare = ghalt_report_open (t->program, NULL, NULL);
  struct ghalt_unit u;
  uint32_t n_units = 0;
  for (; ghalt_unit (bare, n_units, &u); n_units++)
    units[n_units] = (struct halt_prof_unit) {
      .address = inside.units[n_units].map.header->unit,
      .base = u.base,
      .count = u.n_ids,
      .checksum = u.checksum
    };
  ghalt_report_close (bare);
  program_close (&inside);
  struct bytes strings = { NULL, 0 };
  add_bytes (&strings, "", 1);
  add_bytes (&strings, name, strlen (name) + 1);
  struct halt_prof_object object = { .path = 1, .n_units = n_units };
  struct bytes b = make_prof (&object, 1, units, n_units, rows, n / 3,
			      strings.data, strings.size);
  s->profile = ghalt_profile_read (b.data, b.size, "sample", NULL);
  CU_ASSERT_PTR_NOT_NULL_FATAL (s->profile);
  s->report = ghalt_report_open (t->program, s->profile, NULL);
  CU_ASSERT_PTR_NOT_NULL_FATAL (s->report);
  s->time = time;
  free (b.data);
  free (strings.data);
}

static const struct top_row *
row_of (const struct top_rows *r, uint64_t key)
{
  for (size_t i = 0; i < r->n; i++)
    if (r->rows[i].key == key)
      return r->rows + i;
  CU_FAIL_FATAL ("no such row");
  return NULL;
}

/* An id that was not there before, one that is as it was, one that has gained.  */
static void
test_samples (void)
{
  static const uint64_t before[] = { 0, 30, 70, 1, 98, 2 };
  static const uint64_t now[] = { 0, 40, 90, 1, 98, 2, 3, 5, 0 };
  char line[512];
  struct fault f;
  struct top t = { .gone = -1 };
  struct top_rows r = { .view = TOP_POINTS };
  struct top_columns c = { .columns = 0 };
  t.program = ghalt_program_open (path ("prog"), NULL);
  CU_ASSERT_PTR_NOT_NULL_FATAL (t.program);
  t.name = strdup ("prog");
  read_sample (&t, &t.before, before, LENGTH (before), 10);
  read_sample (&t, &t.now, now, LENGTH (now), 12);
  t.facts.started = 2;
  t.recorded = 1u << GHALT_KIND_CBR;
  ghalt_report_facts (t.now.report, &t.of);
  CU_ASSERT_EQUAL (top_interval (&t), 2);
  CU_ASSERT_EQUAL (top_age (&t), 10);

  CU_ASSERT_TRUE_FATAL (top_fill (&r, &t, TOP_BY_RATE, 10, &f));
  CU_ASSERT_EQUAL (r.n, 3);
  CU_ASSERT_EQUAL (r.all, 35);
  CU_ASSERT_EQUAL (r.total, 235);
  const struct top_row *row = row_of (&r, 0);
  CU_ASSERT_TRUE (row->count.now == 130 && row->count.gained == 30);
  CU_ASSERT_TRUE (row->other.now == 40 && row->other.gained == 10);
  CU_ASSERT_DOUBLE_EQUAL (row->taken, 90.0 / 130, 1e-9);
  CU_ASSERT_EQUAL (row_of (&r, 1)->count.gained, 0);
  CU_ASSERT_EQUAL (row_of (&r, 3)->count.gained, 5);
  top_sort (&r, TOP_BY_RATE);
  CU_ASSERT_EQUAL (r.rows[0].key, 0);
  top_describe (&r, 0, 1, &t);
  CU_ASSERT_PTR_NOT_NULL_FATAL (r.rows[0].where);
  top_layout (&c, &r, 0, r.n);
  CU_ASSERT_PTR_NOT_NULL (
    strstr (top_line (&c, &t, &r, 0, line, sizeof line),
	    "   15.0   85.7       130    13.0     5.0   69.2  a.c:5"));
  CU_ASSERT_TRUE (top_head (&t, &r, 1, line, sizeof line));
  CU_ASSERT_STRING_EQUAL (
    line, "17.5 branches/s in 2.0 s, 23.5/s since the start, 235 in all");

  /* The same by function, and what ghalt report says of it.  */
  uint64_t sums[8] = { 0 }, was[8] = { 0 };
  struct ghalt_point p;
  for (size_t i = 0; ghalt_counted (t.now.report, GHALT_KIND_CBR, i, &p); i++)
    sums[p.function] += p.events;
  for (size_t i = 0; ghalt_counted (t.before.report, GHALT_KIND_CBR, i, &p);
       i++)
    was[p.function] += p.events;
  r.view = TOP_FUNCTIONS;
  CU_ASSERT_TRUE_FATAL (top_fill (&r, &t, TOP_BY_RATE, 10, &f));
  CU_ASSERT_TRUE (r.n > 0 && r.all == 35);
  for (size_t i = 0; i < r.n; i++)
    {
      CU_ASSERT_EQUAL (r.rows[i].count.now, sums[r.rows[i].function]);
      CU_ASSERT_EQUAL (r.rows[i].count.gained,
		       sums[r.rows[i].function] - was[r.rows[i].function]);
    }

  /* Zoom: the function's own lines have the library's counts.  */
  size_t number = 0, n;
  CU_ASSERT_FALSE (top_find_function (&t, "gg", &number, &f));
  CU_ASSERT_PTR_NOT_NULL (strstr (f.text, "has no function 'gg'"));
  CU_ASSERT_TRUE_FATAL (top_find_function (&t, "f", &number, &f));
  CU_ASSERT_TRUE_FATAL (top_fill_source (&r, &t, number, &f));
  struct ghalt_lines *l = ghalt_lines_open (t.now.report, NULL);
  CU_ASSERT_TRUE_FATAL (ghalt_lines_add (l, number, NULL)
			&& ghalt_lines_sum (l, NULL));
  const struct ghalt_line *lines = ghalt_lines_lines (l, &n);
  size_t found = 0;
  for (size_t i = 0; i < r.n; i++)
    for (size_t k = 0; k < n && r.rows[i].code; k++)
      if (lines[k].line == r.rows[i].key)
	{
	  CU_ASSERT_EQUAL (r.rows[i].count.now, lines[k].count.n);
	  CU_ASSERT_EQUAL (r.rows[i].count.known,
			   lines[k].count.how != GHALT_UNKNOWN);
	  found++;
	}
  CU_ASSERT_TRUE (n > 0 && found == n);
  ghalt_lines_close (l);

  /* The first sample has no rates.  */
  struct top_sample kept = t.before;
  t.before = (struct top_sample) { .kept = false };
  r.view = TOP_POINTS;
  CU_ASSERT_TRUE_FATAL (top_fill (&r, &t, TOP_BY_RATE, 10, &f));
  CU_ASSERT_FALSE (r.rows[0].count.rated);
  top_layout (&c, &r, 0, r.n);
  CU_ASSERT_PTR_NOT_NULL (strstr (top_line (&c, &t, &r, 0, line, sizeof line),
				  "      -      -       130"));
  t.before = kept;
  top_release (&r);
  top_close (&t);
}

static void
test_setup (void)
{
  CU_ASSERT_TRUE_FATAL (build ("prog", two, 2));
}

static const CU_TestInfo tests[] = {
  { "make programs", test_setup },
  { "gains", test_gain },
  { "texts", test_texts },
  { "sort", test_sort },
  { "search", test_search },
  { "samples", test_samples },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  if (make_directory ())
    return 1;
  int failed = run_tests ("top", tests);
  remove_directory ();
  return failed;
}
