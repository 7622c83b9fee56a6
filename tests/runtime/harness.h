/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of runtime/ share: programs are built of the units in
   tests/runtime/, run, and their profiles compared with what they print.  Those
   that return int, and do not say otherwise, return 0 if they failed.  */

#ifndef HALT_TESTS_RUNTIME_HARNESS_H
#define HALT_TESTS_RUNTIME_HARNESS_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "halt/format.h"
#include "halt/halt.h"

/* The project's directory, and the one in which all is built and run.  */
extern char top[PATH_MAX], dir[PATH_MAX - 64];

/* Make that directory with what all tests need, and go there; remove it.
   Return 0 if that went well.  */
int set_up (void);
int clean_up (void);

/* --- running ------------------------------------------------------------ */

/* Run a shell command; return its exit status, or minus the signal.  */
int __attribute__ ((format (printf, 1, 2))) run (const char *format, ...);

/* Run PROGRAM MODE in the clean directory and return its status.  */
int start (const char *program, const char *mode);

/* Do so; whether it was silent and left one profile, which says what was
   printed.  */
int fine (const char *program, const char *mode);

/* The number behind a word that the program printed, or ULONG_MAX.  */
unsigned long printed (const char *word);

/* How many files there are of a glob PATTERN; the first of them, or "", good
   until the next call.  */
int files (const char *pattern);
const char *file (const char *pattern);

/* The contents of a file, with a NUL behind, or ""; *SIZE may be wanted.  They
   are kept to the end.  */
char *slurp (const char *name, size_t *size);

/* --- building: 0 if that went well --------------------------------------- */

/* Compile a unit to OBJECT.o: FILE.c of tests/runtime/, or unit.c, then the
   start-up code.  */
int unit_of (const char *file, const char *object, const char *options);
int unit (const char *object, const char *options);

/* Make OBJECT.o of the main unit, of COUNT ids, and what belongs to it.  */
int main_unit (const char *object, int count);

/* Link the main unit, the second and the library to NAME.  */
int program (const char *name, const char *options);

/* --- profiles ----------------------------------------------------------- */

/* One profile, checked against its grammar.  */
struct profile
{
  const struct halt_prof *header;
  const struct halt_prof_object *object;
  const struct halt_prof_unit *unit;
  const uint64_t *row;		/* of CBR */
  uint64_t n_rows;
  const uint64_t *rows[HALT_KIND_END];	/* of all, NULL without a table */
  uint64_t n[HALT_KIND_END];
  const char *strings;
};

/* Read the profile NAME; what it says lives to the end.  */
int read_profile (const char *name, struct profile *p);

/* Whether the rows of the profile NAME are those that the program printed to
   the file OUT, or to "out".  */
int same_as (const char *name, const char *out);
int same (const char *name);

#endif /* HALT_TESTS_RUNTIME_HARNESS_H */
