/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program with points of all kinds, and what is reported of them.  */

#include "tests/unit/summarize_command.h"
#include "report/report.h"

/* f: a loop around a jump table; g calls it.

     entry -> 2 -> 3 -> 4, 5, 4 (indices 0, 1, 2)    3: table, default to 6
	      4 -> 3, 5 -> 3, 6 -> exit
     g: entry -> 2 -> exit
     p: entry -> 2 -> 3, 4 -> exit, with one id for both exits  */
static const char text[] = "\0f\0g\0a.c\0h.c\0gcc\0p";
enum { F = 1, G = 3, A = 5, H = 9, GCC = 13, P = 17 };

static const struct halt_map_function functions[] = {
  { .name = F, .file = A, .line = 1, .n_blocks = 5, .n_edges = 9,
    .n_points = 15 },
  { .name = G, .file = A, .line = 20, .first_block = 5, .n_blocks = 1,
    .first_edge = 9, .n_edges = 2, .first_point = 15, .n_points = 4 },
  { .name = P, .file = A, .line = 30, .first_block = 6, .n_blocks = 3,
    .first_edge = 11, .n_edges = 5, .first_point = 19, .n_points = 3 },
};

static const struct halt_map_block blocks[] = {
  { .file = A, .line = 2, .n_insns = 1 }, { .file = A, .line = 3 },
  { .file = A, .line = 5 }, { .file = H, .line = 7 }, { .file = A, .line = 9 },
  { .file = A, .line = 21 },
  { .file = A, .line = 31 }, { .file = A, .line = 32 },
  { .file = A, .line = 33 },
};

static const struct halt_map_edge edges[] = {
  { 0, 2, HALT_EDGE_FALL, 0 }, { 2, 3, HALT_EDGE_FALL, 0 },
  { 3, 6, HALT_EDGE_INDEX, 3 }, { 3, 4, HALT_EDGE_INDEX, 0 },
  { 3, 5, HALT_EDGE_INDEX, 1 }, { 3, 4, HALT_EDGE_INDEX, 2 },
  { 4, 3, HALT_EDGE_JUMP, 0 }, { 5, 3, HALT_EDGE_JUMP, 0 },
  { 6, 1, HALT_EDGE_RETURN, 0 },
  { 0, 2, HALT_EDGE_FALL, 0 }, { 2, 1, HALT_EDGE_RETURN, 0 },
  { 0, 2, HALT_EDGE_FALL, 0 }, { 2, 3, HALT_EDGE_FALL, 0 },
  { 2, 4, HALT_EDGE_TAKEN, 0 }, { 3, 1, HALT_EDGE_RETURN, 0 },
  { 4, 1, HALT_EDGE_RETURN, 0 },
};

/* Entry and exit of a function share an id; cbr has one at a constant.  */
static const struct halt_map_point points[] = {
  { .kind = HALT_STARTUP, .block = 2 },
  { .kind = HALT_ENTRY, .id = 0, .block = 2, .file = A, .line = 1 },
  { .kind = HALT_BLOCK, .id = 1, .block = 2 },
  { .kind = HALT_CYCLE, .id = 1, .block = 2 },
  { .kind = HALT_LOAD, .id = 2, .block = 2, .file = A, .line = 2 },
  { .kind = HALT_BLOCK, .id = 3, .block = 3 },
  { .kind = HALT_MBR, .id = 4, .block = 3, .file = A, .line = 3,
    .column = 3 },
  { .kind = HALT_STORE, .id = 5, .block = 4, .file = A, .line = 5,
    .flags = HALT_POINT_AFTER },
  { .kind = HALT_LOAD, .id = 6, .block = 5, .file = H, .line = 7 },
  { .kind = HALT_LOAD, .id = 7, .block = 5, .file = H, .line = 7 },
  { .kind = HALT_SETJMP, .id = 8, .block = 5, .file = H, .line = 7 },
  { .kind = HALT_LONGJMP, .id = 9, .block = 5, .file = H, .line = 7 },
  { .kind = HALT_EXIT, .id = 0, .block = 6, .file = A, .line = 9 },
  { .kind = HALT_EXIT, .id = 10, .block = 6, .file = A, .line = 9 },
  { .kind = HALT_KIND_USER + 3, .id = 11, .block = 6, .file = A, .line = 9 },
  { .kind = HALT_ENTRY, .id = 12, .block = 2, .file = A, .line = 20 },
  { .kind = HALT_CBR, .id = 5, .block = 2, .file = A, .line = 21,
    .flags = HALT_POINT_FIXED },
  { .kind = HALT_CBR, .id = 5000000000, .block = 2, .file = A, .line = 21,
    .flags = HALT_POINT_FIXED },
  { .kind = HALT_EXIT, .id = 12, .block = 2, .file = A, .line = 22 },
  { .kind = HALT_ENTRY, .id = 13, .block = 2, .file = A, .line = 30 },
  { .kind = HALT_EXIT, .id = 13, .block = 3, .file = A, .line = 32 },
  { .kind = HALT_EXIT, .id = 13, .block = 4, .file = A, .line = 33 },
};

