/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluated copies are executed beside the copies that they are made of, with the same
   constants, words, sums of registers and symbols: what they leave in memory must be
   the same.  The processor is the oracle; where it is no x86-64, nothing is
   tested.  */

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "halt/format.h"
#include "recipes/x86/x86.h"
#include "tests/unit/run.h"

/* As GCC 12 has made them of random routines, and by hand; &N is memory.  */
static const char *const copies[] = {
  "leaq/&0(%rip),%rax;leaq/(%rdi,%rsi,2),%rdx;addq/$1,(%rax,%rdx,8)",
  "leaq/&0(%rip),%rax;addb/$1,(%rax,%rdi)",
  "leaq/&0(%rip),%rax;andl/$4095,%edi;subb/%dil,(%rax,%rdi);addl/$1,(%rax,%rdi,8)",
  "andl/$63,%esi;leaq/(%rsi,%rsi,2),%rax;addl/$1,&0(,%rax,4)",
  "salq/$4,%rsi;andl/$4080,%esi;addq/%rdi,&1+8(%rsi)",
  "andl/$31,%edi;salq/$4,%rdi;addq/%rsi,&1+8(%rdi)",
  "testq/%rdi,%rdi;je/80f;leal/1(%rdi),%eax;xorw/%ax,&0(%rip);80:;addl/$1,&1+4(%rip)",
  "cmpq/$1,%rdi;sbbq/%rax,%rax;andl/$3,%eax;addq/%rax,&0(%rip)",
  "xorl/%eax,%eax;testq/%rdi,%rdi;sete/%al;addq/%rax,&0(%rip);movq/%rax,&1(%rip)",
  "movl/$7,%eax;movl/$9,%edx;cmpq/$3,%rdi;cmove/%rdx,%rax;addq/%rax,&0(%rip)",
  "cmpq/$100,%rsi;seta/%al;movzbl/%al,%eax;addq/%rax,&0(%rip)",
  "movq/%rsi,%rcx;leaq/-1(%rsi,%rdi),%rsi;shrq/$6,%rcx;shrq/$6,%rsi;addq/$1,&0(%rip);"
  "cmpq/%rsi,%rcx;je/81f;82:;addq/$1,%rcx;addq/%rcx,&1(%rip);movq/%rcx,%rax;subq/%rsi,%rax;"
  "cmpq/$-5,%rax;jge/81f;testb/$1,%cl;jne/81f;cmpq/%rcx,%rsi;jne/81f;81:",
  "movq/%rsi,%rax;movq/%rax,&0(%rip);movq/%rax,%rcx;salq/$5,%rcx;cmpq/%rax,%rcx;je/80f;"
  "addq/$1,&1(%rip);80:",
  "movl/$3,%eax;80:;addq/%rdi,&0(,%rax,8);addq/%rsi,&1(%rip);subq/$1,%rax;jne/80b",
  "movq/%rdi,%rax;movq/%rdi,%rdx;80:;addq/$1,%rdx;subq/%rax,%rdx;cmpq/%rax,%rdx;je/81f;"
  "addq/%rdx,&0(%rip);81:",
  "leaq/(%rsi,%rsi,8),%rax;addq/%rax,&0(%rip);leaq/(%rsi,%rsi),%rax;addq/%rax,&1(%rip)",
  "imulq/$56,%rdx,%rax;addq/%rax,&0(%rip);imulq/$1000,%rdi,%rdi;addq/%rdi,&1(%rip)",
  "addq/%rdx,%rdx;leaq/3(%rdx,%rdx,2),%rax;negq/%rdi;addq/%rdi,%rax;addq/%rax,&0(%rip)",
  "movslq/%edi,%rdi;movsbq/%sil,%rax;movzwl/%dx,%edx;addq/%rdi,%rax;addq/%rdx,%rax;"
  "addq/%rax,&0(%rip)",
  "movl/%edi,%eax;notq/%rax;xorl/%esi,%eax;orq/%rdx,%rax;movq/%rax,&1(%rip)",
  "xorl/%ecx,%ecx;movb/%sil,%cl;addq/%rcx,&0(%rip);movb/$31,%cl;addq/%rcx,&1(%rip)",
  "cmpl/%edi,%esi;jb/80f;addq/$1,&0(%rip);jmp/81f;80:;addq/$1,&1(%rip);81:;addq/%rdx,&2(%rip)",
  "cmpq/%rdi,%rsi;setl/%al;movzbl/%al,%eax;leaq/(%rax,%rax,4),%rax;addq/%rax,&2(%rip)",
  "movq/&2(%rip),%rax;addq/%rdi,%rax;adcq/$0,&0(%rip);movq/%rax,&2(%rip)",
  "bswap/%rsi;xorq/%rsi,&0(%rip);rolq/$3,%rdi;xorq/%rdi,&1(%rip)",
  "popcntq/%rsi,%rax;addq/%rax,&0(%rip);btq/$3,%rdi;setc/%al;addb/%al,&1(%rip)",
  "lock/addq/%rdi,&0(%rip);xaddq/%rsi,&1(%rip);movq/%rsi,&2(%rip);xchgq/%rdx,&0(%rip)",
  "subq/$64,%rsi;testq/%rsi,%rsi;jns/80f;addq/$63,%rsi;80:;sarq/$6,%rsi;addq/%rsi,&0(%rip)",
  "testb/$1,%dil;je/95f;addq/$2,&0(%rip);testb/$2,%dil;je/95f;addq/$4,&0(%rip);95:",
  "movq/%rdi,%rax;salq/$63,%rax;addq/%rax,&0(%rip);movq/%rdi,%rax;shlq/%rax;addq/%rax,&1(%rip)",
  "shrq/%rdi;salq/$2,%rdi;salq/$5,%rdi;addq/%rdi,&0(%rip);shrq/$3,%rsi;salq/$2,%rsi;"
  "imulq/$7,%rsi,%rax;addq/%rax,&1(%rip)",
  "leal/5(%rsi,%rdi),%eax;addq/%rax,&0(%rip);leal/(,%rdx,8),%eax;addq/%rax,&1(%rip)",
  "pxor/%xmm0,%xmm0;cvtsi2sdq/%rdi,%xmm0;addsd/%xmm0,%xmm0;movsd/%xmm0,&0(%rip)",
};

