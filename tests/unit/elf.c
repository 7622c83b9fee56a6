/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is read of ELF files, on files that the assembler and the linker make.  */

#include <errno.h>
#include <sys/resource.h>
#include "elf/elf.h"
#include "tests/unit/summarize_elf.h"

static const char source[]
  = "\t.text\n\t.globl f, g\nf:\tret\ng:\tret\nlocal:\tret\n"
    "\t.symver inner, outer@V1\ninner:\tret\n"
    "\t.section .empty,\"aw\",@nobits\n\t.zero 16\n"
    "\t.section .twice,\"a\"\n\t.ascii \"one\"\n"
    "\t.section .twice,\"a\",@progbits,unique,1\n\t.ascii \"other\"\n"
    "\t.section .note.GNU-stack,\"\",@progbits\n";

/* Write TEXT to the file NAME.  */
static void
write_text (const char *name, const char *text)
{
  FILE *out = fopen (path (name), "w");
  CU_ASSERT_PTR_NOT_NULL_FATAL (out);
  fputs (text, out);
  CU_ASSERT_EQUAL_FATAL (fclose (out), 0);
}

static void
test_setup (void)
{
  write_text ("a.s", source);
  write_text ("lto.s", "\t.section .gnu.lto_f,\"e\"\n\t.byte 1\n");
  write_text ("not.s", "\t.section .gnu.lto,\"e\"\n\t.byte 1\n");
  write_text ("map", "V1 { };\nV2 { global: f; g; local: *; };\n");
  CU_ASSERT_TRUE_FATAL (run ("as -o a.o a.s && as -o lto.o lto.s"));
  CU_ASSERT_TRUE_FATAL (run ("as -o not.o not.s && ar rc a.a a.o"));
  CU_ASSERT_TRUE_FATAL (run ("ld -shared --hash-style=sysv -soname own.so --version-script=map "
			     "-o a.so a.o"));
}

/* --- files ------------------------------------------------------------------ */

/* Opening NAME as KIND fails and leaves this errno.  */
static void
refuse (const char *name, Elf_Kind kind, int why)
{
  errno = ERANGE;
  CU_ASSERT_PTR_NULL (elf_open (name, kind));
  CU_ASSERT_EQUAL (errno, why);
}

/* What is opened is of that type, and of these sections the first is called NAME, or
   there is none if that is NULL.  */
static void
expect (const char *file, Elf_Kind kind, int type, const char *name)
{
  Elf *elf = elf_open (path (file), kind);
  struct elf_section s = { .elf = elf };
  CU_ASSERT_PTR_NOT_NULL (elf);
  CU_ASSERT_EQUAL (elf_type (elf), type);
  CU_ASSERT_EQUAL (elf_next_section (&s), name != NULL);
  if (name && s.scn)
    CU_ASSERT_STRING_EQUAL (s.name, name);
  elf_end (elf);
}

static void
test_open (void)
{
  expect ("a.o", ELF_K_ELF, ET_REL, ".text");
  expect ("a.so", ELF_K_NUM, ET_DYN, ".hash");
  expect ("a.a", ELF_K_AR, ET_NONE, NULL);
  expect ("a.a", ELF_K_NUM, ET_NONE, NULL);
  expect ("a.s", ELF_K_NUM, ET_NONE, NULL);
  refuse (path ("a.s"), ELF_K_ELF, 0);
  refuse (path ("a.a"), ELF_K_ELF, 0);
  refuse (path ("a.o"), ELF_K_AR, 0);
  refuse (path ("none"), ELF_K_NUM, ENOENT);
  refuse (directory, ELF_K_NUM, EISDIR);
  refuse ("/dev/null", ELF_K_NUM, EISDIR);
  CU_ASSERT_EQUAL (elf_type (NULL), ET_NONE);
}

/* More files than one may have open.  */
static void
test_many (void)
{
  static Elf *many[100];
  struct rlimit were, few = { 50, 50 };
  getrlimit (RLIMIT_NOFILE, &were);
  few.rlim_max = were.rlim_max;
  CU_ASSERT_EQUAL (setrlimit (RLIMIT_NOFILE, &few), 0);
  for (size_t i = 0; i < LENGTH (many); i++)
    CU_ASSERT_PTR_NOT_NULL_FATAL (many[i] = elf_open (path ("a.o"), ELF_K_ELF));
  CU_ASSERT_PTR_NOT_NULL (elf_bytes (many[99], ".text"));
  for (size_t i = 0; i < LENGTH (many); i++)
    elf_end (many[i]);
  setrlimit (RLIMIT_NOFILE, &were);
}

