/* SPDX-License-Identifier: MIT */
/* The formats that compiler, runtime and reader share: the map of a unit, its
   descriptor and note in the running program, and the profile file.  This
   header is the grammar; docs/format.md explains it at leisure.

   All numbers are in the target's own byte order: a reader tells it by the ELF
   header or by a magic number that is the wrong way round.  What follows is what it has
   made of them (docs/format.md, "The other byte order").  Offsets and sizes are in bytes.  Strings are NUL-terminated and named by their offset in a string
   table whose first byte is NUL, so that offset 0 is the empty string.
   Reserved fields are written as 0 and not read.  A reader accepts exactly
   its own version and refuses everything that does not add up.

   What objects say about the analysis routines they define is text, for the
   compiler alone: docs/format.md, "Summaries of routines".


   THE MAP: ELF section HALT_MAP_SECTION, not allocated.

     section   := unit*
     unit      := halt_map address[n_functions] body
     address   := u64   run-time address of the function's first instruction,
			relocated; 0 if the linker discarded the function
     body      := function[n_functions] block[n_blocks] edge[n_edges]
		  point[n_points] arg[n_args] line[n_lines]
		  inlined[n_inlined] strings padding
     arg       := i64
     padding   := 0 to 7 NULs, so that a unit's size is a multiple of 8

   The section is named like a debugging section because only those get what
   a map needs: strip removes them, objcopy --only-keep-debug keeps them,
   ld --gc-sections leaves them in, and a relocation in them against a
   discarded function becomes 0 instead of an error.

   Blocks of a function are numbered from 0: HALT_BLOCK_ENTRY, HALT_BLOCK_EXIT
   and then the real ones in the order of the code.  The record of a real
   block b is block[first_block + b - 2].  Blocks, edges and points stand in
   the order of their functions, arguments in the order of their points,
   lines in the order of their blocks, what was inlined in that of functions
   and blocks, without gaps.  A STARTUP point has no
   id; its id is written as 0.


   THE PATHS: ELF section HALT_PATHS_SECTION, not allocated.

     section   := description*
     description := halt_paths text padding

   One for each unit whose map has HALT_MAP_PATHS, in their order.  The text is
   what blpp/blpp.h calls a description, without a NUL.  Its procedures are
   functions of the map, named by their symbols; block b of a procedure is
   block b + HALT_BLOCK_FIRST of the function, its edges are those of the
   function that neither come from ENTRY nor lead to EXIT, in their order.  A
   procedure's id is a local number of the unit, that of its region 0; those of
   the other regions follow.


   WHAT GCOV CALLS IT: ELF section HALT_GCOV_SECTION, not allocated, of units
   with points of kind ARC.

     section   := name*
     name      := halt_gcov halt_gcov_function[n_functions] strings padding

   One for each such unit, in the order of the maps.  The functions are those that
   have counters, in gcov's order, which is the map's.  A function's counters are
   its points of kind ARC, in their order.


   WHAT IS WRITTEN: ELF section HALT_COVER_SECTION, not allocated, of units with
   cover.

     section   := description*
     description := halt_cover text padding

   docs/coverage.md has the text's lines.


   WHAT WAS CHOSEN: ELF section HALT_CHOICE_SECTION, not allocated, of units for
   which only= or exclude= was given, whether they have a map or not.

     section   := word*
     word      := sign option "=" glob [TAB nearest] NUL

   Linkers write each word once.  The sign is + if something in the unit is called
   as the glob says, - if nothing is; NEAREST is then a name in the unit.


   WHAT THE SOURCES WERE: ELF section HALT_SOURCES_SECTION, not allocated.

     section   := source*
     source    := checksum " " path NUL

   For each file that a unit's map names, if it could be read: 16 hexadecimal
   digits, halt_checksum of its bytes, and its path.  Linkers write each once;
   none comes from text that was preprocessed before, and from link-time
   optimisation.


   IN THE PROGRAM: one descriptor (struct halt_unit, writable) for each unit,
   and one ELF note that leads to it:

     note      := namesz = 5, descsz, type = HALT_NOTE_UNIT, "HALT\0\0\0\0",
		  distance
     distance  := HALT_DISTANCE_BYTES: address of the descriptor minus the
		  address of this word

   Notes of one object lie one after another, in link order, aligned to 4 bytes, in
   section HALT_NOTE_SECTION, those of points in HALT_SWITCH_SECTION, mostly in its
   PT_NOTE segments.  Linkers and their scripts are free to put them elsewhere and
   others between: a reader takes what begins as a note of ours does (halt_note_head)
   for one, wherever it is.  Start-up code that is part of every unit gives out the bases.  A
   copy of the default runtime has a descriptor of its own (flag
   HALT_UNIT_RUNTIME) with no ids and no map.

   A unit with counters of its own (count) has a second note that leads to
   them, with type = HALT_NOTE_COUNTERS: the distances of the descriptor and the
   cells, and the word n_cells.  Cells are writable, zero at first: the program
   adds to the first n_cells; the rest is what they were when they were last to
   be 0 (in a child, after halt_reset).

     cells     := u64[n_cells] u64[n_cells]

   With count=thread there is a fourth word, the distance of a struct
   halt_threads.  Each thread adds to cells of its own then, in blocks that belong
   to the runtime and never go away; the unit's are for threads for which there
   was no memory.


   WHAT CELLS MEAN: ELF section HALT_COUNTERS_SECTION, not allocated, of units
   with such a note.  Only who reads profiles needs it.

     section   := table*
     table     := halt_counters address[n_units] halt_counter[n_counters]
		  length[n_sums] term[n_terms] padding
     address   := u64   of the descriptor of another unit, relocated
     length    := u32   terms of a sum
     term      := i32   n: add number n - 1; -n: subtract it

   The numbers are the cells, then the sums.  A sum's terms are numbers before
   its own.


   THE PROFILE: a process writes what it has, halt/live.h.  Who reads that makes
   a file of this form of it.

     profile   := halt_prof object[n_objects] unit[n_units] table[n_tables]
		  row* strings
     row       := u64[cells]   (rows of table 0, then of table 1, ...)

   The cells of a row: the id, then the counters of the kind.  CBR: not
   taken, taken.  LOAD, STORE: events, bytes.  MBR: the index, then its count;
   an id has a row for each index that occurred, sorted by it.  PATH_SUM_READ:
   the same, where the id is that of a procedure's region and the index the
   number of a path.  FIRST, CALLEE, VALUE: the same, where the index is a value: what
   halt/kinds.def says of VALUES.  All others: events.  Rows are sorted by id, and left out
   where every counter is 0; but a point of a unit with HALT_UNIT_SWITCHED that was
   on has one (of index 0) in any case.  Every unit is there, those whose ids are all
   constants too, but not a runtime's own.  Constant ids (HALT_POINT_FIXED) of
   an object that is loaded twice cannot be told apart.  */

