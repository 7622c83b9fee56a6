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
  for (int k = 0; k < HALT_RECIPES; k++)
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
  const char *name = strcmp (t->name, "alpha") == 0 ? "alpha-linux-gnu-as" : "as";
  snprintf (command, sizeof command, "if command -v %s >/dev/null; then %s%s "
	    "--fatal-warnings -o /dev/null -; else cat >/dev/null; fi", name, name,
	    t->word_bits == 32 ? " --32" : "");
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

/* A machine that knows of each register, and of each place on the stack, whose
   value it has: that of the register with this number when the pot begins, or
   LOST.  */
#define LOST (-1)
#define MAX_DEPTH 8192

struct machine
{
  const struct halt_target *t;
  const struct halt_point *p;	/* whose event is next */
  int reg[HALT_MAX_REGS];
  int stack[MAX_DEPTH];		/* by bytes below the stack pointer at first */
  int depth, calls;
};

/* Whether a call, or what linkers put in front of a routine, changes register NAME
   of T, whatever the routine does.  */
static bool
call_changes (const struct halt_target *t, const char *name, bool direct)
{
  const char *changed = "", *stubs = "";
  if (strcmp (t->name, "x86-64") == 0)
    stubs = " r10 r11 ";
  else if (strcmp (t->name, "alpha") == 0)
    {
      changed = " $26 $27 $29 ";
      stubs = " $22 $23 $24 $25 $28 ";
    }
  char word[16];
  snprintf (word, sizeof word, " %s ", name);
  return strstr (changed, word) || (!direct && strstr (stubs, word));
}

/* The routine: it and what linkers put in front of it change what they may, and
   what is below the stack pointer.  */
static void
call (struct machine *m)
{
  const struct halt_point *p = m->p;
  for (int r = 0; r < m->t->n_regs; r++)
    {
      if (m->t->regs[r].clobbered
	  && (!p->summarized || reg_set_has (&p->summary.changes, r)
	      || call_changes (m->t, m->t->regs[r].name, p->summary.direct)))
	m->reg[r] = LOST;
    }
  for (int d = m->depth + 1; d < MAX_DEPTH; d++)
    m->stack[d] = LOST;
  m->calls++;
  CU_ASSERT (m->depth >= p->red_zone);
  if (!p->summarized || !p->summary.unaligned)
    CU_ASSERT_EQUAL ((p->misalign - m->depth) % m->t->stack_align, 0);
}

/* The address of the access must be computed from what the program has in the
   registers.  */
static void
check_address (struct machine *m)
{
  const int used[] = { m->p->access.ea.base, m->p->access.ea.index };
  for (int k = 0; k < 2; k++)
    if (used[k] != HALT_NO_REG)
      CU_ASSERT_EQUAL (m->reg[used[k]], used[k]);
}

static void
step (struct machine *m, const struct pot_insn *i)
{
  int word = m->t->word_bits / 8;
  switch (i->op)
    {
    case OP_ADJUST:
      m->depth -= i->imm;
      break;
    case OP_PUSH:
      m->depth += word;
      m->stack[m->depth] = i->reg >= 0 ? m->reg[i->reg] : LOST;
      break;
    case OP_POP:
      m->reg[i->reg] = m->stack[m->depth];
      m->depth -= word;
      break;
    case OP_STORE:
      CU_ASSERT (i->imm >= 0 && m->depth > i->imm);
      m->stack[m->depth - i->imm] = m->reg[i->reg];
      break;
    case OP_LOAD:
      CU_ASSERT (i->imm >= 0);
      m->reg[i->reg] = m->stack[m->depth - i->imm];
      break;
    case OP_CALL:
    case OP_TEXT_CALL:
      call (m);
      break;
    case OP_MOVE:
      m->reg[i->reg] = m->reg[i->src];
      break;
    case OP_TEST:
      break;
    case OP_EA:
      check_address (m);
      m->reg[i->reg] = LOST;
      break;
    default:
      if (i->reg >= 0)
	m->reg[i->reg] = LOST;
    }
}

/* The instructions of POT from FROM up to TO; a wrapper's return pops its
   address and the word above it.  */
