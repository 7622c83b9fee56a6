/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt cover --selftest: planted programs, compiled as the user's are, of which it is known
   what has to come out.  The answers follow from docs/certification.md, by hand.  */

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "base/run.h"
#include "base/words.h"
#include "ghalt/selftest.h"
#include "report/cover/written.h"

#define RUNS_MAX 6

struct planted
{
  const char *what;
  const char *text;
  const char *runs[RUNS_MAX];	/* the argument of each */
  unsigned answers[WRITTEN_MEASURES][2]; /* executed, found */
};

/* A program that returns DECISION of the digits of its argument.  */
#define ASKS(parameters, decision, digits) \
  "static int f (" parameters ")\n{\n  return (" decision ") ? 1 : 2;\n}\n" \
  "int main (int argc, char **argv)\n{\n  (void) argc;\n" \
  "  return f (" digits ") - f (" digits ");\n}\n"
#define DIGIT(n) "argv[1][" #n "] - '0'"
#define THREE DIGIT (0) ", " DIGIT (1) ", " DIGIT (2)
#define FOUR THREE ", " DIGIT (3)

/* Of those with ASKS: two functions, three statements, two calls.  */
#define ASKED { 2, 2 }, { 3, 3 }, { 2, 2 }

static const struct planted all_planted[] = {
  { "statement: one is not executed",
    "int main (int argc, char **argv)\n{\n  int n = 1;\n  (void) argv;\n"
    "  if (argc > 5)\n    n = 2;\n  return n - 1;\n}\n",
    { "0" },
    { { 1, 1 }, { 4, 5 }, { 0, 0 }, { 1, 2 }, { 1, 2 }, { 0, 0 }, { 0, 1 }, { 0, 1 } } },
  { "statement: all are executed, the decision was never false",
    "int main (int argc, char **argv)\n{\n  int n = 1;\n  (void) argv;\n"
    "  if (argc > 1)\n    n = 2;\n  return n - 2;\n}\n",
    { "0" },
    { { 1, 1 }, { 5, 5 }, { 0, 0 }, { 1, 2 }, { 1, 2 }, { 0, 0 }, { 0, 1 }, { 0, 1 } } },
  { "statement: after a call that does not return",
    "#include <stdlib.h>\nstatic void f (void) { exit (0); }\n"
    "int main (void)\n{\n  int n = 1;\n  f ();\n  n = 2;\n  return n;\n}\n",
    { "0" },
    { { 2, 2 }, { 3, 5 }, { 2, 2 }, { 0, 0 }, { 0, 0 }, { 0, 0 }, { 0, 0 }, { 0, 0 } } },
  { "statement: after longjmp",
    "#include <setjmp.h>\nstatic jmp_buf b;\n"
    "static void f (void)\n{\n  longjmp (b, 1);\n}\n"
    "int main (void)\n{\n  if (setjmp (b))\n    return 0;\n  f ();\n"
    "  return 1;\n}\n",
    { "0" },
    { { 2, 2 }, { 4, 5 }, { 2, 2 }, { 2, 2 }, { 2, 2 }, { 0, 0 }, { 1, 1 }, { 1, 1 } } },
  { "function: one is not called",
    "static int f (int n) { return n; }\nint (*h) (int) = f;\n"
    "static int g (int n) { return n; }\n"
    "int main (void)\n{\n  return g (0);\n}\n",
    { "0" },
    { { 2, 3 }, { 2, 3 }, { 1, 1 }, { 0, 0 }, { 0, 0 }, { 0, 0 }, { 0, 0 }, { 0, 0 } } },
  { "call: where evaluation does not come to it, or its argument does not return",
    "#include <stdlib.h>\n"
    "static int f (int n) { if (n > 3) exit (0); return n; }\n"
    "int main (int argc, char **argv)\n{\n  (void) argv;\n"
    "  return (argc > 9 && f (1)) || f (0) || f (f (4));\n}\n",
    { "0" },
    { { 2, 2 }, { 5, 5 }, { 3, 5 }, { 2, 4 }, { 2, 10 }, { 0, 0 }, { 1, 5 }, { 1, 5 } } },
  { "decision: loops that end, and one that does not begin",
    "int main (int argc, char **argv)\n{\n  int i, s = 0;\n  (void) argv;\n"
    "  for (i = 0; i < argc; i++)\n    s++;\n"
    "  while (s > 9)\n    s--;\n"
    "  do\n    s--;\n  while (s > 0);\n  return s;\n}\n",
    { "0" },
    { { 1, 1 }, { 9, 10 }, { 0, 0 }, { 5, 6 }, { 5, 6 }, { 0, 0 }, { 2, 3 }, { 2, 3 } } },
  { "case: falling through is not going there; no default",
    "int main (int argc, char **argv)\n{\n  (void) argc;\n"
    "  switch (" DIGIT (0) ")\n    {\n    case 1:\n      argc++;\n"
    "      /* fall through */\n    case 2:\n      argc++;\n      break;\n"
    "    case 3:\n      argc++;\n    }\n  return 0;\n}\n",
    { "1", "3" },
    { { 1, 1 }, { 7, 7 }, { 0, 0 }, { 0, 0 }, { 0, 0 }, { 2, 4 }, { 0, 0 }, { 0, 0 } } },
  { "condition: both outcomes of the decision, not of all conditions",
    ASKS ("int a, int b, int c", "a && (b || c)", THREE),
    { "110", "010" },
    { ASKED, { 2, 2 }, { 3, 6 }, { 0, 0 }, { 1, 3 }, { 1, 3 } } },
  { "MC/DC: all but one condition",
    ASKS ("int a, int b, int c", "a && (b || c)", THREE),
    { "110", "010", "100" },
    { ASKED, { 2, 2 }, { 5, 6 }, { 0, 0 }, { 2, 3 }, { 2, 3 } } },
  { "MC/DC: of N + 1 vectors",
    ASKS ("int a, int b, int c", "a && (b || c)", THREE),
    { "110", "010", "100", "101" },
    { ASKED, { 2, 2 }, { 6, 6 }, { 0, 0 }, { 3, 3 }, { 3, 3 } } },
  { "MC/DC: conditions that all were true and false, none of which is shown",
    ASKS ("int a, int b", "a != 0 && b != 0", DIGIT (0) ", " DIGIT (1)),
    { "01", "10" },
    { ASKED, { 1, 2 }, { 3, 4 }, { 0, 0 }, { 0, 2 }, { 0, 2 } } },
  { "MC/DC: masking has what unique cause has not",
    ASKS ("int a, int b, int c, int d", "(a && b) || (c && d)", FOUR),
    { "1100", "0011", "1000", "0010" },
    { ASKED, { 2, 2 }, { 8, 8 }, { 0, 0 }, { 4, 4 }, { 3, 4 } } },
  { "MC/DC: not, and a decision in a condition",
    ASKS ("int a, int b", "!(a && (b ? a > 1 : a > 2))",
	  DIGIT (0) ", " DIGIT (1)),
    { "00", "21", "11", "30" },
    { ASKED, { 4, 4 }, { 6, 6 }, { 0, 0 }, { 3, 3 }, { 3, 3 } } },
};

