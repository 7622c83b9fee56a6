/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles that are added up: whatever the order, and wherever their ids
   begin.  */

#include <unistd.h>
#include "tests/unit/summarize.h"

/* Offsets of the names.  */
enum
{
  PROG = 1,
  LIB_A = 9,
  LIB_B = 17,
  OTHER_A = 25,
  ID = 37,
  PROG2 = 40,
  ID2 = 49
};
static const char strings[]
  = "\0/b/prog\0/l/a.so\0/l/b.so\0/other/a.so\0id\0/a/prog2\0id2";

enum
{
  ADDRESS_P = 0x1000,
  ADDRESS_A = 0x2000,
  ADDRESS_B = 0x3000
};
#define UNIT_P(b) { .address = ADDRESS_P, .base = b, .count = 4, .checksum = 1 }
#define UNIT_A(b) { .address = ADDRESS_A, .base = b, .count = 3, .checksum = 2 }
#define UNIT_B(b) { .address = ADDRESS_B, .base = b, .count = 2, .checksum = 3 }

/* A profile: the program, and what was loaded in which order.  */
struct run
{
  struct halt_prof_object objects[4];
  struct halt_prof_unit units[4];
  size_t n;
  uint64_t rows[18];
  size_t n_rows;
};

static const struct run alone
  = { { { PROG, ID, 0, 1 } },
      { UNIT_P (0) },
      1,
      { 1, 10, 11, 3, 30, 31, 1000, 7, 7 },
      3 },
  a_b = { { { PROG, ID, 0, 1 }, { LIB_A, 0, 1, 1 }, { LIB_B, 0, 2, 1 } },
	  { UNIT_P (0), UNIT_A (4), UNIT_B (7) },
	  3,
	  { 1, 1, 1, 4, 2, 2, 6, 3, 3, 8, 4, UINT64_MAX, 1000, 1, 0 },
	  5 },
  b_a = { { { PROG, ID, 0, 1 }, { LIB_B, 0, 1, 1 }, { OTHER_A, ID, 2, 1 } },
	  { UNIT_P (0), UNIT_B (4), UNIT_A (6) },
	  3,
	  { 0, 5, 5, 5, 6, 6, 8, 7, 7 },
	  3 },
  twice = { { { PROG2, 0, 0, 1 }, { LIB_A, 0, 1, 1 }, { LIB_A, 0, 2, 1 } },
	    { UNIT_P (0), UNIT_A (4), UNIT_A (7) },
	    3,
	    { 4, 1, 0, 7, 2, 0, 9, 3, 0 },
	    3 };

/* The profile R of a run with N units.  */
static struct prof
make_units (const struct run *r, size_t n)
{
  struct bytes b = make_prof (r->objects, r->n, r->units, n, r->rows, r->n_rows,
			      strings, sizeof strings);
  struct prof p;
  struct fault f;
  CU_ASSERT_TRUE_FATAL (prof_view (&p, b.data, b.size, &f));
  p.data = b.data;
  return p;
}

static struct prof
make (const struct run *r)
{
  return make_units (r, r->n);
}

/* A + B; takes both over.  */
static struct prof
add (struct prof a, struct prof b)
{
  struct prof sum;
  struct fault f;
  CU_ASSERT_TRUE_FATAL (prof_merge (&sum, &a, "a", &b, "b", &f));
  prof_close (&a);
  prof_close (&b);
  return sum;
}

/* Both are released.  */
static void
same (struct prof a, struct prof b)
{
  CU_ASSERT_EQUAL_FATAL (a.header->size, b.header->size);
  CU_ASSERT_EQUAL (memcmp (a.data, b.data, a.header->size), 0);
  prof_close (&a);
  prof_close (&b);
}

static void
expect (const struct prof *p, uint64_t id, uint64_t not_taken, uint64_t taken)
{
  uint64_t n;
  const uint64_t *row = prof_find (p, HALT_CBR, id, &n);
  CU_ASSERT_PTR_NOT_NULL_FATAL (row);
  CU_ASSERT_EQUAL (row[1], not_taken);
  CU_ASSERT_EQUAL (row[2], taken);
}

