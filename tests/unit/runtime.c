/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Test of runtime/: how programs and objects are linked and loaded, which ids
   their units get, and what the profile says of them.  */

#include <stdio.h>
#include <string.h>

#include "tests/runtime/harness.h"
#include "tests/unit/run.h"

/* However it is linked: one copy of the start-up code, ids from 0.  */
static void
test_links (void)
{
  static const char *const options[] = {
    "-pie", "-no-pie", "-static", "-static-pie", "-rdynamic",
    "-Wl,--gc-sections", "-static -Wl,--gc-sections", "-Wl,-z,now -Wl,-z,relro",
    "-fuse-ld=gold", "-fuse-ld=gold -Wl,--gc-sections",
  };
  int gold = run ("command -v ld.gold >/dev/null") == 0;
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    {
      if (!gold && strstr (options[i], "gold"))
	{
	  fprintf (stderr, "not run: %s: no ld.gold\n", options[i]);
	  continue;
	}
      CU_ASSERT_EQUAL (program ("linked", options[i]), 0);
      int good = fine ("linked", "plain");
      if (!good)
	fprintf (stderr, "linked with %s\n", options[i]);
      CU_ASSERT (good);
      CU_ASSERT_EQUAL (printed ("bases "), 0);
      CU_ASSERT_EQUAL (printed ("bases 0 "), 4);
      CU_ASSERT_EQUAL (printed ("bases 0 4 next 7 "), 7);
      CU_ASSERT_EQUAL (run ("test $(nm linked | grep -c ' __halt_start$') = 1"
			    " && test $(nm linked | grep -c __halt_give_bases)"
			    " = 1"), 0);
    }
}

/* The start-up code alone: no library of ours, no dl_iterate_phdr, two units;
   an object whose notes make no sense is passed over.  */
static void
test_alone (void)
{
  FILE *source = fopen ("alone.c", "w");
  fputs ("#include <unistd.h>\n"
	 "#include \"halt/halt.h\"\n"
	 "static unsigned long sum, startups;\n"
	 "struct halt_unit *second (int n);\n"
	 "void *a (int n);\n"
	 "void _record_cbr (unsigned long cond, unsigned long id)\n"
	 "{ sum += 10 * id + cond; }\n"
	 "void _halt_startup (void) { startups++; }\n"
	 "extern void __halt_startup (void);\n"
	 "__asm__ (\".pushsection .note.bad,\\\"a\\\",%note\\n.balign 4\\n\"\n"
	 "  \".4byte 5,8,1\\n.asciz \\\"HALT\\\"\\n.balign 4\\n.8byte 1\\n\"\n"
	 "  \".4byte 5,8,1\\n.asciz \\\"HALT\\\"\\n.balign 4\\n.8byte -64\\n\"\n"
	 "  \".4byte 5,8,1\\n.asciz \\\"HALT\\\"\\n.balign 4\\n.8byte 1<<40\\n\"\n"
	 "  \".4byte 5,4,1\\n.asciz \\\"HALT\\\"\\n.balign 4\\n.4byte 8\\n\"\n"
	 "  \".popsection\");\n"
	 "int main (void)\n"
	 "{ __halt_startup (); second (1); a (1);\n"
	 "  return sum != 10 * 28 + 1 + 2 || startups != 1; }\n", source);
  fclose (source);
  static const char *const options[] = {
    "-pie", "-no-pie", "-static", "-static-pie", "-static -Wl,--gc-sections",
  };
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    {
      CU_ASSERT_EQUAL (run ("${CC:-gcc} -O2 -fPIE -I%s/include alone.c second.o"
			    " a.o %s -o alone", top, options[i]), 0);
      CU_ASSERT_EQUAL (run ("./alone"), 0);
    }
}

/* Units whose ids are all constants are there, and do not disturb others.  */
static void
test_constants (void)
{
  struct profile p;
  CU_ASSERT_EQUAL (unit ("constant", "-DUNIT=none_of_its_own -DCOUNT=0 -fPIC"
			 " '-DCALLS=_record_block (1000000007)'"), 0);
  CU_ASSERT_EQUAL (run ("${CC:-gcc} -o linked constant.o main.o second.o"
			" %s/build/libhalt.a", top), 0);
  CU_ASSERT (fine ("linked", "plain"));
  CU_ASSERT_EQUAL (printed ("bases 0 4 next 4 "), 7);
  CU_ASSERT (read_profile ("halt.prof", &p));
  CU_ASSERT_EQUAL (p.header->n_units, 3);
  CU_ASSERT_EQUAL (p.unit[0].count, 0);
  CU_ASSERT_EQUAL (p.unit[0].base, 0);
  CU_ASSERT_EQUAL (p.unit[1].base, 0);
  CU_ASSERT_EQUAL (p.unit[1].count, 4);

  /* The same object again is the same; a copy of the file is not.  */
  CU_ASSERT_EQUAL (run ("${CC:-gcc} -shared -o none.so constant.o"
			" && cp none.so copy.so"), 0);
  CU_ASSERT (fine ("prog", "constants"));
  CU_ASSERT (read_profile ("halt.prof", &p));
  CU_ASSERT_EQUAL (p.header->n_objects, 3);
  CU_ASSERT_EQUAL (p.header->n_units, 4);

  /* Nobody has an id.  */
  CU_ASSERT_EQUAL (main_unit ("empty", 0), 0);
  CU_ASSERT_EQUAL (unit ("empty2", "-DUNIT=second -DCOUNT=0 -fPIE"), 0);
  CU_ASSERT_EQUAL (run ("${CC:-gcc} -rdynamic -o linked empty.o empty2.o"
			" %s/build/libhalt.a", top), 0);
  CU_ASSERT (fine ("linked", "constants"));
  CU_ASSERT (read_profile ("halt.prof", &p));
  CU_ASSERT_EQUAL (p.header->n_objects, 3);
  CU_ASSERT_EQUAL (p.header->n_units, 4);
}

