/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ATOM at the link: a program's units as their compiler described them
   (include/halt/code.h), what a tool's instrumentation routines see and add to them
   (include/halt/atom.h), and the program that is made of it.

     unit.c      units, procedures, blocks, instructions from their text
     navigate.c  the interface: going through them
     query.c     ... and asking
     opcode.c    ... what an opcode computes
     proto.c     ... prototypes of analysis routines
     calls.c     ... calls that are added
     arguments.c ... what they are passed
     data.c      ... data among that
     code.c      the contributions of units, in the program
     machine.c   what text looks like on each machine
     frame.c     text that is copied, and where frames are in it
     after.c     what is called behind an instruction
     ways.c      ... and on edges
     place.c     where in the text of an instruction a pot may stand
     pot.c       a pot as text
     pour.c      units' text with pots
     assemble.c  ... made objects
     pc.c        addresses in the plain program
     sections.c  ... and of its parts
     leave.c     system calls that end the program
     xlate.c     addresses in the instrumented one
     definition.c  prototypes and what is defined
     analysis.c  the analysis routines and their C library, made one object
     link.c      how the program was linked, and linking it again
     request.c   ghalt atom

   All of it runs in a process of its own: what is allocated lives until that ends,
   and what goes wrong ends it, with one line.  */

#ifndef HALT_ATOM_INSIDE_H
#define HALT_ATOM_INSIDE_H 1

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define ATOM_FUNCTIONS 1	/* not the macros */
#include "halt/atom.h"
#include "recipes/recipe.h"

/* --- what goes wrong ------------------------------------------------------ */

/* Print "ghalt: ", FORMAT and a newline on standard error, and end with status
   2.  */
_Noreturn void fail (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));

/* The same, after the tool's file and line where the interface was called last.  */
_Noreturn void tool_fail (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));

/* End the process if pointer X, an argument of FUNCTION of the interface, or of the one
   that says so, is NULL.  */
#define NEED_FOR(function, x) \
  do \
    if (!(x)) \
      tool_fail ("%s: the %s is NULL: there is none of that, or it was not " \
		 "compiled for ATOM", \
		 function, POINTER_NAME (x)); \
  while (0)
#define NEED(x) NEED_FOR (__func__, x)

/* What X points to, in the words of a tool.  */
#define POINTER_NAME(x) \
  _Generic ((x), Obj *: "Obj", Proc *: "Proc", Entry *: "Entry", \
	    Block *: "Block", Inst *: "Inst", Edge *: "Edge", Xlate *: "Xlate", \
	    ProcRes *: "ProcRes", InstRegUsageVec *: "InstRegUsageVec", \
	    const char *: "string")