/* --- one of them ---------------------------------------------------------------------- */

struct selftest
{
  FILE *out;
  const char *const *compiler;	/* and its arguments, N of them */
  size_t n;
  char *folder;			/* of what is made */
  char *source, *program, *profiles;
  size_t n_passed, n_failed;
};

/* Run WORDS; false if they fail.  */
static bool
run (const char *const *words)
{
  return run_to_end (words, NULL, NULL) == 0;
}

static bool
write_file (const char *path, const char *text)
{
  FILE *file = fopen (path, "w");
  if (!file)
    return false;
  fputs (text, file);
  return fclose (file) == 0;
}

static bool
compile (const struct selftest *s)
{
  struct words w = { NULL, 0 };
  bool ok = true;
  for (size_t i = 0; ok && i < s->n; i++)
    ok = words_put (&w, s->compiler[i]);
  ok = ok && words_put (&w, s->source) && words_put (&w, "-o")
       && words_put (&w, s->program) && run ((const char *const *) w.at);
  free (w.at);
  return ok;
}

/* Count what P does in all its runs.  */
static bool
count_planted (const struct selftest *s, const struct planted *p,
	       struct written_sum *sum)
{
  const char *operands[] = { s->program, s->profiles };
  const struct options o = { .operands = operands, .n_operands = 2 };
  struct fault f = { "" };
  struct suite suite = { .n_parts = 0 };
  struct written w = { .suite = &suite };
  bool ok = true;
  for (size_t i = 0; ok && i < RUNS_MAX && p->runs[i]; i++)
    {
      const char *const words[] = { s->program, p->runs[i], NULL };
      int status = run_to_end (words, NULL, NULL);
      ok = status >= 0 && WIFEXITED (status);
    }
  ok = ok && suite_open (&suite, &o, false, &f) && written_find (&w);
  *sum = w.sum;
  if (f.text[0])
    note ("%s", f.text);
  written_release (&w);
  suite_close (&suite);
  return ok;
}