#define N_COPIES (sizeof copies / sizeof *copies)
#define N_CASES 3000

/* The program's registers, and what they have: a call keeps them.  */
static const int given_regs[] = { X86_BX, X86_BP, X86_R12, X86_R13, X86_R14, X86_R15 };
static const int given_has[] = { 3, 72, 1000, 129, 5, 2000 };
#define N_GIVEN 6

static uint64_t seed = 1;

static unsigned
below (unsigned n)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (seed >> 33) % n;
}

static int
given_reg (void)
{
  return given_regs[below (N_GIVEN)];
}

/* What an argument may be.  */
static struct copy_value
random_value (void)
{
  struct copy_value v = { .form = FORM_SUM,
			  .base = HALT_NO_REG,
			  .index = HALT_NO_REG,
			  .scale = 1 };
  v.number = below (3)   ? (int) below (300)
	     : below (2) ? (int) below (70000)
			 : -(int) below (5);
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
      v.base = given_reg ();
      v.number = below (3) ? 0 : v.number;
      break;
    case 3:
      v.base = given_reg ();
      /* Fall through.  */
    case 4:
      v.index = given_reg ();
      v.scale = 1 << below (4);
      break;
    case 5:
      v.number &= 1;
      break;
    }
  return v;
}

static const char *
name (int reg)
{
  static struct x86_name names[4];
  static int next;
  next = (next + 1) % 4;
  names[next] = x86_name (reg, 8);
  return names[next].text + 1;
}

/* Code that puts V into REG; rax is lost.  */
static void
print_load (FILE *f, int reg, const struct copy_value *v)
{
  if (v->form == FORM_WORD)
    fprintf (f, "\tmovq\t%s(%%rip), %%%s\n\taddq\t$%ld, %%%s\n", v->symbol.at,
	     name (reg), (long) v->number, name (reg));
  else
    fprintf (f, "\tmovq\t$%ld, %%%s\n", (long) v->number, name (reg));
  if (v->form == FORM_SUM && v->symbol.size)
    fprintf (f, "\tleaq\t%s(%%rip), %%rax\n\taddq\t%%rax, %%%s\n", v->symbol.at,
	     name (reg));
  if (v->form == FORM_SUM && v->base != HALT_NO_REG)
    fprintf (f, "\taddq\t%%%s, %%%s\n", name (v->base), name (reg));
  if (v->form == FORM_SUM && v->index != HALT_NO_REG)
    fprintf (f, "\timulq\t$%d, %%%s, %%rax\n\taddq\t%%rax, %%%s\n", v->scale,
	     name (v->index), name (reg));
}

