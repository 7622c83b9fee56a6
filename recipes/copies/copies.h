/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Routines that are copied into pots instead of being called: what is the same on all
   machines, and what each has to say of itself, struct copy_machine.

   A copy is one word: statements separated by ';', each a label, "80:" and up, or an
   instruction as the assembler reads it, with '/' for white space.  What is at a symbol
   of the routine's unit is "&N", by the number of the symbol, until a name is there for
   it.  Nothing in it uses the stack pointer but for calls, and it is left at its end.

   text.c makes that of what the compiler writes, and checks it.  For a pot it is parsed
   into steps (steps.c), evaluated as far as the point says (fold.c), given registers
   and printed (pot.c).  */

#ifndef HALT_COPIES_H
#define HALT_COPIES_H 1

#include "recipes/recipe.h"

/* A text, or a part of one.  */
struct copy_text
{
  const char *at;
  int size;
};

/* Registers of steps: the general ones, with which the target's table begins.  Those
   of the routine are given others in the pot; those of the program come behind
   them, and stay.  */
#define COPY_REGS 32
#define COPY_GIVEN COPY_REGS

/* A set of the routine's, and of the flags.  */
typedef uint64_t copy_set;
#define COPY_FLAGS COPY_REGS
#define COPY_BIT(reg) ((copy_set) 1 << (reg))

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

struct copy_operand
{
  enum operand_kind kind;
  struct copy_text text;	/* MEMORY: the symbol, if its size is not 0 */
  int64_t number;		/* NUMBER; MEMORY: what is added */
  int reg, bytes;		/* REG */
  int base, index, scale;	/* MEMORY; HALT_NO_REG: none */
  bool relative;		/* ... to where the instruction is */
  char segment;			/* ... of x86, 'f' or 'g', or 0 */
  char part;			/* ... of the symbol's address: COPY_HIGH alone, or
				   COPY_LOW, to which what is in BASE, that one's
				   high part, is added; 0: all of it */
};

#define COPY_HIGH 'h'
#define COPY_LOW 'l'

enum copy_kind
{
  COPY_INSN,
  COPY_JUMP,			/* to LABEL, on CONDITION: of the flags, or of the
				   COMPARE or TEST that it does of its operands */
  COPY_CALL,			/* of a function that changes but the flags */
  COPY_LABEL
};

/* What an instruction does, TO being its last operand and BY its first one.  If it has
   COPY_WHOLE, TO is made of the operand before the last one, as if that had been moved
   there: TO -= BY then is TO = FROM - BY.  */
enum copy_does
{
  COPY_OTHER,			/* nothing that is evaluated */
  COPY_NOTHING,
  COPY_MOVE,			/* TO = BY */
  COPY_ZEROS,
  COPY_SIGNS,			/* ... extended with zeros, with its sign */
  COPY_ADDRESS,			/* TO = the address BY */
  COPY_ADD,			/* TO += BY */
  COPY_SUBTRACT,
  COPY_AND,
  COPY_OR,
  COPY_XOR,
  COPY_SHIFT,			/* TO <<= BY, or by 1 */
  COPY_NEGATE,			/* TO = -TO */
  COPY_NOT,
  COPY_MULTIPLY,
  COPY_COMPARE,			/* flags = TO - BY */
  COPY_TEST,			/* flags = TO & BY */
  COPY_SAY,			/* flags = the number BY, in the machine's words */
  COPY_ASK			/* something else if CONDITION holds than if not */
};

/* What it reads and changes besides.  It reads its operands and writes the last one,
   all of that if it has 4 bytes or more.  */
enum
{
  COPY_WHOLE = 1,		/* the last operand is not read */
  COPY_SAME = 2,		/* the last operand is not written */
  COPY_SETS = 4,		/* all flags are written */
  COPY_KEEPS = 8,		/* no flag is; else some may be */
  COPY_ASKS = 16,		/* flags are read */
  COPY_EXCHANGES = 32,		/* all operands are written */
  COPY_TAKES = 64		/* the first operand may be a number */
};

/* Instead of the number of a condition.  */
#define COPY_ALWAYS (-2)

struct copy_step
{
  enum copy_kind kind;
  enum copy_does does;
  int effects;			/* a sum of the above */
  struct copy_text name;	/* with its prefix and a '/' before it, if any */
  int condition;		/* as the machine numbers them; -1: it has none such;
				   COPY_ALWAYS */
  int label;
  bool back;			/* JUMP: the label came earlier */
  int n;			/* operands */
  struct copy_operand op[4];
};