#ifndef HALT_FORMAT_H
#define HALT_FORMAT_H 1

#include <stddef.h>
#include <stdint.h>

#define HALT_MAP_SECTION ".debug.halt"
#define HALT_MAP_MAGIC 0x50414d544c414855ull /* "UHALTMAP" */
#define HALT_MAP_VERSION 4u

/* Header of one unit's map.  Sizes and offsets that are not given follow from
   the counts: the tables stand in the order of the grammar.  */
struct halt_map
{
  uint64_t magic;		/* HALT_MAP_MAGIC */
  uint32_t version;		/* HALT_MAP_VERSION */
  uint32_t header_size;		/* sizeof (struct halt_map) */
  uint64_t size;		/* of the whole unit, a multiple of 8 */
  uint64_t unit;		/* address of the descriptor, relocated */
  uint64_t checksum;		/* halt_checksum of the body */
  uint64_t n_ids;		/* local numbers used: 0 .. n_ids - 1 */
  uint32_t flags;		/* HALT_UNIT_* */
  uint32_t n_functions;
  uint32_t n_blocks;
  uint32_t n_edges;
  uint32_t n_points;
  uint32_t n_args;
  uint32_t strings_size;	/* without the padding */
  uint32_t source;		/* string: main source file of the unit */
  uint32_t directory;		/* string: where it was compiled */
  uint32_t producer;		/* string: compiler and options of HALT */
  uint32_t n_lines;
  uint32_t n_inlined;
};

/* halt_map.flags, halt_unit.flags.  */
#define HALT_UNIT_GIMPLE 2u	/* at=gimple: blocks and edges are those that
				   gcov and -fprofile-use know; a point is
				   copied with its code, and all copies report
				   the one id; with HALT_MAP_PATHS they are
				   those of the last GIMPLE */
#define HALT_MAP_PATHS 4u	/* halt_map only: the unit has a description
				   of its paths */
