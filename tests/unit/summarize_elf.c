/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The maps of whole files: their units, their ids, and files that are bad.  */

#include "tests/unit/no_memory.h"
#include "tests/unit/summarize_elf.h"

static const struct asm_unit three[] = {
  { .extra = 1 },
  { .extra = 2, .flags = HALT_UNIT_GIMPLE, .fixed = 100 },
  { .extra = 3 },
};

/* Open NAME and expect the units with these extra numbers and bases.  */
static void
expect (const char *name, size_t n, const uint64_t *extras,
	const uint64_t *bases)
{
  struct program p;
  struct fault f;
  bool ok = program_open (&p, path (name), &f);
  if (!ok)
    fprintf (stderr, "%s\n", f.text);
  CU_ASSERT_TRUE (ok);
  if (!ok)
    return;
  CU_ASSERT_EQUAL (p.n_units, n);
  for (size_t i = 0; i < p.n_units && i < n; i++)
    {
      CU_ASSERT_EQUAL (p.units[i].map.functions[1].cfg_checksum, extras[i]);
      CU_ASSERT_EQUAL (p.units[i].base, bases[i]);
      if (!p.image.relocatable)
	CU_ASSERT_PTR_EQUAL (program_find (&p, p.units[i].map.header->unit),
			     p.units + i);
    }
  program_close (&p);
}

/* Expect that NAME is refused.  */
static void
refuse (const char *name, const char *why)
{
  struct program p;
  struct fault f = { "accepted" };
  if (program_open (&p, path (name), &f))
    program_close (&p);
  if (!strstr (f.text, why))
    fprintf (stderr, "%s: got '%s', not '%s'\n", name, f.text, why);
  CU_ASSERT_PTR_NOT_NULL (strstr (f.text, why));
}

static void
test_bases (void)
{
  static const uint64_t extras[] = { 1, 2, 3 }, bases[] = { 0, 2, 2 };
  CU_ASSERT_TRUE_FATAL (build ("three", three, 3));
  expect ("three", 3, extras, bases);
  CU_ASSERT_TRUE (run ("ld -shared -o three.so three.o"));
  expect ("three.so", 3, extras, bases);
  CU_ASSERT_TRUE (run ("ld -pie -o three.pie three.o"));
  expect ("three.pie", 3, extras, bases);
}

static void
test_note_order (void)
{
  static const int order[] = { 2, 0, 1 };
  static const uint64_t extras[] = { 3, 1, 2 }, bases[] = { 0, 2, 4 };
  asm_units ("order", three, 3, order, ".quad");
  CU_ASSERT_TRUE_FATAL (run ("gcc -c order.s && ld -o order order.o"));
  expect ("order", 3, extras, bases);
}

static void
test_relocatable (void)
{
  static const uint64_t extras[] = { 1, 2, 3, 1, 2, 3 };
  static const uint64_t bases[] = { 0, 2, 2, 4, 6, 6 };
  struct program p;
  struct fault f;
  expect ("three.o", 3, extras, bases);
  CU_ASSERT_TRUE (run ("objcopy -G nothing three.o twin.o "
		       "&& ld -r -o both.o three.o twin.o"));
  expect ("both.o", 6, extras, bases);
  CU_ASSERT_TRUE_FATAL (program_open (&p, path ("both.o"), &f));
  CU_ASSERT_EQUAL (p.units[3].discarded[0], 0);
  program_close (&p);
}

static void
test_compressed (void)
{
  static const uint64_t extras[] = { 1, 2, 3 }, bases[] = { 0, 2, 2 };
  CU_ASSERT_TRUE (run ("objcopy --compress-debug-sections=zlib three z"));
  expect ("z", 3, extras, bases);
  CU_ASSERT_TRUE (run ("objcopy --compress-debug-sections=zlib-gnu three zg"));
  expect ("zg", 3, extras, bases);
  CU_ASSERT_TRUE (run ("objcopy --compress-debug-sections=zlib three.o z.o"));
  expect ("z.o", 3, extras, bases);
}

static void
test_debug_file (void)
{
  static const uint64_t extras[] = { 1, 2, 3 }, bases[] = { 0, 2, 2 };
  CU_ASSERT_TRUE (run ("objcopy --only-keep-debug three three.debug"));
  expect ("three.debug", 3, extras, bases);
}