static void
test_same_layout (void)
{
  struct prof sum = add (make (&a_b), make (&a_b));
  CU_ASSERT_EQUAL (sum.header->n_objects, 3);
  CU_ASSERT_EQUAL (sum.n_rows[HALT_CBR], 5);
  CU_ASSERT_EQUAL (sum.header->pid, 42);
  expect (&sum, 1, 2, 2);
  expect (&sum, 8, 8, UINT64_MAX);
  expect (&sum, 1000, 2, 0);
  prof_close (&sum);
}

static void
test_other_order (void)
{
  struct prof sum = add (make (&a_b), make (&b_a));
  CU_ASSERT_EQUAL (sum.header->n_objects, 3);
  CU_ASSERT_STRING_EQUAL (sum.strings + sum.objects[1].path, "/l/a.so");
  CU_ASSERT_STRING_EQUAL (sum.strings + sum.objects[1].build_id, "id");
  CU_ASSERT_EQUAL (sum.units[1].address, ADDRESS_A);
  CU_ASSERT_EQUAL (sum.units[1].base, 4);
  CU_ASSERT_EQUAL (sum.units[2].base, 7);
  expect (&sum, 0, 5, 5);
  expect (&sum, 4, 2, 2);	/* the first of a.so: 4 here, 6 there */
  expect (&sum, 6, 10, 10);	/* its third: 6 and 8 */
  expect (&sum, 8, 10, UINT64_MAX); /* the second of b.so: 8 and 5 */
  expect (&sum, 1000, 1, 0);
  CU_ASSERT_EQUAL (sum.n_rows[HALT_CBR], 6);
  prof_close (&sum);
}

/* Objects that were loaded twice are one.  */
static void
test_loaded_twice (void)
{
  struct prof sum = add (make (&alone), make (&twice));
  CU_ASSERT_EQUAL (sum.header->n_objects, 2);
  CU_ASSERT_STRING_EQUAL (sum.strings + sum.objects[0].path, "/a/prog2");
  expect (&sum, 4, 3, 0);
  expect (&sum, 6, 3, 0);
  prof_close (&sum);
}

/* Expect that profiles of A and B, with so many units, are of different
   builds.  */
static void
refuse_run (const struct run *a, size_t a_units, const struct run *b,
	    size_t b_units)
{
  struct prof x = make_units (a, a_units), y = make_units (b, b_units), sum;
  struct fault f = { "accepted" };
  CU_ASSERT_FALSE (prof_merge (&sum, &x, "x", &y, "y", &f));
  CU_ASSERT_PTR_NOT_NULL (strstr (f.text, "x and y are of different builds"));
  prof_close (&x);
  prof_close (&y);
}

/* The build-id tells objects apart, not what their files are called: one
   library under two names, two of one name.  */
static const struct run named
  = { { { PROG, ID, 0, 1 }, { LIB_B, ID, 1, 1 } },
      { UNIT_P (0), UNIT_A (4) },
      2,
      { 4, 1, 1, 1000, 1, 1 },
      2 },
  renamed = { { { PROG2, ID, 0, 1 }, { LIB_A, ID, 1, 1 } },
	      { UNIT_P (0), UNIT_A (4) },
	      2,
	      { 4, 2, 2, 6, 1, 1 },
	      2 },
  rebuilt = { { { PROG, ID, 0, 1 }, { LIB_B, ID2, 1, 1 }, { LIB_A, ID, 2, 1 } },
	      { UNIT_P (0), UNIT_A (4), UNIT_A (7) },
	      3,
	      { 4, 5, 5, 7, 3, 3 },
	      2 };