static void
walk (struct machine *m, const struct pot *pot, int from, int to)
{
  int word = m->t->word_bits / 8;
  for (int i = from; i < to; i++)
    {
      m->p = pot_point (pot, &pot->insn[i]);
      if (pot->insn[i].op == OP_CALL_WRAPPER)
	{
	  m->depth += word;
	  m->stack[m->depth] = LOST;
	  walk (m, pot, pot->body, pot->n);
	  m->depth -= 2 * word;
	}
      else
	step (m, &pot->insn[i]);
    }
}

/* Whatever is live, each call finds an aligned stack, the pot leaves the stack
   where it was, and every live register has its value back.  Walks the pot, not
   the recipe's own figures.  */
static void
check_balance (const struct halt_target *t, const struct halt_point *p)
{
  static struct pot pot;
  static struct machine m;
  int points = 0;
  for (const struct halt_point *pt = p; pt; pt = pt->next)
    points++;
  m.t = t;
  m.depth = m.calls = 0;
  for (int d = 0; d < MAX_DEPTH; d++)
    m.stack[d] = LOST;
  for (int r = 0; r < t->n_regs; r++)
    m.reg[r] = r;
  CU_ASSERT_EQUAL_FATAL (pot_fill (&pot, t, p, NULL), 0);
  walk (&m, &pot, 0, pot_length (&pot));
  CU_ASSERT_EQUAL (m.calls, points);
  CU_ASSERT_EQUAL (m.depth, 0);
  for (int r = 0; r < t->n_regs; r++)
    if (reg_set_has (&p->live, r) && t->regs[r].rclass != RC_FLAGS
	&& t->regs[r].rclass != RC_STACKED)
      CU_ASSERT_EQUAL (m.reg[r], r);
}

/* A general register of T but the stack pointer.  */
static int
any_reg (const struct halt_target *t, unsigned *seed)
{
  int r;
  do
    r = rand_r (seed) % t->n_regs;
  while (t->regs[r].rclass != RC_GENERAL || strcmp (t->regs[r].name, "sp") == 0
	 || strcmp (t->regs[r].name, "$30") == 0
	 || (t->word_bits == 32 && t->regs[r].name[0] == 'r'));
  return r;
}

/* Make of P, made up for x86, one of T's, where accesses are simpler, the stack is
   always aligned and nothing below the stack pointer is in use.  */
static void
suit (const struct halt_target *t, struct halt_point *p)
{
  if (strcmp (t->name, "alpha") != 0)
    return;
  p->cond = p->id & 1 ? "blbc:$16" : "fbge:$f10";
  p->flags_live = false;
  p->misalign = p->red_zone = 0;
  p->access.count = p->access.ea.index = HALT_NO_REG;
  p->access.ea.align = p->id & 2 ? 8 : 0;
}

/* Point number N of T, made up.  */
static struct halt_point
any_point (const struct halt_target *t, unsigned n, unsigned *seed)
{
  int word = t->word_bits / 8;
  struct halt_point p = { .kind = n % HALT_RECIPES,
    .routine = "r", .base = n & 16 ? "b" : NULL, .id = rand_r (seed),
    .cond = "e", .table = "t", .flags_live = n & 32, .stack_align = 16,
    .misalign = rand_r (seed) % (16 / word) * word,
    .red_zone = n & 64 ? rand_r (seed) % 17 * 8 : 0, .vector_bytes = 16 << rand_r (seed) % 3,
    .mask_bytes = 8 };
  struct halt_access *a = &p.access;
  *a = (struct halt_access) { .bytes = 4 << n % 2, .count = HALT_NO_REG,
    .advance = HALT_NO_REG, .wrap = n & 128 };
  a->ea = (struct halt_address) { .base = any_reg (t, seed),
    .index = any_reg (t, seed), .scale = 4, .disp = n };
  a->lanes.mask = a->lanes.index = HALT_NO_REG;
  if (n & 256)
    a->count = any_reg (t, seed);
  for (int r = 0; r < t->n_regs; r++)
    if (rand_r (seed) % 3 == 0
	&& !(n & 4096 && t->regs[r].rclass != RC_GENERAL))
      reg_set_add (&p.live, r);
  reg_set_add (&p.live, a->ea.base);
  reg_set_add (&p.live, a->ea.index);
  p.summarized = n & 1024;
  p.small = n & 2048;
  for (int r = 0; r < t->n_regs; r++)
    if (rand_r (seed) % 4 == 0)
      reg_set_add (&p.summary.changes, r);
  for (int i = 0; i < t->n_arg_regs; i++)
    if (rand_r (seed) % 2)
      reg_set_add (&p.summary.reads, t->arg_regs[i]);
  p.summary.unaligned = rand_r (seed) % 2;
  p.summary.direct = rand_r (seed) % 2;
  if (p.kind != HALT_LOAD && p.kind != HALT_STORE && p.kind != HALT_MBR
      && n & 512)
    a->bytes = 0;
  suit (t, &p);
  return p;
}

