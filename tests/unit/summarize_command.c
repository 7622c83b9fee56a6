/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command as a whole: what it prints, and how it refuses.  */

#include "tests/unit/summarize_command.h"
#include "report/report.h"

/* Expect one line on standard error that contains TEXT, and status 2.  */
static void
refuse (const char *command, const char *text)
{
  ghalt (command);
  bool good = status == 2 && strncmp (errors, "ghalt: ", 7) == 0
	      && strstr (errors, text)
	      && strchr (errors, '\n') == errors + strlen (errors) - 1;
  if (!good)
    fprintf (stderr, "ghalt %s: status %d: %s", command, status, errors);
  CU_ASSERT_TRUE (good);
}

static const struct asm_unit two[] = { { .extra = 1 }, { .extra = 2 } };
static const struct asm_unit library[] = { { .extra = 7 } };
static const struct asm_unit dropped[] = { { .extra = 9, .address = "0" } };

/* Write the profile NAME: PROG with base 0, LIB behind it.  */
static void
write_prof (const char *name, const char *prog, const char *lib,
	    const uint64_t *rows, size_t n_rows)
{
  struct halt_prof_unit units[8];
  struct halt_prof_object objects[2] = { { 0 } };
  const char *files[2] = { prog, lib };
  struct bytes strings = { NULL, 0 };
  uint32_t n = 0;
  uint64_t base = 0;
  add_bytes (&strings, "", 1);
  for (int i = 0; i < 2; i++)
    {
      struct program p;
      struct fault f;
      CU_ASSERT_TRUE_FATAL (program_open (&p, path (files[i]), &f));
      objects[i].first_unit = n;
      objects[i].n_units = (uint32_t) p.n_units;
      objects[i].path = (uint32_t) strings.size;
      add_bytes (&strings, path (files[i]), strlen (path (files[i])) + 1);
      objects[i].build_id = (uint32_t) strings.size;
      add_bytes (&strings, p.image.build_id, strlen (p.image.build_id) + 1);
      for (size_t k = 0; k < p.n_units; k++)
	{
	  const struct halt_map *h = p.units[k].map.header;
	  units[n++] = (struct halt_prof_unit) {
	    .address = h->unit, .base = base, .count = h->n_ids,
	    .checksum = h->checksum
	  };
	  base += h->n_ids;
	}
      program_close (&p);
    }
  struct bytes b = make_prof (objects, 2, units, n, rows, n_rows,
			      strings.data, strings.size);
  FILE *out = fopen (path (name), "w");
  fwrite (b.data, 1, b.size, out);
  fclose (out);
  free (b.data);
  free (strings.data);
}

static const uint64_t rows[] = { 0, 30, 70, 1, 98, 2, 3, 5, 0, 4, 9, 1 };

static void
test_setup (void)
{
  CU_ASSERT_TRUE_FATAL (build ("prog", two, 2));
  CU_ASSERT_TRUE_FATAL (build ("other", library, 1));
  CU_ASSERT_TRUE_FATAL (build ("nothing", dropped, 1));
  CU_ASSERT_TRUE_FATAL (run ("ld -shared -o lib.so other.o"));
  write_prof ("halt.prof", "prog", "lib.so", rows, LENGTH (rows) / 3);
}

static void
test_report (void)
{
  ghalt ("report prog");
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_STRING_EQUAL (errors, "");
  CU_ASSERT_STRING_EQUAL (output,
    "kind     points  executed  never  executions\n"
    "cbr           6         4      2         215\n"
    "\n"
    "conditional branches (cbr)\n"
    "executions   not taken       taken  taken%  id  where    function\n"
    "       100          30          70    70.0   0  a.c:5:7  f(int, char)\n"
    "       100          98           2     2.0   1  ~a.c:7   f(int, char)\n"
    "        10           9           1    10.0   4  a.c:5:7  f(int, char) "
    "[lib.so]\n"
    "         5           5           0     0.0   3  ~a.c:7   f(int, char)\n"
    "         0           0           0       -   2  a.c:5:7  f(int, char)\n"
    "         0           0           0       -   5  ~a.c:7   f(int, char) "
    "[lib.so]\n");

  ghalt ("report --sort unpredictable --top=3 prog halt.prof");
  CU_ASSERT_TRUE (says ("taken%  misses   miss%  id"));
  CU_ASSERT_TRUE (says ("70.0      30    30.0   0  a.c"));
  CU_ASSERT_TRUE (strstr (output, " 0  a.c") < strstr (output, " 1  ~a.c"));
  CU_ASSERT_TRUE (strstr (output, " 1  ~a.c") < strstr (output, " 4  a.c"));
  CU_ASSERT_PTR_NULL (strstr (output, " 3  ~a.c"));
  ghalt ("report --sort rate --top=3 prog halt.prof");
  CU_ASSERT_TRUE (says ("70.0      30    30.0   0  a.c"));
  CU_ASSERT_TRUE (strstr (output, " 0  a.c") < strstr (output, " 4  a.c"));
  CU_ASSERT_TRUE (strstr (output, " 4  a.c") < strstr (output, " 1  ~a.c"));
  ghalt ("report --sort=id --top=1 prog --function=f");
  CU_ASSERT_TRUE (says (" 0  a.c"));
  CU_ASSERT_PTR_NULL (strstr (output, " 1  ~a.c"));
}

