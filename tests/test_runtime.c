/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Test of runtime/: the start-up code of the units, and the default runtime.
   Programs are built of the units in tests/runtime/, run, and their profiles
   compared with what they print.  */

#include <CUnit/Basic.h>
#include <glob.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "halt/format.h"
#include "halt/halt.h"

static char top[PATH_MAX], dir[PATH_MAX - 64];

/* Run a shell command; return its exit status, or minus the signal.  */
static int __attribute__ ((format (printf, 1, 2)))
run (const char *format, ...)
{
  char command[4096];
  va_list args;
  va_start (args, format);
  vsnprintf (command, sizeof command, format, args);
  va_end (args);
  fflush (NULL);
  int status = system (command);
  return WIFEXITED (status) ? WEXITSTATUS (status) : -WTERMSIG (status);
}

/* The contents of a file, with a NUL behind, or ""; *SIZE may be wanted.  They
   are kept to the end.  */
static char *
slurp (const char *name, size_t *size)
{
  static struct text { struct text *older; uint64_t data[1 << 15]; } *kept;
  struct text *text = calloc (1, sizeof *text);
  FILE *file = fopen (name, "rb");
  size_t n = 0;
  if (!text)
    abort ();
  text->older = kept;
  kept = text;
  if (file)
    {
      n = fread (text->data, 1, sizeof text->data - 1, file);
      fclose (file);
    }
  if (size)
    *size = n;
  return (char *) text->data;
}

/* One profile, checked against its grammar.  */
struct profile
{
  const struct halt_prof *header;
  const struct halt_prof_object *object;
  const struct halt_prof_unit *unit;
  const uint64_t *row;		/* of CBR */
  uint64_t n_rows;
  const uint64_t *rows[HALT_KIND_END];	/* of all, NULL without a table */
  uint64_t n[HALT_KIND_END];
  const char *strings;
};

static const unsigned int cells[HALT_KIND_END] = {
#define HALT_KIND(NAME, number, word, routine, when, params, n, text) \
  [number] = n < 0 ? 3 : n + 1,
#include "halt/kinds.def"
};

static int
is_indexed (unsigned int kind)
{
  return kind == HALT_MBR || kind == HALT_PATH_SUM_READ;
}

