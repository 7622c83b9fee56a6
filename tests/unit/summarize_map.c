/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader of maps: what it accepts, and that it refuses all else.  */

#include "tests/unit/summarize.h"
#include "summarize/library/library.h"

/* A program of the one unit M.  */
struct one
{
  struct program program;
  struct unit unit;
  uint32_t by_address;
};

static void
make_one (struct one *o, const struct map *m)
{
  memset (o, 0, sizeof *o);
  o->unit.map = *m;
  o->unit.discarded = calloc (m->header->n_functions + 1, 1);
  o->program.units = &o->unit;
  o->program.n_units = 1;
  o->program.by_address = &o->by_address;
}

/* The graphs of O, of the functions from FIRST up to END.  */
static void
draw (FILE *out, const struct one *o, uint32_t first, uint32_t end)
{
  struct ghalt_program p = { o->program };
  struct ghalt_report *r = ghalt_report_open (&p, NULL, NULL);
  CU_ASSERT_PTR_NOT_NULL_FATAL (r);
  for (uint32_t i = first; i < end; i++)
    {
      struct ghalt_graph *g = ghalt_graph_open (r, i, 0, NULL);
      dot_function (out, r, i, g, false, NULL, NULL, &no_fault);
      ghalt_graph_close (g);
    }
  ghalt_report_close (r);
}

/* Read B and, if it is accepted, use all of it.  */
static bool
use (struct bytes b, struct fault *f)
{
  struct map m;
  if (!map_read (&m, b.data, b.size, f))
    return false;
  struct one o;
  struct options all = { .n_functions = 0 };
  char *text = NULL, *dot = NULL;
  make_one (&o, &m);
  CAPTURE (text, out, text_summary (out, &o.program, &all));
  CAPTURE (dot, out, draw (out, &o, 0, m.header->n_functions));
  free (text);
  free (dot);
  free ((void *) o.unit.discarded);
  return true;
}

static const char expected_text[]
  = "halt-summary 1\n"
    "unit 0 base 0 ids 2 checksum 0123456789abcdef flags - source a.c "
    "directory /src producer \"HALT test\"\n"
    "function f address 0x0000000000001000 cfg 0000000000000abc flags - "
    "blocks 5 edges 9 points 3 at a.c:3 pretty \"f(int, char)\"\n"
    " block 2 insns 2 flags - at a.c:3-4\n"
    " block 3 insns 3 flags - at a.c:5\n"
    " block 4 insns 1 flags - at a.c:6\n"
    " block 5 insns 4 flags - at a.c:7-900\n"
    " block 6 insns 2 flags cold at -\n"
    " edge entry 2 fall\n"
    " edge 2 3 fall\n"
    " edge 3 4 fall\n"
    " edge 3 5 taken\n"
    " edge 4 5 jump\n"
    " edge 5 3 taken\n"
    " edge 5 6 fall\n"
    " edge 6 exit index 0\n"
    " edge 6 exit index 1\n"
    " point - startup block 2 insn 0 before at a.c:3\n"
    " point 0 cbr block 3 insn 2 before at a.c:5:7 args -3 "
    "-9223372036854775808\n"
    " point 1 cbr block 5 insn 3 after at -\n"
    "function g address - cfg 0000000000000000 flags local,skipped "
    "blocks 0 edges 0 points 0 at a.c:20 pretty \"\"\n";

static void
test_text (void)
{
  struct bytes b = make_map (0x2000, 0x1000, 0);
  struct map m;
  struct fault f;
  struct one o;
  struct options all = { .n_functions = 0 };
  char *text = NULL;
  CU_ASSERT_TRUE_FATAL (map_read (&m, b.data, b.size, &f));
  ((struct halt_map *) b.data)->checksum = 0x0123456789abcdef;
  make_one (&o, &m);
  CAPTURE (text, out, text_summary (out, &o.program, &all));
  CU_ASSERT_STRING_EQUAL (text, expected_text);
  free (text);

  const char *names[] = { "g*" };
  struct options only_g = { .functions = names, .n_functions = 1 };
  CAPTURE (text, out, text_summary (out, &o.program, &only_g));
  CU_ASSERT_PTR_NULL (strstr (text, "function f"));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "\nfunction g "));
  free (text);
  free ((void *) o.unit.discarded);
  free (b.data);
}

