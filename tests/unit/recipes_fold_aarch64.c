/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluated copies of AArch64, executed, by the processor or an emulator: see fold.h.
   HALT_AARCH64_CC is the compiler, HALT_AARCH64_RUN what runs programs.  */

#include <inttypes.h>

#include "recipes/aarch64/aarch64.h"
#include "tests/unit/fold.h"

/* As GCC 12 has made them, and by hand.  */
static const char *const copies[] = {
  "adrp/x1,&0;add/x1,x1,:lo12:&0;ldr/x2,[x1,x0,lsl/3];add/x2,x2,1;str/x2,[x1,x0,lsl/3]",
  "add/x1,x0,x1,lsl/1;adrp/x2,&0;add/x2,x2,:lo12:&0;ldr/x0,[x2,x1,lsl/3];add/x0,x0,1;"
  "str/x0,[x2,x1,lsl/3]",
  "adrp/x8,&1;ldr/x2,[x8,#:lo12:&1];add/x2,x2,x0;str/x2,[x8,#:lo12:&1];adrp/x3,&0+8;"
  "ldr/w4,[x3,:lo12:&0+8];eor/w4,w4,w1;str/w4,[x3,:lo12:&0+8]",
  "add/x3,x0,x1;lsr/x0,x1,6;sub/x3,x3,#1;lsr/x3,x3,6;cmp/x0,x3;bhi/80f;adrp/x8,&0;"
  "add/x4,x8,:lo12:&0;add/x4,x4,16;mov/w7,0;ldr/x6,[x8,#:lo12:&0];b/81f;83:;mov/x0,x5;81:;"
  "and/x1,x0,255;add/x5,x0,1;ldr/x2,[x4,x1,lsl/3];cmp/x2,x0;beq/82f;add/x6,x6,1;mov/w7,1;"
  "str/x0,[x4,x1,lsl/3];82:;cmp/x7,5;ccmp/x3,x0,0,lt;bne/80f;cbz/w7,80f;"
  "str/x6,[x8,#:lo12:&0];80:",
  "adrp/x3,&0;add/x3,x3,:lo12:&0;and/x2,x2,63;add/x8,x3,2064;and/x6,x1,63;add/x7,x3,2864;"
  "ldr/x5,[x8,x2,lsl/3];ldrb/w4,[x7,x6];add/x5,x5,x0;str/x5,[x8,x2,lsl/3];eor/w2,w4,1;"
  "strb/w2,[x7,x6];cmp/x0,8;beq/80f;tbz/x0,0,81f;adrp/x1,&1;ldr/x0,[x1,#:lo12:&1];"
  "add/x0,x0,1;str/x0,[x1,#:lo12:&1];81:;b/95f;80:;str/x1,[x3,2928];95:",
  "adrp/x2,&0;add/x2,x2,:lo12:&0;cmp/x0,6;adrp/x1,&1;add/x1,x1,:lo12:&1;mov/w5,2;"
  "ldr/x4,[x2,2928];mov/w3,65535;csel/w3,w3,w5,cc;bfi/x0,x4,1,63;and/x0,x0,4095;"
  "str/x0,[x2,2928];ldrh/w2,[x1,x0,lsl/1];add/w2,w2,w3;strh/w2,[x1,x0,lsl/1]",
  "and/x3,x2,63;ubfiz/x2,x2,1,6;add/x2,x2,x3;adrp/x1,&1;add/x1,x1,:lo12:&1;"
  "add/x2,x1,x2,lsl/3;ldr/q0,[x2,8];ins/v1.d[0],x0;fmov/d2,x0;ins/v1.d[1],x1;"
  "str/d2,[x2,8]",
  "and/x6,x0,63;adrp/x3,&0;add/x3,x3,:lo12:&0;adrp/x7,&1;cmp/x1,100;"
  "ldr/x5,[x7,#:lo12:&1];csel/x1,x1,x2,hi;ldr/x4,[x3,x6,lsl/3];cmp/x0,4;cinc/x5,x5,eq;"
  "str/x5,[x7,#:lo12:&1];add/x4,x4,x1;str/x4,[x3,x6,lsl/3]",
  "cmp/x0,1;beq/80f;cmp/x0,2;ccmp/x1,5,0,eq;bls/81f;adrp/x0,&0;add/x0,x0,:lo12:&0;"
  "ldr/x1,[x0,16];add/x1,x1,1;str/x1,[x0,16];b/95f;81:;cmp/x0,10;ccmp/x2,2,0,ls;bhi/82f;"
  "b/95f;82:;adrp/x0,&0;add/x0,x0,:lo12:&0;ldr/x1,[x0,24];add/x1,x1,x2;str/x1,[x0,24];"
  "b/95f;80:;adrp/x0,&0;add/x0,x0,:lo12:&0;ldr/x1,[x0,8];add/x1,x1,1;str/x1,[x0,8];95:",
  "ands/x0,x0,7;beq/80f;adrp/x2,&0;add/x2,x2,:lo12:&0;add/x4,x2,x0,lsl/3;81:;ldr/x3,[x2];"
  "add/x3,x3,x1;str/x3,[x2],8;cmp/x2,x4;bne/81b;80:;adrp/x1,&1;add/x1,x1,:lo12:&1;"
  "ldr/x2,[x1,8];add/x0,x2,x0;str/x0,[x1,8]",
  "ubfiz/x2,x2,3,6;adrp/x3,&1;add/x3,x3,:lo12:&1;add/x6,x3,x2;ldr/w5,[x3,x2];"
  "ldrh/w4,[x6,4];add/w5,w5,w0;str/w5,[x3,x2];sub/w4,w4,w1;strh/w4,[x6,4]",
  "and/x6,x2,511;adrp/x4,&0;add/x4,x4,:lo12:&0;and/x2,x2,15;adrp/x5,&1;"
  "add/x5,x5,:lo12:&1;and/w9,w0,7;eor/x0,x0,x1;ldr/x7,[x4,x6,lsl/3];mov/w3,1;"
  "ldrb/w8,[x5,x2];lsl/w3,w3,w9;lsl/x1,x7,5;orr/w3,w3,w8;sub/x1,x1,x7;strb/w3,[x5,x2];"
  "add/x0,x1,x0;str/x0,[x4,x6,lsl/3]",
  "tbz/x2,3,80f;and/x3,x0,31;adrp/x2,&0;add/x2,x2,:lo12:&0;ldrh/w4,[x2,x3,lsl/1];"
  "add/w4,w4,1;strh/w4,[x2,x3,lsl/1];80:;tbnz/x1,0,81f;adrp/x1,&0;add/x1,x1,:lo12:&0;"
  "ldrh/w2,[x1,8];sub/w2,w2,#1;strh/w2,[x1,8];81:;tbnz/w0,#31,82f;b/95f;82:;adrp/x1,&1;"
  "ldrb/w0,[x1,#:lo12:&1];add/w0,w0,1;strb/w0,[x1,#:lo12:&1];95:",
  "adrp/x8,&0;adrp/x4,&1;add/x4,x4,:lo12:&1;adrp/x3,&2;ldr/x5,[x8,#:lo12:&0];"
  "add/x3,x3,:lo12:&2;add/x0,x0,1;str/x1,[x8,#:lo12:&0];and/x7,x5,3;cmp/x5,x1;mov/x5,-1;"
  "csneg/x5,x5,x5,cc;stp/x0,x2,[x3,72];ldr/x6,[x4,x7,lsl/3];add/x6,x6,x5;"
  "str/x6,[x4,x7,lsl/3]",
  "adrp/x7,&0;add/x7,x7,:lo12:&0;adrp/x4,&1;add/x4,x4,:lo12:&1;lsl/x3,x2,5;lsl/x6,x2,3;"
  "ldr/x10,[x7,16];sub/x3,x3,x2;ldr/x8,[x4,40];add/x5,x0,x0,lsl/1;sub/x6,x6,x2;"
  "add/x9,x1,x1,lsl/1;add/x3,x2,x3,lsl/2;add/x2,x10,x5,lsl/3;sub/x5,x9,x6,lsl/3;mvn/x0,x0;"
  "neg/x1,x1;add/x3,x8,x3,lsl/3;add/x2,x2,x5;str/x2,[x7,16];stp/x0,x1,[x4,24];"
  "str/x3,[x4,40]",
  "cbz/x0,80f;and/x2,x2,63;adrp/x0,&0;add/x0,x0,:lo12:&0;ldr/x3,[x0,x2,lsl/3];"
  "add/x3,x3,1;str/x3,[x0,x2,lsl/3];80:;ubfiz/x1,x1,4,8;adrp/x0,&1;add/x0,x0,:lo12:&1;"
  "ldr/x2,[x0,x1,lsl/3];add/x2,x2,1;str/x2,[x0,x1,lsl/3]",
  "and/x5,x2,1023;adrp/x3,&0;add/x3,x3,:lo12:&0;tst/x0,1;csel/x6,x1,x2,ne;cmp/x0,0;"
  "cset/x7,eq;cmp/x0,x1;ldr/x4,[x3,x5,lsl/3];add/x4,x4,x6;str/x4,[x3,x5,lsl/3];cset/x6,ne;"
  "cmp/x2,x1;ldp/x5,x4,[x3,40];csinv/x0,x0,x2,eq;ldr/x1,[x3,56];add/x0,x1,x0;"
  "str/x0,[x3,56];sub/x5,x5,x7;eor/x2,x4,x6;stp/x5,x2,[x3,40]",
  "and/x0,x0,63;adrp/x4,&1;add/x4,x4,:lo12:&1;and/x3,x1,15;add/x0,x0,x4;and/w2,w2,255;"
  "add/x3,x0,x3;cmp/x0,x3;beq/80f;81:;ldrb/w1,[x0],1;eor/w1,w2,w1;strb/w1,[x0,-1];"
  "cmp/x3,x0;bne/81b;80:",
  "cmp/x1,20;ccmp/x2,7,4,ls;ccmp/x0,3,0,ne;bhi/80f;81:;cmp/x1,8;ccmn/x0,#3,1,le;blt/82f;"
  "adrp/x0,&0;add/x0,x0,:lo12:&0;ldr/x1,[x0,8];add/x1,x1,1;str/x1,[x0,8];b/82f;80:;"
  "adrp/x3,&0;ldr/x2,[x3,#:lo12:&0];add/x2,x2,5;str/x2,[x3,#:lo12:&0];82:",
  "mov/x3,56;adrp/x4,&1;add/x4,x4,:lo12:&1;madd/x3,x0,x3,x4;and/x2,x2,7;mov/w5,12;"
  "madd/w5,w1,w5,w2;and/x3,x3,-4;adrp/x6,&0;str/w5,[x6,:lo12:&0]",
  "mov/x3,24;mul/x3,x0,x3;adrp/x4,&1;add/x4,x4,:lo12:&1;and/x3,x3,65535;"
  "ldrb/w2,[x4,x3];add/w2,w2,1;strb/w2,[x4,x3];mul/x1,x1,x1;str/x1,[x4]",
  "cmp/w1,#5;cset/w3,gt;csetm/x4,lt;cneg/x5,x2,eq;cinv/w6,w0,ne;csinc/x7,xzr,x2,hi;"
  "adrp/x8,&0;add/x8,x8,:lo12:&0;stp/x3,x4,[x8],16;stp/x5,x6,[x8];str/x7,[x8,16]!;"
  "str/wzr,[x8,8]",
  "sxtw/x0,w0;uxtb/w1,w1;sxth/w2,w2;orr/x0,x0,x1,lsl/8;bic/x2,x2,x1;adrp/x3,&2;"
  "add/x3,x3,:lo12:&2;str/x0,[x3];str/x2,[x3,8];add/x1,x0,w2,sxtw/2;eor/x1,x1,x0,lsr/3;"
  "str/x1,[x3,16]",
  "mov/x3,4660;movk/x3,0x5678,lsl/16;adds/x0,x0,x3;cset/x4,cs;adc/x1,x1,x2;adrp/x5,&0;"
  "add/x5,x5,:lo12:&0;stp/x0,x1,[x5,32];str/x4,[x5,48];sub/x1,x1,8192;cmn/x1,4;"
  "bne/80f;str/x3,[x5];80:;cmp/x2,-7;beq/81f;str/x2,[x5,24];81:",
  "mov/x3,3;80:;adrp/x4,&0;add/x4,x4,:lo12:&0;ldr/x5,[x4,x3,lsl/3];add/x5,x5,x0;"
  "str/x5,[x4,x3,lsl/3];ldr/x5,[x4,64];add/x5,x5,x1;str/x5,[x4,64];sub/x3,x3,#1;"
  "cbnz/x3,80b",
  "adrp/x3,&1;add/x3,x3,:lo12:&1;scvtf/d0,x0;ldr/d1,[x3,8];fadd/d0,d0,d1;str/d0,[x3,8];"
  "fcmpe/d0,d1;cset/w4,mi;str/w4,[x3,16]",
  "adrp/x3,:got:&0;ldr/x3,[x3,:got_lo12:&0];ldr/x4,[x3,x0,lsl/3];add/x4,x4,x1;"
  "str/x4,[x3,x0,lsl/3];adrp/x3,:got:&1;ldr/x3,[x3,#:got_lo12:&1];str/x2,[x3]",
  "adrp/x3,&0;add/x3,x3,:lo12:&0;and/x1,x1,4095;add/x4,x3,x1;strb/w0,[x4];"
  "add/x4,x3,4096;str/x2,[x4,8];sub/x4,x4,#4096;ldrsw/x5,[x4,8];ldrsb/w6,[x4,3];"
  "sub/x5,x5,w6,sxtw;str/x5,[x4,16]",
};