#define HALT_UNIT_ATOMIC 8u	/* halt_unit, halt_prof_unit only: whatever
				   thread adds to its cells, nothing is lost */
#define HALT_UNIT_SWITCHED 16u	/* halt_unit, halt_prof_unit only: its points
				   can be switched.  In a profile, one without a row was off: it
				   counted nothing, and nothing is known of it */
#define HALT_UNIT_RUNTIME 0x80000000u /* halt_unit only: a runtime's own */
#define HALT_UNIT_STARTED 0x40000000u /* halt_unit only, in the program:
				   _halt_startup was called */
#define HALT_UNIT_ENDED 0x20000000u /* halt_unit only, in the program, of an
				   object's first unit with cells: its destructors
				   have run, and a runtime has taken what they had */
#define HALT_UNIT_STATE (HALT_UNIT_STARTED | HALT_UNIT_ENDED)

#define HALT_CHOICE_SECTION ".debug.halt_choice"

#define HALT_SOURCES_SECTION ".debug.halt_sources"

#define HALT_PATHS_SECTION ".debug.halt_paths"
#define HALT_PATHS_MAGIC 0x48545048u /* "HPTH" */
#define HALT_PATHS_VERSION 1u

#define HALT_GCOV_SECTION ".debug.halt_gcov"
#define HALT_GCOV_MAGIC 0x56434748u /* "HGCV" */
#define HALT_GCOV_VERSION 1u

/* What the compiler that made the unit's code would write for gcov, and expects of
   it.  */
struct halt_gcov
{
  uint32_t magic;		/* HALT_GCOV_MAGIC */
  uint32_t version;		/* HALT_GCOV_VERSION */
  uint64_t map;			/* halt_map.checksum */
  uint64_t size;		/* of all of it, a multiple of 8 */
  uint32_t gcov;		/* GCOV_VERSION */
  uint32_t stamp;		/* that of the .gcno file, if there is one */
  uint32_t checksum;		/* of all functions, as gcov makes it */
  uint32_t n_functions;
  uint32_t place;		/* string: absolute path of the .gcda file, without
				   that: beside the object, or by -fprofile-dir */
  uint32_t name;		/* string: its name in a folder for profiles */
  uint32_t strings_size;	/* without the padding */
  uint32_t reserved;
};

struct halt_gcov_function
{
  uint32_t function;		/* number in the map */
  uint32_t ident, lineno_checksum, cfg_checksum;
};

#define HALT_COVER_SECTION ".debug.halt_cover"
#define HALT_COVER_MAGIC 0x52564f43u /* "COVR" */
#define HALT_COVER_VERSION 2u

struct halt_cover
{
  uint32_t magic;		/* HALT_COVER_MAGIC */
  uint32_t version;		/* HALT_COVER_VERSION */
  uint64_t map;			/* halt_map.checksum */
  uint64_t size;		/* of the text, without the padding */
};

/* Before a description.  */
struct halt_paths
{
  uint32_t magic;		/* HALT_PATHS_MAGIC */
  uint32_t version;		/* HALT_PATHS_VERSION */
  uint64_t map;			/* halt_map.checksum */
  uint64_t size;		/* of the text, without the padding */
};

struct halt_map_function
{
  uint32_t name;		/* string: the symbol */
  uint32_t pretty;		/* string: as written in the source language */
  uint32_t file;		/* string */
  uint32_t line;		/* of the definition, 0 if unknown */
  uint32_t flags;		/* HALT_FN_* */
  uint32_t first_block, n_blocks; /* real blocks only */
  uint32_t first_edge, n_edges;
  uint32_t first_point, n_points;
  uint32_t first_line;		/* of its first block */
  uint32_t origin;		/* string: the symbol of the function in the source
				   that it, maybe a clone, is a copy of */
  uint32_t first_inlined, n_inlined;
  uint32_t reserved;
  uint64_t cfg_checksum;	/* of blocks and edges without positions */
};

#define HALT_FN_LOCAL 1u	/* not visible outside its unit */
#define HALT_FN_COMDAT 2u	/* the linker keeps one of several copies */
#define HALT_FN_SKIPPED 4u	/* left out on purpose: has no points */
#define HALT_FN_ARTIFICIAL 8u	/* at=gimple: the compiler's own, not in the
				   source; gcov hides it */

#define HALT_BLOCK_ENTRY 0u
#define HALT_BLOCK_EXIT 1u
#define HALT_BLOCK_FIRST 2u	/* number of the first real block */

