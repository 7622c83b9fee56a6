/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plugin's own header: what its files offer each other.  */

#ifndef HALT_PLUGIN_H
#define HALT_PLUGIN_H 1

#include "plugin/gcc.h"

#include "halt/format.h"
#include "halt/halt.h"
#include "halt/plugin.h"
#include "recipes/recipe.h"
#include "map/make.h"

/* --- options.cc --------------------------------------------------------- */

enum
{
  DUMP_LABEL = 1,		/* every point, every function left out */
  DUMP_POT = 2,			/* every pot as text */
  DUMP_CFG = 4			/* blocks and edges of every function */
};

/* Memory traffic that is reported or not: the words of mem=.  */
enum
{
  MEM_FRAME = 1,		/* saves and restores of prologue, epilogue */
  MEM_SPILL = 2,		/* registers that the allocator put in memory */
  MEM_CALL = 4,			/* return addresses pushed and popped */
  MEM_ASM = 8			/* operands of inline assembler */
};

/* Who counts.  */
enum
{
  COUNT_CALL,			/* the routines that pots call */
  COUNT_PLAIN,			/* the code itself, for one thread */
  COUNT_ATOMIC,			/* the same, for any number of threads */
  COUNT_THREAD			/* the same, each in cells of its own */
};

/* What the command line asked for; filled once by options_parse.  */
struct config
{
  bool kind[HALT_KIND_END];	/* label that kind */
  bool share_exit;		/* an exit has its entry's id (proc, no ret) */
  bool gimple;			/* at=gimple */
  bool blpp;			/* paths, and all kinds in the last GIMPLE */
  uint64_t most_paths;		/* of a region; 0: not said */
  bool unique;			/* unique=N: ids are constants ... */
  uint64_t first_id;		/* ... from here up */
  bool own[HALT_KIND_END];	/* unique=KIND:N: the kind has its own ... */
  uint64_t first_own[HALT_KIND_END]; /* ... from here up */
  unsigned mem;			/* MEM_* that are reported */
  unsigned dump;		/* DUMP_* */
  bool verify;			/* pots check what they rely on */
  bool routines;		/* summaries of routines were read */
  int count;			/* COUNT_* */
  bool count_said;		/* by name */
  bool indices;			/* count multiway branches by index */
  bool switching;		/* points are off at first */
  bool atom;			/* write facts, instrument nothing */
  const char *tool;		/* ... but what this tool, FILE[,ARGUMENT...], says,
				   and write no facts; or NULL */
  bool analysis;		/* all public functions are routines */
  bool lto;			/* the link gets the plugin as well */
  bool no_copies;		/* routines are called, not copied */
  const char *file;		/* pattern of the profile's name */
  bool live;			/* no register counts in a loop */
  const char *guide;		/* file by which counters are placed, or NULL */
  const char *summary;		/* file or directory for the text of the map */
  vec<const char *> only, exclude; /* globs */
  bool arp;			/* enter and leave sections */
  /* Names; of several sets of callbacks if they are repeated.  The lists of one
     thing have their last value.  */
  vec<const char *> arp_enter, arp_leave, arp_spawn, arp_join, arp_context,
    arp_lock, arp_unlock, arp_error, arp_file;
  vec<unsigned> arp_type;	/* of the sets */
  unsigned arp_mode;
};

extern const struct config *const config;

/* Read the plugin's arguments; errors are GCC's.  */
void options_parse (int argc, struct plugin_argument *argv);

/* Whether all of them have an effect, with OTHERS: another plugin labels, too.  What has
   none is an error.  */
bool options_have_effect (bool others);

/* Text for PLUGIN_INFO, allocated once.  */
const char *options_help (void);

/* Where dumps go: the current pass's dump file, else standard error.  */
FILE *dump_stream (void);

/* --- routines.cc -------------------------------------------------------- */

/* Register the attribute halt ("none") and keep routines from being
   discarded by link-time optimisation.  */
void routines_init (const char *plugin_name);

/* Why the current function must not be instrumented, or NULL.  */
const char *function_excluded (void);

/* The whole program is there, before link-time optimisation: mark what must not
   be instrumented where later only a part of the program is seen.  */
void routines_mark (void);

/* Whether the unit, whose functions are known, defines routines, and is an analysis:
   LABELLED or not, it has nothing that other units can call but those and what they
   reach, or not `main'.  */
bool routines_alone (bool labelled);