/* Every routine is there; a user's own takes the place of one and no other,
   whatever it comes in; what nobody calls has no table.  */
static void
test_kinds (void)
{
  struct profile p;
  static const char routines[] =
#define HALT_INLINE_KIND(...)
#define HALT_KIND(NAME, number, word, routine, ...) #routine "\n"
#include "halt/kinds.def"
    ;
  CU_ASSERT_EQUAL (run ("nm %s/build/libhalt.a | sed -n '/ W _\\([eE]xit\\|_sysv_signal\\)$/d; s/.* W _/_/p'"
			" | sort >have && echo '%s' | sed '/^$/d' | sort | cmp - have",
			top, routines), 0);
  CU_ASSERT (fine ("prog", "kinds"));
  CU_ASSERT (fine ("prog", "kind_threads"));
  CU_ASSERT (fine ("prog", "single_kinds"));
#ifdef __x86_64__
  CU_ASSERT (printed ("steps ") > 5000);
#endif

  CU_ASSERT_EQUAL (run ("cat >one.c <<'E'\n"
			"extern void _record_load (long, long, long);\n"
			"extern void _record_cycle (unsigned long);\n"
			"int main (void)\n"
			"{ _record_load (8, 0, 3); _record_cycle (1); }\nE\n"
			"cat >own.c <<'E'\n"
			"#include <unistd.h>\n"
			"void _record_load (long bytes, long ea, long id)\n"
			"{ if (bytes == 8 && !ea && id == 3)\n"
			"    (void) !write (1, \"mine\\n\", 5); }\nE\n"
			"${CC:-gcc} -O2 -fPIC -c own.c -o mine.o &&"
			" ${CC:-gcc} -shared -o libmine.so mine.o && ar rc mine.a mine.o"),
		   0);
  static const char *const places[] = {
    "mine.o %s", "%s mine.o", "mine.a %s", "./libmine.so %s",
    "-Wl,--whole-archive %s -Wl,--no-whole-archive mine.o",
    "-static mine.o %s",
  };
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    {
      char archive[PATH_MAX + 32], command[2 * PATH_MAX];
      snprintf (archive, sizeof archive, "%s/build/libhalt.a", top);
      strcpy (command, "${CC:-gcc} -o one one.c ");
      char *at = strstr (strcat (command, places[i]), "%s");
      memmove (at + strlen (archive), at + 2, strlen (at + 2) + 1);
      memcpy (at, archive, strlen (archive));
      CU_ASSERT_EQUAL (run ("%s", command), 0);
      CU_ASSERT_EQUAL (start ("one", ""), 0);
      CU_ASSERT_STRING_EQUAL (slurp ("out", NULL), "mine\n");
      CU_ASSERT (read_profile ("halt.prof", &p));
      CU_ASSERT_EQUAL (p.n[HALT_CYCLE], 1);
      CU_ASSERT (!p.rows[HALT_LOAD]);
    }
}

/* What the profile says of the objects is true.  */
static void
test_objects (void)
{
  struct profile p;
  char path[PATH_MAX + 8], text[PATH_MAX + 256];
  CU_ASSERT (fine ("prog", "plain"));
  CU_ASSERT (read_profile ("halt.prof", &p));
  CU_ASSERT_EQUAL (p.header->n_objects, 1);
  CU_ASSERT_EQUAL (p.header->n_units, 2);
  CU_ASSERT_EQUAL (p.header->lost, 0);
  snprintf (path, sizeof path, "%s/prog", dir);
  CU_ASSERT_STRING_EQUAL (p.strings + p.object[0].path, path);
  snprintf (text, sizeof text, "test \"$(readelf -n prog | sed -n"
	    " 's/.*Build ID: //p')\" = '%s'", p.strings + p.object[0].build_id);
  CU_ASSERT_EQUAL (run ("%s", text), 0);
  for (int i = 0; i < 2; i++)
    {
      CU_ASSERT_EQUAL (p.unit[i].count, i ? 3 : 4);
      CU_ASSERT_EQUAL (p.unit[i].checksum, 77);
      CU_ASSERT_EQUAL (run ("nm prog | grep -q '^%016lx . halt_test_unit$'",
			    (unsigned long) p.unit[i].address), 0);
    }

  /* Even if it is the dynamic linker that is told to run it.  */
  CU_ASSERT_EQUAL (run ("$(readelf -l prog | sed -n 's/.*interpreter: "
			"\\(.*\\)]/\\1/p') ./prog plain >out"), 0);
  CU_ASSERT (read_profile ("halt.prof", &p));
  CU_ASSERT_STRING_EQUAL (p.strings + p.object[0].path, path);
}