struct halt_map_block
{
  uint32_t file;		/* string; of the block's first position */
  uint32_t line;		/* 0 if no instruction has a position */
  uint32_t last_line;		/* largest line in the same file, or 0 */
  uint32_t n_insns;		/* machine instructions, ours not counted */
  uint32_t flags;		/* HALT_BB_* */
  uint32_t n_lines;		/* at=gimple: the lines that gcov counts the
				   block for; else those of its instructions,
				   0 if that is only its own */
};

#define HALT_BB_COLD 1u		/* in the cold section */
#define HALT_BB_LANDING 2u	/* landing pad of exceptions */
#define HALT_BB_CALL 4u		/* control may be lost in it, by no edge: a
				   call may not return; at=gimple: at its
				   end */
#define HALT_BB_TWICE 8u	/* control may come into its middle: a call in
				   it may return again (setjmp, fork);
				   at=gimple has edges for that */
#define HALT_BB_ENDS 16u	/* at=gimple: HALT_BB_CALL, but gcov takes the
				   call for one that returns (exec), and does
				   not end the block */

struct halt_map_line
{
  uint32_t file;		/* string */
  uint32_t line;
};

/* Code of a function that was inlined, also by way of others, is in BLOCK.  */
struct halt_map_inlined
{
  uint32_t origin;		/* string: its symbol in the source */
  uint32_t file, line;		/* where it is defined */
  uint32_t block;		/* number in the function that it is in */
};

struct halt_map_edge
{
  uint32_t from, to;		/* block numbers in the function */
  uint32_t flags;		/* HALT_EDGE_* */
  uint32_t index;		/* HALT_EDGE_INDEX: position in the table */
};

/* Exactly one of the first seven says how control gets across.  */
#define HALT_EDGE_FALL 1u	/* falls through; for a branch: cond 0 */
#define HALT_EDGE_TAKEN 2u	/* the conditional branch takes: cond 1 */
#define HALT_EDGE_JUMP 4u	/* unconditional jump */
#define HALT_EDGE_INDEX 8u	/* entry INDEX of a jump table */
#define HALT_EDGE_RETURN 16u	/* return or sibling call; to EXIT */
#define HALT_EDGE_EH 32u	/* an exception thrown in FROM */
#define HALT_EDGE_ABNORMAL 64u	/* computed goto, nonlocal goto, setjmp */

struct halt_map_point
{
  uint64_t id;			/* local number, or HALT_POINT_FIXED */
  uint32_t kind;		/* enum halt_kind, or a user's own */
  uint32_t flags;		/* HALT_POINT_* */
  uint32_t block;		/* number in the function */
  uint32_t insn;		/* which instruction of the block, from 0 */
  uint32_t file, line, column;	/* 0 if unknown */
  uint32_t first_arg, n_args;	/* further static arguments */
  uint32_t inlined;		/* string: the function whose body the point's
				   code was copied from, "" if it is this
				   one's or if that is not known */
};

#define HALT_POINT_AFTER 1u	/* reported after the instruction */
#define HALT_POINT_FIXED 2u	/* unique=: the id is a constant of its kind's
				   own; bases are not added */
#define HALT_POINT_FORMS 4u	/* arguments are two words each: what it is, and
				   the number or which string; else all are
				   numbers, one word each */
#define HALT_POINT_TARGETS 8u	/* of the indices that lead to one block the
				   first may stand for all */
#define HALT_POINT_OURS 16u	/* an arc that gcov does not count */

/* What a static argument is.  */
enum halt_arg_form
{
  HALT_ARG_NUMBER,
  HALT_ARG_FUNCTION,
  HALT_ARG_VARIABLE,		/* address of the symbol STRING */
  HALT_ARG_STRING,		/* address of STRING */
  HALT_ARG_PC,			/* address of the annotated instruction */
  HALT_ARG_CALLEE,		/* of a CALL: the symbol that it calls, if the
				   instruction names one; no argument of the
				   routine's */
  HALT_ARG_FORMS
};

/* Descriptor of a unit in the program.  The fields are 64 bits wide on every
   target.  A pot adds BASE to the local number of its point.  */
#define HALT_UNIT_MULTIPLES 7