/* Whether FNDECL is an analysis routine that pots may call, by its name or, with
   `analysis', because it is public.  */
bool is_routine (const_tree fndecl);

/* --- choice.cc ---------------------------------------------------------- */

void choice_init (const char *plugin_name);

/* Whether one of GLOBS (options only=, exclude=) matches the function DECL, by
   its symbol, its name in the source language or its source file.  */
bool choice_has (const vec<const char *> &globs, tree decl);

/* Whether there are such options.  */
bool choice_given (void);

/* Why they leave FNDECL out, or NULL.  */
const char *choice_leaves_out (tree fndecl);

/* The unit is done: say which globs matched nothing, if the reader is sure to
   want to know; LINKS: the driver makes a program of it at once.  */
void choice_say (bool links);
/* Write what all of them matched.  */
void choice_write (FILE *f);

/* --- clobbers.cc -------------------------------------------------------- */

/* In units that define a routine, find what each function reads when it is
   entered, and what it may change.  */
rtl_opt_pass *make_reads_pass (void);
rtl_opt_pass *make_clobbers_pass (void);

/* The target's registers can be asked for: begin, unless at=gimple.  What
   link-time optimisation itself compiles is not scanned.  */
void clobbers_start (void);

/* Whether anything was found: the unit defines a routine.  */
bool clobbers_found (void);

/* register-stack.cc */

/* Before the pass "stack".  */
rtl_opt_pass *make_stacked_pass (void);

/* Whether no register of a register stack is live before INSN, or
   directly after it if AFTER.  */
bool stacked_free (rtx_insn *insn, bool after);

/* CHANGES becomes what function DECL of this unit, code by now, changes; false if
   that is not known, or not only general registers and flags.  */
bool clobbers_of (tree decl, struct reg_set *changes);

/* What a call of ROUTINE does; false if that is not known.  */
bool clobbers_find (const char *routine, struct halt_summary *summary);

/* --- promise.cc --------------------------------------------------------- */

void promise_init (const char *plugin_name);

/* This unit's ROUTINE does what SUMMARY says, or NULL: whatever a call may.  */
void promise_make (const struct halt_target *target, const char *routine,
		   const struct halt_summary *summary);

/* What a copy names: a variable's symbol, or that of a function that is CALLED and
   changes CHANGES.  */
struct copied
{
  const char *name;
  bool called;
  struct reg_set changes;
};

/* The last one made can be copied, as COPY, which is about BYTES long and in
   which &N is the symbol N of SYMBOLS, which live on.  */
void promise_copy (const char *copy, int bytes, const vec<copied> &symbols);

/* Read the summaries in FILE (option routines=); errors are GCC's.  */
void promise_read (const char *file);

/* What ROUTINE of another unit does; false if that is not known.  The unit
   then promises that it is that one.  */
bool promise_use (const struct halt_target *target, const char *routine,
		  struct halt_summary *summary);

/* Write the unit's promises at the start of a section that is loaded; calls of
   those routines are to go straight there.  */
void promise_write_uses (FILE *f);

/* --- copies.cc ---------------------------------------------------------- */

/* The current function is routine SYMBOL, promised just now, and about to be
   written: if it may be copied, have a look at what is written.  */
void copies_begin (const struct halt_target *target, const char *symbol);
/* The pass that makes a copy of that.  */
rtl_opt_pass *make_copies_pass (void);

/* --- lto.cc ------------------------------------------------------------- */

ipa_opt_pass_d *make_visibility_pass (void);
simple_ipa_opt_pass *make_table_pass (void);
void lto_init (const char *plugin_name);

/* --- regs.cc, kinds.cc, source.cc ---------------------------------------- */

/* Learn the compiler's numbers for TARGET's registers.  */
void regs_init (const struct halt_target *target);

/* The compiler's number of the target's register REG, or -1; and back, or
   HALT_NO_REG.  */
int regs_regno (int reg);
int regs_reg (unsigned regno);

/* Name, routine and recipe of a kind, a user's own as well.  */
const char *kind_word (int kind);
const char *kind_routine (int kind);
halt_recipe *kind_recipe (int kind);

/* The kind of point that a call of the function NAME is (HALT_SETJMP,
   HALT_LONGJMP), or -1.  */
int jump_kind (const char *name);

