/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two profiles of a program that can be compared point by point, for diff/ and
   html/.  */

#ifndef HALT_PAIR_H
#define HALT_PAIR_H 1

#include "summarize/library/library.h"
#include "report/report.h"

/* diff/pair.c: with the same objects at the same ids, and their reports.  */
struct diff_pair
{
  struct ghalt_profile profiles[2];
  struct ghalt_report *reports[2];
};

/* Open those of PROFILES, which are called NAMES, of PROGRAM.  Undone by
   diff_pair_close, also if it fails.  */
bool diff_pair_open (struct diff_pair *pair,
		     const struct ghalt_program *program,
		     const struct prof *const profiles[2],
		     const char *const names[2], struct fault *f);
void diff_pair_close (struct diff_pair *pair);

#endif /* HALT_PAIR_H */
