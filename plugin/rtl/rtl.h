/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Machine code: points are labelled, then instrumented.  */

#ifndef HALT_RTL_H
#define HALT_RTL_H 1

#include "plugin/plugin.h"

/* --- regs.cc ------------------------------------------------------------- */

/* Learn the compiler's numbers for TARGET's registers.  */
void regs_init (const struct halt_target *target);

/* The compiler's number of the target's register REG, or -1; and back, or
   HALT_NO_REG.  */
int regs_regno (int reg);
int regs_reg (unsigned regno);

/* --- cfg.cc -------------------------------------------------------------- */

/* Whether INSN counts as a machine instruction.  */
bool cfg_counts (const rtx_insn *insn);

/* The declaration of the function that CALL calls, or NULL.  */
tree cfg_callee (const rtx_insn *call);

/* Whether control may not come from INSN to the instruction after it.  */
bool cfg_loses_control (const rtx_insn *insn);
/* Whether INSN is a call that may return twice, in this process or in a child's
   copy of it, where nothing has been counted yet.  */
bool cfg_returns_twice (const rtx_insn *insn);
/* Either.  */
bool cfg_interrupts (const rtx_insn *insn);

/* --- access.cc ----------------------------------------------------------- */

/* A read or write of memory.  The RTL is what FACTS.EA says, in the same
   order; it lives as long as the instruction is not changed.  */
struct memop
{
  bool store;
  bool after;			/* the event comes after the instruction */
  bool pushed;			/* ... when the stack pointer is where it stores */
  unsigned mem;			/* MEM_* that it needs, or 0 */
  struct halt_access facts;
  rtx base, index, disp;
  rtx sum;			/* how DISP is added to BASE if not by PLUS, or
				   NULL */
};

/* The memory that INSN reads and writes, reads first, in the order of its
   pattern; the same list at every call.  */
void access_list (rtx_insn *insn, vec<memop> *list);

/* Add the access that reads MEM; false, and nothing is added, if its address or
   size cannot be known.  */
bool access_add_mem (vec<memop> *list, rtx mem);

/* The read of its jump table that leads to multiway branch INSN: the
   instruction that does it and its address, and the table's label.  NULL if it
   is not in the same block.  */
rtx_insn *access_table (rtx_insn *insn, struct memop *read, rtx *label);
/* Whether hard register REGNO certainly holds the address of LABEL, a table's,
   when READ is executed.  */
bool access_base_is_table (rtx_insn *read, unsigned regno, rtx label);

/* --- operand.cc ---------------------------------------------------------- */

/* For target_accesses: add one of BYTES at ADDRESS.  False, and nothing is
   added, if its address cannot be computed.  */
bool access_add (vec<memop> *list, bool store, rtx address, addr_space_t space,
		 HOST_WIDE_INT bytes);

/* What ADDRESS has besides registers, as GCC is going to write it: an operand
   that only the machine knows (@GOTPCREL, !tprello), output_addr_const does not
   print.  Only the dump of pots looks at what is no label of a jump table;
   without one that is "?".  */
const char *access_symbol (rtx address);

/* --- notes.cc ------------------------------------------------------------ */

/* What a point is about.  RTL of it lives until the function is instrumented.  */
struct subject
{
  rtx cond;			/* CBR: the condition under which it takes */
  rtx table;			/* MBR: the label of its table */
  struct memop access;		/* LOAD, STORE; MBR: the read of the table;
				   SETJMP, LONGJMP of a builtin: the buffer;
				   CALL: where what is called is known from; a
				   user's own kind: its memory.  None if
				   ACCESS.FACTS.BYTES is 0 */
  const char *callee;		/* CALL: the name of what is called, or NULL:
				   ACCESS leads to it as the recipes' point
				   says */
  bool local;			/* only this unit knows that name */
  bool through;
};

/* A label: all that the label pass says of a point.  It does not change once its
   function is labelled.  */
struct note
{
  int kind;			/* enum halt_kind, or a user's own */
  bool after;			/* insert after the instruction, not before */
  rtx_insn *about;		/* the instruction that is annotated, if the note
				   had to go to another; else NULL */
  bool fixed;			/* ID is a constant: no base is added */
  uint64_t id;			/* local number, or the constant */
  uint32_t unit;		/* whose it is, by table_unit; 0: this one's */
  struct subject subject;
  vec<halt_arg> args;		/* further static arguments */
  const char *outcome;		/* CBR on a way of the branch: "1" if that is where
				   it was taken, else "0"; else NULL */
  int64_t data;			/* for a user's own recipe */
  int next;			/* of the same instruction, -1: none */
};