static const int given_regs[] = { 19, 20, 21, 22, 23, 24 };

static void
print_number (FILE *f, int reg, int64_t n)
{
  fprintf (f, "\tldr\tx%d, =%" PRId64 "\n", reg, n);
}

/* x16 is lost.  */
static void
print_load (FILE *f, int reg, const struct copy_value *v)
{
  print_number (f, reg, v->number);
  if (v->form == FORM_WORD)
    fprintf (f, "\tldr\tx16, %s\n\tadd\tx%d, x%d, x16\n",
	     "=halt_unit\n\tldr\tx16, [x16]", reg, reg);
  if (v->form == FORM_SUM && v->symbol.size)
    fprintf (f, "\tldr\tx16, =%s\n\tadd\tx%d, x%d, x16\n", v->symbol.at, reg,
	     reg);
  if (v->form == FORM_SUM && v->base != HALT_NO_REG)
    fprintf (f, "\tadd\tx%d, x%d, x%d\n", reg, reg, v->base);
  if (v->form == FORM_SUM && v->index != HALT_NO_REG)
    fprintf (f, "\tadd\tx%d, x%d, x%d, lsl %d\n", reg, reg, v->index,
	     __builtin_ctz (v->scale));
}

static void
print_spoil (FILE *f, int reg)
{
  fprintf (f, "\tmov\tx%d, 47806\n", reg);
}

