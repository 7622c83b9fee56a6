/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader of profiles: what it accepts, and that it refuses all else.  */

#include <unistd.h>
#include "tests/unit/summarize.h"

static const char strings[] = "\0/bin/a\0abcd\0/lib/b";

static const struct halt_prof_object objects[] = {
  { .path = 1, .build_id = 8, .first_unit = 0, .n_units = 2 },
  { .path = 13, .build_id = 0, .first_unit = 99, .n_units = 0 },
  { .path = 13, .build_id = 0, .first_unit = 2, .n_units = 1 },
};

static const struct halt_prof_unit units[] = {
  { .address = 0x2000, .base = 0, .count = 2, .checksum = 1 },
  { .address = 0x3000, .base = 2, .count = 3, .checksum = 2 },
  { .address = 0x2000, .base = 5, .count = 9, .checksum = 3,
    .flags = HALT_UNIT_GIMPLE },
};

static const uint64_t rows[] = { 1, 10, 11, 3, 30, 31, 7, 70, UINT64_MAX };

static struct bytes
sample (void)
{
  return make_prof (objects, LENGTH (objects), units, LENGTH (units), rows,
		    LENGTH (rows) / 3, strings, sizeof strings);
}

/* Read B and, if it is accepted, use it.  */
static bool
use (struct bytes b, struct fault *f)
{
  struct prof p;
  if (!prof_view (&p, b.data, b.size, f))
    return false;
  size_t sum = 0;
  for (uint32_t i = 0; i < p.header->n_objects; i++)
    sum += strlen (p.strings + p.objects[i].path)
	   + strlen (p.strings + p.objects[i].build_id);
  for (uint64_t id = 0; id < 12; id++)
    for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
      {
	uint64_t n;
	const uint64_t *row = prof_find (&p, kind, id, &n);
	if (row)
	  sum += row[n * (kind_cells (kind) + 1) - 1];
      }
  return sum != SIZE_MAX - 1;
}

/* The row of cbr with ID, or NULL.  */
static const uint64_t *
prof_row (const struct prof *p, uint64_t id)
{
  uint64_t n;
  const uint64_t *row = prof_find (p, HALT_CBR, id, &n);
  CU_ASSERT_EQUAL (n, row != NULL);
  return row;
}

static void
test_rows (void)
{
  struct bytes b = sample ();
  struct prof p;
  struct fault f;
  CU_ASSERT_TRUE_FATAL (prof_view (&p, b.data, b.size, &f));
  CU_ASSERT_STRING_EQUAL (p.strings + p.objects[0].build_id, "abcd");
  CU_ASSERT_EQUAL (prof_row (&p, 1)[1], 10);
  CU_ASSERT_EQUAL (prof_row (&p, 3)[2], 31);
  CU_ASSERT_EQUAL (prof_row (&p, 7)[2], UINT64_MAX);
  CU_ASSERT_PTR_NULL (prof_row (&p, 0));
  CU_ASSERT_PTR_NULL (prof_row (&p, 2));
  CU_ASSERT_PTR_NULL (prof_row (&p, UINT64_MAX));
  CU_ASSERT_EQUAL (prof_lower (&p, HALT_CBR, 4), 2);
  CU_ASSERT_EQUAL (prof_lower (&p, HALT_CBR, 8), 3);
  free (b.data);
}

static void
test_empty (void)
{
  struct bytes b = make_prof (NULL, 0, NULL, 0, NULL, 0, "", 1);
  struct fault f;
  CU_ASSERT_TRUE (use (b, &f));
  free (b.data);
}

#define HEADER(field) offsetof (struct halt_prof, field), \
  sizeof ((struct halt_prof *) 0)->field
#define OBJECTS sizeof (struct halt_prof)
#define UNITS (OBJECTS + sizeof objects)
#define TABLES (UNITS + sizeof units)
#define ROWS (TABLES + sizeof (struct halt_prof_table))
#define STRINGS (ROWS + sizeof rows)
#define IN(table, type, i, field) \
  table + (i) * sizeof (struct type) + offsetof (struct type, field), \
  sizeof ((struct type *) 0)->field