/* The call that INSN makes, or NULL: it is none, though perhaps one to GCC.  It is
   made if PREDICATE is true, if that is a register.  */
rtx note_call (const rtx_insn *insn, int *predicate);

/* The symbol of what INSN calls, or NULL: it is no call, or does not say.  */
const char *note_callee (const rtx_insn *insn);

/* A subject of which nothing is known but that it is there if PREDICATE is true, if
   that is a register.  */
struct subject note_predicated (int predicate);

/* What a point of KIND, not LOAD or STORE, is about at INSN.  False if INSN, as it
   is, cannot be one.  */
bool note_subject (rtx_insn *insn, int kind, struct subject *s);

/* Add a note to INSN of the current function, or to one after it if no pot may
   stand there (target_glued).  The result is valid until the next one is
   added.  */
struct note *note_add (rtx_insn *insn, int kind, bool after,
		       const struct subject &subject);

/* Where pots would come between instructions that belong together, they come
   after them: *INSN and *AFTER are changed to say so.  */
void note_step_over_glued (rtx_insn **insn, bool *after);

/* The notes of INSN in the order they were added; NULL: no more.  */
struct note *note_first (const rtx_insn *insn);
struct note *note_next (const struct note *n);

/* Move the last note of FROM to before TO, after those that were moved there, but
   before all others.  */
void note_move (rtx_insn *from, rtx_insn *to);

/* Put the last note of JUMP, which has no arguments, on both its ways: at the blocks'
   heads NOT_TAKEN and TAKEN, before all others there.  */
void note_part (rtx_insn *jump, rtx_insn *not_taken, rtx_insn *taken);

/* How many notes the current function has; forget them all.  */
unsigned notes_count (void);
void notes_release (void);

/* The condition under which conditional branch INSN takes, or NULL.  */
rtx branch_condition (const rtx_insn *insn);

/* --- markers.cc ---------------------------------------------------------- */

extern const halt_pass mark_pass;

/* The kind of point that INSN marks (SETJMP or LONGJMP, a builtin), and the
   register that holds its buffer; -1 if it is no marker.  */
int marker_kind (const rtx_insn *insn, rtx *buffer);

/* --- label.cc, instrument.cc --------------------------------------------- */

extern const halt_pass reserve_pass;
extern const halt_pass prepare_pass;
extern const halt_pass label_pass;
extern const halt_pass instrument_pass;

/* --- ways.cc ------------------------------------------------------------- */

/* Whether the routine of which this is KNOWN is to be copied in BB.  */
bool ways_copied (basic_block bb, const struct halt_summary *known);

/* Put points of branches of FN on both ways where that is cheaper than one before the
   branch.  Liveness is known, and is again.  */
void ways_part (function *fn);

/* --- returns.cc ---------------------------------------------------------- */

/* Whether control may not come from INSN to what is after it, may come there
   twice, or in another thread.  */
bool returns_not (const rtx_insn *insn);
/* Find whether there are such instructions in the current function; and forget
   it if there are none but pots that call.  */
void returns_find (void);
void returns_forget (void);

/* --- describe.cc --------------------------------------------------------- */

/* Describe the current function, which is labelled, in the unit's map, with
   HALT_FN_* FLAGS besides those that can be seen: its blocks, edges and points.  */
void describe_function (uint32_t flags);

/* Only begin it.  */
void describe_begin (uint32_t flags);

/* Number the current function's blocks; the number of one, and whether it has one:
   it has not been made since; its edges and, if it is the first block, the one from
   the entry.  */
void describe_number (void);
uint32_t describe_block_number (basic_block bb);
bool describe_has_number (basic_block bb);
void describe_edges (basic_block bb, vec<halt_map_edge> *edges);

/* --- stack-pointer.cc ---------------------------------------------------- */

/* What is known of the stack pointer at a point.  */
struct stack_state
{
  int misalign;			/* modulo the alignment at calls; -1 unknown */
  int args_size;		/* bytes of outgoing arguments pushed */
  int popped;			/* bytes below the stack pointer where arguments
				   of an earlier call may be, which GCC uses
				   again if they are the same */
  int cfa;			/* the register, neither stack nor frame
				   pointer, that unwind information computes
				   the frame address from; -1: none */
  bool entry;			/* nothing of the function has run yet */
  bool epilogue;		/* the frame is being taken down */
  bool return_saved;		/* the return address is in the frame, for unwind
				   information */
};

