/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recipes: what to insert at a point, for each target and kind.

   A recipe reads a struct halt_point, the facts about one instrumentation
   point, and fills a struct pot with small structured instructions in eight
   stages.  It knows its target's registers and nothing of GCC; plugin/rtl/emit.cc
   makes GCC's own instructions of a pot, pot_print makes text of it.

   Source: the HALT manual, "HaltRecipe" and "recipe component names".  */

#ifndef HALT_RECIPE_H
#define HALT_RECIPE_H 1

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "halt/halt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- registers ---------------------------------------------------------- */

/* A register is its index in the target's table.  */
#define HALT_MAX_REGS 384
#define HALT_NO_REG (-1)

struct reg_set
{
  uint64_t word[HALT_MAX_REGS / 64];
};

static inline void
reg_set_add (struct reg_set *s, int reg)
{
  s->word[reg / 64] |= (uint64_t) 1 << (reg % 64);
}

static inline void
reg_set_remove (struct reg_set *s, int reg)
{
  s->word[reg / 64] &= ~((uint64_t) 1 << (reg % 64));
}

static inline bool
reg_set_has (const struct reg_set *s, int reg)
{
  return s->word[reg / 64] >> (reg % 64) & 1;
}

static inline void
reg_set_join (struct reg_set *to, const struct reg_set *from)
{
  for (int i = 0; i < HALT_MAX_REGS / 64; i++)
    to->word[i] |= from->word[i];
}

/* How a register is moved and what kind of value it holds.  */
enum halt_rclass
{
  RC_GENERAL,
  RC_FLOAT,			/* as wide as a word */
  RC_FLAGS,
  RC_VECTOR,
  RC_MASK,
  RC_STACKED			/* x87 and MMX: saved as a whole */
};

struct halt_reg
{
  const char *name;		/* as GCC's decode_reg_name knows it */
  enum halt_rclass rclass;
  bool clobbered;		/* a call may change it */
  bool imprecise;		/* at the end, the compiler does not say where
				   it is live: plugin/rtl/register-stack.cc looks before */
};

/* --- a point ------------------------------------------------------------ */

/* An address as an instruction forms it: base + index * scale + disp +
   symbol, from the thread pointer up if THREAD.  */
struct halt_address
{
  const char *symbol;		/* as the assembler reads it, or NULL */
  int base, index;		/* HALT_NO_REG if there is none */
  int scale;
  char extend;			/* INDEX is the register's low 4 bytes, extended
				   with sign ('s') or without ('u'); 0: all of it */
  int64_t disp;
  bool thread;
  int align;			/* the sum is rounded down to a multiple of this,
				   if it is not 0 */
};

/* An access lane by lane of a vector register: one event for each lane that
   is active.  */
struct halt_lanes
{
  int n;			/* how many; 0: no such access */
  int mask;			/* register: which are active; HALT_NO_REG: all */
  bool sign;			/* the mask is the sign of each of a vector
				   register's elements, else a bit for each */
  bool packed;			/* only active lanes take up memory */
  bool whole;			/* one event if any lane is active */
  int index;			/* vector register with each lane's offset;
				   HALT_NO_REG: lanes lie side by side */
  int index_bytes, scale;	/* of an offset; what it is multiplied with */
};

/* The memory that an instruction reads or writes.  */
struct halt_access
{
  struct halt_address ea;
  int64_t bytes;		/* how many, or for one step of COUNT */
  int count;			/* register that holds the number of steps
				   (string instructions), else HALT_NO_REG */
  int advance;			/* register that holds the address until the
				   instruction has moved it past the last byte:
				   only that says how many; else HALT_NO_REG */
  struct halt_lanes lanes;	/* BYTES then is a lane's size */
  bool wrap;			/* the event comes after the instruction, but
				   the address must be taken before it */
};

/* What is known of a routine and of what it calls.  */
struct halt_summary
{
  struct reg_set changes;	/* what a call of it may change */
  struct reg_set reads;		/* argument registers that it looks at */
  bool unaligned;		/* the stack need only be aligned to a word when
				   it is called */
  bool direct;			/* linkers put no stub before it */
  const char *copy;		/* what can stand in place of a call of it, as
				   copy_check knows it, or NULL ... */
  int copy_bytes;		/* ... and about how long that is */
};