static void
test_build_id (void)
{
  struct prof sum = add (make (&named), make (&renamed));
  CU_ASSERT_EQUAL (sum.header->n_objects, 2);
  CU_ASSERT_STRING_EQUAL (sum.strings + sum.objects[0].path, "/a/prog2");
  CU_ASSERT_STRING_EQUAL (sum.strings + sum.objects[1].path, "/l/a.so");
  expect (&sum, 4, 3, 3);
  sum = add (sum, make (&rebuilt));
  CU_ASSERT_EQUAL (sum.header->n_objects, 3);
  expect (&sum, 4, 6, 6);
  expect (&sum, 6, 1, 1);
  expect (&sum, 7, 5, 5);
  expect (&sum, 1000, 1, 1);
  prof_close (&sum);

  /* A program without instrumented units has nothing else.  */
  struct run plain = { { { PROG, ID, 0, 0 } }, { { 0 } }, 1, { 0 }, 0 };
  struct run copy = plain, other = plain, none = plain;
  copy.objects[0].path = PROG2;
  other.objects[0].build_id = ID2;
  none.objects[0] = (struct halt_prof_object) { PROG2, 0, 0, 0 };
  sum = add (make_units (&plain, 0), make_units (&copy, 0));
  CU_ASSERT_STRING_EQUAL (sum.strings + sum.objects[0].path, "/a/prog2");
  prof_close (&sum);
  refuse_run (&plain, 0, &other, 0);
  refuse_run (&plain, 0, &none, 0);

  /* A program that was linked again is another; units tell if one build-id is
     not known, and whether one that was made up is right.  */
  other = alone;
  other.objects[0].build_id = ID2;
  refuse_run (&alone, 1, &other, 1);
  other.objects[0].build_id = 0;
  sum = add (make (&alone), make (&other));
  CU_ASSERT_STRING_EQUAL (sum.strings + sum.objects[0].build_id, "id");
  prof_close (&sum);
  other = alone;
  other.units[0].checksum++;
  refuse_run (&alone, 1, &other, 1);
}

static void
test_any_order (void)
{
  static const struct run *const runs[] = { &alone, &a_b,   &b_a,
					    &twice, &named, &renamed };
  for (size_t i = 0; i < LENGTH (runs); i++)
    for (size_t k = 0; k < LENGTH (runs); k++)
      {
	same (add (make (runs[i]), make (runs[k])),
	      add (make (runs[k]), make (runs[i])));
	for (size_t n = 0; n < LENGTH (runs); n++)
	  same (add (add (make (runs[i]), make (runs[k])), make (runs[n])),
		add (make (runs[i]), add (make (runs[k]), make (runs[n]))));
      }
}

/* Tables of kinds that only one of them has, rows of indices.  */
static void
test_kinds (void)
{
  static const uint64_t first[] = { 1, 0, 5, 1, 9, 1 };
  static const uint64_t second[] = { 1, 9, 2, 1, 10, 1, 2, 0, 4 };
  struct prof p[2], sum;
  struct fault f;
  for (int i = 0; i < 2; i++)
    {
      struct halt_prof h = {
	.magic = HALT_PROF_MAGIC, .version = HALT_PROF_VERSION,
	.header_size = sizeof h, .n_objects = 1, .n_tables = 2,
	.strings_size = 1, .pid = (uint64_t) i, .lost = UINT64_MAX - 1,
	.flags = i == 1 ? HALT_PROF_THREADS : 0 };
      struct halt_prof_object object = { 0, 0, 77, 0 };
      struct halt_prof_table tables[2] = {
	{ HALT_MBR, 3, i ? 3 : 2 }, { i ? HALT_LOAD : HALT_EXIT, i ? 3 : 2, 1 }
      };
      uint64_t row[3] = { 5, 6, UINT64_MAX };
      struct bytes b = { NULL, 0 };
      add_bytes (&b, &h, sizeof h);
      add_bytes (&b, &object, sizeof object);
      add_bytes (&b, tables, sizeof tables);
      add_bytes (&b, i ? second : first, i ? sizeof second : sizeof first);
      add_bytes (&b, row, tables[1].cells * sizeof *row);
      add_bytes (&b, "", 1);
      ((struct halt_prof *) b.data)->size = b.size;
      seal_prof (b);
      CU_ASSERT_TRUE_FATAL (prof_view (p + i, b.data, b.size, &f));
      p[i].data = b.data;
    }
  CU_ASSERT_TRUE_FATAL (prof_merge (&sum, p, "a", p + 1, "b", &f));
  CU_ASSERT_EQUAL (sum.header->n_tables, 3);
  CU_ASSERT_EQUAL (sum.n_rows[HALT_MBR], 4);
  CU_ASSERT_EQUAL (sum.rows[HALT_MBR][5], 3);
  CU_ASSERT_EQUAL (sum.rows[HALT_EXIT][1], 6);
  CU_ASSERT_EQUAL (sum.rows[HALT_LOAD][2], UINT64_MAX);
  CU_ASSERT_EQUAL (sum.header->lost, UINT64_MAX);
  CU_ASSERT_EQUAL (sum.header->flags, HALT_PROF_THREADS);
  CU_ASSERT_EQUAL (sum.header->pid, 0);
  prof_close (&sum);
  prof_close (p);
  prof_close (p + 1);
}