/* A stripped program and its debug file, by name and by build-id.  */
static void
test_separate_debug_file (void)
{
  static const uint64_t extras[] = { 1, 2, 3 }, bases[] = { 0, 2, 2 };
  CU_ASSERT_TRUE_FATAL (run ("ld -o noid three.o "
    "&& objcopy --only-keep-debug noid noid.debug "
    "&& objcopy --strip-all --add-gnu-debuglink=noid.debug noid"));
  expect ("noid", 3, extras, bases);
  CU_ASSERT_TRUE (run ("mkdir .debug && mv noid.debug .debug"));
  expect ("noid", 3, extras, bases);
  CU_ASSERT_TRUE (run ("mkdir -p root$PWD && mv .debug/noid.debug root$PWD"));
  refuse ("noid", "not found by the name 'noid.debug'");
  setenv ("HALT_DEBUG_PATH", path ("root"), 1);
  expect ("noid", 3, extras, bases);
  CU_ASSERT_TRUE (run ("echo >>root$PWD/noid.debug"));
  refuse ("noid", "not found by the name 'noid.debug'");

  CU_ASSERT_TRUE (run ("strip -o byid three && id=$(readelf -n three "
    "| sed -n 's/.*Build ID: //p') && mkdir -p root/.build-id/${id%%${id#??}} "
    "&& objcopy --only-keep-debug --compress-debug-sections three "
    "root/.build-id/${id%%${id#??}}/${id#??}.debug"));
  expect ("byid", 3, extras, bases);
  unsetenv ("HALT_DEBUG_PATH");
  refuse ("byid", "not found by build-id ");
  CU_ASSERT_TRUE (run ("ld -o neither three.o && strip neither"));
  refuse ("neither", "stripped, and without a build-id");
}

/* Archives are taken for what ld -r would make of them.  */
static void
test_archives (void)
{
  static const uint64_t extras[] = { 1, 2, 3, 1, 2, 3 };
  static const uint64_t bases[] = { 0, 2, 2, 4, 6, 6 };
  struct program p;
  struct fault f;
  CU_ASSERT_TRUE_FATAL (run ("cp three.o a_member_with_a_long_name.o "
    "&& echo hello >text.txt && ar rc lib.a three.o text.txt "
    "a_member_with_a_long_name.o 2>/dev/null && mkdir -p far/off "
    "&& ar rcT far/off/thin.a three.o a_member_with_a_long_name.o "
    "&& ar rcT nested.a lib.a far/off/thin.a && ar rc none.a text.txt"));
  expect ("lib.a", 6, extras, bases);
  expect ("far/off/thin.a", 6, extras, bases);
  CU_ASSERT_TRUE_FATAL (program_open (&p, path ("nested.a"), &f));
  CU_ASSERT_EQUAL (p.n_units, 12);
  CU_ASSERT_STRING_EQUAL (p.units[3].member, "a_member_with_a_long_name.o");
  program_close (&p);
  CU_ASSERT_TRUE (run ("rm a_member_with_a_long_name.o"));
  refuse ("far/off/thin.a", "cannot open member ");
  refuse ("none.a", "no HALT map: compiled without the plugin, or stripped");
  CU_ASSERT_TRUE (run ("head -c -3 lib.a >short.a"));
  refuse ("short.a", "damaged archive");
  CU_ASSERT_TRUE (run ("head -c 150 far/off/thin.a >far/off/short.a"));
  refuse ("far/off/short.a", "damaged archive: cut short");
}

/* A program for 32-bit machines, where the assembler can make one.  */
static void
test_32_bits (void)
{
  static const uint64_t extras[] = { 1, 2, 3 }, bases[] = { 0, 2, 2 };
  asm_units ("narrow", three, 3, NULL, ".long");
  if (run ("as --32 -o narrow.o narrow.s 2>/dev/null "
	   "&& ld -m elf_i386 -o narrow narrow.o 2>/dev/null"))
    expect ("narrow", 3, extras, bases);
}

/* A unit without a map takes ids all the same.  */
static void
test_blind (void)
{
  static const struct asm_unit units[] = {
    { .extra = 1 }, { .extra = 2, .no_map = true }, { .extra = 3 }
  };
  static const uint64_t extras[] = { 1, 3 }, bases[] = { 0, 4 };
  CU_ASSERT_TRUE_FATAL (build ("blind", units, 3));
  expect ("blind", 2, extras, bases);
}

static void
test_discarded (void)
{
  static const struct asm_unit units[] = {
    { .extra = 1, .comdat = true }, { .extra = 2, .address = "0" },
    { .extra = 3, .comdat = true, .address = "f0" },
    { .extra = 4, .address = "f0" }
  };
  static const uint8_t expected[] = { 0, 1, 1, 0 };
  struct program p;
  struct fault f;
  CU_ASSERT_TRUE_FATAL (build ("dropped", units, LENGTH (units)));
  CU_ASSERT_TRUE_FATAL (program_open (&p, path ("dropped"), &f));
  for (size_t i = 0; i < LENGTH (units); i++)
    CU_ASSERT_EQUAL (p.units[i].discarded[0], expected[i]);
  program_close (&p);
}