/* Cells of the rows, kind after kind.  */
static const uint64_t
  cbr[] = { 5, 1, 2, 5000000000, 0, 7 },
  mbr[] = { 4, 0, 30, 4, 1, 50, 4, 3, 10, 4, 77, 1, 4, 78, 2, 4, 79, 3 },
  entry[] = { 0, 10, 12, 3, 13, 9 },
  exits[] = { 0, 4, 10, 6, 12, 3, 13, 8 },
  jumps[] = { 8, 1 },
  load[] = { 2, 10, 80, 6, 50, 100 },
  store[] = { 5, 30, 960 },
  block[] = { 1, 10, 3, 96 };

#define TABLE(kind, rows, cells) { kind, cells, LENGTH (rows) / (cells) }, rows
static const struct
{
  struct halt_prof_table table;
  const uint64_t *rows;
} tables[] = {
  { TABLE (HALT_CBR, cbr, 3) }, { TABLE (HALT_MBR, mbr, 3) },
  { TABLE (HALT_ENTRY, entry, 2) }, { TABLE (HALT_EXIT, exits, 2) },
  { TABLE (HALT_SETJMP, jumps, 2) }, { TABLE (HALT_LOAD, load, 3) },
  { TABLE (HALT_STORE, store, 3) }, { TABLE (HALT_BLOCK, block, 2) },
  { { HALT_LONGJMP, 2, 0 }, NULL },
};

static void
save (const char *name, struct bytes b)
{
  FILE *out = fopen (path (name), "w");
  fwrite (b.data, 1, b.size, out);
  fclose (out);
}

/* The program NAME and its profile NAME.prof, with tables of the KINDS.  */
static struct bytes
make (const char *name, uint32_t flags, uint32_t kinds)
{
  struct halt_map h = {
    .magic = HALT_MAP_MAGIC, .version = HALT_MAP_VERSION,
    .header_size = sizeof h, .unit = 0x1000, .n_ids = 14, .flags = flags,
    .n_functions = LENGTH (functions), .n_blocks = LENGTH (blocks),
    .n_edges = LENGTH (edges), .n_points = LENGTH (points),
    .strings_size = sizeof text, .source = A, .producer = GCC
  };
  static const uint64_t addresses[] = { 0x2000, 0x3000, 0x4000 };
  struct bytes b = { NULL, 0 };
  add_bytes (&b, &h, sizeof h);
  add_bytes (&b, addresses, sizeof addresses);
  add_bytes (&b, functions, sizeof functions);
  add_bytes (&b, blocks, sizeof blocks);
  add_bytes (&b, edges, sizeof edges);
  add_bytes (&b, points, sizeof points);
  add_bytes (&b, text, sizeof text);
  add_bytes (&b, "\0\0\0\0\0\0\0", -b.size & 7);
  ((struct halt_map *) b.data)->size = b.size;
  seal_map (b);
  write_program (name, b);

  struct halt_prof p = {
    .magic = HALT_PROF_MAGIC, .version = HALT_PROF_VERSION,
    .header_size = sizeof p, .n_objects = 1, .n_units = 1, .strings_size = 1
  };
  const struct halt_prof_object object = { .n_units = 1 };
  struct halt_prof_unit unit = {
    .address = 0x1000, .count = 14, .flags = flags,
    .checksum = ((struct halt_map *) b.data)->checksum
  };
  struct bytes f = { NULL, 0 };
  for (size_t i = 0; i < LENGTH (tables); i++)
    p.n_tables += kinds >> tables[i].table.kind & 1;
  add_bytes (&f, &p, sizeof p);
  add_bytes (&f, &object, sizeof object);
  add_bytes (&f, &unit, sizeof unit);
  for (size_t i = 0; i < LENGTH (tables); i++)
    if (kinds >> tables[i].table.kind & 1)
      add_bytes (&f, &tables[i].table, sizeof tables[i].table);
  for (size_t i = 0; i < LENGTH (tables); i++)
    if (kinds >> tables[i].table.kind & 1)
      add_bytes (&f, tables[i].rows, tables[i].table.n_rows
		 * tables[i].table.cells * sizeof (uint64_t));
  add_bytes (&f, "", 1);
  ((struct halt_prof *) f.data)->size = f.size;
  seal_prof (f);
  char file[40];
  snprintf (file, sizeof file, "%s.prof", name);
  save (file, f);
  free (b.data);
  return f;
}