#define COPY_MAX_STEPS 96
struct copy_steps
{
  const struct copy_machine *machine;
  int n;
  struct copy_step step[COPY_MAX_STEPS];
};

/* What the flags are known to say: how A - B was, or A & B, as numbers of BYTES; A, in
   the machine's words, if BYTES is 0.  */
struct copy_test
{
  bool known, subtract;
  int bytes;
  int64_t a, b;
};

/* The same, in everybody's.  */
struct copy_outcome
{
  int64_t result;		/* with its sign */
  bool borrow, overflow;
};

/* What a machine says of itself: target->copies.  */
struct copy_machine
{
  /* --- its assembler's text --- */

  const char *call, *jump, *ret; /* names: of a call, empty where routines that call
				    have a frame; of a jump that is always taken; of a
				    return ... */
  const char *entry;		/* ... and of what may stand where a call enters, and
				   does nothing */
  /* Lists (copy_text_is): of jumps; words before names; names of instructions that may not
     be copied, as they use the stack, or leave the routine.  */
  const char *jumps, *prefixes, *unfit;
  const char *marks;		/* what operands may have besides words */
  /* Whether WORD, which may be empty, may be in operands, where BEFORE is the character
     before it: 1, or 0; -1: it may, as a symbol's name unless it begins with a
     digit.  */
  int (*is_word) (char before, struct copy_text word);
  /* The general register that WORD is after BEFORE, and how many BYTES of it; HALT_NO_REG
     if it is none.  */
  int (*reg) (char before, struct copy_text word, int *bytes);

  /* --- its instructions --- */

  int n_regs;			/* general ones */
  copy_set args;		/* ... that carry arguments */
  int sp;			/* the stack pointer ... */
  int result;			/* ... and where a call leaves what it returns */
  int number_bits;		/* so wide, with a sign, are numbers in instructions */
  /* Cut the instruction R into steps at S, which are all 0.  Return how many they are, two
     at most; 0: it is not understood, or uses registers that it does not name.  */
  int (*read) (struct copy_text *r, struct copy_step *s);
  /* Print S for a template of assembler text, AS being the registers of the routine's;
     what is relative to the stack pointer is DEPTH further up.  */
  void (*print) (FILE *out, const struct copy_step *s, const signed char *as,
		 int depth);
  /* Whether condition NUMBER holds after T.  */
  bool (*holds) (int number, const struct copy_test *t);
  /* Let S, a COPY_ASK, be what it does if its condition holds, or does not.  */
  void (*decide) (struct copy_step *s, bool holds);
  /* Let S be what puts its first operand into the second, a register of a word, and leaves
     flags alone: an address, or what is there if LOADS.  Return how many steps that
     takes, COPY_SET_STEPS at most; 0: it cannot be done.  */
#define COPY_SET_STEPS 4
  int (*set) (struct copy_step *s, bool loads);
  /* Whether O can be the address in STEP.  */
  bool (*fits) (const struct copy_step *step, const struct copy_operand *o);
  bool low_symbols;		/* a point's address of a register and a symbol has
				   but that one's low part */

  /* --- its pots --- */

  int flags_in;			/* the register in which flags are kept, which is
				   saved then; HALT_NO_REG: there are none */
  bool retests;			/* a branch tests its condition again behind a pot */
  int unsaved;			/* a register that is not to be saved */
  int small;			/* bytes of a call: code that is to be small has
				   no longer copies */
  /* Print what exchanges two registers of the program's, for a template.  */
  void (*exchange) (FILE *out, int one, int other);
  /* See copy_call.  CHANGES are general registers, and flags.  */
  void (*wrap) (struct pot *pot, const char *symbol,
		const struct reg_set *changes);
};

/* --- text.c ----------------------------------------------------------------- */

/* Whether T is one of LIST, words with blanks between them, of which those that end with
   a '*' stand for all that begin so.  */
bool copy_text_is (struct copy_text t, const char *list);

struct copy_text copy_text_of (const char *s);

/* Cut the character C, if T begins with it; the word that T begins with.  */
bool copy_cut (struct copy_text *t, char c);
struct copy_text copy_cut_word (struct copy_text *t);