#define BAD(condition) \
  do { if (condition) { fprintf (stderr, "%s: %s\n", name, #condition); \
			return 0; } } while (0)

static int
read_profile (const char *name, struct profile *p)
{
  size_t size;
  char *data = slurp (name, &size);
  BAD (size < sizeof *p->header);
  p->header = (const struct halt_prof *) data;
  BAD (p->header->magic != HALT_PROF_MAGIC);
  BAD (p->header->version != HALT_PROF_VERSION);
  BAD (p->header->header_size != sizeof *p->header);
  BAD (p->header->size != size);
  BAD (p->header->checksum
       != halt_checksum (HALT_CHECKSUM_START, p->header + 1,
			 size - sizeof *p->header));
  p->object = (const struct halt_prof_object *) (p->header + 1);
  p->unit = (const struct halt_prof_unit *) (p->object + p->header->n_objects);
  const struct halt_prof_table *table
    = (const struct halt_prof_table *) (p->unit + p->header->n_units);
  const uint64_t *row = (const uint64_t *) (table + p->header->n_tables);
  memset (p->rows, 0, sizeof p->rows);
  memset (p->n, 0, sizeof p->n);
  for (uint32_t t = 0; t < p->header->n_tables; t++, table++)
    {
      BAD (table->kind >= HALT_KIND_END || table->cells == 1);
      BAD (table->cells != cells[table->kind] || p->rows[table->kind]);
      BAD (t && table[-1].kind >= table->kind);
      p->rows[table->kind] = row;
      p->n[table->kind] = table->n_rows;
      int indexed = is_indexed (table->kind);
      for (uint64_t i = 0; i < table->n_rows; i++, row += table->cells)
	{
	  const uint64_t *before = row - table->cells;
	  uint64_t any = 0;
	  for (uint32_t c = indexed ? 2 : 1; c < table->cells; c++)
	    any |= row[c];
	  BAD (!any);
	  BAD (i && row[0] < before[0]);
	  BAD (i && row[0] == before[0] && (!indexed || row[1] <= before[1]));
	}
    }
  p->row = p->rows[HALT_CBR];
  p->n_rows = p->n[HALT_CBR];
  p->strings = (const char *) row;
  BAD (p->strings + p->header->strings_size != data + size);
  BAD (p->strings[0] || p->strings[p->header->strings_size - 1]);
  uint32_t units = 0;
  for (uint32_t i = 0; i < p->header->n_objects; i++)
    {
      BAD (p->object[i].first_unit != units);
      BAD (p->object[i].path >= p->header->strings_size);
      BAD (p->object[i].build_id >= p->header->strings_size);
      units += p->object[i].n_units;
    }
  BAD (units != p->header->n_units);
  return 1;
}

/* The row of KIND that begins with the cells ID and, if it is indexed, INDEX,
   or NULL.  */
static const uint64_t *
find (const struct profile *p, unsigned int kind, uint64_t id, uint64_t index)
{
  uint64_t low = 0, high = p->n[kind];
  while (low < high)
    {
      uint64_t middle = (low + high) / 2;
      const uint64_t *row = p->rows[kind] + middle * cells[kind];
      if (row[0] < id || (is_indexed (kind) && row[0] == id && row[1] < index))
	low = middle + 1;
      else
	high = middle;
    }
  const uint64_t *row = p->rows[kind] + low * cells[kind];
  return low < p->n[kind] && row[0] == id
	 && (!is_indexed (kind) || row[1] == index) ? row : NULL;
}

/* True if the rows of the profile NAME are those that the program printed to
   the file OUT.  */
static int
same_as (const char *name, const char *out)
{
  struct profile p;
  if (!read_profile (name, &p))
    return 0;
  uint64_t n = 0, rows = 0;
  char *save, *text = slurp (out, NULL);
  for (char *line = strtok_r (text, "\n", &save); line;
       line = strtok_r (NULL, "\n", &save))
    {
      unsigned long id, a, b;
      unsigned int kind = HALT_CBR;
      if (sscanf (line, "+ %u %lu %lu %lu", &kind, &id, &a, &b) != 4
	  && sscanf (line, "%lu %lu %lu", &id, &a, &b) != 3)
	continue;
      BAD (kind >= HALT_KIND_END);
      const uint64_t *row = find (&p, kind, id, a);
      if (!row || row[1] != a || (cells[kind] > 2 && row[2] != b))
	{
	  fprintf (stderr, "%s: %s: has %lu %lu\n", name, line,
		   row ? (unsigned long) row[1] : 0,
		   row && cells[kind] > 2 ? (unsigned long) row[2] : 0);
	  return 0;
	}
      n++;
    }
  for (int kind = 0; kind < HALT_KIND_END; kind++)
    rows += p.n[kind];
  BAD (n != rows);
  return 1;
}

static int
same (const char *name)
{
  return same_as (name, "out");
}

/* The number behind a word that the program printed.  */
static unsigned long
printed (const char *word)
{
  const char *at = strstr (slurp ("out", NULL), word);
  return at ? strtoul (at + strlen (word), NULL, 10) : ULONG_MAX;
}

/* Run PROGRAM MODE in the clean directory and return its status.  */
static int
start (const char *program, const char *mode)
{
  run ("rm -rf halt.prof* *.prof elsewhere .halt-*");
  return run ("./%s %s >out 2>err", program, mode);
}

/* The run was silent and left one profile, which says what was printed.  */
static int
fine (const char *program, const char *mode)
{
  return start (program, mode) == 0 && *slurp ("err", NULL) == 0
	 && same ("halt.prof") && run ("test -z \"$(ls -A | grep '^.halt-')\"") == 0;
}

static int
files (const char *pattern)
{
  glob_t found;
  int n = glob (pattern, 0, NULL, &found) == 0 ? (int) found.gl_pathc : 0;
  globfree (&found);
  return n;
}

/* The one file of PATTERN.  */
static const char *
file (const char *pattern)
{
  static char name[PATH_MAX];
  glob_t found;
  *name = 0;
  if (glob (pattern, 0, NULL, &found) == 0)
    snprintf (name, sizeof name, "%s", found.gl_pathv[0]);
  globfree (&found);
  return name;
}

/* Compile a unit to OBJECT.o: FILE.c of tests/runtime/, then the start-up
   code.  */
static int
unit_of (const char *file, const char *object, const char *options)
{
  return run ("gcc-12 -std=c11 -D_GNU_SOURCE -O2 -I%s/include %s -S -o %s.s"
	      " %s/tests/runtime/%s.c"
	      " && cat %s/build/unit_start.s >>%s.s && gcc-12 -c %s.s",
	      top, options, object, top, file, top, object, object);
}

static int
unit (const char *object, const char *options)
{
  return unit_of ("unit", object, options);
}

/* Make OBJECT.o of the main unit, of COUNT ids, and what belongs to it.  */
static int
main_unit (const char *object, int count)
{
  char options[32];
  snprintf (options, sizeof options, "-DCOUNT=%d -fPIE", count);
  return unit_of ("program", "program", options)
	 || run ("ld -r -o %s.o program.o modes.o", object);
}

static int
program (const char *name, const char *options)
{
  /* The linker warns about dlopen in a static program.  */
  return run ("gcc-12 -o %s main.o second.o %s %s/build/libhalt.a 2>ld.err"
	      " || { cat ld.err >&2; false; }", name, options, top);
}

static int
set_up (void)
{
  const char *tmp = getenv ("TMPDIR");
  snprintf (dir, sizeof dir, "%s/halt-runtime-XXXXXX",
	    tmp && *tmp ? tmp : "/tmp");
  if (!getcwd (top, sizeof top) || !mkdtemp (dir) || chdir (dir) != 0)
    return 1;
  unsetenv ("HALT_FILE");
  return run ("cd %s/tests/runtime && for mode in kinds threads signals processes"
	      " objects files price; do gcc-12 -std=c11 -D_GNU_SOURCE -O2 -fPIE"
	      " -I%s/include -c $mode.c -o %s/mode-$mode.o || exit 1; done",
	      top, top, dir) != 0
	 || run ("ld -r -o modes.o mode-*.o") != 0
	 || main_unit ("main", 4) != 0
	 || unit ("second", "-DUNIT=second -DCOUNT=3 -fPIE") != 0
	 || unit ("a", "-DUNIT=a -DCOUNT=5 -fPIC") != 0
	 || unit ("b", "-DUNIT=b -DCOUNT=6 -fPIC") != 0
	 || unit ("own", "-DUNIT=own -DCOUNT=6 -fPIC") != 0
	 || run ("gcc-12 -shared -o a.so a.o") != 0
	 || run ("gcc-12 -shared -o b.so b.o") != 0
	 || run ("gcc-12 -shared -o own.so own.o %s/build/libhalt.a", top) != 0
	 || program ("prog", "-rdynamic") != 0;
}

static int
clean_up (void)
{
  return chdir ("/") != 0 || run ("rm -rf '%s'", dir) != 0;
}

/* However it is linked: one copy of the start-up code, ids from 0.  */
static void
test_links (void)
{
  static const char *const options[] = {
    "-pie", "-no-pie", "-static", "-static-pie", "-rdynamic",
    "-Wl,--gc-sections", "-static -Wl,--gc-sections", "-Wl,-z,now -Wl,-z,relro",
    "-fuse-ld=gold", "-fuse-ld=gold -Wl,--gc-sections",
  };
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    {
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
      CU_ASSERT_EQUAL (run ("gcc-12 -O2 -fPIE -I%s/include alone.c second.o"
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
  CU_ASSERT_EQUAL (run ("gcc-12 -o linked constant.o main.o second.o"
			" %s/build/libhalt.a", top), 0);
  CU_ASSERT (fine ("linked", "plain"));
  CU_ASSERT_EQUAL (printed ("bases 0 4 next 7 "), 7);
  CU_ASSERT (read_profile ("halt.prof", &p));
  CU_ASSERT_EQUAL (p.header->n_units, 3);
  CU_ASSERT_EQUAL (p.unit[0].count, 0);
  CU_ASSERT_EQUAL (p.unit[0].base, 0);
  CU_ASSERT_EQUAL (p.unit[1].base, 0);
  CU_ASSERT_EQUAL (p.unit[1].count, 4);

  /* The same object again is the same; a copy of the file is not.  */
  CU_ASSERT_EQUAL (run ("gcc-12 -shared -o none.so constant.o"
			" && cp none.so copy.so"), 0);
  CU_ASSERT (fine ("prog", "constants"));
  CU_ASSERT (read_profile ("halt.prof", &p));
  CU_ASSERT_EQUAL (p.header->n_objects, 3);
  CU_ASSERT_EQUAL (p.header->n_units, 4);

  /* Nobody has an id.  */
  CU_ASSERT_EQUAL (main_unit ("empty", 0), 0);
  CU_ASSERT_EQUAL (unit ("empty2", "-DUNIT=second -DCOUNT=0 -fPIE"), 0);
  CU_ASSERT_EQUAL (run ("gcc-12 -rdynamic -o linked empty.o empty2.o"
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
#define HALT_INLINE_KIND(NAME, number, word, text)
#define HALT_KIND(NAME, number, word, routine, when, params, n, text) \
    #routine "\n"
#include "halt/kinds.def"
    ;
  CU_ASSERT_EQUAL (run ("nm %s/build/libhalt.a | sed -n 's/.* W _/_/p' | sort"
			" >have && echo '%s' | sed '/^$/d' | sort | cmp - have",
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
			"gcc-12 -O2 -fPIC -c own.c -o mine.o &&"
			" gcc-12 -shared -o libmine.so mine.o && ar rc mine.a mine.o"),
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
      strcpy (command, "gcc-12 -o one one.c ");
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
  /* The program; a and b three times; a once more.  */
  CU_ASSERT_EQUAL (p.header->n_objects, 8);
  CU_ASSERT_EQUAL (p.header->n_units, 9);
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
  CU_ASSERT_EQUAL (p.header->n_objects, 401);
  CU_ASSERT_EQUAL (p.n_rows, 400 * 5);

  /* Ids stay unique even if nothing but the runtime stays.  */
  CU_ASSERT_EQUAL (run ("for i in program second; do sed"
			" 's/asciz \"HALT\"/asciz \"NONE\"/'"
			" $i.s >bare-$i.s; done && gcc-12 -rdynamic -o bare"
			" bare-*.s modes.o %s/build/libhalt.a", top), 0);
  CU_ASSERT (fine ("bare", "loads"));
}

static void
test_threads (void)
{
  CU_ASSERT (fine ("prog", "threads"));
}

static void
test_churn (void)
{
  CU_ASSERT (fine ("prog", "churn"));
  CU_ASSERT (printed ("kilobytes ") < 20000);
  CU_ASSERT (printed ("maps ") < 150);
}

static void
test_signals (void)
{
  CU_ASSERT (fine ("prog", "signals"));
  CU_ASSERT (fine ("prog", "single"));
#ifdef __x86_64__
  CU_ASSERT (printed ("steps ") > 10000);
#endif
}

static void
fork_case (const char *mode, int rows)
{
  struct profile p;
  char name[64];
  CU_ASSERT_EQUAL (start ("prog", mode), 0);
  CU_ASSERT_STRING_EQUAL (slurp ("err", NULL), "");
  CU_ASSERT (rows > 1 || same ("halt.prof"));
  CU_ASSERT_EQUAL (files ("halt.prof*"), 2);
  unsigned long pid = printed ("child ");
  snprintf (name, sizeof name, "halt.prof.%lu", pid);
  if (!read_profile (name, &p))
    {
      CU_FAIL ("no profile of the child");
      return;
    }
  CU_ASSERT_EQUAL (p.header->pid, pid);
  CU_ASSERT_EQUAL (p.n_rows, 1);
  CU_ASSERT_EQUAL (p.row[0], 0);
  CU_ASSERT_EQUAL (p.row[1], 1);
  CU_ASSERT_EQUAL (p.row[2], 0);
  CU_ASSERT (read_profile ("halt.prof", &p));
  CU_ASSERT (p.header->pid != pid);
}

static void
test_fork (void)
{
  fork_case ("forked", 1);
  fork_case ("raw", 1);
  fork_case ("fork_threads", 2);
  CU_ASSERT (fine ("prog", "vforks"));
  CU_ASSERT_EQUAL (files ("halt.prof*"), 1);

  CU_ASSERT (fine ("prog", "kind_fork"));
  CU_ASSERT_EQUAL (files ("halt.prof*"), 2);
  CU_ASSERT (same_as (file ("halt.prof.*"), "child"));

  /* A program of its own, with a name of its own only if it is asked for.  */
  setenv ("HALT_FILE", "of-%p.prof", 1);
  CU_ASSERT_EQUAL (start ("prog", "spawns"), 0);
  unsetenv ("HALT_FILE");
  CU_ASSERT_EQUAL (files ("of-*.prof"), 2);
  char name[64];
  struct profile p;
  snprintf (name, sizeof name, "of-%lu.prof", printed ("child "));
  CU_ASSERT (same (name));
  CU_ASSERT_EQUAL (run ("rm %s", name), 0);
  CU_ASSERT (read_profile (file ("of-*.prof"), &p));
  CU_ASSERT (p.n[HALT_MBR] == 1 && p.rows[HALT_MBR][2] == 2);
  CU_ASSERT_EQUAL (run ("rm of-*.prof"), 0);
}

static void
test_names (void)
{
  CU_ASSERT (fine ("prog", "moved"));
  CU_ASSERT_EQUAL (files ("elsewhere/*"), 0);

  setenv ("HALT_FILE", "x%p-%%-%q.prof", 1);
  CU_ASSERT_EQUAL (start ("prog", "forked"), 0);
  CU_ASSERT_EQUAL (files ("x*-%-%q.prof"), 2);
  CU_ASSERT_EQUAL (files ("*.prof*"), 2);

  setenv ("HALT_FILE", "/dev/null", 1);
  CU_ASSERT_EQUAL (start ("prog", "none"), 0);
  struct stat null;
  CU_ASSERT (stat ("/dev/null", &null) == 0 && S_ISCHR (null.st_mode));
  CU_ASSERT_EQUAL (run ("mkfifo pipe; cat pipe >piped & HALT_FILE=pipe; sleep"
			" .2; export HALT_FILE; ./prog plain >out; wait"), 0);
  CU_ASSERT (same ("piped"));
  setenv ("HALT_FILE", "pipe", 1);
  CU_ASSERT_EQUAL (start ("prog", "seven"), 7);
  setenv ("HALT_FILE", "", 1);
  CU_ASSERT (fine ("prog", "plain"));
  unsetenv ("HALT_FILE");

  /* The mode is that of any new file.  */
  CU_ASSERT_EQUAL (run ("rm -f halt.prof; umask 027; ./prog none"), 0);
  CU_ASSERT (stat ("halt.prof", &null) == 0 && (null.st_mode & 0777) == 0640);

  /* No units, no events: no file.  */
  FILE *source = fopen ("idle.c", "w");
  fputs ("int main (int argc, char **argv)\n"
	 "{ void _record_cbr (unsigned long, unsigned long);\n"
	 "  if (argc > 1) _record_cbr (0, argc); (void) argv; }\n", source);
  fclose (source);
  CU_ASSERT_EQUAL (run ("gcc-12 idle.c -o idle %s/build/libhalt.a", top), 0);
  CU_ASSERT_EQUAL (start ("idle", ""), 0);
  CU_ASSERT_EQUAL (files ("halt.prof"), 0);
  CU_ASSERT_EQUAL (start ("idle", "x"), 0);
  CU_ASSERT_EQUAL (files ("halt.prof"), 1);
}

/* Whatever happens: the program's exit status, and one line.  */
static void
test_failures (void)
{
  char expected[PATH_MAX + 128];
  setenv ("HALT_FILE", "no/such/halt.prof", 1);
  CU_ASSERT_EQUAL (start ("prog", "seven"), 7);
  snprintf (expected, sizeof expected, "halt: cannot write profile "
	    "'%s/no/such/halt.prof': No such file or directory\n", dir);
  CU_ASSERT_STRING_EQUAL (slurp ("err", NULL), expected);

  CU_ASSERT_EQUAL (run ("./prog seven 2>&-"), 7);
  CU_ASSERT_EQUAL (run ("{ ./prog seven 2>&1 >/dev/null; echo $? >status; }"
			" | true"), 0);
  CU_ASSERT_STRING_EQUAL (slurp ("status", NULL), "7\n");

  run ("mkdir -p taken");
  setenv ("HALT_FILE", "taken", 1);
  CU_ASSERT_EQUAL (start ("prog", "seven"), 7);
  snprintf (expected, sizeof expected, "halt: cannot write profile "
	    "'%s/taken': Is a directory\n", dir);
  CU_ASSERT_STRING_EQUAL (slurp ("err", NULL), expected);

  setenv ("HALT_FILE", "/dev/full", 1);
  CU_ASSERT_EQUAL (start ("prog", "seven"), 7);
  CU_ASSERT_STRING_EQUAL (slurp ("err", NULL), "halt: cannot write profile "
			  "'/dev/full': No space left on device\n");
  unsetenv ("HALT_FILE");

  CU_ASSERT_EQUAL (start ("prog", "limited"), 6);
  snprintf (expected, sizeof expected, "halt: cannot write profile "
	    "'%s/halt.prof': File too large\n", dir);
  CU_ASSERT_STRING_EQUAL (slurp ("err", NULL), expected);
  CU_ASSERT_EQUAL (files ("halt.prof") + files (".halt-*"), 0);

  CU_ASSERT_EQUAL (start ("prog", "closed"), 9);
  CU_ASSERT (same ("halt.prof"));
  CU_ASSERT_EQUAL (run ("ulimit -v 100000; ./prog plain >out 2>err"), 0);
  CU_ASSERT (same ("halt.prof"));

  CU_ASSERT (fine ("prog", "far"));
  struct profile p;
  CU_ASSERT (read_profile ("halt.prof", &p));
  CU_ASSERT_EQUAL (p.header->lost, printed ("lost "));
  CU_ASSERT_EQUAL (printed ("errno "), 0);

  /* Other rights than the caller's: the environment has no say.  */
  if (geteuid () == 0)
    {
      run ("mkdir -p -m 777 safe && cp prog safe && chown 65534 safe/prog"
	   " && chmod 4755 safe/prog && chmod 755 .");
      CU_ASSERT_EQUAL (run ("cd safe && HALT_FILE=evil ./prog none"), 0);
      CU_ASSERT_EQUAL (files ("safe/evil"), 0);
      CU_ASSERT_EQUAL (files ("safe/halt.prof"), 1);
    }
}

/* Several copies of the runtime in one process.  */
static void
test_copies (void)
{
  struct profile p;

  /* One serves all.  */
  CU_ASSERT_EQUAL (run ("gcc-12 -o linked main.o second.o %s/build/libhalt.a"
			" -Wl,--no-as-needed own.so -Wl,-rpath,.", top), 0);
  CU_ASSERT (fine ("linked", "plain"));
  CU_ASSERT_EQUAL (files ("halt.prof*"), 1);

  /* The object's serves the program as well.  */
  CU_ASSERT_EQUAL (unit_of ("few", "few", "-fPIE"), 0);
  CU_ASSERT_EQUAL (run ("gcc-12 -o linked few.o second.o -Wl,--no-as-needed"
			" own.so -Wl,-rpath,."), 0);
  CU_ASSERT (fine ("linked", "plain"));
  CU_ASSERT_EQUAL (files ("halt.prof*"), 1);

  /* The program's serves an object with a kind that the program does not
     have: the object's routine counts for it.  */
  CU_ASSERT_EQUAL (unit ("mixed", "-DUNIT=mixed -DCOUNT=2 -fPIC"
			 " '-DCALLS=_record_load (16, 0, 5)'"), 0);
  CU_ASSERT_EQUAL (run ("gcc-12 -shared -o mixed.so mixed.o %s/build/libhalt.a"
			" && gcc-12 -rdynamic -o linked few.o second.o"
			" %s/build/libhalt.a", top, top), 0);
  CU_ASSERT (run ("nm linked | grep -q _record_load") == 1);
  CU_ASSERT (fine ("linked", "mixed"));
  CU_ASSERT_EQUAL (files ("halt.prof*"), 1);

  /* Each its own: the program's, then the one of an object that is closed
     while a thread that it counted lives on.  */
  CU_ASSERT_EQUAL (program ("linked", "-pie"), 0);
  CU_ASSERT (fine ("linked", "own"));
  CU_ASSERT_EQUAL (files ("halt.prof*"), 2);
  int good = read_profile (file ("halt.prof-*"), &p);
  CU_ASSERT (good && p.n_rows == 6);
  for (int i = 0; i < 6 && good; i++)
    {
      CU_ASSERT_EQUAL (p.row[3 * i], printed ("base ") + i);
      CU_ASSERT_EQUAL (p.row[3 * i + 1 + (i & 1)], 7);
    }
}

int
main (void)
{
  CU_pSuite suite;
  if (CU_initialize_registry () != CUE_SUCCESS
      || !(suite = CU_add_suite ("runtime", set_up, clean_up)))
    return CU_get_error ();
#define TEST(name) CU_add_test (suite, #name, test_##name)
  TEST (links);
  TEST (alone);
  TEST (constants);
  TEST (kinds);
  TEST (objects);
  TEST (loads);
  TEST (threads);
  TEST (churn);
  TEST (signals);
  TEST (fork);
  TEST (names);
  TEST (failures);
  TEST (copies);
  CU_basic_run_tests ();
  int failed = CU_get_number_of_failures ()
	       || CU_get_number_of_suites_failed ();
  CU_cleanup_registry ();
  return failed != 0;
}
