/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an x86-64 instruction does to memory.  */

#ifndef EVENTS_X86_H
#define EVENTS_X86_H 1

#include <stdbool.h>
#include <stdint.h>
#include <sys/user.h>

#include <capstone/capstone.h>

struct cpu
{
  struct user_regs_struct r;
  unsigned char vector[32][64];	/* only if x86_needs_vectors */
  uint64_t mask[8];
};

struct access
{
  bool store;
  int ordinal;			/* the same for the lanes of one operand */
  uint64_t address;
  int64_t bytes;
  uint64_t table;		/* see struct event */
};

#define MAX_ACCESSES 80

/* Whether the lanes of INSN's memory operand are accessed one by one.  */
bool x86_needs_vectors (const cs_insn *insn);

/* Whether INSN is a string instruction with a rep prefix.  */
bool x86_is_rep (const cs_insn *insn);

/* Fill LIST with the accesses that INSN made between the states BEFORE and
   AFTER, loads first.  Not those of call and ret to the stack.  Return how
   many.  */
int x86_accesses (const cs_insn *insn, const struct cpu *before,
		  const struct cpu *after, struct access *list);

/* The condition in the opcode of a conditional jump, or -1.  */
int x86_condition (const cs_insn *insn);

/* Whether it holds.  */
bool x86_holds (int condition, uint64_t flags);

#endif /* EVENTS_X86_H */