/* The functions that code of the block BB was inlined from, each once.  */
class inlined_in
{
public:
  /* Code at WHERE is in the block.  */
  void add (location_t where);
  /* Write those of block number BLOCK to the map, and begin anew.  */
  void describe (uint32_t block);

private:
  auto_vec<tree> m_list;
  tree m_last = NULL_TREE;
};

/* The lines of a block, each once, in the order of the code.  */
class block_lines
{
public:
  void add (location_t where);
  /* Write them to the map, and begin anew.  */
  void describe ();

  auto_vec<halt_map_line> list;

private:
  const char *m_file = NULL;	/* the last one's */
  int m_line = 0;
  hash_set<int_hash<int64_t, -1, -2> > m_have;
};

/* The symbol in the source of what FNDECL, maybe a clone, is a copy of.  */
const char *origin_symbol (tree fndecl);

/* The function that code at WHERE was inlined from, NULL if it is the current
   one's own or if GCC has forgotten; the string may not live long.  */
const char *inlined_from (location_t where);

/* Whether the current function is the program's main.  */
bool is_main (void);

/* --- extern.cc ---------------------------------------------------------- */

/* Whether other plugins label, too; let them label the current function.  */
bool extern_labels (void);
void extern_label (void);

/* --- strings.cc --------------------------------------------------------- */

/* The symbol by which pots know TEXT, a string of the unit's; and back.  Write
   all.  */
const char *string_symbol (const char *text);
const char *string_text (const char *symbol);
void strings_write (FILE *f);

/* --- markers.cc --------------------------------------------------------- */

gimple_opt_pass *make_mark_pass (void);

/* The kind of point that INSN marks (SETJMP or LONGJMP, a builtin), and the
   register that holds its buffer; -1 if it is no marker.  */
int marker_kind (const rtx_insn *insn, rtx *buffer);

/* --- label.cc, instrument.cc -------------------------------------------- */

rtl_opt_pass *make_reserve_pass (void);
rtl_opt_pass *make_prepare_pass (void);
rtl_opt_pass *make_label_pass (void);
rtl_opt_pass *make_instrument_pass (void);

/* --- builtins.cc -------------------------------------------------------- */

/* Whether FNDECL, which may be NULL, is a built-in function from which control
   certainly comes back, once.  */
bool builtin_returns (const_tree fndecl);
/* Whether it is fork.  */
bool builtin_forks (const_tree fndecl);

/* --- cfg.cc ------------------------------------------------------------- */

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

/* --- access.cc ---------------------------------------------------------- */

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

/* --- operand.cc --------------------------------------------------------- */

/* For facts_accesses: add one of BYTES at ADDRESS.  False, and nothing is
   added, if its address cannot be computed.  */
bool access_add (vec<memop> *list, bool store, rtx address, addr_space_t space,
		 HOST_WIDE_INT bytes);

/* What ADDRESS has besides registers, as GCC is going to write it: an operand
   that only the machine knows (@GOTPCREL, !tprello), output_addr_const does not
   print.  Only the dump of pots looks at what is no label of a jump table;
   without one that is "?".  */
const char *access_symbol (rtx address);

/* --- notes.cc ----------------------------------------------------------- */

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
   stand there (facts_glued).  The result is valid until the next one is
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

/* --- ways.cc ------------------------------------------------------------ */

/* Whether the routine of which this is KNOWN is to be copied in BB.  */
bool ways_copied (basic_block bb, const struct halt_summary *known);

/* Put points of branches of FN on both ways where that is cheaper than one before the
   branch.  Liveness is known, and is again.  */
void ways_part (function *fn);

/* --- additions.cc ------------------------------------------------------- */

/* Counting in line: something is added to a cell, or to a register that counts
   for one.  At one place additions come after the notes.  */
struct addition
{
  bool after;			/* the instruction, not before it */
  const struct note *note;	/* MBR: CELL is that of its index 0; else NULL */
  int64_t cell;
  const struct note *tells;	/* it is switched on alone: what for.  A branch has
				   another cell, for when it takes */
  enum halt_step step;		/* what is done, and with which register, by the
				   recipes' number */
  int reg;
  int from;			/* another register, if ... */
  int64_t stride;		/* ... this is not 0 */
  bool enter;			/* the thread may have no cells yet */
  bool only_enter;		/* nothing is added to */
  int pointer;			/* register that points to its cells there, or
				   HALT_NO_REG: any ... */
  bool held;			/* ... already */
  int next;			/* of the same instruction, -1: none */
};

