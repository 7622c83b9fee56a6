/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What coverage leaves out: files that nobody asked for, and lines that their source marks
   as lcov and gcovr do.  */

#ifndef HALT_EXCLUDE_H
#define HALT_EXCLUDE_H 1

#include "report/options.h"

struct exclude
{
  const char *const *globs;	/* of files, as they are shown or with their folders */
  size_t n_globs;
  const char *folder;		/* that names are shown from on */
  const char *root;		/* absolute; files elsewhere are left out; or NULL */
  bool some;			/* lines were left out */
  bool exceptions;		/* edges of exceptions are branches, too */
  struct sources sources;
  struct excluded_file *files;	/* those that were asked for */
  size_t n_files, last;
};

/* What is left out of a line.  */
enum
{
  EXCLUDE_LINE = 1,
  EXCLUDE_BRANCHES = 2
};

/* Whether the file PATH is left out.  */
bool exclude_file (const struct exclude *x, const char *path);

/* Whether that is the system's or CMake's own.  */
bool exclude_system (const char *path);

/* What is left out of LINE of the file PATH, EXCLUDE_*; lines of one file are best asked
   for one after the other.  */
unsigned exclude_line (struct exclude *x, const char *path, uint32_t line);

void exclude_release (struct exclude *x);

#endif /* HALT_EXCLUDE_H */
