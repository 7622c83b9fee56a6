/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between unwind_emulated.c and unwind_MACHINE.c.  */

#ifndef UNWIND_EMULATED_H
#define UNWIND_EMULATED_H 1

#include <stdbool.h>
#include <stdint.h>

/* Registers by DWARF's numbers.  */
enum { REGS = 64 };

/* In front of an instruction.  */
struct state
{
  uint64_t pc, reg[REGS];
};

/* The 32 bits of .text at PC.  */
uint32_t instruction_at (uint64_t pc);
void store_word (uint64_t address, uint64_t value);

/* --- unwind_MACHINE.c --------------------------------------------------------- */

struct machine
{
  int fp, ra, sp;
  int entries;			/* where a function may be entered: its address, or
				   that and so much more */
  const char *pc;		/* how the line of LOG begins that says where the
				   program is */
  /* Read registers from R on from LINE, one of those after it; return which come next,
     REGS if none.  */
  int (*read) (struct state *s, const char *line, int r);
  /* Whether a call is to give register R back.  */
  bool (*keeps) (int r);
  /* Whether the instruction at S is a call; *TARGET: where it goes on, unless it is a
     conditional branch, and *NEXT, what stands behind it.  */
  bool (*execute) (const struct state *s, uint64_t *target, uint64_t *next);
  /* Whether the instruction at PC, which is no call, may be a return; is a conditional
     branch.  */
  bool (*is_jump) (uint64_t pc);
  bool (*is_conditional) (uint64_t pc);
};

extern const struct machine machine;

#endif /* UNWIND_EMULATED_H */