/* Cut a number with its sign, and a '#' before it, if there is one; false if T does not
   begin with one.  */
bool copy_cut_number (struct copy_text *t, int64_t *number);

bool copy_same_text (struct copy_text a, struct copy_text b);

/* Print T, a part of a copy, for a template.  */
void copy_print_text (FILE *out, struct copy_text t);

/* --- steps.c ---------------------------------------------------------------- */

/* Parse COPY, which is referred to, into S.  False if it has what is not known
   here.  */
bool copy_parse (const struct copy_machine *m, const char *copy,
		 struct copy_steps *s);

/* Cut the number of a label, to which S jumps or which it is.  */
bool copy_read_label (struct copy_text *r, struct copy_step *s);

/* REG of BYTES as an operand; a number.  */
struct copy_operand copy_reg_operand (int reg, int bytes);
struct copy_operand copy_number_operand (int64_t number);

/* What T, whose BYTES are not 0, comes to.  */
struct copy_outcome copy_outcome (const struct copy_test *t);

/* The registers that O names, the program's too.  */
copy_set copy_operand_regs (const struct copy_operand *o);

struct copy_effects
{
  copy_set reads, writes;
  copy_set kills;		/* of those it writes, the ones it writes whole */
};
struct copy_effects copy_effects (const struct copy_machine *m,
				  const struct copy_step *s);

/* LIVE[I] becomes what is live before step I, of S; LIVE[S->n] is what is live at the
   end.  */
void copy_liveness (const struct copy_steps *s, copy_set *live);

/* The step of S that has label LABEL; S->n if there is none.  */
int copy_find_label (const struct copy_steps *s, int label);

/* Print S as machine M prints it, or a label.  */
void copy_print (FILE *out, const struct copy_machine *m,
		 const struct copy_step *s, const signed char *as, int depth);

/* Remove steps of S that do nothing, KEPT being what is read at its end; and let few
   registers be needed at a time.  */
void copy_clean (struct copy_steps *s, copy_set kept);

/* --- fold.c ----------------------------------------------------------------- */

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
  int base, index;		/* SUM: the program's, as the target numbers them */
  int scale;
  struct copy_text symbol;	/* SUM: added, if its size is not 0; WORD */
  bool high;			/* SUM: the high part of SYMBOL and NUMBER */
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
bool copy_fold (const struct copy_machine *m, const char *copy,
		const struct copy_value given[COPY_REGS], int kept,
		struct copy_steps *out);

/* --- pot.c ------------------------------------------------------------------ */

/* Whether what the routine does for PT is copied into its pot instead of being called;
   whether that needs what is below the stack pointer; and as text for a template, in
   the routine's registers.  */
bool copy_stands (const struct halt_target *t, const struct halt_point *pt);
bool copy_uses_stack (const struct halt_target *t, const struct halt_point *pt);
const char *copy_as_it_is (struct pot *pot, const struct halt_point *pt);

/* Evaluated copies, one for each point of a pot.  */
#define COPY_MAX_POINTS 4
struct copies
{
  struct copied
  {
    struct copy_steps steps;
    signed char as[COPY_REGS];	/* the registers that it is given */
    int ea;			/* the routine's that the address is to be put into
				   before, or HALT_NO_REG */
  } of[COPY_MAX_POINTS];
  int n;
  int condition;		/* register of the program's that is to have the
				   condition before, and has it after if the machine
				   retests, or HALT_NO_REG */
  struct reg_set used;		/* registers that are changed, flags too, if ... */
  bool flags;			/* ... they are ... */
  bool keeps_flags;		/* ... and somebody needs them */
};

/* The copies for POT's points, evaluated, with registers; valid until the next call.  NULL
   if they are not of use: arguments are developed then as for calls, and copies use the
   routine's registers.  */
const struct copies *copies_fold (const struct pot *pot);

/* Copy N of C as text for a template, kept by POT.  */
const char *copies_text (struct pot *pot, const struct copies *c, int n);

/* target->effects of I, an OP_COPY; USED is that of the pot's copies, or NULL: they use
   the routines' registers.  */
void copies_effects (const struct pot *pot, const struct pot_insn *i,
		     const struct reg_set *used, struct reg_set *reads,
		     struct reg_set *changes);

#endif /* HALT_COPIES_H */
