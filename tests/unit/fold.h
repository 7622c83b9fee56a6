/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluated copies are executed beside the copies that they are made of, with the same
   constants, words, sums of registers and symbols: what they leave in memory must be
   the same.  The processor is the oracle.  A test for a machine is a list of copies,
   and how values are put into registers.  */

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "halt/format.h"
#include "recipes/copies/copies.h"
#include "tests/unit/run.h"

#define N_CASES 3000
#define N_GIVEN 6

struct fold_test
{
  const struct halt_target *target;
  const char *const *copies;	/* &N is memory */
  int n_copies;
  int evaluated;		/* so many per cent of the cases can be, at least */
  int given[N_GIVEN];		/* the program's registers, which a call keeps ... */
  const char *comment;
  /* Print code: what comes first in a function, in which the registers GIVEN have what
     they HAVE, and last; what puts V into register REG, an argument's, or something
     else; the text of a copy or a template as the assembler reads it.  */
  void (*begin) (FILE *f, const int *has);
  void (*end) (FILE *f);
  void (*load) (FILE *f, int reg, const struct copy_value *v);
  void (*spoil) (FILE *f, int reg);
  void (*text) (FILE *f, const char *text);
  const char *compile, *run;	/* commands */
};

/* ... and what they have.  */
static const int given_has[N_GIVEN] = { 3, 72, 1000, 129, 5, 2000 };

static uint64_t seed = 1;

static unsigned
below (unsigned n)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (seed >> 33) % n;
}

/* What an argument may be.  */
static struct copy_value
random_value (const struct fold_test *t)
{
  struct copy_value v = copy_number (below (3)	 ? (int) below (300)
				     : below (2) ? (int) below (70000)
						 : -(int) below (5));
  switch (below (7))
    {
    case 0:
      v.symbol = copy_text_of ("halt_glob");
      break;
    case 1:
      v.form = FORM_WORD;
      v.symbol = copy_text_of ("halt_unit");
      break;
    case 2:
      v.base = t->given[below (N_GIVEN)];
      v.number = below (3) ? 0 : v.number;
      break;
    case 3:
      v.base = t->given[below (N_GIVEN)];
      /* Fall through.  */
    case 4:
      v.index = t->given[below (N_GIVEN)];
      v.scale = 1 << below (4);
      break;
    case 5:
      v.number &= 1;
      break;
    }
  return v;
}

/* Case N, if its copy can be evaluated: COPY as it is, and what is made of it, where
   all other registers have something else.  */
static bool
print_case (FILE *f, const struct fold_test *t, const char *copy, int n)
{
  static struct copy_steps out;
  const struct copy_machine *m = t->target->copies;
  struct copy_value given[COPY_REGS] = { 0 };
  signed char as[COPY_REGS];
  char text[HALT_MAX_COPY], *symbols = text;
  for (int a = 0; a < 3; a++)
    given[t->target->arg_regs[a]] = random_value (t);
  /* As names are when a copy is read.  */
  for (const char *p = copy; *p; p++)
    symbols += *p == '&' ? sprintf (symbols, "halt_memory")
			 : sprintf (symbols, "%c", *p);
  CU_ASSERT (copy_check (t->target, copy));
  if (!copy_fold (m, text, given, HALT_NO_REG, &out))
    return false;
  fprintf (f, "%s %s\nbefore%d:\n", t->comment, copy, n);
  t->begin (f, given_has);
  for (int a = 3; a-- > 0;)
    t->load (f, t->target->arg_regs[a], &given[t->target->arg_regs[a]]);
  t->text (f, text);
  t->end (f);
  fprintf (f, "after%d:\n", n);
  t->begin (f, given_has);
  for (int r = 0; r < m->n_regs; r++)
    {
      as[r] = r;
      if (t->target->regs[r].clobbered && r != m->sp)
	t->spoil (f, r);
    }
  for (int i = 0; i < out.n; i++)
    {
      char *step;
      size_t size;
      FILE *one = open_memstream (&step, &size);
      copy_print (one, m, &out.step[i], as, 0);
      fclose (one);
      t->text (f, step);
      free (step);
    }
  t->end (f);
  return true;
}

/* The program that calls both of each case, and says where they differ.  Some copies reach
   memory that is not there.  */
