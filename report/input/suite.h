/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs and their profiles, however many: what `ghalt cover' adds up.  */

#ifndef HALT_SUITE_H
#define HALT_SUITE_H 1

#include "report/exclude.h"
#include "report/report.h"

/* A program, or an object that no program has, and the sum of profiles of it.  */
struct suite_part
{
  struct report report;		/* DATA is open */
  struct ghalt_program *program;
  struct ghalt_profile *profile; /* NULL: it was never executed */
  struct ghalt_report *data;
  const char *test;		/* whose profiles they are; NULL: all */
  const char **names;		/* of them */
};

struct suite
{
  const struct options *options;
  struct fault *fault;
  bool colour;			/* text goes to a terminal that may have it */
  size_t columns;		/* that a row may have; 0: any number */
  struct suite_part *parts;
  size_t n_parts;
  char *folder;			/* that all sources are in, or "" */
  struct exclude *exclude;	/* what is left out; NULL: nothing */
  const struct written *written; /* what is written, for lines; or NULL */
  struct suite_work *work;	/* what parts are made of */
};

/* Fill S by the operands of O: programs, objects, archives, profiles, and folders in which
   these are.  Where some are programs, or folders have some, only profiles of these are
   taken; else each profile says what its program is.  Programs without a profile, and
   units that no program has, were never executed.  BY_TEST: a part for each test of each
   program.  Undone by suite_close, also if it fails.  */
bool suite_open (struct suite *s, const struct options *o, bool by_test,
		 struct fault *f);

/* The suite that is R alone.  */
bool suite_one (struct suite *s, const struct report *r);

void suite_close (struct suite *s);

/* Whether the operands of O are one program and what was recorded of it, as other commands
   want them.  */
bool suite_is_one (const struct options *o);

/* PATH, absolute, from the folder on that all sources of S are in.  */
const char *suite_shown (const struct suite *s, const char *path);

#endif /* HALT_SUITE_H */
