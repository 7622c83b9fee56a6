/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A routine's copy (copy_text.c) as steps that can be changed: what is known of the
   event is put into them, and registers that nobody needs.

   A pot with a copy is made in three steps: parsed (copy_steps.c), evaluated as
   far as its point says (copy_fold.c), given registers and printed (copy_pot.c).  */

#ifndef HALT_X86_COPY_H
#define HALT_X86_COPY_H 1

#include "recipes/x86/frame.h"

/* Registers of steps: those of the routine are numbered as elsewhere, and are
   given others in the pot; those of the program come behind them, and stay.  */
#define COPY_GIVEN X86_XMM0
#define COPY_REGS (2 * X86_XMM0)

/* Labels are 80 and up.  */
#define COPY_FIRST_LABEL 80
#define COPY_LABELS 20

enum operand_kind
{
  OPERAND_OTHER,		/* TEXT: a register of another kind, an address as
				   a number */
  OPERAND_NUMBER,
  OPERAND_REG,
  OPERAND_MEMORY
};

/* A text, or a part of one.  */
struct copy_text
{
  const char *at;
  int size;
};

struct copy_operand
{
  enum operand_kind kind;
  struct copy_text text;	/* MEMORY: the symbol, if its size is not 0 */
  int64_t number;		/* NUMBER; MEMORY: what is added */
  int reg, bytes;		/* REG */
  int base, index, scale;	/* MEMORY; HALT_NO_REG: none */
  bool rip;			/* ... from the instruction on */
  char segment;			/* ... 'f', 'g', or 0 */
};

enum copy_kind
{
  COPY_INSN,
  COPY_JUMP,			/* to LABEL, maybe */
  COPY_CALL,			/* of a function that changes but the flags */
  COPY_LABEL
};

#define COPY_WHOLE 1

struct copy_step
{
  enum copy_kind kind;
  struct copy_text name;	/* with its prefix and a '/' before it, if any */
  int what;			/* it does; COPY_WHOLE: its last operand is written
				   and not read */
  int label;
  bool back;			/* JUMP: the label came earlier */
  int n;			/* operands */
  struct copy_operand op[3];
};

#define COPY_MAX_STEPS 96
struct copy_steps
{
  int n;
  struct copy_step step[COPY_MAX_STEPS];
};

/* --- copy_steps.c ----------------------------------------------------------- */

/* Parse COPY, which is referred to, into S.  False if it has what is not known here, an instruction that
   uses registers that it does not name, say.  */
bool copy_parse (const char *copy, struct copy_steps *s);

/* The general register that NAME is, and how many bytes of it; HALT_NO_REG if it is
   none.  */
int copy_general_reg (struct copy_text name, int *bytes);

/* The last operand of S is what it is made of what was there; a copy of the
   flags' bit is COPY_FLAGS.  */
#define COPY_FLAGS X86_XMM0
struct copy_effects
{
  uint32_t reads, writes;	/* the routine's registers, a bit each, and flags */
  uint32_t kills;		/* of those it writes, the ones it writes whole */
  bool dest;			/* the last operand is written ... */
  bool whole;			/* ... without being read */
};
struct copy_effects copy_effects (const struct copy_step *s);

/* LIVE[I] becomes what is live before step I, of S; LIVE[S->n] is what is live at the
   end.  */
void copy_liveness (const struct copy_steps *s, uint32_t *live);

/* Whether the name of S is NAME, with one of the suffixes that say its width or
   without.  */
bool copy_is (const struct copy_step *s, const char *name);

/* Print S for a template of assembler text, AS being the registers of the routine's;
   what is relative to the stack pointer is DEPTH further up.  */
void copy_print (FILE *out, const struct copy_step *s, const signed char *as,
		 int depth);

/* --- copy_clean.c ----------------------------------------------------------- */

/* Remove steps of S that do nothing, KEPT being what is read at its end; and let few
   registers be needed at a time.  */
void copy_clean (struct copy_steps *s, uint32_t kept);

/* --- copy_fold.c ------------------------------------------------------------ */

/* What a register of the routine's has: what was put there, a sum of registers of
   the program's, or the word at a symbol; and a number that is still to be added.  */
enum copy_form
{
  FORM_NONE,			/* nobody has set it */
  FORM_OWN,			/* that register's value, times SCALE */
  FORM_SUM,
  FORM_WORD			/* SCALE times the word at SYMBOL, which has its
				   multiples as a unit's base has */
};

struct copy_value
{
  enum copy_form form;
  int64_t number;
  int base, index;		/* SUM: the program's, as x86 numbers them */
  int scale;
  const char *symbol;		/* SUM: added, or NULL; WORD */
  int value;			/* OWN: what the register has, if not 0; the same
				   has the same number */
};

static inline struct copy_value
copy_number (int64_t number)
{
  return (struct copy_value) { .form = FORM_SUM,
			       .number = number,
			       .base = HALT_NO_REG,
			       .index = HALT_NO_REG,
			       .scale = 1 };
}

/* Evaluate COPY, whose registers have the values GIVEN when it begins; register KEPT,
   if it is not HALT_NO_REG, is read at its end.  OUT gets what is left to do.  False
   if that cannot be said.  */
bool copy_fold (const char *copy, const struct copy_value given[X86_XMM0],
		int kept, struct copy_steps *out);

#endif /* HALT_X86_COPY_H */