/* Add one to INSN; the result is valid until the next one is added.  */
struct addition *addition_add (rtx_insn *insn, bool after, int64_t cell,
			       enum halt_step step, int reg);
/* Add one at the head of BB, before all others there, which only enters; take it
   away again.  */
void addition_add_enter (basic_block bb);
void addition_drop_enter (basic_block bb);

/* Those of INSN in their order; NULL: no more.  */
struct addition *addition_first (const rtx_insn *insn);
struct addition *addition_next (const struct addition *a);

/* Cells tell of N, which needs no call; whether they do; whether they tell of all
   notes of INSN.  */
void note_tell (const struct note *n);
bool note_told (const struct note *n);
bool notes_told (const rtx_insn *insn);

/* Forget all of that.  */
void additions_release (void);

/* --- describe.cc -------------------------------------------------------- */

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

/* --- stack-pointer.cc --------------------------------------------------- */

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

/* --- contract.cc -------------------------------------------------------- */

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
rtl_opt_pass *make_contract_pass (void);

/* --- place.cc ----------------------------------------------------------- */

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

/* --- emit.cc ------------------------------------------------------------ */

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

/* --- switch.cc ---------------------------------------------------------- */

/* Write what calls the runtime when the object is loaded.  */
void switch_write (FILE *f);
/* Whether the unit has points that can be switched.  */
bool switch_any (void);

/* --- returns.cc --------------------------------------------------------- */

/* Whether control may not come from INSN to what is after it, may come there
   twice, or in another thread.  */
bool returns_not (const rtx_insn *insn);
/* Find whether there are such instructions in the current function; and forget
   it if there are none but pots that call.  */
void returns_find (void);
void returns_forget (void);

/* --- span.cc ------------------------------------------------------------ */

/* Begin a graph without nodes; add a node, return its number, from 0.  */
void span_begin (void);
int span_node (void);
/* Nodes A and B are one: a flow between them is neither measured nor wanted.
   Node 0 should be what is joined with most.  Whether they were two.  */
bool span_join (int a, int b);
/* Add an arc; return its number, from 0.  What measuring it costs, or that it
   is known already.  */
int span_arc (int from, int to, double cost);
#define SPAN_KNOWN (-1.0)
void span_want (int arc);

typedef void span_sum (int arc, const vec<int> &terms);

/* Choose the arcs to measure and tell MEASURE; then tell SUM the others that
   are needed, in an order in which each is the sum of arcs known before: of
   A where a term is A + 1, less A where it is -(A + 1).  */
void span_choose (void (*measure) (int arc), span_sum *sum);
/* Whether ARC is measured, or known.  */
bool span_measured (int arc);

/* --- count/ --------------------------------------------------------------- */

/* Find counters for the current function's notes, and additions that make them:
   those notes that are not told of need a call.  Data flow must be known; edges
   may be split.  */
void count_points (void);
/* Instead: each note that can be counted gets cells of its own.  */
void count_each (void);
/* After count_points, with count=thread: find where a thread may have no cells, and what points
   to them.  */
void count_threads (void);
/* Add the registers to LIVE that count where INSN is, or are flushed there.  */
void count_keeps (rtx_insn *insn, struct reg_set *live);
/* guide.cc.  Read FILE (option guide); errors are GCC's.  Then: the current function,
   which was described last, is the one that is asked about.  */
void guide_read (const char *file);
void guide_find (void);
/* N cells of the unit; return the number of the first.  They count the paths of
   the region with local number ID, from 0 on.  */
int64_t count_paths (uint64_t id, uint64_t n);
/* A cell of the unit: it becomes the place of the event of FIRST with ID among all,
   or stays 0.  */
int64_t count_first (uint64_t id, bool fixed);
/* Write the unit's cells, their table and the note that leads to them.  */
void count_write (FILE *f);
/* The same of a streamed unit, which has cells of FIRST alone, called
   count_streamed_cells, and begin anew: what its marks count is not known yet.  */
void count_write_streamed (FILE *f);
const char *count_streamed_cells (void);

/* What counts the functions of an object in their order, beside its cells.  */
#define COUNT_ORDER_SYMBOL "__halt_order"
/* The number, from 1, that counters have for the streamed unit with HASH.  */
uint32_t count_unit (uint64_t hash);

/* The address of the cells.  */
#define CELLS_SYMBOL ".LHALT_counters"
/* count=thread: the thread-local word that points to the thread's, and the code
   that fills it in.  */