/* A copy has fewer characters.  */
#define HALT_MAX_COPY 1024

/* A further static argument.  */
struct halt_arg
{
  int form;			/* enum halt_arg_form, halt/format.h's; or the
				   following */
  int64_t number;		/* NUMBER, REGISTER, SAVED */
  const char *symbol;		/* the others: whose address it is */
  int reg;			/* REGISTER, SAVED */
  bool local;			/* only this unit knows SYMBOL */
};

/* Of a point of HALT_KIND_LIST: all arguments, in order, without an id.  Some are
   known only when the point is reached.  */
#define HALT_KIND_LIST (-1)
enum
{
  HALT_ARG_CONDITION = 64,	/* of the annotated branch */
  HALT_ARG_ADDRESS,		/* of the access */
  HALT_ARG_REGISTER,		/* what REG, which counts as live, holds, and
				   NUMBER */
  HALT_ARG_SAVED,		/* the word NUMBER bytes above REG, which a call
				   keeps */
  HALT_ARG_SIGNED,		/* the same; of the register of return addresses
				   what it holds: one, without its signature */
  HALT_ARG_CYCLES,		/* the processor's cycle counter */
  HALT_ARG_HERE			/* an address in the pot */
};

/* What a point of target->count does.  */
enum halt_step
{
  STEP_ADD,			/* adds 1 to the cell */
  STEP_REGISTER,		/* adds 1 to register COUNTER */
  STEP_BEGIN,			/* clears it, or copies FROM to it */
  STEP_FLUSH			/* adds it to the cell, or how many STRIDEs
				   lie from it to FROM; it is lost */
};

/* Facts about one instrumentation point, gathered by the caller.  Strings are
   the caller's and outlive the pot.  */
struct halt_point
{
  int kind;			/* enum halt_kind, or a user's own */
  const char *word;		/* a user's own kind: its name */
  const char *routine;		/* symbol to call */
  const char *base;		/* symbol of the unit's descriptor, whose first
				   word is added to ID; NULL: ID is constant */
  uint64_t id;
  const struct halt_arg *args;	/* further static arguments */
  int n_args;
  int64_t data;			/* a user's own kind: what its note says */

  struct reg_set live;		/* live where the pot goes */
  bool summarized;		/* SUMMARY is known, else ROUTINE may change
				   whatever a call may change */
  struct halt_summary summary;	/* of ROUTINE */
  struct reg_set dead;		/* what a call may change and nobody needs */
  bool verify;			/* check at run time that it is so, and fill
				   DEAD with garbage */
  bool flags_live;		/* flags live after the annotated instruction
				   (CBR) or where the pot goes (others) */
  const char *cond;		/* CBR: condition to take, in the words of the
				   target's assembler; "0" or "1": the point is on
				   a way of the branch, where it was not taken,
				   or taken */
  struct halt_access access;	/* LOAD, STORE; MBR: the read of the table; a
				   user's own kind: what its note names.
				   SETJMP, LONGJMP: if BYTES is not 0, where
				   the buffer is, and LONGJMP's status is 1 */
  const char *callee;		/* CALL: the symbol that is called; NULL: ... */
  bool local;			/* only this unit knows CALLEE */
  bool through;			/* ... what ACCESS's memory holds, or else its
				   address */
  const char *table;		/* MBR: label of the table */
  bool table_base;		/* ... which is what the access's base holds */
  int stack_align;		/* bytes, at a call; a power of 2, at least the
				   target's */
  int misalign;			/* stack pointer modulo STACK_ALIGN; -1 if
				   unknown */
  int red_zone;			/* bytes below the stack pointer in use */
  int facts[4];			/* what the target's recipes alone ask for */
  int vector_bytes;		/* width of a vector register, 0 if none */
  int mask_bytes;		/* width of a mask register, 0 if none */
  bool small;			/* few bytes are worth more than few cycles */
  bool far_code;		/* a call instruction may not reach ROUTINE */
  bool indirect;		/* all calls are to be indirect */
  bool far_data;		/* a load may not reach BASE */
  bool got;			/* symbols are only reached through a global
				   offset table that no register points to */
  bool fixed;			/* symbols are numbers, addresses below 2 GB:
				   ROUTINE that of a word which points to the
				   routine; not on Alpha and IA-64 */
  const char *cells;		/* counting without a call (target->count):
				   symbol of the unit's cells ... */
  uint64_t cell;		/* ... the offset of one, MBR: of index 0's */
  enum halt_step step;
  int counter;			/* one of count_regs, not for STEP_ADD */
  int from;			/* another one, if ... */
  int64_t stride;		/* ... this is not 0: a power of 2, or minus one */
  bool atomic;			/* threads may add to it at once */
  bool own;			/* CELLS is a thread-local word that points to
				   those of the thread; DEAD is free to use */
  bool shared;			/* ... in a shared object, perhaps */
  const char *enter;		/* ... code that gives the thread some, called
				   if the word is null; NULL: it is not */
  bool only_enter;		/* ... and that is all: nothing is added */
  int pointer;			/* ... and the free register that is to point to
				   them, which it does already if HELD;
				   HALT_NO_REG: any */
  bool held;
  const struct halt_point *next; /* another one at the same place, whose event
				   comes right after: one pot serves both.  LIVE,
				   DEAD and FLAGS_LIVE are those of both.  NULL:
				   none */
};

