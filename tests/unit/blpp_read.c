/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Descriptions of paths: written, read, refused.  With an argument, puts some
   into that directory.  */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blpp/blpp.h"
#include "tests/unit/run.h"

/* A loop that is left by a bound edge, a head where all ends, gotos that are
   parted, parallel edges, a block that cannot be reached.  */
static const struct blpp_edge edges[] = {
  { 0, 1, 0, 1 }, { 1, 2, 0, 9 }, { 2, 1, 0, 8 }, { 2, 3, BLPP_BOUND, 1 },
  { 3, 4, 0, 1 }, { 4, 3, BLPP_BOUND, 1 }, { 4, 3, BLPP_BOUND, 1 },
  { 4, 5, 0, 1 }, { 4, 6, 0, 1 }, { 5, 7, BLPP_BOUND, 1 },
  { 5, 8, BLPP_BOUND, 1 }, { 5, 9, BLPP_BOUND, 1 }, { 6, 7, BLPP_BOUND, 1 },
  { 6, 8, BLPP_BOUND, 1 }, { 10, 1, 0, 0 }, { 1, 11, BLPP_BOUND, 0 },
  { 11, 9, 0, 0 }
};
static const uint8_t blocks[12] = { [6] = BLPP_EXIT, [2] = BLPP_EXIT };
static const struct blpp_cfg cfg = {
  12, sizeof edges / sizeof *edges, 0, 1, edges, blocks
};

static const char *const expected =
  "halt-paths 1\n"
  "procedure 7 f(\\011int)\n"
  "graph 12 17 0 1\n"
  "region 0 14\n"
  "edge 0 0 1 step 0\n"
  "edge 1 1 2 step 1\n"
  "edge 2 2 1 ends 1\n"
  "edge 3 2 3 bound 0\n"
  "edge 4 3 4 step 0\n"
  "edge 5 4 3 bound 0\n"
  "edge 6 4 3 same 5\n"
  "edge 7 4 5 step 1\n"
  "edge 8 4 6 step 2\n"
  "edge 9 5 7 loose\n"
  "edge 10 5 8 loose\n"
  "edge 11 5 9 loose\n"
  "edge 12 6 7 loose\n"
  "edge 13 6 8 loose\n"
  "edge 14 10 1 dead\n"
  "edge 15 1 11 bound 0\n"
  "edge 16 11 9 ends 0\n"
  "exit 2 2\n"
  "stop 3 0\n"
  "tail 5 0\n"
  "final 6 0\n"
  "exit 7 0\n"
  "exit 8 0\n"
  "exit 9 0\n"
  "dead 10\n"
  "head 11 0\n"
  "begin 0 0 0\n";

/* The description of CFG in regions of LIMIT paths.  */
static char *
describe (uint64_t limit)
{
  struct blpp_text t = { 0 };
  struct blpp *b = blpp_new (&cfg, limit);
  if (blpp_describe_begin (&t) < 0
      || blpp_describe (&t, b, 7, "f(\tint)") < 0)
    abort ();
  blpp_free (b);
  return t.text;
}

/* What reading TEXT says: line, a colon, a blank, reason; "" if it is read.
   */
static const char *
read_text (const char *text, size_t size)
{
  static char said[200];
  struct blpp_description d;
  struct blpp_fault f;
  said[0] = 0;
  if (blpp_read (&d, text, size, &f) == 0)
    blpp_description_release (&d);
  else
    snprintf (said, sizeof said, "%zu: %s", f.line, f.reason);
  return said;
}

/* What reading TEXT says with NEW for the first OLD.  */
static const char *
changed (const char *text, const char *old, const char *new)
{
  const char *at = strstr (text, old);
  CU_ASSERT_PTR_NOT_NULL_FATAL (at);
  char *other = malloc (strlen (text) + strlen (new) + 1);
  sprintf (other, "%.*s%s%s", (int) (at - text), text, new,
	   at + strlen (old));
  const char *said = read_text (other, strlen (other));
  free (other);
  return said;
}

static void
test_text (void)
{
  char *text = describe (BLPP_MAX_PATHS);
  CU_ASSERT_NSTRING_EQUAL (text, expected, strlen (expected));
  CU_ASSERT_STRING_EQUAL (read_text (text, strlen (text)), "");
  free (text);
  struct blpp_text t = { 0 };
  struct blpp *b = blpp_new (&cfg, 100);
  CU_ASSERT_EQUAL (blpp_describe (&t, b, 7, ""), -1);
  CU_ASSERT_EQUAL (errno, EINVAL);
  char *name = malloc (BLPP_MAX_NAME + 2);
  memset (name, 'x', BLPP_MAX_NAME + 1);
  name[BLPP_MAX_NAME + 1] = 0;
  CU_ASSERT_EQUAL (blpp_describe (&t, b, 7, name), -1);
  free (name);
  blpp_free (b);
  free (t.text);
}