/* --- sections --------------------------------------------------------------- */

static void
test_sections (void)
{
  Elf *elf = elf_open (path ("a.o"), ELF_K_ELF);
  struct elf_section s = { .elf = elf };
  size_t n = 0, all;
  CU_ASSERT_EQUAL_FATAL (elf_getshdrnum (elf, &all), 0);
  while (elf_next_section (&s))
    CU_ASSERT_EQUAL (elf_ndxscn (s.scn), ++n);
  CU_ASSERT_EQUAL (n, all - 1);
  CU_ASSERT_TRUE (elf_section (elf, ".twice", &s));
  CU_ASSERT_EQUAL (s.header.sh_size, 3);
  CU_ASSERT_TRUE (elf_next_section (&s));
  CU_ASSERT_STRING_EQUAL (s.name, ".twice");
  CU_ASSERT_FALSE (elf_section (elf, ".twic", &s));
  CU_ASSERT_FALSE (elf_section (NULL, ".twice", &s));
  elf_end (elf);
}

static void
test_bytes (void)
{
  Elf *elf = elf_open (path ("a.o"), ELF_K_ELF);
  Elf_Data *data = elf_bytes (elf, ".twice");
  struct elf_section s;
  CU_ASSERT_PTR_NOT_NULL_FATAL (data);
  CU_ASSERT_EQUAL (data->d_size, 3);
  CU_ASSERT_EQUAL (memcmp (data->d_buf, "one", 3), 0);
  /* In memory it has bytes, in the file none.  */
  CU_ASSERT_TRUE (elf_section (elf, ".empty", &s));
  CU_ASSERT_EQUAL (s.header.sh_size, 16);
  CU_ASSERT_PTR_NULL (elf_bytes (elf, ".empty"));
  CU_ASSERT_PTR_NULL (elf_bytes (elf, ".none"));
  elf_end (elf);
}

static void
test_lto (void)
{
  static const struct { const char *name; bool lto; } files[] = {
    { "lto.o", true }, { "not.o", false }, { "a.o", false }, { "a.a", false }
  };
  for (size_t i = 0; i < LENGTH (files); i++)
    {
      Elf *elf = elf_open (path (files[i].name), ELF_K_NUM);
      CU_ASSERT_PTR_NOT_NULL (elf);
      CU_ASSERT_EQUAL (elf_is_lto (elf), files[i].lto);
      elf_end (elf);
    }
}

/* --- symbols ---------------------------------------------------------------- */

/* How many symbols there are in tables of TYPE of ELF.  They are all but the first,
   which is none.  */
static size_t
count_symbols (Elf *elf, unsigned type)
{
  size_t n = 0;
  for (struct elf_symbol s = { .elf = elf, .type = type };
       elf_next_symbol (&s); n++)
    {
      CU_ASSERT_TRUE (s.n > 0 && (!type || s.table.header.sh_type == type));
      CU_ASSERT_TRUE (*s.name || GELF_ST_TYPE (s.is.st_info) != STT_NOTYPE);
    }
  return n;
}

static size_t
entries (Elf *elf, const char *table)
{
  struct elf_section s;
  return elf_section (elf, table, &s)
	   ? s.header.sh_size / s.header.sh_entsize
	   : 0;
}

static void
test_symbols (void)
{
  Elf *elf = elf_open (path ("a.so"), ELF_K_ELF);
  size_t all = entries (elf, ".symtab") - 1, seen = entries (elf, ".dynsym") - 1;
  CU_ASSERT_TRUE (all > 0 && seen > 0 && all != seen);
  CU_ASSERT_EQUAL (count_symbols (elf, SHT_SYMTAB), all);
  CU_ASSERT_EQUAL (count_symbols (elf, SHT_DYNSYM), seen);
  CU_ASSERT_EQUAL (count_symbols (elf, 0), all + seen);
  elf_end (elf);
  CU_ASSERT_TRUE (run ("cp a.so stripped.so && strip stripped.so"));
  elf = elf_open (path ("stripped.so"), ELF_K_ELF);
  CU_ASSERT_EQUAL (count_symbols (elf, 0), seen);
  CU_ASSERT_TRUE (elf_has_symbol (elf, "g"));
  CU_ASSERT_FALSE (elf_has_symbol (elf, "local"));
  elf_end (elf);
  CU_ASSERT_EQUAL (count_symbols (NULL, 0), 0);
}

