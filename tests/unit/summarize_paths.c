/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt paths, on programs and profiles that are made by hand.  */

#include "tests/unit/summarize_command.h"

/* The paths of f, and of another one that is not there.  0 1 2 3 4 are the
   sample's blocks; 3 leads back to 1.  */
#define GRAPH \
  "graph 5 6 0 1\nregion 0 8\nedge 0 0 1 step 0\nedge 1 1 2 step 0\n" \
  "edge 2 1 3 step 2\nedge 3 2 3 step 0\nedge 4 3 1 ends 0\n" \
  "edge 5 3 4 step 1\nexit 4 0\nbegin 0 0 0\nbegin 1 0 4\nend\n"
#define FIRST "halt-paths 1\n"
#define F FIRST "procedure 1 f\n" GRAPH

/* Write the profile NAME of the program PROG: N rows of paths.  */
static void
write_prof (const char *name, const char *prog, const uint64_t *rows,
	    size_t n)
{
  struct halt_prof_unit units[4];
  struct program p;
  struct fault f;
  uint64_t base = 0;
  CU_ASSERT_TRUE_FATAL (program_open (&p, path (prog), &f));
  CU_ASSERT_TRUE_FATAL (p.n_units <= LENGTH (units));
  for (size_t i = 0; i < p.n_units; i++)
    {
      const struct halt_map *h = p.units[i].map.header;
      units[i] = (struct halt_prof_unit) { h->unit, base, h->n_ids,
					   h->checksum, 0, 0 };
      base += h->n_ids;
    }
  struct halt_prof_object object = { .n_units = (uint32_t) p.n_units };
  struct bytes b = make_prof (&object, 1, units, p.n_units, rows, n, "", 1);
  struct halt_prof_table *t = (void *) (b.data + sizeof (struct halt_prof)
					+ sizeof object
					+ p.n_units * sizeof *units);
  t->kind = HALT_PATH_SUM_READ;
  seal_prof (b);
  program_close (&p);
  FILE *out = fopen (path (name), "w");
  fwrite (b.data, 1, b.size, out);
  fclose (out);
  free (b.data);
}

/* Called 10 times, three times around: 0 1 2 3, then 1 2 3 twice, 1 3 4.  */
static const uint64_t counts[] = { 1, 0, 10, 1, 4, 20, 1, 7, 10 };

static void
test_setup (void)
{
  static const struct asm_unit one[] = { { .extra = 1, .paths = F } };
  CU_ASSERT_TRUE_FATAL (build ("prog", one, 1));
  write_prof ("halt.prof", "prog", counts, 3);
}

static void
test_text (void)
{
  ghalt ("paths prog");
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_STRING_EQUAL (errors, "");
  CU_ASSERT_STRING_EQUAL (output,
    "1 function with paths, 1 executed\n"
    "3 paths executed 40 times: 350 instructions\n"
    "3 paths have 90 % of them\n"
    "\n"
    "functions\n"
    "instructions   share  executions  possible  executed  90%  where  function\n"
    "         350   100.0          40         8         3    3  a.c:3  "
    "f(int, char)\n"
    "\n"
    "hottest paths\n"
    "instructions   share  executions  path  where  function\n"
    "         160    45.7          20     4  a.c:3  f(int, char)\n"
    "    line 5-900, back to 5\n"
    "         100    28.6          10     0  a.c:3  f(int, char)\n"
    "    line 3-900, back to 5\n"
    "          90    25.7          10     7  a.c:3  f(int, char)\n"
    "    line 5 7-900, end of the function\n");
  ghalt ("paths --top=1 prog halt.prof");
  CU_ASSERT_TRUE (says ("45.7"));
  CU_ASSERT_TRUE (says ("and 2 more\n"));
  CU_ASSERT_PTR_NULL (strstr (output, "28.6"));
}