static void
test_refused (void)
{
  static const struct { const char *old, *new, *said; } wrong[] = {
    { "halt-paths 1", "halt-paths 2",
      "1: version 2, this is the reader of version 1" },
    { "halt-paths", "halt", "1: 'halt-paths' is missing, the line has 'halt'" },
    { "procedure 7 f", "procedure x f", "2: no number of the procedure" },
    { " f(\\011int)", "", "2: the procedure has no name" },
    { "\\011", "\\000", "2: NUL in the name" },
    { "\\011", "\\077", "2: this should be 'procedure 7 f(?int)'" },
    { "\\011", "\t", "2: this should be 'procedure 7 f(\\011int)'" },
    { "graph 12 ", "graph 0 ", "3: a graph without blocks" },
    { "graph 12 ", "graph 500000000 ",
      "3: more blocks or edges than there are lines" },
    { "graph 12 17", "graph 12 18446744073709551616",
      "3: number of the edges too large" },
    { "graph 12 17 0 1", "graph 12 17 12 1",
      "3: entry 12, but there are 12" },
    { "graph 12 17 0 1", "graph 12 17 0 25", "3: 25 regions of 12 blocks" },
    { "graph 12 17 0 1", "graph 12 17 0 1 1",
      "3: there is more on the line than there should be" },
    { "region 0 14", "region 0 15", "4: this should be 'region 0 14'" },
    { "region 0 14", "region 1 14", "4: region 1, but there are 1" },
    { "edge 1 1 2 step 1", "edge 1 1 2 step 01", "6: no number of the value" },
    { "edge 1 1 2 step 1", "edge 1 1 2 step 7",
      "6: this should be 'edge 1 1 2 step 1'" },
    { "edge 1 1 2 step", "edge 2 1 2 step",
      "6: this should be 'edge 1 1 2 step 1'" },
    { "edge 1 1 2 step", "edge 1 1 12 step", "6: block 12, but there are 12" },
    { "edge 1 1 2 step 1", "edge 1 1 2 leap 1", "6: an edge is not 'leap'" },
    { "edge 1 1 2 step 1", "edge 1 1 2", "6: an edge is not ''" },
    { "edge 1 1 2 step 1", "edge 1 1 2 dead", "6: it can be reached" },
    { "edge 2 2 1 ends", "edge 2 2 1 step", "2: paths that do not end" },
    { "edge 6 4 3 same 5", "edge 6 4 3 same 4",
      "11: edge 6 is not the same as edge 4" },
    { "edge 0 0 1 step 0", "edge 0 0 1 same 0", "5: edge 0, but there are 0" },
    { "edge 15 1 11 bound 0", "edge 15 1 11 lost",
      "2: nothing says in which region block 11 is" },
    { "edge 0 0 1 step 0", "edge 0 0 1 lost",
      "2: no path leads on from block 0" },
    { "edge 6 4 3 same 5", "edge 6 4 3 same 6",
      "11: edge 6, but there are 6" },
    { "edge 5 4 3 bound", "edge 5 4 3 step",
      "11: only a bound edge can be the same as another" },
    { "edge 9 5 7 loose", "edge 9 5 7 step 0",
      "14: all paths end with its block, or none: see 'tail'" },
    { "edge 14 10 1 dead", "edge 14 10 1 step 0", "19: it cannot be reached" },
    { "exit 2 2\n", "", "4: this should be 'region 0 12'" },
    { "exit 2 2\n", "exit 2 2\nquit 3 4\n", "23: 'quit' is not known here" },
    { "tail 5 0\n", "",
      "14: all paths end with its block, or none: see 'tail'" },
    { "dead 10\n", "", "29: this should be 'dead 10'" },
    { "begin 0 0 0\n", "", "2: nothing says in which region block 0 is" },
    { "begin 0 0 0\n", "begin 0 1 0\n", "31: region 1, but there are 1" },
    { "end\n", "end", "37: the line has no end" },
    { "end\n", "", "37: the text ends too soon" },
    { "end\n", "end\n\n", "38: 'procedure' is missing, the line has ''" },
  };
  char *text = describe (BLPP_MAX_PATHS);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    {
      const char *said = changed (text, wrong[i].old, wrong[i].new);
      if (strcmp (said, wrong[i].said) != 0)
	printf ("\n%s -> %s:\n  said   %s\n  expect %s\n", wrong[i].old,
		wrong[i].new, said, wrong[i].said);
      CU_ASSERT_STRING_EQUAL (said, wrong[i].said);
    }
  /* Cut short anywhere, it is refused.  */
  for (size_t n = 0; n < strlen (text); n++)
    if (n != strlen ("halt-paths 1\n"))
      CU_ASSERT_STRING_NOT_EQUAL (read_text (text, n), "");
  free (text);
}

/* Regions, and several procedures.  */
static void
test_regions (void)
{
  char *text = describe (7);
  CU_ASSERT_STRING_EQUAL (read_text (text, strlen (text)), "");
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "region 1 "));
  CU_ASSERT_PTR_NOT_NULL (strstr (changed (text, "begin 3 1", "begin 3 2"),
				  "is in regions"));
  free (text);
  struct blpp_text t = { 0 };
  struct blpp_description d;
  struct blpp_fault f;
  blpp_describe_begin (&t);
  for (uint64_t i = 1; i <= 100; i++)
    {
      struct blpp *b = blpp_new (&cfg, i);
      CU_ASSERT_EQUAL (blpp_describe (&t, b, UINT64_MAX - i, "g"), 0);
      blpp_free (b);
    }
  CU_ASSERT_EQUAL_FATAL (blpp_read (&d, t.text, t.size, &f), 0);
  CU_ASSERT_EQUAL (d.n, 100);
  CU_ASSERT_EQUAL (d.procedures[99].id, UINT64_MAX - 100);
  blpp_description_release (&d);
  free (t.text);
}

static int
put_files (const char *directory)
{
  for (unsigned limit = 1; limit < 100; limit *= 3)
    {
      char name[500], *text = describe (limit);
      snprintf (name, sizeof name, "%s/limit%u", directory, limit);
      FILE *out = fopen (name, "w");
      if (!out || fputs (text, out) < 0 || fclose (out) != 0)
	{
	  perror (name);
	  return 1;
	}
      free (text);
    }
  return 0;
}

static const CU_TestInfo tests[] = {
  { "text", test_text },
  { "refused", test_refused },
  { "regions", test_regions },
  CU_TEST_INFO_NULL
};

int
main (int argc, char **argv)
{
  if (argc > 1)
    return put_files (argv[1]);
  return run_tests ("blpp, descriptions", tests);
}