/* Returns whether P was compiled.  */
static bool
check (struct selftest *s, const struct planted *p)
{
  struct written_sum sum = { { 0 }, { 0 } };
  const char *const clean[] = { "rm", "-rf", s->profiles, s->program, NULL };
  const char *const make[] = { "mkdir", s->profiles, NULL };
  bool built = run (clean) && run (make) && write_file (s->source, p->text)
	       && compile (s);
  bool good = built && count_planted (s, p, &sum);
  for (int k = 0; good && k < WRITTEN_MEASURES; k++)
    good = sum.hit[k] == p->answers[k][0] && sum.found[k] == p->answers[k][1];
  fprintf (s->out, "%s  %s\n", good ? "passed" : "FAILED", p->what);
  for (int k = 0; built && !good && k < WRITTEN_MEASURES; k++)
    if (sum.hit[k] != p->answers[k][0] || sum.found[k] != p->answers[k][1])
      fprintf (s->out, "        %s: %" PRIu64 " of %" PRIu64 ", not %u of %u\n",
	       written_words[k], sum.hit[k], sum.found[k], p->answers[k][0],
	       p->answers[k][1]);
  if (!built)
    put_text (s->out, "        it cannot be compiled\n");
  s->n_passed += good;
  s->n_failed += !good;
  return built;
}

/* --- all ---------------------------------------------------------------------------------- */

/* What is tested, where and when.  */
static void
put_head (const struct selftest *s)
{
  const char *const words[] = { s->compiler[0], "--version", NULL };
  struct utsname u;
  time_t now = time (NULL);
  char when[32] = "", *version = NULL;
  struct tm tm;
  if (gmtime_r (&now, &tm))
    strftime (when, sizeof when, "%Y-%m-%d %H:%M:%S UTC", &tm);
  run_to_end (words, NULL, &version);
  fprintf (s->out, "ghalt %s, selftest of cover, %s\n", ghalt_version (), when);
  if (uname (&u) == 0)
    fprintf (s->out, "machine: %s %s %s\n", u.sysname, u.release, u.machine);
  fprintf (s->out, "compiler: %.*s\n",
	   version ? (int) strcspn (version, "\n") : 0, version ? version : "");
  put_text (s->out, "command:");
  for (size_t i = 0; i < s->n; i++)
    fprintf (s->out, " %s", s->compiler[i]);
  put_text (s->out, "\n\n");
  free (version);
}

static bool
begin (struct selftest *s, struct fault *f)
{
  const char *tmp = getenv ("TMPDIR");
  char *pattern = NULL;
  if (asprintf (&s->folder, "%s/ghalt-XXXXXX", tmp && *tmp ? tmp : "/tmp") < 0)
    {
      s->folder = NULL;
      return fault (f, "%m");
    }
  if (!mkdtemp (s->folder))
    {
      fault (f, "cannot make a folder '%s': %m", s->folder);
      free (s->folder);
      s->folder = NULL;
      return false;
    }
  s->source = path_join (s->folder, "planted.c", f);
  s->program = path_join (s->folder, "planted", f);
  s->profiles = path_join (s->folder, "profiles", f);
  pattern = path_join (s->folder, "profiles/%p.prof", f);
  bool ok = s->source && s->program && s->profiles && pattern
	    && (setenv ("HALT_FILE", pattern, 1) == 0 || fault (f, "%m"))
	    && (setenv ("HALT_FLAGS", "cover count", 0) == 0
		|| fault (f, "%m"));
  free (pattern);
  return ok;
}

int
cover_selftest (const struct options *o, FILE *out, struct fault *f)
{
  static const char *const usual[] = { "halt-gcc" };
  struct selftest s = { .out = out,
			.compiler = o->n_operands > 0 ? o->operands : usual,
			.n = o->n_operands > 0 ? o->n_operands : 1 };
  if (begin (&s, f))
    {
      put_head (&s);
      for (size_t i = 0; i < sizeof all_planted / sizeof *all_planted; i++)
	if (!check (&s, all_planted + i) && s.n_passed == 0)
	  {
	    fault (f, "'%s' compiles nothing: nothing was tested",
		   s.compiler[0]);
	    break;
	  }
      fprintf (out, "\n%zu passed, %zu failed\n", s.n_passed, s.n_failed);
    }
  const char *const words[] = { "rm", "-rf", s.folder, NULL };
  if (s.folder)
    run (words);
  FREE_ALL (s.folder, s.source, s.program, s.profiles);
  return s.n_failed > 0;
}
