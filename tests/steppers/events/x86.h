/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program's code, and what an x86 instruction does to memory.  */

#ifndef EVENTS_X86_H
#define EVENTS_X86_H 1

#include <stdbool.h>
#include <stdint.h>
#include <sys/ptrace.h>
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

/* The bytes of a word of the program: 8, or 4 under -m32.  */
extern int x86_word;

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

/* Between x86.c and lanes.c.  */

struct list
{
  struct access *at;
  int n;
};

void x86_add (struct list *l, bool store, int ordinal, uint64_t address,
	      int64_t bytes);
bool x86_starts (const char *text, const char *prefix);

/* The name without prefixes; whether its encoding is that of AVX.  */
const char *x86_name (const cs_insn *insn);
bool x86_is_vex (const cs_insn *insn);

/* The number of vector register REG, or -1; *BYTES is its width.  */
int x86_vector (x86_reg reg, int *bytes);

/* The address of M, without a vector of indices.  */
uint64_t x86_address (const struct cpu *cpu, const cs_insn *insn,
		      const x86_op_mem *m);

bool x86_is_gather (const cs_insn *insn);
bool x86_is_scatter (const cs_insn *insn);
bool x86_is_maskmov (const cs_insn *insn);
int x86_string_opcode (const cs_insn *insn);
int x86_mask_operand (const cs_insn *insn);
void x86_add_string (const cs_insn *insn, const struct cpu *before,
		     const struct cpu *after, struct list *l);
void x86_add_gather (const cs_insn *insn, const struct cpu *cpu, int mem,
		     int mask, struct list *l);
void x86_add_masked (const cs_insn *insn, const struct cpu *cpu, int mem,
		     int mask, bool store, struct list *l);

/* --- code.c ----------------------------------------------------------------- */

/* Read the symbols from standard input and the functions from the program's
   memory, open as MEMORY.  x86_word is known.  */
void code_read (int memory);

/* Put breakpoints all over the program's own functions, or take them away.  */
void code_fill (bool breakpoints);

/* The own function that PC is in, or -1; where it starts.  A cold part belongs
   to the function that it was split from.  */
int code_function (uint64_t pc);
uint64_t code_start (int function);

/* The instruction at PC in an own function; NULL if it cannot be decoded.  */
const cs_insn *code_insn (uint64_t pc);

/* PC, or the address behind the padding there.  */
uint64_t code_skip_padding (uint64_t pc);

/* Whether a direct jump in an own function leads to PC.  */
bool code_jumped_to (uint64_t pc);

/* Remember that the call at PC is one of setjmp; the call of it that PC is behind,
   or 0.  */
void code_note_setjmp (uint64_t pc);
uint64_t code_behind_setjmp (uint64_t pc);

/* The dynamic linker is done: find where calls of library functions really go.
   Where a call of ADDRESS goes; where one does of what the instrumented program
   has at ADDRESS.  */
void code_link (void);
uint64_t code_callee (uint64_t address);
uint64_t code_moved_callee (uint64_t address);

/* The name of the symbol of LETTER with ADDRESS in it, or NULL.  */
const char *code_symbol (char letter, uint64_t address);

/* Where the first symbol of LETTER is, or 0.  */
uint64_t code_address (char letter);

/* PC in words.  */
const char *code_describe (uint64_t pc);

/* --- text.c ----------------------------------------------------------------- */

/* The instruction of SIZE bytes at ADDRESS is TEXT.  */
void text_add (uint64_t address, uint64_t size, const char *text);

/* The instruction at ADDRESS, whose bytes are at CODE; NULL if there is no text
   for it.  */
const cs_insn *text_insn (csh capstone, uint64_t address, const uint8_t *code);

/* --- process.c -------------------------------------------------------------- */

/* Run PROGRAM, without arguments and environment, its output going to the file
   `output', and stop it before its first instruction.  Return its memory,
   open.  */
int process_start (const char *program);

/* Let the program go on as REQUEST says until it stops for us; signals are
   passed on to it.  Return false when it has ended.  */
bool process_go (enum __ptrace_request request);

void process_read (struct cpu *cpu);
void process_read_vectors (struct cpu *cpu);
void process_write (const struct cpu *cpu);

#endif /* EVENTS_X86_H */