static void
test_edges (void)
{
  ghalt ("paths --edges prog");
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_STRING_EQUAL (output,
    "edges of f(int, char), a.c:3\n"
    "executions  edge        how      to\n"
    "        10  entry -> 2  fall     a.c:3\n"
    "        10  2 -> 3      fall     a.c:5\n"
    "        30  3 -> 4      fall     a.c:6\n"
    "        10  3 -> 5      taken    a.c:7\n"
    "        30  4 -> 5      jump     a.c:7\n"
    "        30  5 -> 3      taken    a.c:5\n"
    "        10  5 -> 6      fall     -\n"
    "         ?  6 -> exit   index 0  -\n"
    "         ?  6 -> exit   index 1  -\n");
}

static void
test_one (void)
{
  ghalt ("paths --path=7 prog");
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_STRING_EQUAL (output,
    "path 7 of 8 of f(int, char), a.c:3\n"
    "10 executions, 90 instructions, 25.7 % of all\n"
    "\n"
    "block  instructions  line          way on\n"
    "    3             3  5             taken -> 5\n"
    "    5             4  7-900         fall -> 6\n"
    "    6             2  -             end of the function\n");
  ghalt ("paths --function=f --path=0:3 prog");
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_TRUE (says ("0 executions"));
}

static void
test_describe (void)
{
  static const struct asm_unit more[] = {
    { .extra = 1, .paths = F }, { .extra = 2 },
    { .extra = 3, .paths = FIRST "procedure 0 f\n" GRAPH }
  };
  ghalt ("paths --describe prog");
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_STRING_EQUAL (output, F);

  /* The second unit with paths has base 4.  */
  CU_ASSERT_TRUE_FATAL (build ("more", more, 3));
  ghalt ("paths --describe more");
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_STRING_EQUAL (output, F "procedure 4 f\n" GRAPH);
  CU_ASSERT_TRUE (run ("ar rc both.a more.o prog.o"));
  ghalt ("paths --describe both.a");
  CU_ASSERT_STRING_EQUAL (output, F "procedure 4 f\n" GRAPH
			  "procedure 7 f\n" GRAPH);
  CU_ASSERT_TRUE (run ("objcopy --compress-debug-sections more packed"));
  ghalt ("paths --describe packed");
  CU_ASSERT_EQUAL (status, 0);
  ghalt ("paths --describe --function=nosuch more");
  CU_ASSERT_EQUAL (status, 2);
  CU_ASSERT_STRING_EQUAL (errors, "ghalt: more: no function 'nosuch' with "
			  "paths\n");

  /* Counts go to the unit that has the id.  */
  static const uint64_t rows[] = { 4, 0, 1 };
  write_prof ("more.prof", "more", rows, 1);
  ghalt ("paths more more.prof");
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_STRING_EQUAL (errors, "");
  CU_ASSERT_TRUE (says ("2 functions with paths, 1 executed\n"));
  ghalt ("report more more.prof");
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_PTR_NULL (strstr (errors, "belong to no point"));
}

/* What else reads profiles.  */
static void
test_others (void)
{
  static const uint64_t other[] = { 1, 0, 11, 1, 4, 20 };
  write_prof ("other.prof", "prog", other, 2);
  ghalt ("merge -o sum.prof halt.prof other.prof halt.prof");
  CU_ASSERT_EQUAL (status, 0);
  ghalt ("paths --path=0 prog sum.prof");
  CU_ASSERT_TRUE (says ("\n31 executions, 310 instructions"));
  ghalt ("paths --path=0 prog halt.prof other.prof");
  CU_ASSERT_TRUE (says ("\n21 executions, 210 instructions"));
  ghalt ("diff prog halt.prof other.prof");
  CU_ASSERT_EQUAL (status, 1);
  CU_ASSERT_PTR_NOT_NULL (strstr (errors, "counts of paths differ"));
  ghalt ("diff prog halt.prof halt.prof");
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_STRING_EQUAL (errors, "");
  ghalt ("report --format=json prog");
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_STRING_EQUAL (errors, "ghalt: note: halt.prof counts paths alone; "
			  "'ghalt paths' shows them\n");
  ghalt ("summarize prog");
  CU_ASSERT_TRUE (says (" flags paths "));
  ghalt ("report --format=dot --function=f prog");
  CU_ASSERT_TRUE (says ("3 -> 4 [label=\" not taken \\n 30 \""));
  CU_ASSERT_TRUE (says ("6 -> exit [label=\" index 0-1 \\n ? \""));

  /* The path behind the last of edge 5 -> 3 was lost: nothing is certain.  */
  static const uint64_t lost[] = { 1, 0, 10, 1, 4, 20, 1, 7, 9 };
  write_prof ("lost.prof", "prog", lost, 3);
  ghalt ("report --format=dot --function=f prog lost.prof");
  CU_ASSERT_TRUE (says ("3 -> 4 [label=\" not taken \\n ? \""));
}