/* --- a pot -------------------------------------------------------------- */

enum pot_stage
{
  POT_SETUP,
  POT_SAVE,
  POT_KIND,
  POT_ARGS,
  POT_CALL,
  POT_CLEAN,
  POT_RESTORE,
  POT_DESTROY,
  POT_STAGES
};

/* The vocabulary.  R is insn.reg, S insn.src, N insn.imm, B insn.size (bytes),
   Y insn.symbol.  Instructions leave flags alone unless said otherwise.  */
enum pot_op
{
  OP_ADJUST,			/* sp += N */
  OP_PUSH,			/* push R, or the constant N */
  OP_POP,			/* pop R */
  OP_STORE,			/* B bytes at sp + N = R; and B above them = S, if
				   that is a register */
  OP_LOAD,			/* R = B bytes at sp + N; S, too, the same way */
  OP_MOVE,			/* R = S */
  OP_CONST,			/* R = N, B bytes, upper part zero */
  OP_ADDRESS,			/* R = address of Y */
  OP_FETCH,			/* R = B bytes at Y, or at S if Y is NULL; upper
				   part zero.  B may be 0: a word */
  OP_ADD,			/* R = S + N */
  OP_ADD_AT,			/* R += word at Y; may change flags */
  OP_SCALE,			/* R = S * N; N is 1, 2, 4 or 8 */
  OP_SUB,			/* R -= S; may change flags */
  OP_SHIFT,			/* R >>= N, unsigned; may change flags */
  OP_EA,			/* R = the access's address; the stack pointer
				   is N lower than where the point is.  Without
				   the thread pointer if it is relative to it */
  OP_TABLE,			/* R = address of the annotated jump table */
  OP_COND,			/* low B bytes of R = 1 if the annotated branch
				   is about to take, else 0 */
  OP_EXTEND,			/* R = low B bytes of R, upper part zero; may
				   change flags */
  OP_TEST,			/* flags = low B bytes of R compared with 0 */
  OP_RETEST,			/* no instruction: the annotated branch from now
				   on takes if flags say "not equal" */
  OP_CALL,			/* call Y, or S if Y is NULL; N arguments in
				   registers */
  OP_COPY,			/* Y, text like OP_TEXT's that does what a call of
				   the routine does */
  OP_ANCHOR,			/* no instruction: what comes earlier stands
				   before the annotated instruction, what
				   comes later, after it */
  OP_TEXT,			/* Y, assembler text for which the compiler has
				   no pattern, as a template of GCC's extended
				   asm: {one dialect|other}, %% for %; reads S,
				   may change R and flags */
  OP_TEXT_CALL			/* the same, but text that calls: it may change
				   whatever a call may change.  sp += N */
};