/* Memory, zeroed; a string.  */
void *fresh_memory (size_t size);
char *string (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

/* As grow (base/grow.h), and there is memory.  */
void more (void *list, size_t n, size_t size);

/* --- the program ------------------------------------------------------------ */

/* An argument of a call that is added.  */
enum value_form
{
  VALUE_NUMBER,			/* NUMBER */
  VALUE_DATA,			/* the address of DATA, bytes in the instrumented
				   program */
  VALUE_ADDRESS,		/* EffAddrValue, EffAddrValue2: of access NUMBER, 0
				   or 1 */
  VALUE_CONDITION,		/* BrCondValue */
  VALUE_REGISTER,		/* NUMBER, of the target's table */
  VALUE_SLOT,			/* NUMBER, of run/registers.h: outside of the program */
  VALUE_CYCLES,			/* REG_CC */
  VALUE_HERE,			/* REG_IPC */
  VALUE_RETURN,			/* REG_RA */
  VALUE_STACK,			/* the word NUMBER bytes above the stack pointer */
  VALUE_EXIT,			/* REG_PC of the instruction that leaves */
  VALUE_ARGUMENT,		/* ArgValue, of a replacement: NUMBER, from 0 */
  VALUE_REPLACED		/* ReplAddrValue */
};

struct data
{
  struct data *next;
  const void *bytes;
  size_t size;
  bool constant;		/* const: for the read-only part */
  int align;
  char label[32];		/* its place in the instrumented program, SYMBOL+N, or its
				   address in an image */
  const Xlate *xlate;		/* it is that, and not bytes */
};

/* The order in which addresses were added, by the numbers of their labels.  */
struct halt_xlate
{
  Obj *obj;
  unsigned size;
  int *labels;
  size_t n, room;
  struct data *data;		/* once it was passed */
  Xlate *next;			/* the one made before */
};

struct value
{
  enum value_form form;
  int64_t number;
  struct data *data;
};

/* A parameter of an analysis routine.  */
enum parameter_type
{
  PARAMETER_CHAR,
  PARAMETER_INT,
  PARAMETER_LONG,
  PARAMETER_STRING,		/* char * */
  PARAMETER_CHARS,		/* char[] ... */
  PARAMETER_INTS,
  PARAMETER_LONGS,
  PARAMETER_VALUE,
  PARAMETER_REGV,
  PARAMETER_FREGV,
  PARAMETER_XLATE
};

struct parameter
{
  enum parameter_type type;
  bool constant, stable, freed;
  size_t n;			/* elements of an array */
  size_t bytes;			/* of what the routine's definition says, 0: not
				   known (definition.c) */
  bool floating;		/* that is a floating-point number */
};

struct proto
{
  struct proto *next;
  char *name;			/* in the tool's words */
  char *symbol;			/* in the instrumented program (analysis.c); of an
				   image: the address of a word with its address */
  struct parameter *parameters;
  int n;
  bool replacement;		/* ReplaceProto's */
  bool used;			/* something calls it */
  const char *file;		/* of the tool, where it was declared */
  int line;
  bool structure;		/* what it returns is one in memory (definition.c) */
  bool own;			/* start.c has it */
  bool undeclared;		/* ReplaceProcedure's: its parameters are the
				   procedure's */
  bool summarized;		/* analysis.c: what is known of it */
  struct halt_summary summary;
};

/* A call that was added.  N is the prototype's when it was, an array's length may
   change.  */
struct call
{
  struct call *next;
  struct proto *proto;
  struct value *values;
  const Inst *inst;		/* whose accesses are passed; NULL: the one that it is
				   called before */
  const char *file;		/* of the tool */
  int line;
};
struct calls
{
  struct call *first, *last;	/* in the order in which they were added */
};

/* Of calls[2]: which PlaceTypes are odd (halt/atom.h).  */
enum
{
  BEFORE,
  AFTER
};

enum inst_class
{
  INST_OTHER,
  INST_BRANCH,
  INST_JUMP,
  INST_TABLE,
  INST_CALL,
  INST_SIBCALL,
  INST_RETURN,
  INST_ASM
};

struct access
{
  bool store;
  const char *facts;		/* words of facts, up to a newline */
};

struct halt_inst
{
  Block *block;
  int number;			/* in its procedure, from 0 */
  int id;			/* its compiler's */
  int file, line, column;	/* FILE: the unit's number, 0: unknown */
  enum inst_class class;
  const char *callee;		/* symbol, or NULL */
  const char *before, *after;	/* a line of facts up to its newline, or NULL: no
				   pot may stand there */
  struct access *accesses;
  int n_accesses;
  const char *uses, *sets;	/* registers, up to a newline; or NULL */
  size_t text, end;		/* its lines in the unit's text, directives and
				   labels before it among them */
  size_t at;			/* ... where it begins itself */
  uint64_t pc;			/* in the plain program (pc.c) */
  int xlate;			/* number of its label (xlate.c), or 0 */
  struct calls calls[2];	/* [BEFORE], [AFTER] */
};

struct halt_edge
{
  Block *from, *to;		/* NULL: the procedure's entry, its exit */
  const char *kind;		/* as in the map's text */
  int index;			/* of a table; -1 */
  struct calls calls;
};

struct halt_block
{
  Proc *proc;
  int number;			/* its compiler's */
  int file, line;
  bool cold, landing;
  Inst *insts;			/* those of the procedure's that are its */
  int n_insts;
  Edge **out, **in;		/* edges, also from the entry and to the exit */
  int n_out, n_in;
  struct calls calls[2];
};

struct halt_entry
{
  Proc *proc;
  struct calls calls;		/* ProcBefore's, too, in one order */
  struct call *replacement;
  int xlate;
};

/* How many words of arguments may be on the stack where nobody knows.  */
enum
{
  UNKNOWN_WORDS = 32
};

struct halt_proc
{
  struct unit *unit;
  const char *symbol, *name;	/* for the assembler, for people */
  int file, line;
  struct reg_set scratch, promise;
  Block *blocks;
  Edge *edges;
  Inst *insts;
  int n_blocks, n_edges, n_insts;
  size_t text, end;		/* in the unit's text, from its .type or label on */
  uint64_t pc;
  bool local;			/* only its unit calls it, maybe in a way of its own */
  int stack_words;		/* of its arguments are on the stack; at most, where
				   that cannot be known */
  bool early;			/* it runs before the program can call anything: no
				   pots are in it */
  Entry entry;
  struct calls calls[2];
  struct call *replacement;	/* ReplaceProcedure */
  bool translated;		/* something of it is in an Xlate */
  Proc *next, *previous;	/* in the program's order of units */
};

/* One translation unit.  */
struct unit
{
  struct unit *next;
  Obj *obj;
  int number;			/* from 0, in the order of the link */
  const void *contribution;	/* as it is in the object: struct halt_code */
  const struct halt_target *target;
  const char *source;
  char *text;
  size_t size;
  const char **files;		/* [1] and up */
  int n_files;
  bool intel;			/* its text is Intel's dialect */
};

struct halt_obj
{
  const char *name;		/* of the program's file */
  const char *output;		/* of the instrumented one's */
  const char *made;		/* ... where that is made first */
  const char *needed;		/* of a shared object: how others know it; NULL: the
				   program's */
  bool located;			/* the addresses of its instructions are known */
  struct unit *units, *last_unit;
  Proc *first, *last;
  int n_procs;
  struct calls calls[2];
  Obj *next, *previous;
};

/* What the compiler for TARGET said to WORD.  */
struct answer
{
  struct answer *next;
  const struct halt_target *target;
  const char *word;
  char *said;
};

/* The program: the first of its objects is the main one.  */
struct atom
{
  Obj *first, *last;
  const struct halt_target *target; /* of all units */
  const char *anal;		/* the tool's analysis file */
  bool cxx;			/* it needs the library of C++ */
  bool wide;			/* it prints wide characters */
  const char *const *options;	/* of the compiler, for the tool's files */
  size_t n_options;
  struct answer *answers;
  const char *folder;		/* where files are made, removed in the end */
  const char *link;		/* the link line that the user gave, or NULL */
  struct data *data, *last_data;
  struct calls calls[2];	/* [BEFORE], [AFTER] */
  bool image;			/* the analysis is one (image.c) */
  struct proto *protos;
  /* Where the tool called the interface last; FILE is NULL before the first call.  */
  const char *file;
  int line;
  /* It called GetFirstProc or GetLastProc: Instrument is the paper's and is called once
     (tool.c).  */
  bool walks_program;
  /* Who says what goes wrong, and ends; NULL: fail does.  */
  void (*fail_says) (const char *line);
};
extern struct atom the;

/* --- libraries.c -------------------------------------------------------------- */

/* Which Obj's NAME is called where FROM calls what goes by that name, which it does not
   keep to itself; OWN: it has one.  NULL: that of none.  */
Obj *obj_defining (Obj *from, const char *name, bool own);

/* --- code.c ----------------------------------------------------------------- */

/* Read the units that the program O, a file, carries.  */
void code_read (Obj *o);

/* --- unit.c ----------------------------------------------------------------- */

/* Add to O the unit with this TEXT (SIZE bytes and a NUL), which is kept.  */
struct unit *unit_read (Obj *o, char *text, size_t size);

/* All units of O are there: find what of them runs early.  */
void units_find_early (Obj *o);

/* A NUL-terminated copy of LINE up to its newline.  */
char *line_copy (const char *line);

/* --- navigate.c --------------------------------------------------------------- */

/* --- opcode.c ------------------------------------------------------------------- */

/* What an instruction computes, as its opcode says.  */
enum
{
  OPCODE_FP = 1,		/* with floating-point numbers or vectors */
  OPCODE_ADD = 1 << 1,
  OPCODE_SUB = 1 << 2,
  OPCODE_MUL = 1 << 3,
  OPCODE_DIV = 1 << 4,
  OPCODE_LOGICAL = 1 << 5,
  OPCODE_SHIFT = 1 << 6,
  OPCODE_CONDMOVE = 1 << 7,
  OPCODE_COMPARE = 1 << 8,
  OPCODE_MOVE = 1 << 9,
  OPCODE_NOP = 1 << 10,
  OPCODE_FENCE = 1 << 11,	/* about memory, but no access: fence, prefetch */
  OPCODE_SYSTEM = 1 << 12,
  OPCODE_SINGLE = 1 << 13,	/* 32 bits of floating point */
  OPCODE_QUAD = 1 << 14		/* 64 bits of an integer */
};

/* A machine's opcodes, a row for each pattern (fnmatch's); the first that fits counts.
   One with a $ or % is about the whole instruction; the others are about the opcode,
   after which comes a blank if there are operands.  */
struct opcode
{
  const char *pattern;
  int flags;
};
struct opcodes
{
  const char *target;		/* its name */
  const struct opcode *rows;	/* the last has no pattern */
  const char *const *prefixes;	/* words that come before an opcode, up to NULL */
  const char *const *fp;	/* registers without their numbers: whatever names one is
				   OPCODE_FP; up to NULL */
  bool (*quad) (const char *opcode, const char *operands); /* or NULL */
};
extern const struct opcodes x86_64_opcodes, i386_opcodes, alpha_opcodes,
  ia64_opcodes, aarch64_opcodes, riscv64_opcodes;

/* The flags of I.  */
int opcode_flags (const Inst *i);

/* --- assemble.c ---------------------------------------------------------------- */

/* Assemble the units of O, several at once: unit N becomes FOLDER/N.o; PLAIN, as
   unit_write has it.  Those that are the same as some earlier time are taken from a
   cache.  */
void assemble (const char *folder, Obj *o, bool plain);

/* --- pc.c ------------------------------------------------------------------- */

/* Make sure that the pcs of O's procedures and instructions are known.  */
void pc_need (Obj *o);

/* --- sections.c --------------------------------------------------------------- */

/* Where the first section of O's plain program that is a PART begins, and to *SIZE how
   many bytes come up to the end of the last.  */
enum part
{
  PART_TEXT,			/* machine code */
  PART_DATA,			/* may be written */
  PART_ZEROS			/* ... and is not in the file */
};
uint64_t part_start (const Obj *o, enum part part, uint64_t *size);

/* --- xlate.c ------------------------------------------------------------------ */

/* Whether X was made by CreateXlate.  */
bool xlate_is_made (const Xlate *x);

/* Write the words of X; in an image they are zeros.  */
void xlate_write (FILE *out, const Xlate *x);

/* Write for run/enter.c what is to stand there in the Xlates of O.  */
void xlates_write (FILE *out, const Obj *o);

/* --- proto.c ------------------------------------------------------------------ */

/* The prototype of routine NAME, or NULL.  */
struct proto *proto_find (const char *name);

/* Add NEW to the protos.  */
struct proto *proto_add (struct proto *new);

/* --- data.c ------------------------------------------------------------------- */

/* New data that is BYTES, which are kept; CONSTANT: the same for the same.  */
struct data *data_of (const void *bytes, size_t size, int align, bool constant);

/* --- ways.c ----------------------------------------------------------------- */

/* Where what is called on an edge stands.  */
enum way
{
  WAY_NONE,			/* nowhere */
  WAY_ENTRY,			/* where the procedure is entered */
  WAY_FALL,			/* behind the instruction */
  WAY_TAKEN,			/* where the branch takes */
  WAY_BEFORE,			/* before the instruction, which jumps always */
  WAY_TABLE,			/* where an entry of its table leads */
  WAY_COMPUTED,			/* before it, if it goes there */
  WAY_ASM,			/* where inline assembler jumps to or falls */
  WAY_TARGET			/* where it leads, as no other edge does */
};
enum way edge_way (const Edge *e);

/* --- pour.c ----------------------------------------------------------------- */

/* Write the assembler text of U with its pots, or without: PLAIN.  */
void unit_write (FILE *out, struct unit *u, bool plain);

/* --- tool.c ------------------------------------------------------------------ */

/* Compile FILE, a tool's instrumentation routines, into FOLDER, load it and run its
   routines over the program with these arguments, before which FILE comes.  */
void tool_run (const char *folder, const char *file, int argc, char **argv);

/* --- calls.c ------------------------------------------------------------------ */

/* Say which copies of replaced procedures still are what they were.  */
void replaced_note_copies (void);

/* --- leave.c ------------------------------------------------------------------ */

/* If anything is called after the program, let system calls of its inline assembler
   that end it be seen.  */
void leave_watch (void);

/* --- analysis.c --------------------------------------------------------------- */

/* Make FOLDER/analysis.o of the tool's analysis FILE and what it needs: the C library,
   the program's start and end; with the_data and calls of the program and its
   objects.  In two steps, as pots depend on the first: compile, which fills in the
   prototypes' SYMBOL and SUMMARY; and finish.  */
void analysis_compile (const char *folder, const char *file);
void analysis_finish (const char *folder);

/* --- link.c ------------------------------------------------------------------- */

/* Link what the program and its shared objects become, of FOLDER's objects: of unit U
   what FOLDER/U->number.o is.  */
void link_program (const char *folder);

#endif /* HALT_ATOM_INSIDE_H */
