/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What --selftest does.  */

#ifndef HALT_SELFTEST_H
#define HALT_SELFTEST_H 1

#include "report/options.h"

/* Compile programs whose coverage is known by the command that the operands of O are,
   halt-gcc if there are none, run them, and write to OUT what came out.  Returns the
   status: 1 if anything is wrong.  */
int cover_selftest (const struct options *o, FILE *out, struct fault *f);

#endif /* HALT_SELFTEST_H */
