/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the oracles of programs that an emulator runs share: how a program is read that
   binutils have disassembled, and the log of qemu -one-insn-per-tb -d nochain,exec,cpu.
   What is a machine's own is in a file of its name.  Shares nothing with the rest of
   HALT.  */

#ifndef EMULATED_H
#define EMULATED_H 1

#include <stdbool.h>
#include <stdint.h>

/* Registers of integers from 0 on, and those of floating point, or the low 8 bytes
   of those of vectors.  */
enum { REGS = 64, FLOAT = 32, NO_REG = -1, UNKNOWN_REG = -2 };

/* In front of an instruction.  */
struct state
{
  uint64_t pc, reg[REGS];
};

/* How an instruction goes on.  */
enum way
{
  WAY_NEXT, WAY_BRANCH, WAY_JUMP, WAY_JUMP_REGISTER, WAY_CALL, WAY_RETURN
};

struct insn
{
  uint64_t pc;
  uint32_t word;
  int size;			/* 0: there is none */
  enum way way;
  const char *name, *operands;	/* as objdump writes them */
};

/* What an instruction loads or stores; NO_REG is a 0, UNKNOWN_REG several registers.  */
struct move
{
  bool store;
  int bytes, reg;
  uint64_t address;
};

enum { MAX_MOVES = 4 };

/* --- a machine ------------------------------------------------------------ */

/* Whether an instruction begins or ends a locked sequence, inside of which there
   are no points; signs or authenticates the return address; is a call that the compiler
   takes for none.  */
enum mark
{
  MARK_NONE, MARK_LOCKED_LOAD, MARK_LOCKED_STORE, MARK_SIGNS, MARK_HELPER
};

extern const struct machine
{
  const char *pc;		/* what a line of the log with an address has first */
  int integers;			/* how many 16 digits are those of registers, */
  int others;			/* of what is none, */
  int floats, words;		/* registers of floating point, and how many for each */
  int sp, fp, ra;		/* FP: where the compiler gives it back before it
				   says so; else NO_REG */
  uint64_t kept;		/* a bit for each register that a function gives back */
  int dwarf_float;		/* the number of FLOAT in unwind information */
  int pretended;		/* e_machine to tell libdw, 0: that of the program */
  int second_entry;		/* where those enter that need not set a global pointer */
  bool reads_table;		/* the read of a jump table's entry is reported */
} machine;

enum way machine_way (const struct insn *insn);
enum mark machine_mark (const struct insn *insn);
/* Where INSN goes on, which is no WAY_NEXT, if its condition holds.  */
uint64_t machine_target (const struct insn *insn, const struct state *s);
/* How many MOVES it makes.  */
int machine_moves (const struct insn *insn, const struct state *s,
		   struct move *moves);

/* --- program.c ------------------------------------------------------------ */

extern const char *program_name;	/* of the oracle */
__attribute__ ((noreturn, format (printf, 1, 2)))
void die (const char *format, ...);

/* Read what objdump -d says of the program.  */
void read_code (const char *name);
/* The instruction at PC, and the one that ends there.  Their size is 0 if there is
   none.  */
const struct insn *insn_at (uint64_t pc);
const struct insn *insn_before (uint64_t pc);

/* Read where the next instruction is from the log, which is standard input; false at
   its end.  Then what is in the registers, if FLOATS in all of them.  */
bool next_pc (struct state *s);
bool read_registers (struct state *s, bool floats);

#endif /* EMULATED_H */