struct halt_unit
{
  uint64_t base;		/* id of local number 0 */
  uint64_t count;		/* ids of the unit */
  uint64_t checksum;		/* halt_map.checksum */
  uint64_t next;		/* 0 until BASE is given out (and while no
				   loaded unit has ids); then the first id that
				   is free after it, and in the first unit of an
				   object, after the last giving out */
  uint32_t version;		/* HALT_UNIT_VERSION */
  uint32_t flags;		/* HALT_UNIT_* */
  uint64_t multiple[HALT_UNIT_MULTIPLES]; /* BASE times 2, 3, ... 8, for pots that compute
				   addresses in tables */
};

#define HALT_UNIT_VERSION 2u
#define HALT_NOTE_NAME "HALT"
/* Its first four bytes, as a number.  */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define HALT_NOTE_WORD 0x48414c54u
#else
#define HALT_NOTE_WORD 0x544c4148u
#endif
/* Of a distance in the notes of units: MIPS has no relocation for a longer one.  */
#ifdef __mips__
#define HALT_DISTANCE_BYTES 4
#else
#define HALT_DISTANCE_BYTES __SIZEOF_POINTER__
#endif
/* Directives for the distance of something from where they are, of 4 bytes and of
   HALT_DISTANCE_BYTES.  */
#ifdef __sparc__
#define HALT_NEAR_OP ".word"
#define HALT_DISTANCE_OP ".xword"
#elif HALT_DISTANCE_BYTES == 4
#define HALT_NEAR_OP ".4byte"
#define HALT_DISTANCE_OP ".4byte"
#else
#define HALT_NEAR_OP ".4byte"
#define HALT_DISTANCE_OP ".8byte"
#endif
#define HALT_NOTE_SECTION ".init_halt"
#define HALT_SWITCH_SECTION ".init_halt_switch"
#define HALT_NOTE_UNIT 1u
#define HALT_NOTE_COUNTERS 11u
#define HALT_NOTE_CELLS 4u	/* two distances: all cells of the object lie
				   from the first address to the second, and
				   nothing else does; both begin a page */
#define HALT_NOTE_SWITCHES 5u	/* struct halt_switches, below */
#define HALT_NOTE_LIBRARY 6u	/* struct halt_library, below */
#define HALT_NOTE_CALLEES 8u	/* two distances: struct halt_callee from the first
				   address up to the second */
#define HALT_NOTE_EVENT 7u	/* a distance of 4 bytes: of the instruction in
				   halt_event, which does nothing (halt/switch.h,
				   the form HALT_SITE_NOP); its text is in the
				   accumulator */
#define HALT_NOTE_START 10u	/* in the text, before the start-up code */
#define HALT_NOTE_ANCHOR 12u	/* a distance of 4 bytes: of the start-up code.  If it is
				   somewhere else, the notes of HALT_NOTE_SECTION were
				   moved after the link, and all their distances are wrong
				   by as much */
#define HALT_NOTE_SWITCH_ANCHOR 13u /* the same of HALT_SWITCH_SECTION */
#define HALT_NOTE_FILE 3u	/* what follows is a string, padded with NULs: where
				   the profile goes unless HALT_FILE says */

/* What describes a note of that type: this, the points of a function that can be
   switched on, and the function's symbol, which ends with a NUL.  It is aligned to 4
   bytes alone.  A distance is how far something is from the word that says it; 0:
   there is none.  */
struct halt_switches
{
  uint32_t version;		/* HALT_SWITCHES_VERSION */
  uint32_t n_points;
  int32_t unit;			/* distance of the descriptor */
};

#define HALT_SWITCHES_VERSION 1u

struct halt_switch_point
{
  int32_t site;			/* distances: of what a jump to POT replaces; */
  int32_t pot;
  int32_t gate;			/* of a jump in the pot, which is replaced by
				   what does nothing: the site has other points,
				   too; */
  int32_t over;			/* of where that jumps */
  int32_t target;		/* of where the site jumps when it is off */
  uint32_t id[2];		/* the lower and the upper half */
  uint32_t kind;		/* enum halt_kind, or a user's own */
  uint16_t form;		/* HALT_SITE_* */
  uint16_t flags;		/* HALT_POINT_FIXED */
};

/* What stands at a site that is off: what does nothing, a jump, a return, or, plus the
   condition's number in the machine's code, a conditional jump.  halt/switch.h has
   the bytes.  */
#define HALT_SITE_NOP 0u
#define HALT_SITE_JUMP 1u
#define HALT_SITE_LEA 2u	/* i386: the former, for all processors */
#define HALT_SITE_RETURN 3u	/* a return, and bytes that are not executed */
#define HALT_SITE_ALPHA 0x800u	/* plus the upper 11 bits of Alpha's conditional
				   branch */
