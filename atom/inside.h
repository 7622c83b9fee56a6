/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tool that works inside the compiler, on one unit at a time: the manual page's
   Instrument (argc, argv, obj), for builds that are not linked again.  */

#ifndef HALT_ATOM_INSIDE_COMPILER_H
#define HALT_ATOM_INSIDE_COMPILER_H 1

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The text of a unit, TEXT (SIZE bytes and a NUL), with what the tool in file TOOL, a
   shared object, adds to it with ARGUMENTS, words separated by blanks, or NULL; *MADE
   is how long it is.  What goes wrong is told to SAYS, which does not return.  */
char *inside_pour (char *text, size_t size, const char *tool,
		   const char *arguments, size_t *made,
		   void (*says) (const char *line));

#ifdef __cplusplus
}
#endif

#endif /* HALT_ATOM_INSIDE_COMPILER_H */
