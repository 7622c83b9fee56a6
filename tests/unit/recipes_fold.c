/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluated copies of x86-64, executed: see fold.h.  Where the processor is none,
   nothing is tested.  */

#include "recipes/x86/x86.h"
#include "tests/unit/fold.h"

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

static const char *
name (int reg)
{
  static struct x86_name names[4];
  static int next;
  next = (next + 1) % 4;
  names[next] = x86_name (reg, 8);
  return names[next].text + 1;
}

static const int given_regs[]
  = { X86_BX, X86_BP, X86_R12, X86_R13, X86_R14, X86_R15 };

/* rax is lost.  */
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

static void
print_spoil (FILE *f, int reg)
{
  fprintf (f, "\tmovq\t$0x7badbad, %%%s\n", name (reg));
}

static void
print_text (FILE *f, const char *text)
{
  fputc ('\t', f);
  for (const char *p = text; *p; p++)
    if (*p == ';')
      fputs ("\n\t", f);
    else if (*p == '/')
      fputc (p - text >= 4 && memcmp (p - 4, "lock", 4) == 0 ? ' ' : '\t', f);
    else if (*p == '%' && p[1] == '%')
      fputc (*p++, f);
    else
      fputc (*p, f);
  fputc ('\n', f);
}

static void
print_begin (FILE *f, const int *has)
{
  for (int i = 0; i < N_GIVEN; i++)
    fprintf (f, "\tpushq\t%%%s\n\tmovq\t$%d, %%%s\n", name (given_regs[i]),
	     has[i], name (given_regs[i]));
}

static void
print_end (FILE *f)
{
  for (int i = N_GIVEN; i-- > 0;)
    fprintf (f, "\tpopq\t%%%s\n", name (given_regs[i]));
  fputs ("\tret\n", f);
}

static void
test_executed (void)
{
#ifdef __x86_64__
  const struct fold_test test
    = { .target = &x86_64_target,
	.copies = copies,
	.n_copies = sizeof copies / sizeof *copies,
	.evaluated = 90,
	.given = { X86_BX, X86_BP, X86_R12, X86_R13, X86_R14, X86_R15 },
	.comment = "#",
	.begin = print_begin,
	.end = print_end,
	.load = print_load,
	.spoil = print_spoil,
	.text = print_text,
	.compile = "${CC:-gcc} -no-pie driver.c cases.s -o cases",
	.run = "./cases" };
  execute (&test);
#endif
}

int
main (void)
{
  static const CU_TestInfo tests[]
    = { { "executed", test_executed }, CU_TEST_INFO_NULL };
  return run_tests ("evaluated copies", tests);
}
