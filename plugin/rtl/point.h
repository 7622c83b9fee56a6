/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points that are about to be instrumented: instrument.cc and switch.cc.  */

#ifndef HALT_POINT_H
#define HALT_POINT_H 1

#include "plugin/count/count.h"
#include "plugin/rtl/rtl.h"

/* A point that is to be instrumented.  All of them are collected before the
   first pot is poured, because pouring changes what liveness would say.  */
struct point
{
  const struct addition *addition; /* it counts, or NULL */
  const struct note *note;	/* of which it is; NULL: it counts several */
  struct halt_point facts;
  struct anchor anchor;
  char cond[32], table[32];
  rtx_insn *about;		/* what is annotated */
  struct point *next;		/* served by the same pot, or NULL */
  bool joined;			/* is another one's next */
};

/* Pour one pot, of P and its next.  */
void point_pour (struct point *p, struct pot *pot);

/* The instruction or note right after which INSN stands: between them are at
   most notes that say nothing about what is executed.  */
rtx_insn *point_stands_behind (const rtx_insn *insn);

/* --- switch.cc --------------------------------------------------------------- */

/* Of the current function, before its points are collected: let blocks be reported
   where that costs nothing.  */
void switch_float (void);
/* Pour all POINTS, each where it can be switched on.  */
void switch_pour (const vec<point *> &points);

#endif /* HALT_POINT_H */