#define HALT_SITE_BRANCH 0x80u

/* A function that may be called through a pointer.  */
struct halt_callee
{
  uintptr_t address;		/* relocated */
  uintptr_t ident;		/* what gcov calls it; not 0 */
};

/* What describes a note of that type: where a copy of the default runtime has its
   counters, for who reads them in the memory of the process.  There is one on x86,
   AArch64 and RISC-V.
   Distances are from the word that says them.  All that is there are words of the
   target's pointer size but for counters, which have 64 bits; a list ends with 0 and
   only grows at its front.

     shards    := word[n_kinds]   first shard of each kind
     shard     := ids counter first_id word next
     rows, row := indices counter id next   of multiway branches
     paths, path := u64 u64 counter next word[4] ident   number and region; or a
		 value and its id, above whose HALT_ID_BITS is the kind
     ident     := u64   of CALLEE alone: the value, as the number is an address
     process   := word   address of: word, events that could not be counted
     switched  := u32   who switches points on makes it 1  */
struct halt_library
{
  uint32_t version;		/* HALT_LIBRARY_VERSION */
  uint32_t n_kinds;		/* HALT_KIND_END */
  int32_t shards, rows, paths, process, switched;
};

#define HALT_LIBRARY_VERSION 3u
#define HALT_ID_BITS 58

#define HALT_COUNTERS_SECTION ".debug.halt_counters"
#define HALT_COUNTERS_MAGIC 0x53544348u /* "HCTS" */
#define HALT_COUNTERS_VERSION 1u

/* A cell that is a place in an order, not a counter: of several the least counts.  */
#define HALT_CELL_PLACE (1ull << 63)

/* What is known from the cells of a unit.  */
struct halt_counters
{
  uint32_t magic;		/* HALT_COUNTERS_MAGIC */
  uint32_t version;		/* HALT_COUNTERS_VERSION */
  uint64_t size;		/* of the whole table, a multiple of 8 */
  uint64_t unit;		/* address of the unit's descriptor, relocated */
  uint64_t cells;		/* of the cells, which tells the table from others */
  uint32_t n_cells, n_counters, n_terms, n_sums;
  uint32_t n_units;
  uint32_t reserved;
};

/* The cells of the threads of a unit, with words of the target's pointer
   size.  */
struct halt_threads
{
  uintptr_t n_cells;
  uintptr_t cells;		/* the unit's own: how far from this word */
  uintptr_t newest, look;	/* 0; the runtime's: addresses of blocks */
};

/* One count of the profile.  */
struct halt_counter
{
  uint64_t id;			/* local number, or HALT_POINT_FIXED */
  uint32_t kind;		/* enum halt_kind */
  uint32_t flags;		/* HALT_POINT_FIXED, HALT_COUNTER_UNIT */
  uint32_t what;		/* CBR: 0 not taken, 1 taken; MBR: the index;
				   LOAD, STORE: bytes of each event;
				   FIRST: the number is the value, once;
				   PATH_SUM_READ: how many paths a region has,
				   whose cells follow one another; ID is the
				   region's */
  uint32_t number;		/* that it is */
};

/* WHAT is which of the table's addresses is that of the unit whose number ID is.  A
   link-time optimisation counts for several.  */
#define HALT_COUNTER_UNIT 4u

#define HALT_PROF_MAGIC 0x464f5250544c4148ull /* "HALTPROF" */
#define HALT_PROF_VERSION 4u

struct halt_prof
{
  uint64_t magic;		/* HALT_PROF_MAGIC */
  uint32_t version;		/* HALT_PROF_VERSION */
  uint32_t header_size;		/* sizeof (struct halt_prof) */
  uint64_t size;		/* of the file */
  uint64_t checksum;		/* halt_sum_words of all after the header */
  uint64_t pid;			/* process that wrote it */
  uint64_t lost;		/* events that could not be counted */
  uint32_t n_objects;
  uint32_t n_units;
  uint32_t n_tables;
  uint32_t strings_size;
  uint32_t flags;		/* HALT_PROF_* */
  uint32_t label;		/* string: HALT_LABEL, "" if nothing was said, or
				   several profiles that are added up differ */
};

#define HALT_PROF_THREADS 1u	/* cells that all threads share were added to, not
				   atomically, and there had been several
				   threads: counts may be too small */