static void
test_loads (void)
{
  struct profile p;
  CU_ASSERT (fine ("prog", "loads"));
  CU_ASSERT (read_profile ("halt.prof", &p));
  /* The program; a and b, however often they are loaded.  */
  CU_ASSERT_EQUAL (p.header->n_objects, 3);
  CU_ASSERT_EQUAL (p.header->n_units, 4);
  uint64_t next = 0;
  for (uint32_t i = 0; i < p.header->n_units; i++)
    {
      CU_ASSERT_EQUAL (p.unit[i].base, next);
      next += p.unit[i].count;
    }
  for (uint32_t i = 1; i < p.header->n_objects; i++)
    {
      char path[PATH_MAX];
      snprintf (path, sizeof path, "%s/%s.so", dir,
		p.unit[p.object[i].first_unit].count == 5 ? "a" : "b");
      CU_ASSERT_STRING_EQUAL (p.strings + p.object[i].path, path);
    }

  CU_ASSERT_EQUAL (run ("for i in 0 1 2 3 4 5 6 7; do cp a.so a$i.so; done"),
		   0);
  CU_ASSERT (fine ("prog", "races"));
  CU_ASSERT (read_profile ("halt.prof", &p));
  CU_ASSERT_EQUAL (p.header->n_objects, 2);
  CU_ASSERT_EQUAL (p.n_rows, 5);

  /* Ids stay unique even if nothing but the runtime stays.  */
  CU_ASSERT_EQUAL (run ("for i in program second; do sed"
			" 's/asciz \"HALT\"/asciz \"NONE\"/'"
			" $i.s >bare-$i.s; done && ${CC:-gcc} -rdynamic -o bare"
			" bare-*.s modes.o %s/build/libhalt.a", top), 0);
  CU_ASSERT (fine ("bare", "loads"));
}

/* Several copies of the runtime in one process.  */
static void
test_copies (void)
{
  struct profile p;

  /* One serves all.  */
  CU_ASSERT_EQUAL (run ("${CC:-gcc} -o linked main.o second.o %s/build/libhalt.a"
			" -Wl,--no-as-needed own.so -Wl,-rpath,.", top), 0);
  CU_ASSERT (fine ("linked", "plain"));
  CU_ASSERT_EQUAL (files ("halt.prof*"), 1);

  /* The object's serves the program as well.  */
  CU_ASSERT_EQUAL (unit_of ("few", "few", "-fPIE"), 0);
  CU_ASSERT_EQUAL (run ("${CC:-gcc} -o linked few.o second.o -Wl,--no-as-needed"
			" own.so -Wl,-rpath,."), 0);
  CU_ASSERT (fine ("linked", "plain"));
  CU_ASSERT_EQUAL (files ("halt.prof*"), 1);

  /* The program's serves an object with a kind that the program does not
     have: the object's routine counts for it.  */
  CU_ASSERT_EQUAL (unit ("mixed", "-DUNIT=mixed -DCOUNT=2 -fPIC"
			 " '-DCALLS=_record_load (16, 0, 5)'"), 0);
  CU_ASSERT_EQUAL (run ("${CC:-gcc} -shared -o mixed.so mixed.o %s/build/libhalt.a"
			" && ${CC:-gcc} -rdynamic -o linked few.o second.o"
			" %s/build/libhalt.a", top, top), 0);
  CU_ASSERT (run ("nm linked | grep -q _record_load") == 1);
  CU_ASSERT (fine ("linked", "mixed"));
  CU_ASSERT_EQUAL (files ("halt.prof*"), 1);

  /* Each its own: the program's, then the one of an object that is closed
     while a thread that it counted lives on.  Both write one file.  */
  CU_ASSERT_EQUAL (program ("linked", "-pie"), 0);
  CU_ASSERT_EQUAL (start ("linked", "own"), 0);
  CU_ASSERT_EQUAL (*slurp ("err", NULL), 0);
  CU_ASSERT_EQUAL (files ("halt.prof*"), 1);
  int good = read_profile ("halt.prof", &p);
  CU_ASSERT (good && p.n_rows > 6 && p.header->n_objects == 2);
  const uint64_t *row = p.row + 3 * (p.n_rows - 6);
  for (int i = 0; i < 6 && good && p.n_rows > 6; i++)
    {
      CU_ASSERT_EQUAL (row[3 * i], row[0] + i);
      CU_ASSERT_EQUAL (row[3 * i + 1 + (i & 1)], 7);
    }
}

static const CU_TestInfo tests[] = {
  { "links", test_links },
  { "alone", test_alone },
  { "constants", test_constants },
  { "kinds", test_kinds },
  { "objects", test_objects },
  { "loads", test_loads },
  { "copies", test_copies },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  if (set_up ())
    return 1;
  int failed = run_tests ("runtime", tests);
  return clean_up () || failed;
}