static void
test_pictures (void)
{
  ghalt ("paths --format=dot prog");
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_TRUE (says ("path&#160;4&#160;of&#160;8:&#160;taken&#160;20&#160;times,"));
  CU_ASSERT_TRUE (says ("3 -> 4 [label=\" not taken \\n 30 \", style=dashed, "
			"fontcolor=\"#1447c0\", color=\"#1447c0\""));
  CU_ASSERT_TRUE (says ("3 -> 5 [label=\" taken \\n 10 \", color=\"#7a4a3c\""));
  CU_ASSERT_TRUE (says ("begin -> 3 ["));
  if (run ("dot -V 2>/dev/null"))
    CU_ASSERT_TRUE (run ("dot -Tsvg out >svg 2>log && test ! -s log"));
  ghalt ("paths --format=dot --top=9 prog");
  const char *second = strstr (output + 1, "digraph");
  CU_ASSERT_PTR_NOT_NULL_FATAL (second);
  CU_ASSERT_PTR_NOT_NULL (strstr (second + 1, "digraph"));
}

static void
refuse (const char *command, const char *why)
{
  ghalt (command);
  if (!strstr (errors, why))
    fprintf (stderr, "%s: got '%s', not '%s'\n", command, errors, why);
  CU_ASSERT_EQUAL (status, 2);
  CU_ASSERT_PTR_NOT_NULL (strstr (errors, why));
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text, *why;
  } bad[] = {
    { "halt-paths 2\n", "damaged: line 1: " },
    { FIRST "procedure 1 f\n" "graph 5 6 0 1\nregion 0 9\n",
      "bad: description of the paths of a.c is damaged: line " },
    { FIRST "procedure 1 h\n" GRAPH, "procedure h: the map has no such" },
    { F "procedure 0 f\n" GRAPH, "procedure f: the map has no such" },
    { FIRST "procedure 2 f\n" GRAPH, "procedure f: id 2 out of range" },
    { FIRST "procedure 18446744073709551615 f\n" GRAPH, "out of range" },
    { FIRST "procedure 0 g\n" GRAPH, "procedure g: 5 blocks, but the function "
      "has 0" },
    { FIRST "procedure 0 f\ngraph 5 1 0 1\nregion 0 1\nedge 0 0 1 step 0\n"
      "exit 1 0\ndead 2\ndead 3\ndead 4\nbegin 0 0 0\nend\n",
      "edge 1 is not that of the function, from block 3 to 4" },
  };
  static const uint64_t large[] = { 1, 8, 1 }, stray[] = { 0, 0, 1 };
  for (size_t i = 0; i < LENGTH (bad); i++)
    {
      const struct asm_unit one = { .extra = 1, .paths = bad[i].text };
      CU_ASSERT_TRUE_FATAL (build ("bad", &one, 1));
      refuse ("paths --describe bad", bad[i].why);
      refuse ("paths bad", bad[i].why);
    }
  write_prof ("large.prof", "prog", large, 1);
  refuse ("paths prog large.prof", "large.prof: path 8 of f(int, char) in "
	  "region 0 is out of range: there are 8");
  write_prof ("stray.prof", "prog", stray, 1);
  ghalt ("paths prog stray.prof");
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_STRING_EQUAL (errors, "ghalt: note: 1 count of stray.prof is of "
			  "no path of any function\n");
  refuse ("paths prog stray.prof --format=dot", "no path was executed");
  refuse ("paths prog --path=8", "path 8 of f(int, char) is out of range: "
	  "region 0 has 8 paths");
  refuse ("paths prog --path=1:0", "it has 1 region\n");
  refuse ("paths prog --path=x", "[REGION:]ID, not 'x'");
  refuse ("paths prog --path=1:", "not '1:'");
  refuse ("paths prog --describe halt.prof", "'--describe' reads no profile");
  refuse ("paths prog --describe --top=1", "'--top' does not go with "
	  "'--describe'");
  refuse ("paths prog missing.prof", "cannot open 'missing.prof'");
  refuse ("paths --describe", "no program given");
}