static void
test_dot (void)
{
  struct bytes b = make_map (0x2000, 0x1000, 0);
  struct map m;
  struct fault f;
  struct one o;
  char *text = NULL;
  CU_ASSERT_TRUE_FATAL (map_read (&m, b.data, b.size, &f));
  make_one (&o, &m);
  o.unit.base = 10;
  CAPTURE (text, out, draw (out, &o, 0, 1));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "digraph \"f\" {"));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "  3 -> 5 [label=\" taken \"]"));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "  6 -> exit [label=\" index 0-1 \"]"));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "cbr 11<"));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "a.c:3-4"));
  free (text);
  free ((void *) o.unit.discarded);
  free (b.data);
}

/* Overwrite SIZE bytes at OFFSET and expect the refusal.  */
static void
refuse (size_t offset, uint64_t value, size_t size, const char *expected)
{
  struct bytes b = make_map (0x2000, 0x1000, 0);
  struct fault f = { "accepted" };
  memcpy (b.data + offset, &value, size);
  if (offset != offsetof (struct halt_map, checksum))
    seal_map (b);
  use (b, &f);
  if (!strstr (f.text, expected))
    fprintf (stderr, "offset %zu: got '%s', not '%s'\n", offset, f.text,
	     expected);
  CU_ASSERT_PTR_NOT_NULL (strstr (f.text, expected));
  free (b.data);
}

#define HEADER(field) offsetof (struct halt_map, field), \
  sizeof ((struct halt_map *) 0)->field
#define FUNCTIONS (sizeof (struct halt_map) + 2 * 8)
#define BLOCKS (FUNCTIONS + sizeof sample_functions)
#define EDGES (BLOCKS + sizeof sample_blocks)
#define POINTS (EDGES + sizeof sample_edges)
#define STRINGS (POINTS + sizeof sample_points + sizeof sample_args)
#define IN(table, type, i, field) \
  table + (i) * sizeof (struct type) + offsetof (struct type, field), 4

#define IN8(table, type, i, field) \
  table + (i) * sizeof (struct type) + offsetof (struct type, field), 8

