/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of runtime/ share: programs are built of the units in
   tests/runtime/, run, and their profiles compared with what they print.  */

#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "summarize/summarize.h"
#include "tests/runtime/harness.h"

char top[PATH_MAX], dir[PATH_MAX - 64];

/* Run a shell command; return its exit status, or minus the signal.  */
int __attribute__ ((format (printf, 1, 2)))
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
char *
slurp (const char *name, size_t *size)
{
  static struct text { struct text *older; uint64_t data[1 << 16]; } *kept;
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

static const unsigned int cells[HALT_KIND_END] = {
#define N_CELLS(n) (n < 0 ? 3 : n + 1)
#define HALT_KIND(NAME, number, word, routine, when, args, cells, ...) \
  [number] = N_CELLS (HALT_CELLS_##cells),
#include "halt/kinds.def"
};

static int
is_indexed (unsigned int kind)
{
  return kind == HALT_MBR || kind == HALT_PATH_SUM_READ
	 || kind == HALT_FIRST || kind == HALT_CALLEE || kind == HALT_VALUE;
}

#define BAD(condition) \
  do { if (condition) { fprintf (stderr, "%s: %s\n", name, #condition); \
			return 0; } } while (0)

/* The profile NAME, as readers make it of what the runtime writes; kept, too.  */
static char *
settled (const char *name, size_t *size)
{
  static struct read { struct read *older; struct prof prof; } *kept;
  struct read *one = calloc (1, sizeof *one);
  struct fault why;
  if (!one)
    abort ();
  one->older = kept;
  kept = one;
  if (prof_open (&one->prof, name, &why))
    *size = one->prof.header->size;
  else
    {
      fprintf (stderr, "%s\n", why.text);
      *size = 0;
    }
  return one->prof.data;
}

int
read_profile (const char *name, struct profile *p)
{
  size_t size;
  char *data = settled (name, &size);
  BAD (size < sizeof *p->header);
  p->header = (const struct halt_prof *) data;
  BAD (p->header->magic != HALT_PROF_MAGIC);
  BAD (p->header->version != HALT_PROF_VERSION);
  BAD (p->header->header_size != sizeof *p->header);
  BAD (p->header->size != size);
  BAD (p->header->checksum
       != halt_sum_words (HALT_CHECKSUM_START, p->header + 1,
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

/* Take A and B, of one load among several, from the counts of ROW.  */
static int
take (const uint64_t *row, uint64_t a, uint64_t b)
{
  uint64_t *counts = (uint64_t *) row;
  if (counts[1] < a || counts[2] < b)
    return 0;
  counts[1] -= a;
  counts[2] -= b;
  return 1;
}

/* True if the rows of the profile NAME are those that the program printed to
   the file OUT.  What is loaded again has the same ids: its lines follow, and are
   added.  */
int
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
      if (!is_indexed (kind) && kind == HALT_CBR && row
	  && (row[1] > a || row[2] > b) && take (row, a, b))
	{
	  n += row[1] == 0 && row[2] == 0;
	  continue;
	}
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

int
same (const char *name)
{
  return same_as (name, "out");
}

/* The number behind a word that the program printed.  */
unsigned long
printed (const char *word)
{
  const char *at = strstr (slurp ("out", NULL), word);
  return at ? strtoul (at + strlen (word), NULL, 10) : ULONG_MAX;
}

/* Run PROGRAM MODE in the clean directory and return its status.  */
int
start (const char *program, const char *mode)
{
  run ("rm -rf halt.prof* *.prof elsewhere .halt-*");
  return run ("./%s %s >out 2>err", program, mode);
}

/* The run was silent and left one profile, which says what was printed.  */
int
fine (const char *program, const char *mode)
{
  return start (program, mode) == 0 && *slurp ("err", NULL) == 0
	 && same ("halt.prof") && run ("test -z \"$(ls -A | grep '^.halt-')\"") == 0;
}

int
files (const char *pattern)
{
  glob_t found;
  int n = glob (pattern, 0, NULL, &found) == 0 ? (int) found.gl_pathc : 0;
  globfree (&found);
  return n;
}

/* The one file of PATTERN.  */
const char *
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
int
unit_of (const char *file, const char *object, const char *options)
{
  return run ("${CC:-gcc} -std=c11 -D_GNU_SOURCE -O2 -I%s/include %s -S -o %s.s"
	      " %s/tests/runtime/%s.c"
	      " && cat %s/build/unit_start.s >>%s.s && ${CC:-gcc} -c %s.s",
	      top, options, object, top, file, top, object, object);
}

int
unit (const char *object, const char *options)
{
  return unit_of ("unit", object, options);
}

/* Make OBJECT.o of the main unit, of COUNT ids, and what belongs to it.  */
int
main_unit (const char *object, int count)
{
  char options[32];
  snprintf (options, sizeof options, "-DCOUNT=%d -fPIE", count);
  return unit_of ("program", "program", options)
	 || run ("ld -r -o %s.o program.o modes.o", object);
}

int
program (const char *name, const char *options)
{
  /* The linker warns about dlopen in a static program.  */
  return run ("${CC:-gcc} -o %s main.o second.o %s %s/build/libhalt.a 2>ld.err"
	      " || { cat ld.err >&2; false; }", name, options, top);
}

int
set_up (void)
{
  const char *tmp = getenv ("TMPDIR");
  snprintf (dir, sizeof dir, "%s/halt-runtime-XXXXXX",
	    tmp && *tmp ? tmp : "/tmp");
  if (!getcwd (top, sizeof top) || !mkdtemp (dir) || chdir (dir) != 0)
    return 1;
  unsetenv ("HALT_FILE");
  return run ("cd %s/tests/runtime && for mode in kinds threads signals processes"
	      " objects files price; do ${CC:-gcc} -std=c11 -D_GNU_SOURCE -O2 -fPIE"
	      " -I%s/include -c $mode.c -o %s/mode-$mode.o || exit 1; done",
	      top, top, dir) != 0
	 || run ("ld -r -o modes.o mode-*.o") != 0
	 || main_unit ("main", 4) != 0
	 || unit ("second", "-DUNIT=second -DCOUNT=3 -fPIE") != 0
	 || unit ("a", "-DUNIT=a -DCOUNT=5 -fPIC") != 0
	 || unit ("b", "-DUNIT=b -DCOUNT=6 -fPIC") != 0
	 || unit ("own", "-DUNIT=own -DCOUNT=6 -fPIC") != 0
	 || run ("${CC:-gcc} -shared -o a.so a.o") != 0
	 || run ("${CC:-gcc} -shared -o b.so b.o") != 0
	 || run ("${CC:-gcc} -shared -o own.so own.o %s/build/libhalt.a", top) != 0
	 || program ("prog", "-rdynamic") != 0;
}

int
clean_up (void)
{
  return chdir ("/") != 0 || run ("rm -rf '%s'", dir) != 0;
}
