/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Golden pots: tests/pots/TARGET-*.pot hold pots as -fplugin-arg-halt-dump=pot
   prints them.  Each pot's first lines, the facts, are read back, the recipe is
   asked again, and must say the same; then the target's assembler must accept
   the text.  A file dropped there is a test.  With an argument, prints the
   pots that the facts in that file give: how a golden file is begun.  */

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "recipes/recipe.h"
#include "tests/unit/run.h"

static const struct halt_target *
target_of_file (const char *name)
{
  const char *base = strrchr (name, '/') ? strrchr (name, '/') + 1 : name;
  for (const struct halt_target *const *t = halt_targets; *t; t++)
    if (strncmp (base, (*t)->name, strlen ((*t)->name)) == 0)
      return *t;
  return NULL;
}

/* Whether LINE is one of facts about a further point.  */
static bool
is_more_facts (const char *line)
{
  return strncmp (line, "and ", 4) == 0;
}

/* How many bytes of TEXT, which begins with a line of facts, are such lines.  */
static size_t
facts_length (const char *text)
{
  const char *end = text + strcspn (text, "\n") + 1;
  while (is_more_facts (end))
    end += strcspn (end, "\n") + 1;
  return end - text;
}

/* What the recipe makes of the facts in LINES; the caller frees it.  */
static char *
recipe_text (const struct halt_target *t, const char *lines)
{
  struct facts f[8];
  static struct pot pot;
  char *text = NULL, *copy = strndup (lines, facts_length (lines)), *next;
  const char *wrong = NULL;
  size_t size, n = 0;
  FILE *out = open_memstream (&text, &size);
  for (char *line = copy; *line && n < 8 && !wrong; line = next, n++)
    {
      next = strchr (line, '\n') + 1;
      next[-1] = '\0';
      wrong = facts_read (t, &f[n], line);
      if (n > 0)
	f[n - 1].point.next = &f[n].point;
    }
  if (wrong)
    fprintf (out, "cannot read '%s' of %s", wrong, lines);
  else if (pot_fill (&pot, t, &f[0].point,
		     f[0].point.cells ? t->count : NULL) != 0)
    fprintf (out, "%.*s\trefused\n", (int) facts_length (lines), lines);
  else
    pot_print (out, &pot);
  fclose (out);
  free (copy);
  return text;
}

/* Whether LINE is one of facts.  */
static bool
is_facts (const char *line)
{
  return strncmp (line, "pot ", 4) == 0 || strncmp (line, "count ", 6) == 0;
}

/* Split the golden file into pots: call with a stream, get one pot's text,
   its facts' line first; the caller frees it.  NULL at the end.  */
static char *
next_pot (FILE *in, char **pending, size_t *capacity)
{
  char *text = NULL;
  size_t size;
  FILE *out = NULL;
  for (;;)
    {
      if (!**pending && getline (pending, capacity, in) <= 0)
	break;
      bool facts = is_facts (*pending);
      if (facts && out)
	break;
      if (facts)
	out = open_memstream (&text, &size);
      if (out && **pending != '#' && **pending != '\n')
	fputs (*pending, out);
      **pending = '\0';
    }
  if (out)
    fclose (out);
  return text;
}

static void
each_pot (const char *file, void (*visit) (const struct halt_target *t,
					   const char *golden))
{
  const struct halt_target *t = target_of_file (file);
  FILE *in = fopen (file, "r");
  CU_ASSERT_FATAL (t && in);
  size_t capacity = 16;
  char *pending = calloc (1, capacity), *golden;
  while ((golden = next_pot (in, &pending, &capacity)))
    {
      visit (t, golden);
      free (golden);
    }
  free (pending);
  fclose (in);
}

static FILE *assembler;

/* Print FILE as its facts and comments say it should read.  */
static int
print_file (const char *file)
{
  const struct halt_target *t = target_of_file (file);
  FILE *in = fopen (file, "r");
  char *line = NULL, *facts = NULL, *more;
  size_t capacity = 0;
  bool end = !in;
  if (!t || !in)
    return 2;
  while (!end)
    {
      end = getline (&line, &capacity, in) <= 0;
      if (!end && facts && is_more_facts (line))
	{
	  if (asprintf (&more, "%s%s", facts, line) < 0)
	    return 2;
	  free (facts);
	  facts = more;
	  continue;
	}
      if (facts && (end || is_facts (line) || *line == '#' || *line == '\n'))
	{
	  char *text = recipe_text (t, facts);
	  fputs (text, stdout);
	  free (text);
	  free (facts);
	  facts = NULL;
	}
      if (!end && (*line == '#' || *line == '\n'))
	fputs (line, stdout);
      else if (!end && is_facts (line))
	facts = strdup (line);
    }
  free (line);
  fclose (in);
  return 0;
}