static void
test_dot (void)
{
  ghalt ("report --format=dot prog");
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_TRUE (says ("digraph \"f\""));
  CU_ASSERT_TRUE (says ("3 -> 5 [label=\" taken \\n 70 \""));
  CU_ASSERT_TRUE (says ("entry -> 2 [label=\" fall \\n ~98 \""));
  CU_ASSERT_TRUE (says ("not taken \\n 98 \", style=dashed"));
  if (run ("dot -V 2>/dev/null"))
    {
      CU_ASSERT_TRUE (run ("dot -Tsvg out >svg 2>log && test ! -s log"));
      ghalt ("summarize --format=dot prog");
      CU_ASSERT_TRUE (run ("dot -Tsvg out >svg 2>log && test ! -s log"));
    }
}

/* What cannot be resolved is said, the rest is shown.  */
static void
test_unresolved (void)
{
  CU_ASSERT_TRUE (run ("mv lib.so gone.so"));
  ghalt ("report prog");
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_PTR_NOT_NULL (strstr (errors, "1 count of halt.prof remains "
				  "unresolved"));
  CU_ASSERT_PTR_NOT_NULL (strstr (errors, "lib.so: cannot open"));
  CU_ASSERT_TRUE (says ("         205\n"));
  CU_ASSERT_TRUE (run ("cp other lib.so"));
  ghalt ("report prog");
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_PTR_NOT_NULL (strstr (errors, "not the build"));

  /* The library may be asked for as well.  */
  CU_ASSERT_TRUE (run ("mv gone.so lib.so"));
  ghalt ("report lib.so");
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_TRUE (says ("[prog]"));
}

/* Two units with constant ids that overlap: counts belong to both.  */
static void
test_shared_ids (void)
{
  static const struct asm_unit fixed[] = {
    { .extra = 1, .fixed = 7 }, { .extra = 2, .fixed = 8 }
  };
  static const uint64_t some[] = { 7, 1, 2, 8, 3, 4 };
  struct program p;
  struct fault f;
  CU_ASSERT_TRUE_FATAL (build ("fixed", fixed, 2));
  CU_ASSERT_TRUE_FATAL (program_open (&p, path ("fixed"), &f));
  struct halt_prof_unit units[2];
  for (size_t i = 0; i < 2; i++)
    units[i] = (struct halt_prof_unit) {
      p.units[i].map.header->unit, i, 0, p.units[i].map.header->checksum, 0, 0
    };
  program_close (&p);
  struct halt_prof_object object = { .n_units = 2 };
  struct bytes b = make_prof (&object, 1, units, 2, some, 2, "", 1);
  FILE *out = fopen (path ("fixed.prof"), "w");
  fwrite (b.data, 1, b.size, out);
  fclose (out);
  free (b.data);
  ghalt ("report fixed fixed.prof");
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_TRUE (says ("          10\n"));
  CU_ASSERT_TRUE (says ("(shared id)\n"));
  ghalt ("report fixed fixed.prof --format=dot");
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_TRUE (says ("?"));
}

/* One allocation after the other fails.  Where that is of an object that is found
   by its path, its ids are unresolved, and that is why.  */
static void
test_no_memory (void)
{
  struct program program;
  struct prof prof;
  struct join j;
  struct fault f;
  int failed = 0;
  CU_ASSERT_TRUE_FATAL (program_open (&program, path ("prog"), &f));
  CU_ASSERT_TRUE_FATAL (prof_open (&prof, path ("halt.prof"), &f));
  for (long n = 0; n < 100; n++)
    {
      allocations = n;
      bool ok = join_open (&j, &prof, "halt.prof", &program, &f);
      allocations = -1;
      if (ok)
	join_close (&j);
      else
	CU_ASSERT_STRING_EQUAL (f.text, "out of memory");
      failed += !ok;
    }
  CU_ASSERT_EQUAL (failed, 4);
  prof_close (&prof);
  program_close (&program);
}

/* The same from one end to the other.  */
static void
test_no_memory_at_all (void)
{
  static const char *const all[] = {
    "summarize prog", "summarize --format=json prog",
    "summarize --format=dot prog", "report prog alone", "report --hot prog alone",
    "report --annotate prog alone", "report --format=dot --function=* prog alone",
#define OUTPUT(NAME, word, write, text) "report --format=" word " prog alone",
#include "report/formats.def"
    "report prog alone alone", "diff prog alone some",
    "diff --format=json prog alone some", "diff --format=csv prog alone some",
    "merge -o sum alone some alone", "merge --only=pro* -o sum alone some"
  };
  write_prof ("alone", "prog", "prog", rows, LENGTH (rows) / 3);
  write_prof ("some", "prog", "prog", rows + 3, LENGTH (rows) / 3 - 1);
  /* A picture is another process's, a database another library's.  */
  for (size_t i = 0; i < LENGTH (all); i++)
    CU_ASSERT_TRUE (strstr (all[i], "=svg") || strstr (all[i], "=sqlite")
		    || starve (all[i]) > 10);
}

