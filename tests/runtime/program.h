/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Test programs for the default runtime: units that report events by calling the
   routines, as pots do, and print what has to be in their profile.

   A line `ID NOT-TAKEN TAKEN' is a row of cbr, `+ KIND CELL...' one of KIND;
   further lines begin with a word.  */

#ifndef PROGRAM_H
#define PROGRAM_H 1

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "halt/format.h"
#include "halt/halt.h"

/* The base of the program's main unit.  */
uint64_t program_base (void);

#define EVENT(cond, number) _record_cbr (cond, program_base () + (number))

/* Report N branches.  */
void times (int n, unsigned long cond, unsigned long number);

/* One event of every kind.  */
void each_kind (unsigned long id, unsigned long index);

/* Print a row of cbr, of another kind, and those of N events of every kind that
   is not indexed, and of those that are, with INDEX.  */
void row (uint64_t id, unsigned long not_taken, unsigned long taken);
void also (int kind, uint64_t id, unsigned long a, unsigned long b);
void each_row (unsigned long id, unsigned long n);
void each_index (unsigned long id, unsigned long index, unsigned long n);

/* What a program can be asked to do, by name.  */
#define MODES \
  MODE (plain) MODE (kinds) MODE (kind_threads) MODE (far) \
  MODE (threads) MODE (churn) MODE (signals) MODE (single) \
  MODE (single_kinds) MODE (kind_fork) MODE (spawns) \
  MODE (fork_threads) MODE (vforks) MODE (forked) MODE (raw) \
  MODE (loads) MODE (races) MODE (own) MODE (mixed) MODE (constants) \
  MODE (none) MODE (moved) MODE (closed) MODE (limited) MODE (seven) \
  MODE (price)

#define MODE(name) void mode_##name (void);
MODES
#undef MODE

#endif /* PROGRAM_H */