struct pot_insn
{
  enum pot_op op;
  enum pot_stage stage;
  int reg, src;			/* HALT_NO_REG if unused */
  int size;
  int64_t imm;
  const char *symbol;
  int event;			/* set by pot_add: which of the pot's points it
				   is about, 0 for the first */
};

#define POT_MAX_INSNS 1024
#define POT_MAX_TEXT 65536

/* The instructions of all stages, in order; from KIND on once for each point.  */
struct pot
{
  const struct halt_target *target;
  const struct halt_point *point;
  int event;			/* which of the points is served */
  int n;
  int depth;			/* bytes that they lower the stack pointer by */
  struct pot *wrapper;		/* a routine of the unit that the pot calls, or
				   NULL; valid until the next pot is filled */
  const char *name;		/* of such a routine: its symbol.  Whatever has the
				   same name is the same */
  const char *fault;		/* why it must not be poured, or NULL */
  struct pot_insn insn[POT_MAX_INSNS];
  uint64_t plan[128];		/* the target's own, from begin to finish */
  char text[POT_MAX_TEXT];	/* where pot_text keeps its results */
  int text_size;
};

/* Say why POT must not be poured, unless that was said before.  Always -1, for
   a recipe to return.  */
int pot_refuse (struct pot *pot, const char *why);

