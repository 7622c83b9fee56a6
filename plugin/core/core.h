/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options, the unit, and what the unit leaves.  */

#ifndef HALT_CORE_H
#define HALT_CORE_H 1

#include "plugin/plugin.h"

/* --- options.cc ---------------------------------------------------------- */

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
  uint64_t most_primes;		/* prime=: of a function */
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

/* --- kinds.cc ------------------------------------------------------------ */

/* Name, routine and recipe of a kind, a user's own as well.  */
const char *kind_word (int kind);
const char *kind_routine (int kind);
halt_recipe *kind_recipe (int kind);

/* The kind of point that a call of the function NAME is (HALT_SETJMP,
   HALT_LONGJMP), or -1.  */
int jump_kind (const char *name);

/* --- source.cc ----------------------------------------------------------- */

/* Line number LINE of the source FILE: *SIZE bytes, or NULL.  */
const char *source_line (const char *file, int line, size_t *size);

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

/* --- builtins.cc --------------------------------------------------------- */

/* Whether FNDECL, which may be NULL, is a built-in function from which control
   certainly comes back, once.  */
bool builtin_returns (const_tree fndecl);
/* Whether it is fork.  */
bool builtin_forks (const_tree fndecl);

/* --- strings.cc ---------------------------------------------------------- */

/* The symbol by which pots know TEXT, a string of the unit's; and back.  Write
   all.  */
const char *string_symbol (const char *text);
const char *string_text (const char *symbol);
void strings_write (FILE *f);

/* --- unit.cc ------------------------------------------------------------- */

extern struct unit
{
  const struct halt_target *target; /* NULL: nothing to do */
  struct map_maker *map;
  uint64_t n_ids;		/* local numbers given out */
  bool has_points;		/* something is instrumented */
  bool has_kind[HALT_KIND_END];	/* an id was given to such a point */
  bool has_sites;		/* rtl/switch.cc: notes of points that can be switched */
  /* Labels of those and of gates; of instructions whose addresses are arguments.  */
  int n_site_labels, n_pcs;

  /* The rest is for unit.cc alone.  Constant ids given out: shared by the kinds, and a
     kind's own.  */
  uint64_t n_fixed, n_own[HALT_KIND_END];
  /* Assembler names of the addresses of the functions in the map.  */
  auto_vec<char *> addresses;
  /* at=gimple: the label of every function that was made code, by its symbol.  */
  hash_map<nofree_string_hash, char *> emitted;
  hash_map<nofree_string_hash, const char *> paths; /* as they are shown */
  hash_set<nofree_string_hash> files; /* what the map names */
  const char *directory;
  char *pretty;			/* the last name that was asked for */
  uint64_t hash;
  char streamed_symbol[64];
  /* cover/: the marks so far; what they mean, a text that is made in memory;
     the file that these are in; whether a function of C is being parsed; GCC's own
     hooks for that.  */
  uint32_t n_marks;
  FILE *written;
  const char *written_file;
  char *written_text;
  size_t written_size;
  bool parses;
  hash_map<nofree_string_hash, struct source_text *> sources; /* that were read */
  void (*set_current_function) (tree);
  tree (*fold_builtin) (tree, int, tree *, bool);
  /* strings.cc: strings that are arguments, and their numbers.  */
  auto_vec<const char *> strings;
  hash_map<nofree_string_hash, unsigned> string_numbers;
} unit;

void unit_new_map (void);

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
void unit_add_function (void);
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

/* Write the head of a note of TYPE, which SIZE bytes describe.  */
void unit_write_note (FILE *f, int size, unsigned type);
/* The size of a distance there, HALT_DISTANCE_BYTES, and the directive for one.  */
int unit_distance_bytes (void);
const char *unit_distance_op (void);
/* The directive for an aligned number of BYTES.  */
const char *unit_word_op (int bytes);

/* Write SIZE bytes, a multiple of 8, as words of 64 bits: what is read as such.  */
void unit_write_words (FILE *f, const void *data, size_t size);

/* Write the 64-bit address NAME, or 0 for NULL.  */
void unit_write_address (FILE *f, const char *name);

void unit_init (const char *plugin_name);

/* --- lto.cc -------------------------------------------------------------- */

ipa_opt_pass_d *make_visibility_pass (void);
extern const halt_pass table_pass;
void lto_init (const char *plugin_name);

/* --- extern.cc ----------------------------------------------------------- */

/* Whether other plugins label, too; let them label the current function.  */
bool extern_labels (void);
void extern_label (void);

/* --- driver.cc ----------------------------------------------------------- */

/* Whether there is a driver that runs this compilation, with the option QUOTED, as
   in "'-c'".  */
bool driver_has (const char *quoted);

/* Whether it links, too, with the same options.  */
bool driver_links (void);

/* Whether it links, and for certain nothing besides this unit that has TEXT in
   it, nor anything else that could define a name with that.  */
bool driver_lacks (const char *text);

/* --- check.cc ------------------------------------------------------------ */

void check_init (const char *plugin_name);

/* --- write.cc ------------------------------------------------------------ */

void write_init (const char *plugin_name);
/* The start-up code that is for the code being made, or NULL.  */
const char *write_start_text (void);
extern const halt_pass write_pass;

#endif /* HALT_CORE_H */
