/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluated copies of RISC-V, executed, by the processor or an emulator: see fold.h.
   HALT_RISCV64_CC is the compiler, HALT_RISCV64_RUN what runs programs.  */

#include <inttypes.h>

#include "recipes/riscv64/frame.h"
#include "tests/unit/fold.h"

/* As GCC 12 has made them, and by hand.  */
static const char *const copies[] = {
  "beq/a0,zero,80f;andi/a1,a1,63;slli/a1,a1,3;lla/a5,&0;add/a5,a5,a1;ld/a4,0(a5);"
  "addi/a4,a4,1;sd/a4,0(a5);j/95f;80:;lla/a4,&0;ld/a5,56(a4);slli/a1,a1,3;xor/a5,a5,a1;"
  "sd/a5,56(a4);95:",
  "andi/a0,a0,7;beq/a0,zero,80f;li/a3,4096;andi/a2,a2,0xff;add/a0,a0,a1;lla/a6,&0;"
  "addi/a3,a3,-1;81:;and/a5,a1,a3;add/a5,a6,a5;lbu/a4,0(a5);addi/a1,a1,1;addw/a4,a4,a2;"
  "sb/a4,0(a5);bne/a0,a1,81b;80:",
  "lla/a4,&0;ld/a5,512(a4);add/a5,a5,a0;sd/a5,512(a4)",
  "andi/a5,a0,511;lla/a4,&0;slli/a5,a5,1;add/a5,a4,a5;lhu/a2,520(a5);ld/a3,512(a4);"
  "li/a1,4;addiw/a2,a2,3;addi/a3,a3,1;sh/a2,520(a5);sd/a3,512(a4);bgt/a0,a1,80f;"
  "andi/a5,a0,63;slli/a5,a5,2;add/a4,a4,a5;negw/a0,a0;sw/a0,1544(a4);80:",
  "lla/a5,&0;fld/fa5,1808(a5);fcvt.d.l/fa4,a0;lw/a2,1548(a5);ld/a3,512(a5);"
  "fadd.d/fa5,fa5,fa4;slliw/a4,a2,3;subw/a4,a4,a2;addw/a4,a4,a0;sw/a4,1548(a5);"
  "fsd/fa5,1808(a5);bgeu/a3,a0,80f;mv/a3,a0;80:;sd/a3,512(a5)",
  "slli/a5,a0,2;add/a5,a5,a0;lla/a4,&0;slli/a5,a5,3;addi/a5,a5,7;addi/a3,a4,512;"
  "amoadd.d/zero,a5,0(a3);ld/a4,512(a4);li/a5,5;beq/a4,a5,80f;lla/a5,&1;lbu/a4,4(a5);"
  "sb/a4,3(a5);j/95f;80:;li/a4,7;lla/a5,&1;sb/a4,3(a5);95:",
  "andi/a5,a1,3;beq/a5,zero,80f;li/a4,1;beq/a5,a4,81f;lla/a5,&0;lw/a4,1556(a5);"
  "addiw/a4,a4,1;sw/a4,1556(a5);83:;li/a4,70;bleu/a1,a4,82f;li/a4,8192;addi/a4,a4,807;"
  "bgt/a0,a4,82f;ld/a4,512(a5);neg/a4,a4;sd/a4,512(a5);82:;j/95f;80:;lla/a5,&0;"
  "ld/a4,8(a5);add/a4,a4,a1;sd/a4,8(a5);j/83b;81:;lla/a5,&0;ld/a4,16(a5);"
  "andi/a3,a0,255;sub/a4,a4,a3;sd/a4,16(a5);j/83b;95:",
  "lla/a4,&0;ld/a2,0(a4);ld/a3,8(a4);slli/a1,a1,1;slli/a5,a2,5;sub/a5,a5,a2;"
  "add/a1,a1,a0;add/a3,a3,a0;add/a5,a5,a1;sd/a3,8(a4);sd/a5,0(a4)",
  "lla/a4,&0;andi/a0,a0,63;ld/a2,0(a4);slli/a0,a0,3;add/a0,a4,a0;ld/a3,96(a0);"
  "slli/a5,a2,5;sub/a5,a5,a2;addi/a3,a3,1;add/a5,a5,a1;sd/a3,96(a0);sd/a5,0(a4)",
  "lla/a4,&0;ld/a2,0(a4);ld/a3,16(a4);slli/a5,a2,5;sub/a5,a5,a2;addi/a3,a3,1;"
  "add/a5,a5,a0;sd/a3,16(a4);sd/a5,0(a4)",
  "lla/a4,&0;ld/a2,0(a4);ld/a3,24(a4);slli/a5,a2,5;sub/a5,a5,a2;addi/a3,a3,1;"
  "add/a5,a5,a0;sd/a3,24(a4);sd/a5,0(a4)",
  "lla/a4,&0;ld/a2,0(a4);ld/a3,32(a4);snez/a0,a0;slli/a5,a2,5;sub/a5,a5,a2;"
  "add/a3,a3,a0;add/a5,a5,a1;sd/a3,32(a4);sd/a5,0(a4)",
  "lla/a4,&0;ld/a0,0(a4);ld/a3,40(a4);slli/a5,a0,5;sub/a5,a5,a0;add/a3,a3,a1;"
  "add/a5,a5,a2;sd/a3,40(a4);sd/a5,0(a4)",
  "lla/a4,&0;ld/a5,48(a4);add/a5,a5,a0;sd/a5,48(a4);li/a5,4096;bgeu/a1,a5,80f;"
  "sd/a1,608(a4);80:;ld/a3,0(a4);slli/a5,a3,5;sub/a5,a5,a3;add/a2,a5,a2;sd/a2,0(a4)",
  "lla/a5,&0;ld/a4,608(a5);beq/a4,a0,80f;ld/a4,72(a5);addi/a4,a4,1;sd/a4,72(a5);80:;"
  "ld/a3,0(a5);sd/a0,608(a5);slli/a4,a3,5;sub/a4,a4,a3;add/a0,a4,a0;sd/a0,0(a5)",
  "lla/a4,&0;ld/a2,0(a4);ld/a3,80(a4);slli/a5,a2,5;sub/a5,a5,a2;xor/a3,a3,a0;"
  "add/a0,a5,a0;sd/a3,80(a4);sd/a0,0(a4)",
  "andi/a2,a2,63;slli/a3,a2,3;lui/a4,%hi(&0);addi/a4,a4,%lo(&0);add/a3,a3,a4;"
  "ld/a5,0(a3);add/a5,a5,a0;sd/a5,0(a3);lui/a5,%hi(&1);ld/a4,%lo(&1)(a5);add/a4,a4,a1;"
  "sd/a4,%lo(&1)(a5)",
  "lw/a3,&0;addw/a3,a3,a0;sw/a3,&0,a4;ld/a3,&0+16;sd/a1,&0+24,a4;sext.w/a2,a2;"
  "not/a5,a2;mul/a5,a5,a0;sd/a5,&0+32,a4;sd/zero,&0+40,a4",
  "blez/a0,80f;bltz/a1,81f;bgtz/a2,82f;lla/a3,&0;sd/a0,0(a3);j/95f;80:;lla/a3,&0;"
  "sd/a1,8(a3);j/95f;81:;lla/a3,&0;sd/a2,16(a3);j/95f;82:;bgez/a2,83f;83:;lla/a3,&0;"
  "sub/a4,a2,a0;sd/a4,24(a3);95:",
  "bltu/a0,a1,80f;bge/a1,a2,81f;blt/a2,a0,82f;lla/a3,&1;sd/a2,40(a3);j/95f;80:;"
  "bgtu/a0,a2,81f;lla/a3,&1;sd/a0,48(a3);j/95f;81:;ble/a0,a2,82f;bne/a1,a0,82f;"
  "lla/a3,&1;sd/a1,56(a3);82:;95:",
  "la/a3,&0;slli/a0,a0,3;add/a3,a3,a0;ld/a4,0(a3);add/a4,a4,a1;sd/a4,0(a3);la/a3,&1;"
  "sd/a2,0(a3)",
  "lla/a3,&1;fcvt.d.l/fa0,a0;fld/fa1,8(a3);fadd.d/fa0,fa0,fa1;fsd/fa0,8(a3);"
  "feq.d/a4,fa0,fa1;fcvt.l.d/a5,fa1,rtz;sd/a4,16(a3);sd/a5,24(a3)",
  "lla/a3,&2;addi/a4,a3,2000;add/a4,a4,a0;sltu/a5,a0,a1;seqz/a2,a2;sub/a5,a5,a2;"
  "ori/a5,a5,3;xori/a5,a5,-1;or/a5,a5,a1;sb/a5,0(a4);sb/a2,1(a4);lui/a5,16;"
  "addiw/a5,a5,-1;and/a5,a5,a0;sh/a5,6(a3)",
  "slli/a3,a0,2;add/a3,a3,a0;slli/a3,a3,3;lla/a4,&0;add/a4,a4,a3;ld/a5,8(a4);"
  "sub/a5,a5,a1;sd/a5,8(a4);neg/a2,a2;sd/a2,16(a4);slli/a1,a1,1;add/a1,a1,a0;"
  "andi/a1,a1,1023;slli/a1,a1,3;lla/a4,&1;add/a1,a1,a4;ld/a5,0(a1);addi/a5,a5,1;"
  "sd/a5,0(a1)",
  "addi/a3,a0,-6;slli/a4,a3,1;sub/a4,a4,a3;lla/a5,&0;amoadd.d/a3,a4,0(a5);"
  "amoswap.w/a2,a1,(a5);sd/a3,8(a5);sw/a2,16(a5);add/a0,a0,a0;add/a0,a0,a1;sd/a0,24(a5)",
  /* A difference that overflows.  */
  "li/a3,-9223372036854775808;blt/a0,a3,80f;lla/a4,&0;sd/a1,8(a4);80:;bge/a3,a0,81f;"
  "lla/a4,&0;sd/a2,16(a4);81:"
};

