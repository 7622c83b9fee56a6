/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The registers of x86-64 and i386, and what the assembler calls them.  */

#include "recipes/x86/x86.h"

/* Which registers a call may change.  Source: System V ABI, AMD64 figure 3.4,
   i386 figure 2.3.  The third and fourth column say it for the two; a register
   that i386 lacks is never live there.  */
#define X86_GENERAL_REGS(G) \
  G ("ax", true, true) G ("dx", true, true) G ("cx", true, true) \
  G ("bx", false, false) G ("si", true, false) G ("di", true, false) \
  G ("bp", false, false) G ("sp", false, false) G ("r8", true, true) \
  G ("r9", true, true) G ("r10", true, true) G ("r11", true, true) \
  G ("r12", false, false) G ("r13", false, false) G ("r14", false, false) \
  G ("r15", false, false)

#define VECTOR(name) { name, RC_VECTOR, true, false },
#define MASK(name) { name, RC_MASK, true, false },
/* GCC's liveness of these is not reliable after its register stack pass.  */
#define STACKED(name) { name, RC_STACKED, true, true },

#define X86_OTHER_REGS \
  VECTOR ("xmm0") VECTOR ("xmm1") VECTOR ("xmm2") VECTOR ("xmm3") \
  VECTOR ("xmm4") VECTOR ("xmm5") VECTOR ("xmm6") VECTOR ("xmm7") \
  VECTOR ("xmm8") VECTOR ("xmm9") VECTOR ("xmm10") VECTOR ("xmm11") \
  VECTOR ("xmm12") VECTOR ("xmm13") VECTOR ("xmm14") VECTOR ("xmm15") \
  VECTOR ("xmm16") VECTOR ("xmm17") VECTOR ("xmm18") VECTOR ("xmm19") \
  VECTOR ("xmm20") VECTOR ("xmm21") VECTOR ("xmm22") VECTOR ("xmm23") \
  VECTOR ("xmm24") VECTOR ("xmm25") VECTOR ("xmm26") VECTOR ("xmm27") \
  VECTOR ("xmm28") VECTOR ("xmm29") VECTOR ("xmm30") VECTOR ("xmm31") \
  MASK ("k0") MASK ("k1") MASK ("k2") MASK ("k3") \
  MASK ("k4") MASK ("k5") MASK ("k6") MASK ("k7") \
  STACKED ("st") STACKED ("st(1)") STACKED ("st(2)") STACKED ("st(3)") \
  STACKED ("st(4)") STACKED ("st(5)") STACKED ("st(6)") STACKED ("st(7)") \
  STACKED ("mm0") STACKED ("mm1") STACKED ("mm2") STACKED ("mm3") \
  STACKED ("mm4") STACKED ("mm5") STACKED ("mm6") STACKED ("mm7") \
  { "flags", RC_FLAGS, true, false }

#define GENERAL_64(name, amd64, i386) { name, RC_GENERAL, amd64, false },
#define GENERAL_32(name, amd64, i386) { name, RC_GENERAL, i386, false },

const struct halt_reg x86_64_regs[X86_REGS] = {
  X86_GENERAL_REGS (GENERAL_64) X86_OTHER_REGS
};

const struct halt_reg x86_i386_regs[X86_REGS] = {
  X86_GENERAL_REGS (GENERAL_32) X86_OTHER_REGS
};

const int x86_64_arg_regs[X86_64_ARG_REGS] = {
  X86_DI, X86_SI, X86_DX, X86_CX, X86_R8, X86_R9
};

struct x86_name
x86_name (int reg, int size)
{
  struct x86_name name;
  const char *base = x86_64_regs[reg].name;
  if (reg >= X86_XMM0 && reg < X86_K0)
    snprintf (name.text, sizeof name.text, "%%%cmm%s",
	      size == 64   ? 'z'
	      : size == 32 ? 'y'
			   : 'x',
	      base + 3);
  else if (reg >= X86_R8 && reg <= X86_R15)
    snprintf (name.text, sizeof name.text, "%%%s%s", base,
	      size == 1	  ? "b"
	      : size == 2 ? "w"
	      : size == 4 ? "d"
			  : "");
  else if (reg >= X86_R8 || size == 2)
    snprintf (name.text, sizeof name.text, "%%%s", base);
  else if (size == 1)		/* al, dl, ... but sil, dil, bpl, spl */
    snprintf (name.text, sizeof name.text, base[1] == 'x' ? "%%%.1sl" : "%%%sl",
	      base);
  else
    snprintf (name.text, sizeof name.text, "%%%c%s", size == 4 ? 'e' : 'r',
	      base);
  return name;
}
