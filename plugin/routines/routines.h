/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Analysis routines: which functions they are, what they change, copies of them.  */

#ifndef HALT_ROUTINES_H
#define HALT_ROUTINES_H 1

#include "plugin/plugin.h"

/* --- routines.cc --------------------------------------------------------- */

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

/* --- choice.cc ----------------------------------------------------------- */

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

/* --- clobbers.cc --------------------------------------------------------- */

/* In units that define a routine, find what each function reads when it is
   entered, and what it may change.  */
extern const halt_pass reads_pass;
extern const halt_pass clobbers_pass;

/* The target's registers can be asked for: begin, unless at=gimple.  What
   link-time optimisation itself compiles is not scanned.  */
void clobbers_start (void);

/* Whether anything was found: the unit defines a routine.  */
bool clobbers_found (void);

/* CHANGES becomes what function DECL of this unit, code by now, changes; false if
   that is not known, or not only general registers and flags.  */
bool clobbers_of (tree decl, struct reg_set *changes);

/* What a call of ROUTINE does; false if that is not known.  */
bool clobbers_find (const char *routine, struct halt_summary *summary);

/* --- promise.cc ---------------------------------------------------------- */

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

/* --- copies.cc ----------------------------------------------------------- */

/* The current function is routine SYMBOL, promised just now, and about to be
   written: if it may be copied, have a look at what is written.  */
void copies_begin (const struct halt_target *target, const char *symbol);
/* The pass that makes a copy of that.  */
extern const halt_pass copies_pass;

#endif /* HALT_ROUTINES_H */
