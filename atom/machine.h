/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the assembler text of a machine looks like, beyond what recipes know.  */

#ifndef HALT_ATOM_MACHINE_H
#define HALT_ATOM_MACHINE_H 1

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct call;
struct halt_proc;

/* Whether a jump by an address goes to a label.  */
struct jump_test
{
  const struct halt_target *target;
  const struct reg_set *free;	/* registers that may be changed */
  bool intel;			/* the text is Intel's dialect */
  bool follows;			/* .cfi_adjust_cfa_offset is to say how the stack
				   pointer moves */
  const char *jump;		/* the line with the instruction */
  const char *label;
  const char *other;		/* the label to jump to if not */
};

struct machine
{
  const char *target;		/* struct halt_target's name */
  const char *label;		/* what code labels begin with; a digit follows */
  const char *jump;		/* to a label, a printf format */
  const char *ret;		/* returns from a function without a frame */
  const char *flag;		/* the compiler's for this machine, or NULL */
  const char *emulation;	/* the linker's */
  const char *on, *off;		/* lines between which pots stand, or NULL */
  const char *barrier;		/* a line, or NULL: in a procedure that has it, traps
				   must have come before a pot does anything */
  int sp, fp;			/* numbers of the stack and the frame pointer in unwind
				   information */
  const char *sp_name, *fp_name; /* in the target's table */
  int cfa;			/* how far above the stack pointer the frame is at the
				   start of a function */
  int return_at;		/* where the return address is from there; 0: in
				   register RETURN_REG of unwind information */
  int return_reg;
  /* The opposite of jump OPCODE of SIZE characters into TO (16 bytes); false if it
     has none.  */
  bool (*invert) (const char *opcode, size_t size, char *to);
  /* Write the test J; false if it cannot be.  NULL: never.  */
  bool (*test) (FILE *out, const struct jump_test *j);
  /* Write the instructions, and how they move the stack, of a function in the place
     of P, whose code is now called PLAIN: it calls C's routine.  Returns NULL, or why it
     cannot be done.  NULL: never.  */
  const char *(*stub) (FILE *out, const struct halt_proc *p,
		       const struct call *c, const char *plain);
  /* Where entries of tables hold no more than distances of the plain code: write the
     lines of a jump, TEXT, so that its table is at LABEL and has words; false if it is
     another jump.  NULL: entries hold any address.  */
  bool (*jump_by) (FILE *out, const char *text, const char *label);
  /* How far OPCODE of SIZE characters reaches, in bytes either way, with something to
     spare; 0: it is no branch.  How many bytes the instruction LINE of N characters takes
     at most, and the least that any branch reaches.  NULL: the assembler knows how.  */
  size_t (*reaches) (const char *opcode, size_t size);
  size_t (*bytes) (const char *line, size_t n);
  size_t nearest;
  /* Before a procedure's first instruction, of which LANDS is a part, comes the line
     LANDING if anything is called before it: calls by an address have to come to such
     an instruction.  NULL: there is none.  */
  const char *lands, *landing;
};

/* How many arguments of the function are passed on to C, which replaces it: the first
   ones; what else a replacement can be passed.  */
int replaced_passes (const struct call *c);
extern const char replaced_rest[];

/* Whether register REG has a value where P is entered; why P cannot be called through
   ReplAddrValue if the one for variables of the function that it is in has.  */
bool replaced_takes (const struct halt_proc *p, int reg);
extern const char replaced_chain[];

/* The one for the target called NAME.  */
const struct machine *machine_find (const char *name);

extern const struct machine x86_64_machine, i386_machine, alpha_machine,
  aarch64_machine, riscv64_machine;

#endif /* HALT_ATOM_MACHINE_H */