static void
test_refusals (void)
{
  static const struct
  {
    size_t offset, size;
    uint64_t value;
    const char *expected;
  } rows[] = {
    { HEADER (magic), 7, "wrong magic" },
    { HEADER (magic), 0x5548414c544d4150ull, "byte order" },
    { HEADER (version), 1, "version 1" },
    { HEADER (header_size), 104, "header of 104" },
    { HEADER (size), 8, "tables need" },
    { HEADER (size), UINT64_MAX - 7, "truncated" },
    { HEADER (checksum), 1, "checksum" },
    { HEADER (n_ids), 1, "id 1 out of range" },
    { HEADER (flags), 1, "unknown unit flags" },
    { HEADER (n_functions), UINT32_MAX, "tables need" },
    { HEADER (n_points), UINT32_MAX, "tables need" },
    { HEADER (strings_size), UINT32_MAX, "tables need" },
    { HEADER (source), sizeof sample_strings, "string offset" },
    { HEADER (directory), UINT32_MAX, "string offset" },
    { HEADER (producer), 1u << 31, "string offset" },
    { IN (FUNCTIONS, halt_map_function, 0, name), 99, "string offset" },
    { IN (FUNCTIONS, halt_map_function, 1, pretty), 99, "string offset" },
    { IN (FUNCTIONS, halt_map_function, 0, file), 99, "string offset" },
    { IN (FUNCTIONS, halt_map_function, 0, flags), 16, "unknown flags" },
    { IN (FUNCTIONS, halt_map_function, 0, first_block), 1, "out of order" },
    { IN (FUNCTIONS, halt_map_function, 0, n_blocks), 6, "out of range" },
    { IN (FUNCTIONS, halt_map_function, 0, n_blocks), UINT32_MAX,
      "out of range" },
    { IN (FUNCTIONS, halt_map_function, 0, n_edges), 8, "belong to nothing" },
    { IN (FUNCTIONS, halt_map_function, 1, n_edges), 1, "out of range" },
    { IN (FUNCTIONS, halt_map_function, 0, n_points), 4, "out of range" },
    { IN (BLOCKS, halt_map_block, 0, file), 99, "string offset" },
    { IN (BLOCKS, halt_map_block, 0, flags), 128, "unknown flags" },
    { IN (EDGES, halt_map_edge, 0, from), 1, "block out of range" },
    { IN (EDGES, halt_map_edge, 0, from), 7, "block out of range" },
    { IN (EDGES, halt_map_edge, 0, to), 0, "block out of range" },
    { IN (EDGES, halt_map_edge, 0, to), UINT32_MAX, "block out of range" },
    { IN (EDGES, halt_map_edge, 0, flags), 3, "unknown kind 0x3" },
    { IN (EDGES, halt_map_edge, 0, flags), 0, "unknown kind 0" },
    { IN (POINTS, halt_map_point, 1, flags), 128, "unknown flags" },
    { IN (POINTS, halt_map_point, 1, flags), 4, "no known form" },
    { IN (POINTS, halt_map_point, 1, id), 2, "id 2 out of range" },
    { IN8 (POINTS, halt_map_point, 1, id), 1ull << 32,
      "id 4294967296 out of range" },
    { IN (POINTS, halt_map_point, 1, inlined), 999, "string offset" },
    { IN (POINTS, halt_map_point, 1, block), 1, "block 1 out of range" },
    { IN (POINTS, halt_map_point, 1, block), 7, "block 7 out of range" },
    { IN (POINTS, halt_map_point, 1, file), 99, "string offset" },
    { IN (POINTS, halt_map_point, 1, first_arg), 1, "arguments" },
    { IN (POINTS, halt_map_point, 1, n_args), 3, "arguments" },
    { IN (POINTS, halt_map_point, 1, n_args), 1, "belong to nothing" },
    { STRINGS, 1, 'x', "begin and end with NUL" },
    { STRINGS + sizeof sample_strings - 1, 1, 'x', "begin and end with NUL" },
    { STRINGS + sizeof sample_strings, 1, 'x', "padding" },
  };
  CU_ASSERT_NOT_EQUAL_FATAL (sizeof sample_strings % 8, 0);
  for (size_t i = 0; i < LENGTH (rows); i++)
    refuse (rows[i].offset, rows[i].value, rows[i].size, rows[i].expected);
}

/* Kinds of users' own, and ids that are constants.  */
static void
test_foreign (void)
{
  struct bytes b = make_map (0x2000, 0x1000, 0);
  struct halt_map *h = (struct halt_map *) b.data;
  struct halt_map_point *p = (struct halt_map_point *) (b.data + POINTS);
  struct map m;
  struct fault f;
  struct one o;
  struct options all = { .n_functions = 0 };
  char *text = NULL;
  h->flags = HALT_UNIT_GIMPLE;
  p[1].kind = HALT_KIND_USER + 6;
  p[2].kind = UINT32_MAX;
  p[2].flags = HALT_POINT_FIXED;
  p[2].id = UINT64_MAX;
  seal_map (b);
  CU_ASSERT_TRUE_FATAL (map_read (&m, b.data, b.size, &f));
  make_one (&o, &m);
  o.unit.base = 100;
  CAPTURE (text, out, text_summary (out, &o.program, &all));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, " flags gimple source"));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, " point 100 kind-262 block 3"));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, " point 18446744073709551615 "
				  "kind-4294967295 block 5 insn 3 before at - "
				  "id fixed\n"));
  free (text);
  CAPTURE (text, out, draw (out, &o, 0, 1));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "kind-262 100&#160;"));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "at=gimple"));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "2 stmts"));
  free (text);
  free ((void *) o.unit.discarded);
  free (b.data);
}