static void
test_refusals (void)
{
  static const struct
  {
    size_t offset, size;
    uint64_t value;
    const char *expected;
  } cases[] = {
    { HEADER (magic), 7, "not a HALT profile" },
    { HEADER (magic), 0x48414c5450524f46ull, "byte order" },
    { HEADER (version), 1, "version 1" },
    { HEADER (header_size), 64, "header of 64" },
    { HEADER (flags), 256, "unknown flags 0x100" },
    { HEADER (size), 64, "bytes instead of" },
    { HEADER (size), UINT64_MAX, "truncated" },
    { HEADER (checksum), 1, "checksum" },
    { HEADER (n_objects), UINT32_MAX, "need more" },
    { HEADER (n_units), UINT32_MAX, "need more" },
    { HEADER (n_tables), UINT32_MAX, "need more" },
    { HEADER (strings_size), 1, "add up" },
    { IN (OBJECTS, halt_prof_object, 0, path), 99, "string offset" },
    { IN (OBJECTS, halt_prof_object, 2, build_id), 99, "string offset" },
    { IN (OBJECTS, halt_prof_object, 0, first_unit), 1, "out of order" },
    { IN (OBJECTS, halt_prof_object, 0, n_units), UINT32_MAX, "out of range" },
    { IN (OBJECTS, halt_prof_object, 2, n_units), 0, "no object" },
    { IN (UNITS, halt_prof_unit, 0, flags), 1, "unknown flags" },
    { IN (UNITS, halt_prof_unit, 1, count), UINT64_MAX, "ids overflow" },
    { IN (TABLES, halt_prof_table, 0, kind), 99, "unknown kind 99" },
    { IN (TABLES, halt_prof_table, 0, kind), 0, "cells for kind startup" },
    { IN (TABLES, halt_prof_table, 0, kind), HALT_BLOCK,
      "3 cells for kind block" },
    { IN (TABLES, halt_prof_table, 0, cells), 2, "2 cells for kind cbr" },
    { IN (TABLES, halt_prof_table, 0, n_rows), 9, "need more" },
    { IN (TABLES, halt_prof_table, 0, n_rows), UINT64_MAX / 24 + 2,
      "need more" },
    { IN (TABLES, halt_prof_table, 0, n_rows), 2, "add up" },
    { ROWS, 8, 3, "not sorted" },
    { ROWS + 24, 8, 7, "not sorted" },
    { STRINGS, 1, 'x', "begin and end with NUL" },
    { STRINGS + sizeof strings - 1, 1, 'x', "begin and end with NUL" },
  };
  for (size_t i = 0; i < LENGTH (cases); i++)
    {
      struct bytes b = sample ();
      struct fault f = { "accepted" };
      memcpy (b.data + cases[i].offset, &cases[i].value, cases[i].size);
      if (cases[i].offset != offsetof (struct halt_prof, checksum))
	seal_prof (b);
      use (b, &f);
      if (!strstr (f.text, cases[i].expected))
	fprintf (stderr, "case %zu: got '%s', not '%s'\n", i, f.text,
		 cases[i].expected);
      CU_ASSERT_PTR_NOT_NULL (strstr (f.text, cases[i].expected));
      free (b.data);
    }
}

/* A table of each kind; rows of indices are sorted by id and index.  */
static void
test_kinds (void)
{
  static const uint64_t good[] = { 3, 0, 5, 3, 9, 1, 4, 2, 7 };
  static const uint64_t bad[][6] = {
    { 3, 0, 5, 3, 0, 1 }, { 3, 9, 5, 3, 8, 1 }, { 3, 0, 5, 2, 1, 1 },
  };
  for (size_t i = 0; i <= LENGTH (bad); i++)
    {
      struct halt_prof h = {
	.magic = HALT_PROF_MAGIC, .version = HALT_PROF_VERSION,
	.header_size = sizeof h, .n_tables = 2, .strings_size = 1
      };
      struct halt_prof_table tables[] = {
	{ HALT_MBR, 3, i < LENGTH (bad) ? 2 : 3 }, { HALT_EXIT, 2, 1 }
      };
      uint64_t exits[] = { 1000000007, 8 }, n;
      struct bytes b = { NULL, 0 };
      struct fault f;
      struct prof p;
      add_bytes (&b, &h, sizeof h);
      add_bytes (&b, tables, sizeof tables);
      add_bytes (&b, i < LENGTH (bad) ? bad[i] : good,
		 tables[0].n_rows * 3 * sizeof *good);
      add_bytes (&b, exits, sizeof exits);
      add_bytes (&b, "", 1);
      ((struct halt_prof *) b.data)->size = b.size;
      seal_prof (b);
      if (i < LENGTH (bad))
	{
	  CU_ASSERT_FALSE (use (b, &f));
	  CU_ASSERT_PTR_NOT_NULL (strstr (f.text, "not sorted"));
	}
      else
	{
	  CU_ASSERT_TRUE (use (b, &f));
	  CU_ASSERT_TRUE_FATAL (prof_view (&p, b.data, b.size, &f));
	  const uint64_t *rows3 = prof_find (&p, HALT_MBR, 3, &n);
	  CU_ASSERT_PTR_EQUAL (rows3, p.rows[HALT_MBR]);
	  CU_ASSERT_EQUAL (n, 2);
	  CU_ASSERT_EQUAL (prof_find (&p, HALT_MBR, 4, &n)[2], 7);
	  CU_ASSERT_PTR_NULL (prof_find (&p, HALT_MBR, 5, &n));
	  CU_ASSERT_EQUAL (prof_find (&p, HALT_EXIT, 1000000007, &n)[1], 8);
	  CU_ASSERT_PTR_NULL (p.rows[HALT_LOAD]);
	}
      free (b.data);
    }
}

