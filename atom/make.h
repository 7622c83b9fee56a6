/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What makes the instrumented program of its parts: commands that are run, files
   that are found.

     commands.c  commands, and where things are
     tool.c      the instrumentation routines
     analysis.c  the analysis routines, made one object
     errno.c     ... without thread-local data
     summary.c   what is known of them
     definition.c  how they are defined
     line.c      how the program was linked
     members.c   its objects, replaced by units
     link.c      linking it again
     layout.c    ... with data where they were  */

#ifndef HALT_ATOM_MAKE_H
#define HALT_ATOM_MAKE_H 1

#include <gelf.h>
#include "atom/atom.h"

/* --- commands.c ----------------------------------------------------------- */

/* Words of a command; AT[N] is NULL.  */
struct words
{
  char **at;
  size_t n, room;
};

void words_add (struct words *w, const char *word);

/* Add the words of TEXT: separated by white space, with quotes and \ as in GCC's
   @FILE.  */
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

/* The folder of the running program, without links.  */
const char *own_folder (void);

/* The folder of what outlives a run, which need not be there; or NULL.  */
const char *cache_folder (void);

/* The folder that has halt/atom.h, or NULL: the compiler may know it.  */
const char *include_folder (void);

/* The whole of FILE, with a NUL after its *SIZE bytes; NULL if it cannot be
   read.  */
char *file_read (const char *file, size_t *size);

/* --- elf -------------------------------------------------------------------- */

/* Open FILE of the kind KIND; NULL if it is none.  It stays open.  */
Elf *elf_open (const char *file, Elf_Kind kind);

/* The first section of ELF that is called NAME, and its header; or NULL.  */
Elf_Scn *elf_section (Elf *elf, const char *name, GElf_Shdr *header);

/* Its bytes, or NULL.  */
Elf_Data *elf_bytes (Elf *elf, const char *name);

/* Whether the program ELF has the symbol NAME, defined or not.  */
bool elf_has_symbol (Elf *elf, const char *name);

/* --- analysis.c ------------------------------------------------------------- */

/* Functions of the program that lead out of it, or to another process: calls of them
   are wrapped, if there are any.  Up to NULL.  */
extern const char *const atom_wrapped[];

/* --- errno.c ---------------------------------------------------------------- */

/* Let OBJECT, the analysis of PROGRAM, need no thread-local data for errno; false if
   it still does.  */
bool errno_place (const char *object, const char *program);

/* --- summary.c -------------------------------------------------------------- */

/* Fill in the summaries of the prototypes that OBJECT has.  */
void summaries_read (const char *object);

/* --- definition.c ----------------------------------------------------------- */

/* Fail if OBJECT, compiled from FILE with debug information, defines a routine otherwise
   than its prototype says.  Fills in what that leaves open.  */
void definitions_check (const char *object, const char *file);

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

/* The link line of the program FILE: GIVEN by the user, or NULL; as halt-gcc
   recorded it; or deduced.  */
void line_find (struct line *line, const char *file, const char *given);

/* --- members.c -------------------------------------------------------------- */

/* Put units in the place of what LINE names; FOLDER has those, and gets
   archives.  */
void members_replace (struct line *line, const char *folder);

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

/* Add to LINK what keeps the data of PLAIN where they are, code being put as LAYOUT
   says if that can be; return how it is put.  */
enum layout layout_add (struct words *link, const char *folder,
			const char *plain, enum layout layout);

/* Say in one line what of PLAIN is not where it was in OUTPUT.  */
void layout_check (const char *plain, const char *output);

#endif /* HALT_ATOM_MAKE_H */
