/* SPDX-License-Identifier: GPL-3.0-or-later */
/* x86-64: registers, facts and assembler text (AT&T).  */

#include <inttypes.h>
#include <string.h>

#include "recipes/x86/x86.h"

/* Source of the clobbered column: System V AMD64 ABI, figure 3.4.  */
#define GENERAL(name, clobbered) { name, RC_GENERAL, clobbered, false }
#define VECTOR(name) { name, RC_VECTOR, true, false }
#define MASK(name) { name, RC_MASK, true, false }
/* GCC's liveness of these is not reliable after its register stack pass.  */
#define STACKED(name) { name, RC_STACKED, true, true }

static const struct halt_reg regs[X86_REGS] = {
  GENERAL ("ax", true), GENERAL ("dx", true), GENERAL ("cx", true),
  GENERAL ("bx", false), GENERAL ("si", true), GENERAL ("di", true),
  GENERAL ("bp", false), GENERAL ("sp", false), GENERAL ("r8", true),
  GENERAL ("r9", true), GENERAL ("r10", true), GENERAL ("r11", true),
  GENERAL ("r12", false), GENERAL ("r13", false), GENERAL ("r14", false),
  GENERAL ("r15", false),
  VECTOR ("xmm0"), VECTOR ("xmm1"), VECTOR ("xmm2"), VECTOR ("xmm3"),
  VECTOR ("xmm4"), VECTOR ("xmm5"), VECTOR ("xmm6"), VECTOR ("xmm7"),
  VECTOR ("xmm8"), VECTOR ("xmm9"), VECTOR ("xmm10"), VECTOR ("xmm11"),
  VECTOR ("xmm12"), VECTOR ("xmm13"), VECTOR ("xmm14"), VECTOR ("xmm15"),
  VECTOR ("xmm16"), VECTOR ("xmm17"), VECTOR ("xmm18"), VECTOR ("xmm19"),
  VECTOR ("xmm20"), VECTOR ("xmm21"), VECTOR ("xmm22"), VECTOR ("xmm23"),
  VECTOR ("xmm24"), VECTOR ("xmm25"), VECTOR ("xmm26"), VECTOR ("xmm27"),
  VECTOR ("xmm28"), VECTOR ("xmm29"), VECTOR ("xmm30"), VECTOR ("xmm31"),
  MASK ("k0"), MASK ("k1"), MASK ("k2"), MASK ("k3"),
  MASK ("k4"), MASK ("k5"), MASK ("k6"), MASK ("k7"),
  STACKED ("st"), STACKED ("st(1)"), STACKED ("st(2)"), STACKED ("st(3)"),
  STACKED ("st(4)"), STACKED ("st(5)"), STACKED ("st(6)"), STACKED ("st(7)"),
  STACKED ("mm0"), STACKED ("mm1"), STACKED ("mm2"), STACKED ("mm3"),
  STACKED ("mm4"), STACKED ("mm5"), STACKED ("mm6"), STACKED ("mm7"),
  { "flags", RC_FLAGS, true, false }
};

static const int arg_regs[] = {
  X86_DI, X86_SI, X86_DX, X86_CX, X86_R8, X86_R9
};

/* The assembler's name of a register when SIZE bytes of it are meant.  */
struct reg_name
{
  char text[8];
};

static struct reg_name
reg_name (int reg, int size)
{
  struct reg_name name;
  const char *base = regs[reg].name;
  if (reg >= X86_XMM0 && reg < X86_K0)
    snprintf (name.text, sizeof name.text, "%%%cmm%s",
	      size == 64 ? 'z' : size == 32 ? 'y' : 'x', base + 3);
  else if (reg >= X86_R8 && reg <= X86_R15)
    snprintf (name.text, sizeof name.text, "%%%s%s", base,
	      size == 1 ? "b" : size == 4 ? "d" : "");
  else if (reg >= X86_R8)
    snprintf (name.text, sizeof name.text, "%%%s", base);
  else if (size == 1)		/* al, dl, ... but sil, dil, bpl, spl */
    snprintf (name.text, sizeof name.text, base[1] == 'x' ? "%%%.1sl" : "%%%sl",
	      base);
  else
    snprintf (name.text, sizeof name.text, "%%%c%s", size == 4 ? 'e' : 'r',
	      base);
  return name;
}