#define HALT_PROF_ONTO 16u	/* made by ghalt of a profile of another build: some
				   counts are inferred */

/* A program or shared object that was loaded; the program is first.  */
struct halt_prof_object
{
  uint32_t path;		/* string: absolute path when it was loaded */
  uint32_t build_id;		/* string: hexadecimal, "" if it has none */
  uint32_t first_unit, n_units;
};

struct halt_prof_unit
{
  uint64_t address;		/* of the descriptor, as in the ELF file */
  uint64_t base;
  uint64_t count;
  uint64_t checksum;
  uint32_t flags;		/* HALT_UNIT_* */
  uint32_t reserved;
};

/* How many counters an id has, by the column `cells' of kinds.def; one for each
   value of its argument.  */
#define HALT_CELLS_INDEXED (-1)
#define HALT_CELLS_NONE 0
#define HALT_CELLS_EVENTS 1
#define HALT_CELLS_WAYS 2
#define HALT_CELLS_BYTES 2
#define HALT_CELLS_INDICES HALT_CELLS_INDEXED
#define HALT_CELLS_PATHS HALT_CELLS_INDEXED
#define HALT_CELLS_VALUES HALT_CELLS_INDEXED

struct halt_prof_table
{
  uint32_t kind;		/* enum halt_kind */
  uint32_t cells;		/* u64 per row, the id included */
  uint64_t n_rows;
};

/* How many bytes a note's header and name have that the LEFT bytes at NOTE begin with:
   HALT_NOTE_HEAD, it is ours; HALT_GNU_NOTE_HEAD, it is GNU's; 0: neither.  NOTE[1]
   bytes, which are there, follow, whatever the notes around are aligned to; NOTE[2] is
   the type.  Numbers and names are little-endian.  */
#define HALT_NOTE_HEAD 20
#define HALT_GNU_NOTE_HEAD 16

static inline size_t
halt_note_head (const uint32_t *note, size_t left)
{
  size_t head;
  if (left < HALT_GNU_NOTE_HEAD)
    return 0;
  if (note[0] == 4 && note[3] == 0x554e47)
    head = HALT_GNU_NOTE_HEAD;
  else if (left >= HALT_NOTE_HEAD && note[0] == 5 && note[3] == HALT_NOTE_WORD
	   && note[4] == 0)
    head = HALT_NOTE_HEAD;
  else
    return 0;
  return note[1] <= left - head ? head : 0;
}

/* FNV-1a, 64 bits (Fowler, Noll, Vo).  START is HALT_CHECKSUM_START or the
   checksum of what came before.  */
#define HALT_CHECKSUM_START 0xcbf29ce484222325ull

static inline uint64_t
halt_checksum (uint64_t start, const void *data, size_t size)
{
  const unsigned char *p = (const unsigned char *) data;
  for (size_t i = 0; i < size; i++)
    start = (start ^ p[i]) * 0x100000001b3ull;
  return start;
}

/* The same of the 8 bytes of N, the lowest first.  */
static inline uint64_t
halt_checksum_number (uint64_t start, uint64_t n)
{
  unsigned char bytes[8];
  for (unsigned i = 0; i < sizeof bytes; i++)
    bytes[i] = (unsigned char) (n >> 8 * i);
  return halt_checksum (start, bytes, sizeof bytes);
}

/* The same in little-endian words of 64 bits, of which the last is filled up
   with zeros, for what a program writes on its way out.  A product only moves
   bits up, so what is above is mixed in below.  */
static inline uint64_t
halt_sum_words (uint64_t start, const void *data, size_t size)
{
  const unsigned char *p = (const unsigned char *) data;
  for (; size > 0; size -= size < 8 ? size : 8, p += 8)
    {
      uint64_t word = 0;
      if (size >= 8)
	word = p[0] | (uint64_t) p[1] << 8 | (uint64_t) p[2] << 16
	       | (uint64_t) p[3] << 24 | (uint64_t) p[4] << 32
	       | (uint64_t) p[5] << 40 | (uint64_t) p[6] << 48
	       | (uint64_t) p[7] << 56;
      else
	for (size_t i = 0; i < size; i++)
	  word |= (uint64_t) p[i] << 8 * i;
      start = (start ^ word) * 0x100000001b3ull;
      start ^= start >> 32;
    }
  return start;
}

#endif /* HALT_FORMAT_H */