static const char *const given_regs[] = { "s2", "s3", "s4", "s5", "s6", "s7" };

static const char *
name (int reg)
{
  return riscv64_target.regs[reg].name;
}

/* t6 is lost.  */
static void
print_load (FILE *f, int reg, const struct copy_value *v)
{
  const char *r = name (reg);
  fprintf (f, "\tli\t%s, %" PRId64 "\n", r, v->number);
  if (v->form == FORM_WORD)
    fprintf (f, "\tld\tt6, halt_unit\n\tadd\t%s, %s, t6\n", r, r);
  if (v->form == FORM_SUM && v->symbol.size)
    fprintf (f, "\tlla\tt6, %s\n\tadd\t%s, %s, t6\n", v->symbol.at, r, r);
  if (v->form == FORM_SUM && v->base != HALT_NO_REG)
    fprintf (f, "\tadd\t%s, %s, %s\n", r, r, name (v->base));
  if (v->form == FORM_SUM && v->index != HALT_NO_REG)
    fprintf (f, "\tslli\tt6, %s, %d\n\tadd\t%s, %s, t6\n", name (v->index),
	     __builtin_ctz (v->scale), r, r);
}

static void
print_spoil (FILE *f, int reg)
{
  if (reg != RISCV_RA)
    fprintf (f, "\tli\t%s, 47806\n", name (reg));
}