/* FORMAT printed into the pot's own memory; refused if that is full.  */
const char *pot_text (struct pot *pot, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
const char *pot_text_list (struct pot *pot, const char *format, va_list args);

/* Print assembler TEMPLATE (OP_TEXT) in its first dialect.  */
void pot_print_template (FILE *out, const char *template_);

/* The point that instruction I of POT is about.  */
const struct halt_point *pot_point (const struct pot *pot,
				    const struct pot_insn *i);

/* How many dynamic arguments PT has, of a kind that can share a pot with others;
   -1: it cannot.  */
int pot_joinable (const struct halt_point *pt);

/* By how many bytes I of POT lowers the stack pointer.  */
int64_t pot_lowers (const struct pot *pot, const struct pot_insn *i);

/* Append an instruction to its stage; stages are filled in order.  Two that adjust
   the stack pointer, one right after the other, become one; by 0, none.  */
void pot_add (struct pot *pot, struct pot_insn insn);

/* The same: one of REG, B and N; of two registers and N; of REG and a symbol; text,
   as pot_text's, that reads SRC and changes REG.  */
void pot_reg (struct pot *pot, enum pot_stage stage, enum pot_op op, int reg,
	      int size, int64_t imm);
void pot_regs (struct pot *pot, enum pot_stage stage, enum pot_op op, int reg,
	       int src, int64_t imm);
void pot_symbol (struct pot *pot, enum pot_stage stage, enum pot_op op, int reg,
		 const char *symbol);
void pot_asm (struct pot *pot, enum pot_stage stage, int reg, int src,
	      const char *format, ...) __attribute__ ((format (printf, 5, 6)));

/* --- targets ------------------------------------------------------------ */

/* Fill POT for the point it was prepared with.  Return 0, or -1 if the
   recipe cannot serve this point.  */
typedef int halt_recipe (struct pot *pot);

struct halt_target
{
  const char *name;		/* for people */
  const char *machines;		/* space-separated: first word of a GNU triple */
  int word_bits, pointer_bits;
  int stack_align;		/* bytes, at a call: the ABI's */
  int flags;			/* the flags register, HALT_NO_REG if none */
  int return_reg;		/* where a call leaves the return address,
				   HALT_NO_REG if on the stack */
  bool as_text;			/* all operations are poured as the text that
				   print prints, not as the compiler's own */
  uint32_t text_ops;		/* the same of those with a bit here, 1 << OP_* */
  const char *comment;		/* what begins one in the assembler's text; NULL:
				   a # */
  const struct halt_reg *regs;
  int n_regs;
  /* Registers that carry the first arguments of a call.  */
  const int *arg_regs;
  int n_arg_regs;
  halt_recipe *count;		/* add 1 to the point's cell, of an MBR to that
				   of its index; NULL: cannot be done */
  /* Registers it may count in, the best first: for those it knows the other
     steps, too.  Strides are for targets of 64 bits, and general registers.  A vector
     register takes the next one besides, which the pots of its steps may change.  */
  const int *count_regs;
  int n_count_regs;
  /* Whether one pot can serve FIRST and, at the same place, NEXT, which no other
     point follows, by what the machine says besides pot_joinable; NULL: it
     can.  */
  bool (*joins) (const struct halt_point *first, const struct halt_point *next);
  /* What recipes are made of, HALT's (kinds.c) and users': begin pours SETUP and
     SAVE for a routine with N_DYNAMIC arguments of one word; the recipe adds
     instructions to KIND that develop argument N in register arg (N), reading
     any register they like but those; finish pours the rest.  Return 0, or -1
     if it cannot be done.  */
  int (*begin) (struct pot *pot, int n_dynamic);
  int (*arg) (const struct pot *pot, int n);
  int (*finish) (struct pot *pot, int n_dynamic);
  /* The rest, which finish is, pot_finish: call and end.  Where the pot serves
     another point, next comes between them, and a call for that.  */
  int (*call) (struct pot *pot, int n_dynamic);
  void (*next) (struct pot *pot);
  void (*end) (struct pot *pot);
  /* What kinds.c develops arguments with.  The condition as argument N, the index or
     the access of the point that is served; argument N of the annotated call, an
     int if it is one; the address of the access, or VALUE, in REG.  */
  int (*condition) (struct pot *pot, int n);
  int (*index) (struct pot *pot);
  int (*access) (struct pot *pot);
  void (*pass) (struct pot *pot, int n, bool is_int);
  void (*address) (struct pot *pot, enum pot_stage stage, int reg);
  void (*constant) (struct pot *pot, enum pot_stage stage, int reg,
		    int64_t value);
  /* Whether the routine is passed argument N; the id in REG, NULL if call has put
     it there; what is in REG where it is not passed, or dead, if that is to be
     verified.  */
  bool (*wants) (const struct pot *pot, int n);
  void (*id) (struct pot *pot, int reg);
  int64_t garbage;
  /* Of lists: in REG what A is, a value at run time other than the condition and
     the address, where registers GONE have other arguments in them by now.  Or the
     whole list, all of them at once, if that returns anything but 1.  */
  int (*value) (struct pot *pot, int reg, const struct halt_arg *a,
		const struct reg_set *gone);
  halt_recipe *list;
  /* REG = the address of A's symbol, in any code; it may change flags.  A name
     that begins with a dot is the unit's own.  Of a HALT_ARG_FUNCTION it is what the
     program knows it by, in which, with DESCRIPTORS, the first word is the
     address of its code.  */
  void (*symbol) (struct pot *pot, enum pot_stage stage, int reg,
		  const struct halt_arg *a);
  bool descriptors;
  /* For points that are best served by a pot of another form: fill it.  Return 0,
     or -1; or 1, nothing being poured: the usual form will do.  NULL: it
     always will.  */
  halt_recipe *special;
  const struct block_machine *block; /* pots have a block (block/block.h), or NULL */
  const struct copy_machine *copies; /* routines that are copied into pots
					(copies/copies.h); NULL: none is */
  /* Of OP_COPY and OP_TEXT_CALL: registers that it reads, given the flags, and
     that it changes, given all that a call may change; NULL: these it is.  */
  void (*effects) (const struct pot *pot, const struct pot_insn *i,
		   struct reg_set *reads, struct reg_set *changes);
  bool own_facts;		/* points have facts of its own: FACTS */
  /* Print one instruction as the assembler reads it, without newline; but for those
     that pot_print_insn knows.  */
  void (*print) (FILE *out, const struct pot *pot, const struct pot_insn *i);
};

/* The hooks that every target T has: declared, and filled in.  */
#define HALT_TARGET_HOOKS(T) \
  int T##_count (struct pot *pot); \
  int T##_begin (struct pot *pot, int n_dynamic); \
  int T##_arg (const struct pot *pot, int n); \
  int T##_call (struct pot *pot, int n_dynamic); \
  void T##_next (struct pot *pot); \
  void T##_end (struct pot *pot); \
  int T##_condition (struct pot *pot, int n); \
  int T##_index (struct pot *pot); \
  int T##_access (struct pot *pot); \
  void T##_pass (struct pot *pot, int n, bool is_int); \
  void T##_address (struct pot *pot, enum pot_stage stage, int reg); \
  void T##_constant (struct pot *pot, enum pot_stage stage, int reg, \
		     int64_t value); \
  bool T##_wants (const struct pot *pot, int n); \
  void T##_symbol (struct pot *pot, enum pot_stage stage, int reg, \
		   const struct halt_arg *a)