/* The alignment that the stack has at calls, in bytes: the ABI's, or more if
   the unit is compiled so.  */
int stack_alignment (void);

/* Analyse the current function.  Afterwards stack_at tells the state before
   annotated instruction INSN, or BEHIND it.  */
void stack_analyse (void);
struct stack_state stack_at (rtx_insn *insn, bool behind);
void stack_release (void);

/* --- register-stack.cc --------------------------------------------------- */

/* Before the pass "stack".  */
extern const halt_pass stacked_pass;

/* Whether no register of a register stack is live before INSN, or
   directly after it if AFTER.  */
bool stacked_free (rtx_insn *insn, bool after);

/* --- contract.cc --------------------------------------------------------- */

/* Find what the current function, which has no pots yet, promises callers in the
   same file.  */
void contract_begin (void);
/* Whether it promises to leave register REG alone, by the recipes' number; from
   now on it does not.  */
bool contract_has (int reg);
void contract_withhold (int reg);
/* The same for vector registers, if no caller seems to have a use for them.  */
void contract_withhold_vectors (void);
/* Whether callers keep the stack aligned for it.  */
bool contract_aligned (void);
/* The instructions from INSN on are a pot's, and promise nothing.  */
void contract_poured (rtx_insn *insn);
/* Tell GCC when the function is written.  */
extern const halt_pass contract_pass;

/* --- place.cc ------------------------------------------------------------ */

/* The current function's data flow is known: tell what is so in it, from now on
   until stack_release.  */
void place_begin (void);
/* Fill in what F says of its place, before INSN or after it: what is live, the
   stack.  F's subject is known.  LIVE is what is live before INSN, BEHIND after
   it.  */
struct stack_state place_facts (struct halt_point *f, rtx_insn *insn,
				bool after, bitmap live, bitmap behind);
/* The registers that a call may change and that, outside LIVE, nobody needs.  */
void place_dead (const struct reg_set *live, struct reg_set *set);

/* --- emit.cc ------------------------------------------------------------- */

/* Where a pot is poured and what it refers to.  */
struct anchor
{
  rtx_insn *insn;		/* the annotated instruction */
  bool after;			/* pour after BEHIND, not before INSN */
  rtx_insn *behind;		/* INSN, or the last pot that stands there */
  rtx cond;			/* condition to take, or NULL */
  const struct memop *access;	/* or NULL */
  rtx table;			/* label of the jump table, or NULL */
  int args_size;		/* bytes of arguments pushed there */
  int cfa;			/* as in struct stack_state */
  bool return_saved;		/* the same */
  int lowered;			/* set by emit_pot: how far the stack is lowered
				   while INSN runs, if the pot wraps it */
  const struct anchor *next;	/* that of the point's next, or NULL */
};

/* Pour POT.  Return its last instruction.  */
rtx_insn *emit_pot (const struct pot *pot, struct anchor *anchor);

/* Let SYMBOL, a local label, be the address of the instruction that ANCHOR is about,
   ABOUT, all pots that stand there being poured.  */
void emit_label (const struct anchor *anchor, rtx_insn *about,
		 const char *symbol);

/* --- wrappers.cc --------------------------------------------------------- */

/* POT, which is poured, calls its wrapper; write all those.  */
void wrappers_add (const struct pot *pot);
void wrappers_write (FILE *f);

/* --- locked.cc ----------------------------------------------------------- */

/* What an instruction is to a sequence that must be executed as it is.  */
enum locked
{
  LOCKED_NOT,
  LOCKED_LOAD,			/* it begins one */
  LOCKED_STORE			/* it ends one */
};

/* For target_locked: whether INSN of the current function is in the middle of one, by
   what IS says of each.  */
bool locked_has (const rtx_insn *insn, enum locked (*is) (const rtx_insn *));

/* --- switch.cc ----------------------------------------------------------- */

/* Write what calls the runtime when the object is loaded.  */
void switch_write (FILE *f);
/* Whether the unit has points that can be switched.  */
bool switch_any (void);

#endif /* HALT_RTL_H */