/* A section that is damaged or gone.  */
static void
test_section (void)
{
  static const struct asm_unit none[] = { { .extra = 1 } };
  const char *copy = "objcopy -O binary --only-section=" HALT_PATHS_SECTION
    " --set-section-flags " HALT_PATHS_SECTION "=alloc prog section";
  const char *put = "objcopy --update-section " HALT_PATHS_SECTION
    "=section prog bad";
  CU_ASSERT_TRUE_FATAL (build ("none", none, 1));
  refuse ("paths --describe none", "none: no paths: nothing of it was compiled "
	  "with -fplugin-arg-halt-blpp");
  CU_ASSERT_TRUE (run ("objcopy -R " HALT_PATHS_SECTION " prog bad"));
  refuse ("paths bad", "1 of 1 description of paths is missing");
  ghalt ("report bad");
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_TRUE_FATAL (run ("%s", copy));
  CU_ASSERT_TRUE (run ("truncate -s -8 section && %s", put));
  refuse ("paths bad", "bad: description 0 at offset 0 of .debug.halt_paths: "
	  "truncated: ");
  /* What fills it up to 8 bytes belongs to it.  */
  CU_ASSERT_TRUE (strlen (F) % 8 != 0);
  CU_ASSERT_TRUE (run ("%s && truncate -s -1 section && %s", copy, put));
  refuse ("paths bad", "truncated: ");
  /* One without text is no shorter than a header.  */
  CU_ASSERT_TRUE (run ("%s && cp section s && (head -c 16 s && head -c 8 "
		       "/dev/zero) >section && %s", copy, put));
  refuse ("paths bad", "the text ends too soon");
  CU_ASSERT_TRUE (run ("truncate -s 20 section && %s", put));
  refuse ("paths bad", "20 bytes are no header");
  CU_ASSERT_TRUE (run ("%s && cp section s && cat s s >section && %s", copy,
		       put));
  refuse ("paths bad", "no unit is left that has paths");
  CU_ASSERT_TRUE (run ("(printf X && tail -c +2 s) >section && %s", put));
  refuse ("paths bad", "wrong magic number");
  CU_ASSERT_TRUE (run ("(head -c 4 s && printf '\\2' && tail -c +6 s) >section "
		       "&& %s", put));
  refuse ("paths bad", "version 2, this is the reader of version 1");
  CU_ASSERT_TRUE (run ("(head -c 8 s && printf X && tail -c +10 s) >section "
		       "&& %s", put));
  refuse ("paths bad", "of a map with checksum ");
}

static void
test_no_memory (void)
{
  static const char *const all[] = {
    "paths prog halt.prof", "paths --format=json prog halt.prof",
    "paths --format=csv prog halt.prof", "paths --format=dot prog halt.prof",
    "paths --edges prog halt.prof", "paths --describe prog",
    "paths --function=f --path=4 prog halt.prof"
  };
  for (size_t i = 0; i < LENGTH (all); i++)
    CU_ASSERT_TRUE (starve (all[i]) > 15);
}

int
main (void)
{
  static const CU_TestInfo tests[] = {
    { "a program with paths", test_setup },
    { "tables", test_text },
    { "edges", test_edges },
    { "one path", test_one },
    { "descriptions", test_describe },
    { "other commands", test_others },
    { "pictures", test_pictures },
    { "no memory", test_no_memory },
    { "what is refused", test_refused },
    { "damaged sections", test_section },
    CU_TEST_INFO_NULL
  };
  if (make_directory ())
    return 1;
  int failed = run_tests ("paths", tests);
  remove_directory ();
  free (output);
  free (errors);
  return failed;
}