static const char driver[]
  = "#include <setjmp.h>\n"
    "#include <signal.h>\n"
    "#include <stdio.h>\n"
    "#include <string.h>\n"
    "extern void (*const halt_cases[][2]) (void);\n"
    "extern const int halt_n_cases;\n"
    "extern char halt_memory[1 << 20];\n"
    "static char first[1 << 20], one[1 << 20];\n"
    "static sigjmp_buf where;\n"
    "static void on_fault (int signal) { siglongjmp (where, signal); }\n"
    "static int run (void (*f) (void))\n"
    "{\n"
    "  int fault = sigsetjmp (where, 1);\n"
    "  memcpy (fault ? one : halt_memory, first, fault ? 0 : sizeof first);\n"
    "  if (!fault)\n"
    "    f ();\n"
    "  return fault;\n"
    "}\n"
    "int main (void)\n"
    "{\n"
    "  int bad = 0, faults = 0;\n"
    "  signal (SIGSEGV, on_fault);\n"
    "  signal (SIGBUS, on_fault);\n"
    "  for (int i = 0; i < 1 << 20; i++)\n"
    "    first[i] = i % 8 < 2 ? i * 37 >> 3 : 0;\n"
    "  for (int i = 0; i < halt_n_cases; i++)\n"
    "    {\n"
    "      if (run (halt_cases[i][0]) != 0)\n"
    "        {\n"
    "          faults++;\n"
    "          continue;\n"
    "        }\n"
    "      memcpy (one, halt_memory, sizeof one);\n"
    "      if ((run (halt_cases[i][1]) != 0\n"
    "           || memcmp (one, halt_memory, sizeof one) != 0)\n"
    "          && bad++ < 5)\n"
    "        printf (\"case %d differs\\n\", i);\n"
    "    }\n"
    "  return bad > 0 || faults > halt_n_cases / 5;\n"
    "}\n";

static void
print_data (FILE *f, int n)
{
  fputs ("\t.section .rodata\n\t.globl halt_cases, halt_n_cases\n\t.balign 8\nhalt_cases:\n",
	 f);
  for (int i = 0; i < n; i++)
    fprintf (f, "\t.quad before%d, after%d\n", i, i);
  fprintf (f, "halt_n_cases: .long %d\n\t.data\n\t.balign 8\n", n);
  fprintf (f, "halt_unit: .quad 7\n\t.org halt_unit+%d\n",
	   (int) offsetof (struct halt_unit, multiple));
  for (int i = 0; i < HALT_UNIT_MULTIPLES; i++)
    fprintf (f, "\t.quad %d\n", 7 * (i + 2));
  fputs ("\t.bss\n\t.globl halt_memory\n\t.balign 4096\n\t.fill 65536\n"
	 "halt_memory: .fill 1048576\n"
	 "\t.set halt_memory0, halt_memory + 4096\n"
	 "\t.set halt_memory1, halt_memory + 400000\n"
	 "\t.set halt_memory2, halt_memory + 800000\n"
	 "halt_glob: .fill 65536\n\t.section .note.GNU-stack,\"\",%progbits\n",
	 f);
}

/* Execute all cases of T.  */
static void
execute (const struct fold_test *t)
{
  char dir[] = "/tmp/halt-fold-XXXXXX", *remove;
  const char *const tmp = getenv ("TMPDIR");
  char *folder;
  int n = 0;
  if (asprintf (&folder, "%s%s", tmp ? tmp : "/tmp", strrchr (dir, '/')) < 0
      || !mkdtemp (folder) || asprintf (&remove, "rm -r %s", folder) < 0)
    abort ();
  CU_ASSERT_EQUAL_FATAL (chdir (folder), 0);
  FILE *f = fopen ("cases.s", "w"), *c = fopen ("driver.c", "w");
  fputs ("\t.text\n", f);
  for (int i = 0; i < N_CASES; i++)
    n += print_case (f, t, t->copies[i % t->n_copies], n);
  print_data (f, n);
  fputs (driver, c);
  fclose (f);
  fclose (c);
  CU_ASSERT_EQUAL (system (t->compile), 0);
  CU_ASSERT_EQUAL (system (t->run), 0);
  CU_ASSERT (n > N_CASES * t->evaluated / 100);
  CU_ASSERT_EQUAL (chdir ("/") | system (remove), 0);
  free (folder);
  free (remove);
}
