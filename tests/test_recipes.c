/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Golden pots: tests/pots/TARGET-*.pot hold pots as -fplugin-arg-halt-dump=pot
   prints them.  Each pot's first lines, the facts, are read back, the recipe is
   asked again, and must say the same; then the target's assembler must accept
   the text.  A file dropped there is a test.  With an argument, prints the
   pots that the facts in that file give: how a golden file is begun.  */

#include <CUnit/Basic.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "recipes/recipe.h"

/* Facts read back, with the storage they refer to.  */
struct facts
{
  struct halt_point point;
  char *line;
  int64_t args[16];
};

static const struct halt_target *
target_of_file (const char *name)
{
  const char *base = strrchr (name, '/') ? strrchr (name, '/') + 1 : name;
  for (const struct halt_target *const *t = halt_targets; *t; t++)
    if (strncmp (base, (*t)->name, strlen ((*t)->name)) == 0)
      return *t;
  return NULL;
}

static int
kind_by_word (const char *word)
{
  for (int k = 0; k < HALT_KIND_END; k++)
    if (halt_kind_word (k) && strcmp (halt_kind_word (k), word) == 0)
      return k;
  return -1;
}

static bool
read_live (const struct halt_target *t, struct reg_set *set, char *list)
{
  for (char *save, *name = strtok_r (list, ",", &save); name;
       name = strtok_r (NULL, ",", &save))
    {
      int r = halt_reg_find (t, name);
      if (r == HALT_NO_REG)
	return false;
      reg_set_add (set, r);
    }
  return true;
}

/* The register that VALUE begins with, up to one of ENDS.  */
static int
read_reg (const struct halt_target *t, const char *value, const char *ends)
{
  char name[16];
  snprintf (name, sizeof name, "%.*s", (int) strcspn (value, ends), value);
  return halt_reg_find (t, name);
}

/* [SYMBOL]DISP[:BASE][:INDEX*SCALE] */
static bool
read_address (const struct halt_target *t, struct halt_address *a, char *value)
{
  char *part = strchr (value, ':');
  char *disp = value + strcspn (value, "+-");
  a->base = a->index = HALT_NO_REG;
  a->scale = 1;
  a->disp = strtoll (disp, NULL, 10);
  for (; part; part = strchr (part + 1, ':'))
    {
      int r = read_reg (t, part + 1, ":*");
      size_t length = strcspn (part + 1, ":*");
      if (r == HALT_NO_REG)
	return false;
      if (part[1 + length] == '*')
	{
	  a->index = r;
	  a->scale = atoi (part + 2 + length);
	}
      else
	a->base = r;
    }
  *disp = '\0';
  a->symbol = *value ? value : NULL;
  return true;
}

/* A word about a cell that is counted in.  */
static bool
read_cell (const struct halt_target *t, struct halt_point *p, const char *word,
	   char *value)
{
  char *plus = strchr (value, '+');
  if (strcmp (word, "cell") == 0 && plus)
    {
      *plus = '\0';
      p->cells = value;
      p->cell = strtoull (plus + 1, NULL, 10);
    }
  else if (strcmp (word, "atomic") == 0)
    p->atomic = true;
  else if (strcmp (word, "own") == 0)
    p->own = true;
  else if (strcmp (word, "shared") == 0)
    p->shared = true;
  else if (strcmp (word, "enter") == 0)
    p->enter = value;
  else if (strcmp (word, "only") == 0)
    p->only_enter = true;
  else if (strcmp (word, "pointer") == 0)
    p->pointer = read_reg (t, value, "");
  else if (strcmp (word, "held") == 0)
    p->held = true;
  else if (strcmp (word, "register") == 0 || strcmp (word, "clear") == 0
	   || strcmp (word, "flush") == 0)
    {
      p->step = *word == 'r' ? STEP_REGISTER : *word == 'c' ? STEP_CLEAR
		: STEP_FLUSH;
      p->counter = read_reg (t, value, "");
    }
  else
    return false;
  return true;
}

/* A word about the access.  */
static bool
read_access (const struct halt_target *t, struct halt_access *a,
	     const char *word, char *value)
{
  struct halt_lanes *l = &a->lanes;
  if (strcmp (word, "bytes") == 0)
    a->bytes = atoi (value);
  else if (strcmp (word, "ea") == 0)
    return read_address (t, &a->ea, value);
  else if (strcmp (word, "thread") == 0)
    a->ea.thread = true;
  else if (strcmp (word, "aligned") == 0)
    a->ea.align = atoi (value);
  else if (strcmp (word, "count") == 0)
    a->count = read_reg (t, value, "");
  else if (strcmp (word, "advance") == 0)
    a->advance = read_reg (t, value, "");
  else if (strcmp (word, "wrap") == 0)
    a->wrap = true;
  else if (strcmp (word, "lanes") == 0)
    l->n = atoi (value);
  else if (strcmp (word, "packed") == 0)
    l->packed = true;
  else if (strcmp (word, "whole") == 0)
    l->whole = true;
  else if (strcmp (word, "by") == 0)
    {
      l->mask = read_reg (t, value, ":");
      l->sign = strchr (value, ':') != NULL;
    }
  else if (strcmp (word, "offsets") == 0)
    {
      l->index = read_reg (t, value, ":");
      l->index_bytes = atoi (strchr (value, ':') + 1);
      l->scale = atoi (strchr (value, '*') + 1);
    }
  else
    return false;
  return true;
}