#define MINE_SYMBOL ".LHALT_mine"
#define ENTER_SYMBOL ".LHALT_enter"
/* Whether there is such code for this target.  */
bool count_has_threads (void);

/* --- unit.cc ------------------------------------------------------------ */

extern const struct halt_target *unit_target; /* NULL: nothing to do */
extern struct map_maker *unit_map;
void unit_new_map (void);
extern uint64_t unit_n_ids;	/* local numbers given out */
extern bool unit_has_points;	/* something is instrumented */
extern bool unit_has_kind[HALT_KIND_END]; /* an id was given to such a point */

/* Assembler names: the unit's descriptor (local), the start-up code's
   entry that calls _halt_startup if there is one.  */
#define UNIT_SYMBOL ".LHALT_unit"
#define STARTUP_SYMBOL "__halt_startup"

/* The next id of KIND; *FIXED says whether it is a constant or a local number
   to which the unit's base is added at run time.  */
uint64_t unit_new_id (int kind, bool *fixed);
/* Print the next unused constants (unique=).  */
void unit_print_next_ids (void);

/* The current function is the next in the map; and the address of function I
   of the map, NULL if it was not made code.  */
void unit_note_function (void);
const char *unit_function_address (unsigned i);

/* The name of source file FILE, or NULL, as the map has it: a string of the
   map, by -ffile-prefix-map and -fdebug-prefix-map.  */
uint32_t unit_file (const char *file);

/* FILE as the map calls it: as -ffile-prefix-map says, and without detours; and where
   relative ones are.  They stay.  */
const char *unit_path (const char *file);
const char *unit_directory (void);

/* Write to F what the files were that were asked for so.  */
void unit_write_sources (FILE *f);
/* The unit's main source file, by the same; link-time optimisation gives none a name
   that stays.  */
const char *unit_source (void);

/* The symbol of FNDECL as assembler has it.  */
const char *unit_symbol_of (tree fndecl);

/* What people call FNDECL.  C++'s names are whole, whatever GCC made of the function:
   as c++filt prints its symbol.  Valid until the next call.  */
const char *unit_pretty_of (tree fndecl);

/* at=gimple: the name of the unit's descriptor.  */
const char *unit_symbol (void);
/* With link-time optimisation: what that is made of; and that of the unit with HASH,
   until it is asked again.  */
uint64_t unit_hash (void);
const char *unit_streamed_symbol (uint64_t hash);

/* Write SIZE bytes, a multiple of 8.  */
void unit_write_words (FILE *f, const void *data, size_t size);

/* Write the 64-bit address NAME, or 0 for NULL.  */
void unit_write_address (FILE *f, const char *name);

void unit_init (const char *plugin_name);

/* --- driver.cc ------------------------------------------------------------ */

/* Whether there is a driver that runs this compilation, with the option QUOTED, as
   in "'-c'".  */
bool driver_has (const char *quoted);

/* Whether it links, too, with the same options.  */
bool driver_links (void);

/* Whether it links, and for certain nothing besides this unit that has TEXT in
   it, nor anything else that could define a name with that.  */
bool driver_lacks (const char *text);

/* --- check.cc, write.cc, wrappers.cc ------------------------------------- */

void check_init (const char *plugin_name);

void write_init (const char *plugin_name);
/* The start-up code that is for the code being made, or NULL.  */
const char *write_start_text (void);
simple_ipa_opt_pass *make_write_pass (void);

/* POT, which is poured, calls its wrapper; write all those.  */
void wrappers_add (const struct pot *pot);
void wrappers_write (FILE *f);

/* --- paths/pass.cc ------------------------------------------------------- */

/* Whether any paths were numbered; write their description.  */
bool paths_found (void);
void paths_write (FILE *f, const struct halt_map *header);
void paths_init (const char *plugin_name);

/* --- gimple/arcs.cc ------------------------------------------------------ */

/* Whether the unit has arcs that gcov counts; write what gcov calls them.  */
bool arcs_found (void);
void arcs_write (FILE *f, const struct halt_map *header);

/* Write what FIRST needs.  */
void values_write (FILE *f);
/* Of functions that may be called through a pointer, and were made code, write which
   they are; nothing if there are none.  */
void values_write_callees (FILE *f);
void values_init (const char *plugin_name);

/* --- atom/ ---------------------------------------------------------------- */

/* The unit begins: keep a copy of what is written, and describe it.  */
void atom_start (void);