/* Expect that A with its program's unit changed is refused.  */
static void
refuse (const struct halt_prof_unit *unit, const char *why)
{
  struct run other = alone;
  other.units[0] = *unit;
  struct prof a = make (&alone), b = make (&other), sum;
  struct fault f = { "accepted" };
  CU_ASSERT_FALSE (prof_merge (&sum, &a, "first.prof", &b, "second.prof", &f));
  CU_ASSERT_PTR_NOT_NULL (strstr (f.text, "first.prof and second.prof"));
  CU_ASSERT_PTR_NOT_NULL (strstr (f.text, "/b/prog (build-id id)"));
  if (!strstr (f.text, why))
    fprintf (stderr, "got '%s', not '%s'\n", f.text, why);
  CU_ASSERT_PTR_NOT_NULL (strstr (f.text, why));
  prof_close (&a);
  prof_close (&b);
}

static void
test_refusals (void)
{
  struct prof a = make (&alone), sum;
  struct run none = { .n = 0 };
  struct prof b = make (&none);
  struct fault f;
  refuse (&(struct halt_prof_unit) { .address = ADDRESS_P,
				     .count = 4,
				     .checksum = 9 },
	  "unit 0 has checksum 0000000000000001 and 0000000000000009");
  refuse (&(struct halt_prof_unit) { .address = 8, .count = 4, .checksum = 1 },
	  "unit 0 is at 0x1000 and 0x8");
  refuse (&(struct halt_prof_unit) { .address = ADDRESS_P,
				     .count = 5,
				     .checksum = 1 },
	  "unit 0 has 4 and 5 ids");
  CU_ASSERT_FALSE (prof_merge (&sum, &a, "a", &b, "b", &f));
  CU_ASSERT_STRING_EQUAL (f.text, "b: profile of no program at all");
  prof_close (&a);
  prof_close (&b);
}

/* What was counted between two moments is never less than nothing: more at a point than
   later, or points that have nothing later, before others or as the last, are refused.  */
static void
test_between (void)
{
  static const struct
  {
    uint64_t rows[9];
    size_t n;
    bool good;
  } earlier[] = { { { 1, 9, 11, 3, 0, 31 }, 2, true },
		  { { 1, 11, 11 }, 1, false },
		  { { 1, 10, 12 }, 1, false },
		  { { 0, 1, 0, 1, 10, 11 }, 2, false },
		  { { 1, 10, 11, 2, 1, 0, 3, 30, 31 }, 3, false },
		  { { 1, 10, 11, 1001, 1, 0 }, 2, false } };
  for (size_t i = 0; i < LENGTH (earlier); i++)
    {
      struct run before = alone;
      memcpy (before.rows, earlier[i].rows, sizeof earlier[i].rows);
      before.n_rows = earlier[i].n;
      struct prof a = make (&before), b = make (&alone), out;
      struct fault f = { "" };
      CU_ASSERT_EQUAL (prof_between (&out, &a, "a", &b, "b", false, NULL, &f),
		       earlier[i].good);
      if (earlier[i].good)
	{
	  expect (&out, 1, 1, 0);
	  expect (&out, 3, 30, 0);
	  expect (&out, 1000, 7, 7);
	}
      else
	CU_ASSERT_PTR_NOT_NULL (strstr (f.text, "a has more of some count"));
      prof_close (&a);
      prof_close (&b);
      prof_close (&out);
    }
}

static const CU_TestInfo tests[] = {
  { "same layout", test_same_layout },
  { "other order of loading", test_other_order },
  { "loaded twice", test_loaded_twice },
  { "build-id", test_build_id },
  { "any order", test_any_order },
  { "kinds", test_kinds },
  { "refusals", test_refusals },
  { "between", test_between },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  return run_tests ("merge", tests);
}