static void
check_pot (const struct halt_target *t, const char *golden)
{
  char *lines = strndup (golden, facts_length (golden));
  char *text = recipe_text (t, lines);
  CU_ASSERT_STRING_EQUAL (text, golden);
  if (strcmp (text, golden) != 0)
    printf ("expected:\n%sgot:\n%s", golden, text);
  if (!strstr (text, "\trefused\n"))
    fprintf (assembler, "%s", text + facts_length (text));
  free (text);
  free (lines);
}

/* The command that is T's assembler; one that takes anything if this machine has
   none.  */
static const char *
assembler_for (const struct halt_target *t)
{
  static char command[256];
  const char *name = strcmp (t->name, "alpha") == 0 ? "alpha-linux-gnu-as"
		     : strcmp (t->name, "ia64") == 0 ? "ia64-linux-gnu-as"
		     : strcmp (t->name, "riscv64") == 0 ? "riscv64-linux-gnu-as" : "as";
  /* IA-64's is to look for missing stops.  */
  const char *options = strcmp (t->name, "ia64") == 0 ? " -x"
			: t->word_bits == 32 ? " --32" : "";
  snprintf (command, sizeof command, "if command -v %s >/dev/null; then %s%s "
	    "--fatal-warnings -o /dev/null -; else cat >/dev/null; fi", name, name,
	    options);
  return command;
}

static void
test_golden (void)
{
  int n = 0;
  struct dirent *entry;
  const char *root = getenv ("HALT_ROOT") ? getenv ("HALT_ROOT") : ".";
  char *folder, *path;
  CU_ASSERT_FATAL (asprintf (&folder, "%s/tests/pots", root) > 0);
  DIR *dir = opendir (folder);
  CU_ASSERT_FATAL (dir != NULL);
  while ((entry = readdir (dir)))
    if (strlen (entry->d_name) > 4
	&& strcmp (entry->d_name + strlen (entry->d_name) - 4, ".pot") == 0)
      {
	CU_ASSERT_FATAL (asprintf (&path, "%s/%s", folder, entry->d_name) > 0);
	const struct halt_target *t = target_of_file (path);
	CU_ASSERT_FATAL (t != NULL);
	assembler = popen (assembler_for (t), "w");
	CU_ASSERT_FATAL (assembler != NULL);
	if (strcmp (t->name, "alpha") == 0)
	  fputs ("\t.set\tnoat\n", assembler);
	each_pot (path, check_pot);
	CU_ASSERT_EQUAL (pclose (assembler), 0);
	free (path);
	n++;
      }
  closedir (dir);
  free (folder);
  CU_ASSERT (n > 0);
}

/* A line, and the word of it that cannot be read.  */
static void
test_wrong_facts (void)
{
  static const struct { const char *line, *wrong; } bad[] = {
    { "", "" }, { "pot", "pot" }, { "pod cbr", "pod" }, { "pot cbr  id=1", "" },
    { "pot nothing id=1", "nothing" }, { "pot cbr id", "id" },
    { "pot cbr id=", "id" }, { "pot cbr id=x+", "id" }, { "pot cbr id=-1", "id" },
    { "pot cbr align=1x", "align" }, { "pot cbr align=3000000000", "align" },
    { "pot cbr live=ax,,dx", "live" }, { "pot cbr live=bogus", "live" },
    { "pot cbr small=1", "small" }, { "pot cbr flags=maybe", "flags" },
    { "pot load bytes=4 ea=x:ax", "ea" }, { "pot load bytes=4 ea=+0:ax*", "ea" },
    { "pot load bytes=4 ea=", "ea" }, { "pot load bytes=", "bytes" },
    { "pot load lanes=4 offsets=ax:4", "offsets" }, { "pot load by=ax:x", "by" },
    { "pot block copy=9", "copy" }, { "pot block frame=1,2,3,4", "frame" },
    { "pot block arg=1 arg=2 arg=3 arg=4 arg=5 arg=6 arg=7 arg=8 arg=9 arg=10"
      " arg=11 arg=12 arg=13 arg=14 arg=15 arg=16 arg=17", "arg" }
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    {
      struct facts f;
      char *line = strdup (bad[i].line);
      const char *wrong = facts_read (halt_targets[0], &f, line);
      CU_ASSERT_PTR_NOT_NULL (wrong);
      if (wrong && strcmp (wrong, bad[i].wrong) != 0)
	CU_FAIL (bad[i].line);
      free (line);
    }
}

static const CU_TestInfo tests[] = {
  { "golden pots", test_golden },
  { "wrong facts", test_wrong_facts },
  CU_TEST_INFO_NULL
};

int
main (int argc, char **argv)
{
  if (argc > 1)
    return print_file (argv[1]);
  return run_tests ("recipes", tests);
}