static void
test_has_symbol (void)
{
  Elf *elf = elf_open (path ("a.o"), ELF_K_ELF);
  /* It is called outer@V1.  */
  CU_ASSERT_TRUE (elf_has_symbol (elf, "outer"));
  CU_ASSERT_TRUE (elf_has_symbol (elf, "g") && elf_has_symbol (elf, "local"));
  CU_ASSERT_FALSE (elf_has_symbol (elf, "loca"));
  CU_ASSERT_FALSE (elf_has_symbol (elf, "locals"));
  elf_end (elf);
}

/* --- the dynamic section ---------------------------------------------------- */

static void
test_dynamic (void)
{
  Elf *elf = elf_open (path ("a.so"), ELF_K_ELF);
  size_t n = 0;
  const char *name = NULL;
  int64_t first = -1;
  for (struct elf_dynamic d = { .elf = elf }; elf_next_dynamic (&d); n++)
    {
      first = n == 0 ? d.is.d_tag : first;
      if (d.is.d_tag == DT_SONAME)
	name = d.text;
    }
  CU_ASSERT_EQUAL (n, entries (elf, ".dynamic"));
  CU_ASSERT_EQUAL (first, DT_SONAME);
  CU_ASSERT_PTR_NOT_NULL_FATAL (name);
  CU_ASSERT_STRING_EQUAL (name, "own.so");
  elf_end (elf);
  elf = elf_open (path ("a.o"), ELF_K_ELF);
  struct elf_dynamic d = { .elf = elf };
  CU_ASSERT_FALSE (elf_next_dynamic (&d));
  elf_end (elf);
}

/* --- damage ----------------------------------------------------------------- */

/* Whatever is cut off, or has become zero or one, all can be asked.  */
static void
ask_all (const char *name)
{
  Elf *elf = elf_open (path (name), ELF_K_NUM);
  size_t length = 0;
  for (struct elf_section s = { .elf = elf }; elf_next_section (&s);)
    length += strlen (s.name);
  for (struct elf_symbol s = { .elf = elf }; elf_next_symbol (&s);)
    length += strlen (s.name);
  for (struct elf_dynamic d = { .elf = elf }; elf_next_dynamic (&d);)
    length += d.text ? strlen (d.text) : 0;
  Elf_Data *data = elf_bytes (elf, ".text");
  CU_ASSERT_TRUE (length < 1 << 20 && (!data || data->d_size < 1 << 20));
  CU_ASSERT_FALSE (elf_is_lto (elf));
  elf_end (elf);
}

static void
test_damaged (void)
{
  static char data[1 << 16];
  FILE *in = fopen (path ("a.so"), "r");
  CU_ASSERT_PTR_NOT_NULL_FATAL (in);
  size_t size = fread (data, 1, sizeof data, in);
  fclose (in);
  CU_ASSERT_TRUE_FATAL (size > 64 && size < sizeof data);
  for (size_t i = 0; i < size; i += i < 64 || i + 1100 > size ? 3 : 97)
    for (int how = 0; how < 3; how++)
      {
	char was = data[i];
	data[i] = how == 0 ? was : how == 1 ? 0 : -1;
	FILE *out = fopen (path ("damaged"), "w");
	fwrite (data, 1, how == 0 ? i : size, out);
	fclose (out);
	data[i] = was;
	ask_all ("damaged");
      }
}

int
main (void)
{
  static const CU_TestInfo tests[] = {
    { "files are made", test_setup },
    { "files are opened", test_open },
    { "many files", test_many },
    { "sections", test_sections },
    { "bytes", test_bytes },
    { "link-time optimisation", test_lto },
    { "symbols", test_symbols },
    { "names of symbols", test_has_symbol },
    { "the dynamic section", test_dynamic },
    { "damaged files", test_damaged },
    CU_TEST_INFO_NULL
  };
  if (make_directory () != 0)
    return 1;
  int status = run_tests ("elf", tests);
  remove_directory ();
  return status;
}