/* What is dead at P, which has everything else.  */
static void
add_dead (const struct halt_target *t, struct halt_point *p)
{
  for (int r = 0; r < t->n_regs; r++)
    if (t->regs[r].clobbered && !reg_set_has (&p->live, r)
	&& (t->word_bits == 64 || t->regs[r].name[0] != 'r'))
      reg_set_add (&p->dead, r);
}

static void
test_balance (void)
{
  unsigned seed = 1;
  for (int n = 0; n < 40000; n++)
    for (const struct halt_target *const *t = halt_targets; *t; t++)
      {
	struct halt_point p = any_point (*t, n, &seed);
	add_dead (*t, &p);
	check_balance (*t, &p);
      }
}

/* The same of pots that serve up to MAX_POINTS points.  */
#define MAX_POINTS 4

static void
test_joined (void)
{
  unsigned seed = 2;
  int joined = 0;
  for (int n = 0; n < 40000; n++)
    for (const struct halt_target *const *t = halt_targets; *t; t++)
      {
	struct halt_point p[MAX_POINTS];
	int points = 0;
	while (points < MAX_POINTS)
	  {
	    p[points] = any_point (*t, rand_r (&seed), &seed);
	    p[points].misalign = p[0].misalign;
	    p[points].red_zone = p[0].red_zone;
	    if (points && (!(*t)->joins || !(*t)->joins (&p[0], &p[points])))
	      break;
	    points++;
	  }
	joined += points > 1;
	for (int i = 0; i < points; i++)
	  for (int r = 0; r < (*t)->n_regs; r++)
	    if (reg_set_has (&p[i].live, r))
	      reg_set_add (&p[0].live, r);
	for (int i = 0; i < points; i++)
	  {
	    p[i].next = i + 1 < points ? &p[i + 1] : NULL;
	    p[i].live = p[0].live;
	    p[i].flags_live = p[0].flags_live;
	    add_dead (*t, &p[i]);
	  }
	if (points > 1)
	  check_balance (*t, &p[0]);
      }
  CU_ASSERT (joined > 1000);
}

static void
test_targets (void)
{
  CU_ASSERT_PTR_NOT_NULL (halt_target_find ("x86_64", 64, 64));
  CU_ASSERT_PTR_NOT_NULL (halt_target_find ("x86_64", 32, 32));
  CU_ASSERT_PTR_NULL (halt_target_find ("x86_64", 64, 32));
  CU_ASSERT_PTR_NULL (halt_target_find ("x86", 64, 64));
  CU_ASSERT_PTR_NULL (halt_target_find ("riscv64", 64, 64));
  for (const struct halt_target *const *t = halt_targets; *t; t++)
    {
      CU_ASSERT ((*t)->n_regs <= HALT_MAX_REGS);
      for (int k = 0; k < HALT_RECIPES; k++)
	if (halt_kind_word (k))
	  CU_ASSERT ((*t)->recipes[k] != NULL);
      for (int r = 0; r < (*t)->n_regs; r++)
	CU_ASSERT_EQUAL (halt_reg_find (*t, (*t)->regs[r].name), r);
    }
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    return print_file (argv[1]);
  CU_initialize_registry ();
  CU_pSuite suite = CU_add_suite ("recipes", NULL, NULL);
  CU_add_test (suite, "targets", test_targets);
  CU_add_test (suite, "balance", test_balance);
  CU_add_test (suite, "several points", test_joined);
  CU_add_test (suite, "golden pots", test_golden);
  CU_basic_run_tests ();
  int failed = CU_get_number_of_failures ();
  CU_cleanup_registry ();
  return failed != 0;
}