static void
print_text (FILE *f, const char *text)
{
  fputc ('\t', f);
  for (const char *p = text; *p; p++)
    if (*p == ';')
      fputs ("\n\t", f);
    else
      fputc (*p == '/' ? '\t' : *p, f);
  fputc ('\n', f);
}

static void
print_begin (FILE *f, const int *has)
{
  for (int i = 0; i < N_GIVEN; i++)
    {
      fprintf (f, "\tstr\tx%d, [sp, -16]!\n", given_regs[i]);
      print_number (f, given_regs[i], has[i]);
    }
}

static void
print_end (FILE *f)
{
  for (int i = N_GIVEN; i-- > 0;)
    fprintf (f, "\tldr\tx%d, [sp], 16\n", given_regs[i]);
  fputs ("\tret\n\t.ltorg\n", f);
}

static void
test_executed (void)
{
  const struct fold_test test
    = { .target = &aarch64_target,
	.copies = copies,
	.n_copies = sizeof copies / sizeof *copies,
	.evaluated = 90,
	.given = { 19, 20, 21, 22, 23, 24 },
	.comment = "//",
	.begin = print_begin,
	.end = print_end,
	.load = print_load,
	.spoil = print_spoil,
	.text = print_text,
	.compile = "$HALT_AARCH64_CC -static driver.c cases.s -o cases",
	.run = "$HALT_AARCH64_RUN ./cases" };
  execute (&test);
}

int
main (void)
{
  static const CU_TestInfo tests[]
    = { { "executed", test_executed }, CU_TEST_INFO_NULL };
#ifdef __aarch64__
  setenv ("HALT_AARCH64_CC", "gcc", 0);
  setenv ("HALT_AARCH64_RUN", "", 0);
#endif
  setenv ("HALT_AARCH64_CC", "aarch64-linux-gnu-gcc-12", 0);
  setenv ("HALT_AARCH64_RUN", "qemu-aarch64", 0);
  if (system ("command -v $HALT_AARCH64_CC ${HALT_AARCH64_RUN:-sh} >/dev/null")
      != 0)
    {
      puts ("there is no compiler for AArch64, or nothing runs its programs");
      return 77;
    }
  return run_tests ("evaluated copies of AArch64", tests);
}