#define R8B(reg) reg_name (reg, 8).text

/* "8(%rsp)", or "(%rsp)" for 0.  */
static const char *
slot (int64_t disp, char *buf, size_t size)
{
  if (disp == 0)
    return "(%rsp)";
  snprintf (buf, size, "%" PRId64 "(%%rsp)", disp);
  return buf;
}

static const char *
move_opcode (const struct pot_insn *i)
{
  switch (regs[i->reg].rclass)
    {
    case RC_VECTOR:
      return i->size > 16 ? "vmovups" : "movups";
    case RC_MASK:
      return i->size == 8 ? "kmovq" : "kmovw";
    default:
      return "movq";
    }
}

static void
print (FILE *out, const struct pot *pot, const struct pot_insn *i)
{
  char buf[32];
  const char *at = slot (i->imm, buf, sizeof buf);

  switch (i->op)
    {
    case OP_ADJUST:
      fprintf (out, "leaq\t%s, %%rsp", at);
      break;
    case OP_PUSH:
      fprintf (out, "pushq\t%s", R8B (i->reg));
      break;
    case OP_POP:
      fprintf (out, "popq\t%s", R8B (i->reg));
      break;
    case OP_STORE:
      fprintf (out, "%s\t%s, %s", move_opcode (i),
	       reg_name (i->reg, i->size).text, at);
      break;
    case OP_LOAD:
      fprintf (out, "%s\t%s, %s", move_opcode (i), at,
	       reg_name (i->reg, i->size).text);
      break;
    case OP_CONST:
      fprintf (out, "%s\t$%" PRId64 ", %s",
	       i->size == 4 ? "movl"
	       : i->imm == (int32_t) i->imm ? "movq" : "movabsq",
	       i->imm, reg_name (i->reg, i->size).text);
      break;
    case OP_ADDRESS:
      fprintf (out, "movabsq\t$%s, %s", i->symbol, R8B (i->reg));
      break;
    case OP_FETCH:
      if (i->symbol)
	fprintf (out, "movq\t%s(%%rip), %s", i->symbol, R8B (i->reg));
      else
	fprintf (out, "movq\t(%s), %s", R8B (i->src), R8B (i->reg));
      break;
    case OP_ADD:
      fprintf (out, "leaq\t%" PRId64 "(%s), %s", i->imm, R8B (i->src),
	       R8B (i->reg));
      break;
    case OP_COND:
      fprintf (out, "set%s\t%s", pot->point->cond, reg_name (i->reg, 1).text);
      break;
    case OP_EXTEND:
      fprintf (out, "movzbl\t%s, %s", reg_name (i->reg, 1).text,
	       reg_name (i->reg, 4).text);
      break;
    case OP_TEST:
      fprintf (out, "cmpb\t$0, %s", at);
      break;
    case OP_RETEST:
      fprintf (out, "# the branch now tests ne");
      break;
    case OP_CALL:
      if (i->symbol)
	fprintf (out, "call\t%s", i->symbol);
      else
	fprintf (out, "call\t*%s", R8B (i->src));
      break;
    case OP_TEXT:
      pot_print_template (out, i->symbol);
      break;
    }
}

const struct halt_target x86_64_target = {
  .name = "x86-64",
  .machines = "x86_64 i386 i486 i586 i686",
  .word_bits = 64,
  .pointer_bits = 64,
  .stack_align = 16,
  .flags = X86_FLAGS,
  .regs = regs,
  .n_regs = X86_REGS,
  .arg_regs = arg_regs,
  .n_arg_regs = sizeof arg_regs / sizeof arg_regs[0],
  .recipes = x86_64_recipes,
  .print = print
};