static struct bytes whole;

static void
test_setup (void)
{
  whole = make ("all", 0, ~0u);
  free (make ("gimple", HALT_UNIT_GIMPLE, 1 << HALT_MBR | 1 << HALT_LOAD).data);
  free (make ("blocks", 0, 1 << HALT_BLOCK).data);
  free (make ("entries", 0, 1 << HALT_ENTRY | 1 << HALT_MBR).data);
  free (make ("exits", 0, 1 << HALT_EXIT).data);
}

static void
expect (const char *command, const char *expected)
{
  ghalt (command);
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_STRING_EQUAL (errors, "");
  CU_ASSERT_STRING_EQUAL (output, expected);
  if (strcmp (output, expected) != 0)
    fprintf (stderr, "ghalt %s:\n%s", command, output);
}

static void
test_report (void)
{
  expect ("report all all.prof",
	  "kind     points  executed  never  executions  bytes\n"
	  "cbr           2         2      0          10\n"
	  "mbr           1         1      0          96\n"
	  "entry         3         3      0          22\n"
	  "exit          5         5      0          21\n"
	  "setjmp        1         1      0           1\n"
	  "longjmp       1         0      1           0\n"
	  "load          3         2      1          60    180\n"
	  "store         1         1      0          30    960\n"
	  "block         2         2      0         106\n"
	  "cycle         1  not recorded\n"
	  "others        1  not recorded\n"
	  "\n"
	  "conditional branches (cbr)\n"
	  "executions   not taken       taken  taken%          id  where         "
	  "  function\n"
	  "         7           0           7   100.0  5000000000  a.c:21 block 2  g\n"
	  "         3           1           2    66.7           5  a.c:21 block 2  g\n"
	  "\n"
	  "multiway branches (mbr)\n"
	  "executions  indices  id  where    function\n"
	  "        96        6   4  a.c:3:3  f\n"
	  "        50    52.1%  index 1 to 5  h.c:7\n"
	  "        30    31.3%  index 0 to 4  a.c:5\n"
	  "        10    10.4%  index 3 to 6  a.c:9\n"
	  "         3     3.1%  index 79\n"
	  "         3     3.1%  2 more indices\n"
	  "\n"
	  "functions (entry, exit)\n"
	  "entries  exits  id  where   function\n"
	  "     10     10   0  a.c:1   f\n"
	  "      9      8  13  a.c:30  p\n"
	  "      3      3  12  a.c:20  g\n"
	  "\n"
	  "calls of setjmp (setjmp)\n"
	  "executions  id  where  function\n"
	  "         1   8  h.c:7  f\n"
	  "\n"
	  "calls of longjmp (longjmp)\n"
	  "executions  id  where  function\n"
	  "         0   9  h.c:7  f\n"
	  "\n"
	  "loads (load)\n"
	  "executions  bytes  id  where  function\n"
	  "        50    100   6  h.c:7  f\n"
	  "        10     80   2  a.c:2  f\n"
	  "         0      0   7  h.c:7  f\n"
	  "\n"
	  "stores (store)\n"
	  "executions  bytes  id  where  function\n"
	  "        30    960   5  a.c:5  f\n"
	  "\n"
	  "basic blocks (block)\n"
	  "executions  id  block  where  function\n"
	  "        96   3      3  a.c:3  f\n"
	  "        10   1      2  a.c:2  f\n");
  expect ("report --kind=load,exit --sort=id --top=2 all all.prof",
	  "kind     points  executed  never  executions  bytes\n"
	  "exit          5         5      0          21\n"
	  "load          3         2      1          60    180\n"
	  "\n"
	  "function exits (exit)\n"
	  "executions  id  where  function\n"
	  "         4   0  a.c:9  f\n"
	  "         6  10  a.c:9  f\n"
	  "\n"
	  "loads (load)\n"
	  "executions  bytes  id  where  function\n"
	  "        10     80   2  a.c:2  f\n"
	  "        50    100   6  h.c:7  f\n");
  expect ("report --kind mbr --all-indices gimple gimple.prof",
	  "kind     points  executed  never  executions\n"
	  "mbr           1         1      0          96\n"
	  "\n"
	  "labelled at=gimple, in GCC's intermediate code, not in machine "
	  "code: 1 of 1 unit\n"
	  "\n"
	  "multiway branches (mbr)\n"
	  "executions  indices  id  where    function\n"
	  "        96        6   4  a.c:3:3  f\n"
	  "        50    52.1%  index 1 to 5  h.c:7\n"
	  "        30    31.3%  index 0 to 4  a.c:5\n"
	  "        10    10.4%  index 3 to 6  a.c:9\n"
	  "         3     3.1%  index 79\n"
	  "         2     2.1%  index 78\n"
	  "         1     1.0%  index 77\n");
  expect ("report --function=g --kind=entry,exit all all.prof",
	  "kind     points  executed  never  executions\n"
	  "entry         1         1      0           3\n"
	  "exit          1         1      0           3\n"
	  "\n"
	  "functions (entry, exit)\n"
	  "entries  exits  id  where   function\n"
	  "      3      3  12  a.c:20  g\n");
}