static void
test_bad_files (void)
{
  static const struct asm_unit without_note[] = {
    { .extra = 1 }, { .extra = 2, .no_note = true }
  };
  static const struct asm_unit without_map[] = {
    { .extra = 1, .no_map = true }
  };
  CU_ASSERT_TRUE (build ("note", without_note, 2));
  refuse ("note", "1 unit of the map is not in the program");
  CU_ASSERT_TRUE (build ("map", without_map, 1));
  refuse ("map", "no HALT map: stripped, and its debug file was not found");
  CU_ASSERT_TRUE (run ("strip -o stripped three"));
  refuse ("stripped", "no HALT map");
  refuse ("missing", "cannot open");
  refuse (".", "not a regular file");
  CU_ASSERT_TRUE (run ("echo hello >text"));
  refuse ("text", "not an ELF file");
  CU_ASSERT_TRUE (run (": >empty"));
  refuse ("empty", "not an ELF file");

  /* One note too many; another map than the descriptor says.  */
  static const int twice[] = { 0, 1, 1 };
  asm_units ("twice", three, 3, twice, ".quad");
  CU_ASSERT_TRUE (run ("gcc -c twice.s && ld -o twice twice.o"));
  refuse ("twice", "two HALT notes lead to the same descriptor");
  CU_ASSERT_TRUE (run ("sed '/^unit0:/,/long/{s/long 0$/&/;n;n;n;n;n;"
		       "s/long.*/long 7/}' three.s >other.s && gcc -c other.s "
		       "&& ld -o other other.o"));
  refuse ("other", "is not that of the program");
}

static struct bytes
read_file (const char *name)
{
  struct bytes b = { malloc (1 << 20), 0 };
  FILE *in = fopen (path (name), "r");
  b.size = fread (b.data, 1, 1 << 20, in);
  fclose (in);
  return b;
}

static void
write_file (const char *name, const char *data, size_t size)
{
  FILE *out = fopen (path (name), "w");
  fwrite (data, 1, size, out);
  fclose (out);
}

/* Open a file that may be anything.  */
static void
try (const char *name)
{
  struct program p;
  struct fault f = { "" };
  if (program_open (&p, path (name), &f))
    program_close (&p);
  else
    CU_ASSERT_NOT_EQUAL (f.text[0], 0);
}

static void
test_damage (void)
{
  static const char *const names[] = { "three", "three.o", "z", "lib.a",
				       "far/off/thin.a" };
  for (size_t i = 0; i < LENGTH (names); i++)
    {
      struct bytes b = read_file (names[i]);
      for (size_t size = 0; size < b.size; size += 61)
	{
	  write_file ("damaged", b.data, size);
	  try ("damaged");
	}
      for (int round = 0; round < 1500; round++)
	{
	  struct bytes bad = copy_bytes (b.data, b.size);
	  for (uint64_t n = next_random () % 4 + 1; n > 0; n--)
	    {
	      /* The headers at both ends matter most.  */
	      uint64_t at = next_random () % b.size;
	      if (next_random () % 2)
		at = next_random () % 2 ? at % 512 : b.size - 1 - at % 1024;
	      bad.data[at] = (char) (next_random () % 2 ? next_random ()
				     : next_random () % 2 ? 0 : 255);
	    }
	  write_file ("damaged", bad.data, bad.size);
	  try ("damaged");
	  free (bad.data);
	}
      free (b.data);
    }
}

/* One allocation after the other fails, until NAME is read; how many did.  */
static long
starve (const char *name)
{
  for (long n = 0; n < 10000; n++)
    {
      struct program p;
      struct fault f;
      allocations = n;
      bool ok = program_open (&p, path (name), &f);
      allocations = -1;
      if (ok)
	{
	  program_close (&p);
	  return n;
	}
      if (!strstr (f.text, ": out of memory"))
	{
	  fprintf (stderr, "%s, allocation %ld: %s\n", name, n, f.text);
	  break;
	}
    }
  return -1;
}

static void
test_no_memory (void)
{
  struct prof p;
  struct fault f;
  CU_ASSERT_TRUE (starve ("three") > 5);
  CU_ASSERT_TRUE (starve ("three.o") > 4);
  CU_ASSERT_TRUE (run ("ar rc few.a three.o && ar rcT fewer.a few.a three.o"));
  CU_ASSERT_TRUE (starve ("few.a") > 5);
  CU_ASSERT_TRUE (starve ("fewer.a") > 8);
  allocations = 0;
  CU_ASSERT_FALSE (prof_open (&p, path ("three"), &f));
  allocations = -1;
  CU_ASSERT_PTR_NOT_NULL (strstr (f.text, ": out of memory"));
}

static const CU_TestInfo tests[] = {
  { "bases", test_bases },
  { "order of notes", test_note_order },
  { "relocatable objects", test_relocatable },
  { "compressed sections", test_compressed },
  { "debug file", test_debug_file },
  { "separate debug file", test_separate_debug_file },
  { "archives", test_archives },
  { "32 bits", test_32_bits },
  { "unit without a map", test_blind },
  { "discarded functions", test_discarded },
  { "bad files", test_bad_files },
  { "damaged files", test_damage },
  { "no memory", test_no_memory },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  if (make_directory ())
    return 1;
  int failed = run_tests ("elf", tests);
  remove_directory ();
  return failed;
}