/* The unit has been written without errors.  */
void atom_finish (void);
rtl_opt_pass *make_atom_pass (void);
rtl_opt_pass *make_atom_end_pass (void);

/* --- arp/ ----------------------------------------------------------------- */

/* Sections: what is seen in the source, in the code, and written.  */
void arp_init (const char *plugin_name);
gimple_opt_pass *make_arp_calls_pass (void);
simple_ipa_opt_pass *make_arp_link_pass (void);

/* --- gimple/label.cc ----------------------------------------------------- */

/* A kind that is wanted and that at=gimple does not have, or -1.  */
int gimple_refuses (void);

/* What an instruction changes besides what its pattern says.  */
enum halt_changes
{
  CHANGES_AS_WRITTEN,		/* nothing */
  CHANGES_STACKED,		/* the register stack */
  CHANGES_VECTORS,		/* all vector registers */
  CHANGES_UNKNOWN
};

/* --- facts.cc, one for each machine ------------------------------------- */

/* Why this unit cannot be instrumented as it is compiled, or NULL.  */
const char *facts_refuse_unit (void);
/* Why the current function cannot be instrumented, or NULL.  */
const char *facts_refuse_function (void);
/* Whether the recipes can report condition COND; if so write it to TEXT in
   the words of the assembler.  */
bool facts_condition (rtx cond, char *text, size_t size);
/* The predicate that is true if COND holds, by the recipes' number; HALT_NO_REG if
   there is none.  */
int facts_predicate (const_rtx cond);
/* Directives that go around assembler text of ours in the middle of GCC's:
   our text is in the assembler's default dialect.  */
const char *facts_before_text (void);
const char *facts_after_text (void);
/* Split ADDRESS in address space SPACE into what the machine's instructions
   make an address of: A's ea, base, index and disp.  False if a pot cannot
   compute it.  */
bool facts_address (rtx address, addr_space_t space, struct memop *a);
/* How many bytes memory operand MEM, whose mode is not BLKmode, really
   moves.  */
HOST_WIDE_INT facts_bytes (const_rtx mem);
/* If INSN's memory accesses are not simply its memory operands, put them on
   LIST and return true.  */
bool facts_accesses (rtx_insn *insn, vec<memop> *list);
/* Put right what INSN's pattern says of its accesses where that is not what
   its machine code does.  */
void facts_amend (rtx_insn *insn, vec<memop> *list);
/* Accesses to the stack that INSN, a call or return, makes besides.  */
void facts_implicit (rtx_insn *insn, vec<memop> *list);
/* What INSN changes besides what its pattern says.  */
enum halt_changes facts_changes (rtx_insn *insn);
/* Fill in what only the machine's headers tell: red_zone (if EPILOGUE, where
   the frame is being taken down), far_code, far_data, got.  */
void facts_point (struct halt_point *point, bool epilogue);
/* What a pot that adds to a cell costs where LIVE is live, by what it must
   save.  */
int facts_count_price (bitmap live);
/* Whether REGNO may be the register that points to a thread's cells.  */
bool facts_points (int regno);
/* Of the current function, the registers of which are about to be chosen: see to
   it that pots may call.  */
void facts_reserve (void);
/* Where a point goes that is to stand before INSN: there or, if INSN takes the
   frame down or comes after what does, before the first instruction of its
   block that does.  */
rtx_insn *facts_leave (rtx_insn *insn);
/* Of the current function, which has its epilogue and is about to be scheduled for
   the last time: see to it that pots may stand anywhere.  */
void facts_prepare (void);
/* Whether nothing may come between INSN and what is before it.  */
bool facts_glued (const rtx_insn *insn);
/* Whether INSN is in the middle of a sequence, even of several blocks, that must
   be executed as it is.  */
bool facts_locked (const rtx_insn *insn);
/* The text of an instruction that gives register %0 the address of memory %1 and
   changes nothing else; NULL if the compiler does as well.  */
const char *facts_lea (void);

/* Points that are switched on in the running program.  What stands at one that is off,
   as a template of GCC's extended asm, and *FORM, HALT_SITE_*.  In place of JUMP, if
   that is not NULL, it returns, if that does, or jumps to %l0, wherever that is, if
   COND holds or is NULL.  NULL:
   this target has none, or none like that.  */
const char *facts_site (rtx_insn *jump, rtx cond, int *form);
/* Text that comes before it.  */
const char *facts_site_align (void);

#endif /* HALT_PLUGIN_H */