/* The graph of f, from what was recorded.  */
static void
graph (const char *command, const char *const *lines)
{
  ghalt (command);
  CU_ASSERT_EQUAL (status, 0);
  for (; *lines; lines++)
    CU_ASSERT_TRUE (says (*lines));
}

static void
test_dot (void)
{
  /* All: the return is as often as the exit says.  The table has rows that no
     edge explains, so its block is begun more often than it is left.  */
  static const char *const all[] = {
    "entry -> 2 [label=\" fall \\n ~10 \"", "<b>10&#160;", "<b>96&#160;",
    "2 -> 3 [label=\" fall \\n ? \"", "3 -> 4 [label=\" index 0,2 \\n 30 \"",
    "contradict each other: block 3 or around it",
    "3 -> 5 [label=\" index 1 \\n 50 \"", "3 -> 6 [label=\" index 3 \\n 10 \"",
    "6 -> exit [label=\" return \\n ~10 \"", "entry\\n10\"", NULL
  };
  graph ("report --format=dot --function=f all all.prof", all);

  /* Entries and the table are enough for every edge.  */
  static const char *const entries[] = {
    "entry\\n10\"", "3 -> 4 [label=\" index 0,2 \\n 30 \"",
    "4 -> 3 [label=\" jump \\n ~30 \"", "5 -> 3 [label=\" jump \\n ~50 \"",
    "2 -> 3 [label=\" fall \\n ~10 \"", "exit\\n~10\"", NULL
  };
  graph ("report --format=dot entries entries.prof", entries);

  /* Blocks alone: 3 is entered twice from elsewhere.  */
  static const char *const blocks_only[] = {
    "entry -> 2 [label=\" fall \\n ~10 \"", "<b>96&#160;",
    "3 -> 5 [label=\" index 1 \\n ? \"", NULL
  };
  graph ("report --format=dot blocks blocks.prof", blocks_only);

  /* One exit in a block: the return; two: nobody knows.  */
  static const char *const exits_of_g[] = {
    "2 -> exit [label=\" return \\n 3 \"", "entry\\n~3\"", NULL
  };
  graph ("report --format=dot --function=g exits exits.prof", exits_of_g);
  static const char *const exits_of_f[] = {
    "6 -> exit [label=\" return \\n ? \"", NULL
  };
  graph ("report --format=dot --function=f exits exits.prof", exits_of_f);

  /* All exits together.  */
  static const char *const exits_of_p[] = {
    "3 -> exit [label=\" return \\n ? \"", "exit\\n8\"", NULL
  };
  graph ("report --format=dot --function=p exits exits.prof", exits_of_p);

  static const char *const gimple[] = {
    "at=gimple: not machine code", "stmt", NULL
  };
  graph ("report --format=dot gimple gimple.prof", gimple);
}