/* Of a template, in which a '%' is two.  */
static void
print_text (FILE *f, const char *text)
{
  fputc ('\t', f);
  for (const char *p = text; *p; p++)
    if (*p == ';')
      fputs ("\n\t", f);
    else if (*p != '%' || p[1] != '%')
      fputc (*p == '/' ? '\t' : *p, f);
  fputc ('\n', f);
}

static void
print_begin (FILE *f, const int *has)
{
  fputs ("\taddi\tsp, sp, -48\n", f);
  for (int i = 0; i < N_GIVEN; i++)
    fprintf (f, "\tsd\t%s, %d(sp)\n\tli\t%s, %d\n", given_regs[i], 8 * i,
	     given_regs[i], has[i]);
}

static void
print_end (FILE *f)
{
  for (int i = 0; i < N_GIVEN; i++)
    fprintf (f, "\tld\t%s, %d(sp)\n", given_regs[i], 8 * i);
  fputs ("\taddi\tsp, sp, 48\n\tret\n", f);
}

static void
test_executed (void)
{
  const struct fold_test test
    = { .target = &riscv64_target,
	.copies = copies,
	.n_copies = sizeof copies / sizeof *copies,
	.evaluated = 85,
	.given = { 18, 19, 20, 21, 22, 23 },
	.comment = "#",
	.begin = print_begin,
	.end = print_end,
	.load = print_load,
	.spoil = print_spoil,
	.text = print_text,
	.compile = "$HALT_RISCV64_CC -static driver.c cases.s -o cases",
	.run = "$HALT_RISCV64_RUN ./cases" };
  execute (&test);
}

int
main (void)
{
  static const CU_TestInfo tests[]
    = { { "executed", test_executed }, CU_TEST_INFO_NULL };
#ifdef __riscv
  setenv ("HALT_RISCV64_CC", "gcc", 0);
  setenv ("HALT_RISCV64_RUN", "", 0);
#endif
  setenv ("HALT_RISCV64_CC", "riscv64-linux-gnu-gcc-12", 0);
  setenv ("HALT_RISCV64_RUN", "qemu-riscv64", 0);
  if (system ("command -v $HALT_RISCV64_CC ${HALT_RISCV64_RUN:-sh} >/dev/null")
      != 0)
    {
      puts ("there is no compiler for RISC-V, or nothing runs its programs");
      return 77;
    }
  return run_tests ("evaluated copies of RISC-V", tests);
}