#define HALT_TARGET_FILL(T) \
  .count = T##_count, .begin = T##_begin, .arg = T##_arg, \
  .finish = pot_finish, .call = T##_call, .next = T##_next, .end = T##_end, \
  .condition = T##_condition, .index = T##_index, .access = T##_access, \
  .pass = T##_pass, .address = T##_address, .constant = T##_constant, \
  .wants = T##_wants, .symbol = T##_symbol

/* T_plan_of: the plan of a pot of target T, from begin to finish.  */
#define HALT_PLAN(T) \
  static inline struct T##_plan *T##_plan_of (const struct pot *pot) \
  { \
    _Static_assert(sizeof (struct T##_plan) <= sizeof pot->plan, "pot.plan"); \
    return (struct T##_plan *) pot->plan; \
  }

/* All targets; the last is NULL.  */
extern const struct halt_target *const halt_targets[];

/* The target for MACHINE, the first word of a GNU triple, or NULL.  */
const struct halt_target *
halt_target_find (const char *machine, int word_bits, int pointer_bits);

/* Let RECIPE, HALT's own if it is NULL, fill POT for POINT and those that come
   next.  Return 0, or -1: nothing may be poured, POT->fault says why.  POT refers
   to POINT from then on.  */
int pot_fill (struct pot *pot, const struct halt_target *target,
	      const struct halt_point *point, halt_recipe *recipe);

/* Print I of POT as the assembler reads it, without newline.  */
void pot_print_insn (FILE *out, const struct pot *pot,
		     const struct pot_insn *i);

/* Print POT: a line of facts for each point, then a line for
   each instruction with its stage as a comment.  */
void pot_print (FILE *out, const struct pot *pot);

/* Print POT's wrapper as the assembler reads it.  */
void pot_print_wrapper (FILE *out, const struct pot *pot);

const char *pot_stage_name (enum pot_stage stage);

/* --- copies/ ---------------------------------------------------------------- */

/* Of the assembler TEXT of routine NAME, for a target with copies, make what can stand in
   its place, which refers to the N SYMBOLS as "&0" and up: up to HALT_MAX_COPY bytes at
   COPY.  False if that cannot be done.  */
bool copy_make (const struct halt_target *target, const char *text,
		const char *name, const char *const *symbols, int n,
		char *copy);

/* Whether TARGET has copies and COPY is a well-formed one, with symbols' names in it or
   not.  */
bool copy_check (const struct halt_target *target, const char *copy);

/* What copies call in place of SYMBOL, which changes CHANGES: fill POT, a wrapper's, with
   a routine that calls it and changes but the flags.  False if that cannot be
   done.  */
bool copy_call (struct pot *pot, const char *symbol,
		const struct reg_set *changes);

/* --- facts.c ---------------------------------------------------------------- */

/* Print what is known of POINT, one line: what pot_print begins with.  MORE: it
   shares the pot of the one before it.  Without a routine it is a place where a
   point may be.  */
void facts_print (FILE *out, const struct halt_target *target,
		  const struct halt_point *point, bool more);

/* Print the words of such a line about ACCESS, each with a blank before it.  */
void facts_print_access (FILE *out, const struct halt_target *target,
			 const struct halt_access *access);

/* Print the names of the registers in SET, separated by commas.  */
void facts_print_set (FILE *out, const struct halt_target *target,
		      const struct reg_set *set);

/* A point that was read, and room for its static arguments.  */
#define FACTS_ARGS 16
struct facts
{
  struct halt_point point;
  struct halt_arg args[FACTS_ARGS];
};

/* Read LINE of one point of a kind of HALT's.  POINT refers to LINE, which is cut up,
   and to *FACTS.  Return NULL, or the word that is wrong.  */
const char *facts_read (const struct halt_target *target, struct facts *facts,
			char *line);

/* --- kinds.c --------------------------------------------------------------- */

/* The columns of kinds.def: word and routine, NULL for a number that is no kind of
   HALT's; when; args.  */
const char *halt_kind_word (int kind);
const char *halt_kind_routine (int kind);
bool halt_kind_after (int kind);

enum halt_args
{
  HALT_ARGS_OWN,		/* a user's own kind */
  HALT_ARGS_START,
  HALT_ARGS_NONE,
  HALT_ARGS_CONDITION,
  HALT_ARGS_INDEX,
  HALT_ARGS_BUFFER,
  HALT_ARGS_JUMP,
  HALT_ARGS_CALLEE,
  HALT_ARGS_ACCESS,
  HALT_ARGS_PATH,
  HALT_ARGS_VALUE,
  HALT_ARGS_LIST
};
enum halt_args halt_kind_args (int kind);

/* How many dynamic arguments PT has, of a kind of HALT's; of a list, how many at
   all.  */
int pot_dynamic_args (const struct halt_point *pt);

/* Whether PT is on a way of the annotated branch: 1, where it was taken, 0, where it
   was not; -1: it is before it.  */
int pot_outcome (const struct halt_point *pt);

/* Which argument of PT is the condition of the annotated branch; -1: none that is not
   known.  */
int pot_condition_arg (const struct halt_point *pt);

/* How many arguments the call for PT has, of which N_DYNAMIC are dynamic; and the
   most that a call of POT has, whose first point is that.  */
int pot_args (const struct halt_point *pt, int n_dynamic);
int pot_most_args (const struct pot *pot, int n_dynamic);

/* Whether one pot of TARGET can serve FIRST and, at the same place, NEXT, which no
   other point follows.  */
bool pot_joins (const struct halt_target *target,
		const struct halt_point *first, const struct halt_point *next);

/* What targets make their hooks with.  Whether what the calls for PT and those that
   come next change is known; not for a user's own recipe, which may use any
   register that is saved.  From which argument on one may be left out if the
   routine does not read it, where N_DYNAMIC are dynamic.  */
bool pot_summarized (const struct halt_point *pt);
int pot_optional (const struct halt_point *pt, int n_dynamic);

/* REG = A, which is known before the program runs; garbage in REG, of an argument
   that is not passed, if that is to be verified; the id and further static
   arguments of the point that is served, after N_DYNAMIC others.  */
void pot_known (struct pot *pot, enum pot_stage stage, int reg,
		const struct halt_arg *a);
void pot_unread (struct pot *pot, enum pot_stage stage, int reg);
void pot_static_args (struct pot *pot, int n_dynamic);

/* STEP_REGISTER and STEP_BEGIN.  */
int pot_step (struct pot *pot);

/* Refuse POT as it has more arguments than registers; as its access is of a kind
   that the machine does not have.  */
int pot_refuse_args (struct pot *pot);
int pot_refuse_access (struct pot *pot);

/* The recipe of all kinds of HALT's; every target's finish.  */
int halt_recipe_own (struct pot *pot);
int pot_finish (struct pot *pot, int n_dynamic);

/* Index in TARGET's table of the register called NAME, or HALT_NO_REG.  */
int halt_reg_find (const struct halt_target *target, const char *name);

#ifdef __cplusplus
}
#endif

#endif /* HALT_RECIPE_H */