static void
test_two_tables (void)
{
  struct halt_prof h = {
    .magic = HALT_PROF_MAGIC, .version = HALT_PROF_VERSION,
    .header_size = sizeof h, .n_tables = 2, .strings_size = 1
  };
  struct halt_prof_table table = { HALT_CBR, 3, 0 };
  struct bytes b = { NULL, 0 };
  struct fault f;
  add_bytes (&b, &h, sizeof h);
  add_bytes (&b, &table, sizeof table);
  add_bytes (&b, &table, sizeof table);
  add_bytes (&b, "", 1);
  ((struct halt_prof *) b.data)->size = b.size;
  seal_prof (b);
  CU_ASSERT_FALSE (use (b, &f));
  CU_ASSERT_PTR_NOT_NULL (strstr (f.text, "two tables of kind cbr"));
  free (b.data);
}

static void
test_truncations (void)
{
  struct bytes whole = sample ();
  for (size_t size = 0; size < whole.size; size++)
    {
      struct bytes part = copy_bytes (whole.data, size);
      struct fault f;
      CU_ASSERT_FALSE (use (part, &f));
      CU_ASSERT_PTR_NOT_NULL (strstr (f.text, "truncated"));
      free (part.data);
    }
  struct fault f;
  add_bytes (&whole, "", 1);
  CU_ASSERT_FALSE (use (whole, &f));
  free (whole.data);
}

/* Every bit, with the old checksum and with one that fits.  */
static void
test_bits (void)
{
  struct bytes whole = sample ();
  for (size_t bit = 0; bit < whole.size * 8; bit++)
    {
      struct bytes b = copy_bytes (whole.data, whole.size);
      struct fault f;
      b.data[bit / 8] ^= (char) (1 << bit % 8);
      bool accepted = use (b, &f);
      CU_ASSERT_FALSE (accepted && bit / 8 >= OBJECTS);
      seal_prof (b);
      use (b, &f);
      free (b.data);
    }
  free (whole.data);
}

static void
test_random (void)
{
  static const uint32_t hard[] = { 0, 1, 2, 7, 0x7fffffff, 0x80000000,
				   0xfffffffe, 0xffffffff };
  struct bytes whole = sample ();
  for (int round = 0; round < 50000; round++)
    {
      struct bytes b = copy_bytes (whole.data, whole.size);
      struct fault f;
      for (uint64_t n = next_random () % 3 + 1; n > 0; n--)
	memcpy (b.data + next_random () % (whole.size / 4) * 4,
		&hard[next_random () % LENGTH (hard)], 4);
      seal_prof (b);
      use (b, &f);
      free (b.data);
    }
  free (whole.data);
}

/* Files that are none, and files without an end.  */
static void
test_files (void)
{
  static const struct
  {
    const char *path, *expected;
  } cases[] = {
    { "/nonexistent/halt.prof", "cannot open '/nonexistent/halt.prof'" },
    { "/dev/null", "/dev/null: truncated profile" },
    { "/dev/zero", "/dev/zero: not a HALT profile" },
    { "/", "/: cannot read" },
  };
  struct prof p;
  struct fault f;
  for (size_t i = 0; i < LENGTH (cases); i++)
    {
      CU_ASSERT_FALSE (prof_open (&p, cases[i].path, &f));
      CU_ASSERT_PTR_NOT_NULL (strstr (f.text, cases[i].expected));
    }
  char path[256];
  scratch_name (path, sizeof path);
  int fd = mkstemp (path);
  struct bytes b = sample ();
  CU_ASSERT_EQUAL (write (fd, b.data, b.size), (ssize_t) b.size);
  close (fd);
  CU_ASSERT_TRUE (prof_open (&p, path, &f));
  CU_ASSERT_EQUAL (p.header->pid, 42);
  prof_close (&p);
  unlink (path);
  free (b.data);
}

static const CU_TestInfo tests[] = {
  { "rows", test_rows },
  { "empty", test_empty },
  { "refusals", test_refusals },
  { "tables of all forms", test_kinds },
  { "two tables of a kind", test_two_tables },
  { "truncations", test_truncations },
  { "every bit", test_bits },
  { "random fields", test_random },
  { "files", test_files },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  return run_tests ("profile", tests);
}
