/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the routines of tests/bench have in common.  */

#ifndef BENCH_EVENTS_H
#define BENCH_EVENTS_H 1

/* Places for counts, more than any of the programs has points.  */
#define POINTS (1 << 20)

/* How many events the routines have seen.  */
unsigned long events (void);

#endif