/* One word KEY=VALUE or KEY of a line of facts.  */
static bool
read_fact (const struct halt_target *t, struct facts *f, char *word)
{
  struct halt_point *p = &f->point;
  char *end = word + strlen (word);
  char *value = strchr (word, '=');
  if (value)
    *value++ = '\0';
  else
    value = end;
  if (strcmp (word, "routine") == 0)
    p->routine = value;
  else if (strcmp (word, "id") == 0)
    {
      char *plus = strchr (value, '+');
      p->base = plus ? value : NULL;
      if (plus)
	*plus++ = '\0';
      p->id = strtoull (plus ? plus : value, NULL, 10);
    }
  else if (strcmp (word, "arg") == 0)
    f->args[p->n_args++] = strtoll (value, NULL, 10);
  else if (strcmp (word, "cond") == 0)
    p->cond = value;
  else if (strcmp (word, "flags") == 0)
    p->flags_live = strcmp (value, "live") == 0;
  else if (strcmp (word, "align") == 0)
    p->stack_align = atoi (value);
  else if (strcmp (word, "misalign") == 0)
    p->misalign = atoi (value);
  else if (strcmp (word, "red-zone") == 0)
    p->red_zone = atoi (value);
  else if (strcmp (word, "frame") == 0)
    {
      p->facts[3] = -1;
      return sscanf (value, "%d,%d,%d,%d", &p->facts[0], &p->facts[1],
		     &p->facts[2], &p->facts[3]) >= 3;
    }
  else if (strcmp (word, "vector") == 0)
    p->vector_bytes = atoi (value);
  else if (strcmp (word, "mask") == 0)
    p->mask_bytes = atoi (value);
  else if (strcmp (word, "small") == 0)
    p->small = true;
  else if (strcmp (word, "far-code") == 0)
    p->far_code = true;
  else if (strcmp (word, "far-data") == 0)
    p->far_data = true;
  else if (strcmp (word, "indirect") == 0)
    p->indirect = true;
  else if (strcmp (word, "got") == 0)
    p->got = true;
  else if (strcmp (word, "table") == 0)
    p->table = value;
  else if (strcmp (word, "base") == 0)
    p->table_base = true;
  else if (strcmp (word, "live") == 0)
    return read_live (t, &p->live, value);
  else if (strcmp (word, "changes") == 0)
    {
      p->summarized = true;
      return read_live (t, &p->summary.changes, value);
    }
  else if (strcmp (word, "reads") == 0)
    return read_live (t, &p->summary.reads, value);
  else if (strcmp (word, "copy") == 0)
    {
      p->summary.copy_bytes = atoi (value);
      p->summary.copy = strchr (value, ':') ? strchr (value, ':') + 1 : "";
      return t->copy_check && t->copy_check (p->summary.copy);
    }
  else if (strcmp (word, "unaligned") == 0)
    p->summary.unaligned = true;
  else if (strcmp (word, "direct") == 0)
    p->summary.direct = true;
  else if (strcmp (word, "verify") == 0)
    p->verify = true;
  else if (strcmp (word, "dead") == 0)
    return read_live (t, &p->dead, value);
  else
    return read_cell (t, p, word, value)
	   || read_access (t, &p->access, word, value);
  return true;
}

static bool
read_facts (const struct halt_target *t, struct facts *f, const char *line)
{
  memset (f, 0, sizeof *f);
  f->line = strdup (line);
  f->point.args = f->args;
  f->point.access.count = f->point.access.advance = HALT_NO_REG;
  f->point.pointer = HALT_NO_REG;
  f->point.access.lanes.mask = f->point.access.lanes.index = HALT_NO_REG;
  char *save, *word = strtok_r (f->line, " \n", &save);
  if (strcmp (word, "pot") == 0 || strcmp (word, "and") == 0)
    {
      word = strtok_r (NULL, " \n", &save);
      int kind = word ? kind_by_word (word) : -1;
      if (kind < 0)
	return false;
      f->point.kind = kind;
    }
  while ((word = strtok_r (NULL, " \n", &save)))
    if (!read_fact (t, f, word))
      return false;
  return true;
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

/* Read all N points of LINES into F; false if that cannot be done.  */
static bool
read_points (const struct halt_target *t, struct facts *f, int max,
	     const char *lines, int *n)
{
  bool good = true;
  size_t length = facts_length (lines), used = 0;
  for (*n = 0; used < length && *n < max && good; ++*n)
    {
      char *line = strndup (lines + used, strcspn (lines + used, "\n") + 1);
      used += strlen (line);
      good = read_facts (t, &f[*n], line);
      if (*n > 0)
	f[*n - 1].point.next = &f[*n].point;
      free (line);
    }
  return good && used == length;
}

/* What the recipe makes of the facts in LINES; the caller frees it.  */
static char *
recipe_text (const struct halt_target *t, const char *lines)
{
  struct facts f[8];
  static struct pot pot;
  char *text = NULL;
  size_t size;
  int n;
  FILE *out = open_memstream (&text, &size);
  if (!read_points (t, f, 8, lines, &n))
    fprintf (out, "cannot read the facts: %s", lines);
  else if (pot_fill (&pot, t, &f[0].point, f[0].point.cells ? t->count : NULL) != 0)
    fprintf (out, "%.*s\trefused\n", (int) facts_length (lines), lines);
  else
    pot_print (out, &pot);
  for (int i = 0; i < n; i++)
    free (f[i].line);
  fclose (out);
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
		     : strcmp (t->name, "ia64") == 0 ? "ia64-linux-gnu-as" : "as";
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

int
main (int argc, char **argv)
{
  if (argc > 1)
    return print_file (argv[1]);
  CU_initialize_registry ();
  CU_pSuite suite = CU_add_suite ("recipes", NULL, NULL);
  CU_add_test (suite, "golden pots", test_golden);
  CU_basic_run_tests ();
  int failed = CU_get_number_of_failures ();
  CU_cleanup_registry ();
  return failed != 0;
}
