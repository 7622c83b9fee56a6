/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What makes the instrumented program of its parts: commands that are run, files
   that are found.

     commands.c  commands, and where things are
     tool.c      the instrumentation routines
     analysis.c  the analysis routines, made one object
     image.c     ... or an image at a fixed address
     thread-pointer.c  ... without the program's thread pointer
     summary.c   what is known of them
     definition.c  how they are defined
     libraries.c its shared objects
     line.c      how the program was linked
     members.c   its objects, replaced by units
     link.c      linking it again
     layout.c    ... with data where they were  */

#ifndef HALT_ATOM_MAKE_H
#define HALT_ATOM_MAKE_H 1

#include "base/words.h"
#include "atom/atom.h"
#include "elf/elf.h"

/* --- commands.c ----------------------------------------------------------- */

/* words_put, of one or of those up to a NULL, and words_take; there is memory.  */
void words_add (struct words *w, const char *word);
void words_add_all (struct words *w, ...) __attribute__ ((sentinel));
void words_split (struct words *w, const char *text);

/* Add what begins a command that compiles for the program's machine: CC of the
   environment, or gcc.  */
void words_compiler (struct words *w);

/* Run W; whether it succeeds.  OUT, if it is not NULL, gets what it prints on
   standard output; what it says on standard error goes to the file ERRORS, if
   that is not NULL.  */
bool command_run (const struct words *w, char **out, const char *errors);

/* Run W; fail if it does not succeed: "cannot WHAT".  */
void command_must (const struct words *w, const char *what);

/* What the compiler says to WORD, without the newline; it is asked once.  */
const char *ask_compiler (const char *word);

/* The folder of the running program, without links.  */
const char *own_folder (void);

/* The folder of what outlives a run, which need not be there; or NULL.  */
const char *cache_folder (void);

/* Whether FILE's name is one of C++.  */
bool named_cxx (const char *file);

/* Add the user's own options of the compiler to W; whether they ask for code as a debugger
   wants it (-g).  */
bool words_own (struct words *w);

/* The folder that has halt/atom.h, or NULL: the compiler may know it.  */
const char *include_folder (void);

/* Open FILE, an ELF file, or fail.  */
Elf *elf_must (const char *file);

/* Whether O is a program with a .preinit_array.  */
bool has_preinit (const Obj *o);

/* --- analysis.c ------------------------------------------------------------- */

/* Add to W, after BEFORE, functions that O has and that lead out of it, or to another
   process: calls of them are wrapped.  */
void wraps_add (struct words *w, const char *before, const Obj *o);

/* Compile run/enter.c for O into the object TO.  */
void enter_compile (const char *folder, const Obj *o, const char *to);

/* --- image.c ---------------------------------------------------------------- */

/* The sections of data that calls pass, in an image: written to, or not.  */
#define IMAGE_PASSED ".section\t.halt_passed,\"aw\",@progbits"
#define IMAGE_FIXED ".section\t.halt_fixed,\"aw\",@progbits"

/* Whether the program can have one.  */
bool image_possible (void);

/* Write for the assembler what the image begins with.  */
void image_write_words (FILE *f);

/* Make the image of OBJECT, and numbers of what pots and calls name.  */
void image_make (const char *folder, const char *object);

/* Add to W what run/enter.c is to know in O, and what goes with it: to F, assembler
   text, and as a source.  */
void image_define (struct words *w, FILE *f, const char *folder, const Obj *o);

/* --- thread-pointer.c ------------------------------------------------------ */

/* The section with what is called before and after the routines.  */
#define CONSTRUCTORS ".data.constructors"

/* Let OBJECT, the analysis, not ask for the program's thread, nor be asked for its
   CONSTRUCTORS.  */
void self_replace (const char *object);

/* --- summary.c -------------------------------------------------------------- */

/* Fill in the summaries of the prototypes that OBJECT has.  */
void summaries_read (const char *object);

/* --- definition.c ----------------------------------------------------------- */

/* Fail if OBJECT, compiled from FILE with debug information, defines a routine otherwise
   than its prototype says.  Fills in what that leaves open.  */
void definitions_check (const char *object, const char *file);

/* --- libraries.c ------------------------------------------------------------ */

/* What a file's dynamic section says.  */
struct dynamic
{
  struct words needed;
  const char *soname, *runpath, *rpath; /* or NULL */
  bool now, origin, symbolic, pie;
};

void dynamic_read (Elf *elf, struct dynamic *d);

/* Whether FILE is a shared object, no program.  */
bool is_shared_object (const char *file);

/* PATH of what is in FOLDER, its $ORIGIN put in.  */
char *expand_origin (const char *path, const char *folder);

/* The file of library NAME in one of the folders of PATH, which something in FOLDER
   has, or NULL; and that which the dynamic linker's cache has.  */
const char *library_in (const char *path, const char *folder, const char *name);
const char *library_cached (const char *name);

/* Make Objs of the program's shared objects, and of N files which it opens when it
   runs: OPENED.  */
void libraries_add (const char *const *opened, size_t n);

/* What shared object PLAIN defines for others and MADE does not; NULL: nothing.  */
const char *library_loss (const char *plain, const char *made);

/* If FILE is an Obj that has no name of its own (-soname), add to W what makes the
   program ask for it by the one it is given; whether it is.  */
bool library_add (struct words *w, const char *file);

/* Add to W what lets the program need all of its Objs itself.  */
void libraries_link (struct words *w);

/* --- line.c ----------------------------------------------------------------- */

/* How the program was linked.  */
struct line
{
  struct words words;		/* the compiler and its arguments */
  const char *folder;		/* where it ran */
  bool deduced;
};

/* The word that stands for the program's units.  */
#define HALT_UNITS "<units>"

/* The link line of FILE, a program or a shared object: GIVEN by the user, or NULL; as halt-gcc
   recorded it; or deduced.  */
void line_find (struct line *line, const char *file, const char *given);

/* --- members.c -------------------------------------------------------------- */

/* Put units of O in the place of what its LINE names; FOLDER has those, and gets
   archives.  */
void members_replace (struct line *line, const Obj *o, const char *folder);

/* --- layout.c --------------------------------------------------------------- */

/* Where code is put of a program that does not move.  */
enum layout
{
  LAYOUT_NATURAL,		/* where the linker likes it, and data as well */
  LAYOUT_BELOW,			/* below the data */
  LAYOUT_ABOVE,			/* after them, and the heap as well */
  LAYOUT_FAR			/* far behind them: the program moves its heap to
				   where it was */
};

/* What need not stay with the data.  */
enum moves
{
  MOVES_GOT = 1,		/* .got and .got.plt */
  MOVES_HEADERS = 2		/* what the dynamic linker reads: to the code */
};

/* Add to LINK what keeps the data of PLAIN where they are, code being put as LAYOUT
   says if that can be, and of the rest what MOVES does not name staying as well;
   return how it is put.  */
enum layout layout_add (struct words *link, const char *folder,
			const char *plain, enum layout layout, int moves);

/* Say in one line what of O is not where it was, and what may help if how it is linked was
   DEDUCED.  */
void layout_check (const Obj *o, bool deduced);

/* Whether the linker of FILE may have folded functions whose code is the same.  */
bool linker_folds (const char *file);

#endif /* HALT_ATOM_MAKE_H */