static void
test_truncations (void)
{
  struct bytes whole = make_map (0x2000, 0x1000, 0);
  for (size_t size = 0; size < whole.size; size++)
    {
      struct bytes part = copy_bytes (whole.data, size);
      struct fault f;
      CU_ASSERT_FALSE (use (part, &f));
      CU_ASSERT_PTR_NOT_NULL (strstr (f.text, "truncated"));
      free (part.data);
    }
  free (whole.data);
}

/* Every bit, with the old checksum and with one that fits.  */
static void
test_bits (void)
{
  struct bytes whole = make_map (0x2000, 0x1000, 0);
  size_t body = FUNCTIONS;
  for (size_t bit = 0; bit < whole.size * 8; bit++)
    {
      struct bytes b = copy_bytes (whole.data, whole.size);
      struct fault f;
      b.data[bit / 8] ^= (char) (1 << bit % 8);
      bool accepted = use (b, &f);
      CU_ASSERT_FALSE (accepted && bit / 8 >= body);
      seal_map (b);
      use (b, &f);
      free (b.data);
    }
  free (whole.data);
}

/* Some fields at once, with values that are hard.  */
static void
test_random (void)
{
  static const uint32_t hard[] = { 0, 1, 2, 7, 0x7fffffff, 0x80000000,
				   0xfffffffe, 0xffffffff };
  struct bytes whole = make_map (0x2000, 0x1000, 0);
  for (int round = 0; round < 20000; round++)
    {
      struct bytes b = copy_bytes (whole.data, whole.size);
      struct fault f;
      for (uint64_t n = next_random () % 3 + 1; n > 0; n--)
	{
	  uint64_t at = next_random () % (whole.size / 4) * 4;
	  uint64_t pick = next_random () % (2 * LENGTH (hard));
	  uint32_t value = pick < LENGTH (hard) ? hard[pick]
			   : (uint32_t) next_random () % 16;
	  memcpy (b.data + at, &value, sizeof value);
	}
      seal_map (b);
      use (b, &f);
      free (b.data);
    }
  free (whole.data);
}

static void
test_words (void)
{
  static const struct
  {
    const char *text, *expected;
  } rows[] = {
    { "main", "main" }, { "", "\"\"" }, { "-", "\"-\"" },
    { "f(int, char)", "\"f(int, char)\"" }, { "a\"b\\c", "\"a\\\"b\\\\c\"" },
    { "a\nb\033", "\"a\\012b\\033\"" }, { "\303\244.c", "\303\244.c" },
  };
  for (size_t i = 0; i < LENGTH (rows); i++)
    {
      char *text = NULL;
      CAPTURE (text, out, put_word (out, rows[i].text));
      CU_ASSERT_STRING_EQUAL (text, rows[i].expected);
      free (text);
    }
  char *text = NULL;
  CAPTURE (text, out, {
    put_grouped (out, UINT64_MAX);
    put_text (out, " ");
    put_markup (out, "\t  a<b & \"c\"\377\303\244\001", 16, 8, 99);
    put_text (out, " ");
    put_markup (out, "abcdef", 6, 0, 3);
    put_text (out, " ");
    put_quoted (out, "a\"\\\n\377");
  });
  CU_ASSERT_STRING_EQUAL (text, "18,446,744,073,709,551,615 "
			  "&#160;&#160;a&lt;b&#160;&amp;&#160;&quot;c&quot;"
			  "?\303\244? abc... \"a\\\"\\\\??\"");
  free (text);
}

static const CU_TestInfo tests[] = {
  { "text", test_text },
  { "dot", test_dot },
  { "refusals", test_refusals },
  { "users' kinds, constant ids", test_foreign },
  { "truncations", test_truncations },
  { "every bit", test_bits },
  { "random fields", test_random },
  { "words", test_words },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  return run_tests ("map", tests);
}