/* TEXT, a copy or a template, as the assembler reads it.  */
static void
print_text (FILE *f, const char *text)
{
  for (const char *p = text; *p; p++)
    if (*p == ';')
      fputs ("\n\t", f);
    else if (*p == '/')
      fputc (p - text >= 4 && memcmp (p - 4, "lock", 4) == 0 ? ' ' : '\t', f);
    else if (*p == '%' && p[1] == '%')
      fputc (*p++, f);
    else if (*p == '&')
      fputs ("halt_memory", f);
    else
      fputc (*p, f);
  fputc ('\n', f);
}

/* A function LABEL with BODY, in which the program's registers have what they
   have.  */
static void
print_begin (FILE *f, const char *label, int n)
{
  fprintf (f, "%s%d:\n", label, n);
  for (int i = 0; i < N_GIVEN; i++)
    fprintf (f, "\tpushq\t%%%s\n\tmovq\t$%d, %%%s\n", name (given_regs[i]),
	     given_has[i], name (given_regs[i]));
}

static void
print_end (FILE *f)
{
  for (int i = N_GIVEN; i-- > 0;)
    fprintf (f, "\tpopq\t%%%s\n", name (given_regs[i]));
  fputs ("\tret\n", f);
}

/* Case N, if its copy can be evaluated: COPY as it is, and what is made of it, where
   all other registers have something else.  */
static bool
print_case (FILE *f, const char *copy, int n)
{
  static struct copy_steps out;
  struct copy_value given[COPY_REGS] = { 0 };
  signed char as[COPY_REGS];
  char text[HALT_MAX_COPY], *symbols = text;
  for (int a = 0; a < 3; a++)
    given[x86_64_arg_regs[a]] = random_value ();
  /* As names are when a copy is read.  */
  for (const char *p = copy; *p; p++)
    symbols += *p == '&' ? sprintf (symbols, "halt_memory")
			 : sprintf (symbols, "%c", *p);
  if (!copy_fold (&x86_64_copies, text, given, HALT_NO_REG, &out))
    return false;
  fprintf (f, "# %s\n", copy);
  print_begin (f, "before", n);
  for (int a = 3; a-- > 0;)
    print_load (f, x86_64_arg_regs[a], &given[x86_64_arg_regs[a]]);
  fputc ('\t', f);
  print_text (f, copy);
  print_end (f);
  print_begin (f, "after", n);
  for (int r = 0; r < X86_XMM0; r++)
    {
      as[r] = r;
      if (x86_64_regs[r].clobbered && r != X86_SP)
	fprintf (f, "\tmovq\t$0x7badbad, %%%s\n", name (r));
    }
  for (int i = 0; i < out.n; i++)
    {
      char *step;
      size_t size;
      FILE *one = open_memstream (&step, &size);
      copy_print (one, &x86_64_copies, &out.step[i], as, 0);
      fclose (one);
      fputc ('\t', f);
      print_text (f, step);
      free (step);
    }
  print_end (f);
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

static void
test_executed (void)
{
#ifdef __x86_64__
  char dir[] = "/tmp/halt-fold-XXXXXX", command[256];
  const char *const tmp = getenv ("TMPDIR");
  char *folder;
  int n = 0;
  if (asprintf (&folder, "%s%s", tmp ? tmp : "/tmp", strrchr (dir, '/')) < 0
      || !mkdtemp (folder))
    abort ();
  CU_ASSERT_EQUAL_FATAL (chdir (folder), 0);
  FILE *f = fopen ("cases.s", "w"), *c = fopen ("driver.c", "w");
  fputs ("\t.text\n", f);
  for (int i = 0; i < N_CASES; i++)
    n += print_case (f, copies[i % N_COPIES], n);
  print_data (f, n);
  fputs (driver, c);
  fclose (f);
  fclose (c);
  snprintf (command, sizeof command, "%s -no-pie driver.c cases.s -o cases",
	    getenv ("CC") ? getenv ("CC") : "gcc");
  CU_ASSERT_EQUAL (system (command), 0);
  CU_ASSERT_EQUAL (system ("./cases"), 0);
  /* Most can be evaluated.  */
  CU_ASSERT (n > N_CASES * 2 / 3);
  snprintf (command, sizeof command, "rm -r %s", folder);
  CU_ASSERT_EQUAL (chdir ("/") | system (command), 0);
  free (folder);
#endif
}

int
main (void)
{
  static const CU_TestInfo tests[]
    = { { "executed", test_executed }, CU_TEST_INFO_NULL };
  return run_tests ("evaluated copies", tests);
}
