/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The x86 targets, inside their folder.  */

#ifndef HALT_X86_H
#define HALT_X86_H 1

#include "recipes/copies/copies.h"

/* Index in the register table.  The general registers stand in GCC's order.  */
enum
{
  X86_AX,
  X86_DX,
  X86_CX,
  X86_BX,
  X86_SI,
  X86_DI,
  X86_BP,
  X86_SP,
  X86_R8,
  X86_R9,
  X86_R10,
  X86_R11,
  X86_R12,
  X86_R13,
  X86_R14,
  X86_R15,
  X86_XMM0,
  X86_K0 = X86_XMM0 + 32,
  X86_ST0 = X86_K0 + 8,
  X86_MM0 = X86_ST0 + 8,
  X86_FLAGS = X86_MM0 + 8,
  X86_REGS
};

/* What verification fills registers with.  */
#define X86_GARBAGE 0xdeaddead

extern const struct halt_target x86_64_target, i386_target;

/* regs.c: the registers, and those of x86-64's arguments.  */
#define X86_64_ARG_REGS 6
extern const struct halt_reg x86_64_regs[X86_REGS], x86_i386_regs[X86_REGS];
extern const int x86_64_arg_regs[X86_64_ARG_REGS];

/* The assembler's name of a register when SIZE bytes of it are meant.  */
struct x86_name
{
  char text[8];
};
struct x86_name x86_name (int reg, int size);

/* copy.c: what copies have to know.  */
extern const struct copy_machine x86_64_copies;

/* What recipes are made of: see struct halt_target.  */
bool x86_joins (const struct halt_point *first, const struct halt_point *next);
bool x86_64_joins (const struct halt_point *first,
		   const struct halt_point *next);
HALT_TARGET_HOOKS (x86);
void x86_id (struct pot *pot, int reg);
int x86_value (struct pot *pot, int reg, const struct halt_arg *a,
	       const struct reg_set *gone);
int x86_list (struct pot *pot);
int x86_special (struct pot *pot);

/* copy_pot.c, of the targets.  */
void x86_effects (const struct pot *pot, const struct pot_insn *i,
		  struct reg_set *reads, struct reg_set *changes);

#endif /* HALT_X86_H */
