/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of map/: what is made is what is read; and what happens when there
   is no memory.  summarize_map.c has what is refused, and the text.  */

#include <string.h>
#include "map/make.h"
#include "map/map.h"
#include "tests/unit/no_memory.h"
#include "tests/unit/run.h"

#define FUNCTIONS 40		/* more names than fit into the first hash */

/* A map of functions fN in files fN.c, with one block of two lines, an edge and
   a point with N arguments each: SIZE bytes, to be freed, or NULL.  */
static void *
make (size_t *size)
{
  struct map_maker *m = map_new ();
  struct halt_map h = { 0 };
  const int64_t args[FUNCTIONS] = { -1, 2 };
  char name[16], file[16];
  for (unsigned i = 0; m && i < FUNCTIONS; i++)
    {
      snprintf (name, sizeof name, "f%u", i);
      snprintf (file, sizeof file, "f%u.c", i);
      uint32_t at = map_string (m, file);
      map_function (m, &(struct halt_map_function) {
	.name = map_string (m, name), .file = at, .line = i + 1 });
      map_block (m, &(struct halt_map_block) { .file = at, .n_insns = i });
      map_line (m, at, i + 1);
      map_line (m, map_string (m, "all.h"), 7);
      map_inlined (m, &(struct halt_map_inlined) {
	.file = at, .line = i + 7, .block = HALT_BLOCK_FIRST });
      map_edge (m, &(struct halt_map_edge) {
	HALT_BLOCK_ENTRY, HALT_BLOCK_FIRST, HALT_EDGE_FALL, 0 });
      map_point (m, &(struct halt_map_point) {
	.kind = HALT_ENTRY, .id = i, .block = HALT_BLOCK_FIRST, .n_args = i },
	args);
    }
  char *whole = NULL;
  if (m)
    {
      size_t n;
      h.n_ids = FUNCTIONS;
      h.source = map_string (m, "f0.c");
      const void *body = map_finish (m, &h, &n);
      if (body && (whole = calloc (1, h.size)))
	{
	  memcpy (whole, &h, sizeof h);
	  memcpy (whole + h.size - n, body, n);
	  *size = h.size;
	}
    }
  map_free (m);
  return whole;
}

static void
check (const struct map *m)
{
  const char *s = m->strings;
  CU_ASSERT_EQUAL (m->header->n_functions, FUNCTIONS);
  CU_ASSERT_EQUAL (m->header->n_lines, 2 * FUNCTIONS);
  CU_ASSERT_STRING_EQUAL (s + m->header->source, "f0.c");
  CU_ASSERT_EQUAL (m->header->source, m->functions[0].file);
  for (uint32_t i = 0; i < FUNCTIONS; i++)
    {
      const struct halt_map_function *fn = m->functions + i;
      const struct halt_map_point *p = m->points + fn->first_point;
      char name[16];
      snprintf (name, sizeof name, "f%u", i);
      CU_ASSERT_STRING_EQUAL (function_name (m, fn), name);
      CU_ASSERT_EQUAL (fn->line, i + 1);
      CU_ASSERT_EQUAL (fn->n_blocks, 1);
      CU_ASSERT_EQUAL (fn->n_edges, 1);
      CU_ASSERT_EQUAL (fn->n_points, 1);
      CU_ASSERT_EQUAL (m->blocks[fn->first_block].n_insns, i);
      CU_ASSERT_STRING_EQUAL (s + m->lines[fn->first_line + 1].file, "all.h");
      CU_ASSERT_EQUAL (p->n_args, i);
      CU_ASSERT_EQUAL (point_id (p, 100), 100 + i);
      CU_ASSERT_EQUAL (fn->n_inlined, 1);
      CU_ASSERT_EQUAL (m->inlined[fn->first_inlined].line, i + 7);
      if (i > 0)
	CU_ASSERT_EQUAL (m->args[p->first_arg], -1);
    }
}

static void
test_made (void)
{
  size_t size = 0;
  struct map m;
  struct fault f;
  void *data = make (&size);
  CU_ASSERT_PTR_NOT_NULL_FATAL (data);
  CU_ASSERT_TRUE_FATAL (map_read (&m, data, size, &f));
  check (&m);
  free (data);
}

/* One allocation after the other fails, until none does.  */
static void
test_no_memory (void)
{
  size_t size = 0;
  void *data = NULL;
  long n;
  for (n = 0; !data && n < 1000; n++)
    {
      allocations = n;
      data = make (&size);
    }
  allocations = -1;
  CU_ASSERT_TRUE (n > 20 && n < 1000);
  free (data);

  data = make (&size);
  FILE *out = fopen ("/dev/null", "w");
  allocations = 0;
  CU_ASSERT_EQUAL (text_write (out, data, size), -1);
  allocations = -1;
  CU_ASSERT_EQUAL (text_write (out, data, size), 0);
  fclose (out);
  free (data);
}

static const CU_TestInfo tests[] = {
  { "what is made is what is read", test_made },
  { "no memory", test_no_memory },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  return run_tests ("map", tests);
}