/* Profiles with fields that are hard but checksums that fit: refused, or used
   to the end.  */
static void
test_hostile (void)
{
  static const uint32_t hard[] = { 0, 1, 2, 3, 0x7fffffff, 0xffffffff };
  struct bytes whole = { malloc (1 << 16), 0 };
  FILE *in = fopen (path ("halt.prof"), "r");
  whole.size = fread (whole.data, 1, 1 << 16, in);
  fclose (in);
  struct ghalt_program *program = ghalt_program_open (path ("prog"), NULL);
  CU_ASSERT_PTR_NOT_NULL_FATAL (program);
  for (int round = 0; round < 3000; round++)
    {
      struct bytes b = copy_bytes (whole.data, whole.size);
      struct options o = { .sort = round % 4, .top = UINT64_MAX };
      char *text = NULL;
      for (uint64_t n = next_random () % 3 + 1; n > 0; n--)
	memcpy (b.data + next_random () % (whole.size / 4) * 4,
		&hard[next_random () % LENGTH (hard)], 4);
      seal_prof (b);
      struct ghalt_profile *prof = ghalt_profile_read (b.data, b.size, "b", NULL);
      struct ghalt_report *data = prof ? ghalt_report_open (program, prof, NULL)
				       : NULL;
      free (b.data);
      if (data)
	{
	  struct report r = { .options = &o, .data = data, .path = "prog",
			      .fault = &no_fault, .colour = true };
	  CU_ASSERT_TRUE_FATAL (report_choose (&r, prof));
	  CAPTURE (text, out, table_report (out, &r));
	  CU_ASSERT_PTR_NOT_NULL (strstr (text, "executions"));
	  free (text);
	  report_release (&r);
	}
      ghalt_report_close (data);
      ghalt_profile_close (prof);
    }
  ghalt_program_close (program);
  free (whole.data);
}

static void
test_refusals (void)
{
  refuse ("summarize missing", "missing: cannot open");
  refuse ("summarize halt.prof", "not an ELF file");
  refuse ("summarize", "usage: ghalt summarize");
  refuse ("summarize a b", "too many operands; usage: ");
  refuse ("summarize --fromat=dot prog", "did you mean '--format'?");
  refuse ("summarize --nonsense prog", "usage: ghalt summarize");
  refuse ("summarize -x prog", "unknown option");
  refuse ("summarize --format=dto prog", "did you mean 'dot'?");
  refuse ("summarize prog --format", "needs a value");
  refuse ("summarize --help=1 prog", "takes no value");
  refuse ("summarize prog --function=nowhere", "no function 'nowhere'");
  refuse ("report prog --top=-1", "needs a number, not '-1'");
  refuse ("report prog --top=99999999999999999999", "needs a number");
  refuse ("report prog --function=nowhere", "no function 'nowhere'");
  refuse ("report prog missing", "cannot open 'missing'");
  refuse ("report prog prog", "not a HALT profile");
  refuse ("report other", "halt.prof was recorded from another build");
  refuse ("report other", "/prog (build-id ");
  refuse ("report other", "is other (build-id ");
  refuse ("sumarize prog", "did you mean 'summarize'?");
  CU_ASSERT_TRUE (run ("head -c 100 halt.prof >short; cp halt.prof bad; "
		       "printf x | dd of=bad bs=1 seek=90 conv=notrunc "
		       "2>/dev/null"));
  refuse ("report prog short", "truncated profile");
  refuse ("report prog bad", "checksum");
  destination = "/dev/full";
  refuse ("summarize prog", "cannot write standard output");
  refuse ("report prog", "cannot write standard output");
  destination = "out";
}

static void
test_help (void)
{
  ghalt ("--version");
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_TRUE (says ("ghalt (HALT for GCC) " HALT_VERSION "\n"));
  ghalt ("--help");
  CU_ASSERT_EQUAL (status, 0);
  CU_ASSERT_TRUE (says ("ghalt report"));
  ghalt ("help report");
  CU_ASSERT_TRUE (says ("--sort=count|unpredictable|rate|id"));
  ghalt ("summarize --help");
  CU_ASSERT_TRUE (says ("--function=NAME"));
  ghalt ("");
  CU_ASSERT_EQUAL (status, 2);
}

static const CU_TestInfo tests[] = {
  { "make programs", test_setup },
  { "report", test_report },
  { "dot", test_dot },
  { "unresolved", test_unresolved },
  { "shared ids", test_shared_ids },
  { "hostile profiles", test_hostile },
  { "no memory to join", test_no_memory },
  { "no memory", test_no_memory_at_all },
  { "refusals", test_refusals },
  { "help", test_help },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  if (make_directory ())
    return 1;
  int failed = run_tests ("command", tests);
  remove_directory ();
  free (output);
  free (errors);
  return failed;
}