static void
test_summary (void)
{
  ghalt ("summarize all");
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_TRUE (says (" point - startup block 2 insn 0 before at -\n"));
  CU_ASSERT_TRUE (says (" point 0 entry block 2 insn 0 before at a.c:1\n"));
  CU_ASSERT_TRUE (says (" point 5 store block 4 insn 0 after at a.c:5\n"));
  CU_ASSERT_TRUE (says (" point 11 kind-259 block 6 insn 0 before at a.c:9\n"));
  CU_ASSERT_TRUE (says (" point 5000000000 cbr block 2 insn 0 before at a.c:21"
			" id fixed\n"));
  CU_ASSERT_TRUE (says (" edge 3 4 index 2\n"));
}

static void
refuse (const char *command, const char *why)
{
  ghalt (command);
  CU_ASSERT_EQUAL (status, 2);
  CU_ASSERT_PTR_NOT_NULL (strstr (errors, why));
  CU_ASSERT_PTR_EQUAL (strchr (errors, '\n'), errors + strlen (errors) - 1);
}

static void
test_refusals (void)
{
  refuse ("report --kind=laod all all.prof", "did you mean 'load'?");
  refuse ("report --kind=startup all all.prof", "unknown kind 'startup'");
  refuse ("report --kind=cbr, all all.prof", "unknown kind ''");
  refuse ("report --kind= all all.prof", "unknown kind ''");
  refuse ("report --kind all", "unknown kind 'all'");
  refuse ("report all all.prof --kind", "needs a value");
  refuse ("report --kind=block,mbr prog gone.prof", "cannot open");
}

/* Profiles with fields that are hard but checksums that fit: refused, or used
   to the end.  */
static void
test_hostile (void)
{
  static const uint32_t hard[] = { 0, 1, 2, 3, 4, 7, 0x7fffffff, 0xffffffff };
  struct ghalt_program *program = ghalt_program_open (path ("all"), NULL);
  struct fault f;
  CU_ASSERT_PTR_NOT_NULL_FATAL (program);
  int used = 0;
  for (int round = 0; round < 30000; round++)
    {
      struct bytes b = copy_bytes (whole.data, whole.size);
      struct options o = { .sort = round % 3, .top = UINT64_MAX,
			   .all_indices = round % 2 };
      char *shown = NULL;
      for (uint64_t n = next_random () % 4 + 1; n > 0; n--)
	memcpy (b.data + next_random () % (whole.size / 4) * 4,
		&hard[next_random () % LENGTH (hard)], 4);
      seal_prof (b);
      struct ghalt_profile *prof = ghalt_profile_read (b.data, b.size, "b", NULL);
      struct ghalt_report *data = prof ? ghalt_report_open (program, prof, NULL)
				       : NULL;
      free (b.data);
      if (data)
	{
	  struct report r = { .options = &o, .data = data, .path = "all",
			      .build_id = "", .fault = &f, .colour = true };
	  CU_ASSERT_TRUE_FATAL (report_choose (&r, prof));
	  CAPTURE (shown, out, table_report (out, &r));
	  CU_ASSERT_PTR_NOT_NULL (strstr (shown, "executions"));
	  free (shown);
	  static void (*const others[]) (FILE *, const struct report *) = {
	    hot_report, json_report, annotate_report, callgrind_report,
	    folded_report
	  };
	  o.top = 3;
	  for (size_t i = 0; i < LENGTH (others); i++)
	    {
	      CAPTURE (shown, out, others[i] (out, &r));
	      CU_ASSERT_PTR_NOT_NULL (shown);
	      free (shown);
	    }
	  report_release (&r);
	  used++;
	}
      ghalt_report_close (data);
      ghalt_profile_close (prof);
    }
  CU_ASSERT_TRUE (used > 1000);
  ghalt_program_close (program);
  free (whole.data);
}

static const CU_TestInfo tests[] = {
  { "make programs", test_setup },
  { "report", test_report },
  { "graphs", test_dot },
  { "summary", test_summary },
  { "refusals", test_refusals },
  { "hostile profiles", test_hostile },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  if (make_directory ())
    return 1;
  int failed = run_tests ("kinds", tests);
  remove_directory ();
  free (output);
  free (errors);
  return failed;
}
