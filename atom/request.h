/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt atom, for who has read its command line.  */

#ifndef HALT_ATOM_REQUEST_H
#define HALT_ATOM_REQUEST_H 1

#include <stddef.h>

struct atom_request
{
  const char *const *inputs;	/* a program, and shared objects that it opens; or
				   objects and archives, to be linked */
  size_t n_inputs;
  const char *inst, *anal;	/* the tool */
  const char *const *options;	/* of the compiler, for both */
  size_t n_options;
  const char *output;		/* NULL: the program's name and ".atom" */
  const char *link;		/* how the program was linked, or NULL */
  int argc;			/* the tool's arguments */
  char *const *argv;
};

/* Do what R wants; returns 0, or 2 after a line on standard error.  */
int atom_command (const struct atom_request *r);

#endif /* HALT_ATOM_REQUEST_H */
